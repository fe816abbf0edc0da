//! The input of a generator: the size of a maze and the range of its values.

use super::grid::MAX_VALUE;
use heureka_kit::board::Size;
use heureka_kit::text::ParseError;
use std::fmt;
use std::ops::RangeInclusive;

/// The largest number of rows or columns.
pub const MAX_SIDE: usize = 64;

/// The size of a maze and the range of its values, checked by [`Spec::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spec {
    /// The number of rows and columns.
    pub size: Size,
    /// The minimum value.
    pub low: u8,
    /// The maximum value.
    pub high: u8,
}

impl Spec {
    /// Returns the specification of mazes of a size with values from `low` to `high`.
    ///
    /// # Errors
    /// If a side is outside 2 to 64, or the range is empty, begins below 1 or ends above 99.
    pub fn new(size: Size, low: usize, high: usize) -> Result<Self, ParseError> {
        check_size(size)?;
        let message = if low < 1 {
            format!("minimum value {low} is too small: expected 1 to {MAX_VALUE}")
        } else if high > usize::from(MAX_VALUE) {
            format!("maximum value {high} is too large: expected at most {MAX_VALUE}")
        } else if low > high {
            format!("minimum value {low} exceeds maximum value {high}")
        } else {
            return Ok(Self { size, low: low as u8, high: high as u8 });
        };
        Err(ParseError::whole(message))
    }

    /// Returns the largest value that fits a move on the grid.
    #[must_use]
    pub fn largest_move(&self) -> u8 {
        // At most 63.
        self.size.rows.max(self.size.cols) as u8 - 1
    }

    /// Returns the values to choose from. One value that is too large for any move stands for all.
    pub(super) fn values(&self) -> RangeInclusive<u8> {
        self.low..=self.high.min((self.largest_move() + 1).max(self.low))
    }

    /// Returns the bonus for a unique shortest solution: one point per cell.
    #[must_use]
    pub fn bonus(&self) -> i32 {
        // At most 64 by 64.
        i32::from(self.size.cells() as u16)
    }
}

/// Writes `5x5 [1-4]`.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}-{}]", self.size, self.low, self.high)
    }
}

/// Checks that both sides are from 2 to [`MAX_SIDE`].
///
/// # Errors
/// If one is not.
pub fn check_size(size: Size) -> Result<(), ParseError> {
    for (side, name) in [(size.rows, "rows"), (size.cols, "columns")] {
        if !(2..=MAX_SIDE).contains(&side) {
            let message = format!("invalid number of {name} {side}: expected 2 to {MAX_SIDE}");
            return Err(ParseError::whole(message));
        }
    }
    Ok(())
}
