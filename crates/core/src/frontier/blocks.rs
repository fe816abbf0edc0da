//! Many stacks and queues in one array: blocks of 256 entries that are chained and reused.
//!
//! A bucket queue has thousands of buckets that grow and shrink; blocks keep the memory in use
//! close to the number of entries, with no allocation per bucket.

use crate::store::{held, push, sum};

const BLOCK: u32 = 256;
const NONE: u32 = u32::MAX;

/// The blocks of any number of stacks and queues.
#[derive(Clone, Debug, Default)]
pub struct Pool<T> {
    entries: Vec<T>,
    /// For a block of a stack the one below it, for one of a queue the one behind it, for a free
    /// one the next free one.
    links: Vec<u32>,
    free: Option<u32>,
}

impl<T: Copy + Default> Pool<T> {
    /// No blocks yet.
    #[must_use]
    pub fn new() -> Self {
        Self { entries: Vec::new(), links: Vec::new(), free: None }
    }

    /// The bytes held now, and after the growth that is near.
    #[must_use]
    pub fn held(&self) -> (u64, u64) {
        sum([held(&self.entries), held(&self.links)])
    }

    #[cold]
    #[inline(never)]
    fn take_block(&mut self) -> u32 {
        if let Some(block) = self.free {
            let next = self.links[block as usize];
            self.free = (next != NONE).then_some(next);
            return block;
        }
        let block = self.links.len() as u32;
        for _ in 0..BLOCK {
            push(&mut self.entries, T::default());
        }
        push(&mut self.links, NONE);
        block
    }

    fn give_block(&mut self, block: u32) {
        self.links[block as usize] = self.free.unwrap_or(NONE);
        self.free = Some(block);
    }

    #[inline(always)]
    fn index(block: u32, at: u32) -> usize {
        block as usize * BLOCK as usize + at as usize
    }
}

/// A stack in a pool.
#[derive(Clone, Copy, Debug)]
pub struct Stack {
    top: u32,
    /// How many entries the top block holds.
    used: u32,
}

impl Default for Stack {
    fn default() -> Self {
        // Looks like a full block, so that the first push takes a real one.
        Self { top: NONE, used: BLOCK }
    }
}

impl Stack {
    /// Whether there is nothing on it.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.top == NONE
    }

    /// Puts an entry on top.
    #[inline(always)]
    pub fn push<T: Copy + Default>(&mut self, pool: &mut Pool<T>, entry: T) {
        if self.used == BLOCK {
            let block = pool.take_block();
            pool.links[block as usize] = self.top;
            *self = Self { top: block, used: 0 };
        }
        pool.entries[Pool::<T>::index(self.top, self.used)] = entry;
        self.used += 1;
    }

    /// Takes the entry on top.
    #[inline(always)]
    pub fn pop<T: Copy + Default>(&mut self, pool: &mut Pool<T>) -> Option<T> {
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

    /// Takes up to as many entries as `batch` has room for, and says how many.
    #[inline(always)]
    pub fn pop_batch<T: Copy + Default>(&mut self, pool: &mut Pool<T>, batch: &mut [T]) -> usize {
        if self.is_empty() {
            return 0;
        }
        let taken = (self.used as usize).min(batch.len());
        self.used -= taken as u32;
        let from = Pool::<T>::index(self.top, self.used);
        batch[..taken].copy_from_slice(&pool.entries[from..from + taken]);
        if self.used == 0 {
            self.drop_top(pool);
        }
        taken
    }

    /// Calls `visit` with every entry, from the top.
    pub fn each<T: Copy + Default>(&self, pool: &Pool<T>, visit: &mut dyn FnMut(T)) {
        let (mut block, mut used) = (self.top, self.used);
        while block != NONE {
            (0..used).rev().for_each(|at| visit(pool.entries[Pool::<T>::index(block, at)]));
            (block, used) = (pool.links[block as usize], BLOCK);
        }
    }

    #[cold]
    #[inline(never)]
    fn drop_top<T: Copy + Default>(&mut self, pool: &mut Pool<T>) {
        let below = pool.links[self.top as usize];
        pool.give_block(self.top);
        *self = Self { top: below, used: BLOCK };
    }
}

/// A queue in a pool.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    first: u32,
    last: u32,
    /// How many entries of the first block are gone.
    gone: u32,
    /// How many entries of the last block are used.
    used: u32,
}

impl Default for Queue {
    fn default() -> Self {
        Self { first: NONE, last: NONE, gone: 0, used: BLOCK }
    }
}

impl Queue {
    /// Whether there is nothing in it.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first == NONE
    }

    /// Puts an entry at the end.
    #[inline(always)]
    pub fn push<T: Copy + Default>(&mut self, pool: &mut Pool<T>, entry: T) {
        if self.used == BLOCK {
            let block = pool.take_block();
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

    /// Takes the entry at the front.
    #[inline(always)]
    pub fn pop<T: Copy + Default>(&mut self, pool: &mut Pool<T>) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let entry = pool.entries[Pool::<T>::index(self.first, self.gone)];
        self.gone += 1;
        if self.first == self.last && self.gone == self.used {
            pool.give_block(self.first);
            *self = Self::default();
        } else if self.gone == BLOCK {
            let next = pool.links[self.first as usize];
            pool.give_block(self.first);
            self.first = next;
            self.gone = 0;
        }
        Some(entry)
    }

    /// Calls `visit` with every entry, from the front.
    pub fn each<T: Copy + Default>(&self, pool: &Pool<T>, visit: &mut dyn FnMut(T)) {
        let (mut block, mut from) = (self.first, self.gone);
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
    use std::collections::VecDeque;

    /// Stacks and queues in one pool against the standard library's, in a random order of calls.
    #[test]
    fn many_lines_in_one_pool() {
        let mut pool = Pool::new();
        let mut stacks: [(Stack, Vec<u32>); 3] = Default::default();
        let mut queues: [(Queue, VecDeque<u32>); 3] = Default::default();
        let mut random = 1u64;
        for step in 0..200_000u32 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (which, what) = ((random >> 60) as usize % 3, random >> 40 & 7);
            // Grow for a while, shrink for a while, so that blocks are given back.
            let grows = step / 5_000 % 2 == 0;
            let push = if grows { what < 5 } else { what < 3 };
            let (stack, stack_model) = &mut stacks[which];
            let (queue, queue_model) = &mut queues[which];
            if push {
                stack.push(&mut pool, step);
                stack_model.push(step);
                queue.push(&mut pool, step);
                queue_model.push_back(step);
            } else {
                assert_eq!(stack.pop(&mut pool), stack_model.pop());
                assert_eq!(queue.pop(&mut pool), queue_model.pop_front());
            }
            assert_eq!(stack.is_empty(), stack_model.is_empty());
            assert_eq!(queue.is_empty(), queue_model.is_empty());
        }
        for (stack, model) in &mut stacks {
            let mut all = vec![];
            stack.each(&pool, &mut |entry| all.push(entry));
            all.reverse();
            assert_eq!(&all, model);
            let mut batch = [0; 16];
            let taken = stack.pop_batch(&mut pool, &mut batch);
            assert_eq!(batch[..taken], model[model.len() - taken..]);
        }
        for (queue, model) in &queues {
            let mut all = vec![];
            queue.each(&pool, &mut |entry| all.push(entry));
            assert_eq!(model, &all);
        }
    }
}
