//! Why a cluster failed.

use heureka_lab::exit::Exit;
use std::fmt;

/// What is wrong, what to do, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterError {
    /// The exit code.
    pub exit: Exit,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: String,
}

impl ClusterError {
    pub(crate) fn new(exit: Exit, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { exit, what: what.into(), remedy: remedy.into() }
    }

    pub(crate) fn input(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(Exit::Input, what, remedy)
    }
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for ClusterError {}
