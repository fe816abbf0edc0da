//! The general priority queue: buckets for small f, a heap for large f.

use super::{Buckets, Frontier, Open, Order, Push, heap_bytes};
use crate::Cost;
use crate::store::{NodeId, sum};
use crate::strategy::Ties;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The largest f kept in buckets. Beyond it, empty buckets would cost more than a heap.
pub(crate) const LARGEST_IN_BUCKETS: u64 = 1 << 12;

/// A priority queue of nodes ordered by f, then by g and insertion as [`Ties`] says.
///
/// `T` is a node id, or all that a search stores of a node. Operations take constant time while f is small,
/// and logarithmic time beyond.
#[derive(Debug)]
pub struct Priority<T = NodeId> {
    buckets: Buckets<T>,
    heap: BinaryHeap<Entry<T>>,
    /// The number of nodes ever pushed to the heap.
    pushed: u64,
    ties: Ties,
}

/// A node in the heap. Its order is by f, then by g, then by insertion, which is unique; the smallest comes
/// first.
#[derive(Debug)]
struct Entry<T> {
    f: u64,
    by_insertion: u64,
    /// The order by g: g itself, its complement, or 0.
    by_g: Cost,
    node: T,
}

impl<T> Entry<T> {
    #[inline(always)]
    fn order(&self) -> (u64, Cost, u64) {
        (self.f, self.by_g, self.by_insertion)
    }
}

impl<T> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl<T> Eq for Entry<T> {}

impl<T> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Entry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        // The largest entry of a heap comes first.
        other.order().cmp(&self.order())
    }
}

impl<T: Copy> Priority<T> {
    /// Creates an empty queue.
    #[must_use]
    pub fn new(ties: Ties) -> Self {
        Self { buckets: Buckets::new(ties), heap: BinaryHeap::new(), pushed: 0, ties }
    }

    /// Returns an empty queue of the same order and memory.
    pub(crate) fn like(&self) -> Self {
        Self { buckets: self.buckets.like(), ..Self::new(self.ties) }
    }

    /// Returns the lowest f of an entry.
    #[inline(always)]
    pub fn lowest(&mut self) -> Option<u64> {
        self.buckets.lowest().or_else(|| self.heap.peek().map(|entry| entry.f))
    }

    #[inline(never)]
    fn add_to_heap(&mut self, f: u64, g: Cost, node: T) {
        self.pushed += 1;
        let by_g = match self.ties {
            Ties::HighG => Cost::MAX - g,
            Ties::LowG => g,
            // `ByState` implements `Ties::State`.
            Ties::Fifo | Ties::Lifo | Ties::State => 0,
        };
        let by_insertion =
            if self.ties == Ties::Fifo { self.pushed } else { u64::MAX - self.pushed };
        self.heap.push(Entry { f, by_insertion, by_g, node });
    }

    #[inline(never)]
    fn take_from_heap(&mut self) -> Option<(u64, Cost, T)> {
        let Entry { f, by_g, node, .. } = self.heap.pop()?;
        Some((f, if self.ties == Ties::HighG { Cost::MAX - by_g } else { by_g }, node))
    }
}

impl<T: Copy> Open<T> for Priority<T> {
    #[inline(always)]
    fn add(&mut self, f: u64, g: Cost, node: T) {
        if f <= LARGEST_IN_BUCKETS {
            self.buckets.push(f, g.min(LARGEST_IN_BUCKETS as Cost), node);
        } else {
            self.add_to_heap(f, g, node);
        }
    }

    /// Needs [`Ties::HighG`] or [`Ties::LowG`], and g up to f.
    #[inline(always)]
    fn take(&mut self) -> Option<(u64, Cost, T)> {
        debug_assert!(matches!(self.ties, Ties::HighG | Ties::LowG), "order by g");
        self.buckets.pop_with_g().or_else(|| self.take_from_heap())
    }

    #[inline]
    fn entries(&self) -> usize {
        self.buckets.len() + self.heap.len()
    }

    #[inline]
    fn bytes(&self) -> (u64, u64) {
        sum([self.buckets.held(), heap_bytes(&self.heap)])
    }
}

impl Frontier for Priority {
    const ORDER: Order = Order::ByF;

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, NodeId)> {
        // Every f in the heap exceeds every f in the buckets.
        self.buckets.pop().or_else(|| self.take_from_heap().map(|(f, _, id)| (f, id)))
    }

    #[inline]
    fn len(&self) -> usize {
        self.entries()
    }

    fn limit_memory(&mut self, bytes: u64) {
        self.buckets.limit_memory(bytes);
    }

    fn each(&self, visit: &mut dyn FnMut(NodeId)) {
        self.buckets.each(visit);
        self.heap.iter().for_each(|entry| visit(entry.node));
    }

    #[inline]
    fn held(&self) -> (u64, u64) {
        self.bytes()
    }
}

impl<K> Push<K> for Priority {
    #[inline(always)]
    fn push(&mut self, f: u64, g: Cost, id: NodeId, _key: &K) {
        self.add(f, g, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::Random;

    /// Scales the same costs so that they lie in buckets, in both parts and in the heap.
    #[test]
    fn buckets_and_heap_agree() {
        for ties in [Ties::HighG, Ties::LowG, Ties::Fifo, Ties::Lifo] {
            let mut queues = [1, 200, 10_000].map(|scale| (scale, Priority::new(ties)));
            let mut random = Random(7);
            for id in 0..50_000u32 {
                let f = 1 + random.below(40) as u64;
                let g = random.below(f as usize + 1) as u64;
                for (scale, queue) in &mut queues {
                    queue.push(f * *scale, (g * *scale) as Cost, id, &());
                }
                if random.below(4) == 0 {
                    assert_same_pop(&mut queues);
                }
            }
            let mut listed = vec![];
            queues[1].1.each(&mut |id| listed.push(id));
            assert_eq!(listed.len(), queues[1].1.len());
            let mut popped: Vec<_> =
                std::iter::from_fn(|| assert_same_pop(&mut queues).map(|(_, id)| id)).collect();
            listed.sort_unstable();
            popped.sort_unstable();
            assert_eq!(listed, popped);
        }
    }

    #[test]
    fn nodes_are_taken_with_their_f_and_g() {
        for (ties, expected) in [(Ties::HighG, [7, 4, 0]), (Ties::LowG, [0, 4, 7])] {
            for f in [9, LARGEST_IN_BUCKETS + 9] {
                let mut queue = Priority::new(ties);
                for g in [4, 0, 7] {
                    queue.add(f, g, g);
                }
                let taken = [(); 3].map(|()| queue.take());
                assert_eq!(taken, expected.map(|g| Some((f, g, g))), "{ties:?}");
            }
        }
    }

    #[test]
    fn an_entry_of_the_heap_takes_24_bytes() {
        assert_eq!(size_of::<Entry<NodeId>>(), 24);
    }

    fn assert_same_pop(queues: &mut [(u64, Priority); 3]) -> Option<(u64, NodeId)> {
        let [a, b, c] = queues.each_mut().map(|(scale, queue)| {
            let lowest = queue.lowest();
            let (f, id) = queue.pop()?;
            assert_eq!(lowest, Some(f));
            Some((f / *scale, id))
        });
        assert!(a == b && b == c, "{a:?} {b:?} {c:?}");
        a
    }
}
