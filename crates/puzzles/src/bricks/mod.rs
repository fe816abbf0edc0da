//! Sliding bricks: Klotski and its kin, with bricks of any shape.
//!
//! A state is a mask of anchors for each shape ([`Arrangement`]), so that all bricks of one shape are
//! looked at together: those can move whose anchors remain after the empty cells, shifted by each
//! leading cell of the shape, have been laid over them. Moves come in the assignment's order: by the
//! number of the brick in normal form, the master first, then up, down, left, right.

mod arrangement;
mod board;
mod draw;
mod generate;
mod guide;
mod info;
pub mod labels;
mod levels;
mod mask;
pub mod matrix;
mod puzzle;
mod random_walk;
pub mod read;
pub mod reference;
#[cfg(test)]
mod tests;

pub use arrangement::{Arrangement, List};
pub use board::{Board, Frame, Needs, Shape, needs};
pub use guide::Estimate;
pub use labels::{Labeled, Labels};
pub use levels::{Entry as LevelEntry, index};
pub use mask::{Mask, Wide};
pub use puzzle::{Settings, settings};
pub use random_walk::{WalkEnd, random_walk};

use guide::Guide;
use heureka_core::{Claim, Cost, Problem, Undirected};
use heureka_kit::text::ParseError;
use matrix::GameState;

/// What is counted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// A brick goes one cell.
    Steps,
    /// A brick goes along any path.
    Moves,
}

impl Metric {
    /// Both, with their names.
    pub const ALL: [(&'static str, Self); 2] = [("steps", Self::Steps), ("moves", Self::Moves)];
}

/// A move: the brick at one place goes to another.
///
/// Places are those of anchors, so that a move means the same whatever the bricks are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Where the brick's anchor is.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
}

impl Slide {
    /// No move at all: what no rules allow.
    pub const NONE: Self = Self { from: u16::MAX, to: u16::MAX };
}

/// A sliding brick puzzle whose states are arrangements of type `A`.
#[derive(Clone, Debug)]
pub struct Bricks<A: Arrangement> {
    board: Board<A::Mask>,
    start: A,
    /// The state as it was read, with its labels.
    original: GameState,
    /// Where the master covers the whole goal.
    goal_anchors: A::Mask,
    metric: Metric,
    labels: Labels,
    estimate: Estimate,
    guide: Guide<A::Mask>,
}

impl<A: Arrangement> Bricks<A> {
    /// The puzzle that begins in a state.
    ///
    /// # Errors
    /// If the state takes more room than arrangements of this type have.
    pub fn new(original: GameState, metric: Metric, labels: Labels) -> Result<Self, ParseError> {
        let needs = needs(&original);
        if needs.shapes > A::SHAPES || needs.bricks > A::BRICKS || needs.cells > A::CELLS {
            return Err(board::too_large(Frame::around(&original)));
        }
        let (board, anchors) = Board::new(&original)?;
        let start = A::of(&board, &anchors);
        let master = &board.shapes[0];
        let covers = |&at: &usize| {
            let cells = master.cover(A::Mask::one(at));
            (board.goal & !cells).is_none()
        };
        let goal_anchors = board.stands.places().filter(covers);
        let goal_anchors = goal_anchors.fold(A::Mask::NONE, |all, at| all | A::Mask::one(at));
        let estimate = Estimate::ALL[0];
        let guide = Guide::new(&board, goal_anchors, estimate, metric);
        Ok(Self { board, start, original, goal_anchors, metric, labels, estimate, guide })
    }

    /// The state as it was read.
    #[must_use]
    pub fn original(&self) -> &GameState {
        &self.original
    }

    /// The empty cells, those of the goal among them, that the master sees, and those that others see.
    #[inline(always)]
    fn empty(&self, masks: &[A::Mask]) -> (A::Mask, A::Mask) {
        let shapes = self.board.shapes.iter().zip(masks);
        let taken = shapes.fold(A::Mask::NONE, |taken, (shape, &m)| taken | shape.cover(m));
        let empty = self.board.open & !taken;
        (empty, empty & !self.board.goal)
    }

    /// For each direction the anchors of the bricks that can go one cell: the master's, and those of
    /// the others. Not written into every search: that takes minutes to compile, and a call is little
    /// beside the work here.
    #[inline(never)]
    fn movable(&self, masks: &[A::Mask]) -> [[A::Mask; 4]; 2] {
        let stride = self.board.stride;
        let (for_master, for_others) = self.empty(masks);
        // A place is in these if the place next to it in the direction is empty.
        let next_to = |e: A::Mask| [e << stride, e >> stride, e << 1, e >> 1];
        let [mut empty, mut all] = [next_to(for_master), [A::Mask::NONE; 4]];
        let mut master = all;
        for (i, (shape, &anchors)) in self.board.shapes.iter().zip(masks).enumerate() {
            let these = shape.movable(anchors, &empty);
            if i == 0 {
                (master, empty) = (these, next_to(for_others));
            } else {
                all = std::array::from_fn(|way| all[way] | these[way]);
            }
        }
        [master, all]
    }

    /// The places that a brick can come to along any path.
    #[inline(never)]
    fn reach(&self, masks: &[A::Mask], from: usize) -> A::Mask {
        let shape = masks.iter().position(|mask| mask.has(from)).unwrap_or(0);
        let (for_master, for_others) = self.empty(masks);
        let empty = if shape == 0 { for_master } else { for_others };
        let (shape, from) = (&self.board.shapes[shape], A::Mask::one(from));
        let fits = shape.fits(empty | shape.cover(from));
        let mut reached = from;
        loop {
            let wider = reached | guide::around(&self.board, reached) & fits;
            if wider == reached {
                return reached & !from;
            }
            reached = wider;
        }
    }

    /// Every move: by the brick, the master first, then by the direction, or by the place it comes to.
    ///
    /// There is one place that calls `visit`, so that it becomes part of this loop.
    #[inline(always)]
    fn moves(&self, state: &A, visit: &mut impl FnMut(Slide, Cost, A)) {
        let board = &self.board;
        let masks = state.masks(board);
        let masks = &masks.as_ref()[..board.shapes.len()];
        let along_paths = self.metric == Metric::Moves;
        let [mut movable, others] =
            if along_paths { [[A::Mask::NONE; 4]; 2] } else { self.movable(masks) };
        let mut bricks = if along_paths {
            masks[1..].iter().fold(A::Mask::NONE, |all, &anchors| all | anchors)
        } else {
            others[0] | others[1] | others[2] | others[3]
        };
        let stride = board.stride as usize;
        let by = [stride.wrapping_neg(), stride, usize::MAX, 1];
        let mut from = masks[0].lowest();
        loop {
            let (mut places, mut ways) = (A::Mask::NONE, 0);
            if along_paths {
                places = self.reach(masks, from);
            } else {
                for (way, movable) in movable.iter().enumerate() {
                    ways |= u32::from(movable.has(from)) << way;
                }
            }
            loop {
                let to = if along_paths {
                    if places.is_none() {
                        break;
                    }
                    places.lowest()
                } else {
                    if ways == 0 {
                        break;
                    }
                    from.wrapping_add(by[ways.trailing_zeros() as usize & 3])
                };
                places = places.without_lowest();
                ways &= ways.wrapping_sub(1);
                let slide = Slide { from: from as u16, to: to as u16 };
                visit(slide, 1, state.moved(board, from, to));
            }
            if bricks.is_none() {
                return;
            }
            from = bricks.lowest();
            bricks = bricks.without_lowest();
            movable = others;
        }
    }
}

impl<A: Arrangement> Problem for Bricks<A> {
    type State = A;
    type Key = A;
    type Action = Slide;

    fn start(&self) -> A {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, state: &A) -> bool {
        self.goal_anchors.has(state.master(&self.board))
    }

    #[inline(always)]
    fn successors(&self, state: &A, visit: &mut impl FnMut(Slide, Cost, A)) {
        self.moves(state, visit);
    }

    #[inline(always)]
    fn pack(&self, state: &A) -> A {
        *state
    }

    #[inline(always)]
    fn unpack(&self, key: &A) -> A {
        *key
    }

    #[inline(always)]
    fn h(&self, state: &A) -> Cost {
        self.guide.h(state.master(&self.board), || state.masks(&self.board))
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }

    #[inline(always)]
    fn undoes(&self, previous: Slide, next: Slide) -> bool {
        (previous.from, previous.to) == (next.to, next.from)
    }
}

/// A brick can go back the way it came: what it left is empty, and if that was the goal, it is the
/// master.
impl<A: Arrangement> Undirected for Bricks<A> {}
