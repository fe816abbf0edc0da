//! Additive pattern databases: Manhattan distance, plus what groups of tiles need beyond it.
//!
//! Tables of several groups add up (see `pattern_table.rs`). If the goal looks the same after a reflection
//! about the main diagonal, but for the numbers of tiles, the tables also estimate the reflected board, and
//! the higher sum counts. Tables are stored without the blank, so neighbors may differ by more than the move
//! between them: the heuristic is admissible, but inconsistent.
//!
//! Tables are shared by groups that are the same up to symmetry, whatever the goal.

use super::cache::{Cache, lock_under_limits};
use super::groups::groups;
use super::pattern_table::Pattern;
use super::symmetry::{Symmetry, reflection, symmetries};
use super::{Homes, Word};
use heureka_core::tables::Finish;
use heureka_core::{Limits, Stop};
use heureka_kit::board::Size;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The sizes of the largest group that are tried one after the other, until the tables fit into memory.
const GROUP_SIZES: std::ops::RangeInclusive<usize> = 2..=6;

/// The maximum number of groups: 24 tiles in pairs.
pub(super) const MAX_GROUPS: usize = 12;

/// How a board is looked up: as it is, or reflected.
#[derive(Debug)]
struct View {
    /// By tile, its group.
    groups: [u8; 32],
    /// By tile and cell, the share in the index of the group's table.
    shares: [[u32; 32]; 32],
}

/// The tables for a goal.
#[derive(Debug)]
pub(super) struct Patterns {
    cells: usize,
    /// By group, its table; several groups may share one.
    tables: Vec<Arc<Vec<u8>>>,
    /// One or two.
    views: Vec<View>,
    bytes: u64,
}

/// The tables of this process.
static BUILT: Cache<Pattern, Arc<Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Held while tables are built, so that no two threads build the same one. Tables that exist can be used
/// meanwhile.
static BUILDING: Mutex<()> = Mutex::new(());

fn built() -> MutexGuard<'static, BTreeMap<Pattern, Arc<Vec<u8>>>> {
    BUILT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the patterns of a goal: for each group its pattern and the symmetry that leads to it.
fn patterns_of(size: Size, blank: usize, groups: &[Vec<usize>]) -> Vec<(Pattern, Symmetry)> {
    groups.iter().map(|group| Pattern::canonical(size, group, blank)).collect()
}

/// Returns the distinct patterns.
fn distinct_patterns(patterns: &[(Pattern, Symmetry)]) -> BTreeSet<Pattern> {
    patterns.iter().map(|(pattern, _)| pattern.clone()).collect()
}

/// Builds the tables of a board size with the blank last anew, whether or not this process has them.
///
/// # Errors
/// The limit that stopped the construction.
pub fn build_patterns(size: Size, limits: &mut Limits<'_>) -> Result<Vec<Vec<u8>>, Stop> {
    let blank = size.cells() - 1;
    let groups = groups(size, blank, *GROUP_SIZES.end());
    let distinct = distinct_patterns(&patterns_of(size, blank, &groups));
    let at_once = builds_at_once(&distinct, &limits.preparing(0)?);
    let mut limits = limits.preparing(needed_by(&distinct, at_once))?;
    let mut tables = vec![];
    prepare(&distinct, at_once, &mut limits, &mut |_, table| tables.push(table))?;
    Ok(tables)
}

/// Returns the bytes of the tables of patterns.
fn bytes_of(patterns: &BTreeSet<Pattern>) -> u64 {
    patterns.iter().map(Pattern::bytes).sum()
}

/// Returns the bytes that the tables of patterns need if some are built at the same time.
fn needed_by(patterns: &BTreeSet<Pattern>, at_once: usize) -> u64 {
    let mut more: Vec<_> =
        patterns.iter().map(|pattern| pattern.needed() - pattern.bytes()).collect();
    more.sort_unstable();
    bytes_of(patterns) + more.iter().rev().take(at_once).sum::<u64>()
}

/// Returns how many large tables are built at the same time, given limits for tables: one per thread if there
/// are so many, and room for them. Threads that share a table take more time, as much of its memory goes back
/// and forth between their caches.
fn builds_at_once(patterns: &BTreeSet<Pattern>, limits: &Limits<'_>) -> usize {
    let threads = limits.threads();
    let large = patterns.iter().filter(|pattern| pattern.is_large()).count();
    let have_room = limits.memory_left(needed_by(patterns, threads)).is_some();
    if large >= threads && have_room { threads } else { 1 }
}

/// Calls `keep` with the table of each pattern, from the cache or built under limits for tables. If a limit
/// stops it, with those that are finished.
///
/// Large tables are built `at_once`. The threads share each of those that are left over, one after the other.
fn prepare(
    patterns: &BTreeSet<Pattern>,
    at_once: usize,
    limits: &mut Limits<'_>,
    keep: &mut dyn FnMut(&Pattern, Vec<u8>),
) -> Result<(), Stop> {
    let (large, small): (Vec<&Pattern>, Vec<&Pattern>) =
        patterns.iter().partition(|pattern| pattern.is_large());
    let groups = large.chunks_exact(at_once);
    let rest = groups.remainder().chunks(1).chain(small.chunks(1));
    let before = limits.tables();
    let mut held = 0;
    for patterns in groups.chain(rest) {
        limits.set_tables(before + held);
        let names: Vec<_> = patterns.iter().map(|pattern| pattern.name()).collect();
        let build = |missing: &[usize], finish: Finish<'_>, limits: &mut Limits<'_>| {
            let absent: Vec<_> = missing.iter().map(|&index| patterns[index]).collect();
            let finish = |nth: usize, table: Vec<u8>, limits: &mut Limits<'_>| {
                finish(missing[nth], table, limits);
            };
            Pattern::build_all(&absent, &finish, limits)
        };
        limits.tables_at_once(&names, build, &mut |index, table| {
            held += patterns[index].bytes();
            keep(patterns[index], table);
        })?;
    }
    Ok(())
}

impl Patterns {
    /// Returns the tables of a goal, with the largest groups that the memory limit allows.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    pub(super) fn of_goal(
        size: Size,
        homes: &Homes,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stop> {
        let blank = usize::from(homes[0]);
        let mut too_large = None;
        let mut sizes = GROUP_SIZES.rev();
        let (groups, patterns, distinct, needed) = loop {
            let max = sizes.next().ok_or(Stop::Memory)?;
            let groups = groups(size, blank, max);
            let patterns = patterns_of(size, blank, &groups);
            let distinct = distinct_patterns(&patterns);
            let needed = needed_by(&distinct, 1);
            if limits.memory_left(needed).is_some() {
                break (groups, patterns, distinct, needed);
            }
            too_large.get_or_insert(needed);
        };
        let bytes = bytes_of(&distinct);
        let at_once = builds_at_once(&distinct, &limits.preparing(0)?);
        let mut limits = limits.preparing(needed_by(&distinct, at_once))?.announcing(bytes);
        if let Some(best) = too_large {
            let [best, fitting] = [best, needed].map(|bytes| bytes.div_ceil(1 << 20));
            limits.note(&format!(
                "the memory limit leaves no room for the best tables of 'pdb', which need {best} MiB; \
                 smaller ones need {fitting} MiB, and a search expands more nodes with them"
            ));
        }
        let missing = || -> BTreeSet<Pattern> {
            let built = built();
            distinct.iter().filter(|pattern| !built.contains_key(pattern)).cloned().collect()
        };
        if !missing().is_empty() {
            let _building = lock_under_limits(&BUILDING, &mut limits)?;
            let missing = missing();
            limits.set_tables(limits.tables() + bytes - bytes_of(&missing));
            prepare(&missing, at_once, &mut limits, &mut |pattern, table| {
                built().insert(pattern.clone(), Arc::new(table));
            })?;
        }
        let tables = {
            let built = built();
            patterns.iter().map(|(pattern, _)| Arc::clone(&built[pattern])).collect()
        };
        let identity = symmetries(size)[0];
        let views = [Some(identity), reflection(size, blank)].into_iter().flatten();
        let views = views.map(|view| View::new(size, homes, &view, &groups, &patterns)).collect();
        Ok(Self { cells: size.cells(), tables, views, bytes })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the number of groups.
    pub(super) fn groups(&self) -> usize {
        self.tables.len()
    }

    #[inline(always)]
    fn look_up(&self, group: usize, index: u32) -> u8 {
        let byte = self.tables[group][index as usize / 2];
        byte >> (4 * (index % 2)) & 15
    }

    /// Looks a board up.
    pub(super) fn find<W: Word, const G: usize>(&self, cells: W) -> Found<G> {
        let mut found = Found { indices: [[0; G]; 2], excess: [[0; G]; 2], sums: [0; 2] };
        for (nth, view) in self.views.iter().enumerate() {
            for cell in 0..self.cells {
                let tile = cells.tile(cell) & 31;
                if tile > 0 {
                    found.indices[nth][usize::from(view.groups[tile])] += view.shares[tile][cell];
                }
            }
            for group in 0..self.groups() {
                let excess = self.look_up(group, found.indices[nth][group]);
                found.excess[nth][group] = excess;
                found.sums[nth] += excess;
            }
        }
        found
    }

    /// Looks up what changes when a tile slides between two cells.
    #[inline(always)]
    pub(super) fn change<const G: usize>(
        &self,
        found: &Found<G>,
        tile: usize,
        from: usize,
        to: usize,
    ) -> Change {
        let mut change = Change::default();
        for (nth, view) in self.views.iter().enumerate().take(2) {
            let group = usize::from(view.groups[tile & 31]) % G;
            let shares = &view.shares[tile & 31];
            let index = found.indices[nth][group]
                .wrapping_add(shares[to & 31])
                .wrapping_sub(shares[from & 31]);
            change.groups[nth] = group as u8;
            change.indices[nth] = index;
            change.excess[nth] = self.look_up(group, index);
        }
        change
    }
}

impl View {
    /// Returns the view of boards after a symmetry.
    fn new(
        size: Size,
        homes: &Homes,
        symmetry: &Symmetry,
        groups: &[Vec<usize>],
        patterns: &[(Pattern, Symmetry)],
    ) -> Self {
        let mut view = Self { groups: [0; 32], shares: [[0; 32]; 32] };
        for tile in 1..size.cells() {
            let home = usize::from(symmetry[usize::from(homes[tile])]);
            let Some(group) = groups.iter().position(|group| group.contains(&home)) else {
                continue;
            };
            let (pattern, turn) = &patterns[group];
            let weight = pattern.weight(turn[home]).unwrap_or(0);
            view.groups[tile] = group as u8;
            for cell in 0..size.cells() {
                let place = turn[usize::from(symmetry[cell])];
                view.shares[tile][cell] = weight * u32::from(place);
            }
        }
        view
    }
}

/// What is known of a board with at most `G` groups, by view: the index of each group, half of its excess, and
/// the sum of these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<const G: usize> {
    indices: [[u32; G]; 2],
    excess: [[u8; G]; 2],
    sums: [u8; 2],
}

/// The changes of [`Found`] by a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    groups: [u8; 2],
    indices: [u32; 2],
    excess: [u8; 2],
}

impl<const G: usize> Found<G> {
    /// Returns the moves that the tiles need beyond their Manhattan distance.
    #[inline(always)]
    pub(super) fn excess(&self) -> u16 {
        2 * u16::from(self.sums[0].max(self.sums[1]))
    }

    /// Returns what is known after a move.
    #[inline(always)]
    pub(super) fn after(mut self, change: &Change) -> Self {
        for view in 0..2 {
            let group = usize::from(change.groups[view]) % G;
            let excess = change.excess[view];
            self.sums[view] =
                self.sums[view].wrapping_add(excess).wrapping_sub(self.excess[view][group]);
            self.excess[view][group] = excess;
            self.indices[view][group] = change.indices[view];
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads that have no room for all tables at once share them, and finished tables are kept.
    #[test]
    fn little_memory_suffices() {
        let size = Size { rows: 3, cols: 4 };
        let groups = [vec![0, 1, 2, 3, 4, 5], vec![5, 6, 7, 8, 9, 10], vec![0, 1, 4]];
        let patterns = distinct_patterns(&patterns_of(size, 11, &groups));
        let prepared = |limits: Limits<'_>| {
            let mut tables = vec![];
            let limits = &mut limits.with_threads(2);
            let at_once = builds_at_once(&patterns, limits);
            let ended = prepare(&patterns, at_once, limits, &mut |_, table| tables.push(table));
            (ended, tables)
        };
        let (ended, expected) = prepared(Limits::none());
        assert_eq!((ended, expected.len()), (Ok(()), 3));
        let [one, two] = [1, 2].map(|at_once| needed_by(&patterns, at_once));
        assert!(one < two);
        for (memory, tables) in [(two, 2), (two - 1, 1), (one, 1)] {
            let limits = || Limits::none().memory(memory);
            assert_eq!(builds_at_once(&patterns, &limits().with_threads(2)), tables);
            assert!(prepared(limits()) == (Ok(()), expected.clone()));
        }
        let first = patterns.iter().map(Pattern::needed).max().unwrap();
        let (ended, kept) = prepared(Limits::none().memory(first));
        assert_eq!(ended, Err(Stop::Memory));
        assert!(kept == expected[..1]);
    }
}
