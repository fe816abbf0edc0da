//! Runs a strategy on a problem.

use crate::{Limits, Observer, Outcome, Problem, Stats, Strategy};
use std::fmt;

/// How a search ended, and what it counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// How it ended.
    pub outcome: Outcome<A>,
    /// What it counted.
    pub stats: Stats,
}

/// A strategy needs an ability that the problem does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The strategy's name.
    pub strategy: &'static str,
    /// What it needs.
    pub needs: &'static str,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} needs {}, which this puzzle does not offer", self.strategy, self.needs)
    }
}

impl std::error::Error for Unsupported {}

/// Runs a strategy on a problem until it ends or a limit stops it.
///
/// # Errors
/// If the strategy needs more than [`Problem`] offers, as `bidirectional` does.
pub fn solve<P: Problem, O: Observer<P>>(
    _problem: &P,
    _strategy: &Strategy,
    _limits: &mut Limits<'_>,
    _observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    todo!("written next")
}
