//! Adjusting the counters: a square board full of numbered counters; a move swaps any two.
//!
//! | file | content |
//! |---|---|
//! | `board` | boards as keys, ordered by their counters |
//! | `estimate` | the five heuristics |
//! | `reading` | boards, sizes and moves as text |
//! | `large` | boards of more than 256 counters, changed in place |
//!
//! Moves are ordered by cells: first with second, first with third, …, second with third. Every
//! state has n (n − 1) / 2 moves, so h is updated from the two cells of a swap, or from the labels
//! of their cycles.

pub mod board;
mod estimate;
pub mod info;
pub mod large;
pub mod reading;
pub mod reference;

pub use board::Board;
pub use reading::Swap;

use estimate::{Estimate, SMALL, distance_2d, label_cycles};
use heureka_core::abilities::{Ordered, Reversible};
use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stop};
use heureka_kit::draw::{
    Area, Cell, Draw, Picture, cell_areas, draw_cells, numbered, write_cells, write_columns,
};
use heureka_kit::edit::{Edit, swap_pieces};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use reading::{cells_of_size, parse_swap, read, show_swap, shuffled, side, text};
use reference::CountersReference;
use std::cmp::Ordering;
use std::fmt::{self, Write};
use std::marker::PhantomData;

/// An instance on a board of up to 256 cells.
#[derive(Clone, Debug)]
pub struct Counters<B> {
    cells: usize,
    side: usize,
    start: B,
    estimate: Estimate,
}

/// A board and the measure of its heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement<B> {
    board: B,
    measure: Cost,
}

/// Returns the minimum number of swaps that sort counters from 0.
#[must_use]
pub fn optimum(counters: &[u32]) -> Cost {
    Estimate::Cycles.measure(counters.len(), |cell| counters[cell] as usize)
}

impl<B: Board> Counters<B> {
    /// Returns the instance with these counters, from 0, row by row.
    ///
    /// # Errors
    /// If the board is not square or too large for its type.
    pub fn new(counters: &[u32]) -> Result<Self, ParseError> {
        let (cells, max) = (counters.len(), B::CELLS.min(SMALL));
        let side = side(cells).filter(|_| cells <= max).ok_or_else(|| {
            ParseError::whole(format!("{cells} counters: expected a square of at most {max}"))
        })?;
        Ok(Self { cells, side, start: B::of(counters), estimate: Estimate::Cycles })
    }

    /// Returns the counters of a state, from 0, row by row.
    pub fn counters<'a>(
        &'a self,
        state: &'a Arrangement<B>,
    ) -> impl ExactSizeIterator<Item = u32> + 'a {
        (0..self.cells).map(|cell| state.board.get(cell) as u32)
    }

    fn arrangement(&self, board: B) -> Arrangement<B> {
        // An invalid key maps to some state.
        let counter = |cell| board.get(cell).min(self.cells - 1);
        Arrangement { board, measure: self.estimate.measure(self.cells, counter) }
    }

    /// Returns the appearance of each cell; counters in place have their own color.
    fn cell_of(&self, state: &Arrangement<B>) -> impl FnMut(usize, usize) -> Cell {
        let (board, side) = (state.board, self.side);
        numbered(side, move |cell| (board.get(cell) + 1, board.get(cell) == cell))
    }

    /// Calls `visit` with every move; `added` is its change of the measure.
    #[inline(always)]
    fn each_swap(
        &self,
        state: &Arrangement<B>,
        visit: &mut impl FnMut(Swap, Arrangement<B>),
        added: impl Fn(usize, usize, usize, usize) -> i32,
    ) {
        let mut counters = [0u16; SMALL];
        for (cell, counter) in counters[..self.cells].iter_mut().enumerate() {
            *counter = state.board.get(cell) as u16;
        }
        let counters = &counters[..self.cells];
        for (a, &first) in counters.iter().enumerate() {
            let first = usize::from(first);
            for (b, &second) in counters.iter().enumerate().skip(a + 1) {
                let second = usize::from(second);
                let measure = state.measure.wrapping_add_signed(added(a, b, first, second));
                let swap = (first.min(second) as u32, first.max(second) as u32);
                visit(swap, Arrangement { board: state.board.swapped(a, b), measure });
            }
        }
    }
}

impl<B: Board> Problem for Counters<B> {
    type State = Arrangement<B>;
    type Key = B;
    type Action = Swap;

    fn start(&self) -> Arrangement<B> {
        self.arrangement(self.start)
    }

    fn is_goal(&self, state: &Arrangement<B>) -> bool {
        state.measure == 0
    }

    fn successors(
        &self,
        state: &Arrangement<B>,
        visit: &mut impl FnMut(Swap, Cost, Arrangement<B>),
    ) {
        let visit = &mut |swap, next| visit(swap, 1, next);
        match self.estimate {
            Estimate::Cycles => {
                let mut labels = [0; SMALL];
                let counter = |cell| state.board.get(cell).min(self.cells - 1);
                label_cycles(&mut labels[..self.cells], counter);
                // A swap within a cycle splits it; a swap between two joins them.
                let added = |a, b, _, _| if labels[a] == labels[b] { -1 } else { 1 };
                self.each_swap(state, visit, added);
            }
            Estimate::HalfMisplaced | Estimate::Misplaced => {
                let wrong = |cell: usize, counter: usize| i32::from(cell != counter);
                self.each_swap(state, visit, |a, b, first, second| {
                    wrong(a, second) + wrong(b, first) - wrong(a, first) - wrong(b, second)
                });
            }
            Estimate::Manhattan => {
                let distance =
                    |cell: usize, counter: usize| i32::from(cell.abs_diff(counter) as u16);
                self.each_swap(state, visit, |a, b, first, second| {
                    distance(a, second) + distance(b, first)
                        - distance(a, first)
                        - distance(b, second)
                });
            }
            Estimate::Manhattan2d => {
                let distance =
                    |cell, counter| i32::from(distance_2d(self.side, cell, counter) as u16);
                self.each_swap(state, visit, |a, b, first, second| {
                    distance(a, second) + distance(b, first)
                        - distance(a, first)
                        - distance(b, second)
                });
            }
        }
    }

    #[inline]
    fn pack(&self, state: &Arrangement<B>) -> B {
        state.board
    }

    #[inline]
    fn unpack(&self, &key: &B) -> Arrangement<B> {
        self.arrangement(key)
    }

    #[inline(always)]
    fn h(&self, state: &Arrangement<B>) -> Cost {
        self.estimate.of(state.measure)
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.estimate as usize].claim
    }

    fn undoes(&self, previous: Swap, next: Swap) -> bool {
        previous == next
    }

    fn apply(&self, state: &Arrangement<B>, (a, b): Swap) -> Option<(Cost, Arrangement<B>)> {
        let cell_of =
            |counter| (0..self.cells).find(|&cell| state.board.get(cell) == counter as usize);
        let (a, b) = (cell_of(a)?, cell_of(b)?);
        (a != b).then(|| (1, self.arrangement(state.board.swapped(a, b))))
    }

    fn abilities<O: Observer<Arrangement<B>, Swap>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().undirected().ordered()
    }
}

/// A swap is its own inverse.
impl<B: Board> Reversible for Counters<B> {
    fn goals(&self, visit: &mut impl FnMut(Arrangement<B>)) {
        let ordered: Vec<u32> = (0..self.cells as u32).collect();
        visit(self.arrangement(B::of(&ordered)));
    }

    fn predecessors(
        &self,
        state: &Arrangement<B>,
        visit: &mut impl FnMut(Swap, Cost, Arrangement<B>),
    ) {
        self.successors(state, visit);
    }
}

impl<B: Board> Ordered for Counters<B> {
    fn compare(&self, a: &B, b: &B) -> Ordering {
        a.cmp(b)
    }
}

impl<B: Board> Puzzle for Counters<B> {
    type Reference = CountersReference<B>;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        Self::new(&read(text)?)
    }

    fn random(size: &str, _: &Parameters, seed: u64) -> Result<Self, ParseError> {
        Self::new(&shuffled(cells_of_size(size)?, seed))
    }

    fn text(&self) -> String {
        text(self.counters(&self.start()))
    }

    fn reference(&self) -> CountersReference<B> {
        let start = self.counters(&self.start()).map(|counter| counter + 1).collect();
        let heuristic = INFO.heuristics[self.estimate as usize].name;
        CountersReference { start, heuristic, key: PhantomData }
    }

    fn set_start(&mut self, state: Arrangement<B>) {
        self.start = state.board;
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.estimate = Estimate::ALL[index];
        Ok(())
    }

    fn tools() -> &'static [&'static str] {
        &["swap"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        swap_pieces(&self.text(), edit)
    }

    fn show_action(&self, action: Swap, out: &mut dyn Write) -> fmt::Result {
        show_swap(action, out)
    }

    fn parse_action(&self, word: &str) -> Option<Swap> {
        parse_swap(word, self.cells)
    }
}

impl<B: Board> Draw for Counters<B> {
    fn show_state(&self, state: &Arrangement<B>, colors: bool, out: &mut dyn Write) -> fmt::Result {
        write_cells(out, (self.side, self.side), colors, self.cell_of(state))
    }

    fn note_state(&self, state: &Arrangement<B>, out: &mut dyn Write) -> fmt::Result {
        write_columns(out, (self.side, self.side), self.cell_of(state))
    }

    fn spots(&self, state: &Arrangement<B>, next: &Arrangement<B>) -> Vec<Area> {
        cell_areas((self.side, self.side), |cell| state.board.get(cell) != next.board.get(cell))
    }

    fn draw(&self, state: &Arrangement<B>, before: Option<&Arrangement<B>>) -> Picture {
        draw_cells((self.side, self.side), self.cell_of(state), |cell| {
            before.is_some_and(|before| before.board.get(cell) != state.board.get(cell))
        })
    }
}

#[cfg(test)]
mod tests;
