//! Graphs by the book: a list of arcs between names, read from its beginning for every move.

use crate::graph::{Go, Sketch};
use heureka_core::{Claims, Cost, Problem};

/// The heuristic, in the order in which the puzzle lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphEstimate {
    /// What the graph's text says.
    Given,
    /// Nothing.
    Zero,
}

impl GraphEstimate {
    /// All of them, in their order.
    pub const ALL: [Self; 2] = [Self::Given, Self::Zero];
}

/// A graph, slow and obvious. A state is a node's name.
#[derive(Debug)]
pub struct GraphReference {
    names: Vec<String>,
    arcs: Vec<(String, String, Cost)>,
    h: Vec<(String, Cost)>,
    start: String,
    goals: Vec<String>,
    claims: Claims,
}

impl GraphReference {
    /// The graph that is written so.
    #[must_use]
    pub fn new(sketch: &Sketch, estimate: GraphEstimate, claims: Claims) -> Self {
        let name = |node: u32| sketch.names[node as usize].clone();
        let mut arcs = vec![];
        for arc in &sketch.arcs {
            arcs.push((name(arc.from), name(arc.to), arc.cost));
            if arc.both_ways {
                arcs.push((name(arc.to), name(arc.from), arc.cost));
            }
        }
        let mut h = vec![];
        if estimate == GraphEstimate::Given {
            for (node, value) in sketch.h.iter().enumerate() {
                h.extend(value.map(|value| (name(node as u32), value)));
            }
        }
        let goals = sketch.goals.iter().map(|&goal| name(goal)).collect();
        Self { names: sketch.names.clone(), arcs, h, start: name(sketch.start), goals, claims }
    }

    fn number(&self, name: &str) -> u32 {
        self.names.iter().position(|known| known == name).unwrap_or(0) as u32
    }
}

impl Problem for GraphReference {
    type State = String;
    type Key = u32;
    type Action = Go;

    fn start(&self) -> String {
        self.start.clone()
    }

    fn is_goal(&self, state: &String) -> bool {
        self.goals.contains(state)
    }

    fn successors(&self, state: &String, visit: &mut impl FnMut(Go, Cost, String)) {
        let from_here = || self.arcs.iter().filter(|(from, ..)| from == state);
        let mut told: Vec<&str> = vec![];
        for (_, to, _) in from_here() {
            if told.contains(&to.as_str()) {
                continue;
            }
            told.push(to);
            let costs = from_here().filter(|(_, other, _)| other == to).map(|(.., cost)| *cost);
            visit(Go(self.number(to)), costs.min().unwrap_or(0), to.clone());
        }
    }

    fn pack(&self, state: &String) -> u32 {
        self.number(state)
    }

    fn unpack(&self, key: &u32) -> String {
        let place = (*key as usize).min(self.names.len() - 1);
        self.names[place].clone()
    }

    fn h(&self, state: &String) -> Cost {
        self.h.iter().find(|(name, _)| name == state).map_or(0, |(_, value)| *value)
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}
