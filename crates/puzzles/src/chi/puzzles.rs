//! Files of boards, one a line.

use crate::tiles::Shape;
use crate::tiles::shape::read_words;
use heureka_kit::text::{ParseError, Word, words};

/// Reads boards of a shape, one a line; empty lines and comments are skipped.
///
/// # Errors
/// What is wrong in which line, and what was expected; also if there is no board at all.
pub fn read(text: &str, shape: Shape) -> Result<Vec<Vec<u8>>, ParseError> {
    let words: Vec<Word> = words(text).collect();
    if words.is_empty() {
        return Err(ParseError::whole(format!(
            "no puzzle: expected lines of {} numbers from 0 to {}",
            shape.cells(),
            shape.cells() - 1
        )));
    }
    words.chunk_by(|a, b| a.line == b.line).map(|line| read_words(line, shape)).collect()
}

/// Random boards of a shape, one for each seed from the given one on.
#[must_use]
pub fn random(shape: Shape, count: usize, seed: u64) -> Vec<Vec<u8>> {
    (0..count as u64).map(|nth| shape.shuffled(seed.wrapping_add(nth))).collect()
}

/// Boards as [`read`] takes them.
#[must_use]
pub fn write(boards: &[Vec<u8>]) -> String {
    let line = |board: &Vec<u8>| {
        let tiles: Vec<_> = board.iter().map(ToString::to_string).collect();
        tiles.join(" ") + "\n"
    };
    boards.iter().map(line).collect()
}
