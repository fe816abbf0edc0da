//! Walking distance: the least number of moves that brings each tile into its row, plus the same
//! for columns.
//!
//! For the rows, all that counts is how many tiles of which row are in which row, and where the
//! blank is. There are so few such states that a search from the goal tells the exact distance of
//! each, and a table says which state follows when a tile goes up or down. Columns likewise.

use super::board::ONE_H;
use super::shared::{self, Cache};
use super::{Board, Shape, Slide, Word};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

/// The most states that a table may have: their numbers and one bit more fit into 16 bits.
pub const MOST_STATES: usize = 1 << 15;

/// The table for a number of lines of equal length.
///
/// A state is a word: for each line and each line of origin a count in `bits` bits, and the blank's
/// line above them.
#[derive(Debug)]
struct Table {
    lines: usize,
    bits: u32,
    /// The binary logarithm of the room for one state and one direction in `next`.
    stride: u32,
    distances: Vec<u8>,
    /// The state after a tile from one of the lines moved, times 2, plus 1 if it is farther from
    /// the goal: first with the blank going to the next line, then to the one before.
    next: Vec<u16>,
    /// The states and their numbers by hash; a power of 2 long, at most half full.
    words: Vec<u64>,
    numbers: Vec<u16>,
}

impl Table {
    /// The table, unless it would be too large.
    fn build(lines: usize, length: usize) -> Option<Self> {
        let bits = usize::BITS - length.leading_zeros();
        if lines * lines * bits as usize > 60 {
            return None;
        }
        let stride = lines.next_power_of_two().trailing_zeros();
        let mut table = Self {
            lines,
            bits,
            stride,
            distances: vec![0],
            next: Vec::new(),
            words: Vec::new(),
            numbers: Vec::new(),
        };
        let full = (0..lines).fold(0, |word, line| word + length as u64 * table.one(line, line));
        let goal = full - table.one(lines - 1, lines - 1) + table.blank_in(lines - 1);
        let mut states = vec![goal];
        let mut found = HashMap::from([(goal, 0u16)]);
        let mut i = 0;
        while i < states.len() {
            let (word, distance) = (states[i], table.distances[i]);
            let to = table.blank(word);
            table.next.resize((i + 1) << (stride + 1), 0);
            for (direction, from) in [to + 1, to.wrapping_sub(1)].into_iter().enumerate() {
                if from >= lines {
                    continue;
                }
                for origin in 0..lines {
                    if table.count(word, from, origin) == 0 {
                        continue;
                    }
                    let after = word - table.one(from, origin) + table.one(to, origin)
                        - table.blank_in(to)
                        + table.blank_in(from);
                    let number = *found.entry(after).or_insert_with(|| {
                        states.push(after);
                        table.distances.push(distance + 1);
                        (states.len() - 1) as u16
                    });
                    if states.len() > MOST_STATES {
                        return None;
                    }
                    let farther = table.distances[usize::from(number)] > distance;
                    table.next[((i * 2 + direction) << stride) + origin] =
                        number << 1 | u16::from(farther);
                }
            }
            i += 1;
        }
        table.index(&states);
        Some(table)
    }

    /// Makes states findable by their words.
    fn index(&mut self, states: &[u64]) {
        let slots = (2 * states.len()).next_power_of_two();
        self.words = vec![0; slots];
        self.numbers = vec![0; slots];
        for (number, &word) in states.iter().enumerate() {
            let mut slot = self.slot(word);
            while self.words[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.words[slot] = word;
            self.numbers[slot] = number as u16;
        }
    }

    #[inline(always)]
    fn slot(&self, word: u64) -> usize {
        let hash = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash ^ hash >> 32) as usize >> 1 & (self.words.len() - 1)
    }

    /// The number of a state. One that no board has leads nowhere and gets 0.
    #[inline(always)]
    fn find(&self, word: u64) -> u16 {
        let mut slot = self.slot(word);
        while self.words[slot] != word && self.words[slot] != 0 {
            slot = (slot + 1) & (self.words.len() - 1);
        }
        self.numbers[slot]
    }

    fn one(&self, line: usize, origin: usize) -> u64 {
        1 << ((line * self.lines + origin) as u32 * self.bits)
    }

    fn count(&self, word: u64, line: usize, origin: usize) -> u64 {
        (word / self.one(line, origin)) & ((1 << self.bits) - 1)
    }

    fn blank_in(&self, line: usize) -> u64 {
        (line as u64) << ((self.lines * self.lines) as u32 * self.bits)
    }

    fn blank(&self, word: u64) -> usize {
        (word >> ((self.lines * self.lines) as u32 * self.bits)) as usize
    }

    fn bytes(&self) -> usize {
        self.distances.len() + 2 * self.next.len() + 8 * self.words.len() + 2 * self.numbers.len()
    }
}

/// The tables of a board for rows and columns; arrays are indexed by 0 for rows and 1 for columns.
#[derive(Debug)]
pub(super) struct Walking {
    cells: usize,
    tables: [Arc<Table>; 2],
    /// The line of each cell.
    lines: [[u8; 32]; 2],
    /// The line where each tile belongs.
    origins: [[u8; 32]; 2],
}

static BUILT: Cache<Option<Arc<Walking>>> = Mutex::new(BTreeMap::new());

/// The tables of a shape; nothing if they would be too large.
pub(super) fn shared(shape: Shape) -> Option<Arc<Walking>> {
    shared::shared(&BUILT, shape, || Walking::build(shape).map(Arc::new))
}

impl Walking {
    fn build(shape: Shape) -> Option<Self> {
        let rows = Arc::new(Table::build(shape.rows, shape.cols)?);
        let columns = if shape.rows == shape.cols {
            // One table for both leaves more of the cache to other things.
            rows.clone()
        } else {
            Arc::new(Table::build(shape.cols, shape.rows)?)
        };
        let mut walking = Self {
            cells: shape.cells(),
            tables: [rows, columns],
            lines: [[0; 32]; 2],
            origins: [[0; 32]; 2],
        };
        for cell in 0..shape.cells() {
            let (row, col) = shape.place(cell);
            for (axis, line) in [row, col].into_iter().enumerate() {
                walking.lines[axis][cell] = line as u8;
                walking.origins[axis][cell + 1] = line as u8;
            }
        }
        Some(walking)
    }

    /// The states of a board.
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

    /// The sum of both distances.
    pub(super) fn distance(&self, walk: [u16; 2]) -> u16 {
        let of = |axis: usize| u16::from(self.tables[axis].distances[usize::from(walk[axis])]);
        of(0) + of(1)
    }

    /// What is added to [`Board::known`] when a tile slides. h is lowered elsewhere, so it rises by
    /// 2 or not at all.
    #[inline(always)]
    pub(super) fn correction<W>(&self, slide: Slide, tile: usize, state: &Board<W>) -> u64 {
        let (axis, direction) = match slide {
            Slide::Up => (0, 0),
            Slide::Down => (0, 1),
            Slide::Left => (1, 0),
            Slide::Right => (1, 1),
        };
        let table = &*self.tables[axis as usize];
        let walk = state.walk(axis);
        let origin = usize::from(self.origins[axis as usize][tile & 31]);
        let entry = table.next[((usize::from(walk) * 2 + direction) << table.stride) + origin];
        let walked = u64::from(entry >> 1).wrapping_sub(u64::from(walk));
        (walked << Board::<W>::walk_shift(axis)).wrapping_add(u64::from(entry & 1) * (2 * ONE_H))
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
    fn tiles_walking_tables_have_the_known_size() {
        let table = Table::build(4, 4).unwrap();
        assert_eq!(table.distances.len(), 24_964);
        assert_eq!(table.distances.iter().max(), Some(&35));
    }

    #[test]
    fn tiles_walking_tables_stay_small() {
        assert!(shared(Shape { rows: 2, cols: 5 }).is_some());
        assert!(shared(Shape { rows: 5, cols: 5 }).is_none());
        assert!(shared(Shape { rows: 2, cols: 8 }).is_none());
    }
}
