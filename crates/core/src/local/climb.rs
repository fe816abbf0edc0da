//! Hill climbing with restarts: uphill until no single change helps, then again from elsewhere.

use super::{Candidate, Ended, Found, Generator, Improvement, Keeper, Neighborhood};
use crate::{Gauge, Limits};
use rand::{RngExt, SeedableRng};

/// Which way up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uphill {
    /// Looks at every change and makes the best, the first of them if there are several.
    Steepest,
    /// Makes the first change that helps, then looks on from the one after it.
    First,
}

/// How to climb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climb {
    /// Which way up.
    pub uphill: Uphill,
    /// How many climbs, each from a fresh candidate; `u64::MAX` leaves it to the limits.
    pub rounds: u64,
    /// The score to stop at, if any.
    pub target: Option<i64>,
}

/// Climbs from candidates that `fresh` makes, and returns the best local optimum.
///
/// A climb ends where no change leads higher, which is looked up, not guessed. Every change looked
/// at counts as a proposal.
///
/// ```
/// use heureka_core::{Limits, local::*};
///
/// /// A place on a line, high in the middle.
/// #[derive(Clone)]
/// struct Place(i64);
///
/// impl Candidate for Place {
///     type Change = i64;
///     fn score(&self) -> i64 {
///         -(self.0 - 50).abs()
///     }
///     fn propose(&self, _: &mut Generator) -> i64 {
///         1
///     }
///     fn try_change(&mut self, step: &i64, threshold: i64) -> Option<i64> {
///         let next = Place(self.0 + step);
///         let score = next.score();
///         (score >= threshold).then(|| {
///             *self = next;
///             score
///         })
///     }
/// }
///
/// impl Neighborhood for Place {
///     fn neighbors(&self) -> usize {
///         2
///     }
///     fn change(&self, index: usize) -> i64 {
///         [-1, 1][index]
///     }
/// }
///
/// let settings = Climb { uphill: Uphill::Steepest, rounds: 1, target: None };
/// let found = climb(1, |_| Place(3), &settings, &mut Limits::none(), &mut |_| ());
/// assert_eq!((found.best.0, found.accepted), (50, 47));
/// ```
pub fn climb<C: Neighborhood>(
    seed: u64,
    mut fresh: impl FnMut(&mut Generator) -> C,
    settings: &Climb,
    limits: &mut Limits<'_>,
    improved: &mut dyn FnMut(&Improvement<'_, C>),
) -> Found<C> {
    let mut generator = Generator::seed_from_u64(seed);
    let first = fresh(&mut generator);
    let score = first.score();
    let mut keeper = Keeper::new(first.clone(), score, settings.target, limits, improved);
    let mut next = Some((first, score));
    for round in 0..settings.rounds {
        let (mut candidate, mut score) = next.take().unwrap_or_else(|| {
            let candidate = fresh(&mut generator);
            let score = candidate.score();
            (candidate, score)
        });
        keeper.found.restarts = round;
        keeper.offer(&candidate, score);
        // A start in the middle, so that no change is always the first to be tried.
        let count = candidate.neighbors();
        let mut at = if count == 0 { 0 } else { generator.random_range(0..count) };
        loop {
            let step = match settings.uphill {
                Uphill::Steepest => steepest(&mut keeper, &mut candidate, score),
                Uphill::First => first_improvement(&mut keeper, &mut candidate, score, &mut at),
            };
            match step {
                Step::Up(higher) => {
                    score = higher;
                    keeper.found.accepted += 1;
                    keeper.offer(&candidate, score);
                }
                Step::Top => break,
                Step::Over(ended) => return keeper.end(ended),
            }
        }
    }
    keeper.end(Ended::Done)
}

/// What became of one look around.
enum Step {
    Up(i64),
    Top,
    Over(Ended),
}

/// Notes that a change is about to be looked at; says so if it may not be.
fn count<C: Candidate>(keeper: &mut Keeper<'_, '_, C>) -> Option<Ended> {
    let stats = keeper.stats();
    if let Some(stop) = keeper.limits.poll(&stats, Gauge::default).break_value() {
        return Some(Ended::Stopped(stop));
    }
    keeper.found.proposals += 1;
    None
}

fn steepest<C: Neighborhood>(
    keeper: &mut Keeper<'_, '_, C>,
    candidate: &mut C,
    score: i64,
) -> Step {
    if keeper.reached() {
        return Step::Over(Ended::Target);
    }
    let mut best = (score, None);
    for index in 0..candidate.neighbors() {
        if let Some(ended) = count(keeper) {
            return Step::Over(ended);
        }
        let change = candidate.change(index);
        let after = candidate.score_after(&change);
        if after > best.0 {
            best = (after, Some(change));
        }
    }
    match best.1.and_then(|change| candidate.try_change(&change, best.0)) {
        Some(higher) => Step::Up(higher),
        None => Step::Top,
    }
}

fn first_improvement<C: Neighborhood>(
    keeper: &mut Keeper<'_, '_, C>,
    candidate: &mut C,
    score: i64,
    at: &mut usize,
) -> Step {
    if keeper.reached() {
        return Step::Over(Ended::Target);
    }
    let neighbors = candidate.neighbors();
    for _ in 0..neighbors {
        if let Some(ended) = count(keeper) {
            return Step::Over(ended);
        }
        // The neighborhood may have shrunk with the last change.
        let index = if *at < neighbors { *at } else { 0 };
        *at = index + 1;
        let change = candidate.change(index);
        if let Some(higher) = candidate.try_change(&change, score.saturating_add(1)) {
            return Step::Up(higher);
        }
    }
    Step::Top
}

#[cfg(test)]
mod tests {
    use super::super::max_cut::{Cut, Graph};
    use super::*;
    use crate::Stop;

    #[test]
    fn finds_the_largest_cut_after_some_restarts() {
        let graph = Graph::random(14, 9);
        let best = graph.largest_cut();
        for uphill in [Uphill::Steepest, Uphill::First] {
            let settings = Climb { uphill, rounds: 100, target: None };
            let run = || {
                climb(2, |g| Cut::random(&graph, g), &settings, &mut Limits::none(), &mut |_| ())
            };
            let found = run();
            assert_eq!(found.score, best, "{uphill:?}");
            assert_eq!(found.best.recount(), best);
            assert_eq!((found.ended, found.restarts), (Ended::Done, 99));
            assert_eq!(found, run());
        }
    }

    #[test]
    fn one_climb_ends_in_a_local_optimum() {
        let graph = Graph::random(60, 10);
        for uphill in [Uphill::Steepest, Uphill::First] {
            let settings = Climb { uphill, rounds: 1, target: None };
            let found =
                climb(4, |g| Cut::random(&graph, g), &settings, &mut Limits::none(), &mut |_| ());
            for i in 0..found.best.neighbors() {
                assert!(found.best.score_after(&found.best.change(i)) <= found.score);
            }
        }
    }

    #[test]
    fn stops_where_it_is_told_to() {
        let graph = Graph::random(14, 9);
        let best = graph.largest_cut();
        for uphill in [Uphill::Steepest, Uphill::First] {
            let run = |mut limits: Limits<'_>, target| {
                let settings = Climb { uphill, rounds: u64::MAX, target };
                climb(2, |g| Cut::random(&graph, g), &settings, &mut limits, &mut |_| ())
            };
            for most in [0, 1, 500, 2048] {
                let found = run(Limits::none().expansions(most), None);
                let ended = Ended::Stopped(Stop::Expansions);
                assert_eq!((found.proposals, found.ended), (most, ended));
            }
            let found = run(Limits::none(), Some(best));
            assert_eq!((found.score, found.ended), (best, Ended::Target));
        }
    }
}
