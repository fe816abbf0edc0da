//! Graphs as text, the current node and its arcs, and as pictures: all of a small graph, or the neighbors
//! of the current node in a large one.

use super::{Graph, layout};
use heureka_core::{Cost, DEAD_END, Problem};
use heureka_kit::draw::{Area, Draw, Hue, Picture, paint};
use std::fmt::{self, Write};

/// The largest graph that is drawn completely.
const MAX_NODES: u32 = 40;
/// The most arcs of a node that are shown.
const MAX_ARCS: usize = 12;

/// The most nodes of a route that is drawn without the rest of a large graph, and how many are in a row.
const MAX_ROUTE: usize = 200;
const ROUTE_COLUMNS: usize = 8;

/// The distances between columns and between rows.
const COLUMN: f64 = 3.2;
const ROW: f64 = 2.5;
/// The distance between rows if names stand between them.
const ROW_WITH_NAMES: f64 = 2.9;
/// The longest name that fits into a node.
const MAX_LETTERS: usize = 4;
/// How far a longer name above a node reaches, and half the width of its letters.
const NAME_ABOVE: f64 = 0.56;
const LETTER: f64 = 0.13;
/// The space around all nodes.
const MARGIN: f64 = 1.5;
/// The radius of a node.
const RADIUS: f64 = 0.62;

fn estimate(h: Cost) -> String {
    if h == DEAD_END { "∞".to_owned() } else { h.to_string() }
}

/// How columns and rows of nodes become places in a picture, and its size.
struct Scale {
    left: f64,
    top: f64,
    row: f64,
    width: f64,
    height: f64,
}

impl Scale {
    fn at(&self, (column, row): (f64, f64)) -> (f64, f64) {
        ((column - self.left) * COLUMN + MARGIN, (row - self.top) * self.row + MARGIN)
    }

    fn place_of(&self, nodes: &[(u32, (f64, f64))], node: u32) -> Option<(f64, f64)> {
        nodes.iter().find(|(known, _)| *known == node).map(|(_, place)| self.at(*place))
    }
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

    fn place(&self, state: &u32) -> Option<Area> {
        self.spots(&self.start(), state).pop()
    }

    /// Returns the next node.
    fn spots(&self, &state: &u32, &next: &u32) -> Vec<Area> {
        let nodes = self.shown(state);
        let place = self.scale(&nodes).place_of(&nodes, next);
        let area = |(x, y)| [x - RADIUS, y - RADIUS, 2.0 * RADIUS, 2.0 * RADIUS];
        place.map(area).into_iter().collect()
    }

    fn draw(&self, &state: &u32, _before: Option<&u32>) -> Picture {
        self.draw_nodes(&self.shown(state), &[state])
    }

    /// Draws the route as thick arrows: on all of a small graph, else without other nodes.
    fn draw_route(&self, states: &mut dyn Iterator<Item = u32>) -> Option<Picture> {
        let path: Vec<u32> = states.take(MAX_ROUTE + 1).collect();
        if self.nodes() <= MAX_NODES {
            return Some(self.draw_with_path(&path));
        }
        if path.len() > MAX_ROUTE {
            return None;
        }
        let place = |index: usize| {
            let (row, col) = (index / ROUTE_COLUMNS, index % ROUTE_COLUMNS);
            // Every other row runs back, so that each node is next to the one before.
            let col = if row % 2 == 0 { col } else { ROUTE_COLUMNS - 1 - col };
            (col as f64, row as f64)
        };
        let nodes: Vec<_> = path.iter().enumerate().map(|(i, &node)| (node, place(i))).collect();
        Some(self.draw_nodes(&nodes, &path))
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

    /// Returns the nodes around a state that its picture shows, each with its column and row.
    fn shown(&self, state: u32) -> Vec<(u32, (f64, f64))> {
        if self.nodes() <= MAX_NODES {
            return (0..self.nodes()).zip(layout::columns(self)).collect();
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
        nodes
    }

    fn scale(&self, nodes: &[(u32, (f64, f64))]) -> Scale {
        let extent = |value: fn(&(f64, f64)) -> f64| {
            let values = nodes.iter().map(|(_, place)| value(place));
            values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
        };
        let ((left, right), (top, bottom)) = (extent(|p| p.0), extent(|p| p.1));
        let long = nodes.iter().any(|(node, _)| self.name(*node).chars().count() > MAX_LETTERS);
        let row = if long { ROW_WITH_NAMES } else { ROW };
        let width = (right - left) * COLUMN + 2.0 * MARGIN;
        Scale { left, top, row, width, height: (bottom - top) * row + 2.0 * MARGIN }
    }

    fn draw_nodes(&self, nodes: &[(u32, (f64, f64))], path: &[u32]) -> Picture {
        let Scale { row, width, height, .. } = self.scale(nodes);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.15, Hue::Paper);
        let scale = self.scale(nodes);
        let at = |place: (f64, f64)| scale.at(place);
        let place_of = |node: u32| scale.place_of(nodes, node);
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
                let runs = |ends: [u32; 2]| path.windows(2).any(|pair| pair == ends);
                let (there, back_again) = (runs([from, to]), both_ways && runs([to, from]));
                let on_path = there || back_again;
                // A route in a large graph is drawn without other arcs.
                if !on_path && path.len() > 1 && self.nodes() > MAX_NODES {
                    continue;
                }
                // Arcs across other columns or with a reverse arc of another cost are bent.
                let far = (a.0 - b.0).abs() > COLUMN * 1.5;
                let upright = (a.0 - b.0).abs() < 0.1 && (a.1 - b.1).abs() > row * 1.5;
                let paired = back.is_some() && !both_ways;
                let bend = if far || upright || paired { 0.22 } else { 0.0 };
                let mut curve: Vec<_> = curve(a, b, bend)
                    .filter(|&point| {
                        let covers = |node, place| self.covers(node, place, point, (0.0, 0.0));
                        !covers(from, a) && !covers(to, b)
                    })
                    .collect();
                if back_again && !there {
                    curve.reverse();
                }
                let (hue, thick) = if on_path { (Hue::Red, 0.11) } else { (Hue::Faint, 0.05) };
                if both_ways && !on_path {
                    picture.line(&curve, thick, hue);
                } else {
                    picture.arrow(&curve, thick, hue);
                }
                // Before the middle, where fewer arcs cross, but not behind a node.
                let half = (0.15 * cost.to_string().len() as f64 + 0.1, 0.26);
                let is_clear = |&index: &usize| {
                    let covers = |node, place| self.covers(node, at(place), curve[index], half);
                    nodes.iter().all(|&(node, place)| !covers(node, place))
                };
                let usual = curve.len() * 2 / 5;
                let clear = (0..curve.len()).filter(is_clear);
                let index = clear.min_by_key(|index| index.abs_diff(usual)).unwrap_or(usual);
                labels.push((curve[index], half, cost, hue));
            }
        }
        for ((x, y), half, cost, hue) in labels {
            picture.rect(x - half.0, y - half.1, 2.0 * half.0, 2.0 * half.1, 0.12, Hue::Paper);
            let hue = if hue == Hue::Red { Hue::Red } else { Hue::Ink };
            picture.centered(x, y, 0.44, hue, &cost.to_string());
        }
        for &(node, place) in nodes {
            self.draw_node(&mut picture, node, at(place), path.contains(&node));
        }
        picture
    }

    /// Returns whether a node at a place, or its name above it, covers a part of a rectangle, given by
    /// its center and half its sides.
    fn covers(&self, node: u32, (x, y): (f64, f64), center: (f64, f64), half: (f64, f64)) -> bool {
        let apart = |from: f64, to: f64, half: f64| ((from - to).abs() - half).max(0.0);
        let dx = apart(center.0, x, half.0);
        let letters = self.name(node).chars().count();
        let name = y - RADIUS - NAME_ABOVE / 2.0;
        let above = letters > MAX_LETTERS && apart(center.1, name, half.1) < NAME_ABOVE / 2.0;
        dx.hypot(apart(center.1, y, half.1)) <= RADIUS + 0.06
            || above && dx < LETTER * letters as f64
    }

    fn draw_node(&self, picture: &mut Picture, node: u32, (x, y): (f64, f64), on_path: bool) {
        let (is_start, is_goal) = (node == self.definition.start, self.is_goal[node as usize]);
        let fill = match (is_start, is_goal, on_path) {
            (_, true, _) => Hue::Goal,
            (true, ..) => Hue::Blue,
            (.., true) => Hue::Red,
            _ => Hue::Ground,
        };
        picture.circle(x, y, RADIUS, fill);
        let (thick, outline) = if on_path { (0.14, Hue::Red) } else { (0.05, Hue::Wall) };
        picture.ring(x, y, RADIUS, thick, outline);
        let name = self.name(node);
        let letters = name.chars().count();
        let role = match (is_start, is_goal) {
            (true, true) => "start, goal",
            (true, false) => "start",
            (false, true) => "goal",
            _ => "",
        };
        // Opposite to the name or the estimate.
        let side = if letters <= MAX_LETTERS { -1.0 } else { 1.0 };
        if !role.is_empty() {
            picture.centered(x, y + side * (RADIUS + 0.34), 0.38, Hue::Ink, role);
        }
        if letters <= MAX_LETTERS {
            picture.centered(x, y, 0.5, fill.text_over(), name);
        } else {
            let half = LETTER * letters as f64;
            picture.rect(x - half, y - RADIUS - NAME_ABOVE, 2.0 * half, 0.48, 0.1, Hue::Paper);
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

/// Returns a curve from one point to another, bent by a fraction of its length.
fn curve(a: (f64, f64), b: (f64, f64), bend: f64) -> impl Iterator<Item = (f64, f64)> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let middle = (f64::midpoint(a.0, b.0) + dy * bend, f64::midpoint(a.1, b.1) - dx * bend);
    let point = move |t: f64| {
        let mix = |a: f64, m: f64, b: f64| {
            (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * m + t * t * b
        };
        (mix(a.0, middle.0, b.0), mix(a.1, middle.1, b.1))
    };
    (0..=60).map(move |i| point(f64::from(i) / 60.0))
}
