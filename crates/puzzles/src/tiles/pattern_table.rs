//! The table of one group: how many moves of its tiles it needs beyond their Manhattan distance.
//!
//! Moves of other tiles cost nothing, so the values of several groups add up. The blank moves freely within
//! its component, the cells that it reaches beside the group. So a search backward from the goal visits
//! pairs of a placement of the group and a component, and a table keeps the lowest value of a placement
//! (Korf and Felner 2002). A placement is a number whose digits are the cells of the tiles.
//!
//! A move changes the distance by one, so both have the same parity, and the placements of two levels in a
//! row are different ones. A level is swept in the order of the numbers: then its moves lead to a few places
//! in memory that advance together, which is several times as fast as a queue.

use super::components::{Components, MAX_COMPONENTS, neighbors};
use super::symmetry::{Symmetry, symmetries};
use heureka_core::limits::Gauge;
use heureka_core::parallel::in_parallel;
use heureka_core::tables::TableName;
use heureka_core::{Limits, Stats, Stop};
use heureka_kit::board::Size;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, AtomicUsize};

/// The largest excess in a table, in pairs of moves. A higher one is stored as this.
const MAX_EXCESS: u8 = 15;

/// The number of words of 64 placements that a thread sweeps at a time.
const BLOCK: usize = 1 << 10;

/// The fewest placements that are worth several threads.
const WIDE: usize = 1 << 20;

/// A group of places, and the cells that the blank reaches when all of them are filled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    size: Size,
    /// Ascending.
    homes: Vec<u8>,
    /// The blank's component, as a set.
    blank: u32,
}

impl Pattern {
    /// Returns the pattern of a group up to symmetry, and the symmetry that leads to it.
    pub(super) fn canonical(size: Size, group: &[usize], blank: usize) -> (Self, Symmetry) {
        let tiles = group.iter().fold(0, |set, cell| set | 1u32 << cell);
        let component = super::components::reach(&neighbors(size), !tiles, 1 << blank);
        let image = |symmetry: &Symmetry| {
            let mut homes: Vec<u8> = group.iter().map(|&cell| symmetry[cell]).collect();
            homes.sort_unstable();
            let cells = (0..size.cells()).filter(|cell| component >> cell & 1 == 1);
            let blank = cells.fold(0, |set, cell| set | 1 << symmetry[cell]);
            Self { size, homes, blank }
        };
        let images = symmetries(size).into_iter().map(|symmetry| (image(&symmetry), symmetry));
        images.min().expect("every board has the identity")
    }

    /// Returns the weight of the cell of each tile in the number of a placement, by the tile's place.
    pub(super) fn weight(&self, home: u8) -> Option<u32> {
        let digit = self.homes.iter().position(|&other| other == home)?;
        Some(self.size.cells().pow(digit as u32) as u32)
    }

    fn placements(&self) -> usize {
        self.size.cells().pow(self.homes.len() as u32)
    }

    /// Returns the size of the table in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.placements().div_ceil(2) as u64
    }

    /// Returns the bytes that the construction needs.
    pub(super) fn needed(&self) -> u64 {
        let words = self.placements().div_ceil(64) as u64;
        let parts = self.size.cells().pow(self.homes.len().div_ceil(2) as u32) as u64;
        // The table, the marks and two sets of placements; both halves of placements; the components.
        words * (32 + 128 + 16)
            + 2 * parts * size_of::<Part>() as u64
            + Components::bytes(self.size, self.homes.len())
    }

    /// Names the table.
    pub(super) fn name(&self) -> TableName {
        let homes: Vec<_> = self.homes.iter().map(|home| (home + 1).to_string()).collect();
        let title = format!("tiles {} pdb of {}", self.size, homes.join(" "));
        TableName::new(title, ("excess", self.blank), self.bytes(), self.needed())
    }

    /// Builds the table: for every placement, half of its excess, in four bits.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    pub(super) fn build(&self, limits: &mut Limits<'_>) -> Result<Vec<u8>, Stop> {
        let search = Search::new(self);
        let threads = if search.marks.len() < WIDE { 1 } else { limits.threads() };
        let mut stats = Stats::default();
        let gauge = Gauge::holding(self.needed());
        for level in 0..=u8::MAX {
            let before = stats.expanded;
            let blocks = search.pending[0].len().div_ceil(BLOCK);
            if threads == 1 {
                for block in 0..blocks {
                    if let ControlFlow::Break(stop) = limits.poll(&stats, || gauge) {
                        return Err(stop);
                    }
                    stats.expanded += search.sweep::<false>(level, block);
                }
            } else {
                let (free, expanded) = (AtomicUsize::new(0), AtomicU64::new(before));
                let count = || Stats { expanded: expanded.load(Relaxed), ..Stats::default() };
                let stopped = in_parallel(threads, limits, &|| (count(), gauge), &|_, stop| {
                    while !stop.load(Relaxed) {
                        let block = free.fetch_add(1, Relaxed);
                        if block >= blocks {
                            break;
                        }
                        expanded.fetch_add(search.sweep::<true>(level, block), Relaxed);
                    }
                });
                if let Some(stop) = stopped {
                    return Err(stop);
                }
                stats = count();
            }
            if stats.expanded == before {
                break;
            }
        }
        Ok(search.table.into_iter().map(AtomicU8::into_inner).collect())
    }
}

/// A half of a placement's digits.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    cells: [u8; 4],
    /// The cells as a set.
    set: u32,
    /// The Manhattan distance of the tiles.
    distance: u8,
}

impl Part {
    /// Returns all placements of the tiles with these places.
    fn all(size: Size, homes: &[u8]) -> Vec<Self> {
        let n = size.cells();
        let placement = |number: usize| {
            let mut part = Self::default();
            for (digit, &home) in homes.iter().enumerate() {
                let cell = number / n.pow(digit as u32) % n;
                part.cells[digit] = cell as u8;
                part.set |= 1 << cell;
                part.distance += size.cell(cell).manhattan(size.cell(home.into())) as u8;
            }
            part
        };
        (0..n.pow(homes.len() as u32)).map(placement).collect()
    }
}

/// The search backward from the goal.
struct Search {
    components: Components,
    neighbors: [u32; 32],
    /// The lower and the upper digits of the placements.
    parts: [Vec<Part>; 2],
    /// The number of lower digits.
    lower: usize,
    weights: Vec<u32>,
    /// By placement: a bit for each component that is reached, and above them for each that is reached on the
    /// next level.
    marks: Vec<AtomicU16>,
    /// By the parity of the level, the placements that are reached on it, as a set.
    pending: [Vec<AtomicU64>; 2],
    /// See [`Pattern::build`].
    table: Vec<AtomicU8>,
}

impl Search {
    fn new(pattern: &Pattern) -> Self {
        let Pattern { size, homes, blank } = pattern;
        let placements = pattern.placements();
        let (low, high) = homes.split_at(homes.len().div_ceil(2));
        let words = || (0..placements.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let search = Self {
            components: Components::new(*size, homes.len()),
            neighbors: neighbors(*size),
            parts: [Part::all(*size, low), Part::all(*size, high)],
            lower: low.len(),
            weights: homes.iter().filter_map(|&home| pattern.weight(home)).collect(),
            marks: (0..placements).map(|_| AtomicU16::new(0)).collect(),
            pending: [words(), words()],
            table: (0..placements.div_ceil(2)).map(|_| AtomicU8::new(u8::MAX)).collect(),
        };
        let tiles = homes.iter().fold(0, |set, home| set | 1 << home);
        let digits = search.weights.iter().zip(homes);
        let goal = digits.map(|(&weight, &home)| weight as usize * usize::from(home)).sum();
        let component = search.components.numbers(tiles)[blank.trailing_zeros() as usize];
        search.reach::<false>(0, goal, component);
        search
    }

    /// Marks a placement with the blank in a component as reached on a level. `SHARED` allows other threads to
    /// do the same.
    #[inline(always)]
    fn reach<const SHARED: bool>(&self, level: u8, placement: usize, component: u8) {
        let (mark, bit) = (&self.marks[placement], 1u16 << component);
        let known = mark.load(Relaxed);
        if known & (bit | bit << MAX_COMPONENTS) != 0 {
            return;
        }
        let pending = &self.pending[usize::from(level & 1)][placement / 64];
        let (bit, place) = (bit << MAX_COMPONENTS, 1 << (placement % 64));
        if SHARED {
            mark.fetch_or(bit, Relaxed);
            pending.fetch_or(place, Relaxed);
        } else {
            mark.store(known | bit, Relaxed);
            pending.store(pending.load(Relaxed) | place, Relaxed);
        }
    }

    /// Expands the placements of a level in a block. Returns their number.
    fn sweep<const SHARED: bool>(&self, level: u8, block: usize) -> u64 {
        let pending = &self.pending[usize::from(level & 1)];
        let words: Range<usize> = block * BLOCK..pending.len().min((block + 1) * BLOCK);
        let mut expanded = 0;
        for word in words {
            let mut places = pending[word].load(Relaxed);
            if places == 0 {
                continue;
            }
            pending[word].store(0, Relaxed);
            expanded += u64::from(places.count_ones());
            while places != 0 {
                self.expand::<SHARED>(level, 64 * word + places.trailing_zeros() as usize);
                places &= places - 1;
            }
        }
        expanded
    }

    /// Expands a placement with the blank in all components that are reached on a level.
    #[inline(always)]
    fn expand<const SHARED: bool>(&self, level: u8, placement: usize) {
        let mark = &self.marks[placement];
        let (known, new) = (mark.load(Relaxed) & 0xFF, mark.load(Relaxed) >> MAX_COMPONENTS);
        mark.store(known | new, Relaxed);
        let radix = self.parts[0].len();
        let parts = [&self.parts[0][placement % radix], &self.parts[1][placement / radix]];
        let tiles = parts[0].set | parts[1].set;
        if known == 0 {
            let excess = (level - parts[0].distance - parts[1].distance) / 2;
            let shift = 4 * (placement % 2);
            // All bits are set at first. Other threads sweep other words, and so other bytes.
            let clear =
                !(u8::from(excess < MAX_EXCESS) * (MAX_EXCESS ^ excess.min(MAX_EXCESS)) << shift);
            let byte = &self.table[placement / 2];
            byte.store(byte.load(Relaxed) & clear, Relaxed);
        }
        let numbers = self.components.numbers(tiles);
        for (digit, &weight) in self.weights.iter().enumerate() {
            let part = usize::from(digit >= self.lower);
            let from = usize::from(parts[part].cells[digit - part * self.lower]);
            let mut free = self.neighbors[from & 31] & !tiles;
            while free != 0 {
                let to = free.trailing_zeros() as usize & 31;
                free &= free - 1;
                if new >> numbers[to] & 1 == 0 {
                    continue;
                }
                let after = tiles ^ 1 << from ^ 1 << to;
                let weight = weight as usize;
                let next = placement - weight * from + weight * to;
                self.reach::<SHARED>(level + 1, next, self.components.numbers(after)[from & 31]);
            }
        }
    }
}
