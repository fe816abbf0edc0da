//! The heuristics. Each is summed for both goals, and the lower sum counts: a minimum per tile would
//! mix the goals.

use super::exact;
use super::patterns::{Arcs, Patterns, groups, largest_group};
use super::rules::{ROOM, Rules, goals};
use crate::tiles::Word;
use crate::tiles::cache::{Cache, cached};
use heureka_core::distances::Distances;
use heureka_core::{Cost, Limits, Stop};
use heureka_kit::board::Size;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The value of a tile on a cell, for each goal.
#[derive(Debug)]
pub(super) struct TileCosts(Box<[[[u16; 2]; ROOM]; ROOM]>);

impl TileCosts {
    /// Tabulates `of(cell, place)` for each tile; 0 for the blank.
    fn new(size: Size, of: impl Fn(usize, usize) -> Cost) -> Self {
        let mut costs = Box::new([[[0; 2]; ROOM]; ROOM]);
        for (nth, goal) in goals(size).iter().enumerate() {
            for (place, &tile) in goal.iter().enumerate().filter(|&(_, &tile)| tile > 0) {
                for cell in 0..size.cells() {
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

    /// Returns the sums after a tile moved between two cells.
    #[inline(always)]
    pub(super) fn after(&self, sums: [u16; 2], tile: usize, from: usize, to: usize) -> [u16; 2] {
        let (before, after) = (self.of(tile, from), self.of(tile, to));
        [sums[0] + after[0] - before[0], sums[1] + after[1] - before[1]]
    }

    fn sums<W: Word>(&self, size: Size, cells: W) -> [u16; 2] {
        let of = |cell| self.of(cells.tile(cell), cell);
        (0..size.cells()).map(of).fold([0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]])
    }
}

/// Pattern databases for the first goal, and the renaming of tiles that serves the second.
#[derive(Debug)]
pub(super) struct GoalPatterns {
    patterns: Patterns,
    /// By tile of the first goal, the tile in its place in the second.
    role: [u8; ROOM],
}

impl GoalPatterns {
    /// Returns the tables of a size, building them on first use.
    fn shared(size: Size, with_blank: bool, limits: &mut Limits<'_>) -> Result<Arc<Self>, Stop> {
        let rules = Rules::new(size);
        let arcs: Arcs = rules.backward[..size.cells()]
            .iter()
            .map(|s| s.all().iter().map(|slide| (slide.cell, Cost::from(slide.cost))).collect())
            .collect();
        // At least two groups: with one, the table would cover the whole space.
        let max = largest_group(size.cells()).min(size.cells() / 2);
        let mut role = [0; ROOM];
        for (place, &tile) in goals(size)[1].iter().enumerate().filter(|&(_, &tile)| tile > 0) {
            role[place + 1] = tile;
        }
        let groups = groups(size, max);
        let (cache, name) =
            if with_blank { (&WITH_BLANK, "pdb") } else { (&WITHOUT_BLANK, "pdb-blankless") };
        let title = format!("chi {size} {name}");
        cached(cache, size, Patterns::needed(&arcs, &groups, with_blank), limits, |limits| {
            let patterns = Patterns::build(&title, &arcs, &groups, with_blank, limits)?;
            Ok(Arc::new(Self { patterns, role }))
        })
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

/// The heuristic in use, with its tables.
#[derive(Clone, Debug)]
pub(super) enum Estimate {
    /// Whether the blank is not in the last cell.
    Blank,
    /// A value for each tile.
    Tiles(Arc<TileCosts>),
    /// Groups of tiles together.
    Patterns(Arc<GoalPatterns>),
    /// All tiles together.
    Exact(Arc<Distances>),
}

static H1: Cache<Size, Arc<TileCosts>> = Mutex::new(BTreeMap::new());
static H2: Cache<Size, Arc<TileCosts>> = Mutex::new(BTreeMap::new());
static WITH_BLANK: Cache<Size, Arc<GoalPatterns>> = Mutex::new(BTreeMap::new());
static WITHOUT_BLANK: Cache<Size, Arc<GoalPatterns>> = Mutex::new(BTreeMap::new());

impl Estimate {
    /// Returns the heuristic with a name, building its tables on first use.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    pub(super) fn named(
        name: &str,
        size: Size,
        rules: &Rules,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stop> {
        Ok(match name {
            "h1" => Self::Tiles(cached(&H1, size, 0, limits, |_| {
                Ok(Arc::new(TileCosts::new(size, |cell, place| Cost::from(cell != place))))
            })?),
            "h2" => Self::Tiles(cached(&H2, size, 0, limits, |_| {
                let costs = rules.path_costs(size.cells());
                Ok(Arc::new(TileCosts::new(size, |cell, place| costs[cell][place])))
            })?),
            "pdb-blankless" => Self::Patterns(GoalPatterns::shared(size, false, limits)?),
            "exact" if exact::fits(size) => Self::Exact(exact::shared_table(size, limits)?),
            "pdb" | "exact" => Self::Patterns(GoalPatterns::shared(size, true, limits)?),
            _ => Self::Blank,
        })
    }

    /// Returns the sums of a board for each goal.
    #[inline(always)]
    pub(super) fn sums<W: Word>(&self, size: Size, cells: W, blank: usize) -> [u16; 2] {
        match self {
            Self::Blank => [u16::from(blank + 1 != size.cells()); 2],
            Self::Tiles(costs) => costs.sums(size, cells),
            Self::Patterns(patterns) => patterns.sums(cells),
            Self::Exact(table) => [exact::look_up(table, size, cells, blank); 2],
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
