//! Abilities beyond the rules: backward moves, tagged keys and specialized searches.

use super::{Board, Estimate, Tiles, Word};
use heureka_core::search::IdaSpecialized;
use heureka_core::store::SetKey;
use heureka_core::{
    Algorithm, Cost, Exploration, Limits, Observer, Report, Reversible, Strategy, Tagged,
    Undirected, Unsupported, explore_smallest, explore_undirected, solve_reversible, solve_tagged,
};
use heureka_kit::board::Direction;

/// A word whose boards have these searches.
pub trait Lanes: Word + SetKey {
    /// See [`Puzzle::search`](heureka_kit::puzzle::Puzzle::search).
    ///
    /// # Errors
    /// If the strategy needs an ability that the puzzle lacks.
    fn search<O: Observer<Tiles<Self>>>(
        tiles: &Tiles<Self>,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Direction>, Unsupported> {
        solve_reversible(tiles, strategy, limits, observer)
    }

    /// See [`Puzzle::explore`](heureka_kit::puzzle::Puzzle::explore).
    fn explore(tiles: &Tiles<Self>, limits: &mut Limits<'_>) -> Exploration {
        explore_undirected(&tiles.without_heuristic(), limits)
    }
}

impl Lanes for u128 {}

impl Lanes for u64 {
    fn search<O: Observer<Tiles<Self>>>(
        tiles: &Tiles<Self>,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Direction>, Unsupported> {
        let plain = *strategy == Strategy::new(Algorithm::IdaStar);
        if plain && !O::WATCHES && tiles.has_kinds() && limits.max_depth().is_none() {
            let mut search = IdaSpecialized::new(tiles);
            let outcome = search.run(limits);
            return Ok(Report { outcome, stats: *search.stats() });
        }
        solve_tagged(tiles, strategy, limits, observer)
    }

    fn explore(tiles: &Tiles<Self>, limits: &mut Limits<'_>) -> Exploration {
        explore_smallest(&tiles.without_heuristic(), limits)
    }
}

impl<W: Word> Tiles<W> {
    /// Returns the same board without a heuristic, for explorations.
    fn without_heuristic(&self) -> Self {
        let mut tiles = self.clone();
        tiles.set_estimate(Estimate::Zero);
        tiles
    }
}

impl<W: Word> Undirected for Tiles<W> {}

impl<W: Word> Reversible for Tiles<W> {
    fn goals(&self, visit: &mut impl FnMut(Board<W>)) {
        visit(self.board(self.goal));
    }

    #[inline(always)]
    fn predecessors(&self, state: &Board<W>, visit: &mut impl FnMut(Direction, Cost, Board<W>)) {
        self.neighbors(state, None, &mut |action, before| visit(action.opposite(), 1, before));
    }
}

impl Tagged for Tiles<u64> {
    const TAG_BITS: u32 = 4;

    #[inline(always)]
    fn tag(&self, action: Direction) -> u64 {
        action as u64
    }

    #[inline(always)]
    fn action(&self, tag: u64) -> Direction {
        Direction::ALL[tag as usize & 3]
    }

    fn retract(&self, state: &Board<u64>, action: Direction) -> Board<u64> {
        let mut before = *state;
        self.neighbors(state, None, &mut |back, neighbor| {
            if back == action.opposite() {
                before = neighbor;
            }
        });
        before
    }

    #[inline(always)]
    fn unpack_with_h(&self, key: u64, h: Cost) -> Board<u64> {
        let cells = u64::of_key(key, self.size.cells());
        let walk = match &self.estimate {
            Estimate::Walking(walking) => walking.find(cells),
            _ => [0; 2],
        };
        Board::new(cells, cells.blank(), h as u16, walk)
    }
}
