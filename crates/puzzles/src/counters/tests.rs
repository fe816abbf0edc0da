//! Exact distances, messages and large boards.

use super::reading::{cells_of_size, read, shuffled};
use super::reference::LargeCountersReference;
use super::*;
use crate::breadth_first::breadth_first;
use crate::rules_agree::rules_agree;
use heureka_core::abilities::InPlace;

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

/// The reference rules of large boards against those of small ones.
#[test]
fn rules_of_large_boards_agree_with_those_of_small_ones() {
    let counters = shuffled(16, 3);
    let numbers: Vec<u32> = counters.iter().map(|counter| counter + 1).collect();
    let large = LargeCountersReference(numbers.clone());
    let small = Counters::<u64>::new(&counters).unwrap().reference();
    let (mut state, mut expected) = (InPlace::start(&large), small.start());
    for (cell, &number) in numbers.iter().enumerate() {
        assert_eq!((state.0[cell], state.1[number as usize - 1]), (number, cell));
    }
    for swap in (0..15).flat_map(|a| (a + 1..16).map(move |b| (a, b))) {
        let (cost, next) = small.apply(&expected, swap).unwrap();
        assert_eq!(large.play(&mut state, swap), Some(cost));
        expected = next;
        assert_eq!(state.0, expected, "{swap:?}");
        assert!(state.0.iter().enumerate().all(|(cell, &n)| state.1[n as usize - 1] == cell));
    }
    let before = state.clone();
    for illegal in [(3, 3), (16, 0), (0, 16)] {
        assert_eq!(large.play(&mut state, illegal), None);
        assert_eq!(state, before);
    }
    for cell in 0..16 {
        let there = state.0[cell] - 1;
        assert_eq!(large.is_goal(&state), state.0.is_sorted(), "{state:?}");
        if there as usize != cell {
            large.play(&mut state, (there, cell as u32)).unwrap();
        }
    }
    assert!(large.is_goal(&state));
}

#[test]
fn measures_of_any_size_and_of_invalid_keys() {
    assert_eq!(optimum(&[1, 0, 3, 2, 4]), 2);
    let cells = 4 * SMALL;
    assert_eq!(Estimate::Cycles.measure(cells, |cell| cell ^ 1), cells as Cost / 2);
    // Beyond the range of costs, but not a dead end.
    let reversed = |cell| 99_999 - cell;
    assert_eq!(Estimate::Manhattan.measure(100_000, reversed), Cost::MAX - 1);
    let board = Counters::<u64>::new(&shuffled(9, 1)).unwrap();
    let state = board.unpack(&u64::MAX);
    board.successors(&state, &mut |_, _, _| {});
    let (sorted, mut text) = (Counters::<u64>::new(&[1, 0, 2, 3]).unwrap(), String::new());
    sorted.note_state(&sorted.start(), &mut text).unwrap();
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["2", "1", "3", "4"]);
}
