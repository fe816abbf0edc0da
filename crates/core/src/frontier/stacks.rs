//! A stack for each f: the frontier of uniform-cost search, and of A\* with [`Ties::Lifo`].

use super::{LARGEST_IN_BUCKETS, Open, Priority};
use crate::Cost;
use crate::store::{held, push, sum};
use crate::strategy::Ties;

/// What an entry stores of its g.
pub(crate) trait StoredG: Copy {
    /// Returns what is stored.
    fn store(g: Cost) -> Self;

    /// Returns the g of a node with this f.
    fn g(self, f: u64) -> Cost;
}

/// Without h, the g of a node is its f.
impl StoredG for () {
    #[inline(always)]
    fn store(_: Cost) -> Self {}

    #[inline(always)]
    fn g(self, f: u64) -> Cost {
        f as Cost
    }
}

impl StoredG for Cost {
    #[inline(always)]
    fn store(g: Cost) -> Self {
        g
    }

    #[inline(always)]
    fn g(self, _: u64) -> Cost {
        self
    }
}

/// A frontier with a stack for each f: of the nodes with the lowest f, the latest comes first. That is the order
/// of [`Priority`] with [`Ties::Lifo`]; without h, also with [`Ties::HighG`].
#[derive(Debug)]
pub(crate) struct Stacks<T, G> {
    /// The nodes of each f up to [`LARGEST_IN_BUCKETS`].
    by_f: Vec<Vec<(T, G)>>,
    /// The first stack that can be non-empty.
    lowest: usize,
    /// The number of all entries.
    len: usize,
    /// The allocation of an empty stack, for the next one.
    spare: Vec<(T, G)>,
    /// Nodes with a higher f, which stands for their g: so the latest comes first.
    far: Priority<(T, G)>,
}

impl<T: Copy, G: StoredG> Stacks<T, G> {
    /// Creates an empty frontier.
    pub fn new() -> Self {
        let (by_f, spare, far) = (Vec::new(), Vec::new(), Priority::new(Ties::HighG));
        Self { by_f, lowest: 0, len: 0, spare, far }
    }

    #[cold]
    #[inline(never)]
    fn add_stacks(&mut self, f: usize) {
        self.by_f.resize_with(f, Vec::new);
        self.by_f.push(std::mem::take(&mut self.spare));
    }
}

impl<T: Copy, G: StoredG> Open<T> for Stacks<T, G> {
    #[inline(always)]
    fn add(&mut self, f: u64, g: Cost, node: T) {
        self.len += 1;
        let entry = (node, G::store(g));
        if f > LARGEST_IN_BUCKETS {
            self.far.add(f, f as Cost, entry);
            return;
        }
        let f = f as usize;
        if self.by_f.len() <= f {
            self.add_stacks(f);
        }
        self.lowest = self.lowest.min(f);
        push(&mut self.by_f[f], entry);
    }

    #[inline(always)]
    fn take(&mut self) -> Option<(u64, Cost, T)> {
        while let Some(stack) = self.by_f.get_mut(self.lowest) {
            if let Some((node, g)) = stack.pop() {
                self.len -= 1;
                let f = self.lowest as u64;
                return Some((f, g.g(f), node));
            }
            if stack.capacity() > 0 {
                self.spare = std::mem::take(stack);
            }
            self.lowest += 1;
        }
        let (f, _, (node, g)) = self.far.take()?;
        self.len -= 1;
        Some((f, g.g(f), node))
    }

    #[inline(always)]
    fn entries(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> (u64, u64) {
        let stacks = self.by_f.iter().chain([&self.spare]);
        let stacks = stacks.filter(|stack| stack.capacity() > 0).map(held);
        sum(stacks.chain([held(&self.by_f), self.far.bytes()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::{Frontier as _, Push as _};
    use crate::test_graph::Random;

    /// Compares stacks with a general queue whose nodes have random f and, with h, random g.
    fn agrees_with_queue<G: StoredG>(ties: Ties, has_h: bool) {
        for scale in [1, 200, 10_000] {
            let (mut stacks, mut queue) = (Stacks::<_, G>::new(), Priority::new(ties));
            let (mut random, mut costs) = (Random(7), vec![]);
            let expected = |queue: &mut Priority, costs: &[Cost]| {
                queue.pop().map(|(f, id)| (f, costs[id as usize], id))
            };
            for id in 0..50_000u32 {
                let f = scale * random.below(40) as u64;
                let g = if has_h { random.below(f as usize + 1) as Cost } else { f as Cost };
                costs.push(g);
                stacks.add(f, g, id);
                queue.push(f, g, id, &());
                if random.below(4) == 0 {
                    let node = stacks.take();
                    assert!(node.is_some() && node == expected(&mut queue, &costs));
                }
            }
            assert_eq!(stacks.entries(), queue.len());
            assert!(stacks.bytes().0 > 30_000 * size_of::<(u32, G)>() as u64);
            while let Some(node) = stacks.take() {
                assert_eq!(Some(node), expected(&mut queue, &costs));
            }
            assert!(queue.is_empty());
        }
    }

    #[test]
    fn the_latest_node_with_the_lowest_f_comes_first() {
        agrees_with_queue::<Cost>(Ties::Lifo, true);
        agrees_with_queue::<()>(Ties::Lifo, false);
        agrees_with_queue::<()>(Ties::HighG, false);
    }
}
