//! Binary heaps, for costs too large for buckets and for ties broken by state.

use super::{Frontier, Order, Push};
use crate::store::NodeId;
use crate::{Cost, Ties};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A binary heap of nodes ordered by f, then by g and insertion as [`Ties`] says.
///
/// Entries are (f, rank by g, rank by insertion, node); the smallest comes first.
#[derive(Debug)]
pub struct Heap {
    entries: BinaryHeap<Reverse<(u64, Cost, u64, NodeId)>>,
    ties: Ties,
    pushed: u64,
}

impl Heap {
    /// Creates an empty heap.
    #[must_use]
    pub fn new(ties: Ties) -> Self {
        Self { entries: BinaryHeap::new(), ties, pushed: 0 }
    }
}

impl Frontier for Heap {
    const ORDER: Order = Order::ByF;

    fn pop(&mut self) -> Option<(u64, NodeId)> {
        self.entries.pop().map(|Reverse((f, _, _, id))| (f, id))
    }

    fn len(&self) -> usize {
        self.entries.len()
    }

    fn each(&self, visit: &mut dyn FnMut(NodeId)) {
        self.entries.iter().for_each(|Reverse((_, _, _, id))| visit(*id));
    }

    fn held(&self) -> (u64, u64) {
        heap_bytes(&self.entries)
    }
}

impl<K> Push<K> for Heap {
    fn push(&mut self, f: u64, g: Cost, id: NodeId, _key: &K) {
        self.pushed += 1;
        let by_g = match self.ties {
            Ties::HighG => Cost::MAX - g,
            Ties::LowG => g,
            // `ByState` implements `Ties::State`.
            Ties::Fifo | Ties::Lifo | Ties::State => 0,
        };
        let by_insertion =
            if self.ties == Ties::Fifo { self.pushed } else { u64::MAX - self.pushed };
        self.entries.push(Reverse((f, by_g, by_insertion, id)));
    }
}

/// A binary heap of nodes ordered by f, then by key, then by node.
///
/// It reproduces programs that keep (f, state) pairs in a priority queue. The problem's keys define
/// the order of states.
#[derive(Debug)]
pub struct ByState<K>(BinaryHeap<Reverse<(u64, K, NodeId)>>);

impl<K: Ord> Default for ByState<K> {
    fn default() -> Self {
        Self(BinaryHeap::new())
    }
}

impl<K: Ord + Copy> Frontier for ByState<K> {
    const ORDER: Order = Order::ByF;

    fn pop(&mut self) -> Option<(u64, NodeId)> {
        self.0.pop().map(|Reverse((f, _, id))| (f, id))
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn each(&self, visit: &mut dyn FnMut(NodeId)) {
        self.0.iter().for_each(|Reverse((_, _, id))| visit(*id));
    }

    fn held(&self) -> (u64, u64) {
        heap_bytes(&self.0)
    }
}

impl<K: Ord + Copy> Push<K> for ByState<K> {
    fn push(&mut self, f: u64, _g: Cost, id: NodeId, key: &K) {
        self.0.push(Reverse((f, *key, id)));
    }
}

/// Returns the bytes a heap has allocated now, and after it doubles if that is near.
fn heap_bytes<T>(heap: &BinaryHeap<T>) -> (u64, u64) {
    let bytes = (heap.capacity() * size_of::<T>()) as u64;
    let near = heap.len() * 33 / 32 >= heap.capacity();
    (bytes, if near { bytes * 2 } else { bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_state_orders_by_f_then_key() {
        let mut frontier = ByState::default();
        for (id, (f, key)) in
            [(3, [1, 2]), (2, [2, 1]), (2, [1, 9]), (3, [0, 9])].iter().enumerate()
        {
            frontier.push(*f, 7, id as NodeId, key);
        }
        let order: Vec<_> = std::iter::from_fn(|| frontier.pop()).collect();
        assert_eq!(order, [(2, 2), (2, 1), (3, 3), (3, 0)]);
    }
}
