//! Abilities beyond the rules: backward moves, tagged keys and specialized searches.

use super::{Board, Estimate, Placed, Tiles, Word};
use heureka_core::abilities::{IdaStates, Reversible, Tagged};
use heureka_core::store::SetKey;
use heureka_core::{Abilities, Cost, Observer};
use heureka_kit::board::Direction;
use std::ops::{BitXor, Mul};

/// A word with the abilities of its boards.
pub trait Packed: Word + SetKey + From<u8> + Mul<Output = Self> + BitXor<Output = Self> {
    /// Exchanges a tile with the blank; `ones` has a 1 on the cells of both.
    #[inline(always)]
    #[must_use]
    fn exchange(self, tile: usize, ones: Self) -> Self {
        self ^ (ones * Self::from(tile as u8))
    }

    /// See [`Problem::abilities`](heureka_core::Problem::abilities).
    fn abilities<O: Observer<Board<Self>, Direction>>(
        _tiles: &Tiles<Self>,
    ) -> Abilities<Tiles<Self>, O> {
        Abilities::plain().reversible().undirected().ida_states()
    }
}

impl Packed for u128 {}

impl Packed for u64 {
    fn abilities<O: Observer<Board<Self>, Direction>>(
        tiles: &Tiles<Self>,
    ) -> Abilities<Tiles<Self>, O> {
        let all = Abilities::plain().reversible().undirected().ranked().packed_astar();
        if tiles.has_kinds() { all.specialized_ida() } else { all.ida_states() }
    }
}

impl<W: Packed> IdaStates for Tiles<W> {
    type Other<'p> = Placed<'p, W>;

    fn with_ida_states(&self) -> Option<Placed<'_, W>> {
        match &self.estimate {
            Estimate::Patterns(patterns) => Placed::new(self, patterns),
            _ => None,
        }
    }
}

impl<W: Packed> Reversible for Tiles<W> {
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
}
