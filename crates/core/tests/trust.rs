//! Certificates and audits against an obvious reference, on random graphs: what is honest passes,
//! and whatever passes is true.

mod common;

use common::{Graph, Random};
use heureka_core::certificate::{Certificate, check};
use heureka_core::heuristic::audit::audit;
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{Claim, Cost, DEAD_END, Limits, Outcome, Strategy};

/// A random graph with a random heuristic that does not overestimate, and h\*.
fn instance(random: &mut Random) -> (Graph, Vec<Cost>) {
    let nodes = 5 + random.below(20);
    let arcs = nodes + random.below(2 * nodes);
    let mut graph = Graph::random(nodes, arcs, 6, random);
    let exact = graph.distances();
    for (h, &exact) in graph.h.iter_mut().zip(&exact) {
        *h = match exact {
            DEAD_END if random.below(2) == 0 => DEAD_END,
            DEAD_END => small(random.below(9)),
            _ => small(random.below(exact as usize + 1)),
        };
    }
    graph.claim = Claim::Admissible;
    (graph, exact)
}

fn small(number: usize) -> Cost {
    Cost::try_from(number).expect("small")
}

fn certified(graph: &Graph, strategy: &str) -> Certificate<u32> {
    let strategy: Strategy = strategy.parse().expect("a strategy");
    let weight_h = u32::from(strategy.to_string().starts_with("astar"));
    let mut search =
        BestFirst::by_f(graph, Rule { weight_h, ..Rule::new(&strategy) }, strategy.ties);
    let bound = match search.run(&mut Limits::none(), &mut ()) {
        Outcome::Solved(plan, _) => Some(plan.cost),
        Outcome::Unsolvable => None,
        other => panic!("no limit was set, but the search ended with {other:?}"),
    };
    Certificate { bound, closed: search.closed().collect() }
}

#[test]
fn the_closed_list_of_every_honest_search_is_a_certificate() {
    let mut random = Random(1);
    let mut unsolvable = 0;
    for _ in 0..2_000 {
        let (graph, exact) = instance(&mut random);
        for strategy in ["astar", "ucs", "astar(ties=low-g)"] {
            let certificate = certified(&graph, strategy);
            assert_eq!(certificate.bound.unwrap_or(DEAD_END), exact[0]);
            let checked = check(&graph, &certificate, &mut Limits::none());
            assert!(checked.is_ok(), "{strategy}: {checked:?} for {graph:?}");
        }
        unsolvable += u32::from(exact[0] == DEAD_END);
    }
    assert!(unsolvable > 100, "the graphs should be of both kinds");
}

/// Soundness: certificates are changed at random, and whatever is still accepted is true.
#[test]
fn whatever_passes_the_check_is_true() {
    let mut random = Random(2);
    let (mut passed, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let (graph, exact) = instance(&mut random);
        let mut certificate = certified(&graph, "astar");
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
                    let key = small(random.below(graph.arcs.len()));
                    certificate.closed.push((key, small(random.below(12))));
                }
                _ => {
                    certificate.bound = match certificate.bound {
                        Some(bound) if random.below(4) > 0 => Some(bound + 1),
                        _ => None,
                    }
                }
            }
        }
        match check(&graph, &certificate, &mut Limits::none()) {
            Ok(_) => {
                passed += 1;
                let claimed = certificate.bound.unwrap_or(DEAD_END);
                assert!(claimed <= exact[0], "{certificate:?} passed for {graph:?}");
            }
            Err(_) => refused += 1,
        }
    }
    assert!(passed > 1_000 && refused > 1_000, "{passed} passed, {refused} were refused");
}

#[test]
fn audits_agree_with_the_reference() {
    let mut random = Random(3);
    for round in 0..2_000 {
        let (mut graph, exact) = instance(&mut random);
        let spoilt = random.below(graph.h.len());
        if round % 2 == 0 {
            graph.h[spoilt] = small(random.below(20));
        }
        let mut reached = vec![false; graph.arcs.len()];
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                stack.extend(graph.arcs[node].iter().map(|arc| arc.0));
            }
        }
        let nodes: Vec<usize> = (0..reached.len()).filter(|&node| reached[node]).collect();
        let audit = audit(&graph, &mut Limits::none());
        assert_eq!(audit.states, nodes.len() as u64);
        let found = audit.exact.as_ref().expect("no limit was set");
        assert_eq!(found.start, exact[0]);
        let over = nodes.iter().filter(|&&node| graph.h[node] > exact[node]).count();
        assert_eq!(found.overestimates.0, over as u64);
        let falls = |node: usize, &(to, cost): &(usize, Cost)| {
            let far = |h: Cost| if h == DEAD_END { u64::MAX / 2 } else { u64::from(h) };
            far(graph.h[node]) > u64::from(cost) + far(graph.h[to])
        };
        let falling: usize =
            nodes.iter().map(|&n| graph.arcs[n].iter().filter(|arc| falls(n, arc)).count()).sum();
        assert_eq!(audit.inconsistencies.0, falling as u64);
        assert_eq!(audit.refuted(), over > 0);
        let counted: u64 = found.pairs.iter().map(|pair| pair.states).sum();
        assert_eq!(counted, audit.states);
    }
}
