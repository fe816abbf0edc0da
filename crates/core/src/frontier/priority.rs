//! Buckets while costs are small, a heap from the first large one on.

use super::{Buckets, Frontier, Heap, Order, Push};
use crate::store::NodeId;
use crate::{Cost, Ties};

/// Up to here f and g pick a bucket; beyond, the empty buckets would cost more than a heap.
pub(crate) const LARGEST_IN_BUCKETS: u64 = 1 << 12;

/// Nodes by f, then by g as the ties say, whatever the size of the costs.
#[derive(Debug)]
pub struct Priority {
    buckets: Buckets,
    heap: Option<Heap>,
    ties: Ties,
}

impl Priority {
    /// No nodes yet.
    #[must_use]
    pub fn new(ties: Ties) -> Self {
        Self { buckets: Buckets::new(ties), heap: None, ties }
    }
}

impl Frontier for Priority {
    const ORDER: Order = Order::ByF;

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, NodeId)> {
        // Every f in the heap is larger than every f in the buckets.
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
        let (now, soon) = self.heap.as_ref().map_or((0, 0), Frontier::held);
        let (buckets_now, buckets_soon) = self.buckets.held();
        (now + buckets_now, soon + buckets_soon)
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

    /// Buckets, heap and the two together give the same order, whatever the ties.
    #[test]
    fn all_agree() {
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
            let (mut waiting, mut again) = (vec![], vec![]);
            priority.each(&mut |id| waiting.push(id));
            while let Some(entry) = heap.pop() {
                assert_eq!(Some(entry), buckets.pop());
            }
            while let Some((f, id)) = large.pop() {
                assert_eq!(Some((f, id)), priority.pop());
                again.push(id);
            }
            waiting.sort_unstable();
            again.sort_unstable();
            assert_eq!(waiting, again);
            assert!(buckets.is_empty() && priority.is_empty());
        }
    }
}
