//! The knapsack: the test problem of construction, for its best scores can be found by trying
//! everything.

use super::{Branching, Promising};
use crate::local::Generator;
use rand::{RngExt, SeedableRng};

/// Things with weights and values, and what may be carried.
pub(super) struct Knapsack {
    things: Vec<(i64, i64)>,
    room: i64,
}

/// What has been decided, what room is left, and the value so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Packed {
    next: usize,
    room: i64,
    value: i64,
}

impl Knapsack {
    pub fn random(things: usize, seed: u64) -> Self {
        let mut generator = Generator::seed_from_u64(seed);
        let things: Vec<_> = (0..things)
            .map(|_| (generator.random_range(5..30), generator.random_range(5..30)))
            .collect();
        let room = things.iter().map(|thing| thing.0).sum::<i64>() / 3;
        Self { things, room }
    }

    /// The best value, and how many packings have it.
    pub fn best(&self) -> (i64, usize) {
        let mut best = (0, 0);
        for bits in 0u32..1 << self.things.len() {
            let chosen = self.things.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            let (weight, value) =
                chosen.fold((0, 0), |(w, v), (_, thing)| (w + thing.0, v + thing.1));
            if weight <= self.room && value > best.0 {
                best = (value, 0);
            }
            best.1 += usize::from(weight <= self.room && value == best.0);
        }
        best
    }

    pub fn value(&self, choices: &[bool]) -> i64 {
        let chosen = self.things.iter().zip(choices).filter(|(_, chosen)| **chosen);
        chosen.map(|(thing, _)| thing.1).sum()
    }
}

impl Branching for Knapsack {
    type Node = Packed;
    type Choice = bool;

    fn root(&self) -> Packed {
        Packed { next: 0, room: self.room, value: 0 }
    }

    fn score(&self, node: &Packed) -> Option<i64> {
        (node.next == self.things.len()).then_some(node.value)
    }

    fn branch(&self, node: &Packed, least: i64, visit: &mut impl FnMut(bool, i64, Packed)) {
        let (weight, value) = self.things[node.next];
        let later: i64 = self.things[node.next + 1..].iter().map(|thing| thing.1).sum();
        for (taken, room, value) in
            [(true, node.room - weight, node.value + value), (false, node.room, node.value)]
        {
            if room >= 0 && value + later >= least {
                visit(taken, value + later, Packed { next: node.next + 1, room, value });
            }
        }
    }
}

impl Promising for Knapsack {
    type Future = (usize, i64, i64);

    fn loss(&self, node: &Packed) -> f32 {
        -(node.value as f32) - node.room as f32
    }

    fn future(&self, node: &Packed) -> (usize, i64, i64) {
        (node.next, node.room, node.value)
    }
}
