//! Explicit graphs: named nodes, weighted arcs and optional estimates.
//!
//! A state is a node's number. The claim of given estimates is unknown, so they are audited when the
//! graph is read, and searches claim what the audit confirms.

mod definition;
mod draw;
pub mod family;
mod info;
mod layout;
mod random;
pub mod reference;
#[cfg(test)]
mod tests;

pub use definition::{Arc, Definition};
pub use info::INCONSISTENT;

use crate::breadth_first::breadth_first;
use heureka_core::abilities::{Ranked, Reversible};
use heureka_core::heuristic::audit::audit;
use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stop};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use reference::GraphReference;
use std::fmt::{self, Write};

/// The index of the heuristic `given`.
const GIVEN: usize = 0;

/// A move to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Go(pub u32);

/// The arcs of all nodes in one array.
#[derive(Clone, Debug)]
struct Arcs {
    /// The index of each node's first arc, and the number of arcs.
    begin: Vec<u32>,
    /// The node at the other end and the cost.
    ends: Vec<(u32, Cost)>,
}

impl Arcs {
    /// Of several arcs between two nodes, keeps the cheapest at the index of the first.
    fn new(nodes: usize, arcs: impl Iterator<Item = (u32, u32, Cost)>) -> Self {
        let numbered = arcs.zip(0u32..).map(|((from, to, cost), number)| (from, to, number, cost));
        let mut all: Vec<_> = numbered.collect();
        all.sort_unstable();
        all.dedup_by(|next, first| {
            let same = (next.0, next.1) == (first.0, first.1);
            first.3 = if same { first.3.min(next.3) } else { first.3 };
            same
        });
        all.sort_unstable_by_key(|&(from, _, number, _)| (from, number));
        let mut begin = vec![0; nodes + 1];
        for &(from, ..) in &all {
            begin[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            begin[node + 1] += begin[node];
        }
        Self { begin, ends: all.into_iter().map(|(_, to, _, cost)| (to, cost)).collect() }
    }

    fn of(&self, node: u32) -> &[(u32, Cost)] {
        let node = node as usize;
        &self.ends[self.begin[node] as usize..self.begin[node + 1] as usize]
    }
}

/// A graph with a start and goals.
#[derive(Clone, Debug)]
pub struct Graph {
    definition: Definition,
    forward: Arcs,
    backward: Arcs,
    is_goal: Vec<bool>,
    /// The index in `INFO.heuristics`.
    heuristic: usize,
    /// The claim of the given estimates that an audit confirmed.
    given: Claim,
}

impl Graph {
    /// Returns the graph of a definition.
    #[must_use]
    pub fn new(definition: Definition) -> Self {
        let nodes = definition.names.len();
        let mut is_goal = vec![false; nodes];
        for &goal in &definition.goals {
            is_goal[goal as usize] = true;
        }
        let forward = Arcs::new(nodes, definition.directed_arcs());
        let reversed = |from| forward.of(from).iter().map(move |&(to, cost)| (to, from, cost));
        let backward = Arcs::new(nodes, (0..nodes as u32).flat_map(reversed));
        let given = Claim::Nothing;
        let mut graph = Self { definition, forward, backward, is_goal, heuristic: GIVEN, given };
        graph.given = graph.audited_claim();
        graph
    }

    /// Returns the strongest claim that holds for the given estimates.
    fn audited_claim(&self) -> Claim {
        if self.definition.h.iter().all(Option::is_none) {
            return Claim::Consistent;
        }
        let found = audit(self, &mut Limits::none());
        match (found.admissible(), found.consistent()) {
            (_, Some(true)) => Claim::Consistent,
            (Some(true), _) => Claim::Admissible,
            _ => Claim::Nothing,
        }
    }

    /// Returns the name of a node.
    #[must_use]
    pub fn name(&self, node: u32) -> &str {
        &self.definition.names[node as usize]
    }

    /// Returns the node with a name.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<u32> {
        let index = self.definition.names.binary_search_by(|known| known.as_str().cmp(name));
        index.ok().map(|index| index as u32)
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.definition.names.len() as u32
    }

    /// Returns the arcs that leave a node, as end and cost.
    #[must_use]
    pub fn arcs(&self, node: u32) -> &[(u32, Cost)] {
        self.forward.of(node)
    }
}

impl Problem for Graph {
    type State = u32;
    type Key = u32;
    type Action = Go;

    fn start(&self) -> u32 {
        self.definition.start
    }

    fn is_goal(&self, state: &u32) -> bool {
        self.is_goal[*state as usize]
    }

    /// In the order of the text.
    fn successors(&self, state: &u32, visit: &mut impl FnMut(Go, Cost, u32)) {
        for &(to, cost) in self.forward.of(*state) {
            visit(Go(to), cost, to);
        }
    }

    #[inline]
    fn pack(&self, state: &u32) -> u32 {
        *state
    }

    #[inline]
    fn unpack(&self, key: &u32) -> u32 {
        *key
    }

    fn h(&self, state: &u32) -> Cost {
        match self.heuristic {
            GIVEN => self.definition.h[*state as usize].unwrap_or(0),
            _ => 0,
        }
    }

    fn claim(&self) -> Claim {
        match self.heuristic {
            GIVEN => self.given,
            _ => Claim::Consistent,
        }
    }

    fn abilities<O: Observer<u32, Go>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().ranked()
    }
}

impl Reversible for Graph {
    fn goals(&self, visit: &mut impl FnMut(u32)) {
        self.definition.goals.iter().copied().for_each(visit);
    }

    fn predecessors(&self, state: &u32, visit: &mut impl FnMut(Go, Cost, u32)) {
        for &(from, cost) in self.backward.of(*state) {
            visit(Go(*state), cost, from);
        }
    }
}

impl Ranked for Graph {
    fn ranks(&self) -> u64 {
        u64::from(self.nodes())
    }

    #[inline]
    fn rank(&self, state: &u32) -> u64 {
        u64::from(*state)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

impl Puzzle for Graph {
    type Reference = GraphReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        Definition::parse(text, parameters).map(Self::new)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        if !parameters.0.is_empty() {
            return Err(ParseError::whole("random graphs take no parameters"));
        }
        random::graph(size, seed)
    }

    fn text(&self) -> String {
        self.definition.text()
    }

    fn reference(&self) -> GraphReference {
        GraphReference::new(self.definition.clone(), self.heuristic == GIVEN)
    }

    fn set_start(&mut self, state: u32) {
        self.definition.start = state;
        // The audit covers the nodes reachable from the start.
        let heuristic = std::mem::replace(&mut self.heuristic, GIVEN);
        self.given = self.audited_claim();
        self.heuristic = heuristic;
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.heuristic = index;
        Ok(())
    }

    fn show_action(&self, action: Go, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.name(action.0))
    }

    fn parse_action(&self, word: &str) -> Option<Go> {
        self.node(word).map(Go)
    }

    fn unsolvable(&self) -> Option<String> {
        let reachable = breadth_first(self, vec![self.start()], usize::MAX);
        let start = self.name(self.definition.start);
        match reachable.len() {
            _ if reachable.iter().any(|(node, _)| self.is_goal(node)) => None,
            1 => Some(format!("no arc leaves {start}")),
            count => Some(format!("none of the {count} nodes reachable from {start} is a goal")),
        }
    }
}
