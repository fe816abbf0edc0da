//! Additive pattern databases: the tiles are split into groups, and for each group a table says how
//! many moves of its tiles any placement of them needs.
//!
//! Moves of other tiles cost nothing there, so the groups' numbers may be added. The tables are
//! built with the blank. Kept with it they are consistent; kept without it they are smaller and
//! admissible, but not consistent, since where the blank was left out two neighbors may differ by
//! more than the move between them.
//!
//! Which slides there are and what they cost is told by the puzzle, so that this serves plain sliding
//! tiles and others.

use super::shared::{self, Cache};
use super::{Shape, Word};
use heureka_core::Cost;
use heureka_core::heuristic::{Abstraction, PatternDatabase};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The most entries that a table may have while it is built.
const MOST_ENTRIES: usize = 60_000_000;

/// A board has at most as many cells, a power of two so that a masked number needs no check.
const ROOM: usize = 64;

/// By the blank's cell, the slides that brought it there, backwards: the cell of the tile that
/// slides back into the blank, and what that slide costs.
pub(crate) type Arcs = Vec<Vec<(u8, Cost)>>;

/// Where the tiles of a group and the blank are: a number whose digits are cells, first those of
/// the tiles, then that of the blank.
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
        // By cell, the weight of the digit of the tile there; 0 if none of the group is there.
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
pub(crate) struct Patterns {
    cells: usize,
    groups: Vec<Vec<usize>>,
    tables: Vec<PatternDatabase>,
    /// By group, the weight of the blank's cell in the index of its table; 0 if it is left out.
    blank: Vec<usize>,
    /// By tile, its group.
    group: [u8; ROOM],
    /// By tile, the weight of its cell in the index of its group's table.
    weight: [u32; ROOM],
}

static BUILT: Cache<Arc<Patterns>> = Mutex::new(BTreeMap::new());

/// The tables of a shape.
pub(super) fn shared(shape: Shape) -> Arc<Patterns> {
    shared::shared(&BUILT, shape, || {
        let most = largest_group(shape.cells());
        Arc::new(Patterns::build(&slides(shape), &groups(shape, most), false))
    })
}

/// The plain slides of a shape, which are their own way back.
fn slides(shape: Shape) -> Arcs {
    let next_to = |a: usize, b: usize| {
        let ((row, col), (other_row, other_col)) = (shape.place(a), shape.place(b));
        row.abs_diff(other_row) + col.abs_diff(other_col) == 1
    };
    let around = |cell| (0..shape.cells()).filter(move |&other| next_to(cell, other));
    (0..shape.cells()).map(|cell| around(cell).map(|other| (other as u8, 1)).collect()).collect()
}

/// How many tiles a group may have on a board of so many cells, for its table not to be too large.
pub(crate) fn largest_group(cells: usize) -> usize {
    (1..cells as u32).take_while(|&tiles| cells.pow(tiles + 1) <= MOST_ENTRIES).count()
}

/// As few groups of at most so many tiles as there can be, of nearly the same size, of tiles that
/// belong close together.
pub(crate) fn groups(shape: Shape, most: usize) -> Vec<Vec<usize>> {
    let n = shape.cells();
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
    /// Builds a table for each group, and keeps it with the blank or without.
    pub(crate) fn build(arcs: &Arcs, groups: &[Vec<usize>], with_blank: bool) -> Self {
        let n = arcs.len();
        let (mut group, mut weight) = ([0; ROOM], [0; ROOM]);
        let (mut tables, mut blank) = (Vec::new(), Vec::new());
        for (i, tiles) in groups.iter().enumerate() {
            for (digit, &tile) in tiles.iter().enumerate() {
                group[tile] = i as u8;
                weight[tile] = n.pow(digit as u32) as u32;
            }
            let abstraction = Group { arcs, tiles };
            let placements = abstraction.placements();
            let table = PatternDatabase::build(&abstraction);
            tables.push(if with_blank {
                table
            } else {
                table.coarsened(placements, |state| state % placements)
            });
            blank.push(if with_blank { placements } else { 0 });
        }
        Self { cells: n, groups: groups.to_vec(), tables, blank, group, weight }
    }

    /// The cell of each tile.
    #[inline(always)]
    pub(crate) fn places<W: Word>(&self, cells: W) -> [u8; ROOM] {
        let mut places = [0; ROOM];
        for cell in 0..self.cells {
            places[cells.tile(cell) % ROOM] = cell as u8;
        }
        places
    }

    #[inline(always)]
    fn index(&self, group: usize, places: &[u8; ROOM]) -> usize {
        let weight = |&tile: &usize| self.weight[tile % ROOM] as usize;
        self.groups[group].iter().map(|t| usize::from(places[t % ROOM]) * weight(t)).sum()
    }

    /// The sum over all groups.
    pub(super) fn sum<W: Word>(&self, cells: W) -> u16 {
        self.sum_of(&self.places(cells))
    }

    /// The sum over all groups, given the cell of each tile and, as tile 0, of the blank.
    #[inline(always)]
    pub(crate) fn sum_of(&self, places: &[u8; ROOM]) -> u16 {
        let of = |group: usize| {
            let blank = usize::from(places[0]) * self.blank[group];
            u16::from(self.tables[group].distances()[blank + self.index(group, places)])
        };
        (0..self.tables.len()).map(of).sum()
    }

    /// What the group of `tile` counts before and after it slides between two cells, given the
    /// places before it.
    #[inline(always)]
    pub(super) fn of_move(
        &self,
        places: &[u8; ROOM],
        tile: usize,
        from: usize,
        to: usize,
    ) -> (u8, u8) {
        let group = usize::from(self.group[tile % ROOM]);
        let table = self.tables[group].distances();
        let before = self.index(group, places);
        let weight = self.weight[tile % ROOM] as usize;
        (table[before], table[before - from * weight + to * weight])
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.tables.iter().map(PatternDatabase::bytes).sum()
    }
}
