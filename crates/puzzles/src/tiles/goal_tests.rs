//! Goals: their texts, and that rules, heuristics and searches agree for any of them.

use super::{Packed, Tiles, info::INFO, text};
use crate::breadth_first::breadth_first;
use crate::rules_agree::rules_agree;
use heureka_core::abilities::IdaStates;
use heureka_core::heuristic::audit::audit;
use heureka_core::limits::Progress;
use heureka_core::{Cost, Limits, Problem, Strategy, solve};
use heureka_kit::board::{Size, shuffled};
use heureka_kit::compare_rules::compare_rules;
use heureka_kit::draw::Draw;
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_kit::text::folded;
use std::collections::HashMap;

fn with_goal(goal: &str) -> Parameters {
    Parameters(vec![("goal".to_owned(), goal.to_owned())])
}

/// Returns a random board as the text of a parameter.
fn random_goal(size: &str, seed: u64) -> String {
    let size = Size::parse(size).unwrap();
    let cells = shuffled(size.cells() as u8, seed + 1000);
    folded(&text::board_text(size, cells.into_iter().map(usize::from)))
}

#[test]
fn goals_have_names_or_are_boards() {
    let start = "1 2 3 / 4 0 5";
    let goal = |value: &str| {
        let tiles = Tiles::<u64>::parse(start, &with_goal(value)).unwrap();
        tiles.goal_tiles()
    };
    assert_eq!(goal("blank-last"), [1, 2, 3, 4, 5, 0]);
    assert_eq!(goal("blank-first"), [0, 1, 2, 3, 4, 5]);
    for text in ["1 2 0 3 4 5", "1 2 0 / 3 4 5", "1,2,0/3,4,5"] {
        assert_eq!(goal(text), [1, 2, 0, 3, 4, 5]);
    }
    for (value, expected) in [
        ("", "goal=: expected blank-last, blank-first or the numbers of a board in one line"),
        ("top", "goal=top: expected blank-last, blank-first or the numbers of a board in one line"),
        ("1 2 0 / 3 x 5", "goal=1 2 0 / 3 x 5: column 11: 'x': expected a number from 0 to 5"),
        ("1 2 0 3 4 4", "goal=1 2 0 3 4 4: column 11: duplicate '4': expected each of 0 to 5 once"),
        (
            "1 2 0",
            "goal=1 2 0: column 6: the board ends after 3 numbers: expected 6, missing 3 4 5",
        ),
        ("1 2 / 0 3 / 4 5", "goal=1 2 / 0 3 / 4 5: expected 2 rows of 3 numbers, as on the board"),
        ("1 2 0 3 / 4 5", "goal=1 2 0 3 / 4 5: expected 2 rows of 3 numbers, as on the board"),
    ] {
        let error = Tiles::<u64>::parse(start, &with_goal(value)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn parity_names_the_goal_that_is_meant() {
    // Korf's boards look like this one: 4x4 with the blank first.
    let board = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let reason = |goal: &str| Tiles::<u64>::parse(board, &with_goal(goal)).unwrap().unsolvable();
    let hint = reason("blank-last").unwrap();
    assert!(hint.ends_with("odd while the goal is even; with goal=blank-first it is solvable"));
    assert_eq!(reason("blank-first"), None);
    // On 3x3 both usual goals are in one half.
    let reason = |goal: &str| {
        Tiles::<u64>::parse("2 1 3 4 5 6 7 8 0", &with_goal(goal)).unwrap().unsolvable()
    };
    for goal in ["blank-last", "blank-first"] {
        assert!(reason(goal).unwrap().ends_with("swapping any two tiles would make it solvable"));
    }
    assert_eq!(reason("2 1 3 4 5 6 7 0 8"), None);
    let tiles: Tiles<u64> =
        Tiles::parse("1 2 3 4 5 6 7 8 0", &with_goal("2 1 3 4 5 6 7 8 0")).unwrap();
    let hint = tiles.unsolvable().unwrap();
    assert!(hint.ends_with("even while the goal is odd; with goal=blank-last it is solvable"));
}

#[test]
fn tiles_in_place_are_those_of_the_goal() {
    let drawn = |text, goal| {
        let tiles: Tiles<u64> = Tiles::parse(text, &with_goal(goal)).unwrap();
        let mut shown = String::new();
        tiles.show_state(&tiles.start(), true, &mut shown).unwrap();
        shown
    };
    // The colors of all tiles are the same exactly if all are in place.
    let solved = drawn("1 2 3 0", "blank-last");
    assert_eq!(drawn("1 2 3 0", "1 2 3 0"), solved);
    assert_ne!(drawn("1 2 3 0", "blank-first"), solved);
}

/// Rules, texts, keys and claims, on small random boards.
#[test]
fn rules_agree_for_other_goals() {
    fn check<W: Packed>(size: &str, seed: u64, heuristic: &str) {
        let parameters = with_goal(&random_goal(size, seed));
        let tiles = Tiles::<W>::random(size, &parameters, seed).unwrap();
        let tiles = tiles.with_heuristic(heuristic).unwrap();
        let index = INFO.heuristic(heuristic).unwrap();
        assert_eq!(compare_rules(&tiles, index, 200, seed), Ok(()), "{size} {heuristic}");
    }
    rules_agree::<Tiles<u64>>(&[("goal", "blank-first")]);
    rules_agree::<Tiles<u128>>(&[("goal", "blank-first")]);
    for seed in 0..4 {
        for heuristic in INFO.heuristics {
            check::<u64>("3x3", seed, heuristic.name);
            check::<u64>("2x5", seed, heuristic.name);
            check::<u128>("4x3", seed, heuristic.name);
        }
        check::<u64>("4x4", seed, "walking-distance");
        check::<u64>("4x4", seed, "manhattan");
        check::<u128>("5x5", seed, "linear-conflict");
    }
}

/// Every heuristic keeps its claim on all boards, and every strategy finds the distance that a breadth-first
/// search from the goal finds by the reference rules.
#[test]
fn searches_agree_with_breadth_first_distances() {
    for (size, seed) in [("2x4", 1), ("2x4", 2), ("4x2", 3), ("3x3", 4), ("2x3", 5), ("2x2", 6)] {
        let parameters = with_goal(&random_goal(size, seed));
        let tiles = Tiles::<u64>::random(size, &parameters, seed).unwrap();
        let goal = vec![tiles.goal_tiles()];
        let distances = breadth_first(&tiles.reference(), goal, usize::MAX);
        let distances: HashMap<Vec<u8>, Cost> = distances.into_iter().collect();
        for heuristic in INFO.heuristics {
            let tiles = tiles.clone().with_heuristic(heuristic.name).unwrap();
            let context = format!("{size}, seed {seed}, {}", heuristic.name);
            let audit = audit(&tiles, &mut Limits::none());
            assert!(!audit.refuted() && audit.admissible() == Some(true), "{context}");
            for board in 0..3 {
                let start = Tiles::<u64>::random(size, &parameters, board).unwrap().start();
                let mut tiles = tiles.clone();
                tiles.set_start(start);
                let cells: Vec<u8> = tiles.tiles(&start).map(|tile| tile as u8).collect();
                for strategy in ["astar", "idastar", "bidirectional", "anytime", "bfs"] {
                    let strategy: Strategy = strategy.parse().unwrap();
                    let report = solve(&tiles, &strategy, &mut Limits::none(), &mut ()).unwrap();
                    let cost = report.outcome.cost();
                    assert_eq!(cost, Some(distances[&cells]), "{context}, {strategy}");
                }
            }
        }
    }
}

/// The specialized IDA\* of 4x4 serves both usual goals, and counts the same nodes as the general one.
#[test]
fn node_kinds_serve_the_usual_goals() {
    use heureka_core::search::{DepthFirst, Search};
    use heureka_core::strategy::Duplicates;
    let board = "4 1 2 3 5 0 6 7 8 9 10 11 12 13 14 15";
    for (goal, has_kinds) in [
        ("blank-first", true),
        ("blank-last", false),
        ("0 2 1 3 4 5 6 7 8 9 10 11 12 13 15 14", true),
        ("4 1 2 3 5 6 0 7 8 13 9 11 12 14 10 15", false),
    ] {
        let tiles: Tiles<u64> = Tiles::parse(board, &with_goal(goal)).unwrap();
        let tiles = tiles.with_heuristic("manhattan").unwrap();
        assert_eq!(tiles.has_kinds(), has_kinds, "{goal}");
        if tiles.unsolvable().is_none() {
            let strategy: Strategy = "idastar".parse().unwrap();
            let report = solve(&tiles, &strategy, &mut Limits::none(), &mut ()).unwrap();
            let mut general = DepthFirst::ida_star(&tiles, Duplicates::Undo);
            let outcome = general.run(&mut Limits::none(), &mut ());
            assert_eq!(report.outcome, outcome, "{goal}");
            assert_eq!(report.stats.expanded, general.stats().expanded, "{goal}");
        }
    }
}

/// The states of IDA\* have the same moves in the same order, and the same h.
#[test]
fn states_of_ida_star_agree_with_the_others() {
    fn check<W: Packed>(size: &str, seed: u64) {
        let goal = if seed == 0 { "blank-last".to_owned() } else { random_goal(size, seed) };
        let tiles = Tiles::<W>::random(size, &with_goal(&goal), seed).unwrap();
        assert!(tiles.with_ida_states().is_none(), "there are no tables yet");
        let tiles = tiles.with_heuristic("pdb").unwrap();
        let placed = tiles.with_ida_states().unwrap();
        let (mut state, mut other) = (tiles.start(), placed.start());
        for step in 0..200 {
            assert_eq!(tiles.h(&state), placed.h(&other));
            assert_eq!(tiles.is_goal(&state), placed.is_goal(&other));
            assert!(placed.unpack(&placed.pack(&other)) == other);
            assert_eq!(placed.h(&placed.unpack(&placed.pack(&other))), placed.h(&other));
            let (mut all, mut others) = (vec![], vec![]);
            tiles.successors(&state, &mut |action, cost, next| all.push((action, cost, next)));
            placed.successors(&other, &mut |action, cost, next| others.push((action, cost, next)));
            assert!(all.iter().map(|a| (a.0, a.1)).eq(others.iter().map(|a| (a.0, a.1))));
            let next = (step + step / 5) % all.len();
            (state, other) = (all[next].2, others[next].2);
            assert!(tiles.pack(&state) == placed.pack(&other));
        }
    }
    for seed in 0..4 {
        check::<u64>("3x3", seed);
        check::<u64>("3x4", seed);
        check::<u128>("2x5", seed);
    }
}

/// Incremental h equals h from scratch for any goal.
#[test]
fn updates_h_incrementally_for_other_goals() {
    for (seed, size) in ["3x3", "2x5", "3x3", "4x2"].into_iter().enumerate() {
        let parameters = with_goal(&random_goal(size, seed as u64));
        for heuristic in INFO.heuristics {
            let tiles = Tiles::<u64>::random(size, &parameters, seed as u64).unwrap();
            let tiles = tiles.with_heuristic(heuristic.name).unwrap();
            let mut state = tiles.start();
            for step in 0..200 {
                let mut nexts = vec![];
                tiles.successors(&state, &mut |_, _, next| nexts.push(next));
                state = nexts[(step + step / 7) % nexts.len()];
                assert_eq!(state.derived, tiles.board(state.cells).derived, "{}", heuristic.name);
                let again = tiles.unpack_with_h(&tiles.pack(&state), tiles.h(&state));
                assert_eq!(state.derived, again.derived);
            }
        }
    }
}

#[test]
fn smaller_tables_fit_into_less_memory_and_a_note_says_so() {
    let board = || Tiles::<u64>::random("3x4", &Parameters::default(), 1).unwrap();
    let pdb = INFO.heuristic("pdb").unwrap();
    let build = |memory| {
        let (mut tiles, mut notes) = (board(), vec![]);
        let mut report = |progress: &Progress<'_>| notes.extend(progress.note.map(str::to_owned));
        let mut limits = Limits::none().memory(memory).report(&mut report);
        let built = tiles.set_heuristic(pdb, &mut limits).map(|()| tiles.table_bytes());
        (built, notes)
    };
    let (large, notes) = build(u64::MAX);
    assert_eq!(notes, Vec::<String>::new());
    let (small, notes) = build(2 << 20);
    assert!(small.unwrap() < large.unwrap() / 4, "{small:?} {large:?}");
    assert_eq!(notes.len(), 1);
    assert!(notes[0].contains("smaller ones need 1 MiB"), "{notes:?}");
    assert!(build(1 << 10).0.is_err());
}

#[test]
fn patterns_are_best_for_hard_boards() {
    let best = |text: &str, goal: &str| {
        Tiles::<u128>::parse(text, &with_goal(goal)).unwrap().best().heuristic
    };
    assert_eq!(best(INFO.instances[0].text, "blank-last"), "walking-distance");
    assert_eq!(best("15 10 12 8 5 6 9 14 7 0 11 13 3 4 2 1", "blank-last"), "pdb");
    // Parity needs no tables.
    assert_eq!(best("15 10 12 8 5 6 9 14 7 0 11 13 3 4 2 1", "blank-first"), "walking-distance");
    assert_eq!(best("8 6 7 2 5 4 3 0 1", "blank-last"), "walking-distance");
    let large: Vec<_> = (0..25).map(|tile: u32| tile.to_string()).collect();
    assert_eq!(best(&large.join(" "), "blank-first"), "walking-distance");
    assert_eq!(best(&large.join(" "), "blank-last"), "pdb");
}
