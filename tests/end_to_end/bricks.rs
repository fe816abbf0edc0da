//! `heureka bricks`: its exact output.

use crate::program::{Run, Scratch, assert_fields, object, run_with_input};
use serde_json::json;

const LEVEL0: &str = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,\n";

/// Instances that every search solves quickly.
const LEVELS: &[&str] = &["level0", "klotski", "dads-puzzler", "quzzle", "only-18-steps"];

fn bricks(args: &[&str], input: &str) -> Run {
    run_with_input(&[&["bricks"], args].concat(), input)
}

#[test]
fn prints_states_and_moves() {
    assert_eq!(bricks(&["print", "level0"], "").stdout, LEVEL0);
    let sloppy = LEVEL0.replace(",\n", "\r\n").replace(',', ", ");
    assert_eq!(bricks(&["print", "-"], &sloppy).stdout, LEVEL0);
    let scratch = Scratch::new();
    let file = scratch.write("board.txt", LEVEL0);
    assert_eq!(bricks(&["print", &file], "").stdout, LEVEL0);
    assert_eq!(bricks(&["normalize", "level0"], "").stdout, LEVEL0);
    assert_eq!(bricks(&["moves", "level0"], "").stdout, "(2,left)\n(3,left)\n");
    assert_eq!(bricks(&["moves", "level0", "--piece", "2"], "").stdout, "(2,left)\n");
    let applied = bricks(&["apply", "level0", "(2,left)", "(4, down)"], "");
    assert_eq!(applied.stdout, "5,4,\n1,-1,-1,1,1,\n1,0,3,0,1,\n1,2,2,4,1,\n1,1,1,1,1,\n");
}

#[test]
fn solved_and_compare_print_a_boolean() {
    let solved = "5,4,\n1,2,2,1,1,\n1,0,0,3,1,\n1,0,0,4,1,\n1,1,1,1,1,\n";
    assert_eq!(bricks(&["solved", "level0"], "").exits(1).stdout, "false\n");
    assert_eq!(bricks(&["solved", "-"], solved).exits(0).stdout, "true\n");
    let swapped = LEVEL0.replace("0,3,4", "0,4,3");
    let (same, other) = (&["compare", "level0", "-"], &["compare", "level0", "-", "--normalized"]);
    let raw = bricks(same, &swapped);
    assert_eq!((raw.stdout.as_str(), raw.code), ("false\n", 1));
    let normal = bricks(other, &swapped);
    assert_eq!((normal.stdout.as_str(), normal.code), ("true\n", 0));
    assert_eq!(bricks(same, LEVEL0).stdout, "true\n");
}

#[test]
fn random_walk_has_the_assignments_format() {
    let walk = || bricks(&["random-walk", "level0", "-n", "3", "--seed", "7"], "");
    let text = walk().stdout;
    assert_eq!(text, walk().stdout, "equal seeds give equal walks");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 5 + 3 * 6, "{text}");
    assert_eq!(lines[..5].join("\n") + "\n", LEVEL0);
    for step in lines[5..].chunks(6) {
        assert!(step[0].starts_with('(') && step[0].ends_with(')'), "{text}");
        assert_eq!(step[1], "5,4,");
        assert!(step[1..].iter().all(|line| line.ends_with(',')), "{text}");
    }
    let stuck = bricks(&["random-walk", "-"], "3,1,\n2,1,-1,\n");
    assert_eq!(stuck.stdout, "3,1,\n2,1,-1,\n");
    stuck.warns("no brick can move");
}

#[test]
fn bfs_prints_the_assignments_sample() {
    let sample = "(2,left)\n(4,down)\n(3,right)\n(2,up)\n(2,up)\n5,4,\n1,2,2,1,1,\n1,0,0,3,1,\n\
                  1,0,0,4,1,\n1,1,1,1,1,\n";
    let run = bricks(&["bfs", "level0"], "").exits(0);
    let rest = run.stdout.strip_prefix(sample).expect("the sample output");
    let rest: Vec<_> = rest.lines().collect();
    assert_eq!(rest[0], "nodes explored: 13");
    assert!(rest[1].starts_with("seconds: 0."), "{rest:?}");
    assert_eq!(rest[2..], ["solution length: 5"]);
}

#[test]
fn check_accepts_printed_plans_with_either_labels() {
    for level in LEVELS {
        for (search, metric) in
            [("bfs", "steps"), ("dfs", "steps"), ("competition", "moves"), ("astar", "moves")]
        {
            for labels in ["original", "normal"] {
                let args = [search, level, "--metric", metric, "--labels", labels];
                let printed = bricks(&args, "").exits(0);
                let (labels, metric) = (format!("labels={labels}"), format!("metric={metric}"));
                let check = [
                    "check", "bricks", "--level", level, "-p", &labels, "-p", &metric, "--plan",
                    "-",
                ];
                let checked = run_with_input(&check, &printed.stdout).exits(0);
                let length =
                    printed.stdout.lines().find_map(|line| line.strip_prefix("solution length: "));
                let cost = format!("cost {}\n", length.unwrap());
                let text = checked.stdout.replace(',', "");
                assert!(text.contains(&cost), "{args:?}: {text}");
            }
        }
    }
}

#[test]
fn check_rejects_plans_with_other_labels() {
    let normal = bricks(&["bfs", "klotski", "--labels", "normal"], "").stdout;
    run_with_input(&["check", "bricks", "--level", "klotski", "--plan", "-"], &normal)
        .exits(1)
        .prints("is illegal");
}

/// Finds the known optima, and checks their proofs by the reference rules.
#[test]
fn classics_have_their_known_optima() {
    let scratch = Scratch::new();
    let file = scratch.path("proof.cert");
    for (level, steps, moves) in [
        ("klotski", 117, 81),
        ("dads-puzzler", 84, 59),
        ("quzzle", 116, 84),
        ("only-18-steps", 28, 18),
    ] {
        for (metric, length) in [("steps", steps), ("moves", moves)] {
            let run = bricks(&["competition", level, "--metric", metric], "");
            let line = format!("solution length: {length}\n");
            run.prints(&line).prints("\nmethod: ");
            let metric = format!("metric={metric}");
            object(&["certify", "bricks", "--level", level, "-p", &metric, "--out", &file]);
            let checked = object(&["certify", "--check", &file]);
            assert_fields(&checked, &json!({ "cost": length, "accepted": true }));
        }
    }
}

/// An open board with many bricks has too many states for a blind search.
#[test]
fn competition_solves_open_boards_by_astar_and_crowded_ones_by_bfs() {
    let mut rows = vec![vec!["0"; 14]; 14];
    for (row, column) in [(3, 5), (5, 9), (9, 3), (11, 11), (7, 7), (12, 5)] {
        rows[row][column] = ["3", "4", "5", "6", "7", "8"][(row + column) % 6];
    }
    rows[0][0] = "2";
    rows[13][13] = "-1";
    let wall = format!("{}\n", "1,".repeat(16));
    let inside: Vec<_> = rows.iter().map(|row| format!("1,{},1,\n", row.join(","))).collect();
    let board = format!("16,16,\n{wall}{}{wall}", inside.concat());
    bricks(&["competition", "-"], &board)
        .prints("solution length: 26\n")
        .prints("\nmethod: A* with the heuristic obstructed\n");
    bricks(&["competition", "klotski"], "").prints("\nmethod: breadth-first search over");
}

#[test]
fn proves_that_boards_are_unsolvable() {
    // The goal cells are too far apart for the master.
    let apart = "6,3,\n1,1,1,1,1,1,\n1,-1,2,0,-1,1,\n1,1,1,1,1,1,\n";
    // A brick blocks a corridor.
    let blocked = "7,3,\n1,1,1,1,1,1,1,\n1,2,0,3,0,-1,1,\n1,1,1,1,1,1,1,\n";
    for (board, states) in [(apart, 4), (blocked, 6)] {
        for search in ["bfs", "dfs"] {
            let run = bricks(&[search, "-"], board).exits(10);
            let verdict = format!("no solution: none of the {states} reachable states is solved\n");
            run.begins(&verdict);
        }
        bricks(&["ids", "-"], board).exits(10).begins("no solution: the whole space");
        bricks(&["astar", "-"], board).exits(10);
        bricks(&["competition", "-"], board).exits(10).begins("no solution: ");
    }
}

#[test]
fn errors_name_the_place_and_print_nothing() {
    bricks(&["bfs", "-"], "5,4,\n1,x,\n").exits(31).warns("standard input: line 2, column 3: 'x'");
    bricks(&["print", "no-such-level"], "")
        .exits(31)
        .warns("neither a file nor a built-in instance");
    for args in [
        &["apply", "level0", "(2,down)"][..],
        &["apply", "level0", "hop"],
        &["moves", "level0", "--piece", "9"],
        &["print", "level0", "--goal", "x"],
        &["astar", "level0", "-H", "nonsense"],
    ] {
        let run = bricks(args, "").exits(2);
        assert!(run.stderr.starts_with("error:") && run.stdout.is_empty(), "{args:?}");
    }
}

/// The hardest Rush Hour board without walls in Michael Fogleman's database, and Klotski in letters: the
/// known optima, proved within a second, with certificates that the reference rules accept.
#[test]
fn boards_of_other_collections_have_their_known_optima() {
    let scratch = Scratch::new();
    let file = scratch.path("proof.cert");
    let rush = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo";
    let klotski = "#BAAC# / #BAAC# / #DEEF# / #DGHF# / #I..J#";
    for (text, settings, cost, rules) in [
        (rush, &["-p", "metric=moves"][..], 51, "a Rush Hour line"),
        (klotski, &[], 116, "A has to reach the middle of the lower edge"),
        (klotski, &["-p", "goal=A@4,3", "-p", "metric=moves"], 81, ""),
        (klotski, &["-p", "goal=A@2,3;E@5,3"], 35, ""),
    ] {
        let args = [&["bricks", text], settings].concat();
        let solved = object(&[&["solve"], &args[..]].concat());
        assert_fields(&solved, &json!({ "cost": cost, "optimality": "proved" }));
        assert!(solved["seconds"].as_f64().unwrap() < 1.0, "{solved}");
        assert!(solved["caveat"].as_str().unwrap_or_default().contains(rules), "{solved}");
        object(&[&["certify"], &args[..], &["--out", &file]].concat());
        let checked = object(&["certify", "--check", &file]);
        assert_fields(&checked, &json!({ "cost": cost, "accepted": true }));
    }
}

#[test]
fn errors_in_letters_name_the_place() {
    for (text, place) in [
        ("AAooo\n", "line 1, column 6: this line has 5 letters"),
        ("AAoooq...", "line 1, column 6: unexpected 'q'"),
        ("#AA#\n#..\n", "line 2, column 4: this row has 3 cells: expected 4"),
        ("#AA#\n#.*#\n", "line 2, column 3: unexpected '*'"),
        ("AA.\n..A\n", "line 2, column 3: this 'A' does not touch the others"),
    ] {
        run_with_input(&["solve", "bricks"], text).exits(31).warns(place);
    }
    // The assignment knows boards of numbers only.
    bricks(&["print", "car-park"], "").exits(31).warns("line 1, column 1");
}

#[test]
fn check_reads_the_json_of_a_search() {
    let solved = bricks(&["bfs", "level0", "--json"], "").stdout;
    assert!(solved.contains("\"outcome\":\"solved\"") && solved.contains("\"expanded\":13"));
    run_with_input(&["check", "bricks", "--level", "level0", "--plan", "-"], &solved).exits(0);
}
