//! Decides problems with one hole at the start and one peg at the end.

use super::board::Board;
use super::watch::MANY_GAMES;
use super::watched::Watched;
use super::{Goal, Jump, Pegs, Proof, info, pagoda, parity};
use heureka_core::abilities::Reversible as _;
use heureka_core::count_plans::count_plans;
use heureka_core::quotient::Quotient;
use heureka_core::search::{Beam, Search as _};
use heureka_core::{Limits, Outcome, Plan, Problem as _, Stop, validate};
use heureka_kit::puzzle::Puzzle;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The first width of a beam.
const WIDTH: u32 = 8;
/// The largest number of openings and endings that are followed to find forced jumps.
const MAX_OPENINGS: usize = 8;
/// How many times the effort of a beam an exhaustive search may spend, as it keeps no plans.
const EXHAUSTIVE_FACTOR: u64 = 25;
/// The memory limit of an exhaustive search.
const MEMORY: u64 = 1 << 30;

/// The answer to whether a problem is solvable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A beam search found a plan, and the reference rules accept it.
    Solvable {
        /// The plan.
        plan: Plan<Jump>,
        /// The width of the beam.
        width: u32,
        /// Whether the search went from the goal to the start.
        backward: bool,
    },
    /// A proof without a search shows that there is no plan.
    Proved(Proof),
    /// An exhaustive search found no plan.
    Exhausted,
    /// The search was stopped before it decided the problem.
    Open(Stop),
}

/// A verdict and what it took.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The number of positions expanded.
    pub expanded: u64,
    /// The time taken, including failed proofs.
    pub elapsed: Duration,
}

/// Returns the pairs of a vacancy and a survivor that parity allows, one from each symmetry class.
#[must_use]
pub fn pairs(board: &Board) -> Vec<(u8, u8)> {
    let cells = 0..board.cell_count() as u8;
    let all = cells.clone().flat_map(|vacancy| cells.clone().map(move |cell| (vacancy, cell)));
    let is_first = |&(vacancy, survivor): &(u8, u8)| {
        let image = |map: &Vec<u8>| (map[usize::from(vacancy)], map[usize::from(survivor)]);
        board.symmetries().iter().map(image).min() == Some((vacancy, survivor))
    };
    let is_allowed = |&(vacancy, survivor): &(u8, u8)| {
        parity::difference(board, board.full() & !(1 << vacancy), 1 << survivor).is_none()
    };
    all.filter(is_first).filter(is_allowed).collect()
}

/// Decides whether an instance is solvable: by proof; by growing beams from both ends, until one finds
/// a plan or drops nothing; or by exhausting the positions that pagoda functions leave.
///
/// The beams together expand at most `effort` positions, the exhaustive search 25 times as many.
///
/// # Panics
/// If a search finds a plan that the reference rules reject, which is a bug.
#[must_use]
pub fn decide(puzzle: &Pegs, effort: u64, interrupt: &AtomicBool) -> Decision {
    let begun = Instant::now();
    let mut expanded = 0;
    let verdict = match Proof::find(puzzle) {
        Some(proof) => Verdict::Proved(proof),
        None => beams(puzzle, effort, interrupt, &mut expanded)
            .unwrap_or_else(|| exhaust(puzzle, effort, interrupt, &mut expanded)),
    };
    Decision { verdict, expanded, elapsed: begun.elapsed() }
}

fn beams(
    puzzle: &Pegs,
    effort: u64,
    interrupt: &AtomicBool,
    expanded: &mut u64,
) -> Option<Verdict> {
    // Whether a plan exists does not depend on what it costs.
    let start = puzzle.position(puzzle.start);
    let forward = Pegs::new(&puzzle.board, start, puzzle.goal);
    let reversed = puzzle.goal.position().map(|goal| puzzle.reversed(goal));
    let mut problems = vec![(forward, false)];
    problems.extend(reversed.map(|problem| (problem, true)));
    for (problem, _) in &mut problems {
        problem.select(info::GATHERING);
    }
    let mut width = WIDTH;
    loop {
        for &(ref problem, backward) in &problems {
            let quotient = Quotient::new(problem);
            let mut beam = Beam::new(&quotient, width, false);
            let left = effort.saturating_sub(*expanded);
            let limits = &mut Limits::none().expansions(left).interrupt(interrupt);
            let outcome = beam.run(limits, &mut ());
            *expanded += beam.stats().expanded;
            match outcome {
                Outcome::Solved(plan, _) => {
                    let mut plan = quotient.lift(&plan).expect("boards keep their symmetries");
                    if backward {
                        plan.actions.reverse();
                    }
                    let accepted = validate(&problems[0].0.reference(), &plan);
                    assert_eq!(accepted, Ok(()), "the reference rules reject a plan");
                    return Some(Verdict::Solvable { plan, width, backward });
                }
                Outcome::Unsolvable => return Some(Verdict::Exhausted),
                Outcome::Stopped(Stop::Interrupted) => {
                    return Some(Verdict::Open(Stop::Interrupted));
                }
                Outcome::Stopped(_) => return None,
                Outcome::NotFound(_) => {}
            }
        }
        width = width.saturating_mul(2);
    }
}

/// Explores from both ends, between the forced jumps, all positions that pagoda functions leave.
fn exhaust(puzzle: &Pegs, effort: u64, interrupt: &AtomicBool, expanded: &mut u64) -> Verdict {
    let start = puzzle.position(puzzle.start);
    let (start, goal) = match puzzle.goal {
        Goal::AnyPeg => (start, Goal::AnyPeg),
        Goal::Position(goal) => {
            let (start, goal) = forced(puzzle, start, goal);
            (start, Goal::Position(goal))
        }
    };
    let pegs = Pegs::new(&puzzle.board, start, goal);
    let depth = pegs.surplus(pegs.start);
    let most = effort.saturating_mul(EXHAUSTIVE_FACTOR);
    let limits = &mut Limits::none().expansions(most).memory(MEMORY).interrupt(interrupt);
    let found = count_plans(&Quotient::new(&Watched::new(pegs, MANY_GAMES)), depth, limits);
    *expanded += found.stats.expanded;
    match found.stopped {
        Some(why) => Verdict::Open(why),
        None if found.plans == 0 => Verdict::Exhausted,
        // Plans exist, but counting does not keep them.
        None => Verdict::Open(Stop::Expansions),
    }
}

/// Returns start and goal after the first jumps and before the last jumps that are forced, because
/// pagoda functions rule out all others, up to symmetry.
fn forced(puzzle: &Pegs, start: u64, goal: u64) -> (u64, u64) {
    let Pegs { board, tables, .. } = puzzle;
    let mut only = (start, goal);
    let mut open = vec![only];
    while !open.is_empty() && open.len() <= MAX_OPENINGS {
        if let [one] = open[..] {
            only = one;
        }
        let mut next = vec![];
        for (start, goal) in open {
            let (mut firsts, mut lasts) = (vec![], vec![]);
            puzzle.successors(&start, &mut |_, _, after| {
                firsts.push((puzzle.position(after), goal));
            });
            puzzle.predecessors(&goal, &mut |_, _, before| lasts.push((start, before)));
            for pair in if firsts.len() <= lasts.len() { firsts } else { lasts } {
                let images = tables.images(pair.0).into_iter().zip(tables.images(pair.1));
                let pair = images.min().unwrap_or(pair);
                if !next.contains(&pair) && pagoda::between(board, pair.0, pair.1).is_none() {
                    next.push(pair);
                }
            }
        }
        open = next;
    }
    only
}
