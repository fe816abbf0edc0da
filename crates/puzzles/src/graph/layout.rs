//! Where nodes stand in a picture: in columns by how many arcs they are from the start, and in each
//! where their neighbors in the columns before and after are (Sugiyama and others 1981).

use super::Graph;

/// How often nodes are put in the order of their neighbors, from left to right and back.
const SWEEPS: usize = 8;

/// The column of every node, and its place in it from the top; places may lie between whole ones.
pub fn columns(graph: &Graph) -> Vec<(f64, f64)> {
    let nodes = graph.nodes() as usize;
    let mut layer = vec![usize::MAX; nodes];
    let mut queue = std::collections::VecDeque::new();
    layer[graph.sketch.start as usize] = 0;
    queue.push_back(graph.sketch.start);
    // Nodes that cannot be reached stand beside those that they lead to.
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
        for place in order {
            let mut keyed: Vec<(f64, u32)> = columns[place]
                .iter()
                .map(|&node| (middle(graph, &layer, &height, node), node))
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            columns[place] = keyed.into_iter().map(|(_, node)| node).collect();
            spread(&columns[place], &mut height);
        }
    }
    layer.iter().zip(height).map(|(&layer, height)| (layer as f64, height)).collect()
}

/// One place below the other, around a middle of 0.
fn spread(column: &[u32], height: &mut [f64]) {
    for (place, &node) in column.iter().enumerate() {
        height[node as usize] = place as f64 - (column.len() as f64 - 1.0) / 2.0;
    }
}

/// The mean height of a node's neighbors in other columns.
fn middle(graph: &Graph, layer: &[usize], height: &[f64], node: u32) -> f64 {
    let near = graph.forward.of(node).iter().chain(graph.backward.of(node));
    let near = near.filter(|&&(other, _)| layer[other as usize] != layer[node as usize]);
    let (mut sum, mut number) = (0.0, 0.0);
    for &(other, _) in near {
        sum += height[other as usize];
        number += 1.0;
    }
    if number > 0.0 { sum / number } else { height[node as usize] }
}
