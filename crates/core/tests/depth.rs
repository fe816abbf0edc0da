//! Plans of a hundred thousand moves: no search overflows the call stack, and none is slow at it.

use heureka_core::{Claim, Cost, Limits, Outcome, Problem, Strategy, solve, validate};

const LENGTH: u32 = 100_000;

/// A corridor: forward, or back, until its end; `to` is the goal, if it is in the corridor.
struct Corridor {
    to: u32,
}

impl Problem for Corridor {
    type State = u32;
    type Key = u32;
    type Action = bool;

    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, &at: &u32) -> bool {
        at == self.to
    }
    fn successors(&self, &at: &u32, visit: &mut impl FnMut(bool, Cost, u32)) {
        if at < LENGTH {
            visit(true, 1, at + 1);
        }
        if at > 0 {
            visit(false, 1, at - 1);
        }
    }
    fn pack(&self, &at: &u32) -> u32 {
        at
    }
    fn unpack(&self, &key: &u32) -> u32 {
        key
    }
    fn h(&self, &at: &u32) -> Cost {
        self.to.abs_diff(at)
    }
    fn claim(&self) -> Claim {
        Claim::Consistent
    }
    fn undoes(&self, previous: bool, next: bool) -> bool {
        previous != next
    }
}

fn run(corridor: &Corridor, strategy: &str) -> Outcome<heureka_core::Plan<bool>> {
    let strategy: Strategy = strategy.parse().unwrap();
    let report = solve(corridor, &strategy, &mut Limits::none(), &mut ()).unwrap();
    if let Outcome::Solved(plan, _) = &report.outcome {
        validate(corridor, plan).unwrap();
    }
    report.outcome
}

#[test]
fn long_plans_are_found() {
    let corridor = Corridor { to: LENGTH };
    for strategy in [
        "dfs",
        "bfs",
        "astar",
        "idastar",
        "idastar(duplicates=graph)",
        "dls(200000,duplicates=graph)",
        "dls(100000,duplicates=undo)",
    ] {
        assert_eq!(run(&corridor, strategy).cost(), Some(LENGTH), "{strategy}");
    }
}

#[test]
fn long_dead_ends_are_searched_to_the_end() {
    let corridor = Corridor { to: LENGTH + 1 };
    for strategy in ["dfs", "dls(200000,duplicates=graph)", "dls(200000,duplicates=undo)"] {
        assert_eq!(run(&corridor, strategy), Outcome::Unsolvable, "{strategy}");
    }
}

/// Comparing with the whole way takes time that grows with its square, but no more memory than it.
#[test]
fn repeats_along_a_long_way_are_found() {
    let strategy: Strategy = "dls(200000)".parse().unwrap();
    let corridor = Corridor { to: LENGTH };
    let mut limits = Limits::none().expansions(20_000);
    let report = solve(&corridor, &strategy, &mut limits, &mut ()).unwrap();
    assert_eq!((report.stats.expanded, report.stats.duplicates), (20_000, 0));
    assert!(report.stats.max_frontier >= 20_000);
}
