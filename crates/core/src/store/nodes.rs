//! The node store: each state once, with the cheapest known path to it, found by its key.

use super::index::Index;
use super::{bytes_with, held, push, sum};
use crate::Cost;
use std::hash::Hash;

/// The number of a node.
pub type NodeId = u32;

/// The parent of a root node.
pub const NO_PARENT: NodeId = CLOSED - 1;

/// The bit of [`Link::parent`] that marks a closed node.
const CLOSED: u32 = 1 << 31;

/// The most nodes: numbers are below it.
const MOST: NodeId = NO_PARENT - 1;

/// The last step of the cheapest known path to a node.
///
/// All bits are 0 if there is no node, so that arrays of links need not be initialized.
#[derive(Clone, Copy, Debug, Default)]
pub struct Link {
    g: Cost,
    /// The parent's number plus 2, where [`NO_PARENT`] becomes 1; the top bit marks closed nodes.
    parent: u32,
}

impl Link {
    #[inline(always)]
    fn new(g: Cost, parent: NodeId) -> Self {
        Self { g, parent: parent.wrapping_add(2) & !CLOSED }
    }

    #[inline(always)]
    fn parent(self) -> NodeId {
        self.parent.wrapping_sub(2) & !CLOSED
    }

    /// Returns whether there is a node.
    #[inline(always)]
    fn exists(self) -> bool {
        self.parent != 0
    }
}

/// A set of states with the cheapest known path to each.
pub trait NodeStore<K: Copy> {
    /// Returns the node of a key and whether it is new. A new node is open and has this `g` and `parent`.
    ///
    /// # Panics
    /// Panics if there are already 2^31 − 3 nodes.
    fn find_or_add(&mut self, key: K, g: Cost, parent: NodeId) -> (NodeId, bool);

    /// Adds an open node without making it findable, for tree search.
    ///
    /// # Panics
    /// Panics if there are already 2^31 − 3 nodes.
    fn add(&mut self, key: K, g: Cost, parent: NodeId) -> NodeId;

    /// Makes a node that was added by [`NodeStore::add`] findable, unless its key already is.
    fn make_findable(&mut self, id: NodeId);

    /// Returns the findable node of a key.
    fn find(&self, key: &K) -> Option<NodeId>;

    /// Returns the key of a node.
    fn key(&self, id: NodeId) -> K;

    /// Returns the links of all nodes, by number.
    fn links(&self) -> &[Link];

    /// Returns the links of all nodes, by number.
    fn links_mut(&mut self) -> &mut [Link];

    /// Makes all further growth happen in small steps. Returns false if that is done already.
    fn tighten(&mut self) -> bool;

    /// Returns the bytes allocated now, and after the next growth if that is near.
    fn held(&self) -> (u64, u64);

    /// Returns the cost of the cheapest known path to a node.
    #[inline(always)]
    fn g(&self, id: NodeId) -> Cost {
        self.links()[id as usize].g
    }

    /// Returns the previous node on the cheapest known path, or `None` for a root.
    #[inline(always)]
    fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.links()[id as usize].parent();
        (parent != NO_PARENT).then_some(parent)
    }

    /// Returns whether a node has been taken from the frontier with its current path.
    #[inline(always)]
    fn is_closed(&self, id: NodeId) -> bool {
        self.links()[id as usize].parent & CLOSED != 0
    }

    /// Closes a node.
    #[inline(always)]
    fn close(&mut self, id: NodeId) {
        self.links_mut()[id as usize].parent |= CLOSED;
    }

    /// Replaces the path to a node by a cheaper one, which reopens the node.
    #[inline(always)]
    fn improve(&mut self, id: NodeId, g: Cost, parent: NodeId) {
        self.links_mut()[id as usize] = Link::new(g, parent);
    }

    /// Returns the keys on the path from the root to this node, both included.
    fn path_to(&self, id: NodeId) -> Vec<K> {
        let path = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut path: Vec<_> = path.map(|id| self.key(id)).collect();
        path.reverse();
        path
    }

    /// Returns the number of moves on the path to this node, in time proportional to it.
    fn depth(&self, id: NodeId) -> u32 {
        std::iter::successors(self.parent(id), |&id| self.parent(id)).fold(0, |depth, _| depth + 1)
    }
}

/// Nodes that are found by a hash of their keys, numbered from 0 in the order of insertion.
///
/// A node with an 8-byte key takes 16 bytes, and about 10 more in the hash table. Actions are not
/// stored: a search recovers the plan by generating the successors along the path again.
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
    /// Creates an empty store.
    #[must_use]
    pub fn new() -> Self {
        Self { keys: Vec::new(), links: Vec::new(), index: Index::new() }
    }

    /// Returns the number of nodes.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the bytes allocated when there are so many more nodes.
    pub(crate) fn bytes_with(&self, more: usize) -> u64 {
        bytes_with(&self.keys, more)
            + bytes_with(&self.links, more)
            + self.index.table.bytes_with(more)
    }

    /// Returns whether the store is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Loads the place of a key in the index into the cache, for a later look at it.
    #[inline(always)]
    pub fn touch(&self, key: &K) {
        self.index.prepare(key);
    }

    /// Removes all nodes and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.links.clear();
        self.index.table.clear();
    }
}

impl<K: Copy + Eq + Hash> NodeStore<K> for Nodes<K> {
    #[inline(always)]
    fn find_or_add(&mut self, key: K, g: Cost, parent: NodeId) -> (NodeId, bool) {
        let at = self.keys.len();
        match self.index.find_or_add(&key, at, |at| self.keys[at]) {
            Some(at) => (at as NodeId, false),
            None => (self.add(key, g, parent), true),
        }
    }

    #[inline(always)]
    fn add(&mut self, key: K, g: Cost, parent: NodeId) -> NodeId {
        let id = self.keys.len() as u32;
        assert!(id < MOST, "a search holds at most 2^31 - 3 nodes; use idastar, which stores none");
        push(&mut self.keys, key);
        push(&mut self.links, Link::new(g, parent));
        id
    }

    #[inline]
    fn make_findable(&mut self, id: NodeId) {
        let at = id as usize;
        self.index.find_or_add(&self.keys[at], at, |at| self.keys[at]);
    }

    #[inline]
    fn find(&self, key: &K) -> Option<NodeId> {
        self.index.find(key, |at| self.keys[at]).map(|at| at as NodeId)
    }

    #[inline(always)]
    fn key(&self, id: NodeId) -> K {
        self.keys[id as usize]
    }

    #[inline(always)]
    fn links(&self) -> &[Link] {
        &self.links
    }

    #[inline(always)]
    fn links_mut(&mut self) -> &mut [Link] {
        &mut self.links
    }

    fn tighten(&mut self) -> bool {
        self.index.table.tighten()
    }

    #[inline]
    fn held(&self) -> (u64, u64) {
        sum([held(&self.keys), held(&self.links), self.index.table.held()])
    }
}

/// Nodes in an array with a place for every key: 8 bytes for each, and no search. A node's number is its
/// key.
#[derive(Clone, Debug)]
pub(crate) struct DirectNodes {
    links: Vec<Link>,
}

impl DirectNodes {
    /// Returns a store for the keys below `keys`; `None` if there are too many.
    pub fn new(keys: u64) -> Option<Self> {
        let keys = NodeId::try_from(keys).ok().filter(|&keys| keys <= MOST)?;
        // Memory that is 0 is not touched before it is used.
        Some(Self { links: vec![Link::default(); keys as usize] })
    }

    /// Returns the size of a store in bytes.
    pub fn bytes(keys: u64) -> u64 {
        keys.saturating_mul(size_of::<Link>() as u64)
    }
}

impl NodeStore<u32> for DirectNodes {
    #[inline(always)]
    fn find_or_add(&mut self, key: u32, g: Cost, parent: NodeId) -> (NodeId, bool) {
        let link = &mut self.links[key as usize];
        let is_new = !link.exists();
        if is_new {
            *link = Link::new(g, parent);
        }
        (key, is_new)
    }

    /// Adds the node of a state, unless there is one: a state has only one place.
    fn add(&mut self, key: u32, g: Cost, parent: NodeId) -> NodeId {
        self.find_or_add(key, g, parent).0
    }

    fn make_findable(&mut self, _id: NodeId) {}

    fn find(&self, key: &u32) -> Option<NodeId> {
        self.links[*key as usize].exists().then_some(*key)
    }

    #[inline(always)]
    fn key(&self, id: NodeId) -> u32 {
        id
    }

    #[inline(always)]
    fn links(&self) -> &[Link] {
        &self.links
    }

    #[inline(always)]
    fn links_mut(&mut self) -> &mut [Link] {
        &mut self.links
    }

    fn tighten(&mut self) -> bool {
        false
    }

    #[inline]
    fn held(&self) -> (u64, u64) {
        let bytes = Self::bytes(self.links.len() as u64);
        (bytes, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_only_the_first_node_of_a_key_findable() {
        let mut nodes = Nodes::new();
        let start = nodes.add(7u64, 0, NO_PARENT);
        let duplicate = nodes.add(7, 2, start);
        assert_eq!(nodes.find(&7), None);
        for id in [start, duplicate] {
            nodes.make_findable(id);
            assert_eq!(nodes.find(&7), Some(start));
        }
    }

    #[test]
    fn finds_improves_and_traces_nodes() {
        check(&mut Nodes::new());
        check(&mut DirectNodes::new(11).unwrap());
        assert!(DirectNodes::new(1 << 31).is_none());
    }

    fn check(nodes: &mut impl NodeStore<u32>) {
        let (start, _) = nodes.find_or_add(7, 0, NO_PARENT);
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
            (vec![7, 8, 9], 2, None)
        );
    }
}
