//! Random graphs: every node is reachable from the first, and the estimates are admissible.

use super::{Arc, Definition, Graph};
use heureka_core::Cost;
use heureka_kit::board::{invalid_size, parse_numbers};
use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most nodes and the most arcs.
const MAX: usize = 100_000;

/// Returns a random graph for a size such as `20x40`, nodes and arcs, with costs from 1 to 9, from the
/// first node to the last. The estimates are fractions of the exact distances.
pub fn graph(size: &str, seed: u64) -> Result<Graph, ParseError> {
    let expected = format!("NODESxARCS up to {MAX}, with at least NODES - 1 arcs, such as 20x40");
    let (nodes, arcs) = match parse_numbers(size, &expected)?[..] {
        [nodes @ 2..=MAX, arcs @ 1..=MAX] if arcs >= nodes - 1 => (nodes, arcs),
        _ => return Err(invalid_size(size, &expected)),
    };
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
    let goal = nodes as u32 - 1;
    let definition = Definition { names, arcs, h: vec![None; nodes], start: 0, goals: vec![goal] };
    let Graph { backward, mut definition, .. } = Graph::new(definition);
    // Dijkstra's algorithm backward from the goal.
    let mut distances: Vec<Option<Cost>> = vec![None; nodes];
    let mut queue = BinaryHeap::from([(Reverse(0), goal)]);
    while let Some((Reverse(distance), node)) = queue.pop() {
        if distances[node as usize].is_none() {
            distances[node as usize] = Some(distance);
            let arcs = backward.of(node).iter();
            queue.extend(arcs.map(|&(from, cost)| (Reverse(distance + cost), from)));
        }
    }
    for (node, distance) in distances.into_iter().enumerate() {
        definition.h[node] = distance.map(|exact| {
            let percent: Cost = generator.random_range(0..=100);
            exact * percent / 100
        });
    }
    Ok(Graph::new(definition))
}
