//! The search shell: specification files, reports, strategies, missionaries and cannibals.

use crate::program::{Run, Scratch, run, run_with_input};
use crate::transcript::{Node, Step, counts, parts, solution, steps};
use std::collections::BTreeSet;

/// Runs the shell on three files with these texts.
pub fn shell_on(texts: [&str; 3], more: &[&str]) -> Run {
    let scratch = Scratch::new();
    let names = ["spec.txt", "initial.txt", "goal.txt"];
    for (name, text) in names.iter().zip(texts) {
        scratch.write(name, text);
    }
    scratch.run(&[&["shell"], &names[..], more].concat())
}

/// Runs the shell on built-in files.
pub fn shell(names: [&str; 3], more: &[&str]) -> Run {
    run(&[&["shell"], &names[..], more].concat())
}

/// Returns a built-in file.
pub fn file(name: &str) -> String {
    run(&["shell", "--print", name]).exits(0).stdout
}

/// Crosses with a strategy that finds a shortest plan.
#[track_caller]
fn crosses(specification: &str, initial: &str, cost: usize) {
    let run = shell_on([specification, initial, "0 0 0"], &[]).exits(0);
    assert_eq!(counts(&run)[2], cost);
}

#[test]
fn shell_line_5_quotes_are_not_part_of_a_file() {
    let run = shell_on(["\"DFS\"\n0\n0\nMCP", "3 3 2", "0 0 0"], &[]).exits(2);
    run.warns("spec.txt: line 1: '\"DFS\"': expected a strategy");
}

#[test]
fn shell_line_7_files_are_in_the_folder_text_files() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("TextFiles")).unwrap();
    for (name, text) in [("Spec", "BFS\n0\n0\nMCP\n"), ("Start", "2 2 2\n"), ("End", "0 0 0\n")] {
        scratch.write(&format!("TextFiles/{name}.txt"), text);
    }
    let run = scratch.run(&["shell", "Spec", "Start", "End"]).exits(0);
    assert_eq!(counts(&run)[2], 5);
}

#[test]
fn shell_line_13_dfs_is_depth_first_search() {
    repeats("DFS", |waiting| waiting.len() - 1);
}

#[test]
fn shell_line_15_bfs_is_breadth_first_search() {
    crosses("BFS\n0\n0\nMCP", "3 3 2", 11);
}

#[test]
fn shell_line_17_a_star_is_a_star_search() {
    crosses("A*\n0\n0\nMCP", "3 3 2", 11);
}

#[test]
fn shell_line_19_gbfs_is_greedy_best_first_search() {
    let run = shell_on(["GBFS\n0\n0\nMCP", "3 3 2", "0 0 0"], &[]).exits(0);
    assert_eq!(counts(&run), [12, 10, 11]);
}

#[test]
fn shell_line_21_ids_is_iterative_deepening() {
    crosses("IDS\n0\n0\nMCP", "3 3 2", 11);
    let run = shell_on(["IDS\n0\n0\nMCP", "3 3 2", "0 0 0"], &["--trace"]).exits(0);
    // Each of the depths from 0 to 11 starts over.
    assert_eq!(run.stdout.matches(". State: < 3,3,1,>").count(), 12);
}

#[test]
fn shell_line_23_dls_is_depth_limited_search() {
    crosses("DLS\n11\n0\nMCP", "3 3 2", 11);
    let run = shell_on(["DLS\n10\n0\nMCP", "3 3 2", "0 0 0"], &[]).exits(11);
    run.prints("failed      no solution within 10 moves");
}

#[test]
fn shell_line_29_the_depth_cutoff_is_0_unless_the_strategy_is_dls() {
    let run = shell_on(["BFS\n3\n0\nMCP", "3 3 2", "0 0 0"], &[]).exits(2);
    run.warns("spec.txt: line 2: '3': expected the depth cutoff, 0 unless the strategy is DLS");
}

#[test]
fn shell_line_31_the_depth_cutoff_of_dls_is_above_0() {
    for depth in ["0", "-1", "1.5", ""] {
        let spec = format!("DLS\n{depth}\n0\nMCP");
        shell_on([&spec, "3 3 2", "0 0 0"], &[]).exits(2).warns("spec.txt: line ");
    }
}

#[test]
fn shell_line_37_the_exploration_cutoff_asks_whether_to_continue() {
    let asked = |cutoff: u32| {
        let scratch = Scratch::new();
        let spec = scratch.write("spec.txt", format!("BFS\n0\n{cutoff}\nMCP"));
        let args = ["shell", &spec, "InitialStateMCP332", "GoalStateMCP000"];
        run_with_input(&args, &"y\n".repeat(30)).exits(0).stderr.matches("continue? ").count()
    };
    // 24 nodes are expanded before the goal.
    assert_eq!([asked(0), asked(1), asked(5), asked(24), asked(25)], [0, 24, 4, 1, 0]);
}

#[test]
fn shell_line_45_mcp_is_missionaries_and_cannibals() {
    crosses("BFS\n0\n0\nMCP", "1 1 2", 1);
}

#[test]
fn shell_line_61_mcp_has_no_modification() {
    let run = shell_on(["BFS\n0\n0\nMCP\n4", "3 3 2", "0 0 0"], &[]).exits(2);
    run.warns("spec.txt: line 5: unexpected extra value '4'");
    crosses("BFS\n0\n0\nMCP\n\n", "3 3 2", 11);
}

#[test]
fn shell_line_69_peg_spec_1() {
    assert_eq!(file("PegSpec1"), "DFS\n0\n0\nPegs\n4\n");
}

#[test]
fn shell_line_83_mcp_spec_1() {
    assert_eq!(file("MCPSpec1"), "DFS\n0\n0\nMCP\n");
    // As the document prints it.
    crosses("DFS\n\n0\n\n0\n\nMCP\n\n \n", "3 3 2", 11);
}

#[test]
fn shell_line_95_peg_spec_2() {
    assert_eq!(file("PegSpec2"), "DLS\n32\n1000\nPegs\n4\n");
}

#[test]
fn shell_line_109_mcp_spec_2() {
    assert_eq!(file("MCPSpec2"), "A*\n0\n1500\nMCP\n");
}

#[test]
fn shell_line_129_the_initial_state_is_missionaries_cannibals_and_capacity() {
    crosses("BFS\n0\n0\nMCP", "5 2 2", 11);
    let run = shell_on(["BFS\n0\n0\nMCP", "3 3", "0 0 0"], &[]).exits(2);
    run.warns("initial.txt: line 1, column 3: 2 values: expected 3, M C CAPACITY");
}

#[test]
fn shell_line_131_the_boat_starts_on_the_initial_side() {
    let run = shell_on(["BFS\n0\n0\nMCP", "3 3 2", "0 0 0"], &[]).exits(0);
    assert_eq!(solution(&run)[0].state, "< 3,3,1,>");
}

#[test]
fn shell_line_137_the_goal_state_is_missionaries_cannibals_and_boat() {
    let goal = |goal: &str| solution(&shell_on(["BFS\n0\n0\nMCP", "3 3 2", goal], &[]).exits(0));
    assert_eq!(goal("2 2 0").last().unwrap().state, "< 2,2,0,>");
    assert_eq!(goal("3 2 1").last().unwrap().state, "< 3,2,1,>");
}

#[test]
fn shell_line_151_search_is_independent_of_problem_and_strategy() {
    for spec in ["1DFS", "2BFS", "3UCS", "4AStar", "5GBFS", "6IDS", "7DLS"] {
        let names = [&format!("MCPSpec{spec}"), "InitialStateMCP332", "GoalStateMCP000"];
        assert_eq!(solution(&shell(names, &[]).exits(0)).last().unwrap().state, "< 0,0,0,>");
        let spec = format!("PegSpec{spec}Shape6");
        let run = shell([&spec, "InitialStatePegs6", "GoalStatePegs6"], &[]).exits(0);
        assert_eq!(solution(&run).last().unwrap().state, file("GoalStatePegs6").trim_end());
    }
}

#[test]
fn shell_line_166_a_solution_follows_the_previous_nodes() {
    let run = shell(["MCPSpec4AStar", "InitialStateMCP443", "GoalStateMCP000"], &["--verbose"]);
    let (steps, solution) = (steps(&run), solution(&run));
    for pair in solution.windows(2) {
        let leads = |step: &Step| {
            step.node == pair[0] && step.successors.iter().any(|(node, _)| *node == pair[1])
        };
        assert!(steps.iter().any(leads), "{pair:?}");
    }
}

#[test]
fn shell_line_174_the_goal_test_compares_with_the_goal_file() {
    let run = shell_on(["BFS\n0\n0\nMCP", "3 3 2", "1 1 0"], &["--verbose"]).exits(0);
    assert!(steps(&run).iter().all(|step| step.node.state != "< 1,1,0,>"));
    assert_eq!(solution(&run).last().unwrap().state, "< 1,1,0,>");
}

#[test]
fn shell_line_184_a_move_costs_1() {
    let run = shell(["MCPSpec2BFS", "InitialStateMCP664", "GoalStateMCP000"], &["--verbose"]);
    for Step { node, successors } in steps(&run) {
        assert!(successors.iter().all(|(successor, _)| successor.g == node.g + 1));
    }
    let costs: Vec<i64> = solution(&run).iter().map(|node| node.g).collect();
    assert_eq!(costs, (0..=9).collect::<Vec<_>>());
}

/// Repeats a search: `next` returns the place of the node that leaves the frontier, of those that
/// wait in the order of their arrival.
#[track_caller]
fn repeats(strategy: &str, next: impl Fn(&[Node]) -> usize) {
    for initial in ["3 3 2", "6 6 4", "5 5 3", "4 4 2"] {
        let specification = format!("{strategy}\n0\n0\nMCP");
        let run = shell_on([&specification, initial, "0 0 0"], &["--verbose"]);
        let (mut waiting, mut closed, mut loops) = (vec![], BTreeSet::new(), 0);
        let steps = steps(&run);
        for (number, Step { node, successors }) in steps.iter().enumerate() {
            if number > 0 {
                assert_eq!(waiting.remove(next(&waiting)), *node, "{strategy} {initial}");
            }
            closed.insert(node.state.clone());
            for (successor, is_loop) in successors {
                assert_eq!(*is_loop, closed.contains(&successor.state), "{strategy} {initial}");
                loops += usize::from(*is_loop);
                if !is_loop {
                    waiting.push(successor.clone());
                }
            }
        }
        let found = counts(&run);
        let taken = steps.len() + usize::from(found.len() == 3);
        assert_eq!(found[..2], [taken, loops], "{strategy} {initial}");
    }
}

/// Returns the place of the first node with the lowest value.
fn lowest(waiting: &[Node], value: impl Fn(&Node) -> i64) -> usize {
    let lowest = waiting.iter().map(&value).min().unwrap();
    waiting.iter().position(|node| value(node) == lowest).unwrap()
}

#[test]
fn shell_line_188_loops_are_in_the_closed_list() {
    repeats("BFS", |_| 0);
}

#[test]
fn shell_line_194_the_frontier_of_dfs_is_a_stack() {
    repeats("DFS", |waiting| waiting.len() - 1);
}

#[test]
fn shell_line_196_the_frontier_of_bfs_is_a_queue() {
    repeats("BFS", |_| 0);
}

#[test]
fn shell_line_198_ucs_compares_the_path_cost() {
    repeats("UCS", |waiting| lowest(waiting, |node| node.g));
}

#[test]
fn shell_line_200_greedy_compares_the_heuristic_value() {
    repeats("GBFS", |waiting| lowest(waiting, |node| node.h));
}

#[test]
fn shell_line_202_a_star_compares_heuristic_value_and_path_cost() {
    repeats("A*", |waiting| lowest(waiting, |node| node.g + node.h));
}

#[test]
fn shell_line_211_a_solution_is_printed_state_by_state_with_the_counts() {
    let run = shell(["MCPSpec2BFS", "InitialStateMCP332", "GoalStateMCP000"], &[]).exits(0);
    run.begins(
        "The number of nodes expanded is 25 and the # of loops detected is 25 and the pathcost to \
         solution 11\nthe solution is: \nState: < 3,3,1,>    Heuristic value: 9  |  Path Cost: 0\n",
    );
    run.prints("State: < 0,0,0,>    Heuristic value: 0  |  Path Cost: 11\n\nfound ");
    assert_eq!(solution(&run).len(), 12);
}

#[test]
fn shell_line_212_a_failure_is_printed_with_the_counts() {
    let run = shell(["MCPSpec2BFS", "InitialStateMCP442", "GoalStateMCP000"], &[]).exits(10);
    run.begins("The number of nodes expanded is 18 and the # of loops detected is 19\n\nfailed ");
}

#[test]
fn shell_line_216_an_interruption_is_printed_with_the_counts() {
    let spec = "BFS\n0\n10\nMCP";
    let run = shell_on([spec, "3 3 2", "0 0 0"], &[]).exits(0);
    let counts = "The number of nodes expanded is 10 and the # of loops detected is 11\n";
    run.begins(&format!("{counts}\nstopped ")).warns(format!("{counts}continue? [y/n] "));
}

#[test]
fn shell_line_220_every_successor_is_a_loop_or_added() {
    for spec in ["MCPSpec1DFS", "MCPSpec4AStar", "MCPSpec7DLS"] {
        let run = shell([spec, "InitialStateMCP332", "GoalStateMCP000"], &["--trace"]).exits(0);
        let trace = parts(&run).0;
        let successors = || trace.lines().filter(|line| line.starts_with("   "));
        let loops = successors().filter(|line| line.ends_with("  loop")).count();
        let added = successors().filter(|line| line.ends_with("  added")).count();
        assert_eq!(loops, counts(&run)[1], "{spec}");
        assert!(loops > 5 && loops + added == successors().count(), "{spec}: {trace}");
    }
}

#[test]
fn shell_line_224_the_question_returns_after_as_many_nodes() {
    let scratch = Scratch::new();
    let spec = scratch.write("spec.txt", "BFS\n0\n7\nMCP");
    let args = ["shell", &spec, "InitialStateMCP332", "GoalStateMCP000"];
    let run = run_with_input(&args, "y\ny\nn\n").exits(0);
    for expanded in [7, 14, 21] {
        run.warns(format!("The number of nodes expanded is {expanded} and "));
    }
    run.begins("The number of nodes expanded is 21 and ").prints("stopped     at your request");
}

#[test]
fn shell_line_253_the_strategy_is_the_first_line_of_a_specification() {
    for (name, strategy) in [
        ("MCPSpec1DFS", "DFS"),
        ("MCPSpec2BFS", "BFS"),
        ("MCPSpec3UCS", "UCS"),
        ("MCPSpec4AStar", "A*"),
        ("MCPSpec5GBFS", "GBFS"),
    ] {
        assert_eq!(file(name).lines().next(), Some(strategy));
    }
}

#[test]
fn shell_line_430_a_state_is_missionaries_cannibals_and_boat() {
    let run = shell(["MCPSpec2BFS", "InitialStateMCP332", "GoalStateMCP000"], &["--verbose"]);
    assert_eq!(steps(&run)[0].node.state, "< 3,3,1,>");
}

/// Returns the numbers in a state of missionaries and cannibals.
fn numbers(state: &str) -> [i64; 3] {
    let numbers = state.trim_matches(['<', '>', ' ', ',']).split(',');
    numbers.map(|number| number.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap()
}

/// Every expanded state has the successors that the rules allow, for any boat and any numbers.
#[test]
fn shell_line_436_successors_are_the_legal_crossings() {
    let safe = |m: i64, c: i64| m == 0 || m >= c;
    for initial in ["3 3 2", "5 5 3", "6 6 4", "5 2 2", "7 4 3"] {
        let values: Vec<i64> = initial.split(' ').map(|word| word.parse().unwrap()).collect();
        let [all_m, all_c, capacity] = values[..] else { unreachable!() };
        let run = shell_on(["BFS\n0\n0\nMCP", initial, "0 0 0"], &["--verbose"]).exits(0);
        for Step { node, successors } in steps(&run) {
            let [m, c, boat] = numbers(&node.state);
            let sign = if boat == 1 { -1 } else { 1 };
            let mut legal = BTreeSet::new();
            for (more_m, more_c) in
                (0..=capacity).flat_map(|m| (0..=capacity - m).map(move |c| (m, c)))
            {
                let (m, c) = (m + sign * more_m, c + sign * more_c);
                let exists = (0..=all_m).contains(&m) && (0..=all_c).contains(&c);
                if more_m + more_c > 0 && exists && safe(m, c) && safe(all_m - m, all_c - c) {
                    legal.insert([m, c, 1 - boat]);
                }
            }
            let found: BTreeSet<_> =
                successors.iter().map(|(node, _)| numbers(&node.state)).collect();
            assert_eq!(found, legal, "{initial} {}", node.state);
        }
    }
}

#[test]
fn shell_line_448_df_bf_gbef_and_a_star_find_a_solution() {
    for spec in ["MCPSpec1DFS", "MCPSpec2BFS", "MCPSpec5GBFS", "MCPSpec4AStar"] {
        for initial in ["332", "553", "664"] {
            let initial = format!("InitialStateMCP{initial}");
            shell([spec, &initial, "GoalStateMCP000"], &[]).exits(0).prints("the solution is: \n");
        }
    }
}

#[test]
fn shell_line_452_the_heuristic_subtracts_the_goal_state() {
    let h = |goal: &str| solution(&shell_on(["BFS\n0\n0\nMCP", "3 3 2", goal], &[]))[0].h;
    // Six, four and two people have to cross.
    assert_eq!([h("0 0 0"), h("1 1 0"), h("2 2 0")], [9, 5, 1]);
}

#[test]
fn shell_line_456_the_heuristic_is_admissible() {
    for initial in ["3 3 2", "5 5 3", "6 6 4"] {
        let audit = run(&["audit", "river", initial, "-H", "start-side-with-boat"]).exits(0);
        audit.prints("admissible  claimed, and true");
    }
}

/// The document doubts it "toward the middle of the path"; the audit finds no exception.
#[test]
fn shell_line_460_the_heuristic_is_consistent() {
    for initial in ["3 3 2", "5 5 3", "6 6 4"] {
        let audit = run(&["audit", "river", initial, "-H", "start-side-with-boat"]).exits(0);
        audit.prints("consistent  claimed, and true");
    }
}

#[test]
fn shell_line_463_the_heuristic_has_the_listed_values() {
    let run = shell(["MCPSpec6IDS", "InitialStateMCP332", "GoalStateMCP000"], &[]).exits(0);
    let listed = "3,3,1:9 2,2,0:8 3,2,1:7 3,0,0:6 3,1,1:5 1,1,0:4 2,2,1:5 0,2,0:4 0,3,1:3 0,1,0:2 \
                  0,2,1:1 0,0,0:0";
    let found = solution(&run);
    let found: Vec<String> = found
        .iter()
        .map(|node| format!("{}:{}", node.state.trim_matches(['<', '>', ' ', ',']), node.h))
        .collect();
    assert_eq!(found.join(" "), listed);
}

/// Compares the beginning of an output with a listing of the document, without its blank lines.
#[track_caller]
fn prints_listing(heuristic: &str, counts: &str, states: &str) {
    let names = ["MCPSpec5GBFS", "InitialStateMCP664", "GoalStateMCP000"];
    let run = shell(names, &["--rules", "published", "-H", heuristic]).exits(0);
    let line = |(cost, state): (usize, &str)| {
        let (state, h) = state.split_once(':').unwrap();
        format!("State: < {state},>    Heuristic value: {h}  |  Path Cost: {cost}\n")
    };
    let states: String = states.split(' ').enumerate().map(line).collect();
    run.begins(&format!("{counts}\nthe solution is: \n{states}\nfound "));
}

#[test]
fn shell_line_484_greedy_counts_people_as_published() {
    prints_listing(
        "start-side",
        "The number of nodes expanded is 15 and the # of loops detected is 13 and the pathcost to \
         solution 9",
        "6,6,1:12 4,4,0:8 5,5,1:10 3,3,0:6 4,4,1:8 0,4,0:4 0,5,1:5 0,1,0:1 0,2,1:2 0,0,0:0",
    );
}

#[test]
fn shell_line_512_greedy_counts_trips_as_published() {
    prints_listing(
        "start-side-with-boat",
        "The number of nodes expanded is 12 and the # of loops detected is 11 and the pathcost to \
         solution 9",
        "6,6,1:7 4,4,0:6 5,5,1:5 3,3,0:4 4,4,1:5 3,2,0:4 3,3,1:3 0,3,0:2 0,4,1:1 0,0,0:0",
    );
}

#[test]
fn shell_line_536_the_second_heuristic_expands_and_detects_less() {
    let names = ["MCPSpec5GBFS", "InitialStateMCP664", "GoalStateMCP000"];
    for rules in ["published", "correct"] {
        let [first, second] = ["start-side", "start-side-with-boat"]
            .map(|heuristic| counts(&shell(names, &["--rules", rules, "-H", heuristic])));
        assert!(second[0] < first[0] && second[1] < first[1], "{rules}: {first:?} {second:?}");
    }
}

#[test]
fn shell_line_587_names_are_given_without_txt_on_the_command_line_or_asked_for() {
    let names = ["MCPSpec1DFS", "InitialStateMCP222", "GoalStateMCP000"];
    let given = shell(names, &[]).exits(0);
    let asked = run_with_input(&["shell"], &(names.join("\n") + "\n")).exits(0);
    assert_eq!(given.stdout, asked.stdout);
}

#[test]
fn shell_line_591_other_numbers_than_couples_can_cross() {
    crosses("BFS\n0\n0\nMCP", "5 2 2", 11);
    crosses("BFS\n0\n0\nMCP", "4 3 3", 5);
}

/// Runs an input that the document lists, and compares its optimum.
#[track_caller]
fn input_is_provided(initial: &str, optimum: Option<usize>) {
    let initial = format!("InitialStateMCP{initial}");
    for spec in ["MCPSpec1DFS", "MCPSpec2BFS"] {
        let run = shell([spec, &initial, "GoalStateMCP000"], &[]);
        let found = counts(&run).get(2).copied();
        assert_eq!(found.is_some(), optimum.is_some(), "{spec}");
        assert!(spec == "MCPSpec1DFS" || found == optimum, "{found:?}");
        run.exits(if optimum.is_some() { 0 } else { 10 });
    }
}

#[test]
fn shell_line_597_two_couples_in_a_boat_for_two() {
    input_is_provided("222", Some(5));
}

#[test]
fn shell_line_601_four_couples_cannot_cross_in_a_boat_for_two() {
    input_is_provided("442", None);
}

#[test]
fn shell_line_605_two_couples_in_a_boat_for_three() {
    input_is_provided("223", Some(3));
}

#[test]
fn shell_line_609_three_couples_in_a_boat_for_three() {
    input_is_provided("333", Some(5));
}

#[test]
fn shell_line_613_four_couples_in_a_boat_for_three() {
    input_is_provided("443", Some(9));
}

#[test]
fn shell_line_617_five_couples_in_a_boat_for_three() {
    input_is_provided("553", Some(11));
}

#[test]
fn shell_line_621_six_couples_cannot_cross_in_a_boat_for_three() {
    input_is_provided("663", None);
}

#[test]
fn shell_line_632_three_couples_in_a_boat_for_four() {
    input_is_provided("334", Some(3));
}

#[test]
fn shell_line_634_four_couples_in_a_boat_for_four() {
    input_is_provided("444", Some(5));
}

#[test]
fn shell_line_636_five_couples_in_a_boat_for_four() {
    input_is_provided("554", Some(7));
}

#[test]
fn shell_line_638_six_couples_in_a_boat_for_four() {
    input_is_provided("664", Some(9));
}

#[test]
fn shell_line_640_why_any_number_of_couples_can_cross_in_a_boat_for_four() {
    let described = run(&["describe", "river"]).exits(0);
    described.prints("With a boat for four, why can any number of couples cross?\n  answer ");
    let words: Vec<&str> = described.stdout.split_whitespace().collect();
    let text = words.join(" ");
    assert!(text.contains("Two couples row over and one couple rows back"), "{text}");
    assert!(text.contains("accept this plan for 100, and a search finds no shorter one for 100"));
}
