//! Texts of boards, sizes and moves, and random boards.

use super::info::INFO;
use heureka_kit::board::{invalid_size, parse_numbers};
use heureka_kit::numbers::{count as grouped, plural};
use heureka_kit::text::{ParseError, words};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write;

/// The maximum side of a board.
const MAX_SIDE: usize = 4096;

/// Two counters to swap, the smaller first, from 0.
pub type Swap = (u32, u32);

/// Returns the side of a square board with this many cells.
pub(super) fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side > 0 && side * side == cells && side <= MAX_SIDE).then_some(side)
}

/// Returns the number of words in a text, which determines the type of board.
///
/// # Errors
/// If the text has a character that is not visible.
pub fn count(text: &str) -> Result<usize, ParseError> {
    Ok(words(text)?.count())
}

/// Reads the counters of a text, from 0.
///
/// # Errors
/// If the words are not the numbers 1 to n, each once, n a perfect square.
pub fn read(text: &str) -> Result<Vec<u32>, ParseError> {
    let expected = "the number of a counter, 1 or more";
    let numbers: Result<Vec<u32>, _> = words(text)?.map(|word| word.number(expected)).collect();
    let mut numbers = numbers?;
    let cells = numbers.len();
    if cells == 0 {
        return Err(ParseError::whole("no counters: expected the numbers 1 to n in any order"));
    }
    if side(cells).is_none() {
        return Err(not_square(cells));
    }
    let at = |index: usize, message: String| match words(text).map(|mut words| words.nth(index)) {
        Ok(Some(word)) => word.error(message),
        _ => ParseError::whole(message),
    };
    let mut seen = vec![false; cells];
    for (index, number) in numbers.iter_mut().enumerate() {
        let Some(counter) = number.checked_sub(1).filter(|&c| (c as usize) < cells) else {
            return Err(at(index, format!("'{number}': expected a number from 1 to {cells}")));
        };
        if std::mem::replace(&mut seen[counter as usize], true) {
            let message = format!("duplicate '{number}': expected each of 1 to {cells} once");
            return Err(at(index, message));
        }
        *number = counter;
    }
    Ok(numbers)
}

fn not_square(cells: usize) -> ParseError {
    ParseError::whole(format!(
        "{}: expected a perfect square, such as 4, 9, 16 or 25, up to {}",
        plural(cells as u64, "counter"),
        grouped((MAX_SIDE * MAX_SIDE) as u64)
    ))
}

/// Reads a size such as `5x5` or `25` and returns the number of counters.
///
/// # Errors
/// If the board is not square, or too large.
pub fn cells_of_size(size: &str) -> Result<usize, ParseError> {
    let cells = match parse_numbers(size, INFO.sizes)?[..] {
        [cells] => Some(cells),
        [rows, cols] if rows == cols => rows.checked_mul(cols),
        _ => None,
    };
    let cells = cells.ok_or_else(|| invalid_size(size, INFO.sizes))?;
    side(cells).map(|_| cells).ok_or_else(|| not_square(cells))
}

/// Returns counters from 0 in a random order other than ascending, unless there is only one.
#[must_use]
pub fn shuffled(cells: usize, seed: u64) -> Vec<u32> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut counters: Vec<u32> = (0..cells as u32).collect();
    loop {
        counters.shuffle(&mut generator);
        if cells < 2 || !counters.is_sorted() {
            return counters;
        }
    }
}

/// Returns the text of a board, one row per line.
#[must_use]
pub fn text(counters: impl ExactSizeIterator<Item = u32>) -> String {
    let cells = counters.len();
    let side = cells.isqrt().max(1);
    let mut text = String::with_capacity(cells * (cells.to_string().len() + 1));
    for (cell, counter) in counters.enumerate() {
        let end = if (cell + 1).is_multiple_of(side) { '\n' } else { ' ' };
        // Writing to a string does not fail.
        let _ = write!(text, "{}{end}", counter + 1);
    }
    text
}

/// Writes a move.
pub(super) fn show_swap((a, b): Swap, out: &mut dyn Write) -> std::fmt::Result {
    write!(out, "{}-{}", a + 1, b + 1)
}

/// Reads a move, the counters in either order.
pub(super) fn parse_swap(word: &str, cells: usize) -> Option<Swap> {
    let (a, b) = word.split_once('-')?;
    let counter = |text: &str| {
        let number = text.parse::<u32>().ok()?.checked_sub(1)?;
        ((number as usize) < cells).then_some(number)
    };
    let (a, b) = (counter(a)?, counter(b)?);
    (a != b).then_some((a.min(b), a.max(b)))
}
