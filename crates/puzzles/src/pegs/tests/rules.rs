//! Fast rules against reference rules, and symmetry against what it promises.

use super::{Board, Pegs};
use heureka_core::{Problem, Reversible, Symmetric};
use heureka_kit::puzzle::Puzzle;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashSet;

/// Positions with any number of pegs, anywhere.
fn random_positions(board: &Board, count: usize, seed: u64) -> impl Iterator<Item = u64> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let full = board.full();
    (0..count).map(move |_| {
        let (a, b): (u64, u64) = (generator.random(), generator.random());
        full & match generator.random_range(0..3) {
            0 => a,
            1 => a | b,
            _ => a & b,
        }
    })
}

#[test]
fn fast_and_reference_rules_agree() {
    for board in Board::all() {
        let vacancy = 1 << (board.len() / 2);
        for name in ["pegs", "pagoda"] {
            let count = if name == "pegs" { 10_000 } else { 1000 };
            let fast = Pegs::new(board, board.full() & !vacancy, vacancy);
            let fast = fast.with_heuristic(name).unwrap();
            let slow = fast.reference();
            assert_eq!(slow.pack(&slow.start()), fast.start());
            for state in random_positions(board, count, 1) {
                let matrix = slow.unpack(&state);
                assert_eq!(slow.pack(&matrix), state);
                assert_eq!(fast.h(&state), slow.h(&matrix), "{} {name} {state:x}", board.name);
                assert_eq!(fast.is_goal(&state), slow.is_goal(&matrix));
                let (mut by_fast, mut by_slow) = (vec![], vec![]);
                fast.successors(&state, &mut |jump, cost, next| by_fast.push((jump, cost, next)));
                slow.successors(&matrix, &mut |jump, cost, next| {
                    by_slow.push((jump, cost, slow.pack(&next)));
                });
                by_fast.sort_unstable();
                by_slow.sort_unstable();
                assert_eq!(by_fast, by_slow, "{} {state:x}", board.name);
            }
        }
    }
}

#[test]
fn jumps_backwards_are_jumps_taken_back() {
    for board in Board::all() {
        let puzzle = Pegs::new(board, board.full() & !1, 1);
        for state in random_positions(board, 1000, 2) {
            let mut before = vec![];
            puzzle.predecessors(&state, &mut |jump, _, previous| before.push((jump, previous)));
            for &(jump, previous) in &before {
                assert_eq!(puzzle.apply(&previous, jump), Some((1, state)), "{}", board.name);
            }
            puzzle.successors(&state, &mut |jump, _, next| {
                let mut found = false;
                puzzle.predecessors(&next, &mut |j, _, s| found |= (j, s) == (jump, state));
                assert!(found, "{}", board.name);
            });
        }
    }
}

/// Representatives, their successors, the size of a class and every heuristic are the same for all
/// positions that look alike.
#[test]
fn symmetry_keeps_its_promises() {
    for board in Board::all() {
        for corner in [false, true] {
            let vacancy = if corner { 1 } else { 1 << (board.len() / 2) };
            let mut puzzle = Pegs::new(board, board.full() & !vacancy, vacancy);
            let fixes = |map: &&Vec<u8>| super::super::board::turned(map, vacancy) == vacancy;
            let maps: Vec<_> = board.symmetries().iter().filter(fixes).collect();
            let sample: Vec<u64> = random_positions(board, 300, 3).collect();
            for &state in &sample {
                let images: HashSet<u64> =
                    maps.iter().map(|map| super::super::board::turned(map, state)).collect();
                assert_eq!(puzzle.class_size(&state), Some(images.len() as u64));
                let least = images.iter().min().copied().unwrap();
                assert!(images.iter().all(|image| puzzle.canonical(image) == least));
                let (mut one_by_one, mut at_once) = (vec![], vec![]);
                puzzle.successors(&state, &mut |jump, cost, next| {
                    one_by_one.push((jump, cost, puzzle.canonical(&next)));
                });
                puzzle.canonical_successors(&state, &mut |jump, cost, next| {
                    at_once.push((jump, cost, next));
                });
                assert_eq!(one_by_one, at_once, "{}", board.name);
            }
            for index in 0..Pegs::info().heuristics.len() {
                puzzle.set_heuristic(index);
                for &state in &sample {
                    let h = puzzle.h(&state);
                    let image = |map: &&Vec<u8>| super::super::board::turned(map, state);
                    assert!(maps.iter().all(|map| puzzle.h(&image(map)) == h), "{index}");
                }
            }
        }
    }
}
