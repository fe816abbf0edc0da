//! Exit codes, and the failures that lead to them.

use crate::formats::human::{ADVICE, ERROR, wrap};
use anstyle::Style;
use heureka_core::Stop;
use std::io::{self, IsTerminal, Write};

/// How the program ends. Scripts rely on these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Solved, or done.
    Done = 0,
    /// The plan that was to be checked is refused, a heuristic's claims are false, or the result
    /// cannot be written.
    Failed = 1,
    /// The command line is wrong.
    Usage = 2,
    /// Proved: there is no solution.
    Unsolvable = 10,
    /// Ended without a plan, and nothing is proved.
    NotFound = 11,
    /// The memory limit.
    Memory = 20,
    /// The time limit.
    Time = 21,
    /// The expansion limit, or the user declined to go on.
    Expansions = 22,
    /// Interrupted.
    Interrupted = 23,
    /// A plan or certificate of our own failed its check.
    Bug = 30,
    /// An input file is wrong.
    Input = 31,
}

impl From<Stop> for Exit {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Memory => Self::Memory,
            Stop::Time => Self::Time,
            Stop::Expansions | Stop::Declined => Self::Expansions,
            Stop::Interrupted => Self::Interrupted,
        }
    }
}

/// Why a command came to no result.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong: what, and what to do.
    Usage(String, String),
    /// An input file is wrong: what, and what to do.
    Input(String, String),
    /// Something failed that cannot fail, or a certificate was refused: what, and what to do.
    Bug(String, String),
    /// The result could not be written.
    Io(io::Error),
}

impl Failure {
    /// A wrong command line.
    pub fn usage(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Usage(what.into(), remedy.into())
    }

    /// A wrong input file.
    pub fn input(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Input(what.into(), remedy.into())
    }

    /// A failed check of our own.
    pub fn bug(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Bug(what.into(), remedy.into())
    }

    /// How the program ends after this.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(..) => Exit::Usage,
            Self::Input(..) => Exit::Input,
            Self::Bug(..) => Exit::Bug,
            // Whoever reads from us has seen enough: that is no failure.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Io(_) => Exit::Failed,
        }
    }

    /// Tells people.
    pub fn tell(&self) {
        let (what, remedy) = match self {
            Self::Usage(what, remedy) | Self::Input(what, remedy) | Self::Bug(what, remedy) => {
                (what.clone(), remedy.as_str())
            }
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return,
            Self::Io(error) => (
                format!("the result cannot be written: {error}"),
                "make room, or send it somewhere else",
            ),
        };
        tell(ERROR, "error:", &what);
        if !remedy.is_empty() {
            tell(ADVICE, "help:", remedy);
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Gives advice beside a result.
pub fn advise(text: &str) {
    tell(ADVICE, "note:", text);
}

/// Says something on stderr: on one line for those that search it, in lines for a terminal.
fn tell(style: Style, what: &str, text: &str) {
    let mut stderr = anstream::stderr().lock();
    let text = if io::stderr().is_terminal() {
        wrap(text.split(' '), what.len() + 1)
    } else {
        text.to_owned()
    };
    // Where even stderr is closed nobody is left to tell.
    let _ = writeln!(stderr, "{style}{what}{style:#} {text}");
}
