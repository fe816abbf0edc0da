//! The search shell: its files, its counting, its questions, and what it says of mistakes.

use crate::program::{Run, Scratch, command, run, run_with_input};
use serde_json::Value;

const GOAL: &str = "GoalStateMCP000";

fn shell(spec: &str, initial: &str, more: &[&str]) -> Run {
    run(&[&["shell", spec, initial, GOAL], more].concat())
}

#[test]
fn the_published_runs_are_repeated() {
    let first = "\
State: < 6,6,1,>    Heuristic value: 12  |  Path Cost: 0
State: < 4,4,0,>    Heuristic value: 8  |  Path Cost: 1
State: < 5,5,1,>    Heuristic value: 10  |  Path Cost: 2
State: < 3,3,0,>    Heuristic value: 6  |  Path Cost: 3
State: < 4,4,1,>    Heuristic value: 8  |  Path Cost: 4
State: < 0,4,0,>    Heuristic value: 4  |  Path Cost: 5
State: < 0,5,1,>    Heuristic value: 5  |  Path Cost: 6
State: < 0,1,0,>    Heuristic value: 1  |  Path Cost: 7
State: < 0,2,1,>    Heuristic value: 2  |  Path Cost: 8
State: < 0,0,0,>    Heuristic value: 0  |  Path Cost: 9
";
    let second = "\
State: < 6,6,1,>    Heuristic value: 7  |  Path Cost: 0
State: < 4,4,0,>    Heuristic value: 6  |  Path Cost: 1
State: < 5,5,1,>    Heuristic value: 5  |  Path Cost: 2
State: < 3,3,0,>    Heuristic value: 4  |  Path Cost: 3
State: < 4,4,1,>    Heuristic value: 5  |  Path Cost: 4
State: < 3,2,0,>    Heuristic value: 4  |  Path Cost: 5
State: < 3,3,1,>    Heuristic value: 3  |  Path Cost: 6
State: < 0,3,0,>    Heuristic value: 2  |  Path Cost: 7
State: < 0,4,1,>    Heuristic value: 1  |  Path Cost: 8
State: < 0,0,0,>    Heuristic value: 0  |  Path Cost: 9
";
    for (heuristic, expanded, loops, states) in
        [("start-side", 15, 13, first), ("start-side-with-boat", 12, 11, second)]
    {
        let args = ["--rules", "published", "--heuristic", heuristic];
        let told = shell("MCPSpec5GBFS", "InitialStateMCP664", &args);
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(told.stdout.starts_with("found "), "{}", told.stdout);
        assert!(told.stdout.contains("published, faulty rules"), "{}", told.stdout);
        assert!(told.stdout.contains(&format!("expanded    {expanded} nodes\n")));
        assert!(told.stdout.contains(&format!("loops       {loops} detected")));
        assert!(told.stdout.contains("path cost   9\n"), "{}", told.stdout);
        assert!(told.stdout.ends_with(states), "{}", told.stdout);
    }
}

fn counts(result: &Value) -> [Option<u64>; 3] {
    ["expanded", "loops", "path_cost"].map(|field| result[field].as_u64())
}

#[test]
fn the_same_counting_by_the_correct_rules() {
    for (spec, initial, heuristic, expected) in [
        ("MCPSpec5GBFS", "664", "start-side", [17, 16, 9]),
        ("MCPSpec5GBFS", "664", "start-side-with-boat", [12, 10, 9]),
        ("MCPSpec5GBFS", "332", "start-side", [14, 13, 11]),
        ("MCPSpec5GBFS", "332", "start-side-with-boat", [12, 10, 11]),
        ("MCPSpec2BFS", "332", "zero", [25, 25, 11]),
        ("MCPSpec1DFS", "332", "zero", [12, 10, 11]),
    ] {
        let initial = format!("InitialStateMCP{initial}");
        let told = shell(spec, &initial, &["--heuristic", heuristic, "--json"]);
        let result: Value = serde_json::from_str(&told.stdout).unwrap();
        assert_eq!(counts(&result), expected.map(Some), "{spec} {initial} {heuristic}");
        assert_eq!((&result["outcome"], &result["caveat"]), (&"found".into(), &Value::Null));
    }
}

#[test]
fn every_file_by_every_strategy() {
    for (initial, optimum) in [
        ("222", Some(5)),
        ("332", Some(11)),
        ("442", None),
        ("223", Some(3)),
        ("333", Some(5)),
        ("443", Some(9)),
        ("553", Some(11)),
        ("663", None),
        ("334", Some(3)),
        ("444", Some(5)),
        ("554", Some(7)),
        ("664", Some(9)),
    ] {
        let initial = format!("InitialStateMCP{initial}");
        for spec in ["1DFS", "2BFS", "3UCS", "4AStar", "5GBFS", "6IDS", "7DLS"] {
            let told = shell(&format!("MCPSpec{spec}"), &initial, &["--json"]);
            let result: Value = serde_json::from_str(&told.stdout).unwrap();
            let cost = result["path_cost"].as_u64();
            if matches!(spec, "2BFS" | "3UCS" | "4AStar" | "6IDS") {
                assert_eq!(cost, optimum, "{spec} {initial}");
            }
            assert_eq!(cost.is_some(), optimum.is_some(), "{spec} {initial}");
            let (outcome, code) = if cost.is_some() { ("found", 0) } else { ("failed", 10) };
            let left_out = result["reason"] == "depth";
            assert_eq!(result["outcome"], outcome, "{spec} {initial}");
            assert_eq!(told.code, if left_out { 11 } else { code }, "{spec} {initial}");
            assert!(!left_out || spec == "7DLS", "{spec} {initial}");
            assert_eq!(
                result["states"].as_array().unwrap().len() as u64,
                cost.map_or(0, |cost| cost + 1)
            );
        }
    }
}

#[test]
fn a_cutoff_asks_again_and_again_and_stops_gracefully() {
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "BFS\r\n0\r\n5\r\nMCP  \r\n\r\n\r\n");
    let args = ["shell", &spec, "InitialStateMCP332", GOAL];
    let all = run_with_input(&args, &"y\n".repeat(9));
    assert_eq!(all.code, 0);
    assert!(all.stdout.starts_with("found "), "{}", all.stdout);
    assert_eq!(all.stderr.matches("continue? [y/n]").count(), 4, "{}", all.stderr);
    assert!(all.stderr.contains("expanded 20, "), "{}", all.stderr);
    for (input, asked) in [("y\nn\n", 2), ("y\ny\n", 3), ("", 1)] {
        let some = run_with_input(&args, input);
        assert_eq!(some.code, 0, "stopping is no failure: {}", some.stderr);
        assert!(some.stdout.starts_with("stopped     at your word"), "{}", some.stdout);
        assert_eq!(some.stderr.matches("continue? [y/n]").count(), asked, "{}", some.stderr);
        assert!(some.stdout.contains(&format!("expanded    {} nodes", 5 * asked)));
        assert!(!some.stdout.contains("failed") && !some.stdout.contains("State:"));
    }
}

#[test]
fn failing_says_what_was_exhausted() {
    let none = shell("MCPSpec1DFS", "InitialStateMCP442", &[]);
    assert_eq!(none.code, 10);
    assert!(none.stdout.starts_with("failed      there is no solution: every"), "{}", none.stdout);
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "DLS\n10\n0\nMCP");
    let deep = shell(&spec, "InitialStateMCP332", &[]);
    assert_eq!(deep.code, 11);
    assert!(deep.stdout.starts_with("failed      no solution within 10 moves"), "{}", deep.stdout);
    let spec = scratch.write("spec.txt", "DLS\n11\n0\nMCP");
    assert!(shell(&spec, "InitialStateMCP332", &[]).stdout.contains("path cost   11"));
}

#[test]
fn a_trace_tells_new_ones_from_closed_ones() {
    let told = shell("MCPSpec2BFS", "InitialStateMCP332", &["--trace"]).stdout;
    let begins = "\
1. State: < 3,3,1,>    Heuristic value: 9  |  Path Cost: 0
   1c      < 3,2,0,>  new
   1m1c    < 2,2,0,>  new
   2c      < 3,1,0,>  new
2. State: < 3,2,0,>    Heuristic value: 10  |  Path Cost: 1
   1c      < 3,3,1,>  in the closed list
";
    assert!(told.starts_with(begins), "{told}");
    assert!(told.contains("\n25. (goal) State: < 0,0,0,>"), "{told}");
    assert_eq!(told.matches("  in the closed list\n").count(), 25, "{told}");
}

#[test]
fn files_are_looked_up_as_the_shell_says() {
    let scratch = Scratch::new();
    let folder = scratch.path("");
    std::fs::create_dir(scratch.path("TextFiles")).unwrap();
    scratch.write("TextFiles/Mine.txt", "IDS\n0\n0\nMCP\n");
    // A file of one's own goes before a built-in one of its name.
    scratch.write("TextFiles/InitialStateMCP332.txt", "2 2 2\r\n");
    scratch.write("here.txt", "0 0 0");
    let told = |names: [&str; 3]| -> Run {
        let args = [&["shell"], &names[..]].concat();
        command(&args).current_dir(&folder).output().unwrap().into()
    };
    let own = told(["Mine", "InitialStateMCP332", GOAL]);
    assert!(own.stdout.contains("path cost   5\n"), "{}{}", own.stdout, own.stderr);
    let path = told(["TextFiles/Mine.txt", "InitialStateMCP222", "here.txt"]);
    assert!(path.stdout.contains("path cost   5\n"), "{}{}", path.stdout, path.stderr);
    let gone = told(["Mine", "InitialStateMCP223", "here"]);
    assert_eq!(gone.code, 2);
    assert!(gone.stderr.contains("TextFiles/here.txt: there is no such file"), "{}", gone.stderr);
}

#[test]
fn without_names_it_asks_for_them() {
    let told =
        run_with_input(&["shell"], "MCPSpec4AStar\nInitialStateMCP332 \r\nGoalStateMCP000\n");
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("path cost   11\n"), "{}", told.stdout);
    for name in ["specification file: ", "initial state file: ", "goal state file: "] {
        assert!(told.stderr.contains(name), "{}", told.stderr);
    }
    let ended = run_with_input(&["shell"], "MCPSpec4AStar\n");
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("no name was given for the initial state"), "{}", ended.stderr);
}

#[test]
fn built_in_files_are_listed_and_printed() {
    let list = run(&["shell", "--list"]).stdout;
    for name in list.lines() {
        assert!(!run(&["shell", "--print", name]).stdout.is_empty(), "{name}");
    }
    assert_eq!(run(&["shell", "--print", "MCPSpec1"]).stdout, "DFS\n0\n0\nMCP\n");
    let unknown = run(&["shell", "--print", "MCPSpec5GBSF"]);
    assert!(unknown.stderr.contains("did you mean 'MCPSpec5GBFS' or "), "{}", unknown.stderr);
}

/// One kind of mistake a line: the three files, which of them is wrong, and what is said of it.
#[test]
fn mistakes_are_told_by_file_and_line_and_nothing_is_written() {
    let fine = ["BFS\n0\n0\nMCP\n", "3 3 2\n", "0 0 0\n"];
    let pegs = ["BFS\n0\n0\nPegs\n6\n"];
    let board = "0 1 1 1 1\n1 1 1 1 X\n1 1 1 X X\n1 1 X X X\n1 X X X X\n";
    let table: &[(usize, [&str; 3], &str)] = &[
        (0, ["", fine[1], fine[2]], "line 1: nothing here: expected a strategy"),
        (0, ["SMA*\n0\n0\nMCP", fine[1], fine[2]], "line 1: 'SMA*': expected a strategy, one of"),
        (0, ["BFS\n7\n0\nMCP", fine[1], fine[2]], "line 2: '7': expected the depth cutoff, 0"),
        (
            0,
            ["DLS\n0\n0\nMCP", fine[1], fine[2]],
            "line 2: '0': expected the depth cutoff, a whole",
        ),
        (0, ["DLS\ndeep\n0\nMCP", fine[1], fine[2]], "line 2: 'deep'"),
        (0, ["BFS\n0\n-1\nMCP", fine[1], fine[2]], "line 3: '-1': expected the exploration cutoff"),
        (0, ["BFS\n0\n0", fine[1], fine[2]], "line 4: nothing here: expected the problem"),
        (0, ["BFS\n0\n0\nHanoi", fine[1], fine[2]], "line 4: 'Hanoi': expected the problem"),
        (0, ["BFS\n0\n0\nMCP\n2", fine[1], fine[2]], "line 5: '2': expected nothing, as MCP"),
        (0, ["BFS\n0\n0\nPegs", board, board], "line 5: nothing here: expected the shape"),
        (0, ["BFS\n0\n0\nPegs\n9", board, board], "line 5: '9': expected the shape"),
        (0, ["BFS\n0\n0\nMCP\n\nmore", fine[1], fine[2]], "line 6: 'more': expected nothing"),
        (1, [fine[0], "\n", fine[2]], "line 1: nothing here: expected three numbers"),
        (1, [fine[0], "3 3", fine[2]], "line 1: 2 numbers: expected three"),
        (1, [fine[0], "3 3 2\n4", fine[2]], "line 2, column 1: '4' is too much"),
        (1, [fine[0], "3 three 2", fine[2]], "line 1, column 3: 'three': expected the number of"),
        (1, [fine[0], "3 -3 2", fine[2]], "line 1, column 3: '-3'"),
        (1, [fine[0], "3 3 0", fine[2]], "line 1, column 5: a boat for 0"),
        (1, [fine[0], "99999999 3 2", fine[2]], "line 1, column 1: 99999999 missionaries"),
        (2, [fine[0], fine[1], ""], "line 1: nothing here: expected three numbers"),
        (2, [fine[0], fine[1], "0 0 0 0"], "line 1, column 7: '0' is too much"),
        (2, [fine[0], fine[1], "\n4 0 0"], "line 2, column 1: 4 missionaries: expected"),
        (2, [fine[0], fine[1], "0 0 2"], "line 1, column 5: '2': expected where the boat ends"),
        (1, [pegs[0], "", board], "line 1: nothing here: expected the rows"),
        (1, [pegs[0], "0 1 1 1 1\n\n1 1 1 1 X", board], "line 2: a blank line"),
        (2, [pegs[0], board, "0 1 1 1 1\n1 1 1 1 X"], "line 2: 2 rows: the board of shape 6 has 5"),
    ];
    for (which, texts, says) in table {
        let scratch = Scratch::new();
        let names = ["spec.txt", "initial.txt", "goal.txt"];
        let paths: Vec<String> =
            names.iter().zip(texts).map(|(name, text)| scratch.write(name, text)).collect();
        let args = [&["shell"], &paths.iter().map(String::as_str).collect::<Vec<_>>()[..]].concat();
        let told: Run = command(&args).current_dir(scratch.path("")).output().unwrap().into();
        assert_eq!(told.code, 2, "{texts:?}: {}", told.stderr);
        let place = format!("{}: {says}", paths[*which]);
        assert!(told.stderr.contains(&place), "{texts:?} should say {place}: {}", told.stderr);
        assert!(told.stderr.contains("help:") && told.stdout.is_empty(), "{texts:?}");
        assert_eq!(std::fs::read_dir(scratch.path("")).unwrap().count(), 3, "nothing is written");
    }
}

#[test]
fn other_mistakes_are_explained() {
    let scratch = Scratch::new();
    let binary = scratch.write("binary.txt", b"BFS\n\xFF");
    let fine = ["MCPSpec2BFS", "InitialStateMCP332", GOAL];
    for (args, says) in [
        (&[binary.as_str(), fine[1], fine[2]][..], "line 2, column 1: this is no text"),
        (&["MCPSpec2BSF", fine[1], fine[2]], "did you mean 'MCPSpec2BFS' or "),
        (&["no/such/file.txt", fine[1], fine[2]], "no/such/file.txt: "),
        (&[fine[0], fine[1]], "<GOAL>"),
        (&[fine[0], fine[1], fine[2], "--rules", "mine"], "correct, published"),
        (&[fine[0], fine[1], fine[2], "-H", "start"], "did you mean 'start-side'?"),
        (&["PegSpec1", "InitialStatePegs4", "GoalStatePegs4", "--rules", "published"], "only MCP"),
        (&[fine[0], fine[1], fine[2], "--trace", "--json"], "cannot be used with"),
    ] {
        let told = run(&[&["shell"], args].concat());
        assert_eq!(told.code, 2, "{args:?}: {}", told.stderr);
        assert!(told.stderr.contains(says), "{args:?} should say {says}: {}", told.stderr);
        assert!(told.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn files_of_solve_are_told_by_their_places() {
    let scratch = Scratch::new();
    for (text, says) in [
        ("", "expected missionaries, cannibals and the boat's capacity"),
        ("# a crossing\n3 x 2", "line 2, column 3: 'x'"),
        ("3 3 2\n0 0 9", "line 2, column 5: '9'"),
        ("3 3 2\n0 0 0\n1", "line 3, column 1: '1' is too much"),
        ("3 3\n", "line 1, column 3: '3' is the last number"),
    ] {
        let file = scratch.write("crossing", text);
        let told = run(&["solve", "river", "--file", &file]);
        assert_eq!(told.code, 31, "{text:?}: {}", told.stderr);
        assert!(told.stderr.contains(&file) && told.stderr.contains(says), "{}", told.stderr);
        assert!(told.stdout.is_empty());
    }
}

/// Every strategy that can solve a triangle or the English board does so through the shell's files.
#[test]
fn peg_boards_are_solved_by_their_files() {
    let shell = |spec: &str, board: &str| {
        let (start, goal) = (format!("InitialStatePegs{board}"), format!("GoalStatePegs{board}"));
        run(&["shell", &format!("PegSpec{spec}Shape{board}"), &start, &goal])
    };
    for spec in ["1DFS", "2BFS", "3UCS", "4AStar", "5GBFS"] {
        let solved = shell(spec, "6");
        assert_eq!(solved.code, 0, "{spec}: {}", solved.stderr);
        assert!(solved.stdout.contains("path cost   13\n"), "{spec}: {}", solved.stdout);
        assert!(
            solved.stdout.contains("0 1 0 0 0") || solved.stdout.contains("1 0 0 0 0"),
            "{spec}"
        );
    }
    for spec in ["1DFS", "4AStar"] {
        let solved = shell(spec, "4");
        assert!(solved.stdout.contains("expanded    1,948 nodes\n"), "{spec}: {}", solved.stdout);
        assert!(solved.stdout.contains("loops       3,097 detected"), "{spec}: {}", solved.stdout);
        assert!(solved.stdout.contains("path cost   31\n"), "{spec}: {}", solved.stdout);
    }
    let hopeless = shell("4AStar", "5");
    assert_eq!(hopeless.code, 10, "{}", hopeless.stdout);
}
