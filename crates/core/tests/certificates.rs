//! Compares certificates and audits with a reference on random graphs.

mod common;

use common::{Graph, Random};
use heureka_core::certificate::{Certificate, check};
use heureka_core::heuristic::audit::audit;
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{Cost, DEAD_END, Limits, Outcome, Strategy};

/// Returns a random graph with an admissible heuristic, and its exact distances.
fn instance(random: &mut Random) -> (Graph, Vec<Cost>) {
    let states = 5 + random.below(20);
    let arcs = states + random.below(2 * states);
    let mut graph = Graph::random(states, arcs, 6, random);
    let exact = graph.randomize_h(random);
    (graph, exact)
}

/// Solves a graph by best-first search with f = g + weight · h and returns the certificate.
fn certify(graph: &Graph, strategy: &str, weight: u32) -> Certificate<u32> {
    let strategy: Strategy = strategy.parse().unwrap();
    let rule = Rule { weight_h: weight, ..Rule::new(&strategy) };
    let mut search = BestFirst::by_f(graph, rule, strategy.ties);
    let bound = match search.run(&mut Limits::none(), &mut ()) {
        Outcome::Solved(plan, _) => Some(plan.cost),
        Outcome::Unsolvable => None,
        other => panic!("unexpected outcome without limits: {other:?}"),
    };
    Certificate { bound, closed: search.closed().collect() }
}

#[test]
fn the_closed_list_is_a_valid_certificate() {
    let mut random = Random(1);
    let mut unsolvable = 0;
    for _ in 0..2_000 {
        let (graph, exact) = instance(&mut random);
        for (strategy, weight) in [("astar", 1), ("ucs", 0), ("astar(ties=low-g)", 1)] {
            let certificate = certify(&graph, strategy, weight);
            assert_eq!(certificate.bound.unwrap_or(DEAD_END), exact[0]);
            let checked = check(&graph, Some(graph.claim), &certificate, &mut Limits::none());
            assert!(checked.is_ok(), "{strategy}: {checked:?} for {graph:?}");
        }
        unsolvable += u32::from(exact[0] == DEAD_END);
    }
    assert!(unsolvable > 100, "{unsolvable}");
}

/// Changes certificates at random: every claim that the check accepts must be true.
#[test]
fn the_check_is_sound() {
    let mut random = Random(2);
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..20_000 {
        let (graph, exact) = instance(&mut random);
        let mut certificate = certify(&graph, "astar", 1);
        for _ in 0..=random.below(3) {
            let count = certificate.closed.len();
            match random.below(5) {
                0 if count > 0 => drop(certificate.closed.swap_remove(random.below(count)).0),
                1 if count > 0 => certificate.closed[random.below(count)].1 += 1,
                2 if count > 0 => {
                    let g = &mut certificate.closed[random.below(count)].1;
                    *g = g.saturating_sub(1);
                }
                3 => {
                    let key = random.below(graph.arcs.len()) as u32;
                    certificate.closed.push((key, random.below(12) as Cost));
                }
                _ => {
                    certificate.bound = match certificate.bound {
                        Some(bound) if random.below(4) > 0 => Some(bound + 1),
                        _ => None,
                    }
                }
            }
        }
        if check(&graph, Some(graph.claim), &certificate, &mut Limits::none()).is_ok() {
            accepted += 1;
            let claimed = certificate.bound.unwrap_or(DEAD_END);
            assert!(claimed <= exact[0], "{certificate:?} was accepted for {graph:?}");
        } else {
            rejected += 1;
        }
    }
    assert!(accepted > 1_000 && rejected > 1_000, "{accepted} accepted, {rejected} rejected");
}

#[test]
fn audits_match_the_reference() {
    let mut random = Random(3);
    for round in 0..2_000 {
        let (mut graph, exact) = instance(&mut random);
        let changed = random.below(graph.h.len());
        if round % 2 == 0 {
            graph.h[changed] = random.below(20) as Cost;
        }
        let mut reached = vec![false; graph.arcs.len()];
        let mut stack = vec![0];
        while let Some(state) = stack.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                stack.extend(graph.arcs[state].iter().map(|arc| arc.0));
            }
        }
        let states: Vec<usize> = (0..reached.len()).filter(|&state| reached[state]).collect();
        let overestimates = states.iter().filter(|&&state| graph.h[state] > exact[state]).count();
        let h = |state: usize| match graph.h[state] {
            DEAD_END => u64::MAX / 2,
            h => u64::from(h),
        };
        let inconsistencies: usize = states
            .iter()
            .map(|&state| {
                let arcs = graph.arcs[state].iter();
                arcs.filter(|&&(to, cost)| h(state) > u64::from(cost) + h(to)).count()
            })
            .sum();

        let audit = audit(&graph, &mut Limits::none());
        assert_eq!(audit.states, states.len() as u64);
        assert_eq!(audit.inconsistencies.0, inconsistencies as u64);
        assert_eq!(audit.refuted(), overestimates > 0);
        let compared = audit.exact.expect("no limit was set");
        assert_eq!(compared.start, exact[0]);
        assert_eq!(compared.overestimates.0, overestimates as u64);
        assert_eq!(compared.pairs.iter().map(|pair| pair.states).sum::<u64>(), audit.states);
    }
}
