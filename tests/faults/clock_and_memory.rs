//! A clock that jumps, and memory that is refused.

use crate::injection::{Ended, FOREVER, Fault, count_calls, run_to_end, spread};
use crate::writing::assert_explored;
use crate::{Files, WRITERS, Writer, files_in, folder_with, is_complete};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

const CENTURY: i64 = 100 * 365 * 24 * 3600;
const SIGABRT: i32 = 6;

/// Runs a command with a fault; its output is afterwards the older or the new one.
fn run_with(
    writer: &Writer,
    fault: &Fault,
    older: &Files,
    reference: &Files,
    arguments: &[&str],
) -> Ended {
    let scratch = folder_with(older);
    let mut command = writer.command(&scratch);
    fault.inject(command.args(arguments), &scratch);
    let ended = run_to_end(&mut command);
    let context = format!("{:?}\n{fault}\n{ended:#?}", writer.args);
    let files = files_in(Path::new(&scratch.path("")));
    if writer.is_study() {
        scratch.run(&["lab", "run", "study.toml", "--db", "out", "--list"]).exits(0);
        return ended;
    }
    if writer.is_proof() {
        // The program checks the file as it reads it.
        scratch.run(writer.args).exits(writer.code);
        return ended;
    }
    if writer.is_exploration() {
        assert_explored(writer, &scratch);
        return ended;
    }
    let folder = if writer.target() == "folder" { "folder/" } else { "" };
    for (name, content) in &files {
        let written = name.strip_prefix(folder).and_then(|name| reference.get(name));
        let is_new = written.is_some_and(|expected| is_complete(content, expected));
        let is_unfinished = name.contains(".heureka-");
        assert!(is_new || is_unfinished || older.get(name) == Some(content), "{name}: {context}");
    }
    ended
}

/// The time of day jumps by a century. Other clocks, which should never jump, do so by two seconds.
#[test]
fn a_clock_that_jumps_ends_no_run_in_a_panic_and_shows_no_negative_time() {
    for writer in WRITERS {
        let reference = writer.reference();
        let older = writer.older(&reference);
        let scratch = folder_with(&older);
        let clocks = count_calls(&mut writer.command(&scratch), &scratch)["clock"];
        for nth in spread(clocks, 4) {
            for jump in [CENTURY, -CENTURY] {
                let fault = Fault { jump, ..Fault::new("clock", nth, FOREVER, 0) };
                let ended = run_with(writer, &fault, &older, &reference, &["--json"]);
                let context = format!("{:?}\n{fault}\n{ended:#?}", writer.args);
                // A limit on time may be over at once.
                let codes = [Some(writer.code), Some(0), Some(11), Some(21)];
                assert!(codes.contains(&ended.status.code()), "{context}");
                assert!(!ended.stderr.contains("panicked"), "{context}");
                assert!(!ended.stdout.contains("seconds\":-"), "{context}");
            }
        }
    }
}

#[test]
fn refused_memory_ends_in_an_abort_or_an_error_with_whole_files() {
    for writer in WRITERS {
        let reference = writer.reference();
        let older = writer.older(&reference);
        let scratch = folder_with(&older);
        let allocations = count_calls(&mut writer.command(&scratch), &scratch)["memory"];
        for nth in spread(allocations, 10) {
            let fault = Fault::new("memory", nth, FOREVER, 0);
            let ended = run_with(writer, &fault, &older, &reference, &[]);
            let context = format!("{:?}\n{fault}\n{ended:#?}", writer.args);
            let is_aborted = ended.status.signal() == Some(SIGABRT);
            let codes = [writer.code, 0, 1, 20, 21, 23, 31, 32].map(Some);
            assert!(is_aborted || codes.contains(&ended.status.code()), "{context}");
        }
    }
}
