//! `heureka counters`: the exact output of the course's program, invalid answers, large boards, the
//! comparison.

use crate::program::{Scratch, assert_documented, assert_fields, object, run, run_with_input};
use serde_json::json;

/// The complete output for the board in the course's report, with the prompts.
const TRANSCRIPT: &str = concat!(
    "Enter Algorithm: 0 - Uniform Cost Search, 1 - A* w/ Misplaced Tile Heuristic, ",
    "2 - A* w/ Manhattan Distance Heuristic: ",
    "Enter 1: Default, 2: Custom, 3: Random: ",
    "Enter counters from left to right, top to bottom seperated by space: \n",
    "Solution Trace:\n----\nInitial State: \n",
    "3 7 9 \n6 2 5 \n4 1 8 \n\n",
    "g(n) : 1 , h(n) : 8\n1 7 9 \n6 2 5 \n4 3 8 \n\n",
    "g(n) : 2 , h(n) : 7\n1 2 9 \n6 7 5 \n4 3 8 \n\n",
    "g(n) : 3 , h(n) : 6\n1 2 3 \n6 7 5 \n4 9 8 \n\n",
    "g(n) : 4 , h(n) : 4\n1 2 3 \n6 7 5 \n4 8 9 \n\n",
    "g(n) : 5 , h(n) : 3\n1 2 3 \n4 7 5 \n6 8 9 \n\n",
    "g(n) : 6 , h(n) : 2\n1 2 3 \n4 5 7 \n6 8 9 \n\n",
    "g(n) : 7 , h(n) : 0\n1 2 3 \n4 5 6 \n7 8 9 \n\n",
    "----\nSuccess! Found Solution:\n",
    "Nodes Expanded: 7\nMax Queue Size: 252\n1 2 3 \n4 5 6 \n7 8 9 \n\n",
    "----\nSolution Step:\n",
    "Swap 1, 3\nSwap 2, 7\nSwap 3, 9\nSwap 8, 9\nSwap 4, 6\nSwap 5, 7\nSwap 6, 7\n\n",
);

#[test]
fn the_transcript_matches_the_courses() {
    for input in [
        "1\n2\n3 7 9 6 2 5 4 1 8\n",
        "1 2\n3 7 9 6 2 5 4 1 8",
        "\n1\r\n2 \r\n3 7 9 6 2 5 4 1 8\r\n",
    ] {
        let asked = run_with_input(&["counters"], input);
        assert_eq!((asked.code, asked.stdout.as_str()), (0, TRANSCRIPT), "{input:?}");
    }
    let given = run(&["counters", "--algorithm", "1", "--counters", "3 7 9 6 2 5 4 1 8"]);
    let after = TRANSCRIPT.find("Solution Trace").unwrap();
    assert_eq!((given.code, given.stdout.as_str()), (0, &TRANSCRIPT[after..]));
    given.warns("no shorter plan exists");
}

#[test]
fn prompts_accept_custom_random_and_default_boards() {
    run_with_input(&["counters"], "0\n2\n4 3 2 1\n").prints("\n\ng(n) : 1\n1 3 \n2 4 \n\n");
    let random = run_with_input(&["counters", "--seed", "5"], "2\n3\n9\n");
    let question =
        "3: Random: Enter number of counters that are perfect squares: \nSolution Trace:";
    random.prints(question);
    let flags = run(&["counters", "--algorithm", "2", "--random", "9", "--seed", "5"]);
    assert!(random.stdout.ends_with(&flags.stdout));
    let default = run_with_input(&["counters"], "1\n1\n");
    default
        .prints("3: Random: \nSolution Trace:")
        .prints("Nodes Expanded: 19\nMax Queue Size: 5700\n");
    run(&["counters", "--algorithm", "2", "--default"])
        .prints("Nodes Expanded: 23\nMax Queue Size: 6900\n")
        .warns("23 swaps; the optimum is 19");
}

/// Returns the numbers from 1 to n on one line.
fn counted(n: u32) -> String {
    (1..=n).map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn rejects_invalid_answers() {
    let long = "9 ".repeat(300_000);
    let many = format!("1\n2\n{}\n", counted(289));
    for (input, message) in [
        ("", "unexpected end of input: expected the algorithm"),
        ("\n\n\n", "unexpected end of input: expected the algorithm"),
        ("3\n1\n", "unknown algorithm '3'"),
        ("x\n1\n", "unknown algorithm 'x'"),
        ("-1\n1\n", "unknown algorithm '-1'"),
        ("1\n", "unexpected end of input: expected the kind of board"),
        ("1\n4\n", "unknown kind of board '4'"),
        ("1\ndefault\n", "unknown kind of board 'default'"),
        ("1\n2\n", "unexpected end of input: expected the counters"),
        ("1\n2\n\n", "no counters: expected"),
        ("1\n2\n1 2 3\n", "3 counters: expected a perfect square"),
        ("1\n2\n1 2 3 x\n", "column 7: 'x': expected the number"),
        ("1\n2\n1 2 3 3\n", "column 7: duplicate '3'"),
        ("1\n2\n0 1 2 3\n", "'0': expected a number from 1 to 4"),
        ("1\n2\n1 2 3 5\n", "'5': expected a number from 1 to 4"),
        ("1\n2\n1 2 3 4.5\n", "'4.5': expected"),
        ("1\n3\n", "unexpected end of input: expected the number of counters"),
        ("1\n3\n8\n", "invalid number of counters '8'"),
        ("1\n3\n0\n", "invalid number of counters '0'"),
        ("1\n3\nnine\n", "invalid number of counters 'nine'"),
        ("1\n3\n289\n", "invalid number of counters '289'"),
        (&many, "289 counters: expected at most 256"),
        (&long, "unknown algorithm '9'"),
        ("\u{0}\u{FF}\n", "unknown algorithm"),
    ] {
        let asked = run_with_input(&["counters"], input).exits(2);
        asked.warns(message).warns("help:");
        assert!(!asked.stdout.contains("Solution Trace"), "{input:.20?}");
    }
}

#[test]
fn rejects_invalid_flags() {
    for (args, message) in [
        (&["--algorithm", "3", "--default"][..], "expected 0, 1 or 2"),
        (&["--algorithm", "one", "--default"], "expected 0, 1 or 2"),
        (&["--algorithm", "-1", "--default"], "expected 0, 1 or 2"),
        (&["--algorithm", "1", "--counters", ""], "no counters: expected"),
        (&["--algorithm", "1", "--counters", "1 2 3"], "expected a perfect square"),
        (&["--algorithm", "1", "--counters", "1 2 2 3"], "duplicate"),
        (&["--algorithm", "1", "--counters", "-1 2 3 4"], "'-1': expected the number"),
        (&["--algorithm", "1", "--random", "10"], "invalid number of counters '10'"),
        (&["--algorithm", "1", "--random", "-4"], "invalid number of counters '-4'"),
        (&["--algorithm", "1", "--random", "5x5"], "invalid number of counters '5x5'"),
        (&["--algorithm", "1", "--random", "9", "--seed", "x"], "whole number"),
        (&["--algorithm", "1", "--default", "--random", "9"], "cannot be used with"),
        (&["--algorithm", "1", "--default", "--counters", "1"], "cannot be used with"),
        (&["--algorithm", "1"], "unexpected end of input: expected the kind of board"),
        (&["--default"], "unexpected end of input: expected the algorithm"),
        (&["--default", "--json"], "--json does not prompt"),
        (&["compare", "--largest", "1"], "from 2 to 12"),
        (&["compare", "--default"], "--default"),
    ] {
        run(&[&["counters"], args].concat()).exits(2).warns(message);
    }
}

#[test]
fn json_has_the_counts_of_the_course_and_of_the_engine() {
    let result = object(&["counters", "--algorithm", "1", "--default"]);
    let counts =
        json!({ "nodes_expanded": 19, "max_queue_size": 5700, "length": 19, "shortest": 19 });
    assert_fields(&result, &counts);
    assert_eq!(result["swaps"].as_array().unwrap().len(), 19);
    // The actual frontier is smaller than the course's queue size.
    assert!(result["max_frontier"].as_u64().unwrap() < 5_700 - 19);
    let args = ["counters", "--algorithm", "0", "--default", "--json", "--expansions", "9"];
    let stopped = json!({ "outcome": "stopped", "reason": "expansions", "swaps": null });
    assert_fields(&run(&args).exits(22).json(), &stopped);
}

#[test]
fn compare_writes_plots_a_table_and_a_page() {
    let scratch = Scratch::new();
    let folder = scratch.path("growth");
    let args = [
        "counters",
        "compare",
        "--largest",
        "4",
        "--boards",
        "2",
        "--seed",
        "1",
        "--memory-limit",
        "8MiB",
    ];
    let shown = run(&[&args[..], &["--out", &folder]].concat()).exits(0);
    shown.prints("Reversed boards").prints("memory limit");
    shown.prints("2×2     uniform cost            2       2 ");
    let read = |name: &str| scratch.read(&format!("growth/{name}"));
    for kind in ["reversed", "default", "random"] {
        for quantity in ["expanded", "queue"] {
            assert!(read(&format!("{quantity}-{kind}.svg")).starts_with("<svg"));
        }
    }
    let page = read("report.html");
    assert_eq!(page.matches("<svg").count(), 6);
    assert!(page.contains("--largest 4 --boards 2 --seed 1"), "the page states the arguments");
    let csv = read("counters.csv");
    let row = "default,25,,A* w/ Manhattan Distance Heuristic,solved,23,6900,";
    assert!(csv.contains(row), "{csv}");
    let json = run(&[&args[..], &["--json"]].concat()).json();
    assert_documented(&["counters", "compare"], &json);
    assert_eq!(csv.lines().count(), json["runs"].as_array().unwrap().len() + 1);
    run(&["counters", "compare", "--out", "/dev/null/x"]).exits(32);
}

/// The audit refutes both heuristics of the course and confirms the other two.
#[test]
fn audit_refutes_both_heuristics_of_the_course() {
    let result = object(&["audit", "counters", "2 1 4 3 5 6 7 8 9"]);
    for audit in result["heuristics"].as_array().unwrap() {
        let name = audit["name"].as_str().unwrap();
        let good = matches!(name, "cycles" | "half-misplaced");
        let claims =
            json!({ "complete": true, "states": 362_880, "admissible": good, "consistent": good });
        assert_fields(audit, &claims);
        assert_eq!(audit["overestimate"].is_null(), good, "{name}");
        if !good {
            let over = &audit["overestimate"];
            assert!(over["h"].as_u64() > over["exact"].as_u64(), "{over}");
        }
        if name == "cycles" {
            assert_eq!(audit["exact_share"], 1.0);
        }
    }
}

/// A board that is too large to copy is solved in place, proved optimal, written and checked.
#[test]
fn solves_and_checks_large_boards() {
    let scratch = Scratch::new();
    let board = ["counters", "--random", "300x300", "--seed", "4"];
    let solved = run(&[&["solve"], &board[..], &["-H", "cycles"]].concat()).exits(0);
    solved.prints("proved optimal");
    let plan = scratch.write("plan", &solved.stdout);
    run(&[&["check"], &board[..], &["--plan", &plan]].concat()).exits(0).prints("accepted    89,9");
    for command in ["explore", "audit", "play"] {
        run(&[&[command], &board[..]].concat()).exits(2).warns("too large");
    }
    let out = scratch.path("certificate");
    for args in
        [["certify", "--out", &out], ["solve", "-s", "astar"], ["solve", "--show", "states"]]
    {
        run(&[&args[..1], &board, &args[1..]].concat()).exits(2);
    }
    // A board in one line, and a number that is wrong near its end.
    let file = scratch.write("board", format!("{} 7", counted(89_999)));
    let wrong = run(&["solve", "counters", "--file", &file]).exits(31);
    wrong.warns("line 1, column 528889: duplicate '7'");
}
