//! A set of pagoda functions, evaluated together to detect dead ends: a position worth less than the
//! goal by any of them cannot reach it.

use super::Pegs;
use super::board::Board;
use super::pagoda::{self, Values, worth};
use super::tables::{BITS, VALUES, tabulate};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The largest number of functions.
const LANES: usize = 32;
/// The number of random games to find functions for a heuristic: a few milliseconds.
pub(super) const FEW_GAMES: usize = 40;
/// The number of random games before an exhaustive search: most of a second.
pub(super) const MANY_GAMES: usize = 1500;
/// The largest value of a cell, so that sums fit.
const MAX_VALUE: i32 = 200;

/// A value for each function.
pub(super) type Lanes = [i16; LANES];

/// Up to 32 pagoda functions.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    functions: Vec<Values>,
    /// By part of the board and its cells: their worth.
    parts: Vec<[Lanes; VALUES]>,
    /// What each jump loses.
    losses: Vec<Lanes>,
    /// The worth of the goal.
    goal: Lanes,
}

impl Watch {
    /// Finds functions that rule out the positions of random games from the start as early as
    /// possible, with their images under the symmetries of start and goal. There are none if the last
    /// peg may be anywhere.
    pub(super) fn new(puzzle: &Pegs, games: usize) -> Option<Self> {
        let Pegs { board, tables, .. } = puzzle;
        let (start, goal) = (puzzle.position(puzzle.start), puzzle.goal.position()?);
        let maps = puzzle.symmetries();
        let mut functions: Vec<Values> = vec![];
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..games {
            if functions.len() == LANES {
                break;
            }
            let game = tables.random_game(start, goal.count_ones(), &mut generator);
            let Some(values) = first_loss(board, &functions, &game, goal) else { continue };
            let mut images: Vec<Values> = vec![];
            for image in maps.iter().map(|map| pagoda::image(map, &values)) {
                if !images.contains(&image) {
                    images.push(image);
                }
            }
            if functions.len() + images.len() <= LANES {
                functions.extend(images);
            }
        }
        // Unused lanes are 0.
        let lanes = |value: &dyn Fn(&Values) -> i32| {
            let mut lanes = [0; LANES];
            for (lane, values) in lanes.iter_mut().zip(&functions) {
                *lane = value(values) as i16;
            }
            lanes
        };
        let parts = tabulate(board, |cells, _| lanes(&|values| worth(values, cells)));
        let jumps = 0..board.jumps().len();
        let losses = jumps.map(|jump| {
            let (needs, all) = (board.needs(jump), board.changes(jump));
            lanes(&|values| worth(values, needs) - worth(values, all & !needs))
        });
        let (losses, goal) = (losses.collect(), lanes(&|values| worth(values, goal)));
        Some(Self { functions, parts, losses, goal })
    }

    /// Returns how much more than the goal a position is worth by each function.
    #[inline(always)]
    pub(super) fn slack(&self, mut position: u64) -> Lanes {
        let mut slack = [0; LANES];
        for part in &self.parts {
            let worth = &part[position as usize % VALUES];
            (0..LANES).for_each(|lane| slack[lane] += worth[lane]);
            position >>= BITS;
        }
        (0..LANES).for_each(|lane| slack[lane] -= self.goal[lane]);
        slack
    }

    /// Returns whether some function proves that the goal is unreachable after a jump, given by its index,
    /// from a position with this slack.
    #[inline(always)]
    pub(super) fn is_dead_after(&self, slack: &Lanes, jump: usize) -> bool {
        is_less_anywhere(slack, &self.losses[jump])
    }

    /// Returns whether some function proves that the goal is unreachable.
    #[inline]
    pub(super) fn is_dead(&self, position: u64) -> bool {
        is_less_anywhere(&self.slack(position), &[0; LANES])
    }

    /// Returns the functions.
    pub(super) fn functions(&self) -> &[Values] {
        &self.functions
    }

    /// Returns the bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.parts[..]) + size_of_val(&self.losses[..])) as u64
    }
}

/// Returns whether `a` is less than `b` in some lane.
#[inline(always)]
fn is_less_anywhere(a: &Lanes, b: &Lanes) -> bool {
    // The sign bit of the result is set if some difference is negative. All lanes are compared at once.
    (0..LANES).fold(0, |signs, lane| signs | (a[lane] - b[lane])) < 0
}

/// Returns a function that rules out the first dead position of a game, unless a known one does.
fn first_loss(board: &Board, known: &[Values], game: &[u64], goal: u64) -> Option<Values> {
    // Every position after a dead one is dead, so bisection finds the first.
    let (mut alive, mut dead) = (0, game.len() - 1);
    let mut found = pagoda::between(board, game[dead], goal)?;
    while alive + 1 < dead {
        let middle = usize::midpoint(alive, dead);
        match pagoda::between(board, game[middle], goal) {
            Some(values) => (dead, found) = (middle, values),
            None => alive = middle,
        }
    }
    let rules_out = |values: &Values| worth(values, game[dead]) < worth(values, goal);
    let fits = found.iter().all(|value| value.abs() <= MAX_VALUE);
    (fits && !known.iter().any(rules_out)).then_some(found)
}
