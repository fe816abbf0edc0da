//! The tree of a best-first search of a graph, recorded during the search.

use crate::units::count;
use heureka_core::observe::{Edge, Pruned};
use heureka_core::{self as core, Cost, DEAD_END, Observer, Problem};
use heureka_puzzles::graph::{Go, Graph};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write;

/// Explains a tree printed as text.
pub const LEGEND: &str = "Each line is a node: the number of its expansion, its state, and g + h = f. \
                          ✗ marks pruned nodes, · marks nodes in the frontier.";

/// Larger trees are not printed as text.
const MAX_TEXT_NODES: usize = 2000;

/// A node of a search tree: a state, and the path that led to it.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    pub state: String,
    #[serde(skip)]
    pub id: u32,
    /// The parent's index; `None` at the root.
    pub parent: Option<usize>,
    #[serde(skip)]
    pub arc: Cost,
    pub g: Cost,
    /// The estimate; `None` for a dead end.
    pub h: Option<Cost>,
    /// g + h; `None` for a dead end.
    pub f: Option<Cost>,
    pub fate: Fate,
    /// The number of its expansion, from 1; the goal that ends the search counts, too.
    pub order: Option<u32>,
    /// The cost of the path that prunes it.
    pub known: Option<Cost>,
}

/// The status of a node when the search ends; the last four are pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// In the frontier when the search ended.
    Waiting,
    Expanded,
    /// Selected as the goal.
    Goal,
    /// The state was known at the same or a lower cost.
    NoCheaper,
    /// The path is cheaper, but the state is closed and not reopened.
    Closed,
    /// A cheaper path was found while it was in the frontier.
    Overtaken,
    /// The heuristic reports a dead end.
    DeadEnd,
}

impl Node {
    pub fn is_pruned(&self) -> bool {
        !matches!(self.fate, Fate::Waiting | Fate::Expanded | Fate::Goal)
    }

    /// Returns "g + h = f".
    pub fn sum(&self) -> String {
        let text = |cost: Option<Cost>| cost.map_or("∞".to_owned(), |cost| cost.to_string());
        format!("{} + {} = {}", self.g, text(self.h), text(self.f))
    }

    fn line(&self) -> String {
        let mark = match self.order {
            Some(number) => format!("{number}."),
            None => if self.is_pruned() { "✗" } else { "·" }.to_owned(),
        };
        let known = self.known.unwrap_or_default();
        let note = match self.fate {
            Fate::Expanded => String::new(),
            Fate::Waiting => "   in the frontier".to_owned(),
            Fate::Goal => "   goal".to_owned(),
            Fate::NoCheaper => format!("   known at {known}"),
            Fate::Closed => format!("   cheaper, but closed at {known}"),
            Fate::Overtaken => format!("   overtaken at {known}"),
            Fate::DeadEnd => "   dead end".to_owned(),
        };
        format!("{mark} {}   {}{note}", self.state, self.sum())
    }
}

/// A search tree. Parents come before their children.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct SearchTree {
    pub nodes: Vec<Node>,
}

impl SearchTree {
    /// Returns the children of a node in order of generation.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let below = self.nodes.iter().enumerate().skip(node + 1);
        below.filter(move |(_, child)| child.parent == Some(node)).map(|(i, _)| i)
    }

    /// Returns the expanded nodes and the goal, in order of expansion.
    pub fn expansions(&self) -> Vec<usize> {
        let mut expansions: Vec<_> =
            (0..self.nodes.len()).filter(|&i| self.nodes[i].order.is_some()).collect();
        expansions.sort_by_key(|&i| self.nodes[i].order);
        expansions
    }

    /// Returns the nodes from the root to the goal; none if no goal was selected.
    pub fn path(&self) -> Vec<usize> {
        let goal = self.nodes.iter().position(|node| node.fate == Fate::Goal);
        let mut path: Vec<_> =
            std::iter::successors(goal, |&node| self.nodes[node].parent).collect();
        path.reverse();
        path
    }

    /// Returns the tree as text, one line per node.
    pub fn text(&self) -> String {
        if self.nodes.len() > MAX_TEXT_NODES {
            return format!("{} nodes: too many to print\n", count(self.nodes.len() as u64));
        }
        let mut text = String::new();
        self.write_branch(0, "", "", &mut text);
        text
    }

    fn write_branch(&self, node: usize, before: &str, below: &str, text: &mut String) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{before}{}", self.nodes[node].line());
        let mut children = self.children(node).peekable();
        while let Some(child) = children.next() {
            let (twig, trunk) =
                if children.peek().is_some() { ("├─ ", "│  ") } else { ("└─ ", "   ") };
            self.write_branch(child, &format!("{below}{twig}"), &format!("{below}{trunk}"), text);
        }
    }
}

/// Records the tree of a search. Nodes have the search's numbers.
pub struct Recorder<'g> {
    graph: &'g Graph,
    pub tree: SearchTree,
    /// The node with the cheapest path to each state.
    best: HashMap<u32, usize>,
    expansions: u32,
}

impl<'g> Recorder<'g> {
    pub fn new(graph: &'g Graph) -> Self {
        let tree = SearchTree { nodes: vec![] };
        let best = HashMap::from([(graph.start(), 0)]);
        let mut recorder = Self { graph, tree, best, expansions: 0 };
        recorder.add(graph.start(), None, 0, Fate::Waiting, None);
        recorder
    }

    fn select(&mut self, node: &core::observe::Node<'_, u32>, fate: Fate) {
        self.expansions += 1;
        let node = &mut self.tree.nodes[node.id as usize];
        (node.fate, node.order) = (fate, Some(self.expansions));
    }

    fn add_edge(&mut self, edge: &Edge<'_, u32, Go>, fate: Fate, known: Option<Cost>) {
        debug_assert_eq!(edge.id as usize, self.tree.nodes.len());
        self.add(*edge.to, Some(edge.parent as usize), edge.g, fate, known);
    }

    fn add(&mut self, id: u32, parent: Option<usize>, g: Cost, fate: Fate, known: Option<Cost>) {
        let h = Some(self.graph.h(&id)).filter(|&h| h < DEAD_END);
        self.tree.nodes.push(Node {
            state: self.graph.name(id).to_owned(),
            id,
            parent,
            arc: parent.map_or(0, |parent| g - self.tree.nodes[parent].g),
            g,
            h,
            f: h.map(|h| g + h),
            fate,
            order: None,
            known,
        });
    }
}

impl Observer<u32, Go> for Recorder<'_> {
    fn expanded(&mut self, node: &core::observe::Node<'_, u32>) {
        self.select(node, Fate::Expanded);
    }

    fn generated(&mut self, edge: &Edge<'_, u32, Go>) {
        self.add_edge(edge, Fate::Waiting, None);
        if let Some(old) = self.best.insert(*edge.to, edge.id as usize)
            && self.tree.nodes[old].fate == Fate::Waiting
        {
            let old = &mut self.tree.nodes[old];
            (old.fate, old.known) = (Fate::Overtaken, Some(edge.g));
        }
    }

    fn reopened(&mut self, edge: &Edge<'_, u32, Go>) {
        self.generated(edge);
    }

    fn duplicate(&mut self, edge: &Edge<'_, u32, Go>) {
        let known = self.best.get(edge.to).map(|&node| self.tree.nodes[node].g);
        let fate = match known {
            Some(known) if edge.g < known => Fate::Closed,
            Some(_) => Fate::NoCheaper,
            None => Fate::DeadEnd,
        };
        self.add_edge(edge, fate, known);
    }

    fn pruned(&mut self, edge: &Edge<'_, u32, Go>, _: Pruned) {
        self.add_edge(edge, Fate::DeadEnd, None);
    }

    fn solved(&mut self, node: &core::observe::Node<'_, u32>) {
        self.select(node, Fate::Goal);
    }
}
