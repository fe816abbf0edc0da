//! The search shell: peg solitaire.

use crate::program::Run;
use crate::shell::{file, shell, shell_on};
use crate::transcript::{Step, counts, solution, steps};
use std::collections::BTreeSet;

/// The goals of the document, of shape 1 to 6.
const GOALS: [&str; 6] = [
    "X X 0 0 0 X X\nX 0 0 0 0 0 X\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 1 0 0 0\nX 0 0 0 0 0 X\n\
     X X 0 0 0 X X\n",
    "X X X 0 0 0 X X X\nX X X 0 0 0 X X X\nX X X 0 0 0 X X X\n0 0 0 0 0 0 0 0 0\n\
     0 0 0 0 1 0 0 0 0\n0 0 0 0 0 0 0 0 0\nX X X 0 0 0 X X X\nX X X 0 0 0 X X X\n\
     X X X 0 0 0 X X X\n",
    "X X 0 0 0 X X X\nX X 0 0 0 X X X\nX X 0 0 0 X X X\n0 0 0 0 0 0 0 0\n0 0 0 1 0 0 0 0\n\
     0 0 0 0 0 0 0 0\nX X 0 0 0 X X X\nX X 0 0 0 X X X\n",
    "X X 0 0 0 X X\nX X 0 0 0 X X\n0 0 0 0 0 0 0\n0 0 0 1 0 0 0\n0 0 0 0 0 0 0\nX X 0 0 0 X X\n\
     X X 0 0 0 X X\n",
    "X X X X 0 X X X X\nX X X 0 0 0 X X X\nX X 0 0 0 0 0 X X\nX 0 0 0 0 0 0 0 X\n\
     0 0 0 0 1 0 0 0 0\nX 0 0 0 0 0 0 0 X\nX X 0 0 0 0 0 X X\nX X X 0 0 0 X X X\n\
     X X X X 0 X X X X\n",
    "1 0 0 0 0\n0 0 0 0 X\n0 0 0 X X\n0 0 X X X\n0 X X X X\n",
];

/// Searches the standard problem of a board.
fn pegs(strategy: &str, shape: usize, more: &[&str]) -> Run {
    let spec = format!("PegSpec{strategy}Shape{shape}");
    let (initial, goal) = (format!("InitialStatePegs{shape}"), format!("GoalStatePegs{shape}"));
    shell([&spec, &initial, &goal], more)
}

#[test]
fn shell_line_47_pegs_is_peg_solitaire() {
    // One jump: the document's board 4 with two pegs.
    let start = GOALS[3].replacen("0 0 0 1 0 0 0", "0 1 1 0 0 0 0", 1);
    let run = shell_on(["BFS\n0\n0\nPegs\n4", &start, GOALS[3]], &[]).exits(0);
    assert_eq!(counts(&run)[2], 1);
}

#[test]
fn shell_line_55_pegs_has_a_board_shape_from_1_to_6() {
    for shape in ["0", "7", "", "English"] {
        let spec = format!("DFS\n0\n0\nPegs\n{shape}");
        shell_on([&spec, GOALS[3], GOALS[3]], &[]).exits(2).warns("spec.txt: line 5: ");
    }
}

#[test]
fn shell_line_57_the_shapes_are_the_known_boards() {
    let cells = [37, 45, 39, 33, 41, 15];
    for (shape, cells) in (1..).zip(cells) {
        let start = file(&format!("InitialStatePegs{shape}"));
        assert_eq!(start.matches(['0', '1']).count(), cells, "{start}");
    }
}

#[test]
fn shell_line_59_the_states_must_match_the_shape() {
    for (file, texts) in [("initial.txt", [GOALS[0], GOALS[3]]), ("goal.txt", [GOALS[3], GOALS[0]])]
    {
        let run = shell_on(["DFS\n0\n0\nPegs\n4", texts[0], texts[1]], &[]).exits(2);
        run.warns(format!("{file}: line 2, column 3: '0' at 1,1 of the English board: expected X"));
    }
}

#[test]
fn shell_line_279_a_state_has_1_for_a_peg_0_for_a_hole_and_x_for_the_edge() {
    let run = pegs("1DFS", 4, &[]).exits(0);
    let start = &solution(&run)[0].state;
    assert!(start.starts_with("X X 1 1 1 X X\n") && start.contains("\n1 1 1 0 1 1 1\n"), "{start}");
}

#[test]
fn shell_line_281_the_shape_gives_the_size() {
    for (shape, size) in (1..).zip([7, 9, 8, 7, 9, 5]) {
        let start = file(&format!("InitialStatePegs{shape}"));
        assert_eq!(start.lines().count(), size);
        assert!(start.lines().all(|line| line.split(' ').count() == size), "{start}");
    }
}

#[test]
fn shell_line_356_the_goal_files_have_one_peg() {
    for (shape, goal) in (1..).zip(GOALS).take(5) {
        assert_eq!(file(&format!("GoalStatePegs{shape}")), goal);
    }
}

/// Returns the positions after one jump along any of some directions.
fn after_a_jump(state: &str, directions: &[(isize, isize)]) -> BTreeSet<String> {
    let rows: Vec<Vec<&str>> = state.lines().map(|line| line.split(' ').collect()).collect();
    let mut after = BTreeSet::new();
    for (row, column) in (0..9).flat_map(|row| (0..9).map(move |column| (row, column))) {
        for (down, right) in directions {
            let place = |steps: isize| {
                let row: usize = usize::checked_add_signed(row, steps * down)?;
                Some((row, usize::checked_add_signed(column, steps * right)?))
            };
            let [Some(to), Some(over), Some(from)] = [0, 1, 2].map(place) else { continue };
            let at = |(row, column): (usize, usize)| rows.get(row)?.get(column).copied();
            if [to, over, from].map(at) == [Some("0"), Some("1"), Some("1")] {
                let mut next = rows.clone();
                for ((row, column), sign) in [(to, "1"), (over, "0"), (from, "0")] {
                    next[row][column] = sign;
                }
                let rows: Vec<String> = next.iter().map(|row| row.join(" ")).collect();
                after.insert(rows.join("\n"));
            }
        }
    }
    after
}

const ORTHOGONAL: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const TRIANGLE: [(isize, isize); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

/// Every expanded position has the successors and the heuristic value of the rules.
#[track_caller]
fn follows_the_rules(run: &Run, directions: &[(isize, isize)]) {
    let steps = steps(run);
    assert!(steps.len() > 50);
    for Step { node, successors } in steps {
        let found: BTreeSet<String> =
            successors.iter().map(|(next, _)| next.state.clone()).collect();
        assert_eq!(found, after_a_jump(&node.state, directions));
        assert!(node.h <= 0 && node.h.unsigned_abs() == successors.len() as u64, "{node:?}");
        assert!(successors.iter().all(|(next, _)| next.g == node.g + 1), "{node:?}");
    }
}

#[test]
fn shell_line_410_a_hole_moves_up_left_down_and_right_over_two_pegs() {
    follows_the_rules(&pegs("1DFS", 4, &["--verbose"]).exits(0), &ORTHOGONAL);
}

/// The document says 0 here, and 1 for most moves at line 184, which its program counts.
#[test]
fn shell_line_414_the_path_cost_adds_the_cost_of_each_jump() {
    for (shape, jumps) in [(4, 31), (6, 13)] {
        assert_eq!(counts(&pegs("1DFS", shape, &[]).exits(0))[2], jumps);
    }
}

#[test]
fn shell_line_418_the_heuristic_is_the_negated_number_of_possible_moves() {
    for (shape, h) in [(4, -4), (6, -2)] {
        let run = pegs("1DFS", shape, &[]).exits(0);
        let states = solution(&run);
        assert_eq!((states[0].h, states.last().unwrap().h), (h, 0));
        run.prints(format!("\nHeuristic value: {h}  |  Path Cost: 0\n"));
    }
}

/// The lowest value leaves the frontier first.
#[test]
fn shell_line_418_greedy_and_a_star_prefer_more_possible_moves() {
    let depth_first = counts(&pegs("1DFS", 6, &[]).exits(0));
    for (strategy, by) in [("5GBFS", [1, 0]), ("4AStar", [1, 1])] {
        let run = pegs(strategy, 6, &["--verbose"]).exits(0);
        assert_ne!(counts(&run)[0], depth_first[0]);
        let mut waiting: Vec<(i64, String)> = vec![];
        for (number, Step { node, successors }) in steps(&run).into_iter().enumerate() {
            let value = |h: i64, g: i64| by[0] * h + by[1] * g;
            if number > 0 {
                let lowest = waiting.iter().map(|(value, _)| *value).min();
                let entry = (value(node.h, node.g), node.state);
                assert_eq!(Some(entry.0), lowest, "{strategy} {number}");
                waiting.remove(waiting.iter().position(|other| *other == entry).unwrap());
            }
            let added = successors.into_iter().filter(|(_, is_loop)| !is_loop);
            waiting.extend(added.map(|(node, _)| (value(node.h, node.g), node.state)));
        }
    }
}

#[test]
fn shell_line_422_board_4_is_printed_throughout_the_search() {
    let run = pegs("1DFS", 4, &["--trace"]).exits(0);
    run.begins("1. State:\nX X 1 1 1 X X\nX X 1 1 1 X X\n1 1 1 1 1 1 1\n1 1 1 0 1 1 1\n");
    run.prints("\n1948. (goal) State:\n");
}

/// One jump on each board, to a goal of its own.
#[test]
fn shell_line_426_the_other_boards_are_searched() {
    for shape in 1..=6 {
        let start = file(&format!("InitialStatePegs{shape}"));
        let directions = if shape == 6 { &TRIANGLE[..] } else { &ORTHOGONAL };
        for goal in after_a_jump(start.trim_end(), directions) {
            let spec = format!("BFS\n0\n0\nPegs\n{shape}");
            let run = shell_on([&spec, &start, &goal], &[]).exits(0);
            assert_eq!(solution(&run).last().unwrap().state, goal);
        }
    }
}

#[test]
fn shell_line_552_the_triangle_is_a_matrix() {
    assert_eq!(file("GoalStatePegs6"), GOALS[5]);
    // As the document prints it, with blank lines.
    let [start, goal] = [file("InitialStatePegs6"), GOALS[5].to_owned()];
    let spaced = [start, goal].map(|text| text.replace('\n', "\n\n"));
    let run = shell_on(["DFS\n0\n0\nPegs\n6", &spaced[0], &spaced[1]], &[]).exits(0);
    assert_eq!(counts(&run)[2], 13);
}

#[test]
fn shell_line_568_the_goal_of_the_triangle_is_in_the_third_file() {
    let start = "0 1 1 0 0\n0 0 0 0 X\n0 0 0 X X\n0 0 X X X\n0 X X X X";
    let run = shell_on(["DFS\n0\n0\nPegs\n6", start, GOALS[5]], &[]).exits(0);
    assert_eq!(counts(&run)[2], 1);
    let other = GOALS[5].replacen("1 0 0", "0 0 1", 1);
    shell_on(["DFS\n0\n0\nPegs\n6", start, &other], &[]).exits(10).prints("\nfailed ");
}

#[test]
fn shell_line_572_the_triangle_has_two_more_directions() {
    follows_the_rules(&pegs("2BFS", 6, &["--verbose"]).exits(0), &TRIANGLE);
}

/// The step cost of every jump is the same.
#[test]
fn shell_line_576_the_path_cost_of_the_triangle_counts_jumps() {
    let costs: Vec<i64> = solution(&pegs("1DFS", 6, &[])).iter().map(|node| node.g).collect();
    assert_eq!(costs, (0..=13).collect::<Vec<_>>());
}

#[test]
fn shell_line_580_the_heuristic_of_the_triangle_counts_all_directions() {
    // The only jump goes along the third direction.
    let start = "0 0 1 0 0\n0 1 0 0 X\n0 0 0 X X\n0 0 X X X\n0 X X X X";
    let goal = "0 0 0 0 0\n0 0 0 0 X\n1 0 0 X X\n0 0 X X X\n0 X X X X";
    let run = shell_on(["DFS\n0\n0\nPegs\n6", start, goal], &[]).exits(0);
    assert_eq!(solution(&run)[0].h, -1);
}
