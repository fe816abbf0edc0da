//! Sliding tiles on a board of any shape: the 8-puzzle, the 15-puzzle, the 24-puzzle and others.
//!
//! A board is one machine word: [`Tiles<u64>`] has up to 16 cells, [`Tiles<u128>`] up to 25, and
//! [`cells`] says which one a text needs. A state carries the blank's cell and its heuristic value,
//! which a move changes by a table instead of counting anew.

mod abilities;
mod board;
mod conflict;
mod info;
mod measured;
mod node_kinds;
pub(crate) mod patterns;
pub(crate) mod ranks;
pub mod reference;
pub(crate) mod shape;
pub(crate) mod shared;
#[cfg(test)]
mod tests;
mod walking;
mod word;

pub use abilities::Lanes;
pub use board::Board;
pub use measured::{Measured, TILES15, measured};
pub use shape::{MOST_CELLS, Shape};
pub use word::Word;

use board::ONE_H;
use heureka_core::{
    Claim, Cost, Exploration, Limits, Observer, Problem, Report, Reversed, Strategy, Unsupported,
    explore,
};
use heureka_kit::draw::{Cell, Picture, draw_cells, numbered, write_cells};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use patterns::Patterns;
use std::fmt::{self, Write};
use std::sync::Arc;
use walking::Walking;

/// A move: the way in which a tile slides into the blank's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Slide {
    /// The tile below the blank goes up.
    Up,
    /// The tile to the right of the blank goes left.
    Left,
    /// The tile to the left of the blank goes right.
    Right,
    /// The tile above the blank goes down.
    Down,
}

impl Slide {
    /// All moves, in the order in which they are played.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Left => "left",
            Self::Right => "right",
            Self::Down => "down",
        }
    }

    /// The move that takes it back.
    #[inline(always)]
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }
}

/// One way to slide a tile into the blank.
#[derive(Clone, Copy, Debug)]
struct Move {
    /// Where the tile comes from, and so where the blank goes.
    from: u8,
    slide: Slide,
    /// A bit for each tile that this takes away from its place; nothing if distance is not counted.
    away: u32,
    /// What is added to [`Board::known`]: the blank goes to its new cell, and h falls by one if
    /// tiles that come nearer are counted.
    change: u64,
}

impl Move {
    const NONE: Self = Self { from: 0, slide: Slide::Up, away: 0, change: 0 };
}

/// The moves with the blank on one cell after one move.
#[derive(Clone, Copy, Debug)]
struct Moves {
    moves: [Move; 4],
    count: u8,
}

impl Moves {
    const NONE: Self = Self { moves: [Move::NONE; 4], count: 0 };
}

/// How h changes with a move.
#[derive(Clone, Debug)]
enum Estimate {
    Zero,
    Distance,
    Conflict,
    Walking(Arc<Walking>),
    Patterns(Arc<Patterns>),
}

/// A sliding tile puzzle on a board that fits into a word of type `W`.
#[derive(Clone, Debug)]
pub struct Tiles<W> {
    shape: Shape,
    start: Board<W>,
    goal: W,
    /// Whether the start is in the half of the boards from which the goal is out of reach.
    odd: bool,
    /// A bit for each cell: whether, in the start's half, the tiles' sequence is odd with the blank
    /// there.
    odd_with_blank_at: u32,
    heuristic: usize,
    estimate: Estimate,
    /// By the blank's cell, 32 so that a masked cell needs no further check, and by the move before;
    /// after none, all.
    moves: [[Moves; 5]; 32],
    /// By tile and cell, how many moves they are apart; nothing for the blank.
    distances: [[u8; 32]; 32],
}

/// The number of cells of the board that a text and its parameters mean, from which the word to
/// use follows.
///
/// # Errors
/// If text and parameters do not go together.
pub fn cells(text: &str, parameters: &Parameters) -> Result<usize, ParseError> {
    shape::shape(text, parameters, MOST_CELLS).map(Shape::cells)
}

/// The number of cells of a board of a size such as `4x4`.
///
/// # Errors
/// If it is no size, or one that no board may have.
pub fn cells_of_size(size: &str) -> Result<usize, ParseError> {
    Shape::read(size, MOST_CELLS).map(Shape::cells)
}

impl<W: Word> Tiles<W> {
    /// The puzzle that begins with the given cells, row by row, 0 the blank.
    ///
    /// # Errors
    /// If the board has more cells than the word has room for.
    fn new(shape: Shape, cells: &[u8]) -> Result<Self, ParseError> {
        if shape.cells() > W::CELLS {
            return Err(ParseError::whole(format!(
                "a board of {} × {}: expected at most {} cells",
                shape.rows,
                shape.cols,
                W::CELLS
            )));
        }
        let goal: Vec<u8> = (1..shape.cells() as u8).chain([0]).collect();
        let mut tiles = Self {
            shape,
            start: Board::new(W::of(cells), 0, 0, [0; 2]),
            goal: W::of(&goal),
            odd: shape.odd(cells),
            odd_with_blank_at: shape.odd_blanks(shape.odd(cells)),
            heuristic: 0,
            estimate: Estimate::Zero,
            moves: [[Moves::NONE; 5]; 32],
            distances: shape.distances(),
        };
        tiles.choose(0);
        Ok(tiles)
    }

    /// Makes a heuristic of [`Info::heuristics`] the one in use.
    fn choose(&mut self, index: usize) {
        let name = info::INFO.heuristics[index].name;
        self.heuristic = index;
        self.estimate(match name {
            "walking-distance" => match walking::shared(self.shape) {
                Some(walking) => Estimate::Walking(walking),
                None => Estimate::Conflict,
            },
            "pdb" => Estimate::Patterns(patterns::shared(self.shape)),
            "linear-conflict" => Estimate::Conflict,
            "manhattan" => Estimate::Distance,
            _ => Estimate::Zero,
        });
    }

    /// Lets h be counted so from now on.
    fn estimate(&mut self, estimate: Estimate) {
        self.estimate = estimate;
        for cell in 0..self.shape.cells() {
            self.moves[cell] = self.moves_at(cell);
        }
        self.start = self.board(self.start.cells);
    }

    /// The board's shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The tiles of a state, row by row, 0 the blank.
    pub fn tiles(&self, state: &Board<W>) -> impl Iterator<Item = usize> {
        let cells = state.cells;
        (0..self.shape.cells()).map(move |cell| cells.tile(cell))
    }

    /// How the cells of a state look: tiles in place in one color, the others in another.
    fn cell_of(&self, state: &Board<W>) -> impl FnMut(usize, usize) -> Cell {
        let (cells, cols) = (state.cells, self.shape.cols);
        numbered(cols, move |cell| (cells.tile(cell), cells.tile(cell) == cell + 1))
    }

    /// The moves with the blank on `cell`, by the move before.
    fn moves_at(&self, cell: usize) -> [Moves; 5] {
        let Shape { rows, cols } = self.shape;
        let (row, col) = self.shape.place(cell);
        // Zero stays, and pattern databases tell h anew; the others fall by one or rise by one.
        let falls = !matches!(self.estimate, Estimate::Zero | Estimate::Patterns(_));
        let counts = matches!(self.estimate, Estimate::Distance | Estimate::Conflict);
        let mut after = [Moves::NONE; 5];
        for slide in Slide::ALL {
            let from = match slide {
                Slide::Up if row + 1 < rows => cell + cols,
                Slide::Left if col + 1 < cols => cell + 1,
                Slide::Right if col > 0 => cell - 1,
                Slide::Down if row > 0 => cell - cols,
                _ => continue,
            };
            let is_away = |&tile: &usize| self.distance(tile, cell) > self.distance(tile, from);
            let away = (1..self.shape.cells()).filter(is_away).fold(0, |bits, t| bits | 1 << t);
            let fall = if falls { ONE_H } else { 0 };
            let step = Move {
                from: from as u8,
                slide,
                away: if counts { away } else { 0 },
                change: (from as u64).wrapping_sub(cell as u64).wrapping_sub(fall),
            };
            for (previous, moves) in after.iter_mut().enumerate() {
                if previous != slide.opposite() as usize {
                    moves.moves[usize::from(moves.count)] = step;
                    moves.count += 1;
                }
            }
        }
        after
    }

    /// How many moves a tile is away from its place if nothing is in its way.
    #[inline(always)]
    fn distance(&self, tile: usize, cell: usize) -> u8 {
        self.distances[tile & 31][cell & 31]
    }

    /// The state of a board, its h counted from scratch.
    fn board(&self, cells: W) -> Board<W> {
        let manhattan = || {
            let distance = |cell| u16::from(self.distance(cells.tile(cell), cell));
            (0..self.shape.cells()).map(distance).sum::<u16>()
        };
        let (h, walk) = match &self.estimate {
            Estimate::Zero => (0, [0; 2]),
            Estimate::Distance => (manhattan(), [0; 2]),
            Estimate::Conflict => (manhattan() + conflict::of_board(self.shape, cells), [0; 2]),
            Estimate::Walking(walking) => {
                let walk = walking.find(cells);
                (walking.distance(walk), walk)
            }
            Estimate::Patterns(patterns) => (patterns.sum(cells), [0; 2]),
        };
        Board::new(cells, cells.blank(), h, walk)
    }

    /// The moves in a state that do not take the previous one back.
    #[inline(always)]
    fn moves(&self, state: &Board<W>, previous: Option<Slide>) -> &[Move] {
        let Moves { moves, count } =
            &self.moves[state.blank()][previous.map_or(4, |slide| slide as usize)];
        &moves[..usize::from(*count).min(4)]
    }

    /// Calls `visit` with the neighbors of a board; they come before it as well as after it.
    ///
    /// There is one loop for all estimates, so that `visit` becomes part of it.
    #[inline(always)]
    fn neighbors(
        &self,
        state: &Board<W>,
        previous: Option<Slide>,
        visit: &mut impl FnMut(Slide, Board<W>),
    ) {
        let blank = state.blank();
        let moves = self.moves(state, previous);
        let corrections = match &self.estimate {
            Estimate::Zero | Estimate::Distance => None,
            _ => Some(self.corrections(state, moves)),
        };
        for (i, step) in moves.iter().enumerate() {
            let from = usize::from(step.from);
            let tile = state.cells.tile(from);
            let farther = u64::from(step.away >> (tile & 31) & 1) * (2 * ONE_H);
            let mut known = state.known.wrapping_add(step.change).wrapping_add(farther);
            if let Some(corrections) = &corrections {
                known = known.wrapping_add(corrections[i]);
            }
            visit(step.slide, Board { cells: state.cells.slide(tile, from, blank), known });
        }
    }

    /// What has to be added to [`Board::known`] after each move, beside the moved tile's distance.
    #[inline(never)]
    fn corrections(&self, state: &Board<W>, moves: &[Move]) -> [u64; 4] {
        let mut corrections = [0; 4];
        let blank = state.blank();
        let moves = moves.iter().zip(&mut corrections);
        let moves = moves.map(|(step, correction)| {
            let from = usize::from(step.from);
            (step.slide, state.cells.tile(from), from, correction)
        });
        match &self.estimate {
            Estimate::Zero | Estimate::Distance => {}
            Estimate::Conflict => {
                for (_, tile, from, correction) in moves {
                    let next = state.cells.slide(tile, from, blank);
                    let after = conflict::of_move(self.shape, next, tile, from, blank);
                    let before = conflict::of_move(self.shape, state.cells, tile, from, blank);
                    *correction = difference(before, after);
                }
            }
            Estimate::Walking(walking) => {
                for (slide, tile, _, correction) in moves {
                    *correction = walking.correction(slide, tile, state);
                }
            }
            Estimate::Patterns(patterns) => {
                let places = patterns.places(state.cells);
                for (_, tile, from, correction) in moves {
                    let (before, after) = patterns.of_move(&places, tile, from, blank);
                    *correction = difference(before.into(), after.into());
                }
            }
        }
        corrections
    }
}

/// What is added to [`Board::known`] to change h by a difference.
#[inline(always)]
fn difference(before: u16, after: u16) -> u64 {
    u64::from(after).wrapping_sub(u64::from(before)).wrapping_mul(ONE_H)
}

impl<W: Word> Problem for Tiles<W> {
    type State = Board<W>;
    type Key = W;
    type Action = Slide;

    fn start(&self) -> Board<W> {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: &Board<W>) -> bool {
        state.cells == self.goal
    }

    #[inline(always)]
    fn successors(&self, state: &Board<W>, visit: &mut impl FnMut(Slide, Cost, Board<W>)) {
        self.neighbors(state, None, &mut |slide, next| visit(slide, 1, next));
    }

    #[inline(always)]
    fn successors_after(
        &self,
        state: &Board<W>,
        previous: Option<Slide>,
        visit: &mut impl FnMut(Slide, Cost, Board<W>),
    ) {
        self.neighbors(state, previous, &mut |slide, next| visit(slide, 1, next));
    }

    #[inline(always)]
    fn pack(&self, state: &Board<W>) -> W {
        state.cells.key()
    }

    fn unpack(&self, key: &W) -> Board<W> {
        self.board(W::of_key(*key, self.shape.cells()))
    }

    #[inline(always)]
    fn h(&self, state: &Board<W>) -> Cost {
        Cost::from(state.h())
    }

    fn claim(&self) -> Claim {
        info::INFO.heuristics[self.heuristic].claim
    }

    #[inline(always)]
    fn undoes(&self, previous: Slide, next: Slide) -> bool {
        previous as u8 + next as u8 == 3
    }
}

impl<W: Lanes + reference::Key> Puzzle for Tiles<W> {
    type Reference = reference::Tiles<W>;

    fn info() -> &'static Info {
        &info::INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let shape = shape::shape(text, parameters, MOST_CELLS)?;
        Self::new(shape, &shape::read(text, shape)?)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        parameters.only(info::INFO.parameters)?;
        let shape = Shape::read(size, MOST_CELLS)?;
        shape.agrees_with(parameters)?;
        Self::new(shape, &shape.random(seed))
    }

    fn text(&self) -> String {
        let tiles: Vec<_> = self.tiles(&self.start).map(|tile| tile.to_string()).collect();
        let rows: Vec<_> = tiles.chunks(self.shape.cols).map(|row| row.join(" ")).collect();
        rows.join("\n") + "\n"
    }

    fn reference(&self) -> Self::Reference {
        let cells = self.tiles(&self.start).map(|tile| tile as u8).collect();
        let name = info::INFO.heuristics[self.heuristic].name;
        reference::Tiles::new(self.shape.rows, self.shape.cols, cells, name)
    }

    fn reference_shares_heuristic(&self) -> bool {
        !matches!(self.estimate, Estimate::Patterns(_))
    }

    fn set_heuristic(&mut self, index: usize) {
        self.choose(index);
    }

    fn heuristic(&self) -> usize {
        self.heuristic
    }

    fn table_bytes(&self) -> u64 {
        match &self.estimate {
            Estimate::Zero | Estimate::Distance | Estimate::Conflict => 0,
            Estimate::Walking(walking) => walking.bytes(),
            Estimate::Patterns(patterns) => patterns.bytes(),
        }
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

    fn show_action(&self, action: Slide, out: &mut dyn Write) -> fmt::Result {
        out.write_str(action.name())
    }

    fn parse_action(&self, word: &str) -> Option<Slide> {
        Slide::ALL.into_iter().find(|slide| slide.name() == word)
    }

    fn unsolvable(&self) -> Option<String> {
        self.odd.then(|| {
            "no move changes the parity of this board, and it is odd while the goal's is even: \
             with any two tiles swapped it could be solved"
                .to_owned()
        })
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Slide>, Unsupported> {
        W::search(self, strategy, limits, observer)
    }

    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        W::explore(self, limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        Reversed::new(self).map(|back| explore(&back, limits))
    }
}
