//! Frontiers: which node a best-first search takes next.

mod blocks;
mod buckets;
mod by_state;
mod fifo_lifo;
mod heap;
mod priority;

pub use blocks::{Pool, Queue, Stack};
pub use buckets::Buckets;
pub use by_state::ByState;
pub use fifo_lifo::{Fifo, Lifo};
pub use heap::Heap;
pub(crate) use priority::LARGEST_IN_BUCKETS;
pub use priority::Priority;

use crate::{Cost, store::NodeId};

/// In which order the nodes of a frontier come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Lowest f first.
    ByF,
    /// First in, first out. f is not used, and the first way to a state is the one that counts.
    FirstIn,
    /// Last in, first out. f is not used, and the first way to a state is the one that counts.
    LastIn,
}

/// The nodes that wait to be expanded. f may be larger than any cost: g and h are weighted in it.
pub trait Frontier {
    /// In which order nodes come.
    const ORDER: Order;

    /// Takes the next node and its f.
    fn pop(&mut self) -> Option<(u64, NodeId)>;

    /// How many entries wait, stale ones included.
    fn len(&self) -> usize;

    /// Whether none waits.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `visit` with every node that waits, in no particular order.
    fn each(&self, visit: &mut dyn FnMut(NodeId));

    /// The bytes held now, and after the growth that is near.
    fn held(&self) -> (u64, u64);
}

/// A frontier that takes nodes whose states have keys of this type; only an order by states looks
/// at them.
pub trait Push<K>: Frontier {
    /// Adds a node.
    fn push(&mut self, f: u64, g: Cost, id: NodeId, key: &K);
}
