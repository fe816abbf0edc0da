//! Ctrl-C: once reports and stops, also at a question; twice quits at once.

use crate::program::command;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Starts a search that takes long and asks all the time, and waits for its first question.
fn start_and_wait() -> (Child, BufReader<std::process::ChildStderr>) {
    let mut child = command(&["solve", "hanoi", "4 20", "--json", "--ask-every", "1000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(line.starts_with("expanded 1,000"), "{line}");
    (child, stderr)
}

#[test]
fn once_reports_and_stops() {
    let child = command(&["solve", "hanoi", "4 20", "--json", "--time-limit", "60s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Its handler is in place long before this, and its memory limit out of reach.
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(23), "{}", String::from_utf8_lossy(&ended.stderr));
    let result: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!((&result["outcome"], &result["reason"]), (&"stopped".into(), &"interrupted".into()));
    assert!(result["expanded"].as_u64().unwrap() > 0);
}

#[test]
fn a_question_is_interrupted_without_an_answer() {
    let (mut child, mut stderr) = start_and_wait();
    // Kept open: waiting for a child closes its input, and the end of the input is an answer.
    let stdin = child.stdin.take();
    let begun = Instant::now();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(23));
    assert!(begun.elapsed() < Duration::from_secs(10));
    let (mut told, mut result) = (String::new(), String::new());
    stderr.read_to_string(&mut told).unwrap();
    assert!(told.contains("stopping; Ctrl-C again quits at once"), "{told}");
    child.stdout.take().unwrap().read_to_string(&mut result).unwrap();
    let result: serde_json::Value = serde_json::from_str(&result).unwrap();
    assert_eq!(result["reason"], "interrupted");
    drop(stdin);
}

#[test]
fn the_end_of_the_input_is_a_no() {
    let (mut child, _stderr) = start_and_wait();
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(22));
}

#[test]
fn twice_quits_at_once() {
    // It has more to print than a pipe holds, and nobody reads it.
    let mut child = command(&["solve", "hanoi", "3 16"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("stopping"), "{line}");
    assert!(child.try_wait().unwrap().is_none(), "it still waits for its reader");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(23));
}
