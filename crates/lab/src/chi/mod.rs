//! Studies of the χ-puzzle: all searches on one set of boards, and the best ones on growing boards.

mod analysis;
mod growth;

pub use analysis::{Analysis, Sample};
pub use growth::{Growth, Trial};

use crate::Cell;

/// The mean of some numbers; nothing if there are none.
fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0u32), |(sum, count), n| (sum + n, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// A number with so many decimals, if there is one.
fn real(number: Option<f64>, decimals: usize) -> Cell {
    number.map_or(Cell::Empty, |number| Cell::Real(number, decimals))
}
