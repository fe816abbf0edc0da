//! The cost of the cheapest way to a goal from every board of a shape.

use super::Chi;
use crate::tiles::ranks::{any_of_rank, boards, rank_of_any};
use crate::tiles::shared::{Cache, shared};
use crate::tiles::{Shape, Word};
use heureka_core::{Distances, Limits, Ranked};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Boards of more cells have a table only if asked for it: with 12 it takes half a gigabyte.
const MOST_CELLS: usize = 10;

/// The most cells of a board whose table can be built at all.
pub const MOST_CELLS_EVER: usize = 12;

static BUILT: Cache<Arc<Distances>> = Mutex::new(BTreeMap::new());

/// Whether a shape's table is small enough to be used as a heuristic.
#[must_use]
pub fn fits(shape: Shape) -> bool {
    shape.cells() <= MOST_CELLS
}

/// The table of a shape that [`fits`], built if it is not there yet.
#[must_use]
pub fn shared_table(shape: Shape) -> Arc<Distances> {
    shared(&BUILT, shape, || Arc::new(table(shape, &mut Limits::none())))
}

/// Builds the table of a shape of up to [`MOST_CELLS_EVER`] cells.
#[must_use]
pub fn table(shape: Shape, limits: &mut Limits<'_>) -> Distances {
    Distances::build(&Chi::<u64>::ordered(shape), limits)
}

/// The distance of a board.
#[inline(never)]
pub(super) fn look_up<W: Word>(table: &Distances, shape: Shape, cells: W, blank: usize) -> u16 {
    let rank = rank_of_any(shape.cells(), cells.nibbles(shape.cells()), blank);
    table.distance(rank) as u16
}

/// All boards, both halves together, as diagonal slides join them.
impl Ranked for Chi<u64> {
    fn ranks(&self) -> u64 {
        boards(self.shape.cells())
    }

    #[inline(always)]
    fn rank(&self, state: &super::Board<u64>) -> u64 {
        rank_of_any(self.shape.cells(), state.cells, state.blank())
    }

    #[inline(always)]
    fn unrank(&self, rank: u64) -> super::Board<u64> {
        let (cells, blank) = any_of_rank(self.shape.cells(), rank);
        self.board(cells, blank)
    }
}
