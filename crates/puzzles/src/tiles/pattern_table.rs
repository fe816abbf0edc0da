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

use super::components::{Components, MAX_COMPONENTS, neighbors, reach};
use super::symmetry::{Symmetry, symmetries};
use heureka_core::limits::Gauge;
use heureka_core::parallel::{Shares, in_parallel};
use heureka_core::tables::{Finish, TableName};
use heureka_core::{Limits, Stats, Stop};
use heureka_kit::board::Size;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64};

/// The largest excess in a table, in pairs of moves. A higher one is stored as this.
const MAX_EXCESS: u8 = 15;

/// All components of a placement.
const ALL: u16 = (1 << MAX_COMPONENTS) - 1;

/// The number of words of 64 placements that a thread sweeps at a time.
const BLOCK: usize = 1 << 10;

/// The fewest placements of a large table.
const LARGE: usize = 1 << 20;

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
        let component = reach(&neighbors(size), !tiles, 1 << blank);
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

    /// Returns whether the table is worth several threads.
    pub(super) fn is_large(&self) -> bool {
        self.placements() >= LARGE
    }

    /// Builds the tables of patterns: for every placement, half of its excess, in four bits. If there are as
    /// many patterns as threads, each thread builds one table. Calls `finish` with the index and the table of
    /// a pattern as soon as it is built, on the same thread: another table may take much longer, or be stopped.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    pub(super) fn build_all(
        patterns: &[&Self],
        finish: Finish<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stop> {
        if patterns.len() == 1 || patterns.len() != limits.threads() {
            for (index, pattern) in patterns.iter().enumerate() {
                // Limits of its own for each table, whose count of expansions begins at 0.
                let table = pattern.build(&mut limits.preparing(pattern.needed())?)?;
                finish(index, table, limits);
            }
            return Ok(());
        }
        let needed = patterns.iter().map(|pattern| pattern.needed()).sum();
        let expanded = AtomicU64::new(0);
        let progress = || {
            let stats = Stats { expanded: expanded.load(Relaxed), ..Stats::default() };
            (stats, Gauge::holding(needed))
        };
        let stopped = in_parallel(patterns.len(), limits, &progress, &|me, stop| {
            let search = Search::new(patterns[me]);
            let ended = search.run(&mut |new| {
                expanded.fetch_add(new, Relaxed);
                if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if ended.is_continue() {
                finish(me, search.into_table(), &mut Limits::none().interrupt(stop));
            }
        });
        stopped.map_or(Ok(()), Err)
    }

    /// Builds the table of this pattern.
    fn build(&self, limits: &mut Limits<'_>) -> Result<Vec<u8>, Stop> {
        let search = Search::new(self);
        let threads = if self.is_large() { limits.threads() } else { 1 };
        let (mut stats, gauge) = (Stats::default(), Gauge::holding(self.needed()));
        if threads == 1 {
            let ended = search.run(&mut |new| {
                stats.expanded += new;
                limits.poll(&stats, || gauge)
            });
            return ended.break_value().map_or_else(|| Ok(search.into_table()), Err);
        }
        for level in 0..=u8::MAX {
            let expanded = AtomicU64::new(stats.expanded);
            let count = || Stats { expanded: expanded.load(Relaxed), ..Stats::default() };
            let shares = Shares::new(search.blocks(), threads);
            let stopped = in_parallel(threads, limits, &|| (count(), gauge), &|me, stop| {
                for block in shares.of(me).take_while(|_| !stop.load(Relaxed)) {
                    expanded.fetch_add(search.sweep::<true>(level, block), Relaxed);
                }
            });
            if let Some(stop) = stopped {
                return Err(stop);
            }
            if count().expanded == stats.expanded {
                break;
            }
            stats = count();
        }
        Ok(search.into_table())
    }
}

/// A half of a placement's digits.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    cells: [u8; 3],
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
    /// The weights of their cells in the number of a placement.
    weights: [Vec<usize>; 2],
    /// By placement: a bit for each component that is reached, and above them for each that is reached on the
    /// next level.
    marks: Vec<AtomicU16>,
    /// By the parity of the level, the placements that are reached on it, as a set.
    pending: [Vec<AtomicU64>; 2],
    /// See [`Pattern::build_all`].
    table: Vec<AtomicU8>,
}

impl Search {
    fn new(pattern: &Pattern) -> Self {
        let Pattern { size, homes, blank } = pattern;
        let placements = pattern.placements();
        let (low, high) = homes.split_at(homes.len().div_ceil(2));
        let weight = |&home: &u8| pattern.weight(home).map_or(0, |weight| weight as usize);
        let words = || (0..placements.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let search = Self {
            components: Components::new(*size, homes.len()),
            neighbors: neighbors(*size),
            parts: [Part::all(*size, low), Part::all(*size, high)],
            weights: [low, high].map(|homes| homes.iter().map(weight).collect()),
            marks: (0..placements).map(|_| AtomicU16::new(0)).collect(),
            pending: [words(), words()],
            table: (0..placements.div_ceil(2)).map(|_| AtomicU8::new(u8::MAX)).collect(),
        };
        let tiles = homes.iter().fold(0, |set, home| set | 1 << home);
        let goal = homes.iter().map(|home| weight(home) * usize::from(*home)).sum();
        search.reach::<false>(0, goal, tiles, blank.trailing_zeros() as usize);
        search
    }

    /// Returns the number of blocks of a sweep.
    fn blocks(&self) -> usize {
        self.pending[0].len().div_ceil(BLOCK)
    }

    /// Expands all levels on one thread. Calls `swept` after each block with the number of placements
    /// expanded in it; that may end the search.
    fn run<B>(&self, swept: &mut impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        for level in 0..=u8::MAX {
            let mut expanded = 0;
            for block in 0..self.blocks() {
                let new = self.sweep::<false>(level, block);
                swept(new)?;
                expanded += new;
            }
            if expanded == 0 {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    fn into_table(self) -> Vec<u8> {
        self.table.into_iter().map(AtomicU8::into_inner).collect()
    }

    /// Marks a placement of the tiles on a set of cells, with the blank on one, as reached on a level. `SHARED`
    /// allows other threads to do the same.
    #[inline(always)]
    fn reach<const SHARED: bool>(&self, level: u8, placement: usize, tiles: u32, blank: usize) {
        let mark = &self.marks[placement];
        let known = mark.load(Relaxed);
        // Most free cells are connected. Then all components count as reached, and most moves end here.
        if known & ALL == ALL || known >> MAX_COMPONENTS == ALL {
            return;
        }
        let new = match self.components.numbers(tiles) {
            None => ALL,
            Some(numbers) => 1 << numbers[blank & 31],
        };
        if known & (new | new << MAX_COMPONENTS) != 0 {
            return;
        }
        let pending = &self.pending[usize::from(level & 1)][placement / 64];
        let (new, place) = (new << MAX_COMPONENTS, 1 << (placement % 64));
        if SHARED {
            mark.fetch_or(new, Relaxed);
            pending.fetch_or(place, Relaxed);
        } else {
            mark.store(known | new, Relaxed);
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
        let (known, new) = (mark.load(Relaxed) & ALL, mark.load(Relaxed) >> MAX_COMPONENTS);
        mark.store(known | new, Relaxed);
        let radix = self.parts[0].len();
        let parts = [&self.parts[0][placement % radix], &self.parts[1][placement / radix]];
        let tiles = parts[0].set | parts[1].set;
        if known == 0 {
            self.store(placement, (level - parts[0].distance - parts[1].distance) / 2);
        }
        let numbers = self.components.numbers(tiles);
        for (part, weights) in parts.into_iter().zip(&self.weights) {
            for (&from, &weight) in part.cells.iter().zip(weights) {
                let from = usize::from(from & 31);
                let mut free = self.neighbors[from] & !tiles;
                while free != 0 {
                    let to = free.trailing_zeros() as usize & 31;
                    free &= free - 1;
                    if numbers.is_some_and(|numbers| new >> numbers[to] & 1 == 0) {
                        continue;
                    }
                    let next = placement - weight * from + weight * to;
                    self.reach::<SHARED>(level + 1, next, tiles ^ 1 << from ^ 1 << to, from);
                }
            }
        }
    }

    /// Stores half of the excess of a placement. All bits are set at first.
    #[inline(always)]
    fn store(&self, placement: usize, excess: u8) {
        let clear = (MAX_EXCESS ^ excess.min(MAX_EXCESS)) << (4 * (placement % 2));
        // Other threads sweep other words, and so other bytes.
        let byte = &self.table[placement / 2];
        byte.store(byte.load(Relaxed) & !clear, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::groups;
    use super::*;
    use heureka_core::heuristic::{Abstraction, PatternDatabase};
    use heureka_core::{Cost, DEAD_END};
    use std::collections::BTreeSet;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    /// The abstraction to a group of tiles and the blank, state by state.
    struct WithBlank<'a>(&'a Pattern);

    impl WithBlank<'_> {
        fn cells(&self) -> usize {
            self.0.size.cells()
        }
    }

    impl Abstraction for WithBlank<'_> {
        fn size(&self) -> usize {
            self.0.placements() * self.cells()
        }

        fn goals(&self, visit: &mut impl FnMut(usize)) {
            let digits = self.0.homes.iter().rev();
            let goal = digits.fold(0, |number, &home| number * self.cells() + usize::from(home));
            let blank = self.0.blank.trailing_zeros() as usize;
            visit(blank * self.0.placements() + goal);
        }

        fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost)) {
            let (n, placements) = (self.cells(), self.0.placements());
            let (blank, placement) = (state / placements, state % placements);
            for from in (0..n).filter(|&cell| neighbors(self.0.size)[blank] >> cell & 1 == 1) {
                let weights = (0..self.0.homes.len()).map(|digit| n.pow(digit as u32));
                let tile = weights.into_iter().find(|weight| placement / weight % n == from);
                let moved =
                    tile.map_or(placement, |weight| placement + weight * blank - weight * from);
                visit(from * placements + moved, Cost::from(tile.is_some()));
            }
        }
    }

    /// Components of the blank give the values that a search with the blank's cell gives.
    #[test]
    fn tables_agree_with_a_search_state_by_state() {
        for (rows, cols, blank, max) in [(3, 3, 8, 6), (3, 3, 4, 4), (2, 5, 3, 5), (3, 4, 0, 3)] {
            let size = Size { rows, cols };
            for group in groups(size, blank, max) {
                let (pattern, _) = Pattern::canonical(size, &group, blank);
                let database = PatternDatabase::build(&WithBlank(&pattern), &mut Limits::none());
                let expected = database.unwrap().folded(pattern.placements());
                let table = pattern.build(&mut Limits::none()).unwrap();
                let homes = &pattern.homes;
                let [low, high] = Search::new(&pattern).parts;
                for placement in 0..pattern.placements() {
                    let parts = [&low[placement % low.len()], &high[placement / low.len()]];
                    if (parts[0].set | parts[1].set).count_ones() as usize == homes.len() {
                        let half = table[placement / 2] >> (4 * (placement % 2)) & 15;
                        let distance = parts[0].distance + parts[1].distance + 2 * half;
                        let expected = expected.distance(placement);
                        // Half of the placements of all tiles are not reachable.
                        let is_reachable = half < MAX_EXCESS;
                        assert_eq!(is_reachable, expected < DEAD_END, "{pattern:?}");
                        assert!(!is_reachable || Cost::from(distance) == expected, "{pattern:?}");
                    }
                }
            }
        }
    }

    /// Two large patterns.
    fn large() -> [Pattern; 2] {
        let size = Size { rows: 3, cols: 4 };
        let patterns = [[0, 1, 2, 3, 4, 5], [5, 6, 7, 8, 9, 10]]
            .map(|group| Pattern::canonical(size, &group, 11).0);
        assert!(patterns.iter().all(Pattern::is_large));
        patterns
    }

    /// Returns the finished tables, and how the construction ended. Calls `finished` after each table.
    fn build_all(
        patterns: &[&Pattern],
        mut limits: Limits<'_>,
        finished: &(dyn Fn() + Sync),
    ) -> (Vec<Option<Vec<u8>>>, Result<(), Stop>) {
        let tables = Mutex::new(vec![None; patterns.len()]);
        let finish = |index: usize, table, _: &mut Limits<'_>| {
            tables.lock().unwrap()[index] = Some(table);
            finished();
        };
        let ended = Pattern::build_all(patterns, &finish, &mut limits);
        (tables.into_inner().unwrap(), ended)
    }

    /// Two threads build two tables at the same time, and four share them.
    #[test]
    fn threads_build_the_same_tables() {
        let [a, b] = large();
        let build = |limits: Limits<'_>| build_all(&[&a, &b], limits, &|| ());
        let one = build(Limits::none());
        assert!(one.1.is_ok() && one.0.iter().all(Option::is_some));
        for threads in [2, 4] {
            let limits = || Limits::none().with_threads(threads);
            assert!(build(limits()) == one, "{threads} threads");
            assert_eq!(build(limits().memory(9)).1, Err(Stop::Memory));
            let interrupt = AtomicBool::new(true);
            assert_eq!(build(limits().interrupt(&interrupt)).1, Err(Stop::Interrupted));
            assert_eq!(build(limits().time(Duration::from_millis(1))).1, Err(Stop::Time));
        }
    }

    #[test]
    fn finished_tables_outlive_a_limit_that_stops_others() {
        let [large, _] = large();
        let (small, _) = Pattern::canonical(large.size, &[0, 1], 11);
        for threads in [1, 2, 4] {
            let interrupt = AtomicBool::new(false);
            let limits = Limits::none().with_threads(threads).interrupt(&interrupt);
            let finished = || interrupt.store(true, Relaxed);
            let (tables, ended) = build_all(&[&small, &large], limits, &finished);
            assert_eq!(ended, Err(Stop::Interrupted), "{threads} threads");
            assert!(tables[0].is_some() && tables[1].is_none(), "{threads} threads");
        }
    }

    #[test]
    fn a_search_can_be_ended_after_each_block() {
        let mut blocks = 0;
        let ended = Search::new(&large()[0]).run(&mut |_| {
            blocks += 1;
            if blocks == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((ended, blocks), (ControlFlow::Break(()), 3));
    }

    #[test]
    fn goals_share_tables() {
        for (side, tables) in [(4, 3), (5, 2)] {
            let size = Size { rows: side, cols: side };
            let patterns = |blank| {
                let groups = groups(size, blank, 6).into_iter();
                let patterns = groups.map(|group| Pattern::canonical(size, &group, blank).0);
                patterns.collect::<BTreeSet<_>>()
            };
            let last = patterns(size.cells() - 1);
            assert_eq!(last.len(), tables);
            for corner in [0, side - 1, size.cells() - side] {
                assert_eq!(patterns(corner), last);
            }
        }
    }
}
