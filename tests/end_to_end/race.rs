//! Several setups on one instance.

use crate::program::{run, run_with_input};
use serde_json::Value;

#[test]
fn shows_setups_with_factors() {
    let race =
        run(&["race", "tiles", "--level", "eight", "-s", "bfs", "-s", "astar", "-H", "manhattan"])
            .exits(0);
    let lines: Vec<&str> = race.stdout.lines().collect();
    assert_eq!(lines[0], "tiles 8 6 7 / 2 5 4 / 3 0 1");
    assert!(
        lines[2].starts_with("setup               ending   cost  length  expanded"),
        "{lines:#?}"
    );
    assert!(
        lines[3].starts_with("bfs                 optimal    31      31   181,439"),
        "{lines:#?}"
    );
    assert!(lines[4].starts_with("astar -H manhattan  optimal    31      31"), "{lines:#?}");
    assert!(lines[4].contains("×1.00"), "{lines:#?}");
    let factor = |line: &str| -> f64 {
        let word = line.split_whitespace().find_map(|word| word.strip_prefix('×')).unwrap();
        word.parse().unwrap()
    };
    assert!(factor(lines[3]) > 5.0, "{}", lines[3]);
}

#[test]
fn informed_strategies_run_with_every_heuristic() {
    let args = ["race", "tiles", "--level", "easy", "--json"];
    let names = |more: &[&str]| -> Vec<(String, Option<String>)> {
        let race = run(&[&args[..], more].concat()).exits(0).json();
        let runs = race["runs"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        runs.map(|run| (text(&run["strategy"]).unwrap(), text(&run["heuristic"]))).collect()
    };
    let named = |strategy: &str, heuristic: &str| (strategy.to_owned(), Some(heuristic.to_owned()));
    assert_eq!(
        names(&[
            "-s",
            "astar",
            "-s",
            "bfs",
            "-s",
            "greedy -H pdb",
            "-H",
            "zero",
            "-H",
            "manhattan"
        ]),
        [
            named("astar", "zero"),
            named("astar", "manhattan"),
            ("bfs".to_owned(), None),
            named("greedy", "pdb"),
        ]
    );
    assert_eq!(names(&[]).len(), 5);
    assert_eq!(names(&["-s", "best"]), [named("idastar", "walking-distance")]);
}

#[test]
fn limits_hold_for_each_run() {
    let args = ["race", "hanoi", "4 8", "--expansions", "500"];
    let race = run(&[&args[..], &["-s", "bfs", "-s", "astar -H patterns"]].concat()).exits(0);
    let lines: Vec<&str> = race.stdout.lines().collect();
    assert!(
        lines[3].starts_with("bfs                expansions     –       –     ≥ 500"),
        "{lines:#?}"
    );
    assert!(lines[4].contains("optimal       33      33"), "{lines:#?}");
}

/// Standard input is read once, and every setup runs on it.
#[test]
fn reads_an_instance_from_standard_input() {
    let race = run_with_input(
        &["race", "tiles", "--file", "-", "-s", "bfs", "-s", "astar", "--json"],
        "8 6 7 2 5 4 3 0 1",
    )
    .exits(0);
    assert_eq!(race.stdout.matches("\"cost\":31").count(), 2, "{}", race.stdout);
}

#[test]
fn rejects_mistakes_before_any_run() {
    for (args, says) in [
        (&["-s", "astra"][..], "did you mean 'astar'"),
        (&["-s", "astar", "-H", "manhatan"], "did you mean 'manhattan'"),
        (&["-s", "bfs -H pdb"], "write bfs alone"),
        (&["-s", "bidirectional", "--depth-limit", "3"], "does not support --depth-limit"),
    ] {
        let race = run(&[&["race", "tiles", "--level", "easy"], args].concat());
        assert_eq!((race.code, race.stdout.as_str()), (2, ""), "{args:?}");
        race.warns(says);
    }
}
