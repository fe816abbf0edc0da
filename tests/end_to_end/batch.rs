//! Collections: many instances in one file.

use crate::program::{
    Run, Scratch, assert_documented, assert_fields, interrupt, read_line, run_with_input, spawn,
};
use serde_json::json;

const BOARDS: &str = "# three boards\n1 2 3 4 5 6 7 0 8\t1\n\n2 8 6 7 2 5 4 3 0 1 31\n\
                      3 1 2 3 / 4 5 6 / 8 7 0 ?\n";
const BOARD: &str = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo";

#[test]
fn every_line_is_solved_and_the_totals_follow() {
    let scratch = Scratch::new();
    scratch.write("boards", BOARDS);
    let batch = scratch.run(&["solve", "tiles", "--batch", "boards"]).exits(0);
    batch.begins("line  name  ending      cost  published  moves  expanded");
    batch.prints("\n   2     –  optimal        1          1      1         1");
    batch.prints("\n   4     2  optimal       31         31     31     4,650");
    batch.prints("\n   5     3  unsolvable     –          –      –         0");
    batch.prints("\nsolved      2 of 3 instances, all proved optimal; 1 proved unsolvable\n");
    batch.prints("\ncosts       32 in total, as published\n");
}

#[test]
fn contradictions_are_marked_and_fail() {
    let scratch = Scratch::new();
    scratch.write("boards", "1 2 3 4 5 6 7 0 8\t1\n1 2 3 4 5 6 0 7 8\t3\n");
    let batch = scratch.run(&["solve", "tiles", "--batch", "boards"]).exits(1);
    batch.prints("\n   2  optimal     2  3 differs");
    batch.prints("\ncosts       3 in total\n");
    assert!(
        batch.stderr.contains("1 result contradicts the published optimum (marked 'differs')"),
        "{batch:#?}"
    );
}

#[test]
fn json_has_a_record_for_each_line() {
    let scratch = Scratch::new();
    scratch.write("boards", BOARDS);
    let args = ["solve", "tiles", "--batch", "boards", "-s", "astar", "--json"];
    let object = scratch.run(&args).exits(0).json();
    assert_documented(&args, &object);
    assert_fields(&object, &json!({ "differ": 0, "instances": 3, "not_tried": 0 }));
    let [first, second, third] = &object["runs"].as_array().unwrap()[..] else {
        panic!("{object}")
    };
    assert_fields(first, &json!({ "line": 2, "name": null, "published": 1.0, "cost": 1 }));
    assert_fields(second, &json!({ "line": 4, "name": "2", "published": 31.0, "differs": false }));
    assert_fields(third, &json!({ "line": 5, "published": null, "outcome": "unsolvable" }));
}

#[test]
fn collections_are_read_as_they_are_published() {
    const ISLAND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/data/grid/island.scen");
    let scratch = Scratch::new();
    let scenarios = scratch.run(&["solve", "grid", "--batch", ISLAND]).exits(0);
    scenarios.prints("\nsolved      24 of 24 instances, all proved optimal\n");
    scenarios.prints(" in total, as published\n");
    scratch.write("rush", "51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780\n");
    let rush = scratch.run(&["solve", "bricks", "--batch", "rush"]).exits(0);
    rush.prints("\n   1  optimal    51         51     51");
    let steps = scratch.run(&["solve", "bricks", "--batch", "rush", "-p", "metric=steps"]);
    steps.exits(0).prints("\n   1  optimal    81     81");
    let levels =
        "Two rooms\n\n#####\n#@$.#\n#####\nTitle: first\nAuthor: a/b\n\n; 2\n\n #####\n #. $@#\n";
    scratch.write("levels", format!("{levels} ######\n"));
    let rooms = scratch.run(&["solve", "sokoban", "--batch", "levels"]).exits(0);
    rooms.prints("\n   3  first  optimal     1").prints("\n  11      2  optimal     2");
    scratch.write("levels", "#####\n#@$.#\n#####\n\n#####\n#@x.#\n#####\n");
    let wrong = scratch.run(&["solve", "sokoban", "--batch", "levels"]).exits(31);
    assert!(wrong.stderr.contains("levels: line 6, column 3: 'x': expected"), "{wrong:#?}");
    scratch.write("list.scen", "version 1\n0 none.map 4 4 0 0 1 1 1.41421356\n");
    let lost = scratch.run(&["solve", "grid", "--batch", "list.scen"]).exits(31);
    assert!(lost.stderr.contains("list.scen: line 2: none.map: "), "{lost:#?}");
}

#[test]
fn limits_apply_to_each_run() {
    let scratch = Scratch::new();
    scratch.write("towers", "3 2 3\n4 9 ?\n");
    let args = ["solve", "hanoi", "--batch", "towers", "-s", "bfs", "--expansions", "100"];
    let batch = scratch.run(&args).exits(22);
    batch.prints("\n   1  optimal        3          3      3");
    batch.prints("\n   2  expansions");
    batch.prints("\nsolved      1 of 2 instances, all proved optimal\n");
}

#[test]
fn bad_collections_are_rejected_with_line_and_column() {
    let scratch = Scratch::new();
    for (text, expected) in [
        ("1 2 3 4 5 6 7 8 0\n1 2 3 4 x 6 7 8 0\n", "boards: line 2, column 9: 'x': expected"),
        ("1 2 3 4 5 6 7 8 0\tmany\n", "boards: line 1, column 19: 'many': expected the published"),
        ("\n# nothing\n", "boards: no instance in this file"),
        ("1 2 3 4 5 6 7 8 0\t-3\n", "boards: line 1, column 19: '-3': expected a cost"),
    ] {
        scratch.write("boards", text);
        let batch = scratch.run(&["solve", "tiles", "--batch", "boards"]).exits(31);
        assert!(batch.stderr.contains(expected), "{text:?}: {batch:#?}");
        assert!(batch.stderr.contains("help: "), "{batch:#?}");
    }
    let batch = scratch.run(&["solve", "tiles", "--batch", "missing"]).exits(31);
    assert!(batch.stderr.contains("missing: "), "{batch:#?}");
    for other in [&["1 2 3 0"][..], &["--seed", "1"]] {
        let both = [&["solve", "tiles", "--batch", "boards"], other].concat();
        let both = scratch.run(&both).exits(2);
        assert!(both.stderr.contains("cannot be used with"), "{both:#?}");
    }
}

/// Returns what a command says about an invalid file or command line.
fn rejected(scratch: &Scratch, args: &[&str], exit: i32) -> String {
    scratch.run(args).exits(exit).stderr
}

#[test]
fn all_lines_have_one_layout() {
    let scratch = Scratch::new();
    // Alone, the second line could be a stack of six.
    scratch.write("stacks", "1 2 1 3 4 5 1\n6 1 2 3 4 5 0\n");
    let batch = scratch.run(&["solve", "pancakes", "--batch", "stacks"]).exits(0);
    batch.prints("\n   1     1  optimal     1          1");
    batch.prints("\n   2     6  optimal     0          0");
    scratch.write("stacks", "4 2 1 3\n");
    let error = rejected(&scratch, &["solve", "pancakes", "--batch", "stacks"], 31);
    assert!(
        error.contains("stacks: line 1, column 1: ambiguous: all lines can be read as"),
        "{error}"
    );
    assert!(
        error.contains("help: a line is an instance, or NAME<TAB>INSTANCE<TAB>OPTIMUM"),
        "{error}"
    );
    // Tabs may separate the numbers of a board.
    scratch.write("boards", "1\t2\t3\t4\t5\t6\t7\t0\t8\n");
    scratch.run(&["solve", "tiles", "--batch", "boards"]).exits(0).prints("\n   1  optimal     1");
    let piped = run_with_input(&["solve", "tiles", "--batch", "-"], "1 2 x\n").exits(31);
    assert!(piped.stderr.contains("standard input: line 1, column 5: 'x': expected"), "{piped:#?}");
}

#[test]
fn rush_hour_lines_have_names_and_optima() {
    let scratch = Scratch::new();
    let args = ["solve", "bricks", "--batch", "rush"];
    for line in ["1 B 51", "1\tB\t51", "B 51", "name B 51", "51 B 4780"] {
        scratch.write("rush", line.replace('B', BOARD));
        let rush = scratch.run(&args).exits(0);
        rush.prints("  optimal    51         51     51");
        rush.prints("\nparameters  labels=original, metric=moves\n");
        rush.prints("\nrules       a Rush Hour line: bricks move along their longer side");
    }
    // What is published holds for the rules of Rush Hour only.
    for parameter in ["axis=both", "goal=A@3,1", "metric=steps"] {
        let other = scratch.run(&[&args[..], &["-p", parameter]].concat()).exits(0);
        assert!(!other.stdout.contains("published"), "{parameter}: {other:#?}");
    }
}

#[test]
fn scenarios_fit_their_maps_and_moves() {
    let scratch = Scratch::new();
    scratch.write("a.map", "type octile\nheight 2\nwidth 3\nmap\n.W.\n@..\n");
    let scen = |fields: &str| format!("version 1\n# comment\n0\ta.map\t{fields}\n");
    let args = ["solve", "grid", "--batch", "a.scen"];
    scratch.write("a.scen", scen("3\t2\t2\t0\t1\t1\t2"));
    scratch.run(&args).exits(0).prints("2.00000000 in total, as published");
    let four = scratch.run(&[&args[..], &["-p", "moves=4"]].concat()).exits(0);
    assert!(!four.stdout.contains("published"), "{four:#?}");
    for (fields, message) in [
        ("6\t4\t2\t0\t1\t1\t2", "line 3: a.map: the map is 3x2, the scenario says 6x4"),
        ("3\t2\t1\t0\t1\t1\t2", "goal=1,1 is on land, and the start in water"),
        ("3\t2\t0\t1\t1\t1\t2", "line 3: a.map: line 6, column 1: start=0,1 is a wall"),
    ] {
        scratch.write("a.scen", scen(fields));
        let error = rejected(&scratch, &args, 31);
        assert!(error.contains(message), "{error}");
    }
    let error = rejected(&scratch, &["solve", "grid", "a.scen"], 31);
    assert!(
        error.contains("this is a list of scenarios, not a map: solve all of them with --batch"),
        "{error}"
    );
    let error = rejected(&scratch, &["solve", "grid", "--batch", "a.map"], 31);
    assert!(
        error.contains("this is a map, not a list of instances: solve it with --file"),
        "{error}"
    );
    let error = rejected(&scratch, &["draw", "grid", "--file", "a.map"], 31);
    assert!(error.contains("is a wall; give -p start=COLUMN,ROW -p goal=COLUMN,ROW"), "{error}");
}

/// The bound of a stopped search is compared as a length too.
#[test]
fn stopped_searches_on_grids_differ_by_length() {
    let scratch = Scratch::new();
    scratch.write("a.map", "type octile\nheight 4\nwidth 5\nmap\n.....\n.@@@.\n.....\n.....\n");
    scratch.write("a.scen", "version 1\n0 a.map 5 4 0 0 4 2 6\n0 a.map 5 4 0 0 0 1 1\n");
    let args = ["solve", "grid", "--batch", "a.scen", "-H", "euclidean", "--expansions", "2"];
    let batch = scratch.run(&args).exits(22);
    batch.prints("≥ ").prints("\nlengths     1.00000000 in total, as published\n");
    assert!(!batch.stdout.contains("differs"), "{batch:#?}");
}

#[test]
fn levels_on_one_line_have_names_and_optima() {
    let scratch = Scratch::new();
    for line in ["a\tL\t1", "a L 1", "a L"] {
        scratch.write(
            "levels",
            format!("# two levels\n{line}\n{line}\n").replace('L', "#####/#@$.#/#####"),
        );
        let text = scratch.run(&["solve", "sokoban", "--batch", "levels"]);
        text.exits(0).prints("\n   3     a  optimal     1");
    }
    scratch.write("levels", "a\t#####/#@$.#/#####\nb\t#####/#@$$#/#####\n");
    let error = rejected(&scratch, &["solve", "sokoban", "--batch", "levels"], 31);
    assert!(error.contains("levels: line 2, column 3: 2 boxes and 0 goals"), "{error}");
}

#[test]
fn boards_that_begin_with_a_wall_are_no_comments() {
    let scratch = Scratch::new();
    scratch.write("boards", "# a comment\n# B / #AA\n");
    let batch = scratch.run(&["solve", "bricks", "--batch", "boards"]).exits(0);
    batch.prints("\n   2  optimal").prints(" of 1 instance, ");
}

/// A batch builds tables before its first run, outside the limit on the time of that run.
#[test]
fn tables_do_not_count_against_a_run() {
    let scratch = Scratch::new();
    scratch.write("boards", "8 6 7 2 5 4 3 0 1\n6 4 7 8 5 0 3 2 1\n");
    let args = ["solve", "tiles", "--batch", "boards", "-H", "pdb", "-s", "astar", "--no-cache"];
    let built = scratch.run(&[&args[..], &["--time-limit", "1ms"]].concat());
    built.prints("\ntables ");
    let memory = scratch.run(&[&args[..], &["--memory-limit", "2KiB"]].concat()).exits(20);
    assert!(
        memory.stderr.contains("memory limit while building the tables of 'pdb'"),
        "{memory:#?}"
    );
    scratch.write("map", format!("{}\n", "S.G".repeat(100)));
    let large =
        scratch.run(&["solve", "grid", "--batch", "map", "--memory-limit", "1KiB"]).exits(20);
    assert!(
        large.stderr.contains("map: line 1: the instance can be too large: memory limit"),
        "{large:#?}"
    );
}

#[test]
fn boards_and_parameters_give_their_own_errors() {
    let scratch = Scratch::new();
    for (args, message) in [
        (
            &["pegs", "oo.", "-p", "metric=swoops"][..],
            "metric=swoops: expected one of jumps, sweeps",
        ),
        (&["bricks", "AA./....", "-p", "axis=diagonal"], "axis=diagonal: expected one of"),
        (&["bricks", "AA.A/...."], "line 1, column 4: this 'A' does not touch the others"),
        (&["bricks", "AA?/...."], "line 1, column 3: unexpected '?'"),
        (&["pegs", "oO."], "line 1, column 2: 'O': expected o (peg)"),
        (&["pegs", "\too."], "line 1, column 1: a tab: expected spaces"),
        (&["pegs", "# my board\noo."], "line 1, column 3: 'm': expected o (peg)"),
        (&["tiles", "1 2 3 4 5 6 7 0 x 1"], "line 1, column 17: 'x': expected a number"),
        (&["tiles", "1 2 3 / 4 5 0", "--cols", "2"], "the text shows 2 rows of 3 numbers"),
        (&["sokoban", "####/#@$#/####"], "1 box and 0 goals"),
        (&["grid", "version 1"], "line 1, column 1: this is a list of scenarios"),
    ] {
        let error = rejected(&scratch, &[&["solve"], args].concat(), 2);
        assert!(
            error.contains(&format!("error: invalid instance: {message}")),
            "{args:?}: {error}"
        );
    }
}

#[test]
fn steps_after_the_last_push_are_accepted() {
    let check = ["check", "sokoban", "######/#@$ .#/######", "--plan", "-"];
    run_with_input(&check, "RRll\n").exits(0).prints("accepted    2 moves, cost 2");
    run_with_input(&check, "Rll\n").exits(1);
}

#[test]
fn an_interrupted_batch_says_what_it_has_not_tried() {
    let scratch = Scratch::new();
    let towers = scratch.write("towers", "3 3\n4 20\n4 20\n");
    let begin = |more: &[&str]| {
        let args = ["solve", "hanoi", "-s", "bfs", "--batch", &towers, "--ask-every", "100000"];
        let mut child = spawn(&[&args[..], more].concat());
        let line = read_line(child.stderr.as_mut().unwrap());
        assert!(line.starts_with("expanded 100,000"), "{line}");
        // Kept open: the end of the input would answer the question.
        let stdin = child.stdin.take();
        interrupt(&child);
        let run = Run::of(child).exits(23);
        drop(stdin);
        run
    };
    begin(&[]).prints("\nsolved      1 of 3 instances, all proved optimal; 1 not tried\n");
    let object = begin(&["--json"]).json();
    assert_fields(&object, &json!({ "instances": 3, "not_tried": 1 }));
    assert_eq!(object["runs"].as_array().unwrap().len(), 2);
}
