//! Stacks and queues that share one array, as linked lists of blocks of 64 entries.
//!
//! A bucket queue has thousands of buckets that grow and shrink. Reusing blocks keeps the memory
//! close to the number of entries, without an allocation per bucket.

use crate::store::{held, push, sum};

const BLOCK: u32 = 64;
const NONE: u32 = u32::MAX;

/// The blocks of any number of stacks and queues.
#[derive(Debug)]
pub(super) struct Pool<T> {
    entries: Vec<T>,
    /// For each block the next one: toward the bottom of a stack, toward the back of a queue, or in
    /// the list of free blocks.
    links: Vec<u32>,
    free: Option<u32>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), links: Vec::new(), free: None }
    }
}

impl<T: Copy> Pool<T> {
    /// Returns the bytes allocated now, and after the next growth if that is near.
    #[inline]
    pub fn held(&self) -> (u64, u64) {
        sum([held(&self.entries), held(&self.links)])
    }

    /// Returns a free block; a new one is filled with an entry.
    #[cold]
    #[inline(never)]
    fn take_block(&mut self, entry: T) -> u32 {
        if let Some(block) = self.free {
            let next = self.links[block as usize];
            self.free = (next != NONE).then_some(next);
            return block;
        }
        let block = self.links.len() as u32;
        for _ in 0..BLOCK {
            push(&mut self.entries, entry);
        }
        push(&mut self.links, NONE);
        block
    }

    #[inline]
    fn free_block(&mut self, block: u32) {
        self.links[block as usize] = self.free.unwrap_or(NONE);
        self.free = Some(block);
    }

    #[inline(always)]
    fn index(block: u32, at: u32) -> usize {
        block as usize * BLOCK as usize + at as usize
    }
}

/// A stack in a pool.
#[derive(Debug)]
pub(super) struct Stack {
    top: u32,
    /// The number of entries in the top block.
    used: u32,
}

impl Default for Stack {
    #[inline]
    fn default() -> Self {
        // Looks like a full block, so that the first push takes a new one.
        Self { top: NONE, used: BLOCK }
    }
}

impl Stack {
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.top == NONE
    }

    #[inline(always)]
    pub fn push<T: Copy>(&mut self, pool: &mut Pool<T>, entry: T) {
        if self.used == BLOCK {
            let block = pool.take_block(entry);
            pool.links[block as usize] = self.top;
            *self = Self { top: block, used: 0 };
        }
        pool.entries[Pool::<T>::index(self.top, self.used)] = entry;
        self.used += 1;
    }

    #[inline(always)]
    pub fn pop<T: Copy>(&mut self, pool: &mut Pool<T>) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        self.used -= 1;
        let entry = pool.entries[Pool::<T>::index(self.top, self.used)];
        if self.used == 0 {
            self.drop_top(pool);
        }
        Some(entry)
    }

    /// Moves entries from the top into `batch` until it is full or the stack is empty. Entries of a block keep
    /// their order. Returns their number.
    #[inline(always)]
    pub fn pop_batch<T: Copy>(&mut self, pool: &mut Pool<T>, batch: &mut [T]) -> usize {
        let mut taken = 0;
        while taken < batch.len() && !self.is_empty() {
            let more = (self.used as usize).min(batch.len() - taken);
            self.used -= more as u32;
            let from = Pool::<T>::index(self.top, self.used);
            batch[taken..taken + more].copy_from_slice(&pool.entries[from..from + more]);
            taken += more;
            if self.used == 0 {
                self.drop_top(pool);
            }
        }
        taken
    }

    /// Calls `visit` with every entry, from the top down.
    pub fn each<T: Copy>(&self, pool: &Pool<T>, visit: &mut dyn FnMut(T)) {
        let (mut block, mut used) = (self.top, self.used);
        while block != NONE {
            (0..used).rev().for_each(|at| visit(pool.entries[Pool::<T>::index(block, at)]));
            (block, used) = (pool.links[block as usize], BLOCK);
        }
    }

    #[cold]
    #[inline(never)]
    fn drop_top<T: Copy>(&mut self, pool: &mut Pool<T>) {
        let below = pool.links[self.top as usize];
        pool.free_block(self.top);
        *self = Self { top: below, used: BLOCK };
    }
}

/// A queue in a pool.
#[derive(Debug)]
pub(super) struct Queue {
    first: u32,
    last: u32,
    /// The number of entries already removed from the first block.
    removed: u32,
    /// The number of entries in the last block.
    used: u32,
}

impl Default for Queue {
    #[inline]
    fn default() -> Self {
        Self { first: NONE, last: NONE, removed: 0, used: BLOCK }
    }
}

impl Queue {
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.first == NONE
    }

    #[inline(always)]
    pub fn push<T: Copy>(&mut self, pool: &mut Pool<T>, entry: T) {
        if self.used == BLOCK {
            let block = pool.take_block(entry);
            pool.links[block as usize] = NONE;
            if self.last == NONE {
                self.first = block;
            } else {
                pool.links[self.last as usize] = block;
            }
            self.last = block;
            self.used = 0;
        }
        pool.entries[Pool::<T>::index(self.last, self.used)] = entry;
        self.used += 1;
    }

    #[inline(always)]
    pub fn pop<T: Copy>(&mut self, pool: &mut Pool<T>) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let entry = pool.entries[Pool::<T>::index(self.first, self.removed)];
        self.removed += 1;
        if self.first == self.last && self.removed == self.used {
            pool.free_block(self.first);
            *self = Self::default();
        } else if self.removed == BLOCK {
            let next = pool.links[self.first as usize];
            pool.free_block(self.first);
            self.first = next;
            self.removed = 0;
        }
        Some(entry)
    }

    /// Calls `visit` with every entry, from the front to the back.
    pub fn each<T: Copy>(&self, pool: &Pool<T>, visit: &mut dyn FnMut(T)) {
        let (mut block, mut from) = (self.first, self.removed);
        while block != NONE {
            let to = if block == self.last { self.used } else { BLOCK };
            (from..to).for_each(|at| visit(pool.entries[Pool::<T>::index(block, at)]));
            (block, from) = (pool.links[block as usize], 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::Random;
    use std::collections::VecDeque;

    /// Runs random operations on the pool and on the standard library's collections.
    #[test]
    fn matches_standard_collections() {
        let mut pool = Pool::default();
        let mut stacks: [(Stack, Vec<u32>); 3] = Default::default();
        let mut queues: [(Queue, VecDeque<u32>); 3] = Default::default();
        let mut random = Random(1);
        for step in 0..200_000u32 {
            let (which, roll) = (random.below(3), random.below(8));
            // Grow and shrink by turns, so that blocks are freed.
            let grows = step / 5_000 % 2 == 0;
            let push = if grows { roll < 5 } else { roll < 3 };
            let (stack, expected_stack) = &mut stacks[which];
            let (queue, expected_queue) = &mut queues[which];
            if push {
                stack.push(&mut pool, step);
                expected_stack.push(step);
                queue.push(&mut pool, step);
                expected_queue.push_back(step);
            } else {
                assert_eq!(stack.pop(&mut pool), expected_stack.pop());
                assert_eq!(queue.pop(&mut pool), expected_queue.pop_front());
            }
            assert_eq!(stack.is_empty(), expected_stack.is_empty());
            assert_eq!(queue.is_empty(), expected_queue.is_empty());
        }
        for (stack, expected) in &mut stacks {
            let mut all = vec![];
            stack.each(&pool, &mut |entry| all.push(entry));
            all.reverse();
            assert_eq!(&all, expected);
            // Entries of several blocks.
            let mut batch = [0; 150];
            let taken = stack.pop_batch(&mut pool, &mut batch);
            assert_eq!(taken, batch.len().min(expected.len()));
            let batch = &mut batch[..taken];
            batch.sort_unstable();
            let rest = expected.len() - taken;
            expected[rest..].sort_unstable();
            assert_eq!(batch, &expected[rest..]);
            all.clear();
            stack.each(&pool, &mut |entry| all.push(entry));
            all.reverse();
            assert_eq!(all, expected[..rest]);
        }
        for (queue, expected) in &queues {
            let mut all = vec![];
            queue.each(&pool, &mut |entry| all.push(entry));
            assert_eq!(expected, &all);
        }
    }
}
