//! JSON output: the documented fields, for every outcome.

use crate::program::{Scratch, assert_documented, assert_fields, run};
use serde_json::{Value, json};

fn solve(args: &[&str]) -> Value {
    run(&[&["solve", "hanoi", "--json"], args].concat()).json()
}

#[test]
fn every_outcome_has_the_same_fields() {
    let fields = |args: &[&str]| -> Vec<String> {
        let result = solve(args);
        assert_fields(&result, &json!({ "schema": 1, "puzzle": "hanoi" }));
        result.as_object().unwrap().keys().cloned().collect()
    };
    let solved = fields(&["3 3"]);
    for args in [
        &["4 12", "--expansions", "10"][..],
        &["4 8", "-s", "bfs", "--depth-limit", "3"],
        &["3 4", "-s", "wastar:1.5"],
        &["3 4", "-s", "greedy"],
    ] {
        assert_eq!(fields(args), solved, "{args:?}");
    }
    assert_eq!(solved.len(), 32, "{solved:?}");
}

#[test]
fn every_field_is_documented() {
    let scratch = Scratch::new();
    scratch.write("plan", "1>2 1>3 2>3");
    scratch.write("maze", "1 1/1 0");
    let study = "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\nlevels = '3x3'";
    scratch.write("study.toml", study);
    for args in [
        &["solve", "hanoi"][..],
        &["shell", "MCPSpec5GBFS", "InitialStateMCP664", "GoalStateMCP000"],
        &["draw", "tiles", "--random", "2x2", "--seed", "1"],
        &["explore", "hanoi"],
        &["explore", "pegs", "6"],
        &["pegs", "table", "--board", "6"],
        &["pegs", "hint", "6 1,1 0,0"],
        &["pegs", "count", "6"],
        &["check", "hanoi", "3 2", "--plan", "plan"],
        &["check", "hanoi", "3 3", "--plan", "plan"],
        &["certify", "hanoi", "--out", "certificate"],
        &["certify", "--check", "certificate"],
        &["audit", "tiles", "--rows", "2", "1 2 3 4 5 0"],
        &["maze", "generate", "3", "3", "1", "2"],
        &["maze", "evaluate", "maze"],
        &["maze", "solve", "maze"],
        &["maze", "explain", "maze"],
        &["maze", "batch", "3", "3", "1", "2", "--time-limit", "100ms"],
        &["maze", "prove", "3", "3", "1", "2"],
        &["race", "hanoi", "-s", "bfs", "-s", "astar"],
        &["lab", "run", "study.toml"],
        &["lab", "run", "study.toml", "--list"],
        &["lab", "status", "study.db"],
        &["lab", "report", "study.db"],
        &["lab", "compare", "study.db", "study.db"],
        &["lab", "tie-breaking"],
        &["lab", "inconsistency"],
        &["lab", "ancestry"],
        &["list"],
        &["describe", "hanoi"],
        &["describe", "tiles"],
        &["describe", "wastar"],
        &["describe", "manhattan"],
        &["bricks", "print", "level0"],
        &["bricks", "solved", "level0"],
        &["bricks", "moves", "level0"],
        &["bricks", "apply", "level0", "(2,left)"],
        &["bricks", "compare", "level0", "level0"],
        &["bricks", "normalize", "level0"],
        &["bricks", "random-walk", "level0"],
        &["counters", "--algorithm", "1", "--default"],
        &["chi", "table", "2x4"],
        &["chi", "moves", "4 2 3 1 5 6 7 0"],
        &["solve", "tiles", "--random", "2x3"],
    ] {
        let result = scratch.run(&[args, &["--json"]].concat()).json();
        assert_eq!(result["schema"], 1, "{args:?}");
        assert_documented(args, &result);
    }
}

#[test]
fn check_certify_and_audit_print_their_verdicts() {
    let scratch = Scratch::new();
    let (file, plan) = (scratch.path("certificate"), scratch.write("plan", "1>2 1>3 2>3"));
    let object = |args: &[&str], code, fields: Value| -> Value {
        let object = run(&[args, &["--json"]].concat()).exits(code).json();
        assert_fields(&object, &fields);
        object
    };
    let check = ["check", "hanoi", "--plan", &plan];
    object(&[&check[..], &["3 2"]].concat(), 0, json!({ "accepted": true, "cost": 3 }));
    let rejected = json!({ "accepted": false, "cost": null });
    let refused = object(&[&check[..], &["3 3"]].concat(), 1, rejected);
    assert!(refused["reason"].as_str().unwrap().contains("not end in a goal"), "{refused}");

    let certify = ["certify", "hanoi", "--out", &file];
    let stopped = json!({ "certified": false, "reason": "expansions" });
    object(&[&certify[..], &["4 12", "--expansions", "9"]].concat(), 22, stopped);
    let proved = json!({ "certified": true, "cost": 17, "file": file });
    let written = object(&[&certify[..], &["4 6"]].concat(), 0, proved);
    let accepted = json!({ "accepted": true, "cost": 17, "states": written["records"] });
    object(&["certify", "--check", &file], 0, accepted);
    let timed = json!({ "accepted": null, "reason": "time" });
    object(&["certify", "--check", &file, "--time-limit", "0s"], 21, timed);
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    let broken = scratch.write("broken", bytes);
    object(&["certify", "--check", &broken], 30, json!({ "accepted": false }));

    let audited = object(&["audit", "tiles", "--level", "easy", "-H", "pdb"], 0, json!({}));
    let pdb = &audited["heuristics"][0];
    assert_fields(pdb, &json!({ "admissible": true, "consistent": false }));
    assert_eq!(pdb["inconsistency"]["action"], "left");
    let stopped = ["audit", "hanoi", "4 10", "-H", "tower", "--expansions", "9"];
    let unknown = object(&stopped, 22, json!({}));
    assert_eq!(unknown["heuristics"][0]["admissible"], Value::Null);
}

#[test]
fn measures_branching_in_both_directions() {
    for puzzle in ["tiles", "hanoi"] {
        let described = run(&["describe", puzzle, "--json"]).json();
        let [forward, backward] =
            ["forward", "backward"].map(|direction| &described["branching"][direction]);
        // Both have as many moves to a state as from it.
        let moves = |direction: &Value| direction["moves"].as_f64().unwrap();
        assert!((moves(forward) - moves(backward)).abs() < 0.05, "{puzzle}: {described}");
        assert_eq!(forward["states"], backward["states"], "{puzzle}");
    }
}

#[test]
fn the_time_to_build_tables_is_reported() {
    let result = run(&["solve", "tiles", "--level", "easy", "-H", "pdb", "--json"]).json();
    assert!(result["table_seconds"].as_f64().unwrap() > 0.0, "{result}");
    assert!(result["table_bytes"].as_u64().unwrap() > 0, "{result}");
    assert_eq!(solve(&["-H", "misplaced"])["table_seconds"], 0.0);
}

#[test]
fn every_outcome_has_its_documented_name() {
    let check = |args: &[&str], fields: Value| assert_fields(&solve(args), &fields);
    check(&["3 3"], json!({ "outcome": "solved", "optimality": "proved", "reason": null }));
    check(&["3 3"], json!({ "cost": 7, "length": 7, "heuristic": "tower" }));
    let within = json!({ "optimality": "within", "within": 1.5, "strategy": "wastar(1.5)" });
    check(&["3 4", "-s", "wastar:1.5"], within);
    check(&["3 4", "-s", "greedy"], json!({ "optimality": "not-claimed" }));
    check(&["3 3", "-s", "bfs"], json!({ "heuristic": null, "cost": 7 }));
    let stopped = json!({ "outcome": "stopped", "reason": "expansions", "expanded": 10 });
    check(&["4 12", "--expansions", "10"], stopped);
    check(&["4 12", "--expansions", "10"], json!({ "cost": null, "plan": null }));
    let not_found = json!({ "outcome": "not-found", "reason": "depth" });
    check(&["4 8", "-s", "bfs", "--depth-limit", "3"], not_found);
    assert_eq!(solve(&["3 3"])["plan"].as_array().unwrap().len(), 7);
    let unsolvable = run(&["solve", "tiles", "--level", "swapped", "--json"]).json();
    assert_fields(&unsolvable, &json!({ "outcome": "unsolvable", "expanded": 0 }));
    assert!(unsolvable["reason"].as_str().unwrap().contains("parity"), "{unsolvable}");
}

#[test]
fn runs_are_deterministic() {
    let counts = || {
        let mut result = solve(&["--random", "4x7", "--seed", "5", "-H", "misplaced"]);
        result["seconds"] = Value::Null;
        result["table_seconds"] = Value::Null;
        result
    };
    assert_eq!(counts(), counts());
}

#[test]
fn all_optimal_strategies_agree() {
    for instance in ["3 5", "4 6", "3 4 1213 3121", "5 4"] {
        let cost = &solve(&[instance, "-s", "bfs"])["cost"];
        for strategy in "bfs ucs astar idastar bidirectional anytime astar(ties=fifo)".split(' ') {
            let result = solve(&[instance, "-s", strategy]);
            assert_fields(&result, &json!({ "cost": cost, "optimality": "proved" }));
        }
    }
}

#[test]
fn a_trace_is_one_object_per_line() {
    let scratch = Scratch::new();
    let file = scratch.path("trace");
    let result = solve(&["3 3", "-s", "bfs", "--trace", &file]);
    let text = std::fs::read_to_string(&file).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let number = |kind: &str| events.iter().filter(|event| event["event"] == kind).count() as u64;
    assert_eq!(Value::from(number("expand")), result["expanded"]);
    assert_eq!(Value::from(number("duplicate")), result["duplicates"]);
    assert_eq!(number("solved"), 1);
    let first = events.iter().find(|event| event["event"] == "generate").unwrap();
    assert_fields(first, &json!({ "node": 1, "parent": 0, "action": "1>2", "g": 1 }));
    assert!(first["state"].as_str().unwrap().contains('\n'));
}

#[test]
fn explore_counts_states_by_layer() {
    let result = run(&["explore", "hanoi", "3 5", "--json"]).json();
    assert_fields(&result, &json!({ "states": 243, "complete": true, "depth": 31 }));
    let layers: Vec<u64> = serde_json::from_value(result["layers"].clone()).unwrap();
    assert_eq!(layers.iter().sum::<u64>(), 243);
    assert_eq!(layers[..3], [1, 2, 2]);
}
