//! Pagoda functions side by side, that watch a game: a position worth less than the goal by any one
//! of them is a dead end.

use super::board::{Board, turned};
use super::pagoda::{self, Values, worth};
use super::tables::{BITS, Tables, VALUES, each_bit};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many functions are looked at together.
const LANES: usize = 32;
/// Random games that are played to find functions that matter: a few milliseconds.
pub(super) const A_FEW: usize = 40;
/// As many as are worth it before all that is left is walked: most of a second.
pub(super) const MANY: usize = 1500;
/// Values beyond this are left out, so that sums fit.
const LARGEST: i32 = 200;

/// A value for each function.
type Lanes = [i16; LANES];

/// Up to 32 pagoda functions.
#[derive(Debug)]
pub(super) struct Watch {
    functions: Vec<Values>,
    /// By part of the board and its cells: what they are worth.
    parts: Vec<[Lanes; VALUES]>,
    /// What the goal is worth; less than anything where there is no function.
    goal: Lanes,
}

impl Watch {
    /// Functions by which random games from the start prove to be lost as soon as they are, with all
    /// their images under the symmetries of start and goal.
    pub(super) fn new(
        board: &Board,
        tables: &Tables,
        (start, goal): (u64, u64),
        games: usize,
    ) -> Self {
        let fixed = |map: &&Vec<u8>| turned(map, start) == start && turned(map, goal) == goal;
        let maps: Vec<_> = board.symmetries().iter().filter(fixed).collect();
        let mut functions: Vec<Values> = vec![];
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..games {
            if functions.len() == LANES {
                break;
            }
            let game = random_game(tables, start, goal, &mut generator);
            let Some(values) = first_loss(board, &functions, &game, goal) else { continue };
            let mut images = vec![];
            for map in &maps {
                let mut image = vec![0; values.len()];
                for (&value, &cell) in values.iter().zip(*map) {
                    image[usize::from(cell)] = value;
                }
                if !images.contains(&image) {
                    images.push(image);
                }
            }
            if functions.len() + images.len() <= LANES {
                functions.extend(images);
            }
        }
        Self::of(board, functions, goal)
    }

    fn of(board: &Board, functions: Vec<Values>, goal: u64) -> Self {
        let lanes = |position: u64, none: i16| {
            let mut lanes = [none; LANES];
            for (lane, values) in lanes.iter_mut().zip(&functions) {
                *lane = worth(values, position) as i16;
            }
            lanes
        };
        let parts = (0..board.len()).step_by(BITS).map(|first| {
            std::array::from_fn(|value| lanes((value as u64) << first & board.full(), 0))
        });
        Self { parts: parts.collect(), goal: lanes(goal, i16::MIN), functions }
    }

    /// Whether some function says that the goal cannot be reached any more.
    #[inline]
    pub(super) fn is_dead(&self, mut position: u64) -> bool {
        let mut sum = [0; LANES];
        for part in &self.parts {
            for (sum, worth) in sum.iter_mut().zip(&part[position as usize % VALUES]) {
                *sum += worth;
            }
            position >>= BITS;
        }
        // Counted rather than searched for, so that all are compared at once.
        (0..LANES).filter(|&lane| sum[lane] < self.goal[lane]).count() > 0
    }

    /// The functions.
    pub(super) fn functions(&self) -> &[Values] {
        &self.functions
    }

    /// The bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.parts[..]) as u64
    }
}

/// The positions of a game of random jumps that ends with as many pegs as the goal, or before.
fn random_game(
    tables: &Tables,
    start: u64,
    goal: u64,
    generator: &mut Xoshiro256PlusPlus,
) -> Vec<u64> {
    let mut game = vec![start];
    let mut position = start;
    while position.count_ones() > goal.count_ones() {
        let legal = tables.legal(position);
        if legal == 0 {
            break;
        }
        let pick = generator.random_range(0..legal.count_ones());
        let mut count = 0;
        each_bit(legal, |jump| {
            if count == pick {
                game.push(tables.after(position, jump));
            }
            count += 1;
        });
        position = game[game.len() - 1];
    }
    game
}

/// The function that rules out the first position of a game that any does, if that is a new one.
fn first_loss(board: &Board, known: &[Values], game: &[u64], goal: u64) -> Option<Values> {
    // What is lost stays lost, so the first loss is found by halving.
    let (mut won, mut lost) = (0, game.len() - 1);
    let mut found = pagoda::between(board, game[lost], goal)?;
    while won + 1 < lost {
        let middle = usize::midpoint(won, lost);
        match pagoda::between(board, game[middle], goal) {
            Some(values) => (lost, found) = (middle, values),
            None => won = middle,
        }
    }
    let ruled_out = |values: &Values| worth(values, game[lost]) < worth(values, goal);
    let fits = found.iter().all(|value| value.abs() <= LARGEST);
    (fits && !known.iter().any(ruled_out)).then_some(found)
}
