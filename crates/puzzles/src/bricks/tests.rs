//! Formats, labels, odd shapes and the built-in instances.

use super::matrix::*;
use super::reference::BricksReference;
use super::*;
use crate::best_first::best_first;
use crate::rules_agree::rules_agree;
use heureka_core::certificate::KeyBytes as _;
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{Limits, Outcome};
use heureka_kit::board::{Cell, Direction, Size};
use heureka_kit::draw::Draw as _;
use heureka_kit::puzzle::{Parameters, Puzzle};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashSet;

const LEVEL0: &str = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,\n";

pub(super) fn parameters(settings: &[(&str, &str)]) -> Parameters {
    Parameters(settings.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect())
}

/// Returns a board with bricks of any shape, including disconnected and interlocked ones.
pub(super) fn odd_shapes(rows: usize, cols: usize, seed: u64) -> GameState {
    let size = Size { rows, cols };
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |bound: usize| generator.random_range(0..bound);
    let mut numbers = vec![EMPTY; size.cells()];
    for number in &mut numbers {
        *number = match below(24) {
            0 => WALL,
            1 => GOAL,
            _ => EMPTY,
        };
    }
    let bricks = 2 + below(size.cells() / 3);
    for number in (MASTER..).take(bricks) {
        let mut at = below(size.cells());
        for _ in 0..=below(4) {
            if numbers[at] == EMPTY {
                numbers[at] = number;
            }
            // Usually a neighbor, sometimes any cell.
            at = match below(9) {
                0..4 if at % cols + 1 < cols => at + 1,
                4..8 if at + cols < size.cells() => at + cols,
                _ => below(size.cells()),
            };
        }
    }
    if !numbers.contains(&MASTER) {
        let free = numbers.iter().position(|&number| number == EMPTY).unwrap_or(0);
        numbers[free] = MASTER;
    }
    let is_goal = numbers.iter().map(|&number| number == GOAL).collect();
    GameState::new(size, numbers, is_goal)
}

/// Compares the fast rules with the reference rules along a random walk.
pub(super) fn compare<A: Arrangement>(start: &GameState, metric: Metric, steps: usize, seed: u64) {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut puzzle = Bricks::<A>::new(start.clone(), metric, Labels::Original).unwrap();
    for heuristic in 0..Bricks::<A>::INFO.heuristics.len() {
        puzzle.set_heuristic(heuristic, &mut Limits::none()).unwrap();
        let reference: BricksReference<A> = puzzle.reference();
        let (mut fast, mut slow) = (puzzle.start(), reference.start());
        for _ in 0..steps {
            assert_eq!(puzzle.game_state(&fast), slow, "{start}");
            assert_eq!((fast, reference.unpack(&fast)), (reference.pack(&slow), slow.clone()));
            assert_eq!(puzzle.is_goal(&fast), reference.is_goal(&slow), "{slow}");
            assert_eq!(puzzle.h(&fast), reference.h(&slow), "{slow} {heuristic}");
            let (mut ours, mut theirs) = (vec![], vec![]);
            puzzle.successors(&fast, &mut |slide, _, next| ours.push((slide, next)));
            reference.successors(&slow, &mut |slide, _, next| theirs.push((slide, next)));
            let mut keys: Vec<_> =
                theirs.iter().map(|(slide, next)| (*slide, reference.pack(next))).collect();
            if metric == Metric::Moves {
                // Only steps have the assignment's order.
                keys.sort_by_key(|(slide, _)| ours.iter().position(|(known, _)| known == slide));
            }
            assert_eq!(ours, keys, "{slow}");
            for &(slide, next) in &ours {
                let mut reversible = false;
                puzzle.successors(&next, &mut |undo, _, again| {
                    reversible |= again == fast && puzzle.undoes(slide, undo);
                });
                assert!(reversible, "{slow}");
            }
            if theirs.is_empty() {
                break;
            }
            let (slide, next) = theirs.swap_remove(generator.random_range(0..theirs.len()));
            slow = next;
            fast = ours.iter().find(|(known, _)| *known == slide).unwrap().1;
        }
    }
}

#[test]
fn fast_rules_match_the_reference_for_odd_shapes() {
    for seed in 0..60 {
        let small = odd_shapes(3 + seed as usize % 2, 3 + seed as usize % 3, seed);
        let Needs { shapes, places, .. } = needs(&small);
        for metric in [Metric::Steps, Metric::Moves] {
            if shapes <= 4 && places <= 32 {
                compare::<[u32; 4]>(&small, metric, 30, seed);
            }
            if shapes <= 8 {
                compare::<[u64; 8]>(&small, metric, 20, seed);
            }
            compare::<List<48, 24>>(&small, metric, 10, seed);
        }
    }
    for (rows, cols) in [(16, 16), (9, 12), (11, 20)] {
        let large = odd_shapes(rows, cols, 1);
        compare::<List<256, 256>>(&large, Metric::Steps, 2, 1);
    }
}

#[test]
fn states_and_moves_have_the_assignments_format() {
    let state = read::read(LEVEL0, &[]).unwrap();
    assert_eq!(state.to_string(), LEVEL0);
    let moves: Vec<_> = all_moves(&state).iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["(2,left)", "(3,left)"]);
    assert_eq!(all_moves_help(&state, 4), []);
    assert_eq!(all_moves_help(&state, 1), []);
    assert_eq!("( 5 , Down )".parse(), Ok(Move { piece: 5, direction: Direction::Down }));
    for wrong in ["5,down", "(5)", "(5,down,up)", "(x,down)", "(5,dwn)", "()", ""] {
        assert!(wrong.parse::<Move>().is_err(), "{wrong}");
    }
    assert!(!game_state_solved(&state));
}

#[test]
fn rejects_illegal_moves() {
    let state = read::read(LEVEL0, &[]).unwrap();
    let step = |text: &str| text.parse::<Move>().unwrap();
    let next = apply_move_cloning(&state, step("(2,left)")).unwrap();
    assert_eq!(next.to_string(), "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,2,2,0,1,\n1,1,1,1,1,\n");
    assert_ne!(state, next);
    let back = apply_move_cloning(&next, step("(2,right)")).unwrap();
    assert_eq!(state, back);
    for (text, reason) in [
        ("(2,down)", IllegalMove::Blocked(step("(2,down)"))),
        // Only the master enters the goal.
        ("(3,up)", IllegalMove::Blocked(step("(3,up)"))),
        ("(9,up)", IllegalMove::NoBrick(9)),
        ("(1,up)", IllegalMove::NoBrick(1)),
        ("(0,up)", IllegalMove::NoBrick(0)),
        ("(-1,up)", IllegalMove::NoBrick(-1)),
    ] {
        let mut unchanged = state.clone();
        assert_eq!(apply_move(&mut unchanged, step(text)), Err(reason));
        assert_eq!(unchanged, state);
    }
}

#[test]
fn normal_form_numbers_bricks_by_their_first_cells() {
    let text = "5,4,\n1,1,1,1,1,\n1,9,2,5,1,\n1,9,0,70,1,\n1,1,1,70,1,\n";
    let mut state = read::read(text, &[]).unwrap();
    normalize_state(&mut state);
    assert_eq!(state.to_string(), "5,4,\n1,1,1,1,1,\n1,3,2,4,1,\n1,3,0,5,1,\n1,1,1,5,1,\n");
    let once = state.clone();
    normalize_state(&mut state);
    assert_eq!(state, once);
}

/// Compares with the assignment's algorithm, which swaps numbers.
#[test]
fn normal_form_matches_the_assignment() {
    for seed in 0..300 {
        let mut ours = odd_shapes(5, 4, seed);
        let mut theirs: Vec<Vec<i32>> = ours.rows().map(<[i32]>::to_vec).collect();
        let mut next = 3;
        for i in 0..theirs.len() {
            for j in 0..theirs[i].len() {
                let here = theirs[i][j];
                if here == next {
                    next += 1;
                } else if here > next {
                    for cell in theirs.iter_mut().flatten() {
                        *cell = match *cell {
                            n if n == here => next,
                            n if n == next => here,
                            n => n,
                        };
                    }
                    next += 1;
                }
            }
        }
        normalize_state(&mut ours);
        assert_eq!(ours.rows().collect::<Vec<_>>(), theirs);
    }
}

#[test]
fn reads_lenient_variants() {
    let expected = read::read(LEVEL0, &[]).unwrap();
    let without_commas = LEVEL0.replace(",\n", "\n");
    for text in [
        LEVEL0.replace('\n', "\r\n"),
        without_commas.clone(),
        without_commas.replace('\n', "\r\n"),
        LEVEL0.trim_end().to_owned(),
        LEVEL0.trim_end_matches(",\n").to_owned(),
        LEVEL0.replace(',', ", "),
        LEVEL0.replace(',', " ,\t"),
        format!("\u{FEFF}{LEVEL0}"),
        format!("\n{LEVEL0}\n\n"),
        LEVEL0.replace('\n', "\n\n"),
        LEVEL0.replace("\n1", "\n  1"),
    ] {
        assert_eq!(read::read(&text, &[]), Ok(expected.clone()), "{text:?}");
    }
    let gaps = LEVEL0.replace('4', "17").replacen("17", "4", 1);
    assert_eq!(read::read(&gaps, &[]).unwrap().pieces(), [2, 3, 17]);
}

#[test]
fn errors_name_line_and_column() {
    let cases: &[(&str, usize, usize, &str)] = &[
        ("", 1, 1, "empty"),
        ("x,4,\n", 1, 1, "the width"),
        ("0,4,\n", 1, 1, "the width"),
        ("5,-4,\n", 1, 3, "the height"),
        ("5,\n1,2,3,4,5,\n", 1, 3, "the height after the width"),
        ("999,4,\n", 1, 1, "from 1 to 256"),
        ("5,4,9,\n", 1, 5, "a new row after width and height"),
        ("2,2,\n1,2,\n1,x,\n", 3, 3, "'x': expected -1"),
        ("2,2,\n1,2,\n1,-2,\n", 3, 3, "'-2'"),
        ("2,2,\n1,2.5,\n1,1,\n", 2, 3, "'2.5'"),
        ("2,2,\n1,99999999999,\n1,1,\n", 2, 3, "99999999999"),
        ("2,2,\n1,,2,\n1,1,\n", 2, 4, "unexpected extra value"),
        ("3,2,\n1,,2,\n1,1,1,\n", 2, 3, "missing value between two commas"),
        ("3,2,\n1,2,\n1,1,1,\n", 2, 5, "this row has 2 values: expected 3"),
        ("2,2,\n1,2,1,\n1,1,\n", 2, 5, "unexpected extra value"),
        ("2,3,\n1,2,\n1,1,\n", 4, 1, "ends after 2 rows: expected 3"),
        ("2,2,\n1,2,\n1,1,\n1,1,\n", 4, 1, "unexpected extra row"),
        ("2,2,\n1,3,\n1,1,\n", 3, 1, "no master brick"),
        ("2 2\n1 2\n1 1\n", 1, 1, "the width"),
        ("2,2,\n1;2,\n1,1,\n", 2, 1, "'1;2'"),
        ("{\"width\":2}", 1, 1, "the width"),
    ];
    for &(text, line, column, message) in cases {
        let error = read::read(text, &[]).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.message.contains(message), "{text:?}: {error}");
    }
    for (row, col, message) in [
        (8, 0, "goal 9,1: the board has 4 rows"),
        (0, 0, "a wall"),
        (1, 2, "brick 3 is on this cell"),
    ] {
        let error = read::read(LEVEL0, &[Cell::new(row, col)]).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    for wrong in ["1", "1,x", "a,b", "1,2,3", "-1,2", "0,1"] {
        assert!(read::read_cells(wrong).is_err(), "{wrong}");
    }
    assert_eq!(read::read_cells(" 1,2; 3,4"), Ok(vec![Cell::new(0, 1), Cell::new(2, 3)]));
}

#[test]
fn breadth_first_finds_the_sample_solution() {
    let puzzle = Bricks::<[u32; 4]>::parse(LEVEL0, &Parameters::default()).unwrap();
    let run = |word: &str| {
        let mut search = BestFirst::breadth_first(&puzzle, Rule::new(&word.parse().unwrap()));
        let outcome = search.run(&mut Limits::none(), &mut ());
        (outcome, search.stats().expanded)
    };
    let ((late, late_expanded), (_, early_expanded)) = (run("bfs"), run("bfs:goal-test=early"));
    assert_eq!((late_expanded, early_expanded), (13, 12));
    let mut view = puzzle.view();
    let words = late.plan().unwrap().actions.iter().map(|&slide| {
        let word = view.show(slide);
        assert_eq!(view.read(&word), Some(slide));
        assert_eq!(view.play(slide), Some(1));
        word
    });
    let words: Vec<_> = words.collect();
    assert_eq!(words, ["(2,left)", "(4,down)", "(3,right)", "(2,up)", "(2,up)"]);
}

#[test]
fn uncovered_goal_cells_are_goal_cells_again() {
    // The master can cover either goal cell, but not both.
    let text = "6,3,\n1,1,1,1,1,1,\n1,-1,2,0,-1,1,\n1,1,1,1,1,1,\n";
    let puzzle = Bricks::<[u32; 4]>::parse(text, &Parameters::default()).unwrap();
    // The heuristic proves it at the start.
    for (word, expanded) in [("ucs", 4), ("astar", 0)] {
        let report = best_first(&puzzle, word);
        assert_eq!((report.outcome, report.stats.expanded), (Outcome::Unsolvable, expanded));
    }
    let mut state = read::read(text, &[]).unwrap();
    for word in ["(2,left)", "(2,right)", "(2,right)", "(2,right)"] {
        apply_move(&mut state, word.parse().unwrap()).unwrap();
        assert!(!game_state_solved(&state), "{state}");
    }
    assert_eq!(state.to_string(), "6,3,\n1,1,1,1,1,1,\n1,-1,0,0,2,1,\n1,1,1,1,1,1,\n");
}

#[test]
fn reads_goal_cells_under_the_master() {
    let solved = "5,4,\n1,2,2,1,1,\n1,0,0,3,1,\n1,0,0,4,1,\n1,1,1,1,1,\n";
    assert!(game_state_solved(&read::read(solved, &[]).unwrap()));
    let mut known = read::read(solved, &[Cell::new(0, 1), Cell::new(0, 2)]).unwrap();
    assert!(game_state_solved(&known));
    apply_move(&mut known, "(2,down)".parse().unwrap()).unwrap();
    assert!(!game_state_solved(&known), "the master left the goal");
}

/// Counts the unsolved states that are reachable without passing a solved one.
fn unsolved_states<A: Arrangement>(puzzle: &Bricks<A>) -> usize {
    let mut seen = HashSet::from([puzzle.start()]);
    let mut stack = vec![puzzle.start()];
    while let Some(state) = stack.pop() {
        puzzle.successors(&state, &mut |_, _, next| {
            if !puzzle.is_goal(&next) && seen.insert(next) {
                stack.push(next);
            }
        });
    }
    seen.len()
}

#[test]
fn index_has_the_optima_and_state_counts() {
    let lines = include_str!("../../data/bricks/index.tsv").lines();
    let lines: Vec<_> = lines.filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), INFO.instances.len());
    for (line, level) in lines.into_iter().zip(INFO.instances) {
        let [name, steps, moves, states, _remark] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("invalid line: {line}");
        };
        let in_moves = level.parameters.contains(&("metric", "moves"));
        let cost = if in_moves { moves } else { steps };
        assert_eq!((name, cost.parse().ok()), (level.name, level.optimum));
        for (metric, optimum) in [("steps", steps), ("moves", moves)] {
            let settings = parameters(&[level.parameters, &[("metric", metric)]].concat());
            let puzzle = Bricks::<[u64; 8]>::parse(level.text, &settings).unwrap();
            assert_eq!(
                best_first(&puzzle, "ucs").outcome.cost(),
                optimum.parse().ok(),
                "{name} {metric}"
            );
            if metric == "steps" {
                assert_eq!(unsolved_states(&puzzle), states.parse().unwrap(), "{name}");
            }
        }
    }
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Bricks<[u64; 8]>>(&[]);
    rules_agree::<Bricks<[u64; 8]>>(&[("metric", "moves")]);
}

#[test]
fn states_are_drawn_with_lines_around_bricks() {
    let puzzle = Bricks::<[u32; 4]>::parse(LEVEL0, &Parameters::default()).unwrap();
    let (mut drawn, mut noted) = (String::new(), String::new());
    puzzle.show_state(&puzzle.start(), false, &mut drawn).unwrap();
    let expected = [
        "▒▒▒▒┌───────┐▒▒▒▒▒▒▒▒",
        "▒▒▒▒│ ◇   ◇ │▒▒▒▒▒▒▒▒",
        "▒▒▒▒│   ┌───┼───┐▒▒▒▒",
        "▒▒▒▒│   │ 3 │ 4 │▒▒▒▒",
        "▒▒▒▒│   ├───┴───┤▒▒▒▒",
        "▒▒▒▒│   │ 2     │▒▒▒▒",
        "▒▒▒▒└───┴───────┘▒▒▒▒",
    ];
    assert!(drawn.starts_with(&expected.join("\n")), "{drawn}");
    puzzle.note_state(&puzzle.start(), &mut noted).unwrap();
    assert_eq!(noted, LEVEL0.trim_end());
}

fn matrix(text: &str) -> GameState {
    read::read(text, &[]).unwrap()
}

#[test]
fn frames_number_the_places_of_the_playable_part() {
    let state = matrix("5,4,\n1,1,1,1,1,\n1,2,0,0,1,\n1,0,0,-1,1,\n1,1,1,1,1,\n");
    let frame = Frame::of(&state);
    assert_eq!((frame.origin, frame.size), (Cell::new(1, 1), Size { rows: 2, cols: 3 }));
    assert_eq!((frame.stride(), frame.places(), frame.bits()), (4, 7, 7));
    let cells: Vec<_> = (0..9).map(|place| frame.cell(place)).collect();
    let cell = |row, col| Some(Cell::new(row, col));
    let [upper, lower] = [1, 2].map(|row| [cell(row, 1), cell(row, 2), cell(row, 3)]);
    assert_eq!(cells, [&upper[..], &[None], &lower, &[None, None]].concat());
    // A mask that is shifted by a row has to be wider than the only row.
    let row = Frame::of(&matrix("5,3,\n1,1,1,1,1,\n1,2,0,-1,1,\n1,1,1,1,1,\n"));
    assert_eq!((row.places(), row.bits()), (3, 5));
}

#[test]
fn the_middle_of_the_lower_edge_depends_on_the_first_cell() {
    let state = matrix("5,3,\n0,2,2,0,0,\n2,2,0,0,0,\n0,0,0,0,0,\n");
    assert_eq!(goal::bottom_middle(&state), Some(Cell::new(1, 2)));
}

#[test]
fn a_size_ends_a_plan() {
    let puzzle = Bricks::<[u32; 4]>::parse(LEVEL0, &Parameters::default()).unwrap();
    assert!(puzzle.ends_plan("5,4,"));
    assert!(["5,4", "(2,up)", "5,x,", "up,4,"].iter().all(|word| !puzzle.ends_plan(word)));
}

#[test]
fn lists_of_anchors_are_read_as_they_are_written() {
    let puzzle = Bricks::<List<48, 24>>::parse(LEVEL0, &Parameters::default()).unwrap();
    let (key, mut bytes) = (puzzle.pack(&puzzle.start()), vec![]);
    key.put(&mut bytes);
    assert_eq!((bytes.len(), List::get(&bytes)), (48, key));
}
