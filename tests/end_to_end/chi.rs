//! `heureka chi`: exact files, checked by code that shares nothing with the program; invalid input,
//! timeouts and interruptions; the studies.

use crate::program::{
    Run, Scratch, assert_documented, assert_fields, interrupt, object, run, spawn, wait_until,
};
use heureka_core::{Limits, Strategy};
use heureka_courses::chi::{instance, solve};
use heureka_puzzles::chi::{exact, parse_size};
use serde_json::json;
use std::collections::BTreeSet;

const PUZZLES: &str = "# the course's own\n1 0 3 7 5 2 6 4\n\n0 3 7 5 2 6 4 1\n1 0 3 7 5 2 6 4\n";
const OPTIMA: [u32; 3] = [8, 12, 8];

/// Returns the cost of moving a tile between two boards of 2 × 4, or `None` if there is no such move.
fn move_cost(before: &[u32], after: &[u32], tile: u32) -> Option<u32> {
    let cell = |board: &[u32], what| board.iter().position(|&t| t == what);
    let (from, to) = (cell(before, tile)?, cell(before, 0)?);
    let mut moved = before.to_vec();
    moved.swap(from, to);
    if moved != after || tile == 0 {
        return None;
    }
    let (rows, cols) = ((from / 4).abs_diff(to / 4), (from % 4).abs_diff(to % 4));
    let corner = [0, 3, 4, 7].contains(&to);
    match (rows, cols) {
        (0, 1) | (1, 0) => Some(1),
        (0, 3) if corner => Some(2),
        (1, 1 | 3) if corner => Some(3),
        _ => None,
    }
}

fn numbers(line: &str) -> Vec<u32> {
    line.split(' ').map(|word| word.parse().expect(line)).collect()
}

/// Checks a solution file and returns its cost.
fn check_solution(text: &str, start: &[u32]) -> u32 {
    assert!(text.ends_with('\n'));
    let lines: Vec<&str> = text.lines().collect();
    let (last, steps) = lines.split_last().unwrap();
    let first = numbers(steps[0]);
    assert_eq!((&first[..2], &first[2..]), (&[0, 0][..], start));
    let mut total = 0;
    for pair in steps.windows(2) {
        let (before, step) = (numbers(pair[0]), numbers(pair[1]));
        assert_eq!(step.len(), 10);
        assert_eq!(move_cost(&before[2..], &step[2..], step[0]), Some(step[1]), "{}", pair[1]);
        total += step[1];
    }
    let goal = &numbers(steps[steps.len() - 1])[2..];
    assert!([[1, 2, 3, 4, 5, 6, 7, 0], [1, 3, 5, 7, 2, 4, 6, 0]].iter().any(|g| g == goal));
    let (cost, seconds) = last.split_once(' ').unwrap();
    assert_eq!(cost.parse(), Ok(total));
    assert!(seconds.parse::<f64>().unwrap() >= 0.0);
    total
}

/// Checks a search file and returns its number of nodes.
fn check_search(text: &str, name: &str, start: &[u32], cost: u32) -> usize {
    let lines: Vec<Vec<u32>> = text.lines().map(numbers).collect();
    assert_eq!(&lines[0][3..], start);
    let goal = lines.last().unwrap();
    assert!(goal[3..] == [1, 2, 3, 4, 5, 6, 7, 0] || goal[3..] == [1, 3, 5, 7, 2, 4, 6, 0]);
    for line in &lines {
        let (f, g, h) = (line[0], line[1], line[2]);
        assert_eq!(line[3..].iter().collect::<BTreeSet<_>>().len(), 8);
        match name {
            "ucs" => assert!(f == 0 && h == 0 && g <= cost),
            name if name.starts_with("gbfs") => assert!(f == 0 && g == 0),
            _ => assert!(f == g + h && f <= cost, "{line:?}"),
        }
    }
    assert!(if name.starts_with("gbfs") { goal[2] == 0 } else { goal[1] == cost });
    lines.len()
}

#[test]
fn run_writes_ten_files_per_puzzle_that_pass_an_independent_check() {
    let scratch = Scratch::new();
    let (file, folder) = (scratch.write("puzzles.txt", PUZZLES), scratch.path("out"));
    for jobs in ["1", "3"] {
        let ran = run(&["chi", "run", &file, "--out", &folder, "--jobs", jobs]).exits(0);
        ran.warns("30 files written");
    }
    let mut expected = BTreeSet::new();
    for (k, optimum) in OPTIMA.into_iter().enumerate() {
        let start = numbers(PUZZLES.lines().filter(|l| l.len() == 15).nth(k).unwrap());
        let mut lengths = vec![];
        for name in ["ucs", "gbfs-h1", "gbfs-h2", "astar-h1", "astar-h2"] {
            let [solution, search] =
                ["solution", "search"].map(|what| format!("{k}_{name}_{what}.txt"));
            let read = |name: &str| scratch.read(&format!("out/{name}"));
            let cost = check_solution(&read(&solution), &start);
            lengths.push(check_search(&read(&search), name, &start, cost));
            assert!(cost == optimum || name.starts_with("gbfs") && cost > optimum);
            expected.extend([solution, search]);
        }
        assert!(lengths[0] > lengths[3] && lengths[3] > lengths[4], "{lengths:?}");
    }
    assert_eq!(scratch.files("out"), expected);
    assert_eq!(scratch.files("").len(), 2, "no other file is left");
}

#[test]
fn run_accepts_the_demo_heuristic_and_other_sizes() {
    let scratch = Scratch::new();
    let (file, folder) = (scratch.write("puzzles.txt", PUZZLES), scratch.path("demo"));
    let args = ["chi", "run", &file, "--out", &folder, "--heuristics", "h0", "--json"];
    let result = run(&args).exits(0).json();
    let names = scratch.files("demo");
    assert_eq!(names.len(), 18);
    assert!(names.contains("2_gbfs-h0_search.txt") && names.contains("0_astar-h0_solution.txt"));
    assert_documented(&["chi", "run"], &result);
    assert_fields(&result["runs"][2], &json!({ "search": "astar-h0", "cost": 8 }));
    let (small, folder) = (scratch.write("small.txt", "3 1 2 0\n"), scratch.path("small"));
    run(&["chi", "run", &small, "--out", &folder, "--rows", "2", "--cols", "2"]).exits(0);
    assert_eq!(scratch.files("small").len(), 10);
}

#[test]
fn invalid_input_writes_nothing() {
    let scratch = Scratch::new();
    let folder = scratch.path("out");
    for (text, message) in [
        ("1 0 3 7 5 2 6 4\n1 0 3 7 5 2 6\n", "line 2, column 14: the board ends after 7 numbers"),
        ("1 0 3 7 5 2 6 4 4\n", "line 1, column 17: unexpected extra value '4'"),
        ("1 0 3 7 5 2 6 4\n\n1 0 3 7 5 2 6 6\n", "line 3, column 15: duplicate '6'"),
        ("1 0 3 7 5 two 6 4\n", "line 1, column 11: 'two': expected a number from 0 to 7"),
        ("1 0 3 7 5 2 6 8\n", "'8': expected a number from 0 to 7"),
        ("# nothing\n", "no puzzle: expected lines of 8 numbers"),
        ("1 0 3 7 \u{0} 2 6 4\n", "line 1, column 9: invisible character U+0000"),
    ] {
        let file = scratch.write("bad.txt", text);
        for command in ["run", "competition", "analyze"] {
            run(&["chi", command, &file, "--out", &folder])
                .exits(31)
                .warns("bad.txt")
                .warns(message)
                .warns("help:");
            assert!(!std::path::Path::new(&folder).exists());
        }
    }
    let file = scratch.write("good.txt", PUZZLES);
    for (args, code) in [
        (&["chi", "run", "/no/such/file", "--out", &folder][..], 31),
        (&["chi", "run", &file, "--out", "/dev/null/x"], 32),
        (&["chi", "run", &file, "--out", &file], 32),
        (&["chi", "run", &file], 2),
        (&["chi", "run", &file, "--out", &folder, "--heuristics", "h3"], 2),
        (&["chi", "run", &file, "--out", &folder, "--rows", "1"], 2),
        (&["chi", "run", &file, "--out", &folder, "--jobs", "0"], 2),
        (&["chi", "scale", "--searches", "astar"], 2),
        (&["chi", "table", "4x4"], 2),
        (&["chi"], 2),
    ] {
        run(args).exits(code);
    }
    assert_eq!(scratch.files(""), ["bad.txt", "good.txt"].map(str::to_owned).into());
}

#[test]
fn a_timeout_writes_no_solution() {
    let scratch = Scratch::new();
    let (file, folder) = (scratch.write("puzzles.txt", PUZZLES), scratch.path("out"));
    run(&["chi", "run", &file, "--out", &folder, "--time-limit", "0s"]).exits(0);
    let names = scratch.files("out");
    assert_eq!(names.len(), 30);
    for name in names {
        assert_eq!(scratch.read(&format!("out/{name}")), "no solution", "{name}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_nothing() {
    let scratch = Scratch::new();
    let board = "15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0\n";
    let (file, folder) = (scratch.write("puzzles.txt", board.repeat(3)), scratch.path("out"));
    let child = spawn(&["chi", "run", &file, "--out", &folder, "--rows", "4", "--cols", "4"]);
    // The handler of Ctrl-C is installed before the first file is written.
    wait_until(|| scratch.files("").len() == 2);
    interrupt(&child);
    Run::of(child).exits(23).warns("no file was written");
    assert_eq!(scratch.files(""), ["puzzles.txt".to_owned()].into());
}

#[test]
fn competition_finds_optimal_plans() {
    let scratch = Scratch::new();
    let (file, folder) = (scratch.write("puzzles.txt", PUZZLES), scratch.path("out"));
    let result = run(&["chi", "competition", &file, "--out", &folder, "--json"]).exits(0).json();
    assert_documented(&["chi", "competition"], &result);
    let fields: Vec<_> = result.as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["puzzles", "seconds", "total_cost"]);
    assert_eq!(result["total_cost"], 28);
    for (k, entry) in result["puzzles"].as_array().unwrap().iter().enumerate() {
        assert_eq!(entry["cost"], OPTIMA[k]);
        assert!(entry["seconds"].as_f64().unwrap() >= 0.0 && entry.as_object().unwrap().len() == 2);
        let start = numbers(PUZZLES.lines().filter(|l| l.len() == 15).nth(k).unwrap());
        let text = scratch.read(&format!("out/{k}_solution.txt"));
        assert_eq!(check_solution(&text, &start), OPTIMA[k]);
    }
    run(&["chi", "competition", &file]).prints("total cost  28").prints("proved");
    // Beyond the table: A* with pattern databases.
    let larger =
        scratch.write("larger.txt", "1 2 3 4 5 6 7 8 9 0 10 11\n0 1 2 3 4 5 6 7 8 9 10 11\n");
    let ran = run(&["chi", "competition", &larger, "--rows", "3", "--cols", "4"]).exits(0);
    assert_eq!(ran.stdout.matches("  proved").count(), 2, "{}", ran.stdout);
}

/// Solves all 40,320 boards, each plan validated by the reference rules, and builds the table of 2
/// × 5.
#[test]
fn all_2x4_boards_are_solved_at_the_known_total_cost() {
    fn permutations(board: &mut Vec<u8>, fixed: usize, visit: &mut impl FnMut(&[u8])) {
        if fixed == board.len() {
            return visit(board);
        }
        for other in fixed..board.len() {
            board.swap(fixed, other);
            permutations(board, fixed + 1, visit);
            board.swap(fixed, other);
        }
    }
    let instance = instance(parse_size("2x4").unwrap(), "exact").unwrap();
    let descent: Strategy = "descent".parse().unwrap();
    let (mut boards, mut cost) = (0u32, 0);
    permutations(&mut (0..8).collect(), 0, &mut |cells| {
        let run = solve(&*instance, cells, &descent, &mut Limits::none(), None).unwrap();
        boards += 1;
        cost += run.cost().expect("every board is solvable");
    });
    assert_eq!((boards, cost), (40_320, 530_614), "13.160069 on average");
    let table = exact::table(parse_size("2x5").unwrap(), &mut Limits::none());
    assert_eq!(table.highest(), 30);
}

#[test]
fn analyze_writes_tables_plots_and_a_page() {
    let scratch = Scratch::new();
    let folder = scratch.path("analysis");
    let args = ["chi", "analyze", "--random", "3", "--seed", "7"];
    run(&[&args[..], &["--out", &folder]].concat()).exits(0).prints("Averages").prints("Totals");
    let [summary, runs, page] = ["analysis.csv", "runs.csv", "report.html"]
        .map(|name| scratch.read(&format!("analysis/{name}")));
    assert_eq!((summary.lines().count(), runs.lines().count()), (1 + 13, 1 + 13 * 3));
    for line in summary.lines() {
        let optimal = line.starts_with("astar") || line.starts_with("ucs");
        assert!(!optimal || line.ends_with(",1.00"), "{line}");
    }
    assert_eq!(page.matches("<svg").count(), 3);
    assert_eq!(scratch.files("analysis").len(), 9);
    // The same puzzles again, from the file.
    let again = run(&["chi", "analyze", &format!("{folder}/puzzles.txt"), "--json"]).json();
    assert_documented(&["chi", "analyze"], &again);
    let first = &again["runs"][0];
    let fields = ["length", "search_length", "cost", "optimum"].map(|name| first[name].to_string());
    let row = format!("{},0,solved,{},yes", first["search"].as_str().unwrap(), fields.join(","));
    assert!(runs.lines().nth(1).unwrap().starts_with(&row), "{row}: {runs}");
}

#[test]
fn scale_reports_boards_of_growing_size() {
    let scratch = Scratch::new();
    let folder = scratch.path("growth");
    let args =
        ["chi", "scale", "--sizes", "2x3,2x4,5x5", "--boards", "2", "--memory-limit", "4MiB"];
    let searches = ["--searches", "astar h2,wastar:20 h2"];
    run(&[&args[..], &searches, &["--out", &folder]].concat())
        .exits(0)
        .prints("2×4")
        .prints("wastar(20) h2")
        .prints("≥");
    assert_eq!(scratch.files("growth").len(), 6);
    let json = run(&[&args[..], &searches, &["--json"]].concat()).json();
    assert_documented(&["chi", "scale"], &json);
    assert_eq!(json["runs"].as_array().unwrap().len(), 3 * 2 * 2);
}

#[test]
fn table_counts_all_boards_by_cost() {
    let result = object(&["chi", "table", "2x4"]);
    assert_fields(&result, &json!({ "highest": 19, "states": 40_320 }));
    assert_eq!(result["counts"][19], 2);
    run(&["chi", "table", "3x3"]).prints("15.140173").prints("23");
    run(&["chi", "table", "2x5", "--memory-limit", "1MB"]).exits(20);
    run(&["chi", "table", "2x5", "--expansions", "1000"]).exits(22);
}
