//! Random boards: places bricks at random, then takes the arrangement farthest from any solved one.

use super::matrix::{EMPTY, GOAL, GameState, MASTER, WALL};
use super::{Bricks, Labels, Metric};
use crate::breadth_first::breadth_first;
use heureka_core::{Cost, Problem};
use heureka_kit::board::{Size, invalid_size};
use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The shortest and the longest side of a random board.
const SIDES: std::ops::RangeInclusive<usize> = 3..=6;
/// The number of states after which the walk through a larger space stops.
const MAX_STATES: usize = 30_000;
/// The number of boards to try; most are solvable.
const ATTEMPTS: usize = 1000;
/// The number of solvable boards from which the hardest is taken.
const CANDIDATES: usize = 8;
/// The states of random boards.
type State = [u64; 8];

/// Returns a random solvable board for a size such as `5x4`, rows and columns inside the walls.
///
/// # Errors
/// If the size is invalid.
pub fn random(size: &str, seed: u64) -> Result<GameState, ParseError> {
    let inside = Size::parse(size)?;
    if !SIDES.contains(&inside.rows) || !SIDES.contains(&inside.cols) {
        return Err(invalid_size(size, "ROWSxCOLUMNS from 3x3 to 6x6, such as 5x4"));
    }
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut hardest: Option<(GameState, Cost)> = None;
    let mut solvable = 0;
    for _ in 0..ATTEMPTS {
        let board = place_bricks(inside, &mut generator);
        let puzzle = Bricks::<State>::new(board, Metric::Steps, Labels::Normal)?;
        if let Some((state, steps)) = farthest(&puzzle) {
            solvable += 1;
            if hardest.as_ref().is_none_or(|&(_, max)| steps > max) {
                hardest = Some((puzzle.game_state(&state), steps));
            }
            if solvable == CANDIDATES {
                break;
            }
        }
    }
    hardest.map(|(state, _)| state).ok_or_else(|| {
        ParseError::whole(format!(
            "found no board of size {size} for seed {seed}: try another seed"
        ))
    })
}

/// Returns a board with walls around, an exit and randomly placed bricks.
fn place_bricks(inside: Size, generator: &mut Xoshiro256PlusPlus) -> GameState {
    let mut below = |bound: usize| generator.random_range(0..bound as u32) as usize;
    let size = Size { rows: inside.rows + 2, cols: inside.cols + 2 };
    let mut numbers = vec![WALL; size.cells()];
    let inner =
        (1..=inside.rows).flat_map(|row| (1..=inside.cols).map(move |col| row * size.cols + col));
    let inner: Vec<usize> = inner.collect();
    for &index in &inner {
        numbers[index] = EMPTY;
    }
    let (height, width) = [(2, 2), (2, 2), (2, 2), (1, 2), (2, 1)][below(5)];
    // The exit is as wide as the master brick.
    let in_column = below(2) == 0;
    let (along, opening) = if in_column { (inside.rows, height) } else { (inside.cols, width) };
    let first = 1 + below(along + 1 - opening);
    let far = below(2);
    for i in first..first + opening {
        let (row, col) =
            if in_column { (i, far * (size.cols - 1)) } else { (far * (size.rows - 1), i) };
        numbers[row * size.cols + col] = GOAL;
    }
    // Shapes are lists of cells as rows and columns from their corner.
    let place = |numbers: &mut Vec<i32>, corner: usize, shape: &[(usize, usize)], number: i32| {
        let indexes: Vec<_> =
            shape.iter().map(|(row, col)| corner + row * size.cols + col).collect();
        let fits = indexes.iter().all(|&index| numbers.get(index) == Some(&EMPTY));
        if fits {
            for index in indexes {
                numbers[index] = number;
            }
        }
        fits
    };
    let (left, top) = (1 + below(inside.cols + 1 - width), 1 + below(inside.rows + 1 - height));
    let master = (0..height).flat_map(|row| (0..width).map(move |col| (row, col)));
    place(&mut numbers, top * size.cols + left, &master.collect::<Vec<_>>(), MASTER);
    let empty = 2 + below(2);
    let with_corners = below(3) == 0;
    let mut number = MASTER + 1;
    loop {
        let free: Vec<_> = inner.iter().copied().filter(|&index| numbers[index] == EMPTY).collect();
        if free.len() <= empty {
            break;
        }
        let corner = free[below(free.len())];
        let shape: &[(usize, usize)] = match below(10) {
            0..=3 => &[(0, 0), (1, 0)],
            4..=6 => &[(0, 0), (0, 1)],
            7 if with_corners => &[(0, 0), (0, 1), (1, 0)],
            8 if with_corners => &[(0, 0), (1, 0), (1, 1)],
            _ => &[(0, 0)],
        };
        if shape.len() <= free.len() - empty && place(&mut numbers, corner, shape, number) {
            number += 1;
        }
    }
    let is_goal = numbers.iter().map(|&number| number == GOAL).collect();
    GameState::new(size, numbers, is_goal)
}

/// Returns the state that takes the most steps to solve, and the steps, if any state is solvable.
fn farthest(puzzle: &Bricks<State>) -> Option<(State, Cost)> {
    let reachable = breadth_first(puzzle, vec![puzzle.start()], MAX_STATES);
    let solved = reachable.into_iter().map(|(state, _)| state);
    let solved = solved.filter(|state| puzzle.is_goal(state)).collect();
    let found = breadth_first(puzzle, solved, MAX_STATES).into_iter().rev();
    found.max_by_key(|&(_, steps)| steps).filter(|&(_, steps)| steps > 0)
}
