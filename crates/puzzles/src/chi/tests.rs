//! The examples of the course, facts of whole spaces, and the heuristics on all boards.

use super::{Chi, INFO, Size, Word, cells, exact, parse_size, puzzles};
use crate::best_first::best_first;
use crate::rules_agree::rules_agree;
use heureka_core::abilities::{Ranked, Reversible};
use heureka_core::distances::Distances;
use heureka_core::heuristic::audit::{Finding, audit};
use heureka_core::{Cost, Limits, Optimality, Outcome, Problem, Stats};
use heureka_kit::compare_rules::compare_rules;
use heureka_kit::puzzle::{Parameters, Puzzle};
use std::collections::BTreeSet;

fn size(text: &str) -> Size {
    parse_size(text).unwrap()
}

fn chi(text: &str) -> Chi<u64> {
    Chi::parse(text, &Parameters::default()).unwrap()
}

/// Returns an ordered instance with a heuristic.
fn ordered(text: &str, heuristic: &str) -> Chi<u64> {
    Chi::ordered(size(text)).with_heuristic(heuristic).unwrap()
}

/// Solves a board; returns cost, optimality and the number of reopened nodes.
fn solve_board(mut chi: Chi<u64>, tiles: &[u8], strategy: &str) -> (Cost, Optimality, u64) {
    chi.set_start(chi.unpack(&u64::of(tiles)));
    let report = best_first(&chi, strategy);
    let Outcome::Solved(plan, optimality) = report.outcome else { panic!("{tiles:?}") };
    (plan.cost, optimality, report.stats.reopened)
}

/// Returns the moves in the start: tile and cost.
fn moves(text: &str) -> BTreeSet<(u8, Cost)> {
    let chi = chi(text);
    let mut moves = BTreeSet::new();
    chi.successors(&chi.start(), &mut |tile, cost, _| {
        assert!(moves.insert((tile, cost)), "{tile} twice");
    });
    moves
}

#[test]
fn moves_match_the_examples() {
    let corner = [(1, 1), (7, 1), (5, 2), (3, 3), (4, 3)];
    assert_eq!(moves("4 2 3 1 / 5 6 7 0"), BTreeSet::from(corner));
    assert_eq!(moves("1 2 3 4 / 5 6 0 7"), BTreeSet::from([(3, 1), (6, 1), (7, 1)]));
    assert_eq!(moves("1 0 3 4 / 5 6 2 7"), BTreeSet::from([(6, 1), (1, 1), (3, 1)]));
    // Two slides of the same tile are one, at the lower cost.
    assert_eq!(moves("1 2\n3 0"), BTreeSet::from([(1, 3), (2, 1), (3, 1)]));
    assert_eq!(moves("0 1\n2 3\n4 5"), BTreeSet::from([(1, 1), (2, 1), (4, 2), (3, 3), (5, 3)]));
    // With three rows, a corner also takes the tile at the column's other end.
    let corner = moves("0 1 2\n3 4 5\n6 7 8");
    assert_eq!(corner, BTreeSet::from([(1, 1), (3, 1), (2, 2), (6, 2), (4, 3), (8, 3)]));
    // The inner diagonal is one-way.
    assert_eq!(moves("1 2 3\n4 0 5\n6 7 8").len(), 4);
}

fn agrees_with_the_reference<W: super::Packed>(size: &str, states: u64) {
    for seed in 0..states {
        let chi = Chi::<W>::random(size, &Parameters::default(), seed).unwrap();
        for name in ["h0", "h1", "h2"] {
            let chi = chi.clone().with_heuristic(name).unwrap();
            let index = INFO.heuristic(name).unwrap();
            assert_eq!(compare_rules(&chi, index, 1, seed), Ok(()), "{name}");
            chi.predecessors(&chi.start(), &mut |tile, cost, before| {
                assert_eq!(chi.apply(&before, tile), Some((cost, chi.start())), "{tile}");
            });
        }
    }
}

#[test]
fn words_and_sizes_agree_with_the_reference() {
    for size in ["2x2", "2x3", "3x2", "4x2", "3x3", "2x5", "3x4", "4x4"] {
        agrees_with_the_reference::<u64>(size, 100);
    }
    agrees_with_the_reference::<u128>("5x5", 100);
    agrees_with_the_reference::<[u8; super::MAX_CELLS]>("6x6", 50);
    agrees_with_the_reference::<[u8; super::MAX_CELLS]>("2x18", 20);
}

const HISTOGRAM: [u64; 20] = [
    2, 4, 8, 20, 38, 76, 154, 308, 599, 1129, 2062, 3562, 5471, 7417, 8153, 6486, 3605, 1088, 136,
    2,
];

#[test]
fn whole_spaces_have_the_known_facts() {
    for (text, states, highest, mean) in [
        ("2x2", 24, 4, "2.583333"),
        ("2x3", 720, 11, "7.052778"),
        ("2x4", 40_320, 19, "13.160069"),
        ("3x3", 362_880, 23, "15.140173"),
        ("2x5", 3_628_800, 30, "21.126690"),
    ] {
        let table = exact::shared_table(size(text), &mut Limits::none()).unwrap();
        let found = (table.states(), table.highest(), format!("{:.6}", table.mean()));
        assert_eq!(found, (states, highest, mean.to_owned()), "{text}");
        assert_eq!(table.bytes(), states, "every board can be solved");
    }
    assert_eq!(exact::shared_table(size("2x4"), &mut Limits::none()).unwrap().counts, HISTOGRAM);
}

#[test]
fn threads_build_the_same_table() {
    let build = |threads| {
        let mut limits = Limits::none().with_threads(threads);
        let table = exact::table(size("3x3"), &mut limits);
        let Stats { expanded, generated, duplicates, max_frontier, .. } = table.stats;
        (table.to_bytes(), table.counts, [expanded, generated, duplicates, max_frontier])
    };
    let one = build(1);
    for threads in [2, 4] {
        assert!(build(threads) == one, "{threads} threads");
    }
    let read = Distances::from_bytes(&one.0);
    assert_eq!((read.to_bytes(), read.counts), (one.0, one.1));
}

#[test]
fn single_goals_have_the_known_facts() {
    let mut between = vec![];
    for goal in [0, 1] {
        let mut chi = Chi::<u64>::ordered(size("2x4"));
        let other = chi.unpack(&chi.goals[1 - goal]);
        chi.goals = [chi.goals[goal]; 2];
        let table = Distances::build(&chi, &mut Limits::none());
        assert_eq!((table.highest(), format!("{:.6}", table.mean())), (23, "14.514881".to_owned()));
        between.push(table.distance(chi.rank(&other)));
    }
    // From the second goal to the first and back: the inner diagonal is one-way.
    assert_eq!(between, [16, 15]);
}

#[test]
fn ranks_are_a_bijection() {
    for text in ["2x2", "2x3", "2x4", "3x3"] {
        let chi = Chi::<u64>::ordered(size(text));
        let mut seen = vec![false; chi.ranks() as usize];
        for rank in 0..chi.ranks() {
            let state = chi.unrank(rank);
            assert_eq!(chi.rank(&state), rank);
            assert_eq!(state.blank(), chi.unpack(&state.cells).blank());
            assert!(!std::mem::replace(&mut seen[rank as usize], true));
        }
    }
    let chi = Chi::<u64>::ordered(size("4x4"));
    for rank in (0..chi.ranks()).step_by(1_000_000_000_039) {
        assert_eq!(chi.rank(&chi.unrank(rank)), rank);
    }
}

/// Every claim is true, every missing claim is false, and only `exact` is exact.
#[test]
fn claims_are_exactly_true_on_all_boards() {
    for heuristic in INFO.heuristics {
        let chi = chi("1 0 3 7 5 2 6 4").with_heuristic(heuristic.name).unwrap();
        let audit = audit(&chi, &mut Limits::none());
        assert_eq!(audit.states, 40_320);
        assert_eq!(audit.admissibility(), Finding::Confirmed, "{}", heuristic.name);
        let consistent = heuristic.name != "pdb-blankless";
        let expected = if consistent { Finding::Confirmed } else { Finding::FalseAndNotClaimed };
        assert_eq!(audit.consistency(), expected, "{}", heuristic.name);
        let exact = audit.exact.unwrap().pairs.iter().all(|pair| pair.h == pair.exact);
        assert_eq!(exact, heuristic.name == "exact", "{}", heuristic.name);
    }
}

/// Calls `visit` with the tiles and the optimum of every 2x4 board.
fn every_board(mut visit: impl FnMut(&[u8], Cost)) {
    let size = size("2x4");
    let (table, chi) =
        (exact::shared_table(size, &mut Limits::none()).unwrap(), Chi::<u64>::ordered(size));
    for rank in 0..chi.ranks() {
        let tiles: Vec<u8> = chi.tiles(&chi.unrank(rank)).map(|tile| tile as u8).collect();
        visit(&tiles, table.distance(rank));
    }
}

/// Counting the blank and Manhattan distance overestimate on some boards.
#[test]
fn h2_dominates_h1_and_others_overestimate() {
    let size = size("2x4");
    let [h1, h2] = ["h1", "h2"].map(|name| ordered("2x4", name));
    let goals = super::goals(size);
    let (mut higher, mut with_blank, mut manhattan, mut excess) = (0, 0, 0, 0);
    every_board(|tiles, optimum| {
        let [h1, h2] = [&h1, &h2].map(|chi| chi.h(&chi.unpack(&u64::of(tiles))));
        assert!(h2 >= h1);
        higher += u32::from(h2 > h1);
        let minimum = |of: &dyn Fn(usize, usize) -> u32| {
            let place = |goal: &[u8], tile| goal.iter().position(|&t| t == tile).unwrap();
            let sum =
                |goal: &Vec<u8>| (0..8).map(|cell| of(cell, place(goal, tiles[cell]))).sum::<u32>();
            goals.iter().map(sum).min().unwrap()
        };
        with_blank += u32::from(minimum(&|cell, place| u32::from(cell != place)) > optimum);
        let distance = minimum(&|cell, place| {
            let distance = size.cell(cell).manhattan(size.cell(place));
            if tiles[cell] == 0 { 0 } else { distance }
        });
        manhattan += u32::from(distance > optimum);
        excess = excess.max(distance.saturating_sub(optimum));
    });
    assert!(higher > 30_000, "{higher}");
    assert_eq!((with_blank, manhattan, excess), (73, 2_676, 3));
}

#[test]
fn inconsistent_patterns_stay_optimal_with_reopening() {
    let chi = ordered("2x4", "pdb-blankless");
    let mut reopened = 0;
    every_board(|tiles, optimum| {
        let (cost, optimality, count) = solve_board(chi.clone(), tiles, "astar");
        assert_eq!((cost, optimality), (optimum, Optimality::Proved), "{tiles:?}");
        reopened += count;
    });
    assert!(reopened > 0);
}

#[test]
fn without_reopening_some_plans_cost_more() {
    let chi = ordered("3x3", "pdb-blankless");
    for (tiles, optimum) in [
        ([8, 5, 0, 6, 3, 1, 7, 4, 2], 20),
        ([0, 2, 5, 8, 7, 1, 3, 6, 4], 16),
        ([3, 0, 5, 8, 7, 1, 2, 6, 4], 17),
        ([6, 5, 0, 8, 7, 1, 3, 2, 4], 20),
    ] {
        let (cost, optimality, reopened) = solve_board(chi.clone(), &tiles, "astar");
        assert_eq!((cost, optimality, reopened > 0), (optimum, Optimality::Proved, true));
        let (cost, optimality, reopened) = solve_board(chi.clone(), &tiles, "astar(reopen=no)");
        assert_eq!((cost, optimality, reopened), (optimum + 1, Optimality::NotClaimed, 0));
    }
}

#[test]
fn determines_sizes() {
    let rows = Parameters(vec![("rows".to_owned(), "4".to_owned())]);
    assert_eq!(chi("1 0 3 7 5 2 6 4").text(), "1 0 3 7\n5 2 6 4\n");
    assert_eq!(cells("1 0 3 7 5 2 6 4", &rows), Ok(8));
    assert_eq!(Chi::<u64>::parse("1 0 3 7 5 2 6 4", &rows).unwrap().size, size("4x2"));
    assert_eq!(chi("1 2\n3 4\n5 6\n7 0").size, size("4x2"));
    for (text, valid) in [("2x4", true), ("6x6", true), ("6x7", false), ("1x4", false)] {
        assert_eq!(parse_size(text).is_ok(), valid, "{text}");
    }
}

#[test]
fn reads_files_line_by_line() {
    let size = size("2x4");
    let text = "# three\n1 0 3 7 5 2 6 4\n\n0 3 7 5 2 6 4 1 # second\r\n 1 0 3 7\t5 2 6 4";
    let boards = puzzles::read(text, size).unwrap();
    assert_eq!(boards.len(), 3);
    assert_eq!((boards[0][0], boards[1][0]), (1, 0));
    assert_eq!(puzzles::read(&puzzles::write(&boards), size), Ok(boards));
    for (text, line, message) in [
        ("1 0 3 7 5 2 6 4\n1 0 3 7 5 2 6", 2, "ends after 7 numbers: expected 8, missing 4"),
        ("1 0 3 7 5 2 6 4 8", 1, "unexpected extra value '8'"),
        ("1 0 3 7 5 2 6 4\n\n1 0 3 7 5 2 6 1", 3, "duplicate '1'"),
        ("1 1 3 7 5 2 6 4", 1, "the blank, 0, is missing"),
        ("1 0 3 7 5 2 6 -4", 1, "'-4': expected a number from 0 to 7"),
        ("", 0, "no puzzle"),
        ("# nothing\n", 0, "no puzzle"),
    ] {
        let error = puzzles::read(text, size).unwrap_err();
        assert_eq!(error.line, line, "{text}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Chi<u64>>(&[]);
    rules_agree::<Chi<[u8; super::MAX_CELLS]>>(&[]);
}

#[test]
fn moves_name_tiles_of_the_board() {
    let board = chi("4 2 3 1 5 6 7 0");
    let read: Vec<_> = ["0", "1", "7", "8", "x"].map(|word| board.parse_action(word)).into();
    assert_eq!(read, [None, Some(1), Some(7), None, None]);
    let ordered = Chi::ordered(size("2x4"));
    assert_eq!(INFO.heuristics[ordered.heuristic].name, "h0");
    assert_eq!(ordered.text(), "1 2 3 4\n5 6 7 0\n");
    let from_text = chi("1 2 3 4 5 6 7 0").with_heuristic("h0").unwrap();
    assert_eq!(ordered.start(), from_text.start());
}
