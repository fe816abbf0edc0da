//! A graph and its search trees as one picture: nodes in boxes, the order of expansion in circles,
//! crosses over what is pruned.

use super::inconsistency::{Inconsistency, Run};
use super::search_tree::{Fate, SearchTree};
use heureka_core::DEAD_END;
use heureka_kit::draw::{Anchor, Hue, Picture};

/// The size of a box and the gaps between boxes.
const WIDE: f64 = 3.2;
const HIGH: f64 = 1.35;
const GAP: f64 = 0.55;
const RISE: f64 = 1.3;
const EDGE: f64 = 0.8;

/// Where every node stands: leaves side by side, every other over the middle of what follows it.
fn places(tree: &SearchTree) -> (Vec<(f64, f64)>, f64, f64) {
    let nodes = tree.nodes();
    let mut depth = vec![0usize; nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        depth[place] = node.parent.map_or(0, |parent| depth[parent] + 1);
    }
    let mut x = vec![0.0; nodes.len()];
    let mut free = 0.0;
    lay(tree, 0, &mut free, &mut x);
    let deepest = depth.iter().copied().max().unwrap_or(0) as f64;
    let places = x.iter().zip(&depth).map(|(&x, &depth)| (x, depth as f64 * (HIGH + RISE)));
    (places.collect(), free - GAP, deepest * (HIGH + RISE) + HIGH)
}

fn lay(tree: &SearchTree, place: usize, free: &mut f64, x: &mut [f64]) {
    let children: Vec<_> = tree.children(place).collect();
    for &child in &children {
        lay(tree, child, free, x);
    }
    x[place] = if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
        f64::midpoint(x[first], x[last])
    } else {
        *free += WIDE + GAP;
        *free - GAP - WIDE / 2.0
    };
}

fn tree(question: &Inconsistency, run: &Run) -> Picture {
    let (places, width, height) = places(&run.tree);
    let mut picture = Picture::new(width, height);
    let found = run.tree.goal().map(|goal| run.tree.way_to(goal)).unwrap_or_default();
    for (child, node) in run.tree.nodes().iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let ((a, upper), (b, lower)) = (places[parent], places[child]);
        let on_way = found.contains(&child);
        let (thick, hue) = if on_way { (0.12, Hue::Blue) } else { (0.05, Hue::Faint) };
        let (from, to) = ((a, upper + HIGH), (b, lower));
        picture.line(&[from, to], thick, hue);
        let (x, y) = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        picture.rect(x - 0.28, y - 0.27, 0.56, 0.54, 0.12, Hue::Paper);
        let hue = if on_way { Hue::Blue } else { Hue::Faint };
        picture.centered(x, y, 0.42, hue, &node.arc.to_string());
    }
    for (place, node) in run.tree.nodes().iter().enumerate() {
        let (x, y) = (places[place].0 - WIDE / 2.0, places[place].1);
        let pruned = matches!(node.fate, Fate::Pruned(_));
        let (fill, edge) = match node.fate {
            Fate::Goal(_) => (Hue::Goal, Hue::Ink),
            Fate::Expanded(_) => (Hue::Ground, Hue::Ink),
            Fate::Waiting | Fate::Pruned(_) => (Hue::Paper, Hue::Gray),
        };
        picture.rect(x, y, WIDE, HIGH, 0.12, fill);
        let thick = if found.contains(&place) { 0.1 } else { 0.05 };
        let edge = if found.contains(&place) { Hue::Blue } else { edge };
        picture.frame(x, y, WIDE, HIGH, thick, edge);
        if pruned {
            // Below the numbers, which are to be read.
            let (right, bottom) = (x + WIDE, y + HIGH);
            for ends in [[(x, y), (right, bottom)], [(x, bottom), (right, y)]] {
                picture.line(&ends, 0.08, Hue::Red);
            }
        }
        let name = question.graph().name(node.state);
        picture.centered(x + WIDE / 2.0, y + 0.42, 0.52, Hue::Ink, name);
        let f = node.f().map_or("∞".to_owned(), |f| f.to_string());
        let h = if node.h == DEAD_END { "∞".to_owned() } else { node.h.to_string() };
        let sum = format!("{} + {h} = {f}", node.g);
        picture.centered(x + WIDE / 2.0, y + 0.98, 0.44, Hue::Ink, &sum);
        if let Fate::Expanded(number) | Fate::Goal(number) = node.fate {
            picture.circle(x, y, 0.36, Hue::Ink);
            picture.centered(x, y, 0.4, Hue::Paper, &number.to_string());
        }
    }
    picture
}

/// The graph above, both trees below it, and what the signs mean.
pub fn sheet(question: &Inconsistency) -> Picture {
    let graph = question.graph().draw_with_path(&question.with.way);
    let trees = [("without reopening", &question.without), ("with reopening", &question.with)]
        .map(|(name, run)| (name, run, tree(question, run)));
    let (graph_wide, graph_high) = graph.size();
    let widths = trees.each_ref().map(|(.., picture)| picture.size().0.max(7.0));
    let heights = trees.each_ref().map(|(.., picture)| picture.size().1);
    let wide = (widths[0] + widths[1] + 3.0 * EDGE + 0.8).max(graph_wide + 2.0 * EDGE).max(24.0);
    let top = EDGE + 1.0 + graph_high + 0.6;
    let high = top + 2.0 + heights[0].max(heights[1]) + 2.2;
    let mut sheet = Picture::new(wide, high);
    sheet.rect(0.0, 0.0, wide, high, 0.0, Hue::Paper);
    // Reopening finds the cheapest way if nothing is overestimated.
    let which = match question.audit.admissible() {
        Some(true) => "the cheapest way",
        _ => "the way found with reopening",
    };
    let title = format!(
        "The graph, with {which}, {} for {}",
        question.way(&question.with),
        question.with.cost
    );
    sheet.text(EDGE, EDGE + 0.3, 0.6, Anchor::Start, Hue::Ink, &title);
    sheet.place(&graph, EDGE, EDGE + 0.7, 1.0);
    let mut x = EDGE;
    for ((name, run, picture), width) in trees.iter().zip(widths) {
        let title = format!("A* {name}: cost {}", run.cost);
        sheet.text(x, top + 0.5, 0.6, Anchor::Start, Hue::Ink, &title);
        sheet.place(picture, x + 0.3, top + 1.4, 1.0);
        x += width + EDGE + 0.8;
    }
    legend(&mut sheet, high - 0.9);
    sheet
}

fn legend(sheet: &mut Picture, y: f64) {
    let size = 0.46;
    let mut x = EDGE + 0.3;
    sheet.circle(x, y, 0.34, Hue::Ink).centered(x, y, 0.38, Hue::Paper, "1");
    sheet.text(x + 0.55, y + 0.16, size, Anchor::Start, Hue::Ink, "order of expansion");
    x += 5.3;
    sheet.text(x, y + 0.16, size, Anchor::Start, Hue::Ink, "g + h = f");
    x += 2.9;
    for ends in [[(x, y - 0.25), (x + 0.9, y + 0.25)], [(x, y + 0.25), (x + 0.9, y - 0.25)]] {
        sheet.line(&ends, 0.09, Hue::Red);
    }
    sheet.text(x + 1.2, y + 0.16, size, Anchor::Start, Hue::Ink, "pruned");
    x += 3.6;
    sheet.line(&[(x, y), (x + 0.9, y)], 0.12, Hue::Blue);
    sheet.text(x + 1.2, y + 0.16, size, Anchor::Start, Hue::Ink, "way found");
    x += 4.2;
    sheet.rect(x, y - 0.3, 0.9, 0.6, 0.0, Hue::Paper).frame(x, y - 0.3, 0.9, 0.6, 0.05, Hue::Gray);
    sheet.text(x + 1.2, y + 0.16, size, Anchor::Start, Hue::Ink, "waits");
}
