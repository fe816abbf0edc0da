//! What people see: results on stdout, advice on stderr, colors only where wanted.

use crate::program::{Scratch, command, run};
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn the_showcase_solves_a_bit_of_everything() {
    let showcase = run(&[]);
    assert!(showcase.stdout.contains("puzzle and level    strategy"), "{}", showcase.stdout);
    assert!(showcase.stdout.contains("hanoi 3x3           astar, tower"), "{}", showcase.stdout);
    assert!(showcase.stdout.contains("Try next:"), "{}", showcase.stdout);
    for args in [&[][..], &["list"], &["describe", "tiles"], &["audit", "tiles", "--level", "easy"]]
    {
        let text = run(args).stdout;
        let wide = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{args:?}");
    }
}

#[test]
fn a_summary_says_how_sure_it_is() {
    for (args, says) in [
        (&["solve", "hanoi"][..], "solved      proved optimal: no plan is cheaper"),
        (&["solve", "hanoi", "-s", "greedy"], "solved      a plan; cheaper ones may exist"),
        (
            &["solve", "hanoi", "-s", "wastar"],
            "solved      no plan is cheaper than 1/2 of this one",
        ),
        (&["solve", "hanoi", "4 12", "--expansions", "9"], "stopped     expansion limit"),
        (&["solve", "hanoi", "-s", "wastar:1"], "solved      proved optimal: no plan is cheaper"),
        (
            &["solve", "hanoi", "-s", "dls:2"],
            "not found   states beyond the depth limit were left out",
        ),
    ] {
        let run = run(args);
        assert!(run.stdout.contains(says), "{args:?}: {}", run.stdout);
        assert!(run.stdout.contains("goals are tested when taken"), "{args:?}: {}", run.stdout);
    }
}

#[test]
fn plans_are_shown_as_asked() {
    let moves = run(&["solve", "hanoi", "3 2", "--show", "moves"]).stdout;
    assert!(moves.starts_with("1>2 1>3 2>3\n\nsolved"), "{moves}");
    let states = run(&["solve", "hanoi", "3 2", "--show", "states"]).stdout;
    assert!(states.starts_with("start\n   │"), "{states}");
    assert!(states.contains("\n3. 2>3\n"), "{states}");
    let none = run(&["solve", "hanoi", "3 2", "--show", "none"]).stdout;
    assert!(none.starts_with("solved"), "{none}");
}

#[test]
fn colors_only_where_they_are_wanted() {
    let colored = |variables: &[(&str, &str)]| {
        let output = command(&["solve", "hanoi"]).envs(variables.iter().copied()).output().unwrap();
        output.stdout.contains(&0x1B)
    };
    assert!(!colored(&[]), "a pipe is no terminal");
    assert!(colored(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for args in [
        &["solve", "hanoi", "3 10", "--show", "states"][..],
        &["solve", "hanoi", "3 14", "-s", "astar"],
        &["man"],
        &["completions", "bash"],
    ] {
        let mut child =
            command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
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
fn a_heuristic_that_changes_nothing_is_mentioned() {
    let run = run(&["solve", "hanoi", "-s", "bfs", "-H", "tower"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("bfs looks at no heuristic"), "{}", run.stderr);
}

#[test]
fn audits_tell_how_good_an_estimate_is() {
    let run = run(&["audit", "hanoi", "3 4", "-H", "tower"]);
    assert!(run.stdout.contains("admissible  claimed, and true"), "{}", run.stdout);
    assert!(run.stdout.contains("exact in all of the states"), "{}", run.stdout);
}

#[test]
fn descriptions_are_complete() {
    let text = run(&["describe", "hanoi"]).stdout;
    for part in
        ["Text", "Heuristics", "Levels", "Branching, measured", "Problem card", "environment"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let list = run(&["list"]).stdout;
    for name in ["hanoi", "astar", "bidirectional", "anytime", "goal-test"] {
        assert!(list.contains(name), "{name}: {list}");
    }
}

#[test]
fn a_plan_is_drawn_as_a_film_strip() {
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
    // Without a plan, the start.
    let (code, frames, svg) = drawn(&["solve", "tiles", "1 2 3 4 5 6 8 7 0"]);
    assert_eq!((code, frames), (10, 1));
    assert!(svg.contains(": the start</title>"), "{svg}");
    let unwritable = run(&["solve", "hanoi", "--svg", &scratch.path("none/strip.svg")]);
    assert_eq!(unwritable.code, 31, "{}", unwritable.stderr);
}
