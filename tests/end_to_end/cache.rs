//! Tables that are kept between runs: read, ignored, damaged, written by two processes, listed and removed.

use crate::program::{Run, Scratch, assert_documented, assert_fields, command};
use heureka_core::certificate::digest;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Child, Stdio};

/// A search of two moves with a table of 3.5 MiB, which expands no state in vain.
const SOLVE: [&str; 8] =
    ["solve", "chi", "1 2 3 4 5 / 6 7 0 8 9", "-H", "exact", "-s", "astar", "--json"];

/// A folder of tables in a temporary directory.
struct Cache(Scratch);

impl Cache {
    fn new() -> Self {
        Self(Scratch::new())
    }

    fn spawn(&self, args: &[&str]) -> Child {
        let mut command = command(args);
        command.env("HEUREKA_CACHE", self.0.path("tables")).current_dir(self.0.path(""));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn run(&self, args: &[&str]) -> Run {
        Run::of(self.spawn(args)).exits(0)
    }

    fn expanded(&self, args: &[&str]) -> u64 {
        let result = self.run(&[&SOLVE, args].concat()).json();
        assert_fields(&result, &json!({ "cost": 2, "table_bytes": 3_628_800 }));
        result["expanded"].as_u64().unwrap()
    }

    /// Returns the only table.
    #[track_caller]
    fn table(&self) -> PathBuf {
        let names = self.0.files("tables");
        assert_eq!(names.len(), 1, "{names:?}");
        PathBuf::from(self.0.path("tables")).join(names.first().unwrap())
    }
}

#[test]
fn a_kept_table_is_read_unless_the_command_line_forbids_it() {
    let cache = Cache::new();
    assert_eq!(cache.expanded(&["--no-cache"]), 2);
    assert!(!PathBuf::from(cache.0.path("tables")).exists());
    assert_eq!(cache.expanded(&[]), 2);
    let path = cache.table();
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(cache.expanded(&[]), 2);
    // With a forged table of zeros, the search is blind.
    let begin = whole.len() - 8 - 3_628_800;
    let mut forged = whole.clone();
    forged.truncate(whole.len() - 8);
    forged[begin..].fill(0);
    forged.extend(digest(&forged).to_le_bytes());
    std::fs::write(&path, &forged).unwrap();
    assert!(cache.expanded(&[]) > 2);
    assert_eq!(cache.expanded(&["--no-cache"]), 2);
    assert!(std::fs::read(&path).unwrap() == forged);
    // A changed byte is noticed, whatever it is.
    for place in [0, begin - 1, begin, whole.len() - 1] {
        forged.clone_from(&whole);
        forged[place] ^= 1;
        std::fs::write(&path, &forged).unwrap();
        let run = cache.run(&SOLVE);
        run.warns("note: the table 'chi 2x5 exact' is built again: ");
        assert_eq!(run.json()["expanded"], 2);
        assert!(std::fs::read(&path).unwrap() == whole, "the damaged table is replaced");
    }
    assert_eq!(cache.run(&SOLVE).stderr, "");
}

#[test]
fn two_processes_may_write_the_same_table() {
    let cache = Cache::new();
    for process in [0; 2].map(|_| cache.spawn(&SOLVE)) {
        let run = Run::of(process).exits(0);
        assert_eq!((run.json()["expanded"].as_u64(), run.stderr.as_str()), (Some(2), ""));
    }
    cache.table();
    assert_eq!(cache.run(&SOLVE).stderr, "");
}

#[test]
fn a_folder_that_cannot_be_written_is_a_note() {
    let cache = Cache::new();
    cache.0.write("tables", "a file");
    let run = cache.run(&SOLVE);
    assert_eq!(run.json()["expanded"], 2);
    run.warns("the cache of tables cannot be written: ").warns("use --no-cache");
    assert_eq!(cache.0.read("tables"), "a file");
}

#[test]
fn tables_are_listed_and_removed() {
    let cache = Cache::new();
    let object = |command| {
        let args = ["cache", command, "--json"];
        let object = cache.run(&args).json();
        assert_documented(&args, &object);
        object
    };
    let folder = cache.0.path("tables");
    assert_fields(&object("list"), &json!({ "folder": folder, "tables": [], "bytes": 0 }));
    cache.run(&SOLVE);
    let bytes = cache.table().metadata().unwrap().len();
    let listed = object("list");
    assert_eq!(listed["bytes"], bytes);
    let table = json!({ "table": "chi 2x5 exact", "bytes": bytes });
    assert_fields(&listed["tables"][0], &table);
    cache.run(&["cache", "list"]).prints("chi 2x5 exact").prints("1 table, 3.5 MiB");
    assert_eq!(cache.run(&["cache", "path"]).stdout.trim_end(), folder);
    assert_eq!(object("path"), json!({ "schema": listed["schema"], "folder": folder }));
    cache.run(&["cache", "clear"]).prints("removed 1 table, 3.5 MiB");
    assert_eq!(cache.0.files("tables").len(), 0);
    assert_fields(&object("clear"), &json!({ "tables": [], "bytes": 0 }));
    let nowhere = command(&["cache", "path"]).output().unwrap();
    Run::from(nowhere).exits(2).warns("there is no folder for tables");
}

#[test]
fn runs_of_studies_share_the_tables() {
    let cache = Cache::new();
    cache.0.write(
        "study.toml",
        "title = 'Tables'\nstrategies = 'astar'\nheuristics = 'exact'\n[[instances]]\n\
         puzzle = 'chi'\nrandom = '2x5'\nseeds = '1-2'\n",
    );
    let study = |db: &str, args: &[&str]| {
        let lab = ["lab", "run", "study.toml", "--json", "--db", db];
        let result: Value = cache.run(&[&lab, args].concat()).json();
        assert_fields(&result, &json!({ "recorded": 2 }));
    };
    study("a.db", &["--no-cache"]);
    assert!(!PathBuf::from(cache.0.path("tables")).exists());
    study("b.db", &[]);
    cache.table();
}
