//! Nodes by f, and of those with the same f the one with the smallest state.

use super::{Frontier, Order, Push};
use crate::Cost;
use crate::store::NodeId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is smaller comes first: f, then the key, then the number.
type Entry<K> = Reverse<(u64, K, NodeId)>;

/// Nodes by f, then by their keys, in a binary heap: for programs that sort pairs of f and state.
///
/// Which state is smaller is up to the problem's keys.
#[derive(Debug)]
pub struct ByState<K>(BinaryHeap<Entry<K>>);

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
        let bytes = (self.0.capacity() * size_of::<Entry<K>>()) as u64;
        // A heap doubles when it is full.
        let near = self.0.len() * 33 / 32 >= self.0.capacity();
        (bytes, if near { bytes * 2 } else { bytes })
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
    fn the_smallest_state_of_the_lowest_f_comes_first() {
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
