//! Failures of commands, their exit codes and their messages.

use crate::files::display_name;
use crate::formats::human::{ADVICE, ERROR, wrap};
use anstyle::Style;
use heureka_core::Stop;
use heureka_courses::RunError;
use heureka_disk::DiskError;
use heureka_kit::instance::SolveError;
use heureka_lab::advice;
pub use heureka_lab::exit::Exit;
use heureka_lab::names::Advice;
use heureka_lab::study::LabError;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Why a command failed: what is wrong, what to do, and the exit code.
#[derive(Debug)]
pub struct Failure {
    pub exit: Exit,
    pub what: String,
    pub remedy: String,
}

impl Failure {
    /// Returns a failure with any exit code.
    pub fn new(exit: Exit, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { exit, what: what.into(), remedy: remedy.into() }
    }

    /// Returns the failure of an invalid command line.
    pub fn usage(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(Exit::Usage, what, remedy)
    }

    /// Returns the failure of an invalid input file.
    pub fn input(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(Exit::Input, what, remedy)
    }

    /// Returns the failure of an invalid input file, with its path.
    pub fn file(path: &Path, what: impl Display, remedy: impl Into<String>) -> Self {
        Self::input(format!("{}: {what}", display_name(path)), remedy)
    }

    /// Returns the failure of an internal check.
    pub fn bug(what: impl Into<String>) -> Self {
        Self::new(Exit::Bug, what, "report this bug with the command line that led to it")
    }

    /// Returns the failure of a command that a limit or a signal stopped before it had its input.
    pub fn stopped(stop: Stop, what: impl Display) -> Self {
        let help = match stop {
            Stop::Time => "raise --time-limit",
            Stop::Memory => "raise --memory-limit, or give a smaller input",
            _ => "",
        };
        Self::new(stop.into(), format!("{what}: {stop}"), help)
    }

    /// Returns what stopped the command, if it was stopped.
    pub fn stop(&self) -> Option<Stop> {
        [Stop::Time, Stop::Memory, Stop::Interrupted]
            .into_iter()
            .find(|&stop| self.exit == stop.into())
    }

    /// Prints the message to stderr, if there is one.
    pub fn print(&self) {
        for (style, label, text) in [(ERROR, "error:", &self.what), (ADVICE, "help:", &self.remedy)]
        {
            if !text.is_empty() {
                print(style, label, text);
            }
        }
    }
}

impl From<Advice> for Failure {
    fn from((what, remedy): Advice) -> Self {
        Self::usage(what, remedy)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        advice::unsupported(&error).map_or_else(|| Self::bug(error.to_string()), Self::from)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Board(error) => Self::bug(error.to_string()),
            RunError::Search(error) => error.into(),
            RunError::Write(error) => error.into(),
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        Self::new(error.exit, error.message, error.remedy)
    }
}

impl From<DiskError> for Failure {
    fn from(error: DiskError) -> Self {
        Self::new(error.exit, error.message, error.remedy)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let help = match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => "free some disk space, or write to another place",
            _ => "give the path of a writable file or folder",
        };
        Self::new(Exit::Output, format!("cannot write the result: {error}"), help)
    }
}

/// Prints a note to stderr.
pub fn advise(text: &str) {
    print(ADVICE, "note:", text);
}

/// Prints a message to stderr: wrapped on a terminal, otherwise on one line.
fn print(style: Style, label: &str, text: &str) {
    let mut stderr = anstream::stderr().lock();
    let text = if io::stderr().is_terminal() {
        wrap(text.split(' '), label.len() + 1)
    } else {
        text.to_owned()
    };
    // A closed stderr cannot be reported anywhere.
    let _ = writeln!(stderr, "{style}{label}{style:#} {text}");
}
