//! Limits cover all that a command does: tables, samples and counts as well as searches.

use crate::program::{Run, assert_fields, interrupt, read_line, run, spawn};
use serde_json::json;
use std::time::{Duration, Instant};

/// Tables of 353 MiB, which take half a minute to build.
const LARGE: [&str; 8] = ["solve", "chi", "--random", "5x7", "--seed", "1", "-H", "pdb"];

#[test]
fn tables_keep_the_limits_of_the_run() {
    for (limit, value, reason, code) in
        [("--time-limit", "200ms", "time", 21), ("--memory-limit", "64MiB", "memory", 20)]
    {
        let begun = Instant::now();
        let run = run(&[&LARGE[..], &["-s", "astar", "--json", limit, value]].concat()).exits(code);
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        let stopped = json!({ "outcome": "stopped", "reason": reason, "heuristic": "pdb" });
        assert_fields(&run.json(), &stopped);
        assert_fields(&run.json(), &json!({ "expanded": 0, "table_bytes": 0 }));
    }
    let text = run(&[&LARGE[..], &["-s", "astar", "--time-limit", "200ms"]].concat()).exits(21);
    assert!(text.stdout.contains("while building the tables of 'pdb'"), "{}", text.stdout);
    text.warns("building tables of 353 MiB");
}

#[test]
fn uninformed_searches_build_no_tables() {
    let run = run(&[&LARGE[..], &["-s", "bfs", "--json", "--expansions", "100"]].concat());
    assert_fields(&run.exits(22).json(), &json!({ "heuristic": null, "table_bytes": 0 }));
}

#[test]
fn ctrl_c_stops_the_construction_of_tables() {
    let mut child = spawn(&[&LARGE[..], &["-s", "astar", "--json"]].concat());
    let line = read_line(child.stderr.as_mut().unwrap());
    assert!(line.contains("building tables"), "{line}");
    interrupt(&child);
    let result = Run::of(child).exits(23).json();
    assert_fields(&result, &json!({ "outcome": "stopped", "reason": "interrupted" }));
}

/// The first instance of `counters` has 300 moves in every state.
#[test]
fn a_description_samples_moves_rather_than_states() {
    let described = run(&["describe", "counters", "--json"]).exits(0).json();
    assert!(described["branching"]["forward"]["states"].as_u64().unwrap() < 1_000, "{described}");
}
