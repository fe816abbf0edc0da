//! Node kinds of the fifteen-puzzle: the blank's cell and the move that led there.
//!
//! Here a tile is named by its place in the goal, from 0, so that the kinds serve every goal with the blank
//! in the first or the last cell. The kind has the blank's cell, which holds 0. So does that of the tile that
//! belongs into the first cell, but parity tells them apart: swapping both leads to the other half.

use super::{Estimate, Tiles, Word};
use heureka_core::Cost;
use heureka_core::search::{EnterKind, NodeKind, NodeKinds, VisitKinds};
use heureka_kit::board::{Direction, Size};
use std::ops::ControlFlow;

impl Tiles<u64> {
    /// Returns whether the kinds fit this board and its heuristic.
    pub(super) fn has_kinds(&self) -> bool {
        let blank_in_corner = matches!(self.homes[0], 0 | 15);
        self.size == Size { rows: 4, cols: 4 }
            && blank_in_corner
            && self.is_solvable()
            && matches!(self.estimate, Estimate::Distance)
    }

    /// Returns a board with tiles named by their places.
    fn by_places(&self, cells: u64) -> u64 {
        (0..16).fold(0, |word, cell| match cells.tile(cell) {
            0 => word,
            tile => word | u64::from(self.homes[tile]) << (4 * cell),
        })
    }
}

/// Nodes with the blank on cell `BLANK`, reached by the direction numbered `LAST`.
struct At<const BLANK: usize, const LAST: usize>;

/// The goals.
const BLANK_LAST: u64 = 0x0EDC_BA98_7654_3210;
const BLANK_FIRST: u64 = 0xFEDC_BA98_7654_3210;

/// The value of `LAST` at the start of a search.
const NONE: usize = 4;

/// Returns whether a move may follow another: it must not undo it.
const fn allowed(last: usize, direction: usize) -> bool {
    last ^ direction != 1
}

/// Returns a bit for each tile that a slide between two cells takes away from its place.
const fn away(from: usize, to: usize) -> u32 {
    let mut bits = 0;
    let mut home = 0;
    while home < 16 {
        if distance(home, to) > distance(home, from) {
            bits |= 1 << home;
        }
        home += 1;
    }
    bits
}

const fn distance(home: usize, cell: usize) -> usize {
    (home / 4).abs_diff(cell / 4) + (home % 4).abs_diff(cell % 4)
}

/// Lists, for each cell of the blank, the moves in their order: direction and source of the tile.
macro_rules! cells {
    ($($blank:literal: $(($direction:literal from $from:literal))*;)*) => {
        $(
            impl<const LAST: usize> NodeKind<Tiles<u64>> for At<$blank, LAST> {
                const SUCCESSORS: u64 = 0 $(+ allowed(LAST, $direction) as u64)*;
                const MAY_BE_GOAL: bool = $blank == 0 || $blank == 15;

                #[inline(always)]
                fn expand<V: VisitKinds<Tiles<u64>>>(
                    _: &Tiles<u64>,
                    cells: u64,
                    visitor: &mut V,
                ) -> ControlFlow<()> {
                    $(
                        if const { allowed(LAST, $direction) } {
                            let tile = cells >> (4 * $from) & 15;
                            let next = cells ^ tile << (4 * $from) ^ tile << (4 * $blank);
                            let rise = const { away($from, $blank) } >> tile & 1;
                            let action = Direction::ALL[$direction];
                            visitor.visit::<At<$from, $direction>>(action, next, rise)?;
                        }
                    )*
                    ControlFlow::Continue(())
                }
            }
        )*

        impl NodeKinds for Tiles<u64> {
            type Bare = u64;

            /// A move changes the distance of one tile by 1, and so f by 0 or 2.
            const STEP: Cost = 2;

            fn bare(&self, state: &Self::State) -> u64 {
                self.by_places(state.cells)
            }

            #[inline(always)]
            fn is_bare_goal(&self, cells: u64) -> bool {
                cells == if self.homes[0] == 0 { BLANK_FIRST } else { BLANK_LAST }
            }

            fn with_kind<E: EnterKind<Self>>(
                &self,
                state: &Self::State,
                previous: Option<Direction>,
                enter: E,
            ) -> ControlFlow<()> {
                match (state.blank(), previous.map_or(NONE, |last| last as usize)) {
                    $(
                        ($blank, 0) => enter.enter::<At<$blank, 0>>(),
                        ($blank, 1) => enter.enter::<At<$blank, 1>>(),
                        ($blank, 2) => enter.enter::<At<$blank, 2>>(),
                        ($blank, 3) => enter.enter::<At<$blank, 3>>(),
                        ($blank, _) => enter.enter::<At<$blank, NONE>>(),
                    )*
                    _ => unreachable!("the fifteen-puzzle has 16 cells"),
                }
            }
        }
    };
}

cells! {
    0: (0 from 4) (2 from 1);
    1: (0 from 5) (2 from 2) (3 from 0);
    2: (0 from 6) (2 from 3) (3 from 1);
    3: (0 from 7) (3 from 2);
    4: (0 from 8) (2 from 5) (1 from 0);
    5: (0 from 9) (2 from 6) (3 from 4) (1 from 1);
    6: (0 from 10) (2 from 7) (3 from 5) (1 from 2);
    7: (0 from 11) (3 from 6) (1 from 3);
    8: (0 from 12) (2 from 9) (1 from 4);
    9: (0 from 13) (2 from 10) (3 from 8) (1 from 5);
    10: (0 from 14) (2 from 11) (3 from 9) (1 from 6);
    11: (0 from 15) (3 from 10) (1 from 7);
    12: (2 from 13) (1 from 8);
    13: (2 from 14) (3 from 12) (1 from 9);
    14: (2 from 15) (3 from 13) (1 from 10);
    15: (3 from 14) (1 from 11);
}
