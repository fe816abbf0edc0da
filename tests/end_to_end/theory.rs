//! The theory commands and the output of audits, as text, JSON, SVG and HTML.

use crate::program::{Scratch, run, run_with_input};
use serde_json::Value;

fn object(args: &[&str]) -> Value {
    let run = run(&[args, &["--json"]].concat());
    assert_eq!((run.code, run.stdout.lines().count()), (0, 1), "{args:?}: {}", run.stderr);
    run.json()
}

/// Checks that a page is self-contained and has a picture.
fn check_page(html: &str) {
    assert!(html.starts_with("<!DOCTYPE html>"), "{html}");
    for forbidden in ["<script", "https:", "src=", "@import", "url(", "NaN"] {
        assert!(!html.contains(forbidden), "{forbidden}");
    }
    assert!(html.contains("<svg") && html.contains("Provenance"));
}

#[test]
fn tie_breaking_counts_match_solve() {
    let found = object(&["lab", "tie-breaking"]);
    assert_eq!((&found["rows"], &found["cols"]), (&120.into(), &120.into()));
    assert_eq!((&found["below"], &found["equal"]), (&0.into(), &14_399.into()));
    assert_eq!(found["low_g"]["expanded"], 14_399);
    assert_eq!(found["high_g"]["expanded"], 238);
    assert_eq!(found["low_g"]["strategy"], "astar(ties=low-g)");
    let solve = |ties: &str| {
        object(&["solve", "grid", "open", "-s", &format!("astar:ties={ties}"), "-H", "manhattan"])
    };
    assert_eq!(solve("low-g")["expanded"], found["low_g"]["expanded"]);
    assert_eq!(solve("high-g")["expanded"], found["high_g"]["expanded"]);
}

#[test]
fn every_question_writes_svg_and_html() {
    let scratch = Scratch::new();
    for (name, args) in [
        ("ties", &["lab", "tie-breaking", "--size", "20x30", "--random", "20"][..]),
        ("tree", &["lab", "inconsistency"]),
        ("family", &["lab", "ancestry", "--generations", "3", "--children", "3"]),
        ("plot", &["lab", "ancestry", "--generations", "6"]),
        ("audit", &["audit", "graph", "too-high"]),
    ] {
        let (svg, html) = (scratch.path("a.svg"), scratch.path("a.html"));
        run(&[args, &["--svg", &svg, "--html", &html]].concat()).exits(0);
        let [svg, html] = [svg, html].map(|path| std::fs::read_to_string(path).unwrap());
        assert!(svg.starts_with("<svg") && !svg.contains("NaN"), "{name}");
        check_page(&html);
    }
}

#[test]
fn json_fields_are_documented() {
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
fn inconsistency_reads_graphs() {
    let text = "start A; goal C; h A 9\nA -> B; B -> C";
    run_with_input(&["lab", "inconsistency", "--file", "-"], text)
        .exits(0)
        .prints("not admissible: h(A) = 9");
    let invalid =
        run_with_input(&["lab", "inconsistency", "--file", "-"], "start A\nA => B").exits(31);
    let error = "-: line 2, column 1: expected 'A -> B 3'";
    invalid.warns(error);
    run_with_input(&["lab", "inconsistency", "--file", "-"], "start A; goal B; B -> A").exits(10);
}

#[test]
fn rejects_invalid_sizes_and_reports_limits() {
    for args in [
        &["tie-breaking", "--size", "0x5"][..],
        &["tie-breaking", "--size", "5"],
        &["tie-breaking", "--random", "100"],
        &["tie-breaking", "--size", "1x1", "--random", "99", "--seed", "3"],
        &["ancestry", "--children", "1"],
        &["ancestry", "--generations", "20"],
    ] {
        run(&[&["lab"], args].concat()).exits(2);
    }
    run(&["lab", "tie-breaking", "--expansions", "10"]).exits(22);
    run(&["lab", "tie-breaking", "--size", "3x3", "--svg", "/no/such/place.svg"]).exits(31);
}

/// The claims about a graph's estimates are computed.
#[test]
fn claims_about_given_estimates_are_true() {
    let text = run(&["solve", "graph", "coast", "-s", "astar", "-H", "given"]).stdout;
    assert!(text.contains("proved optimal") && text.contains("given (consistent)"), "{text}");
    let text = run(&["solve", "graph", "too-high", "-s", "astar", "-H", "given"]).stdout;
    assert!(text.contains("cheaper plans may exist") && text.contains("(no claims)"), "{text}");
    let scratch = Scratch::new();
    let file = scratch.path("proof");
    run(&["certify", "graph", "coast", "--out", &file]).exits(0);
    run(&["certify", "--check", &file]).exits(0);
    run(&["certify", "graph", "too-high", "--out", &file]).exits(2);
    run(&["certify", "graph", "too-high", "-s", "ucs", "-H", "zero", "--out", &file]).exits(0);
}

#[test]
fn counterexamples_are_colored_on_terminals_only() {
    let plain = run(&["audit", "graph", "too-high", "-H", "given"]).stdout;
    assert!(plain.contains("\nB  h = 7\n") && !plain.contains('\u{1b}'), "{plain}");
    let mut colored = crate::program::command(&["audit", "graph", "too-high", "-H", "given"]);
    let output = colored.env("CLICOLOR_FORCE", "1").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\u{1b}[38;5;160mB"), "{text}");
}

#[test]
fn an_enclosed_goal_needs_no_search() {
    run(&["solve", "grid", "cut-off"]).exits(10).prints("44 cells").prints("no search needed");
}

/// A dead end according to the heuristic proves nothing.
#[test]
fn a_path_hidden_by_the_heuristic_is_not_found() {
    let scratch = Scratch::new();
    let graph = scratch.write("hidden.txt", "start A\ngoal D\nA -> B 1\nB -> D 1\nh B inf\n");
    run(&["lab", "inconsistency", "--file", &graph, "--json"])
        .exits(11)
        .prints("\"outcome\":\"not-found\"");
    run(&["lab", "tie-breaking", "--expansions", "5", "--json"])
        .exits(22)
        .prints("\"reason\":\"expansions\"");
}

#[test]
fn rejects_output_files_that_are_already_used() {
    let scratch = Scratch::new();
    let text = "start A\ngoal B\nA -> B 1\n";
    let graph = scratch.write("graph.txt", text);
    let picture = scratch.path("picture");
    for args in [
        &["lab", "inconsistency", "--file", &graph, "--svg", &graph][..],
        &["lab", "tie-breaking", "--svg", &picture, "--html", &picture],
        &["audit", "graph", "--file", &graph, "-H", "given", "--html", &graph],
    ] {
        run(args).exits(2).warns("already");
    }
    assert_eq!(std::fs::read_to_string(&graph).unwrap(), text);
}

#[test]
fn a_grid_on_one_line_may_have_spaces_around_slashes() {
    for grid in [".G#./...S/###./.###", ".G#. / ...S / ###. / .###"] {
        run(&["solve", "grid", grid]).prints("cost        3 ");
    }
}
