//! Additive pattern databases: tables of the moves that each group of tiles needs.
//!
//! Moves of other tiles cost nothing, so the values of the groups add up. Tables are built with the
//! blank. Stored with it they are consistent. Stored without it they are smaller and admissible, but
//! inconsistent: neighbors may then differ by more than the move between them.

use super::rules::ROOM;
use crate::tiles::Word;
use crate::tiles::groups::boustrophedon;
use heureka_core::heuristic::{Abstraction, PatternDatabase};
use heureka_core::tables::TableName;
use heureka_core::{Cost, Limits, Stop};
use heureka_kit::board::Size;

/// The maximum number of entries of a table while it is built.
const MAX_ENTRIES: usize = 60_000_000;

/// The slides that led to each cell of the blank: the cell that the tile returns from, and the
/// cost of the slide.
pub(super) type Arcs = Vec<Vec<(u8, Cost)>>;

/// The abstraction to a group of tiles and the blank. A state is a number whose digits are cells:
/// first those of the tiles, then that of the blank.
struct Group<'a> {
    arcs: &'a Arcs,
    tiles: &'a [usize],
}

impl Group<'_> {
    fn cells(&self) -> usize {
        self.arcs.len()
    }

    fn placements(&self) -> usize {
        self.cells().pow(self.tiles.len() as u32)
    }

    /// Returns the number of entries that are kept.
    fn kept(&self, with_blank: bool) -> usize {
        if with_blank { self.size() } else { self.placements() }
    }

    /// Names the table of the group.
    fn name(&self, title: &str, with_blank: bool) -> TableName {
        let tiles: Vec<_> = self.tiles.iter().map(usize::to_string).collect();
        let title = format!("{title} of {}", tiles.join(" "));
        let bytes = self.kept(with_blank) as u64;
        TableName::new(title, (self.arcs, with_blank), bytes, self.needed())
    }

    /// Returns the bytes that the construction needs. States include the blank, even if it is not kept.
    fn needed(&self) -> u64 {
        PatternDatabase::needed(self.size())
    }
}

impl Abstraction for Group<'_> {
    fn size(&self) -> usize {
        self.placements() * self.cells()
    }

    fn goals(&self, visit: &mut impl FnMut(usize)) {
        let n = self.cells();
        visit(self.tiles.iter().rev().fold(n - 1, |index, tile| index * n + (tile - 1)));
    }

    fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost)) {
        let (n, placements) = (self.cells(), self.placements());
        let blank = state / placements;
        // By cell, the weight of its tile's digit; 0 if no tile of the group is there.
        let mut weights = [0usize; ROOM];
        let (mut rest, mut weight) = (state % placements, 1);
        for _ in self.tiles {
            weights[rest % n] = weight;
            rest /= n;
            weight *= n;
        }
        for &(from, cost) in &self.arcs[blank] {
            let from = usize::from(from);
            let tile = weights[from];
            let before =
                state - blank * placements + from * placements + blank * tile - from * tile;
            visit(before, if tile > 0 { cost } else { 0 });
        }
    }
}

/// The tables of a board.
#[derive(Debug)]
pub(super) struct Patterns {
    cells: usize,
    groups: Vec<Vec<usize>>,
    tables: Vec<PatternDatabase>,
    /// By group, the weight of the blank's cell in the index of its table; 0 without the blank.
    blank: Vec<usize>,
    /// By tile, the weight of its cell in the index of its group's table.
    weight: [u32; ROOM],
}

/// Returns the number of tiles of the largest group whose table has at most [`MAX_ENTRIES`].
pub(super) fn largest_group(cells: usize) -> usize {
    (1..cells as u32).take_while(|&tiles| cells.pow(tiles + 1) <= MAX_ENTRIES).count()
}

/// Splits the tiles into the fewest groups of at most `max` tiles whose places are close together.
pub(super) fn groups(size: Size, max: usize) -> Vec<Vec<usize>> {
    let groups = boustrophedon(size, size.cells() - 1, max).into_iter();
    groups.map(|cells| cells.into_iter().map(|cell| cell + 1).collect()).collect()
}

/// Returns the bytes of all tables, and those that their construction needs, one after the other.
fn memory(arcs: &Arcs, groups: &[Vec<usize>], with_blank: bool) -> (u64, u64) {
    let (mut kept, mut needed) = (0, 0);
    for tiles in groups {
        let group = Group { arcs, tiles };
        needed = needed.max(kept + group.needed());
        kept += group.kept(with_blank) as u64;
    }
    (kept, needed)
}

impl Patterns {
    /// Returns the bytes that the construction of the tables needs.
    pub(super) fn needed(arcs: &Arcs, groups: &[Vec<usize>], with_blank: bool) -> u64 {
        memory(arcs, groups, with_blank).1
    }

    /// Builds a table for each group, stored with the blank or without. The title says for what.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    pub(super) fn build(
        title: &str,
        arcs: &Arcs,
        groups: &[Vec<usize>],
        with_blank: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stop> {
        let n = arcs.len();
        let (kept, needed) = memory(arcs, groups, with_blank);
        let mut limits = limits.preparing(needed)?.announcing(kept);
        let before = limits.tables();
        let mut weight = [0; ROOM];
        let (mut tables, mut blank) = (Vec::new(), Vec::new());
        for tiles in groups {
            for (digit, &tile) in tiles.iter().enumerate() {
                weight[tile] = n.pow(digit as u32) as u32;
            }
            let abstraction = Group { arcs, tiles };
            let placements = abstraction.placements();
            let done = tables.iter().map(PatternDatabase::bytes).sum::<u64>();
            limits.set_tables(before + done);
            let table = limits.table(&abstraction.name(title, with_blank), |limits| {
                let table = PatternDatabase::build(&abstraction, limits)?;
                let kept = if with_blank { table } else { table.folded(placements) };
                Ok(kept.into_distances())
            })?;
            tables.push(PatternDatabase::from_distances(table));
            blank.push(if with_blank { placements } else { 0 });
        }
        Ok(Self { cells: n, groups: groups.to_vec(), tables, blank, weight })
    }

    /// Returns the cell of each tile.
    #[inline(always)]
    pub(super) fn places<W: Word>(&self, cells: W) -> [u8; ROOM] {
        let mut places = [0; ROOM];
        for cell in 0..self.cells {
            places[cells.tile(cell) % ROOM] = cell as u8;
        }
        places
    }

    #[inline(always)]
    fn index(&self, group: usize, places: &[u8; ROOM]) -> usize {
        let mut index = 0;
        for tile in &self.groups[group] {
            index += usize::from(places[tile % ROOM]) * self.weight[tile % ROOM] as usize;
        }
        index
    }

    /// Returns the sum over all groups, given the cell of each tile and of the blank (tile 0).
    #[inline(always)]
    pub(super) fn sum_of(&self, places: &[u8; ROOM]) -> u16 {
        let of = |group: usize| {
            let blank = usize::from(places[0]) * self.blank[group];
            u16::from(self.tables[group].distances()[blank + self.index(group, places)])
        };
        (0..self.tables.len()).map(of).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(PatternDatabase::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{Rules, Slides};
    use super::*;

    /// The outcome of a run does not depend on which tables are read rather than built.
    #[test]
    fn the_memory_that_tables_need_suffices_to_build_them() {
        for (rows, cols) in [(2, 2), (3, 3), (2, 5), (2, 7)] {
            let size = Size { rows, cols };
            let rules = Rules::new(size);
            let arcs = |slides: &Slides| -> Vec<_> {
                slides.all().iter().map(|slide| (slide.cell, slide.cost.into())).collect()
            };
            let arcs = rules.backward[..size.cells()].iter().map(arcs).collect();
            let groups = groups(size, largest_group(size.cells()).min(size.cells() / 2));
            for (with_blank, threads) in [(true, 1), (true, 64), (false, 2)] {
                let (_, needed) = memory(&arcs, &groups, with_blank);
                let build = |memory| {
                    let mut limits = Limits::none().memory(memory).with_threads(threads);
                    Patterns::build("", &arcs, &groups, with_blank, &mut limits)
                };
                assert!(build(needed).is_ok(), "{size}, {threads} threads");
                assert_eq!(build(needed - 1).err(), Some(Stop::Memory));
            }
        }
    }
}
