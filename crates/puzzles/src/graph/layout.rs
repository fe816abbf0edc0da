//! The layout of a graph: columns by the number of arcs from the start; within each, nodes are close to
//! their neighbors in other columns (Sugiyama et al. 1981).

use super::Graph;

/// The number of sweeps, from left to right and back, that order nodes by their neighbors.
const SWEEPS: usize = 8;

/// Returns the column and the height of every node. Heights may be fractions.
pub fn columns(graph: &Graph) -> Vec<(f64, f64)> {
    let nodes = graph.nodes() as usize;
    let mut layer = vec![usize::MAX; nodes];
    let mut queue = std::collections::VecDeque::new();
    layer[graph.definition.start as usize] = 0;
    queue.push_back(graph.definition.start);
    // Unreachable nodes start in the first column.
    let mut rest = 0..nodes as u32;
    loop {
        while let Some(node) = queue.pop_front() {
            for &(to, _) in graph.forward.of(node) {
                if layer[to as usize] == usize::MAX {
                    layer[to as usize] = layer[node as usize] + 1;
                    queue.push_back(to);
                }
            }
        }
        let Some(node) = rest.find(|&node| layer[node as usize] == usize::MAX) else { break };
        layer[node as usize] = 0;
        queue.push_back(node);
    }
    let deepest = layer.iter().copied().max().unwrap_or(0);
    let mut columns: Vec<Vec<u32>> = vec![vec![]; deepest + 1];
    for (node, &layer) in layer.iter().enumerate() {
        columns[layer].push(node as u32);
    }
    let mut height = vec![0.0; nodes];
    for column in &columns {
        spread(column, &mut height);
    }
    for sweep in 0..SWEEPS {
        let order: Vec<usize> =
            if sweep % 2 == 0 { (1..=deepest).collect() } else { (0..deepest).rev().collect() };
        for column in order {
            let mut keyed: Vec<(f64, u32)> = columns[column]
                .iter()
                .map(|&node| (mean_height(graph, &layer, &height, node), node))
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            columns[column] = keyed.into_iter().map(|(_, node)| node).collect();
            spread(&columns[column], &mut height);
        }
    }
    layer.iter().zip(height).map(|(&layer, height)| (layer as f64, height)).collect()
}

/// Spaces the nodes of a column one unit apart, centered at 0.
fn spread(column: &[u32], height: &mut [f64]) {
    for (index, &node) in column.iter().enumerate() {
        height[node as usize] = index as f64 - (column.len() as f64 - 1.0) / 2.0;
    }
}

/// Returns the mean height of a node's neighbors in other columns.
fn mean_height(graph: &Graph, layer: &[usize], height: &[f64], node: u32) -> f64 {
    let near = graph.forward.of(node).iter().chain(graph.backward.of(node));
    let near = near.filter(|&&(other, _)| layer[other as usize] != layer[node as usize]);
    let (mut sum, mut number) = (0.0, 0.0);
    for &(other, _) in near {
        sum += height[other as usize];
        number += 1.0;
    }
    if number > 0.0 { sum / number } else { height[node as usize] }
}
