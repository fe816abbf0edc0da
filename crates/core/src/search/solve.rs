//! Runs a strategy on a problem.

use super::{Anytime, Beam, BestFirst, ByDepth, ByF, DepthFirst, Rule};
use crate::{Algorithm, Limits, Observer, Outcome, Problem, Stats, Strategy};
use std::fmt;

/// How a search ended, and what it counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// How it ended.
    pub outcome: Outcome<A>,
    /// What it counted.
    pub stats: Stats,
}

/// A strategy needs an ability that the problem does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The strategy's name.
    pub strategy: &'static str,
    /// What it needs.
    pub needs: &'static str,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} needs {}, which this puzzle does not offer", self.strategy, self.needs)
    }
}

impl std::error::Error for Unsupported {}

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
    macro_rules! run {
        ($search:expr) => {{
            let mut search = $search;
            let outcome = search.run(limits, observer);
            Ok(Report { outcome, stats: *search.stats() })
        }};
    }
    let by_f = |g, h| BestFirst::by_f(problem, Rule::new(strategy, g, h), strategy);
    let duplicates = strategy.duplicates;
    match strategy.algorithm {
        Algorithm::Bfs => run!(BestFirst::breadth_first(problem, Rule::new(strategy, 0, 0))),
        Algorithm::Dfs => run!(BestFirst::depth_first(problem, Rule::new(strategy, 0, 0))),
        Algorithm::Dls(depth) => run!(DepthFirst::depth_limited(problem, duplicates, depth)),
        Algorithm::Ids => run!(DepthFirst::<P, ByDepth>::deepening(problem, duplicates)),
        Algorithm::IdaStar => run!(DepthFirst::<P, ByF>::deepening(problem, duplicates)),
        Algorithm::Ucs => run!(by_f(1, 0)),
        Algorithm::Greedy => run!(by_f(0, 1)),
        Algorithm::AStar => run!(by_f(1, 1)),
        Algorithm::WeightedAStar(weight) => run!(by_f(weight.denominator, weight.numerator)),
        Algorithm::Anytime(weight) => run!(Anytime::new(problem, strategy, weight)),
        Algorithm::Beam(width) => run!(Beam::new(problem, width, strategy.grow)),
        Algorithm::Bidirectional => Err(Unsupported {
            strategy: "bidirectional",
            needs: "moves that can be taken backwards",
        }),
    }
}
