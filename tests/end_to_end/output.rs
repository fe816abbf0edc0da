//! Text output: results on stdout, notes on stderr, colors on request.

use crate::program::{Run, Scratch, command, read_line, run, spawn};

#[test]
fn text_fits_80_columns() {
    let showcase = run(&[]);
    showcase.prints("│ 8 │ 6 │ 7 │").prints("solved in 31 moves").prints("bfs: 181,439 nodes in");
    assert!(showcase.prints("Try next:").stdout.lines().count() < 24, "{showcase:#?}");
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
    let show = |what| run(&["solve", "hanoi", "3 2", "--show", what]);
    show("moves").begins("1>2 1>3 2>3\n\nsolved");
    show("states").begins("start\n   │").prints("\n3. 2>3\n");
    show("none").begins("solved");
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
        assert_ne!(read_line(child.stdout.take().unwrap()), "");
        let ended = Run::of(child).exits(0);
        assert_eq!(ended.stderr, "", "{args:?}");
    }
}

#[test]
fn a_heuristic_without_effect_is_noted() {
    run(&["solve", "hanoi", "-s", "bfs", "-H", "tower"]).exits(0).warns("bfs uses no heuristic");
}

#[test]
fn describe_list_and_audit_print_every_section() {
    let card = ["Text", "Heuristics", "Built-in instances", "Branching factor", "environment"];
    for (args, parts) in [
        (&["describe", "hanoi"][..], &card[..]),
        (&["describe", "A*"], &["f = g + h", "a-star", "ties", "high-g", "(default)", "-s astar:"]),
        (&["describe", "dls"], &["as in dls:12", "duplicates=graph"]),
        (&["describe", "ids"], &["unsolvable", "65,536 states breadth-first"]),
        (&["describe", "idastar"], &["unsolvable", "65,536 states breadth-first"]),
        (&["describe", "manhattan"], &["tiles", "grid", "consistent", "heureka audit"]),
        (&["list"], &["hanoi", "astar", "bidirectional", "anytime", "goal-test"]),
        (&["audit", "hanoi", "3 4", "-H", "tower"], &["admissible", "exact in all"]),
    ] {
        let run = run(args);
        for part in parts {
            run.prints(part);
        }
    }
}

#[test]
fn svg_draws_every_state_of_the_plan() {
    let scratch = Scratch::new();
    let path = scratch.path("strip.svg");
    let drawn = |args: &[&str], code| {
        run(&[&["solve"], args, &["--svg", &path]].concat()).exits(code);
        let svg = std::fs::read_to_string(&path).unwrap_or_default();
        (svg.matches("<g transform").count(), svg)
    };
    let (frames, svg) = drawn(&["hanoi", "3 3"], 0);
    assert_eq!(frames, 8, "the start and seven moves");
    assert!(svg.contains("<title>Towers of Hanoi: 7 moves</title>"), "{svg}");
    assert!(svg.contains(">7. 1&gt;3</text>"), "{svg}");
    // A path on a map is one picture with the route.
    for (puzzle, route) in
        [("grid", "stroke-width=\"0.3\""), ("graph", "\"0.11\""), ("number-maze", "\"0.06\"")]
    {
        let (frames, svg) = drawn(&[puzzle], 0);
        assert!(frames == 1 && svg.contains(route), "{puzzle}: {svg}");
    }
    // Without a plan, only the start.
    let (frames, svg) = drawn(&["tiles", "1 2 3 4 5 6 8 7 0"], 10);
    assert!(frames == 1 && svg.contains(": start</title>"), "{svg}");
    run(&["solve", "hanoi", "--svg", &scratch.path("none/strip.svg")]).exits(32);
}

#[test]
fn pages_draw_every_state_of_a_long_plan() {
    let scratch = Scratch::new();
    let args = ["solve", "hanoi", "3 8", "--svg", "plan.svg", "--html", "plan.html"];
    scratch.run(&args).exits(0).warns("200 of 256 states are drawn; --html draws");
    assert_eq!(scratch.read("plan.svg").matches("<g transform").count(), 200);
    let page = scratch.read("plan.html");
    assert!(page.contains("<title>Towers of Hanoi: 255 moves</title>"));
    assert_eq!(page.matches("<figure>").count(), 256);
    for number in 1..256 {
        assert!(page.contains(&format!("<figcaption>{number}. ")), "{number}");
    }
    scratch.run(&["solve", "grid", "--html", "route.html"]).exits(0);
    assert_eq!(scratch.read("route.html").matches("<svg").count(), 1);
}

#[test]
fn boards_are_drawn_without_a_search() {
    let scratch = Scratch::new();
    run(&["draw", "tiles", "1 2 3 0 4 5", "--rows", "2"]).exits(0).prints("│ 1 │ 2 │ 3 │");
    // An unsolvable board can be drawn, too.
    let args = ["draw", "tiles", "1 2 3 4 5 6 8 7 0", "--svg", "board.svg"];
    let printed = scratch.run(&args).exits(0).stdout;
    assert_eq!(printed, "");
    let svg = scratch.read("board.svg");
    assert!(svg.contains("<title>Sliding tiles</title>"), "{svg}");
    assert_eq!(svg.matches("</text>").count(), 8);
    // The largest boards fit on paper: 7 by 9 inches of 96 pixels.
    let size = |name: &str| {
        let svg = scratch.read(name);
        ["width", "height"].map(|side| -> f64 {
            let rest = svg.split_once(&format!(" {side}=\"")).unwrap().1;
            rest.split('"').next().unwrap().parse().unwrap()
        })
    };
    for args in [&["grid", "open"][..], &["pacman"], &["counters", "--random", "12x12"], &["hanoi"]]
    {
        scratch.run(&[&["draw"], args, &["--svg", "large.svg"]].concat()).exits(0);
        let [width, height] = size("large.svg");
        assert!(width <= 690.0 && height <= 890.0 && width > 300.0, "{args:?}: {width} x {height}");
    }
    let large = ["draw", "counters", "--random", "300x300", "--svg", "no.svg"];
    scratch.run(&large).exits(2).warns("too large to draw");
}
