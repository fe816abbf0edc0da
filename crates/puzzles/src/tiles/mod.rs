//! Sliding tiles on a board of any size: the 8-puzzle, the 15-puzzle, the 24-puzzle and others.
//!
//! A board is one machine word: [`Tiles<u64>`] has up to 16 cells, [`Tiles<u128>`] up to 25, and
//! [`cells`] returns the number that a text needs. A state carries the blank's cell and its h, which
//! a move updates from tables.

mod abilities;
mod board;
pub(crate) mod cache;
mod components;
mod conflict;
mod goal;
#[cfg(test)]
mod goal_tests;
pub(crate) mod groups;
mod info;
mod measured;
mod node_kinds;
mod parity;
mod pattern_table;
mod patterns;
mod placed;
pub(crate) mod ranks;
pub mod reference;
mod rows;
mod symmetry;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod walking;
mod word;

pub use abilities::Packed;
pub use board::Board;
pub use measured::{Measured, TILES15, measured};
pub use patterns::build_patterns;
pub use placed::{Placed, PlacedBoard};
pub use word::Word;

use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stop};
use heureka_kit::board::{Direction, Size, shuffled};
use heureka_kit::draw::{
    Area, Cell, Draw, Picture, cell_areas, draw_cells, numbered, write_cells, write_columns,
};
use heureka_kit::edit::{Edit, swap_pieces};
use heureka_kit::puzzle::{Best, Info, Parameters, Puzzle};
use heureka_kit::text::{ParseError, words};
use info::INFO;
use patterns::{Found, MAX_GROUPS, Patterns};
use std::fmt::{self, Write};
use std::sync::Arc;
use walking::Walking;

/// The maximum number of cells of a board.
const MAX_CELLS: usize = 25;

/// The order of moves: the direction in which a tile slides into the blank's cell.
const MOVES: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

/// Returns the cell of the tile that slides into the blank's cell in a direction.
#[inline]
fn source(size: Size, blank: usize, direction: Direction) -> Option<usize> {
    let cell = size.cell(blank).neighbor(direction.opposite());
    size.contains(cell).then(|| size.index(cell))
}

/// A move with the blank on a given cell, on boards in words of type `W`.
#[derive(Clone, Copy, Debug)]
struct Move<W> {
    /// A 1 on the cells of the tile and of the blank.
    ones: W,
    /// The tile's cell, which becomes the blank's.
    from: u8,
    direction: Direction,
    /// A bit for each tile that the move takes away from its place; 0 unless distance counts.
    away: u32,
}

/// The moves with the blank on one cell after a given move.
#[derive(Clone, Copy, Debug)]
struct Moves<W> {
    moves: [Move<W>; 4],
    count: u8,
}

impl<W: Packed> Moves<W> {
    fn none() -> Self {
        let ones = W::of(&[]);
        let unused = Move { ones, from: 0, direction: Direction::Up, away: 0 };
        Self { moves: [unused; 4], count: 0 }
    }
}

/// A cell for each tile; 32, so that a masked tile needs no bounds check.
type Homes = [u8; 32];

/// The heuristic in use, with its tables.
#[derive(Clone, Debug)]
enum Estimate {
    Zero,
    Distance,
    Misplaced,
    Conflict,
    Walking(Arc<Walking>),
    Patterns(Arc<Patterns>),
}

/// A sliding-tile puzzle on a board that fits into a word of type `W`.
#[derive(Clone, Debug)]
pub struct Tiles<W> {
    size: Size,
    start: Board<W>,
    goal: W,
    /// The place of each tile in the goal, and of the blank (tile 0).
    homes: Homes,
    /// The half of the start.
    odd: bool,
    /// A bit for each cell of the blank: whether the tiles' sequence is odd in the start's half.
    odd_sequences: u32,
    /// The index in [`Info::heuristics`].
    heuristic: usize,
    estimate: Estimate,
    /// By how much a move lowers h if no tile gets farther from its place: 1 if h counts moves, else 0.
    fall: u64,
    /// By the blank's cell (32, so that a masked cell needs no bounds check) and the previous
    /// direction; the fifth entry is for no previous move.
    moves: [[Moves<W>; 5]; 32],
    /// The Manhattan distance of each tile from its place, by cell; 0 for the blank.
    distances: [[u8; 32]; 32],
}

/// Returns the number of cells of the board that a text and its parameters describe.
///
/// # Errors
/// If the size is invalid or cannot be determined.
pub fn cells(text: &str, parameters: &Parameters) -> Result<usize, ParseError> {
    text::size_of(text, parameters, MAX_CELLS).map(Size::cells)
}

/// Returns the number of cells of a board of a size such as `4x4`.
///
/// # Errors
/// If the size is invalid.
pub fn cells_of_size(size: &str) -> Result<usize, ParseError> {
    text::parse_size(size, MAX_CELLS).map(Size::cells)
}

impl<W: Packed> Tiles<W> {
    /// Returns the puzzle with this start and this goal, row by row, 0 for the blank.
    ///
    /// # Errors
    /// If the board has more cells than the word.
    fn new(size: Size, cells: &[u8], goal: &[u8]) -> Result<Self, ParseError> {
        text::check_size(size, W::CELLS)?;
        let mut homes = [0; 32];
        for (cell, &tile) in goal.iter().enumerate() {
            homes[usize::from(tile)] = cell as u8;
        }
        let odd = parity::is_odd(size, cells);
        let mut distances = [[0; 32]; 32];
        for (tile, by_cell) in distances.iter_mut().enumerate().take(size.cells()).skip(1) {
            for (cell, distance) in by_cell.iter_mut().enumerate().take(size.cells()) {
                *distance = size.cell(cell).manhattan(size.cell(homes[tile].into())) as u8;
            }
        }
        let mut tiles = Self {
            size,
            start: Board::new(W::of(cells), 0, 0, [0; 2]),
            goal: W::of(goal),
            homes,
            odd,
            odd_sequences: parity::odd_sequences(size, odd),
            heuristic: 0,
            estimate: Estimate::Zero,
            fall: 0,
            moves: [[Moves::none(); 5]; 32],
            distances,
        };
        // The first heuristic has small tables: no limit is needed.
        let _ = tiles.set_heuristic(0, &mut Limits::none());
        Ok(tiles)
    }

    /// Returns the tiles of a state, row by row, 0 for the blank.
    pub fn tiles(&self, state: &Board<W>) -> impl Iterator<Item = usize> {
        let cells = state.cells;
        (0..self.size.cells()).map(move |cell| cells.tile(cell))
    }

    /// Returns the appearance of each cell; tiles in place have their own color.
    fn cell_of(&self, state: &Board<W>) -> impl FnMut(usize, usize) -> Cell {
        let (cells, goal) = (state.cells, self.goal);
        numbered(self.size.cols, move |cell| {
            (cells.tile(cell), cells.tile(cell) == goal.tile(cell))
        })
    }

    /// Returns the moves with the blank on `cell`, by the previous direction.
    #[inline]
    fn moves_at(&self, cell: usize) -> [Moves<W>; 5] {
        let counts = self.fall == 1 && !matches!(self.estimate, Estimate::Walking(_));
        let mut after = [Moves::none(); 5];
        for direction in MOVES {
            let Some(from) = source(self.size, cell, direction) else { continue };
            let is_away = |&tile: &usize| self.distance(tile, cell) > self.distance(tile, from);
            let away = (1..self.size.cells()).filter(is_away).fold(0, |bits, t| bits | 1 << t);
            let ones = (0..self.size.cells()).map(|at| u8::from(at == cell || at == from));
            let step = Move {
                ones: W::of(&ones.collect::<Vec<_>>()),
                from: from as u8,
                direction,
                away: if counts { away } else { 0 },
            };
            for (previous, moves) in after.iter_mut().enumerate() {
                if previous != direction.opposite() as usize {
                    moves.moves[usize::from(moves.count)] = step;
                    moves.count += 1;
                }
            }
        }
        after
    }

    /// Returns the Manhattan distance of a tile on a cell.
    #[inline(always)]
    fn distance(&self, tile: usize, cell: usize) -> u8 {
        self.distances[tile & 31][cell & 31]
    }

    /// Returns the state of a board, with h computed from scratch.
    #[inline]
    fn board(&self, cells: W) -> Board<W> {
        let (h, walk) = match &self.estimate {
            Estimate::Zero => (0, [0; 2]),
            Estimate::Misplaced => {
                let is_misplaced = |&cell: &usize| self.is_misplaced(cells.tile(cell), cell);
                ((0..self.size.cells()).filter(is_misplaced).count() as u16, [0; 2])
            }
            Estimate::Distance => (self.manhattan(cells), [0; 2]),
            Estimate::Conflict => {
                (self.manhattan(cells) + conflict::of_board(self.size, cells, &self.homes), [0; 2])
            }
            Estimate::Walking(walking) => {
                let walk = walking.find(cells);
                (walking.distance(walk), walk)
            }
            Estimate::Patterns(patterns) => {
                let found: Found<MAX_GROUPS> = patterns.find(cells);
                (self.manhattan(cells) + found.excess(), [0; 2])
            }
        };
        Board::new(cells, cells.blank(), h, walk)
    }

    /// Returns the sum of the distances of all tiles.
    #[inline]
    fn manhattan(&self, cells: W) -> u16 {
        let distance = |cell| u16::from(self.distance(cells.tile(cell), cell));
        (0..self.size.cells()).map(distance).sum()
    }

    /// Returns the moves with the blank on a cell that do not undo the previous one.
    #[inline(always)]
    fn moves_after(&self, blank: usize, previous: Option<Direction>) -> &[Move<W>] {
        let Moves { moves, count } =
            &self.moves[blank & 31][previous.map_or(4, |last| last as usize)];
        &moves[..usize::from(*count)]
    }

    /// Calls `visit` with the neighbors of a board, which are its successors and its predecessors.
    ///
    /// One loop serves all heuristics, so that `visit` is inlined once.
    #[inline(always)]
    fn neighbors(
        &self,
        state: &Board<W>,
        previous: Option<Direction>,
        visit: &mut impl FnMut(Direction, Board<W>),
    ) {
        let blank = state.blank();
        let moves = self.moves_after(blank, previous);
        let corrections = match &self.estimate {
            Estimate::Zero | Estimate::Distance => None,
            _ => Some(self.corrections(*state, moves)),
        };
        let lowered = state.derived.wrapping_sub(self.fall);
        for (i, step) in moves.iter().enumerate() {
            let tile = state.cells.tile(usize::from(step.from));
            let mut derived = lowered.wrapping_add(2 * u64::from(step.away >> (tile & 31) & 1));
            if let Some(corrections) = &corrections {
                derived = derived.wrapping_add(corrections[i]);
            }
            let (cells, blank) = (state.cells.exchange(tile, step.ones), u64::from(step.from));
            visit(step.direction, Board { cells, blank, derived });
        }
    }

    /// Returns the corrections of [`Board::derived`] for each move, beyond the moved tile's distance.
    ///
    /// Takes the state by value, so that it stays in registers where there are no corrections.
    #[inline(never)]
    fn corrections(&self, state: Board<W>, moves: &[Move<W>]) -> [u64; 4] {
        let mut corrections = [0; 4];
        let blank = state.blank();
        let moves = moves.iter().map(|step| {
            let from = usize::from(step.from);
            (step, state.cells.tile(from), from)
        });
        match &self.estimate {
            Estimate::Zero | Estimate::Distance => {}
            Estimate::Misplaced => {
                for (i, (_, tile, from)) in moves.enumerate() {
                    let [before, after] = [from, blank].map(|cell| self.is_misplaced(tile, cell));
                    corrections[i] = difference(before.into(), after.into());
                }
            }
            Estimate::Conflict => {
                for (i, (step, tile, from)) in moves.enumerate() {
                    let next = state.cells.exchange(tile, step.ones);
                    let [before, after] = [state.cells, next].map(|cells| {
                        conflict::of_move(self.size, cells, &self.homes, tile, from, blank)
                    });
                    corrections[i] = difference(before, after);
                }
            }
            Estimate::Walking(walking) => {
                for (i, (step, tile, _)) in moves.enumerate() {
                    corrections[i] = walking.correction(step.direction, tile, &state);
                }
            }
            Estimate::Patterns(patterns) => {
                let found: Found<MAX_GROUPS> = patterns.find(state.cells);
                for (i, (_, tile, from)) in moves.enumerate() {
                    let after = found.after(&patterns.change(&found, tile, from, blank));
                    corrections[i] = difference(found.excess(), after.excess());
                }
            }
        }
        corrections
    }

    /// Returns whether a tile on a cell is not in its place; the blank never is.
    #[inline(always)]
    fn is_misplaced(&self, tile: usize, cell: usize) -> bool {
        tile != 0 && usize::from(self.homes[tile & 31]) != cell
    }

    /// Returns whether pattern databases pay. Their tables take a second or two for 4x4, and a minute for
    /// 5x5, but are kept on disk: then they are read in a hundredth of a second, or in one.
    ///
    /// On 4x4, IDA\* with walking distance takes 0.4 seconds on average for random boards, but up to some tens,
    /// and with patterns 0.03 on average and 0.3 at most. Below this h, it hardly ever takes longer than 0.1
    /// seconds. Boards without tables for walking distances need patterns sooner; smaller boards never.
    fn is_hard(&self) -> bool {
        const LEAST_ON_4X4: u16 = 30;
        const LEAST_ON_OTHERS: u16 = 40;
        match walking::of_goal(self.size, &self.homes) {
            Some(walking) if self.size == (Size { rows: 4, cols: 4 }) => {
                walking.distance(walking.find(self.start.cells)) >= LEAST_ON_4X4
            }
            Some(_) => false,
            None => self.manhattan(self.start.cells) >= LEAST_ON_OTHERS,
        }
    }

    /// Returns whether the start and the goal are in the same half.
    fn is_solvable(&self) -> bool {
        self.odd == parity::is_odd(self.size, &self.goal_tiles())
    }

    /// Returns the tiles of the goal, row by row, 0 for the blank.
    fn goal_tiles(&self) -> Vec<u8> {
        (0..self.size.cells()).map(|cell| self.goal.tile(cell) as u8).collect()
    }
}

/// Returns the change of [`Board::derived`] that changes h from `before` to `after`.
#[inline(always)]
fn difference(before: u16, after: u16) -> u64 {
    u64::from(after).wrapping_sub(u64::from(before))
}

impl<W: Packed> Problem for Tiles<W> {
    type State = Board<W>;
    type Key = W;
    type Action = Direction;

    fn start(&self) -> Board<W> {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: &Board<W>) -> bool {
        state.cells == self.goal
    }

    #[inline(always)]
    fn successors(&self, state: &Board<W>, visit: &mut impl FnMut(Direction, Cost, Board<W>)) {
        self.neighbors(state, None, &mut |action, next| visit(action, 1, next));
    }

    #[inline(always)]
    fn successors_after(
        &self,
        state: &Board<W>,
        previous: Option<Direction>,
        visit: &mut impl FnMut(Direction, Cost, Board<W>),
    ) {
        self.neighbors(state, previous, &mut |action, next| visit(action, 1, next));
    }

    #[inline(always)]
    fn pack(&self, state: &Board<W>) -> W {
        state.cells.key()
    }

    #[inline]
    fn unpack(&self, key: &W) -> Board<W> {
        self.board(W::of_key(*key, self.size.cells()))
    }

    #[inline(always)]
    fn unpack_with_h(&self, key: &W, h: Cost) -> Board<W> {
        let cells = W::of_key(*key, self.size.cells());
        let walk = match &self.estimate {
            Estimate::Walking(walking) => walking.find(cells),
            _ => [0; 2],
        };
        Board::new(cells, cells.blank(), h as u16, walk)
    }

    #[inline(always)]
    fn h(&self, state: &Board<W>) -> Cost {
        Cost::from(state.h())
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    #[inline(always)]
    fn undoes(&self, previous: Direction, next: Direction) -> bool {
        previous as u8 ^ next as u8 == 1
    }

    fn abilities<O: Observer<Board<W>, Direction>>(&self) -> Abilities<Self, O> {
        W::abilities(self)
    }
}

impl<W: Packed> Puzzle for Tiles<W> {
    type Reference = reference::Tiles<W>;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let size = text::size_of(text, parameters, MAX_CELLS)?;
        let cells = text::read_board(words(text)?, size)?;
        Self::new(size, &cells, &goal::read(size, parameters)?)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let size = text::random_size(size, parameters, MAX_CELLS)?;
        let (mut cells, goal) = (shuffled(size.cells() as u8, seed), goal::read(size, parameters)?);
        parity::make_solvable(size, &mut cells, &goal);
        Self::new(size, &cells, &goal)
    }

    /// The cells of the first three tiles.
    #[inline(always)]
    fn abstraction(&self, state: &Board<W>) -> Option<u64> {
        let tiles = (0..self.size.cells()).map(|cell| (cell as u64, state.cells.tile(cell)));
        Some(tiles.fold(0, |all, (cell, tile)| {
            all | if tile.wrapping_sub(1) < 3 { cell << (8 * tile) } else { 0 }
        }))
    }

    fn text(&self) -> String {
        text::board_text(self.size, self.tiles(&self.start))
    }

    fn reference(&self) -> Self::Reference {
        let cells = self.tiles(&self.start).map(|tile| tile as u8).collect();
        let heuristic = INFO.heuristics[self.heuristic].name;
        reference::Tiles::new(self.size, cells, self.goal_tiles(), heuristic)
    }

    fn reference_shares_heuristic(heuristic: usize) -> bool {
        INFO.heuristics[heuristic].name != "pdb"
    }

    /// Ignores a state of another board size.
    fn set_start(&mut self, state: Board<W>) {
        let cells: Vec<u8> = self.tiles(&state).map(|tile| tile as u8).collect();
        if text::is_board(self.size, self.tiles(&state)) {
            self.start = self.board(state.cells);
            self.odd = parity::is_odd(self.size, &cells);
            self.odd_sequences = parity::odd_sequences(self.size, self.odd);
        }
    }

    fn set_heuristic(&mut self, index: usize, limits: &mut Limits<'_>) -> Result<(), Stop> {
        self.estimate = match INFO.heuristics[index].name {
            "walking-distance" => walking::of_goal(self.size, &self.homes)
                .map_or(Estimate::Conflict, Estimate::Walking),
            "pdb" => {
                let patterns = Patterns::of_goal(self.size, &self.homes, limits)?;
                Estimate::Patterns(Arc::new(patterns))
            }
            "linear-conflict" => Estimate::Conflict,
            "manhattan" => Estimate::Distance,
            "misplaced" => Estimate::Misplaced,
            _ => Estimate::Zero,
        };
        // Distances fall or rise by one; the others stay until a correction.
        self.fall = u64::from(!matches!(self.estimate, Estimate::Zero | Estimate::Misplaced));
        self.heuristic = index;
        for cell in 0..self.size.cells() {
            self.moves[cell] = self.moves_at(cell);
        }
        self.start = self.board(self.start.cells);
        Ok(())
    }

    fn best(&self) -> Best {
        let use_patterns = self.is_solvable() && self.is_hard();
        let heuristic = if use_patterns { "pdb" } else { INFO.heuristics[0].name };
        Best { strategy: INFO.strategy, heuristic }
    }

    fn table_bytes(&self) -> u64 {
        match &self.estimate {
            Estimate::Zero | Estimate::Misplaced | Estimate::Distance | Estimate::Conflict => 0,
            Estimate::Walking(walking) => walking.bytes(),
            Estimate::Patterns(patterns) => patterns.bytes(),
        }
    }

    fn tools() -> &'static [&'static str] {
        &["swap"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        swap_pieces(&self.text(), edit)
    }

    fn show_action(&self, action: Direction, out: &mut dyn Write) -> fmt::Result {
        out.write_str(action.name())
    }

    fn parse_action(&self, word: &str) -> Option<Direction> {
        Direction::from_name(word)
    }

    fn piece(&self, state: &Board<W>, action: Direction) -> Option<usize> {
        source(self.size, state.blank(), action).map(|cell| state.cells.tile(cell))
    }

    fn unsolvable(&self) -> Option<String> {
        (!self.is_solvable()).then(|| {
            let [board, goal] = if self.odd { ["odd", "even"] } else { ["even", "odd"] };
            let advice = match goal::name_in_half(self.size, self.odd) {
                Some(name) => format!("with goal={name} it is solvable"),
                None => "swapping any two tiles would make it solvable".to_owned(),
            };
            format!(
                "every move preserves parity, and this board is {board} while the goal is {goal}; \
                 {advice}"
            )
        })
    }
}

impl<W: Packed> Draw for Tiles<W> {
    fn show_state(&self, state: &Board<W>, colors: bool, out: &mut dyn Write) -> fmt::Result {
        write_cells(out, (self.size.rows, self.size.cols), colors, self.cell_of(state))
    }

    fn note_state(&self, state: &Board<W>, out: &mut dyn Write) -> fmt::Result {
        write_columns(out, (self.size.rows, self.size.cols), self.cell_of(state))
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
