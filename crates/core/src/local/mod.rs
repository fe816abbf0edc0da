//! Local search: no plan, only a candidate that is changed little by little toward a higher score.
//!
//! Three methods over one trait, [`Candidate`]: [`climb`] goes uphill only, [`anneal`] also goes
//! down, ever more rarely, and [`temper`] runs many such walks at fixed temperatures side by side
//! and lets them swap. None of them proves anything about the best score they find. They stop as every
//! search does, by [`Limits`]: a proposal counts as an expansion.
//!
//! All randomness comes from one seed and one named [`Generator`]; the logarithms of the acceptance
//! rule are computed here rather than by the platform, so runs are equal on every machine.

mod anneal;
mod climb;
#[cfg(test)]
mod max_cut;
mod temperature;
mod tempering;
mod walk;

pub use anneal::{Cooling, anneal};
pub use climb::{Climb, Uphill, climb};
pub use rand_xoshiro::Xoshiro256PlusPlus as Generator;
pub use temperature::between;
pub(crate) use temperature::ln_random;
pub use tempering::{Ladder, Tempered, temper};

use crate::{Gauge, Limits, Stats, Stop};
use rand::SeedableRng;
use std::time::{Duration, Instant};

/// Proposals between two looks at the clock.
const STRETCH: u64 = 1024;

/// Something with a score that can be changed a little. The higher the score, the better.
///
/// ```
/// use heureka_core::local::{Candidate, Cooling, Generator, anneal};
/// use heureka_core::Limits;
/// use rand::RngExt;
///
/// /// A row of bits that scores by its ones.
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
    /// A small change, by which one candidate becomes another.
    type Change;

    /// The score. Asked for once per start; afterwards [`Candidate::try_change`] tells it.
    fn score(&self) -> i64;

    /// A random change. If every change can be taken back with the same probability, annealing
    /// visits candidates as the theory says.
    fn propose(&self, generator: &mut Generator) -> Self::Change;

    /// Makes the change if the score after it is at least `threshold`, and returns that score; else
    /// leaves the candidate as it is.
    ///
    /// The threshold is known beforehand so that an evaluation can give up as soon as it is out of
    /// reach. With a threshold of `i64::MIN` every change is made.
    fn try_change(&mut self, change: &Self::Change, threshold: i64) -> Option<i64>;
}

/// A candidate whose changes can be listed, so that a local optimum is known for one.
pub trait Neighborhood: Candidate {
    /// How many changes there are here.
    fn neighbors(&self) -> usize;

    /// The change with this number, which is below [`Neighborhood::neighbors`].
    fn change(&self, index: usize) -> Self::Change;

    /// The score that a change would lead to.
    ///
    /// # Panics
    /// If [`Candidate::try_change`] breaks its contract and refuses a change to any score.
    fn score_after(&self, change: &Self::Change) -> i64 {
        self.clone()
            .try_change(change, i64::MIN)
            .expect("try_change must make every change when the threshold is i64::MIN")
    }
}

/// Why a local search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It did all rounds it was told to do.
    Done,
    /// The score aimed for was reached.
    Target,
    /// A limit was reached; every proposal counts as an expansion.
    Stopped(Stop),
}

/// A candidate better than all before it, as the callback is told.
#[derive(Debug)]
pub struct Improvement<'a, C> {
    /// The candidate.
    pub candidate: &'a C,
    /// Its score.
    pub score: i64,
    /// Proposals made up to now; 0 for the very first candidate.
    pub proposals: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// What a local search found, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<C> {
    /// The best candidate met.
    pub best: C,
    /// Its score.
    pub score: i64,
    /// Changes looked at.
    pub proposals: u64,
    /// Changes made.
    pub accepted: u64,
    /// How often the search began afresh after its first start.
    pub restarts: u64,
    /// Why it ended.
    pub ended: Ended,
}

/// The generators of a search: one for each walk, so far apart that they never meet.
fn generators(seed: u64) -> impl Iterator<Item = Generator> {
    std::iter::successors(Some(Generator::seed_from_u64(seed)), |last| {
        let mut next = last.clone();
        next.jump();
        Some(next)
    })
}

/// Keeps the best candidate, tells of improvements and knows when to stop.
struct Keeper<'a, 'l, C> {
    found: Found<C>,
    target: Option<i64>,
    limits: &'a mut Limits<'l>,
    started: Instant,
    tell: &'a mut dyn FnMut(&Improvement<'_, C>),
}

impl<'a, 'l, C: Clone> Keeper<'a, 'l, C> {
    fn new(
        first: C,
        score: i64,
        target: Option<i64>,
        limits: &'a mut Limits<'l>,
        tell: &'a mut dyn FnMut(&Improvement<'_, C>),
    ) -> Self {
        let found = Found {
            best: first,
            score,
            proposals: 0,
            accepted: 0,
            restarts: 0,
            ended: Ended::Done,
        };
        let mut keeper = Self { found, target, limits, started: Instant::now(), tell };
        keeper.tell();
        keeper
    }

    fn tell(&mut self) {
        (self.tell)(&Improvement {
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
            self.tell();
        }
    }

    /// How many of these proposals may be made before the limits are looked at again. Call
    /// [`Keeper::over`] first.
    fn allowed(&self, proposals: u64) -> u64 {
        proposals.min(self.limits.due_in(&self.stats()))
    }

    /// How many of these proposals the limits allow at all.
    fn left(&self, proposals: u64) -> u64 {
        let most = self.limits.max_expansions().unwrap_or(u64::MAX);
        proposals.min(most.saturating_sub(self.found.proposals))
    }

    fn stats(&self) -> Stats {
        Stats {
            expanded: self.found.proposals,
            generated: self.found.accepted,
            iterations: self.found.restarts,
            ..Stats::default()
        }
    }

    /// Whether the score aimed for is reached.
    fn reached(&self) -> bool {
        self.target.is_some_and(|target| self.found.score >= target)
    }

    /// Whether the search has to stop now, and why. Looks at the clock.
    fn over(&mut self) -> Option<Ended> {
        if self.reached() {
            return Some(Ended::Target);
        }
        let stats = self.stats();
        self.limits.check(&stats, Gauge::default()).break_value().map(Ended::Stopped)
    }

    /// The same at the end of all rounds, where limits no longer matter.
    fn done(self) -> Found<C> {
        let ended = if self.reached() { Ended::Target } else { Ended::Done };
        self.end(ended)
    }

    fn end(mut self, ended: Ended) -> Found<C> {
        self.found.ended = ended;
        self.found
    }
}
