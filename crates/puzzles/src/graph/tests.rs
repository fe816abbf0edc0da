//! Graphs: rules against the reference, texts good and bad, what is found out of estimates, families.

use super::family::Family;
use super::*;
use heureka_core::{DEAD_END, Optimality, Outcome};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn parse(text: &str) -> Result<Graph, ParseError> {
    Graph::parse(text, &Parameters::default())
}

fn solved(graph: &Graph, strategy: &str) -> (Option<Cost>, Option<Optimality>) {
    let strategy = strategy.parse().unwrap();
    let report = graph.search(&strategy, &mut Limits::none(), &mut ()).unwrap();
    match report.outcome {
        Outcome::Solved(plan, sure) => (Some(plan.cost), Some(sure)),
        _ => (None, None),
    }
}

#[test]
fn both_rules_agree() {
    let mut compared = 0;
    for seed in 0..120 {
        let mut graph = Graph::random("100x260", &Parameters::default(), seed).unwrap();
        graph.set_heuristic(seed as usize % 2);
        let reference = graph.reference();
        for node in 0..graph.nodes() {
            let name = graph.name(node).to_owned();
            assert_eq!((reference.pack(&name), reference.unpack(&node)), (node, name.clone()));
            assert_eq!(graph.is_goal(&node), reference.is_goal(&name));
            assert_eq!(graph.h(&node), reference.h(&name));
            let (mut fast, mut slow) = (vec![], vec![]);
            graph.successors(&node, &mut |go, cost, next| {
                fast.push((go, cost, graph.name(next).to_owned()));
            });
            reference.successors(&name, &mut |go, cost, next| slow.push((go, cost, next)));
            assert_eq!(fast, slow, "{name}");
            let mut back = 0;
            graph.predecessors(&node, &mut |go, cost, before| {
                assert_eq!(graph.apply(&before, go), Some((cost, node)));
                back += 1;
            });
            let to =
                (0..graph.nodes()).filter(|&from| graph.arcs(from).iter().any(|a| a.0 == node));
            assert_eq!(to.count(), back);
            compared += 1;
        }
        assert_eq!(graph.name(graph.start()), reference.start());
    }
    assert!(compared >= 12_000, "{compared}");
}

#[test]
fn strategies_agree_on_random_graphs() {
    for seed in 0..100 {
        let graph = Graph::random("30x70", &Parameters::default(), seed).unwrap();
        let (best, sure) = solved(&graph, "ucs");
        assert!(best.is_some() && sure == Some(Optimality::Proved));
        assert!(graph.claim().is_admissible(), "{seed}");
        for strategy in ["astar", "bidirectional", "anytime", "idastar"] {
            assert_eq!(solved(&graph, strategy).0, best, "{seed} {strategy}");
        }
        let again = parse(&graph.text()).unwrap();
        assert_eq!(again.sketch, graph.sketch);
    }
}

/// A statement a line, tables with commas, and settings say the same.
#[test]
fn the_same_graph_in_three_ways() {
    let words = "start S; goal G\nh S 3; h A inf\nS -> A 2 # dear\nA -- G 4\nS -> B; B->G 1";
    assert!(parse(words).unwrap_err().to_string().contains("line 5, column 9"));
    let words = words.replace("B->G", "B -> G");
    let commas = "start,S\ngoal, G\nnode,h\nS,3\nA,inf\nfrom,to,cost\nS,A,2\nbetween,and,cost\nA,G,4,\n\
                  from,to\nS,B\nB,G,1\n";
    let graph = parse(&words).unwrap();
    assert_eq!(parse(commas).unwrap().sketch, graph.sketch);
    let node = |name| graph.node(name).unwrap();
    assert_eq!(graph.arcs(node("G")), [(node("A"), 4)]);
    assert_eq!(graph.sketch.h[node("A") as usize], Some(DEAD_END));
    assert_eq!(solved(&graph, "ucs").0, Some(2));
    let bare = "from,to,cost\nS,A,2\nS,B\nB,G,1";
    assert!(parse(bare).unwrap_err().to_string().starts_with("no start: write 'start A'"));
    let setting = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let settings = Parameters(vec![setting("start", "B"), setting("goal", "G")]);
    assert_eq!(solved(&Graph::parse(bare, &settings).unwrap(), "ucs").0, Some(1));
    let wrong = Parameters(vec![setting("start", "X"), setting("goal", "G")]);
    let error = Graph::parse(bare, &wrong).unwrap_err().to_string();
    assert_eq!(error, "start=X: the graph has no such node");
}

#[test]
fn errors_name_the_place() {
    for (text, message) in [
        ("", "no start"),
        ("start A", "no goal"),
        ("start A\nstart B", "line 2, column 7: a second start"),
        (
            "start A\n\ngoal B; A -> B x",
            "line 3, column 16: 'x': expected a cost, from 0 to 1000000",
        ),
        ("A -> B 1000001", "column 8: '1000001': expected a cost, from 0 to 1000000"),
        ("A -> B -1", "expected a cost"),
        ("h A 1\nh A 2", "line 2, column 3: h of A is given twice"),
        ("h A x", "line 1, column 5: 'x': expected an estimate, or inf"),
        ("A B", "line 1, column 1: expected 'A -> B 3'"),
        ("from,to\nA,B,1,2", "line 2, column 1: expected 'A -> B 3'"),
        ("New York,->,B", "line 1, column 1: a name with white space"),
        ("A -> ->", "line 1, column 6: expected the name of a node"),
        ("node,h\nA,1,2", "line 2, column 1: expected"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let long = format!("{} -> B", "x".repeat(41));
    assert!(parse(&long).unwrap_err().to_string().contains("more than 40 letters"));
    let many: Vec<_> = (0..5000).map(|n| format!("{n} -> {} 1000000", n + 1)).collect();
    let error = parse(&format!("start 0; goal 9; {}", many.join(";"))).unwrap_err().to_string();
    assert!(error.contains("scale the costs down"), "{error}");
    for size in ["", "5", "1x5", "5x3", "5x", "x", "999999x999999"] {
        assert!(Graph::random(size, &Parameters::default(), 1).is_err(), "{size}");
    }
}

#[test]
fn junk_does_not_panic() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(7);
    let words = [
        "A", "B", "start", "goal", "h", "->", "--", "3", "inf", ",", ";", "\n", "from", "to",
        "node", "between", "and", "cost", "#", "-", "ä", "0",
    ];
    let mut read = 0;
    for _ in 0..20_000 {
        let number = generator.random_range(1..14);
        let text: Vec<_> =
            (0..number).map(|_| words[generator.random_range(0..words.len())]).collect();
        let text = format!("start A; goal B\n{}", text.join(" "));
        if let Ok(graph) = parse(&text) {
            assert_eq!(parse(&graph.text()).unwrap().sketch, graph.sketch, "{text}");
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}

/// Nothing is declared of given estimates; every graph finds out for itself.
#[test]
fn claims_are_found_out() {
    let graph = parse(INCONSISTENT).unwrap();
    assert_eq!(graph.claim(), Claim::Admissible);
    assert_eq!(solved(&graph, "astar"), (Some(9), Some(Optimality::Proved)));
    assert_eq!(solved(&graph, "astar:reopen=no"), (Some(11), Some(Optimality::NotClaimed)));
    let level = |name: &str| {
        let level = INFO.levels.iter().find(|level| level.name == name).unwrap();
        parse(level.text).unwrap()
    };
    assert_eq!(level("coast").claim(), Claim::Consistent);
    let too_high = level("too-high");
    assert_eq!(too_high.claim(), Claim::Nothing);
    assert_eq!(solved(&too_high, "astar"), (Some(6), Some(Optimality::NotClaimed)));
    // Without estimates they are 0, and nothing is less than that.
    assert_eq!(parse("start A; goal B; A -> B").unwrap().claim(), Claim::Consistent);
}

/// Many arcs from one node, and many between two.
#[test]
fn crowded_nodes_are_no_trouble() {
    let mut text = String::from("start hub; goal n0\n");
    for number in 0..100_000 {
        let _ = writeln!(text, "hub -> n{} {}", number % 50_000, number / 50_000 + 3);
    }
    let graph = parse(&text).unwrap();
    let hub = graph.node("hub").unwrap();
    assert_eq!(graph.arcs(hub).len(), 50_000);
    assert!(graph.arcs(hub).iter().all(|&(_, cost)| cost == 3));
    assert_eq!(graph.arcs(hub)[7].0, graph.node("n7").unwrap());
}

#[test]
fn of_several_arcs_the_cheapest_counts() {
    let graph = parse("start A; goal B; A -> B 5; A -> C; A -> B 2; A -- B 7").unwrap();
    let node = |name| graph.node(name).unwrap();
    assert_eq!(graph.arcs(node("A")), [(node("B"), 2), (node("C"), 1)]);
    assert_eq!(graph.arcs(node("B")), [(node("A"), 7)]);
}

/// Two parents for everybody but the first, as many children as asked for, and a true claim.
#[test]
fn families_are_families() {
    for (generations, children, seed) in [(1, 2, 1), (3, 3, 2), (5, 4, 3), (4, 7, 4)] {
        let family = Family::new(generations, children, seed).unwrap();
        let graph = &family.graph;
        assert_eq!(family.people.len() as u32, generations + 1);
        assert_eq!(family.people.iter().sum::<u64>(), u64::from(graph.nodes()));
        let mut childless = 0;
        for person in 0..graph.nodes() {
            let generation = family.generation[person as usize];
            let mut parents = 0;
            graph.predecessors(&person, &mut |_, _, parent| {
                assert_eq!(family.generation[parent as usize] + 1, generation);
                parents += 1;
            });
            assert_eq!(parents, if generation == 0 { 0 } else { 2 });
            let born = graph.arcs(person).len() as u32;
            assert!(generation == generations || [0, children].contains(&born), "{born}");
            childless += u32::from(generation < generations && born == 0);
        }
        // Of an odd number of people one stays alone.
        assert!(childless <= generations, "{childless}");
        assert_eq!(solved(graph, "bfs").0, Some(generations));
        assert_eq!(graph.unsolvable(), None);
    }
    for (generations, children) in [(0, 3), (21, 2), (3, 1), (3, 0), (20, 4), (u32::MAX, u32::MAX)]
    {
        assert!(Family::new(generations, children, 1).is_err(), "{generations} {children}");
    }
}

#[test]
fn pictures_show_every_node_of_small_graphs() {
    for level in INFO.levels {
        let graph = parse(level.text).unwrap();
        let svg = graph.draw(&graph.start()).svg("", 30.0);
        assert_eq!(svg.matches("<circle").count(), 2 * graph.nodes() as usize, "{}", level.name);
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
    }
    let large = Graph::random("200x600", &Parameters::default(), 1).unwrap();
    let svg = large.draw(&large.start()).svg("", 30.0);
    let shown = svg.matches("<circle").count();
    assert!((4..60).contains(&shown), "{shown}");
}
