//! A picture of a graph and its search trees: nodes in boxes, the order of expansion in circles, crosses
//! over pruned nodes.

use super::inconsistency::{Inconsistency, Run};
use super::search_tree::{Fate, SearchTree};
use heureka_kit::draw::{Anchor, Hue, Picture};

/// The size of a box and the gaps between boxes.
const WIDTH: f64 = 3.2;
const HEIGHT: f64 = 1.35;
const GAP: f64 = 0.55;
const RISE: f64 = 1.3;
const EDGE: f64 = 0.8;

/// Returns the position of every node, the width and the height. Leaves are side by side, and every other
/// node is centered over its children.
fn layout(tree: &SearchTree) -> (Vec<(f64, f64)>, f64, f64) {
    let nodes = &tree.nodes;
    let mut depth = vec![0usize; nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        depth[i] = node.parent.map_or(0, |parent| depth[parent] + 1);
    }
    let mut x = vec![0.0; nodes.len()];
    let mut free = 0.0;
    place_subtree(tree, 0, &mut free, &mut x);
    let deepest = depth.iter().copied().max().unwrap_or(0) as f64;
    let positions = x.iter().zip(&depth).map(|(&x, &depth)| (x, depth as f64 * (HEIGHT + RISE)));
    (positions.collect(), free - GAP, deepest * (HEIGHT + RISE) + HEIGHT)
}

fn place_subtree(tree: &SearchTree, node: usize, free: &mut f64, x: &mut [f64]) {
    let children: Vec<_> = tree.children(node).collect();
    for &child in &children {
        place_subtree(tree, child, free, x);
    }
    x[node] = if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
        f64::midpoint(x[first], x[last])
    } else {
        *free += WIDTH + GAP;
        *free - GAP - WIDTH / 2.0
    };
}

fn tree(run: &Run) -> Picture {
    let (positions, width, height) = layout(&run.tree);
    let mut picture = Picture::new(width, height);
    let path = run.tree.path();
    for (i, node) in run.tree.nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let ((x1, y1), (x2, y2)) = (positions[parent], positions[i]);
        let (thickness, hue) =
            if path.contains(&i) { (0.12, Hue::Blue) } else { (0.05, Hue::Faint) };
        picture.line(&[(x1, y1 + HEIGHT), (x2, y2)], thickness, hue);
        let (x, y) = (f64::midpoint(x1, x2), f64::midpoint(y1 + HEIGHT, y2));
        picture.rect(x - 0.28, y - 0.27, 0.56, 0.54, 0.12, Hue::Paper);
        picture.centered(x, y, 0.42, hue, &node.arc.to_string());
    }
    for (i, node) in run.tree.nodes.iter().enumerate() {
        let (middle, y) = positions[i];
        let x = middle - WIDTH / 2.0;
        let (fill, edge) = match node.fate {
            Fate::Goal => (Hue::Goal, Hue::Ink),
            Fate::Expanded => (Hue::Ground, Hue::Ink),
            _ => (Hue::Paper, Hue::Gray),
        };
        picture.rect(x, y, WIDTH, HEIGHT, 0.12, fill);
        let (thickness, edge) = if path.contains(&i) { (0.1, Hue::Blue) } else { (0.05, edge) };
        picture.frame(x, y, WIDTH, HEIGHT, thickness, edge);
        if node.is_pruned() {
            // The numbers are drawn over the cross, so they stay legible.
            cross(&mut picture, x, y, WIDTH, HEIGHT, 0.08);
        }
        picture.centered(middle, y + 0.42, 0.52, Hue::Ink, &node.state);
        picture.centered(middle, y + 0.98, 0.44, Hue::Ink, &node.sum());
        if let Some(number) = node.order {
            picture.circle(x, y, 0.36, Hue::Ink);
            picture.centered(x, y, 0.4, Hue::Paper, &number.to_string());
        }
    }
    picture
}

fn cross(picture: &mut Picture, x: f64, y: f64, width: f64, height: f64, thickness: f64) {
    let (right, bottom) = (x + width, y + height);
    for ends in [[(x, y), (right, bottom)], [(x, bottom), (right, y)]] {
        picture.line(&ends, thickness, Hue::Red);
    }
}

/// Draws the graph above both trees, with a legend.
pub fn sheet(question: &Inconsistency) -> Picture {
    let graph = question.graph.draw_with_path(&question.with.states);
    let trees = [("without reopening", &question.without), ("with reopening", &question.with)]
        .map(|(name, run)| (name, run, tree(run)));
    let (graph_width, graph_height) = graph.size();
    let widths = trees.each_ref().map(|(.., picture)| picture.size().0.max(7.0));
    let heights = trees.each_ref().map(|(.., picture)| picture.size().1);
    let width = (widths[0] + widths[1] + 3.0 * EDGE + 0.8).max(graph_width + 2.0 * EDGE).max(24.0);
    let top = EDGE + 1.0 + graph_height + 0.6;
    let height = top + 2.0 + heights[0].max(heights[1]) + 2.2;
    let mut sheet = Picture::new(width, height);
    sheet.rect(0.0, 0.0, width, height, 0.0, Hue::Paper);
    // Reopening finds the cheapest path only if the heuristic is admissible.
    let admissible = question.admissible == Some(true);
    let kind = if admissible { "cheapest path" } else { "path with reopening" };
    let (path, cost) = (question.with.path(), question.with.cost);
    let title = format!("The graph and the {kind}, {path}, with cost {cost}");
    sheet.text(EDGE, EDGE + 0.3, 0.6, Anchor::Start, Hue::Ink, &title);
    sheet.place(&graph, EDGE, EDGE + 0.7, 1.0);
    let mut x = EDGE;
    for ((name, run, picture), width) in trees.iter().zip(widths) {
        let title = format!("A* {name}: cost {}", run.cost);
        sheet.text(x, top + 0.5, 0.6, Anchor::Start, Hue::Ink, &title);
        sheet.place(picture, x + 0.3, top + 1.4, 1.0);
        x += width + EDGE + 0.8;
    }
    legend(&mut sheet, height - 0.9);
    sheet
}

fn legend(sheet: &mut Picture, y: f64) {
    let order = |sheet: &mut Picture, x: f64, y: f64| {
        sheet.circle(x + 0.3, y, 0.34, Hue::Ink).centered(x + 0.3, y, 0.38, Hue::Paper, "1");
    };
    let pruned = |sheet: &mut Picture, x: f64, y: f64| cross(sheet, x, y - 0.25, 0.9, 0.5, 0.09);
    let path = |sheet: &mut Picture, x: f64, y: f64| {
        sheet.line(&[(x, y), (x + 0.9, y)], 0.12, Hue::Blue);
    };
    let waiting = |sheet: &mut Picture, x: f64, y: f64| {
        sheet.frame(x, y - 0.3, 0.9, 0.6, 0.05, Hue::Gray);
    };
    sheet.legend(
        (EDGE, y),
        0.46,
        &[
            (0.85, &order, "order of expansion"),
            (0.0, &|_, _, _| {}, "g + h = f"),
            (1.2, &pruned, "pruned"),
            (1.2, &path, "path found"),
            (1.2, &waiting, "in the frontier"),
        ],
    );
}
