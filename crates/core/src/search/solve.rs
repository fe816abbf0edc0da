//! Runs a strategy on a problem.

use super::descent::{Copied, Descent};
use super::{Anytime, Beam, BestFirst, Bidirectional, ByDepth, ByF, DepthFirst, PackedAStar, Rule};
use crate::frontier::LARGEST_IN_BUCKETS;
use crate::{
    Algorithm, Limits, Observer, Outcome, Problem, Reversible, Stats, Strategy, Tagged, Ties,
};
use std::fmt;

/// How a search ended, and what it counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// How it ended.
    pub outcome: Outcome<A>,
    /// What it counted.
    pub stats: Stats,
}

/// A strategy cannot do what it is asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The strategy's name.
    pub strategy: &'static str,
    /// What it missing.
    pub missing: Missing,
}

/// What a strategy missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Moves that can be taken backwards.
    Reversibility,
    /// A way to keep to a limit of depth.
    DepthLimit,
    /// A way to keep to a limit of cost.
    CostLimit,
    /// Symmetries.
    Symmetry,
    /// An order of the states.
    Order,
    /// States that are small enough to be copied.
    CopyableStates,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing = match self.missing {
            Missing::Reversibility => {
                "needs moves that can be taken backwards, which this puzzle does not offer"
            }
            Missing::DepthLimit => "cannot keep to a limit of depth; bfs and astar can",
            Missing::CostLimit => "cannot keep to a limit of cost; ucs and astar can",
            Missing::Symmetry => {
                "cannot search up to symmetry here, as this puzzle knows no symmetries"
            }
            Missing::Order => {
                "needs states that are ordered for ties=state, which this puzzle does not offer"
            }
            Missing::CopyableStates => {
                "has to copy states, which are too large here; descent changes one in place"
            }
        };
        write!(f, "{} {missing}", self.strategy)
    }
}

impl std::error::Error for Unsupported {}

/// Runs a search and reports.
macro_rules! run {
    ($search:expr, $limits:expr, $observer:expr) => {{
        let mut search = $search;
        let outcome = search.run($limits, $observer);
        Ok(Report { outcome, stats: *search.stats() })
    }};
}

/// Runs a strategy on a problem until it ends or a limit stops it.
///
/// # Errors
/// If the strategy needs more than [`Problem`] offers, as `bidirectional` does.
pub fn solve<P: Problem, O: Observer<P>>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    check(strategy, limits)?;
    if strategy.ties == Ties::State {
        return Err(Unsupported { strategy: strategy.algorithm.name(), missing: Missing::Order });
    }
    let by_f = |g, h| BestFirst::by_f(problem, Rule::new(strategy, g, h), strategy);
    let duplicates = strategy.duplicates;
    match strategy.algorithm {
        Algorithm::Bfs => {
            run!(BestFirst::breadth_first(problem, Rule::new(strategy, 0, 0)), limits, observer)
        }
        Algorithm::Dfs => {
            run!(BestFirst::depth_first(problem, Rule::new(strategy, 0, 0)), limits, observer)
        }
        Algorithm::Dls(depth) => {
            run!(DepthFirst::depth_limited(problem, duplicates, depth), limits, observer)
        }
        Algorithm::Ids => {
            run!(DepthFirst::<P, ByDepth>::deepening(problem, duplicates), limits, observer)
        }
        Algorithm::IdaStar => {
            run!(DepthFirst::<P, ByF>::deepening(problem, duplicates), limits, observer)
        }
        Algorithm::Ucs => run!(by_f(1, 0), limits, observer),
        Algorithm::Greedy => run!(by_f(0, 1), limits, observer),
        Algorithm::AStar => run!(by_f(1, 1), limits, observer),
        Algorithm::WeightedAStar(weight) => {
            run!(by_f(weight.denominator, weight.numerator), limits, observer)
        }
        Algorithm::Anytime(weight) => {
            run!(Anytime::new(problem, strategy, weight), limits, observer)
        }
        Algorithm::Beam(width) => run!(Beam::new(problem, width, strategy.grow), limits, observer),
        Algorithm::Descent => {
            let copied = Copied(problem);
            let mut search = Descent::new(&copied);
            let outcome = search.run(limits, &mut |state, g, solved| {
                if solved { observer.solved(state, g) } else { observer.expanded(state, g) }
            });
            Ok(Report { outcome, stats: *search.stats() })
        }
        Algorithm::Bidirectional => {
            Err(Unsupported { strategy: "bidirectional", missing: Missing::Reversibility })
        }
    }
}

/// As [`solve`], with `ties=state` for uniform cost, greedy, A\* and weighted A\*.
///
/// # Errors
/// If the strategy needs more than [`Problem`] and an order of its keys offer.
pub fn solve_ordered<P: Problem<Key: Ord>, O: Observer<P>>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    let (g, h) = match strategy.algorithm {
        _ if strategy.ties != Ties::State => return solve(problem, strategy, limits, observer),
        Algorithm::Ucs => (1, 0),
        Algorithm::Greedy => (0, 1),
        Algorithm::AStar => (1, 1),
        Algorithm::WeightedAStar(weight) => (weight.denominator, weight.numerator),
        _ => return solve(problem, strategy, limits, observer),
    };
    check(strategy, limits)?;
    run!(BestFirst::by_f_and_state(problem, Rule::new(strategy, g, h)), limits, observer)
}

/// Refuses what the search would not keep to, rather than leave it out silently: a limit, or
/// symmetry, which [`solve_symmetric`](crate::solve_symmetric) has seen to where there is any.
fn check(strategy: &Strategy, limits: &Limits<'_>) -> Result<(), Unsupported> {
    let (depth, cost) = strategy.algorithm.keeps_to();
    let missing = if strategy.symmetry {
        Missing::Symmetry
    } else if limits.max_depth().is_some() && !depth {
        Missing::DepthLimit
    } else if limits.max_cost().is_some() && !cost {
        Missing::CostLimit
    } else {
        return Ok(());
    };
    Err(Unsupported { strategy: strategy.algorithm.name(), missing })
}

/// As [`solve`], `bidirectional` included.
///
/// # Errors
/// If the strategy needs more than [`Reversible`] offers.
pub fn solve_reversible<P: Reversible, O: Observer<P>>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    check(strategy, limits)?;
    match strategy.algorithm {
        Algorithm::Bidirectional => run!(Bidirectional::new(problem), limits, observer),
        _ => solve(problem, strategy, limits, observer),
    }
}

/// As [`solve_reversible`], with A\* in eight bytes a state where nobody watches, no option or limit
/// asks for more, the heuristic is consistent and its costs are not too large for buckets.
///
/// # Errors
/// If the strategy needs more than [`Reversible`] and [`Tagged`] offer.
pub fn solve_tagged<P: Tagged + Reversible, O: Observer<P>>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    let plain = *strategy == Strategy::new(Algorithm::AStar)
        && limits.max_depth().is_none()
        && limits.max_cost().is_none();
    let small = || u64::from(problem.h(&problem.start())) <= LARGEST_IN_BUCKETS;
    if plain && !O::WATCHES && problem.claim().is_consistent() && small() {
        run!(PackedAStar::new(problem), limits, observer)
    } else {
        solve_reversible(problem, strategy, limits, observer)
    }
}
