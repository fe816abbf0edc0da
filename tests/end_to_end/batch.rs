//! Collections: many instances in one file.

use crate::program::{Scratch, assert_documented, assert_fields};
use serde_json::json;

const BOARDS: &str = "# three boards\n1 2 3 4 5 6 7 0 8\t1\n\n2 8 6 7 2 5 4 3 0 1 31\n\
                      1 2 3 / 4 5 6 / 8 7 0\n";

#[test]
fn every_line_is_solved_and_the_totals_follow() {
    let scratch = Scratch::new();
    scratch.write("boards", BOARDS);
    let batch = scratch.run(&["solve", "tiles", "--batch", "boards"]).exits(0);
    batch.begins("line  name  ending      cost  published  moves  expanded");
    batch.prints("\n   2     –  optimal        1          1      1         1");
    batch.prints("\n   4     2  optimal       31         31     31     4,650");
    batch.prints("\n   5     –  unsolvable     –          –      –         0");
    batch.prints("\nsolved      2 of 3 instances, all proved optimal; 1 proved unsolvable\n");
    batch.prints("\ncosts       32 in all, as published\n");
}

#[test]
fn contradictions_are_marked_and_fail() {
    let scratch = Scratch::new();
    scratch.write("boards", "1 2 3 4 5 6 7 0 8\t1\n1 2 3 4 5 6 0 7 8\t3\n");
    let batch = scratch.run(&["solve", "tiles", "--batch", "boards"]).exits(1);
    batch.prints("\n   2  optimal     2  3 differs");
    batch.prints("\ncosts       3 in all\n");
    assert!(batch.stderr.contains("contradicted: 1 published result"), "{batch:#?}");
}

#[test]
fn json_has_a_record_for_each_line() {
    let scratch = Scratch::new();
    scratch.write("boards", BOARDS);
    let args = ["solve", "tiles", "--batch", "boards", "-s", "astar", "--json"];
    let object = scratch.run(&args).exits(0).json();
    assert_documented(&args, &object);
    assert_eq!(object["differ"], 0);
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
    scenarios.prints(" in all, as published\n");
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
    scratch.write("towers", "3 2 3\n4 9\n");
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
    let both = scratch.run(&["solve", "tiles", "1 2 3 0", "--batch", "boards"]).exits(2);
    assert!(both.stderr.contains("cannot be used with"), "{both:#?}");
}
