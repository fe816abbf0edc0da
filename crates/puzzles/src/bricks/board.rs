//! The fixed part of an instance: the playable part, the shapes of the bricks, the goals.
//!
//! Places number the cells of the playable part in row-major order, with one extra place between rows
//! that is never free, so no brick slides around an edge. The position of a brick is the place of its
//! *anchor*, its first cell in row-major order. The other cells lie at fixed, nonnegative offsets, and
//! ascending anchors give the order in which the normal form numbers the bricks.

use super::mask::Mask;
use super::matrix::{GameState, MASTER, WALL};
use heureka_kit::board::{Cell, Direction, Size};
use heureka_kit::text::ParseError;

/// The smallest rectangle of a matrix that contains all cells except walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its first cell in the matrix.
    pub origin: Cell,
    /// Its size.
    pub size: Size,
}

impl Frame {
    /// Returns the frame of a state.
    #[must_use]
    pub fn of(state: &GameState) -> Self {
        let bounds = |coordinate: fn(Cell) -> u16| {
            let open = state.cells(|number| number != WALL).map(coordinate);
            open.fold((u16::MAX, 0), |(min, max), value| (min.min(value), max.max(value)))
        };
        let ((top, bottom), (left, right)) = (bounds(|cell| cell.row), bounds(|cell| cell.col));
        let size = Size { rows: (bottom + 1 - top).into(), cols: (right + 1 - left).into() };
        Self { origin: Cell::new(top, left), size }
    }

    /// Returns the distance from a place to the place below it.
    #[must_use]
    pub fn stride(self) -> usize {
        self.size.cols + 1
    }

    /// Returns the number of places, including those between rows.
    #[must_use]
    pub fn places(self) -> usize {
        self.stride() * self.size.rows - 1
    }

    /// Returns the width of a mask that can be shifted by a row.
    pub(super) fn bits(self) -> usize {
        self.places().max(self.stride() + 1)
    }

    /// Returns the place of a cell of the matrix.
    #[must_use]
    pub fn place(self, cell: Cell) -> usize {
        let (row, col) = (cell.row - self.origin.row, cell.col - self.origin.col);
        usize::from(row) * self.stride() + usize::from(col)
    }

    /// Returns the cell of a place, or `None` for places between or after rows.
    #[must_use]
    pub fn cell(self, place: usize) -> Option<Cell> {
        let (row, col) = (place / self.stride(), place % self.stride());
        let cell = Cell::new(row as u16 + self.origin.row, col as u16 + self.origin.col);
        (row < self.size.rows && col < self.size.cols).then_some(cell)
    }
}

/// The shape of one or more bricks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The offsets of the cells from the anchor, ascending; then for each direction those of its
    /// leading cells, which have no other cell of the shape next to them in that direction.
    offsets: Box<[u16]>,
    /// The ends in that list of the cells and of each direction's leading cells.
    ends: [u16; 5],
    /// The second cell, or the anchor if there is none. Most bricks are small, and two cells need no
    /// loop.
    second: u16,
    /// The first two leading cells in each direction, or the only one twice.
    pairs: [[u16; 2]; 4],
    /// Whether every direction has at most two leading cells and the brick can move in all four.
    simple: bool,
    /// Whether the brick may move up and down, and left and right.
    allowed: [bool; 2],
}

impl Shape {
    fn new(cells: &[u16], stride: usize, allowed: [bool; 2]) -> Self {
        let mut offsets = cells.to_vec();
        let mut ends = [cells.len() as u16; 5];
        for (direction, end) in Direction::ALL.into_iter().zip(&mut ends[1..]) {
            let next = |cell: u16| match direction {
                Direction::Up => cell.checked_sub(stride as u16),
                Direction::Down => Some(cell + stride as u16),
                Direction::Left => cell.checked_sub(1),
                Direction::Right => Some(cell + 1),
            };
            let is_leading = |&&cell: &&u16| next(cell).is_none_or(|next| !cells.contains(&next));
            offsets.extend(cells.iter().filter(is_leading));
            *end = offsets.len() as u16;
        }
        let second = *cells.get(1).unwrap_or(&cells[0]);
        let offsets = offsets.into();
        let simple = allowed == [true; 2];
        let mut shape = Self { offsets, ends, second, pairs: [[0; 2]; 4], simple, allowed };
        for direction in 0..4 {
            let leading = shape.leading(direction);
            let pair = [leading[0], *leading.get(1).unwrap_or(&leading[0])];
            shape.simple &= leading.len() <= 2;
            shape.pairs[direction] = pair;
        }
        shape
    }

    /// Returns for each direction the anchors of the bricks that can move. `empty` has for each
    /// direction the places whose neighbor in that direction is empty.
    #[inline(always)]
    pub fn movable<M: Mask>(&self, anchors: M, empty: &[M; 4]) -> [M; 4] {
        let mut moves = [anchors; 4];
        for (direction, &[a, b]) in self.pairs.iter().enumerate() {
            let empty = empty[direction];
            moves[direction] &= empty >> u32::from(a) & empty >> u32::from(b);
        }
        if !self.simple {
            for (direction, moves) in moves.iter_mut().enumerate() {
                let rest = self.leading(direction).iter().skip(2);
                let all = if self.allowed[direction / 2] { *moves } else { M::EMPTY };
                *moves = rest.fold(all, |moves, &cell| moves & empty[direction] >> u32::from(cell));
            }
        }
        moves
    }

    /// Returns the places one allowed step from the given ones.
    #[inline(always)]
    pub fn neighbors<M: Mask>(&self, places: M, stride: u32) -> M {
        let [vertical, horizontal] = self.allowed;
        let column = if vertical { places >> stride | places << stride } else { M::EMPTY };
        let row = if horizontal { places >> 1 | places << 1 } else { M::EMPTY };
        column | row
    }

    /// Returns the offsets of the cells from the anchor, ascending.
    #[inline(always)]
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.offsets[..usize::from(self.ends[0])]
    }

    /// Returns the leading cells of a direction.
    #[inline(always)]
    fn leading(&self, direction: usize) -> &[u16] {
        &self.offsets[usize::from(self.ends[direction])..usize::from(self.ends[direction + 1])]
    }

    /// Returns all cells of the bricks at some anchors.
    #[inline(always)]
    pub fn cover<M: Mask>(&self, anchors: M) -> M {
        let two = anchors | anchors << u32::from(self.second);
        match self.cells() {
            [_, _, rest @ ..] => {
                rest.iter().fold(two, |covered, &cell| covered | anchors << u32::from(cell))
            }
            _ => two,
        }
    }

    /// Returns the anchors at which a brick covers only the given places.
    pub fn fits<M: Mask>(&self, places: M) -> M {
        self.cells().iter().fold(!M::EMPTY, |anchors, &cell| anchors & places >> u32::from(cell))
    }

    /// Returns the anchors at which a brick covers any of the given places.
    pub fn touches<M: Mask>(&self, places: M) -> M {
        self.cells().iter().fold(M::EMPTY, |anchors, &cell| anchors | places >> u32::from(cell))
    }
}

/// A brick with a goal. It shares its shape with no other.
#[derive(Clone, Copy, Debug)]
pub struct GoalBrick<M> {
    /// The number of the brick.
    pub number: i32,
    /// The index of its shape.
    pub shape: usize,
    /// The anchors at which it fits on the board without other bricks.
    pub fitting: M,
    /// The anchors at which it has reached its goal.
    pub goal: M,
}

impl<M: Mask> GoalBrick<M> {
    /// Returns a brick whose goal is everywhere, or the place that a state gives it.
    fn new(state: &GameState, frame: Frame, (shape, fits): (usize, M), number: i32) -> Self {
        let fitting = fits & room(state, frame, number);
        let place = state.target(number).map(|place| M::only(frame.place(place)));
        Self { number, shape, fitting, goal: place.map_or(fitting, |place| place & fitting) }
    }
}

/// The fixed part of an instance.
#[derive(Clone, Debug)]
pub struct Board<M> {
    /// The playable part of the matrix.
    pub frame: Frame,
    /// The distance from a place to the place below it.
    pub stride: u32,
    /// The places without a wall.
    pub open: M,
    /// The places of the goal cells, which only the master brick can enter.
    pub goal: M,
    /// The master brick.
    pub master: GoalBrick<M>,
    /// The other bricks with a goal.
    pub goal_bricks: Vec<GoalBrick<M>>,
    /// The shapes; the first belongs to the master brick.
    pub shapes: Vec<Shape>,
    /// The number of bricks of each shape.
    pub counts: Vec<usize>,
}

/// The room that an instance needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Bits of a mask of places.
    pub places: usize,
    /// Cells of the playable part.
    pub cells: usize,
    /// Shapes of bricks.
    pub shapes: usize,
    /// Bricks.
    pub bricks: usize,
}

/// A shape of a state, and where its bricks are.
struct Kind {
    cells: Vec<u16>,
    anchors: Vec<usize>,
    /// The number of its first brick.
    number: i32,
    /// Whether that brick has a goal, so that no other brick shares the shape.
    is_single: bool,
    /// Whether its bricks may move up and down, and left and right.
    allowed: [bool; 2],
}

/// Returns the shapes of a state, in the order of the numbers of their first bricks: the master's is the
/// first.
fn kinds(state: &GameState, frame: Frame) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = vec![];
    for number in state.pieces() {
        let places: Vec<_> = state.brick(number).map(|cell| frame.place(cell)).collect();
        let cells: Vec<_> = places.iter().map(|place| (place - places[0]) as u16).collect();
        let is_single = number == MASTER || state.target(number).is_some();
        let same = |kind: &&mut Kind| !is_single && !kind.is_single && kind.cells == cells;
        if let Some(kind) = kinds.iter_mut().find(same) {
            kind.anchors.push(places[0]);
        } else {
            let allowed = allowed(state, &places, frame.stride());
            kinds.push(Kind { cells, anchors: vec![places[0]], number, is_single, allowed });
        }
    }
    kinds
}

/// Returns whether a brick on these places may move up and down, and left and right. If it is bound, it
/// moves along the longer side of its rectangle only.
fn allowed(state: &GameState, places: &[usize], stride: usize) -> [bool; 2] {
    if !state.variant().along_axis_only {
        return [true; 2];
    }
    let rows = places[places.len() - 1] / stride - places[0] / stride;
    let columns = || places.iter().map(|place| place % stride);
    let columns = columns().max().unwrap_or_default() - columns().min().unwrap_or_default();
    [rows > columns, columns > rows]
}

/// Returns the room that a state needs.
#[must_use]
pub fn needs(state: &GameState) -> Needs {
    let frame = Frame::of(state);
    let (shapes, bricks) = (kinds(state, frame).len(), state.pieces().len());
    Needs { places: frame.bits(), cells: frame.size.cells(), shapes, bricks }
}

impl<M: Mask> Board<M> {
    /// Returns the fixed part of a state and the anchors of each shape.
    ///
    /// # Errors
    /// If the playable part is too large for the mask.
    pub fn new(state: &GameState) -> Result<(Self, Vec<Vec<usize>>), ParseError> {
        let frame = Frame::of(state);
        if frame.bits() > M::CAPACITY {
            return Err(too_large(frame));
        }
        let kinds = kinds(state, frame);
        let shape = |kind: &Kind| Shape::new(&kind.cells, frame.stride(), kind.allowed);
        let shapes: Vec<Shape> = kinds.iter().map(shape).collect();
        let open = M::of(state.cells(|number| number != WALL).map(|cell| frame.place(cell)));
        let single = kinds.iter().enumerate().filter(|(_, kind)| kind.is_single);
        let mut goal_bricks = single
            .map(|(i, kind)| GoalBrick::new(state, frame, (i, shapes[i].fits(open)), kind.number))
            .collect::<Vec<_>>();
        let goal = M::of(state.goal().map(|cell| frame.place(cell)));
        let mut master = goal_bricks.remove(0);
        let covers_goal = |&anchor: &usize| (goal & !shapes[0].cover(M::only(anchor))).is_empty();
        master.goal = M::of(master.goal.places().filter(covers_goal));
        let anchors: Vec<_> = kinds.into_iter().map(|kind| kind.anchors).collect();
        let counts = anchors.iter().map(Vec::len).collect();
        let stride = frame.stride() as u32;
        Ok((Self { frame, stride, open, goal, master, goal_bricks, shapes, counts }, anchors))
    }

    /// Returns the number of the brick to which a shape belongs.
    #[must_use]
    pub fn owner(&self, shape: usize) -> Option<i32> {
        let bricks = std::iter::once(&self.master).chain(&self.goal_bricks);
        bricks.into_iter().find(|brick| brick.shape == shape).map(|brick| brick.number)
    }
}

/// Returns the anchors from which all cells of a brick lie within the frame. Offsets alone do not tell,
/// because cells far to the right reach into the next row.
fn room<M: Mask>(state: &GameState, frame: Frame, number: i32) -> M {
    let columns = || state.brick(number).map(|cell| usize::from(cell.col));
    let first = columns().next().unwrap_or_default();
    let left = first - columns().min().unwrap_or(first);
    let right = columns().max().unwrap_or(first) - first;
    let fits = |place: &usize| {
        let col = place % frame.stride();
        col >= left && col + right < frame.size.cols
    };
    M::of((0..frame.places()).filter(fits))
}

/// Returns the error for a playable part that fits no mask.
pub fn too_large(frame: Frame) -> ParseError {
    ParseError::whole(format!(
        "the playable part has {} × {} cells: expected at most 16 × 16",
        frame.size.rows, frame.size.cols
    ))
}
