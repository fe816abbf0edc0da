//! Compares the result of a search with the truth.

use super::draw::{Caps, MOST_EXPANSIONS};
use super::truth::Truth;
use heureka_core::outcome::Gap;
use heureka_core::strategy::{Duplicates, GoalTest, Parents};
use heureka_core::{Algorithm, Claim, Limits, Optimality, Outcome, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution};

/// Returns what is false or missing in a solution, if anything is.
pub fn judge(
    instance: &dyn Instance,
    truth: &Truth,
    strategy: &Strategy,
    caps: &Caps,
    solution: &Solution<'_>,
) -> Result<(), String> {
    let optimum = truth.optimum();
    let fail = |text: String| Err(text);
    let expanded = solution.stats.expanded;
    let most = caps.expansions.unwrap_or(MOST_EXPANSIONS);
    if expanded > most {
        return fail(format!("{expanded} expansions exceed the limit of {most}"));
    }
    match &solution.outcome {
        Outcome::Solved(plan, optimality) => {
            let (cost, moves) = (u64::from(plan.cost()), plan.len());
            let words = plan.words();
            let mut words = words.iter().map(String::as_str);
            match instance.check(&mut words, &mut Limits::none()) {
                Ok(checked) if u64::from(checked) == cost => {}
                other => return fail(format!("the plan of cost {cost} checks as {other:?}")),
            }
            let Some(optimum) = optimum else {
                return fail("found a plan for an unsolvable instance".to_owned());
            };
            if depth_limit(strategy, caps).is_some_and(|depth| moves > depth as usize) {
                return fail(format!("the plan has {moves} moves, more than the depth limit"));
            }
            if caps.cost.is_some_and(|limit| cost > u64::from(limit)) {
                return fail(format!("the plan costs {cost}, more than the cost limit"));
            }
            let holds = match optimality {
                Optimality::Proved => cost == optimum,
                Optimality::Within(ratio) => {
                    cost * u64::from(ratio.denominator) <= optimum * u64::from(ratio.numerator)
                }
                Optimality::NotClaimed => cost >= optimum,
            };
            if !holds {
                return fail(format!("cost {cost} is called {optimality:?}; optimal is {optimum}"));
            }
            if finds_fewest_moves(strategy)
                && caps.cost.is_none()
                && truth.fewest_moves() != Some(moves)
            {
                let fewest = truth.fewest_moves();
                return fail(format!("the plan has {moves} moves, the fewest are {fewest:?}"));
            }
            if *optimality != Optimality::Proved && must_prove(strategy, caps, instance.claim()) {
                return fail(format!("an optimal search claims only {optimality:?}"));
            }
        }
        Outcome::Unsolvable if optimum.is_some() => {
            return fail(format!("called unsolvable, but a plan costs {optimum:?}"));
        }
        Outcome::Unsolvable => {}
        Outcome::NotFound(gap) => {
            let depth = depth_limit(strategy, caps);
            let plausible = match gap {
                Gap::Depth => depth.is_some(),
                Gap::Cost => caps.cost.is_some(),
                Gap::Beam => matches!(strategy.algorithm, Algorithm::Beam(_)),
                Gap::DeadEnd => instance.claim() == Claim::Nothing,
                Gap::Uphill => strategy.algorithm == Algorithm::Descent,
                _ => false,
            };
            if !plausible {
                return fail(format!("found no plan because of {gap:?}, which does not apply"));
            }
            if let (Gap::Depth, Some(depth)) = (gap, depth)
                && finds_fewest_moves(strategy)
                && caps.cost.is_none()
                && truth.cheapest_within(depth).is_some()
            {
                return fail(format!("missed a plan of at most {depth} moves"));
            }
        }
        Outcome::Stopped(Stop::Expansions) if expanded == most => {}
        Outcome::Stopped(Stop::Memory) if caps.memory.is_some() => {}
        Outcome::Stopped(stop) => {
            return fail(format!("stopped by {stop:?} after {expanded} expansions"));
        }
    }
    Ok(())
}

/// Returns the smallest depth limit that applies.
fn depth_limit(strategy: &Strategy, caps: &Caps) -> Option<u32> {
    let own = match strategy.algorithm {
        Algorithm::Dls(depth) => Some(depth),
        _ => None,
    };
    own.into_iter().chain(caps.depth).min()
}

/// Returns whether the first plan of a search has the fewest moves.
fn finds_fewest_moves(strategy: &Strategy) -> bool {
    matches!(strategy.algorithm, Algorithm::Bfs | Algorithm::Ids)
}

/// Returns whether a search that finds a plan must prove it optimal.
fn must_prove(strategy: &Strategy, caps: &Caps, claim: Claim) -> bool {
    let reopens = strategy.reopen && strategy.duplicates == Duplicates::Graph;
    let informed = match strategy.algorithm {
        Algorithm::Ucs => true,
        Algorithm::AStar => claim.is_consistent() || claim.is_admissible() && reopens,
        _ => false,
    };
    let keeps_the_cheapest =
        strategy.parents == Parents::Cheapest && strategy.duplicates != Duplicates::Closed;
    let unlimited = caps.depth.is_none() && caps.cost.is_none();
    informed && keeps_the_cheapest && strategy.goal_test == GoalTest::Late && unlimited
}
