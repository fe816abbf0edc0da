//! The χ-puzzle: sliding tiles with two goals, where a blank in a corner also takes tiles from the
//! other ends of its row and column, from the inner diagonal and from the opposite corner.
//!
//! | file | content |
//! |---|---|
//! | `rules` | the slides, forward and backward |
//! | `estimate` | the heuristics |
//! | `exact` | tables of whole spaces |
//! | `puzzles` | files of boards, one per line |
//!
//! A board is a word of `tiles`: 16 cells in 64 bits, 25 in 128, up to 36 in bytes. A move is the tile
//! that slides, since no two slides in a state move the same tile.

mod estimate;
pub mod exact;
mod info;
mod patterns;
pub mod puzzles;
pub mod reference;
mod rules;
#[cfg(test)]
mod tests;

pub use info::INFO;
pub use rules::MAX_CELLS;

use crate::tiles::{Word, text};
use estimate::Estimate;
use heureka_core::abilities::Reversible;
use heureka_core::certificate::KeyBytes;
use heureka_core::store::SetKey;
use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stop};
use heureka_kit::board::{Size, shuffled};
use heureka_kit::draw::{Area, Cell, Draw, Picture, cell_areas, draw_cells, numbered, write_cells};
use heureka_kit::edit::{Edit, swap_pieces};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::{ParseError, rows_of_words, words};
use reference::ChiReference;
use rules::{Rules, Slide, goals};
use std::fmt::{self, Write};

/// A word that holds boards of the χ-puzzle.
pub trait Packed: Word + SetKey + KeyBytes {
    /// See [`Problem::abilities`].
    fn abilities<O: Observer<Board<Self>, u8>>() -> Abilities<Chi<Self>, O> {
        Abilities::plain().reversible()
    }
}

impl Packed for u64 {
    fn abilities<O: Observer<Board<Self>, u8>>() -> Abilities<Chi<Self>, O> {
        Abilities::plain().reversible().ranked()
    }
}

impl Packed for u128 {}
impl Packed for [u8; MAX_CELLS] {}

/// An instance on a board that fits into a word of type `W`.
#[derive(Clone, Debug)]
pub struct Chi<W> {
    size: Size,
    start: Board<W>,
    goals: [W; 2],
    rules: Rules,
    /// The index in [`Info::heuristics`].
    heuristic: usize,
    estimate: Estimate,
}

/// A board with the blank's cell and the heuristic's sum for each goal.
#[derive(Clone, Copy, Debug)]
pub struct Board<W> {
    cells: W,
    blank: u8,
    sums: [u16; 2],
}

impl<W> Board<W> {
    #[inline(always)]
    fn blank(&self) -> usize {
        usize::from(self.blank)
    }
}

/// Compares the cells only; the rest follows from them.
impl<W: PartialEq> PartialEq for Board<W> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl<W: Eq> Eq for Board<W> {}

/// Returns the number of cells of the board that a text and its parameters describe.
///
/// # Errors
/// If the size is invalid or cannot be determined.
pub fn cells(text: &str, parameters: &Parameters) -> Result<usize, ParseError> {
    size_of(text, parameters).map(Size::cells)
}

/// Reads a size such as `2x4`.
///
/// # Errors
/// If the size is invalid.
pub fn parse_size(size: &str) -> Result<Size, ParseError> {
    text::parse_size(size, MAX_CELLS)
}

/// Checks the size of a board.
///
/// # Errors
/// If the board is too small or too large.
pub fn check_size(size: Size) -> Result<Size, ParseError> {
    text::check_size(size, MAX_CELLS)
}

/// Returns the size of a board from its text: eight numbers in one row are a 2x4 board.
fn size_of(text: &str, parameters: &Parameters) -> Result<Size, ParseError> {
    let rows = rows_of_words(text)?;
    if rows.len() == 1 && rows[0].len() == 8 && parameters.0.is_empty() {
        return Ok(Size { rows: 2, cols: 4 });
    }
    text::size_of(text, parameters, MAX_CELLS)
}

impl<W: Packed> Chi<W> {
    /// Returns the instance with this start, row by row, 0 for the blank.
    ///
    /// # Errors
    /// If the board has more cells than the word.
    pub fn new(size: Size, cells: &[u8]) -> Result<Self, ParseError> {
        text::check_size(size, W::CELLS)?;
        let cells = W::of(cells);
        let mut chi = Self {
            size,
            start: Board { cells, blank: cells.blank() as u8, sums: [0; 2] },
            goals: goals(size).map(|goal| W::of(&goal)),
            rules: Rules::new(size),
            heuristic: 0,
            estimate: Estimate::Blank,
        };
        // The first heuristic has small tables: no limit is needed.
        let _ = chi.set_heuristic(0, &mut Limits::none());
        Ok(chi)
    }

    /// Returns the tiles of a state, row by row, 0 for the blank.
    pub fn tiles(&self, state: &Board<W>) -> impl Iterator<Item = usize> + use<W> {
        let cells = state.cells;
        (0..self.size.cells()).map(move |cell| cells.tile(cell))
    }

    /// Returns the state of a board, with its sums computed from scratch.
    #[inline(always)]
    fn board(&self, cells: W, blank: usize) -> Board<W> {
        Board { cells, blank: blank as u8, sums: self.estimate.sums(self.size, cells, blank) }
    }

    /// Calls `visit` with every slide of a list. One loop serves all heuristics, so that `visit` is
    /// inlined once.
    #[inline(always)]
    fn each(&self, state: &Board<W>, slides: &[Slide], visit: &mut impl FnMut(u8, Cost, Board<W>)) {
        let blank = state.blank();
        for slide in slides {
            let from = usize::from(slide.cell);
            let tile = state.cells.tile(from);
            let cells = state.cells.slide(tile, from, blank);
            let sums = match &self.estimate {
                Estimate::Tiles(costs) => costs.after(state.sums, tile, from, blank),
                estimate => estimate.sums(self.size, cells, from),
            };
            visit(tile as u8, Cost::from(slide.cost), Board { cells, blank: slide.cell, sums });
        }
    }

    /// Returns the appearance of each cell; tiles in place for the nearer goal have their own color.
    fn cell_of(&self, state: &Board<W>) -> impl FnMut(usize, usize) -> Cell + use<W> {
        let (cells, cols, n) = (state.cells, self.size.cols, self.size.cells());
        let in_place =
            |goal: &&W| (0..n).filter(|&cell| goal.tile(cell) == cells.tile(cell)).count();
        let [first, second] = &self.goals;
        let goal = if in_place(&second) > in_place(&first) { *second } else { *first };
        numbered(cols, move |cell| (cells.tile(cell), cells.tile(cell) == goal.tile(cell)))
    }
}

impl Chi<u64> {
    /// Returns the instance that starts at the first goal, without heuristic tables.
    fn ordered(size: Size) -> Self {
        let goals = goals(size).map(|goal| u64::of(&goal));
        let blind = INFO.heuristics.iter().position(|heuristic| heuristic.name == "h0");
        Self {
            size,
            start: Board { cells: goals[0], blank: size.cells() as u8 - 1, sums: [0; 2] },
            goals,
            rules: Rules::new(size),
            heuristic: blind.unwrap_or(0),
            estimate: Estimate::Blank,
        }
    }
}

impl<W: Packed> Problem for Chi<W> {
    type State = Board<W>;
    type Key = W;
    type Action = u8;

    fn start(&self) -> Board<W> {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: &Board<W>) -> bool {
        self.goals.contains(&state.cells)
    }

    #[inline(always)]
    fn successors(&self, state: &Board<W>, visit: &mut impl FnMut(u8, Cost, Board<W>)) {
        self.each(state, self.rules.forward[state.blank() % rules::ROOM].all(), visit);
    }

    #[inline(always)]
    fn pack(&self, state: &Board<W>) -> W {
        state.cells.key()
    }

    #[inline]
    fn unpack(&self, key: &W) -> Board<W> {
        let cells = W::of_key(*key, self.size.cells());
        self.board(cells, cells.blank())
    }

    #[inline(always)]
    fn h(&self, state: &Board<W>) -> Cost {
        Cost::from(state.sums[0].min(state.sums[1]))
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    /// A tile that slides twice in a row returns to its cell.
    #[inline(always)]
    fn undoes(&self, previous: u8, next: u8) -> bool {
        previous == next
    }

    fn abilities<O: Observer<Board<W>, u8>>(&self) -> Abilities<Self, O> {
        W::abilities()
    }
}

impl<W: Packed> Reversible for Chi<W> {
    fn goals(&self, visit: &mut impl FnMut(Board<W>)) {
        let last = self.size.cells() - 1;
        self.goals.iter().for_each(|&goal| visit(self.board(goal, last)));
    }

    #[inline(always)]
    fn predecessors(&self, state: &Board<W>, visit: &mut impl FnMut(u8, Cost, Board<W>)) {
        self.each(state, self.rules.backward[state.blank() % rules::ROOM].all(), visit);
    }
}

impl<W: Packed> Puzzle for Chi<W> {
    type Reference = ChiReference<W>;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let size = size_of(text, parameters)?;
        Self::new(size, &text::read_board(words(text)?, size)?)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let size = text::random_size(size, parameters, MAX_CELLS)?;
        Self::new(size, &shuffled(size.cells() as u8, seed))
    }

    fn text(&self) -> String {
        text::board_text(self.size, self.tiles(&self.start))
    }

    fn reference(&self) -> ChiReference<W> {
        let cells = self.tiles(&self.start).map(|tile| tile as u8).collect();
        ChiReference::new(self.size, cells, INFO.heuristics[self.heuristic].name)
    }

    fn reference_shares_heuristic(heuristic: usize) -> bool {
        matches!(INFO.heuristics[heuristic].name, "h0" | "h1" | "h2")
    }

    /// Ignores a state of another board size.
    fn set_start(&mut self, state: Board<W>) {
        if text::is_board(self.size, self.tiles(&state)) {
            self.start = self.board(state.cells, state.blank());
        }
    }

    fn set_heuristic(&mut self, index: usize, limits: &mut Limits<'_>) -> Result<(), Stop> {
        let name = INFO.heuristics[index].name;
        self.estimate = Estimate::named(name, self.size, &self.rules, limits)?;
        self.heuristic = index;
        self.start = self.board(self.start.cells, self.start.blank());
        Ok(())
    }

    fn table_bytes(&self) -> u64 {
        self.estimate.bytes()
    }

    fn tools() -> &'static [&'static str] {
        &["swap"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        swap_pieces(&self.text(), edit)
    }

    fn show_action(&self, action: u8, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{action}")
    }

    fn parse_action(&self, word: &str) -> Option<u8> {
        word.parse().ok().filter(|&tile| tile > 0 && usize::from(tile) < self.size.cells())
    }
}

impl<W: Packed> Draw for Chi<W> {
    fn show_state(&self, state: &Board<W>, colors: bool, out: &mut dyn Write) -> fmt::Result {
        write_cells(out, (self.size.rows, self.size.cols), colors, self.cell_of(state))
    }

    /// Writes the instance's text, as the course's files list the tiles.
    fn note_state(&self, state: &Board<W>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(text::board_text(self.size, self.tiles(state)).trim_end())
    }

    fn spots(&self, state: &Board<W>, next: &Board<W>) -> Vec<Area> {
        let changed = |cell| state.cells.tile(cell) != next.cells.tile(cell);
        cell_areas((self.size.rows, self.size.cols), changed)
    }

    fn draw(&self, state: &Board<W>, before: Option<&Board<W>>) -> Picture {
        draw_cells((self.size.rows, self.size.cols), self.cell_of(state), |cell| {
            before.is_some_and(|before| before.cells.tile(cell) != state.cells.tile(cell))
        })
    }
}
