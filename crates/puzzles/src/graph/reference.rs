//! Slow, direct rules for graphs: for every name the arcs that leave it, by name.

use crate::graph::{Definition, Go};
use heureka_core::{Cost, Problem};
use std::collections::{BTreeMap, BTreeSet};

/// A graph by direct rules. A state is the name of a node.
#[derive(Debug)]
pub struct GraphReference {
    definition: Definition,
    arcs: BTreeMap<String, Vec<(String, Cost)>>,
    goals: BTreeSet<String>,
    uses_h: bool,
}

impl GraphReference {
    /// Returns the graph of a definition.
    #[must_use]
    pub fn new(definition: Definition, uses_h: bool) -> Self {
        let name = |node: u32| definition.names[node as usize].clone();
        let mut arcs: BTreeMap<String, Vec<(String, Cost)>> = BTreeMap::new();
        for arc in &definition.arcs {
            arcs.entry(name(arc.from)).or_default().push((name(arc.to), arc.cost));
            if arc.both_ways {
                arcs.entry(name(arc.to)).or_default().push((name(arc.from), arc.cost));
            }
        }
        let goals = definition.goals.iter().map(|&goal| name(goal)).collect();
        Self { definition, arcs, goals, uses_h }
    }
}

impl Problem for GraphReference {
    type State = String;
    type Key = u32;
    type Action = Go;

    fn start(&self) -> String {
        self.unpack(&self.definition.start)
    }

    fn is_goal(&self, state: &String) -> bool {
        self.goals.contains(state)
    }

    fn successors(&self, state: &String, visit: &mut impl FnMut(Go, Cost, String)) {
        let Some(arcs) = self.arcs.get(state) else { return };
        let mut cheapest: BTreeMap<&str, Cost> = BTreeMap::new();
        for (to, cost) in arcs {
            let known = cheapest.entry(to).or_insert(*cost);
            *known = std::cmp::min(*known, *cost);
        }
        for (to, _) in arcs {
            // Removed, so each is visited once.
            if let Some(cost) = cheapest.remove(to.as_str()) {
                visit(Go(self.pack(to)), cost, to.clone());
            }
        }
    }

    /// Names are in order, so a name's index is the number of smaller names.
    fn pack(&self, state: &String) -> u32 {
        self.definition.names.partition_point(|name| name < state) as u32
    }

    fn unpack(&self, key: &u32) -> String {
        let names = &self.definition.names;
        names[(*key as usize).min(names.len() - 1)].clone()
    }

    fn h(&self, state: &String) -> Cost {
        let h = self.definition.h[self.pack(state) as usize];
        h.filter(|_| self.uses_h).unwrap_or(0)
    }
}
