//! Plans that cost too much, or that are called better than they are.

use crate::common::Graph;
use crate::{OPTIMAL, assert_found, assert_optimal, informed, strategies};
use heureka_core::outcome::Ratio;
use heureka_core::{Claim, Limits, Observer, Optimality, Outcome, Strategy, solve};
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::registry::puzzle;
use std::collections::BTreeSet;

/// A\* ended when it generated the goal, not when it popped it: `beefsack/go-astar#1`,
/// `godotengine/godot#21492`. It would take the direct arc, at 100.
#[test]
fn the_first_path_to_the_goal_need_not_be_the_cheapest() {
    let graph = Graph::new(vec![vec![(2, 100), (1, 1)], vec![(2, 1)], vec![]]);
    assert_optimal(&graph, 2);
    assert_found(&graph, "astar(goal-test=early)", 100, Optimality::NotClaimed);
}

/// With an admissible but inconsistent heuristic, a cheaper path to an expanded state was ignored:
/// `petgraph/petgraph#378`, `jgrapht/jgrapht#336`, `JuliaGraphs/Graphs.jl#120`,
/// `networkx/networkx#3464`. State 1 is expanded at 4 before state 2 shows a path at 2, so such a
/// search would return 13.
#[test]
fn an_expanded_state_is_reopened_for_a_cheaper_path() {
    let arcs = vec![vec![(1, 4), (2, 1)], vec![(3, 9)], vec![(1, 1)], vec![]];
    let graph = informed(arcs, vec![0, 0, 8, 0], Claim::Admissible);
    assert_optimal(&graph, 11);
    assert_found(&graph, "astar(reopen=no)", 13, Optimality::NotClaimed);
}

/// A state was closed when it entered the queue, so its first path was its last: `ondras/rot.js#119`.
/// State 2 enters at 10 through state 1, and later at 3 through state 3. The mistake returns 11.
#[test]
fn a_state_is_not_closed_while_it_waits() {
    let arcs = vec![vec![(1, 1), (3, 2)], vec![(2, 9)], vec![(4, 1)], vec![(2, 1)], vec![]];
    let graph = Graph::new(arcs);
    assert_optimal(&graph, 4);
    assert_found(&graph, "astar(parents=first)", 11, Optimality::NotClaimed);
}

/// A cheaper path lowered the cost of a queued state, but the state kept its place in the heap:
/// `jrialland/python-astar#3`, `jrialland/python-astar#11`, `ZJU-FAST-Lab/ego-planner-swarm#92`,
/// `DennisOSRM/toolbox-rs#548`. Here every state waits at 100 or more and is then improved by its
/// predecessor. The goal waits at 100, and a heap in disorder would pop it there.
#[test]
fn an_improved_state_moves_up_in_the_queue() {
    let last = 60;
    let mut arcs: Vec<_> = (0..last).map(|state| vec![(state + 1, 1)]).collect();
    arcs.push(vec![]);
    arcs[0].extend((1..=last).rev().map(|to| (to, 100 + (37 * (last - to) % 61) as u32)));
    let graph = Graph::new(arcs);
    // Strategies that remember no states would try all paths.
    for strategy in OPTIMAL.split_whitespace().filter(|name| !name.contains("path")) {
        assert_found(&graph, strategy, 60, Optimality::Proved);
    }
    assert_eq!(graph.distances()[0], 60);
}

/// A state reached again by a cheaper path became its own parent, so the path began in its middle:
/// `DennisOSRM/toolbox-rs#586`. The plan must lead from the start over state 2 to state 1.
#[test]
fn a_plan_begins_at_the_start() {
    let arcs = vec![vec![(1, 10), (2, 1)], vec![], vec![(1, 1)]];
    let graph = Graph { goals: vec![1], ..Graph::new(arcs) };
    assert_optimal(&graph, 2);
    for strategy in OPTIMAL.split_whitespace() {
        assert_eq!(graph.outcome(strategy).plan().unwrap().actions, [1, 0], "{strategy}");
    }
}

/// The f of the goal was reported as the cost of the path: `bobluppes/graaf#378`. With h = 10
/// everywhere, the goal included, the mistake reports 13.
#[test]
fn the_cost_of_a_plan_is_g() {
    let arcs = vec![vec![(1, 1)], vec![(2, 1)], vec![(3, 1)], vec![]];
    let graph = informed(arcs, vec![10; 4], Claim::Nothing);
    for strategy in strategies() {
        assert_eq!(graph.outcome(strategy).cost(), Some(3), "{strategy}");
    }
}

/// The heuristic was added again with every step: `pablogsal/a_star_algorithm#4`. The chain of six arcs
/// would then look more expensive than the direct arc, at 8.
#[test]
fn heuristic_values_do_not_add_up_along_a_path() {
    let mut arcs: Vec<_> = (0..6).map(|state| vec![(state + 1, 1)]).collect();
    arcs[0].push((6, 8));
    arcs.push(vec![]);
    let graph = informed(arcs, vec![6, 5, 4, 3, 2, 1, 0], Claim::Consistent);
    assert_optimal(&graph, 6);
}

/// A search named A\* ordered its queue by h alone and returned the path of greedy search:
/// `aimacode/aima-python#1241`. State 1 looks nearer to the goal, but leads there at 10.
#[test]
fn astar_counts_the_path_behind_it() {
    let arcs = vec![vec![(1, 1), (2, 1)], vec![(3, 9)], vec![(3, 3)], vec![]];
    let graph = informed(arcs, vec![0, 1, 3, 0], Claim::Consistent);
    assert_optimal(&graph, 4);
    assert_found(&graph, "greedy", 10, Optimality::NotClaimed);
}

/// Plans were said to be optimal whatever the heuristic: `udacity/sdc-issue-reports#1323`,
/// `KnightofLuna/sokoban-solver#3`. The estimate of state 1 is too high, which hides the plan of cost
/// 2.
#[test]
fn an_overestimate_proves_nothing() {
    let arcs = vec![vec![(1, 1), (2, 3)], vec![(3, 1)], vec![(3, 2)], vec![]];
    let graph = informed(arcs, vec![0, 9, 0, 0], Claim::Nothing);
    for strategy in ["astar", "wastar(2)", "idastar", "anytime(3)", "greedy"] {
        assert_found(&graph, strategy, 5, Optimality::NotClaimed);
    }
    assert_found(&graph, "ucs", 2, Optimality::Proved);
    // The estimates in a text claim what an audit confirms.
    let claim =
        |text: &str| puzzle("graph").unwrap().parse(text, &Parameters::default()).unwrap().claim();
    let text = "start S; goal G; S -> A 1; S -> B 3; A -> G 1; B -> G 2; h A ";
    assert_eq!(claim(&format!("{text}9")), Claim::Nothing);
    assert_eq!(claim(&format!("{text}1")), Claim::Consistent);
}

/// The bound of weighted A\* was taken for granted where its proof does not hold:
/// `UC-IIC2613/Syllabus#112`. With weight 3, the plan may cost 3 times the optimum; without reopening
/// and consistency, nothing is known.
#[test]
fn weighted_astar_claims_its_bound_and_no_more() {
    let within = Optimality::Within(Ratio::new(3, 1));
    let arcs = vec![vec![(1, 2), (2, 3)], vec![(3, 2)], vec![(3, 3)], vec![]];
    let graph = informed(arcs, vec![0, 2, 0, 0], Claim::Admissible);
    assert_eq!(graph.distances()[0], 4);
    assert_found(&graph, "wastar(3)", 6, within);
    assert_found(&graph, "wastar(3,reopen=no)", 6, Optimality::NotClaimed);
    assert_found(&graph, "wastar(3,goal-test=early)", 6, Optimality::NotClaimed);
}

/// A solver that improves its solution called it optimal too early: `plaans/aries#135`. Whatever the
/// limit, only the plan of cost 6 may be called optimal.
#[test]
fn an_improving_search_proves_only_the_best_plan() {
    let mut arcs: Vec<_> =
        (0..6).map(|state| vec![(state + 1, 1), (6, 9 - state as u32)]).collect();
    arcs.push(vec![]);
    let graph = informed(arcs, vec![3, 3, 3, 3, 2, 1, 0], Claim::Consistent);
    let mut found = BTreeSet::new();
    for expansions in 1..20 {
        let mut limits = Limits::none().expansions(expansions);
        if let Outcome::Solved(plan, optimality) =
            graph.run("anytime(9)", &mut limits).unwrap().outcome
        {
            assert!(
                plan.cost == 6 || optimality != Optimality::Proved,
                "{expansions}: {}",
                plan.cost
            );
            found.insert((plan.cost, optimality == Optimality::Proved));
        }
    }
    assert!(found.contains(&(6, true)) && found.first() != found.last(), "{found:?}");
}

/// Two searches stopped at the first state that both had reached: `qiao/PathFinding.js#28`,
/// `pgRouting/pgrouting#3145`, `SC-SGS/microtrafficsim#37`. They meet at state 1 first, on a path of
/// cost 12.
#[test]
fn two_searches_do_not_stop_where_they_first_meet() {
    let arcs = vec![vec![(1, 6), (2, 10)], vec![(3, 6)], vec![(3, 1)], vec![]];
    assert_optimal(&Graph::new(arcs), 11);
    let direct = Graph::new(vec![vec![(1, 3), (2, 5)], vec![(2, 3)], vec![]]);
    assert_optimal(&direct, 5);
}

/// A search for predecessors followed the arcs forward: `networkx/networkx#710`. From the goal, such a
/// backward search would find the start at cost 1.
#[test]
fn a_backward_search_follows_arcs_backward() {
    let cycle = Graph::new(vec![vec![(1, 5)], vec![(2, 5)], vec![(0, 1)]]);
    assert_optimal(&cycle, 10);
    let one_way = Graph::new(vec![vec![], vec![(0, 1)]]);
    assert_eq!(one_way.outcome("bidirectional"), Outcome::Unsolvable);
}

/// Where the two searches met at the goal, the path had the goal twice: `Moving AILab/hog2#115`. A path
/// between neighbors came back empty, like no path at all: `xtaci/algorithms#21`.
#[test]
fn a_plan_between_neighbors_has_one_move() {
    let graph = Graph::new(vec![vec![(1, 4)], vec![(0, 4)]]);
    for strategy in strategies() {
        assert_eq!(graph.outcome(strategy).plan().unwrap().actions, [0], "{strategy}");
    }
}

/// IDA\* accepted a goal beyond its bound: `Moving AILab/hog2#15`. In the first iteration it would find
/// the direct arc, at 10.
#[test]
fn ida_star_prunes_a_goal_beyond_its_bound() {
    let graph = Graph::new(vec![vec![(2, 10), (1, 1)], vec![(2, 1)], vec![]]);
    assert_optimal(&graph, 2);
}

/// IDA\* raised its bound to a wrong value: `citiususc/hipster#74`. The bound must rise to the smallest
/// f that was pruned. The largest one would find the plan over state 2 first, at 16.
#[test]
fn ida_star_raises_its_bound_to_the_smallest_pruned_f() {
    struct Bounds(Vec<u32>);
    impl Observer<usize, usize> for Bounds {
        fn bound(&mut self, bound: u32) {
            self.0.push(bound);
        }
    }
    let graph = Graph::new(vec![vec![(2, 7), (1, 3)], vec![(3, 5)], vec![(3, 9)], vec![]]);
    assert_optimal(&graph, 8);
    let mut bounds = Bounds(vec![]);
    let strategy: Strategy = "idastar".parse().unwrap();
    solve(&graph, &strategy, &mut Limits::none(), &mut bounds).unwrap();
    assert_eq!(bounds.0, [0, 3, 7, 8]);
}
