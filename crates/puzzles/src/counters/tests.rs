//! Exact distances, messages and large boards.

use super::reading::{cells_of_size, read, shuffled};
use super::*;
use crate::breadth_first::breadth_first;
use crate::rules_agree::rules_agree;

fn agrees_with_the_reference<B: Board>(cells: usize, rounds: u64) {
    for seed in 0..rounds {
        let mut fast = Counters::<B>::new(&shuffled(cells, seed)).unwrap();
        fast.set_heuristic((seed % 5) as usize, &mut Limits::none()).unwrap();
        let slow = fast.reference();
        let (state, numbers) = (fast.start(), slow.start());
        assert_eq!(fast.pack(&state), slow.pack(&numbers));
        assert_eq!(slow.unpack(&fast.pack(&state)), numbers);
        let (mut moves, mut expected) = (vec![], vec![]);
        fast.successors(&state, &mut |swap, cost, next| {
            assert_eq!(fast.apply(&state, swap), Some((cost, next)));
            assert_eq!(fast.unpack(&fast.pack(&next)), next);
            moves.push((swap, cost, fast.pack(&next), fast.h(&next)));
        });
        slow.successors(&numbers, &mut |swap, cost, next| {
            expected.push((swap, cost, slow.pack(&next), slow.h(&next)));
        });
        assert_eq!(moves, expected);
        assert_eq!(moves.len(), cells * (cells - 1) / 2);
    }
}

#[test]
fn every_key_type_agrees_with_the_reference() {
    agrees_with_the_reference::<u64>(9, 400);
    agrees_with_the_reference::<u64>(16, 100);
    agrees_with_the_reference::<u128>(25, 40);
    agrees_with_the_reference::<[u8; 256]>(36, 20);
}

/// Breadth-first search from the goal.
#[test]
fn cycles_are_exact_on_every_3x3_board() {
    let goal: Vec<u32> = (0..9).collect();
    let puzzle = Counters::<u64>::new(&goal).unwrap();
    let found = breadth_first(&puzzle, vec![puzzle.start()], usize::MAX);
    assert!(found.iter().all(|(state, moves)| puzzle.h(state) == *moves));
    assert_eq!((found.len(), found[362_879].1), (362_880, 8));
}

#[test]
fn rejects_invalid_boards_with_place_and_expectation() {
    for (text, message) in [
        ("", "no counters: expected"),
        ("1 2 3", "3 counters: expected a perfect square"),
        ("1 2\n3 x", "line 2, column 3: 'x': expected the number"),
        ("1 2 3 5", "line 1, column 7: '5': expected a number from 1 to 4"),
        ("0 1 2 3", "line 1, column 1: '0': expected a number from 1 to 4"),
        ("1 2\n2 3", "line 2, column 1: duplicate '2'"),
        ("1 2 3 -4", "'-4': expected the number"),
        ("1 2 3 4.0", "'4.0': expected"),
        ("1 2 3 99999999999", "'99999999999' is too large: expected"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    for size in ["", "0", "0x0", "3x4", "8", "x", "3x", "5000x5000", "-4", "18446744073709551616"] {
        assert!(cells_of_size(size).is_err(), "{size}");
    }
    assert_eq!((cells_of_size("5x5").unwrap(), cells_of_size("25").unwrap()), (25, 25));
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Counters<u64>>(&[]);
    rules_agree::<Counters<[u8; 256]>>(&[]);
}
