//! Two hand-written IDA\* searches for the fifteen-puzzle: a packed loop, and one specialized for
//! every cell and move.

use super::{GOAL, Steps, blank, distance, manhattan};

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub expanded: u64,
    pub generated: u64,
}

/// Runs IDA\* with one word per board and a table of slides by the blank's cell.
pub fn packed(start: u64) -> (u32, Counts) {
    let steps = Steps::new();
    let h = manhattan(start);
    let mut counts = Counts::default();
    let mut bound = h;
    while !dive(&steps, start, blank(start), 4, h, bound, &mut counts) {
        bound += 2;
    }
    (bound, counts)
}

fn dive(
    steps: &Steps,
    cells: u64,
    blank: usize,
    last: u8,
    h: u32,
    left: u32,
    counts: &mut Counts,
) -> bool {
    counts.expanded += 1;
    let back = 3u8.wrapping_sub(last);
    for step in &steps.steps[blank & 15][..usize::from(steps.count[blank & 15] & 7)] {
        if step.slide == back {
            continue;
        }
        counts.generated += 1;
        let from = usize::from(step.from);
        let tile = cells >> (4 * from) & 15;
        let h = h + 2 * u32::from(step.away >> tile & 1) - 1;
        if h < left {
            let next = cells ^ tile << (4 * from) ^ tile << (4 * blank);
            if h == 0 && next == GOAL || dive(steps, next, from, step.slide, h, left - 1, counts) {
                return true;
            }
        }
    }
    false
}

/// Runs IDA\* with one function for each cell of the blank and each last move; all masks are
/// constants.
pub fn specialized(start: u64) -> (u32, Counts) {
    let h = manhattan(start);
    let mut counts = Counts::default();
    let mut bound = h;
    while !enter(start, (bound - h) / 2, &mut counts) {
        bound += 2;
    }
    (bound, counts)
}

struct At<const BLANK: usize, const LAST: usize>;

trait Dive {
    fn dive(cells: u64, slack: u32, counts: &mut Counts) -> bool;
}

const fn away(from: usize, to: usize) -> u32 {
    let (mut bits, mut tile) = (0, 1);
    while tile < 16 {
        if distance(tile, to) > distance(tile, from) {
            bits |= 1 << tile;
        }
        tile += 1;
    }
    bits
}

macro_rules! cells {
    ($($blank:literal: $(($slide:literal from $from:literal))*;)*) => {
        $(
            impl<const LAST: usize> Dive for At<$blank, LAST> {
                #[inline(never)]
                fn dive(cells: u64, slack: u32, counts: &mut Counts) -> bool {
                    counts.expanded += 1;
                    counts.generated += 0 $(+ (LAST + $slide != 3) as u64)*;
                    $(
                        if const { LAST + $slide != 3 } {
                            let tile = cells >> (4 * $from) & 15;
                            let next = cells ^ tile << (4 * $from) ^ tile << (4 * $blank);
                            let rise = const { away($from, $blank) } >> tile & 1;
                            if rise <= slack
                                && ($from == 15 && next == GOAL
                                    || At::<$from, $slide>::dive(next, slack - rise, counts))
                            {
                                return true;
                            }
                        }
                    )*
                    false
                }
            }
        )*

        fn enter(cells: u64, slack: u32, counts: &mut Counts) -> bool {
            match blank(cells) {
                $($blank => At::<$blank, 4>::dive(cells, slack, counts),)*
                _ => unreachable!(),
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
