//! The record of a planned run: its [`RunRecord`], how its process ended, and where it ran.

use super::Planned;
use crate::exit::Exit;
use crate::record::{RunRecord, SCHEMA, StoppedEarly, Verdict, Versioned, display_by_name};
use heureka_core::Stop;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a run ended. Unexplained endings come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Ending {
    /// A signal that the lab did not send ended the process.
    Crash,
    /// A plan failed its check.
    #[serde(rename = "failed check")]
    FailedCheck,
    /// The exit code means no result, or contradicts the result.
    #[serde(rename = "exit code")]
    Exit,
    /// The output is not a result of this run.
    Garbage,
    Solved,
    /// There is no solution: proved.
    Unsolvable,
    /// The search ended without a plan and proves nothing.
    #[serde(rename = "not found")]
    NotFound,
    Time,
    Memory,
    /// The expansion limit, or the user declined to continue.
    Expansions,
    /// The user interrupted the run; no database holds such a record.
    Interrupted,
}

display_by_name!(Ending);

impl Ending {
    pub(super) fn of(record: &RunRecord) -> Self {
        match (record.outcome, record.stop()) {
            (_, Some(stop)) => Self::of_stop(stop),
            (Verdict::Solved, None) => Self::Solved,
            (Verdict::Unsolvable, None) => Self::Unsolvable,
            (Verdict::NotFound, None) => Self::NotFound,
            (Verdict::Stopped, None) => Self::Garbage,
        }
    }

    fn of_stop(stop: Stop) -> Self {
        match stop {
            Stop::Time => Self::Time,
            Stop::Memory => Self::Memory,
            Stop::Interrupted => Self::Interrupted,
            _ => Self::Expansions,
        }
    }

    /// Returns whether searches and limits explain the ending; all others are bugs.
    #[must_use]
    pub fn is_explained(self) -> bool {
        self >= Self::Solved
    }

    /// Returns whether the run found a plan, or proved that there is none.
    #[must_use]
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Solved | Self::Unsolvable)
    }

    /// Returns whether the run stopped early, so that its counts are lower bounds.
    #[must_use]
    pub fn is_stopped(self) -> bool {
        self >= Self::Time
    }
}

/// The record of a planned run.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Record {
    pub key: String,
    pub ending: Ending,
    /// Details of the ending: a reason, a signal, the last line on stderr.
    pub detail: String,
    /// The result, if the run reported one.
    pub run: Option<RunRecord>,
    /// Seconds from the start of the process to its end.
    pub wall_seconds: f64,
    pub origin: Origin,
}

/// The program and the machine of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Origin {
    pub version: String,
    pub machine: String,
    /// The number of runs at a time.
    pub jobs: u32,
}

impl Record {
    /// Makes the record of a run that reported a result.
    pub(super) fn new(key: &str, run: RunRecord, wall_seconds: f64, origin: &Origin) -> Self {
        Self {
            key: key.to_owned(),
            ending: Ending::of(&run),
            detail: run.reason.as_ref().map(ToString::to_string).unwrap_or_default(),
            run: Some(run),
            wall_seconds,
            origin: origin.clone(),
        }
    }
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Exited {
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Whether the lab killed it because it exceeded the hard time limit.
    pub overdue: bool,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// The end of what it wrote to stderr.
    pub stderr: String,
    /// The seconds from its start to its end.
    pub seconds: f64,
}

/// The signal of Ctrl-C.
const SIGINT: i32 = 2;
/// The standard library's message if an allocation fails.
const NO_MEMORY: &str = "memory allocation of ";

impl Exited {
    /// Returns whether a user interrupted the run, so that it has to be repeated.
    pub fn is_interrupted(&self) -> bool {
        self.signal == Some(SIGINT) || self.code == Some(Exit::Interrupted.code())
    }

    /// Returns the record of the run that this process made.
    pub fn record(&self, run: &Planned, origin: &Origin) -> Record {
        let (ending, detail) = match self.result(run) {
            Ok(result) => return Record::new(&run.key, result, self.seconds, origin),
            Err(failure) => failure,
        };
        let (key, wall_seconds, origin) = (run.key.clone(), self.seconds, origin.clone());
        Record { key, ending, detail, run: None, wall_seconds, origin }
    }

    /// Returns the result that the process printed, or why there is none.
    fn result(&self, run: &Planned) -> Result<RunRecord, (Ending, String)> {
        let with_stderr = |what: String| match self.last_line() {
            "" => what,
            line => format!("{what}: {line}"),
        };
        let code = self.code.unwrap_or(-1);
        if self.overdue {
            return Err((Ending::Time, "killed: exceeded the hard time limit".to_owned()));
        }
        if let Some(signal) = self.signal {
            return Err(if self.stderr.contains(NO_MEMORY) {
                (Ending::Memory, "aborted: exceeded the hard memory limit".to_owned())
            } else {
                (Ending::Crash, with_stderr(signal_name(signal)))
            });
        }
        if code == Exit::Bug.code() {
            return Err((Ending::FailedCheck, with_stderr(format!("code {code}"))));
        }
        let Versioned { schema, result }: Versioned<RunRecord> =
            serde_json::from_slice(&self.stdout).map_err(|_| {
                let early = serde_json::from_slice::<Versioned<StoppedEarly>>(&self.stdout);
                if let Ok(Versioned { result: StoppedEarly { reason, .. }, .. }) = early
                    && code == Exit::from(reason).code()
                {
                    (Ending::of_stop(reason), with_stderr("stopped before the search".to_owned()))
                } else if code == 0 || self.stdout.iter().any(|byte| !byte.is_ascii_whitespace()) {
                    (Ending::Garbage, with_stderr("the output is not a result".to_owned()))
                } else {
                    (Ending::Exit, with_stderr(format!("code {code}")))
                }
            })?;
        if schema != SCHEMA || result.puzzle != run.puzzle {
            return Err((Ending::Garbage, "the output is the result of another run".to_owned()));
        }
        let expected = result.exit().code();
        let contradiction = || format!("code {code}, but the result means {expected}");
        if expected == code { Ok(result) } else { Err((Ending::Exit, contradiction())) }
    }

    fn last_line(&self) -> &str {
        let lines = self.stderr.lines().map(str::trim);
        let is_message = |line: &&str| !line.is_empty() && !line.starts_with("help:");
        lines.rev().find(is_message).unwrap_or_default()
    }
}

/// Returns a signal by number, with its name if it commonly ends processes.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => " (illegal instruction)",
        6 => " (aborted)",
        8 => " (arithmetic)",
        9 => " (killed, perhaps because the system ran out of memory)",
        11 => " (segmentation fault)",
        15 => " (terminated)",
        _ => "",
    };
    format!("signal {signal}{name}")
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::study;
    use super::*;
    use crate::record::tests::record;
    use heureka_core::Limits;

    fn ended(code: Option<i32>, signal: Option<i32>, stdout: &str, stderr: &str) -> Record {
        let (stdout, stderr) = (stdout.as_bytes().to_vec(), stderr.to_owned());
        let exited = Exited { code, signal, overdue: false, stdout, stderr, seconds: 0.5 };
        let origin = Origin { version: "1".to_owned(), machine: "here".to_owned(), jobs: 1 };
        let study = study("strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\nlevels = '3x3'");
        exited.record(&study.runs[0], &origin)
    }

    #[test]
    fn explains_how_a_process_ended() {
        let json = |run: &RunRecord| serde_json::to_string(&Versioned::new(run)).unwrap();
        let solved = json(&record("hanoi", "3 3", "bfs", Limits::none()));
        let mut run = record("hanoi", "3 3", "bfs", Limits::none().expansions(3));
        run.reason = Some(crate::record::Reason::Stopped(Stop::Memory));
        let (stopped, other) = (json(&run), solved.replace("hanoi", "tiles"));
        let early = r#"{"schema":1,"outcome":"stopped","reason":"memory"}"#;
        for (code, signal, stdout, stderr, ending, detail) in [
            (Some(0), None, &*solved, "", Ending::Solved, ""),
            (Some(20), None, &stopped, "", Ending::Memory, "memory"),
            (Some(0), None, &stopped, "", Ending::Exit, "code 0, but the result means 20"),
            (Some(20), None, early, "", Ending::Memory, "before the search"),
            (Some(21), None, early, "", Ending::Garbage, "not a result"),
            (Some(0), None, "", "", Ending::Garbage, "not a result"),
            (Some(0), None, "[1]", "", Ending::Garbage, "not a result"),
            (Some(0), None, "hello", "", Ending::Garbage, "not a result"),
            (Some(0), None, &other, "", Ending::Garbage, "another run"),
            (Some(2), None, "", "error: no\nhelp: x\n", Ending::Exit, "code 2: error: no"),
            (Some(30), None, "", "error: bug", Ending::FailedCheck, "error: bug"),
            (None, Some(11), "", "", Ending::Crash, "segmentation"),
            (None, Some(9), &solved, "", Ending::Crash, "killed"),
            (None, Some(6), "", "memory allocation of 9 bytes failed", Ending::Memory, "hard"),
        ] {
            let record = ended(code, signal, stdout, stderr);
            assert_eq!(record.ending, ending, "{record:?}");
            assert!(record.detail.contains(detail), "{record:?}");
            assert_eq!(record.run.is_some(), ending == Ending::Solved || detail == "memory");
        }
    }
}
