//! Peg solitaire on the command line: proofs, table, hints, counts, pictures, invalid boards.

use crate::program::{Scratch, run};

#[test]
fn unsolvable_instances_are_proved_without_a_search() {
    for (instance, reason) in [("5 4,4", "parity"), ("5 3,4 5,4", "no jump raises")] {
        let solved = run(&["solve", "pegs", instance]);
        assert_eq!(solved.code, 10, "{}", solved.stderr);
        let text = solved.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(reason) && text.contains("no search needed"), "{text}");
    }
}

#[test]
fn the_best_strategy_is_the_default() {
    for args in [&["solve", "pegs"][..], &["solve", "pegs", "-s", "best"]] {
        let solved = run(args);
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        assert!(solved.stdout.contains("beam(8,grow=yes,symmetry=yes), heuristic gathering"));
        assert!(solved.stdout.contains("proved optimal"), "{}", solved.stdout);
    }
    let misspelled = run(&["solve", "pegs", "-s", "bets"]);
    assert!(misspelled.code == 2 && misspelled.stderr.contains("best"), "{}", misspelled.stderr);
    let hanoi = run(&["solve", "hanoi", "3 3", "-s", "best"]);
    assert!(hanoi.code == 0 && hanoi.stdout.contains("astar"), "{}", hanoi.stdout);
    let none = run(&["solve", "hanoi", "3 3", "-s", "bfs:symmetry=yes"]);
    assert!(none.code == 2 && none.stderr.contains("no symmetries"), "{}", none.stderr);
}

#[test]
fn a_table_decides_the_triangle() {
    let table = run(&["pegs", "table", "--board", "6"]);
    assert_eq!(table.code, 0, "{}", table.stderr);
    assert!(table.stdout.contains("12 of 17 solvable, 5 unsolvable"), "{}", table.stdout);
    assert!(run(&["pegs", "table", "--board", "7"]).code == 2);
}

#[test]
fn hints_distinguish_jumps() {
    let hint = run(&["pegs", "hint", "6 1,1 2,2"]);
    assert_eq!(hint.code, 0, "{}", hint.stderr);
    assert!(hint.stdout.contains("can still win"), "{}", hint.stdout);
    let lost = run(&["pegs", "hint", "6 1,1 1,1"]);
    assert!(lost.stdout.contains("unsolvable"), "{}", lost.stdout);
    assert!(!lost.stdout.contains("can still win"), "{}", lost.stdout);
}

#[test]
fn solutions_are_counted() {
    let counted = run(&["pegs", "count", "6"]);
    assert!(counted.code == 0 && counted.stdout.contains("6,816"), "{}", counted.stdout);
    let stopped = run(&["pegs", "count", "4", "--expansions", "100"]);
    assert!(stopped.code == 22 && stopped.stdout.contains("stopped"), "{}", stopped.stdout);
}

#[test]
fn a_film_strip_has_a_picture_for_every_jump() {
    let scratch = Scratch::new();
    let file = scratch.path("triangle.svg");
    assert_eq!(run(&["solve", "pegs", "6", "--svg", &file]).code, 0);
    let svg = std::fs::read_to_string(&file).unwrap();
    // Each of 14 pictures has a hole and a rim for each of 15 cells, and its pegs.
    let pegs: usize = (1..=14).sum();
    assert_eq!(svg.matches("<circle").count(), 14 * 30 + pegs);
}

#[test]
fn invalid_boards_are_rejected_by_line_and_column() {
    let scratch = Scratch::new();
    let corner = "1 0 0 0 0\n0 0 0 0 X\n0 0 0 X X\n0 0 X X X\n0 X X X X\n";
    for (start, message) in [
        ("0 1 1 1 1\n1 1 1 1 X\n1 1 1 X X\n1 1 X X X\n1 X X X 1\n", "line 6, column 9"),
        ("0 1 1 1 1\n1 1 1 2 X\n1 1 1 X X\n1 1 X X X\n1 X X X X\n", "line 3, column 7"),
        ("0 1 1 1 1\n1 1 1 1 X\n1 1 1 X X\n1 1 X X X\n", "line 10: 9 rows"),
        ("0 1 1 1 1\n1 1 1 1\n1 1 1 X X\n1 1 X X X\n1 X X X X\n", "line 3, column 7: 4 values"),
    ] {
        let file = scratch.write("board.txt", format!("6\n{start}{corner}"));
        let rejected = run(&["solve", "pegs", "--file", &file]);
        assert_eq!(rejected.code, 31, "{}", rejected.stdout);
        assert!(rejected.stderr.contains("board.txt"), "{}", rejected.stderr);
        assert!(rejected.stderr.contains(message), "{message}: {}", rejected.stderr);
        assert_eq!(rejected.stdout, "");
    }
    for text in ["7", "4 0,0", "4 3,3 3", "4 3,x", "x"] {
        let rejected = run(&["solve", "pegs", text]);
        assert!(rejected.code == 2 && rejected.stdout.is_empty(), "{text}: {}", rejected.stderr);
    }
}
