//! Faults that a computer can have while the program writes: a full disk, a read error, an interrupted
//! call, a clock that jumps, memory that is refused, and a kill at any moment. Only Linux can inject them.
#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]

mod clock_and_memory;
mod injection;
mod kills;
#[allow(dead_code, reason = "the tests of the program use the rest")]
#[path = "../end_to_end/program.rs"]
mod program;
mod reading;
mod writing;

use injection::run_to_end;
use program::{Scratch, command};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A command that writes `out`, or files in `folder`. It runs in the folder of [`scratch`].
struct Writer {
    args: &'static [&'static str],
    /// The exit code without faults.
    code: i32,
}

const fn writer(args: &'static [&'static str]) -> Writer {
    Writer { args, code: 0 }
}

/// Every command that writes files, with every option that has code of its own for that.
const WRITERS: &[Writer] = &[
    writer(&["solve", "hanoi", "3 5", "--trace", "out"]),
    writer(&["solve", "hanoi", "3 4", "--svg", "out"]),
    writer(&["solve", "hanoi", "3 4", "--html", "out"]),
    writer(&["draw", "hanoi", "--svg", "out"]),
    writer(&["certify", "hanoi", "3 5", "--out", "out"]),
    writer(&["audit", "hanoi", "--svg", "out"]),
    writer(&["audit", "hanoi", "--html", "out"]),
    writer(&["lab", "tie-breaking", "--svg", "out"]),
    writer(&["lab", "tie-breaking", "--html", "out"]),
    writer(&["lab", "inconsistency", "--svg", "out"]),
    writer(&["lab", "inconsistency", "--html", "out"]),
    writer(&["lab", "ancestry", "--generations", "4", "--seed", "1", "--svg", "out"]),
    writer(&["lab", "ancestry", "--generations", "4", "--seed", "1", "--html", "out"]),
    writer(&["lab", "report", "study.db", "--no-times", "--html", "out"]),
    writer(&["lab", "report", "study.db", "--no-times", "--markdown", "out"]),
    writer(&["lab", "report", "study.db", "--no-times", "--csv", "out"]),
    writer(&["lab", "report", "study.db", "--no-times", "--svg", "folder"]),
    writer(&["lab", "run", "study.toml", "--db", "out"]),
    writer(&["race", "hanoi", "3 3", "-s", "bfs", "--csv", "out"]),
    writer(&["race", "hanoi", "3 3", "-s", "bfs", "--svg", "out"]),
    writer(&["maze", "explain", "maze", "--svg", "out"]),
    writer(&["maze", "batch", "3", "3", "1", "2", "--time-limit", "30ms", "--html", "out"]),
    writer(&["maze", "batch", "3", "3", "1", "2", "--time-limit", "30ms", "--svg", "out"]),
    Writer {
        args: &["maze", "prove", "6", "6", "1", "5", "--time-limit", "30ms", "--state", "out"],
        code: 21,
    },
    writer(&["bricks", "all", "level0", "--out", "out"]),
    writer(&["chi", "run", "boards", "--out", "folder"]),
    writer(&["chi", "competition", "boards", "--out", "folder"]),
    writer(&["chi", "analyze", "boards", "--out", "folder"]),
    writer(&["chi", "scale", "--sizes", "2x2,2x3", "--boards", "1", "--out", "folder"]),
    writer(&["explore", "hanoi", "4 5", "--disk-limit", "256KiB", "--disk", "folder"]),
    writer(&["explore", "pegs", "6", "--disk-limit", "256KiB", "--disk", "folder"]),
    writer(&[
        "cluster",
        "explore",
        "hanoi",
        "3 4",
        "--checkpoint-every",
        "0s",
        "--checkpoint",
        "folder",
    ]),
    writer(&["counters", "compare", "--largest", "2", "--memory-limit", "1MiB", "--out", "folder"]),
];

impl Writer {
    /// Returns the name of what it writes.
    fn target(&self) -> &'static str {
        self.args[self.args.len() - 1]
    }

    fn is_study(&self) -> bool {
        self.args.starts_with(&["lab", "run"])
    }

    fn is_proof(&self) -> bool {
        self.args.starts_with(&["maze", "prove"])
    }

    fn is_exploration(&self) -> bool {
        self.args[..2].contains(&"explore")
    }

    /// Returns whether it continues its older output.
    fn continues(&self) -> bool {
        self.is_study() || self.is_proof() || self.is_exploration()
    }

    /// Runs without faults, and returns what it writes.
    fn reference(&self) -> Files {
        let scratch = scratch();
        run_to_end(&mut self.command(&scratch)).exits(self.code);
        let target = Path::new(&scratch.path("")).join(self.target());
        if target.is_dir() { files_in(&target) } else { files_at(&target) }
    }

    fn command(&self, scratch: &Scratch) -> std::process::Command {
        let mut command = command(self.args);
        command.current_dir(scratch.path(""));
        command
    }

    /// Returns all files with an older version of the output among them.
    fn older(&self, reference: &Files) -> Files {
        let scratch = scratch();
        match self.args {
            // These three continue their older output: part of the work.
            [.., "--db", _] => {
                scratch.run(&[self.args, &["--shard", "1/2"]].concat()).exits(self.code);
            }
            [.., "--state", _] => {
                scratch.run(self.args).exits(self.code);
            }
            [.., "--disk", _] => {
                scratch.run(&[self.args, &["--expansions", "300"]].concat()).exits(22);
            }
            // A complete one would leave nothing to do.
            [.., "--checkpoint", _] => {}
            [.., "folder"] => {
                fs::create_dir(scratch.path("folder")).unwrap();
                scratch.write("folder/other", "not written by the program");
                for name in reference.keys() {
                    scratch.write(&format!("folder/{name}"), "older");
                }
            }
            _ => drop(scratch.write("out", "older")),
        }
        files_in(Path::new(&scratch.path("")))
    }
}

/// Creates a folder with these files.
fn folder_with(files: &Files) -> Scratch {
    let scratch = Scratch::new();
    for (name, content) in files {
        fs::create_dir_all(Path::new(&scratch.path(name)).parent().unwrap()).unwrap();
        scratch.write(name, content);
    }
    scratch
}

/// The content of files, by their paths in a folder.
type Files = BTreeMap<String, Vec<u8>>;

fn files_at(path: &Path) -> Files {
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    BTreeMap::from([(name, fs::read(path).unwrap())])
}

/// Returns the files in a folder and in the folders in it.
fn files_in(folder: &Path) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let inner = files_in(&path).into_iter();
            files.extend(inner.map(|(inner, content)| (format!("{name}/{inner}"), content)));
        } else {
            files.insert(name, fs::read(path).unwrap());
        }
    }
    files
}

/// Returns whether a file is complete: it is equal to one that was written without faults, except for
/// times.
fn is_complete(content: &[u8], reference: &[u8]) -> bool {
    let lines = |content: &[u8]| content.split(|&byte| byte == b'\n').count();
    // Times differ in digits and units; plots of times also in their lines.
    let is_page = [&b"<svg"[..], b"<!DOCTYPE"].iter().any(|start| reference.starts_with(start));
    let last = |content: &[u8]| {
        let text = String::from_utf8_lossy(content);
        let last = text.trim_end_matches('\n').rsplit('\n').next().unwrap_or_default().to_owned();
        last.replace(|c: char| c.is_ascii_digit() || c == '.', "")
    };
    content == reference
        || content.ends_with(b"\n") == reference.ends_with(b"\n")
            && last(content) == last(reference)
            && (is_page || lines(content) == lines(reference))
}

const STUDY: &str =
    "strategies = ['bfs', 'astar']\n[[instances]]\npuzzle = 'hanoi'\ntexts = ['3 3', '3 4']\n";

/// Creates a folder with the inputs of all commands.
fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("maze", "3 2 1 4 1\n3 2 1 3 3\n3 3 2 1 4\n3 1 2 3 3\n1 4 4 3 0\n");
    scratch.write("boards", "1 0 3 7 5 2 6 4\n".repeat(2));
    scratch.write("disks", "3 5\n");
    scratch.write("study.toml", STUDY);
    scratch.write("study.db", study_database());
    scratch
}

/// Returns the database of a complete study.
fn study_database() -> &'static [u8] {
    static DATABASE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    DATABASE.get_or_init(|| {
        let scratch = Scratch::new();
        scratch.write("study.toml", STUDY);
        scratch.run(&["lab", "run", "study.toml", "--db", "study.db"]).exits(0);
        fs::read(scratch.path("study.db")).unwrap()
    })
}
