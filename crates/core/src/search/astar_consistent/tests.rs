use super::LinkedAStar;
use super::threads;
use crate::outcome::Gap;
use crate::search::{BestFirst, Rule, Search as _};
use crate::strategy::Ties;
use crate::test_graph::{Graph, Random};
use crate::{
    Abilities, Claim, Cost, DEAD_END, Limits, Observer, Outcome, Plan, Problem, Stats, Strategy,
    validate,
};
use std::hash::{Hash, Hasher};

/// Returns graphs with half of the exact distance as h, which is consistent.
fn graphs(count: usize) -> impl Iterator<Item = Graph> {
    let mut random = Random(11);
    (0..count).map(move |case| {
        let (states, max_cost) = (2 + random.below(40), 1 + case % 5);
        let mut graph = Graph::random(states, 3 * states, max_cost, &mut random);
        let is_free = |case: usize| case.is_multiple_of(3);
        if is_free(case) {
            graph.arcs.iter_mut().flatten().for_each(|(_, cost)| *cost -= 1);
        }
        let halved = |distance| if distance == DEAD_END { DEAD_END } else { distance / 2 };
        graph.h = graph.distances().into_iter().map(halved).collect();
        graph
    })
}

fn best_first<'p, P: Problem>(problem: &'p P, word: &str) -> BestFirst<'p, P, super::Priority> {
    let strategy: Strategy = word.parse().unwrap();
    BestFirst::by_f(problem, Rule::new(&strategy), Ties::HighG)
}

/// Returns the cost, after a check of the plan, and what all such searches have in common.
fn found<P: Problem>(
    problem: &P,
    outcome: &Outcome<Plan<P::Action>>,
    stats: &Stats,
) -> (Option<Cost>, u32, u64) {
    if let Outcome::Solved(plan, _) = outcome {
        assert_eq!(validate(problem, plan), Ok(()));
    }
    (outcome.cost(), stats.bound, stats.expanded_below_bound)
}

#[test]
fn agrees_with_best_first_search_from_any_moment_on() {
    for (case, graph) in graphs(300).enumerate() {
        for word in ["astar", "ucs"] {
            let mut whole = best_first(&graph, word);
            let outcome = whole.run(&mut Limits::none(), &mut ());
            let expected = found(&graph, &outcome, whole.stats());
            for expansions in [0, 1, 3, 10, 20] {
                let begun = || {
                    let mut begun = best_first(&graph, word);
                    let limits = &mut Limits::none().expansions(expansions);
                    let is_open = matches!(begun.run(limits, &mut ()), Outcome::Stopped(_));
                    is_open.then(|| LinkedAStar::from(begun))
                };
                if let Some(mut lean) = begun() {
                    let outcome = lean.run(&mut Limits::none(), &mut ());
                    assert_eq!(found(&graph, &outcome, lean.stats()), expected, "{graph:?}");
                }
                // Threads take a few milliseconds.
                if let Some(lean) = begun().filter(|_| case % 16 < 2) {
                    let mut limits = Limits::none().with_threads(2 + case % 2);
                    let report = threads::run(lean, &mut limits);
                    let found = found(&graph, &report.outcome, &report.stats);
                    assert_eq!(found, expected, "{graph:?}");
                }
            }
        }
    }
}

/// A graph all of whose keys have the same hash.
struct Colliding(Graph);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Key(u32);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(0);
    }
}

impl Problem for Colliding {
    type State = usize;
    type Key = Key;
    type Action = usize;

    fn start(&self) -> usize {
        0
    }
    fn is_goal(&self, state: &usize) -> bool {
        self.0.is_goal(state)
    }
    fn successors(&self, state: &usize, visit: &mut impl FnMut(usize, Cost, usize)) {
        self.0.successors(state, visit);
    }
    fn pack(&self, &state: &usize) -> Key {
        Key(state as u32)
    }
    fn unpack(&self, key: &Key) -> usize {
        key.0 as usize
    }
    fn h(&self, state: &usize) -> Cost {
        self.0.h(state)
    }
    fn claim(&self) -> Claim {
        Claim::Consistent
    }
    fn abilities<O: Observer<usize, usize>>(&self) -> Abilities<Self, O> {
        Abilities::plain().undirected()
    }
}

/// Every closed state may then be the parent of a node. Without moves of cost 0, no path is endless.
#[test]
fn finds_the_plan_among_states_with_the_same_hash() {
    let graphs = graphs(300).filter(|graph| graph.arcs.iter().flatten().all(|arc| arc.1 > 0));
    for graph in graphs {
        let problem = Colliding(graph);
        let mut whole = best_first(&problem, "astar");
        let outcome = whole.run(&mut Limits::none(), &mut ());
        let mut lean = LinkedAStar::new(&problem);
        let lean_outcome = lean.run(&mut Limits::none(), &mut ());
        let expected = found(&problem, &outcome, whole.stats());
        assert_eq!(found(&problem, &lean_outcome, lean.stats()), expected, "{:?}", problem.0);
    }
}

/// Numbers of 14 bits; a move changes one bit.
struct Cube {
    goal: u32,
}

impl Problem for Cube {
    type State = u32;
    type Key = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal
    }
    fn successors(&self, &state: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        (0..14).for_each(|bit| visit(bit, 1 + bit % 2, state ^ 1 << bit));
    }
    fn pack(&self, &state: &u32) -> u32 {
        state
    }
    fn unpack(&self, &key: &u32) -> u32 {
        key
    }
    fn claim(&self) -> Claim {
        Claim::Consistent
    }
    fn abilities<O: Observer<u32, u32>>(&self) -> Abilities<Self, O> {
        Abilities::plain().undirected()
    }
}

#[test]
fn drops_the_move_back_and_expands_each_state_once() {
    for goal in [(1 << 14) - 1, 1 << 20] {
        let cube = Cube { goal };
        let mut whole = best_first(&cube, "astar");
        let outcome = whole.run(&mut Limits::none(), &mut ());
        let expected = found(&cube, &outcome, whole.stats());
        for threads in [1, 2, 4] {
            let lean = LinkedAStar::new(&cube);
            let report = lean.run_on_threads(&mut Limits::none().with_threads(threads));
            assert_eq!(found(&cube, &report.outcome, &report.stats), expected);
            assert_eq!(report.stats.threads, threads as u64);
            // All states, but perhaps not the last ones.
            assert!(report.stats.expanded <= 1 << 14);
            assert_eq!(outcome.cost().is_none(), report.stats.expanded == 1 << 14);
            // One move of every node but the first leads back.
            assert!(report.stats.duplicates + 1 >= report.stats.expanded);
        }
    }
}

/// A stop may come within a batch of nodes.
#[test]
fn a_stopped_search_has_measured_its_frontier() {
    let cube = Cube { goal: 1 << 20 };
    for expansions in 0..100 {
        let mut lean = LinkedAStar::new(&cube);
        _ = lean.run(&mut Limits::none().expansions(expansions), &mut ());
        assert!(lean.stats.max_frontier >= lean.open.len() as u64, "{expansions}");
    }
}

#[test]
#[should_panic(expected = "requires a consistent heuristic")]
fn rejects_a_heuristic_that_is_not_consistent() {
    let mut graph = Graph::new(vec![vec![(1, 1)], vec![]]);
    graph.claim = Claim::Admissible;
    _ = LinkedAStar::new(&graph);
}

/// The goal costs 2³² over the only path.
#[test]
fn costs_that_are_too_large_prove_nothing() {
    let graph = Graph::new(vec![vec![(1, 1 << 31)], vec![(0, 1), (2, 1 << 31)], vec![]]);
    let gap = Outcome::NotFound(Gap::Cost);
    assert_eq!(LinkedAStar::new(&graph).run(&mut Limits::none(), &mut ()), gap);
    let mut limits = Limits::none().with_threads(2);
    assert_eq!(threads::run(LinkedAStar::new(&graph), &mut limits).outcome, gap);
}
