//! Graphs by the book: for every name the arcs that lead on from it, by name.

use crate::graph::{Go, Sketch};
use heureka_core::{Claim, Cost, Problem};
use std::collections::BTreeMap;

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
    number: BTreeMap<String, u32>,
    arcs: BTreeMap<String, Vec<(String, Cost)>>,
    h: BTreeMap<String, Cost>,
    start: String,
    goals: Vec<String>,
    claim: Claim,
}

impl GraphReference {
    /// The graph that is written so.
    #[must_use]
    pub fn new(sketch: &Sketch, estimate: GraphEstimate, claim: Claim) -> Self {
        let name = |node: u32| sketch.names[node as usize].clone();
        let mut arcs: BTreeMap<String, Vec<(String, Cost)>> = BTreeMap::new();
        for arc in &sketch.arcs {
            arcs.entry(name(arc.from)).or_default().push((name(arc.to), arc.cost));
            if arc.both_ways {
                arcs.entry(name(arc.to)).or_default().push((name(arc.from), arc.cost));
            }
        }
        let mut h = BTreeMap::new();
        if estimate == GraphEstimate::Given {
            for (node, value) in sketch.h.iter().enumerate() {
                h.extend(value.map(|value| (name(node as u32), value)));
            }
        }
        let names = sketch.names.clone();
        let number = names.iter().cloned().zip(0..).collect();
        let goals = sketch.goals.iter().map(|&goal| name(goal)).collect();
        Self { names, number, arcs, h, start: name(sketch.start), goals, claim }
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
        let Some(from_here) = self.arcs.get(state) else { return };
        let mut cheapest: BTreeMap<&str, Cost> = BTreeMap::new();
        for (to, cost) in from_here {
            let known = cheapest.entry(to).or_insert(*cost);
            *known = std::cmp::min(*known, *cost);
        }
        for (to, _) in from_here {
            // Taken out, so that each is told once.
            if let Some(cost) = cheapest.remove(to.as_str()) {
                visit(Go(self.number[to]), cost, to.clone());
            }
        }
    }

    fn pack(&self, state: &String) -> u32 {
        self.number[state]
    }

    fn unpack(&self, key: &u32) -> String {
        let place = (*key as usize).min(self.names.len() - 1);
        self.names[place].clone()
    }

    fn h(&self, state: &String) -> Cost {
        self.h.get(state).copied().unwrap_or(0)
    }

    fn claim(&self) -> Claim {
        self.claim
    }
}
