//! Reading puzzle texts: words with their positions, and errors with a position and what was
//! expected.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// An error in a text: what is wrong, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ParseError {
    /// The line, counted from 1; 0 if the error has no position.
    pub line: usize,
    /// The column in characters, counted from 1; 0 if the error is about a whole line.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl ParseError {
    /// Returns an error at a place.
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into() }
    }

    /// Returns an error about the whole text.
    pub fn whole(message: impl Into<String>) -> Self {
        Self::at(0, 0, message)
    }
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => {}
            (line, 0) => write!(f, "line {line}: ")?,
            (line, column) => write!(f, "line {line}, column {column}: ")?,
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

/// Returns what `write` writes; writing to a string cannot fail.
pub(crate) fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    let _ = write(&mut text);
    text
}

/// A word of a text and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word itself.
    pub text: &'a str,
    /// Its line, counted from 1.
    pub line: usize,
    /// The column of its first character, in characters, counted from 1.
    pub column: usize,
}

impl Word<'_> {
    /// Returns an error at this word.
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(self.line, self.column, message)
    }

    /// Parses the word as a number.
    ///
    /// # Errors
    /// If it is not a number; the error says what was expected.
    pub fn number<N: FromStr>(&self, expected: &str) -> Result<N, ParseError> {
        self.text.parse().map_err(|_| {
            let digits = !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit());
            let wrong = if digits { " is too large" } else { "" };
            self.error(format!("'{}'{wrong}: expected {expected}", self.text))
        })
    }

    /// Parses the word as a number in a range.
    ///
    /// # Errors
    /// If it is not a number in the range; the error names both.
    pub fn number_in<N: FromStr + PartialOrd + Display>(
        &self,
        what: &str,
        range: RangeInclusive<N>,
    ) -> Result<N, ParseError> {
        let expected = format!("{what} {} to {}", range.start(), range.end());
        let number = self.number(&expected)?;
        let outside = || self.error(format!("'{number}': expected {expected}"));
        if range.contains(&number) { Ok(number) } else { Err(outside()) }
    }
}

/// Returns the words of a text, separated by whitespace, commas or slashes; `#` begins a comment.
pub fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let separates = |c: char| c.is_whitespace() || c == ',' || c == '/';
    text.lines().enumerate().flat_map(move |(i, line)| {
        let line = line.split('#').next().unwrap_or_default();
        placed(line, i + 1, line.split(separates).filter(|word| !word.is_empty()))
    })
}

/// Returns the words of each nonempty row of numbered lines; a row ends at a line break or a slash.
pub fn rows<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<Vec<Word<'a>>> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let rows = lines.flat_map(|(number, line)| {
        let line = line.split('#').next().unwrap_or_default();
        line.split('/').map(move |row| {
            let words = row.split(separates).filter(|word| !word.is_empty());
            placed(line, number, words).collect::<Vec<_>>()
        })
    });
    rows.filter(|row| !row.is_empty()).collect()
}

/// Returns parts of a line, each with its place.
pub fn placed<'a>(
    line: &'a str,
    number: usize,
    parts: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = Word<'a>> {
    // Each column is counted from the previous part, since a line may have a million parts.
    let (mut counted, mut column) = (0, 1);
    parts.map(move |part| {
        let before = part.as_ptr() as usize - line.as_ptr() as usize;
        column += line[counted..before].chars().count();
        counted = before;
        Word { text: part, line: number, column }
    })
}

/// Returns the moves of a plan, one move per word.
///
/// Words are separated by whitespace outside parentheses. A word that begins with `#` begins a
/// comment. The summary below a printed plan is skipped.
pub fn plan_words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let lines = text.lines().take_while(|line| line.split_whitespace().next() != Some(SUMMARY));
    lines.enumerate().flat_map(|(i, line)| {
        placed(line, i + 1, moves_of(line).take_while(|word| !word.starts_with('#')))
    })
}

/// Returns the words of a line; a word that begins with a parenthesis ends after the closing one.
fn moves_of(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let space = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let closed = rest.strip_prefix('(').and_then(|inner| inner.find(['(', ')', '#']));
        let closed = closed.map(|at| at + 1).filter(|&at| rest[at..].starts_with(')'));
        let (word, after) = rest.split_at(closed.map_or(space, |at| space.max(at + 1)));
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// The first word of the summary below a printed plan; no move has this name.
pub const SUMMARY: &str = "solved";

#[cfg(test)]
mod tests {
    use super::*;

    fn places<'a>(words: impl Iterator<Item = Word<'a>>) -> Vec<(&'a str, usize, usize)> {
        words.map(|word| (word.text, word.line, word.column)).collect()
    }

    #[test]
    fn words_know_their_places() {
        let expected = [("1", 1, 1), ("2", 1, 3), ("ä", 2, 2), ("33", 2, 5), ("4", 2, 8)];
        assert_eq!(places(words("1 2\r\n ä, 33/4 # no\n")), expected);
    }

    #[test]
    fn a_plan_ends_at_its_summary() {
        let text = "1>2 a/b,c # first\n  3>1\n\nsolved  4 moves\ncost 4";
        let expected = [("1>2", 1, 1), ("a/b,c", 1, 5), ("3>1", 2, 3)];
        assert_eq!(places(plan_words(text)), expected);
    }

    #[test]
    fn parentheses_hold_a_move_together() {
        let text = "(5, down) (4,up)\n (3, left,up)(2 # (1, up)";
        let first = [("(5, down)", 1, 1), ("(4,up)", 1, 11)];
        let second = [("(3, left,up)", 2, 2), ("(2", 2, 14)];
        assert_eq!(places(plan_words(text)), [first, second].concat());
    }

    #[test]
    fn errors_name_the_place() {
        let word = words("\n  x").next().unwrap();
        let error = word.number::<u8>("a number").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 3: 'x': expected a number");
        let error = words("256").next().unwrap().number::<u8>("a number to 255").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 1: '256' is too large: expected a number to 255"
        );
    }
}
