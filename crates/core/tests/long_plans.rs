//! Plans of 100,000 moves, which must not overflow the call stack.

use heureka_core::{Claim, Cost, Limits, Outcome, Problem, Strategy, solve, validate};

const LENGTH: u32 = 100_000;

/// A corridor with the start at 0 and the given goal, which may lie beyond its end.
struct Corridor(u32);

impl Problem for Corridor {
    type State = u32;
    type Key = u32;
    type Action = bool;

    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, &at: &u32) -> bool {
        at == self.0
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
        self.0.abs_diff(at)
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
fn finds_long_plans() {
    let corridor = Corridor(LENGTH);
    let strategies = "dfs bfs astar idastar idastar(duplicates=graph) \
                      dls(200000,duplicates=graph) dls(100000,duplicates=undo)";
    for strategy in strategies.split_whitespace() {
        assert_eq!(run(&corridor, strategy).cost(), Some(LENGTH), "{strategy}");
    }
}

#[test]
fn exhausts_long_dead_ends() {
    let corridor = Corridor(LENGTH + 1);
    for strategy in ["dfs", "dls(200000,duplicates=graph)", "dls(200000,duplicates=undo)"] {
        assert_eq!(run(&corridor, strategy), Outcome::Unsolvable, "{strategy}");
    }
}

/// Looking for duplicates on the path takes quadratic time, but only linear memory.
#[test]
fn detects_duplicates_on_a_long_path() {
    let strategy: Strategy = "dls(200000)".parse().unwrap();
    let corridor = Corridor(LENGTH);
    let mut limits = Limits::none().expansions(20_000);
    let report = solve(&corridor, &strategy, &mut limits, &mut ()).unwrap();
    assert_eq!((report.stats.expanded, report.stats.duplicates), (20_000, 0));
    assert!(report.stats.max_frontier >= 20_000);
}
