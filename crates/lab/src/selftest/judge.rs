//! Compares the result of a search with the truth.

use super::draw::{DrawnLimits, MAX_EXPANSIONS};
use super::truth::Truth;
use heureka_core::outcome::Gap;
use heureka_core::strategy::{Duplicates, GoalTest, Parents};
use heureka_core::{Algorithm, Claim, Limits, Optimality, Outcome, Stop, Strategy};
use heureka_kit::instance::{Instance, Solution};

/// Compares a solution with the truth.
///
/// # Errors
/// What is false or missing in it.
pub fn judge(
    instance: &dyn Instance,
    truth: &Truth,
    strategy: &Strategy,
    drawn: &DrawnLimits,
    solution: &Solution<'_>,
) -> Result<(), String> {
    let optimum = truth.optimum();
    let expanded = solution.stats.expanded;
    let most = drawn.expansions.unwrap_or(MAX_EXPANSIONS);
    if expanded > most {
        return Err(format!("{expanded} expansions exceed the limit of {most}"));
    }
    match &solution.outcome {
        Outcome::Solved(plan, optimality) => {
            let (cost, moves) = (u64::from(plan.cost()), plan.len());
            let words = plan.words();
            let mut words = words.iter().map(String::as_str);
            match instance.check(&mut words, &mut Limits::none()) {
                Ok(checked) if u64::from(checked) == cost => {}
                other => return Err(format!("the plan of cost {cost} checks as {other:?}")),
            }
            let Some(optimum) = optimum else {
                return Err("found a plan for an unsolvable instance".to_owned());
            };
            if depth_limit(strategy, drawn).is_some_and(|depth| moves > depth as usize) {
                return Err(format!("the plan has {moves} moves, more than the depth limit"));
            }
            if drawn.cost.is_some_and(|limit| cost > u64::from(limit)) {
                return Err(format!("the plan costs {cost}, more than the cost limit"));
            }
            let holds = match optimality {
                Optimality::Proved => cost == optimum,
                Optimality::Within(ratio) => {
                    cost * u64::from(ratio.denominator) <= optimum * u64::from(ratio.numerator)
                }
                Optimality::NotClaimed => cost >= optimum,
            };
            if !holds {
                return Err(format!("cost {cost} is called {optimality:?}; optimal is {optimum}"));
            }
            if finds_fewest_moves(strategy)
                && drawn.cost.is_none()
                && truth.fewest_moves() != Some(moves)
            {
                let fewest = truth.fewest_moves();
                return Err(format!("the plan has {moves} moves, the fewest are {fewest:?}"));
            }
            if *optimality != Optimality::Proved && must_prove(strategy, drawn, instance.claim()) {
                return Err(format!("an optimal search claims only {optimality:?}"));
            }
        }
        Outcome::Unsolvable if optimum.is_some() => {
            return Err(format!("called unsolvable, but a plan costs {optimum:?}"));
        }
        Outcome::Unsolvable => {}
        Outcome::NotFound(gap) => {
            let depth = depth_limit(strategy, drawn);
            let plausible = match gap {
                Gap::Depth => depth.is_some(),
                Gap::Cost => drawn.cost.is_some(),
                Gap::Beam => matches!(strategy.algorithm, Algorithm::Beam(_)),
                Gap::DeadEnd => instance.claim() == Claim::Nothing,
                Gap::Uphill => strategy.algorithm == Algorithm::Descent,
                _ => false,
            };
            if !plausible {
                return Err(format!("found no plan because of {gap:?}, which does not apply"));
            }
            if let (Gap::Depth, Some(depth)) = (gap, depth)
                && finds_fewest_moves(strategy)
                && drawn.cost.is_none()
                && truth.cheapest_within(depth).is_some()
            {
                return Err(format!("missed a plan of at most {depth} moves"));
            }
        }
        Outcome::Stopped(Stop::Expansions) if expanded == most => {}
        Outcome::Stopped(Stop::Memory) if drawn.memory.is_some() => {}
        Outcome::Stopped(stop) => {
            return Err(format!("stopped by {stop:?} after {expanded} expansions"));
        }
    }
    Ok(())
}

/// Returns the depth limit that applies: the smaller of the strategy's own and the given one.
fn depth_limit(strategy: &Strategy, drawn: &DrawnLimits) -> Option<u32> {
    let own = match strategy.algorithm {
        Algorithm::Dls(depth) => Some(depth),
        _ => None,
    };
    own.into_iter().chain(drawn.depth).min()
}

/// Returns whether the first plan of a search has the fewest moves.
fn finds_fewest_moves(strategy: &Strategy) -> bool {
    matches!(strategy.algorithm, Algorithm::Bfs | Algorithm::Ids)
}

/// Returns whether a search that finds a plan must prove it optimal.
fn must_prove(strategy: &Strategy, drawn: &DrawnLimits, claim: Claim) -> bool {
    let reopens = strategy.reopen && strategy.duplicates == Duplicates::Graph;
    let is_optimal = match strategy.algorithm {
        Algorithm::Ucs => true,
        Algorithm::AStar => claim.is_consistent() || claim.is_admissible() && reopens,
        _ => false,
    };
    let keeps_the_cheapest =
        strategy.parents == Parents::Cheapest && strategy.duplicates != Duplicates::Closed;
    let unlimited = drawn.depth.is_none() && drawn.cost.is_none();
    is_optimal && keeps_the_cheapest && strategy.goal_test == GoalTest::Late && unlimited
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_core::outcome::Ratio;
    use heureka_core::{Cost, Stats};
    use heureka_kit::instance::AnyPlan;
    use heureka_kit::puzzle::Parameters;
    use heureka_puzzles::registry::puzzle;

    /// A plan as text, and the cost that it states.
    struct Stated(&'static str, Cost);

    impl AnyPlan for Stated {
        fn cost(&self) -> Cost {
            self.1
        }

        fn len(&self) -> usize {
            self.words().len()
        }

        fn words(&self) -> Vec<String> {
            self.0.split(' ').map(str::to_owned).collect()
        }
    }

    const BEST: &str = "1>2 1>3 2>3";
    const LONGER: &str = "1>3 3>2 1>3 2>3";

    fn solved(plan: &'static str, cost: Cost, optimality: Optimality) -> Outcome<Box<dyn AnyPlan>> {
        Outcome::Solved(Box::new(Stated(plan, cost)), optimality)
    }

    fn verdict(
        (name, text): (&str, &str),
        strategy: &str,
        drawn: DrawnLimits,
        expanded: u64,
        outcome: Outcome<Box<dyn AnyPlan>>,
    ) -> Result<(), String> {
        let instance = puzzle(name).unwrap().parse(text, &Parameters::default()).unwrap();
        let truth = Truth::of(&instance.as_small().unwrap().space(1_000).unwrap());
        let stats = Stats { expanded, ..Stats::default() };
        let solution = Solution { outcome, stats, reason: None };
        judge(&*instance, &truth, &strategy.parse().unwrap(), &drawn, &solution)
    }

    #[test]
    fn accepts_true_answers() {
        let (none, towers) = (DrawnLimits::default(), ("hanoi", "3 2"));
        let twice = Optimality::Within(Ratio::new(2, 1));
        for (strategy, drawn, outcome) in [
            ("astar", none, solved(BEST, 3, Optimality::Proved)),
            ("greedy", none, solved(LONGER, 4, Optimality::NotClaimed)),
            ("wastar(2)", none, solved(LONGER, 4, twice)),
            ("bfs", DrawnLimits { depth: Some(2), ..none }, Outcome::NotFound(Gap::Depth)),
            ("bfs", DrawnLimits { memory: Some(1), ..none }, Outcome::Stopped(Stop::Memory)),
            (
                "bfs",
                DrawnLimits { expansions: Some(7), ..none },
                Outcome::Stopped(Stop::Expansions),
            ),
        ] {
            assert_eq!(verdict(towers, strategy, drawn, 7, outcome), Ok(()), "{strategy} {drawn}");
        }
        assert_eq!(verdict(("river", "2 2 1"), "astar", none, 0, Outcome::Unsolvable), Ok(()));
    }

    #[test]
    fn rejects_false_answers() {
        let (none, towers) = (DrawnLimits::default(), ("hanoi", "3 2"));
        let unclaimed = || solved(LONGER, 4, Optimality::NotClaimed);
        let within = Optimality::Within(Ratio::new(5, 4));
        for (strategy, drawn, expanded, outcome, expected) in [
            ("astar", none, 7, solved(LONGER, 4, Optimality::Proved), "optimal is 3"),
            ("wastar(1.25)", none, 7, solved(LONGER, 4, within), "optimal is 3"),
            ("astar", none, 7, solved(LONGER, 3, Optimality::Proved), "checks as Ok(4)"),
            ("astar", none, 7, solved("1>2", 1, Optimality::Proved), "checks as Err"),
            ("astar", none, 7, unclaimed(), "claims only"),
            ("bfs", none, 7, unclaimed(), "the fewest are"),
            ("greedy", DrawnLimits { depth: Some(3), ..none }, 7, unclaimed(), "the depth limit"),
            ("greedy", DrawnLimits { cost: Some(3), ..none }, 7, unclaimed(), "the cost limit"),
            (
                "greedy",
                DrawnLimits { expansions: Some(6), ..none },
                7,
                unclaimed(),
                "exceed the limit",
            ),
            ("bfs", none, 7, Outcome::Unsolvable, "called unsolvable"),
            ("bfs", none, 7, Outcome::NotFound(Gap::Depth), "does not apply"),
            ("astar", none, 7, Outcome::NotFound(Gap::DeadEnd), "does not apply"),
            (
                "bfs",
                DrawnLimits { depth: Some(3), ..none },
                7,
                Outcome::NotFound(Gap::Depth),
                "missed",
            ),
            ("bfs", none, 7, Outcome::Stopped(Stop::Memory), "stopped by"),
            ("bfs", none, 7, Outcome::Stopped(Stop::Expansions), "stopped by"),
        ] {
            let found = verdict(towers, strategy, drawn, expanded, outcome).unwrap_err();
            assert!(found.contains(expected), "{strategy} {drawn}: {found}");
        }
    }
}
