//! `heureka play`.

use crate::program::{Run, Scratch, run, run_with_input, spawn};
use std::io::Write;
use std::time::{Duration, Instant};

#[test]
fn undo_and_hints_work_during_a_game() {
    let game =
        run_with_input(&["play", "hanoi", "3 2"], "1>3\nundo\nhint\n1>2 1>3\nhint\n2>3\n").exits(0);
    let (before, after) = game.stdout.split_once("0> ").expect("a prompt");
    assert!(before.contains("moves: 1>2 1>3\n"), "{before}");
    assert!(after.contains("remaining cost 3, proved optimal"), "{after}");
    assert!(after.contains("remaining cost 1, "), "{after}");
    assert!(after.ends_with("solved in 3 moves, cost 3, the best possible\n"), "{after}");
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
        ("1 2 3 4 5 6 7 8 0", "solved in 0 moves, cost 0, the best possible\n"),
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
    run_with_input(&pegs, "solve\nquit\n").exits(0).prints("remaining cost 13, ");
    run_with_input(&["play", "hanoi", "3 2", "-s", "astar:ties=state"], "hint\n1>2\n")
        .exits(0)
        .prints("no hint: astar cannot use ties=state")
        .ends("unsolved after 1 move, cost 1\n");
}

#[test]
fn moves_can_be_shortened() {
    for (args, input, end) in [
        (&["play", "hanoi", "3 2"][..], "12 1 3\n2>3\n", "solved in 3 moves, cost 3, "),
        (&["play", "tiles", "easy"], "u\nD\nUp down\n", "unsolved after 4 moves, cost 4\n"),
        (&["play", "tiles", "1 2 3 4 0 5 7 8 6"], "2 down\n2u 5\n6up\n", "solved in 4 moves"),
        (&["play", "bricks"], "8 down\n8u\n(8, down) 8 up\n", "unsolved after 4 moves, cost 4\n"),
        (&["play", "number-maze"], "right\n", "unsolved after 1 move, cost 1\n"),
        (&["play", "counters"], "24-7\n", "unsolved after 1 move, cost 1\n"),
        (&["play", "river"], "1m 1c\n1m\n", "unsolved after 2 moves, cost 2\n"),
    ] {
        run_with_input(args, input).exits(0).prints(end);
    }
    run_with_input(&["play", "bricks"], "9 up\n")
        .prints("illegal move '9 up'; moves: (8,down) (9,down)");
    run_with_input(&["play", "hanoi", "3 2"], "1\n").prints("'1' fits several moves: 1>2 1>3");
}

/// One letter was both a command and the beginning of a move, such as `u` for `undo` and `up`.
#[test]
fn commands_are_words_and_moves_go_first() {
    let graph = ["play", "graph", "S -> undo; undo -> hint; hint -> goal; start S; goal goal"];
    run_with_input(&graph, "undo hint\n:undo\n:undo\n:sing\nhelp\n?\n:quit\n")
        .exits(0)
        .prints("unknown command ':sing'; type help")
        .prints("save FILE: write the moves played so far to a new file")
        .ends("unsolved after 0 moves, cost 0\n");
    for letter in ["h", "s", "m", "q", "p"] {
        let game = run_with_input(&["play", "tiles", "easy"], &format!("{letter}\n")).exits(0);
        game.prints(format!("illegal move '{letter}'"));
    }
}

#[test]
fn a_solution_is_compared_with_the_best_possible_cost() {
    let moves = "1>3 3>2 2>1 1>2 1>3 2>3\n";
    let game = run_with_input(&["play", "hanoi", "3 2"], moves).exits(0);
    game.ends("solved in 6 moves, cost 6; the best possible is 3\n");
    // A heuristic for hints does not weaken the comparison.
    let weak = ["play", "hanoi", "3 2", "-s", "greedy", "-H", "zero"];
    run_with_input(&weak, moves).ends("solved in 6 moves, cost 6; the best possible is 3\n");
}

#[test]
fn a_hint_is_the_best_that_a_second_finds() {
    let begun = Instant::now();
    let game = run_with_input(
        &["play", "pegs", "--level", "wiegleb", "-s", "bfs", "-H", "zero"],
        "hint\n",
    );
    game.prints("a guess: no plan was found within a second");
    assert!(begun.elapsed() < Duration::from_secs(30), "20 s were the limit of a hint");
    // A search that cannot end within half a second is followed by one that finds a plan early.
    let game = run_with_input(&["play", "tiles", "--level", "eight", "-s", "dls(2)"], "hint\n");
    game.prints("remaining cost ");
}

/// `save` once replaced the board that was played, and every other file.
#[test]
fn a_saved_game_replaces_no_file_unasked() {
    let scratch = Scratch::new();
    let (board, other) = (scratch.write("board", "3 2"), scratch.write("other", "mine"));
    for instance in [&[&*board][..], &["--file", &board]] {
        let input = format!("12\nsave {board}\nsave! {board}\nsave {other}\n");
        let game = run_with_input(&[&["play", "hanoi"], instance].concat(), &input).exits(0);
        // Long lines are wrapped.
        let answers = game.stdout.replace('\n', " ");
        let refused = format!("{board}: already read or written by this command");
        assert_eq!(answers.matches(&refused).count(), 2, "{game:#?}");
        let exists = format!("{other} exists; to replace it, type save! {other}");
        assert!(answers.contains(&exists), "{game:#?}");
        assert_eq!((scratch.read("board"), scratch.read("other")), ("3 2".into(), "mine".into()));
    }
    let input = format!("12\nsave! {other}\n");
    run_with_input(&["play", "hanoi", &board], &input).prints("wrote 1 move to ");
    assert_eq!(scratch.read("other"), "1>2\n");
}

#[test]
fn games_are_saved_loaded_and_checked() {
    let scratch = Scratch::new();
    let file = scratch.path("game");
    let hanoi = ["play", "hanoi", "3 2"];
    let save = format!("save\n12 13 23\nsave {file}\n");
    run_with_input(&hanoi, &save).exits(0).prints("give the path of a file, such as save plan.txt");
    let input = format!("12 13\nsave! {file}\nrestart\nsave {file}.empty\nload {file}\nplan\n");
    run_with_input(&hanoi, &input)
        .prints(format!("wrote 2 moves to {file}"))
        .prints(format!("played 2 moves of {file}"))
        .prints("1>2 1>3\n2 moves, cost 2")
        .ends("unsolved after 2 moves, cost 2\n");
    assert_eq!(scratch.read("game"), "1>2\n1>3\n");
    let load = [&hanoi[..], &["--load", &file]].concat();
    run_with_input(&load, "23\n").exits(0).prints("played 2 moves").prints("solved in 3 moves");
    run(&["check", "hanoi", "3 2", "--plan", &file]).exits(1).prints("rejected");
    run(&["check", "hanoi", "3 1 1", "--plan", &format!("{file}.empty")]).exits(1);
    scratch.write("game", "1>2 2>1 3>1 1>2");
    run_with_input(&load, "").exits(0).prints("move 3 is illegal: '3>1'; played 2 moves");
    let json = run(&["solve", "hanoi", "3 2", "--json"]).stdout;
    scratch.write("game", json);
    run_with_input(&load, "").exits(0).prints("solved in 3 moves");
    let missing = format!("load {file}.missing\nsave {file}/x\n1>2\n");
    run_with_input(&hanoi, &missing).exits(0).ends("unsolved after 1 move, cost 1\n");
    run(&[&hanoi[..], &["--load", "no such file"]].concat()).exits(31);
}
