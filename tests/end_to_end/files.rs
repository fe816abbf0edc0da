//! Files of commands: outputs are complete or absent and never replace an input; inputs have a cap.

use crate::program::{Run, Scratch, command, interrupt, read_line, run, spawn};
use serde_json::Value;
use std::fs::File;
use std::path::Path;
use std::process::Command;

const MAZE: &str = "3 2 1 4 1\n3 2 1 3 3\n3 3 2 1 4\n3 1 2 3 3\n1 4 4 3 0\n";

fn scratch_with_inputs() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("maze", MAZE);
    scratch.write("boards", "1 0 3 7 5 2 6 4\n".repeat(3));
    scratch
}

/// A limit on the size of files ends a process by a signal, unless it handles it. `tests/faults` tries
/// other failures, in all commands that write.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_the_size_of_files_is_a_failed_write() {
    let scratch = Scratch::new();
    scratch.write("out", "older");
    let args = ["solve", "hanoi", "3 8", "--trace", "out"];
    let mut limited = Command::new("bash");
    limited.args(["-c", "ulimit -f 1; exec \"$0\" \"$@\""]).arg(command(&[]).get_program());
    limited.args(args).current_dir(scratch.path(""));
    let run = Run::from(limited.output().unwrap()).exits(32);
    run.warns("cannot write the result: ").warns("File too large").warns("help: ");
    assert_eq!(scratch.files("").into_iter().collect::<Vec<_>>(), ["out"]);
    assert_eq!(scratch.read("out"), "older");
}

/// A result that cannot be written is reported before the search, which would take hours.
#[test]
fn an_impossible_output_is_reported_before_the_work() {
    let scratch = scratch_with_inputs();
    let [missing, folder] = [scratch.path("no/such/file"), scratch.path("")];
    for path in [&missing, &folder] {
        for args in [
            &["solve", "hanoi", "4 20", "-H", "zero", "--svg", path][..],
            &["solve", "hanoi", "4 20", "-H", "zero", "--trace", path],
            &["certify", "hanoi", "4 20", "-H", "zero", "--out", path],
            &["audit", "hanoi", "4 20", "--html", path],
            &["maze", "batch", "9", "9", "1", "8", "--time-limit", "1h", "--svg", path],
        ] {
            run(args).exits(32).warns(path);
        }
    }
    run(&["maze", "prove", "8", "8", "1", "7", "--state", &missing]).exits(32);
    let study = scratch.write(
        "study.toml",
        "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\ntexts = '4 20'\n",
    );
    run(&["lab", "run", &study, "--db", &missing]).exits(32);
    run(&["lab", "report", "/no/such/file"]).exits(31);
}

/// A full disk is found after the search: then the result is still printed.
#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_directly() {
    let full = ["solve", "hanoi", "--svg", "/dev/full"];
    run(&full).exits(32).prints("cost        ").warns("/dev/full: No space left");
    let scratch = scratch_with_inputs();
    let study = scratch.write(
        "study.toml",
        "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\ntexts = '3 3'\n",
    );
    let db = scratch.path("study.db");
    run(&["lab", "run", &study, "--db", &db]).exits(0);
    for args in [
        &["audit", "hanoi", "--svg", "/dev/full"][..],
        &["audit", "hanoi", "--html", "/dev/full"],
        &["draw", "hanoi", "--svg", "/dev/full"],
        &["lab", "report", &db, "--html", "/dev/full"],
        &["lab", "report", &db, "--csv", "/dev/full"],
        &["maze", "batch", "3", "3", "1", "2", "--time-limit", "30ms", "--svg", "/dev/full"],
        &["maze", "explain", "maze", "--svg", "/dev/full"],
        &["certify", "hanoi", "--out", "/dev/full"],
        &["lab", "tie-breaking", "--html", "/dev/full"],
        &["lab", "inconsistency", "--svg", "/dev/full"],
        &["lab", "ancestry", "--generations", "4", "--svg", "/dev/full"],
    ] {
        let failed = scratch.run(&[args, &["--json"]].concat()).exits(32);
        assert!(failed.json().is_object(), "{args:?}");
        failed.warns("/dev/full: No space left");
    }
    run(&["maze", "prove", "3", "3", "1", "2", "--state", "/dev/full"])
        .exits(32)
        .warns("/dev/full");
    run(&["solve", "hanoi", "--trace", "/dev/null", "--svg", "/dev/null"]).exits(0);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    run(&["solve", "hanoi", "3 2", "--svg", "/dev/stdout"]).exits(0).begins("<svg").prints("cost");
}

/// Opening a pipe for writing usually waits for its reader, and signals do not end the wait.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_is_an_output_only_if_it_has_a_reader() {
    let scratch = Scratch::new();
    assert!(Command::new("mkfifo").arg(scratch.path("pipe")).status().unwrap().success());
    for args in [
        &["solve", "hanoi", "--svg", "pipe"][..],
        &["solve", "hanoi", "--trace", "pipe"],
        &["certify", "hanoi", "--out", "pipe"],
        &["maze", "prove", "3", "3", "1", "2", "--state", "pipe"],
    ] {
        scratch.run(args).exits(32).warns("pipe: the pipe has no reader");
    }
    // The trace is larger than a pipe's buffer, so that writing waits for the reader.
    let script = "\"$0\" solve hanoi '3 9' -s bfs --trace >(sleep 0.2; wc -c) > /dev/null";
    let mut shell = Command::new("bash");
    shell.args(["-c", script]).arg(command(&[]).get_program());
    let bytes = Run::from(shell.output().unwrap()).exits(0).stdout;
    assert!(bytes.trim().parse::<u64>().unwrap() > 1 << 20, "{bytes}");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for args in [&["--help"][..], &["solve", "--help"], &["--version"], &["list"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        Run::from(command(args).stdout(full).output().unwrap()).exits(32);
    }
}

#[cfg(unix)]
#[test]
fn an_output_is_never_an_input_or_another_output() {
    let scratch = scratch_with_inputs();
    scratch.write("board", "3 3");
    std::os::unix::fs::symlink(scratch.path("board"), scratch.path("link")).unwrap();
    std::fs::hard_link(scratch.path("board"), scratch.path("hard")).unwrap();
    for same in ["board", "./board", "link", "hard"] {
        for args in [
            ["solve", "hanoi", "--file", "board", "--svg", same],
            ["solve", "hanoi", "--file", "board", "--trace", same],
            ["certify", "hanoi", "--file", "board", "--out", same],
            ["audit", "hanoi", "--file", "board", "--html", same],
        ] {
            scratch.run(&args).exits(2).warns("already read or written");
        }
    }
    assert_eq!(scratch.read("board"), "3 3");
    for args in [
        &["solve", "hanoi", "--svg", "new", "--trace", "./new"][..],
        &["maze", "explain", "maze", "--svg", "maze"],
        &["maze", "batch", "3", "3", "1", "2", "--svg", "new", "--html", "new"],
        &["chi", "analyze", "puzzles.txt", "--out", "."],
    ] {
        std::fs::copy(scratch.path("boards"), scratch.path("puzzles.txt")).unwrap();
        scratch.run(args).exits(2).warns("already read or written");
    }
    assert!(!Path::new(&scratch.path("new")).exists());
    // Standard input is a file as well.
    let maze = File::open(scratch.path("maze")).unwrap();
    let mut explain = command(&["maze", "explain", "-", "--svg", "maze"]);
    let output = explain.stdin(maze).current_dir(scratch.path("")).output().unwrap();
    Run::from(output).exits(2);
    assert_eq!(scratch.read("maze"), MAZE);
}

#[cfg(unix)]
#[test]
fn names_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new();
    let name = std::ffi::OsStr::from_bytes(b"out-\xff");
    for args in [&["solve", "hanoi", "--svg"][..], &["certify", "hanoi", "--out"]] {
        let output = command(args).arg(name).current_dir(scratch.path("")).output().unwrap();
        Run::from(output).exits(0);
        assert!(Path::new(&scratch.path("")).join(name).is_file(), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_completes_the_trace() {
    let scratch = Scratch::new();
    let file = scratch.path("trace");
    let mut child =
        spawn(&["solve", "hanoi", "4 20", "-H", "zero", "--ask-every", "1000", "--trace", &file]);
    // Kept open: the end of the input would answer the question.
    let stdin = child.stdin.take();
    read_line(child.stderr.as_mut().unwrap());
    assert!(!Path::new(&file).exists(), "it is not complete yet");
    interrupt(&child);
    Run::of(child).exits(23);
    drop(stdin);
    let trace = scratch.read("trace");
    let events: Vec<Value> =
        trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.iter().filter(|event| event["event"] == "expand").count(), 1000);
    assert_eq!(scratch.files("").len(), 1);
}

/// Files of 20 GB without content, under a limit of memory that reading them would exceed.
#[cfg(target_os = "linux")]
#[test]
fn large_files_are_rejected_unread() {
    let scratch = Scratch::new();
    let sparse = scratch.path("sparse");
    File::create(&sparse).unwrap().set_len(20 << 30).unwrap();
    let study = "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\nfiles = ";
    let sparse_study = scratch.write("sparse.toml", format!("{study}'sparse'\n"));
    let zero_study = scratch.write("zero.toml", format!("{study}'/dev/zero'\n"));
    for args in [
        &["solve", "hanoi", "--file", "sparse"][..],
        &["check", "hanoi", "--plan", "sparse"],
        &["maze", "evaluate", "sparse"],
        &["maze", "prove", "4", "4", "1", "3", "--state", "sparse"],
        &["bricks", "print", "sparse"],
        &["chi", "run", "sparse", "--out", "folder"],
        &["lab", "inconsistency", "--file", "sparse"],
        &["lab", "run", "sparse"],
        &["lab", "run", &sparse_study],
        &["lab", "run", &zero_study],
        &["maze", "evaluate", "/dev/zero"],
        &["certify", "--check", "/dev/zero"],
    ] {
        let program = command(args).get_program().to_owned();
        let mut limited = Command::new("bash");
        limited.args(["-c", "ulimit -v 400000; exec \"$0\" \"$@\""]).arg(program).args(args);
        let output = limited.current_dir(scratch.path("")).output().unwrap();
        let refusal = if args[0] == "certify" { "not a certificate" } else { "larger than " };
        Run::from(output).exits(31).warns(refusal).warns("help: ");
    }
    // The cap holds for standard input too, whether it is a file or a pipe.
    let stdin = File::open(&sparse).unwrap();
    let output = command(&["maze", "evaluate", "-"]).stdin(stdin).output().unwrap();
    Run::from(output).exits(31).warns("larger than 1.0 MiB");
    let zero = File::open("/dev/zero").unwrap();
    let output = command(&["maze", "evaluate", "-"]).stdin(zero).output().unwrap();
    Run::from(output).exits(31).warns("larger than 1.0 MiB");
}
