//! The game as the assignment describes it: a matrix of numbers, and the functions it asks for.
//!
//! These follow the statement word by word and look at every cell; the fast rules of [`super::Bricks`]
//! share nothing with them but the file format, and are checked by them.

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;

use heureka_kit::text::ParseError;

/// The number of the brick that has to reach the goal.
pub const MASTER: i32 = 2;
/// The number of a wall.
pub const WALL: i32 = 1;
/// The number of an empty cell.
pub const EMPTY: i32 = 0;
/// The number of a cell of the goal that the master brick does not cover.
pub const GOAL: i32 = -1;

/// A cell as its column and its row, counted from 0.
pub type Cell = (usize, usize);

/// A way to go, in the order in which moves are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Toward the first row.
    Up,
    /// Toward the last row.
    Down,
    /// Toward the first column.
    Left,
    /// Toward the last column.
    Right,
}

impl Direction {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// By how many columns and rows it leads.
    #[must_use]
    pub fn step(self) -> (isize, isize) {
        match self {
            Self::Up => (0, -1),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
        }
    }

    /// The cell next to one in this direction, unless the matrix begins there.
    #[must_use]
    pub fn next(self, (x, y): Cell) -> Option<Cell> {
        let (dx, dy) = self.step();
        Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))
    }

    /// The direction of this name, whatever its case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name().eq_ignore_ascii_case(name))
    }
}

/// A move: one brick goes one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The number of the brick.
    pub piece: i32,
    /// Where it goes.
    pub direction: Direction,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.piece, self.direction.name())
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads `(5,down)`, with spaces wherever somebody likes them.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match super::labels::read_word(text) {
            Some((piece, path)) if path.len() == 1 => Ok(Self { piece, direction: path[0] }),
            _ => Err(ParseError::whole(format!(
                "'{text}': expected a move such as (5,down); directions are up, down, left, right"
            ))),
        }
    }
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// There is no brick of this number.
    NoBrick(i32),
    /// Something is in the way, or the board ends there.
    Blocked(Move),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBrick(piece) => write!(f, "there is no brick {piece}"),
            Self::Blocked(step) => write!(f, "{step} is not possible: something is in the way"),
        }
    }
}

impl std::error::Error for IllegalMove {}

/// A state of the game.
///
/// The matrix alone forgets a goal cell when the master brick covers it, so the goal is kept beside it.
/// `clone` is the assignment's clone: a separate state, identical to this one.
#[doc(alias = "cloneState")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameState {
    width: usize,
    height: usize,
    /// Row by row.
    cells: Vec<i32>,
    /// Row by row, whether a cell belongs to the goal.
    goal: Vec<bool>,
}

impl GameState {
    /// A state of a matrix whose numbers are sound; see [`super::read`] for one that checks.
    pub(super) fn new(width: usize, height: usize, cells: Vec<i32>, goal: Vec<bool>) -> Self {
        debug_assert!(cells.len() == width * height && goal.len() == cells.len());
        Self { width, height, cells, goal }
    }

    /// Columns of the matrix.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the matrix.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number in a cell, if that is on the board.
    #[must_use]
    pub fn at(&self, (x, y): Cell) -> Option<i32> {
        (x < self.width && y < self.height).then(|| self.cells[y * self.width + x])
    }

    /// The cells of the goal as columns and rows, covered or not, row by row.
    pub fn goal(&self) -> impl Iterator<Item = Cell> {
        let width = self.width;
        (0..self.goal.len()).filter(|&i| self.goal[i]).map(move |i| (i % width, i / width))
    }

    /// The cells of a brick as columns and rows, row by row.
    pub fn brick(&self, piece: i32) -> impl Iterator<Item = Cell> {
        let width = self.width;
        (0..self.cells.len())
            .filter(move |&i| self.cells[i] == piece)
            .map(move |i| (i % width, i / width))
    }

    /// The numbers of all bricks, ascending.
    #[must_use]
    pub fn pieces(&self) -> Vec<i32> {
        let mut pieces: Vec<_> = self.cells.iter().copied().filter(|&n| n >= MASTER).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// The same board with nothing on it.
    pub(crate) fn without_bricks(&self) -> Self {
        let mut state = self.clone();
        for (cell, &goal) in state.cells.iter_mut().zip(&state.goal) {
            if *cell != WALL {
                *cell = if goal { GOAL } else { EMPTY };
            }
        }
        state
    }

    /// Writes a number into a cell of the board.
    pub(crate) fn put(&mut self, (x, y): Cell, number: i32) {
        self.cells[y * self.width + x] = number;
    }

    /// The rows of the matrix.
    pub fn rows(&self) -> impl Iterator<Item = &[i32]> {
        self.cells.chunks(self.width)
    }
}

/// The file's own format: no spaces, a comma at the end of every line.
impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{},{},", self.width, self.height)?;
        for row in self.rows() {
            for number in row {
                write!(f, "{number},")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Loads a state from a file.
///
/// # Errors
/// If the file cannot be read (kind of the system's error) or is no state (kind `InvalidData`, with a
/// [`ParseError`] inside that says where).
#[doc(alias = "loadGameState")]
pub fn load_game_state(path: &Path) -> io::Result<GameState> {
    let text = std::fs::read_to_string(path)?;
    super::read::read(&text, &[]).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Writes a state in the file's own format.
///
/// # Errors
/// Only those of `out`.
#[doc(alias = "outputGameState")]
pub fn output_game_state(state: &GameState, out: &mut dyn io::Write) -> io::Result<()> {
    write!(out, "{state}")
}

/// Whether the puzzle is solved: no cell of the goal is uncovered.
#[doc(alias = "gameStateSolved")]
#[must_use]
pub fn game_state_solved(state: &GameState) -> bool {
    !state.cells.contains(&GOAL)
}

/// Whether a brick can go one cell: each of its cells must come to an empty one, to one of its own, or,
/// for the master brick alone, to one of the goal.
fn can_move(state: &GameState, Move { piece, direction }: Move) -> bool {
    let mut exists = false;
    for cell in state.brick(piece) {
        exists = true;
        match direction.next(cell).and_then(|next| state.at(next)) {
            Some(EMPTY) => {}
            Some(GOAL) if piece == MASTER => {}
            Some(number) if number == piece => {}
            _ => return false,
        }
    }
    exists
}

/// The moves of one brick, in the order up, down, left, right.
#[doc(alias = "allMovesHelp")]
#[must_use]
pub fn all_moves_help(state: &GameState, piece: i32) -> Vec<Move> {
    if piece < MASTER {
        return vec![];
    }
    let moves = Direction::ALL.into_iter().map(|direction| Move { piece, direction });
    moves.filter(|&step| can_move(state, step)).collect()
}

/// All moves, by the number of the brick, then in the order up, down, left, right.
#[doc(alias = "allMoves")]
#[must_use]
pub fn all_moves(state: &GameState) -> Vec<Move> {
    state.pieces().into_iter().flat_map(|piece| all_moves_help(state, piece)).collect()
}

/// Makes a move in a state.
///
/// # Errors
/// If the move is not possible; the state is then as it was.
#[doc(alias = "applyMove")]
pub fn apply_move(state: &mut GameState, step: Move) -> Result<(), IllegalMove> {
    let Move { piece, direction } = step;
    if piece < MASTER || !state.cells.contains(&piece) {
        return Err(IllegalMove::NoBrick(piece));
    }
    if !can_move(state, step) {
        return Err(IllegalMove::Blocked(step));
    }
    let old: Vec<_> = state.brick(piece).collect();
    // All old cells are cleared before a new one is written: they may be the same.
    for &(x, y) in &old {
        let at = y * state.width + x;
        state.cells[at] = if state.goal[at] { GOAL } else { EMPTY };
    }
    for cell in old.into_iter().filter_map(|cell| direction.next(cell)) {
        state.put(cell, piece);
    }
    Ok(())
}

/// The state after a move; the one given stays as it is.
///
/// # Errors
/// If the move is not possible.
#[doc(alias = "applyMoveCloning")]
pub fn apply_move_cloning(state: &GameState, step: Move) -> Result<GameState, IllegalMove> {
    let mut next = state.clone();
    apply_move(&mut next, step)?;
    Ok(next)
}

/// Whether two states are identical, cell by cell.
#[doc(alias = "stateEqual")]
#[must_use]
pub fn state_equal(first: &GameState, second: &GameState) -> bool {
    (first.width, first.height) == (second.width, second.height) && first.cells == second.cells
}

/// Brings a state into normal form: the bricks are numbered 3, 4, … by their first cells, row by row;
/// the master brick keeps its number.
#[doc(alias = "normalizeState")]
#[doc(alias = "swapIdx")]
pub fn normalize_state(state: &mut GameState) {
    let mut met: Vec<(i32, i32)> = vec![];
    let mut next = MASTER + 1;
    for cell in state.cells.iter_mut().filter(|cell| **cell > MASTER) {
        let known = met.iter().find(|(old, _)| old == cell).map(|&(_, new)| new);
        *cell = known.unwrap_or_else(|| {
            met.push((*cell, next));
            next += 1;
            next - 1
        });
    }
}
