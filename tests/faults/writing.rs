//! A disk that is full or broken, and calls that are interrupted or write only half.

use crate::injection::{
    EDQUOT, EINTR, EIO, ENOSPC, Ended, FOREVER, Fault, SHORT, count_calls, run_to_end, spread,
};
use crate::program::Scratch;
use crate::{Files, WRITERS, Writer, files_in, folder_with, is_complete};
use std::path::Path;
use std::process::Command;

/// The kinds of calls that change files.
const CALLS: [&str; 5] = ["open", "write", "sync", "folder", "truncate"];

/// Returns the faults of a kind of call. The system interrupts only calls that wait for the disk.
fn faults(call: &'static str, nth: u64) -> Vec<Fault> {
    // A file that cannot be moved can still be moved back.
    let times = if call == "folder" { 1 } else { FOREVER };
    let mut faults = vec![Fault::new(call, nth, times, ENOSPC), Fault::new(call, nth, 1, EIO)];
    if ["open", "write", "sync"].contains(&call) {
        faults.push(Fault::new(call, nth, 1, EINTR));
    }
    if call == "write" {
        faults.push(Fault::new(call, nth, FOREVER, EDQUOT));
        faults.push(Fault::new(call, nth, 1, SHORT));
    }
    faults
}

#[test]
fn a_failed_write_keeps_the_older_output_and_an_interrupted_one_is_repeated() {
    let mut number = 0;
    for writer in WRITERS {
        let reference = writer.reference();
        let older = writer.older(&reference);
        let scratch = folder_with(&older);
        let counts = count_calls(&mut writer.command(&scratch), &scratch);
        for call in CALLS {
            for nth in spread(counts[call], 8) {
                for fault in faults(call, nth) {
                    number += 1;
                    run_with(writer, &fault, &older, &reference);
                }
            }
        }
    }
    println!("{number} faults in {} commands", WRITERS.len());
}

/// Runs a command with a fault and checks its files.
fn run_with(writer: &Writer, fault: &Fault, older: &Files, reference: &Files) {
    let scratch = folder_with(older);
    let mut command = writer.command(&scratch);
    fault.inject(&mut command, &scratch);
    let ended = run_to_end(&mut command);
    let context = format!("{:?}\n{fault}\n{ended:#?}", writer.args);
    let code = ended.status.code().unwrap_or_else(|| panic!("no exit code: {context}"));
    assert!(!ended.stderr.contains("panicked"), "{context}");
    let files = files_in(Path::new(&scratch.path("")));
    assert!(!files.keys().any(|name| name.contains(".heureka-")), "{context}\n{:?}", files.keys());
    if code == writer.code {
        assert_new(writer, &files, older, reference, &context);
    } else {
        // SQLite takes an interrupted sync for a failed one, which is safe.
        let is_failed_sync = writer.is_study() && fault.call == "sync";
        assert!(!fault.is_gentle() || is_failed_sync, "{context}");
        assert_reported(writer, fault, &ended, &context);
        let is_full = [ENOSPC, EDQUOT].contains(&fault.error) && ended.status.code() == Some(32);
        let says_so = ended.stderr.contains("free some disk space") || writer.is_study();
        assert!(!is_full || says_so, "{context}");
        if !writer.is_study() && !writer.is_exploration() {
            assert_eq!(names_and_sizes(&files), names_and_sizes(older), "{context}");
            assert!(files == *older, "an older file has changed: {context}");
        }
    }
    if writer.is_study() {
        // Every record is whole, and the next run completes the study.
        scratch.run(&["lab", "report", "out"]).exits(0);
        scratch.run(writer.args).exits(0).prints("recorded 4 of 4 runs");
    }
    if writer.is_exploration() {
        assert_explored(writer, &scratch);
    }
}

/// Whatever has happened before, the same command completes the exploration with the right counts.
pub fn assert_explored(writer: &Writer, scratch: &Scratch) {
    let found = scratch.run(&[writer.args, &["--json"]].concat()).exits(0).json();
    let instance = writer.args.iter().position(|&word| word == "explore").unwrap();
    let in_memory = [&writer.args[instance..instance + 3], &["--json"]].concat();
    let in_memory = scratch.run(&in_memory).exits(0).json();
    for field in ["complete", "layers", "unfolded", "expanded", "generated"] {
        assert_eq!(found[field], in_memory[field], "{field} of {:?}", writer.args);
    }
}

fn names_and_sizes(files: &Files) -> Vec<(&String, usize)> {
    files.iter().map(|(name, content)| (name, content.len())).collect()
}

fn assert_new(writer: &Writer, files: &Files, older: &Files, reference: &Files, context: &str) {
    let same_names = files.keys().eq(older.keys()) || writer.is_exploration();
    assert!(same_names, "{context}\n{:?}", files.keys());
    if writer.continues() {
        // Their checks are the program's own.
        return;
    }
    for (name, expected) in reference {
        let folder = if writer.target() == "folder" { "folder/" } else { "" };
        let content = &files[&format!("{folder}{name}")];
        assert!(is_complete(content, expected), "{name} is incomplete: {context}");
    }
}

/// The message says what to do and names the output, or the input if an input cannot be opened.
fn assert_reported(writer: &Writer, fault: &Fault, ended: &Ended, context: &str) {
    let names = |name: &&str| ended.stderr.contains(*name);
    let is_named = match ended.status.code() {
        Some(32) => names(&writer.target()),
        Some(31) if fault.call == "open" || writer.is_exploration() => {
            writer.args[2..].iter().any(|word| {
                // Some also read what they continue.
                names(word) && (writer.continues() || *word != writer.target())
            })
        }
        _ => false,
    };
    assert!(is_named && names(&"error: ") && names(&"help: "), "{context}");
}

/// A result on standard output has no older version, but its loss is reported.
#[test]
fn a_failed_write_to_standard_output_is_reported() {
    for args in [
        &["completions", "bash"][..],
        &["man"],
        &["list"],
        &["--help"],
        &["solve", "hanoi", "3 8"],
        &["solve", "hanoi", "3 8", "--json"],
        &["race", "hanoi", "3 3"],
        &["bricks", "bfs", "level0"],
        &["pegs", "hint", "6 0,0"],
        &["maze", "generate", "3", "3", "1", "2", "--time-limit", "30ms"],
    ] {
        let scratch = Scratch::new();
        let command = || {
            let mut shell = Command::new("sh");
            shell.args(["-c", "exec \"$0\" \"$@\" > out"]).arg(env!("CARGO_BIN_EXE_heureka"));
            shell.args(args).current_dir(scratch.path("")).env("HEUREKA_CACHE", "");
            shell
        };
        let counts = count_calls(&mut command(), &scratch);
        let reference = scratch.read("out");
        for nth in spread(counts["write"], 4) {
            for fault in faults("write", nth) {
                let mut command = command();
                fault.inject(&mut command, &scratch);
                let ended = run_to_end(&mut command);
                let context = format!("{args:?}\n{fault}\n{ended:#?}");
                assert!(!ended.stderr.contains("panicked"), "{context}");
                if fault.is_gentle() {
                    ended.exits(0);
                    let written = scratch.read("out");
                    assert!(is_complete(written.as_bytes(), reference.as_bytes()), "{context}");
                } else {
                    ended.exits(32);
                    assert!(ended.stderr.contains("cannot write the result: "), "{context}");
                }
            }
        }
    }
}
