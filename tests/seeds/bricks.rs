//! CS510, assignment 1: problem definitions, a family tree, and the sliding brick puzzle.

use crate::program::{Run, Scratch, object, run, run_with_input};
use heureka_puzzles::bricks::{INFO, is_matrix};

const LEVEL0: &str = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,\n";
const SOLVED: &str = "5,4,\n1,2,2,1,1,\n1,0,0,3,1,\n1,0,0,4,1,\n1,1,1,1,1,\n";

fn bricks(args: &[&str]) -> Run {
    run(&[&["bricks"], args].concat())
}

fn bricks_of(args: &[&str], board: &str) -> Run {
    run_with_input(&[&["bricks"], args].concat(), board)
}

/// A board inside walls, of rows such as `2 0 -1`.
fn walled(rows: &[&str]) -> String {
    let cols = rows[0].split(' ').count() + 2;
    let wall = "1,".repeat(cols);
    let inside = rows.iter().map(|row| format!("1,{},1,\n", row.replace(' ', ",")));
    format!("{cols},{},\n{wall}\n{}{wall}\n", rows.len() + 2, inside.collect::<String>())
}

#[test]
fn bricks_line_9_hanoi_and_pac_man_have_peas_descriptions() {
    for puzzle in ["hanoi", "pacman"] {
        let described = run(&["describe", puzzle]).exits(0);
        for part in ["performance", "environment", "actuators", "sensors"] {
            described.prints(format!("\n  {part} "));
        }
    }
}

#[test]
fn bricks_line_11_the_representations_of_states_and_actions_are_given() {
    for (puzzle, state, action) in [
        ("hanoi", "the rod of every disk", "(from, to)"),
        ("pacman", "Pac-Man's cell and the set of pellets left", "a direction"),
    ] {
        let card = &object(&["describe", puzzle])["card"];
        assert!(card["state"].as_str().unwrap().starts_with(state), "{card}");
        assert!(card["action"].as_str().unwrap().starts_with(action), "{card}");
    }
}

#[test]
fn bricks_line_12_the_result_of_an_action_is_given_for_every_puzzle() {
    let list = object(&["list"]);
    for puzzle in list["puzzles"].as_array().unwrap() {
        let name = puzzle["name"].as_str().unwrap();
        run(&["describe", name]).prints("\n  transition ");
    }
    let hanoi = object(&["describe", "hanoi"]);
    assert!(hanoi["card"]["transition"].as_str().unwrap().contains("all other disks"));
}

#[test]
fn bricks_line_13_three_disks_move_from_the_first_rod_to_another_rod() {
    let plan = |goal: &str| {
        let solved = object(&["solve", "hanoi", "3 3", "-p", goal]);
        assert_eq!(solved["cost"], 7);
        let plan = solved["plan"].as_array().unwrap();
        plan.iter().map(|step| step.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (goal, other) in [("goal=2", "goal=3"), ("goal=3", "goal=2")] {
        let plan = plan(goal).join("\n");
        let check =
            |goal| run_with_input(&["check", "hanoi", "3 3", "-p", goal, "--plan", "-"], &plan);
        check(goal).exits(0);
        check(other).exits(1);
    }
    run(&["solve", "hanoi", "3 3", "-p", "goal=4"]).exits(2).warns("expected a rod from 1 to 3");
    run(&["solve", "hanoi", "3 3 111 333", "-p", "goal=2"]).exits(2).warns("another goal");
}

#[test]
fn bricks_line_13_no_disk_goes_onto_a_smaller_one() {
    let check = |plan| run_with_input(&["check", "hanoi", "3 3", "--plan", "-"], plan);
    // The smallest disk goes to the second rod, and the next one onto it.
    check("1>2 1>2").exits(1).prints("illegal");
    // No disk lies on the third rod.
    check("3>2").exits(1).prints("illegal");
    check("1>3 1>2 3>2 1>3 2>1 2>3 1>3").exits(0).prints("7 moves");
}

#[test]
fn bricks_line_14_pac_man_eats_all_pellets_step_by_step() {
    let map = "%%%%%\n%P .%\n%.% %\n%%%%%\n";
    let solved = run_with_input(&["solve", "pacman", "--file", "-", "--json"], map).exits(0).json();
    assert_eq!(solved["cost"], 4, "down, up, right, right");
    assert_eq!(solved["optimality"], "proved");
    let scratch = Scratch::new();
    let map = scratch.write("map", map);
    let check = |plan| run_with_input(&["check", "pacman", "--file", &map, "--plan", "-"], plan);
    check("down up right right").exits(0);
    check("right right").exits(1).prints("not end in a goal");
    check("up").exits(1).prints("illegal");
}

#[test]
fn bricks_line_18_searching_up_the_family_tree_is_easier() {
    for seed in ["1", "2", "3"] {
        let found = object(&["lab", "ancestry", "--seed", seed]);
        let expanded = |way: &str| found[way]["expanded"].as_u64().unwrap();
        assert!(expanded("up") * 2 < expanded("down"), "{found}");
    }
    let explained = run(&["lab", "ancestry", "--seed", "1"]).exits(0);
    explained.prints("branching         2.00   4.00");
}

#[test]
fn bricks_line_24_cells_are_free_wall_or_goal() {
    let board = walled(&["2 0 1 -1"]);
    assert_eq!(bricks_of(&["print", "-"], &board).exits(0).stdout, board);
    bricks_of(&["bfs", "-"], &board).exits(10).begins("no solution");
    bricks_of(&["bfs", "-"], &walled(&["2 0 0 -1"])).exits(0).prints("solution length: 3\n");
}

#[test]
fn bricks_line_26_a_move_slides_one_brick_by_one_cell_without_collision() {
    let board = walled(&["2 0 3 0", "1 0 3 -1"]);
    // Brick 3 moves as a whole; no brick enters a wall or another brick.
    let moves = "(2,right)\n(3,left)\n";
    assert_eq!(bricks_of(&["moves", "-"], &board).stdout, moves);
    let moved = bricks_of(&["apply", "-", "(3,left)"], &board).exits(0).stdout;
    assert_eq!(moved, walled(&["2 3 0 0", "1 3 0 -1"]));
    bricks_of(&["apply", "-", "(2,down)"], &board).exits(2).warns("blocked");
}

#[test]
fn bricks_line_27_only_the_master_enters_the_goal() {
    let board = walled(&["3 -1 2"]);
    assert_eq!(bricks_of(&["moves", "-"], &board).stdout, "(2,left)\n");
    bricks_of(&["bfs", "-"], &board).exits(0).prints("(2,left)\n").prints("1,3,2,0,1,\n");
}

#[test]
fn bricks_line_27_a_board_without_goal_or_master_is_refused() {
    for search in ["bfs", "dfs", "ids", "astar", "competition"] {
        let refused = bricks_of(&[search, "-"], &walled(&["2 0 3"])).exits(31);
        assert_eq!(refused.warns("no goal: expected at least one cell with -1").stdout, "");
        bricks_of(&[search, "-"], &walled(&["0 -1 3"])).exits(31).warns("no master brick");
    }
    run_with_input(&["solve", "bricks", "--file", "-"], &walled(&["2 0 3"]))
        .exits(31)
        .warns("no goal");
}

#[test]
fn bricks_line_43_to_47_numbers_mean_goal_empty_wall_master_and_bricks() {
    let board = "7,3,\n1,1,1,1,1,1,1,\n1,2,0,3,10,-1,1,\n1,1,1,1,1,1,1,\n";
    assert_eq!(bricks_of(&["print", "-"], board).stdout, board);
    // Empty: the master and brick 3 can move there. Goal: brick 10 cannot.
    assert_eq!(bricks_of(&["moves", "-"], board).stdout, "(2,right)\n(3,left)\n");
    bricks_of(&["print", "-"], "2,1,\n2,-2,\n").exits(31).warns("'-2': expected -1 (goal)");
}

#[test]
fn bricks_line_51_to_56_states_are_loaded_from_files() {
    let scratch = Scratch::new();
    let file = scratch.write("state.txt", LEVEL0);
    assert_eq!(bricks(&["print", &file]).exits(0).stdout, LEVEL0);
    for (text, error) in [
        ("5,4\n1,1,1,1,1,\n", "expected 4"),
        ("2,1,\n2,-1,0,\n", "unexpected extra value"),
        ("2,2,\n2,-1,\n", "the file ends after 1 row"),
    ] {
        let file = scratch.write("wrong.txt", text);
        bricks(&["print", &file]).exits(31).warns("wrong.txt").warns(error);
    }
    bricks(&["print", "/no/such/state.txt"]).exits(31);
}

#[test]
fn bricks_line_58_the_documents_file_names_find_built_in_levels() {
    assert_eq!(bricks(&["print", "SBP-level0.txt"]).exits(0).stdout, LEVEL0);
    let klotski = bricks(&["print", "klotski"]).stdout;
    assert_eq!(bricks(&["print", "SBP-klotski.txt"]).exits(0).stdout, klotski);
    bricks(&["print", "SBP-level9.txt"]).exits(31).warns("neither a file nor a built-in instance");
    // A file of that name goes first.
    let scratch = Scratch::new();
    scratch.write("SBP-level0.txt", SOLVED);
    assert_eq!(scratch.run(&["bricks", "print", "SBP-level0.txt"]).stdout, SOLVED);
}

#[test]
fn bricks_line_60_output_game_state_prints_level0_exactly() {
    assert_eq!(bricks(&["print", "level0"]).exits(0).stdout, LEVEL0);
}

#[test]
fn bricks_line_62_and_80_moves_on_a_clone_leave_the_state_as_it_is() {
    let scratch = Scratch::new();
    let file = scratch.write("state.txt", LEVEL0);
    let next = bricks(&["apply", &file, "(2,left)"]).exits(0).stdout;
    assert_ne!(next, LEVEL0);
    assert_eq!(scratch.read("state.txt"), LEVEL0);
    assert_eq!(bricks(&["compare", &file, "level0"]).exits(0).stdout, "true\n");
    let json = object(&["bricks", "apply", &file, "(2,left)"]);
    assert_eq!(json["state"], next);
}

#[test]
fn bricks_line_66_a_state_is_solved_if_no_goal_cell_is_left() {
    assert_eq!(bricks(&["solved", "SBP-level0.txt"]).exits(1).stdout, "false\n");
    assert_eq!(bricks_of(&["solved", "-"], SOLVED).exits(0).stdout, "true\n");
    let half = LEVEL0.replacen("-1", "2", 1);
    assert_eq!(bricks_of(&["solved", "-"], &half).exits(1).stdout, "false\n");
}

#[test]
fn bricks_line_70_a_move_is_a_piece_and_a_direction() {
    let board = walled(&["2 10 -1", "1 0 1"]);
    assert_eq!(bricks_of(&["moves", "-"], &board).stdout, "(10,down)\n");
    let moved = bricks_of(&["apply", "-", "(10,down)"], &board).exits(0).stdout;
    assert_eq!(moved, walled(&["2 0 -1", "1 10 1"]));
}

#[test]
fn bricks_line_74_the_moves_of_one_piece_in_order() {
    let board = walled(&["0 0 0", "0 3 0", "0 0 0", "2 1 -1"]);
    let moves = "(3,up)\n(3,down)\n(3,left)\n(3,right)\n";
    assert_eq!(bricks_of(&["moves", "-", "--piece", "3"], &board).stdout, moves);
    assert_eq!(bricks(&["moves", "level0", "--piece", "4"]).exits(0).stdout, "", "none can move");
}

#[test]
fn bricks_line_75_all_moves_by_piece_number_then_direction() {
    let board = walled(&["0 5 0", "0 0 0", "2 0 3", "1 -1 1"]);
    let moves = bricks_of(&["moves", "-"], &board).exits(0).stdout;
    let expected = "(2,up)\n(2,right)\n(3,up)\n(3,left)\n(5,down)\n(5,left)\n(5,right)\n";
    assert_eq!(moves, expected);
    let each = |piece| bricks_of(&["moves", "-", "--piece", piece], &board).stdout;
    assert_eq!(moves, ["2", "3", "5"].map(each).concat(), "the union over the pieces");
}

#[test]
fn bricks_line_79_apply_move_performs_the_move() {
    let expected = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,2,2,0,1,\n1,1,1,1,1,\n";
    assert_eq!(bricks(&["apply", "level0", "(2,left)"]).exits(0).stdout, expected);
}

#[test]
fn bricks_line_84_states_are_compared_cell_by_cell() {
    assert_eq!(bricks_of(&["compare", "level0", "-"], LEVEL0).exits(0).stdout, "true\n");
    let swapped = LEVEL0.replace("3,4", "4,3");
    assert_eq!(bricks_of(&["compare", "level0", "-"], &swapped).exits(1).stdout, "false\n");
    assert_eq!(bricks_of(&["compare", "level0", "-"], SOLVED).exits(1).stdout, "false\n");
}

#[test]
fn bricks_line_91_equivalent_states_have_one_normal_form() {
    let swapped = LEVEL0.replace("3,4", "4,3");
    let compared = bricks_of(&["compare", "level0", "-", "--normalized"], &swapped);
    assert_eq!(compared.exits(0).stdout, "true\n");
    assert_eq!(bricks_of(&["normalize", "-"], &swapped).stdout, LEVEL0);
}

/// The document's pseudocode.
fn normalized(board: &str) -> String {
    let mut rows: Vec<Vec<i32>> = board
        .lines()
        .map(|line| line.split_terminator(',').map(|number| number.parse().unwrap()).collect())
        .collect();
    let mut next = 3;
    for row in 1..rows.len() {
        for col in 0..rows[row].len() {
            let number = rows[row][col];
            if number == next {
                next += 1;
            } else if number > next {
                for cell in rows[1..].iter_mut().flatten() {
                    if *cell == next {
                        *cell = number;
                    } else if *cell == number {
                        *cell = next;
                    }
                }
                next += 1;
            }
        }
    }
    let line = |row: &Vec<i32>| {
        let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
        numbers.join(",") + ",\n"
    };
    rows.iter().map(line).collect()
}

#[test]
fn bricks_line_101_the_normal_form_is_that_of_the_algorithm() {
    for board in [
        walled(&["7 7 2 9", "3 0 2 9", "3 5 -1 4"]),
        walled(&["12 11 10", "9 2 8", "-1 30 30"]),
        bricks(&["print", "klotski"]).stdout.replace("3,", "20,"),
        bricks(&["print", "labyrinth"]).stdout,
    ] {
        assert_eq!(bricks_of(&["normalize", "-"], &board).exits(0).stdout, normalized(&board));
    }
}

#[test]
fn bricks_line_135_a_state_that_is_not_normalized_becomes_normal() {
    let state = walled(&["5 0 2", "3 3 2", "4 0 -1"]);
    let normal = walled(&["3 0 2", "4 4 2", "5 0 -1"]);
    assert_eq!(bricks_of(&["normalize", "-"], &state).exits(0).stdout, normal);
}

/// Splits a walk into its moves and its states, the first of which is the start.
fn walk(text: &str, height: usize) -> (Vec<&str>, Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let (start, steps) = lines.split_at(height + 1);
    let moves = steps.chunks(height + 2).map(|step| step[0]).collect();
    let states = steps.chunks(height + 2).map(|step| step[1..].join("\n") + "\n");
    (moves, std::iter::once(start.join("\n") + "\n").chain(states).collect())
}

#[test]
fn bricks_line_139_a_random_walk_makes_n_legal_moves_in_normal_form() {
    let walked = bricks(&["random-walk", "level0", "-n", "12", "--seed", "3"]).exits(0).stdout;
    let (moves, states) = walk(&walked, 4);
    assert_eq!((moves.len(), states.len()), (12, 13));
    for (step, states) in moves.iter().zip(states.windows(2)) {
        bricks_of(&["moves", "-"], &states[0]).prints(format!("{step}\n"));
        let next = bricks_of(&["apply", "-", step], &states[0]).stdout;
        assert_eq!(normalized(&next), states[1], "{step}");
    }
}

#[test]
fn bricks_line_139_a_random_walk_stops_at_the_goal() {
    let walked = bricks_of(&["random-walk", "-", "-n", "1000"], &walled(&["2 0 -1"])).exits(0);
    let (moves, states) = walk(&walked.stdout, 3);
    assert!(moves.len() < 1000 && moves.last() == Some(&"(2,right)"), "{moves:?}");
    assert_eq!(*states.last().unwrap(), walled(&["0 0 2"]));
    walked.warns("the puzzle is solved");
}

#[test]
fn bricks_line_141_a_random_walk_prints_each_move_and_state() {
    let walked = bricks(&["random-walk", "SBP-level0.txt", "-n", "3"]).exits(0).stdout;
    assert!(walked.starts_with(LEVEL0), "{walked}");
    let lines: Vec<&str> = walked.lines().collect();
    assert_eq!(lines.len(), 5 + 3 * 6);
    for step in lines[5..].chunks(6) {
        assert!(step[0].starts_with('(') && step[0].ends_with(')'), "{walked}");
        assert_eq!((step[1], step[5]), ("5,4,", "1,1,1,1,1,"));
    }
}

#[test]
fn bricks_line_139_moves_are_selected_at_random_and_can_be_repeated() {
    let walked = || bricks(&["random-walk", "klotski", "-n", "30"]).exits(0);
    let runs = [walked(), walked(), walked()];
    assert!(runs.iter().any(|run| run.stdout != runs[0].stdout), "walks differ");
    let note = runs[0].stderr.split("--seed ").nth(1).expect("a note with the seed");
    let seed = note.split(' ').next().unwrap();
    let again = bricks(&["random-walk", "klotski", "-n", "30", "--seed", seed]);
    assert_eq!((&*again.stdout, &*again.stderr), (&*runs[0].stdout, ""));
    let json = run(&["bricks", "random-walk", "klotski", "--json"]).exits(0);
    json.warns(format!("random seed {}:", json.json()["seed"]));
}

#[test]
fn bricks_line_176_breadth_first_search_finds_a_shortest_solution() {
    for (level, length) in [("level0", 5), ("klotski", 117), ("quzzle", 116)] {
        let solved = bricks(&["bfs", level]).exits(0);
        solved.prints(format!("\nsolution length: {length}\n"));
    }
}

#[test]
fn bricks_line_177_and_179_depth_first_search_visits_no_state_twice() {
    let bfs = object(&["bricks", "bfs", "klotski"])["cost"].as_u64().unwrap();
    let dfs = object(&["bricks", "dfs", "klotski"]);
    assert!(dfs["cost"].as_u64().unwrap() >= bfs);
    // All states of the board, solved ones included, are fewer than 30,000.
    assert!(dfs["expanded"].as_u64().unwrap() < 30_000);
    // A brick blocks a corridor: the search visits all six states once, and ends.
    bricks_of(&["dfs", "-"], &walled(&["2 0 3 0 -1"]))
        .exits(10)
        .begins("no solution: none of the 6 reachable states is solved\nnodes explored: 6\n");
}

#[test]
fn bricks_line_181_the_solution_is_printed_as_moves_and_final_state() {
    let sample = format!("(2,left)\n(4,down)\n(3,right)\n(2,up)\n(2,up)\n{SOLVED}");
    bricks(&["bfs", "SBP-level0.txt"]).exits(0).begins(&sample);
}

#[test]
fn bricks_line_195_output_part2_holds_all_levels_with_nodes_time_and_length() {
    let scratch = Scratch::new();
    let out = scratch.path("output-part2.txt");
    let levels = ["SBP-level0.txt", "doorstep", "pantry"];
    bricks(&[&["all"], &levels[..], &["--out", &out]].concat()).exits(0).warns("output-part2.txt");
    let text = scratch.read("output-part2.txt");
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(parts.len(), 6);
    for (part, level) in parts.chunks(2).zip(levels) {
        for (part, search) in part.iter().zip(["breadth-first search", "depth-first search"]) {
            let lines: Vec<&str> = part.lines().collect();
            assert_eq!(lines[0], format!("{level}: {search}"));
            assert!(lines[1].starts_with('('), "{part}");
            let [nodes, seconds, length] = lines[lines.len() - 3..] else { panic!("{part}") };
            assert!(nodes.starts_with("nodes explored: "), "{part}");
            assert!(seconds.starts_with("seconds: "), "{part}");
            let moves = lines.iter().filter(|line| line.starts_with('(')).count();
            assert_eq!(length, format!("solution length: {moves}"));
        }
    }
}

#[test]
fn bricks_line_195_several_levels_are_solved_by_one_command() {
    let solved = bricks(&["bfs", "level0", "doorstep"]).exits(0);
    solved.begins("level0: breadth-first search\n(2,left)\n");
    solved.prints("\n\ndoorstep: breadth-first search\n");
    let runs = object(&["bricks", "bfs", "level0", "doorstep"]);
    assert_eq!(runs["runs"][1]["file"], "doorstep");
    assert_eq!(runs["runs"][0]["cost"], 5);
    // All built-in boards in the format of the assignment, if none is given.
    let all = bricks(&["all", "--expansions", "10", "--json"]).exits(22).json();
    let levels = INFO.instances.iter().filter(|level| is_matrix(level.text)).count();
    assert_eq!(all["runs"].as_array().unwrap().len(), 2 * levels);
}

#[test]
fn bricks_line_197_more_complex_puzzles_are_solved_by_the_fastest_method() {
    let crowded = bricks(&["competition", "klotski"]).exits(0);
    crowded.prints("solution length: 117\n").prints("\nmethod: breadth-first search ");
    // On this open board, breadth-first search expands twelve times as many states as A*.
    let open =
        walled(&["2 1 7 5 5 1", "2 0 7 5 5 1", "0 4 7 3 0 0", "6 4 0 3 0 -1", "0 0 0 0 0 -1"]);
    let found = bricks_of(&["competition", "-"], &open).exits(0);
    found
        .prints("\nsolution length: 16\n")
        .prints("\nmethod: A* with the heuristic obstructed, since ");
    bricks_of(&["bfs", "-"], &open).prints("\nsolution length: 16\n");
}

#[test]
fn bricks_line_208_every_named_function_has_its_name() {
    let courses = include_str!("../../crates/courses/src/bricks/mod.rs");
    let matrix = include_str!("../../crates/puzzles/src/bricks/matrix.rs");
    for name in [
        "loadGameState",
        "outputGameState",
        "gameStateSolved",
        "allMovesHelp",
        "allMoves",
        "applyMove",
        "applyMoveCloning",
        "stateEqual",
        "normalizeState",
    ] {
        let alias = format!("#[doc(alias = \"{name}\")]");
        assert!(courses.contains(&alias) || matrix.contains(&alias), "{name}");
    }
    let help = bricks(&["--help"]).stdout;
    for command in "print solved moves apply compare normalize random-walk bfs dfs".split(' ') {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
    }
}

#[test]
fn bricks_line_209_each_search_documents_how_to_run_it() {
    for search in ["random-walk", "bfs", "dfs"] {
        bricks(&[search, "--help"]).exits(0).prints(format!("heureka bricks {search} level0"));
    }
    assert!(include_str!("../../README.md").contains("cargo run --release"));
}

#[test]
fn bricks_line_211_make_builds_the_program() {
    let makefile = include_str!("../../Makefile");
    assert!(makefile.contains("\nall:\n\tcargo build --release\n"));
}
