//! What of an instance never changes: the playable part, the shapes of the bricks, the goal.
//!
//! Places number the cells of the playable part row by row, with one place between rows that is never
//! free, so that no brick slides around an edge. A brick stands at the place of its *anchor*, its first
//! cell row by row; all its cells then lie at fixed offsets that are not negative, and ascending anchors
//! are the order in which the normal form numbers the bricks.

use super::mask::Mask;
use super::matrix::{Direction, GameState, MASTER, WALL};
use heureka_kit::text::ParseError;

/// The part of a matrix that is not all wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its first column in the matrix.
    pub left: usize,
    /// Its first row in the matrix.
    pub top: usize,
    /// Its columns.
    pub width: usize,
    /// Its rows.
    pub height: usize,
}

impl Frame {
    /// The smallest frame around all that is no wall.
    #[must_use]
    pub fn around(state: &GameState) -> Self {
        let open: Vec<_> = (0..state.height())
            .flat_map(|y| (0..state.width()).map(move |x| (x, y)))
            .filter(|&(x, y)| state.at((x, y)) != Some(WALL))
            .collect();
        let range = |values: &mut dyn Iterator<Item = usize>| {
            values.fold((usize::MAX, 0), |(least, most), v| (least.min(v), most.max(v)))
        };
        let (left, right) = range(&mut open.iter().map(|cell| cell.0));
        let (top, bottom) = range(&mut open.iter().map(|cell| cell.1));
        Self { left, top, width: right + 1 - left, height: bottom + 1 - top }
    }

    /// From a place to the one below it.
    #[must_use]
    pub fn stride(self) -> usize {
        self.width + 1
    }

    /// How many places there are, with those between rows.
    #[must_use]
    pub fn places(self) -> usize {
        self.stride() * self.height - 1
    }

    /// How many bits a mask of places needs, so that it can be shifted by a row.
    fn bits(self) -> usize {
        self.places().max(self.stride() + 1)
    }

    /// The place of a column and row of the matrix.
    #[must_use]
    pub fn place(self, (x, y): (usize, usize)) -> usize {
        (y - self.top) * self.stride() + (x - self.left)
    }

    /// The column and row of a place, if it is one.
    #[must_use]
    pub fn cell(self, place: usize) -> Option<(usize, usize)> {
        let (x, y) = (place % self.stride(), place / self.stride());
        (x < self.width && y < self.height).then_some((x + self.left, y + self.top))
    }
}

/// The shape of some bricks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The offsets of its cells from the anchor, ascending; after them, direction by direction, those
    /// of the cells that have no other one of the shape next to them in that direction.
    offsets: Box<[u16]>,
    /// Where the cells end in that list, and those of each direction.
    ends: [u16; 5],
    /// The second cell, the first being the anchor; the anchor again if there is no other. Most bricks
    /// are small, and two cells need no loop.
    second: u16,
    /// For each direction the first two cells that lead, or the only one twice.
    pairs: [[u16; 2]; 4],
    /// Whether in no direction more than two lead.
    narrow: bool,
}

impl Shape {
    fn new(cells: &[u16], stride: usize) -> Self {
        let mut offsets = cells.to_vec();
        let mut ends = [cells.len() as u16; 5];
        for (direction, end) in Direction::ALL.into_iter().zip(&mut ends[1..]) {
            let next = |cell: usize| match direction {
                Direction::Up => cell.checked_sub(stride),
                Direction::Down => Some(cell + stride),
                Direction::Left => cell.checked_sub(1),
                Direction::Right => Some(cell + 1),
            };
            let is_leading = |&&cell: &&u16| {
                let next = next(usize::from(cell));
                next.is_none_or(|next| cells.iter().all(|&other| usize::from(other) != next))
            };
            offsets.extend(cells.iter().filter(is_leading));
            *end = offsets.len() as u16;
        }
        let mut shape = Self {
            offsets: offsets.into(),
            ends,
            second: *cells.get(1).unwrap_or(&cells[0]),
            pairs: [[0; 2]; 4],
            narrow: true,
        };
        for way in 0..4 {
            let leading = shape.leading(way);
            let pair = [leading[0], *leading.get(1).unwrap_or(&leading[0])];
            shape.narrow &= leading.len() <= 2;
            shape.pairs[way] = pair;
        }
        shape
    }

    /// For each direction the anchors of those bricks that can go there, given the places that have an
    /// empty one next to them.
    #[inline(always)]
    pub fn movable<M: Mask>(&self, anchors: M, empty: &[M; 4]) -> [M; 4] {
        let mut moves = std::array::from_fn(|way| {
            let [a, b] = self.pairs[way];
            anchors & empty[way] >> u32::from(a) & empty[way] >> u32::from(b)
        });
        if !self.narrow {
            for (way, moves) in moves.iter_mut().enumerate() {
                let rest = self.leading(way).iter().skip(2);
                *moves = rest.fold(*moves, |moves, &cell| moves & empty[way] >> u32::from(cell));
            }
        }
        moves
    }

    /// The offsets of its cells from the anchor, ascending.
    #[inline(always)]
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.offsets[..usize::from(self.ends[0])]
    }

    /// The cells that lead in a direction.
    #[inline(always)]
    #[must_use]
    pub fn leading(&self, way: usize) -> &[u16] {
        &self.offsets[usize::from(self.ends[way])..usize::from(self.ends[way + 1])]
    }

    /// All cells of bricks of this shape that stand at these anchors.
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

    /// The anchors at which a brick of this shape lies on these places only.
    pub fn fits<M: Mask>(&self, places: M) -> M {
        self.cells().iter().fold(!M::NONE, |anchors, &cell| anchors & places >> u32::from(cell))
    }

    /// The anchors at which a brick of this shape lies on any of these places.
    pub fn touches<M: Mask>(&self, places: M) -> M {
        self.cells().iter().fold(M::NONE, |anchors, &cell| anchors | places >> u32::from(cell))
    }
}

/// What never changes.
#[derive(Clone, Debug)]
pub struct Board<M> {
    /// Where the playable part lies in the matrix.
    pub frame: Frame,
    /// From a place to the one below it.
    pub stride: u32,
    /// The places that are no walls.
    pub open: M,
    /// The places of the goal.
    pub goal: M,
    /// The anchors at which the master brick can stand if it is alone on the board.
    pub stands: M,
    /// The shapes; the first is the master brick's, which it shares with no other.
    pub shapes: Vec<Shape>,
    /// How many bricks have each shape.
    pub counts: Vec<usize>,
}

/// How much room an instance takes.
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

/// The bricks of a state: for each shape its cells as offsets, and the anchors of its bricks.
type Bricks = Vec<(Vec<u16>, Vec<usize>)>;

fn bricks(state: &GameState, frame: Frame) -> Bricks {
    let mut shapes: Bricks = vec![];
    for piece in state.pieces() {
        let places: Vec<_> = state.brick(piece).map(|cell| frame.place(cell)).collect();
        let cells: Vec<_> = places.iter().map(|place| (place - places[0]) as u16).collect();
        // The master brick comes first and is found by nobody else.
        let others = shapes.iter_mut().skip(1);
        match others.into_iter().find(|(shape, _)| piece != MASTER && *shape == cells) {
            Some((_, anchors)) => anchors.push(places[0]),
            None => shapes.push((cells, vec![places[0]])),
        }
    }
    shapes
}

/// How much room a state takes.
#[must_use]
pub fn needs(state: &GameState) -> Needs {
    let frame = Frame::around(state);
    let bricks = bricks(state, frame);
    Needs {
        places: frame.bits(),
        cells: frame.width * frame.height,
        shapes: bricks.len(),
        bricks: bricks.iter().map(|(_, anchors)| anchors.len()).sum(),
    }
}

impl<M: Mask> Board<M> {
    /// What of a state never changes, and the anchors of each shape's bricks.
    ///
    /// # Errors
    /// If the playable part is too large for the mask.
    pub fn new(state: &GameState) -> Result<(Self, Vec<Vec<usize>>), ParseError> {
        let frame = Frame::around(state);
        if frame.bits() > M::PLACES {
            return Err(too_large(frame));
        }
        let (shapes, anchors): (Vec<_>, Vec<_>) = bricks(state, frame)
            .into_iter()
            .map(|(cells, anchors)| (Shape::new(&cells, frame.stride()), anchors))
            .unzip();
        let mut open = M::NONE;
        for place in 0..frame.places() {
            let cell = frame.cell(place).map(|cell| state.at(cell));
            if cell.is_some_and(|number| number != Some(WALL)) {
                open = open | M::one(place);
            }
        }
        let stands = shapes[0].fits(open) & room(state, frame);
        let goal = state.goal().fold(M::NONE, |goal, cell| goal | M::one(frame.place(cell)));
        let counts = anchors.iter().map(Vec::len).collect();
        let board =
            Self { frame, stride: frame.stride() as u32, open, goal, stands, shapes, counts };
        Ok((board, anchors))
    }
}

/// The anchors from which all cells of the master brick lie within the frame. Offsets alone do not tell:
/// those of cells far to the right reach into the next row.
fn room<M: Mask>(state: &GameState, frame: Frame) -> M {
    let columns = || state.brick(MASTER).map(|(x, _)| x);
    let first = columns().next().unwrap_or(frame.left);
    let to_the_left = first - columns().min().unwrap_or(first);
    let to_the_right = columns().max().unwrap_or(first) - first;
    (0..frame.places())
        .filter(|&place| {
            let x = place % frame.stride();
            x >= to_the_left && x + to_the_right < frame.width
        })
        .fold(M::NONE, |room, place| room | M::one(place))
}

/// The error for a board that no mask is wide enough for.
pub fn too_large(frame: Frame) -> ParseError {
    ParseError::whole(format!(
        "a playable part of {} × {} cells: expected no more than 16 × 16",
        frame.width, frame.height
    ))
}
