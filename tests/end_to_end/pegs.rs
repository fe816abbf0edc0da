//! Peg solitaire on the command line: proofs, table, hints, counts, pictures, invalid boards.

use crate::program::{Scratch, run};

#[test]
fn unsolvable_instances_are_proved_without_a_search() {
    for (instance, reason) in [("5 4,4", "parity"), ("5 3,4 5,4", "no jump raises")] {
        let solved = run(&["solve", "pegs", instance]).exits(10);
        let text = solved.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(reason) && text.contains("no search needed"), "{text}");
    }
}

#[test]
fn the_best_strategy_is_the_default() {
    for args in [&["solve", "pegs"][..], &["solve", "pegs", "-s", "best"]] {
        run(args)
            .exits(0)
            .prints("beam(8,grow=yes,symmetry=yes), heuristic gathering")
            .prints("proved optimal");
    }
    run(&["solve", "pegs", "-s", "bets"]).exits(2).warns("best");
    run(&["solve", "hanoi", "3 3", "-s", "best"]).exits(0).prints("astar");
    run(&["solve", "hanoi", "3 3", "-s", "bfs:symmetry=yes"]).exits(2).warns("no symmetries");
}

#[test]
fn a_table_decides_the_triangle() {
    run(&["pegs", "table", "--board", "6"]).exits(0).prints("12 of 17 solvable, 5 unsolvable");
    run(&["pegs", "table", "--board", "7"]).exits(2);
}

#[test]
fn hints_separate_winning_from_losing_jumps() {
    run(&["pegs", "hint", "6 1,1 2,2"]).exits(0).prints("can still win");
    let lost = run(&["pegs", "hint", "6 1,1 1,1"]);
    assert!(!lost.prints("unsolvable").stdout.contains("can still win"), "{lost:#?}");
}

#[test]
fn solutions_are_counted() {
    run(&["pegs", "count", "6"]).exits(0).prints("6,816");
    run(&["pegs", "count", "4", "--expansions", "100"]).exits(22).prints("stopped");
}

#[test]
fn svg_draws_every_position_of_the_plan() {
    let scratch = Scratch::new();
    let file = scratch.path("triangle.svg");
    run(&["solve", "pegs", "6", "--svg", &file]).exits(0);
    let svg = std::fs::read_to_string(&file).unwrap();
    // Each of 14 pictures has a hole and a rim for each of 15 cells, and its pegs. The last jump of all
    // but the first is marked by a ring at the removed peg, one at the other, and an arrow.
    let pegs: usize = (1..=14).sum();
    assert_eq!(svg.matches("<circle").count(), 14 * 30 + pegs + 13 * 2);
    assert_eq!(svg.matches("<polygon").count(), 13);
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
        let rejected = run(&["solve", "pegs", "--file", &file]).exits(31);
        rejected.warns("board.txt").warns(message);
        assert_eq!(rejected.stdout, "");
    }
    for text in ["7", "4 0,0", "4 3,3 3", "4 3,x", "x"] {
        let rejected = run(&["solve", "pegs", text]).exits(2);
        assert!(rejected.stdout.is_empty(), "{text}: {}", rejected.stderr);
    }
}
