//! Sweeps: a run of jumps by one peg counts once.
//!
//! A state is a position and the *sweeper*, the peg that jumped last, if it can jump again. Its next jump
//! costs nothing, as it continues the sweep. If it cannot jump again, it is a peg as any other, so states
//! that differ only in that are the same.

use super::board::MAX_CELLS;

/// The bits of a state that hold the sweeper's cell, plus 1.
const BITS: u32 = 6;

/// The first of these bits.
const SHIFT: u32 = u64::BITS - BITS;

/// The largest number of cells of a board for `metric=sweeps`.
pub const MAX_SWEPT_CELLS: usize = MAX_CELLS - BITS as usize;

/// Returns a position with a sweeper in a cell.
#[inline(always)]
pub(super) fn with_sweeper(position: u64, cell: u8) -> u64 {
    position | u64::from(cell + 1) << SHIFT
}

/// What a plan costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Each jump costs 1.
    #[default]
    Jumps,
    /// Each sweep costs 1.
    Sweeps,
}

impl Metric {
    /// Returns the cell of the sweeper of a state.
    #[inline(always)]
    pub(super) fn sweeper(self, state: u64) -> Option<u8> {
        match self {
            Self::Jumps => None,
            Self::Sweeps => ((state >> SHIFT) as u8).checked_sub(1),
        }
    }
}
