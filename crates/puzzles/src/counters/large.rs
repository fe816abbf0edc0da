//! Boards too large to copy: one board changed in place.

use super::estimate::{Estimate, distance_2d};
use super::info::INFO;
use super::reading::{Swap, cells_of_size, parse_swap, read, show_swap, shuffled, text};
use super::reference::LargeCountersReference;
use heureka_core::abilities::{Downhill, InPlace};
use heureka_core::{Claim, Cost};
use heureka_kit::large::LargePuzzle;
use heureka_kit::puzzle::{Info, Parameters};
use heureka_kit::text::ParseError;
use std::fmt::{self, Write};

/// An instance on a board of any size.
#[derive(Debug)]
pub struct LargeCounters {
    start: Vec<u32>,
    estimate: Estimate,
}

/// The counter on each cell and the cell of each counter, from 0.
#[derive(Clone, Debug)]
pub struct Placed {
    counters: Vec<u32>,
    cells: Vec<u32>,
    /// The number of misplaced counters.
    misplaced: usize,
}

impl InPlace for LargeCounters {
    type State = Placed;
    type Action = Swap;

    fn start(&self) -> Placed {
        let counters = self.start.clone();
        let mut cells = vec![0; counters.len()];
        let mut misplaced = 0;
        for (cell, &counter) in (0..).zip(&counters) {
            cells[counter as usize] = cell;
            misplaced += usize::from(cell != counter);
        }
        Placed { counters, cells, misplaced }
    }

    fn is_goal(&self, state: &Placed) -> bool {
        state.misplaced == 0
    }

    fn play(&self, state: &mut Placed, (a, b): Swap) -> Option<Cost> {
        let (cell_a, cell_b) = (*state.cells.get(a as usize)?, *state.cells.get(b as usize)?);
        if a == b {
            return None;
        }
        let wrong = |cell: u32, counter: u32| usize::from(cell != counter);
        state.misplaced += wrong(cell_a, b) + wrong(cell_b, a);
        state.misplaced -= wrong(cell_a, a) + wrong(cell_b, b);
        state.counters.swap(cell_a as usize, cell_b as usize);
        state.cells.swap(a as usize, b as usize);
        Some(1)
    }
}

impl Downhill for LargeCounters {
    /// The first cell to look at.
    type Hint = usize;

    fn h(&self, state: &Placed) -> Cost {
        let counter = |cell: usize| state.counters[cell] as usize;
        self.estimate.of(self.estimate.measure(state.counters.len(), counter))
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.estimate as usize].claim
    }

    /// Swaps the right counter onto the first cell with a wrong one. That places one or two counters
    /// and splits a cycle, so the measures fall, with two exceptions. Half the misplaced counters need
    /// a pair that places two, unless one counter is left over. Rows and columns need a wrong counter
    /// whose place does not lie beyond the cell.
    fn downhill(&self, state: &Placed, hint: &mut usize, tried: &mut u64) -> Option<Swap> {
        let odd_one_left = state.misplaced % 2 == 1;
        let side = state.counters.len().isqrt();
        while let Some(&counter) = state.counters.get(*hint) {
            let right = *hint as u32;
            if counter != right {
                *tried += 1;
                let falls = match self.estimate {
                    Estimate::HalfMisplaced => {
                        odd_one_left || state.counters[counter as usize] == right
                    }
                    Estimate::Manhattan2d => {
                        let distance = |a, b| distance_2d(side, a, b);
                        let (from, place) = (state.cells[*hint] as usize, counter as usize);
                        distance(from, place) < distance(from, *hint) + distance(*hint, place)
                    }
                    _ => true,
                };
                if falls {
                    return Some((right.min(counter), right.max(counter)));
                }
            }
            *hint += 1;
        }
        None
    }
}

impl LargePuzzle for LargeCounters {
    type Reference = LargeCountersReference;
    const INFO: &'static Info = &INFO;

    const PERFECT: &'static str = "cycles";

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        Ok(Self { start: read(text)?, estimate: Estimate::Cycles })
    }

    fn random(size: &str, _: &Parameters, seed: u64) -> Result<Self, ParseError> {
        Ok(Self { start: shuffled(cells_of_size(size)?, seed), estimate: Estimate::Cycles })
    }

    fn text(&self) -> String {
        text(self.start.iter().copied())
    }

    fn outline(&self) -> String {
        let side = self.start.len().isqrt();
        format!("{side} × {side} counters, {} misplaced", self.start().misplaced)
    }

    fn reference(&self) -> LargeCountersReference {
        LargeCountersReference(self.start.iter().map(|counter| counter + 1).collect())
    }

    fn set_heuristic(&mut self, index: usize) {
        self.estimate = Estimate::ALL[index];
    }

    fn show_action(&self, action: Swap, out: &mut dyn Write) -> fmt::Result {
        show_swap(action, out)
    }

    fn parse_action(&self, word: &str) -> Option<Swap> {
        parse_swap(word, self.start.len())
    }

    fn example(&self) -> Option<Swap> {
        (self.start.len() > 1).then_some((0, 1))
    }
}
