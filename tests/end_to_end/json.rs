//! Results for programs: the fields that are promised, whatever the outcome.

use crate::program::{Scratch, run};
use serde_json::Value;

fn solve(args: &[&str]) -> Value {
    let run = run(&[&["solve", "hanoi", "--json"], args].concat());
    assert_eq!(run.stdout.lines().count(), 1, "one object: {}", run.stdout);
    serde_json::from_str(&run.stdout).expect("JSON")
}

const FIELDS: &[&str] = &[
    "schema",
    "puzzle",
    "instance",
    "strategy",
    "heuristic",
    "outcome",
    "reason",
    "optimality",
    "within",
    "cost",
    "length",
    "plan",
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "max_frontier",
    "max_frontier_with_stale",
    "iterations",
    "seconds",
    "peak_bytes",
];

#[test]
fn every_field_is_there_whatever_the_outcome() {
    for args in [
        &["3 3"][..],
        &["4 12", "--expansions", "10"],
        &["4 8", "-s", "bfs", "--depth-limit", "3"],
        &["3 4", "-s", "wastar:1.5"],
        &["3 4", "-s", "greedy"],
    ] {
        let result = solve(args);
        for field in FIELDS {
            assert!(result.get(field).is_some(), "{args:?} lacks {field}: {result}");
        }
        assert_eq!(result["schema"], 1);
        assert_eq!(result["puzzle"], "hanoi");
    }
}

#[test]
fn every_field_is_documented() {
    let documented = include_str!("../../docs/json.md");
    let explored: Value =
        serde_json::from_str(&run(&["explore", "hanoi", "--json"]).stdout).unwrap();
    for result in [solve(&[]), explored] {
        for field in result.as_object().unwrap().keys() {
            assert!(documented.contains(&format!("`{field}`")), "{field}");
        }
    }
}

#[test]
fn outcomes_have_their_words() {
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

    let run = run(&["solve", "tiles", "--level", "swapped", "--json"]);
    let unsolvable: Value = serde_json::from_str(&run.stdout).unwrap();
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
fn the_same_run_counts_the_same() {
    let counts = || {
        let mut result = solve(&["--random", "4x7", "--seed", "5", "-H", "misplaced"]);
        result["seconds"] = Value::Null;
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
    let run = run(&["explore", "hanoi", "3 5", "--json"]);
    let result: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&result["states"], &result["complete"]), (&243.into(), &true.into()));
    let layers: Vec<u64> = serde_json::from_value(result["layers"].clone()).unwrap();
    assert_eq!(layers.iter().sum::<u64>(), 243);
    assert_eq!(layers[..3], [1, 2, 2]);
    assert_eq!(result["depth"], 31);
}
