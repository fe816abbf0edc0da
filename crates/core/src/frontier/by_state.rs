//! Nodes ordered by f, then by state.

use super::{Frontier, Order, Push, heap_bytes};
use crate::Cost;
use crate::abilities::Ordered;
use crate::store::NodeId;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A binary heap of nodes ordered by f, then by state, then by number.
///
/// It expands nodes in the order of programs that sort pairs of f and state.
pub struct ByState<'p, P: Ordered> {
    problem: &'p P,
    entries: BinaryHeap<Entry<'p, P>>,
}

/// An entry; the greatest one is popped first.
struct Entry<'p, P: Ordered> {
    problem: &'p P,
    f: u64,
    key: P::Key,
    id: NodeId,
}

impl<P: Ordered> Ord for Entry<'_, P> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let by_state = || self.problem.compare(&self.key, &other.key);
        self.f.cmp(&other.f).then_with(by_state).then(self.id.cmp(&other.id)).reverse()
    }
}

impl<P: Ordered> PartialOrd for Entry<'_, P> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: Ordered> PartialEq for Entry<'_, P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<P: Ordered> Eq for Entry<'_, P> {}

impl<'p, P: Ordered> ByState<'p, P> {
    /// Returns an empty frontier.
    pub fn new(problem: &'p P) -> Self {
        Self { problem, entries: BinaryHeap::new() }
    }
}

impl<P: Ordered> Frontier for ByState<'_, P> {
    const ORDER: Order = Order::ByF;

    #[inline]
    fn pop(&mut self) -> Option<(u64, NodeId)> {
        self.entries.pop().map(|entry| (entry.f, entry.id))
    }

    #[inline]
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn each(&self, visit: &mut dyn FnMut(NodeId)) {
        self.entries.iter().for_each(|entry| visit(entry.id));
    }

    #[inline]
    fn held(&self) -> (u64, u64) {
        heap_bytes(&self.entries)
    }
}

impl<P: Ordered> Push<P::Key> for ByState<'_, P> {
    #[inline]
    fn push(&mut self, f: u64, _g: Cost, id: NodeId, key: &P::Key) {
        self.entries.push(Entry { problem: self.problem, f, key: *key, id });
    }
}
