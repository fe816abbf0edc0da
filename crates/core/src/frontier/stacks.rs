//! A stack for each cost: the frontier of uniform-cost search, and of A\* if the latest node comes first.

use super::{LARGEST_IN_BUCKETS, Open, Priority};
use crate::Cost;
use crate::store::{held, push, sum};
use crate::strategy::Ties;

/// A frontier for nodes whose f is their g: of those with the lowest cost, the latest comes first. The order is
/// that of [`Priority`] with [`Ties::HighG`], which is slower: it looks up a stack by f and by g.
#[derive(Debug)]
pub(crate) struct Stacks<T> {
    /// The nodes of each cost up to [`LARGEST_IN_BUCKETS`].
    by_cost: Vec<Vec<T>>,
    /// The first stack that can be non-empty.
    lowest: usize,
    /// The number of all entries.
    len: usize,
    /// The allocation of an empty stack, for the next one.
    spare: Vec<T>,
    /// Nodes with a higher cost.
    far: Priority<T>,
}

impl<T: Copy> Stacks<T> {
    /// Creates an empty frontier.
    pub fn new() -> Self {
        let (by_cost, spare, far) = (Vec::new(), Vec::new(), Priority::new(Ties::HighG));
        Self { by_cost, lowest: 0, len: 0, spare, far }
    }

    #[cold]
    #[inline(never)]
    fn add_stacks(&mut self, cost: usize) {
        self.by_cost.resize_with(cost, Vec::new);
        self.by_cost.push(std::mem::take(&mut self.spare));
    }
}

impl<T: Copy> Open<T> for Stacks<T> {
    #[inline(always)]
    fn add(&mut self, f: u64, g: Cost, node: T) {
        debug_assert_eq!(f, u64::from(g), "nodes without h");
        self.len += 1;
        if f > LARGEST_IN_BUCKETS {
            self.far.add(f, g, node);
            return;
        }
        let cost = f as usize;
        if self.by_cost.len() <= cost {
            self.add_stacks(cost);
        }
        self.lowest = self.lowest.min(cost);
        push(&mut self.by_cost[cost], node);
    }

    #[inline(always)]
    fn take(&mut self) -> Option<(u64, Cost, T)> {
        while let Some(stack) = self.by_cost.get_mut(self.lowest) {
            if let Some(node) = stack.pop() {
                self.len -= 1;
                return Some((self.lowest as u64, self.lowest as Cost, node));
            }
            if stack.capacity() > 0 {
                self.spare = std::mem::take(stack);
            }
            self.lowest += 1;
        }
        let node = self.far.take()?;
        self.len -= 1;
        Some(node)
    }

    #[inline(always)]
    fn entries(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> (u64, u64) {
        let stacks = self.by_cost.iter().chain([&self.spare]);
        let stacks = stacks.filter(|stack| stack.capacity() > 0).map(held);
        sum(stacks.chain([held(&self.by_cost), self.far.bytes()]))
    }
}

/// A frontier with a stack for each f: of the nodes with the lowest f, the latest comes first. The order is
/// that of [`Priority`] with [`Ties::Lifo`].
#[derive(Debug)]
pub(crate) struct LatestFirst<T>(Stacks<(Cost, T)>);

impl<T: Copy> LatestFirst<T> {
    /// Creates an empty frontier.
    pub fn new() -> Self {
        Self(Stacks::new())
    }
}

impl<T: Copy> Open<T> for LatestFirst<T> {
    #[inline(always)]
    fn add(&mut self, f: u64, g: Cost, node: T) {
        self.0.add(f, f as Cost, (g, node));
    }

    #[inline(always)]
    fn take(&mut self) -> Option<(u64, Cost, T)> {
        let (f, _, (g, node)) = self.0.take()?;
        Some((f, g, node))
    }

    #[inline(always)]
    fn entries(&self) -> usize {
        self.0.entries()
    }

    fn bytes(&self) -> (u64, u64) {
        self.0.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::{Frontier as _, Push as _};
    use crate::test_graph::Random;

    #[test]
    fn the_latest_node_with_the_lowest_f_comes_first() {
        for scale in [1, 200, 10_000] {
            let (mut stacks, mut queue) = (LatestFirst::new(), Priority::new(Ties::Lifo));
            let mut random = Random(7);
            let mut costs = vec![];
            for id in 0..50_000u32 {
                let f = scale * random.below(40) as u64;
                let g = random.below(f as usize + 1) as Cost;
                costs.push(g);
                stacks.add(f, g, id);
                queue.push(f, g, id, &());
                if random.below(4) == 0 {
                    let (f, g, id) = stacks.take().unwrap();
                    assert_eq!((Some((f, id)), g), (queue.pop(), costs[id as usize]));
                }
            }
            assert_eq!(stacks.entries(), queue.len());
            assert!(stacks.bytes().0 > 30_000 * 8);
            while let Some((f, g, id)) = stacks.take() {
                assert_eq!((Some((f, id)), g), (queue.pop(), costs[id as usize]));
            }
            assert!(queue.is_empty());
        }
    }

    #[test]
    fn the_latest_node_with_the_lowest_cost_comes_first() {
        for scale in [1, 200, 10_000] {
            let (mut stacks, mut queue) = (Stacks::new(), Priority::new(Ties::HighG));
            let mut random = Random(7);
            let mut taken = 0;
            for id in 0..50_000u32 {
                let f = scale * random.below(40) as u64;
                stacks.add(f, f as Cost, id);
                queue.add(f, f as Cost, id);
                if random.below(4) == 0 {
                    let node = stacks.take();
                    assert!(node.is_some() && node == queue.take());
                    taken += 1;
                }
            }
            assert_eq!(stacks.entries(), 50_000 - taken);
            assert!(stacks.bytes().0 > 30_000 * 4);
            while let Some(node) = stacks.take() {
                assert_eq!(Some(node), queue.take());
            }
            assert_eq!((stacks.entries(), queue.entries()), (0, 0));
        }
    }
}
