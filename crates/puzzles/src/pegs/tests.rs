//! Symmetry, known counts, proofs, decisions and texts.

use super::board::image;
use super::pagoda::{is_pagoda, worth};
use super::pairs::{Verdict, decide, pairs};
use super::*;
use crate::rules_agree::rules_agree;
use heureka_core::explore::{Keep, explore_by_keys};
use heureka_core::reversed::Reversed;
use heureka_core::{Optimality, Outcome, Report, Strategy, explore, solve, validate};
use heureka_kit::draw::Draw;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

fn instance(text: &str) -> Pegs {
    Pegs::parse(text, &Parameters::default()).unwrap()
}

fn pair(board: &Arc<Board>, (vacancy, survivor): (u8, u8)) -> Pegs {
    Pegs::new(board, board.complement(1 << vacancy), Goal::Position(1 << survivor))
}

fn run(puzzle: &Pegs, word: &str) -> Report<Jump> {
    let strategy: Strategy = word.parse().unwrap();
    solve(puzzle, &strategy, &mut Limits::none(), &mut ()).unwrap()
}

/// Returns positions with any number of pegs.
fn random_positions(board: &Board, count: usize) -> impl Iterator<Item = u64> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let full = board.full();
    (0..count).map(move |number| {
        let (a, b): (u64, u64) = (generator.random(), generator.random());
        full & [a, a | b, a & b][number % 3]
    })
}

#[test]
fn predecessors_invert_successors() {
    for board in Board::all() {
        let puzzle = pair(board, (0, 0));
        for state in random_positions(board, 1000) {
            puzzle.predecessors(&state, &mut |jump, _, previous| {
                assert_eq!(puzzle.apply(&previous, jump), Some((1, state)), "{}", board.name());
            });
            puzzle.successors(&state, &mut |jump, _, next| {
                let mut found = false;
                puzzle.predecessors(&next, &mut |j, _, s| found |= (j, s) == (jump, state));
                assert!(found, "{}", board.name());
            });
        }
    }
}

#[test]
fn symmetric_positions_share_representative_class_size_and_heuristics() {
    for board in Board::all() {
        for cell in [0, board.cell_count() as u8 / 2] {
            let mut puzzle = pair(board, (cell, cell));
            let maps: Vec<_> = puzzle.symmetries().into_iter().cloned().collect();
            for heuristic in 0..INFO.heuristics.len() {
                puzzle.select(heuristic);
                for state in random_positions(board, 200) {
                    let mut images: Vec<u64> = maps.iter().map(|map| image(map, state)).collect();
                    images.sort_unstable();
                    images.dedup();
                    assert_eq!(puzzle.class_size(&state), Some(images.len() as u64));
                    assert!(images.iter().all(|image| puzzle.canonical(image) == images[0]));
                    assert!(images.iter().all(|image| puzzle.h(image) == puzzle.h(&state)));
                }
            }
            for state in random_positions(board, 200) {
                let (mut one_by_one, mut at_once) = (vec![], vec![]);
                puzzle.successors(&state, &mut |jump, _, next| {
                    one_by_one.push((jump, puzzle.canonical(&next)));
                });
                puzzle
                    .canonical_successors(&state, &mut |jump, _, next| at_once.push((jump, next)));
                assert_eq!(one_by_one, at_once, "{}", board.name());
            }
        }
    }
}

/// Returns the steps between neighboring cells from every cell to the nearest peg of a position.
fn steps_to(board: &Board, goal: u64) -> Vec<Cost> {
    let mut steps = vec![Cost::MAX; board.cell_count()];
    goal.each(|cell| steps[cell] = 0);
    for _ in 0..board.cell_count() {
        for (number, jump) in board.jumps().iter().enumerate() {
            let [from, over, to] = [jump.from, board.over(number), jump.to].map(usize::from);
            for (a, b) in [(from, over), (over, from), (over, to), (to, over)] {
                steps[a] = steps[a].min(steps[b].saturating_add(1));
            }
        }
    }
    steps
}

#[test]
fn heuristics_have_the_described_values() {
    for board in Board::all() {
        let goal = random_positions(board, 1).next().unwrap();
        let mut puzzle = Pegs::new(board, board.full() & !1, Goal::Position(goal));
        assert_eq!(puzzle.goal().position(), Some(goal));
        assert!(puzzle.h_is_invariant());
        let steps = steps_to(board, goal);
        for state in random_positions(board, 100) {
            let mut legal = 0;
            puzzle.successors(&state, &mut |_, _, _| legal += 1);
            let illegal = board.jumps().len() as Cost - legal;
            let mut far = 0;
            state.each(|peg| far += steps[peg]);
            let mut h = |heuristic| {
                puzzle.select(heuristic);
                puzzle.h(&state)
            };
            let surplus = state.count_ones().saturating_sub(goal.count_ones());
            assert_eq!(h(info::PEGS), surplus, "{}", board.name());
            assert_eq!(h(info::MOBILITY), illegal, "{}", board.name());
            assert_eq!(h(info::GATHERING), 2 * illegal + far, "{}", board.name());
        }
        for heuristic in 0..INFO.heuristics.len() {
            puzzle.select(heuristic);
            assert_eq!(puzzle.watch.is_some(), [info::PAGODA, info::REGIONS].contains(&heuristic));
        }
    }
}

/// Positions of the English central game up to symmetry, by jumps made.
const ENGLISH: [u64; 13] = [1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31_312, 89_927, 229_614, 517_854];

/// Positions of the triangle with an empty corner, by jumps made.
const TRIANGLE: [u64; 14] = [1, 2, 8, 35, 122, 293, 530, 679, 623, 414, 212, 75, 18, 4];

#[test]
fn the_first_layers_of_the_english_game_are_known() {
    let puzzle = instance("4");
    let expansions = ENGLISH[..12].iter().sum();
    let found = explore(&puzzle, &mut Limits::none().expansions(expansions));
    assert_eq!(found.layers, ENGLISH);
    let unfolded = found.unfolded.unwrap();
    assert_eq!(unfolded[..6], [1, 4, 12, 60, 296, 1338]);
    let mut limits = Limits::none().expansions(unfolded[..8].iter().sum());
    let all = explore_by_keys(&puzzle, &mut limits, Keep::All);
    assert_eq!(unfolded[..9], all.layers);
}

#[test]
fn the_layers_of_the_triangle_are_known() {
    let puzzle = instance("6 0,0 0,0");
    let by_classes = explore(&puzzle, &mut Limits::none());
    assert_eq!(by_classes.states(), 1544);
    assert_eq!(by_classes.unfolded.as_deref(), Some(&TRIANGLE[..]));
    let backward = Reversed::new(&puzzle).unwrap();
    assert_eq!(explore_by_keys(&puzzle, &mut Limits::none(), Keep::All).layers, TRIANGLE);
    // Start and goal are complements, so both directions look the same.
    assert_eq!(explore(&backward, &mut Limits::none()).layers, TRIANGLE);
}

#[test]
fn the_games_on_the_triangle_are_counted() {
    let puzzle = instance("6 0,0 0,0");
    let mut games = HashMap::from([(puzzle.start(), 1u128)]);
    let (mut with_one_peg, mut in_the_corner) = (0, 0);
    while !games.is_empty() {
        let mut next_games = HashMap::new();
        for (state, count) in games {
            with_one_peg += if state.is_one() { count } else { 0 };
            in_the_corner += if puzzle.is_goal(&state) { count } else { 0 };
            puzzle.successors(&state, &mut |_, _, next| {
                *next_games.entry(next).or_insert(0) += count;
            });
        }
        games = next_games;
    }
    assert_eq!((with_one_peg, in_the_corner), (29_760, 6816));
    let found = puzzle.count_plans(&mut Limits::none());
    let without_symmetry = count_plans(&puzzle, 13, &mut Limits::none());
    assert_eq!((found.plans, without_symmetry.plans), (6816, 6816));
    assert!(found.layers.iter().eq(found.layers.iter().rev()), "{:?}", found.layers);
    let none = instance("6 1,1 1,1").count_plans(&mut Limits::none());
    assert_eq!((none.plans, none.layers.len()), (0, 0));
}

/// Counts the plans, and by layer the positions on them up to symmetry, without pruning or duality.
fn counted_by_hand(puzzle: &Pegs) -> (Vec<u64>, u128) {
    fn plans(puzzle: &Pegs, state: u64, known: &mut HashMap<u64, u128>) -> u128 {
        if let Some(&count) = known.get(&state) {
            return count;
        }
        let mut count = u128::from(puzzle.is_goal(&state));
        puzzle.successors(&state, &mut |_, _, next| count += plans(puzzle, next, known));
        known.insert(state, count);
        count
    }
    let mut known = HashMap::new();
    let count = plans(puzzle, puzzle.start(), &mut known);
    let pegs = puzzle.start().count_ones();
    let mut layers = vec![HashSet::new(); pegs as usize];
    for (state, _) in known.into_iter().filter(|&(_, plans)| plans > 0) {
        layers[(pegs - state.count_ones()) as usize].insert(puzzle.canonical(&state));
    }
    let sizes = layers.iter().map(|layer| layer.len() as u64).take_while(|&size| size > 0);
    (sizes.collect(), count)
}

/// Games with any goal: on boards with an odd and an even number of cells, with a goal that is the
/// complement of the start, another one, several, or the start itself.
#[test]
fn counts_agree_with_all_games() {
    let mut solvable = [0, 0, 0];
    let mut check = |puzzle: &Pegs| {
        let found = puzzle.count_plans(&mut Limits::none());
        assert_eq!((found.layers, found.plans), counted_by_hand(puzzle), "{}", puzzle.text());
        if found.plans > 0 {
            let is_even = puzzle.surplus(puzzle.start).is_multiple_of(2);
            solvable[if puzzle.is_dual() { 1 + usize::from(is_even) } else { 0 }] += 1;
        }
    };
    let drawn = ["ooo/oooo/oooo/ooo", "oooo/oooo/oooo", "ooooo/ooooo/oo"];
    let drawn = drawn.map(|text| instance(&format!("{text} / goal any")).board);
    let triangles = [4, 5].map(Board::triangle);
    for board in drawn.iter().chain(&triangles) {
        let cells = 0..board.cell_count() as u8;
        for vacancy in cells.clone() {
            cells.clone().for_each(|survivor| check(&pair(board, (vacancy, survivor))));
            check(&Pegs::new(board, board.complement(1 << vacancy), Goal::AnyPeg));
        }
        for goal in random_positions(board, 300).filter(|&goal| goal != 0) {
            check(&Pegs::new(board, board.complement(goal), Goal::Position(goal)));
            check(&Pegs::new(board, goal, Goal::Position(goal)));
        }
    }
    assert!(solvable.iter().all(|&count| count >= 10), "{solvable:?}");
}

#[test]
fn a_count_keeps_its_limits() {
    let puzzle = instance("4");
    let limit = 8 << 20;
    let found = puzzle.count_plans(&mut Limits::none().memory(limit));
    assert_eq!((found.stopped, found.plans), (Some(Stop::Memory), 0));
    assert!((limit / 2..=limit).contains(&found.stats.peak_bytes), "{}", found.stats.peak_bytes);
    let found = puzzle.count_plans(&mut Limits::none().expansions(100_000));
    assert_eq!((found.stopped, found.stats.expanded), (Some(Stop::Expansions), 100_000));
    let found = instance("6").count_plans(&mut Limits::none().expansions(1));
    assert_eq!((found.stopped, found.stats.expanded), (Some(Stop::Expansions), 1));
}

#[test]
fn an_exploration_uses_most_of_its_memory_limit() {
    let limit = 24 << 20;
    let found = explore(&instance("4"), &mut Limits::none().memory(limit));
    assert!(found.stopped.is_some());
    let bytes = found.stats.peak_bytes;
    assert!((limit * 8 / 10..=limit).contains(&bytes), "{bytes}");
    let keys = 8 * found.layers[found.layers.len() - 2..].iter().sum::<u64>();
    assert!(keys > limit / 2, "{keys} of {limit} bytes are keys");
}

/// The count of the course's program: 1,948 nodes, including the goal.
#[test]
fn depth_first_search_expands_the_published_number_of_nodes() {
    let report = run(&instance("4"), "dfs");
    assert_eq!((report.stats.expanded + 1, report.stats.duplicates), (1948, 3097));
    assert_eq!(report.outcome.cost(), Some(31));
}

#[test]
fn the_best_strategy_solves_every_level() {
    for level in INFO.instances.iter().filter(|level| level.optimum.is_some()) {
        let puzzle = instance(level.text);
        let best = puzzle.best();
        let puzzle = puzzle.with_heuristic(best.heuristic).unwrap();
        let Outcome::Solved(plan, optimality) = run(&puzzle, best.strategy).outcome else {
            panic!("{} is not solved", level.name)
        };
        assert_eq!((Some(plan.cost), optimality), (level.optimum, Optimality::Proved));
        assert_eq!(validate(&puzzle.reference(), &plan), Ok(()), "{}", level.name);
    }
}

#[test]
fn searches_with_symmetry_agree_with_breadth_first_search_on_the_triangle() {
    let board = Board::numbered(6).unwrap();
    for cells in (0..15).flat_map(|vacancy| (0..15).map(move |survivor| (vacancy, survivor))) {
        let puzzle = pair(board, cells);
        let optimum = run(&puzzle, "bfs").outcome.cost();
        for word in [
            "bfs(symmetry=yes)",
            "dfs(symmetry=yes)",
            "astar(symmetry=yes)",
            "beam(2,grow=yes,symmetry=yes)",
        ] {
            let outcome = run(&puzzle, word).outcome;
            assert_eq!(outcome.cost(), optimum, "{cells:?} {word}");
            if let Some(plan) = outcome.plan() {
                assert_eq!(validate(&puzzle.reference(), plan), Ok(()), "{cells:?} {word}");
            }
        }
    }
}

#[test]
fn unsolvable_instances_are_explained() {
    for (text, reason) in [
        ("5 4,4", "every three cells in a line contain none or two of"),
        ("1 4,3 4,3", "so no jump changes the parity of the pegs there, which is"),
        ("5 0,4 8,4", "the sum is -1 after 2,4>0,4 but 1 before 6,4>8,4"),
    ] {
        let found = instance(text).unsolvable().unwrap();
        assert!(found.contains(reason), "{text}: {found}");
    }
    let board = Board::numbered(4).unwrap();
    let found = Pegs::new(board, 1, Goal::Position(6)).unsolvable().unwrap();
    assert_eq!(found, "every jump removes a peg; pegs at the start: 1, at the goal: 2");
    assert_eq!(Pegs::new(board, 6, Goal::Position(6)).unsolvable(), None);
}

/// Checks every proof on all jumps.
#[test]
fn proofs_hold() {
    let mut kinds = [0; 3];
    for board in Board::all() {
        let cells = 0..board.cell_count() as u8;
        let all = cells.clone().flat_map(|vacancy| cells.clone().map(move |cell| (vacancy, cell)));
        // Linear programs for every pair of a large board would take too long.
        let stride = if board.number() >= Some(5) { 1 } else { 40 };
        for cells in all.step_by(stride) {
            let puzzle = pair(board, cells);
            match Proof::find(&puzzle) {
                Some(Proof::Parity { colored }) => {
                    kinds[0] += 1;
                    let odd = |position: u64| (position & colored).count_ones() % 2;
                    assert!((0..board.jumps().len()).all(|jump| odd(board.changes(jump)) == 0));
                    assert_ne!(odd(puzzle.start), odd(1 << cells.1));
                }
                Some(Proof::Pagoda { values }) => {
                    kinds[1] += 1;
                    assert!(is_pagoda(board, &values));
                    assert!(worth(&values, puzzle.start) < worth(&values, 1 << cells.1));
                }
                Some(Proof::Cases { functions, .. }) => {
                    kinds[2] += 1;
                    for (values, cases) in functions {
                        assert!(is_pagoda(board, &values));
                        assert!(cases.iter().all(|(_, _, after, before)| after < before));
                    }
                }
                Some(Proof::TooFewPegs | Proof::Parities { .. }) => panic!("one goal, of one peg"),
                None => {}
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn pagoda_functions_are_recognized() {
    let board = Board::numbered(6).unwrap();
    let mut corner = [0; 15];
    corner[0] = 1;
    assert!(is_pagoda(board, &[0; 15]) && is_pagoda(board, &[1; 15]));
    assert!(!is_pagoda(board, &corner) && !is_pagoda(board, &[1; 14]));
}

#[test]
fn parity_allows_the_known_numbers_of_pairs() {
    let known = [10, 36, 88, 21, 17, 17];
    assert_eq!(Board::all().map(|board| pairs(board).len()).collect::<Vec<_>>(), known);
}

#[test]
fn small_boards_are_decided() {
    for (number, known) in [(1, 10), (4, 21), (6, 12)] {
        let board = Board::numbered(number).unwrap();
        let decided = pairs(board).into_iter().filter(|&cells| {
            let decision = decide(&pair(board, cells), 500_000, &AtomicBool::new(false));
            assert!(!matches!(decision.verdict, Verdict::Open(_)), "{number} {cells:?}");
            matches!(decision.verdict, Verdict::Solvable { .. })
        });
        assert_eq!(decided.count(), known, "{number}");
    }
}

/// Pagoda functions rule out three pairs at once and nine after the first and the last jump.
#[test]
fn most_pairs_of_the_diamond_are_ruled_out_without_a_search() {
    let board = Board::numbered(5).unwrap();
    let proofs = pairs(board).into_iter().filter_map(|cells| Proof::find(&pair(board, cells)));
    let names: Vec<_> = proofs.map(|proof| proof.name()).collect();
    let count = |name| names.iter().filter(|&&known| known == name).count();
    assert_eq!((count("pagoda"), count("pagoda by cases"), names.len()), (3, 9, 12));
}

#[test]
fn middle_game_positions_are_decided() {
    let board = Board::numbered(4).unwrap();
    let position = |cells: &[(u16, u16)]| {
        let numbers = cells.iter().map(|&(row, col)| board.number_of(Cell::new(row, col)).unwrap());
        numbers.fold(0, |all, number| all | 1 << number)
    };
    let start = position(&[(3, 1), (3, 2), (3, 4)]);
    let decided = |goal| {
        decide(&Pegs::new(board, start, Goal::Position(goal)), 1000, &AtomicBool::new(false))
            .verdict
    };
    assert!(matches!(decided(position(&[(3, 6)])), Verdict::Proved(_) | Verdict::Exhausted));
    let solvable = decided(position(&[(3, 2)]));
    assert!(matches!(solvable, Verdict::Solvable { plan, .. } if plan.cost == 2));
}

const START: &str = "0 1 1 1 1\n1 1 1 1 X\n1 1 1 X X\n1 1 X X X\n1 X X X X\n";
const GOAL: &str = "1 0 0 0 0\r\n0 0 0 0 X \r\n0 0 0 X X\r\n0 0 X X X\r\n0 X X X X\r\n\r\n";

fn board(number: &str) -> Parameters {
    Parameters(vec![("board".to_owned(), number.to_owned())])
}

#[test]
fn equivalent_texts_give_the_same_instance() {
    let by_slashes = format!("6 / {} / {}", START.replace('\n', "/"), GOAL.replace("\r\n", " / "));
    for text in [
        "6",
        "6 0,0",
        "6 0,0 0,0",
        "6 0 0 0 0 # corner",
        &format!("6\n{START}\n{GOAL}"),
        &format!("6\r\n\r\n{START}{GOAL}"),
        &by_slashes,
    ] {
        assert_eq!(instance(text).text(), "6 0,0 0,0", "{text}");
    }
    for text in [&format!("{START}\n{GOAL}"), "0,0 0,0", ""] {
        assert_eq!(Pegs::parse(text, &board("6")).unwrap().text(), "6 0,0 0,0", "{text}");
    }
    let three_holes = instance(&format!("6\n{}\n{GOAL}", START.replacen('1', "0", 2)));
    assert!(three_holes.text().starts_with("6 / 0 0 0 1 1 / 1 1 1 1 X /"));
    assert_eq!(instance(&three_holes.text()).text(), three_holes.text());
}

#[test]
fn random_instances_are_on_the_chosen_board() {
    let on_six = |size| Pegs::random(size, &board("6"), 1).unwrap().board().number();
    assert_eq!([on_six(""), on_six("6")], [Some(6); 2]);
    assert_eq!(Pegs::random("5", &Parameters::default(), 1).unwrap().board().number(), Some(5));
    assert!(Pegs::random("5", &board("6"), 1).is_err());
}

#[test]
fn errors_name_the_place_and_the_expected_value() {
    let with = |from: &str, to: &str| format!("6\n{}\n{GOAL}", START.replacen(from, to, 1));
    for (text, message) in [
        ("", "missing board"),
        ("7", "line 1, column 1: unknown board 7: expected a number from 1 to 6"),
        ("x 0,0", "line 1, column 1: 'x': expected the number of a board"),
        ("4 3,3 3,9", "line 1, column 7: the English board has no cell 3,9"),
        ("4 3,a 3,3", "line 1, column 5: 'a': expected a cell"),
        ("4 3,3 3", "line 1, column 7: expected a board, the cell of the hole"),
        (&with("1 X\n", "2 X\n"), "line 3, column 7: '2' at 1,3 of the triangle board: expected 0"),
        (&with("1 X\n", "1 1\n"), "line 3, column 9: '1' at 1,4 of the triangle board: expected X"),
        (&with("1 X X X X", "1 X X X"), "line 6, column 7: 4 values: a row of the triangle board"),
        (&with("1 X X X X", "1 X X X X X"), "line 6, column 11: 6 values: a row of the triangle"),
        (&format!("6\n{START}"), "line 6: 5 rows: expected 5 for the start and 5 for the goal"),
        (&format!("6\n{START}{GOAL}1 1 1 1 1"), "line 13: 11 rows"),
        (&format!("{START}{GOAL}"), "missing board"),
        (&format!("6\n{START}{}", GOAL.replace('1', "0")), "line 7: the position has no peg"),
    ] {
        let error = Pegs::parse(text, &Parameters::default()).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let error = Pegs::parse("", &board("7")).unwrap_err().to_string();
    assert!(error.starts_with("unknown board 7"), "{error}");
    let error = Pegs::random("7", &Parameters::default(), 1).unwrap_err().to_string();
    assert_eq!(
        error,
        "invalid size '7': expected the number of a board, from 1 to 6, or 'triangle' and its side"
    );
}

/// A line that stays in the cell where it began changes nothing more.
#[test]
fn an_edit_changes_the_cell_at_its_end() {
    let puzzle = instance("4 3,3 3,3");
    let edited = |tool, from, to| puzzle.edit(&Edit { tool, from, to }).map(|text| instance(&text));
    let (first, second) = ((2.7, 0.7), (3.7, 0.7));
    let [peg, next] =
        [Cell::new(0, 2), Cell::new(0, 3)].map(|cell| 1 << puzzle.board.number_of(cell).unwrap());
    assert_eq!(edited(0, first, first).unwrap().start, puzzle.start ^ peg);
    assert_eq!(edited(0, first, second).unwrap().start, puzzle.start ^ next);
    let with_next = puzzle.goal.position().map(|goal| goal ^ next);
    assert_eq!(edited(1, second, second).unwrap().goal.position(), with_next);
    assert!(edited(0, first, (2.9, 0.8)).is_none());
    assert!(edited(0, first, (0.2, 0.2)).is_none(), "there is no cell");
}

#[test]
fn boards_are_drawn() {
    for (text, drawing) in [
        (
            "4",
            "  0 1 2 3 4 5 6\n0     ● ● ●\n1     ● ● ●\n2 ● ● ● ● ● ● ●\n3 ● ● ● ○ ● ● ●\n\
             4 ● ● ● ● ● ● ●\n5     ● ● ●\n6     ● ● ●",
        ),
        (
            "6 1,0",
            "0,0     ●     0,0\n1,0    ○ ●    0,1\n2,0   ● ● ●   0,2\n3,0  ● ● ● ●  0,3\n\
             4,0 ● ● ● ● ● 0,4",
        ),
    ] {
        let (puzzle, mut drawn) = (instance(text), String::new());
        puzzle.show_state(&puzzle.start, false, &mut drawn).unwrap();
        assert_eq!(drawn, drawing);
    }
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Pegs>(&[]);
}

#[test]
fn legal_jumps_mislead_best_first_search() {
    let found = (INFO.questions[0].check)();
    let expected = "of the 3016 positions of the triangle, greedy expands 2897 and A* 3015 with \
                    mobility, A* 103 with pegs";
    assert_eq!(found, expected);
}
