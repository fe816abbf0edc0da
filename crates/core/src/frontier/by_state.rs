//! A priority queue whose ties are broken by state.

use super::{Frontier, Order, Push, heap_bytes};
use crate::Cost;
use crate::store::NodeId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
