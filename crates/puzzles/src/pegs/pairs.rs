//! Every problem with one hole at the start and one peg at the end, up to symmetry, decided.

use super::board::Board;
use super::{Jump, Pegs, Proof, parity};
use crate::puzzle::Puzzle;
use heureka_core::search::Beam;
use heureka_core::{Limits, Outcome, Plan, Quotient, Stop, Strategy, solve_symmetric, validate};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The beam's width at first.
const WIDTH: u32 = 8;

/// What is known of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a plan, which the reference rules have accepted, found by a beam of this width or,
    /// without a width, by A\*.
    Solvable(Plan<Jump>, Option<u32>),
    /// There is none, by a proof without a search.
    Proved(Proof),
    /// There is none: a search has seen all that might have led to one.
    Exhausted,
    /// The effort allowed did not decide it, or it was interrupted.
    Open(Stop),
}

/// A problem, what is known of it, and what that took.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What is known.
    pub verdict: Verdict,
    /// Positions expanded.
    pub expanded: u64,
    /// Time taken, proofs that failed included.
    pub elapsed: Duration,
}

/// The pairs of a vacancy and a survivor that parity allows, one for each class of symmetric ones.
#[must_use]
pub fn pairs(board: &Board) -> Vec<(u8, u8)> {
    let cells = board.len() as u8;
    let mut pairs = vec![];
    for vacancy in 0..cells {
        for survivor in 0..cells {
            let image = |map: &Vec<u8>| (map[usize::from(vacancy)], map[usize::from(survivor)]);
            let first = board.symmetries().iter().map(image).min() == Some((vacancy, survivor));
            let (start, goal) = (board.full() & !(1 << vacancy), 1 << survivor);
            if first && parity::difference(board, start, goal).is_none() {
                pairs.push((vacancy, survivor));
            }
        }
    }
    pairs
}

/// Decides whether an instance can be solved: by proof, by a beam that grows, then by A\* that leaves
/// out what pagoda functions rule out. Each search may expand `effort` positions.
///
/// # Panics
/// If a search finds a plan that the reference rules refuse, which is a bug.
#[must_use]
pub fn decide(puzzle: Pegs, effort: u64, interrupt: &AtomicBool) -> Decision {
    let begun = Instant::now();
    let (verdict, expanded) = match Proof::find(&puzzle) {
        Some(proof) => (Verdict::Proved(proof), 0),
        None => search(puzzle, effort, interrupt),
    };
    Decision { verdict, expanded, elapsed: begun.elapsed() }
}

fn search(puzzle: Pegs, effort: u64, interrupt: &AtomicBool) -> (Verdict, u64) {
    let reference = puzzle.reference();
    let solvable = |plan: Plan<Jump>, width| {
        let accepted = validate(&reference, &plan);
        assert_eq!(accepted, Ok(()), "a search found a plan that the rules refuse");
        Verdict::Solvable(plan, width)
    };
    let limits = || Limits::none().expansions(effort).interrupt(interrupt);
    let puzzle = puzzle.with_heuristic("gathering").expect("it is in the list");
    let quotient = Quotient::new(&puzzle);
    let mut beam = Beam::new(&quotient, WIDTH, true);
    let outcome = beam.run(&mut limits(), &mut ());
    let (width, mut expanded) = (beam.width(), beam.stats().expanded);
    match outcome {
        Outcome::Solved(plan, _) => {
            let plan = quotient.lift(&plan).expect("boards keep their symmetries");
            return (solvable(plan, Some(width)), expanded);
        }
        Outcome::Unsolvable => return (Verdict::Exhausted, expanded),
        Outcome::Stopped(Stop::Interrupted) => {
            return (Verdict::Open(Stop::Interrupted), expanded);
        }
        Outcome::NotFound(_) | Outcome::Stopped(_) => {}
    }
    let puzzle = puzzle.with_heuristic("pagoda").expect("it is in the list");
    let strategy: Strategy = "astar(symmetry=yes)".parse().expect("it is a strategy");
    let report = solve_symmetric(&puzzle, &strategy, &mut limits(), &mut ())
        .expect("A* needs no ability but symmetry");
    expanded += report.stats.expanded;
    let verdict = match report.outcome {
        Outcome::Solved(plan, _) => solvable(plan, None),
        Outcome::Unsolvable => Verdict::Exhausted,
        Outcome::Stopped(why) => Verdict::Open(why),
        Outcome::NotFound(_) => Verdict::Open(Stop::Expansions),
    };
    (verdict, expanded)
}
