//! Playing by hand.

use crate::program::{run, run_with_input};

#[test]
fn a_game_with_undo_and_hints() {
    let game = run_with_input(&["play", "hanoi", "3 2"], "1>3\nundo\nhint\n1>2 1>3\nh\n2>3\n");
    assert_eq!(game.code, 0, "{}", game.stderr);
    let (before, after) = game.stdout.split_once("0> ").expect("a prompt");
    assert!(before.contains("moves: 1>2 1>3\n"), "{before}");
    assert!(after.contains("cost to the goal 3: no way from here is cheaper"), "{after}");
    assert!(after.contains("cost to the goal 1:"), "{after}");
    assert!(after.ends_with("solved in 3 moves, cost 3\n"), "{after}");
}

#[test]
fn mistakes_change_nothing() {
    let input = "2>1\nnonsense\nundo\n\n1>2\n1>2\nmoves\nplan\nrestart\nplan\nhelp\nquit\n1>3\n";
    let game = run_with_input(&["play", "hanoi", "3 2"], input);
    assert_eq!(game.code, 0);
    for says in [
        "'2>1' is no legal move here; moves: 1>2 1>3",
        "'nonsense' is no legal move here",
        "this is the start: there is nothing to take back",
        "'1>2' is no legal move here; moves: 1>3 2>1 2>3",
        "take the last move back",
    ] {
        assert!(game.stdout.contains(says), "{says}: {}", game.stdout);
    }
    assert!(game.stdout.ends_with("left unsolved after 0 moves, cost 0\n"), "{}", game.stdout);
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let game = run_with_input(&["play", "tiles", "easy"], "");
    assert_eq!(game.code, 0);
    assert!(game.stdout.ends_with("left unsolved after 0 moves, cost 0\n"), "{}", game.stdout);
    let solved = run_with_input(&["play", "tiles", "1 2 3 4 5 6 7 8 0"], "");
    assert!(solved.stdout.ends_with("solved in 0 moves, cost 0\n"), "{}", solved.stdout);
}

#[test]
fn hopeless_games_say_so() {
    let game = run_with_input(&["play", "pacman", "cut-off"], "hint\n");
    assert!(game.stdout.contains("This one cannot be solved: walls cut off"), "{}", game.stdout);
    assert!(game.stdout.contains("no way leads to the goal from here"), "{}", game.stdout);
    let unknown = run(&["play", "pacman", "no such level"]);
    assert_eq!(unknown.code, 2, "{}", unknown.stderr);
}

#[test]
fn a_hint_never_ends_the_game() {
    let pegs = run_with_input(&["play", "pegs", "6 0,0 0,0"], "hint\nquit\n");
    assert_eq!(pegs.code, 0, "{}", pegs.stderr);
    assert!(pegs.stdout.contains("cost to the goal 13:"), "{}", pegs.stdout);
    let odd = run_with_input(&["play", "hanoi", "3 2", "-s", "bidirectional"], "hint\n1>2\n");
    assert_eq!(odd.code, 0, "{}", odd.stderr);
    assert!(odd.stdout.contains("no hint: bidirectional needs"), "{}", odd.stdout);
    assert!(odd.stdout.ends_with("left unsolved after 1 move, cost 1\n"), "{}", odd.stdout);
}
