//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983): a walk that cools down.

use super::temperature::{assert_sensible, between};
use super::walk::Walk;
use super::{Candidate, Ended, Found, Generator, Improvement, Keeper, STRETCH, generators};
use crate::Limits;

/// The least number of temperatures in one round, if it has that many proposals.
const STEPS: u64 = 256;

/// How a walk cools: geometrically from hot to cold, then anew from a fresh candidate.
///
/// A good `hot` accepts most changes that lower the score, a good `cold` almost none: about the
/// usual drop, and about a tenth of the smallest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cooling {
    /// The first temperature, in points of score.
    pub hot: f64,
    /// The last temperature; above 0.
    pub cold: f64,
    /// Proposals from hot to cold.
    pub proposals: u64,
    /// How often to cool down; `u64::MAX` leaves it to the limits.
    pub rounds: u64,
    /// The score to stop at, if any.
    pub target: Option<i64>,
}

/// Anneals from candidates that `fresh` makes, one for each round, and returns the best one met.
///
/// Equal seeds give equal runs, unless the clock or an interrupt ends them.
///
/// # Panics
/// If the temperatures are not positive numbers that fall from hot to cold.
pub fn anneal<C: Candidate>(
    seed: u64,
    mut fresh: impl FnMut(&mut Generator) -> C,
    cooling: &Cooling,
    limits: &mut Limits<'_>,
    improved: &mut dyn FnMut(&Improvement<'_, C>),
) -> Found<C> {
    assert_sensible(cooling.hot, cooling.cold);
    let mut generators = generators(seed);
    let mut begin = || {
        let mut generator = generators.next().expect("the sequence of generators has no end");
        Walk::new(fresh(&mut generator), generator)
    };
    let stretch = (cooling.proposals / STEPS).clamp(1, STRETCH);

    let mut walk = begin();
    let mut keeper =
        Keeper::new(walk.candidate.clone(), walk.score, cooling.target, limits, improved);
    for round in 0..cooling.rounds {
        if round > 0 {
            walk = begin();
            keeper.found.restarts += 1;
            keeper.offer(&walk.candidate, walk.score);
        }
        let mut made = 0;
        while made < cooling.proposals {
            let part = made as f64 / (cooling.proposals - 1).max(1) as f64;
            let temperature = between(cooling.hot, cooling.cold, part);
            let step = made + stretch.min(cooling.proposals - made);
            // The clock may be looked at within a step, but never decides how long it is.
            while made < step {
                if let Some(ended) = keeper.over() {
                    return keeper.end(ended);
                }
                let end = made + keeper.allowed(step - made);
                while made < end {
                    let accepted = walk.accepted;
                    let steps = walk.walk(temperature, end - made, keeper.found.score);
                    made += steps;
                    keeper.found.proposals += steps;
                    keeper.found.accepted += walk.accepted - accepted;
                    keeper.offer(&walk.candidate, walk.score);
                    if keeper.reached() {
                        return keeper.end(Ended::Target);
                    }
                }
            }
        }
    }
    keeper.done()
}

#[cfg(test)]
mod tests {
    use super::super::max_cut::{Cut, Graph};
    use super::*;
    use crate::Stop;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    const COOLING: Cooling =
        Cooling { hot: 8.0, cold: 0.5, proposals: 3_000, rounds: 5, target: None };

    #[test]
    fn finds_the_largest_cut() {
        let graph = Graph::random(16, 3);
        let best = graph.largest_cut();
        for seed in 0..10 {
            let found = anneal(
                seed,
                |g| Cut::random(&graph, g),
                &COOLING,
                &mut Limits::none(),
                &mut |_| (),
            );
            assert_eq!(found.score, best, "seed {seed}");
            assert_eq!(found.best.recount(), best);
            assert_eq!((found.proposals, found.restarts), (15_000, 4));
            assert_eq!(found.ended, Ended::Done);
        }
    }

    #[test]
    fn equal_seeds_give_equal_runs() {
        let graph = Graph::random(40, 4);
        let run = |seed| {
            let mut heard = vec![];
            let found = anneal(
                seed,
                |g| Cut::random(&graph, g),
                &COOLING,
                &mut Limits::none(),
                &mut |i: &Improvement<'_, Cut>| {
                    assert_eq!(i.candidate.recount(), i.score);
                    heard.push((i.score, i.proposals));
                },
            );
            (found, heard)
        };
        assert_eq!(run(5), run(5));
        assert_ne!(run(5).1, run(6).1);
        let heard = run(5).1;
        assert!(heard.windows(2).all(|w| w[0].0 < w[1].0), "only improvements are told");
        assert_eq!(heard[0].1, 0);
    }

    #[test]
    fn stops_where_it_is_told_to() {
        let graph = Graph::random(16, 3);
        let best = graph.largest_cut();
        let run = |mut limits: Limits<'_>, target| {
            let cooling = Cooling { target, ..COOLING };
            anneal(1, |g| Cut::random(&graph, g), &cooling, &mut limits, &mut |_| ())
        };
        for most in [0, 1, 1000, 1023, 1024, 4321] {
            let found = run(Limits::none().expansions(most), None);
            assert_eq!((found.proposals, found.ended), (most, Ended::Stopped(Stop::Expansions)));
        }
        let found = run(Limits::none(), Some(best));
        assert_eq!((found.score, found.ended), (best, Ended::Target));
        assert!(found.proposals < 15_000);
        let late = run(Limits::none().time(Duration::ZERO), None);
        assert_eq!(late.ended, Ended::Stopped(Stop::Time));
        let late = run(Limits::none().until(Instant::now()), None);
        assert_eq!(late.ended, Ended::Stopped(Stop::Time));
        let flag = AtomicBool::new(true);
        let broken = run(Limits::none().interrupt(&flag), None);
        assert_eq!(broken.ended, Ended::Stopped(Stop::Interrupted));
    }

    #[test]
    #[should_panic(expected = "temperatures must be above 0")]
    fn refuses_to_cool_to_nothing() {
        let graph = Graph::random(4, 1);
        let cooling = Cooling { cold: 0.0, ..COOLING };
        anneal(1, |g| Cut::random(&graph, g), &cooling, &mut Limits::none(), &mut |_| ());
    }
}
