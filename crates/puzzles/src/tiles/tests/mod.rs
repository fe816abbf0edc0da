//! Tests of the whole puzzle; those of single parts are with the parts.

mod distances;
mod reading;
mod rules;

use super::{Tiles, info};
use heureka_core::{Cost, Problem};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_kit::text::ParseError;

/// The place of a heuristic in the puzzle's list.
fn heuristic(name: &str) -> usize {
    info::INFO.heuristics.iter().position(|h| h.name == name).expect("a heuristic of that name")
}

/// A random solvable board of a size with a heuristic.
fn random<W>(size: &str, seed: u64, name: &str) -> Tiles<W>
where
    Tiles<W>: Puzzle,
{
    let mut tiles = Tiles::random(size, &Parameters::default(), seed).expect("a random board");
    tiles.set_heuristic(heuristic(name));
    tiles
}

/// Reads a board whose shape is plain from the text.
fn parse(text: &str) -> Result<Tiles<u64>, ParseError> {
    Tiles::parse(text, &Parameters::default())
}

/// A pseudo-random number below `n`, for walks that need no more than variety.
fn below(n: usize, seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % n
}

/// IDA\* as plainly as it can be written: the cost of a cheapest plan and how many nodes were
/// expanded, the goal not counted.
fn ida<P: Problem>(problem: &P) -> (Cost, u64) {
    fn dfs<P: Problem>(
        problem: &P,
        state: &P::State,
        last: Option<P::Action>,
        left: Cost,
        expanded: &mut u64,
    ) -> Result<(), Cost> {
        if problem.is_goal(state) {
            return Ok(());
        }
        *expanded += 1;
        let mut over = Cost::MAX;
        let mut found = false;
        problem.successors(state, &mut |action, cost, next| {
            if found || last.is_some_and(|last| problem.undoes(last, action)) {
                return;
            }
            let needed = cost + problem.h(&next);
            if needed > left {
                over = over.min(needed - left);
                return;
            }
            match dfs(problem, &next, Some(action), left - cost, expanded) {
                Ok(()) => found = true,
                Err(o) => over = over.min(o),
            }
        });
        if found { Ok(()) } else { Err(over) }
    }
    let start = problem.start();
    let (mut bound, mut expanded) = (problem.h(&start), 0);
    while let Err(over) = dfs(problem, &start, None, bound, &mut expanded) {
        bound += over;
    }
    (bound, expanded)
}
