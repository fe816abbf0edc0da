//! Graphs as text, the current node and its arcs, and as pictures: all of a small graph, or the neighbors
//! of the current node in a large one.

use super::{Graph, layout};
use heureka_core::{Cost, DEAD_END};
use heureka_kit::draw::{Draw, Hue, Picture, paint};
use std::fmt::{self, Write};

/// The largest graph that is drawn completely.
const MAX_NODES: u32 = 40;
/// The most arcs of a node that are shown.
const MAX_ARCS: usize = 12;

/// The distances between columns and between rows.
const COLUMN: f64 = 3.2;
const ROW: f64 = 2.5;
/// The distance between rows if names stand between them.
const ROW_WITH_NAMES: f64 = 2.9;
/// The longest name that fits into a node.
const MAX_LETTERS: usize = 4;
/// The radius of a node.
const RADIUS: f64 = 0.62;

fn estimate(h: Cost) -> String {
    if h == DEAD_END { "∞".to_owned() } else { h.to_string() }
}

impl Draw for Graph {
    fn show_state(&self, &state: &u32, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let goal = if self.is_goal[state as usize] { " (goal)" } else { "" };
        paint(out, colors, Hue::Red, self.name(state))?;
        paint(out, colors, Hue::Goal, goal)?;
        if let Some(h) = self.definition.h[state as usize] {
            write!(out, "  h = {}", estimate(h))?;
        }
        let arcs = self.arcs(state);
        for &(to, cost) in arcs.iter().take(MAX_ARCS) {
            write!(out, "\n  → ")?;
            let hue = if self.is_goal[to as usize] { Hue::Goal } else { Hue::Blue };
            paint(out, colors, hue, self.name(to))?;
            write!(out, "  cost {cost}")?;
            if let Some(h) = self.definition.h[to as usize] {
                write!(out, ", h = {}", estimate(h))?;
            }
        }
        if arcs.len() > MAX_ARCS {
            write!(out, "\n  … and {} more", arcs.len() - MAX_ARCS)?;
        }
        Ok(())
    }

    fn note_state(&self, &state: &u32, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.name(state))
    }

    fn draw(&self, &state: &u32) -> Picture {
        if self.nodes() <= MAX_NODES {
            return self.draw_with_path(&[state]);
        }
        // Predecessors on the left, successors on the right.
        let column = |arcs: &[(u32, Cost)], x: f64| {
            let shown = arcs.len().min(MAX_ARCS);
            let height = move |index: usize| index as f64 - (shown as f64 - 1.0) / 2.0;
            let nodes = arcs[..shown].iter().enumerate();
            nodes.map(|(index, &(node, _))| (node, (x, height(index)))).collect::<Vec<_>>()
        };
        let mut nodes = vec![(state, (1.0, 0.0))];
        for (node, place) in
            column(self.backward.of(state), 0.0).into_iter().chain(column(self.arcs(state), 2.0))
        {
            if nodes.iter().all(|(known, _)| *known != node) {
                nodes.push((node, place));
            }
        }
        self.draw_nodes(&nodes, &[state])
    }
}

impl Graph {
    /// Draws the complete graph and highlights a path.
    #[must_use]
    pub fn draw_with_path(&self, path: &[u32]) -> Picture {
        let places = layout::columns(self);
        let nodes: Vec<_> = (0..self.nodes()).zip(places).collect();
        self.draw_nodes(&nodes, path)
    }

    fn draw_nodes(&self, nodes: &[(u32, (f64, f64))], path: &[u32]) -> Picture {
        let extent = |value: fn(&(f64, f64)) -> f64| {
            let values = nodes.iter().map(|(_, place)| value(place));
            values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
        };
        let ((left, right), (top, bottom)) = (extent(|p| p.0), extent(|p| p.1));
        let margin = 1.5;
        let long = nodes.iter().any(|(node, _)| self.name(*node).chars().count() > MAX_LETTERS);
        let row = if long { ROW_WITH_NAMES } else { ROW };
        let width = (right - left) * COLUMN + 2.0 * margin;
        let height = (bottom - top) * row + 2.0 * margin;
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.15, Hue::Paper);
        let at = |place: (f64, f64)| {
            ((place.0 - left) * COLUMN + margin, (place.1 - top) * row + margin)
        };
        let place_of =
            |node: u32| nodes.iter().find(|(known, _)| *known == node).map(|(_, place)| at(*place));
        let mut labels = vec![];
        for &(from, _) in nodes {
            for &(to, cost) in self.arcs(from) {
                let (Some(a), Some(b)) = (place_of(from), place_of(to)) else { continue };
                if from == to {
                    continue;
                }
                let back = self.arcs(to).iter().find(|(end, _)| *end == from).map(|arc| arc.1);
                let both_ways = back == Some(cost);
                // An arc in both directions is drawn once, without heads.
                if both_ways && to < from {
                    continue;
                }
                let on_path = path
                    .windows(2)
                    .any(|pair| pair == [from, to] || both_ways && pair == [to, from]);
                // Arcs across other columns or with a reverse arc of another cost are bent.
                let far = (a.0 - b.0).abs() > COLUMN * 1.5;
                let upright = (a.0 - b.0).abs() < 0.1 && (a.1 - b.1).abs() > row * 1.5;
                let paired = back.is_some() && !both_ways;
                let bend = if far || upright || paired { 0.22 } else { 0.0 };
                let curve = curve(a, b, bend);
                let (hue, thick) = if on_path { (Hue::Red, 0.11) } else { (Hue::Faint, 0.05) };
                if both_ways {
                    picture.line(&curve, thick, hue);
                } else {
                    picture.arrow(&curve, thick, hue);
                }
                // Before the middle, where fewer arcs cross.
                labels.push((curve[curve.len() * 2 / 5], cost, hue));
            }
        }
        for ((x, y), cost, hue) in labels {
            let text = cost.to_string();
            let half = 0.15 * text.len() as f64 + 0.1;
            picture.rect(x - half, y - 0.26, 2.0 * half, 0.52, 0.12, Hue::Paper);
            let hue = if hue == Hue::Red { Hue::Red } else { Hue::Ink };
            picture.centered(x, y, 0.44, hue, &text);
        }
        for &(node, place) in nodes {
            self.draw_node(&mut picture, node, at(place), path.contains(&node));
        }
        picture
    }

    fn draw_node(&self, picture: &mut Picture, node: u32, (x, y): (f64, f64), on_path: bool) {
        let fill = if on_path {
            Hue::Red
        } else if self.is_goal[node as usize] {
            Hue::Goal
        } else {
            Hue::Ground
        };
        picture.circle(x, y, RADIUS, fill);
        let (thick, outline) = if node == self.definition.start || self.is_goal[node as usize] {
            (0.1, Hue::Ink)
        } else {
            (0.05, Hue::Wall)
        };
        picture.ring(x, y, RADIUS, thick, outline);
        let name = self.name(node);
        let letters = name.chars().count();
        if letters <= MAX_LETTERS {
            picture.centered(x, y, 0.5, fill.text_over(), name);
        } else {
            let half = 0.13 * letters as f64;
            picture.rect(x - half, y - RADIUS - 0.56, 2.0 * half, 0.48, 0.1, Hue::Paper);
            picture.centered(x, y - RADIUS - 0.32, 0.42, Hue::Ink, name);
        }
        if let Some(h) = self.definition.h[node as usize] {
            let h = format!("h {}", estimate(h));
            if letters <= MAX_LETTERS {
                picture.centered(x, y + RADIUS + 0.32, 0.38, Hue::Faint, &h);
            } else {
                picture.centered(x, y, 0.38, fill.text_over(), &h);
            }
        }
    }
}

/// Returns a curve from the edge of one node to the edge of another, bent by a fraction of its length.
fn curve(a: (f64, f64), b: (f64, f64), bend: f64) -> Vec<(f64, f64)> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let middle = (f64::midpoint(a.0, b.0) + dy * bend, f64::midpoint(a.1, b.1) - dx * bend);
    let point = |t: f64| {
        let mix = |a: f64, m: f64, b: f64| {
            (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * m + t * t * b
        };
        (mix(a.0, middle.0, b.0), mix(a.1, middle.1, b.1))
    };
    let away = |p: (f64, f64), q: (f64, f64)| (p.0 - q.0).hypot(p.1 - q.1) > RADIUS + 0.06;
    (0..=40).map(|i| point(f64::from(i) / 40.0)).filter(|&p| away(p, a) && away(p, b)).collect()
}
