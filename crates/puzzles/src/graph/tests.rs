//! Reading of graphs, audited claims, families, pictures.

use super::family::Family;
use super::*;
use crate::best_first::best_first;
use crate::rules_agree::rules_agree;
use heureka_core::{DEAD_END, Optimality, Outcome};
use heureka_kit::draw::Draw;

fn parse(text: &str) -> Result<Graph, ParseError> {
    Graph::parse(text, &Parameters::default())
}

fn solved(graph: &Graph, strategy: &str) -> (Option<Cost>, Option<Optimality>) {
    match best_first(graph, strategy).outcome {
        Outcome::Solved(plan, optimality) => (Some(plan.cost), Some(optimality)),
        _ => (None, None),
    }
}

#[test]
fn reads_statements_tables_and_parameters() {
    let words = "start S; goal G\nh S 3; h A inf\nS -> A 2 # comment\nA -- G 4\nS -> B; B->G 1";
    assert!(parse(words).unwrap_err().to_string().contains("line 5, column 9"));
    let words = words.replace("B->G", "B -> G");
    let commas = "start,S\ngoal, G\nnode,h\nS,3\nA,inf\nfrom,to,cost\nS,A,2\nbetween,and,cost\nA,G,4,\n\
                  from,to\nS,B\nB,G,1\n";
    let graph = parse(&words).unwrap();
    assert_eq!(parse(commas).unwrap().definition, graph.definition);
    let node = |name| graph.node(name).unwrap();
    assert_eq!(graph.arcs(node("G")), [(node("A"), 4)]);
    assert_eq!(graph.definition.h[node("A") as usize], Some(DEAD_END));
    assert_eq!(solved(&graph, "ucs").0, Some(2));
    let bare = "from,to,cost\nS,A,2\nS,B\nB,G,1";
    assert!(parse(bare).unwrap_err().to_string().starts_with("no start: write 'start A'"));
    let parameter = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let parameters = Parameters(vec![parameter("start", "B"), parameter("goal", "G")]);
    assert_eq!(solved(&Graph::parse(bare, &parameters).unwrap(), "ucs").0, Some(1));
    let wrong = Parameters(vec![parameter("start", "X"), parameter("goal", "G")]);
    let error = Graph::parse(bare, &wrong).unwrap_err().to_string();
    assert_eq!(error, "start=X: unknown node");
}

#[test]
fn nodes_are_their_own_ranks() {
    let graph = parse("start S; goal G\nS -> A 2\nA -- G 4").unwrap();
    assert_eq!(graph.ranks(), 3);
    let ranked = |node: u32| (graph.rank(&node), graph.unrank(node.into()));
    assert_eq!([0, 1, 2].map(ranked), [(0, 0), (1, 1), (2, 2)]);
}

#[test]
fn errors_name_line_and_column() {
    for (text, message) in [
        ("", "no start"),
        ("start A", "no goal"),
        ("start A\nstart B", "line 2, column 7: duplicate start"),
        (
            "start A\n\ngoal B; A -> B x",
            "line 3, column 16: 'x': expected a cost, from 0 to 1000000",
        ),
        ("A -> B 1000001", "column 8: '1000001': expected a cost, from 0 to 1000000"),
        ("A -> B -1", "expected a cost"),
        ("h A 1\nh A 2", "line 2, column 3: duplicate estimate of A"),
        ("h A x", "line 1, column 5: 'x': expected an estimate, or inf"),
        ("A B", "line 1, column 1: expected 'A -> B 3'"),
        ("from,to\nA,B,1,2", "line 2, column 1: expected 'A -> B 3'"),
        ("New York,->,B", "line 1, column 1: whitespace in a name"),
        ("A -> ->", "line 1, column 6: expected a node name"),
        ("node,h\nA,1,2", "line 2, column 1: expected"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let long = format!("{} -> B", "x".repeat(41));
    assert!(parse(&long).unwrap_err().to_string().contains("at most 40 characters"));
    let many: Vec<_> = (0..5000).map(|n| format!("{n} -> {} 1000000", n + 1)).collect();
    let error = parse(&format!("start 0; goal 9; {}", many.join(";"))).unwrap_err().to_string();
    assert!(error.contains("use smaller costs"), "{error}");
    for size in ["1x5", "5x3", "5x5x5", "999999x999999"] {
        assert!(Graph::random(size, &Parameters::default(), 1).is_err(), "{size}");
    }
}

#[test]
fn claims_what_the_audit_confirms() {
    let graph = parse(INCONSISTENT).unwrap();
    assert_eq!(graph.claim(), Claim::Admissible);
    assert_eq!(solved(&graph, "astar"), (Some(9), Some(Optimality::Proved)));
    assert_eq!(solved(&graph, "astar:reopen=no"), (Some(11), Some(Optimality::NotClaimed)));
    let level = |name: &str| {
        let level = INFO.instances.iter().find(|level| level.name == name).unwrap();
        parse(level.text).unwrap()
    };
    assert_eq!(level("coast").claim(), Claim::Consistent);
    let mut too_high = level("too-high");
    too_high.set_heuristic(1, &mut Limits::none()).unwrap();
    assert_eq!(too_high.claim(), Claim::Consistent);
    too_high.set_start(too_high.start());
    too_high.set_heuristic(GIVEN, &mut Limits::none()).unwrap();
    assert_eq!(too_high.claim(), Claim::Nothing);
    assert_eq!(solved(&too_high, "astar"), (Some(6), Some(Optimality::NotClaimed)));
    // Without estimates, h is 0 and consistent.
    assert_eq!(parse("start A; goal B; A -> B").unwrap().claim(), Claim::Consistent);
}

#[test]
fn reads_nodes_with_many_arcs() {
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
fn keeps_the_cheapest_of_several_arcs() {
    let graph = parse("start A; goal B; A -> B 5; A -> C; A -> B 2; A -- B 7").unwrap();
    let node = |name| graph.node(name).unwrap();
    assert_eq!(graph.arcs(node("A")), [(node("B"), 2), (node("C"), 1)]);
    assert_eq!(graph.arcs(node("B")), [(node("A"), 7)]);
}

#[test]
fn families_have_two_parents_and_the_given_children() {
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
            let children_here = graph.arcs(person).len() as u32;
            assert!(generation == generations || [0, children].contains(&children_here));
            childless += u32::from(generation < generations && children_here == 0);
        }
        // In a generation with an odd number of people, one stays single.
        assert!(childless <= generations, "{childless}");
        assert_eq!(solved(graph, "ucs").0, Some(generations));
        assert_eq!(graph.unsolvable(), None);
    }
    for (generations, children) in [(0, 3), (21, 2), (3, 1), (3, 0), (20, 4), (u32::MAX, u32::MAX)]
    {
        assert!(Family::new(generations, children, 1).is_err(), "{generations} {children}");
    }
}

#[test]
fn draws_every_node_of_small_graphs() {
    for level in INFO.instances {
        let graph = parse(level.text).unwrap();
        let svg = graph.draw(&graph.start(), None).svg("", 30.0);
        assert_eq!(svg.matches("<circle").count(), 2 * graph.nodes() as usize, "{}", level.name);
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
    }
    let large = Graph::random("200x600", &Parameters::default(), 1).unwrap();
    let svg = large.draw(&large.start(), None).svg("", 30.0);
    let shown = svg.matches("<circle").count();
    assert!((4..60).contains(&shown), "{shown}");
}

/// Returns attributes of all elements of a picture that contain a text.
fn attributes<const N: usize>(svg: &str, text: &str, names: [&str; N]) -> Vec<[f64; N]> {
    let elements = svg.split('<').filter(|element| element.contains(text));
    let number = |element: &str, name: &str| {
        let value = element.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?;
        value.parse::<f64>().ok()
    };
    elements.map(|element| names.map(|name| number(element, name).unwrap())).collect()
}

/// The cost of an arc once lay behind a node that the arc passes.
#[test]
fn costs_are_clear_of_nodes() {
    for seed in 1..=20 {
        let graph = Graph::random("12x24", &Parameters::default(), seed).unwrap();
        let svg = graph.draw(&graph.start(), None).svg("", 30.0);
        let labels = attributes(&svg, "rx=\"0.12\"", ["x", "y", "width", "height"]);
        assert!(labels.len() >= 12, "{}", labels.len());
        for [left, top, width, height] in labels {
            for [x, y, radius] in attributes(&svg, "circle", ["cx", "cy", "r"]) {
                let near = (x.clamp(left, left + width), y.clamp(top, top + height));
                let distance = (x - near.0).hypot(y - near.1);
                assert!(distance > radius, "seed {seed}: {left},{top} behind the node at {x},{y}");
            }
        }
    }
}

/// Returns a cheapest path.
fn cheapest(graph: &Graph) -> Vec<u32> {
    let outcome = best_first(graph, "ucs").outcome;
    let mut path = vec![graph.start()];
    for &action in &outcome.plan().unwrap().actions {
        path.push(graph.apply(path.last().unwrap(), action).unwrap().1);
    }
    path
}

#[test]
fn a_route_is_drawn_as_arrows_between_its_nodes() {
    let thick = "stroke-width=\"0.11\"";
    for level in INFO.instances.iter().filter(|level| level.optimum.is_some()) {
        let graph = parse(level.text).unwrap();
        let path = cheapest(&graph);
        let svg = graph.draw_route(&mut path.iter().copied()).unwrap().svg("", 30.0);
        assert_eq!(svg.matches(thick).count(), path.len() - 1, "{}", level.name);
        assert!(svg.contains(">start</text>") && svg.contains(">goal</text>"), "{}", level.name);
    }
    // Of a large graph, only the route is drawn.
    let graph = Graph::random("200x600", &Parameters::default(), 1).unwrap();
    let path = cheapest(&graph);
    let svg = graph.draw_route(&mut path.iter().copied()).unwrap().svg("", 30.0);
    assert_eq!(svg.matches("<circle").count(), 2 * path.len());
    assert_eq!(svg.matches("<polyline").count(), path.len() - 1);
    assert!(path.iter().all(|&node| svg.contains(&format!(">{}</text>", graph.name(node)))));
}

#[test]
fn unsolvable_graphs_are_explained() {
    let reason = |text| parse(text).unwrap().unsolvable();
    assert_eq!(reason("start B; goal A\nA -> B"), Some("no arc leaves B".to_owned()));
    let reached = "none of the 2 nodes reachable from B is a goal".to_owned();
    assert_eq!(reason("start B; goal A\nA -> B; B -> C"), Some(reached));
    assert_eq!(reason("start B; goal A\nB -> A"), None);
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Graph>(&[]);
}
