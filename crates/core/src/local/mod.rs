//! Local search: improves a candidate by small changes.
//!
//! [`climb`] accepts only improvements; [`anneal`] also accepts decreases, ever more rarely. Neither
//! proves that its result is optimal. Both obey [`Limits`] and count a proposal as an expansion.
//!
//! All randomness comes from one seed and one named [`Generator`]. The acceptance rule computes its
//! own logarithms, so runs are equal on every machine.

mod anneal;
mod climb;
#[cfg(test)]
mod landscape;
mod temperature;

pub use anneal::{Cooling, anneal};
pub use climb::{Climb, Uphill, climb};
pub use rand_xoshiro::Xoshiro256PlusPlus as Generator;
pub use temperature::between;
pub(crate) use temperature::ln_random;

use crate::{Gauge, Limits, Stats, Stop};
use rand::SeedableRng;
use std::time::{Duration, Instant};

/// A candidate solution with a score to maximize.
///
/// ```
/// use heureka_core::local::{Candidate, Cooling, Generator, anneal};
/// use heureka_core::Limits;
/// use rand::RngExt;
///
/// /// A word whose score is its number of one bits.
/// #[derive(Clone)]
/// struct Bits(u64);
///
/// impl Candidate for Bits {
///     type Change = u32;
///     fn score(&self) -> i64 {
///         i64::from(self.0.count_ones())
///     }
///     fn propose(&self, generator: &mut Generator) -> u32 {
///         generator.random_range(0..64)
///     }
///     fn try_change(&mut self, bit: &u32, threshold: i64) -> Option<i64> {
///         let next = Bits(self.0 ^ 1 << bit);
///         let score = next.score();
///         (score >= threshold).then(|| {
///             *self = next;
///             score
///         })
///     }
/// }
///
/// let cooling = Cooling { hot: 2.0, cold: 0.1, proposals: 5_000, rounds: 10, target: Some(64) };
/// let found = anneal(7, |_| Bits(0), &cooling, &mut Limits::none(), &mut |_| ());
/// assert_eq!(found.score, 64);
/// ```
pub trait Candidate: Clone {
    /// A small change to a candidate.
    type Change;

    /// Returns the score. Called once per start; later scores come from [`Candidate::try_change`].
    fn score(&self) -> i64;

    /// Returns a random change.
    ///
    /// The theory of annealing assumes that a change and its reverse are equally likely.
    fn propose(&self, generator: &mut Generator) -> Self::Change;

    /// Makes the change and returns the new score if that is at least `threshold`. Otherwise returns
    /// `None` and leaves the candidate unchanged.
    ///
    /// An evaluation can give up as soon as it cannot reach the threshold. With a threshold of
    /// `i64::MIN` every change must be made.
    fn try_change(&mut self, change: &Self::Change, threshold: i64) -> Option<i64>;
}

/// A candidate whose changes can be enumerated, which makes local optima recognizable.
pub trait Neighborhood: Candidate {
    /// Returns the number of changes of this candidate.
    fn neighbors(&self) -> usize;

    /// Returns the change with this index, which is below [`Neighborhood::neighbors`].
    fn change(&self, index: usize) -> Self::Change;

    /// Returns the score after a change.
    ///
    /// # Panics
    /// Panics if [`Candidate::try_change`] rejects a change with the threshold `i64::MIN`.
    fn score_after(&self, change: &Self::Change) -> i64 {
        self.clone()
            .try_change(change, i64::MIN)
            .expect("try_change must make every change if the threshold is i64::MIN")
    }
}

/// The reason why a local search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended {
    /// All rounds are complete.
    Done,
    /// The target score is reached.
    Target,
    /// A limit is reached.
    Stopped(Stop),
}

/// A new best candidate, as passed to the callback.
#[derive(Debug)]
pub struct Improvement<'a, C> {
    /// The candidate.
    pub candidate: &'a C,
    /// Its score.
    pub score: i64,
    /// Proposals made so far; 0 for the first candidate.
    pub proposals: u64,
    /// Time since the search started.
    pub elapsed: Duration,
}

/// The result and the statistics of a local search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<C> {
    /// The best candidate found.
    pub best: C,
    /// Its score.
    pub score: i64,
    /// Changes evaluated.
    pub proposals: u64,
    /// Changes made.
    pub accepted: u64,
    /// Restarts from a new candidate.
    pub restarts: u64,
    /// The reason why the search ended.
    pub ended: Ended,
}

/// Returns generators with non-overlapping sequences, one for each walk.
fn generators(seed: u64) -> impl Iterator<Item = Generator> {
    std::iter::successors(Some(Generator::seed_from_u64(seed)), |last| {
        let mut next = last.clone();
        next.jump();
        Some(next)
    })
}

/// Keeps the best candidate, reports improvements and checks the limits.
struct Keeper<'a, 'l, C> {
    found: Found<C>,
    target: Option<i64>,
    limits: &'a mut Limits<'l>,
    started: Instant,
    improved: &'a mut dyn FnMut(&Improvement<'_, C>),
}

impl<'a, 'l, C: Clone> Keeper<'a, 'l, C> {
    fn new(
        first: C,
        score: i64,
        target: Option<i64>,
        limits: &'a mut Limits<'l>,
        improved: &'a mut dyn FnMut(&Improvement<'_, C>),
    ) -> Self {
        let found = Found {
            best: first,
            score,
            proposals: 0,
            accepted: 0,
            restarts: 0,
            ended: Ended::Done,
        };
        let mut keeper = Self { found, target, limits, started: Instant::now(), improved };
        keeper.report();
        keeper
    }

    fn report(&mut self) {
        (self.improved)(&Improvement {
            candidate: &self.found.best,
            score: self.found.score,
            proposals: self.found.proposals,
            elapsed: self.started.elapsed(),
        });
    }

    /// Keeps the candidate if it is the best so far.
    fn offer(&mut self, candidate: &C, score: i64) {
        if score > self.found.score {
            self.found.best.clone_from(candidate);
            self.found.score = score;
            self.report();
        }
    }

    /// Returns how many of these proposals may be made before the next [`Keeper::check`].
    fn allowed(&self, proposals: u64) -> u64 {
        proposals.min(self.limits.due_in(&self.stats()))
    }

    fn stats(&self) -> Stats {
        Stats {
            expanded: self.found.proposals,
            generated: self.found.accepted,
            iterations: self.found.restarts,
            ..Stats::default()
        }
    }

    /// Returns whether the target score is reached.
    fn has_target(&self) -> bool {
        self.target.is_some_and(|target| self.found.score >= target)
    }

    /// Checks the target and the limits. Returns why the search must end, if it must.
    fn check(&mut self) -> Option<Ended> {
        if self.has_target() {
            return Some(Ended::Target);
        }
        let stats = self.stats();
        self.limits.check(&stats, Gauge::default()).break_value().map(Ended::Stopped)
    }

    fn end(mut self, ended: Ended) -> Found<C> {
        self.found.ended = ended;
        self.found
    }
}
