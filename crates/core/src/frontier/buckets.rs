//! A bucket queue: one bucket per (f, g), with operations in constant time on average.

use super::blocks::{Pool, Queue, Stack};
use crate::Cost;
use crate::store::{NodeId, held, push, sum};
use crate::strategy::Ties;

/// The most rows; beyond them, empty rows would take more memory than the nodes.
const ROWS: usize = 1 << 16;
/// The fewest rows.
const FEWEST_ROWS: usize = 16;

/// The buckets of one f: a stack per g, or one stack or queue for all g.
#[derive(Debug, Default)]
struct Row {
    stacks: Vec<Stack>,
    /// The g of the first stack.
    lowest_g: usize,
    queue: Queue,
    /// The first stack, in the order of the ties, that can be non-empty.
    best: usize,
    len: usize,
}

impl Row {
    /// Returns the index of the stack of a g, which is added if it is missing.
    ///
    /// Only the range of the g in use has stacks: with uniform cost, one.
    #[inline(always)]
    fn stack_of(&mut self, g: usize) -> usize {
        let at = g.wrapping_sub(self.lowest_g);
        if at < self.stacks.len() { at } else { self.add_stack(g) }
    }

    /// Removes all nodes; calls `visit` with each and its g.
    fn drain<T: Copy>(&mut self, pool: &mut Pool<T>, visit: &mut impl FnMut(Cost, T)) {
        while let Some(node) = self.queue.pop(pool) {
            visit(0, node);
        }
        for (g, stack) in (self.lowest_g..).zip(&mut self.stacks) {
            while let Some(node) = stack.pop(pool) {
                visit(g as Cost, node);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn add_stack(&mut self, g: usize) -> usize {
        if self.stacks.is_empty() {
            self.lowest_g = g;
        }
        let mut below = self.lowest_g.saturating_sub(g);
        if below > 0 {
            // Adds spare stacks, since each insertion at the front moves all stacks.
            below = below.max(self.stacks.len() / 4).min(self.lowest_g);
        }
        self.stacks.splice(0..0, (0..below).map(|_| Stack::default()));
        self.lowest_g -= below;
        self.best += below;
        let at = g - self.lowest_g;
        if self.stacks.len() <= at {
            self.stacks.resize_with(at + 1, Stack::default);
        }
        at
    }
}

/// A bucket queue of nodes ordered by f, then by g and insertion as [`Ties`] says.
///
/// `T` is a node id, or all that a search stores of a node. Memory grows with the largest f and g, so
/// it suits costs up to a few thousand. [`Priority`](super::Priority) switches to a heap beyond.
#[derive(Debug)]
pub(crate) struct Buckets<T = NodeId> {
    pool: Pool<T>,
    rows: Vec<Row>,
    most_rows: usize,
    /// The f of the first row.
    base: u64,
    /// f, g and entry of nodes beyond the rows, which get rows when all others are gone.
    far: Vec<(u64, Cost, T)>,
    ties: Ties,
    /// The first row that can be non-empty.
    lowest: usize,
    /// The number of entries in rows.
    len: usize,
}

impl<T: Copy> Buckets<T> {
    /// Creates an empty queue.
    pub fn new(ties: Ties) -> Self {
        let (rows, far) = (Vec::new(), Vec::new());
        let pool = Pool::default();
        Self { pool, rows, most_rows: ROWS, base: 0, far, ties, lowest: 0, len: 0 }
    }

    /// Returns an empty queue of the same order and memory.
    pub fn like(&self) -> Self {
        Self { most_rows: self.most_rows, ..Self::new(self.ties) }
    }

    /// Lets rows take a small part of the memory of the search, even if f grows by much from node to node.
    pub fn limit_memory(&mut self, bytes: u64) {
        let rows = bytes / 32 / size_of::<Row>() as u64;
        // Never more than before: nodes beyond the rows may wait.
        self.most_rows = self.most_rows.min(rows as usize).max(FEWEST_ROWS);
    }

    /// Returns the number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.len + self.far.len()
    }

    /// Adds a node.
    #[inline(always)]
    pub fn push(&mut self, f: u64, g: Cost, node: T) {
        let mut at = f.wrapping_sub(self.base) as usize;
        if self.rows.len() <= at {
            if !self.make_row(f) {
                push(&mut self.far, (f, g, node));
                return;
            }
            at = (f - self.base) as usize;
        }
        let row = &mut self.rows[at];
        self.len += 1;
        self.lowest = self.lowest.min(at);
        if self.ties == Ties::Fifo {
            row.len += 1;
            row.queue.push(&mut self.pool, node);
            return;
        }
        let at = row.stack_of(if self.ties == Ties::Lifo { 0 } else { g as usize });
        row.stacks[at].push(&mut self.pool, node);
        let is_better = if self.ties == Ties::LowG { at < row.best } else { at > row.best };
        if is_better || row.len == 0 {
            row.best = at;
        }
        row.len += 1;
    }

    /// Adds the rows up to an f. Returns false if it is beyond them.
    #[cold]
    #[inline(never)]
    fn make_row(&mut self, f: u64) -> bool {
        if f < self.base {
            let mut rows = std::mem::take(&mut self.rows);
            for (f, row) in (self.base..).zip(&mut rows) {
                row.drain(&mut self.pool, &mut |g, node| push(&mut self.far, (f, g, node)));
            }
            self.move_far_nodes(f);
        }
        let at = (f - self.base) as usize;
        if at < self.most_rows && self.rows.len() <= at {
            self.rows.resize_with(at + 1, Row::default);
        }
        at < self.rows.len()
    }

    /// Gives rows to the far nodes with the lowest f, if all rows are empty.
    #[inline(always)]
    fn advance(&mut self) {
        if self.len == 0 && !self.far.is_empty() {
            let lowest = self.far.iter().map(|&(f, ..)| f).min();
            self.move_far_nodes(lowest.unwrap_or(self.base));
        }
    }

    /// Lets the rows begin with an f, and gives them to far nodes.
    #[cold]
    #[inline(never)]
    fn move_far_nodes(&mut self, base: u64) {
        let far = std::mem::take(&mut self.far);
        (self.base, self.rows, self.lowest, self.len) = (base, Vec::new(), 0, 0);
        for (f, g, node) in far {
            self.push(f, g, node);
        }
    }

    /// Removes and returns the next node with its f.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u64, T)> {
        if self.ties != Ties::Fifo {
            return self.pop_with_g().map(|(f, _, node)| (f, node));
        }
        self.advance();
        let row = next_row(&mut self.rows, &mut self.lowest, self.len, self.ties)?;
        row.len -= 1;
        self.len -= 1;
        row.queue.pop(&mut self.pool).map(|node| (self.base + self.lowest as u64, node))
    }

    /// Removes and returns the next node with its f and g.
    ///
    /// Needs ties other than [`Ties::Fifo`]. With [`Ties::Lifo`], g is always 0.
    #[inline(always)]
    pub fn pop_with_g(&mut self) -> Option<(u64, Cost, T)> {
        self.advance();
        let row = next_row(&mut self.rows, &mut self.lowest, self.len, self.ties)?;
        row.len -= 1;
        self.len -= 1;
        let g = (row.lowest_g + row.best) as Cost;
        let node = row.stacks[row.best].pop(&mut self.pool);
        node.map(|node| (self.base + self.lowest as u64, g, node))
    }

    /// Returns the lowest f of an entry.
    #[inline(always)]
    pub fn lowest(&mut self) -> Option<u64> {
        self.advance();
        next_row(&mut self.rows, &mut self.lowest, self.len, self.ties)?;
        Some(self.base + self.lowest as u64)
    }

    /// Returns the number of entries with the lowest f.
    pub fn len_of_lowest(&mut self) -> usize {
        self.advance();
        next_row(&mut self.rows, &mut self.lowest, self.len, self.ties).map_or(0, |row| row.len)
    }

    /// Moves nodes with the next f and g into `batch`. Returns f, g and the number of nodes.
    ///
    /// Needs [`Ties::HighG`] or [`Ties::LowG`].
    #[inline(always)]
    pub fn pop_batch(&mut self, batch: &mut [T]) -> Option<(u64, Cost, usize)> {
        debug_assert!(matches!(self.ties, Ties::HighG | Ties::LowG), "pop_batch needs ties by g");
        self.advance();
        let row = next_row(&mut self.rows, &mut self.lowest, self.len, self.ties)?;
        let taken = row.stacks[row.best].pop_batch(&mut self.pool, batch);
        row.len -= taken;
        let g = (row.lowest_g + row.best) as Cost;
        self.len -= taken;
        Some((self.base + self.lowest as u64, g, taken))
    }

    /// Calls `visit` with every entry, in an unspecified order.
    pub fn each(&self, visit: &mut dyn FnMut(T)) {
        for row in &self.rows {
            row.queue.each(&self.pool, visit);
            row.stacks.iter().for_each(|stack| stack.each(&self.pool, visit));
        }
        self.far.iter().for_each(|&(.., node)| visit(node));
    }

    /// Returns the bytes allocated now, and after the next growth if that is near.
    #[inline]
    pub fn held(&self) -> (u64, u64) {
        let stacks: usize = self.rows.iter().map(|row| row.stacks.capacity()).sum();
        let stacks = (stacks * size_of::<Stack>()) as u64;
        let rows = (self.rows.capacity() * size_of::<Row>()) as u64;
        // Rows double when they grow.
        let is_full = self.rows.len() == self.rows.capacity();
        let rows = (rows, if is_full { 2 * rows } else { rows });
        sum([self.pool.held(), held(&self.far), (stacks, stacks), rows])
    }
}

/// Returns the lowest non-empty row, with `best` at its next non-empty stack.
#[inline(always)]
fn next_row<'a>(
    rows: &'a mut [Row],
    lowest: &mut usize,
    len: usize,
    ties: Ties,
) -> Option<&'a mut Row> {
    if len == 0 {
        return None;
    }
    while rows[*lowest].len == 0 {
        *lowest += 1;
    }
    let row = &mut rows[*lowest];
    if ties != Ties::Fifo {
        while row.stacks[row.best].is_empty() {
            if ties == Ties::LowG {
                row.best += 1;
            } else {
                row.best -= 1;
            }
        }
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_depends_on_the_range_of_g_in_a_row() {
        let mut queue = Buckets::new(Ties::HighG);
        for f in 0..4000 {
            queue.push(f, f as Cost, f);
            assert_eq!(queue.pop(), Some((f, f)));
        }
        // A stack for every g below f would take 64 MB.
        assert!(queue.held().0 < 1 << 20, "{:?}", queue.held());
    }
    #[test]
    fn large_costs_take_little_memory() {
        let mut queue = Buckets::new(Ties::HighG);
        let costs = [70_000, 65_535, 4_000_000_000, 65_536, 4_000_000_001, 70_001, 136_000];
        for f in costs {
            queue.push(f, f as Cost, f);
        }
        assert_eq!((queue.len(), queue.lowest()), (7, Some(65_535)));
        assert_eq!(queue.pop(), Some((65_535, 65_535)));
        // The rows begin with 65,536 now; a lower f moves them.
        assert_eq!(queue.lowest(), Some(65_536));
        queue.push(3, 2, 3);
        let mut all = vec![];
        queue.each(&mut |f| all.push(f));
        all.sort_unstable();
        assert_eq!(all, [3, 65_536, 70_000, 70_001, 136_000, 4_000_000_000, 4_000_000_001]);
        for f in all {
            assert_eq!((queue.len_of_lowest(), queue.pop()), (1, Some((f, f))));
        }
        assert_eq!((queue.pop(), queue.len()), (None, 0));
        assert!(queue.held().0 < 16 << 20, "{:?}", queue.held());
    }
}
