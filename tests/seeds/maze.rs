//! CS360, project 2: two questions about A*, and the generator of number mazes.

use crate::program::{Run, Scratch, assert_fields, object, run, run_with_input};
use serde_json::json;

/// The document's example.
const SAMPLE: &str = "3 2 1 4 1\n3 2 1 3 3\n3 3 2 1 4\n3 1 2 3 3\n1 4 4 3 0\n";

fn maze(args: &[&str], input: &str) -> Run {
    run_with_input(&[&["maze"], args].concat(), input)
}

/// Evaluates a maze.
fn evaluated(text: &str) -> serde_json::Value {
    maze(&["evaluate", "-", "--json"], text).exits(0).json()
}

/// Generates a maze in a short time.
fn generated(spec: [&str; 4]) -> Run {
    run(&[&["maze", "generate"], &spec[..], &["--time-limit", "2s"]].concat())
}

#[test]
fn maze_line_13_larger_g_expands_fewer_states_on_ties() {
    for args in [&["--size", "40x40"][..], &["--size", "40x60", "--random", "25"]] {
        let found = object(&[&["lab", "tie-breaking"], args].concat());
        let expanded = |version: &str| found[version]["expanded"].as_u64().unwrap();
        assert!(expanded("high_g") < expanded("low_g"), "{found}");
    }
}

#[test]
fn maze_line_15_an_empty_grid_from_corner_to_corner_has_one_plateau() {
    let found = object(&["lab", "tie-breaking", "--size", "30x30"]);
    // Smaller g expands the whole grid except the goal, larger g one path and its neighbors.
    assert_fields(&found, &json!({ "below": 0, "equal": 899, "cost": 58 }));
    assert_eq!(found["low_g"]["expanded"], 899);
    assert_eq!(found["high_g"]["expanded"], 58);
}

#[test]
fn maze_line_17_the_assumptions_of_the_answer_are_stated() {
    let theory = include_str!("../../docs/theory.md");
    for assumption in [
        "h is consistent, so A\\* expands every state at most once",
        "Among equal f and g",
        "Neither search expands a state with f > C\\*",
    ] {
        assert!(theory.contains(assumption), "{assumption}");
    }
    run(&["lab", "tie-breaking", "--size", "9x9"]).exits(0).prints("f = C*, excluding the goal");
}

#[test]
fn maze_line_19_smaller_g_expands_all_states_with_f_equal_to_the_optimum() {
    for seed in ["1", "2", "3"] {
        let args = ["lab", "tie-breaking", "--size", "30x40", "--random", "30", "--seed", seed];
        let found = object(&args);
        assert_eq!(found["low_g"]["equal"], found["equal"], "seed {seed}");
    }
}

#[test]
fn maze_line_21_larger_g_expands_only_some_of_them() {
    let found =
        object(&["lab", "tie-breaking", "--size", "30x40", "--random", "20", "--seed", "1"]);
    assert!(found["high_g"]["equal"].as_u64() < found["equal"].as_u64(), "{found}");
}

#[test]
fn maze_line_23_both_expand_all_states_below_the_optimum_and_none_above() {
    for seed in ["4", "5", "6"] {
        let args = ["lab", "tie-breaking", "--size", "25x25", "--random", "35", "--seed", seed];
        let found = object(&args);
        for version in ["low_g", "high_g"] {
            let version = &found[version];
            assert_eq!(version["below"], found["below"], "seed {seed}");
            let sum = version["below"].as_u64().unwrap() + version["equal"].as_u64().unwrap();
            assert_eq!(version["expanded"], sum, "seed {seed}: nothing above the optimum");
        }
    }
}

#[test]
fn maze_line_31_an_inconsistent_heuristic_misleads_astar() {
    let found = object(&["lab", "inconsistency"]);
    assert_fields(&found, &json!({ "admissible": true, "consistent": false }));
    let early = &found["early"][0];
    assert!(early["g"].as_u64() > early["cheapest"].as_u64(), "{early}");
    // The path found is compared with the cheapest one.
    assert!(found["without"]["cost"].as_u64() > found["with"]["cost"].as_u64());
    let shown = run(&["lab", "inconsistency"]).exits(0);
    // The order of expansion, g + h = f, and a pruned node.
    shown.prints("1. S   0 + 6 = 6").prints("✗ C   2 + 1 = 3");
}

#[test]
fn maze_line_39_a_move_goes_as_far_as_the_number_says() {
    let solved = object(&["solve", "number-maze", "2 1 1 / 1 1 1 / 1 1 0"]);
    assert_eq!(solved["plan"], json!(["R", "D", "D"]));
    let check = |plan| {
        let args = ["check", "number-maze", "2 1 1 / 1 1 1 / 1 1 0", "--plan", "-"];
        run_with_input(&args, plan)
    };
    check("D R R").exits(0);
    // The start is the upper left cell, and no move leaves the grid.
    check("L").exits(1).prints("illegal");
    check("R R").exits(1).prints("illegal");
}

#[test]
fn maze_line_47_the_example_is_solved_in_19_moves() {
    let letters = "R D L R U D R L R L U D L D R R U D D\n";
    maze(&["solve", "-"], SAMPLE).exits(0).begins(letters).prints("19 moves");
    maze(&["solve", "-"], &SAMPLE.replace("3 0", "3 G")).exits(0).begins(letters);
}

#[test]
fn maze_line_51_a_good_maze_has_a_solution() {
    generated(["5", "5", "1", "4"]).exits(0).prints("\nSolution: Yes\n");
}

#[test]
fn maze_line_52_a_good_maze_has_a_unique_shortest_solution() {
    generated(["5", "5", "1", "4"]).exits(0).prints("\nUnique: Yes\n");
    assert_eq!(evaluated("1 1\n1 0")["unique"], false, "RD and DR");
}

#[test]
fn maze_line_53_black_holes_are_reachable_but_do_not_reach_the_goal() {
    // From the start: right to 3, which has no move, and down, down, right, right to the goal.
    let holes = evaluated("1 3 1\n1 3 3\n1 1 0");
    assert_fields(&holes, &json!({ "solvable": true, "black_holes": 2 }));
    maze(&["explain", "-"], "1 3 1\n1 3 3\n1 1 0").prints("black holes (1,2) (2,2)");
}

#[test]
fn maze_line_55_white_holes_reach_the_goal_but_are_not_reachable() {
    let text = "2 1 2\n2 2 2\n2 1 0";
    let maze = maze(&["explain", "-", "--json"], text).exits(0).json();
    let white = maze["cells"].as_array().unwrap().iter().filter(|c| c["kind"] == "white hole");
    assert_eq!(maze["white_holes"], white.clone().count());
    assert!(white.clone().all(|c| c["from_start"].is_null() && !c["to_goal"].is_null()));
    assert!(white.count() > 0, "{maze}");
}

#[test]
fn maze_line_56_and_57_forced_moves_are_counted() {
    let cells = maze(&["explain", "-", "--json"], SAMPLE).exits(0).json();
    let cells = cells["cells"].as_array().unwrap();
    let count = |kind: &str| cells.iter().filter(|cell| cell[kind] == true).count();
    assert_eq!((count("forced_forward"), count("forced_backward")), (6, 8));
}

#[test]
fn maze_line_59_the_start_and_the_goal_have_their_exceptions() {
    for text in [SAMPLE, "1 1\n1 0", "1 3 1\n1 3 3\n1 1 0"] {
        let cells = maze(&["explain", "-", "--json"], text).exits(0).json();
        let cells = cells["cells"].as_array().unwrap();
        let (start, goal) = (&cells[0], &cells[cells.len() - 1]);
        assert!(start["kind"] != "white hole" && start["forced_backward"] == false);
        assert!(goal["kind"] != "black hole" && goal["forced_forward"] == false);
    }
}

#[test]
fn maze_line_63_four_arguments_give_one_maze_in_the_range() {
    for spec in [["5", "6", "2", "3"], ["6", "5", "1", "5"]] {
        let text = generated(spec).exits(0).stdout;
        let rows = text.split("Puzzle:\n").nth(1).unwrap().split("\n\n").next().unwrap();
        let rows: Vec<Vec<u32>> = rows
            .lines()
            .map(|row| row.split_whitespace().map(|number| number.parse().unwrap()).collect())
            .collect();
        let [r, c, low, high] = spec.map(|number| number.parse::<u32>().unwrap());
        assert_eq!(rows.len(), r as usize);
        assert!(rows.iter().all(|row| row.len() == c as usize));
        let values: Vec<u32> = rows.concat();
        let (goal, others) = values.split_last().unwrap();
        assert!(*goal == 0 && others.iter().all(|value| (low..=high).contains(value)), "{text}");
    }
}

#[test]
fn maze_line_63_any_positive_range_is_legal() {
    let odd = generated(["5", "5", "1", "5"]).exits(0);
    odd.begins("Generating a 5x5 puzzle with values in range [1-5]\n");
    odd.prints("Solution: Yes").warns("no move on a 5x5 grid is longer than 4");
    generated(["5", "5", "7", "9"]).exits(0).prints("Solution: No").warns("unsolvable");
}

#[test]
fn maze_line_63_an_unsolvable_maze_has_length_0_and_its_penalties() {
    let printed = generated(["5", "5", "3", "3"]).exits(0);
    printed.prints("Solution: No\nUnique: No\nSolution length: 0\n");
    printed.prints("Puzzle score: -20\n").warns("this maze is unsolvable");
    let all_threes = "3 3 3 3 3\n3 3 3 3 3\n3 3 3 3 3\n3 3 3 3 3\n3 3 3 3 0\n";
    assert_fields(&evaluated(all_threes), &json!({ "solvable": false, "score": -20 }));
}

#[test]
fn maze_line_65_the_program_ends_within_a_minute() {
    maze(&["generate", "--help"], "").prints("[default: 59s]");
    let started = std::time::Instant::now();
    let args = ["maze", "generate", "9", "9", "1", "8", "--time-limit", "1s"];
    run(&args).exits(0).prints("Solution: Yes");
    assert!(started.elapsed().as_secs() < 30);
}

#[test]
fn maze_line_67_the_elapsed_time_is_printed() {
    let printed = generated(["5", "5", "1", "4"]).exits(0).stdout;
    let time = printed.lines().last().unwrap();
    let time = time.strip_prefix("Total time: ").unwrap().strip_suffix(" seconds").unwrap();
    assert!(time.parse::<f64>().unwrap() > 0.0 && time.split('.').nth(1).unwrap().len() == 6);
}

#[test]
fn maze_line_69_make_builds_runs_and_cleans() {
    let makefile = include_str!("../../Makefile");
    for rule in ["\nall:\n\tcargo build", "\nclean:\n\tcargo clean", "maze generate 5 5 2 4"] {
        assert!(makefile.contains(rule), "{rule}");
    }
}

#[test]
fn maze_line_78_the_output_has_the_documents_format() {
    let printed = generated(["5", "5", "1", "4"]).exits(0).stdout;
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "Generating a 5x5 puzzle with values in range [1-4]");
    assert_eq!(lines[1..3], ["", "Puzzle:"]);
    assert!(lines[3..8].iter().all(|row| row.split(' ').count() == 6 && row.ends_with(' ')));
    assert!(lines[7].ends_with(" 0 "), "0 denotes the goal");
    let labels: Vec<&str> =
        lines[8..].iter().map(|line| line.split(": ").next().unwrap()).collect();
    let expected = [
        "",
        "Solution",
        "Unique",
        "Solution length",
        "# of black holes",
        "# of white holes",
        "# of forced forward moves",
        "# of forced backward moves",
        "Puzzle score",
        "",
        "Total time",
    ];
    assert_eq!(labels, expected);
}

#[test]
fn maze_line_85_to_106_the_sample_has_its_measures() {
    let report = "Solution: Yes\nUnique: Yes\nSolution length: 19\n# of black holes: 0\n\
                  # of white holes: 0\n# of forced forward moves: 6\n\
                  # of forced backward moves: 8\nPuzzle score: 92\n";
    assert_eq!(maze(&["evaluate", "-"], SAMPLE).exits(0).stdout, report);
}

#[test]
fn maze_line_116_to_119_the_score_follows_the_formula() {
    let count = |maze: &serde_json::Value, name: &str| maze[name].as_i64().unwrap();
    for (text, cells) in
        [(SAMPLE, 25), ("1 1\n1 0", 4), ("1 3 1\n1 3 3\n1 1 0", 9), ("2 2\n2 0", 4)]
    {
        let maze = evaluated(text);
        let bonus = if maze["unique"] == true { cells } else { 0 };
        let holes = count(&maze, "black_holes") + count(&maze, "white_holes");
        let forced = count(&maze, "forced_forward") + count(&maze, "forced_backward");
        let score = 5 * count(&maze, "length") + bonus - 2 * holes - 2 * forced;
        assert_eq!(count(&maze, "score"), score, "{text}");
    }
}

#[test]
fn maze_line_121_a_cell_can_count_in_two_measures() {
    let cells_of = |text: &str, kind: &str, forced: &str| {
        let maze = maze(&["explain", "-", "--json"], text).exits(0).json();
        let cells = maze["cells"].as_array().unwrap().iter();
        cells.filter(|cell| cell["kind"] == kind && cell[forced] == true).count()
    };
    assert_eq!(cells_of("1 1 1\n2 1 2\n1 1 0", "black hole", "forced_forward"), 2);
    assert_eq!(cells_of("1 1 1\n2 2 1\n1 1 0", "white hole", "forced_backward"), 2);
    // Two black holes, a forced move out of each, and the other forced moves.
    let both = evaluated("1 1 1\n2 1 2\n1 1 0");
    let penalties = ["black_holes", "white_holes", "forced_forward", "forced_backward"]
        .map(|name| both[name].as_i64().unwrap());
    let bonus = if both["unique"] == true { 9 } else { 0 };
    let score = 5 * both["length"].as_i64().unwrap() + bonus - 2 * penalties.iter().sum::<i64>();
    assert_eq!(both["score"], score);
}

#[test]
fn maze_line_125_sizes_from_5_to_10_are_generated() {
    for spec in [["5", "10", "1", "9"], ["10", "10", "2", "4"]] {
        let args = [&["maze", "generate"], &spec[..], &["--time-limit", "3s"]].concat();
        run(&args).exits(0).prints("Solution: Yes");
    }
}

#[test]
fn maze_line_125_the_best_known_scores_are_reached() {
    // A value of 5 is a dead end on this grid, and raises the score.
    for (spec, score) in
        [(["5", "5", "1", "4"], 107), (["5", "5", "2", "4"], 91), (["5", "5", "1", "5"], 115)]
    {
        let args = [&["maze", "generate"], &spec[..], &["--json"]].concat();
        let best = run(&args).exits(0).json();
        assert_fields(&best, &json!({ "score": score, "proved": true, "unique": true }));
    }
}

#[test]
fn maze_line_134_breadth_first_searches_give_the_distances() {
    let explained = maze(&["explain", "-", "--json"], SAMPLE).exits(0).json();
    let cells = explained["cells"].as_array().unwrap();
    // The document's edge: from the start to the fourth cell of the first row.
    assert_eq!((&cells[0]["from_start"], &cells[3]["from_start"]), (&json!(0), &json!(1)));
    assert_eq!((&cells[0]["to_goal"], &cells[24]["to_goal"]), (&json!(19), &json!(0)));
}

#[test]
fn maze_line_135_uniqueness_counts_shortest_paths_only() {
    assert_fields(&evaluated("1 1 1\n1 1 1\n1 1 0"), &json!({ "unique": false, "length": 4 }));
    // R D D is the only solution of three moves; D R R D is longer.
    let maze = evaluated("1 2 1\n1 1 1\n1 1 0");
    assert_fields(&maze, &json!({ "unique": true, "length": 3 }));
    assert_fields(&evaluated(SAMPLE), &json!({ "unique": true, "length": 19 }));
}

#[test]
fn maze_line_139_solvable_mazes_are_preferred_to_unsolvable_ones() {
    // Solvable mazes of this range are rare.
    generated(["5", "5", "2", "2"]).exits(0).prints("Solution: Yes");
}

#[test]
fn maze_line_145_a_page_explains_the_method() {
    let method = include_str!("../../docs/number-maze.md");
    for word in ["beam", "annealing", "Branch and bound", "breadth-first"] {
        assert!(method.contains(word), "{word}");
    }
    // The page's command lines run.
    let scratch = Scratch::new();
    scratch.write("maze.txt", SAMPLE);
    scratch.run(&["maze", "evaluate", "maze.txt"]).exits(0).prints("Puzzle score: 92");
    scratch.run(&["maze", "explain", "maze.txt", "--svg", "maze.svg"]).exits(0);
    assert!(scratch.read("maze.svg").starts_with("<svg"));
}
