//! Reading puzzle texts: rows and words with their positions, and errors with a position and what was
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

/// A word or a row of a text, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word itself.
    pub text: &'a str,
    /// Its line, counted from 1.
    pub line: usize,
    /// The column of its first character, in characters, counted from 1.
    pub column: usize,
}

impl<'a> Word<'a> {
    /// Returns parts of this text, in their order, each with its place.
    pub fn parts(self, parts: impl Iterator<Item = &'a str>) -> impl Iterator<Item = Word<'a>> {
        // Each column is counted from the previous part, since a line may have a million parts.
        let (mut counted, mut column) = (0, self.column);
        parts.map(move |part| {
            let before = part.as_ptr() as usize - self.text.as_ptr() as usize;
            column += self.text[counted..before].chars().count();
            counted = before;
            Word { text: part, column, ..self }
        })
    }

    /// Returns the words of a row, separated by whitespace or commas.
    pub fn words(self) -> impl Iterator<Item = Word<'a>> {
        let separates = |c: char| c.is_whitespace() || c == ',';
        self.parts(self.text.split(separates).filter(|word| !word.is_empty()))
    }
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

/// Returns the rows of a text: a row ends at a line break or a slash. A slash includes one space on each
/// side, so that [`folded`] keeps the spaces of a row.
///
/// # Errors
/// If the text has a character that is not visible.
pub fn rows(text: &str) -> Result<impl Iterator<Item = Word<'_>>, ParseError> {
    rows_of(text, |line| line)
}

/// Returns the rows of a text, without comments: `#` begins a comment, which ends with its line.
///
/// # Errors
/// If the text has a character that is not visible.
pub fn rows_without_comments(text: &str) -> Result<impl Iterator<Item = Word<'_>>, ParseError> {
    rows_of(text, |line| line.split('#').next().unwrap_or_default())
}

/// Returns the words of each row that has any, without comments.
///
/// # Errors
/// If the text has a character that is not visible.
pub fn rows_of_words(text: &str) -> Result<Vec<Vec<Word<'_>>>, ParseError> {
    let rows = rows_without_comments(text)?.map(|row| row.words().collect::<Vec<_>>());
    Ok(rows.filter(|row| !row.is_empty()).collect())
}

/// Returns the words of a text, separated by whitespace, commas or slashes; `#` begins a comment.
///
/// # Errors
/// If the text has a character that is not visible.
pub fn words(text: &str) -> Result<impl Iterator<Item = Word<'_>>, ParseError> {
    Ok(rows_without_comments(text)?.flat_map(Word::words))
}

/// Returns the rows of the part of each line that counts.
///
/// Every reader of instances goes through here, so none accepts a text that looks like another one.
fn rows_of<'a>(
    text: &'a str,
    content: impl Fn(&'a str) -> &'a str,
) -> Result<impl Iterator<Item = Word<'a>>, ParseError> {
    reject_invisible(text)?;
    Ok((1..).zip(text.lines()).flat_map(move |(number, line)| {
        let line = Word { text: content(line), line: number, column: 1 };
        line.parts(line.text.split(" / ").flat_map(|part| part.split('/')))
    }))
}

/// Returns a text on one line, truncated.
#[must_use]
pub fn one_line(text: &str) -> String {
    const MAX: usize = 60;
    let line = folded(text);
    match line.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Returns a text on one line, which reads back to the same rows.
#[must_use]
pub fn folded(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" / ")
}

/// Rejects characters that a reader of the text cannot see, except spaces, tabs and ends of lines.
fn reject_invisible(text: &str) -> Result<(), ParseError> {
    // Most texts are plain ASCII and large ones take time, so whole bytes are looked at first.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_plain) {
        return Ok(());
    }
    for (number, line) in (1..).zip(text.lines()) {
        let found = line.chars().position(|c| is_invisible(c) && c != '\t');
        if let Some((index, c)) = found.and_then(|index| Some((index, line.chars().nth(index)?))) {
            let code = u32::from(c);
            let message = format!("invisible character U+{code:04X}: remove it");
            return Err(ParseError::at(number, index + 1, message));
        }
    }
    Ok(())
}

/// Returns whether a character is not visible and takes no space, changes the direction of the text, or
/// controls a terminal: Unicode's classes Cc and Cf, and `Default_Ignorable_Code_Point`.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}' | '\u{70F}'
            | '\u{890}'..='\u{891}' | '\u{8E2}' | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1343F}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns the moves of a plan, one move per word.
///
/// Words are separated by whitespace outside parentheses. A word that begins with `#` begins a
/// comment. The summary below a printed plan is skipped, and so are the states of a drawn one: its first
/// line is [`START`], and a heading such as `2. left` precedes every other state.
pub fn plan_words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let lines = text.lines().take_while(|line| line.split_whitespace().next() != Some(SUMMARY));
    let is_drawn = text.lines().next().is_some_and(|line| line.trim_end() == START);
    let mut step = 1;
    let mut is_below_blank = false;
    let lines = (1..).zip(lines).filter_map(move |(number, line)| {
        let word = Word { text: line, line: number, column: 1 };
        if !is_drawn {
            return Some(word);
        }
        let heading = is_below_blank.then(|| line.strip_prefix(&format!("{step}. "))).flatten();
        is_below_blank = line.is_empty();
        step += u32::from(heading.is_some());
        word.parts(heading.into_iter()).next()
    });
    lines.flat_map(|line| line.parts(moves_of(line.text).take_while(|word| !word.starts_with('#'))))
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

/// The heading of the first state of a drawn plan.
pub const START: &str = "start";

#[cfg(test)]
mod tests {
    use super::*;

    fn places<'a>(words: impl Iterator<Item = Word<'a>>) -> Vec<(&'a str, usize, usize)> {
        words.map(|word| (word.text, word.line, word.column)).collect()
    }

    #[test]
    fn words_know_their_places() {
        let expected = [("1", 1, 1), ("2", 1, 3), ("ä", 2, 2), ("33", 2, 5), ("4", 2, 8)];
        assert_eq!(places(words("1 2\r\n ä, 33/4 # no/9\n").unwrap()), expected);
    }

    #[test]
    fn a_slash_ends_a_row_and_keeps_its_spaces() {
        let text = " a\n\nb b \n/c";
        let expected = [(" a", 1, 1), ("", 2, 1), ("b b ", 3, 1), ("", 4, 1), ("c", 4, 2)];
        assert_eq!(places(rows(text).unwrap()), expected);
        let on_one_line = " a /  / b b  / /c";
        assert_eq!(folded(text), on_one_line);
        let again: Vec<_> = rows(on_one_line).unwrap().map(|row| (row.text, row.column)).collect();
        assert_eq!(again, [(" a", 1), ("", 6), ("b b ", 9), ("", 16), ("c", 17)]);
        let words: Vec<_> = rows_of_words("1,2/ 3 # 4/5\n#\n6").unwrap();
        assert_eq!(words.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1]);
    }

    #[test]
    fn invisible_characters_are_rejected_with_their_place() {
        for c in ['\0', '\x1B', '\r', '\u{85}', '\u{AD}', '\u{200B}', '\u{202E}', '\u{E0041}'] {
            let code = format!("line 2, column 3: invisible character U+{:04X}", u32::from(c));
            for result in [words(&format!("ä\nä {c}b")).err(), rows(&format!("ä\nä {c}b")).err()]
            {
                let error = result.expect("an invisible character").to_string();
                assert!(error.starts_with(&code), "{error}");
            }
        }
        assert_eq!(places(words("é\tß\u{A0}x\r\n").unwrap()).len(), 3);
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
        let word = words("\n  x").unwrap().next().unwrap();
        let error = word.number::<u8>("a number").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 3: 'x': expected a number");
        let error =
            words("256").unwrap().next().unwrap().number::<u8>("a number to 255").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 1: '256' is too large: expected a number to 255"
        );
    }
}
