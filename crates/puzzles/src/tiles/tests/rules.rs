//! The fast rules against the reference rules, and the abilities against the rules.

use super::super::{Board, Lanes, Slide, Tiles};
use super::{below, heuristic, ida, parse, random};
use crate::tiles::reference::Key;
use heureka_core::{Cost, Problem, Ranked, Reversible, Tagged};
use heureka_kit::puzzle::Puzzle;
use std::collections::HashSet;

fn successors<P: Problem>(problem: &P, state: &P::State) -> Vec<(P::Action, Cost, P::State)> {
    let mut all = Vec::new();
    problem.successors(state, &mut |action, cost, next| all.push((action, cost, next)));
    all
}

/// Compares both rules along walks from random boards: 10,000 states.
fn agree<W: Lanes + Key>(size: &str, name: &str) {
    let mut seed = 1;
    let mut fast: Tiles<W> = random(size, 0, name);
    let slow = fast.reference();
    for i in 0..200 {
        let board: Tiles<W> = random(size, i, "zero");
        fast.start = fast.board(board.start.cells);
        let mut state = fast.start();
        for _ in 0..50 {
            let cells: Vec<u8> = fast.tiles(&state).map(|tile| tile as u8).collect();
            let key = fast.pack(&state);
            assert_eq!(key, slow.pack(&cells));
            assert_eq!(slow.unpack(&key), cells);
            assert_eq!(fast.unpack(&key), state);
            assert_eq!(fast.is_goal(&state), slow.is_goal(&cells));
            assert_eq!(fast.h(&state), slow.h(&cells), "{name} of {cells:?}");
            let (nexts, cells) = (successors(&fast, &state), successors(&slow, &cells));
            let of = |all: &[(Slide, Cost, W)]| all.to_vec();
            let keys: Vec<_> = nexts.iter().map(|(a, c, s)| (*a, *c, fast.pack(s))).collect();
            let slow_keys: Vec<_> = cells.iter().map(|(a, c, s)| (*a, *c, slow.pack(s))).collect();
            assert_eq!(of(&keys), of(&slow_keys));
            state = nexts[below(nexts.len(), &mut seed)].2;
        }
    }
}

#[test]
fn tiles_fast_and_reference_rules_agree() {
    for name in ["manhattan", "linear-conflict", "walking-distance", "zero"] {
        for size in ["3x3", "4x4", "2x5"] {
            agree::<u64>(size, name);
        }
        agree::<u128>("5x5", name);
    }
    agree::<u64>("2x8", "linear-conflict");
    agree::<u64>("4x3", "walking-distance");
    agree::<u128>("4x4", "walking-distance");
    agree::<u128>("12x2", "linear-conflict");
}

#[test]
fn tiles_goal_is_a_goal_with_h_0() {
    for name in ["manhattan", "linear-conflict", "walking-distance", "pdb", "zero"] {
        let mut tiles = parse("1 2 3 4 5 6 7 8 0").unwrap();
        tiles.set_heuristic(heuristic(name));
        assert!(tiles.is_goal(&tiles.start()));
        assert!(tiles.reference().is_goal(&tiles.reference().start()));
        assert_eq!(tiles.h(&tiles.start()), 0);
    }
}

/// h carried along a walk is h from scratch, forwards, backwards and out of keys.
fn carried(tiles: &Tiles<u64>, steps: usize) {
    let mut seed = 2;
    let mut state = tiles.start();
    let same = |a: &Board<u64>, b: &Board<u64>| a == b && a.known == b.known;
    for _ in 0..steps {
        let nexts = successors(tiles, &state);
        let (action, _, next) = nexts[below(nexts.len(), &mut seed)];
        assert!(same(&next, &tiles.board(next.cells)));
        assert!(same(&next, &tiles.unpack_with_h(tiles.pack(&next), tiles.h(&next))));
        assert!(same(&state, &tiles.retract(&next, action)));
        assert_eq!(tiles.action(tiles.tag(action)), action);
        assert_eq!(tiles.pack(&next) >> (64 - Tiles::<u64>::TAG_BITS), 0);
        let mut before = Vec::new();
        tiles.predecessors(&next, &mut |a, c, s| before.push((a, c, s)));
        assert_eq!(before.len(), successors(tiles, &next).len());
        for (a, c, s) in before {
            assert_eq!(tiles.apply(&s, a), Some((c, next)));
            assert!(same(&s, &tiles.board(s.cells)));
        }
        assert!(tiles.undoes(action, action.opposite()));
        assert_eq!(Slide::ALL.iter().filter(|&&a| tiles.undoes(action, a)).count(), 1);
        state = next;
    }
}

#[test]
fn tiles_h_is_carried_along() {
    for name in ["manhattan", "linear-conflict", "walking-distance", "zero"] {
        for (seed, size) in ["3x3", "4x4", "2x5", "2x2", "8x2"].into_iter().enumerate() {
            carried(&random(size, seed as u64, name), 3_000);
        }
    }
}

#[test]
fn tiles_patterns_are_carried_along_and_count_no_less_than_manhattan() {
    for size in ["3x3", "4x4", "2x5"] {
        for seed in 0..300 {
            let tiles: Tiles<u64> = random(size, seed, "pdb");
            carried(&tiles, 10);
            let slow = tiles.reference();
            assert!(tiles.h(&tiles.start()) >= slow.h(&slow.start()));
        }
    }
}

#[test]
fn tiles_goals_are_listed() {
    let tiles: Tiles<u64> = random("4x4", 1, "walking-distance");
    let mut goals = Vec::new();
    tiles.goals(&mut |goal| goals.push(goal));
    assert_eq!(goals.len(), 1);
    assert!(tiles.is_goal(&goals[0]));
}

/// Every rank of a small board is the rank of the one state it stands for.
fn all_ranks(text: &str, expected: u64) {
    let mut tiles = parse(text).unwrap();
    tiles.set_heuristic(heuristic("zero"));
    assert_eq!(tiles.ranks(), expected);
    let mut keys = HashSet::new();
    for rank in 0..tiles.ranks() {
        let state = tiles.unrank(rank);
        assert_eq!(tiles.rank(&state), rank);
        let cells: Vec<u8> = tiles.tiles(&state).map(|tile| tile as u8).collect();
        assert_eq!(tiles.shape().odd(&cells), tiles.odd);
        assert!(keys.insert(tiles.pack(&state)));
    }
}

#[test]
fn tiles_ranks_of_small_boards_are_a_bijection() {
    all_ranks("1 2 3 0", 12);
    all_ranks("1 2 3 4 5 6 7 8 0", 181_440);
    all_ranks("2 1 3 4 5 6 7 8 0", 181_440);
    all_ranks("2 1 3\n4 5 0", 360);
    all_ranks("1 2\n3 4\n5 6\n7 0", 20_160);
    all_ranks("2 1\n3 4\n5 6\n7 0", 20_160);
}

#[test]
fn tiles_ranks_of_large_boards_are_inverted() {
    for (size, ranks) in [("3x4", 239_500_800), ("4x4", 10_461_394_944_000), ("2x5", 1_814_400)] {
        for seed in 0..2_000 {
            let tiles: Tiles<u64> = random(size, seed, "zero");
            assert_eq!(tiles.ranks(), ranks);
            let rank = tiles.rank(&tiles.start());
            assert!(rank < ranks);
            assert_eq!(tiles.unrank(rank), tiles.start());
            for (_, _, next) in successors(&tiles, &tiles.start()) {
                assert_eq!(tiles.unrank(tiles.rank(&next)), next);
            }
        }
    }
}

#[test]
fn tiles_states_are_small() {
    assert_eq!(size_of::<Board<u64>>(), 16);
    assert_eq!(size_of::<Board<u128>>(), 32);
}

#[test]
fn tiles_ida_star_expands_as_measured() {
    let mut boards: Vec<_> = super::super::measured().collect();
    boards.sort_by_key(|board| board.expansions);
    for board in &boards[..3] {
        let mut tiles = parse(board.text).unwrap();
        tiles.set_heuristic(heuristic("manhattan"));
        assert_eq!(ida(&tiles), (board.optimum, board.expansions));
    }
}
