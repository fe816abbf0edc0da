//! JSON output: every documented field, whatever the outcome.

use crate::program::{Scratch, run};
use serde_json::Value;

fn solve(args: &[&str]) -> Value {
    let run = run(&[&["solve", "hanoi", "--json"], args].concat());
    assert_eq!(run.stdout.lines().count(), 1, "one object: {}", run.stdout);
    run.json()
}

#[test]
fn every_outcome_has_the_same_fields() {
    let fields = |args: &[&str]| -> Vec<String> {
        let result = solve(args);
        assert_eq!((&result["schema"], &result["puzzle"]), (&1.into(), &"hanoi".into()));
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
    assert_eq!(solved.len(), 28, "{solved:?}");
}

#[test]
fn every_field_is_documented() {
    let documented = include_str!("../../docs/json.md");
    let section = |command: &str| {
        let title = format!("## `heureka {command}`");
        let section = documented.split("\n## ").find(|text| title.ends_with(first_line(text)));
        section.unwrap_or_else(|| panic!("no section {title}"))
    };
    let scratch = Scratch::new();
    let (file, plan) = (scratch.path("certificate"), scratch.write("plan", "1>2 1>3 2>3"));
    let maze = scratch.write("maze", "1 1/1 0");
    let study = "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\nlevels = '3x3'";
    let (study, db) = (scratch.write("study.toml", study), scratch.path("study.db"));
    for args in [
        &["solve", "hanoi"][..],
        &["shell", "MCPSpec5GBFS", "InitialStateMCP664", "GoalStateMCP000"],
        &["explore", "hanoi"],
        &["explore", "pegs", "6"],
        &["pegs", "table", "--board", "6"],
        &["pegs", "hint", "6 1,1 0,0"],
        &["pegs", "count", "6"],
        &["check", "hanoi", "3 2", "--plan", &plan],
        &["check", "hanoi", "3 3", "--plan", &plan],
        &["certify", "hanoi", "--out", &file],
        &["certify", "--check", &file],
        &["audit", "tiles", "--rows", "2", "1 2 3 4 5 0"],
        &["maze", "generate", "3", "3", "1", "2"],
        &["maze", "evaluate", &maze],
        &["maze", "solve", &maze],
        &["maze", "explain", &maze],
        &["maze", "batch", "3", "3", "1", "2", "--time-limit", "100ms"],
        &["maze", "prove", "3", "3", "1", "2"],
        &["race", "hanoi", "-s", "bfs", "-s", "astar"],
        &["lab", "run", &study, "--db", &db],
        &["lab", "run", &study, "--db", &db, "--list"],
        &["lab", "report", &db],
        &["lab", "compare", &db, &db],
        &["list"],
        &["describe", "hanoi"],
        &["describe", "tiles"],
    ] {
        let run = run(&[args, &["--json"]].concat());
        assert_eq!(run.stdout.lines().count(), 1, "{args:?}: {}", run.stdout);
        let result = run.json();
        assert_eq!(result["schema"], 1, "{args:?}");
        for field in fields(&result) {
            assert!(section(args[0]).contains(&format!("`{field}`")), "{args:?}: {field}");
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns the fields of an object and of the objects in it, except for names that the puzzle chooses.
pub fn fields(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(values) => values.iter().flat_map(fields).collect(),
        Value::Object(object) => object
            .iter()
            .flat_map(|(name, value)| {
                let named = !["parameters", "options"].contains(&name.as_str());
                let inner = if named { fields(value) } else { vec![] };
                std::iter::once(name.as_str()).chain(inner)
            })
            .collect(),
        _ => vec![],
    }
}

#[test]
fn prints_checks_certificates_and_audits() {
    let scratch = Scratch::new();
    let (file, plan) = (scratch.path("certificate"), scratch.write("plan", "1>2 1>3 2>3"));
    let object = |args: &[&str], code: i32| -> Value {
        let run = run(&[args, &["--json"]].concat()).exits(code);
        run.json()
    };
    let accepted = object(&["check", "hanoi", "3 2", "--plan", &plan], 0);
    assert_eq!((&accepted["accepted"], &accepted["cost"]), (&true.into(), &3.into()));
    let refused = object(&["check", "hanoi", "3 3", "--plan", &plan], 1);
    assert_eq!((&refused["accepted"], &refused["cost"]), (&false.into(), &Value::Null));
    assert!(refused["reason"].as_str().unwrap().contains("not end in a goal"), "{refused}");

    let stopped = object(&["certify", "hanoi", "4 12", "--out", &file, "--expansions", "9"], 22);
    assert_eq!((&stopped["certified"], &stopped["reason"]), (&false.into(), &"expansions".into()));
    let written = object(&["certify", "hanoi", "4 6", "--out", &file], 0);
    assert_eq!((&written["certified"], &written["cost"]), (&true.into(), &17.into()));
    assert_eq!(written["file"].as_str(), Some(file.as_str()));
    let checked = object(&["certify", "--check", &file], 0);
    assert_eq!((&checked["accepted"], &checked["cost"]), (&true.into(), &17.into()));
    assert_eq!(checked["states"], written["records"]);
    let timed = object(&["certify", "--check", &file, "--time-limit", "0s"], 21);
    assert_eq!((&timed["accepted"], &timed["reason"]), (&Value::Null, &"time".into()));
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    let broken = object(&["certify", "--check", &scratch.write("broken", bytes)], 30);
    assert_eq!(broken["accepted"], false);

    let audited = object(&["audit", "tiles", "--level", "easy", "-H", "pdb"], 0);
    let pdb = &audited["heuristics"][0];
    assert_eq!((&pdb["admissible"], &pdb["consistent"]), (&true.into(), &false.into()));
    assert_eq!(pdb["inconsistency"]["action"], "down");
    let unknown = object(&["audit", "hanoi", "4 10", "-H", "tower", "--expansions", "9"], 22);
    assert_eq!(unknown["heuristics"][0]["admissible"], Value::Null);
}

#[test]
fn measures_branching_in_both_directions() {
    for puzzle in ["tiles", "hanoi"] {
        let described: Value =
            serde_json::from_str(&run(&["describe", puzzle, "--json"]).stdout).unwrap();
        let (forward, backward) =
            (&described["branching"]["forward"], &described["branching"]["backward"]);
        // In both, what leads to a state is as many moves as lead from it.
        let moves = |way: &Value| way["moves"].as_f64().unwrap();
        assert!((moves(forward) - moves(backward)).abs() < 0.05, "{puzzle}: {described}");
        assert_eq!(forward["states"], backward["states"], "{puzzle}");
    }
}

#[test]
fn times_tables() {
    let result = run(&["solve", "tiles", "--level", "easy", "-H", "pdb", "--json"]).json();
    assert!(result["table_seconds"].as_f64().unwrap() > 0.0, "{result}");
    assert!(result["table_bytes"].as_u64().unwrap() > 0, "{result}");
    assert_eq!(solve(&["-H", "misplaced"])["table_seconds"], 0.0);
}

#[test]
fn names_every_outcome() {
    let solved = solve(&["3 3"]);
    assert_eq!(solved["outcome"], "solved");
    assert_eq!(solved["optimality"], "proved");
    assert_eq!((&solved["cost"], &solved["length"]), (&Value::from(7), &Value::from(7)));
    assert_eq!(solved["plan"].as_array().unwrap().len(), 7);
    assert_eq!(solved["heuristic"], "tower");
    assert_eq!(solved["reason"], Value::Null);

    let within = solve(&["3 4", "-s", "wastar:1.5"]);
    assert_eq!((&within["optimality"], &within["within"]), (&"within".into(), &1.5.into()));
    assert_eq!(within["strategy"], "wastar(1.5)");
    assert_eq!(solve(&["3 4", "-s", "greedy"])["optimality"], "not-claimed");

    let blind = solve(&["3 3", "-s", "bfs"]);
    assert_eq!((&blind["heuristic"], &blind["cost"]), (&Value::Null, &Value::from(7)));

    let stopped = solve(&["4 12", "--expansions", "10"]);
    assert_eq!(
        (&stopped["outcome"], &stopped["reason"]),
        (&"stopped".into(), &"expansions".into())
    );
    assert_eq!((&stopped["cost"], &stopped["plan"]), (&Value::Null, &Value::Null));
    assert_eq!(stopped["expanded"], 10);

    let unsolvable = run(&["solve", "tiles", "--level", "swapped", "--json"]).json();
    assert_eq!(
        (&unsolvable["outcome"], &unsolvable["expanded"]),
        (&"unsolvable".into(), &0.into())
    );
    assert!(unsolvable["reason"].as_str().unwrap().contains("parity"), "{unsolvable}");

    let not_found = solve(&["4 8", "-s", "bfs", "--depth-limit", "3"]);
    assert_eq!(
        (&not_found["outcome"], &not_found["reason"]),
        (&"not-found".into(), &"depth".into())
    );
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
        let costs: Vec<_> =
            ["bfs", "ucs", "astar", "idastar", "bidirectional", "anytime", "astar(ties=fifo)"]
                .iter()
                .map(|strategy| solve(&[instance, "-s", strategy]))
                .map(|result| (result["cost"].clone(), result["optimality"].clone()))
                .collect();
        assert!(costs.iter().all(|(_, sure)| sure == "proved"), "{instance}: {costs:?}");
        assert!(costs.iter().all(|cost| *cost == costs[0]), "{instance}: {costs:?}");
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
    assert_eq!((&first["action"], &first["g"]), (&"1>2".into(), &1.into()));
    assert!(first["state"].as_str().unwrap().contains('\n'));
}

#[test]
fn explorations_are_counted() {
    let result = run(&["explore", "hanoi", "3 5", "--json"]).json();
    assert_eq!((&result["states"], &result["complete"]), (&243.into(), &true.into()));
    let layers: Vec<u64> = serde_json::from_value(result["layers"].clone()).unwrap();
    assert_eq!(layers.iter().sum::<u64>(), 243);
    assert_eq!(layers[..3], [1, 2, 2]);
    assert_eq!(result["depth"], 31);
}
