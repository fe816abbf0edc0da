//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983).

use super::temperature::{assert_valid, between, threshold};
use super::{Candidate, Found, Generator};
use crate::limits::Gauge;
use crate::{Limits, Stats};
use rand::SeedableRng;

/// The minimum number of temperatures per round, if it has that many proposals.
const TEMPERATURES: u64 = 256;

/// The maximum number of proposals at one temperature.
const MAX_STEP: u64 = 1024;

/// A cooling schedule: geometric from `hot` to `cold`, then again from a new candidate.
///
/// A good `hot` accepts most changes that lower the score, a good `cold` almost none. Start with the
/// typical decrease for `hot`, and with a tenth of the smallest decrease for `cold`. If both are
/// close to 0, annealing becomes stochastic hill climbing with restarts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cooling {
    /// The first temperature, in points of score.
    pub hot: f64,
    /// The last temperature, above 0.
    pub cold: f64,
    /// The number of proposals per round.
    pub proposals: u64,
    /// The number of rounds; `u64::MAX` leaves it to the limits.
    pub rounds: u64,
    /// The score at which to stop.
    pub target: Option<i64>,
}

/// Anneals one candidate from `new_candidate` per round and returns the best candidate found.
///
/// Equal seeds give equal runs, unless the clock or an interrupt ends them.
///
/// # Panics
/// Panics unless the temperatures are positive and `hot` ≥ `cold`.
pub fn anneal<C: Candidate>(
    seed: u64,
    mut new_candidate: impl FnMut(&mut Generator) -> C,
    cooling: &Cooling,
    limits: &mut Limits<'_>,
) -> Found<C> {
    assert_valid(cooling.hot, cooling.cold);
    let mut generators = Generator::seed_from_u64(seed);
    let mut start = || {
        let mut generator = generators.clone();
        // The sequences of different rounds do not overlap.
        generators.jump();
        let candidate = new_candidate(&mut generator);
        Walk { score: candidate.score(), candidate, generator, accepted: 0 }
    };
    let step = (cooling.proposals / TEMPERATURES).clamp(1, MAX_STEP);

    let mut walk = start();
    let mut found = Found {
        best: walk.candidate.clone(),
        score: walk.score,
        proposals: 0,
        accepted: 0,
        restarts: 0,
        stopped: None,
    };
    let has_target = |score| cooling.target.is_some_and(|target| score >= target);
    for round in 0..cooling.rounds {
        if round > 0 {
            walk = start();
            found.restarts += 1;
            found.offer(&walk.candidate, walk.score);
        }
        let mut proposals = 0;
        while proposals < cooling.proposals {
            let progress = proposals as f64 / (cooling.proposals - 1).max(1) as f64;
            let temperature = between(cooling.hot, cooling.cold, progress);
            let step_end = proposals + step.min(cooling.proposals - proposals);
            // A check of the limits may split a step but never changes its length.
            while proposals < step_end {
                let stats = found.stats();
                if !has_target(found.score) {
                    found.stopped = limits.check(&stats, Gauge::default()).break_value();
                }
                if has_target(found.score) || found.stopped.is_some() {
                    return found;
                }
                let check_at = proposals + limits.due_in(&stats).min(step_end - proposals);
                while proposals < check_at {
                    let accepted = walk.accepted;
                    let made = walk.run(temperature, check_at - proposals, found.score);
                    proposals += made;
                    found.proposals += made;
                    found.accepted += walk.accepted - accepted;
                    found.offer(&walk.candidate, walk.score);
                    if has_target(found.score) {
                        return found;
                    }
                }
            }
        }
    }
    found
}

impl<C: Clone> Found<C> {
    /// Keeps the candidate if it is the best so far.
    fn offer(&mut self, candidate: &C, score: i64) {
        if score > self.score {
            self.best.clone_from(candidate);
            self.score = score;
        }
    }

    fn stats(&self) -> Stats {
        Stats {
            expanded: self.proposals,
            generated: self.accepted,
            iterations: self.restarts,
            ..Stats::default()
        }
    }
}

/// A random walk of one candidate.
struct Walk<C> {
    candidate: C,
    score: i64,
    generator: Generator,
    accepted: u64,
}

impl<C: Candidate> Walk<C> {
    /// Makes up to `proposals` proposals and returns their number. Ends early if the score exceeds
    /// `best`: copying an improvement is rare, and stays out of this loop.
    #[inline]
    fn run(&mut self, temperature: f64, proposals: u64, best: i64) -> u64 {
        let mut made = 0;
        while made < proposals {
            made += 1;
            let change = self.candidate.propose(&mut self.generator);
            let threshold = threshold(self.score, temperature, &mut self.generator);
            if let Some(score) = self.candidate.try_change(&change, threshold) {
                self.score = score;
                self.accepted += 1;
                if score > best {
                    break;
                }
            }
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;
    use rand::RngExt;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    const DIMENSIONS: usize = 6;

    /// A corner of a hypercube, scored by its height. A change moves along one edge.
    #[derive(Clone, Debug, PartialEq)]
    struct Corner {
        heights: Vec<i64>,
        at: usize,
    }

    impl Corner {
        /// Returns a corner of a random landscape, which has many local optima.
        fn random(generator: &mut Generator) -> Self {
            let mut landscape = Generator::seed_from_u64(3);
            let heights = (0..1 << DIMENSIONS).map(|_| landscape.random_range(0..100)).collect();
            Self { heights, at: generator.random_range(0..1 << DIMENSIONS) }
        }
    }

    impl Candidate for Corner {
        type Change = usize;

        fn score(&self) -> i64 {
            self.heights[self.at]
        }
        fn propose(&self, generator: &mut Generator) -> usize {
            self.at ^ 1 << generator.random_range(0..DIMENSIONS)
        }
        fn try_change(&mut self, &next: &usize, threshold: i64) -> Option<i64> {
            let score = self.heights[next];
            (score >= threshold).then(|| {
                self.at = next;
                score
            })
        }
    }

    const COOLING: Cooling =
        Cooling { hot: 40.0, cold: 2.0, proposals: 3_000, rounds: 5, target: None };

    #[test]
    fn finds_the_global_optimum_and_repeats_it_by_seed() {
        let run = |seed| anneal(seed, Corner::random, &COOLING, &mut Limits::none());
        for seed in 0..10 {
            let found = run(seed);
            assert_eq!(Some(&found.score), found.best.heights.iter().max(), "seed {seed}");
            assert_eq!(found.best.score(), found.score);
            assert_eq!((found.proposals, found.restarts, found.stopped), (15_000, 4, None));
        }
        assert_eq!(run(5), run(5));
        assert_ne!(run(5), run(6));
    }

    #[test]
    fn stops_at_limits_and_target() {
        let run = |mut limits: Limits<'_>, target| {
            anneal(1, Corner::random, &Cooling { target, ..COOLING }, &mut limits)
        };
        let best = run(Limits::none(), None).score;
        for max in [0, 1, 1000, 1023, 1024, 4321] {
            let found = run(Limits::none().expansions(max), None);
            assert_eq!((found.proposals, found.stopped), (max, Some(Stop::Expansions)));
        }
        let found = run(Limits::none(), Some(best));
        assert_eq!((found.score, found.stopped), (best, None));
        assert!(found.proposals < 15_000);
        let flag = AtomicBool::new(true);
        for (limits, stop) in [
            (Limits::none().time(Duration::ZERO), Stop::Time),
            (Limits::none().until(Instant::now()), Stop::Time),
            (Limits::none().interrupt(&flag), Stop::Interrupted),
        ] {
            assert_eq!(run(limits, None).stopped, Some(stop));
        }
    }

    #[test]
    #[should_panic(expected = "temperatures must be positive")]
    fn rejects_a_temperature_of_zero() {
        anneal(1, Corner::random, &Cooling { cold: 0.0, ..COOLING }, &mut Limits::none());
    }
}
