//! Ctrl-C and other signals: once stops and reports, also during a question; twice quits immediately.
//!
//! Nothing here depends on speed: each test waits for output before it sends a signal.

use crate::program::{Run, assert_fields, interrupt, read_line, signal, spawn};
#[cfg(target_os = "linux")]
use crate::program::{Scratch, command, run, wait_until};
use serde_json::json;
use std::io::{Read, Write};
use std::process::Child;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

/// Starts a long search that asks every 100,000 expansions, and waits for its first question.
fn start_and_wait() -> Child {
    let mut child = spawn(&["solve", "hanoi", "4 20", "--json", "--ask-every", "100000"]);
    let line = read_line(child.stderr.as_mut().unwrap());
    assert!(line.starts_with("expanded 100,000"), "{line}");
    child
}

/// Reads stderr up to a line with this text.
fn wait_for(child: &mut Child, text: &str) {
    loop {
        let line = read_line(child.stderr.as_mut().unwrap());
        assert_ne!(line, "", "the program ends before '{text}'");
        if line.contains(text) {
            return;
        }
    }
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

/// What follows an answer is left for another program.
#[cfg(target_os = "linux")]
#[test]
fn a_question_takes_one_line_of_input() {
    let scratch = Scratch::new();
    let input = scratch.write("input", "y\nn\nrest\nof it\n");
    let program = command(&[]).get_program().to_owned();
    let ask = "\"$0\" solve hanoi '4 20' --ask-every 1000 >/dev/null 2>&1; cat";
    for script in [format!("cat \"$1\" | ({ask})"), format!("({ask}) < \"$1\"")] {
        let output = Command::new("sh").args(["-c", &script]).arg(&program).arg(&input).output();
        assert_eq!(output.unwrap().stdout, b"rest\nof it\n", "{script}");
    }
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

/// The signals that end a process do the same as Ctrl-C, with the same exit code.
#[test]
fn sigterm_and_sighup_stop_and_report() {
    for name in ["TERM", "HUP"] {
        let mut child = start_and_wait();
        // Kept open: the end of the input would answer the question.
        let stdin = child.stdin.take();
        signal(&child, name);
        let run = Run::of(child).exits(23);
        assert_fields(&run.json(), &json!({ "reason": "interrupted" }));
        drop(stdin);
    }
}

/// A read that waits, also for somebody who opens the other end of a pipe.
#[cfg(target_os = "linux")]
#[test]
fn signals_stop_a_read() {
    let scratch = Scratch::new();
    let fifo = scratch.path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for args in [
        &["solve", "hanoi", "--file", "-"][..],
        &["solve", "hanoi", "--file", &fifo],
        &["check", "hanoi", "--plan", "-"],
        &["check", "hanoi", "--plan", &fifo],
        &["certify", "--check", "-"],
        &["certify", "--check", &fifo],
    ] {
        let mut child = spawn(&[args, &["--json"]].concat());
        // Kept open: the input does not end.
        let stdin = child.stdin.take();
        wait_until(|| catches_sigterm(child.id()));
        signal(&child, "TERM");
        assert_eq!(Run::of(child).exits(23).json()["reason"], "interrupted", "{args:?}");
        drop(stdin);
    }
}

/// Returns whether a process handles SIGTERM.
#[cfg(target_os = "linux")]
fn catches_sigterm(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    caught >> (signal_hook::consts::SIGTERM - 1) & 1 == 1
}

/// As under `nohup`.
#[cfg(target_os = "linux")]
#[test]
fn ignored_signals_stay_ignored() {
    let program = command(&[]).get_program().to_owned();
    let script = "trap '' HUP INT; exec \"$0\" solve hanoi '4 20' --ask-every 100000 --json";
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).arg(program);
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    wait_for(&mut child, "expanded 100,000");
    signal(&child, "HUP");
    signal(&child, "INT");
    stdin.write_all(b"y\n").unwrap();
    wait_for(&mut child, "expanded 200,000");
    signal(&child, "TERM");
    Run::of(child).exits(23);
    drop(stdin);
}

/// Returns the processes that a process has started and that have not ended.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<String> {
    let ids = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let id = entry.ok()?.file_name().into_string().ok()?;
        (status(&id)?.1 == parent.to_string()).then_some(id)
    });
    ids.collect()
}

/// Returns the state and the parent of a process, if it exists.
#[cfg(target_os = "linux")]
fn status(id: &str) -> Option<(String, String)> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned);
    Some((fields.next()?, fields.next()?))
}

/// A signal to the parent does not reach a run that a script in between has started.
#[cfg(target_os = "linux")]
#[test]
fn runs_behind_a_script_end_with_the_study() {
    let scratch = Scratch::new();
    let program = command(&[]).get_program().to_str().unwrap().to_owned();
    let script = format!("#!/bin/sh\n'{program}' \"$@\"\ncode=$?\nexit $code\n");
    let wrapper = scratch.write("wrapper", script);
    assert!(Command::new("chmod").args(["+x", &wrapper]).status().unwrap().success());
    let study = "strategies = 'idastar -H zero'\nlimits = { time = '3h' }\n[[instances]]\n\
                 puzzle = 'hanoi'\ntexts = ['4 20']\n";
    let (study, db) = (scratch.write("study.toml", study), scratch.path("study.db"));
    let mut child = spawn(&["lab", "run", &study, "--db", &db, "--program", &wrapper]);
    let mut runs = vec![];
    wait_until(|| {
        let scripts = children(child.id());
        runs = scripts.iter().flat_map(|id| children(id.parse().unwrap())).collect();
        // The first run prints its version and ends.
        runs.iter().any(|id| {
            let command = std::fs::read_to_string(format!("/proc/{id}/cmdline"));
            command.is_ok_and(|words| words.contains("4 20"))
        })
    });
    signal(&child, "KILL");
    child.wait().unwrap();
    wait_until(|| {
        let is_over = |id: &String| status(id).is_none_or(|(state, _)| state == "Z");
        runs.iter().all(is_over)
    });
}

/// Starts a study of one quick run and three that take hours. Any signal ends all of it.
#[cfg(target_os = "linux")]
#[test]
fn the_processes_of_a_study_end_with_it() {
    for (name, code) in [("TERM", Some(23)), ("HUP", Some(23)), ("INT", Some(23)), ("KILL", None)] {
        let scratch = Scratch::new();
        let study = "strategies = 'idastar -H zero'\nlimits = { time = '3h' }\n[[instances]]\n\
                     puzzle = 'hanoi'\ntexts = ['3 3', '4 20', '4 21', '4 22']\n";
        let (study, db) = (scratch.write("study.toml", study), scratch.path("study.db"));
        let args = ["lab", "run", &study, "--db", &db];
        let recorded = || -> usize {
            let list = run(&[&args[..], &["--list"]].concat()).stdout;
            list.lines().filter(|line| line.starts_with("done")).count()
        };
        let mut child = spawn(&[&args[..], &["--jobs", "2"]].concat());
        let mut runs = vec![];
        wait_until(|| {
            runs = children(child.id());
            runs.len() == 2 && recorded() == 1
        });
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), code, "{name}");
        wait_until(|| {
            let is_over = |id: &String| status(id).is_none_or(|(state, _)| state == "Z");
            runs.iter().all(is_over)
        });
        assert_eq!(recorded(), 1, "{name}: the finished run is kept");
    }
}

/// Unread answers stay in the pipe, which holds some kilobytes.
#[test]
fn input_is_read_when_it_is_asked_for() {
    let mut child = start_and_wait();
    let mut stdin = child.stdin.take().unwrap();
    let (answers, limit) = ("y\n".repeat(1000), 4 << 20);
    let writer = std::thread::spawn(move || {
        // Fails when the program has ended.
        let mut written = 0;
        while written < limit && stdin.write_all(answers.as_bytes()).is_ok() {
            written += answers.len();
        }
        written
    });
    wait_for(&mut child, "expanded 200,000");
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    Run::of(child).exits(23);
    assert!(writer.join().unwrap() < limit, "the program reads only what it needs");
}

#[test]
fn ctrl_c_at_a_prompt_interrupts() {
    for (args, prompt) in [(&["shell"][..], "stderr"), (&["play", "hanoi"], "stdout")] {
        let mut child = spawn(args);
        let stdin = child.stdin.take();
        let byte = &mut [0];
        match prompt {
            "stderr" => child.stderr.as_mut().unwrap().read_exact(byte).unwrap(),
            _ => child.stdout.as_mut().unwrap().read_exact(byte).unwrap(),
        }
        interrupt(&child);
        // The note that it stops may come too late: nothing is left to stop.
        Run::of(child).exits(23);
        drop(stdin);
    }
}
