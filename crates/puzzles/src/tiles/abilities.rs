//! What searches can make use of beyond the rules: moves backwards, spare bits, ranks.

use super::{Board, Estimate, Slide, Tiles, Word};
use heureka_core::search::IdaKinds;
use heureka_core::store::SetKey;
use heureka_core::{
    Algorithm, Cost, Exploration, Limits, Observer, Ranked, Report, Reversible, Strategy, Tagged,
    Undirected, Unsupported, explore_smallest, explore_undirected, solve_reversible, solve_tagged,
};

/// The searches of a board that fits into this word.
pub trait Lanes: Word + SetKey {
    /// See [`Puzzle::search`](crate::puzzle::Puzzle::search).
    ///
    /// # Errors
    /// If the strategy needs an ability that the puzzle has not.
    fn search<O: Observer<Tiles<Self>>>(
        tiles: &Tiles<Self>,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Slide>, Unsupported> {
        solve_reversible(tiles, strategy, limits, observer)
    }

    /// See [`Puzzle::explore`](crate::puzzle::Puzzle::explore).
    fn explore(tiles: &Tiles<Self>, limits: &mut Limits<'_>) -> Exploration {
        explore_undirected(tiles, limits)
    }
}

impl Lanes for u128 {}

impl Lanes for u64 {
    fn search<O: Observer<Tiles<Self>>>(
        tiles: &Tiles<Self>,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Slide>, Unsupported> {
        let plain = *strategy == Strategy::new(Algorithm::IdaStar);
        if plain && !O::WATCHES && tiles.has_kinds() {
            let mut search = IdaKinds::new(tiles);
            let outcome = search.run(limits);
            return Ok(Report { outcome, stats: *search.stats() });
        }
        solve_tagged(tiles, strategy, limits, observer)
    }

    fn explore(tiles: &Tiles<Self>, limits: &mut Limits<'_>) -> Exploration {
        explore_smallest(tiles, limits)
    }
}

/// The tile slides back.
impl<W: Word> Undirected for Tiles<W> {}

impl<W: Word> Reversible for Tiles<W> {
    fn goals(&self, visit: &mut impl FnMut(Board<W>)) {
        visit(self.board(self.goal));
    }

    #[inline(always)]
    fn predecessors(&self, state: &Board<W>, visit: &mut impl FnMut(Slide, Cost, Board<W>)) {
        self.neighbours(state, None, &mut |slide, before| visit(slide.opposite(), 1, before));
    }
}

impl Tagged for Tiles<u64> {
    const TAG_BITS: u32 = 4;

    #[inline(always)]
    fn tag(&self, action: Slide) -> u64 {
        action as u64
    }

    #[inline(always)]
    fn action(&self, tag: u64) -> Slide {
        Slide::ALL[tag as usize & 3]
    }

    fn retract(&self, state: &Board<u64>, action: Slide) -> Board<u64> {
        let mut before = *state;
        self.neighbours(state, None, &mut |slide, neighbour| {
            if slide == action.opposite() {
                before = neighbour;
            }
        });
        before
    }

    #[inline(always)]
    fn unpack_with_h(&self, key: u64, h: Cost) -> Board<u64> {
        let cells = u64::of_key(key, self.shape.cells());
        let walk = match &self.estimate {
            Estimate::Walking(walking) => walking.find(cells),
            _ => [0; 2],
        };
        Board::new(cells, cells.blank(), h as u16, walk)
    }
}

/// The boards of the start's half are numbered by the blank's cell and then by the tiles in their
/// order, the first to differ deciding. The last two tiles need no digit: in which order they
/// stand follows from the parity.
impl Ranked for Tiles<u64> {
    fn ranks(&self) -> u64 {
        self.ranks_per_blank() * self.shape.cells() as u64
    }

    #[inline(always)]
    fn rank(&self, state: &Board<u64>) -> u64 {
        let digits = self.shape.cells() - 3;
        let (tiles, _) = split(state.cells, state.blank() as u32);
        let (mut rank, mut used) = (0, 0u32);
        for i in 0..digits {
            let tile = (tiles >> (4 * i)) as u32 & 15;
            let bit = 1 << tile;
            // How many smaller tiles have not been used yet; tiles count from 1.
            let digit = tile - 1 - (used & (bit - 1)).count_ones();
            used |= bit;
            rank = rank * (digits + 2 - i) as u64 + u64::from(digit);
        }
        state.blank() as u64 * self.ranks_per_blank() + rank
    }

    #[inline(always)]
    fn unrank(&self, rank: u64) -> Board<u64> {
        let per_blank = self.ranks_per_blank();
        let (blank, mut rest) = ((rank / per_blank) as u32, rank % per_blank);
        let digits = self.shape.cells() - 3;
        let mut place = [0u32; 16];
        for i in (0..digits).rev() {
            let base = (digits + 2 - i) as u64;
            place[i] = (rest % base) as u32;
            rest /= base;
        }
        // Tiles not yet used, in ascending order; a digit takes one out.
        let mut free = 0x0FED_CBA9_8765_4321u64;
        let (mut tiles, mut odd) = (0, 0);
        for (i, &digit) in place[..digits].iter().enumerate() {
            tiles |= (free >> (4 * digit) & 15) << (4 * i);
            (free, _) = split(free, digit);
            odd ^= digit & 1;
        }
        let (mut first, mut second) = (free & 15, free >> 4 & 15);
        if (odd == 1) != self.sequence_is_odd(blank as usize) {
            (first, second) = (second, first);
        }
        tiles |= first << (4 * digits) | second << (4 * digits + 4);
        let below = (1 << (4 * blank)) - 1;
        self.board(tiles & below | (tiles & !below) << 4)
    }
}

impl Tiles<u64> {
    /// Half the orders of the tiles.
    fn ranks_per_blank(&self) -> u64 {
        (3..self.shape.cells() as u64).product()
    }

    /// The parity of the tiles' sequence with the blank on a cell.
    fn sequence_is_odd(&self, blank: usize) -> bool {
        let (row, _) = self.shape.place(blank);
        self.odd ^ (self.shape.cols.is_multiple_of(2) && (self.shape.rows - 1 - row) % 2 == 1)
    }
}

/// A word without one of its cells, those above it moved down, and that cell.
#[inline(always)]
fn split(word: u64, cell: u32) -> (u64, u64) {
    let below = (1 << (4 * cell)) - 1;
    (word & below | word >> 4 & !below, word >> (4 * cell) & 15)
}
