//! The node store: each state once, with the cheapest known way to it, found by its key.

use super::index::Index;
use super::{held, push, sum};
use crate::Cost;
use std::hash::Hash;

/// The number of a node, in the order in which states were first met.
pub type NodeId = u32;

/// The parent of a node that has none.
pub const NO_PARENT: NodeId = CLOSED - 1;

/// The bit of a parent's number that says that the node is closed.
const CLOSED: u32 = 1 << 31;

/// The way to a node: its cost, and the node before it.
#[derive(Clone, Copy, Debug)]
struct Link {
    g: Cost,
    parent: u32,
}

/// States with the cheapest known way to each: 16 bytes a node with a one-word key, and about 10
/// for the table.
///
/// Moves are not kept: the plan is read off at the end by asking for the successors once more.
#[derive(Clone, Debug)]
pub struct Nodes<K> {
    keys: Vec<K>,
    links: Vec<Link>,
    index: Index,
}

impl<K: Copy + Eq + Hash> Default for Nodes<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Copy + Eq + Hash> Nodes<K> {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self { keys: Vec::new(), links: Vec::new(), index: Index::new() }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The node of a key, if it is known.
    #[inline]
    #[must_use]
    pub fn find(&self, key: &K) -> Option<NodeId> {
        self.index.find(key, |at| self.keys[at]).map(|at| at as NodeId)
    }

    /// The node of a key, and whether it is new: then it is open, reached over `parent` at cost `g`.
    ///
    /// # Panics
    /// When there are more than 2,147,483,646 nodes.
    #[inline(always)]
    pub fn find_or_add(&mut self, key: K, g: Cost, parent: NodeId) -> (NodeId, bool) {
        let at = self.keys.len();
        match self.index.find_or_add(&key, at, |at| self.keys[at]) {
            Some(at) => (at as NodeId, false),
            None => (self.add(key, g, parent), true),
        }
    }

    /// Adds a node whatever is known of its key, and does not make it findable: for tree search.
    ///
    /// # Panics
    /// When there are more than 2,147,483,646 nodes.
    #[inline(always)]
    pub fn add(&mut self, key: K, g: Cost, parent: NodeId) -> NodeId {
        let id = self.keys.len() as u32;
        assert!(id < NO_PARENT, "2^31 nodes are the most that a search can hold: use idastar");
        push(&mut self.keys, key);
        push(&mut self.links, Link { g, parent });
        id
    }

    /// Makes a node findable that was added for tree search, unless another one of its key is.
    #[inline]
    pub fn make_findable(&mut self, id: NodeId) {
        let at = id as usize;
        self.index.find_or_add(&self.keys[at], at, |at| self.keys[at]);
    }

    /// The key of a node.
    #[inline(always)]
    #[must_use]
    pub fn key(&self, id: NodeId) -> &K {
        &self.keys[id as usize]
    }

    /// What the cheapest known way to a node costs.
    #[inline(always)]
    #[must_use]
    pub fn g(&self, id: NodeId) -> Cost {
        self.links[id as usize].g
    }

    /// The node before this one on the cheapest known way.
    #[inline(always)]
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.links[id as usize].parent & !CLOSED;
        (parent != NO_PARENT).then_some(parent)
    }

    /// Whether a node has been taken from the frontier for the way it has now.
    #[inline(always)]
    #[must_use]
    pub fn is_closed(&self, id: NodeId) -> bool {
        self.links[id as usize].parent & CLOSED != 0
    }

    /// Closes a node.
    #[inline(always)]
    pub fn close(&mut self, id: NodeId) {
        self.links[id as usize].parent |= CLOSED;
    }

    /// Gives a node a cheaper way, which makes it open.
    #[inline(always)]
    pub fn improve(&mut self, id: NodeId, g: Cost, parent: NodeId) {
        self.links[id as usize] = Link { g, parent };
    }

    /// The nodes from the start to this one.
    #[must_use]
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut way = vec![id];
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            way.push(parent);
            at = parent;
        }
        way.reverse();
        way
    }

    /// How many moves lead to this node.
    #[must_use]
    pub fn depth(&self, id: NodeId) -> u32 {
        std::iter::successors(self.parent(id), |&at| self.parent(at)).fold(0, |depth, _| depth + 1)
    }

    /// From now on grows in small steps: memory is short.
    pub fn tighten(&mut self) {
        self.index.tighten();
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.links.clear();
        self.index.clear();
    }

    /// The bytes held now, and after the growth that is near.
    #[must_use]
    pub fn held(&self) -> (u64, u64) {
        sum([held(&self.keys), held(&self.links), self.index.held()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_of_a_tree_is_made_findable_once() {
        let mut nodes = Nodes::new();
        let start = nodes.add(7u64, 0, NO_PARENT);
        let again = nodes.add(7, 2, start);
        assert_eq!(nodes.find(&7), None);
        for id in [start, again] {
            nodes.make_findable(id);
            assert_eq!(nodes.find(&7), Some(start));
        }
    }

    #[test]
    fn nodes_are_found_improved_and_walked_back() {
        let mut nodes = Nodes::new();
        let (start, _) = nodes.find_or_add(7u64, 0, NO_PARENT);
        let (a, new) = nodes.find_or_add(8, 5, start);
        assert!(new);
        let (b, _) = nodes.find_or_add(9, 6, a);
        assert_eq!(nodes.find_or_add(8, 1, b), (a, false));
        assert_eq!((nodes.g(a), nodes.find(&9), nodes.find(&10)), (5, Some(b), None));
        nodes.close(a);
        assert!(nodes.is_closed(a));
        assert_eq!(nodes.parent(a), Some(start));
        nodes.improve(a, 2, start);
        assert!(!nodes.is_closed(a));
        assert_eq!(
            (nodes.path_to(b), nodes.depth(b), nodes.parent(start)),
            (vec![start, a, b], 2, None)
        );
    }
}
