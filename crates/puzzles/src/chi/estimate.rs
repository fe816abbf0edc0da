//! The heuristics. Each is worked out for both goals, and the lower sum counts: a minimum taken tile
//! by tile would mix the goals and be too low.

use super::exact;
use super::rules::{ROOM, Rules, goals};
use crate::tiles::Shape;
use crate::tiles::Word;
use crate::tiles::patterns::{Arcs, Patterns, groups, largest_group};
use crate::tiles::shared::{Cache, shared};
use heureka_core::{Cost, Distances};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// By tile and cell, what is counted for each of the goals.
#[derive(Debug)]
pub(super) struct TileCosts(Box<[[[u16; 2]; ROOM]; ROOM]>);

impl TileCosts {
    /// Counts `of(cell, place)` for each tile on a cell that belongs onto a place; nothing for the
    /// blank.
    fn new(shape: Shape, of: impl Fn(usize, usize) -> Cost) -> Self {
        let mut costs = Box::new([[[0; 2]; ROOM]; ROOM]);
        for (nth, goal) in goals(shape).iter().enumerate() {
            for (place, &tile) in goal.iter().enumerate().filter(|&(_, &tile)| tile > 0) {
                for cell in 0..shape.cells() {
                    costs[usize::from(tile)][cell][nth] = of(cell, place) as u16;
                }
            }
        }
        Self(costs)
    }

    #[inline(always)]
    fn of(&self, tile: usize, cell: usize) -> [u16; 2] {
        self.0[tile % ROOM][cell % ROOM]
    }

    /// The sums after a tile went from one cell to another.
    #[inline(always)]
    pub(super) fn after(&self, sums: [u16; 2], tile: usize, from: usize, to: usize) -> [u16; 2] {
        let (less, more) = (self.of(tile, from), self.of(tile, to));
        [sums[0] + more[0] - less[0], sums[1] + more[1] - less[1]]
    }

    fn sums<W: Word>(&self, shape: Shape, cells: W) -> [u16; 2] {
        let of = |cell| self.of(cells.tile(cell), cell);
        (0..shape.cells()).map(of).fold([0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]])
    }
}

/// Pattern databases for the first goal, and which tile plays which part on the way to the second.
#[derive(Debug)]
pub(super) struct GoalPatterns {
    patterns: Patterns,
    /// By tile of the first goal, the tile that is in its place in the second.
    role: [u8; ROOM],
}

impl GoalPatterns {
    fn build(shape: Shape, with_blank: bool) -> Self {
        let rules = Rules::new(shape);
        let arcs: Arcs = rules.backward[..shape.cells()]
            .iter()
            .map(|s| s.all().iter().map(|slide| (slide.cell, Cost::from(slide.cost))).collect())
            .collect();
        // Two groups at least: with one the table would be that of the whole space.
        let most = largest_group(shape.cells()).min(shape.cells() / 2);
        let mut role = [0; ROOM];
        for (place, &tile) in goals(shape)[1].iter().enumerate().filter(|&(_, &tile)| tile > 0) {
            role[place + 1] = tile;
        }
        Self { patterns: Patterns::build(&arcs, &groups(shape, most), with_blank), role }
    }

    #[inline(never)]
    fn sums<W: Word>(&self, cells: W) -> [u16; 2] {
        let places = self.patterns.places(cells);
        let mut renamed = [0; ROOM];
        for (place, &tile) in renamed.iter_mut().zip(&self.role) {
            *place = places[usize::from(tile) % ROOM];
        }
        [self.patterns.sum_of(&places), self.patterns.sum_of(&renamed)]
    }
}

/// What h counts.
#[derive(Clone, Debug)]
pub(super) enum Estimate {
    /// Whether the blank is not in the last cell.
    Blank,
    /// A number for each tile.
    Tiles(Arc<TileCosts>),
    /// Groups of tiles together.
    Patterns(Arc<GoalPatterns>),
    /// All tiles together.
    Exact(Arc<Distances>),
}

static WITH_BLANK: Cache<Arc<GoalPatterns>> = Mutex::new(BTreeMap::new());
static WITHOUT_BLANK: Cache<Arc<GoalPatterns>> = Mutex::new(BTreeMap::new());

impl Estimate {
    /// The heuristic of a name, its tables built or found built.
    pub(super) fn named(name: &str, shape: Shape, rules: &Rules) -> Self {
        let patterns = |cache, with_blank| {
            let build = || Arc::new(GoalPatterns::build(shape, with_blank));
            Self::Patterns(shared(cache, shape, build))
        };
        match name {
            "h1" => Self::Tiles(Arc::new(TileCosts::new(shape, |cell, place| {
                Cost::from(cell != place)
            }))),
            "h2" => {
                let ways = rules.way_costs(shape.cells());
                Self::Tiles(Arc::new(TileCosts::new(shape, |cell, place| ways[cell][place])))
            }
            "pdb-blankless" => patterns(&WITHOUT_BLANK, false),
            "exact" if exact::fits(shape) => Self::Exact(exact::shared_table(shape)),
            "pdb" | "exact" => patterns(&WITH_BLANK, true),
            _ => Self::Blank,
        }
    }

    /// What is counted on a board for each goal.
    #[inline(always)]
    pub(super) fn sums<W: Word>(&self, shape: Shape, cells: W, blank: usize) -> [u16; 2] {
        match self {
            Self::Blank => [u16::from(blank + 1 != shape.cells()); 2],
            Self::Tiles(costs) => costs.sums(shape, cells),
            Self::Patterns(patterns) => patterns.sums(cells),
            Self::Exact(table) => [exact::look_up(table, shape, cells, blank); 2],
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Blank | Self::Tiles(_) => 0,
            Self::Patterns(patterns) => patterns.patterns.bytes(),
            Self::Exact(table) => table.bytes(),
        }
    }
}
