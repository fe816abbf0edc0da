//! Drawn boards, triangles of any side, one peg anywhere, and sweeps.

use super::board::{Kind, MAX_CELLS};
use super::pairs::{Verdict, decide};
use super::*;
use crate::rules_agree::rules_agree;
use heureka_core::{Optimality, Outcome, Strategy, explore, solve, validate};
use heureka_kit::compare_rules::compare_rules;
use heureka_kit::draw::Draw as _;
use heureka_kit::text::folded;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

fn with(text: &str, parameters: &[(&str, &str)]) -> Result<Pegs, ParseError> {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    Pegs::parse(text, &Parameters(parameters.iter().map(own).collect()))
}

fn instance(text: &str) -> Pegs {
    with(text, &[]).unwrap()
}

fn by_sweeps(text: &str) -> Pegs {
    with(text, &[("metric", "sweeps")]).unwrap()
}

fn cost(puzzle: &Pegs, word: &str) -> Option<Cost> {
    let strategy: Strategy = word.parse().unwrap();
    match solve(puzzle, &strategy, &mut Limits::none(), &mut ()).unwrap().outcome {
        Outcome::Solved(plan, optimality) => {
            assert_eq!(optimality, Optimality::Proved, "{word}");
            assert_eq!(validate(&puzzle.reference(), &plan), Ok(()), "{word}");
            Some(plan.cost)
        }
        outcome => {
            assert!(matches!(outcome, Outcome::Unsolvable), "{word}");
            None
        }
    }
}

/// Returns the fewest sweeps to each single peg, by a breadth-first search in which a move is a whole
/// sweep.
fn fewest_sweeps(jumps_count: &Pegs) -> HashMap<u64, Cost> {
    let start = jumps_count.start();
    let (mut fewest, mut layer) = (HashMap::from([(start, 0)]), vec![start]);
    for sweeps in 1.. {
        let mut next_layer = vec![];
        for &position in &layer {
            // Positions within a sweep, with the cell of its peg.
            let (mut open, mut seen) = (vec![(position, None)], HashSet::new());
            while let Some((position, sweeper)) = open.pop() {
                jumps_count.successors(&position, &mut |jump, _, next| {
                    let is_same = sweeper.is_none_or(|cell| cell == jump.from);
                    if is_same && seen.insert((next, jump.to)) {
                        open.push((next, Some(jump.to)));
                        fewest.entry(next).or_insert_with(|| {
                            next_layer.push(next);
                            sweeps
                        });
                    }
                });
            }
        }
        if next_layer.is_empty() {
            break;
        }
        layer = next_layer;
    }
    fewest.retain(|position, _| position.is_one());
    fewest
}

#[test]
fn fewest_sweeps_are_found_on_the_triangle() {
    for hole in ["0,0", "0,1", "0,2", "1,1"] {
        let expected = fewest_sweeps(&instance(&format!("triangle 5 {hole} any")));
        let any = by_sweeps(&format!("triangle 5 {hole} any"));
        let known = [("0,0", 10), ("0,1", 10), ("0,2", 9), ("1,1", 11)];
        assert_eq!(
            expected.values().min().map(|&cost| (hole, cost)),
            known.iter().copied().find(|k| k.0 == hole)
        );
        for heuristic in ["pegs", "pagoda", "regions", "zero"] {
            let any = any.clone().with_heuristic(heuristic).unwrap();
            for word in ["astar", "astar(symmetry=yes)", "ucs"] {
                assert_eq!(
                    cost(&any, word),
                    expected.values().min().copied(),
                    "{hole} {heuristic} {word}"
                );
            }
            for cell in 0..15 {
                let goal = any.board.cell(cell);
                let one = by_sweeps(&format!("triangle 5 {hole} {goal}"));
                let one = one.with_heuristic(heuristic).unwrap();
                for word in ["astar", "astar(symmetry=yes)"] {
                    let found = cost(&one, word);
                    assert_eq!(
                        found,
                        expected.get(&(1 << cell)).copied(),
                        "{hole} {goal} {heuristic} {word}"
                    );
                }
            }
        }
    }
}

/// The numbers are those of a separate program that tabulates all positions.
#[test]
fn larger_triangles_are_solved() {
    for (text, sweeps) in
        [("triangle 4 0,1 any", 5), ("triangle 6 0,0 0,0", 10), ("triangle 6 1,2 1,2", 9)]
    {
        let puzzle = by_sweeps(text).with_heuristic("regions").unwrap();
        assert_eq!(cost(&puzzle, "astar(symmetry=yes)"), Some(sweeps), "{text}");
    }
    for (text, jumps) in
        [("triangle 6 0,0 any", 19), ("triangle 7 1,0 any", 26), ("triangle 10 1,0 any", 53)]
    {
        let puzzle = instance(text);
        let best = puzzle.best();
        let puzzle = puzzle.with_heuristic(best.heuristic).unwrap();
        assert_eq!(cost(&puzzle, best.strategy), Some(jumps), "{text}");
    }
}

#[test]
fn rules_agree_for_every_goal_and_metric() {
    for parameters in [
        &[("metric", "sweeps")][..],
        &[("goal", "any")],
        &[("goal", "1,0"), ("metric", "sweeps")],
        &[("goal", "any"), ("metric", "sweeps")],
    ] {
        rules_agree::<Pegs>(parameters);
    }
}

const HEXAGON: &str = "triangle / ##ooo / #oooo / oo.oo / oooo# / ooo## / goal any";
const CHESSBOARD: &str = "oooooooo/oooooooo/oooooooo/ooo.oooo/oooooooo/oooooooo/oooooooo/oooooooo";

#[test]
fn rules_agree_on_boards_with_many_jumps() {
    for (text, cells, jumps, symmetries) in [
        (HEXAGON, 19, 54, 6),
        (CHESSBOARD, 64, 192, 8),
        ("triangle 10 0,0 any", 55, 216, 6),
        ("oo.oo", 5, 6, 2),
        ("o", 1, 0, 1),
    ] {
        let puzzle = instance(text);
        let board = puzzle.board();
        let counts = (board.cell_count(), board.jumps().len(), board.symmetries().len());
        assert_eq!(counts, (cells, jumps, symmetries), "{text}");
        assert_eq!(compare_rules(&puzzle, 0, 30, 1), Ok(()), "{text}");
    }
    let jumps = with(HEXAGON, &[("goal", "2,2")]).unwrap();
    let by_classes = explore(&jumps, &mut Limits::none().expansions(20_000));
    let all = heureka_core::explore::explore_by_keys(
        &jumps,
        &mut Limits::none().expansions(20_000),
        heureka_core::explore::Keep::All,
    );
    let unfolded = by_classes.unfolded.unwrap();
    let whole = all.layers.len() - 1;
    assert_eq!(unfolded[..whole], all.layers[..whole]);
}

/// A heuristic along random games: consistent, and the same for all images of a state.
#[test]
fn regions_are_consistent_and_symmetric() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    for text in ["4 3,3 3,3", "4 3,3 any", "2 4,4 0,4", "triangle 7 1,0 any", HEXAGON] {
        let mut puzzle = by_sweeps(text).with_heuristic("regions").unwrap();
        // Dead ends are tested elsewhere.
        puzzle.watch = None;
        let maps: Vec<_> = puzzle.symmetries().into_iter().cloned().collect();
        for _ in 0..100 {
            let mut state = puzzle.start();
            loop {
                let h = puzzle.h(&state);
                let mut next_states = vec![];
                puzzle.successors(&state, &mut |_, cost, next| {
                    assert!(h <= cost + puzzle.h(&next), "{text} {state:x} {next:x}");
                    next_states.push(next);
                });
                for (image, map) in puzzle.images(state).iter().zip(&maps) {
                    assert_eq!(puzzle.h(image), h, "{text} {state:x} {map:?}");
                    assert_eq!(puzzle.canonical(image), puzzle.canonical(&state), "{text}");
                }
                if next_states.is_empty() {
                    break;
                }
                state = next_states[generator.random_range(0..next_states.len())];
            }
        }
    }
    let central = by_sweeps("4 3,3 3,3").with_heuristic("regions").unwrap();
    assert_eq!(central.h(&central.start()), 12, "eight corners, four blocks around the center");
}

#[test]
fn the_last_peg_may_be_anywhere() {
    let puzzle = instance("6 0,0 any");
    assert_eq!(puzzle.count_plans(&mut Limits::none()).plans, 29_760);
    assert_eq!(cost(&puzzle, "bidirectional"), Some(13));
    assert!(matches!(
        decide(&puzzle, 1000, &AtomicBool::new(false)).verdict,
        Verdict::Solvable { .. }
    ));
    // No single peg has the parities of the start, or no search finds one.
    for text in ["triangle 4 0,0 any", "triangle 7 3,3 any", "1 3,3 any"] {
        let reason = instance(text).unsolvable().unwrap();
        assert!(
            reason.contains("No cell is in exactly the sets with odd parity"),
            "{text}: {reason}"
        );
    }
    let lost = instance("o.o / goal any");
    assert_eq!((lost.unsolvable(), cost(&lost, "bfs")), (None, None));
    let verdict = decide(&lost, 1000, &AtomicBool::new(false)).verdict;
    assert_eq!(verdict, Verdict::Exhausted);
}

#[test]
fn a_parameter_replaces_the_goal() {
    for (text, goal, expected) in [
        ("4 3,3 3,3", "any", "4 3,3 any"),
        ("4", "0,3", "4 3,3 0,3"),
        ("triangle 6 0,0", "any", "triangle 6 0,0 any"),
        ("oo.", "0,2", "square / oo. / goal 0,2"),
    ] {
        assert_eq!(with(text, &[("goal", goal)]).unwrap().text(), expected);
    }
    for (goal, message) in [
        ("9,9", "goal=9,9: the English board has no cell 9,9"),
        ("x", "goal=x: 'x': expected any, or a cell"),
        ("", "goal=: expected any, or a cell"),
    ] {
        let error = with("4", &[("goal", goal)]).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn texts_read_back() {
    for (text, expected) in [
        ("4 any", "4 3,3 any"),
        ("1 any", "1 2,3 any"),
        ("triangle 6 1,2", "triangle 6 1,2 1,2"),
        (
            "triangle 4 / 0 0 1 1 / 1 1 1 X / 1 1 X X / 1 X X X / any",
            "triangle 4 / 0 0 1 1 / 1 1 1 X / 1 1 X X / 1 X X X / any",
        ),
        (" ooo\noo.oo\n\n", "square / #ooo# / oo.oo / goal any"),
        ("\n#####\n#o.o#\n#####", "square / o.o / goal any"),
        ("square\no.o\n\n  o\ngoal 0,1", "square / o.o / ### / ##o / goal 0,1"),
        ("triangle\noo.\ngoal\n ..o", "triangle / oo. / goal 0,2"),
        ("oo.\ngoal\n\n  o.o\n", "square / oo. / goal / o.o"),
    ] {
        let puzzle = instance(text);
        assert_eq!(puzzle.text(), expected, "{text}");
        assert_eq!(instance(&folded(expected)).text(), expected);
    }
    let on_one_line = "4 X X 1 1 1 X X X X 1 1 1 X X 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 X X 1 1 1 X X X X 1 1 1 X X any";
    assert_eq!(instance(on_one_line).text(), "4 3,3 any");
    let without_number = on_one_line.strip_prefix("4 ").unwrap();
    assert_eq!(with(without_number, &[("board", "4")]).unwrap().text(), "4 3,3 any");
    let lines = with("oo.", &[("lines", "triangle")]).unwrap();
    assert_eq!(lines.text(), "triangle / oo. / goal any");
}

#[test]
fn the_english_board_can_be_drawn() {
    let drawn = instance("  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo\ngoal 3,3");
    let english = Board::numbered(4).unwrap();
    assert_eq!(drawn.board().jumps(), english.jumps());
    assert_eq!(drawn.board().symmetries(), english.symmetries());
    assert_eq!(
        cost(&drawn.with_heuristic("gathering").unwrap(), "beam(8,grow=yes,symmetry=yes)"),
        Some(31)
    );
}

#[test]
fn errors_name_the_place() {
    let many = vec!["o".repeat(13); 5].join("\n") + "\n.";
    for (text, message) in [
        (
            "triangle 11 0,0",
            "line 1, column 10: a triangle of side 11: expected a side from 3 to 10",
        ),
        ("triangle 2 0,0", "line 1, column 10: a triangle of side 2: expected a side"),
        ("triangle x", "line 1, column 10: 'x': expected the side of the triangle"),
        ("triangle 6", "expected a board, the cell of the hole"),
        ("triangle 6 0,6", "line 1, column 12: the triangle board has no cell 0,6"),
        ("4 3,3 3,3 any", "line 1, column 11: expected a board, the cell of the hole"),
        ("4 / 1 any", "line 1, column 7: expected a board"),
        (
            "ooo\no*o",
            "line 2, column 2: '*': expected o (peg), . (hole), or a space or # (no cell)",
        ),
        ("square\n ooo\n oxo", "line 3, column 3: 'x': expected o (peg)"),
        ("oo. / goal 0,3", "line 1, column 12: the drawn board has no cell 0,3"),
        ("oo.\ngoal here", "line 2, column 6: 'here': expected any, or a cell"),
        ("oo.\ngoal 0,1 2", "line 2, column 10: '2': expected any, or a cell"),
        ("oo.\ngoal", "line 2, column 1: 'goal' without a goal: expected any"),
        ("oo.\ngoal any\noo.", "line 3: unexpected row: the goal is complete"),
        ("oo.\ngoal\n.o", "line 2: the goal has 2 cells, but the start has 3"),
        ("oo.\ngoal\n.o\n.", "line 4, column 1: the goal has the cell 1,0, but the start has 0,2"),
        ("oo.\ngoal\n...", "line 3: the position has no peg"),
        ("...", "line 1: the position has no peg"),
        ("square", "the drawing has no cell"),
        (&many, "line 5, column 13: more than 64 cells"),
        (&format!("o{}o", " ".repeat(64)), "line 1, column 66: the board is larger than 64x64"),
        ("o\u{200B}", "line 1, column 2: invisible character U+200B"),
    ] {
        let error = with(text, &[]).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    for (text, parameter, message) in [
        (
            CHESSBOARD,
            ("metric", "sweeps"),
            "the board has 64 cells: expected at most 58 with metric=sweeps",
        ),
        ("oo.", ("board", "4"), "a drawn board contradicts the parameter board=4"),
        ("triangle 5 0,0", ("board", "6"), "line 1, column 1: board triangle 5 contradicts"),
        (
            "4",
            ("lines", "triangle"),
            "line 1, column 1: board 4 contradicts the parameter lines=triangle",
        ),
        ("4", ("lines", "hexagon"), "line 1, column 1: lines=hexagon: expected one of square"),
        (
            "square\noo.",
            ("lines", "triangle"),
            "line 1, column 1: the directions of lines contradict",
        ),
        ("oo.", ("lines", "hexagon"), "lines=hexagon: expected one of square, triangle"),
        ("oo.", ("metric", "moves"), "metric=moves: expected one of jumps, sweeps"),
    ] {
        let error = with(text, &[parameter]).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    assert_eq!(instance(CHESSBOARD).board().cell_count(), MAX_CELLS);
}

#[test]
fn random_triangles_have_their_side_and_goal() {
    let own = |name: &str, value: &str| Parameters(vec![(name.to_owned(), value.to_owned())]);
    let seven = Pegs::random("triangle 7", &own("goal", "any"), 1).unwrap();
    assert_eq!((seven.board().kind, seven.goal()), (Kind::Triangle(7), Goal::AnyPeg));
    let one = Pegs::random("triangle 4", &own("goal", "0,1"), 1).unwrap();
    assert_eq!((cost(&one, "bfs"), one.goal()), (Some(one.surplus(one.start)), Goal::Position(2)));
    for (size, parameters, message) in [
        ("triangle 3", own("goal", "0,1"), "no jump ends in the goal"),
        ("triangle", Parameters::default(), "invalid size 'triangle'"),
        (
            "triangle 11",
            Parameters::default(),
            "a triangle of side 11: expected a side from 3 to 10",
        ),
        ("triangle 6", own("board", "6"), "board triangle 6 contradicts the parameter board=6"),
    ] {
        let error = Pegs::random(size, &parameters, 1).unwrap_err().to_string();
        assert!(error.starts_with(message), "{size}: {error}");
    }
}

#[test]
fn drawn_boards_are_drawn_and_edited() {
    for (text, drawing) in [
        ("oo.\n\n o", "  0 1 2\n0 ● ● ○\n1 \n2   ●"),
        ("triangle\n oo\noo.\n.o", "  0 1 2\n0   ● ●\n1  ● ● ○\n2   ○ ●"),
        (
            "o\n#\n#\n#\n#\n#\n#\n#\n#\n#\n.",
            "   0\n 0 ●\n 1 \n 2 \n 3 \n 4 \n 5 \n 6 \n 7 \n 8 \n 9 \n10 ○",
        ),
    ] {
        let (puzzle, mut drawn) = (instance(text), String::new());
        puzzle.show_state(&puzzle.start, false, &mut drawn).unwrap();
        assert_eq!(drawn, drawing);
    }
    let puzzle = instance("oo.\n#o#\ngoal any");
    let click = |puzzle: &Pegs, tool, point| {
        let edited = puzzle.edit(&Edit { tool, from: point, to: point })?;
        Some(instance(&edited).text())
    };
    assert_eq!(click(&puzzle, 0, (2.7, 0.7)).unwrap(), "square / ooo / #o# / goal any");
    assert_eq!(click(&puzzle, 1, (1.7, 1.7)).unwrap(), "square / oo. / #o# / goal 1,1");
    let one = instance("oo.\n#o#\ngoal 1,1");
    assert_eq!(click(&one, 1, (1.7, 1.7)).unwrap(), "square / oo. / #o# / goal any");
    assert!(click(&puzzle, 0, (0.7, 1.7)).is_none(), "there is no cell");
}

#[test]
fn wide_boards_have_distances() {
    let wide = instance(&format!("{}ooooooo.oo / goal 0,0", " .".repeat(20)));
    let wide = wide.with_heuristic("gathering").unwrap();
    let [near, far] = [1, 1 << 20].map(|position| wide.h(&position));
    assert!(near < far && wide.h(&wide.start()) > far);
}

/// A state in the middle of a sweep can be a start: the sweep goes on at no cost.
#[test]
fn a_sweep_goes_on() {
    let mut puzzle = by_sweeps("oo.o. / goal 0,4");
    let mut states = vec![];
    puzzle.successors(&puzzle.start(), &mut |jump, cost, next| states.push((jump, cost, next)));
    let (jump, first_cost, next) = states[0];
    assert_eq!((puzzle.jump_text(jump).as_str(), first_cost), ("0,0>0,2", 1));
    assert_eq!(cost(&puzzle, "astar"), Some(1));
    puzzle.set_start(next);
    assert_eq!(cost(&puzzle, "astar"), Some(0));
    assert_eq!(puzzle.text(), "square / ..oo. / goal 0,4");
    let error = solve(&puzzle, &"bidirectional".parse().unwrap(), &mut Limits::none(), &mut ());
    assert!(error.is_err(), "sweeps are not searched backward");
}
