//! A binary heap: for costs too large for an array of buckets.

use super::{Frontier, Order, Push};
use crate::store::NodeId;
use crate::{Cost, Ties};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is smaller comes first: f, then g as the ties say, then the order of arrival.
type Entry = Reverse<(u64, Cost, u64, NodeId)>;

/// Nodes by f, then by g as the ties say, in a binary heap.
#[derive(Debug)]
pub struct Heap {
    entries: BinaryHeap<Entry>,
    ties: Ties,
    arrivals: u64,
}

impl Heap {
    /// No nodes yet.
    #[must_use]
    pub fn new(ties: Ties) -> Self {
        Self { entries: BinaryHeap::new(), ties, arrivals: 0 }
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
        let bytes = (self.entries.capacity() * size_of::<Entry>()) as u64;
        // A heap doubles when it is full.
        let near = self.entries.len() * 33 / 32 >= self.entries.capacity();
        (bytes, if near { bytes * 2 } else { bytes })
    }
}

impl<K> Push<K> for Heap {
    fn push(&mut self, f: u64, g: Cost, id: NodeId, _key: &K) {
        self.arrivals += 1;
        let by_g = match self.ties {
            Ties::HighG => Cost::MAX - g,
            Ties::LowG => g,
            // An order by states is another frontier's.
            Ties::Fifo | Ties::Lifo | Ties::State => 0,
        };
        let by_arrival =
            if self.ties == Ties::Fifo { self.arrivals } else { u64::MAX - self.arrivals };
        self.entries.push(Reverse((f, by_g, by_arrival, id)));
    }
}
