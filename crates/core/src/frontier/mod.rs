//! Frontiers: the open nodes of a best-first search, and the order in which it expands them.

mod blocks;
mod buckets;
mod by_state;
mod fifo_lifo;
mod priority;
mod stacks;

pub(crate) use buckets::Buckets;
pub use by_state::ByState;
pub use fifo_lifo::{Fifo, Lifo};
pub(crate) use priority::LARGEST_IN_BUCKETS;
pub use priority::Priority;
pub(crate) use stacks::Stacks;

use crate::{Cost, store::NodeId};
use std::collections::BinaryHeap;

/// The order in which a frontier returns its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Lowest f first.
    ByF,
    /// First in, first out. Ignores f; the first path found to a state is kept.
    FirstIn,
    /// Last in, first out. Ignores f; the first path found to a state is kept.
    LastIn,
}

/// A collection of open nodes.
///
/// f is a `u64` because a weighted sum of g and h can exceed [`Cost`].
pub trait Frontier {
    /// The order in which [`Frontier::pop`] returns nodes.
    const ORDER: Order;

    /// Removes and returns the next node with its f, or `None` if the frontier is empty.
    fn pop(&mut self) -> Option<(u64, NodeId)>;

    /// Returns the number of entries, stale ones included.
    fn len(&self) -> usize;

    /// Returns whether there are no entries.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Prepares for a search that may take so much memory.
    fn limit_memory(&mut self, _bytes: u64) {}

    /// Calls `visit` with every entry, in an unspecified order.
    fn each(&self, visit: &mut dyn FnMut(NodeId));

    /// Returns the bytes allocated now, and after the next growth if that is near.
    fn held(&self) -> (u64, u64);
}

/// A frontier for problems with keys of type `K`, which are read only if they order the states.
pub trait Push<K>: Frontier {
    /// Adds a node.
    fn push(&mut self, f: u64, g: Cost, id: NodeId, key: &K);
}

/// An open list for searches that store only the cost of a node. The lowest f comes first; `T` is the key of a
/// node.
pub(crate) trait Open<T> {
    /// Adds a node.
    fn add(&mut self, f: u64, g: Cost, node: T);

    /// Removes and returns the next entry, which can be stale, with its f and g.
    fn take(&mut self) -> Option<(u64, Cost, T)>;

    /// Returns the number of entries, stale ones included.
    fn entries(&self) -> usize;

    /// Returns the bytes allocated now, and after the next growth if that is near.
    fn bytes(&self) -> (u64, u64);
}

/// Returns the bytes a heap has allocated now, and after it doubles if that is near.
fn heap_bytes<T>(heap: &BinaryHeap<T>) -> (u64, u64) {
    let bytes = (heap.capacity() * size_of::<T>()) as u64;
    let near = heap.len() * 33 / 32 >= heap.capacity();
    (bytes, if near { bytes * 2 } else { bytes })
}
