//! A test problem with many local optima: a hypercube whose corners have random heights.

use super::{Candidate, Generator, Neighborhood};
use rand::{RngExt, SeedableRng};

/// The number of changes from each corner.
const DIMENSIONS: usize = 6;

/// The heights of all corners.
pub(super) struct Landscape(Vec<i64>);

impl Landscape {
    pub fn random(seed: u64) -> Self {
        let mut generator = Generator::seed_from_u64(seed);
        Self((0..1 << DIMENSIONS).map(|_| generator.random_range(0..100)).collect())
    }

    pub fn best(&self) -> i64 {
        self.0.iter().copied().max().unwrap_or_default()
    }

    pub fn corner(&self, generator: &mut Generator) -> Corner<'_> {
        Corner { heights: &self.0, at: generator.random_range(0..self.0.len()) }
    }
}

/// A corner, scored by its height. A change moves along one edge.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Corner<'a> {
    heights: &'a [i64],
    at: usize,
}

impl Candidate for Corner<'_> {
    type Change = usize;

    fn score(&self) -> i64 {
        self.heights[self.at]
    }

    fn propose(&self, generator: &mut Generator) -> usize {
        generator.random_range(0..DIMENSIONS)
    }

    fn try_change(&mut self, dimension: &usize, threshold: i64) -> Option<i64> {
        let next = self.at ^ 1 << dimension;
        let score = self.heights[next];
        (score >= threshold).then(|| {
            self.at = next;
            score
        })
    }
}

impl Neighborhood for Corner<'_> {
    fn neighbors(&self) -> usize {
        DIMENSIONS
    }

    fn change(&self, index: usize) -> usize {
        index
    }
}
