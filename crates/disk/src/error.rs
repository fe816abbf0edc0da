//! Why an exploration ends early.

use heureka_core::Stop;
use heureka_lab::exit::Exit;
use std::fmt::{self, Display};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Why an exploration on disk failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskError {
    /// What is wrong, with the name of the file or folder.
    pub message: String,
    /// What to do.
    pub remedy: String,
    /// The exit code.
    pub exit: Exit,
}

impl DiskError {
    pub(crate) fn new(exit: Exit, message: String, remedy: impl Into<String>) -> Self {
        Self { message, remedy: remedy.into(), exit }
    }

    /// Returns the error of a folder that cannot be used.
    pub(crate) fn input(path: &Path, what: impl Display, remedy: &str) -> Self {
        Self::new(Exit::Input, format!("{}: {what}", path.display()), remedy)
    }
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DiskError {}

/// Why work ended: a limit, from which the exploration can be resumed, or an error.
#[derive(Debug)]
pub enum Halt {
    Stopped(Stop),
    Failed(DiskError),
}

impl From<DiskError> for Halt {
    fn from(error: DiskError) -> Self {
        Self::Failed(error)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Returns the error of a file or folder that cannot be written.
pub fn not_written(path: &Path, error: &io::Error) -> DiskError {
    let remedy = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some disk space, then run the same command to resume"
        }
        _ => "make the folder writable, then run the same command to resume",
    };
    DiskError::new(Exit::Output, format!("{}: {error}", path.display()), remedy)
}

/// Returns the error of a file that cannot be read.
pub fn not_read(path: &Path, error: &io::Error) -> DiskError {
    let remedy = "run the same command to try again, or give another folder to start anew";
    DiskError::input(path, error, remedy)
}

/// Returns the error of a file whose content is wrong.
pub fn damaged(path: &Path, what: impl Display) -> DiskError {
    let remedy = "restore the folder from a copy, or give another folder to start anew";
    DiskError::input(path, what, remedy)
}
