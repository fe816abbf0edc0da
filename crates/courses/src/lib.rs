//! The programs of five AI courses: their files, prompts, prints and analyses.
//!
//! Each module is one course's program. It reads and writes text, and leaves colors, line widths and
//! questions at the terminal to its caller.
#![forbid(unsafe_code)]

pub mod bricks;
pub mod chi;
pub mod counters;
pub mod maze;
pub mod shell;

use heureka_kit::instance::SolveError;
use heureka_kit::text::ParseError;
use std::fmt;
use std::io;

/// The reason why a course's run failed.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum RunError {
    Board(ParseError),
    Search(SolveError),
    Write(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::Search(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

/// Returns the mean of some numbers, if there are any.
fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0u32), |(sum, count), n| (sum + n, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use heureka_core::Limits;
    use heureka_lab::names::Advice;
    use heureka_lab::study::{Experiment, Planned, Record, Results};

    /// Runs an experiment under its limit of expansions.
    pub fn measure(
        experiment: &Experiment,
        skips: fn(&Planned, &[(Planned, Record)]) -> bool,
    ) -> Results {
        let most = experiment.caps.expansions.unwrap();
        let results: Result<Results, Advice> = experiment.run(skips, |instance, strategy| {
            Ok(Some(instance.solve(strategy, &mut Limits::none().expansions(most), None).unwrap()))
        });
        results.unwrap()
    }
}
