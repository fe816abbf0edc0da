//! `heureka play`.

use crate::program::{Run, run, run_with_input, spawn};
use std::io::Write;

#[test]
fn undo_and_hints_work_during_a_game() {
    let game =
        run_with_input(&["play", "hanoi", "3 2"], "1>3\nundo\nhint\n1>2 1>3\nh\n2>3\n").exits(0);
    let (before, after) = game.stdout.split_once("0> ").expect("a prompt");
    assert!(before.contains("moves: 1>2 1>3\n"), "{before}");
    assert!(after.contains("remaining cost 3, proved optimal"), "{after}");
    assert!(after.contains("remaining cost 1, "), "{after}");
    assert!(after.ends_with("solved in 3 moves, cost 3\n"), "{after}");
}

#[test]
fn invalid_input_changes_nothing() {
    let input = "2>1\nnonsense\nundo\n\n1>2\n1>2\nmoves\nplan\nrestart\nplan\nhelp\nquit\n1>3\n";
    let game = run_with_input(&["play", "hanoi", "3 2"], input).exits(0);
    for expected in [
        "illegal move '2>1'; moves: 1>2 1>3",
        "illegal move 'nonsense'",
        "no move to take back",
        "illegal move '1>2'; moves: 1>3 2>1 2>3",
        "take back the last move",
    ] {
        game.prints(expected);
    }
    game.ends("unsolved after 0 moves, cost 0\n");
}

#[test]
fn end_of_input_ends_the_game() {
    for (instance, end) in [
        ("easy", "unsolved after 0 moves, cost 0\n"),
        ("1 2 3 4 5 6 7 8 0", "solved in 0 moves, cost 0\n"),
    ] {
        run_with_input(&["play", "tiles", instance], "").exits(0).ends(end);
    }
}

/// An answer that is not text is an error; it once ended the game silently.
#[test]
fn unreadable_input_is_an_error() {
    for (input, expected) in [
        (b"1>2\n\xff\n".to_vec(), "not valid UTF-8"),
        (vec![b'x'; 17 << 20], "longer than 16.0 MiB"),
    ] {
        let mut child = spawn(&["play", "hanoi", "3 2"]);
        let _ = child.stdin.take().unwrap().write_all(&input);
        Run::of(child).exits(31).warns(expected).prints("unsolved after ");
    }
}

#[test]
fn unsolvable_games_are_announced() {
    run_with_input(&["play", "pacman", "cut-off"], "hint\n")
        .prints("This instance is unsolvable: ")
        .prints("no solution from here");
    run(&["play", "pacman", "no such level"]).exits(2);
}

#[test]
fn a_hint_never_ends_the_game() {
    let pegs = ["play", "pegs", "6 0,0 0,0", "--patience", "10m"];
    run_with_input(&pegs, "hint\nquit\n").exits(0).prints("remaining cost 13, ");
    run_with_input(&["play", "hanoi", "3 2", "-s", "astar:ties=state"], "hint\n1>2\n")
        .exits(0)
        .prints("no hint: astar cannot use ties=state")
        .ends("unsolved after 1 move, cost 1\n");
}
