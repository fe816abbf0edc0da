//! Several setups on one instance.

use crate::program::{Scratch, assert_documented, object, run, run_with_input};

#[test]
fn setups_are_shown_with_factors() {
    let args = ["race", "tiles", "--level", "eight", "-s", "bfs", "-s", "astar", "-H", "manhattan"];
    let race = run(&args).exits(0);
    race.begins(
        "tiles 8 6 7 / 2 5 4 / 3 0 1\n\nsetup               ending   cost  length  expanded",
    );
    race.prints("\nbfs                 optimal    31      31   181,439");
    race.prints("\nastar -H manhattan  optimal    31      31");
    let lines: Vec<&str> = race.stdout.lines().collect();
    assert!(lines[4].contains("×1.00"), "{lines:#?}");
    let factor = |line: &str| -> f64 {
        let word = line.split_whitespace().find_map(|word| word.strip_prefix('×')).unwrap();
        word.parse().unwrap()
    };
    assert!(factor(lines[3]) > 5.0, "{}", lines[3]);
}

#[test]
fn informed_strategies_run_with_every_heuristic() {
    let names = |strategies: &[&str], heuristics: &[&str]| -> Vec<String> {
        let mut args = vec!["race", "tiles", "--level", "easy"];
        args.extend(strategies.iter().flat_map(|name| ["-s", name]));
        args.extend(heuristics.iter().flat_map(|name| ["-H", name]));
        let race = object(&args);
        let runs = race["runs"].as_array().unwrap().iter();
        runs.map(|run| format!("{} {}", run["strategy"], run["heuristic"]).replace('"', ""))
            .collect()
    };
    let runs = names(&["astar", "bfs", "greedy -H pdb"], &["zero", "manhattan"]);
    assert_eq!(runs, ["astar zero", "astar manhattan", "bfs null", "greedy pdb"]);
    assert_eq!(names(&[], &[]).len(), 5);
    assert_eq!(names(&["best"], &[]), ["idastar walking-distance"]);
}

#[test]
fn limits_hold_for_each_run() {
    let args = ["race", "hanoi", "4 8", "--expansions", "500"];
    let race = run(&[&args[..], &["-s", "bfs", "-s", "astar -H patterns"]].concat()).exits(0);
    race.prints("\nbfs                expansions     –       –     ≥ 500");
    race.prints("optimal       33      33");
}

#[test]
fn loops_are_successors_that_repeat_a_state() {
    let args = ["race", "river", "3 3 2", "-s", "bfs", "-s", "bfs:duplicates=closed"];
    let (text, runs) = (run(&args).exits(0).stdout, object(&args));
    let rows: Vec<Vec<&str>> =
        text.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
    // The factor of the expanded nodes has no name.
    let place = rows[0].iter().position(|name| *name == "loops").unwrap() + 1;
    for (row, loops) in [(1, 16), (2, 25)] {
        assert_eq!(rows[row][place], loops.to_string(), "{text}");
        assert_eq!(runs["runs"][row - 1]["duplicates"], loops, "{text}");
    }
}

/// Standard input is read once, and every setup runs on it.
#[test]
fn reads_an_instance_from_standard_input() {
    let args = ["race", "tiles", "--file", "-", "-s", "bfs", "-s", "astar", "--json"];
    let race = run_with_input(&args, "8 6 7 2 5 4 3 0 1").exits(0);
    assert_eq!(race.stdout.matches("\"cost\":31").count(), 2, "{}", race.stdout);
}

#[test]
fn rejects_mistakes_before_any_run() {
    for (args, message) in [
        (&["-s", "astra"][..], "did you mean 'astar'"),
        (&["-s", "astar", "-H", "manhatan"], "did you mean 'manhattan'"),
        (&["-s", "bfs -H pdb"], "write bfs alone"),
        (&["-s", "bidirectional", "--depth-limit", "3"], "does not support --depth-limit"),
    ] {
        let race = run(&[&["race", "tiles", "--level", "easy"], args].concat()).exits(2);
        assert_eq!(race.warns(message).stdout, "", "{args:?}");
    }
}

#[test]
fn repeats_give_medians_with_intervals() {
    let scratch = Scratch::new();
    let (csv, svg) = (scratch.path("runs.csv"), scratch.path("times.svg"));
    let args = ["race", "hanoi", "3 3", "-s", "bfs", "-s", "astar", "--repeat", "6"];
    let race = run(&[&args[..], &["--csv", &csv, "--svg", &svg]].concat()).exits(0);
    race.prints("  median time  ").prints("  95 % interval  ").prints(" to ");
    let rows = scratch.read("runs.csv");
    // The setups take turns.
    let setups: Vec<&str> =
        rows.lines().skip(1).map(|row| row.split(',').nth(7).unwrap()).collect();
    assert_eq!(setups, ["bfs", "astar -H tower"].repeat(6));
    let svg = scratch.read("times.svg");
    assert_eq!(svg.matches("<title>each repeat: ").count(), 12, "{svg}");
    assert_eq!(svg.matches("<title>median: ").count(), 2, "{svg}");
    let race = object(&args);
    assert_documented(&["race"], &race);
    assert_eq!(race["runs"].as_array().unwrap().len(), 12);
    let first = &race["setups"][0];
    assert_eq!((&first["setup"], &first["repeats"]), (&"bfs".into(), &6.into()));
    let seconds = |value: &serde_json::Value| value.as_f64().unwrap();
    let interval = &first["interval"];
    assert!(seconds(&interval["low"]) <= seconds(&first["median"]), "{first}");
    assert!(seconds(&first["median"]) <= seconds(&interval["high"]), "{first}");
    // Fewer repeats have no interval, and a single one is as before.
    let few = ["race", "hanoi", "3 3", "-s", "bfs", "--repeat", "5"];
    run(&few).exits(0).warns("an interval needs 6 repeats");
    let few = object(&few);
    assert!(few["setups"][0]["interval"].is_null(), "{few}");
    assert!(object(&["race", "hanoi", "3 3", "-s", "bfs"])["setups"].is_null());
    run(&["race", "hanoi", "--repeat", "0"]).exits(2).warns("a whole number from 1 to 1,000");
}

/// A search that ends by itself without a plan has counted everything.
#[test]
fn only_a_stopped_run_has_lower_bounds() {
    let race = |args: &[&str]| {
        let run = run(&[&["race", "hanoi", "3 3"], args, &["--svg", "-"]].concat());
        assert!(run.stdout.contains("<desc>seconds: time</desc>"), "{run:#?}");
        [run.stderr.contains('≥'), run.stdout.contains('≥')]
    };
    assert_eq!(race(&["-s", "dls:2"]), [false, false]);
    assert_eq!(race(&["-s", "bfs", "--expansions", "2"]), [true, true]);
}
