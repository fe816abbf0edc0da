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
type Lanes = [i16; LANES];

/// Up to 32 pagoda functions.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    functions: Vec<Values>,
    /// By part of the board and its cells: their worth.
    parts: Vec<[Lanes; VALUES]>,
    /// The worth of the goal; the minimum in unused lanes.
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
        let lanes = |position: u64, unused: i16| {
            let mut lanes = [unused; LANES];
            for (lane, values) in lanes.iter_mut().zip(&functions) {
                *lane = worth(values, position) as i16;
            }
            lanes
        };
        let parts = tabulate(board, |cells, _| lanes(cells, 0));
        Some(Self { parts, goal: lanes(goal, i16::MIN), functions })
    }

    /// Returns whether some function proves that the goal is unreachable.
    #[inline]
    pub(super) fn is_dead(&self, mut position: u64) -> bool {
        let mut sum = [0; LANES];
        for part in &self.parts {
            for (sum, worth) in sum.iter_mut().zip(&part[position as usize % VALUES]) {
                *sum += worth;
            }
            position >>= BITS;
        }
        // Counting compares all lanes at once; searching would compare one by one.
        (0..LANES).filter(|&lane| sum[lane] < self.goal[lane]).count() > 0
    }

    /// Returns the functions.
    pub(super) fn functions(&self) -> &[Values] {
        &self.functions
    }

    /// Returns the bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.parts[..]) as u64
    }
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
