//! Grids with eight moves, and maps of the Moving AI benchmarks.

use crate::program::{Scratch, run};
use heureka_puzzles::grid::scenario;

const MAP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/data/grid/island.map");
const SCENARIOS: &str = include_str!("../../crates/puzzles/data/grid/island.scen");

#[test]
fn a_map_is_solved_at_the_length_of_its_scenario() {
    for scenario in scenario::read(SCENARIOS).unwrap().iter().step_by(5) {
        let [start, goal] = [("start", scenario.start), ("goal", scenario.goal)]
            .map(|(name, cell)| format!("{name}={},{}", cell.col, cell.row));
        let args = ["solve", "grid", "--file", MAP, "-p", &start, "-p", &goal];
        let length = format!("length      {:.8}\n", scenario.length);
        run(&args).exits(0).prints("proved optimal").prints("heuristic octile").prints(length);
        let record = run(&[&args[..], &["--json"]].concat()).exits(0).json();
        let length = record["path_length"].as_f64().unwrap();
        assert!((length - scenario.length).abs() < 1e-8, "{scenario:?}");
        assert!(record["instance"].as_str().unwrap().starts_with("moves 8\n"));
    }
    let four = run(&["solve", "grid", "pocket", "--json"]).json();
    assert_eq!((&four["cost"], &four["path_length"]), (&27.into(), &serde_json::Value::Null));
}

/// The moves belong to the text, so a claim about four moves is not one about eight.
#[test]
fn a_claim_states_the_moves() {
    let scratch = Scratch::new();
    let file = scratch.path("certificate");
    let ends = ["-p", "start=2,2", "-p", "goal=21,7"];
    let certify = ["certify", "grid", "--file", MAP, "--out", &file];
    run(&[&certify[..], &ends].concat()).exits(0);
    let expect = ["certify", "--check", &file, "--expect", "grid"];
    run(&[&expect[..], &["--file", MAP], &ends].concat())
        .exits(0)
        .prints("instance    moves 8 / ###");
    run(&[&expect[..], &["--file", MAP, "-p", "moves=4"], &ends].concat()).exits(30);
    run(&["certify", "grid", "pocket", "-p", "moves=8", "--out", &file]).exits(0);
    run(&[&expect[..], &["pocket", "-p", "moves=8"]].concat()).exits(0);
    run(&[&expect[..], &["pocket"]].concat()).exits(30).warns("moves 8");
}

#[test]
fn errors_in_maps_name_the_place() {
    let scratch = Scratch::new();
    for (content, expected) in [
        ("type tile\n", "line 1, column 6: 'tile': expected octile"),
        ("type octile\nheight two\n", "line 2, column 8: 'two': expected a number of rows"),
        ("type octile\nheight 1\nwidth 2\nmap\n.x\n", "line 5, column 2: 'x': expected . or G"),
        ("type octile\nheight 1\nwidth 2\nmap\n...\n", "line 5, column 3: 3 cells: expected 2"),
        ("moves 5\n..\n", "line 1, column 1: expected 'moves 4' or 'moves 8'"),
    ] {
        let file = scratch.write("bad.map", content);
        run(&["solve", "grid", "--file", &file]).exits(31).warns("bad.map").warns(expected);
    }
    let given = |start| run(&["solve", "grid", "--file", MAP, "-p", start]).exits(31);
    given("start=9").warns("start=9: expected COLUMN,ROW, from 0,0 at the top left to 23,15");
    given("start=0,0").warns("start=0,0 is a wall");
    run(&["solve", "grid", "--file", MAP]).exits(31).warns("give -p start=COLUMN,ROW");
}

#[test]
fn a_route_is_drawn_with_diagonal_lines() {
    let drawn = run(&["solve", "grid", "S../.../..G", "-p", "moves=8", "--svg", "-"]).exits(0);
    drawn.prints("points=\"0.5,0.5 1.5,1.5 2.5,2.5\"");
}

#[test]
fn jump_point_search_finds_the_same_length_with_fewer_nodes() {
    let args = ["solve", "grid", "--file", MAP, "-p", "start=2,2", "-p", "goal=21,7", "--json"];
    let solve = |strategy| run(&[&args[..], &["-s", strategy]].concat()).exits(0).json();
    let (single, jumps) = (solve("astar"), solve("astar:jumps=yes"));
    assert_eq!(jumps["strategy"], "astar(jumps=yes)");
    for field in ["cost", "length", "path_length", "optimality"] {
        assert_eq!(single[field], jumps[field], "{field}");
    }
    assert!(single["expanded"].as_u64() > jumps["expanded"].as_u64());
    run(&["solve", "grid", "pocket", "-s", "astar:jumps=yes"])
        .exits(2)
        .warns("a grid with moves=8");
    // The walls as bits, by rows and by columns, count against the limits.
    let large = ["solve", "grid", "6000x6000", "-p", "moves=8", "-s", "astar:jumps=yes", "--json"];
    let stopped = run(&[&large[..], &["--memory-limit", "8MiB"]].concat()).exits(20);
    assert_eq!(stopped.json()["expanded"], 0);
    run(&["solve", "grid", "-s", "jps"]).exits(2).warns("astar:jumps=yes");
}
