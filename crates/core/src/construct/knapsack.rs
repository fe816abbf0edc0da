//! A test problem: the knapsack problem with values equal to weights (subset sum).

use super::{Branching, Promising};
use crate::local::Generator;
use rand::{RngExt, SeedableRng};

/// Items with weights, and the largest total weight allowed.
pub(super) struct Knapsack {
    items: Vec<i64>,
    capacity: i64,
}

impl Knapsack {
    pub fn random(items: usize, seed: u64) -> Self {
        let mut generator = Generator::seed_from_u64(seed);
        let items: Vec<i64> = (0..items).map(|_| generator.random_range(50..500)).collect();
        let capacity = items.iter().sum::<i64>() / 3;
        Self { items, capacity }
    }

    /// Returns the best score and the number of solutions that have it, by brute force.
    pub fn best(&self) -> (i64, usize) {
        let weight = |bits: u32| -> i64 {
            (0..).zip(&self.items).map(|(i, weight)| i64::from(bits >> i & 1) * weight).sum()
        };
        let scores = (0..1 << self.items.len()).map(weight);
        let scores: Vec<i64> = scores.filter(|&score| score <= self.capacity).collect();
        let best = scores.iter().copied().max().unwrap_or_default();
        (best, scores.into_iter().filter(|&score| score == best).count())
    }

    pub fn weight(&self, choices: &[bool]) -> i64 {
        self.items.iter().zip(choices).map(|(weight, &taken)| i64::from(taken) * weight).sum()
    }
}

/// A node is the number of items decided and the weight of those taken.
impl Branching for Knapsack {
    type Node = (usize, i64);
    type Choice = bool;

    fn root(&self) -> (usize, i64) {
        (0, 0)
    }

    fn score(&self, &(decided, weight): &(usize, i64)) -> Option<i64> {
        (decided == self.items.len()).then_some(weight)
    }

    fn branch(
        &self,
        &(decided, weight): &(usize, i64),
        min_score: i64,
        visit: &mut impl FnMut(bool, i64, (usize, i64)),
    ) {
        let rest: i64 = self.items[decided + 1..].iter().sum();
        for (taken, weight) in [(true, weight + self.items[decided]), (false, weight)] {
            let bound = (weight + rest).min(self.capacity);
            if weight <= self.capacity && bound >= min_score {
                visit(taken, bound, (decided + 1, weight));
            }
        }
    }
}

impl Promising for Knapsack {
    type Future = (usize, i64);

    fn loss(&self, node: &(usize, i64)) -> f32 {
        -(node.1 as f32)
    }

    fn future(&self, &node: &(usize, i64)) -> (usize, i64) {
        node
    }
}
