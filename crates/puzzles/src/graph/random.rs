//! Random graphs: every node can be reached from the first, and the estimates never overestimate.

use super::{Arc, Graph, Sketch};
use heureka_core::search::{BestFirst, Rule};
use heureka_core::{Algorithm, Cost, Limits, Reversed, Strategy};
use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The most nodes and the most arcs.
const MOST: usize = 100_000;

fn parse_size(size: &str) -> Result<(usize, usize), ParseError> {
    let numbers = size.split_once('x').and_then(|(nodes, arcs)| {
        Some((nodes.parse::<usize>().ok()?, arcs.parse::<usize>().ok()?))
    });
    match numbers {
        Some((nodes, arcs))
            if (2..=MOST).contains(&nodes) && (nodes - 1..=MOST).contains(&arcs) =>
        {
            Ok((nodes, arcs))
        }
        _ => Err(ParseError::whole(format!(
            "'{size}' is no size: expected nodes, from 2, and arcs, at least one fewer, both to \
             {MOST}, such as 20x40"
        ))),
    }
}

/// So many nodes and arcs of cost 1 to 9, from the first node to the last. The estimates are parts of
/// the exact distances.
pub fn graph(size: &str, seed: u64) -> Result<Graph, ParseError> {
    let (nodes, arcs) = parse_size(size)?;
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let digits = (nodes - 1).to_string().len();
    let names = (0..nodes).map(|node| format!("n{node:0digits$}")).collect();
    let arcs = (1..=arcs).map(|number| {
        let (from, to) = if number < nodes {
            (generator.random_range(0..number), number)
        } else {
            (generator.random_range(0..nodes), generator.random_range(0..nodes))
        };
        let cost = generator.random_range(1..=9);
        Arc { from: from as u32, to: to as u32, cost, both_ways: false }
    });
    let arcs = arcs.collect();
    let (start, goals) = (0, vec![nodes as u32 - 1]);
    let mut sketch = Sketch { names, arcs, h: vec![None; nodes], start, goals };
    for (node, exact) in distances(sketch.clone()) {
        let share: Cost = generator.random_range(0..=100);
        sketch.h[node as usize] = Some(exact * share / 100);
    }
    Ok(Graph::new(sketch))
}

/// What the cheapest way to the goal costs, from every node that there is one from.
fn distances(mut sketch: Sketch) -> Vec<(u32, Cost)> {
    // From a start that no arc touches, so that the search backwards goes through all others.
    sketch.start = sketch.names.len() as u32;
    sketch.names.push("~".to_owned());
    sketch.h.push(None);
    let graph = Graph::new(sketch);
    let Some(back) = Reversed::new(&graph) else { return vec![] };
    let strategy = Strategy::new(Algorithm::Ucs);
    let mut search = BestFirst::by_f(&back, Rule::new(&strategy, 1, 0), &strategy);
    search.run(&mut Limits::none(), &mut ());
    let mut found: Vec<_> = search.closed().collect();
    found.sort_unstable();
    found
}
