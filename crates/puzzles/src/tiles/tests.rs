//! Sizes, messages, parity, incremental h, ranks, and claims on whole spaces.

use super::{Board, MOVES, Packed, Tiles, cells, cells_of_size, info::INFO, parity};
use crate::breadth_first::breadth_first;
use crate::rules_agree::rules_agree;
use heureka_core::abilities::{Ranked, Reversible, Tagged};
use heureka_core::heuristic::audit::audit;
use heureka_core::{Cost, Limits, Problem};
use heureka_kit::board::Size;
use heureka_kit::compare_rules::compare_rules;
use heureka_kit::draw::Draw;
use heureka_kit::puzzle::{Parameters, Puzzle};
use std::collections::HashSet;

fn with(parameters: &[(&str, &str)]) -> Parameters {
    Parameters(parameters.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect())
}

fn parse(text: &str) -> Tiles<u64> {
    Tiles::parse(text, &with(&[])).unwrap()
}

/// Returns a random solvable board with a heuristic.
fn random<W: Packed>(size: &str, seed: u64, heuristic: &str) -> Tiles<W> {
    Tiles::random(size, &with(&[]), seed).unwrap().with_heuristic(heuristic).unwrap()
}

fn successors<P: Problem>(problem: &P, state: &P::State) -> Vec<(P::Action, Cost, P::State)> {
    let mut all = vec![];
    problem.successors(state, &mut |action, cost, next| all.push((action, cost, next)));
    all
}

#[test]
fn determines_sizes() {
    let size = |text: &str, parameters: &[(&str, &str)]| {
        let Size { rows, cols } = Tiles::<u128>::parse(text, &with(parameters)).unwrap().size;
        (rows, cols)
    };
    assert_eq!(size("1,2/3,0", &[]), (2, 2));
    assert_eq!(size("1 2 3 4 5 0", &[("rows", "3")]), (3, 2));
    assert_eq!(size("1 2 3 4 5 0", &[("cols", "3")]), (2, 3));
    assert_eq!(size("1 2 3 4 5 0", &[("cols", "3"), ("rows", "2")]), (2, 3));
    assert_eq!(size("# six\n1 2 3\n\n4 5 0 # done", &[]), (2, 3));
    assert_eq!(size("1\n2\n3\n0", &[]), (2, 2));
    assert_eq!(size("1 2 3 4 5 6 7\n8 0", &[]), (3, 3));
    assert_eq!(cells("1 2 3\n4 5 0", &with(&[])), Ok(6));
    assert_eq!(cells_of_size("5"), Ok(25));
}

#[test]
fn rejects_invalid_boards_with_place_and_expectation() {
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);
    let cases: &[Case] = &[
        ("", &[], "empty text: expected the numbers of a board"),
        (
            "1 2 3 4 0",
            &[],
            "5 numbers: expected a square board such as 3x3 or 4x4, rows of equal length, or rows=… or cols=…",
        ),
        ("0", &[], "1x1 board: expected at least 2 rows and 2 columns"),
        ("1 2 3 4 5 0", &[("rows", "6")], "6x1 board: expected at least 2 rows and 2 columns"),
        ("1 2 3 4 5 0", &[("rows", "4")], "6 numbers: expected a multiple of rows=4"),
        ("1 2 3 0", &[("rows", "6"), ("cols", "6")], "6x6 board: expected at most 25 cells"),
        ("1 2\n3 x", &[], "line 2, column 3: 'x': expected a number from 0 to 3"),
        ("0 1 2 4", &[], "line 1, column 7: '4': expected a number from 0 to 3"),
        (
            "1 2 3 4",
            &[],
            "line 1, column 7: '4': expected a number from 0 to 3; the blank, 0, is missing",
        ),
        ("0 1 2 1", &[], "line 1, column 7: duplicate '1': expected each of 0 to 3 once"),
        (
            "1 2 3 0 4",
            &[("rows", "2"), ("cols", "2")],
            "line 1, column 9: unexpected extra value '4': a 2x2 board has 4 numbers",
        ),
        (
            "1 2 0",
            &[("rows", "2"), ("cols", "2")],
            "line 1, column 6: the board ends after 3 numbers: expected 4, missing 3",
        ),
    ];
    for (text, parameters, expected) in cases {
        let error = Tiles::<u128>::parse(text, &with(parameters)).unwrap_err();
        assert_eq!(error.to_string(), *expected, "{text}");
    }
    for (size, parameters, expected) in [
        ("big", &[][..], "invalid size 'big': expected ROWSxCOLUMNS, such as 3x5"),
        ("1x9", &[], "1x9 board: expected at least 2 rows and 2 columns"),
        (
            "99999999999x99999999999",
            &[],
            "99999999999x99999999999 board: expected at most 25 cells",
        ),
        ("5x5", &[], "5x5 board: expected at most 16 cells"),
        ("3x4", &[("rows", "4")], "rows=4 contradicts the size 3x4"),
    ] {
        let error = Tiles::<u64>::random(size, &with(parameters), 1).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn random_boards_are_solvable_and_reproducible() {
    for seed in 0..1_000 {
        for size in ["3x3", "2x3", "3x2", "4x4"] {
            assert_eq!(random::<u64>(size, seed, "zero").unsolvable(), None);
        }
    }
    let board = random::<u64>("4", 1, "zero").text();
    assert_eq!(board, "1 6 10 13\n2 9 15 0\n14 3 12 8\n7 4 5 11\n");
}

#[test]
fn notes_boards_in_columns() {
    let tiles = parse("9 3 1 2 10 4 7 12 6 0 5 15 8 13 11 14");
    let mut shown = String::new();
    tiles.note_state(&tiles.start(), &mut shown).unwrap();
    assert_eq!(shown, " 9  3  1  2\n10  4  7 12\n 6  ·  5 15\n 8 13 11 14");
}

/// Exactly the even boards are reachable from the goal.
#[test]
fn parity_decides_solvability() {
    for goal in ["1 2 3\n4 5 0", "1 2\n3 4\n5 0", "1 2 3\n4 5 6\n7 8 0", "1 2 3 4\n5 6 7 0"] {
        let (size, tiles) = (parse(goal).size, parse(goal).reference());
        let reached = breadth_first(&tiles, vec![tiles.start()], usize::MAX);
        assert!(reached.iter().all(|(state, _)| !parity::is_odd(size, state)));
        assert_eq!(reached.len(), (3..=size.cells()).product::<usize>());
    }
    assert!(parse("1 2 3 4 5 6 8 7 0").unsolvable().is_some());
}

/// Walks from random boards; compares the rules, keys and h with the reference.
fn agrees_with_the_reference<W: Packed>(size: &str, heuristic: &str) {
    for seed in 0..5 {
        let tiles: Tiles<W> = random(size, seed, heuristic);
        let index = INFO.heuristic(heuristic).unwrap();
        assert_eq!(compare_rules(&tiles, index, 200, seed), Ok(()), "{size} {heuristic}");
    }
    let (tiles, mut order) = (random::<W>(size, 1, heuristic), vec![]);
    let reference = tiles.reference();
    reference.successors(&reference.start(), &mut |action, _, _| order.push(action));
    assert!(successors(&tiles, &tiles.start()).iter().map(|next| next.0).eq(order));
}

#[test]
fn words_and_sizes_agree_with_the_reference() {
    for heuristic in ["manhattan", "linear-conflict", "walking-distance", "misplaced", "zero"] {
        agrees_with_the_reference::<u64>("2x5", heuristic);
        agrees_with_the_reference::<u128>("5x5", heuristic);
    }
    agrees_with_the_reference::<u64>("2x8", "linear-conflict");
    agrees_with_the_reference::<u64>("4x3", "walking-distance");
    agrees_with_the_reference::<u128>("4x4", "walking-distance");
    agrees_with_the_reference::<u128>("12x2", "linear-conflict");
}

/// Incremental h equals h from scratch: forward, backward and from keys.
#[test]
fn updates_h_incrementally() {
    fn check(tiles: &Tiles<u64>, steps: usize) {
        let same = |a: &Board<u64>, b: &Board<u64>| a == b && a.derived == b.derived;
        let mut state = tiles.start();
        for step in 0..steps {
            let nexts = successors(tiles, &state);
            let (action, _, next) = nexts[(step + step / 7) % nexts.len()];
            assert!(same(&next, &tiles.board(next.cells)));
            assert!(same(&next, &tiles.unpack_with_h(&tiles.pack(&next), tiles.h(&next))));
            assert!(same(&state, &tiles.retract(&next, action)));
            assert_eq!(tiles.action(tiles.tag(action)), action);
            assert_eq!(tiles.pack(&next) >> (64 - Tiles::<u64>::TAG_BITS), 0);
            let mut before = 0;
            tiles.predecessors(&next, &mut |a, c, s| {
                assert_eq!(tiles.apply(&s, a), Some((c, next)));
                assert!(same(&s, &tiles.board(s.cells)));
                before += 1;
            });
            assert_eq!(before, successors(tiles, &next).len());
            let undoing = MOVES.into_iter().filter(|&a| tiles.undoes(action, a));
            assert_eq!(undoing.collect::<Vec<_>>(), [action.opposite()]);
            state = next;
        }
    }
    for (seed, size) in ["3x3", "4x4", "2x5", "2x2", "8x2"].into_iter().enumerate() {
        for heuristic in ["manhattan", "linear-conflict", "walking-distance", "misplaced", "zero"] {
            check(&random(size, seed as u64, heuristic), 1_000);
        }
    }
    for size in ["3x3", "2x5"] {
        for seed in 0..50 {
            let tiles: Tiles<u64> = random(size, seed, "pdb");
            check(&tiles, 10);
            let reference = tiles.reference();
            assert!(tiles.h(&tiles.start()) >= reference.h(&reference.start()));
        }
    }
}

#[test]
fn heuristics_keep_their_claims_on_all_boards() {
    for goal in ["1 2 3 4 5 6 7 8 0", "1 2 3 4\n5 6 7 0", "1 2\n3 4\n5 6\n7 0"] {
        for heuristic in INFO.heuristics {
            let tiles = parse(goal).with_heuristic(heuristic.name).unwrap();
            let audit = audit(&tiles, &mut Limits::none());
            assert!(audit.states >= 20_160 && !audit.refuted(), "{}", heuristic.name);
            assert_eq!(audit.admissible(), Some(true), "{}", heuristic.name);
        }
    }
}

#[test]
fn ranks_are_a_bijection_on_small_boards() {
    for (text, ranks) in [
        ("1 2 3 0", 12),
        ("1 2 3 4 5 6 7 8 0", 181_440),
        ("2 1 3 4 5 6 7 8 0", 181_440),
        ("2 1 3\n4 5 0", 360),
        ("2 1\n3 4\n5 6\n7 0", 20_160),
    ] {
        let tiles = parse(text).with_heuristic("zero").unwrap();
        assert_eq!(tiles.ranks(), ranks);
        let mut keys = HashSet::new();
        for rank in 0..ranks {
            let state = tiles.unrank(rank);
            assert_eq!(tiles.rank(&state), rank);
            let cells: Vec<u8> = tiles.tiles(&state).map(|tile| tile as u8).collect();
            assert_eq!(parity::is_odd(tiles.size, &cells), tiles.odd);
            assert!(keys.insert(tiles.pack(&state)));
        }
    }
}

#[test]
fn ranks_are_invertible_on_large_boards() {
    for (size, ranks) in [("3x4", 239_500_800), ("4x4", 10_461_394_944_000), ("2x5", 1_814_400)] {
        for seed in 0..1_000 {
            let tiles: Tiles<u64> = random(size, seed, "zero");
            assert_eq!(tiles.ranks(), ranks);
            let rank = tiles.rank(&tiles.start());
            assert!(rank < ranks);
            assert_eq!(tiles.unrank(rank), tiles.start());
        }
    }
}

#[test]
fn states_are_small() {
    assert_eq!(size_of::<Board<u64>>(), 24);
    assert_eq!(size_of::<Board<u128>>(), 32);
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Tiles<u64>>(&[]);
    rules_agree::<Tiles<u128>>(&[]);
}

#[test]
fn a_move_is_not_undone_and_names_its_tile() {
    fn check<W: Packed>(size: &str) {
        let tiles: Tiles<W> = random(size, 3, "manhattan");
        let mut state = tiles.start();
        for step in 0..100 {
            let all = successors(&tiles, &state);
            let (action, _, next) = all[step % all.len()];
            let [from, to] = [&state, &next].map(|state| tiles.tiles(state).collect::<Vec<_>>());
            assert_eq!(tiles.piece(&state, action), from.iter().copied().nth(next.blank()));
            assert_eq!(to[next.cells.blank()], 0);
            let mut rest = successors(&tiles, &next);
            rest.retain(|(other, ..)| *other != action.opposite());
            let mut after = vec![];
            tiles.successors_after(&next, Some(action), &mut |a, c, s| after.push((a, c, s)));
            assert_eq!(after, rest);
            state = next;
        }
    }
    check::<u64>("4x4");
    check::<u128>("5x5");
}
