//! Heuristics: how far the master brick is from the goal, and who stands in its way.
//!
//! Three are tables by the master's place. *Manhattan* is the distance to the nearest place from which
//! it covers the goal; *walk* the same around the walls. *Obstructed* adds one for each brick that lies
//! on a cell which the master has to cross whatever way it takes.
//!
//! All are consistent. A move of the master changes walk by one at most, and the cells that it must
//! cross from here are those that it must cross from there or has just been able to enter, where no
//! brick lies; so nobody stands in its way fewer times after the move than before. A move of another
//! brick clears the way of that brick alone, and costs one. Where a whole path is one move, the master
//! needs one move at least instead of its distance.

use super::Metric;
use super::board::Board;
use super::mask::Mask;
use heureka_core::{Cost, DEAD_END};

/// The heuristics, in the order of their list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// Distance around the walls, and the bricks in the way.
    Obstructed,
    /// Distance around the walls.
    Walk,
    /// Distance.
    Manhattan,
    /// Nothing.
    Zero,
}

impl Estimate {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Obstructed, Self::Walk, Self::Manhattan, Self::Zero];
}

/// The table of a heuristic.
#[derive(Clone, Debug)]
pub struct Guide<M> {
    /// By the master's place, how far it has to go.
    distances: Vec<Cost>,
    /// By the master's place, for each shape but the master's, the anchors at which a brick is in the
    /// way; empty if that is not counted.
    in_the_way: Vec<M>,
    /// Shapes but the master's.
    others: usize,
}

impl<M: Mask> Guide<M> {
    /// Builds the table of a heuristic.
    pub fn new(board: &Board<M>, goal_anchors: M, estimate: Estimate, metric: Metric) -> Self {
        let places = board.frame.places();
        let mut distances = match estimate {
            Estimate::Zero => vec![0; places],
            Estimate::Manhattan => {
                (0..places).map(|place| manhattan(board, goal_anchors, place)).collect()
            }
            Estimate::Walk | Estimate::Obstructed => walks(board, goal_anchors),
        };
        if metric == Metric::Moves {
            for distance in distances.iter_mut().filter(|distance| **distance != DEAD_END) {
                *distance = 1.min(*distance);
            }
        }
        let others = board.shapes.len() - 1;
        let in_the_way = if estimate == Estimate::Obstructed {
            let crossed = must_cross(board, goal_anchors);
            let shapes = || board.shapes[1..].iter();
            crossed.iter().flat_map(|&cells| shapes().map(move |s| s.touches(cells))).collect()
        } else {
            vec![]
        };
        Self { distances, in_the_way, others }
    }

    /// The estimate with the master at a place and the others at these anchors, if they are asked for.
    #[inline(always)]
    pub fn h<A: AsRef<[M]>>(&self, master: usize, masks: impl FnOnce() -> A) -> Cost {
        let Some(&distance) = self.distances.get(master) else { return DEAD_END };
        if self.in_the_way.is_empty() || distance == DEAD_END {
            return distance;
        }
        let masks = masks();
        let in_the_way = &self.in_the_way[master * self.others..][..self.others];
        let bricks = masks.as_ref()[1..].iter().zip(in_the_way);
        distance + bricks.map(|(&anchors, &way)| (anchors & way).count()).sum::<Cost>()
    }

    /// Bytes taken by the table.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.distances) + size_of_val(&*self.in_the_way)) as u64
    }
}

fn manhattan<M: Mask>(board: &Board<M>, goal_anchors: M, place: usize) -> Cost {
    let stride = board.stride as usize;
    let apart = |goal: usize| {
        (goal / stride).abs_diff(place / stride) + (goal % stride).abs_diff(place % stride)
    };
    goal_anchors.places().map(apart).min().map_or(DEAD_END, |least| least as Cost)
}

/// The places one step from these.
#[inline(always)]
pub fn around<M: Mask>(board: &Board<M>, places: M) -> M {
    places << 1 | places >> 1 | places << board.stride | places >> board.stride
}

/// By place, how many steps the master is from the goal if it is alone on the board.
fn walks<M: Mask>(board: &Board<M>, goal_anchors: M) -> Vec<Cost> {
    let mut distances = vec![DEAD_END; board.frame.places()];
    let (mut reached, mut layer, mut depth) = (goal_anchors, goal_anchors, 0);
    while !layer.is_none() {
        for place in layer.places() {
            distances[place] = depth;
        }
        layer = around(board, layer) & board.stands & !reached;
        reached = reached | layer;
        depth += 1;
    }
    distances
}

/// By place, the cells that the master has to cross on any way from there to the goal.
fn must_cross<M: Mask>(board: &Board<M>, goal_anchors: M) -> Vec<M> {
    let mut crossed = vec![M::NONE; board.frame.places()];
    for cell in board.open.places() {
        // Where the master can stand without covering the cell, and reach the goal without it.
        let free = board.stands & !board.shapes[0].touches(M::one(cell));
        let mut reached = goal_anchors & free;
        let mut before = M::NONE;
        while reached != before {
            before = reached;
            reached = reached | around(board, reached) & free;
        }
        for place in (board.stands & !reached).places() {
            crossed[place] = crossed[place] | M::one(cell);
        }
    }
    crossed
}
