//! The game as a matrix of numbers, with the assignment's functions on it.
//!
//! These rules look at every cell. They share only the file format with the fast rules of
//! [`super::Bricks`], and check them.

use heureka_kit::board::{Cell, Direction, Size};
use heureka_kit::text::ParseError;
use std::fmt;
use std::str::FromStr;

/// The number of the brick that has to cover the goal.
pub const MASTER: i32 = 2;
/// The number of a wall.
pub const WALL: i32 = 1;
/// The number of an empty cell.
pub const EMPTY: i32 = 0;
/// The number of a goal cell that the master brick does not cover.
pub const GOAL: i32 = -1;

/// A move of one brick by one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The number of the brick.
    pub piece: i32,
    /// The direction.
    pub direction: Direction,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.piece, self.direction.name())
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads `(5,down)`; spaces are allowed between the parts.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match super::labels::read_word(text) {
            Some((piece, path)) if path.len() == 1 => Ok(Self { piece, direction: path[0] }),
            _ => Err(ParseError::whole(format!(
                "'{text}': expected a move such as (5,down); directions are up, down, left, right"
            ))),
        }
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// No brick has this number.
    NoBrick(i32),
    /// A wall, another brick, the edge of the board or its own axis blocks the brick.
    Blocked(Move),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBrick(piece) => write!(f, "there is no brick {piece}"),
            Self::Blocked(step) => write!(f, "{step} is blocked"),
        }
    }
}

impl std::error::Error for IllegalMove {}

/// What an instance adds to the rules of the assignment, which has none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Whether every brick moves only along the longer side of the smallest rectangle around it.
    pub along_axis_only: bool,
    /// The bricks that have to reach a place, and the place of the first cell of each.
    ///
    /// Unlike a goal cell, such a place can be entered by every brick. A brick with a place is never
    /// interchangeable and keeps its number in normal form.
    pub targets: Vec<(i32, Cell)>,
}

/// A state of the game.
///
/// The matrix alone forgets a goal cell when the master brick covers it, so the goal is stored
/// separately. `clone` is the assignment's clone: an independent, identical state.
#[doc(alias = "cloneState")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameState {
    size: Size,
    /// The numbers in row-major order.
    numbers: Vec<i32>,
    /// Whether each cell belongs to the goal.
    is_goal: Vec<bool>,
    variant: Variant,
}

impl GameState {
    /// Returns the state of a valid matrix; [`super::read`] checks one.
    pub(super) fn new(size: Size, numbers: Vec<i32>, is_goal: Vec<bool>) -> Self {
        debug_assert!(numbers.len() == size.cells() && is_goal.len() == numbers.len());
        Self { size, numbers, is_goal, variant: Variant::default() }
    }

    /// Returns the state under other rules.
    pub(super) fn with(self, variant: Variant) -> Self {
        Self { variant, ..self }
    }

    /// Returns what is added to the rules of the assignment.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns the place that a brick has to reach.
    #[must_use]
    pub fn target(&self, piece: i32) -> Option<Cell> {
        self.variant.targets.iter().find(|target| target.0 == piece).map(|target| target.1)
    }

    /// Returns the cells of a brick if its first cell were at a place. A cell above or to the left of the
    /// board wraps around, so it is not on the board either.
    pub fn moved_to(&self, piece: i32, place: Cell) -> impl Iterator<Item = Cell> {
        let first = self.brick(piece).next().unwrap_or_default();
        self.brick(piece).map(move |cell| {
            let row = cell.row.wrapping_sub(first.row).wrapping_add(place.row);
            Cell::new(row, cell.col.wrapping_sub(first.col).wrapping_add(place.col))
        })
    }

    /// Returns the height and the width of the smallest rectangle around a brick.
    pub(super) fn extent(&self, piece: i32) -> (u16, u16) {
        let length = |coordinate: fn(Cell) -> u16| {
            let all = || self.brick(piece).map(coordinate);
            all().max().zip(all().min()).map_or(0, |(max, min)| max - min + 1)
        };
        (length(|cell| cell.row), length(|cell| cell.col))
    }

    /// Returns the size of the matrix.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number in a cell, or `None` outside the matrix.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<i32> {
        self.size.contains(cell).then(|| self.numbers[self.size.index(cell)])
    }

    /// Returns the cells whose number is wanted, in row-major order.
    pub fn cells(&self, wanted: impl Fn(i32) -> bool) -> impl Iterator<Item = Cell> {
        let numbers = self.numbers.iter().enumerate();
        numbers.filter(move |(_, number)| wanted(**number)).map(|(i, _)| self.size.cell(i))
    }

    /// Returns the cells of the goal, covered or not, in row-major order.
    pub fn goal(&self) -> impl Iterator<Item = Cell> {
        (0..self.is_goal.len()).filter(|&i| self.is_goal[i]).map(|i| self.size.cell(i))
    }

    /// Returns the cells of a brick in row-major order.
    pub fn brick(&self, piece: i32) -> impl Iterator<Item = Cell> {
        self.cells(move |number| number == piece)
    }

    /// Returns the numbers of all bricks, ascending.
    #[must_use]
    pub fn pieces(&self) -> Vec<i32> {
        let mut pieces: Vec<_> = self.numbers.iter().copied().filter(|&n| n >= MASTER).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// Returns the same board without bricks.
    pub(crate) fn without_bricks(&self) -> Self {
        let mut state = self.clone();
        self.cells(|number| number >= MASTER).for_each(|cell| state.clear(cell));
        state
    }

    fn clear(&mut self, cell: Cell) {
        let index = self.size.index(cell);
        self.numbers[index] = if self.is_goal[index] { GOAL } else { EMPTY };
    }

    /// Writes a number into a cell of the matrix.
    pub(crate) fn put(&mut self, cell: Cell, number: i32) {
        self.numbers[self.size.index(cell)] = number;
    }

    /// Returns the rows of the matrix.
    pub fn rows(&self) -> impl Iterator<Item = &[i32]> {
        self.numbers.chunks(self.size.cols)
    }
}

/// Writes the file format: no spaces, a comma at the end of every line.
impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{},{},", self.size.cols, self.size.rows)?;
        for row in self.rows() {
            row.iter().try_for_each(|number| write!(f, "{number},"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Returns whether the master brick covers every goal cell, and each brick with a place is there.
#[doc(alias = "gameStateSolved")]
#[must_use]
pub fn game_state_solved(state: &GameState) -> bool {
    let is_there = |&(piece, place): &(i32, Cell)| state.brick(piece).next() == Some(place);
    !state.numbers.contains(&GOAL) && state.variant.targets.iter().all(is_there)
}

/// Returns whether a brick may move in a direction at all.
pub(super) fn is_along_axis(state: &GameState, Move { piece, direction }: Move) -> bool {
    if !state.variant.along_axis_only {
        return true;
    }
    let (height, width) = state.extent(piece);
    match direction {
        Direction::Up | Direction::Down => height > width,
        Direction::Left | Direction::Right => width > height,
    }
}

/// Returns whether a brick can move by one cell: each of its cells must move onto an empty cell,
/// onto a cell of the same brick or, for the master brick, onto a goal cell.
fn can_move(state: &GameState, step: Move) -> bool {
    let Move { piece, direction } = step;
    is_along_axis(state, step)
        && state.brick(piece).all(|cell| match state.at(cell.neighbor(direction)) {
            Some(EMPTY) => true,
            Some(GOAL) => piece == MASTER,
            number => number == Some(piece),
        })
}

/// Returns the moves of one brick, in the order up, down, left, right.
#[doc(alias = "allMovesHelp")]
#[must_use]
pub fn all_moves_help(state: &GameState, piece: i32) -> Vec<Move> {
    if piece < MASTER || !state.numbers.contains(&piece) {
        return vec![];
    }
    let moves = Direction::ALL.into_iter().map(|direction| Move { piece, direction });
    moves.filter(|&step| can_move(state, step)).collect()
}

/// Returns all moves, by the number of the brick, then in the order up, down, left, right.
#[doc(alias = "allMoves")]
#[must_use]
pub fn all_moves(state: &GameState) -> Vec<Move> {
    state.pieces().into_iter().flat_map(|piece| all_moves_help(state, piece)).collect()
}

/// Makes a move in a state.
///
/// # Errors
/// If the move is illegal; the state then stays unchanged.
#[doc(alias = "applyMove")]
pub fn apply_move(state: &mut GameState, step: Move) -> Result<(), IllegalMove> {
    let Move { piece, direction } = step;
    if piece < MASTER || !state.numbers.contains(&piece) {
        return Err(IllegalMove::NoBrick(piece));
    }
    if !can_move(state, step) {
        return Err(IllegalMove::Blocked(step));
    }
    let cells: Vec<_> = state.brick(piece).collect();
    // All old cells are cleared before any new one is written, because they may overlap.
    for &cell in &cells {
        state.clear(cell);
    }
    for cell in cells {
        state.put(cell.neighbor(direction), piece);
    }
    Ok(())
}

/// Returns the state after a move and leaves the given one unchanged.
///
/// # Errors
/// If the move is illegal.
#[doc(alias = "applyMoveCloning")]
pub fn apply_move_cloning(state: &GameState, step: Move) -> Result<GameState, IllegalMove> {
    let mut next = state.clone();
    apply_move(&mut next, step)?;
    Ok(next)
}

/// Brings a state into normal form: bricks get the numbers 3, 4, … in row-major order of their
/// first cells. The master brick and bricks with a place keep their numbers.
#[doc(alias = "normalizeState")]
#[doc(alias = "swapIdx")]
pub fn normalize_state(state: &mut GameState) {
    let GameState { numbers, variant, .. } = state;
    let keeps = |number: i32| variant.targets.iter().any(|target| target.0 == number);
    let mut renamed: Vec<(i32, i32)> = vec![];
    let mut next = MASTER;
    for number in numbers.iter_mut().filter(|number| **number > MASTER && !keeps(**number)) {
        let known = renamed.iter().find(|(old, _)| old == number).map(|&(_, new)| new);
        *number = known.unwrap_or_else(|| {
            next += 1;
            while keeps(next) {
                next += 1;
            }
            renamed.push((*number, next));
            next
        });
    }
}
