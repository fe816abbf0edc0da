//! Studies of the χ-puzzle: all searches on one set of boards, and the best ones on growing boards.

mod analysis;
mod growth;

pub use analysis::Analysis;
pub use growth::Growth;

use crate::Cell;
use crate::study::index;

/// Returns the mean of some numbers, if there are any.
pub(crate) fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0u32), |(sum, count), n| (sum + n, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Returns a number with this many decimals as a cell.
pub(crate) fn real(number: Option<f64>, decimals: usize) -> Cell {
    number.map_or(Cell::Empty, |number| Cell::Real(number, decimals))
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::names::Advice;
    use crate::study::{Experiment, Hooks, Planned, Record, Results};
    use heureka_core::{Limits, Strategy};
    use heureka_kit::instance::{Instance, Solution};

    /// Runs an experiment under its limit of expansions.
    pub fn measure(
        experiment: &Experiment,
        skips: fn(&Planned, &[(Planned, Record)]) -> bool,
    ) -> Results {
        struct Under(u64, fn(&Planned, &[(Planned, Record)]) -> bool);
        impl Hooks for Under {
            type Error = Advice;

            fn skips(&mut self, run: &Planned, before: &[(Planned, Record)]) -> bool {
                self.1(run, before)
            }

            fn solve<'i>(
                &mut self,
                instance: &'i dyn Instance,
                strategy: &Strategy,
            ) -> Result<Option<Solution<'i>>, Advice> {
                let solved = instance.solve(strategy, &mut Limits::none().expansions(self.0), None);
                Ok(Some(solved.unwrap()))
            }
        }
        experiment.run(&mut Under(experiment.caps.expansions.unwrap(), skips)).unwrap()
    }
}
