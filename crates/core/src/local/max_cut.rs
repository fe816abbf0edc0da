//! Maximum cut on a small weighted graph: the test problem of local search, for its best score can
//! be found by trying everything.

use super::{Candidate, Generator, Neighborhood};
use rand::{RngExt, SeedableRng};

/// A complete graph with weights from −9 to 9.
#[derive(Debug, PartialEq)]
pub(super) struct Graph {
    weights: Vec<Vec<i64>>,
}

fn pairs(nodes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b)))
}

impl Graph {
    pub fn random(nodes: usize, seed: u64) -> Self {
        let mut generator = Generator::seed_from_u64(seed);
        let mut weights = vec![vec![0; nodes]; nodes];
        for (a, b) in pairs(nodes) {
            let weight = generator.random_range(-9..=9);
            weights[a][b] = weight;
            weights[b][a] = weight;
        }
        Self { weights }
    }

    fn cut(&self, side: &[bool]) -> i64 {
        pairs(side.len())
            .filter(|&(a, b)| side[a] != side[b])
            .map(|(a, b)| self.weights[a][b])
            .sum()
    }

    /// The best of all cuts.
    pub fn largest_cut(&self) -> i64 {
        let nodes = self.weights.len();
        let sides = |bits: u32| (0..nodes).map(|i| bits >> i & 1 == 1).collect::<Vec<_>>();
        (0..1 << (nodes - 1)).map(|bits| self.cut(&sides(bits))).max().expect("one cut at least")
    }
}

/// A cut: each node on one side or the other, and what moving it would gain.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cut<'g> {
    graph: &'g Graph,
    side: Vec<bool>,
    score: i64,
}

impl<'g> Cut<'g> {
    pub fn random(graph: &'g Graph, generator: &mut Generator) -> Self {
        let side: Vec<bool> = graph.weights.iter().map(|_| generator.random()).collect();
        let score = graph.cut(&side);
        Self { graph, side, score }
    }

    /// The score counted anew, to check the running one.
    pub fn recount(&self) -> i64 {
        self.graph.cut(&self.side)
    }
}

impl Candidate for Cut<'_> {
    type Change = usize;

    fn score(&self) -> i64 {
        self.score
    }

    fn propose(&self, generator: &mut Generator) -> usize {
        generator.random_range(0..self.side.len())
    }

    fn try_change(&mut self, &node: &usize, threshold: i64) -> Option<i64> {
        let weights = self.graph.weights[node].iter();
        let gain: i64 =
            weights.zip(&self.side).map(|(w, &s)| if s == self.side[node] { *w } else { -w }).sum();
        let score = self.score + gain;
        (score >= threshold).then(|| {
            self.side[node] = !self.side[node];
            self.score = score;
            score
        })
    }
}

impl Neighborhood for Cut<'_> {
    fn neighbors(&self) -> usize {
        self.side.len()
    }

    fn change(&self, index: usize) -> usize {
        index
    }
}
