//! A sheet of puzzles as one picture.

use super::explain::explain;
use super::generate::Judged;
use heureka_kit::draw::{Picture, strip};

/// What is said below a puzzle.
#[must_use]
pub fn caption(number: usize, puzzle: &Judged) -> String {
    let quality = &puzzle.quality;
    let unique =
        if quality.unique { "one shortest solution" } else { "several shortest solutions" };
    format!("{number}. {} moves, {unique}", quality.length)
}

/// The sheet as one picture, the puzzles alone or with their solutions.
#[must_use]
pub fn picture(puzzles: &[Judged], solved: bool) -> Picture {
    strip(puzzles.len(), |place| {
        let explained = explain(&puzzles[place].grid);
        let picture = if solved { explained.solved_picture() } else { explained.picture() };
        (caption(place + 1, &puzzles[place]), picture)
    })
}
