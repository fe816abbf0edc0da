//! Files of boards, one per line.

use crate::tiles::text::read_board;
use heureka_kit::board::{Size, shuffled};
use heureka_kit::text::{ParseError, Word, words};

/// Reads boards of a size, one per line; skips empty lines and comments.
///
/// # Errors
/// If a line is not a board, or the file has none.
pub fn read(text: &str, size: Size) -> Result<Vec<Vec<u8>>, ParseError> {
    let words: Vec<Word> = words(text)?.collect();
    if words.is_empty() {
        return Err(ParseError::whole(format!(
            "no puzzle: expected lines of {} numbers from 0 to {}",
            size.cells(),
            size.cells() - 1
        )));
    }
    let lines = words.chunk_by(|a, b| a.line == b.line);
    lines.map(|line| read_board(line.iter().copied(), size)).collect()
}

/// Returns random boards of a size with consecutive seeds.
#[must_use]
pub fn random(size: Size, count: usize, seed: u64) -> Vec<Vec<u8>> {
    (0..count as u64).map(|nth| shuffled(size.cells() as u8, seed.wrapping_add(nth))).collect()
}

/// Returns the text of boards, as [`read`] reads it.
#[must_use]
pub fn write(boards: &[Vec<u8>]) -> String {
    let line = |board: &Vec<u8>| {
        let tiles: Vec<_> = board.iter().map(ToString::to_string).collect();
        tiles.join(" ") + "\n"
    };
    boards.iter().map(line).collect()
}
