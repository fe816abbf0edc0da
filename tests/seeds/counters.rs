//! CS205, project 1: adjusting the counters.

use crate::program::{Run, Scratch, object, run, run_with_input};

const BOARD: &str = "3 7 9 6 2 5 4 1 8";
const DEFAULT: &str = "7 24 10 19 3 12 20 8 22 23 2 15 25 18 13 11 21 5 9 16 17 4 14 1 6";
const ALGORITHMS: &str = "Enter Algorithm: 0 - Uniform Cost Search, 1 - A* w/ Misplaced Tile \
                          Heuristic, 2 - A* w/ Manhattan Distance Heuristic: ";
const KINDS: &str = "Enter 1: Default, 2: Custom, 3: Random: ";

fn answers(input: &str) -> Run {
    run_with_input(&["counters"], input)
}

/// Returns a count from the output.
fn count(run: &Run, name: &str) -> u64 {
    let line = run.stdout.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|number| number.trim().parse().ok()).unwrap_or_else(|| panic!("{name}: {run:#?}"))
}

fn counts(run: &Run) -> (u64, u64) {
    (count(run, "Nodes Expanded: "), count(run, "Max Queue Size: "))
}

/// Returns the counters in reverse order.
fn reversed(side: u32) -> String {
    (1..=side * side).rev().map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
}

fn solved(algorithm: &str, board: &str) -> Run {
    run(&["counters", "--algorithm", algorithm, "--counters", board]).exits(0)
}

#[test]
fn counters_line_31_any_two_counters_are_swapped_until_all_are_in_order() {
    let swaps = solved("1", BOARD).stdout;
    let swaps = swaps.split("Solution Step:\n").nth(1).unwrap();
    let mut board: Vec<u32> = BOARD.split(' ').map(|n| n.parse().unwrap()).collect();
    for line in swaps.lines().filter(|line| !line.is_empty()) {
        let pair: Vec<u32> = line
            .strip_prefix("Swap ")
            .unwrap()
            .split(", ")
            .map(|number| number.parse().unwrap())
            .collect();
        let cell = |number| board.iter().position(|&other| other == number).unwrap();
        let (a, b) = (cell(pair[0]), cell(pair[1]));
        board.swap(a, b);
    }
    assert!(board.is_sorted(), "{board:?}");
}

#[test]
fn counters_line_45_three_algorithms_solve_a_board() {
    for algorithm in ["0", "1", "2"] {
        solved(algorithm, "4 3 2 1").prints("Success! Found Solution:");
    }
}

#[test]
fn counters_line_49_uniform_cost_is_astar_with_h_0() {
    let uniform = solved("0", "2 3 4 1");
    assert!(!uniform.stdout.contains("h(n)"), "{}", uniform.stdout);
    // No node is expanded before a shallower one.
    let depths: Vec<u32> = uniform
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("g(n) : "))
        .map(|depth| depth.parse().unwrap())
        .collect();
    assert!(depths.is_sorted() && depths.len() > 5, "{depths:?}");
}

/// The heuristic value of a board: h of the start in the trace of a search.
fn h(board: &str, heuristic: &str) -> u64 {
    let scratch = Scratch::new();
    let trace = scratch.path("trace");
    let args = ["solve", "counters", board, "-s", "astar", "-H", heuristic, "--trace", &trace];
    run(&args).exits(0);
    let trace = scratch.read("trace");
    let start = trace.lines().find(|line| line.contains("\"node\":0,")).unwrap();
    let start: serde_json::Value = serde_json::from_str(start).unwrap();
    start["h"].as_u64().unwrap()
}

#[test]
fn counters_line_62_the_default_board_has_24_misplaced_counters() {
    assert_eq!(h(DEFAULT, "misplaced"), 24);
}

#[test]
fn counters_line_70_manhattan_distance_by_rows_and_columns() {
    // One pair is swapped: 24, 6 units from its place, and 2, as far.
    let mut board: Vec<u32> = (1..=25).collect();
    board.swap(1, 23);
    let text = board.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(h(&text, "manhattan-2d"), 12);
    // As the listing computes it, line 323, along the numbering.
    assert_eq!(h(&text, "manhattan"), 44);
    let compared = run(&["counters", "compare", "--largest", "2", "--boards", "0"]).exits(0);
    compared.prints("A*, Manhattan ").prints("A*, 2-D Manhattan ");
}

#[test]
fn counters_line_74_and_85_on_reversed_boards_both_heuristics_are_equal() {
    for (side, expanded, queue) in [(2, 2, 12), (3, 4, 144), (4, 8, 960), (5, 12, 3_600)] {
        for algorithm in ["1", "2"] {
            let run = solved(algorithm, &reversed(side));
            assert_eq!(counts(&run), (expanded, queue), "{side} {algorithm}");
        }
    }
}

#[test]
fn counters_line_81_and_85_uniform_cost_explodes_with_the_size() {
    let compared = ["counters", "compare", "--largest", "3", "--boards", "0", "--json"];
    let result = run(&[&compared[..], &["--memory-limit", "16MiB"]].concat()).exits(0).json();
    let runs = result["runs"].as_array().unwrap();
    let expanded = |cells: u64, algorithm: &str| {
        let own = runs.iter().find(|run| {
            run["cells"] == cells && run["algorithm"] == algorithm && run["board"] == "reversed"
        });
        own.unwrap()["nodes_expanded"].as_u64().unwrap()
    };
    let misplaced = "A* w/ Misplaced Tile Heuristic";
    assert!(expanded(9, "Uniform Cost Search") > 100 * expanded(9, misplaced));
}

#[test]
fn counters_line_81_and_93_plots_show_nodes_and_queue_against_the_size() {
    let scratch = Scratch::new();
    let out = scratch.path("growth");
    let args = ["counters", "compare", "--largest", "3", "--boards", "1", "--out", &out];
    run(&[&args[..], &["--memory-limit", "4MiB"]].concat()).exits(0).warns("random seed ");
    for plot in ["expanded-reversed", "queue-reversed", "expanded-default", "queue-default"] {
        assert!(scratch.read(&format!("growth/{plot}.svg")).starts_with("<svg"), "{plot}");
    }
}

#[test]
fn counters_line_91_the_default_board_expands_19_and_23_nodes() {
    let nodes = ["1", "2"].map(|algorithm| counts(&solved(algorithm, DEFAULT)).0);
    assert_eq!(nodes, [19, 23]);
}

#[test]
fn counters_line_103_the_default_board_has_queues_of_5700_and_6900() {
    let queues = ["1", "2"].map(|algorithm| counts(&solved(algorithm, DEFAULT)).1);
    assert_eq!(queues, [5_700, 6_900]);
}

#[test]
fn counters_line_107_misplaced_finds_the_shorter_plan() {
    let swaps = |heuristic| {
        let args = ["solve", "counters", "default", "-s"];
        let strategy = ["astar(ties=state,parents=first)", "-H", heuristic];
        object(&[&args[..], &strategy].concat())["cost"].as_u64().unwrap()
    };
    assert_eq!((swaps("misplaced"), swaps("manhattan")), (19, 23));
}

#[test]
fn counters_line_113_to_184_the_sample_run() {
    let transcript = format!(
        "{ALGORITHMS}{KINDS}Enter counters from left to right, top to bottom seperated by space: \n\
         Solution Trace:\n----\nInitial State: \n3 7 9 \n6 2 5 \n4 1 8 \n\n\
         g(n) : 1 , h(n) : 8\n1 7 9 \n6 2 5 \n4 3 8 \n\n\
         g(n) : 2 , h(n) : 7\n1 2 9 \n6 7 5 \n4 3 8 \n\n\
         g(n) : 3 , h(n) : 6\n1 2 3 \n6 7 5 \n4 9 8 \n\n\
         g(n) : 4 , h(n) : 4\n1 2 3 \n6 7 5 \n4 8 9 \n\n\
         g(n) : 5 , h(n) : 3\n1 2 3 \n4 7 5 \n6 8 9 \n\n\
         g(n) : 6 , h(n) : 2\n1 2 3 \n4 5 7 \n6 8 9 \n\n\
         g(n) : 7 , h(n) : 0\n1 2 3 \n4 5 6 \n7 8 9 \n\n\
         ----\nSuccess! Found Solution:\nNodes Expanded: 7\nMax Queue Size: 252\n\
         1 2 3 \n4 5 6 \n7 8 9 \n\n----\nSolution Step:\n\
         Swap 1, 3\nSwap 2, 7\nSwap 3, 9\nSwap 8, 9\nSwap 4, 6\nSwap 5, 7\nSwap 6, 7\n\n"
    );
    assert_eq!(answers(&format!("1\n2\n{BOARD}\n")).exits(0).stdout, transcript);
}

#[test]
fn counters_line_118_random_asks_for_the_number_of_counters() {
    let asked = answers("1\n3\n9\n").exits(0);
    asked.prints("3: Random: Enter number of counters that are perfect squares: \nSolution Trace:");
    let start = asked.stdout.split("Initial State: \n").nth(1).unwrap();
    let mut numbers: Vec<u32> = start
        .split("\n\n")
        .next()
        .unwrap()
        .split_whitespace()
        .map(|number| number.parse().unwrap())
        .collect();
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(1..=9));
}

#[test]
fn counters_line_232_custom_boards_are_read_from_one_line() {
    answers("1\n2\n4 3 2 1\n").exits(0).prints("Initial State: \n4 3 \n2 1 \n\n");
    answers("1\n2\n4 3 2 1 x\n").exits(2).warns("'x'");
}

#[test]
fn counters_line_248_random_boards_differ_from_run_to_run() {
    let runs = [(); 3].map(|()| answers("1\n3\n16\n").exits(0));
    assert!(runs.iter().any(|run| run.stdout != runs[0].stdout), "boards differ");
    let note = runs[0].stderr.split("--seed ").nth(1).expect("a note with the seed");
    let seed = note.split(' ').next().unwrap();
    let again = run_with_input(&["counters", "--seed", seed], "1\n3\n16\n");
    assert_eq!(again.stdout, runs[0].stdout);
    let json = run(&["counters", "--algorithm", "1", "--random", "9", "--json"]).exits(0);
    json.warns(format!("random seed {}:", json.json()["seed"]));
}

#[test]
fn counters_line_253_every_pair_is_swapped_once() {
    // 3 · 2 / 1 pairs of four counters, for each expanded node.
    let run = solved("1", "2 1 4 3");
    let (expanded, queue) = counts(&run);
    assert_eq!(queue, 6 * expanded);
}

#[test]
fn counters_line_304_boards_are_printed_with_a_space_after_each_number() {
    solved("1", "2 1 3 4").prints("Initial State: \n2 1 \n3 4 \n\n");
}

#[test]
fn counters_line_314_the_coded_manhattan_distance_is_along_the_numbering() {
    // 9 and 1 are 8 cells from their places.
    assert_eq!(h("9 2 3 4 5 6 7 8 1", "manhattan"), 16);
}

#[test]
fn counters_line_332_misplaced_counts_the_counters_out_of_place() {
    assert_eq!(h("9 2 3 4 5 6 7 8 1", "misplaced"), 2);
}

#[test]
fn counters_line_383_a_start_in_order_is_reported_at_once() {
    let transcript = "Solution Trace:\n----\nInitial State: \n1 2 \n3 4 \n\n\
                      Success! Found Solution:\nNodes Expanded: 0\nMax Queue Size: 0\n\
                      1 2 \n3 4 \n\n\n";
    assert_eq!(solved("1", "1 2 3 4").stdout, transcript);
}

#[test]
fn counters_line_423_to_433_uniform_cost_prints_g_alone() {
    solved("0", "4 3 2 1").prints("\n\ng(n) : 1\n1 3 \n2 4 \n\n");
    solved("2", "4 3 2 1").prints("g(n) : 1 , h(n) : ");
}

#[test]
fn counters_line_437_442_and_490_the_separator_has_four_hyphens() {
    let run = solved("1", BOARD);
    let separators: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with('-')).collect();
    assert_eq!(separators, ["----"; 3]);
}

#[test]
fn counters_line_460_the_prompts() {
    answers("1\n1\n").exits(0).begins(&format!("{ALGORITHMS}{KINDS}\nSolution Trace:\n"));
}

#[test]
fn counters_line_466_choice_1_is_the_default_board() {
    let shown = answers("1\n1\n").exits(0).stdout;
    let board = shown.split("Initial State: \n").nth(1).unwrap().split("\n\n").next().unwrap();
    assert_eq!(board.split_whitespace().collect::<Vec<_>>().join(" "), DEFAULT);
}
