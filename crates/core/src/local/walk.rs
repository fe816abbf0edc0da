//! One random walk at a temperature: the loop that annealing and tempering spend their time in.

use super::temperature::threshold;
use super::{Candidate, Generator};

/// A candidate on its way.
#[derive(Debug)]
pub(super) struct Walk<C> {
    pub candidate: C,
    pub score: i64,
    pub generator: Generator,
    pub proposals: u64,
    pub accepted: u64,
}

impl<C: Candidate> Walk<C> {
    pub fn new(candidate: C, generator: Generator) -> Self {
        let score = candidate.score();
        Self { candidate, score, generator, proposals: 0, accepted: 0 }
    }

    /// Walks until so many proposals were made or the score is above `bar`, and returns how many
    /// were made. The caller copies the better candidate, raises the bar and goes on: that is rare,
    /// and keeps it out of the loop.
    #[inline]
    pub fn walk(&mut self, temperature: f64, proposals: u64, bar: i64) -> u64 {
        let mut made = 0;
        while made < proposals {
            made += 1;
            let change = self.candidate.propose(&mut self.generator);
            let least = threshold(self.score, temperature, &mut self.generator);
            if let Some(score) = self.candidate.try_change(&change, least) {
                self.score = score;
                self.accepted += 1;
                if score > bar {
                    break;
                }
            }
        }
        self.proposals += made;
        made
    }
}
