//! The search shell: files, counts, questions and errors.

use crate::program::{Run, Scratch, assert_fields, run, run_with_input};
use serde_json::{Value, json};

const GOAL: &str = "GoalStateMCP000";

fn shell(spec: &str, initial: &str, more: &[&str]) -> Run {
    run(&[&["shell", spec, initial, GOAL], more].concat())
}

#[test]
fn the_published_runs_are_reproduced() {
    let first = "6,6,1:12 4,4,0:8 5,5,1:10 3,3,0:6 4,4,1:8 0,4,0:4 0,5,1:5 0,1,0:1 0,2,1:2 0,0,0:0";
    let second = "6,6,1:7 4,4,0:6 5,5,1:5 3,3,0:4 4,4,1:5 3,2,0:4 3,3,1:3 0,3,0:2 0,4,1:1 0,0,0:0";
    let line = |(cost, state): (usize, &str)| {
        let (state, h) = state.split_once(':').unwrap();
        format!("State: < {state},>    Heuristic value: {h}  |  Path Cost: {cost}\n")
    };
    for (heuristic, expanded, loops, states) in
        [("start-side", 15, 13, first), ("start-side-with-boat", 12, 11, second)]
    {
        let args = ["--rules", "published", "--heuristic", heuristic];
        shell("MCPSpec5GBFS", "InitialStateMCP664", &args)
            .exits(0)
            .begins("found ")
            .prints("published, faulty rules")
            .prints(format!("expanded    {expanded} nodes\n"))
            .prints(format!("loops       {loops} detected"))
            .prints("path cost   9\n")
            .ends(&states.split(' ').enumerate().map(line).collect::<String>());
    }
}

fn json(spec: &str, initial: &str, more: &[&str]) -> (Value, i32) {
    let run = shell(spec, &format!("InitialStateMCP{initial}"), &[&["--json"], more].concat());
    (run.json(), run.code)
}

#[test]
fn the_correct_rules_give_known_counts() {
    for (spec, initial, heuristic, expected) in [
        ("MCPSpec5GBFS", "664", "start-side", [17, 16, 9]),
        ("MCPSpec5GBFS", "664", "start-side-with-boat", [12, 10, 9]),
        ("MCPSpec5GBFS", "332", "start-side", [14, 13, 11]),
        ("MCPSpec5GBFS", "332", "start-side-with-boat", [12, 10, 11]),
        ("MCPSpec2BFS", "332", "zero", [25, 25, 11]),
        ("MCPSpec1DFS", "332", "zero", [12, 10, 11]),
    ] {
        let (result, _) = json(spec, initial, &["--heuristic", heuristic]);
        let [expanded, loops, cost] = expected;
        let counts = json!({ "expanded": expanded, "loops": loops, "path_cost": cost });
        assert_fields(&result, &counts);
        assert_fields(&result, &json!({ "outcome": "found", "caveat": null }));
    }
}

#[test]
fn every_strategy_decides_every_crossing() {
    let optima = "222:5 332:11 223:3 333:5 443:9 553:11 334:3 444:5 554:7 664:9 442: 663:";
    for crossing in optima.split(' ') {
        let (initial, optimum) = crossing.split_once(':').unwrap();
        let optimum: Option<u64> = optimum.parse().ok();
        for spec in ["1DFS", "2BFS", "3UCS", "4AStar", "5GBFS", "6IDS", "7DLS"] {
            let (result, code) = json(&format!("MCPSpec{spec}"), initial, &[]);
            let cost = result["path_cost"].as_u64();
            if matches!(spec, "2BFS" | "3UCS" | "4AStar" | "6IDS") {
                assert_eq!(cost, optimum, "{spec} {initial}");
            }
            assert_eq!(cost.is_some(), optimum.is_some(), "{spec} {initial}");
            let cut_off = result["reason"] == "depth";
            assert!(!cut_off || spec == "7DLS", "{spec} {initial}");
            let expected = match cost {
                Some(_) => ("found", 0),
                None => ("failed", if cut_off { 11 } else { 10 }),
            };
            assert_eq!((result["outcome"].as_str().unwrap(), code), expected, "{spec} {initial}");
            let states = result["states"].as_array().unwrap().len() as u64;
            assert_eq!(states, cost.map_or(0, |cost| cost + 1), "{spec} {initial}");
        }
    }
}

#[test]
fn a_cutoff_asks_repeatedly_and_stops_gracefully() {
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "BFS\r\n0\r\n5\r\nMCP  \r\n\r\n\r\n");
    let args = ["shell", &spec, "InitialStateMCP332", GOAL];
    let all = run_with_input(&args, &"y\n".repeat(9)).exits(0);
    all.begins("found ");
    assert_eq!(all.stderr.matches("continue? [y/n]").count(), 4, "{}", all.stderr);
    all.warns("expanded 20, ");
    for (input, asked) in [("y\nn\n", 2), ("y\ny\n", 3), ("", 1)] {
        let some = run_with_input(&args, input).exits(0);
        some.begins("stopped     at your request");
        assert_eq!(some.stderr.matches("continue? [y/n]").count(), asked, "{}", some.stderr);
        some.prints(format!("expanded    {} nodes", 5 * asked));
        assert!(!some.stdout.contains("failed") && !some.stdout.contains("State:"));
    }
}

#[test]
fn a_failure_says_what_was_exhausted() {
    shell("MCPSpec1DFS", "InitialStateMCP442", &[])
        .exits(10)
        .begins("failed      there is no solution: all");
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "DLS\n10\n0\nMCP");
    shell(&spec, "InitialStateMCP332", &[])
        .exits(11)
        .begins("failed      no solution within 10 moves");
}

#[test]
fn a_trace_marks_new_and_closed_successors() {
    let stdout = shell("MCPSpec2BFS", "InitialStateMCP332", &["--trace"]).stdout;
    let first = "\
1. State: < 3,3,1,>    Heuristic value: 9  |  Path Cost: 0
   1c      < 3,2,0,>  new
   1m1c    < 2,2,0,>  new
   2c      < 3,1,0,>  new
2. State: < 3,2,0,>    Heuristic value: 10  |  Path Cost: 1
   1c      < 3,3,1,>  in the closed list
";
    assert!(stdout.starts_with(first), "{stdout}");
    assert!(stdout.contains("\n25. (goal) State: < 0,0,0,>"), "{stdout}");
    assert_eq!(stdout.matches("  in the closed list\n").count(), 25, "{stdout}");
}

#[test]
fn files_in_the_folder_override_builtin_files() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("TextFiles")).unwrap();
    scratch.write("TextFiles/Mine.txt", "IDS\n0\n0\nMCP\n");
    scratch.write("TextFiles/InitialStateMCP332.txt", "2 2 2\r\n");
    scratch.write("here.txt", "0 0 0");
    let shell = |names: [&str; 3]| scratch.run(&[&["shell"], &names[..]].concat());
    for names in [
        ["Mine", "InitialStateMCP332", GOAL],
        ["TextFiles/Mine.txt", "InitialStateMCP222", "here.txt"],
    ] {
        shell(names).prints("path cost   5\n");
    }
    shell(["Mine", "InitialStateMCP223", "here"]).exits(2).warns("TextFiles/here.txt not found");
}

#[test]
fn missing_names_are_asked_for() {
    let run = run_with_input(&["shell"], "MCPSpec4AStar\nInitialStateMCP332 \r\nGoalStateMCP000\n")
        .exits(0);
    run.prints("path cost   11\n");
    for name in ["specification file: ", "initial state file: ", "goal state file: "] {
        run.warns(name);
    }
    run_with_input(&["shell"], "MCPSpec4AStar\n")
        .exits(2)
        .warns("missing name of the initial state file");
}

#[test]
fn builtin_files_are_listed_and_printed() {
    let list = run(&["shell", "--list"]).stdout;
    assert_eq!(list.lines().count(), 85);
    assert_eq!(run(&["shell", "--print", "MCPSpec1"]).stdout, "DFS\n0\n0\nMCP\n");
    run(&["shell", "--print", "MCPSpec5GBSF"]).warns("did you mean 'MCPSpec5GBFS' or ");
}

#[test]
fn errors_name_file_and_line_and_nothing_is_written() {
    let [spec, initial, goal] = ["BFS\n0\n0\nMCP\n", "3 3 2\n", "0 0 0\n"];
    let pegs = "BFS\n0\n0\nPegs\n6\n";
    let board = "0 1 1 1 1\n1 1 1 1 X\n1 1 1 X X\n1 1 X X X\n1 X X X X\n";
    for (file, texts, message) in [
        (0, ["", initial, goal], "line 1: missing value: expected a strategy"),
        (0, ["DLS\n0\n0\nMCP", initial, goal], "line 2: '0': expected the depth cutoff of DLS"),
        (0, ["BFS\n0\n0\nMCP\n\nmore", initial, goal], "line 6: unexpected extra value 'more'"),
        (1, [spec, "\n", goal], "line 1: no values: expected 3, M C CAPACITY"),
        (1, [spec, "3 three 2", goal], "line 1, column 3: 'three': expected cannibals"),
        (1, [spec, "99999999 3 2", goal], "line 1, column 1: '99999999': expected missionaries"),
        (2, [spec, initial, "0 0 0 0"], "line 1, column 7: 4 values: expected 3"),
        (2, [spec, initial, "\n4 0 0"], "line 2, column 1: '4': expected missionaries"),
        (1, [pegs, "0 1 1 1 1\n\n1 1 1 1 X", board], "line 2: blank line"),
        (2, [pegs, board, "0 1 1 1 1\n1 1 1 1 X"], "line 2: 2 rows: the board of shape 6 has 5"),
    ] {
        let scratch = Scratch::new();
        let names = ["spec.txt", "initial.txt", "goal.txt"];
        for (name, text) in names.iter().zip(texts) {
            scratch.write(name, text);
        }
        let run = scratch.run(&[&["shell"], &names[..]].concat()).exits(2);
        run.warns(format!("{}: {message}", names[file])).warns("help:");
        assert!(run.stdout.is_empty(), "{texts:?}");
        assert_eq!(scratch.files("").len(), 3);
    }
}

#[test]
fn invalid_arguments_are_rejected() {
    let scratch = Scratch::new();
    let binary = scratch.write("binary.txt", b"BFS\n\xFF");
    let [spec, initial] = ["MCPSpec2BFS", "InitialStateMCP332"];
    let pegs = ["PegSpec1", "InitialStatePegs4", "GoalStatePegs4"];
    for (args, message) in [
        (&[binary.as_str(), initial, GOAL][..], "line 2, column 1: not valid UTF-8"),
        (&["MCPSpec2BSF", initial, GOAL], "did you mean 'MCPSpec2BFS' or "),
        (&["no/such/file.txt", initial, GOAL], "no/such/file.txt: "),
        (&[spec, initial], "<GOAL>"),
        (&[spec, initial, GOAL, "--rules", "mine"], "correct, published"),
        (&[spec, initial, GOAL, "-H", "start"], "did you mean 'start-side'?"),
        (&[&pegs[..], &["--rules", "published"]].concat(), "only to MCP"),
        (&[spec, initial, GOAL, "--trace", "--json"], "cannot be used with"),
    ] {
        let run = run(&[&["shell"], args].concat()).exits(2);
        run.warns(message);
        assert!(run.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn peg_boards_are_solved() {
    let shell = |spec: &str, board: &str| {
        let (start, goal) = (format!("InitialStatePegs{board}"), format!("GoalStatePegs{board}"));
        run(&["shell", &format!("PegSpec{spec}Shape{board}"), &start, &goal])
    };
    for spec in ["1DFS", "2BFS", "3UCS", "4AStar", "5GBFS"] {
        let stdout = shell(spec, "6").exits(0).prints("path cost   13\n").stdout.clone();
        assert!(stdout.contains("0 1 0 0 0") || stdout.contains("1 0 0 0 0"), "{spec}");
    }
    for spec in ["1DFS", "4AStar"] {
        shell(spec, "4")
            .prints("expanded    1,948 nodes\n")
            .prints("loops       3,097 detected")
            .prints("path cost   31\n");
    }
    shell("4AStar", "5").exits(10);
}
