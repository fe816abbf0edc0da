//! Hill climbing with random restarts.

use super::{Candidate, Ended, Found, Generator, Improvement, Keeper, Neighborhood};
use crate::{Gauge, Limits};
use rand::{RngExt, SeedableRng};

/// The choice among improving changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uphill {
    /// Evaluates all changes and makes the best one; ties go to the lowest index.
    Steepest,
    /// Makes the first improving change, then continues with the next index.
    First,
}

/// The parameters of [`climb`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climb {
    /// The choice among improving changes.
    pub uphill: Uphill,
    /// The number of climbs, each from a new candidate; `u64::MAX` leaves it to the limits.
    pub rounds: u64,
    /// The score at which to stop.
    pub target: Option<i64>,
}

/// Climbs from one candidate of `fresh` per round and returns the best local optimum found.
///
/// A climb ends when no change improves the score. Every evaluated change counts as a proposal.
/// `improved` is called with every new best candidate. Equal seeds give equal runs, unless the clock
/// or an interrupt ends them.
///
/// ```
/// use heureka_core::{Limits, local::*};
///
/// /// A point on a line, scored by its distance from 50.
/// #[derive(Clone)]
/// struct Point(i64);
///
/// impl Candidate for Point {
///     type Change = i64;
///     fn score(&self) -> i64 {
///         -(self.0 - 50).abs()
///     }
///     fn propose(&self, _: &mut Generator) -> i64 {
///         1
///     }
///     fn try_change(&mut self, step: &i64, threshold: i64) -> Option<i64> {
///         let next = Point(self.0 + step);
///         let score = next.score();
///         (score >= threshold).then(|| {
///             *self = next;
///             score
///         })
///     }
/// }
///
/// impl Neighborhood for Point {
///     fn neighbors(&self) -> usize {
///         2
///     }
///     fn change(&self, index: usize) -> i64 {
///         [-1, 1][index]
///     }
/// }
///
/// let settings = Climb { uphill: Uphill::Steepest, rounds: 1, target: None };
/// let found = climb(1, |_| Point(3), &settings, &mut Limits::none(), &mut |_| ());
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
        // A random first index, so that no change is always tried first.
        let neighbors = candidate.neighbors();
        let mut index = if neighbors == 0 { 0 } else { generator.random_range(0..neighbors) };
        loop {
            let step = match settings.uphill {
                Uphill::Steepest => steepest(&mut keeper, &mut candidate, score),
                Uphill::First => first_improvement(&mut keeper, &mut candidate, score, &mut index),
            };
            match step {
                Step::Up(higher) => {
                    score = higher;
                    keeper.found.accepted += 1;
                    keeper.offer(&candidate, score);
                }
                Step::LocalOptimum => break,
                Step::End(ended) => return keeper.end(ended),
            }
        }
    }
    keeper.end(Ended::Done)
}

/// The result of one step.
enum Step {
    Up(i64),
    LocalOptimum,
    End(Ended),
}

/// Counts a proposal. Returns why it may not be made, if a limit is reached.
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
    if keeper.has_target() {
        return Step::End(Ended::Target);
    }
    let mut best = (score, None);
    for index in 0..candidate.neighbors() {
        if let Some(ended) = count(keeper) {
            return Step::End(ended);
        }
        let change = candidate.change(index);
        let after = candidate.score_after(&change);
        if after > best.0 {
            best = (after, Some(change));
        }
    }
    match best.1.and_then(|change| candidate.try_change(&change, best.0)) {
        Some(higher) => Step::Up(higher),
        None => Step::LocalOptimum,
    }
}

fn first_improvement<C: Neighborhood>(
    keeper: &mut Keeper<'_, '_, C>,
    candidate: &mut C,
    score: i64,
    next: &mut usize,
) -> Step {
    if keeper.has_target() {
        return Step::End(Ended::Target);
    }
    let neighbors = candidate.neighbors();
    for _ in 0..neighbors {
        if let Some(ended) = count(keeper) {
            return Step::End(ended);
        }
        // The neighborhood may have shrunk with the last change.
        let index = if *next < neighbors { *next } else { 0 };
        *next = index + 1;
        let change = candidate.change(index);
        if let Some(higher) = candidate.try_change(&change, score.saturating_add(1)) {
            return Step::Up(higher);
        }
    }
    Step::LocalOptimum
}

#[cfg(test)]
mod tests {
    use super::super::landscape::{Corner, Landscape};
    use super::*;
    use crate::Stop;

    fn run<'a>(
        landscape: &'a Landscape,
        settings: Climb,
        mut limits: Limits<'_>,
    ) -> Found<Corner<'a>> {
        climb(2, |generator| landscape.corner(generator), &settings, &mut limits, &mut |_| ())
    }

    #[test]
    fn restarts_find_the_global_optimum() {
        let landscape = Landscape::random(9);
        for uphill in [Uphill::Steepest, Uphill::First] {
            let settings = Climb { uphill, rounds: 100, target: None };
            let found = run(&landscape, settings, Limits::none());
            assert_eq!(found.score, landscape.best(), "{uphill:?}");
            assert_eq!((found.ended, found.restarts), (Ended::Done, 99));
            assert_eq!(found, run(&landscape, settings, Limits::none()));
        }
    }

    #[test]
    fn one_climb_ends_in_a_local_optimum() {
        for (seed, uphill) in (0..20).flat_map(|s| [(s, Uphill::Steepest), (s, Uphill::First)]) {
            let landscape = Landscape::random(seed);
            let settings = Climb { uphill, rounds: 1, target: None };
            let Found { best, score, .. } = run(&landscape, settings, Limits::none());
            assert!((0..best.neighbors()).all(|i| best.score_after(&best.change(i)) <= score));
        }
    }

    #[test]
    fn stops_at_limits_and_target() {
        let landscape = Landscape::random(9);
        for uphill in [Uphill::Steepest, Uphill::First] {
            let settings = Climb { uphill, rounds: u64::MAX, target: None };
            for max in [0, 1, 500, 2048] {
                let found = run(&landscape, settings, Limits::none().expansions(max));
                let ended = Ended::Stopped(Stop::Expansions);
                assert_eq!((found.proposals, found.ended), (max, ended));
            }
            let settings = Climb { target: Some(landscape.best()), ..settings };
            let found = run(&landscape, settings, Limits::none());
            assert_eq!((found.score, found.ended), (landscape.best(), Ended::Target));
        }
    }
}
