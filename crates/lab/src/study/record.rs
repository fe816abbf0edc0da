//! A record: what became of a run. Whatever a process does, it gets one.

use super::Planned;
use serde_json::Value;
use std::time::Duration;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// The process was ended by a signal that nobody here sent.
    Crash,
    /// A plan failed its check.
    FailedCheck,
    /// The process ended with a code that means no result, or one that belies its result.
    Exit,
    /// What the process printed is no result of this run.
    Garbage,
    /// Solved.
    Solved,
    /// Proved: there is no solution.
    Unsolvable,
    /// The search ended without a plan and proves nothing.
    NotFound,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The expansion limit.
    Expansions,
}

impl Ending {
    /// All of them, those that need an explanation first.
    pub const ALL: [Self; 10] = [
        Self::Crash,
        Self::FailedCheck,
        Self::Exit,
        Self::Garbage,
        Self::Solved,
        Self::Unsolvable,
        Self::NotFound,
        Self::Time,
        Self::Memory,
        Self::Expansions,
    ];

    /// Its word, as databases and tables have it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::FailedCheck => "failed check",
            Self::Exit => "exit code",
            Self::Garbage => "garbage",
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::NotFound => "not found",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Expansions => "expansions",
        }
    }

    /// The ending of this word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.word() == word)
    }

    /// Whether the ending is what limits and searches explain; all else is a bug somewhere.
    #[must_use]
    pub fn is_explained(self) -> bool {
        !matches!(self, Self::Crash | Self::FailedCheck | Self::Exit | Self::Garbage)
    }

    /// Whether the question was answered: a plan, or a proof that there is none.
    #[must_use]
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Solved | Self::Unsolvable)
    }
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The run's key.
    pub key: String,
    /// How it ended.
    pub ending: Ending,
    /// More about that: a reason, a signal, what the process said at last.
    pub detail: String,
    /// How good the plan is known to be: `proved`, `within` or `not-claimed`.
    pub optimality: Option<String>,
    /// What the plan costs.
    pub cost: Option<u64>,
    /// How many moves it has.
    pub length: Option<u64>,
    /// Nodes expanded.
    pub expanded: Option<u64>,
    /// Successors made.
    pub generated: Option<u64>,
    /// Successors dropped as known.
    pub duplicates: Option<u64>,
    /// States put back.
    pub reopened: Option<u64>,
    /// Most nodes that ever waited.
    pub max_frontier: Option<u64>,
    /// Most memory of the search's structures.
    pub peak_bytes: Option<u64>,
    /// Time spent searching.
    pub seconds: Option<f64>,
    /// Time spent building tables.
    pub table_seconds: Option<f64>,
    /// From the start of the process to its end.
    pub wall_seconds: f64,
    /// The version of the program.
    pub version: String,
    /// The machine it ran on.
    pub machine: String,
    /// How many runs were made at a time.
    pub jobs: u32,
}

impl Record {
    /// The record without all that a clock decided: the times and, if the time was up, how far the
    /// search had come by then.
    #[must_use]
    pub fn without_times(&self) -> Self {
        if self.ending != Ending::Time {
            return Self { seconds: None, table_seconds: None, ..self.clone() };
        }
        let by =
            By { version: self.version.clone(), machine: self.machine.clone(), jobs: self.jobs };
        let bare = Self::bare(self.key.clone(), self.wall_seconds, &by);
        Self { ending: self.ending, detail: self.detail.clone(), ..bare }
    }

    /// A record of which nothing is known but who made it, and how long that took.
    fn bare(key: String, wall_seconds: f64, by: &By) -> Self {
        Self {
            key,
            ending: Ending::Garbage,
            detail: String::new(),
            optimality: None,
            cost: None,
            length: None,
            expanded: None,
            generated: None,
            duplicates: None,
            reopened: None,
            max_frontier: None,
            peak_bytes: None,
            seconds: None,
            table_seconds: None,
            wall_seconds,
            version: by.version.clone(),
            machine: by.machine.clone(),
            jobs: by.jobs,
        }
    }
}

/// What made a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct By {
    pub version: String,
    pub machine: String,
    pub jobs: u32,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Exited {
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Whether it was killed from here because its time was up.
    pub overdue: bool,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// The end of what it said beside.
    pub stderr: String,
    /// How long it ran.
    pub seconds: f64,
}

/// The exit code of an interrupted search.
const INTERRUPTED: i32 = 23;
/// The exit code of a plan that failed its check.
const FAILED_CHECK: i32 = 30;
/// The signal of Ctrl-C.
const SIGINT: i32 = 2;
/// What the standard library says before it ends a process that gets no memory.
const NO_MEMORY: &str = "memory allocation of ";

impl Exited {
    /// Whether somebody interrupted the run, so that it has to be made again.
    pub fn is_interrupted(&self) -> bool {
        self.signal == Some(SIGINT) || self.code == Some(INTERRUPTED)
    }

    /// The record of a run that ended so.
    pub fn record(&self, run: &Planned, by: &By) -> Record {
        let mut record = Record::bare(run.key.clone(), self.seconds, by);
        let said = self.last_line();
        let with_said = |what: String| match said {
            "" => what,
            said => format!("{what}: {said}"),
        };
        (record.ending, record.detail) = match (self.overdue, self.signal, self.code) {
            (true, ..) => (Ending::Time, "killed: it did not stop by itself".to_owned()),
            (_, Some(_), _) if self.stderr.contains(NO_MEMORY) => {
                (Ending::Memory, "ended: it asked for more than the hard limit".to_owned())
            }
            (_, Some(signal), _) => (Ending::Crash, with_said(signal_name(signal))),
            (_, None, Some(FAILED_CHECK)) => (Ending::FailedCheck, with_said("code 30".to_owned())),
            (_, None, code) => match serde_json::from_slice(&self.stdout) {
                Ok(result) => return self.read(record, run, &result),
                Err(_)
                    if code == Some(0) || self.stdout.iter().any(|b| !b.is_ascii_whitespace()) =>
                {
                    (Ending::Garbage, with_said("what it printed is no result".to_owned()))
                }
                Err(_) => (Ending::Exit, with_said(format!("code {}", code.unwrap_or(-1)))),
            },
        };
        record
    }

    /// Fills a record from what the program printed.
    fn read(&self, mut record: Record, run: &Planned, result: &Value) -> Record {
        let word = |field: &str| result[field].as_str().unwrap_or_default();
        let number = |field: &str| result[field].as_u64();
        let garbage = |record: Record, what: &str| Record { detail: what.to_owned(), ..record };
        let (ending, code) = match (word("outcome"), word("reason")) {
            ("solved", _) => (Ending::Solved, 0),
            ("unsolvable", _) => (Ending::Unsolvable, 10),
            ("not-found", _) => (Ending::NotFound, 11),
            ("stopped", "memory") => (Ending::Memory, 20),
            ("stopped", "time") => (Ending::Time, 21),
            ("stopped", "expansions") => (Ending::Expansions, 22),
            _ => return garbage(record, "what it printed is no result of a run"),
        };
        if result["schema"].as_u64() != Some(1) || word("puzzle") != run.puzzle {
            return garbage(record, "what it printed is the result of something else");
        }
        let times = ["seconds", "table_seconds"].map(|field| result[field].as_f64());
        if times.iter().flatten().any(|&time| Duration::try_from_secs_f64(time).is_err()) {
            return garbage(record, "what it printed has a time that is none");
        }
        if self.code != Some(code) {
            record.ending = Ending::Exit;
            let got = self.code.unwrap_or(-1);
            record.detail = format!("code {got} where the result should mean {code}");
            return record;
        }
        record.ending = ending;
        word("reason").clone_into(&mut record.detail);
        record.optimality = result["optimality"].as_str().map(str::to_owned);
        record.cost = number("cost");
        record.length = number("length");
        record.expanded = number("expanded");
        record.generated = number("generated");
        record.duplicates = number("duplicates");
        record.reopened = number("reopened");
        record.max_frontier = number("max_frontier");
        record.peak_bytes = number("peak_bytes");
        [record.seconds, record.table_seconds] = times;
        record
    }

    fn last_line(&self) -> &str {
        let lines = self.stderr.lines().map(str::trim);
        let told = |line: &&str| !line.is_empty() && !line.starts_with("help:");
        lines.rev().find(told).unwrap_or_default()
    }
}

/// A signal by its name, as far as it is one that processes are commonly ended by.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => " (illegal instruction)",
        6 => " (aborted)",
        8 => " (arithmetic)",
        9 => " (killed, perhaps by the system for want of memory)",
        11 => " (segmentation fault)",
        15 => " (terminated)",
        _ => "",
    };
    format!("signal {signal}{name}")
}

#[cfg(test)]
mod tests {
    use super::super::Study;
    use super::*;
    use std::path::Path;

    fn planned() -> Planned {
        let text = "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\nlevels = '3x3'";
        Study::read(text, Path::new("x.toml")).unwrap().runs.remove(0)
    }

    fn ended(code: Option<i32>, signal: Option<i32>, stdout: &str, stderr: &str) -> Record {
        let exited = Exited {
            code,
            signal,
            overdue: false,
            stdout: stdout.as_bytes().to_vec(),
            stderr: stderr.to_owned(),
            seconds: 0.5,
        };
        let by = By { version: "1".to_owned(), machine: "here".to_owned(), jobs: 1 };
        exited.record(&planned(), &by)
    }

    #[test]
    fn every_way_to_end_has_its_word() {
        let solved = r#"{"schema":1,"puzzle":"hanoi","outcome":"solved","reason":null,"cost":7,"optimality":"proved","expanded":3}"#;
        let stopped =
            r#"{"schema":1,"puzzle":"hanoi","outcome":"stopped","reason":"memory","expanded":3}"#;
        let other = solved.replace("hanoi", "tiles");
        for (code, signal, stdout, stderr, ending, detail) in [
            (Some(0), None, solved, "", Ending::Solved, ""),
            (Some(20), None, stopped, "", Ending::Memory, "memory"),
            (Some(0), None, stopped, "", Ending::Exit, "code 0 where the result should mean 20"),
            (Some(0), None, "", "", Ending::Garbage, "no result"),
            (Some(0), None, "[1]", "", Ending::Garbage, "no result of a run"),
            (Some(0), None, "hello", "", Ending::Garbage, "no result"),
            (Some(0), None, other.as_str(), "", Ending::Garbage, "something else"),
            (Some(2), None, "", "error: no\nhelp: x\n", Ending::Exit, "code 2: error: no"),
            (Some(30), None, "", "error: bug", Ending::FailedCheck, "error: bug"),
            (None, Some(11), "", "", Ending::Crash, "segmentation"),
            (None, Some(9), solved, "", Ending::Crash, "killed"),
            (None, Some(6), "", "memory allocation of 9 bytes failed", Ending::Memory, "hard"),
        ] {
            let record = ended(code, signal, stdout, stderr);
            assert_eq!(record.ending, ending, "{record:?}");
            assert!(record.detail.contains(detail), "{record:?}");
        }
        let record = ended(Some(0), None, solved, "");
        assert_eq!((record.cost, record.expanded), (Some(7), Some(3)));
    }

    #[test]
    fn how_far_a_search_came_in_its_time_is_a_matter_of_the_clock() {
        let stopped = |reason: &str, code| {
            let text = format!(
                r#"{{"schema":1,"puzzle":"hanoi","outcome":"stopped","reason":"{reason}",
                "expanded":3,"generated":4,"max_frontier":5,"peak_bytes":6,"seconds":1.5}}"#
            );
            ended(Some(code), None, &text, "").without_times()
        };
        let (time, memory) = (stopped("time", 21), stopped("memory", 20));
        assert_eq!((time.ending, memory.ending), (Ending::Time, Ending::Memory));
        let counts = |r: &Record| [r.expanded, r.generated, r.max_frontier, r.peak_bytes];
        assert_eq!(counts(&time), [None; 4]);
        assert_eq!(counts(&memory), [3, 4, 5, 6].map(Some));
        assert_eq!((time.seconds, memory.seconds), (None, None));
    }

    #[test]
    fn words_are_read_back() {
        for ending in Ending::ALL {
            assert_eq!(Ending::of(ending.word()), Some(ending));
        }
        assert_eq!(Ending::of("else"), None);
    }
}
