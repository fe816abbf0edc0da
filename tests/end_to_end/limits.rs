//! Limits cover all that a command does: tables, samples and counts as well as searches.

use crate::program::{Run, Scratch, assert_fields, interrupt, read_line, run, spawn};
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
    let mut lines = std::iter::repeat_with(|| read_line(child.stderr.as_mut().unwrap()));
    let line = lines.find(|line| !line.contains("random instance")).unwrap();
    assert!(line.contains("building tables"), "{line}");
    interrupt(&child);
    let result = Run::of(child).exits(23).json();
    assert_fields(&result, &json!({ "outcome": "stopped", "reason": "interrupted" }));
}

/// The clock of a search starts before its instance is made.
#[test]
fn the_construction_of_an_instance_counts_as_time() {
    let counters: Vec<_> = (1..=300 * 300).rev().map(|n: u32| n.to_string()).collect();
    let scratch = Scratch::new();
    let file = scratch.write("counters", counters.join(" "));
    for instance in [&["grid", "--random", "900x900"][..], &["counters", "--file", &file]] {
        let solve = ["--json", "--time-limit", "1ms"];
        let stopped = run(&[&["solve"], instance, &solve[..]].concat()).exits(21).json();
        assert_fields(&stopped, &json!({ "outcome": "stopped", "reason": "time", "expanded": 0 }));
    }
}

/// What cannot fit is rejected before it is made.
#[test]
fn instances_beyond_the_memory_limit_are_not_made() {
    let scratch = Scratch::new();
    let arcs: Vec<_> = (0..20_000).map(|n| format!("{n} -> {}", n + 1)).collect();
    let graph = scratch.write("graph", format!("start 0\ngoal 20000\n{}", arcs.join("\n")));
    for instance in [
        &["graph", "--file", &graph][..],
        &["grid", "--random", "5000x5000"],
        &["counters", "--random", "4096x4096"],
    ] {
        for command in ["solve", "explore", "audit", "race"] {
            let limit = ["--json", "--memory-limit", "4MiB"];
            let stopped = run(&[&[command], instance, &limit[..]].concat()).exits(20);
            assert_eq!(
                stopped.json(),
                json!({ "schema": 1, "outcome": "stopped", "reason": "memory" })
            );
            stopped.warns("the instance can take");
        }
    }
}

/// Input that never comes ends with the time limit, with a report.
#[test]
fn reading_keeps_the_time_limit() {
    let limit = ["--json", "--time-limit", "100ms"];
    for args in [
        &["solve", "hanoi", "--file", "-"][..],
        &["explore", "hanoi", "--file", "-"],
        &["certify", "--check", "-"],
        #[cfg(unix)]
        &["certify", "--check", "/dev/stdin"],
        &["certify", "--check", "/no/such/file", "--expect", "hanoi", "--file", "-"],
    ] {
        let mut child = spawn(&[args, &limit[..]].concat());
        // Kept open: the input does not end.
        let stdin = child.stdin.take();
        assert_eq!(Run::of(child).exits(21).json()["reason"], "time", "{args:?}");
        drop(stdin);
    }
}

/// The first instance of `counters` has 300 moves in every state.
#[test]
fn a_description_samples_moves_rather_than_states() {
    let described = run(&["describe", "counters", "--json"]).exits(0).json();
    assert!(described["branching"]["forward"]["states"].as_u64().unwrap() < 1_000, "{described}");
}
