//! What can be proved without a search, and what is decided with one.

use super::super::pagoda::{is_pagoda, worth};
use super::super::pairs::{Verdict, decide, pairs};
use super::super::proof::Proof;
use super::{Board, Pegs, cells, instance};
use heureka_kit::puzzle::Puzzle;
use std::sync::atomic::AtomicBool;

#[test]
fn the_reasons_are_told() {
    for (text, says) in [
        ("5 4,4", "of every three cells in a line none or two are among"),
        ("1 4,3 4,3", "so no jump changes whether the pegs there are even or odd"),
        ("5 0,4 8,4", "is left after 2,4>0,4 but 1 needed before 6,4>8,4"),
    ] {
        let reason = instance(text).unsolvable().unwrap();
        assert!(reason.contains(says), "{text}: {reason}");
    }
    let board = Board::numbered(4).unwrap();
    let few = Pegs::new(board, 1, 6);
    assert!(few.unsolvable().unwrap().contains("every jump takes a peg away"));
    assert_eq!(Pegs::new(board, 6, 6).unsolvable(), None);
    for text in ["1", "2", "3", "4", "5 2,4 6,4", "6"] {
        assert_eq!(instance(text).unsolvable(), None, "{text}");
    }
}

/// Every proof, checked from its own words: colorings and values on every jump.
#[test]
fn proofs_hold() {
    let mut kinds = [0; 3];
    for board in Board::all() {
        for vacancy in 0..board.len() {
            for survivor in 0..board.len() {
                let (start, goal) = (board.full() ^ 1 << vacancy, 1 << survivor);
                let jumps = || 0..board.jumps().len();
                // Linear programs for every pair of a large board would take too long.
                if ![5, 6].contains(&board.number) && (vacancy * 7 + survivor) % 40 != 0 {
                    continue;
                }
                match Proof::find(&Pegs::new(board, start, goal)) {
                    Some(Proof::Parity { colored }) => {
                        kinds[0] += 1;
                        let odd = |position: u64| (position & colored).count_ones() % 2;
                        assert!(jumps().all(|jump| odd(board.changes(jump)) == 0));
                        assert_ne!(odd(start), odd(goal));
                    }
                    Some(Proof::Pagoda { values }) => {
                        kinds[1] += 1;
                        assert!(is_pagoda(board, &values));
                        assert!(worth(&values, start) < worth(&values, goal));
                    }
                    Some(Proof::Cases { functions, .. }) => {
                        kinds[2] += 1;
                        for (values, cases) in functions {
                            assert!(is_pagoda(board, &values));
                            assert!(cases.iter().all(|(_, _, after, before)| after < before));
                        }
                    }
                    Some(Proof::TooFewPegs) => panic!("there are pegs enough"),
                    None => {}
                }
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

/// A function that is none is not taken for one.
#[test]
fn values_that_a_jump_can_raise_are_no_pagoda_function() {
    let board = Board::numbered(6).unwrap();
    assert!(is_pagoda(board, &[0; 15]));
    assert!(is_pagoda(board, &[1; 15]));
    let mut corner = [0; 15];
    corner[0] = 1;
    assert!(!is_pagoda(board, &corner));
    assert!(!is_pagoda(board, &[1; 14]));
}

#[test]
fn parity_allows_the_known_numbers_of_pairs() {
    let known = [10, 36, 88, 21, 17, 17];
    assert_eq!(Board::all().map(|board| pairs(board).len()).collect::<Vec<_>>(), known);
}

fn solvable(board: &Board) -> usize {
    let puzzle = |(vacancy, survivor): &(u8, u8)| {
        Pegs::new(
            Board::numbered(board.number.into()).unwrap(),
            board.full() & !(1 << vacancy),
            1 << survivor,
        )
    };
    let decisions = pairs(board);
    let decisions =
        decisions.iter().map(|pair| decide(&puzzle(pair), 500_000, &AtomicBool::new(false)));
    let solvable = |verdict: &Verdict| match verdict {
        Verdict::Solvable(..) => true,
        Verdict::Proved(_) | Verdict::Exhausted => false,
        Verdict::Open(why) => panic!("open: {why}"),
    };
    decisions.filter(|decision| solvable(&decision.verdict)).count()
}

/// The other boards are decided by `heureka pegs table`.
#[test]
fn small_boards_are_decided() {
    for (number, known) in [(1, 10), (4, 21), (6, 12)] {
        assert_eq!(solvable(Board::numbered(number).unwrap()), known, "{number}");
    }
}

/// Three pairs of the diamond are ruled out at once, nine more after the first and the last jump.
#[test]
fn most_of_the_diamond_is_ruled_out_without_a_search() {
    let board = Board::numbered(5).unwrap();
    let proofs: Vec<_> = pairs(board)
        .into_iter()
        .filter_map(|(vacancy, survivor)| {
            Proof::find(&Pegs::new(board, board.full() & !(1 << vacancy), 1 << survivor))
        })
        .collect();
    let count = |name| proofs.iter().filter(|proof| proof.name() == name).count();
    assert_eq!((count("pagoda"), count("pagoda by cases"), proofs.len()), (3, 9, 12));
}

/// Any position to any other: three pegs in a row leave one.
#[test]
fn positions_in_the_middle_of_a_game_are_decided() {
    let board = Board::numbered(4).unwrap();
    let start = cells(board, &[(3, 1), (3, 2), (3, 4)]);
    let decided =
        |goal| decide(&Pegs::new(board, start, goal), 1000, &AtomicBool::new(false)).verdict;
    assert!(matches!(decided(cells(board, &[(3, 6)])), Verdict::Proved(_) | Verdict::Exhausted));
    let Verdict::Solvable(plan, _) = decided(cells(board, &[(3, 2)])) else {
        panic!("it can be done")
    };
    assert_eq!(plan.cost, 2);
}
