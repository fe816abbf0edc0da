//! The questions of theory and the drawn audits, as people and programs get them.

use crate::program::{Scratch, run, run_with_input};
use serde_json::Value;

fn object(args: &[&str]) -> Value {
    let run = run(&[args, &["--json"]].concat());
    assert_eq!((run.code, run.stdout.lines().count()), (0, 1), "{args:?}: {}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

/// A page that needs nothing but itself, with at least one picture on it.
fn is_a_page(html: &str) {
    assert!(html.starts_with("<!DOCTYPE html>"), "{html}");
    for wrong in ["<script", "https:", "src=", "@import", "url(", "NaN"] {
        assert!(!html.contains(wrong), "{wrong}");
    }
    assert!(html.contains("<svg") && html.contains("How this came about"));
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn ties_on_the_grid_of_the_question() {
    let found = object(&["lab", "tie-breaking"]);
    assert_eq!((&found["rows"], &found["cols"]), (&120.into(), &120.into()));
    assert_eq!((&found["below"], &found["level"]), (&0.into(), &14_399.into()));
    assert_eq!(found["low_g"]["expanded"], 14_399);
    assert_eq!(found["high_g"]["expanded"], 238);
    assert_eq!(found["low_g"]["strategy"], "astar(ties=low-g)");
    // The same counts by the general command.
    let solve = |ties: &str| {
        object(&["solve", "grid", "open", "-s", &format!("astar:ties={ties}"), "-H", "manhattan"])
    };
    assert_eq!(solve("low-g")["expanded"], found["low_g"]["expanded"]);
    assert_eq!(solve("high-g")["expanded"], found["high_g"]["expanded"]);
}

#[test]
fn every_question_is_drawn_and_written_to_a_page() {
    let scratch = Scratch::new();
    for (name, args) in [
        ("ties", &["lab", "tie-breaking", "--size", "20x30", "--random", "20"][..]),
        ("tree", &["lab", "inconsistency"]),
        ("family", &["lab", "ancestry", "--generations", "3", "--children", "3"]),
        ("plot", &["lab", "ancestry", "--generations", "6"]),
        ("audit", &["audit", "graph", "too-high"]),
    ] {
        let (svg, html) = (scratch.path("a.svg"), scratch.path("a.html"));
        let ended = run(&[args, &["--svg", &svg, "--html", &html]].concat());
        assert_eq!(ended.code, 0, "{name}: {}", ended.stderr);
        let (svg, html) = (read(&svg), read(&html));
        assert!(svg.starts_with("<svg") && !svg.contains("NaN"), "{name}");
        is_a_page(&html);
    }
}

#[test]
fn fields_are_documented() {
    let documented = include_str!("../../docs/json.md");
    for name in ["tie-breaking", "inconsistency", "ancestry"] {
        let title = format!("`heureka lab {name}`\n");
        let section = documented.split("\n## ").find(|text| text.starts_with(&title)).unwrap();
        let found = object(&["lab", name]);
        assert_eq!(found["schema"], 1);
        for field in crate::json::fields(&found) {
            assert!(section.contains(&format!("`{field}`")), "{name}: {field}");
        }
    }
}

#[test]
fn a_graph_of_ones_own() {
    let text = "start A; goal C; h A 9\nA -> B; B -> C";
    let told = run_with_input(&["lab", "inconsistency", "--file", "-"], text);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("not admissible: h(A) = 9"), "{}", told.stdout);
    let wrong = run_with_input(&["lab", "inconsistency", "--file", "-"], "start A\nA => B");
    assert_eq!(wrong.code, 31);
    assert!(wrong.stderr.contains("-: line 2, column 1: expected 'A -> B 3'"), "{}", wrong.stderr);
    let apart = run_with_input(&["lab", "inconsistency", "--file", "-"], "start A; goal B; B -> A");
    assert_eq!(apart.code, 10, "{}", apart.stderr);
}

#[test]
fn wrong_sizes_and_limits() {
    for args in [
        &["tie-breaking", "--size", "0x5"][..],
        &["tie-breaking", "--size", "5"],
        &["tie-breaking", "--random", "100"],
        &["tie-breaking", "--size", "1x1", "--random", "99", "--seed", "3"],
        &["ancestry", "--children", "1"],
        &["ancestry", "--generations", "20"],
    ] {
        assert_eq!(run(&[&["lab"], args].concat()).code, 2, "{args:?}");
    }
    assert_eq!(run(&["lab", "tie-breaking", "--expansions", "10"]).code, 22);
    let nowhere = run(&["lab", "tie-breaking", "--size", "3x3", "--svg", "/no/such/place.svg"]);
    assert_eq!(nowhere.code, 31, "{}", nowhere.stderr);
}

/// What is claimed of given estimates is what was found out about them.
#[test]
fn claims_of_a_graph_are_its_own() {
    let told = run(&["solve", "graph", "coast", "-s", "astar", "-H", "given"]).stdout;
    assert!(told.contains("proved optimal") && told.contains("given (consistent)"), "{told}");
    let told = run(&["solve", "graph", "too-high", "-s", "astar", "-H", "given"]).stdout;
    assert!(told.contains("cheaper ones may exist") && told.contains("(no claims)"), "{told}");
    let scratch = Scratch::new();
    let file = scratch.path("proof");
    assert_eq!(run(&["certify", "graph", "coast", "--out", &file]).code, 0);
    assert_eq!(run(&["certify", "--check", &file]).code, 0);
    assert_eq!(run(&["certify", "graph", "too-high", "--out", &file]).code, 2);
    assert_eq!(
        run(&["certify", "graph", "too-high", "-s", "ucs", "-H", "zero", "--out", &file]).code,
        0
    );
}

/// Counterexamples are in colors where the terminal has some, and nowhere else.
#[test]
fn counterexamples_are_painted() {
    let plain = run(&["audit", "graph", "too-high", "-H", "given"]).stdout;
    assert!(plain.contains("\nB  h = 7\n") && !plain.contains('\u{1b}'), "{plain}");
    let mut colored = crate::program::command(&["audit", "graph", "too-high", "-H", "given"]);
    let output = colored.env("CLICOLOR_FORCE", "1").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\u{1b}[38;5;160mB"), "{text}");
}

#[test]
fn a_cut_off_goal_is_told_at_once() {
    let told = run(&["solve", "grid", "cut-off"]);
    assert_eq!(told.code, 10);
    assert!(told.stdout.contains("44 cells can be reached"), "{}", told.stdout);
    assert!(told.stdout.contains("no search was needed"), "{}", told.stdout);
}

/// What the estimates call a dead end is not proved to be one.
#[test]
fn a_way_that_estimates_hide_is_not_ruled_out() {
    let scratch = Scratch::new();
    let graph = scratch.write("hidden.txt", "start A\ngoal D\nA -> B 1\nB -> D 1\nh B inf\n");
    let ran = run(&["lab", "inconsistency", "--file", &graph, "--json"]);
    assert_eq!(ran.code, 11, "{}", ran.stdout);
    assert!(ran.stdout.contains("\"outcome\":\"not-found\""), "{}", ran.stdout);
    let stopped = run(&["lab", "tie-breaking", "--expansions", "5", "--json"]);
    assert_eq!(stopped.code, 22);
    assert!(stopped.stdout.contains("\"reason\":\"expansions\""), "{}", stopped.stdout);
}

#[test]
fn nothing_is_written_over_what_is_read_or_written() {
    let scratch = Scratch::new();
    let text = "start A\ngoal B\nA -> B 1\n";
    let graph = scratch.write("graph.txt", text);
    let picture = scratch.path("picture");
    for args in [
        &["lab", "inconsistency", "--file", &graph, "--svg", &graph][..],
        &["lab", "tie-breaking", "--svg", &picture, "--html", &picture],
        &["audit", "graph", "--file", &graph, "-H", "given", "--html", &graph],
    ] {
        let ran = run(args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.stderr.contains("already"), "{}", ran.stderr);
    }
    assert_eq!(std::fs::read_to_string(&graph).unwrap(), text);
}

/// As headings show it.
#[test]
fn a_grid_in_one_line_is_the_same_with_blanks_around_the_slashes() {
    for grid in [".G#./...S/###./.###", ".G#. / ...S / ###. / .###"] {
        let solved = run(&["solve", "grid", grid]);
        assert!(solved.stdout.contains("cost        3 "), "{}", solved.stdout);
    }
}
