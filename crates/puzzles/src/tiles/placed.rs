//! Boards for IDA\* with pattern databases: states hold the indices into the tables, so that a move looks up
//! only what it changes.

use super::patterns::{Change, Found, Patterns};
use super::{Packed, Tiles};
use heureka_core::{Claim, Cost, Problem};
use heureka_kit::board::Direction;

/// The maximum number of groups; others would make states larger.
const MAX_GROUPS: usize = 4;

/// The same puzzle with other states.
#[derive(Debug)]
pub struct Placed<'a, W> {
    tiles: &'a Tiles<W>,
    patterns: &'a Patterns,
}

/// A board with the blank's cell, the Manhattan distance and the indices into the tables.
#[derive(Clone, Copy, Debug)]
pub struct PlacedBoard<W> {
    cells: W,
    found: Found<MAX_GROUPS>,
    blank: u8,
    distance: u16,
}

/// Compares the cells only; the rest follows from them.
impl<W: PartialEq> PartialEq for PlacedBoard<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl<W: Eq> Eq for PlacedBoard<W> {}

impl<'a, W: Packed> Placed<'a, W> {
    /// Returns the puzzle with these tables; `None` if they have too many groups.
    pub(super) fn new(tiles: &'a Tiles<W>, patterns: &'a Patterns) -> Option<Self> {
        (patterns.groups() <= MAX_GROUPS).then_some(Self { tiles, patterns })
    }

    fn board(&self, cells: W) -> PlacedBoard<W> {
        PlacedBoard {
            cells,
            found: self.patterns.find(cells),
            blank: cells.blank() as u8,
            distance: self.tiles.manhattan(cells),
        }
    }
}

impl<W: Packed> Problem for Placed<'_, W> {
    type State = PlacedBoard<W>;
    type Key = W;
    type Action = Direction;

    fn start(&self) -> PlacedBoard<W> {
        self.board(self.tiles.start.cells)
    }

    #[inline(always)]
    fn is_goal(&self, state: &PlacedBoard<W>) -> bool {
        state.cells == self.tiles.goal
    }

    #[inline(always)]
    fn successors(
        &self,
        state: &PlacedBoard<W>,
        visit: &mut impl FnMut(Direction, Cost, PlacedBoard<W>),
    ) {
        self.successors_after(state, None, visit);
    }

    #[inline(always)]
    fn successors_after(
        &self,
        state: &PlacedBoard<W>,
        previous: Option<Direction>,
        visit: &mut impl FnMut(Direction, Cost, PlacedBoard<W>),
    ) {
        let blank = usize::from(state.blank & 31);
        let moves = self.tiles.moves_after(blank, previous);
        // All tables are read before the first successor is visited: the processor waits once.
        let mut changes = [(0, Change::default()); 4];
        for (step, change) in moves.iter().zip(&mut changes) {
            let from = usize::from(step.from);
            let tile = state.cells.tile(from);
            *change = (tile, self.patterns.change(&state.found, tile, from, blank));
        }
        for (step, (tile, change)) in moves.iter().zip(&changes) {
            let farther = (step.away >> (tile & 31) & 1) as u16;
            let next = PlacedBoard {
                cells: state.cells.exchange(*tile, step.ones),
                found: state.found.after(change),
                blank: step.from,
                distance: state.distance + 2 * farther - 1,
            };
            visit(step.direction, 1, next);
        }
    }

    #[inline(always)]
    fn pack(&self, state: &PlacedBoard<W>) -> W {
        state.cells.key()
    }

    fn unpack(&self, key: &W) -> PlacedBoard<W> {
        self.board(W::of_key(*key, self.tiles.size.cells()))
    }

    #[inline(always)]
    fn h(&self, state: &PlacedBoard<W>) -> Cost {
        Cost::from(state.distance + state.found.excess())
    }

    fn claim(&self) -> Claim {
        self.tiles.claim()
    }

    #[inline(always)]
    fn undoes(&self, previous: Direction, next: Direction) -> bool {
        self.tiles.undoes(previous, next)
    }
}
