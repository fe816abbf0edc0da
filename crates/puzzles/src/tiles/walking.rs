//! Walking distance: the minimum number of moves that bring each tile into its row, plus the same
//! for columns.
//!
//! For rows, a walk counts the tiles of each row in each row, and has the blank's row. Walks are
//! few, so a search from the goal finds the exact distance of each. A table maps a walk and a
//! vertical move to the next walk. Columns work the same way.

use super::cache::{Cache, cached};
use super::{Board, Homes, Word};
use heureka_core::Limits;
use heureka_kit::board::{Direction, Size};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The maximum number of walks in a table: their indices and one more bit fit into 16 bits.
const MAX_WALKS: usize = 1 << 15;

/// The table for a number of lines of equal length and the blank's line at the goal.
///
/// A walk is a word: for each line and each line of origin a count in `bits` bits, with the blank's
/// line above them.
#[derive(Debug)]
struct Table {
    lines: usize,
    bits: u32,
    /// The binary logarithm of the entries for one walk and one direction in `next`.
    stride: u32,
    distances: Vec<u8>,
    /// The walk after a tile of each origin moved, times 2, plus 1 if it is farther from the goal:
    /// first with the blank moving to the next line, then to the previous one.
    next: Vec<u16>,
    /// By index, in the order of their distances.
    walks: Vec<u64>,
    /// By the hash of a walk, its index plus 1; 0 for an empty slot. A power of 2 long, at most half full.
    slots: Vec<u16>,
}

impl Table {
    /// Builds the table; `None` if it would be too large.
    fn build(lines: usize, length: usize, blank: usize) -> Option<Self> {
        let bits = usize::BITS - length.leading_zeros();
        if lines * lines * bits as usize > 60 {
            return None;
        }
        let stride = lines.next_power_of_two().trailing_zeros();
        let (distances, next, walks, slots) = (vec![0], vec![], vec![], vec![]);
        let mut table = Self { lines, bits, stride, distances, next, walks, slots };
        let full = (0..lines).fold(0, |word, line| word + length as u64 * table.one(line, line));
        let goal = full - table.one(blank, blank) + table.blank_in(blank);
        // Enough for the 24,964 walks of a 4x4 board, so that nothing is copied. At most seven lines fit.
        let expected = (1 << (4 * lines)).min(2 * MAX_WALKS) / 2;
        table.walks.reserve(expected);
        table.walks.push(goal);
        table.distances.reserve(expected);
        table.next.resize(expected << (stride + 1), 0);
        table.index(2 * expected);
        let full_count = (1 << bits) - 1;
        let mut i = 0;
        while i < table.walks.len() {
            let (word, distance) = (table.walks[i], table.distances[i]);
            let to = table.blank(word);
            for direction in 0..2 {
                let from = if direction == 0 { to + 1 } else { to.wrapping_sub(1) };
                if from >= lines {
                    continue;
                }
                // A tile of the first origin leaves one line and enters the other.
                let (leaves, enters) = (table.one(from, 0), table.one(to, 0));
                let moved = word - table.blank_in(to) + table.blank_in(from);
                for origin in 0..lines {
                    let shift = origin as u32 * bits;
                    let entry = table.entry(i, direction, origin);
                    // A walk that came earlier has added the move back to it.
                    if table.next[entry] != 0 || word & (full_count * leaves) << shift == 0 {
                        continue;
                    }
                    let after = moved - (leaves << shift) + (enters << shift);
                    let index = table.find_or_add(after, distance + 1)?;
                    let farther = u16::from(table.distances[usize::from(index)] > distance);
                    table.next[entry] = index << 1 | farther;
                    let back = table.entry(index.into(), 1 - direction, origin);
                    table.next[back] = (i as u16) << 1 | (1 - farther);
                }
            }
            i += 1;
        }
        table.next.truncate(table.entry(i, 0, 0));
        // The room of a 4x4 board is nearly full, and copying it takes longer than it saves.
        if 4 * table.walks.len() <= table.slots.len() {
            table.index(2 * table.walks.len());
            table.walks.shrink_to_fit();
            table.distances.shrink_to_fit();
            table.next.shrink_to_fit();
        }
        Some(table)
    }

    /// Returns the index of a walk, which is added at this distance if it is new; `None` if there are too many.
    #[inline(always)]
    fn find_or_add(&mut self, word: u64, distance: u8) -> Option<u16> {
        let slot = self.slot_of(word);
        if self.slots[slot] > 0 {
            return Some(self.slots[slot] - 1);
        }
        let index = self.walks.len();
        if index == MAX_WALKS {
            return None;
        }
        self.walks.push(word);
        self.distances.push(distance);
        self.slots[slot] = index as u16 + 1;
        if self.next.len() < self.entry(index + 1, 0, 0) {
            self.next.resize(2 * self.next.len(), 0);
        }
        if 2 * self.walks.len() > self.slots.len() {
            self.index(4 * self.walks.len());
        }
        Some(index as u16)
    }

    /// Returns the place of a move in `next`.
    #[inline(always)]
    fn entry(&self, walk: usize, direction: usize, origin: usize) -> usize {
        ((walk * 2 + direction) << self.stride) + origin
    }

    /// Builds the hash index of the walks, with at least this many slots.
    fn index(&mut self, slots: usize) {
        self.slots = vec![0; slots.next_power_of_two()];
        for index in 0..self.walks.len() {
            let slot = self.slot_of(self.walks[index]);
            self.slots[slot] = index as u16 + 1;
        }
    }

    /// Returns the slot of a walk, or the empty one where it belongs.
    #[inline(always)]
    fn slot_of(&self, word: u64) -> usize {
        let hash = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (hash ^ hash >> 32) as usize >> 1 & (self.slots.len() - 1);
        while self.slots[slot] != 0 && self.walks[usize::from(self.slots[slot]) - 1] != word {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    /// Returns the index of a walk; 0 for a word that is not a walk.
    #[inline(always)]
    fn find(&self, word: u64) -> u16 {
        self.slots[self.slot_of(word)].saturating_sub(1)
    }

    /// Returns the place of a count in a walk.
    #[inline(always)]
    fn shift(&self, line: usize, origin: usize) -> u32 {
        (line * self.lines + origin) as u32 * self.bits
    }

    #[inline(always)]
    fn one(&self, line: usize, origin: usize) -> u64 {
        1 << self.shift(line, origin)
    }

    #[inline(always)]
    fn blank_in(&self, line: usize) -> u64 {
        (line as u64) << ((self.lines * self.lines) as u32 * self.bits)
    }

    #[inline(always)]
    fn blank(&self, word: u64) -> usize {
        (word >> ((self.lines * self.lines) as u32 * self.bits)) as usize
    }

    fn bytes(&self) -> usize {
        let Self { distances, next, walks, slots, .. } = self;
        let numbers = next.capacity() + slots.capacity();
        distances.capacity() + size_of::<u16>() * numbers + size_of::<u64>() * walks.capacity()
    }
}

/// The tables of a board; arrays are indexed by 0 for rows and 1 for columns.
#[derive(Debug)]
pub(super) struct Walking {
    cells: usize,
    tables: [Arc<Table>; 2],
    /// The line of each cell.
    lines: [[u8; 32]; 2],
    /// The line of each tile's place.
    origins: [[u8; 32]; 2],
}

/// The tables by their lines, the length of a line, and the blank's line.
static BUILT: Cache<[usize; 3], Option<Arc<Table>>> = Mutex::new(BTreeMap::new());

/// Returns the table of lines, shared by all that need it; `None` if it would be too large.
fn shared_table(lines: usize, length: usize, blank: usize) -> Option<Arc<Table>> {
    // Milliseconds and at most two megabytes: no limit is needed.
    let build = |_: &mut Limits<'_>| Ok(Table::build(lines, length, blank).map(Arc::new));
    cached(&BUILT, [lines, length, blank], 0, &mut Limits::none(), build).ok().flatten()
}

/// Returns the tables of a board whose tiles have these places; `None` if they would be too large.
pub(super) fn of_goal(size: Size, homes: &Homes) -> Option<Arc<Walking>> {
    Walking::build(size, homes).map(Arc::new)
}

impl Walking {
    fn build(size: Size, homes: &Homes) -> Option<Self> {
        let blank = usize::from(homes[0]);
        // On a square board with the blank on the diagonal, rows and columns share a table.
        let rows = shared_table(size.rows, size.cols, blank / size.cols)?;
        let columns = shared_table(size.cols, size.rows, blank % size.cols)?;
        let mut walking = Self {
            cells: size.cells(),
            tables: [rows, columns],
            lines: [[0; 32]; 2],
            origins: [[0; 32]; 2],
        };
        for cell in 0..size.cells() {
            for (axis, line) in [cell / size.cols, cell % size.cols].into_iter().enumerate() {
                walking.lines[axis][cell] = line as u8;
            }
        }
        for axis in 0..2 {
            walking.origins[axis] = homes.map(|cell| walking.lines[axis][usize::from(cell)]);
        }
        Some(walking)
    }

    /// Returns the walks of a board.
    pub(super) fn find<W: Word>(&self, cells: W) -> [u16; 2] {
        let mut words = [0; 2];
        for cell in 0..self.cells {
            let tile = cells.tile(cell);
            for (axis, word) in words.iter_mut().enumerate() {
                let table = &self.tables[axis];
                let line = usize::from(self.lines[axis][cell]);
                *word += match tile {
                    0 => table.blank_in(line),
                    _ => table.one(line, usize::from(self.origins[axis][tile])),
                };
            }
        }
        [self.tables[0].find(words[0]), self.tables[1].find(words[1])]
    }

    /// Returns the sum of both distances.
    pub(super) fn distance(&self, walk: [u16; 2]) -> u16 {
        let of = |axis: usize| u16::from(self.tables[axis].distances[usize::from(walk[axis])]);
        of(0) + of(1)
    }

    /// Returns the correction of [`Board::derived`] for a slide. Every move already lowers h by 1,
    /// so h rises here by 2 or 0.
    #[inline(always)]
    pub(super) fn correction<W>(&self, action: Direction, tile: usize, state: &Board<W>) -> u64 {
        let (axis, direction) = match action {
            Direction::Up => (0, 0),
            Direction::Down => (0, 1),
            Direction::Left => (1, 0),
            Direction::Right => (1, 1),
        };
        let table = &*self.tables[axis as usize];
        let walk = state.walk(axis);
        let origin = usize::from(self.origins[axis as usize][tile & 31]);
        let entry = table.next[table.entry(walk.into(), direction, origin)];
        let walked = u64::from(entry >> 1).wrapping_sub(u64::from(walk));
        (walked << Board::<W>::walk_shift(axis)).wrapping_add(u64::from(entry & 1) * 2)
    }

    pub(super) fn bytes(&self) -> u64 {
        let [rows, columns] = &self.tables;
        let shared = Arc::ptr_eq(rows, columns);
        (rows.bytes() + if shared { 0 } else { columns.bytes() }) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_known_size() {
        let table = Table::build(4, 4, 3).unwrap();
        assert_eq!(table.distances.len(), 24_964);
        assert_eq!(table.distances.iter().max(), Some(&35));
    }

    #[test]
    fn large_boards_have_no_tables() {
        let of_size = |rows, cols| of_goal(Size { rows, cols }, &[0; 32]);
        assert!(of_size(2, 5).is_some());
        assert!(of_size(5, 5).is_none());
        assert!(of_size(2, 8).is_none());
        // Few bits, but too many walks.
        assert!(of_size(3, 5).is_none());
    }
}
