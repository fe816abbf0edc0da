//! A queue and a stack of nodes, for breadth-first and depth-first search.

use super::blocks::{Pool, Queue};
use super::{Frontier, Order, Push};
use crate::Cost;
use crate::store::{NodeId, held, push};

/// A first-in, first-out queue, for breadth-first search. Returned f values are 0.
#[derive(Debug, Default)]
pub struct Fifo {
    pool: Pool<NodeId>,
    queue: Queue,
    len: usize,
}

impl Frontier for Fifo {
    const ORDER: Order = Order::FirstIn;

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, NodeId)> {
        let id = self.queue.pop(&mut self.pool)?;
        self.len -= 1;
        Some((0, id))
    }

    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    fn each(&self, visit: &mut dyn FnMut(NodeId)) {
        self.queue.each(&self.pool, visit);
    }

    #[inline]
    fn held(&self) -> (u64, u64) {
        self.pool.held()
    }
}

impl<K> Push<K> for Fifo {
    #[inline(always)]
    fn push(&mut self, _f: u64, _g: Cost, id: NodeId, _key: &K) {
        self.queue.push(&mut self.pool, id);
        self.len += 1;
    }
}

/// A last-in, first-out stack, for depth-first search. Returned f values are 0.
#[derive(Debug, Default)]
pub struct Lifo(Vec<NodeId>);

impl Frontier for Lifo {
    const ORDER: Order = Order::LastIn;

    #[inline(always)]
    fn pop(&mut self) -> Option<(u64, NodeId)> {
        self.0.pop().map(|id| (0, id))
    }

    #[inline]
    fn len(&self) -> usize {
        self.0.len()
    }

    fn each(&self, visit: &mut dyn FnMut(NodeId)) {
        self.0.iter().copied().for_each(visit);
    }

    #[inline]
    fn held(&self) -> (u64, u64) {
        held(&self.0)
    }
}

impl<K> Push<K> for Lifo {
    #[inline(always)]
    fn push(&mut self, _f: u64, _g: Cost, id: NodeId, _key: &K) {
        push(&mut self.0, id);
    }
}
