//! The fifteen-puzzle's node kinds: the cell of the blank and the move that brought it there.

use super::{Estimate, Shape, Slide, Tiles};
use heureka_core::Cost;
use heureka_core::search::{EnterKind, Kind, Kinds, VisitKinds};
use std::ops::ControlFlow;

impl Tiles<u64> {
    /// Whether the kinds are those of this board and its heuristic.
    pub(super) fn has_kinds(&self) -> bool {
        let four = Shape { rows: 4, cols: 4 };
        self.shape == four && matches!(self.estimate, Estimate::Distance)
    }
}

/// The nodes whose blank is on cell `BLANK`, reached by the move number `LAST`; 4 if by none.
struct At<const BLANK: usize, const LAST: usize>;

/// The number of no move.
const NONE: usize = 4;

/// Whether a move may follow another: it must not take it back.
const fn allowed(last: usize, slide: usize) -> bool {
    last + slide != 3
}

/// A bit for each tile that a slide from one cell to the next takes away from its place.
const fn away(from: usize, to: usize) -> u32 {
    let mut bits = 0;
    let mut tile = 1;
    while tile < 16 {
        if distance(tile, to) > distance(tile, from) {
            bits |= 1 << tile;
        }
        tile += 1;
    }
    bits
}

const fn distance(tile: usize, cell: usize) -> usize {
    let goal = tile - 1;
    (goal / 4).abs_diff(cell / 4) + (goal % 4).abs_diff(cell % 4)
}

/// For each cell of the blank the moves in the order in which they are played, each with the cell
/// that the tile comes from.
macro_rules! cells {
    ($($blank:literal: $(($slide:literal from $from:literal))*;)*) => {
        $(
            impl<const LAST: usize> Kind<Tiles<u64>> for At<$blank, LAST> {
                const SUCCESSORS: u64 = 0 $(+ allowed(LAST, $slide) as u64)*;
                const MAY_BE_GOAL: bool = $blank == 15;

                #[inline(always)]
                fn expand<V: VisitKinds<Tiles<u64>>>(
                    _: &Tiles<u64>,
                    cells: u64,
                    visitor: &mut V,
                ) -> ControlFlow<()> {
                    $(
                        if const { allowed(LAST, $slide) } {
                            let tile = cells >> (4 * $from) & 15;
                            let next = cells ^ tile << (4 * $from) ^ tile << (4 * $blank);
                            let rise = const { away($from, $blank) } >> tile & 1;
                            visitor.visit::<At<$from, $slide>>(Slide::ALL[$slide], next, rise)?;
                        }
                    )*
                    ControlFlow::Continue(())
                }
            }
        )*

        impl Kinds for Tiles<u64> {
            type Bare = u64;

            /// A move brings one tile nearer to its place or farther from it, by one.
            const STEP: Cost = 2;

            fn bare(&self, state: &Self::State) -> u64 {
                state.cells
            }

            #[inline(always)]
            fn is_bare_goal(&self, cells: u64) -> bool {
                cells == self.goal
            }

            fn with_kind<E: EnterKind<Self>>(
                &self,
                state: &Self::State,
                previous: Option<Slide>,
                enter: E,
            ) -> ControlFlow<()> {
                match (state.blank(), previous.map_or(NONE, |slide| slide as usize)) {
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
    0: (0 from 4) (1 from 1);
    1: (0 from 5) (1 from 2) (2 from 0);
    2: (0 from 6) (1 from 3) (2 from 1);
    3: (0 from 7) (2 from 2);
    4: (0 from 8) (1 from 5) (3 from 0);
    5: (0 from 9) (1 from 6) (2 from 4) (3 from 1);
    6: (0 from 10) (1 from 7) (2 from 5) (3 from 2);
    7: (0 from 11) (2 from 6) (3 from 3);
    8: (0 from 12) (1 from 9) (3 from 4);
    9: (0 from 13) (1 from 10) (2 from 8) (3 from 5);
    10: (0 from 14) (1 from 11) (2 from 9) (3 from 6);
    11: (0 from 15) (2 from 10) (3 from 7);
    12: (1 from 13) (3 from 8);
    13: (1 from 14) (2 from 12) (3 from 9);
    14: (1 from 15) (2 from 13) (3 from 10);
    15: (2 from 14) (3 from 11);
}
