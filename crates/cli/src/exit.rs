//! Failures of commands, their exit codes and their messages.

use crate::formats::human::{ADVICE, ERROR, wrap};
use anstyle::Style;
use heureka_courses::RunError;
use heureka_kit::instance::SolveError;
pub use heureka_lab::exit::Exit;
use heureka_lab::names::Advice;
use heureka_lab::study::LabError;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Why a command failed: what is wrong, and what to do.
#[derive(Debug)]
pub enum Failure {
    /// The command line is invalid.
    Usage(String, String),
    /// An input file is invalid.
    Input(String, String),
    /// The program has a bug, or a certificate was rejected.
    Bug(String, String),
    /// Writing the result failed.
    Io(io::Error),
}

impl Failure {
    /// Returns the failure of an invalid command line.
    pub fn usage(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Usage(what.into(), remedy.into())
    }

    /// Returns the failure of an invalid input file.
    pub fn input(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Input(what.into(), remedy.into())
    }

    /// Returns the failure of an invalid input file, with its path.
    pub fn file(path: &Path, what: impl Display, remedy: impl Into<String>) -> Self {
        Self::input(format!("{}: {what}", path.display()), remedy)
    }

    /// Returns the failure of an internal check.
    pub fn bug(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Bug(what.into(), remedy.into())
    }

    /// Returns the exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(..) => Exit::Usage,
            Self::Input(..) => Exit::Input,
            Self::Bug(..) => Exit::Bug,
            // The reader of the output has seen enough: not a failure.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Io(_) => Exit::Failed,
        }
    }

    /// Prints the message to stderr.
    pub fn tell(&self) {
        let (what, remedy) = match self {
            Self::Usage(what, remedy) | Self::Input(what, remedy) | Self::Bug(what, remedy) => {
                (what.clone(), remedy.as_str())
            }
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return,
            Self::Io(error) => (
                format!("cannot write the result: {error}"),
                "free some space, or write to another place",
            ),
        };
        tell(ERROR, "error:", &what);
        if !remedy.is_empty() {
            tell(ADVICE, "help:", remedy);
        }
    }
}

impl From<Advice> for Failure {
    fn from((what, remedy): Advice) -> Self {
        Self::Usage(what, remedy)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let (text, list) =
            (error.to_string(), "choose another strategy; run `heureka list` to see them all");
        match error {
            SolveError::Unsupported(_) => Self::usage(text, list),
            _ => Self::bug(text, "report this bug with the command line that led to it"),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Board(error) => Self::bug(error.to_string(), ""),
            RunError::Search(error) => error.into(),
            RunError::Write(error) => Self::Io(error),
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        Self::Input(error.message, error.remedy)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Prints a note to stderr.
pub fn advise(text: &str) {
    tell(ADVICE, "note:", text);
}

/// Prints a message to stderr: wrapped on a terminal, otherwise on one line.
fn tell(style: Style, what: &str, text: &str) {
    let mut stderr = anstream::stderr().lock();
    let text = if io::stderr().is_terminal() {
        wrap(text.split(' '), what.len() + 1)
    } else {
        text.to_owned()
    };
    // A closed stderr cannot be reported anywhere.
    let _ = writeln!(stderr, "{style}{what}{style:#} {text}");
}
