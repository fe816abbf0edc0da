//! Heuristics: the distance of the master brick to the goal and the bricks in its way.
//!
//! All are tables by the master's place. *Manhattan* is the distance to the nearest place where it
//! covers the goal, *walk* the distance around the walls. *Obstructed* adds one for each brick on a cell
//! that every path of the master crosses. Each further brick with a goal adds its own distance, and does
//! not count as an obstructing one.
//!
//! All are consistent. A move of a brick with a goal changes its *walk* by at most one and no other. A
//! cell that the master must cross before its move is one that it must cross after it, or one that it has
//! just entered or left, which had no other brick; so the number of obstructing bricks does not fall. A
//! move of a brick without a goal clears at most that brick, and costs one. With `metric=moves`, a
//! distance counts as at most one move. A brick that is bound to its axis makes fewer moves, so nothing
//! of this changes.

use super::Metric;
use super::board::{Board, GoalBrick};
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
    /// The shape of each further brick with a goal, and its distances by its place.
    further: Vec<(usize, Vec<Cost>)>,
}

impl<M: Mask> Tables<M> {
    /// Builds the tables of a heuristic.
    pub fn new(board: &Board<M>, heuristic: usize, metric: Metric) -> Self {
        let mut obstructing = vec![];
        if heuristic == OBSTRUCTED {
            for cells in must_cross(board, &board.master) {
                obstructing.extend(board.shapes[1..].iter().map(|shape| shape.touches(cells)));
            }
        }
        let others = board.shapes.len() - 1;
        for brick in &board.goal_bricks {
            obstructing.iter_mut().skip(brick.shape - 1).step_by(others).for_each(|anchors| {
                *anchors = M::EMPTY;
            });
        }
        let mut further = vec![];
        if heuristic != ZERO {
            let bricks = board.goal_bricks.iter();
            further.extend(bricks.map(|b| (b.shape, distances(board, b, heuristic, metric))));
        }
        let distances = distances(board, &board.master, heuristic, metric);
        Self { distances, obstructing, others, further }
    }

    /// Returns the estimate for the master's place and the anchors of all shapes, which are read only
    /// if needed.
    #[inline(always)]
    pub fn h<A: AsRef<[M]>>(&self, master: usize, masks: impl FnOnce() -> A) -> Cost {
        let Some(&distance) = self.distances.get(master) else { return DEAD_END };
        if self.obstructing.is_empty() && self.further.is_empty() || distance == DEAD_END {
            return distance;
        }
        let masks = masks();
        let mut distance = distance;
        for (shape, distances) in &self.further {
            match distances.get(masks.as_ref()[*shape].first()) {
                Some(&more) if more != DEAD_END => distance += more,
                _ => return DEAD_END,
            }
        }
        if self.obstructing.is_empty() {
            return distance;
        }
        let obstructing = &self.obstructing[master * self.others..][..self.others];
        let bricks = masks.as_ref()[1..].iter().zip(obstructing);
        distance + bricks.map(|(&anchors, &places)| (anchors & places).count()).sum::<Cost>()
    }

    /// Returns the size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        let further = self.further.iter().map(|(_, distances)| size_of_val(&**distances));
        let master = size_of_val(&*self.distances) + size_of_val(&*self.obstructing);
        (master + further.sum::<usize>()) as u64
    }
}

/// Returns by place the distance of a brick from its goal.
fn distances<M: Mask>(
    board: &Board<M>,
    brick: &GoalBrick<M>,
    heuristic: usize,
    metric: Metric,
) -> Vec<Cost> {
    let places = board.frame.places();
    let mut distances = match heuristic {
        ZERO => vec![0; places],
        MANHATTAN => (0..places).map(|place| manhattan(board, brick.goal, place)).collect(),
        _ => walks(board, brick),
    };
    if metric == Metric::Moves {
        for distance in distances.iter_mut().filter(|distance| **distance != DEAD_END) {
            *distance = 1.min(*distance);
        }
    }
    distances
}

fn manhattan<M: Mask>(board: &Board<M>, goal_anchors: M, place: usize) -> Cost {
    let stride = board.stride as usize;
    let distance = |goal: usize| {
        (goal / stride).abs_diff(place / stride) + (goal % stride).abs_diff(place % stride)
    };
    goal_anchors.places().map(distance).min().map_or(DEAD_END, |min| min as Cost)
}

/// Returns by place the steps of a brick to its goal on the board without other bricks.
fn walks<M: Mask>(board: &Board<M>, brick: &GoalBrick<M>) -> Vec<Cost> {
    let shape = &board.shapes[brick.shape];
    let mut distances = vec![DEAD_END; board.frame.places()];
    let (mut reached, mut layer, mut depth) = (brick.goal, brick.goal, 0);
    while !layer.is_empty() {
        layer.each(|place| distances[place] = depth);
        layer = shape.neighbors(layer, board.stride) & brick.fitting & !reached;
        reached |= layer;
        depth += 1;
    }
    distances
}

/// Returns by place the cells that a brick crosses on every path to its goal.
fn must_cross<M: Mask>(board: &Board<M>, brick: &GoalBrick<M>) -> Vec<M> {
    let shape = &board.shapes[brick.shape];
    let mut crossed = vec![M::EMPTY; board.frame.places()];
    for cell in board.open.places() {
        // The places from which the brick reaches its goal without covering the cell.
        let free = brick.fitting & !shape.touches(M::only(cell));
        let mut reached = brick.goal & free;
        let mut before = M::EMPTY;
        while reached != before {
            before = reached;
            reached |= shape.neighbors(reached, board.stride) & free;
        }
        (brick.fitting & !reached).each(|place| crossed[place] |= M::only(cell));
    }
    crossed
}
