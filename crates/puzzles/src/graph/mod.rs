//! Graphs that are written down: nodes with names, weighted arcs and, if given, estimates.
//!
//! A state is a node's number. Of the estimates that come with a graph nothing is known beforehand:
//! they are audited when the graph is read, and searches claim what the audit confirms.

mod draw;
pub mod family;
mod info;
mod layout;
mod random;
pub mod reference;
mod sketch;
#[cfg(test)]
mod tests;

pub use info::INCONSISTENT;
pub use sketch::{Arc, Sketch};

use heureka_core::heuristic::audit::audit;
use heureka_core::{
    Claim, Cost, Exploration, Limits, Observer, Problem, Ranked, Report, Reversed, Reversible,
    Strategy, Unsupported, explore, explore_ranked, solve_reversible,
};
use heureka_kit::draw::Picture;
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use reference::{GraphEstimate, GraphReference};
use std::fmt::{self, Write};

/// A move: to which node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go(pub u32);

/// The arcs of every node, one after another in one array.
#[derive(Clone, Debug)]
struct Arcs {
    /// Where the arcs of each node begin; those of the last end where the array does.
    begin: Vec<u32>,
    /// The node at the other end, and the cost.
    ends: Vec<(u32, Cost)>,
}

impl Arcs {
    /// Of several arcs between two nodes the cheapest counts, in the place of the first.
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

/// One graph with a start and goals.
#[derive(Clone, Debug)]
pub struct Graph {
    sketch: Sketch,
    forward: Arcs,
    backward: Arcs,
    is_goal: Vec<bool>,
    heuristic: GraphEstimate,
    /// What an audit found of the estimates that are given.
    given: Claim,
}

impl Graph {
    /// The graph that is written so.
    #[must_use]
    pub fn new(sketch: Sketch) -> Self {
        let nodes = sketch.names.len();
        let mut is_goal = vec![false; nodes];
        for &goal in &sketch.goals {
            is_goal[goal as usize] = true;
        }
        let forward = Arcs::new(nodes, sketch.each_way());
        let back = |from| forward.of(from).iter().map(move |&(to, cost)| (to, from, cost));
        let backward = Arcs::new(nodes, (0..nodes as u32).flat_map(back));
        let given = Claim::Nothing;
        let heuristic = GraphEstimate::Given;
        let mut graph = Self { sketch, forward, backward, is_goal, heuristic, given };
        graph.given = if graph.sketch.h.iter().all(Option::is_none) {
            Claim::Consistent
        } else {
            let found = audit(&graph, &mut Limits::none());
            match (found.admissible(), found.consistent()) {
                (_, Some(true)) => Claim::Consistent,
                (Some(true), _) => Claim::Admissible,
                _ => Claim::Nothing,
            }
        };
        graph
    }

    /// How it is written.
    #[must_use]
    pub const fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// The name of a node.
    #[must_use]
    pub fn name(&self, node: u32) -> &str {
        &self.sketch.names[node as usize]
    }

    /// The node of a name.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<u32> {
        let place = self.sketch.names.binary_search_by(|known| known.as_str().cmp(name));
        place.ok().map(|place| place as u32)
    }

    /// How many nodes.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.sketch.names.len() as u32
    }

    /// The arcs from a node: where they lead, and what they cost.
    #[must_use]
    pub fn arcs(&self, node: u32) -> &[(u32, Cost)] {
        self.forward.of(node)
    }

    /// Every node that can be reached from the start.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.nodes() as usize];
        reached[self.sketch.start as usize] = true;
        let mut waiting = vec![self.sketch.start];
        while let Some(node) = waiting.pop() {
            for &(to, _) in self.arcs(node) {
                if !std::mem::replace(&mut reached[to as usize], true) {
                    waiting.push(to);
                }
            }
        }
        reached
    }
}

impl Problem for Graph {
    type State = u32;
    type Key = u32;
    type Action = Go;

    fn start(&self) -> u32 {
        self.sketch.start
    }

    fn is_goal(&self, state: &u32) -> bool {
        self.is_goal[*state as usize]
    }

    /// In the order in which the arcs are written.
    fn successors(&self, state: &u32, visit: &mut impl FnMut(Go, Cost, u32)) {
        for &(to, cost) in self.forward.of(*state) {
            visit(Go(to), cost, to);
        }
    }

    fn pack(&self, state: &u32) -> u32 {
        *state
    }

    fn unpack(&self, key: &u32) -> u32 {
        // Keys from outside may name nodes that are not there.
        (*key).min(self.nodes() - 1)
    }

    fn h(&self, state: &u32) -> Cost {
        match self.heuristic {
            GraphEstimate::Given => self.sketch.h[*state as usize].unwrap_or(0),
            GraphEstimate::Zero => 0,
        }
    }

    fn claim(&self) -> Claim {
        match self.heuristic {
            GraphEstimate::Given => self.given,
            GraphEstimate::Zero => Claim::Consistent,
        }
    }
}

impl Reversible for Graph {
    fn goals(&self, visit: &mut impl FnMut(u32)) {
        self.sketch.goals.iter().copied().for_each(visit);
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

    fn rank(&self, state: &u32) -> u64 {
        u64::from(*state)
    }

    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

impl Puzzle for Graph {
    type Reference = GraphReference;

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        Sketch::parse(text, parameters).map(Self::new)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        parameters.only(&[])?;
        random::graph(size, seed)
    }

    fn text(&self) -> String {
        self.sketch.text()
    }

    fn reference(&self) -> GraphReference {
        GraphReference::new(&self.sketch, self.heuristic, self.claim())
    }

    fn set_heuristic(&mut self, index: usize) {
        self.heuristic = GraphEstimate::ALL[index];
    }

    fn heuristic(&self) -> usize {
        self.heuristic as usize
    }

    fn show_state(&self, state: &u32, out: &mut dyn Write) -> fmt::Result {
        self.write(*state, false, out)
    }

    fn paint_state(&self, state: &u32, out: &mut dyn Write) -> fmt::Result {
        self.write(*state, true, out)
    }

    fn note_state(&self, state: &u32, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.name(*state))
    }

    fn draw(&self, state: &u32) -> Picture {
        self.picture(*state)
    }

    fn show_action(&self, action: Go, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.name(action.0))
    }

    fn parse_action(&self, word: &str) -> Option<Go> {
        self.node(word).map(Go)
    }

    fn unsolvable(&self) -> Option<String> {
        let reached = self.reached();
        if self.sketch.goals.iter().any(|&goal| reached[goal as usize]) {
            return None;
        }
        let number = reached.iter().filter(|&&reached| reached).count();
        let start = self.name(self.sketch.start);
        Some(match number {
            1 => format!("no arc leads away from {start}"),
            _ => format!("{number} nodes can be reached from {start}, and no goal is among them"),
        })
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Go>, Unsupported> {
        solve_reversible(self, strategy, limits, observer)
    }

    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        explore_ranked(self, limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        Reversed::new(self).map(|back| explore(&back, limits))
    }
}
