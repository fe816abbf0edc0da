//! Peg solitaire on the command line: proofs, table, hints, counts, pictures, invalid boards.

use crate::program::{Scratch, run, run_with_input};

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
fn boards_of_your_own_are_solved() {
    let scratch = Scratch::new();
    let file = scratch.write("board.txt", " ooo\noo.oo\nooooo\n ooo\n");
    run(&["solve", "pegs", &file]).exits(0).prints("cost        14 (14 moves)");
    run(&["pegs", "hint", &file]).exits(0).prints("position    solvable");
    let counted = run(&["pegs", "count", &file, "--json"]).exits(0);
    counted.prints("square / #ooo# / oo.oo / ooooo / #ooo# / goal any");
    run(&["solve", "pegs", "triangle 6 0,0 any"]).exits(0).prints("cost        19 (19 moves)");
    run(&["solve", "pegs", "triangle 7 1,0 any"]).exits(0).prints("cost        26 (26 moves)");
    run(&["solve", "pegs", "triangle 7 0,0 any"]).exits(10).prints("no search needed");
    run(&["solve", "pegs", "--random", "triangle 4", "--seed", "1"]).exits(0).prints("solved");
}

#[test]
fn sweeps_belong_to_every_claim() {
    let scratch = Scratch::new();
    let certificate = scratch.path("sweeps.cert");
    let instance = ["pegs", "6 0,0", "-p", "goal=any", "-p", "metric=sweeps"];
    let solved = run(&[&["solve"], &instance[..]].concat()).exits(0);
    solved.prints("cost        10 (13 moves)").prints("proved optimal");
    let plan = solved.stdout.clone();
    let checked = run_with_input(&[&["check"], &instance[..], &["--plan", "-"]].concat(), &plan);
    checked.exits(0).prints("accepted    13 moves, cost 10").prints("metric=sweeps");
    run(&[&["certify"], &instance[..], &["--out", &certificate]].concat()).exits(0);
    let check = ["certify", "--check", &certificate, "--expect", "pegs", "6 0,0 any"];
    run(&[&check[..], &["-p", "metric=sweeps"]].concat()).exits(0).prints("cost 10 is optimal");
    run(&check).exits(30).warns("metric");
    run(&["solve", "pegs", "6", "-p", "metric=sweeps", "-s", "bidirectional"]).exits(2);
}

/// Peak memory 700 MB.
#[test]
#[ignore = "takes a minute; ./test.sh --deep runs it"]
fn the_english_central_game_takes_18_sweeps() {
    let solved =
        run(&["solve", "pegs", "english", "-p", "metric=sweeps", "--memory-limit", "2GiB"]);
    solved.exits(0).prints("cost        18 (31 moves)").prints("proved optimal");
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
    for (drawing, message) in [
        ("ooo\no*o\n", "line 2, column 2: '*': expected o (peg), . (hole)"),
        ("square\noo.\ngoal 0,3\n", "line 3, column 6: the drawn board has no cell 0,3"),
        ("oo.\ngoal\n.o\n.", "line 4, column 1: the goal has the cell 1,0"),
        (
            "triangle 11 0,0",
            "line 1, column 10: a triangle of side 11: expected a side from 3 to 10",
        ),
        ("4 3,3 3,3 any", "line 1, column 11: expected a board"),
    ] {
        let file = scratch.write("drawing.txt", drawing);
        run(&["solve", "pegs", "--file", &file]).exits(31).warns("drawing.txt").warns(message);
    }
    for text in ["7", "4 0,0", "4 3,3 3", "4 3,x", "x", "triangle 6", "o*", "oo. / goal x"] {
        let rejected = run(&["solve", "pegs", text]).exits(2);
        assert!(rejected.stdout.is_empty(), "{text}: {}", rejected.stderr);
    }
}
