//! Runs a strategy on a problem.

use super::{Anytime, Beam, BestFirst, Copied, DepthFirst, Descent, LinkedAStar, Rule, Search};
use crate::frontier::LARGEST_IN_BUCKETS;
use crate::strategy::Ties;
use crate::{
    Algorithm, Claim, Cost, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats, Strategy,
};
use std::fmt;

/// How a search ended, and what it counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report<A> {
    /// How it ended.
    pub outcome: Outcome<Plan<A>>,
    /// What it counted.
    pub stats: Stats,
}

/// A strategy does not apply to a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The strategy's name.
    pub strategy: &'static str,
    /// What is missing.
    pub missing: Missing,
}

/// What a strategy needs and does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// Reversible moves.
    Reversibility,
    /// Support for a depth limit.
    DepthLimit,
    /// Support for a cost limit.
    CostLimit,
    /// Symmetries.
    Symmetry,
    /// A total order of the states.
    Order,
    /// Jumps, or a search in which they count as moves.
    Jumps,
    /// States that are small enough to copy.
    CopyableStates,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing = match self.missing {
            Missing::Reversibility => "needs reversible moves, which this problem does not have",
            Missing::DepthLimit => "does not support a depth limit; bfs and astar do",
            Missing::CostLimit => "does not support a cost limit; ucs and astar do",
            Missing::Symmetry => "cannot use symmetry=yes: this problem has no symmetries",
            Missing::Order => "cannot use ties=state: the states of this problem have no order",
            Missing::Jumps => {
                "cannot use jumps=yes: it needs a problem with jumps, such as a grid with moves=8, no \
                 depth limit, and no trace"
            }
            Missing::CopyableStates => {
                "needs to copy states, which are too large here; use descent, which works in place"
            }
        };
        write!(f, "{} {missing}", self.strategy)
    }
}

impl std::error::Error for Unsupported {}

/// Runs a search until it ends or a limit stops it.
pub fn drive<S, A, O: Observer<S, A>>(
    mut search: impl Search<S, A>,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Report<A> {
    let outcome = search.run(limits, observer);
    Report { outcome, stats: *search.stats() }
}

/// Runs a strategy on a problem until it ends or a limit stops it.
///
/// Uses the fastest search that the problem's [`abilities`](Problem::abilities) allow.
///
/// # Errors
/// If the strategy needs an ability that the problem does not declare, or does not support a limit.
pub fn solve<P: Problem, O: Observer<P::State, P::Action>>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    let algorithm = strategy.algorithm;
    let without = |missing| Unsupported { strategy: algorithm.name(), missing };
    let abilities = problem.abilities::<O>();
    let info = algorithm.info();
    if limits.max_depth().is_some() && !info.depth_limit {
        return Err(without(Missing::DepthLimit));
    }
    if limits.max_cost().is_some() && !info.cost_limit {
        return Err(without(Missing::CostLimit));
    }
    if strategy.symmetry {
        let search = abilities.up_to_symmetry.ok_or(without(Missing::Symmetry))?;
        return search(problem, &Strategy { symmetry: false, ..*strategy }, limits, observer);
    }
    if strategy.jumps {
        // A depth is a number of single moves, and an observer knows only them.
        let suits = limits.max_depth().is_none() && !O::WATCHES;
        let search = abilities.by_jumps.filter(|_| suits).ok_or(without(Missing::Jumps))?;
        return search(problem, &Strategy { jumps: false, ..*strategy }, limits);
    }
    let is_unlimited = limits.max_depth().is_none() && limits.max_cost().is_none();
    let is_plain = |ties| {
        *strategy == Strategy { ties, ..Strategy::new(algorithm) } && is_unlimited && !O::WATCHES
    };
    let plain = is_plain(Ties::HighG);
    let (rule, duplicates) = (Rule::new(strategy), strategy.duplicates);
    let by_rank = |costs_suffice, limits: &mut Limits<'_>| {
        abilities.by_rank.filter(|_| !O::WATCHES)?(problem, strategy, costs_suffice, limits)
    };
    let mut report = match algorithm {
        Algorithm::Bfs => match by_rank(false, limits) {
            Some(report) => report,
            None => drive(BestFirst::breadth_first(problem, rule), limits, observer),
        },
        Algorithm::Dfs => drive(BestFirst::depth_first(problem, rule), limits, observer),
        Algorithm::Dls(depth) => {
            drive(DepthFirst::depth_limited(problem, duplicates, depth), limits, observer)
        }
        Algorithm::Ids => drive(DepthFirst::deepening(problem, duplicates), limits, observer),
        Algorithm::IdaStar => match abilities.specialized_ida {
            Some(search) if plain => search(problem, limits, observer),
            _ => drive(DepthFirst::ida_star(problem, duplicates), limits, observer),
        },
        Algorithm::Ucs | Algorithm::Greedy | Algorithm::AStar | Algorithm::WeightedAStar(_) => {
            // Then f never falls along a path, and the first path to a popped node is the cheapest.
            let is_monotone = match algorithm {
                Algorithm::Ucs => true,
                Algorithm::AStar => problem.claim().is_consistent(),
                _ => false,
            };
            let by_f = BestFirst::by_f(problem, rule, strategy.ties);
            match abilities.packed_astar {
                _ if strategy.ties == Ties::State => {
                    let search = abilities.by_state.ok_or(without(Missing::Order))?;
                    search(problem, rule, limits, observer)
                }
                Some(search)
                    if plain
                        && is_monotone
                        && algorithm == Algorithm::AStar
                        && u64::from(problem.h(&problem.start())) <= LARGEST_IN_BUCKETS =>
                {
                    search(problem, limits, observer)
                }
                _ => match by_rank((plain || is_plain(Ties::Lifo)) && is_monotone, limits) {
                    Some(report) => report,
                    None if plain && is_monotone => LinkedAStar::run_after(by_f, limits),
                    None => drive(by_f, limits, observer),
                },
            }
        }
        Algorithm::Anytime(_) if strategy.ties == Ties::State => {
            return Err(without(Missing::Order));
        }
        Algorithm::Anytime(_) => drive(Anytime::new(problem, strategy), limits, observer),
        Algorithm::Beam(width) => drive(Beam::new(problem, width, strategy.grow), limits, observer),
        Algorithm::Descent => drive(Descent::new(&Copied(problem)), limits, observer),
        Algorithm::Bidirectional => {
            let search = abilities.bidirectional.ok_or(without(Missing::Reversibility))?;
            search(problem, limits, observer)
        }
    };
    if abilities.equal_cost_plans
        && let Outcome::Solved(_, optimality) = &mut report.outcome
    {
        *optimality = Optimality::Proved;
    }
    if matches!(report.outcome, Outcome::Stopped(_)) {
        // With a depth limit, the cheapest plan within it may be lost.
        let may_prove = limits.max_depth().is_none();
        let bound = || proved_bound(strategy, problem.claim(), &report.stats);
        report.stats.lower_bound = may_prove.then(bound).flatten();
    }
    Ok(report)
}

/// Returns what every plan costs at least, by the bound of a stopped search.
///
/// Where the first plan would be proved optimal, no expanded node has a higher f than that plan.
fn proved_bound(strategy: &Strategy, claim: Claim, stats: &Stats) -> Option<Cost> {
    let is_proof = match strategy.algorithm {
        Algorithm::IdaStar => claim.is_admissible(),
        Algorithm::Ucs | Algorithm::AStar => Rule::new(strategy).proves_first_plan(claim),
        Algorithm::Anytime(_) => return stats.lower_bound,
        _ => false,
    };
    (is_proof && stats.iterations > 0).then_some(stats.bound)
}
