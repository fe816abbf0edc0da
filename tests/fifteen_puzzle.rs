//! The 15-puzzle: 32 boards with known optima, and a certificate of optimality.
#![forbid(unsafe_code)]

use heureka_core::certificate::{Certificate, CertificateError, check};
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{Claim, Limits, Optimality, Outcome, Strategy, validate};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::tiles::{Measured, Tiles, measured};

fn tiles(board: &Measured, heuristic: &str) -> Tiles<u64> {
    let tiles = Tiles::<u64>::parse(board.text, &Parameters::default()).unwrap();
    tiles.with_heuristic(heuristic).unwrap()
}

/// Solves a board, checks its optimum and returns the number of expansions.
fn solve(board: &Measured, heuristic: &str, strategy: &str) -> u64 {
    let tiles = tiles(board, heuristic);
    let strategy: Strategy = strategy.parse().unwrap();
    let report = heureka_core::solve(&tiles, &strategy, &mut Limits::none(), &mut ()).unwrap();
    let Outcome::Solved(plan, optimality) = report.outcome else {
        panic!("{strategy} {}", board.text)
    };
    validate(&tiles.reference(), &plan).unwrap();
    assert_eq!((plan.cost, optimality), (board.optimum, Optimality::Proved), "{}", board.text);
    report.stats.expanded
}

#[test]
fn ida_star_with_pattern_databases_solves_all_boards() {
    let expanded: u64 = measured().map(|board| solve(&board, "pdb", "idastar")).sum();
    let manhattan: u64 = measured().map(|board| board.expansions).sum();
    assert!(expanded * 8 < manhattan, "{expanded} of {manhattan}");
}

#[test]
fn a_star_solves_the_ten_easiest_boards() {
    let mut boards: Vec<_> = measured().collect();
    boards.sort_by_key(|board| board.expansions);
    for board in &boards[..10] {
        let heuristics = ["manhattan", "walking-distance", "linear-conflict", "pdb"];
        let expanded = heuristics.map(|heuristic| solve(board, heuristic, "astar"));
        assert!(expanded[0] > expanded[3], "pdb expands fewer than manhattan: {expanded:?}");
    }
}

#[test]
fn ida_star_expansions_match_an_independent_program() {
    for board in measured().filter(|board| board.expansions < 70_000_000) {
        assert_eq!(solve(&board, "manhattan", "idastar"), board.expansions, "{}", board.text);
    }
}

/// The reference rules check a six-figure number of states and reject four forgeries.
#[test]
fn certificates_prove_optima_and_forgeries_are_rejected() {
    let board = measured().find(|board| board.expansions == 5_148_630).unwrap();
    let tiles = tiles(&board, "manhattan");
    let strategy: Strategy = "astar".parse().unwrap();
    let mut search = BestFirst::by_f(&tiles, Rule::new(&strategy), strategy.ties);
    let outcome = search.run(&mut Limits::none(), &mut ());
    assert_eq!(outcome.cost(), Some(board.optimum));
    let mut proof = Certificate { bound: Some(board.optimum), closed: search.closed().collect() };
    let states = proof.closed.len();
    assert!(states > 100_000, "{states} states");
    let reference = tiles.reference();
    let verify = |proof: &Certificate<u64>| {
        check(&reference, Some(Claim::Consistent), proof, &mut Limits::none())
    };
    assert_eq!(verify(&proof).unwrap().states, states as u64);

    let rejected = |proof: &Certificate<u64>, forgery: &str| {
        let result = verify(proof);
        let stopped = matches!(result, Err(CertificateError::Stopped(_)));
        assert!(result.is_err() && !stopped, "{forgery}: {result:?}");
    };
    proof.bound = Some(board.optimum + 2);
    rejected(&proof, "higher bound");
    proof.bound = None;
    rejected(&proof, "unsolvable");
    proof.bound = Some(board.optimum);
    let middle = states / 2;
    proof.closed[middle].1 += 2;
    rejected(&proof, "wrong g-value");
    proof.closed[middle].1 -= 2;
    proof.closed.swap_remove(middle);
    rejected(&proof, "missing state");
}
