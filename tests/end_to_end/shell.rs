//! The search shell: files, counts, questions and errors.

use crate::program::{Run, Scratch, assert_fields, run, run_with_input};
use serde_json::{Value, json};

const GOAL: &str = "GoalStateMCP000";

fn shell(spec: &str, initial: &str, more: &[&str]) -> Run {
    run(&[&["shell", spec, initial, GOAL], more].concat())
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
    for (strategy, cutoff, questions) in [("BFS", 5, 4), ("IDS", 30, 3), ("DLS", 4, 3)] {
        let depth = if strategy == "DLS" { 11 } else { 0 };
        let spec = format!("{strategy}\r\n{depth}\r\n{cutoff}\r\nMCP  \r\n\r\n\r\n");
        let spec = scratch.write("spec.txt", spec);
        let args = ["shell", &spec, "InitialStateMCP332", GOAL];
        let trace = run_with_input(&[&args[..], &["--trace"]].concat(), &"y\n".repeat(9)).stdout;
        let counts = |asked: usize| {
            let expanded = cutoff * asked;
            let (before, _) = trace.split_once(&format!("\n{}. ", expanded + 1)).unwrap();
            let loops = before.lines().filter(|line| line.ends_with("  loop")).count();
            format!(
                "The number of nodes expanded is {expanded} and the # of loops detected is {loops}\n"
            )
        };
        let question = "continue? [y/n] ";
        let asked = |times| (1..=times).map(|time| counts(time) + question).collect::<String>();
        let all = run_with_input(&args, &"y\n".repeat(9)).exits(0);
        all.prints("\nfound       MCP is solved\n");
        assert_eq!(all.stderr, asked(questions), "{strategy}");
        for (input, times) in [("y\nn\n", 2), ("y\n", 2), ("", 1)] {
            let some = run_with_input(&args, input).exits(0);
            some.begins(&format!("{}\nstopped     at your request", counts(times)));
            assert_eq!(some.stderr.trim_end_matches('\n'), asked(times), "{strategy}");
            assert!(!some.stdout.contains("failed") && !some.stdout.contains("State:"));
        }
    }
}

#[test]
fn a_failure_says_what_was_exhausted() {
    shell("MCPSpec1DFS", "InitialStateMCP442", &[])
        .exits(10)
        .prints("\nfailed      there is no solution: all");
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "DLS\n10\n0\nMCP");
    shell(&spec, "InitialStateMCP332", &[])
        .exits(11)
        .prints("\nfailed      no solution within 10 moves");
}

#[test]
fn a_trace_marks_loops_and_added_successors() {
    let trace = |spec: &str| shell(spec, "InitialStateMCP332", &["--trace"]).stdout;
    let stdout = trace("MCPSpec2BFS");
    let first = "\
1. State: < 3,3,1,>    Heuristic value: 9  |  Path Cost: 0
   1c      < 3,2,0,>  added
   1m1c    < 2,2,0,>  added
   2c      < 3,1,0,>  added
2. State: < 3,2,0,>    Heuristic value: 10  |  Path Cost: 1
   1c      < 3,3,1,>  loop
";
    assert!(stdout.starts_with(first), "{stdout}");
    assert!(stdout.contains("\n25. (goal) State: < 0,0,0,>"), "{stdout}");
    assert_eq!(stdout.matches("  loop\n").count(), 25, "{stdout}");
    // A move back is a loop, too, if the depth cutoff allows it.
    let stdout = trace("MCPSpec6IDS");
    assert!(stdout.contains("\n   1c      < 3,3,1,>  cut off\n"), "{stdout}");
    assert!(stdout.contains("\n   1c      < 3,3,1,>  loop\n"), "{stdout}");
    // Positions that already wait are loops on a peg board, and none is called new.
    let pegs = ["PegSpec2BFSShape6", "InitialStatePegs6", "GoalStatePegs6", "--trace"];
    let stdout = run(&[&["shell"], &pegs[..]].concat()).exits(0).stdout;
    assert_eq!(stdout.matches(", loop:\n").count(), 7291);
    assert_eq!(stdout.matches(", added:\n").count(), 3015);
}

#[test]
fn sentences_describe_every_successor() {
    let first = "
Expanding node 1:
State: < 3,3,1,>    Heuristic value: 9  |  Path Cost: 0
The successor by 1c is not a loop, added to the frontier:
State: < 3,2,0,>    Heuristic value: 10  |  Path Cost: 1
";
    let run = shell("MCPSpec2BFS", "InitialStateMCP332", &["--verbose"]).exits(0);
    run.begins(first).prints("The successor by 1c is a loop, not added to the frontier:\nState: ");
    run.prints("\nExpanding node 25, the goal:\nState: < 0,0,0,>");
}

/// Depth-first search does not finish on Wiegleb's board.
#[test]
fn a_long_search_names_a_faster_setup() {
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "DFS\n0\n2000000\nPegs\n2\n");
    let long = run(&["shell", &spec, "InitialStatePegs2", "GoalStatePegs2"]).exits(0);
    let note = "note: `heureka solve pegs '2 4,4 4,4'` runs the fastest known setup, beam(8,";
    assert_eq!(long.stderr.matches(note).count(), 1, "{}", long.stderr);
    long.prints("stopped ");
    run(&["solve", "pegs", "2 4,4 4,4"]).exits(0).prints("solved");
    let short = run(&["shell", "PegSpec1DFSShape6", "InitialStatePegs6", "GoalStatePegs6"]);
    assert_eq!(short.exits(0).stderr, "");
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
        shell(names).prints(" and the pathcost to solution 5\n");
    }
    shell(["Mine", "InitialStateMCP223", "here"]).exits(2).warns("TextFiles/here.txt not found");
}

#[test]
fn missing_names_are_asked_for() {
    let run = run_with_input(&["shell"], "MCPSpec4AStar\nInitialStateMCP332 \r\nGoalStateMCP000\n")
        .exits(0);
    run.prints(" and the pathcost to solution 11\n");
    for name in ["specification file: ", "initial state file: ", "goal state file: "] {
        run.warns(name);
    }
    run_with_input(&["shell"], "MCPSpec4AStar\n")
        .exits(2)
        .warns("missing name of the initial state file");
    // A wrong name is asked for again.
    let input =
        "MCPSpec4AStra\n\nMCPSpec4AStar\nInitialStateMCP332\nno/such.txt\nGoalStateMCP000\n";
    let run = run_with_input(&["shell"], input).exits(0);
    run.prints(" and the pathcost to solution 11\n").warns("did you mean 'MCPSpec4AStar'");
    for (name, times) in [("specification", 3), ("initial state", 1), ("goal state", 2)] {
        assert_eq!(run.stderr.matches(&format!("{name} file: ")).count(), times, "{run:#?}");
    }
    run.warns("missing name of the specification file").warns("no/such.txt: ");
}

#[test]
fn a_file_with_invalid_content_is_asked_for_again() {
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "BFS\n0\nmany\nMCP\n");
    let initial = scratch.write("initial.txt", "3 three 2\n");
    let goal = scratch.write("goal.txt", "0 0\n");
    let input =
        format!("{spec}\nMCPSpec2BFS\n{initial}\nInitialStateMCP332\n{goal}\nGoalStateMCP000\n");
    let run = run_with_input(&["shell"], &input).exits(0);
    run.prints("solution 11\n");
    for (file, place, help) in [
        (&spec, "line 3: 'many'", "a specification has one value per line"),
        (&initial, "line 1, column 3: 'three'", "MCP: `M C CAPACITY`"),
        (&goal, "line 1, column 3: 2 values", "MCP: `M C BOAT`"),
    ] {
        run.warns(format!("error: {file}: {place}")).warns(format!("help: {help}"));
    }
    let pegs = scratch.write("pegs.txt", "X1X\n");
    let run = run_with_input(&["shell"], &format!("PegSpec1\n{pegs}\n")).exits(2);
    run.warns(format!("{pegs}: line 1: 1 row")).warns("Pegs: a matrix of X, 0 and 1");
}

#[test]
fn a_wrong_answer_is_asked_again() {
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "BFS\n0\n20\nMCP\n");
    let args = ["shell", &spec, "InitialStateMCP332", GOAL];
    let run = run_with_input(&args, "maybe\n\nYES\n").exits(0);
    run.prints("found ");
    assert_eq!(run.stderr.matches("continue? [y/n] note: answer y (yes) or n (no)").count(), 2);
}

#[test]
fn names_may_end_in_txt() {
    let txt = |name: &str| format!("{name}.txt");
    let names = ["MCPSpec2BFS", "InitialStateMCP332", GOAL].map(txt);
    run(&["shell", &names[0], &names[1], &names[2]]).exits(0).prints("solution 11\n");
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("TextFiles")).unwrap();
    scratch.write("TextFiles/InitialStateMCP332.txt", "2 2 2");
    let shell = || scratch.run(&["shell", &names[0], &names[1], &names[2]]).exits(0);
    shell().prints("solution 5\n");
    // A name that is nothing else is a file in the current folder.
    scratch.write("start", "2 2 3");
    for name in ["start", "./start"] {
        scratch.run(&["shell", &names[0], name, &names[2]]).exits(0).prints("solution 3\n");
    }
    scratch.run(&["shell", "-", "start", GOAL]).exits(2).warns("help: save the text as a file");
    // A file in the current folder comes first.
    scratch.write("InitialStateMCP332.txt", "2 2 3");
    shell().prints("solution 3\n");
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
        (1, [pegs, "0 1 1 1 1\n\n1 1 1 1 X", board], "line 3: 2 rows: the board of shape 6 has 5"),
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
    let shell = |spec: &str, board: &str, more: &[&str]| {
        let (start, goal) = (format!("InitialStatePegs{board}"), format!("GoalStatePegs{board}"));
        let spec = format!("PegSpec{spec}Shape{board}");
        run(&[&["shell", &spec, &start, &goal], more].concat())
    };
    let [mut expanded, mut loops] = [vec![], vec![]];
    for spec in ["1DFS", "2BFS", "3UCS", "4AStar", "5GBFS"] {
        let result = shell(spec, "6", &["--json"]).exits(0).json();
        assert_fields(&result, &json!({ "path_cost": 13, "heuristic": "mobility" }));
        assert_eq!(
            [&result["states"][0]["h"], &result["states"][13]["h"]],
            [&json!(-2), &json!(0)]
        );
        expanded.push(result["expanded"].as_u64().unwrap());
        loops.push(result["loops"].as_u64().unwrap());
    }
    assert_eq!(expanded, [104, 3014, 3015, 3016, 2898]);
    assert_eq!(loops, [53, 7291, 7291, 7291, 7291]);
    // With the number of pegs, A* is as direct as depth-first search.
    for (spec, heuristic) in [("1DFS", "mobility"), ("4AStar", "pegs")] {
        let result = shell(spec, "4", &["--heuristic", heuristic, "--json"]).exits(0).json();
        assert_fields(&result, &json!({ "expanded": 1948, "loops": 3097, "path_cost": 31 }));
    }
    shell("4AStar", "5", &[]).exits(10).begins("The number of nodes expanded is 0 and ");
}
