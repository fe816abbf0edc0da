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
                let mut labels = Labels::new(cells);
                cells as Cost - labels.fill(cells, counter)
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

/// The cycle that each cell belongs to: a counter on it belongs to another cell, whose counter
/// belongs to a third, and so on around.
pub(super) enum Labels {
    Small([u16; SMALL]),
    Large(Vec<u32>),
}

impl Labels {
    pub fn new(cells: usize) -> Self {
        if cells <= SMALL { Self::Small([0; SMALL]) } else { Self::Large(vec![0; cells]) }
    }

    /// Numbers the cycles from 1 on and returns how many there are.
    pub fn fill(&mut self, cells: usize, counter: impl Fn(usize) -> usize) -> Cost {
        let mut cycles = 0;
        for first in 0..cells {
            if self.get(first) != 0 {
                continue;
            }
            cycles += 1;
            let mut cell = first;
            while self.get(cell) == 0 {
                match self {
                    Self::Small(labels) => labels[cell] = cycles as u16,
                    Self::Large(labels) => labels[cell] = cycles,
                }
                cell = counter(cell);
            }
        }
        cycles
    }

    #[inline(always)]
    pub fn get(&self, cell: usize) -> u32 {
        match self {
            Self::Small(labels) => u32::from(labels[cell]),
            Self::Large(labels) => labels[cell],
        }
    }
}
