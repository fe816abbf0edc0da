//! Additive pattern databases: the tiles are split into groups, and for each group a table says how
//! many moves of its tiles any placement of them needs.
//!
//! Moves of other tiles cost nothing there, so the groups' numbers may be added. The tables are
//! built with the blank and then kept without it: admissible, but not consistent, since where the
//! blank was left out two neighbours may differ by more than the move between them.

use super::shared::{self, Cache};
use super::{Shape, Word};
use heureka_core::Cost;
use heureka_core::heuristic::{Abstraction, PatternDatabase};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The most entries that a table may have while it is built.
const MOST_ENTRIES: usize = 60_000_000;

/// Where the tiles of a group and the blank are: a number whose digits are cells, first those of
/// the tiles, then that of the blank.
struct Group<'a> {
    shape: Shape,
    tiles: &'a [usize],
}

impl Group<'_> {
    fn placements(&self) -> usize {
        self.shape.cells().pow(self.tiles.len() as u32)
    }
}

impl Abstraction for Group<'_> {
    fn size(&self) -> usize {
        self.placements() * self.shape.cells()
    }

    fn goals(&self, visit: &mut impl FnMut(usize)) {
        let n = self.shape.cells();
        visit(self.tiles.iter().rev().fold(n - 1, |index, tile| index * n + (tile - 1)));
    }

    fn predecessors(&self, state: usize, visit: &mut impl FnMut(usize, Cost)) {
        let Shape { rows, cols } = self.shape;
        let (n, placements) = (rows * cols, self.placements());
        let blank = state / placements;
        // By cell, the weight of the digit of the tile there; 0 if none of the group is there.
        let mut weights = [0usize; super::MOST_CELLS];
        let (mut rest, mut weight) = (state % placements, 1);
        for _ in self.tiles {
            weights[rest % n] = weight;
            rest /= n;
            weight *= n;
        }
        let mut slide = |from: usize| {
            let tile = weights[from];
            let after = state - blank * placements + from * placements + blank * tile - from * tile;
            visit(after, Cost::from(tile > 0));
        };
        let (row, col) = self.shape.place(blank);
        if row > 0 {
            slide(blank - cols);
        }
        if row + 1 < rows {
            slide(blank + cols);
        }
        if col > 0 {
            slide(blank - 1);
        }
        if col + 1 < cols {
            slide(blank + 1);
        }
    }
}

/// The tables of a board.
#[derive(Debug)]
pub(super) struct Patterns {
    cells: usize,
    groups: Vec<Vec<usize>>,
    tables: Vec<PatternDatabase>,
    /// By tile, its group.
    group: [u8; 32],
    /// By tile, the weight of its cell in the index of its group's table.
    weight: [u32; 32],
}

static BUILT: Cache<Arc<Patterns>> = Mutex::new(BTreeMap::new());

/// The tables of a shape.
pub(super) fn shared(shape: Shape) -> Arc<Patterns> {
    shared::shared(&BUILT, shape, || Arc::new(Patterns::build(shape, &groups(shape))))
}

/// As few groups as the size of the tables allows, of nearly the same size, of tiles that belong
/// close together.
fn groups(shape: Shape) -> Vec<Vec<usize>> {
    let n = shape.cells();
    let most = (1..n as u32).take_while(|&k| n.pow(k + 1) <= MOST_ENTRIES).count();
    // Along the rows, there and back: of some dozen ways tried on the 4 × 4 board one of the best,
    // with half the expansions of squarish groups.
    let mut tiles: Vec<usize> = (0..n)
        .map(|cell| {
            let (row, col) = shape.place(cell);
            row * shape.cols + if row % 2 == 0 { col } else { shape.cols - 1 - col } + 1
        })
        .filter(|&tile| tile < n)
        .collect();
    let count = tiles.len().div_ceil(most);
    let mut groups = Vec::new();
    for left in (1..=count).rev() {
        let rest = tiles.split_off(tiles.len().div_ceil(left));
        groups.push(std::mem::replace(&mut tiles, rest));
    }
    groups
}

impl Patterns {
    fn build(shape: Shape, groups: &[Vec<usize>]) -> Self {
        let n = shape.cells();
        let (mut group, mut weight) = ([0; 32], [0; 32]);
        let mut tables = Vec::new();
        for (i, tiles) in groups.iter().enumerate() {
            for (digit, &tile) in tiles.iter().enumerate() {
                group[tile] = i as u8;
                weight[tile] = n.pow(digit as u32) as u32;
            }
            let abstraction = Group { shape, tiles };
            let placements = abstraction.placements();
            let with_blank = PatternDatabase::build(&abstraction);
            tables.push(with_blank.coarsened(placements, |state| state % placements));
        }
        Self { cells: n, groups: groups.to_vec(), tables, group, weight }
    }

    /// The cell of each tile.
    #[inline(always)]
    pub(super) fn places<W: Word>(&self, cells: W) -> [u8; 32] {
        let mut places = [0; 32];
        for cell in 0..self.cells {
            places[cells.tile(cell) & 31] = cell as u8;
        }
        places
    }

    #[inline(always)]
    fn index(&self, group: usize, places: &[u8; 32]) -> usize {
        let weight = |&tile: &usize| self.weight[tile & 31] as usize;
        self.groups[group].iter().map(|t| usize::from(places[t & 31]) * weight(t)).sum()
    }

    /// The sum over all groups.
    pub(super) fn sum<W: Word>(&self, cells: W) -> u16 {
        let places = self.places(cells);
        let of = |(i, table): (usize, &PatternDatabase)| table.distances()[self.index(i, &places)];
        self.tables.iter().enumerate().map(|group| u16::from(of(group))).sum()
    }

    /// What the group of `tile` counts before and after it slides between two cells, given the
    /// places before it.
    #[inline(always)]
    pub(super) fn of_move(
        &self,
        places: &[u8; 32],
        tile: usize,
        from: usize,
        to: usize,
    ) -> (u8, u8) {
        let group = usize::from(self.group[tile & 31]);
        let table = self.tables[group].distances();
        let before = self.index(group, places);
        let weight = self.weight[tile & 31] as usize;
        (table[before], table[before - from * weight + to * weight])
    }

    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(PatternDatabase::bytes).sum()
    }
}
