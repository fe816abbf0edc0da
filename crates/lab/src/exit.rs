//! Exit codes of the program, which the lab also expects of its child processes.

use crate::record::{Reason, Verdict};
use heureka_core::Stop;

/// An exit code. Scripts rely on these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Exit {
    /// Solved, or done.
    Done = 0,
    /// A plan was rejected, a heuristic's claim is false, or runs of a study failed unexpectedly.
    Failed = 1,
    /// The command line is invalid.
    Usage = 2,
    /// A study got worse by more than the given threshold.
    Regression = 3,
    /// There is no solution: proved.
    Unsolvable = 10,
    /// The search ended without a plan and proves nothing.
    NotFound = 11,
    Memory = 20,
    Time = 21,
    /// The expansion limit, or the user declined to continue.
    Expansions = 22,
    Interrupted = 23,
    Disk = 24,
    /// A certificate is rejected, or a plan of the program itself: a bug.
    Bug = 30,
    /// An input file is invalid.
    Input = 31,
    /// The result cannot be written.
    Output = 32,
    /// Another process of a cluster cannot be reached, or is lost.
    Lost = 33,
}

impl Exit {
    /// Returns the exit code of a search with this outcome.
    #[must_use]
    pub fn of(outcome: Verdict, reason: Option<&Reason>) -> Self {
        match (outcome, reason) {
            (_, Some(&Reason::Stopped(stop))) => stop.into(),
            (Verdict::Solved, _) => Self::Done,
            (Verdict::Unsolvable, _) => Self::Unsolvable,
            (Verdict::NotFound | Verdict::Stopped, _) => Self::NotFound,
        }
    }

    /// Returns the number that the process ends with.
    #[must_use]
    pub fn code(self) -> i32 {
        i32::from(self as u8)
    }
}

impl From<Stop> for Exit {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Memory => Self::Memory,
            Stop::Time => Self::Time,
            Stop::Disk => Self::Disk,
            Stop::Interrupted => Self::Interrupted,
            // `Stop::Expansions`, `Stop::Declined` and stops that may be added.
            _ => Self::Expansions,
        }
    }
}
