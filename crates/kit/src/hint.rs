//! Hints: the next move of a plan that a second of search finds, else the most promising move.

use crate::game::Game;
use heureka_core::{Cost, Optimality, Outcome, Plan, Report, Stop, Strategy};
use std::time::Duration;

/// The time of each of the two searches.
const HALF: Duration = Duration::from_millis(500);
/// A strategy that finds some plan quickly.
const QUICK: &str = "anytime";

/// What is known about the rest of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A plan from the current state.
    Plan(Plan<String>, Optimality),
    /// There is no plan from here.
    Unsolvable,
    /// No plan was found in time.
    Guess {
        /// The most promising move; `None` if no move is legal.
        action: Option<String>,
        /// Every plan costs at least this.
        bound: Cost,
    },
    /// The user stopped the search.
    Interrupted,
}

/// Returns a hint: from the given strategy, else from a quick one, else a guess. `search` searches from the
/// current state of the game for at most the given time.
///
/// # Errors
/// If a search fails.
pub fn hint<E>(
    game: &dyn Game,
    strategy: &Strategy,
    mut search: impl FnMut(&Strategy, Duration) -> Result<Report<String>, E>,
) -> Result<Hint, E> {
    let quick = QUICK.parse();
    let mut bound = 0;
    for strategy in [Some(strategy), quick.as_ref().ok()].into_iter().flatten() {
        let report = search(strategy, HALF)?;
        bound = bound.max(report.stats.lower_bound.unwrap_or(0));
        match report.outcome {
            Outcome::Solved(plan, optimality) => return Ok(Hint::Plan(plan, optimality)),
            Outcome::Unsolvable => return Ok(Hint::Unsolvable),
            Outcome::Stopped(Stop::Interrupted) => return Ok(Hint::Interrupted),
            _ => {}
        }
    }
    Ok(Hint::Guess { action: game.guess(), bound })
}
