//! Text output: results on stdout, notes on stderr, colors on request.

use crate::program::{Scratch, command, run, spawn};
use std::io::{BufRead, BufReader};

#[test]
fn text_fits_a_terminal() {
    let showcase = run(&[]).stdout;
    for expected in ["8 6 7", "solved in 31 moves", "bfs: 181,439 nodes in", "Try next:"] {
        assert!(showcase.contains(expected), "{expected}: {showcase}");
    }
    assert!(showcase.lines().count() < 24, "{showcase}");
    for args in [&[][..], &["list"], &["describe", "tiles"], &["audit", "tiles", "--level", "easy"]]
    {
        let text = run(args).stdout;
        let wide = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{args:?}");
    }
}

#[test]
fn summaries_state_what_is_proved() {
    let optimal = "solved      proved optimal: no plan is cheaper";
    for (args, expected) in [
        (&["hanoi"][..], optimal),
        (&["hanoi", "-s", "wastar:1"], optimal),
        (&["hanoi", "-s", "greedy"], "solved      not proved optimal: cheaper plans may exist"),
        (&["hanoi", "-s", "wastar"], "solved      costs at most 2 times the optimum"),
        (&["hanoi", "4 12", "--expansions", "9"], "stopped     expansion limit"),
        (&["hanoi", "-s", "dls:2"], "not found   states beyond the depth limit"),
    ] {
        run(&[&["solve"], args].concat()).prints(expected).prints("goals are tested when popped");
    }
}

#[test]
fn show_selects_the_parts_of_a_plan() {
    let show = |what| run(&["solve", "hanoi", "3 2", "--show", what]).stdout;
    let (moves, states, none) = (show("moves"), show("states"), show("none"));
    assert!(moves.starts_with("1>2 1>3 2>3\n\nsolved"), "{moves}");
    assert!(states.starts_with("start\n   │"), "{states}");
    assert!(states.contains("\n3. 2>3\n"), "{states}");
    assert!(none.starts_with("solved"), "{none}");
}

#[test]
fn colors_need_a_terminal_or_a_request() {
    let colored = |variables: &[(&str, &str)]| {
        let output = command(&["solve", "hanoi"]).envs(variables.iter().copied()).output().unwrap();
        output.stdout.contains(&0x1B)
    };
    assert!(!colored(&[]), "a pipe is not a terminal");
    assert!(colored(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn a_broken_pipe_is_not_an_error() {
    for args in [
        &["solve", "hanoi", "3 10", "--show", "states"][..],
        &["solve", "hanoi", "3 14", "-s", "astar"],
        &["man"],
        &["completions", "bash"],
    ] {
        let mut child = spawn(args);
        let mut first = String::new();
        BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(!first.is_empty());
        let ended = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(0), "{args:?}: {stderr}");
        assert!(stderr.is_empty(), "{args:?}: {stderr}");
    }
}

#[test]
fn a_heuristic_without_effect_is_noted() {
    run(&["solve", "hanoi", "-s", "bfs", "-H", "tower"]).exits(0).warns("bfs uses no heuristic");
}

#[test]
fn reports_are_complete() {
    for (args, parts) in [
        (
            &["describe", "hanoi"][..],
            &["Text", "Heuristics", "Built-in instances", "Branching factor", "environment"][..],
        ),
        (&["list"], &["hanoi", "astar", "bidirectional", "anytime", "goal-test"]),
        (&["audit", "hanoi", "3 4", "-H", "tower"], &["admissible", "exact in all"]),
    ] {
        let text = run(args).stdout;
        for part in parts {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn svg_draws_every_state_of_the_plan() {
    let scratch = Scratch::new();
    let path = scratch.path("strip.svg");
    let drawn = |args: &[&str]| {
        let run = run(&[args, &["--svg", &path]].concat());
        let svg = std::fs::read_to_string(&path).unwrap_or_default();
        (run.code, svg.matches("<g transform").count(), svg)
    };
    let (code, frames, svg) = drawn(&["solve", "hanoi", "3 3"]);
    assert_eq!((code, frames), (0, 8), "the start and seven moves");
    assert!(svg.contains("<title>Towers of Hanoi: 7 moves</title>"), "{svg}");
    assert!(svg.contains(">7. 1&gt;3</text>"), "{svg}");
    // Without a plan, only the start.
    let (code, frames, svg) = drawn(&["solve", "tiles", "1 2 3 4 5 6 8 7 0"]);
    assert_eq!((code, frames), (10, 1));
    assert!(svg.contains(": start</title>"), "{svg}");
    run(&["solve", "hanoi", "--svg", &scratch.path("none/strip.svg")]).exits(31);
}
