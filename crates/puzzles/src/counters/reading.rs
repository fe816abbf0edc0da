//! Reading boards and moves, and making random ones.

use super::info::INFO;
use heureka_kit::text::{ParseError, Word, words};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write;

/// The longest side of a board.
pub const LONGEST_SIDE: usize = 4096;

/// Two counters that change places, the smaller first, counted from 0.
pub type Swap = (u32, u32);

/// The side of a square of so many cells.
pub(super) fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side > 0 && side * side == cells && side <= LONGEST_SIDE).then_some(side)
}

/// How many counters a text seems to hold: enough to know which type of board it needs.
#[must_use]
pub fn count(text: &str) -> usize {
    words(text).count()
}

/// The counters of a text, from 0.
///
/// # Errors
/// What is wrong: no number, not a perfect square, out of range, or there twice.
pub fn read(text: &str) -> Result<Vec<u32>, ParseError> {
    let expected = "the number of a counter, 1 or more";
    let numbers: Result<Vec<u32>, _> = words(text).map(|word| word.number(expected)).collect();
    let mut numbers = numbers?;
    let cells = numbers.len();
    if side(cells).is_none() {
        return Err(ParseError::whole(match cells {
            0 => "there are no counters: expected the numbers 1 to n in some order".to_owned(),
            _ => format!(
                "{cells} counters: expected a perfect square, such as 4, 9, 16 or 25, up to {}",
                LONGEST_SIDE * LONGEST_SIDE
            ),
        }));
    }
    let at = |place: usize, message: String| {
        words(text).nth(place).map_or_else(
            || ParseError::whole(message.clone()),
            |word: Word<'_>| word.error(message.clone()),
        )
    };
    let mut seen = vec![false; cells];
    for (place, number) in numbers.iter_mut().enumerate() {
        let Some(counter) = number.checked_sub(1).filter(|&c| (c as usize) < cells) else {
            return Err(at(place, format!("'{number}': expected a number from 1 to {cells}")));
        };
        if std::mem::replace(&mut seen[counter as usize], true) {
            let text = format!("'{number}' is there twice: expected each of 1 to {cells} once");
            return Err(at(place, text));
        }
        *number = counter;
    }
    Ok(numbers)
}

/// The number of counters of a size such as `5x5` or `25`.
///
/// # Errors
/// If it is no square.
pub fn cells_of_size(size: &str) -> Result<usize, ParseError> {
    let wrong = || {
        ParseError::whole(format!("'{size}' is no size of a square board: expected {}", INFO.sizes))
    };
    let number = |text: &str| text.parse::<usize>().ok();
    let cells = match size.split_once('x') {
        Some((rows, cols)) => {
            let rows = number(rows).filter(|&rows| Some(rows) == number(cols));
            rows.and_then(|rows| rows.checked_mul(rows))
        }
        None => number(size),
    };
    cells.filter(|&cells| side(cells).is_some()).ok_or_else(wrong)
}

/// Counters from 0 in random order, the same for the same seed; not in order already, unless there
/// is but one.
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

/// The text of a board, a line for each row.
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
///
/// # Errors
/// Only those of `out`.
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
