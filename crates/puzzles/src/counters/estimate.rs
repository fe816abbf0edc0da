//! The four estimates, from scratch.

use heureka_core::Cost;

/// Which estimate; in the order of the heuristics' list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Estimate {
    Cycles,
    HalfMisplaced,
    Misplaced,
    Manhattan,
}

impl Estimate {
    pub const ALL: [Self; 4] =
        [Self::Cycles, Self::HalfMisplaced, Self::Misplaced, Self::Manhattan];

    /// The estimate of a measure: half of it, rounded up, if only half counts.
    #[inline(always)]
    pub fn of(self, measure: Cost) -> Cost {
        if self == Self::HalfMisplaced { measure.div_ceil(2) } else { measure }
    }

    /// What the estimate goes by; 0 exactly if every counter is in its place.
    ///
    /// `counter` tells the counter on a cell, from 0; whatever it tells, this ends.
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
                let away = (0..cells).map(|cell| cell.abs_diff(counter(cell)) as u64).sum::<u64>();
                Cost::try_from(away).unwrap_or(Cost::MAX - 1)
            }
        }
    }
}

/// The cells of small boards, for what is kept of each.
pub(super) const SMALL: usize = 256;

/// Numbers the cycles from 1 on, writes for each cell to which it belongs, and returns how many there
/// are.
///
/// A counter on a cell belongs to another cell, whose counter belongs to a third, and so on around.
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
