//! The χ-puzzle: sliding tiles with two goals, where a blank in a corner also takes tiles from the
//! other ends of its row and column, from the cell inside it and from the opposed corner, at a price.
//!
//! | file | what |
//! |---|---|
//! | `rules` | which slides there are, forwards and backwards |
//! | `estimate` | the heuristics |
//! | `exact` | the whole space by ranks |
//! | `puzzles` | files of boards, one a line |
//! | `course` | the runs and files of a course |
//! | `info` | what is said of the puzzle |
//!
//! A board is a word of `tiles`: 16 cells in 64 bits, 25 in 128, up to 36 in bytes. A move is the tile
//! that slides, as no two slides in a state move the same one.

pub mod course;
mod estimate;
pub mod exact;
mod info;
pub mod puzzles;
pub mod reference;
mod rules;
#[cfg(test)]
mod tests;

pub use info::INFO;
pub use rules::MOST_CELLS;

use crate::tiles::reference::Key;
use crate::tiles::shape::{read, shape};
use crate::tiles::{Shape, Word};
use estimate::Estimate;
use heureka_core::certificate::KeyBytes;
use heureka_core::store::SetKey;
use heureka_core::{
    Claim, Cost, Exploration, Limits, Observer, Problem, Report, Reversed, Reversible, Strategy,
    Unsupported, explore, explore_ranked, solve_reversible,
};
use heureka_kit::draw::{Cell, Picture, draw_cells, numbered, write_cells};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::{ParseError, words};
use reference::ChiReference;
use rules::{Rules, Slide, goals};
use std::fmt::{self, Write};

/// A word that boards of the χ-puzzle are packed into.
pub trait Packed: Word + SetKey + KeyBytes + Key {
    /// See [`Puzzle::explore`].
    fn explore(chi: &Chi<Self>, limits: &mut Limits<'_>) -> Exploration {
        explore(chi, limits)
    }
}

/// With two bits a board where that fits.
impl Packed for u64 {
    fn explore(chi: &Chi<Self>, limits: &mut Limits<'_>) -> Exploration {
        if chi.shape.cells() <= exact::MOST_CELLS_EVER {
            explore_ranked(chi, limits)
        } else {
            explore(chi, limits)
        }
    }
}

impl Packed for u128 {}
impl Packed for [u8; MOST_CELLS] {}

/// An instance on a board that fits into a word of type `W`.
#[derive(Clone, Debug)]
pub struct Chi<W> {
    shape: Shape,
    start: Board<W>,
    goals: [W; 2],
    rules: Rules,
    heuristic: usize,
    estimate: Estimate,
}

/// A board with the blank's cell, and what the heuristic counts on it for each goal.
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

/// All else follows from the cells.
impl<W: PartialEq> PartialEq for Board<W> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl<W: Eq> Eq for Board<W> {}

/// The number of cells of the board that a text and its parameters mean, from which the word to
/// use follows.
///
/// # Errors
/// If text and parameters do not go together.
pub fn cells(text: &str, parameters: &Parameters) -> Result<usize, ParseError> {
    shape_of(text, parameters).map(Shape::cells)
}

/// The number of cells of a board of a size such as `2x4`.
///
/// # Errors
/// If it is no size, or one that no board may have.
pub fn cells_of_size(size: &str) -> Result<usize, ParseError> {
    read_size(size).map(Shape::cells)
}

/// Reads a size such as `2x4`.
///
/// # Errors
/// If it is no size, or one that no board may have.
pub fn read_size(size: &str) -> Result<Shape, ParseError> {
    Shape::read(size, MOST_CELLS)
}

/// The shape with so many rows and columns.
///
/// # Errors
/// If no board may have it.
pub fn shape_with(rows: usize, cols: usize) -> Result<Shape, ParseError> {
    Shape::new(rows, cols, MOST_CELLS)
}

/// The shape that a text means: eight numbers on one line are the two rows of the classic board.
fn shape_of(text: &str, parameters: &Parameters) -> Result<Shape, ParseError> {
    let lines: Vec<usize> = words(text).map(|word| word.line).collect();
    let classic = lines.len() == 8 && lines[0] == lines[7];
    if classic && parameters.0.is_empty() {
        return shape_with(2, 4);
    }
    shape(text, parameters, MOST_CELLS)
}

impl<W: Word> Chi<W> {
    /// The instance with these cells, row by row, 0 the blank; nothing if they do not fit the shape or
    /// the word.
    #[must_use]
    pub fn new(shape: Shape, cells: &[u8]) -> Option<Self> {
        if cells.len() != shape.cells() || cells.len() > W::CELLS {
            return None;
        }
        let cells = W::of(cells);
        let start = Board { cells, blank: cells.blank() as u8, sums: [0; 2] };
        let goals = goals(shape).map(|goal| W::of(&goal));
        let rules = Rules::new(shape);
        let estimate = Estimate::Blank;
        let mut chi = Self { shape, start, goals, rules, heuristic: 0, estimate };
        chi.choose(0);
        Some(chi)
    }

    fn choose(&mut self, index: usize) {
        self.heuristic = index;
        self.estimate = Estimate::named(INFO.heuristics[index].name, self.shape, &self.rules);
        self.start = self.board(self.start.cells, self.start.blank());
    }

    /// The board's shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The tiles of a state, row by row, 0 the blank.
    pub fn tiles(&self, state: &Board<W>) -> impl Iterator<Item = usize> + use<W> {
        let cells = state.cells;
        (0..self.shape.cells()).map(move |cell| cells.tile(cell))
    }

    /// The state of a board, its h counted from scratch.
    #[inline(always)]
    fn board(&self, cells: W, blank: usize) -> Board<W> {
        Board { cells, blank: blank as u8, sums: self.estimate.sums(self.shape, cells, blank) }
    }

    /// Calls `visit` with every slide of a list; in one loop, so that `visit` becomes part of it.
    #[inline(always)]
    fn each(&self, state: &Board<W>, slides: &[Slide], visit: &mut impl FnMut(u8, Cost, Board<W>)) {
        let blank = state.blank();
        for slide in slides {
            let from = usize::from(slide.cell);
            let tile = state.cells.tile(from);
            let cells = state.cells.slide(tile, from, blank);
            let sums = match &self.estimate {
                Estimate::Tiles(costs) => costs.after(state.sums, tile, from, blank),
                estimate => estimate.sums(self.shape, cells, from),
            };
            visit(tile as u8, Cost::from(slide.cost), Board { cells, blank: slide.cell, sums });
        }
    }

    /// How the cells look: tiles in place for the goal that the board is nearer to in one color.
    fn cell_of(&self, state: &Board<W>) -> impl FnMut(usize, usize) -> Cell + use<W> {
        let (cells, cols, n) = (state.cells, self.shape.cols, self.shape.cells());
        let in_place =
            |goal: &&W| (0..n).filter(|&cell| goal.tile(cell) == cells.tile(cell)).count();
        let [first, second] = &self.goals;
        let goal = if in_place(&second) > in_place(&first) { *second } else { *first };
        numbered(cols, move |cell| (cells.tile(cell), cells.tile(cell) == goal.tile(cell)))
    }
}

impl Chi<u64> {
    /// The instance that begins with its first goal, with nothing to be counted: for whole spaces.
    fn ordered(shape: Shape) -> Self {
        let [goal, other] = goals(shape).map(|goal| u64::of(&goal));
        let start = Board { cells: goal, blank: shape.cells() as u8 - 1, sums: [0; 2] };
        let blind = INFO.heuristics.iter().position(|heuristic| heuristic.name == "h0");
        Self {
            shape,
            start,
            goals: [goal, other],
            rules: Rules::new(shape),
            heuristic: blind.unwrap_or(0),
            estimate: Estimate::Blank,
        }
    }
}

impl<W: Word> Problem for Chi<W> {
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

    fn unpack(&self, key: &W) -> Board<W> {
        let cells = W::of_key(*key, self.shape.cells());
        self.board(cells, cells.blank())
    }

    #[inline(always)]
    fn h(&self, state: &Board<W>) -> Cost {
        Cost::from(state.sums[0].min(state.sums[1]))
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    /// A tile that slides twice in a row is back where it was.
    #[inline(always)]
    fn undoes(&self, previous: u8, next: u8) -> bool {
        previous == next
    }
}

impl<W: Word> Reversible for Chi<W> {
    fn goals(&self, visit: &mut impl FnMut(Board<W>)) {
        let last = self.shape.cells() - 1;
        visit(self.board(self.goals[0], last));
        // On a board of two rows and columns they still differ, by the tiles 2 and 3.
        visit(self.board(self.goals[1], last));
    }

    #[inline(always)]
    fn predecessors(&self, state: &Board<W>, visit: &mut impl FnMut(u8, Cost, Board<W>)) {
        self.each(state, self.rules.backward[state.blank() % rules::ROOM].all(), visit);
    }
}

impl<W: Packed> Puzzle for Chi<W> {
    type Reference = ChiReference<W>;

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let shape = shape_of(text, parameters)?;
        Self::new(shape, &read(text, shape)?).ok_or_else(too_many)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        let shape = read_size(size)?;
        shape.agrees_with(parameters)?;
        Self::new(shape, &shape.shuffled(seed)).ok_or_else(too_many)
    }

    fn text(&self) -> String {
        let tiles: Vec<_> = self.tiles(&self.start).map(|tile| tile.to_string()).collect();
        let rows: Vec<_> = tiles.chunks(self.shape.cols).map(|row| row.join(" ")).collect();
        rows.join("\n") + "\n"
    }

    fn reference(&self) -> ChiReference<W> {
        let cells = self.tiles(&self.start).map(|tile| tile as u8).collect();
        let name = INFO.heuristics[self.heuristic].name;
        ChiReference::new(self.shape.rows, self.shape.cols, cells, name)
    }

    fn reference_shares_heuristic(&self) -> bool {
        matches!(self.estimate, Estimate::Blank | Estimate::Tiles(_))
    }

    fn set_heuristic(&mut self, index: usize) {
        self.choose(index);
    }

    fn heuristic(&self) -> usize {
        self.heuristic
    }

    fn table_bytes(&self) -> u64 {
        self.estimate.bytes()
    }

    fn show_state(&self, state: &Board<W>, out: &mut dyn Write) -> fmt::Result {
        write_cells(out, (self.shape.rows, self.shape.cols), false, self.cell_of(state))
    }

    fn paint_state(&self, state: &Board<W>, out: &mut dyn Write) -> fmt::Result {
        write_cells(out, (self.shape.rows, self.shape.cols), true, self.cell_of(state))
    }

    fn draw(&self, state: &Board<W>) -> Picture {
        draw_cells((self.shape.rows, self.shape.cols), self.cell_of(state))
    }

    fn show_action(&self, action: u8, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{action}")
    }

    fn parse_action(&self, word: &str) -> Option<u8> {
        word.parse().ok().filter(|&tile| tile > 0 && usize::from(tile) < self.shape.cells())
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<u8>, Unsupported> {
        solve_reversible(self, strategy, limits, observer)
    }

    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        W::explore(self, limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        Reversed::new(self).map(|back| explore(&back, limits))
    }
}

fn too_many() -> ParseError {
    ParseError::whole("the board is too large for this type of key")
}
