//! The five heuristics, computed from scratch.

use heureka_core::Cost;

/// A heuristic, in the order of [`Info::heuristics`](heureka_kit::puzzle::Info::heuristics).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Estimate {
    Cycles,
    HalfMisplaced,
    Misplaced,
    Manhattan,
    Manhattan2d,
}

impl Estimate {
    pub const ALL: [Self; 5] =
        [Self::Cycles, Self::HalfMisplaced, Self::Misplaced, Self::Manhattan, Self::Manhattan2d];

    /// Returns h for a measure: the measure, or half of it rounded up.
    #[inline(always)]
    pub fn of(self, measure: Cost) -> Cost {
        if self == Self::HalfMisplaced { measure.div_ceil(2) } else { measure }
    }

    /// Returns the measure that h is based on; 0 if and only if every counter is in place.
    ///
    /// `counter` returns the counter on a cell, from 0. Terminates for any values in range.
    pub fn measure(self, cells: usize, counter: impl Fn(usize) -> usize) -> Cost {
        match self {
            Self::Cycles => {
                let cycles = if cells <= SMALL {
                    label_cycles(&mut [0; SMALL][..cells], counter)
                } else {
                    label_cycles(&mut vec![0; cells], counter)
                };
                cells as Cost - cycles
            }
            Self::HalfMisplaced | Self::Misplaced => {
                (0..cells).filter(|&cell| counter(cell) != cell).count() as Cost
            }
            Self::Manhattan => {
                let distance =
                    (0..cells).map(|cell| cell.abs_diff(counter(cell)) as u64).sum::<u64>();
                Cost::try_from(distance).unwrap_or(Cost::MAX - 1)
            }
            Self::Manhattan2d => {
                let side = cells.isqrt();
                let distance = |cell| distance_2d(side, cell, counter(cell)) as u64;
                let distance = (0..cells).map(distance).sum::<u64>();
                Cost::try_from(distance).unwrap_or(Cost::MAX - 1)
            }
        }
    }
}

/// Returns the rows and columns between two cells.
pub(super) fn distance_2d(side: usize, a: usize, b: usize) -> usize {
    (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side)
}

/// The maximum number of cells of boards that are copied.
pub(super) const SMALL: usize = 256;

/// Labels each cell with the number of its cycle, from 1, and returns the number of cycles.
pub(super) fn label_cycles(labels: &mut [u32], counter: impl Fn(usize) -> usize) -> Cost {
    labels.fill(0);
    let mut cycles = 0;
    for first in 0..labels.len() {
        if labels[first] != 0 {
            continue;
        }
        cycles += 1;
        let mut cell = first;
        while labels[cell] == 0 {
            labels[cell] = cycles;
            cell = counter(cell);
        }
    }
    cycles
}
