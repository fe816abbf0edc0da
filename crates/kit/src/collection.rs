//! Collections: texts with many instances, and what is published about each.
//!
//! Most collections have one instance per line, which [`lines`] reads. A puzzle reads the formats of its own
//! field itself: see [`Puzzle::collection`](crate::puzzle::Puzzle::collection).

use crate::text::{ParseError, Word};

/// An instance of a collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// Its name or number, if the collection has one.
    pub name: Option<String>,
    /// Its text; if it is empty, the text is in a file.
    pub text: String,
    /// The name of the file with its text.
    pub file: Option<String>,
    /// Parameters that belong to it.
    pub parameters: Vec<(String, String)>,
    /// The published cost or length of an optimal plan.
    pub published: Option<f64>,
}

/// The instances of a collection, or what is wrong with its text.
pub type Rows = Result<Vec<Row>, ParseError>;

/// Returns whether a line is blank or a comment.
#[must_use]
pub fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    // A # without a space is a wall of a map.
    line.is_empty() || line == "#" || line.starts_with("# ")
}

/// Reads one instance per line. Blank lines and comments, which begin with `# `, are skipped.
///
/// Columns are separated by tabs: a name or number, the instance, the published optimum, and a name or
/// number if none came first; all but the instance are optional. Without tabs, the words before and
/// after the instance are these columns. `check` reads an instance.
///
/// # Errors
/// The first line without an instance, and what is wrong with it.
pub fn lines(text: &str, check: impl Fn(&str) -> Result<(), ParseError>) -> Rows {
    let mut rows = vec![];
    for (number, line) in (1..).zip(text.lines()) {
        if is_skipped(line) {
            continue;
        }
        let line = Word { text: line, line: number, column: 1 };
        let columns: Vec<Word> = line.parts(line.text.split('\t')).collect();
        rows.push(if columns.len() > 1 {
            of_columns(&columns, &check)
        } else {
            of_words(line, &check)
        }?);
    }
    Ok(rows)
}

/// Reads a line with tabs: its longest column is the instance.
fn of_columns(
    columns: &[Word],
    check: impl Fn(&str) -> Result<(), ParseError>,
) -> Result<Row, ParseError> {
    let length = |&at: &usize| (columns[at].text.trim().len(), usize::MAX - at);
    let at = (0..columns.len()).max_by_key(length).unwrap_or(0);
    let instance = columns[at];
    check(instance.text).map_err(|error| moved(error, instance))?;
    let named = |columns: &[Word]| {
        let words = columns.iter().map(|column| column.text.trim()).filter(|text| !text.is_empty());
        Some(words.collect::<Vec<_>>().join(" ")).filter(|name| !name.is_empty())
    };
    let after = &columns[at + 1..];
    let published = after.first().filter(|column| !column.text.trim().is_empty());
    let rest = after.get(1..).unwrap_or_default();
    Ok(Row {
        line: instance.line,
        name: named(&columns[..at]).or_else(|| named(rest)),
        text: instance.text.trim_end().to_owned(),
        published: published.map(optimum).transpose()?,
        ..Row::default()
    })
}

/// Reads a line without tabs: the whole line is the instance, or all but its last word, its first, or both.
fn of_words(line: Word, check: impl Fn(&str) -> Result<(), ParseError>) -> Result<Row, ParseError> {
    let words: Vec<Word> = line.parts(line.text.split_whitespace()).collect();
    let between = |first: usize, last: usize| {
        let (start, end) = (words.get(first)?, words.get(last)?);
        let offset = |text: &str| text.as_ptr() as usize - line.text.as_ptr() as usize;
        // Spaces at the beginning belong to the first row of a map.
        let start = if first == 0 { &line } else { start };
        let text = line.text.get(offset(start.text)..offset(end.text) + end.text.len())?;
        Some(Word { text, ..*start })
    };
    let last = words.len() - 1;
    let mut wrong = None;
    for (first, end) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let Some(instance) = last.checked_sub(end).and_then(|last| between(first, last)) else {
            continue;
        };
        match check(instance.text) {
            Ok(()) => {
                return Ok(Row {
                    line: line.line,
                    name: (first > 0).then(|| words[0].text.to_owned()),
                    text: instance.text.to_owned(),
                    published: (end > 0).then(|| optimum(&words[last])).transpose()?,
                    ..Row::default()
                });
            }
            Err(error) => wrong = wrong.or(Some(moved(error, instance))),
        }
    }
    Err(wrong.unwrap_or_else(|| line.error("expected an instance")))
}

/// Reads a published cost or length.
fn optimum(word: &Word) -> Result<f64, ParseError> {
    let number = Word { text: word.text.trim(), ..*word };
    let value: f64 = number.number("the published cost of an optimal plan")?;
    let wrong = || number.error(format!("'{}': expected a cost of at least 0", number.text));
    if value.is_finite() && value >= 0.0 { Ok(value) } else { Err(wrong()) }
}

/// Returns an error of an instance at its place in the collection.
fn moved(error: ParseError, instance: Word) -> ParseError {
    let column = if error.line == 1 && error.column > 0 { error.column - 1 } else { 0 };
    ParseError::at(instance.line, instance.column + column, error.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts three numbers.
    fn check(text: &str) -> Result<(), ParseError> {
        let numbers: Vec<_> = text.split_whitespace().collect();
        match numbers.iter().position(|word| word.parse::<u8>().is_err()) {
            Some(at) => Err(ParseError::at(1, 2 * at + 1, "expected a number")),
            None if numbers.len() == 3 => Ok(()),
            None => Err(ParseError::whole("expected three numbers")),
        }
    }

    fn row(line: usize, name: Option<&str>, published: Option<f64>) -> Row {
        let (name, text) = (name.map(str::to_owned), "3 1 2".to_owned());
        Row { line, name, text, published, ..Row::default() }
    }

    #[test]
    fn columns_may_be_separated_by_tabs_or_be_the_first_and_the_last_word() {
        let text = "# three numbers\n3 1 2\n\n 3 1 2 7\nx7 3 1 2\n#4 3 1 2 2.5\n3 1 2\t7\t25\n\
                    a b\t3 1 2\t\r\n25\t3 1 2\t7\tx\n";
        let expected = [
            row(2, None, None),
            Row { text: " 3 1 2".to_owned(), ..row(4, None, Some(7.0)) },
            row(5, Some("x7"), None),
            row(6, Some("#4"), Some(2.5)),
            row(7, Some("25"), Some(7.0)),
            row(8, Some("a b"), None),
            row(9, Some("25"), Some(7.0)),
        ];
        assert_eq!(lines(text, check).unwrap(), expected);
        assert_eq!(lines("", check).unwrap(), []);
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, place) in [
            ("3 1 2\n3 x 2", "line 2, column 3: expected a number"),
            ("1 2", "line 1, column 1: expected three numbers"),
            ("a\t3 x 2\t5", "line 1, column 5: expected a number"),
            ("3 1 2\tx", "line 1, column 7: 'x': expected the published cost of an optimal plan"),
            ("3 1 2 x", "line 1, column 7: 'x': expected the published cost of an optimal plan"),
            ("3 1 2\t-1", "line 1, column 7: '-1': expected a cost of at least 0"),
            ("x", "line 1, column 1: expected a number"),
        ] {
            assert_eq!(lines(text, check).unwrap_err().to_string(), place, "{text:?}");
        }
    }
}
