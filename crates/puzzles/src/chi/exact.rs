//! Tables of the exact cost of every board of a size.

use super::Chi;
use super::rules::{Rules, goals};
use crate::tiles::Word;
use crate::tiles::cache::{Cache, cached};
use crate::tiles::ranks::{any_of_rank, boards, rank_of_any};
use heureka_core::abilities::Ranked;
use heureka_core::distances::Distances;
use heureka_core::tables::TableName;
use heureka_core::{Limits, Stop};
use heureka_kit::board::Size;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The maximum number of cells for `exact`; 12 cells would take half a gigabyte.
const HEURISTIC_CELLS: usize = 10;

/// The maximum number of cells of a board whose table can be built.
pub const MAX_CELLS: usize = 12;

static BUILT: Cache<Size, Arc<Distances>> = Mutex::new(BTreeMap::new());

/// Returns whether the table of a size is small enough for a heuristic.
#[must_use]
pub fn fits(size: Size) -> bool {
    size.cells() <= HEURISTIC_CELLS
}

/// Returns the table of a size that [`fits`], building it on first use.
///
/// # Errors
/// The limit that stopped the construction.
pub fn shared_table(size: Size, limits: &mut Limits<'_>) -> Result<Arc<Distances>, Stop> {
    let bytes = boards(size.cells()).next_multiple_of(8);
    // A table is copied once: from words to bytes, or back.
    let needed = 2 * bytes;
    cached(&BUILT, size, needed, limits, |limits| {
        let title = format!("chi {size} exact");
        let name = TableName::new(title, (Rules::new(size), goals(size)), bytes, needed);
        let bytes = limits.table(&name, |limits| {
            let table = table(size, limits);
            table.stopped.map_or_else(|| Ok(table.to_bytes()), Err)
        })?;
        Ok(Arc::new(Distances::from_bytes(&bytes)))
    })
}

/// Builds the table of a size of up to [`MAX_CELLS`] cells.
#[must_use]
pub fn table(size: Size, limits: &mut Limits<'_>) -> Distances {
    Distances::build(&Chi::<u64>::ordered(size), limits)
}

/// Returns the distance of a board.
#[inline(never)]
pub(super) fn look_up<W: Word>(table: &Distances, size: Size, cells: W, blank: usize) -> u16 {
    let rank = rank_of_any(size.cells(), cells.nibbles(size.cells()), blank);
    table.distance(rank) as u16
}

/// Ranks the boards of both parities, which diagonal slides connect.
impl Ranked for Chi<u64> {
    fn ranks(&self) -> u64 {
        boards(self.size.cells())
    }

    #[inline(always)]
    fn rank(&self, state: &super::Board<u64>) -> u64 {
        rank_of_any(self.size.cells(), state.cells, state.blank())
    }

    #[inline(always)]
    fn unrank(&self, rank: u64) -> super::Board<u64> {
        let (cells, blank) = any_of_rank(self.size.cells(), rank);
        self.board(cells, blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_of_a_table_counts() {
        let size = Size { rows: 5, cols: 2 };
        let needed = 2 * 3_628_800;
        let get = |memory| shared_table(size, &mut Limits::none().memory(memory));
        assert_eq!(get(needed - 1).err(), Some(Stop::Memory));
        assert!(get(needed).is_ok());
        // Also if this process has it.
        assert_eq!(get(needed - 1).err(), Some(Stop::Memory));
    }
}
