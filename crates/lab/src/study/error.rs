//! The error of a study: what is wrong, and what to do.

use crate::exit::Exit;
use std::fmt;
use std::path::Path;

/// The reason why runs cannot be made, read or stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabError {
    /// What is wrong, with the name of the file or the database.
    pub message: String,
    /// What to do.
    pub remedy: String,
    /// The exit code: invalid input, or an output that cannot be written.
    pub exit: Exit,
    /// Whether the same query may succeed later, such as after a restart of the server.
    pub(super) is_transient: bool,
}

impl LabError {
    /// Returns the error of an invalid input.
    pub(crate) fn input(message: String, remedy: &str) -> Self {
        Self { message, remedy: remedy.to_owned(), exit: Exit::Input, is_transient: false }
    }

    /// Returns the error of an invalid input with this name.
    pub(crate) fn of(name: impl fmt::Display, what: impl fmt::Display, remedy: &str) -> Self {
        Self::input(format!("{name}: {what}"), remedy)
    }

    pub(super) fn program(path: &Path, error: &std::io::Error) -> Self {
        Self::of(path.display(), error, "give the path of an executable heureka program")
    }

    pub(super) fn damaged(name: &str, what: impl fmt::Display) -> Self {
        let remedy = "run the study into a new database, or restore a copy of this one";
        Self::of(name, format_args!("the database is damaged: {what}"), remedy)
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LabError {}
