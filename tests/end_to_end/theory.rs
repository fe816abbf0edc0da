//! The theory commands and the output of audits, as text, JSON, SVG and HTML.

use crate::program::{Run, Scratch, assert_fields, object, run, run_with_input};
use serde_json::json;

#[test]
fn tie_breaking_counts_match_solve() {
    let found = object(&["lab", "tie-breaking"]);
    assert_fields(&found, &json!({ "rows": 120, "cols": 120, "below": 0, "equal": 14_399 }));
    assert_eq!(found["low_g"]["strategy"], "astar(ties=low-g)");
    for (ties, name, expanded) in [("low-g", "low_g", 14_399), ("high-g", "high_g", 238)] {
        let strategy = format!("astar:ties={ties}");
        let solved = object(&["solve", "grid", "open", "-s", &strategy, "-H", "manhattan"]);
        for counts in [&solved, &found[name]] {
            assert_eq!(counts["expanded"], expanded);
        }
    }
}

#[test]
fn every_question_writes_svg_and_html() {
    let scratch = Scratch::new();
    for (name, args) in [
        ("ties", &["lab", "tie-breaking", "--size", "20x30", "--random", "20", "--seed", "1"][..]),
        ("tree", &["lab", "inconsistency"]),
        ("family", &["lab", "ancestry", "--generations", "3", "--children", "3"]),
        ("plot", &["lab", "ancestry", "--generations", "6"]),
        ("audit", &["audit", "graph", "too-high"]),
    ] {
        let (svg, html) = (scratch.path("a.svg"), scratch.path("a.html"));
        run(&[args, &["--svg", &svg, "--html", &html]].concat()).exits(0);
        let [svg, html] = [svg, html].map(|path| std::fs::read_to_string(path).unwrap());
        assert!(svg.starts_with("<svg") && !svg.contains("NaN"), "{name}");
        assert!(html.starts_with("<!DOCTYPE html>"), "{html}");
        for forbidden in ["<script", "https:", "src=", "@import", "url(", "NaN"] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
        assert!(html.contains("<svg") && html.contains("Provenance"));
    }
}

#[test]
fn inconsistency_reads_graphs() {
    let compare = |text| run_with_input(&["lab", "inconsistency", "--file", "-"], text);
    let overestimated = compare("start A; goal C; h A 9\nA -> B; B -> C").exits(0);
    overestimated.prints("not admissible: h(A) = 9");
    compare("start A\nA => B")
        .exits(31)
        .warns("standard input: line 2, column 1: expected 'A -> B 3'");
    compare("start A; goal B; B -> A").exits(10);
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
    run(&["lab", "tie-breaking", "--size", "3x3", "--svg", "/no/such/place.svg"]).exits(32);
}

/// The claims about a graph's estimates are computed.
#[test]
fn claims_about_given_estimates_are_computed_from_the_graph() {
    let solve = |level| run(&["solve", "graph", level, "-s", "astar", "-H", "given"]);
    solve("coast").prints("proved optimal").prints("given (consistent)");
    solve("too-high").prints("cheaper plans may exist").prints("(no claims)");
    let scratch = Scratch::new();
    let file = scratch.path("proof");
    for (code, args) in [
        (0, &["graph", "coast", "--out", &file][..]),
        (0, &["--check", &file]),
        (2, &["graph", "too-high", "--out", &file]),
        (0, &["graph", "too-high", "-s", "ucs", "-H", "zero", "--out", &file]),
    ] {
        run(&[&["certify"], args].concat()).exits(code);
    }
}

#[test]
fn counterexamples_are_colored_on_terminals_only() {
    let plain = run(&["audit", "graph", "too-high", "-H", "given"]).stdout;
    assert!(plain.contains("\nB  h = 7\n") && !plain.contains('\u{1b}'), "{plain}");
    let mut command = crate::program::command(&["audit", "graph", "too-high", "-H", "given"]);
    let colored = Run::from(command.env("CLICOLOR_FORCE", "1").output().unwrap());
    colored.prints("\u{1b}[38;5;160mB");
}

#[test]
fn an_enclosed_goal_needs_no_search() {
    run(&["solve", "grid", "cut-off"]).exits(10).prints("cells: 44").prints("no search needed");
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

/// The commands in docs/theory.md draw the pictures that it shows.
#[test]
fn documented_pictures_are_current() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let text = std::fs::read_to_string(format!("{docs}/theory.md")).unwrap();
    let commands = text.lines().filter_map(|line| line.strip_prefix("$ heureka "));
    let mut found = 0;
    for command in commands {
        let Some((_, name)) = command.split_once(" --svg ") else { continue };
        let scratch = Scratch::new();
        let run = scratch.run(&command.split(' ').collect::<Vec<_>>());
        assert!([0, 1].contains(&run.code), "{run:#?}");
        let shown = std::fs::read_to_string(format!("{docs}/pictures/{name}")).unwrap();
        assert!(scratch.read(name) == shown, "put the picture of {command} into docs/pictures");
        assert!(text.contains(&format!("(pictures/{name})")), "{name}");
        found += 1;
    }
    assert_eq!(found, 4);
}
