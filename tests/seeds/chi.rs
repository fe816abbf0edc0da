//! COMP472, assignment 2: the χ-puzzle.

use crate::program::{Run, Scratch, object, run};
use std::collections::BTreeSet;

/// The document's three puzzles.
const PUZZLES: &str = "1 0 3 7 5 2 6 4\n0 3 7 5 2 6 4 1\n1 0 3 7 5 2 6 4\n";
const SEARCHES: [&str; 5] = ["ucs", "gbfs-h1", "gbfs-h2", "astar-h1", "astar-h2"];

fn chi(args: &[&str]) -> Run {
    run(&[&["chi"], args].concat())
}

/// Returns the moves of a board as tile and cost, sorted.
fn moves(board: &str) -> Vec<(u32, u32)> {
    let listed = chi(&["moves", board]).exits(0).stdout;
    let mut moves: Vec<(u32, u32)> = listed
        .lines()
        .map(|line| {
            let mut words = line.split(' ').map(|word| word.parse().unwrap());
            (words.next().unwrap(), words.next().unwrap())
        })
        .collect();
    moves.sort_unstable();
    moves
}

/// The files of a run on the document's puzzles.
struct Files(Scratch);

impl Files {
    fn new(args: &[&str]) -> Self {
        let scratch = Scratch::new();
        let (file, out) = (scratch.write("puzzles.txt", PUZZLES), scratch.path("out"));
        chi(&[&["run", &file, "--out", &out], args].concat()).exits(0);
        Self(scratch)
    }

    fn read(&self, name: &str) -> String {
        self.0.read(&format!("out/{name}.txt"))
    }

    fn names(&self) -> BTreeSet<String> {
        self.0.files("out")
    }
}

fn numbers(line: &str) -> Vec<u32> {
    line.split(' ').map(|word| word.parse().expect(line)).collect()
}

#[test]
fn chi_line_13_the_board_has_two_rows_and_four_columns() {
    let board = "1 0 3 7 5 2 6 4";
    assert_eq!(object(&["solve", "chi", board])["instance"], "1 0 3 7\n5 2 6 4\n");
    chi(&["moves", "1 2 3 0"]).exits(2).warns("the board ends after 4 numbers");
    chi(&["moves", "1 0 3 7 5 2 6 6"]).exits(2).warns("duplicate '6'");
}

#[test]
fn chi_line_15_regular_moves_cost_1() {
    assert_eq!(moves("1 2 3 4 5 0 6 7"), [(2, 1), (5, 1), (6, 1)]);
}

#[test]
fn chi_line_17_wrapping_moves_cost_2_from_corners_only() {
    assert!(moves("0 2 3 4 5 6 7 1").contains(&(4, 2)));
    assert!(moves("1 2 3 0 5 6 7 4").contains(&(1, 2)));
    assert!(!moves("1 0 3 4 5 6 7 2").iter().any(|&(_, cost)| cost == 2));
}

#[test]
fn chi_line_19_diagonal_moves_cost_3_from_corners_only() {
    let corner = moves("0 2 3 4 5 6 7 1");
    assert!(corner.contains(&(6, 3)) && corner.contains(&(1, 3)), "{corner:?}");
    assert!(!moves("1 2 3 4 5 6 0 7").iter().any(|&(_, cost)| cost == 3));
}

#[test]
fn chi_line_21_either_goal_at_the_lowest_cost_solves_the_puzzle() {
    for goal in ["1 2 3 4 5 6 7 0", "1 3 5 7 2 4 6 0"] {
        assert_eq!(object(&["solve", "chi", goal])["cost"], 0, "{goal}");
    }
    // Optima to the nearer goal, proved by a table of all boards.
    for (board, cost) in [("1 0 3 7 5 2 6 4", 8), ("0 3 7 5 2 6 4 1", 12), ("1 2 3 4 5 6 0 7", 1)] {
        let solved = object(&["solve", "chi", board]);
        assert_eq!((&solved["cost"], &solved["optimality"]), (&cost.into(), &"proved".into()));
    }
    run(&["chi", "table", "2x4"]).prints("highest     19");
}

#[test]
fn chi_line_113_example_1_has_five_moves() {
    assert_eq!(moves("4 2 3 1 5 6 7 0"), [(1, 1), (3, 3), (4, 3), (5, 2), (7, 1)]);
}

#[test]
fn chi_line_123_example_1_leads_to_five_boards() {
    let listed = chi(&["moves", "4 2 3 1 5 6 7 0"]).stdout;
    let lines: BTreeSet<&str> = listed.lines().collect();
    let expected = [
        "1 1 4 2 3 0 5 6 7 1",
        "7 1 4 2 3 1 5 6 0 7",
        "5 2 4 2 3 1 0 6 7 5",
        "3 3 4 2 0 1 5 6 7 3",
        "4 3 0 2 3 1 5 6 7 4",
    ];
    assert_eq!(lines, BTreeSet::from(expected));
    let json = object(&["chi", "moves", "4 2 3 1 5 6 7 0"]);
    assert_eq!(json["moves"].as_array().unwrap().len(), 5);
}

#[test]
fn chi_line_329_example_2_has_three_moves() {
    assert_eq!(moves("1 2 3 4 5 6 0 7"), [(3, 1), (6, 1), (7, 1)]);
}

#[test]
fn chi_line_331_example_3_has_three_moves() {
    assert_eq!(moves("1 0 3 4 5 6 2 7"), [(1, 1), (3, 1), (6, 1)]);
}

#[test]
fn chi_line_335_uniform_cost_greedy_and_astar_solve_the_puzzle() {
    for (strategy, cost) in [("ucs", Some(8)), ("greedy", None), ("astar", Some(8))] {
        let solved = object(&["solve", "chi", "1 0 3 7 5 2 6 4", "-s", strategy]);
        assert_eq!(solved["outcome"], "solved");
        assert!(cost.is_none_or(|cost| solved["cost"] == cost), "{strategy}");
    }
}

#[test]
fn chi_line_347_both_heuristics_run_with_greedy_and_astar() {
    let files = Files::new(&[]);
    for search in ["gbfs-h1", "gbfs-h2", "astar-h1", "astar-h2"] {
        assert!(files.read(&format!("0_{search}_solution")).lines().count() > 2);
    }
    let lengths = ["astar-h1", "astar-h2"].map(|search| files.read(&format!("1_{search}_search")));
    assert!(lengths[0].lines().count() > lengths[1].lines().count(), "two different heuristics");
}

#[test]
fn chi_line_349_h0_is_0_if_the_blank_is_last_and_1_otherwise() {
    let files = Files::new(&["--heuristics", "h0"]);
    for line in files.read("0_astar-h0_search").lines() {
        let line = numbers(line);
        assert_eq!(line[2], u32::from(line[10] != 0), "{line:?}");
    }
}

#[test]
fn chi_line_355_h1_and_h2_differ_from_h0() {
    let files = Files::new(&["--heuristics", "h0,h1,h2"]);
    let start = |search: &str| {
        let text = files.read(&format!("1_{search}_search"));
        numbers(text.lines().next().unwrap())[2]
    };
    let [h0, h1, h2] = ["astar-h0", "astar-h1", "astar-h2"].map(start);
    assert!(h0 == 1 && h1 > h0 && h2 > h1, "{h0} {h1} {h2}");
}

#[test]
fn chi_line_363_the_input_file_has_a_puzzle_per_line() {
    let files = Files::new(&[]);
    let starts = ["0", "1", "2"].map(|number| {
        let text = files.read(&format!("{number}_ucs_solution"));
        text.lines().next().unwrap().strip_prefix("0 0 ").unwrap().to_owned() + "\n"
    });
    assert_eq!(starts.concat(), PUZZLES);
}

#[test]
fn chi_line_413_each_puzzle_has_ten_files() {
    assert_eq!(Files::new(&[]).names().len(), 3 * 10);
}

#[test]
fn chi_line_427_to_441_files_are_named_by_number_and_search() {
    let mut expected = BTreeSet::new();
    for number in 0..3 {
        for search in SEARCHES {
            for kind in ["solution", "search"] {
                expected.insert(format!("{number}_{search}_{kind}.txt"));
            }
        }
    }
    assert_eq!(Files::new(&[]).names(), expected);
}

#[test]
fn chi_line_445_to_453_a_solution_file_has_the_start_the_moves_and_the_cost() {
    let files = Files::new(&[]);
    for search in SEARCHES {
        let text = files.read(&format!("0_{search}_solution"));
        let lines: Vec<&str> = text.lines().collect();
        let (last, steps) = lines.split_last().unwrap();
        assert_eq!(steps[0], "0 0 1 0 3 7 5 2 6 4");
        let mut total = 0;
        for pair in steps.windows(2) {
            let (before, step) = (numbers(pair[0]), numbers(pair[1]));
            let board = before[2..].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            assert!(moves(&board).contains(&(step[0], step[1])), "{}", pair[1]);
            chi(&["moves", &board]).prints(format!("{}\n", pair[1]));
            total += step[1];
        }
        let (cost, seconds) = last.split_once(' ').unwrap();
        assert_eq!(cost.parse(), Ok(total), "{search}");
        assert!(seconds.parse::<f64>().is_ok(), "{last}");
    }
}

#[test]
fn chi_line_477_no_solution_after_60_seconds_is_written_to_both_files() {
    chi(&["run", "--help"]).prints("[default: 60s]");
    let files = Files::new(&["--time-limit", "0s"]);
    for search in SEARCHES {
        for kind in ["solution", "search"] {
            assert_eq!(files.read(&format!("1_{search}_{kind}")), "no solution");
        }
    }
}

#[test]
fn chi_line_481_a_search_file_has_f_g_h_and_board_of_each_node() {
    let text = Files::new(&[]).read("1_astar-h2_search");
    let lines: Vec<Vec<u32>> = text.lines().map(numbers).collect();
    assert_eq!(lines[0][3..], [0, 3, 7, 5, 2, 6, 4, 1]);
    assert!(lines.iter().all(|line| line.len() == 11 && line[0] == line[1] + line[2]));
    assert_eq!(lines.last().unwrap()[..3], [12, 12, 0]);
}

#[test]
fn chi_line_487_values_that_a_search_does_not_use_are_0() {
    let files = Files::new(&[]);
    for (search, f, g, h) in [("ucs", false, true, false), ("gbfs-h2", false, false, true)] {
        let text = files.read(&format!("0_{search}_search"));
        let lines: Vec<Vec<u32>> = text.lines().map(numbers).collect();
        for (column, used) in [f, g, h].into_iter().enumerate() {
            assert_eq!(lines.iter().any(|line| line[column] > 0), used, "{search} {column}");
        }
    }
}

#[test]
fn chi_line_491_fifty_random_puzzles_are_analyzed() {
    let help = chi(&["analyze", "--help"]).stdout;
    assert!(help.contains("[default: 50]"), "{help}");
    let scratch = Scratch::new();
    let out = scratch.path("analysis");
    let random = |count| chi(&["analyze", "--random", count, "--out", &out]).exits(0);
    random("3").warns("random seed ");
    let first = scratch.read("analysis/puzzles.txt");
    assert_eq!(first.lines().count(), 3);
    random("3");
    assert_ne!(scratch.read("analysis/puzzles.txt"), first, "new puzzles each time");
}

#[test]
fn chi_line_493_to_501_averages_totals_and_optimality_of_each_algorithm() {
    let scratch = Scratch::new();
    let (file, out) = (scratch.write("puzzles.txt", PUZZLES), scratch.path("analysis"));
    chi(&["analyze", &file, "--out", &out]).exits(0).prints("Averages").prints("Totals");
    for (table, solved, cost, optimal) in
        [("analysis.csv", "0.00", "9.33", "1.00"), ("totals.csv", "0", "28", "3")]
    {
        let text = scratch.read(&format!("analysis/{table}"));
        let heading = "search,solution,search path,no solution,cost,seconds,optimal";
        assert_eq!(text.lines().next(), Some(heading));
        for search in SEARCHES {
            assert!(text.contains(&format!("\n{search},")), "{search}: {text}");
        }
        let astar = text.lines().find(|line| line.starts_with("astar-h2,")).unwrap();
        let fields: Vec<&str> = astar.split(',').collect();
        assert_eq!((fields[3], fields[4], fields[6]), (solved, cost, optimal));
    }
}

#[test]
fn chi_line_505_the_analysis_compares_heuristics_and_algorithms_in_words() {
    let analyzed = chi(&["analyze", "--random", "4", "--seed", "1"]).exits(0);
    let text = analyzed.stdout.replace('\n', " ");
    for comparison in [
        "A* with h2 searched ",
        "Greedy search with h2 searched ",
        "A* with h1 ",
        "uniform cost ",
        "of 4 boards",
        "The plans cost ",
        "are optimal.",
    ] {
        assert!(text.contains(comparison), "{comparison}: {text}");
    }
    let json = chi(&["analyze", "--random", "4", "--seed", "1", "--json"]).exits(0).json();
    assert_eq!(json["heuristics"].as_array().unwrap().len(), 2);
    assert_eq!(json["algorithms"].as_array().unwrap().len(), 4);
}

#[test]
fn chi_line_505_and_531_slides_explain_heuristics_and_present_the_data() {
    let scratch = Scratch::new();
    let out = scratch.path("analysis");
    chi(&["analyze", "--random", "2", "--out", &out]).exits(0);
    let slides = scratch.read("analysis/slides.html");
    assert!(slides.matches("<section>").count() >= 9);
    for content in [
        "<h2>Heuristics</h2>",
        "h1: the number of misplaced tiles",
        "<h2>Heuristics compared</h2>",
        "<h2>Algorithms compared</h2>",
        "<h2>Averages</h2>",
        "<h2>Totals</h2>",
        "break-after:page",
    ] {
        assert!(slides.contains(content), "{content}");
    }
    assert_eq!(slides.matches("<svg").count(), 3);
}

#[test]
fn chi_line_509_scaled_up_boards_need_no_time_limit() {
    let args = ["scale", "--sizes", "2x3,2x4,3x3", "--boards", "1", "--searches", "astar h2"];
    let scaled = chi(&[&args[..], &["--time-limit", "none"]].concat()).exits(0);
    scaled.prints("2×3").prints("3×3").prints("astar h2 solved every board from 2×3 to 3×3");
    assert!(!scaled.stdout.contains("10.00 s"), "{}", scaled.stdout);
    chi(&[&args[..], &["--time-limit", "soon"]].concat()).exits(2).warns("or none");
}

#[test]
fn chi_line_509_columns_wrap_on_boards_of_more_than_two_rows() {
    let moves = chi(&["moves", "0 2 3 4 5 6 7 8 1", "--rows", "3", "--cols", "3"]).exits(0);
    // The ends of the row and of the column, then the two diagonals.
    moves.prints("3 2 3 2 0 ").prints("7 2 7 2 3 ").prints("5 3 5 2 3 ").prints("1 3 1 2 3 ");
    assert_eq!(moves.stdout.lines().count(), 6);
}

#[test]
fn chi_line_511_slides_present_the_scaled_up_puzzle() {
    let scratch = Scratch::new();
    let out = scratch.path("growth");
    chi(&["scale", "--sizes", "2x2,2x3", "--boards", "1", "--out", &out]).exits(0);
    let slides = scratch.read("growth/slides.html");
    assert!(slides.contains("solved every board from 2×2 to 2×3"), "{slides}");
    assert_eq!(slides.matches("<svg").count(), 3);
}

#[test]
fn chi_line_517_the_competition_ranks_by_total_cost_and_time() {
    let scratch = Scratch::new();
    let file = scratch.write("puzzles.txt", PUZZLES);
    chi(&["competition", &file]).exits(0).prints("total cost  28\n").prints("total time  ");
    let json = chi(&["competition", &file, "--json"]).exits(0).json();
    assert_eq!(json["total_cost"], 28);
    assert!(json["seconds"].as_f64().is_some());
}

#[test]
fn chi_line_535_the_demo_runs_all_algorithms_with_h0() {
    let names = Files::new(&["--heuristics", "h0"]).names();
    let searches = ["ucs", "gbfs-h0", "astar-h0"];
    let expected = (0..3).flat_map(|number| {
        searches.into_iter().flat_map(move |search| {
            ["solution", "search"].map(|kind| format!("{number}_{search}_{kind}.txt"))
        })
    });
    assert_eq!(names, expected.collect());
}
