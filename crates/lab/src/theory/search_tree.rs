//! The tree that a best-first search of a graph grows, noted while it grows.

use heureka_core::{Cost, DEAD_END, Edge, Observer, Problem, Pruned};
use heureka_puzzles::graph::Graph;
use std::collections::HashMap;

/// A node of a search tree: a state, and the way over which it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The state.
    pub state: u32,
    /// The node before it; nothing at the root.
    pub parent: Option<usize>,
    /// What the last arc costs.
    pub arc: Cost,
    /// What the way costs.
    pub g: Cost,
    /// The estimate.
    pub h: Cost,
    /// What became of it.
    pub fate: Fate,
}

impl Node {
    /// g + h; nothing if the estimate says that no goal can be reached.
    #[must_use]
    pub fn f(&self) -> Option<Cost> {
        (self.h < DEAD_END).then(|| self.g + self.h)
    }
}

/// What became of a node. Expansions are counted from 1, the goal that ends the search among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It waits still.
    Waiting,
    /// Expanded, as which one.
    Expanded(u32),
    /// Taken as the goal, as which one.
    Goal(u32),
    /// Crossed out.
    Pruned(Why),
}

/// Why a node is crossed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its state was known at this cost or less.
    NoCheaper(Cost),
    /// It is a cheaper way to a state that was expanded at this cost and is not opened again.
    Closed(Cost),
    /// It waited until a cheaper way to its state was found.
    Overtaken(Cost),
    /// The heuristic says that no goal can be reached from it.
    DeadEnd,
}

/// The tree so far.
#[derive(Debug)]
pub struct SearchTree {
    nodes: Vec<Node>,
    /// The node that stands for each state.
    stands: HashMap<u32, usize>,
    /// The node being expanded.
    current: usize,
    taken: u32,
}

impl SearchTree {
    /// The root alone.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let (state, fate) = (graph.start(), Fate::Waiting);
        let root = Node { state, parent: None, arc: 0, g: 0, h: graph.h(&state), fate };
        Self { nodes: vec![root], stands: HashMap::from([(state, 0)]), current: 0, taken: 0 }
    }

    /// All nodes; a node stands after the one before it.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that follow a node, in the order in which they were made.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let below = self.nodes.iter().enumerate().skip(node + 1);
        below.filter(move |(_, child)| child.parent == Some(node)).map(|(place, _)| place)
    }

    /// The nodes in the order in which they were taken.
    #[must_use]
    pub fn taken(&self) -> Vec<usize> {
        let number = |node: &Node| match node.fate {
            Fate::Expanded(number) | Fate::Goal(number) => Some(number),
            Fate::Waiting | Fate::Pruned(_) => None,
        };
        let mut taken: Vec<_> = (0..self.nodes.len())
            .filter_map(|place| number(&self.nodes[place]).map(|number| (number, place)))
            .collect();
        taken.sort_unstable();
        taken.into_iter().map(|(_, place)| place).collect()
    }

    /// The node taken as the goal.
    #[must_use]
    pub fn goal(&self) -> Option<usize> {
        self.nodes.iter().position(|node| matches!(node.fate, Fate::Goal(_)))
    }

    /// The nodes from the root to a node.
    #[must_use]
    pub fn way_to(&self, node: usize) -> Vec<usize> {
        let mut way: Vec<_> =
            std::iter::successors(Some(node), |&node| self.nodes[node].parent).collect();
        way.reverse();
        way
    }

    fn take(&mut self, state: u32, fate: fn(u32) -> Fate) {
        self.taken += 1;
        self.current = self.stands[&state];
        self.nodes[self.current].fate = fate(self.taken);
    }

    fn add(&mut self, graph_h: Cost, edge: &Edge<'_, Graph>, fate: Fate) -> usize {
        let (parent, g) = (self.current, edge.g);
        let arc = g - self.nodes[parent].g;
        let node = Node { state: *edge.to, parent: Some(parent), arc, g, h: graph_h, fate };
        self.nodes.push(node);
        self.nodes.len() - 1
    }
}

/// Watches a search for its tree.
pub(super) struct Grows<'g> {
    pub graph: &'g Graph,
    pub tree: SearchTree,
}

impl Observer<Graph> for Grows<'_> {
    fn expanded(&mut self, state: &u32, _: Cost) {
        self.tree.take(*state, Fate::Expanded);
    }

    fn generated(&mut self, edge: &Edge<'_, Graph>) {
        let new = self.tree.add(self.graph.h(edge.to), edge, Fate::Waiting);
        if let Some(old) = self.tree.stands.insert(*edge.to, new)
            && self.tree.nodes[old].fate == Fate::Waiting
        {
            self.tree.nodes[old].fate = Fate::Pruned(Why::Overtaken(edge.g));
        }
    }

    fn duplicate(&mut self, edge: &Edge<'_, Graph>) {
        let why = match self.tree.stands.get(edge.to).map(|&place| self.tree.nodes[place].g) {
            Some(known) if edge.g < known => Why::Closed(known),
            Some(known) => Why::NoCheaper(known),
            None => Why::DeadEnd,
        };
        self.tree.add(self.graph.h(edge.to), edge, Fate::Pruned(why));
    }

    fn pruned(&mut self, edge: &Edge<'_, Graph>, _: Pruned) {
        self.tree.add(self.graph.h(edge.to), edge, Fate::Pruned(Why::DeadEnd));
    }

    fn solved(&mut self, state: &u32, _: Cost) {
        self.tree.take(*state, Fate::Goal);
    }
}
