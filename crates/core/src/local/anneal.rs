//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983).

use super::temperature::{assert_valid, between, threshold};
use super::{Candidate, Ended, Found, Generator, Improvement, Keeper, generators};
use crate::Limits;

/// The minimum number of temperatures per round, if it has that many proposals.
const TEMPERATURES: u64 = 256;

/// The maximum number of proposals at one temperature.
const MAX_STEP: u64 = 1024;

/// A cooling schedule: geometric from `hot` to `cold`, then again from a new candidate.
///
/// A good `hot` accepts most changes that lower the score, a good `cold` almost none. Start with the
/// typical decrease for `hot`, and with a tenth of the smallest decrease for `cold`.
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

/// Anneals one candidate from `fresh` per round and returns the best candidate found.
///
/// `improved` is called with every new best candidate. Equal seeds give equal runs, unless the clock
/// or an interrupt ends them.
///
/// # Panics
/// Panics unless the temperatures are positive and `hot` ≥ `cold`.
pub fn anneal<C: Candidate>(
    seed: u64,
    mut fresh: impl FnMut(&mut Generator) -> C,
    cooling: &Cooling,
    limits: &mut Limits<'_>,
    improved: &mut dyn FnMut(&Improvement<'_, C>),
) -> Found<C> {
    assert_valid(cooling.hot, cooling.cold);
    let mut generators = generators(seed);
    let mut start = || {
        let mut generator = generators.next().expect("the sequence of generators is infinite");
        let candidate = fresh(&mut generator);
        let score = candidate.score();
        Walk { candidate, score, generator, accepted: 0 }
    };
    let step = (cooling.proposals / TEMPERATURES).clamp(1, MAX_STEP);

    let mut walk = start();
    let mut keeper =
        Keeper::new(walk.candidate.clone(), walk.score, cooling.target, limits, improved);
    for round in 0..cooling.rounds {
        if round > 0 {
            walk = start();
            keeper.found.restarts += 1;
            keeper.offer(&walk.candidate, walk.score);
        }
        let mut proposals = 0;
        while proposals < cooling.proposals {
            let progress = proposals as f64 / (cooling.proposals - 1).max(1) as f64;
            let temperature = between(cooling.hot, cooling.cold, progress);
            let step_end = proposals + step.min(cooling.proposals - proposals);
            // A check of the limits may split a step but never changes its length.
            while proposals < step_end {
                if let Some(ended) = keeper.check() {
                    return keeper.end(ended);
                }
                let check_at = proposals + keeper.allowed(step_end - proposals);
                while proposals < check_at {
                    let accepted = walk.accepted;
                    let made = walk.run(temperature, check_at - proposals, keeper.found.score);
                    proposals += made;
                    keeper.found.proposals += made;
                    keeper.found.accepted += walk.accepted - accepted;
                    keeper.offer(&walk.candidate, walk.score);
                    if keeper.has_target() {
                        return keeper.end(Ended::Target);
                    }
                }
            }
        }
    }
    let ended = if keeper.has_target() { Ended::Target } else { Ended::Done };
    keeper.end(ended)
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
    use super::super::landscape::{Corner, Landscape};
    use super::*;
    use crate::Stop;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    const COOLING: Cooling =
        Cooling { hot: 40.0, cold: 2.0, proposals: 3_000, rounds: 5, target: None };

    #[test]
    fn finds_the_global_optimum() {
        let landscape = Landscape::random(3);
        for seed in 0..10 {
            let fresh = |generator: &mut Generator| landscape.corner(generator);
            let found = anneal(seed, fresh, &COOLING, &mut Limits::none(), &mut |_| ());
            assert_eq!(found.score, landscape.best(), "seed {seed}");
            assert_eq!(found.best.score(), found.score);
            assert_eq!((found.proposals, found.restarts), (15_000, 4));
            assert_eq!(found.ended, Ended::Done);
        }
    }

    #[test]
    fn equal_seeds_give_equal_runs() {
        let landscape = Landscape::random(4);
        let run = |seed| {
            let mut improvements = vec![];
            let mut improved = |improvement: &Improvement<'_, Corner<'_>>| {
                assert_eq!(improvement.candidate.score(), improvement.score);
                improvements.push((improvement.score, improvement.proposals));
            };
            let fresh = |generator: &mut Generator| landscape.corner(generator);
            let found = anneal(seed, fresh, &COOLING, &mut Limits::none(), &mut improved);
            (found, improvements)
        };
        assert_eq!(run(5), run(5));
        assert_ne!(run(5).1, run(6).1);
        let improvements = run(5).1;
        assert!(improvements.is_sorted_by(|a, b| a.0 < b.0), "only improvements are reported");
        assert_eq!(improvements[0].1, 0);
    }

    #[test]
    fn stops_at_limits_and_target() {
        let landscape = Landscape::random(3);
        let run = |mut limits: Limits<'_>, target| {
            let cooling = Cooling { target, ..COOLING };
            anneal(1, |g| landscape.corner(g), &cooling, &mut limits, &mut |_| ())
        };
        for max in [0, 1, 1000, 1023, 1024, 4321] {
            let found = run(Limits::none().expansions(max), None);
            assert_eq!((found.proposals, found.ended), (max, Ended::Stopped(Stop::Expansions)));
        }
        let found = run(Limits::none(), Some(landscape.best()));
        assert_eq!((found.score, found.ended), (landscape.best(), Ended::Target));
        assert!(found.proposals < 15_000);
        let flag = AtomicBool::new(true);
        for (limits, stop) in [
            (Limits::none().time(Duration::ZERO), Stop::Time),
            (Limits::none().until(Instant::now()), Stop::Time),
            (Limits::none().interrupt(&flag), Stop::Interrupted),
        ] {
            assert_eq!(run(limits, None).ended, Ended::Stopped(stop));
        }
    }

    #[test]
    #[should_panic(expected = "temperatures must be positive")]
    fn rejects_a_temperature_of_zero() {
        let cooling = Cooling { cold: 0.0, ..COOLING };
        let landscape = Landscape::random(1);
        anneal(1, |g| landscape.corner(g), &cooling, &mut Limits::none(), &mut |_| ());
    }
}
