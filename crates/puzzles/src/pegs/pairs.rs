//! Every problem with one hole at the start and one peg at the end, up to symmetry, decided.

use super::board::Board;
use super::tables::each_bit;
use super::watch::{MANY, Watch};
use super::{Jump, Pegs, Proof, pagoda, parity};
use heureka_core::search::Beam;
use heureka_core::{
    Cost, Layered, Limits, Outcome, Plan, Problem, Quotient, Reversible, Stop, Symmetric,
    count_plans, validate,
};
use heureka_kit::puzzle::Puzzle;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The beam's width at first.
const WIDTH: u32 = 8;
/// More openings and endings than this are not followed to find those that are forced.
const MOST_OPENINGS: usize = 8;
/// An exhausting search, which keeps no plans, may expand so many times what a beam may.
const EXHAUSTING: u64 = 25;

/// And take so much memory.
const MEMORY: u64 = 1 << 30;

/// How a plan was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a beam of this width.
    Beam(u32),
    /// By a beam of this width from the goal, where holes jump as pegs do.
    BeamBackwards(u32),
}

/// What is known of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a plan, which the reference rules have accepted.
    Solvable(Plan<Jump>, Way),
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

/// Decides whether an instance can be solved: by proof; by beams from both ends, which grow until one
/// finds a plan or drops nothing; or by walking all that pagoda functions leave, layer by layer.
/// Each of the latter two may expand some `effort` of positions.
///
/// # Panics
/// If a search finds a plan that the reference rules refuse, which is a bug.
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
    let Pegs { board, start, goal, .. } = *puzzle;
    let gathering = |start, goal| Pegs::new(board, start, goal).with_heuristic("gathering");
    let there = gathering(start, goal)?;
    let back = gathering(board.full() & !goal, board.full() & !start)?;
    let mut width = WIDTH;
    loop {
        for (problem, backwards) in [(&there, false), (&back, true)] {
            let quotient = Quotient::new(problem);
            let mut beam = Beam::new(&quotient, width, false);
            let left = effort.saturating_sub(*expanded);
            let outcome =
                beam.run(&mut Limits::none().expansions(left).interrupt(interrupt), &mut ());
            *expanded += beam.stats().expanded;
            match outcome {
                Outcome::Solved(plan, _) => {
                    let mut plan = quotient.lift(&plan).expect("boards keep their symmetries");
                    let way = if backwards {
                        // A jump of holes, taken back, is a jump of pegs.
                        plan.actions.reverse();
                        Way::BeamBackwards(width)
                    } else {
                        Way::Beam(width)
                    };
                    let accepted = validate(&puzzle.reference(), &plan);
                    assert_eq!(accepted, Ok(()), "a search found a plan that the rules refuse");
                    return Some(Verdict::Solvable(plan, way));
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

/// A problem without the positions from which the goal, or to which the way from the start, is ruled
/// out by a pagoda function.
struct Watched {
    pegs: Pegs,
    /// Knows what cannot reach the goal.
    ahead: Watch,
    /// Knows what cannot be reached from the start: the same where holes jump instead of pegs.
    behind: Watch,
}

impl Watched {
    fn new(board: &'static Board, start: u64, goal: u64) -> Self {
        let pegs = Pegs::new(board, start, goal);
        let ahead = Watch::new(board, &pegs.tables, (start, goal), MANY);
        let holes = |position: u64| board.full() & !position;
        let behind = Watch::new(board, &pegs.tables, (holes(goal), holes(start)), MANY);
        Self { pegs, ahead, behind }
    }
}

impl Problem for Watched {
    type State = u64;
    type Key = u64;
    type Action = Jump;
    fn start(&self) -> u64 {
        self.pegs.start
    }
    fn is_goal(&self, state: &u64) -> bool {
        self.pegs.is_goal(state)
    }
    fn successors(&self, state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        self.pegs.successors(state, &mut |jump, cost, next| {
            if !self.ahead.is_dead(next) {
                visit(jump, cost, next);
            }
        });
    }
    fn pack(&self, state: &u64) -> u64 {
        *state
    }
    fn unpack(&self, key: &u64) -> u64 {
        *key
    }
}

impl Reversible for Watched {
    fn goals(&self, visit: &mut impl FnMut(u64)) {
        self.pegs.goals(visit);
    }
    fn predecessors(&self, state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        self.pegs.predecessors(state, &mut |jump, cost, previous| {
            if !self.behind.is_dead(self.pegs.board.full() & !previous) {
                visit(jump, cost, previous);
            }
        });
    }
}

impl Layered for Watched {}

impl Symmetric for Watched {
    fn canonical(&self, state: &u64) -> u64 {
        self.pegs.canonical(state)
    }
    /// Dead ends are the same for all images, so they can be left out afterwards.
    #[inline]
    fn canonical_successors(&self, state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        self.pegs.canonical_successors(state, &mut |jump, cost, next| {
            if !self.ahead.is_dead(next) {
                visit(jump, cost, next);
            }
        });
    }
}

/// Walks from both ends all that pagoda functions leave of what lies between the jumps that are
/// forced there, until both walks meet or do not.
fn exhaust(puzzle: &Pegs, effort: u64, interrupt: &AtomicBool, expanded: &mut u64) -> Verdict {
    let (start, goal) = forced(puzzle);
    let watched = Watched::new(puzzle.board, start, goal);
    let most = effort.saturating_mul(EXHAUSTING);
    let limits = &mut Limits::none().expansions(most).memory(MEMORY).interrupt(interrupt);
    let depth = start.count_ones() - goal.count_ones();
    let found = count_plans(&Quotient::new(&watched), depth, limits);
    *expanded += found.stats.expanded;
    match found.stopped {
        Some(why) => Verdict::Open(why),
        None if found.plans == 0 => Verdict::Exhausted,
        // There is a plan, but nobody has kept it.
        None => Verdict::Open(Stop::Expansions),
    }
}

/// Start and goal after the first jumps and before the last ones that have no alternative, as
/// pagoda functions rule out all others, up to symmetry.
fn forced(puzzle: &Pegs) -> (u64, u64) {
    let Pegs { board, start, goal, .. } = *puzzle;
    let tables = &puzzle.tables;
    let mut only = (start, goal);
    let mut open = vec![only];
    while !open.is_empty() && open.len() <= MOST_OPENINGS {
        if let [one] = open[..] {
            only = one;
        }
        let mut next = vec![];
        for (start, goal) in open {
            let (firsts, lasts) = (tables.legal(start), tables.legal(board.full() & !goal));
            let forwards = firsts.count_ones() <= lasts.count_ones();
            each_bit(if forwards { firsts } else { lasts }, |jump| {
                let pair = if forwards {
                    (tables.after(start, jump), goal)
                } else {
                    (start, tables.after(goal, jump))
                };
                let (from, to) = (tables.images(pair.0), tables.images(pair.1));
                let pair = from.into_iter().zip(to).min().unwrap_or(pair);
                if !next.contains(&pair) && pagoda::between(board, pair.0, pair.1).is_none() {
                    next.push(pair);
                }
            });
        }
        open = next;
    }
    only
}
