//! The evaluators against the reference, on random puzzles of many sizes.

use super::board::{Board, Frame};
use super::cells::Cells;
use super::grid::Grid;
use super::incremental::{Change, Maze};
use super::quality::Quality;
use crate::reference::{NumberMazeEstimate, NumberMazeReference};
use heureka_core::local::{Candidate, Generator};
use rand::{RngExt, SeedableRng};

/// What the reference counts.
pub(super) fn by_the_book(grid: &Grid) -> (Quality, i64) {
    let score = NumberMazeReference::new(grid.in_rows(), NumberMazeEstimate::Zero).score();
    let quality = Quality {
        cells: grid.values().len() as u32,
        length: score.length,
        unique: score.unique,
        black_holes: score.black_holes,
        white_holes: score.white_holes,
        forced_forward: score.forced_forward,
        forced_backward: score.forced_backward,
    };
    (quality, score.score)
}

fn check<M: Cells, const N: usize>(maze: &Maze<'_, M, N>) {
    let grid = maze.grid();
    let (quality, score) = by_the_book(&grid);
    assert_eq!(maze.quality(), quality, "\n{}", grid.text(false));
    assert_eq!(maze.quality().score(), score, "\n{}", grid.text(false));
    assert_eq!(maze.score(), quality.rank(), "\n{}", grid.text(false));
}

/// Walks through puzzles of a frame; every one on the way is held against the reference, and so is
/// every change that is refused. Returns how many comparisons were made.
fn walk<M: Cells, const N: usize>(frame: Frame, steps: u32, seed: u64) -> u64 {
    let mut generator = Generator::seed_from_u64(seed);
    let board = Board::<M>::new(frame, seed.is_multiple_of(2));
    let mut maze = Maze::<M, N>::random(&board, &mut generator);
    check(&maze);
    let mut compared = 1;
    for _ in 0..steps {
        let change = maze.propose(&mut generator);
        // From anything goes to only what is better.
        let slack = [-100_000, -40, -8, -3, -1, 0, 1][generator.random_range(0..7)];
        let least = maze.score() + slack;
        let before = maze.clone();
        match maze.try_change(&change, least) {
            Some(score) => {
                assert!(score >= least);
                assert_eq!(score, maze.score());
                check(&maze);
            }
            None => {
                assert_eq!(maze.choices(), before.choices());
                let mut choices = maze.choices().to_vec();
                choices[usize::from(change.cell)] = change.choice;
                let refused = Maze::<M, N>::new(&board, &choices);
                assert!(by_the_book(&refused.grid()).0.rank() < least);
            }
        }
        compared += 1;
    }
    // What was kept up to date is what is found from scratch.
    let again = Maze::<M, N>::new(&board, maze.choices());
    assert_eq!(
        format!("{:?}", (again.quality(), again.grid())),
        format!("{:?}", (maze.quality(), maze.grid()))
    );
    compared
}

#[test]
fn a_million_puzzles_are_scored_as_by_the_book() {
    let mut generator = Generator::seed_from_u64(360);
    let mut compared = 0;
    let mut seed = 0;
    while compared < 1_000_000 {
        seed += 1;
        // Mostly small ones, where everything happens often; now and then up to 128 cells.
        let largest = if seed % 16 == 0 { 11 } else { 5 };
        let (rows, cols) =
            (generator.random_range(2..=largest), generator.random_range(2..=largest));
        let most = rows.max(cols) - 1;
        let low = generator.random_range(1..=most);
        let frame = Frame::new(rows, cols, low, generator.random_range(low..=most)).unwrap();
        compared += match rows * cols {
            0..=32 => walk::<u32, 32>(frame, 4000, seed),
            33..=64 => walk::<u64, 64>(frame, 1000, seed),
            _ => walk::<u128, 128>(frame, 500, seed),
        };
    }
}

#[test]
fn wider_words_say_the_same() {
    let frame = Frame::new(5, 6, 1, 5).unwrap();
    let (small, large) = (Board::<u32>::new(frame, false), Board::<u128>::new(frame, false));
    let mut generator = Generator::seed_from_u64(5);
    let mut a = Maze::<u32, 32>::random(&small, &mut generator);
    let mut b = Maze::<u128, 128>::new(&large, a.choices());
    for _ in 0..20_000 {
        let change = a.propose(&mut generator);
        let least = a.score() - generator.random_range(0..6);
        assert_eq!(a.try_change(&change, least), b.try_change(&change, least));
    }
    assert_eq!(a.grid(), b.grid());
}

#[test]
fn the_sample_of_the_statement() {
    let grid = Grid::parse("3 2 1 4 1/3 2 1 3 3/3 3 2 1 4/3 1 2 3 3/1 4 4 3 0").unwrap();
    let (quality, score) = by_the_book(&grid);
    assert_eq!(score, 92);
    let expected = Quality {
        cells: 25,
        length: 19,
        unique: true,
        black_holes: 0,
        white_holes: 0,
        forced_forward: 6,
        forced_backward: 8,
    };
    assert_eq!(quality, expected);
    let board = Board::<u32>::new(Frame::new(5, 5, 1, 4).unwrap(), true);
    let choices: Vec<u8> = (0..25)
        .map(|cell| if cell == 24 { 0 } else { board.choice(cell, grid.values()[cell]).unwrap() })
        .collect();
    let mut maze = Maze::<u32, 32>::new(&board, &choices);
    assert_eq!((maze.quality(), maze.score()), (expected, 92));
    let same = Change { cell: 0, choice: choices[0] };
    assert_eq!(maze.try_change(&same, 93), None);
    assert_eq!(maze.try_change(&same, 92), Some(92));
}
