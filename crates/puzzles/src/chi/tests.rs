//! The rules against the reference, the facts of whole spaces, every claim on all boards.

use super::course::solver;
use super::{Chi, INFO, cells, exact, puzzles, shape_with};
use crate::registry;
use crate::tiles::Shape;
use heureka_core::heuristic::audit::{Finding, audit};
use heureka_core::{
    Cost, Distances, Limits, Optimality, Outcome, Problem, Ranked, Reversible, Strategy, explore,
};
use heureka_kit::puzzle::{Parameters, Puzzle};
use std::collections::BTreeSet;

fn shape(rows: usize, cols: usize) -> Shape {
    shape_with(rows, cols).unwrap()
}

fn chi(text: &str) -> Chi<u64> {
    Chi::parse(text, &Parameters::default()).unwrap()
}

/// The moves in the start: tile and cost.
fn moves(text: &str) -> BTreeSet<(u8, Cost)> {
    let chi = chi(text);
    let mut moves = BTreeSet::new();
    chi.successors(&chi.start(), &mut |tile, cost, _| {
        assert!(moves.insert((tile, cost)), "{tile} twice");
    });
    moves
}

#[test]
fn chi_moves_are_those_of_the_examples() {
    let corner = [(1, 1), (7, 1), (5, 2), (3, 3), (4, 3)];
    assert_eq!(moves("4 2 3 1 / 5 6 7 0"), BTreeSet::from(corner));
    assert_eq!(moves("1 2 3 4 / 5 6 0 7"), BTreeSet::from([(3, 1), (6, 1), (7, 1)]));
    assert_eq!(moves("1 0 3 4 / 5 6 2 7"), BTreeSet::from([(6, 1), (1, 1), (3, 1)]));
    // Two slides of the same tile are one, at the lower cost.
    assert_eq!(moves("1 2\n3 0"), BTreeSet::from([(1, 3), (2, 1), (3, 1)]));
    assert_eq!(moves("0 1\n2 3\n4 5"), BTreeSet::from([(1, 1), (2, 1), (4, 2), (3, 3), (5, 3)]));
    // Three rows: the column's other end as well.
    let center = moves("0 1 2\n3 4 5\n6 7 8");
    assert_eq!(center, BTreeSet::from([(1, 1), (3, 1), (2, 2), (6, 2), (4, 3), (8, 3)]));
    // From the inner cell no way leads diagonally, though from the corner one leads there.
    assert_eq!(moves("1 2 3\n4 0 5\n6 7 8").len(), 4);
}

fn fast_agrees_with_reference<W: super::Packed>(size: &str, states: u64) {
    let mut compared = 0;
    for seed in 0..states {
        let chi = Chi::<W>::random(size, &Parameters::default(), seed).unwrap();
        for name in ["h0", "h1", "h2"] {
            let chi = chi.clone().with_heuristic(name).unwrap();
            let reference = chi.reference();
            let (state, slow) = (chi.start(), reference.start());
            assert_eq!(chi.pack(&state), reference.pack(&slow));
            assert_eq!(chi.h(&state), reference.h(&slow), "{name} {}", chi.text());
            assert_eq!(chi.is_goal(&state), reference.is_goal(&slow));
            let (mut ours, mut theirs) = (vec![], vec![]);
            chi.successors(&state, &mut |tile, cost, next| {
                // What a move adds to h is what counting anew says, and a key holds all.
                assert_eq!(chi.h(&next), chi.h(&chi.unpack(&chi.pack(&next))), "{name}");
                ours.push((tile, cost, format!("{:?}", chi.pack(&next))));
                let mut back = false;
                chi.predecessors(&next, &mut |t, c, before| {
                    back |= (t, c) == (tile, cost) && before == state;
                });
                assert!(back, "{tile} is not found backwards");
            });
            reference.successors(&slow, &mut |tile, cost, next| {
                theirs.push((tile, cost, format!("{:?}", reference.pack(&next))));
            });
            chi.predecessors(&state, &mut |tile, cost, before| {
                assert!(chi.apply(&before, tile) == Some((cost, state)), "{tile} leads elsewhere");
            });
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs);
            compared += 1;
        }
    }
    assert_eq!(compared, 3 * states);
}

#[test]
fn chi_fast_rules_agree_with_the_reference() {
    for size in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "2x5", "3x4", "4x4"] {
        fast_agrees_with_reference::<u64>(size, 1_000);
    }
    fast_agrees_with_reference::<u128>("4x5", 500);
    fast_agrees_with_reference::<u128>("5x5", 500);
    fast_agrees_with_reference::<[u8; super::MOST_CELLS]>("6x6", 500);
    fast_agrees_with_reference::<[u8; super::MOST_CELLS]>("2x18", 200);
}

const HISTOGRAM: [u64; 20] = [
    2, 4, 8, 20, 38, 76, 154, 308, 599, 1129, 2062, 3562, 5471, 7417, 8153, 6486, 3605, 1088, 136,
    2,
];

#[test]
fn chi_facts_of_whole_spaces() {
    for (rows, cols, states, highest, mean) in [
        (2, 2, 24, 4, "2.583333"),
        (2, 3, 720, 11, "7.052778"),
        (2, 4, 40_320, 19, "13.160069"),
        (3, 3, 362_880, 23, "15.140173"),
        (2, 5, 3_628_800, 30, "21.126690"),
    ] {
        let table = exact::shared_table(shape(rows, cols));
        let found = (table.states(), table.highest(), format!("{:.6}", table.mean()));
        assert_eq!(found, (states, highest, mean.to_owned()), "{rows}x{cols}");
        assert_eq!(table.bytes(), states, "every board can be solved");
    }
    assert_eq!(exact::shared_table(shape(2, 4)).counts, HISTOGRAM);
}

/// One of the two goals alone.
struct Single {
    chi: Chi<u64>,
    goal: usize,
}

impl Problem for Single {
    type State = super::Board<u64>;
    type Key = u64;
    type Action = u8;

    fn start(&self) -> Self::State {
        self.chi.start()
    }
    fn is_goal(&self, state: &Self::State) -> bool {
        state.cells == self.chi.goals[self.goal]
    }
    fn successors(&self, state: &Self::State, visit: &mut impl FnMut(u8, Cost, Self::State)) {
        self.chi.successors(state, visit);
    }
    fn pack(&self, state: &Self::State) -> u64 {
        self.chi.pack(state)
    }
    fn unpack(&self, key: &u64) -> Self::State {
        self.chi.unpack(key)
    }
}

impl Reversible for Single {
    fn goals(&self, visit: &mut impl FnMut(Self::State)) {
        visit(self.chi.unpack(&self.chi.goals[self.goal]));
    }
    fn predecessors(&self, state: &Self::State, visit: &mut impl FnMut(u8, Cost, Self::State)) {
        self.chi.predecessors(state, visit);
    }
}

impl Ranked for Single {
    fn ranks(&self) -> u64 {
        self.chi.ranks()
    }
    fn rank(&self, state: &Self::State) -> u64 {
        self.chi.rank(state)
    }
    fn unrank(&self, rank: u64) -> Self::State {
        self.chi.unrank(rank)
    }
}

#[test]
fn chi_one_goal_alone_and_the_way_between_them() {
    let mut between = vec![];
    for goal in [0, 1] {
        let single = Single { chi: Chi::ordered(shape(2, 4)), goal };
        let table = Distances::build(&single, &mut Limits::none());
        assert_eq!((table.highest(), format!("{:.6}", table.mean())), (23, "14.514881".to_owned()));
        let other = single.chi.unpack(&single.chi.goals[1 - goal]);
        between.push(table.distance(single.rank(&other)));
    }
    // From the second goal to the first, and from the first to the second: a one-way diagonal.
    assert_eq!(between, [16, 15]);
}

#[test]
fn chi_ranks_number_all_boards() {
    for (rows, cols) in [(2, 2), (2, 3), (2, 4), (3, 3)] {
        let chi = Chi::<u64>::ordered(shape(rows, cols));
        let mut seen = vec![false; chi.ranks() as usize];
        for rank in 0..chi.ranks() {
            let state = chi.unrank(rank);
            assert_eq!(chi.rank(&state), rank);
            assert_eq!(state.blank(), chi.unpack(&state.cells).blank());
            let tiles: BTreeSet<usize> = chi.tiles(&state).collect();
            assert_eq!(tiles.len(), rows * cols);
            assert!(!std::mem::replace(&mut seen[rank as usize], true));
        }
    }
    let chi = Chi::<u64>::ordered(shape(4, 4));
    for rank in (0..chi.ranks()).step_by(1_000_000_000_039) {
        assert_eq!(chi.rank(&chi.unrank(rank)), rank);
    }
}

/// All 40,320 boards: what is claimed is true, and what is not claimed is false.
#[test]
fn chi_claims_are_audited_on_all_boards() {
    for heuristic in INFO.heuristics {
        let chi = chi("1 0 3 7 5 2 6 4").with_heuristic(heuristic.name).unwrap();
        let audit = audit(&chi, &mut Limits::none());
        assert_eq!(audit.states, 40_320);
        assert_eq!(audit.admissibility(), Finding::Confirmed, "{}", heuristic.name);
        let expected = if heuristic.name == "pdb-blankless" {
            Finding::FalseAndNotClaimed
        } else {
            Finding::Confirmed
        };
        assert_eq!(audit.consistency(), expected, "{}", heuristic.name);
        let exact = audit.exact.unwrap();
        let perfect = exact.pairs.iter().all(|pair| pair.h == pair.exact);
        assert_eq!(perfect, heuristic.name == "exact", "{}", heuristic.name);
    }
}

/// Calls `visit` with every board of 2 × 4, its tiles and what its cheapest plan costs.
fn every_board(mut visit: impl FnMut(&[u8], Cost)) {
    let shape = shape(2, 4);
    let (table, chi) = (exact::shared_table(shape), Chi::<u64>::ordered(shape));
    for rank in 0..chi.ranks() {
        let tiles: Vec<u8> = chi.tiles(&chi.unrank(rank)).map(|tile| tile as u8).collect();
        visit(&tiles, table.distance(rank));
    }
}

/// h2 is never below h1, and mostly above it; and what overestimates on some boards: to count the blank,
/// and Manhattan distance.
#[test]
fn chi_heuristics_compared_on_all_boards() {
    let shape = shape(2, 4);
    let [h1, h2] = ["h1", "h2"].map(|name| solver(shape, name).unwrap());
    let goals = super::goals(shape);
    let (mut higher, mut with_blank, mut manhattan, mut excess) = (0, 0, 0, 0);
    every_board(|tiles, optimum| {
        assert!(h2.h(tiles) >= h1.h(tiles));
        higher += u32::from(h2.h(tiles) > h1.h(tiles));
        let least = |of: &dyn Fn(usize, usize) -> u32| {
            let place = |goal: &[u8], tile| goal.iter().position(|&t| t == tile).unwrap();
            let sum =
                |goal: &Vec<u8>| (0..8).map(|cell| of(cell, place(goal, tiles[cell]))).sum::<u32>();
            goals.iter().map(sum).min().unwrap()
        };
        with_blank += u32::from(least(&|cell, place| u32::from(cell != place)) > optimum);
        let distance = least(&|cell, place| {
            let counts = tiles[cell] != 0;
            let apart = (cell / 4).abs_diff(place / 4) + (cell % 4).abs_diff(place % 4);
            if counts { apart as u32 } else { 0 }
        });
        manhattan += u32::from(distance > optimum);
        excess = excess.max(distance.saturating_sub(optimum));
    });
    assert!(higher > 30_000, "{higher}");
    assert_eq!((with_blank, manhattan, excess), (73, 2_676, 3));
}

/// The pattern databases without the blank are inconsistent: A* that reopens is optimal on all boards of
/// 2 × 4.
#[test]
fn chi_inconsistent_patterns_stay_optimal() {
    let solver = solver(shape(2, 4), "pdb-blankless").unwrap();
    let strategy: Strategy = "astar".parse().unwrap();
    let mut reopened = 0;
    every_board(|tiles, optimum| {
        let report = solver.solve(tiles, &strategy, &mut Limits::none(), None).unwrap();
        let Outcome::Solved(plan, sure) = report.outcome else { panic!("all can be solved") };
        assert_eq!((plan.cost, sure), (optimum, Optimality::Proved), "{tiles:?}");
        reopened += report.stats.reopened;
    });
    assert!(reopened > 0);
}

/// Boards of 3 × 3 on which it costs one more if nothing is put back.
#[test]
fn chi_without_reopening_plans_are_dearer() {
    let solver = solver(shape(3, 3), "pdb-blankless").unwrap();
    for (tiles, optimum) in [
        ([8, 5, 0, 6, 3, 1, 7, 4, 2], 20),
        ([0, 2, 5, 8, 7, 1, 3, 6, 4], 16),
        ([3, 0, 5, 8, 7, 1, 2, 6, 4], 17),
        ([6, 5, 0, 8, 7, 1, 3, 2, 4], 20),
    ] {
        let run = |word: &str| {
            let strategy: Strategy = word.parse().unwrap();
            let report = solver.solve(&tiles, &strategy, &mut Limits::none(), None).unwrap();
            let Outcome::Solved(plan, sure) = report.outcome else { panic!("it can be solved") };
            (plan.cost, sure, report.stats.reopened > 0)
        };
        assert_eq!(run("astar"), (optimum, Optimality::Proved, true));
        assert_eq!(run("astar(reopen=no)"), (optimum + 1, Optimality::NotClaimed, false));
    }
}

#[test]
fn chi_strategies_agree_on_random_boards() {
    for (rows, cols) in [(2, 3), (2, 4), (3, 3), (4, 2)] {
        for tiles in puzzles::random(shape(rows, cols), 5, 11) {
            let optimum = solver(shape(rows, cols), "exact").unwrap().h(&tiles);
            for heuristic in INFO.heuristics {
                let solver = solver(shape(rows, cols), heuristic.name).unwrap();
                for word in ["astar", "idastar", "bidirectional", "anytime", "astar(ties=fifo)"] {
                    if word == "idastar" && ["h0", "h1"].contains(&heuristic.name) {
                        continue;
                    }
                    let strategy: Strategy = word.parse().unwrap();
                    let run = solver.solve(&tiles, &strategy, &mut Limits::none(), None).unwrap();
                    assert_eq!(run.outcome.cost(), Some(optimum), "{word} {}", heuristic.name);
                }
            }
        }
    }
}

/// A large board is read, searched and solved like a small one.
#[test]
fn chi_large_boards_are_solved() {
    for (rows, cols) in [(4, 4), (4, 5), (5, 5), (6, 6)] {
        let shape = shape(rows, cols);
        let solver = solver(shape, "h2").unwrap();
        let tiles = &puzzles::random(shape, 1, 5)[0];
        let strategy: Strategy = "wastar(5)".parse().unwrap();
        let mut limits = Limits::none().expansions(2_000_000);
        let report = solver.solve(tiles, &strategy, &mut limits, None).unwrap();
        let Outcome::Solved(plan, _) = report.outcome else { panic!("{rows}x{cols}") };
        let steps = solver.steps(tiles, &plan);
        assert_eq!(steps.iter().map(|step| step.1).sum::<Cost>(), plan.cost);
        assert_eq!(steps.len(), plan.actions.len());
    }
}

#[test]
fn chi_whole_space_is_reached_forwards() {
    let chi = chi("1 0 3 7 5 2 6 4");
    assert_eq!(Puzzle::explore(&chi, &mut Limits::none()).states(), 40_320);
    assert_eq!(explore(&chi, &mut Limits::none()).states(), 40_320);
    assert_eq!(chi.explore_backward(&mut Limits::none()).unwrap().states(), 40_320);
}

#[test]
fn chi_texts_are_read() {
    let none = Parameters::default();
    let rows = |rows: &str| Parameters(vec![("rows".to_owned(), rows.to_owned())]);
    assert_eq!(chi("1 0 3 7 5 2 6 4").text(), "1 0 3 7\n5 2 6 4\n");
    assert_eq!(cells("1 0 3 7 5 2 6 4", &rows("4")), Ok(8));
    assert_eq!(Chi::<u64>::parse("1 0 3 7 5 2 6 4", &rows("4")).unwrap().shape(), shape(4, 2));
    assert_eq!(chi("1 2\n3 4\n5 6\n7 0").shape(), shape(4, 2));
    let entry = registry::puzzle("chi").unwrap();
    for (size, ok) in [("2x4", true), ("6x6", true), ("6x7", false), ("1x4", false), ("x", false)] {
        assert_eq!(entry.random(size, &none, 1).is_ok(), ok, "{size}");
    }
    for (text, says) in [
        ("1 0 3 7 5 2 6 6", "column 15: '6' again"),
        ("1 0 3 7 5 2 6 8", "column 15: '8': expected a number from 0 to 7"),
        ("1 0 3 7\n5 2 6 x", "line 2, column 7: 'x': expected a number"),
        ("1 0 3 7 5 2 6", "7 numbers: expected a square board"),
    ] {
        let error = entry.parse(text, &none).err().expect(text).to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn chi_files_are_read_line_by_line() {
    let shape = shape(2, 4);
    let text = "# three\n1 0 3 7 5 2 6 4\n\n0 3 7 5 2 6 4 1 # second\r\n 1 0 3 7\t5 2 6 4";
    let boards = puzzles::read(text, shape).unwrap();
    assert_eq!(boards.len(), 3);
    assert_eq!((boards[0][0], boards[1][0]), (1, 0));
    assert_eq!(puzzles::read(&puzzles::write(&boards), shape), Ok(boards));
    for (text, line, says) in [
        ("1 0 3 7 5 2 6 4\n1 0 3 7 5 2 6", 2, "ends after 7 numbers: expected 8, missing 4"),
        ("1 0 3 7 5 2 6 4 8", 1, "expected nothing more after the 8 numbers"),
        ("1 0 3 7 5 2 6 4\n\n1 0 3 7 5 2 6 1", 3, "'1' again"),
        ("1 1 3 7 5 2 6 4", 1, "the blank, 0, is missing"),
        ("1 0 3 7 5 2 6 -4", 1, "'-4': expected a number from 0 to 7"),
        ("1 0 3 7 5 2 6 4.0", 1, "'4.0': expected"),
        ("", 0, "no puzzle"),
        ("# nothing\n", 0, "no puzzle"),
    ] {
        let error = puzzles::read(text, shape).unwrap_err();
        assert_eq!(error.line, line, "{text}");
        assert!(error.message.contains(says), "{text}: {error}");
    }
}

/// Texts of random signs are refused or read, but do not panic.
#[test]
fn chi_junk_does_not_panic() {
    let signs = ['0', '1', '7', '9', ' ', '\n', '#', '/', 'x', '-', '\r', 'é', '\u{0}', '.'];
    let mut state = 1u64;
    for _ in 0..3_000 {
        let mut text = String::new();
        for _ in 0..state % 40 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            text.push(signs[(state >> 33) as usize % signs.len()]);
        }
        state = state.wrapping_add(1);
        let _ = puzzles::read(&text, shape(2, 4));
        let _ = registry::puzzle("chi").unwrap().parse(&text, &Parameters::default());
    }
}
