//! Comparisons of studies: regressions, noise, missing runs, and what is compared with what.

use crate::program::{Scratch, assert_fields, object, run};
use serde_json::{Value, json};

/// Returns a text field of an object.
fn text(object: &Value, field: &str) -> String {
    object[field].as_str().unwrap().to_owned()
}

#[test]
fn compares_studies_and_setups() {
    let scratch = Scratch::new();
    let text = |limit: u32| {
        format!(
            "strategies = ['astar', 'bfs']\nheuristics = ['manhattan', 'zero']\n[limits]\n\
             expansions = {limit}\n[[instances]]\npuzzle = 'tiles'\nlevels = ['easy', 'eight']"
        )
    };
    let [wide, narrow] = [200_000, 5_000].map(|limit| {
        let study = scratch.write(&format!("{limit}.toml"), text(limit));
        let db = scratch.path(&format!("{limit}.db"));
        object(&["lab", "run", &study, "--db", &db]);
        db
    });
    let compared = object(&["lab", "compare", &wide, &narrow]);
    let lost: Vec<_> = compared["lost"].as_array().unwrap().iter().map(|row| &row["run"]).collect();
    assert_eq!(
        lost,
        ["tiles eight | astar -H manhattan", "tiles eight | astar -H zero", "tiles eight | bfs"]
    );
    let change = |compared: &Value, name: &str| {
        let all = compared["changes"].as_array().unwrap();
        all.iter().find(|change| change["attribute"] == name).unwrap().clone()
    };
    let expanded = change(&compared, "expanded");
    assert_eq!((&expanded["same"], &expanded["factor"]), (&3.into(), &1.0.into()));
    let setups = object(&["lab", "compare", &wide, "astar -H zero", "astar -H manhattan"]);
    let expanded = change(&setups, "expanded");
    assert_eq!((&expanded["better"], &expanded["worse"]), (&2.into(), &0.into()));
    assert!(expanded["factor"].as_f64().unwrap() < 0.5, "{expanded}");
    run(&["lab", "compare", &wide, "astar", "bfs"]).exits(2).warns("did you mean 'astar -H");
}

/// Returns a program that runs the real one and edits its result: times are about 10 ms with noise from
/// the process id, then comes a script of sed.
#[cfg(unix)]
fn edited(scratch: &Scratch, name: &str, milliseconds: u32, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let real = env!("CARGO_BIN_EXE_heureka");
    let program = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && exec '{real}' --version\n\
         noise=$(( ($$ * 7919) % 1000 + 1000 ))\n\
         '{real}' \"$@\" > \"$0.$$\"; code=$?\n\
         sed -e \"s/\\\"seconds\\\":[0-9.e-]*/\\\"seconds\\\":0.0{milliseconds}0$noise/\" -e '{script}' \"$0.$$\"\n\
         rm \"$0.$$\"; exit $code\n"
    );
    let path = scratch.write(name, program);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn compare_finds_regressions_but_not_noise() {
    let scratch = Scratch::new();
    let study = "strategies = ['bfs', 'ucs']\nrepeats = 2\n[[instances]]\npuzzle = 'tiles'\n\
                 random = '2x2'\nseeds = '1-8'\n";
    let study = scratch.write("study.toml", study);
    let made = |name: &str, milliseconds, script: &str| {
        let program = edited(&scratch, &format!("{name}.sh"), milliseconds, script);
        let db = scratch.path(&format!("{name}.db"));
        let ran = object(&["lab", "run", &study, "--db", &db, "--program", &program]);
        assert_fields(&ran, &json!({ "recorded": 32, "unexplained": 0 }));
        db
    };
    let old = made("old", 10, "");
    let compare = |new: &str, code| {
        let args = ["lab", "compare", &old, new, "--threshold", "5%"];
        run(&args).exits(code);
        run(&[&args[..], &["--json"]].concat()).exits(code).json()
    };
    // The same study twice.
    let again = compare(&made("again", 10, ""), 0);
    assert_fields(&again, &json!({ "pairs": 16, "changed_counts": [], "regressions": [] }));
    assert_eq!(again["times"][0]["pairs"], 8);
    // A slow-down of all runs, by a half.
    let slow = made("slow", 15, "");
    let slower = compare(&slow, 3);
    let found = slower["regressions"].as_array().unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|found| text(found, "what").starts_with("time ×1.")), "{found:?}");
    let shown = run(&["lab", "compare", &old, &slow, "--threshold", "5"]).exits(3);
    shown.prints("\nregression  bfs: time ×1.").prints("p = 0.0");
    // Without a threshold, and with one that is higher, it is no failure.
    run(&["lab", "compare", &old, &slow]).exits(0);
    run(&["lab", "compare", &old, &slow, "--threshold", "80%"]).exits(0).prints("passed");
    let passed = run(&["lab", "compare", &old, &old, "--threshold", "7"]).exits(0);
    passed.prints("no regression beyond 7 %\n");
    let typo = run(&["lab", "compare", &old, "typo.db", "bfs"]).exits(2);
    typo.warns("'typo.db' is neither a database nor a setup of ").warns("help: ");
    // One digit more at the expanded nodes of one setup.
    let script = r#"/"strategy":"bfs"/s/"expanded":[0-9]*/&1/"#;
    let changed = made("changed", 10, script);
    let changed = compare(&changed, 3);
    let counts = changed["changed_counts"].as_array().unwrap();
    assert_eq!(counts.len(), 8, "{counts:?}");
    for count in counts {
        assert_eq!(count["attribute"], "expanded");
        assert!(text(count, "run").ends_with(" | bfs"), "{count}");
        assert_eq!(count["after"].as_f64(), count["before"].as_f64().map(|n| 10.0 * n + 1.0));
    }
    assert!(text(&changed["regressions"][0], "what").starts_with("expanded ×"), "{changed}");
    run(&["lab", "compare", &old, &old, "--threshold", "x"]).exits(2).warns("such as 5%");
}

/// Studies with different setups are compared by instance.
#[test]
fn compare_matches_different_setups_by_instance() {
    let scratch = Scratch::new();
    let made = |name: &str, strategies: &str| {
        let study = format!(
            "strategies = [{strategies}]\n[[instances]]\npuzzle = 'tiles'\nlevels = 'easy'\n"
        );
        let study = scratch.write(&format!("{name}.toml"), study);
        let db = scratch.path(&format!("{name}.db"));
        object(&["lab", "run", &study, "--db", &db]);
        db
    };
    let (one, other) = (made("one", "'astar -H zero'"), made("other", "'astar -H manhattan'"));
    let compared = run(&["lab", "compare", &one, &other]).exits(0);
    compared.prints("one.db: astar -H zero\n").prints("other.db: astar -H manhattan\n");
    compared.prints("1 pair of runs").prints("astar -H zero → astar -H manhattan");
    compared.warns("fewer than 6 instances per setup");
    run(&["lab", "compare", &one, &other, "--json"]).exits(0).warns("fewer than 6 instances");
    let (two, more) = (made("two", "'bfs', 'ucs'"), made("more", "'dfs', 'astar -H zero'"));
    run(&["lab", "compare", &two, &more]).exits(0).warns("name a setup of each");
    let named = object(&["lab", "compare", &two, &more, "ucs", "astar -H zero"]);
    assert_fields(&named, &json!({ "pairs": 1, "unpaired": 0 }));
    run(&["lab", "compare", &two, &more, "ucs", "astar"]).exits(2).warns("did you mean 'astar -H");
}

/// A comparison of nothing, or without some runs, is not passed.
#[test]
fn missing_runs_are_regressions() {
    let scratch = Scratch::new();
    let study = "strategies = ['bfs', 'ucs']\n[[instances]]\npuzzle = 'tiles'\nlevels = 'easy'\n";
    let study = scratch.write("study.toml", study);
    let [old, half] = ["old.db", "half.db"].map(|name| scratch.path(name));
    object(&["lab", "run", &study, "--db", &old]);
    let other = scratch.write(
        "half.toml",
        "strategies = 'bfs'\n[[instances]]\npuzzle = 'tiles'\nlevels = 'easy'\n",
    );
    object(&["lab", "run", &other, "--db", &half]);
    let compare = ["lab", "compare", &old, &half, "--threshold", "5%"];
    run(&compare).exits(3).prints("ucs: not run: 1 instance");
    run(&["lab", "compare", &half, &old, "--threshold", "1000%"]).exits(0).prints("passed");
    let mut database = std::fs::read(&half).unwrap();
    let place = database.windows(9).position(|bytes| bytes == b"{\"puzzle\"").unwrap();
    database[place] = b'x';
    let damaged = scratch.write("damaged.db", database);
    run(&["lab", "report", &damaged])
        .exits(31)
        .warns("damaged.db: the database is damaged")
        .warns("help: run the study");
}
