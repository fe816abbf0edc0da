//! The evaluators against the reference, on random puzzles of many sizes.

use super::NumberMaze;
use super::board::{Board, Frame};
use super::explain::{Kind, explain};
use super::generate::{Effort, generate, judge};
use super::grid::Grid;
use super::incremental::{Change, Maze};
use super::plain::Plain;
use super::quality::Quality;
use super::reference::{NumberMazeEstimate, NumberMazeReference};
use heureka_core::local::{Candidate, Generator};
use heureka_core::{Limits, Problem, Reversible};
use heureka_kit::board::BitSet;
use heureka_kit::puzzle::{Parameters, Puzzle};
use rand::{RngExt, SeedableRng};
use std::time::Duration;

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

fn check<M: BitSet, const N: usize>(maze: &Maze<'_, M, N>) {
    let grid = maze.grid();
    let (quality, score) = by_the_book(&grid);
    assert_eq!(maze.quality(), quality, "\n{}", grid.text(false));
    assert_eq!(maze.quality().score(), score, "\n{}", grid.text(false));
    assert_eq!(maze.score(), quality.rank(), "\n{}", grid.text(false));
}

/// Walks through puzzles of a frame; every one on the way is held against the reference, and so is
/// every change that is refused. Returns how many comparisons were made.
fn walk<M: BitSet, const N: usize>(frame: Frame, steps: u32, seed: u64) -> u64 {
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
        if let Some(score) = maze.try_change(&change, least) {
            assert!(score >= least);
            assert_eq!(score, maze.score());
            check(&maze);
        } else {
            assert_eq!(maze.choices(), before.choices());
            let mut choices = maze.choices().to_vec();
            choices[usize::from(change.cell)] = change.choice;
            let refused = Maze::<M, N>::new(&board, &choices);
            assert!(by_the_book(&refused.grid()).0.rank() < least);
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

/// A random grid with values up to `largest`, even if they lead nowhere.
fn random_grid(generator: &mut Generator, longest: usize, largest: u8) -> Grid {
    let (rows, cols) = (generator.random_range(2..=longest), generator.random_range(2..=longest));
    let values = (0..rows * cols).map(|_| generator.random_range(1..=largest)).collect();
    Grid::new(cols, values)
}

#[test]
fn any_size_is_evaluated_as_by_the_book() {
    let mut generator = Generator::seed_from_u64(64);
    for round in 0..20_000 {
        let (longest, largest) = if round % 100 == 0 { (64, 70) } else { (6, 7) };
        let grid = random_grid(&mut generator, longest, largest);
        assert_eq!(Plain::new(&grid).quality(), by_the_book(&grid).0, "\n{}", grid.text(false));
    }
    let mut plain = Plain::random(Frame::new(12, 13, 1, 5).unwrap(), &mut generator);
    for _ in 0..3000 {
        let change = plain.propose(&mut generator);
        let least = plain.score() - generator.random_range(-1..4);
        let before = plain.grid();
        match plain.try_change(&change, least) {
            Some(score) => assert!(score >= least && score == judge(&plain.grid()).rank()),
            None => assert_eq!((plain.grid(), judge(&before).rank()), (before, plain.score())),
        }
    }
}

#[test]
fn every_cell_is_explained() {
    let mut generator = Generator::seed_from_u64(8);
    for _ in 0..3000 {
        let grid = random_grid(&mut generator, 6, 6);
        let explained = explain(&grid);
        let (quality, _) = by_the_book(&grid);
        let count = |kind| explained.cells.iter().filter(|cell| cell.kind == kind).count() as u32;
        assert_eq!(explained.quality, quality);
        assert_eq!(count(Kind::BlackHole), quality.black_holes);
        assert_eq!(count(Kind::WhiteHole), quality.white_holes);
        let forward = explained.cells.iter().filter(|cell| cell.forced_forward).count() as u32;
        let backward = explained.cells.iter().filter(|cell| cell.forced_backward).count() as u32;
        assert_eq!((forward, backward), (quality.forced_forward, quality.forced_backward));
        // The solution is a plan by the reference rules.
        let reference = NumberMazeReference::new(grid.in_rows(), NumberMazeEstimate::Zero);
        let letters: Vec<char> = explained.solution.iter().map(|step| step.0).collect();
        assert_eq!(letters.len() as u32, quality.length);
        let cost = heureka_core::replay(&reference, &letters);
        assert_eq!(cost.ok(), quality.solvable().then_some(quality.length));
    }
}

#[test]
fn the_rules_agree_with_the_reference() {
    let mut generator = Generator::seed_from_u64(9);
    let mut states = 0;
    while states < 10_000 {
        let grid = random_grid(&mut generator, 7, 8);
        for heuristic in 0..3 {
            let mut maze = NumberMaze::new(grid.clone());
            maze.set_heuristic(heuristic);
            let reference = maze.reference();
            for state in 0..grid.values().len() as u32 {
                let mut ours = vec![];
                maze.successors(&state, &mut |action, cost, next| ours.push((action, cost, next)));
                let place = reference.unpack(&state);
                let mut theirs = vec![];
                reference.successors(&place, &mut |action, cost, next| {
                    theirs.push((action, cost, reference.pack(&next)));
                });
                assert_eq!(ours, theirs);
                assert_eq!(maze.h(&state), reference.h(&place));
                assert_eq!(maze.is_goal(&state), reference.is_goal(&place));
                for (action, cost, next) in ours {
                    let mut back = vec![];
                    maze.predecessors(&next, &mut |a, c, before| back.push((a, c, before)));
                    assert!(back.contains(&(action, cost, state)));
                }
                states += 1;
            }
        }
    }
}

#[test]
fn random_mazes_can_be_solved_and_read_again() {
    let none = Parameters::default();
    for (size, seed) in [("2x2", 1), ("2x64", 2), ("5x5", 3), ("64x64", 4)] {
        let maze = NumberMaze::random(size, &none, seed).unwrap();
        assert!(judge(maze.grid()).solvable());
        assert_eq!(NumberMaze::parse(&maze.text(), &none).unwrap().grid(), maze.grid());
    }
    for size in ["1x5", "5", "5x65", "x", "5x-5", ""] {
        assert!(NumberMaze::random(size, &none, 1).unwrap_err().message.contains("is no size"));
    }
}

/// Where an optimum is proved it is reached, and said to be.
#[test]
fn small_boards_are_proved() {
    let effort = Effort { seed: 3, threads: 2 };
    for (frame, score) in [([5, 5, 1, 4], 107), ([5, 5, 2, 4], 91), ([5, 5, 1, 3], 97)] {
        let [rows, cols, low, high] = frame;
        let frame = Frame::new(rows, cols, low, high).unwrap();
        let generated = generate(frame, &effort, &mut Limits::none(), &|_| ());
        assert_eq!((generated.best.quality.score(), generated.proved), (score, true));
        let values = &generated.best.grid.values()[..24];
        assert!(values.iter().all(|&value| (low..=high).contains(&value.into())));
    }
    // No puzzle of this frame can be solved.
    let frame = Frame::new(5, 5, 3, 3).unwrap();
    let generated = generate(frame, &effort, &mut Limits::none(), &|_| ());
    assert_eq!((generated.best.quality.score(), generated.proved), (0, true));
}

#[test]
fn larger_boards_work_too() {
    for ([rows, cols, low, high], least) in
        [([7, 7, 1, 6], 200), ([10, 11, 1, 9], 300), ([12, 12, 1, 11], 150), ([2, 64, 1, 63], 20)]
    {
        let frame = Frame::new(rows, cols, low, high).unwrap();
        let mut limits = Limits::none().time(Duration::from_millis(1500));
        let effort = Effort { seed: 1, threads: 2 };
        let generated = generate(frame, &effort, &mut limits, &|_| ());
        let score = generated.best.quality.score();
        assert!(score > least, "{rows} {cols}: {score}");
        assert!(!generated.proved && generated.work > 0);
    }
}

#[test]
fn frames_that_are_none_are_refused() {
    for ([rows, cols, low, high], says) in [
        ([1, 5, 1, 4], "1 rows: expected from 2 to 64"),
        ([5, 65, 1, 4], "65 columns: expected from 2 to 64"),
        ([5, 5, 0, 4], "a least value of 0: expected from 1 to 4"),
        ([5, 5, 3, 2], "values from 3 to 2"),
        ([5, 5, 1, 5], "expected at most 4"),
    ] {
        let error = Frame::new(rows, cols, low, high).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
