//! Studies: killed and resumed, shared by processes, with runs that crash, hang and exhaust memory.

use crate::program::{
    Run, Scratch, assert_fields, command, interrupt, object, run, run_with_input, spawn, wait_until,
};
#[cfg(unix)]
use crate::server::databases;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Two hundred short runs.
pub const SHORT: &str = "title = 'Short'\nstrategies = ['bfs', 'ucs', 'astar', 'idastar', 'greedy']\n\
                     heuristics = ['manhattan', 'zero']\n[[instances]]\npuzzle = 'tiles'\n\
                     random = '2x3'\nseeds = '1-25'\n";

/// Returns the runs of a result.
fn runs(result: &Value) -> impl Iterator<Item = &Value> {
    result["runs"].as_array().unwrap().iter()
}

fn text(run: &Value, field: &str) -> String {
    run[field].as_str().unwrap().to_owned()
}

/// Returns the keys of the recorded runs of a study.
fn recorded(study: &str, db: &str) -> Vec<String> {
    let list = object(&["lab", "run", study, "--db", db, "--list"]);
    runs(&list).filter(|run| run["recorded"] == true).map(|run| text(run, "key")).collect()
}

/// Returns every kind of report without times.
pub fn reports(scratch: &Scratch, db: &str) -> [String; 3] {
    ["html", "markdown", "csv"].map(|kind| {
        let file = scratch.path("report");
        run(&["lab", "report", db, "--no-times", &format!("--{kind}"), &file]).exits(0);
        scratch.read("report")
    })
}

/// Runs a study several times at once.
fn run_concurrently(commands: &[Vec<&str>]) {
    let start = |args: &Vec<&str>| command(args).stdout(Stdio::null()).spawn().unwrap();
    for mut child in commands.iter().map(start).collect::<Vec<_>>() {
        assert!(child.wait().unwrap().success());
    }
}

/// Starts a study ten times and kills it each time after some runs and milliseconds.
#[cfg(unix)]
fn kill_ten_times(study: &str, db: &str) {
    use std::os::unix::process::CommandExt;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut before: Vec<String> = vec![];
    for nth in 0..10 {
        // A process group, so that one signal kills all of it.
        let mut command = command(&["lab", "run", study, "--db", db, "--jobs", "2"]);
        command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (runs, later) = (random.next_u64() % 10, random.next_u64() % 20_000);
        while recorded(study, db).len() < before.len() + runs as usize {
            assert!(child.try_wait().unwrap().is_none(), "the study is still running");
        }
        std::thread::sleep(Duration::from_micros(later));
        let group = format!("-{}", child.id());
        assert!(Command::new("kill").args(["-KILL", "--", &group]).status().unwrap().success());
        child.wait().unwrap();
        let after = recorded(study, db);
        assert!(before.iter().all(|key| after.contains(key)), "kill {nth} lost a run");
        before = after;
    }
}

#[cfg(unix)]
#[test]
fn a_study_survives_ten_kills() {
    let scratch = Scratch::new();
    let study = scratch.write("short.toml", SHORT);
    let complete = scratch.path("complete.db");
    let ran = object(&["lab", "run", &study, "--db", &complete, "--jobs", "2"]);
    assert_fields(&ran, &json!({ "planned": 200, "made": 200 }));
    let killed = scratch.path("killed.db");
    kill_ten_times(&study, &killed);
    let before = recorded(&study, &killed).len();
    assert!((1..200).contains(&before), "{before} runs were finished before the last kill");
    for made in [200 - before, 0] {
        let resumed = object(&["lab", "run", &study, "--db", &killed]);
        assert_fields(&resumed, &json!({ "recorded": 200, "made": made }));
    }

    let keys = |db: &str| -> Vec<String> {
        runs(&object(&["lab", "report", db])).map(|run| text(run, "key")).collect()
    };
    let mut once = keys(&killed);
    assert_eq!(once, keys(&complete));
    once.sort();
    once.dedup();
    assert_eq!(once.len(), 200);
    assert_eq!(reports(&scratch, &killed), reports(&scratch, &complete));
}

/// Returns the ending and the detail of every run, by instance and setup.
fn endings(db: &str) -> BTreeMap<String, (String, String)> {
    let ending = |run: &Value| {
        let name = format!("{} | {}", text(run, "instance"), text(run, "setup"));
        (name, (text(run, "ending"), text(run, "detail")))
    };
    runs(&object(&["lab", "report", db])).map(ending).collect()
}

/// Returns a program that fails for some seeds, and otherwise is the real one.
#[cfg(unix)]
fn unreliable(scratch: &Scratch) -> String {
    use std::os::unix::fs::PermissionsExt;
    let real = env!("CARGO_BIN_EXE_heureka");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in\n\
         *'--seed 3 '*) kill -SEGV $$ ;;\n\
         *'--seed 4 '*) echo nonsense; exit 0 ;;\n\
         *'--seed 5 '*) echo 'error: no luck' >&2; exit 7 ;;\n\
         *'--seed 6 '*) exec sleep 600 ;;\n\
         esac\nexec '{real}' \"$@\"\n"
    );
    let path = scratch.write("unreliable", script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn failed_runs_are_recorded_and_the_others_complete() {
    let scratch = Scratch::new();
    let study = scratch.write(
        "bad.toml",
        "strategies = 'astar -H manhattan'\n\
         [limits]\ntime = '2s'\nhard-time = '8s'\nmemory = '8MiB'\n\
         [[instances]]\npuzzle = 'tiles'\nrandom = '3x3'\nseeds = '1-8'\n\
         [[instances]]\npuzzle = 'tiles'\nlevels = 'fifteen-hard'\n\
         strategies = ['astar -H manhattan', 'idastar -H zero']",
    );
    let (db, program) = (scratch.path("bad.db"), unreliable(&scratch));
    let args = ["lab", "run", &study, "--db", &db, "--program", &program, "--jobs", "3"];
    let ran = object(&args);
    assert_fields(&ran, &json!({ "recorded": 10, "unexplained": 3 }));
    let endings = endings(&db);
    for (name, ending, detail) in [
        ("tiles 3x3 seed 1 | astar -H manhattan", "solved", ""),
        ("tiles 3x3 seed 3 | astar -H manhattan", "crash", "signal 11 (segmentation fault)"),
        ("tiles 3x3 seed 4 | astar -H manhattan", "garbage", "the output is not a result"),
        ("tiles 3x3 seed 5 | astar -H manhattan", "exit code", "code 7: error: no luck"),
        ("tiles 3x3 seed 6 | astar -H manhattan", "time", "killed: exceeded the hard time limit"),
        ("tiles 3x3 seed 8 | astar -H manhattan", "solved", ""),
        ("tiles fifteen-hard | astar -H manhattan", "memory", "memory"),
        ("tiles fifteen-hard | idastar -H zero", "time", "time"),
    ] {
        assert_eq!(endings[name], (ending.to_owned(), detail.to_owned()), "{name}");
    }
    assert_eq!(endings.values().filter(|(ending, _)| ending == "solved").count(), 4);
    // Unexplained runs come first in every kind of report.
    let [html, markdown, _] = reports(&scratch, &db);
    for text in [html, markdown, run(&["lab", "report", &db]).stdout] {
        let crash = text.find("segmentation fault").expect("the crash is reported");
        let rest = text.find("fifteen-hard").unwrap_or(text.len());
        assert!(text.find("Unexplained").unwrap() < crash && crash < rest, "{text}");
    }
}

/// A study in which nothing works is a failure.
#[cfg(unix)]
#[test]
fn a_study_of_unexplained_runs_fails() {
    let scratch = Scratch::new();
    let study = scratch.write(
        "bad.toml",
        "strategies = 'astar'\n[[instances]]\npuzzle = 'tiles'\nrandom = '3x3'\nseeds = '3-5'",
    );
    let (db, program) = (scratch.path("bad.db"), unreliable(&scratch));
    let ran = run(&["lab", "run", &study, "--db", &db, "--program", &program, "--json"]).exits(1);
    assert_fields(&ran.json(), &json!({ "recorded": 3, "unexplained": 3 }));
    run(&["lab", "report", &db]).exits(1).prints("Unexplained");
}

#[test]
fn a_strategy_that_a_puzzle_does_not_support_is_an_error_of_the_study() {
    let scratch = Scratch::new();
    let study = "strategies = ['bfs', 'astar:ties=state']\n[[instances]]\npuzzle = 'hanoi'\n\
                 levels = '3x3'\n";
    let study = scratch.write("study.toml", study);
    let db = scratch.path("study.db");
    run(&["lab", "run", &study, "--db", &db])
        .exits(31)
        .warns("line 1, column 22: hanoi: astar cannot use ties=state")
        .warns("help: ");
    assert!(!std::path::Path::new(&db).exists());
}

/// A process that exceeds the hard memory limit is aborted and recorded.
#[cfg(target_os = "linux")]
#[test]
fn a_run_beyond_the_hard_memory_limit_is_killed_and_recorded() {
    let scratch = Scratch::new();
    let study = scratch.write(
        "hard.toml",
        "strategies = 'astar -H manhattan'\n[limits]\nmemory = 'none'\nhard-memory = '400MiB'\n\
         [[instances]]\npuzzle = 'tiles'\nlevels = ['fifteen-hard', 'eight']",
    );
    let db = scratch.path("hard.db");
    object(&["lab", "run", &study, "--db", &db]);
    let endings = endings(&db);
    let (ending, detail) = &endings["tiles fifteen-hard | astar -H manhattan"];
    assert!(ending == "memory" && detail.contains("hard memory limit"), "{ending}: {detail}");
    assert_eq!(endings["tiles eight | astar -H manhattan"].0, "solved");
}

#[cfg(unix)]
#[test]
fn shards_share_a_database_or_use_several() {
    let scratch = Scratch::new();
    let study = scratch.write("short.toml", SHORT.replace("1-25", "1-6"));
    let shards = [1, 2, 3].map(|k| format!("{k}/3"));
    let own = [1, 2, 3].map(|k| scratch.path(&format!("{k}.db")));
    let own = own.each_ref().map(String::as_str);
    for (shard, db) in shards.iter().zip(own) {
        let ran = object(&["lab", "run", &study, "--db", db, "--shard", shard]);
        assert_fields(&ran, &json!({ "planned": 16, "made": 16 }));
    }
    let together = object(&[&["lab", "report", "--no-times"], &own[..]].concat());
    for shared in databases(&scratch) {
        let run = ["lab", "run", &study, "--db", &shared, "--shard"];
        run_concurrently(&shards.each_ref().map(|shard| [&run[..], &[shard.as_str()]].concat()));
        let one = object(&["lab", "report", "--no-times", &shared]);
        assert_eq!(one["recorded"], 48);
        assert_eq!(together, one);
    }
    let parts = object(&["lab", "report", own[0], own[1]]);
    assert_fields(&parts, &json!({ "planned": 48, "recorded": 32 }));
}

/// Several processes that run the same study at once make every run once.
#[cfg(unix)]
#[test]
fn concurrent_processes_make_every_run_once() {
    let scratch = Scratch::new();
    let study = scratch.write("short.toml", SHORT.replace("1-25", "1-6"));
    for db in databases(&scratch) {
        let start = |_| spawn(&["lab", "run", &study, "--db", &db, "--json"]);
        let ran = [0; 4].map(start).map(|child| Run::of(child).exits(0));
        let made = |run: &Run| run.json()["made"].as_u64().unwrap();
        assert_eq!(ran.iter().map(made).sum::<u64>(), 48);
        assert!(ran.iter().all(|run| run.stderr.is_empty()), "no result was dropped: {ran:?}");
        assert_eq!(object(&["lab", "report", &db])["recorded"], 48);
    }
}

#[cfg(unix)]
#[test]
fn a_changed_study_makes_only_new_runs() {
    let scratch = Scratch::new();
    for db in databases(&scratch) {
        change_study(&scratch, &db);
    }
}

/// Runs a study, and runs it again after each of two changes.
fn change_study(scratch: &Scratch, db: &str) {
    let small = SHORT.replace("1-25", "1-2");
    let study = scratch.write("study.toml", &small);
    assert_eq!(object(&["lab", "run", &study, "--db", db])["made"], 16);
    // The same setups in another order and with other names are the same runs.
    let turned = small.replace("['bfs', 'ucs', 'astar'", "['astar:ties=high-g', 'ucs', 'bfs'");
    assert_ne!(turned, small);
    scratch.write("study.toml", &turned);
    run(&["lab", "run", &study, "--db", db, "--json"]).warns("has changed").prints(r#""made":0"#);
    scratch.write("study.toml", turned.replace("1-2", "2-3").replace("'bfs', ", ""));
    assert_eq!(object(&["lab", "run", &study, "--db", db])["made"], 7);
    run(&["lab", "report", db]).prints("All runs are recorded: 14. 9 records belong");
}

#[cfg(unix)]
#[test]
fn an_interrupted_study_can_be_continued() {
    let scratch = Scratch::new();
    let study = scratch.write(
        "long.toml",
        "strategies = ['idastar -H zero', 'astar']\n[limits]\ntime = '60s'\n\
         [[instances]]\npuzzle = 'tiles'\nlevels = ['easy', 'fifteen-hard', 'eight']",
    );
    for db in databases(&scratch) {
        let child = spawn(&["lab", "run", &study, "--db", &db, "--json"]);
        // The easy runs finish, and the hard one takes long.
        wait_until(|| recorded(&study, &db).len() == 2);
        interrupt(&child);
        let ran = Run::of(child).exits(23).json();
        assert_fields(&ran, &json!({ "interrupted": true, "recorded": 2 }));
        assert_eq!(recorded(&study, &db).len(), 2);
        // Nobody has to wait for its lease.
        assert_fields(&object(&["lab", "status", &db]), &json!({ "left": 4, "running": [] }));
    }
}

#[test]
fn rejects_invalid_studies_and_databases() {
    let scratch = Scratch::new();
    let good = "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\nlevels = '3x3'\n";
    let with = |from: &str, to: &str| good.replace(from, to);
    let and = |more: &str| format!("{good}{more}");
    for (text, says, helps) in [
        ("strategies = [", "line 1, column", "docs/lab.md"),
        ("strategeis = 1", "line 1, column 1: unknown key 'strategeis'", "you mean 'strategies'"),
        (&with("'bfs'", "'bsf'"), "line 1, column 14: there is no strategy 'bsf'", "bfs, "),
        (&with("hanoi", "hanio"), "line 3, column 10: there is no puzzle 'hanio'", "'hanoi'"),
        (&with("3x3", "3x4"), "line 4, column 10: hanoi has no built-in instance '3x4'", "'3x3'"),
        (&with("levels = '3x3'", "random = 'x'"), "line 4, column 10", "describe hanoi"),
        (&with("levels", "files"), "line 4, column 9", "relative to the study"),
        (&with("'bfs'", "'astar -H x'"), "line 1, column 14: hanoi has no heuristic 'x'", "tower"),
        (&and("[limits]\ntime = '5x'"), "line 6, column 8: invalid limit \"5x\"", "500ms"),
        (
            &and("[limits]\ntime = 5"),
            "line 6, column 8: invalid type: integer `5`, expected a string",
            "docs/lab.md",
        ),
        (&and("seeds = '3'"), "line 5, column 9: invalid seeds", "1-20"),
        (&and("size = [1, 2]"), "2 sizes for 1 item", "one number"),
        (&and("[report]\nscatter = ['bfs', 'dfs']"), "no setup 'dfs'", "bfs"),
        ("strategies = 'bfs'", "the study has no instances", "[[instances]]"),
        ("instances = ['korf/*.txt']", "expected a table [[instances]] with puzzle", "docs/lab.md"),
        (&with("strategies", "title"), "no strategy to run", "strategies ="),
        (&with("levels = '3x3'", "files = '**/*.txt'"), "** is not supported", "\"*/*.txt\""),
        ("files = '*.txt'", "line 1, column 1: unknown key 'files'", "under [[instances]]"),
        (&format!("repeats = 0\n{good}"), "line 1, column 11: repeats", "from 1 to 1,000"),
    ] {
        let file = scratch.write("study.toml", text);
        run(&["lab", "run", &file, "--list"]).exits(31).warns(says).warns(helps).warns(&file);
    }
    for good in [good, &with("levels", "random")] {
        run(&["lab", "run", &scratch.write("study.toml", good), "--list"]).exits(0);
    }
    let study = scratch.write("study.toml", good);
    let junk =
        scratch.write("junk.db", "not a database, although it is long enough to look like one");
    for args in [&["lab", "run", &study, "--db", &junk][..], &["lab", "report", &junk]] {
        run(args).exits(31).warns("lab run` has made");
    }
    // A study that was killed before it wrote anything leaves an empty file, and can be continued.
    let empty = scratch.write("empty.db", "");
    assert_eq!(recorded(&study, &empty), Vec::<String>::new());
    run(&["lab", "report", &empty]).exits(31).warns("no study was run");
    assert_eq!(object(&["lab", "run", &study, "--db", &empty])["made"], 1);
    // Databases of another version are rejected with a remedy.
    let old = scratch.path("old.db");
    assert_eq!(object(&["lab", "run", &study, "--db", &old])["made"], 1);
    let mut bytes = std::fs::read(&old).unwrap();
    // The user version is a big-endian number at byte 60 of an SQLite file.
    bytes[60..64].copy_from_slice(&1u32.to_be_bytes());
    run(&["lab", "report", &scratch.write("old.db", bytes)])
        .exits(31)
        .warns("database version 1")
        .warns("new database");
    run(&["lab", "report", &scratch.path("missing.db")]).exits(31);
    run(&["lab", "run", &study, "--db", &scratch.path("x.db"), "--program", "/no/such"]).exits(31);
}

/// Running a study reproduces its picture in the documentation.
#[test]
fn documented_pictures_are_current() {
    let scratch = Scratch::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let db = scratch.path("bricks.db");
    let study = format!("{root}/studies/bricks.toml");
    let ran = object(&["lab", "run", &study, "--db", &db, "--jobs", "2"]);
    assert_eq!((&ran["recorded"], &ran["unexplained"]), (&ran["planned"], &0.into()));
    let folder = scratch.path("pictures");
    run(&["lab", "report", &db, "--no-times", "--svg", &folder]).exits(0);
    let drawn = std::fs::read_to_string(format!("{folder}/bricks-bars-expanded.svg")).unwrap();
    let shown = std::fs::read_to_string(format!("{root}/docs/pictures/study-bricks.svg")).unwrap();
    assert_eq!(drawn, shown, "run the study and put its picture into docs/pictures");
}

#[test]
fn init_writes_a_study_that_runs() {
    let scratch = Scratch::new();
    let (study, db) = (scratch.path("mine.toml"), scratch.path("mine.db"));
    run(&["lab", "init", &study]).exits(0).warns("lab run ").warns("mine.toml");
    let ran = object(&["lab", "run", &study, "--db", &db, "--jobs", "2"]);
    assert_eq!((&ran["recorded"], &ran["unexplained"]), (&ran["planned"], &0.into()));
    run(&["lab", "report", &db]).exits(0).prints("Eight-puzzles\n");
    // An existing file is kept, and so is a link to nothing.
    scratch.write("mine.toml", "# mine");
    run(&["lab", "init", &study]).exits(32).warns("the file exists").warns("help: ");
    assert_eq!(scratch.read("mine.toml"), "# mine");
    let piped = run_with_input(&["lab", "run", "-", "--list", "--json"], SHORT);
    assert_eq!(piped.exits(0).json()["database"], "study.db");
    run(&["lab", "init", &scratch.path("")]).exits(32).warns("this is a folder");
    let shown = run(&["lab", "init", "-"]).exits(0);
    assert!(shown.stdout.starts_with("# A study runs") && shown.stderr.is_empty(), "{shown:?}");
    scratch.run(&["lab", "init"]).exits(0);
    assert_eq!(scratch.read("study.toml"), shown.stdout);
}

#[test]
fn instances_come_from_patterns_and_lists() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("korf")).unwrap();
    scratch.write("korf/b.txt", "1 2 3\n4 5 6\n7 0 8\n");
    scratch.write("korf/a.txt", "1 2 3\n4 5 6\n0 7 8\n");
    scratch.write("many.lst", "1 2 3 / 4 0 6 / 7 5 8\n# easy\n1 2 3 4 5 6 7 0 8\r\n");
    let definition = "strategies = 'bfs'\n[[instances]]\npuzzle = 'tiles'\n\
                      files = 'korf/*.txt'\nlists = 'm*.lst'\n";
    let (study, db) = (scratch.write("study.toml", definition), scratch.path("study.db"));
    let ran = object(&["lab", "run", &study, "--db", &db]);
    assert_fields(&ran, &json!({ "recorded": 4, "unexplained": 0 }));
    let report = object(&["lab", "report", &db]);
    let found: Vec<_> =
        runs(&report).map(|run| (text(run, "instance"), run["cost"].as_u64())).collect();
    let expected = [
        ("tiles korf/a.txt", Some(2)),
        ("tiles korf/b.txt", Some(1)),
        ("tiles many.lst:1", Some(2)),
        ("tiles many.lst:3", Some(1)),
    ];
    assert_eq!(found, expected.map(|(name, cost)| (name.to_owned(), cost)));
    for (from, to, says, helps) in [
        ("korf/*.txt", "korf/*.md", "line 4, column 9: no file matches \"korf/*.md\"", "* and ?"),
        ("korf/*.txt", "many.lst", "line 4, column 9: many.lst: ", "lists = "),
        ("m*.lst", "korf/a.txt", "line 5, column 9: korf/a.txt: line 1", "describe tiles"),
        ("m*.lst", "empty", "line 5, column 9: empty: no instance", "one instance per line"),
    ] {
        scratch.write("empty", " \n");
        let study = scratch.write("bad.toml", definition.replace(from, to));
        run(&["lab", "run", &study, "--list"]).exits(31).warns(says).warns(helps);
    }
}

/// The documented columns are those of the file, in the same order.
#[test]
fn csv_has_a_column_for_everything() {
    let scratch = Scratch::new();
    let study = "strategies = ['best', 'bfs']\n[limits]\ntime = '1500ms'\nmemory = 'none'\n\
                 expansions = 9\nhard-time = '7s'\n[[instances]]\npuzzle = 'tiles'\n\
                 texts = '4 1 2 0 5 3'\nparameters = { cols = 3 }\n";
    let (study, db) = (scratch.write("study.toml", study), scratch.path("study.db"));
    let csv = scratch.path("runs.csv");
    object(&["lab", "run", &study, "--db", &db]);
    run(&["lab", "report", &db, "--csv", &csv]).exits(0);
    let csv = scratch.read("runs.csv");
    // The machine's name is quoted if it has commas.
    let quoted = csv.split('"').enumerate();
    let bare =
        quoted.map(|(nth, part)| if nth % 2 == 1 { part.replace(',', ";") } else { part.into() });
    let bare = bare.collect::<String>();
    let lines: Vec<Vec<&str>> = bare.lines().map(|line| line.split(',').collect()).collect();
    let docs = include_str!("../../docs/lab.md").split("\n## CSV\n").nth(1).unwrap();
    let rows = docs.lines().filter(|line| line.starts_with("| `"));
    let names = rows.map(|row| row.split('|').nth(1).unwrap());
    let names: Vec<&str> = names.flat_map(|names| names.split('`').skip(1).step_by(2)).collect();
    assert_eq!(lines[0], names);
    let cell = |line: usize, name: &str| {
        lines[line][lines[0].iter().position(|column| *column == name).unwrap()]
    };
    for (name, value) in [
        ("puzzle", "tiles"),
        ("instance", "tiles 4 1 2 0 5 3 cols=3"),
        ("name", "4 1 2 0 5 3"),
        ("board", "4 1 2 / 0 5 3"),
        ("parameters", "cols=3"),
        ("setup", "bfs"),
        ("strategy", "bfs"),
        ("heuristic", ""),
        ("time_limit", "1.500000000"),
        ("memory_limit", ""),
        ("expansion_limit", "9"),
        ("hard_time_limit", "7"),
        ("hard_memory_limit", ""),
        ("ending", "expansions"),
        ("expanded", "9"),
    ] {
        assert_eq!(cell(2, name), value, "{name} in {csv}");
    }
    assert!(cell(2, "version").starts_with("heureka "), "{csv}");
    // `best` says what it chose.
    assert_eq!(cell(1, "setup"), "best");
    assert_eq!([cell(1, "strategy"), cell(1, "heuristic")], ["idastar", "walking-distance"]);
}
