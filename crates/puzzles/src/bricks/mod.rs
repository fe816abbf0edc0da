//! Sliding bricks: Klotski and related puzzles, with bricks of any shape.
//!
//! A state is one mask of anchors per shape ([`Arrangement`]), so all bricks of a shape are tested
//! together: a brick can move if its anchor remains after intersecting the anchors with the empty
//! cells, shifted by each leading cell of the shape. Moves come in the assignment's order: the master
//! first, then by the first cell of the brick; then up, down, left, right.
//!
//! Beyond the assignment, bricks can be bound to their axis, and any of them can have a place to reach
//! ([`matrix::Variant`]); [`letters`] reads the notations of such boards.

mod arrangement;
mod board;
mod draw;
mod generate;
mod goal;
mod heuristics;
mod info;
pub mod labels;
pub mod letters;
mod mask;
pub mod matrix;
mod notation;
mod puzzle;
pub mod read;
pub mod reference;
mod rush_hour;
mod settings;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod variant_tests;

pub use arrangement::{Arrangement, List};
pub use board::{Board, Needs, needs};
pub use goal::Goal;
pub use info::INFO;
pub use labels::{Labeled, Labels};
pub use mask::Mask;
pub use notation::{Notation, Reading, is_matrix, read_instance};
pub use settings::{Settings, settings};

use board::Frame;
use heureka_core::{Abilities, Claim, Cost, Observer, Problem};
use heureka_kit::board::BitSet;
use heureka_kit::text::ParseError;
use heuristics::Tables;
use matrix::GameState;

/// The moves that cost 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// A brick moves by one cell.
    Steps,
    /// A brick moves along any path.
    Moves,
}

/// A move of the brick at one place to another.
///
/// Places are those of anchors, so a move does not depend on the numbers of the bricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The place of the brick's anchor before the move.
    pub from: u16,
    /// The place after the move.
    pub to: u16,
}

impl Slide {
    /// A move that is illegal in every state.
    pub const NONE: Self = Self { from: u16::MAX, to: u16::MAX };
}

/// A sliding brick puzzle whose states are arrangements of type `A`.
#[derive(Clone, Debug)]
pub struct Bricks<A: Arrangement> {
    board: Board<A::Mask>,
    start: A,
    /// The start with the labels of the text.
    original: GameState,
    /// How the text writes the bricks.
    notation: Notation,
    metric: Metric,
    labels: Labels,
    /// The rules that the format of the text implies.
    caveat: Option<&'static str>,
    /// The index in `INFO.heuristics`.
    heuristic: usize,
    tables: Tables<A::Mask>,
}

impl<A: Arrangement> Bricks<A> {
    /// Returns the puzzle that starts in a state.
    ///
    /// # Errors
    /// If the state does not fit arrangements of this type.
    pub fn new(original: GameState, metric: Metric, labels: Labels) -> Result<Self, ParseError> {
        let needs = needs(&original);
        if needs.shapes > A::SHAPES || needs.bricks > A::BRICKS || needs.cells > A::CELLS {
            return Err(board::too_large(Frame::of(&original)));
        }
        let (board, anchors) = Board::new(&original)?;
        let start = A::of(&board, &anchors);
        let tables = Tables::new(&board, 0, metric);
        let (notation, caveat, heuristic) = (Notation::Matrix, None, 0);
        Ok(Self { board, start, original, notation, metric, labels, caveat, heuristic, tables })
    }

    /// Returns the start with the labels of the text.
    #[must_use]
    pub fn original(&self) -> &GameState {
        &self.original
    }

    /// Returns the empty cells for the master, which may enter the goal, and for the others.
    #[inline(always)]
    fn empty(&self, masks: &[A::Mask]) -> (A::Mask, A::Mask) {
        let mut empty = self.board.open;
        for (i, shape) in self.board.shapes.iter().enumerate() {
            empty &= !shape.cover(masks[i]);
        }
        (empty, empty & !self.board.goal)
    }

    /// Returns for each direction the anchors of the bricks that can move by one cell: the master's, and
    /// those of the others. Not inlined: that would take minutes to compile, and the call costs little
    /// compared with the work here.
    #[inline(never)]
    fn movable(&self, masks: &[A::Mask]) -> [[A::Mask; 4]; 2] {
        let stride = self.board.stride;
        let (for_master, for_others) = self.empty(masks);
        // The places whose neighbor in each direction is empty.
        let next_to = |e: A::Mask| [e << stride, e >> stride, e << 1, e >> 1];
        let [mut empty, mut all] = [next_to(for_master), [A::Mask::EMPTY; 4]];
        let mut master = all;
        for (i, shape) in self.board.shapes.iter().enumerate() {
            let these = shape.movable(masks[i], &empty);
            if i == 0 {
                (master, empty) = (these, next_to(for_others));
            } else {
                for direction in 0..4 {
                    all[direction] |= these[direction];
                }
            }
        }
        [master, all]
    }

    /// Returns whether every brick with a goal except the master has reached it.
    #[cold]
    fn others_at_goal(&self, state: &A) -> bool {
        let masks = state.masks(&self.board);
        let mut bricks = self.board.goal_bricks.iter();
        bricks.all(|brick| !(masks.as_ref()[brick.shape] & brick.goal).is_empty())
    }

    /// Returns the places that a brick can reach along any path.
    #[inline(never)]
    fn reach(&self, masks: &[A::Mask], from: usize) -> A::Mask {
        let shape = masks.iter().position(|mask| mask.contains(from)).unwrap_or(0);
        let (for_master, for_others) = self.empty(masks);
        let empty = if shape == 0 { for_master } else { for_others };
        let (shape, from) = (&self.board.shapes[shape], A::Mask::only(from));
        let fits = shape.fits(empty | shape.cover(from));
        let mut reached = from;
        loop {
            let wider = reached | shape.neighbors(reached, self.board.stride) & fits;
            if wider == reached {
                return reached & !from;
            }
            reached = wider;
        }
    }

    /// Visits every move: by brick, the master first, then by direction or by target place.
    ///
    /// `visit` is called in only one place, so that it is inlined into this loop.
    #[inline(always)]
    fn moves(&self, state: &A, visit: &mut impl FnMut(Slide, Cost, A)) {
        let board = &self.board;
        let masks = state.masks(board);
        let masks = &masks.as_ref()[..board.shapes.len()];
        let along_paths = self.metric == Metric::Moves;
        let [mut movable, others] =
            if along_paths { [[A::Mask::EMPTY; 4]; 2] } else { self.movable(masks) };
        let mut bricks = if along_paths {
            masks[1..].iter().fold(A::Mask::EMPTY, |all, &anchors| all | anchors)
        } else {
            others[0] | others[1] | others[2] | others[3]
        };
        let stride = board.stride as usize;
        let by = [stride.wrapping_neg(), stride, usize::MAX, 1];
        let mut from = masks[0].first();
        loop {
            let (mut places, mut directions) = (A::Mask::EMPTY, 0);
            if along_paths {
                places = self.reach(masks, from);
            } else {
                for (direction, movable) in movable.iter().enumerate() {
                    directions |= u32::from(movable.contains(from)) << direction;
                }
            }
            loop {
                let to = if along_paths {
                    if places.is_empty() {
                        break;
                    }
                    places.first()
                } else {
                    if directions == 0 {
                        break;
                    }
                    from.wrapping_add(by[directions.trailing_zeros() as usize & 3])
                };
                places = places.without_first();
                directions &= directions.wrapping_sub(1);
                let slide = Slide { from: from as u16, to: to as u16 };
                visit(slide, 1, state.moved(board, from, to));
            }
            if bricks.is_empty() {
                return;
            }
            from = bricks.first();
            bricks = bricks.without_first();
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
        let board = &self.board;
        board.master.goal.contains(state.master(board))
            && (board.goal_bricks.is_empty() || self.others_at_goal(state))
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
        self.tables.h(state.master(&self.board), || state.masks(&self.board))
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }

    #[inline(always)]
    fn undoes(&self, previous: Slide, next: Slide) -> bool {
        (previous.from, previous.to) == (next.to, next.from)
    }

    /// A brick can always move back: the cells that it left are empty, and only the master leaves the
    /// goal.
    fn abilities<O: Observer<A, Slide>>(&self) -> Abilities<Self, O> {
        Abilities::plain().undirected()
    }
}
