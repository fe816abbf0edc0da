//! The general priority queue: buckets for small f, a heap for large f.

use super::{Buckets, Frontier, Heap, Order, Push};
use crate::store::{NodeId, sum};
use crate::{Cost, Ties};

/// The largest f kept in buckets. Beyond it, empty buckets would cost more than a heap.
pub(crate) const LARGEST_IN_BUCKETS: u64 = 1 << 12;

/// A priority queue of nodes ordered by f, then by g and insertion as [`Ties`] says.
///
/// Operations take constant time while f is small, and logarithmic time beyond.
#[derive(Debug)]
pub struct Priority {
    buckets: Buckets,
    heap: Option<Heap>,
    ties: Ties,
}

impl Priority {
    /// Creates an empty queue.
    #[must_use]
    pub fn new(ties: Ties) -> Self {
        Self { buckets: Buckets::new(ties), heap: None, ties }
    }
}

impl Frontier for Priority {
    const ORDER: Order = Order::ByF;

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, NodeId)> {
        // Every f in the heap exceeds every f in the buckets.
        self.buckets.pop().or_else(|| self.heap.as_mut()?.pop())
    }

    fn len(&self) -> usize {
        self.buckets.len() + self.heap.as_ref().map_or(0, Frontier::len)
    }

    fn each(&self, visit: &mut dyn FnMut(NodeId)) {
        self.buckets.each(visit);
        if let Some(heap) = &self.heap {
            heap.each(visit);
        }
    }

    fn held(&self) -> (u64, u64) {
        sum([self.buckets.held(), self.heap.as_ref().map_or((0, 0), Frontier::held)])
    }
}

impl<K> Push<K> for Priority {
    #[inline(always)]
    fn push(&mut self, f: u64, g: Cost, id: NodeId, key: &K) {
        if f <= LARGEST_IN_BUCKETS {
            self.buckets.push(f, g.min(LARGEST_IN_BUCKETS as Cost), id);
        } else {
            self.heap.get_or_insert_with(|| Heap::new(self.ties)).push(f, g, id, key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_heap_and_priority_agree() {
        for ties in [Ties::HighG, Ties::LowG, Ties::Fifo, Ties::Lifo] {
            let (mut buckets, mut heap) = (Buckets::new(ties), Heap::new(ties));
            let mut priority = Priority::new(ties);
            let mut large = Heap::new(ties);
            let mut random = 7u64;
            for id in 0..50_000u32 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                let f = (random >> 33) % 40;
                let g = ((random >> 50) % (f + 1)) as Cost;
                buckets.push(f, g, id);
                heap.push(f, g, id, &());
                priority.push(f * 200, g * 200, id, &());
                large.push(f * 200, g * 200, id, &());
                if random >> 62 == 0 {
                    assert_eq!(buckets.pop(), heap.pop());
                    assert_eq!(priority.pop(), large.pop());
                }
            }
            assert_eq!(buckets.len(), heap.len());
            let (mut listed, mut popped) = (vec![], vec![]);
            priority.each(&mut |id| listed.push(id));
            while let Some(entry) = heap.pop() {
                assert_eq!(Some(entry), buckets.pop());
            }
            while let Some((f, id)) = large.pop() {
                assert_eq!(Some((f, id)), priority.pop());
                popped.push(id);
            }
            listed.sort_unstable();
            popped.sort_unstable();
            assert_eq!(listed, popped);
            assert!(buckets.is_empty() && priority.is_empty());
        }
    }
}
