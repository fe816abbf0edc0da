//! Ctrl-C: once stops and reports, also during a question; twice quits immediately.
//!
//! Nothing here depends on speed: each test waits for output before it sends a signal.

use crate::program::{Run, assert_fields, interrupt, read_line, spawn};
use serde_json::json;
use std::io::Write;
use std::process::Child;

/// Starts a long search that asks every 100,000 expansions, and waits for its first question.
fn start_and_wait() -> Child {
    let mut child = spawn(&["solve", "hanoi", "4 20", "--json", "--ask-every", "100000"]);
    let line = read_line(child.stderr.as_mut().unwrap());
    assert!(line.starts_with("expanded 100,000"), "{line}");
    child
}

#[test]
fn ctrl_c_stops_and_reports() {
    for answer in ["", "y\n"] {
        let mut child = start_and_wait();
        // Kept open: the end of the input would answer the question.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(answer.as_bytes()).unwrap();
        interrupt(&child);
        let run = Run::of(child).exits(23);
        run.warns("stopping; press Ctrl-C again");
        let result = run.json();
        assert_fields(&result, &json!({ "outcome": "stopped", "reason": "interrupted" }));
        assert!(result["expanded"].as_u64().unwrap() >= 100_000);
    }
}

#[test]
fn end_of_input_declines_the_question() {
    // Waiting closes the input.
    assert_eq!(start_and_wait().wait().unwrap().code(), Some(22));
}

#[test]
fn ctrl_c_twice_quits_immediately() {
    // The plan is longer than a pipe holds, so the program waits for a reader.
    let mut child = spawn(&["solve", "hanoi", "3 16"]);
    read_line(child.stdout.as_mut().unwrap());
    interrupt(&child);
    let line = read_line(child.stderr.as_mut().unwrap());
    assert!(line.contains("stopping"), "{line}");
    assert!(child.try_wait().unwrap().is_none(), "still waiting for a reader");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(23));
}
