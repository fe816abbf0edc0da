//! Heuristics: the master brick's distance to the goal and the bricks in its way.
//!
//! All are tables by the master's place. *Manhattan* is the distance to the nearest place where it
//! covers the goal, *walk* the distance around the walls. *Obstructed* adds one for each brick on a cell
//! that every path of the master crosses.
//!
//! All are consistent. A move of the master changes *walk* by at most one. A cell that it must cross
//! before the move is one that it must cross after it, or one that it has just entered, which had no
//! brick; so the number of obstructing bricks does not fall. A move of another brick clears at most that
//! brick, and costs one. With `metric=moves`, the distance counts as at most one move.

use super::Metric;
use super::board::Board;
use super::info::{MANHATTAN, OBSTRUCTED, ZERO};
use super::mask::Mask;
use heureka_core::{Cost, DEAD_END};

/// The tables of a heuristic.
#[derive(Clone, Debug)]
pub struct Tables<M> {
    /// The distance of the master from the goal, by its place.
    distances: Vec<Cost>,
    /// By the master's place and the other shapes, the anchors at which a brick obstructs the master;
    /// empty if the heuristic does not count them.
    obstructing: Vec<M>,
    /// The number of shapes except the master's.
    others: usize,
}

impl<M: Mask> Tables<M> {
    /// Builds the tables of a heuristic.
    pub fn new(board: &Board<M>, goal_anchors: M, heuristic: usize, metric: Metric) -> Self {
        let places = board.frame.places();
        let mut distances = match heuristic {
            ZERO => vec![0; places],
            MANHATTAN => (0..places).map(|place| manhattan(board, goal_anchors, place)).collect(),
            _ => walks(board, goal_anchors),
        };
        if metric == Metric::Moves {
            for distance in distances.iter_mut().filter(|distance| **distance != DEAD_END) {
                *distance = 1.min(*distance);
            }
        }
        let mut obstructing = vec![];
        if heuristic == OBSTRUCTED {
            for cells in must_cross(board, goal_anchors) {
                obstructing.extend(board.shapes[1..].iter().map(|shape| shape.touches(cells)));
            }
        }
        Self { distances, obstructing, others: board.shapes.len() - 1 }
    }

    /// Returns the estimate for the master's place and the anchors of all shapes, which are read only
    /// if needed.
    #[inline(always)]
    pub fn h<A: AsRef<[M]>>(&self, master: usize, masks: impl FnOnce() -> A) -> Cost {
        let Some(&distance) = self.distances.get(master) else { return DEAD_END };
        if self.obstructing.is_empty() || distance == DEAD_END {
            return distance;
        }
        let masks = masks();
        let obstructing = &self.obstructing[master * self.others..][..self.others];
        let bricks = masks.as_ref()[1..].iter().zip(obstructing);
        distance + bricks.map(|(&anchors, &places)| (anchors & places).count()).sum::<Cost>()
    }

    /// Returns the size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.distances) + size_of_val(&*self.obstructing)) as u64
    }
}

fn manhattan<M: Mask>(board: &Board<M>, goal_anchors: M, place: usize) -> Cost {
    let stride = board.stride as usize;
    let distance = |goal: usize| {
        (goal / stride).abs_diff(place / stride) + (goal % stride).abs_diff(place % stride)
    };
    goal_anchors.places().map(distance).min().map_or(DEAD_END, |min| min as Cost)
}

/// Returns the places one step from the given ones.
#[inline(always)]
pub fn neighbors<M: Mask>(board: &Board<M>, places: M) -> M {
    places << 1 | places >> 1 | places << board.stride | places >> board.stride
}

/// Returns by place the steps of the master to the goal on the board without other bricks.
fn walks<M: Mask>(board: &Board<M>, goal_anchors: M) -> Vec<Cost> {
    let mut distances = vec![DEAD_END; board.frame.places()];
    let (mut reached, mut layer, mut depth) = (goal_anchors, goal_anchors, 0);
    while !layer.is_empty() {
        layer.each(|place| distances[place] = depth);
        layer = neighbors(board, layer) & board.stands & !reached;
        reached |= layer;
        depth += 1;
    }
    distances
}

/// Returns by place the cells that the master crosses on every path to the goal.
fn must_cross<M: Mask>(board: &Board<M>, goal_anchors: M) -> Vec<M> {
    let mut crossed = vec![M::EMPTY; board.frame.places()];
    for cell in board.open.places() {
        // The places from which the master reaches the goal without covering the cell.
        let free = board.stands & !board.shapes[0].touches(M::only(cell));
        let mut reached = goal_anchors & free;
        let mut before = M::EMPTY;
        while reached != before {
            before = reached;
            reached |= neighbors(board, reached) & free;
        }
        (board.stands & !reached).each(|place| crossed[place] |= M::only(cell));
    }
    crossed
}
