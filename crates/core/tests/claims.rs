//! No search claims more than it has seen: the last move of a plan may be the dear one.
#![forbid(unsafe_code)]

use heureka_core::{Cost, Limits, Optimality, Outcome, Problem, solve};

/// Two ways of two moves from 0 to 3: over 1 for 5 + 5, over 2 for 5 + 1.
struct Fork;

impl Problem for Fork {
    type State = u8;
    type Key = u8;
    type Action = u8;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, &state: &u8) -> bool {
        state == 3
    }

    fn successors(&self, &state: &u8, visit: &mut impl FnMut(u8, Cost, u8)) {
        match state {
            0 => {
                visit(1, 5, 1);
                visit(2, 5, 2);
            }
            1 => visit(3, 5, 3),
            2 => visit(3, 1, 3),
            _ => {}
        }
    }

    fn pack(&self, &state: &u8) -> u8 {
        state
    }

    fn unpack(&self, &key: &u8) -> u8 {
        key
    }
}

#[test]
fn a_plan_that_is_not_the_cheapest_is_never_called_optimal() {
    for word in [
        "bfs",
        "dfs",
        "dls(2)",
        "dls(9)",
        "ids",
        "ids(duplicates=graph)",
        "ucs",
        "ucs(goal-test=early)",
        "greedy",
        "astar",
        "idastar",
        "beam",
        "anytime",
    ] {
        let report = solve(&Fork, &word.parse().unwrap(), &mut Limits::none(), &mut ()).unwrap();
        let Outcome::Solved(plan, sure) = report.outcome else { panic!("{word} finds no plan") };
        assert!(plan.cost == 6 || sure == Optimality::NotClaimed, "{word}: {plan:?} {sure:?}");
    }
}
