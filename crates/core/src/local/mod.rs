//! Local search: no plan, only a candidate that is changed little by little towards a higher score.
//!
//! Three methods over one trait, [`Candidate`]: [`climb`] goes uphill only, [`anneal`] also goes
//! down, ever more rarely, and [`temper`] runs many such walks at fixed temperatures side by side
//! and lets them swap. None of them proves anything about the best score they find.
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
pub use tempering::{Ladder, Tempered, temper};

use rand::SeedableRng;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Proposals between two looks at the clock.
const STRETCH: u64 = 1024;

/// Something with a score that can be changed a little. The higher the score, the better.
///
/// ```
/// use heureka_core::local::{Budget, Candidate, Cooling, Generator, anneal};
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
/// let cooling = Cooling { hot: 2.0, cold: 0.1, proposals: 5_000, rounds: 10 };
/// let found = anneal(7, |_| Bits(0), &cooling, &Budget::none().target(64), &mut |_| ());
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
pub trait Neighbourhood: Candidate {
    /// How many changes there are here.
    fn neighbours(&self) -> usize;

    /// The change with this number, which is below [`Neighbourhood::neighbours`].
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

/// When a local search stops, apart from its own plan.
///
/// ```
/// use heureka_core::local::Budget;
/// use std::time::Duration;
/// let budget = Budget::none().time(Duration::from_secs(10)).target(100);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    proposals: Option<u64>,
    time: Option<Duration>,
    interrupt: Option<&'a AtomicBool>,
    target: Option<i64>,
}

impl<'a> Budget<'a> {
    /// No end but that of the method's own plan.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Stop after this many proposals.
    #[must_use]
    pub fn proposals(mut self, proposals: u64) -> Self {
        self.proposals = Some(proposals);
        self
    }

    /// Stop after this long, about: the clock is looked at every 1,024 proposals or fewer.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stop soon after the flag is raised.
    #[must_use]
    pub fn interrupt(mut self, flag: &'a AtomicBool) -> Self {
        self.interrupt = Some(flag);
        self
    }

    /// Stop at the first candidate that scores at least this.
    #[must_use]
    pub fn target(mut self, score: i64) -> Self {
        self.target = Some(score);
        self
    }
}

/// Why a local search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It did all rounds it was told to do.
    Done,
    /// The score aimed for was reached.
    Target,
    /// As many proposals were made as allowed.
    Proposals,
    /// The time is up.
    Time,
    /// Somebody interrupted it.
    Interrupted,
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
struct Keeper<'a, C> {
    found: Found<C>,
    budget: &'a Budget<'a>,
    started: Instant,
    tell: &'a mut dyn FnMut(&Improvement<'_, C>),
}

impl<'a, C: Clone> Keeper<'a, C> {
    fn new(
        first: C,
        score: i64,
        budget: &'a Budget<'a>,
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
        let mut keeper = Self { found, budget, started: Instant::now(), tell };
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

    /// How many of these proposals the budget still allows.
    fn allowed(&self, proposals: u64) -> u64 {
        let most = self.budget.proposals.unwrap_or(u64::MAX);
        proposals.min(most.saturating_sub(self.found.proposals))
    }

    /// Whether the search has to stop now, and why. Looks at the clock.
    fn over(&self) -> Option<Ended> {
        let budget = self.budget;
        if budget.target.is_some_and(|target| self.found.score >= target) {
            Some(Ended::Target)
        } else if budget.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Ended::Interrupted)
        } else if self.allowed(1) == 0 {
            Some(Ended::Proposals)
        } else if budget.time.is_some_and(|time| self.started.elapsed() >= time) {
            Some(Ended::Time)
        } else {
            None
        }
    }

    fn end(mut self, ended: Ended) -> Found<C> {
        self.found.ended = ended;
        self.found
    }
}
