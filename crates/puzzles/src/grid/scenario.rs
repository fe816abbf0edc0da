//! Scenarios of the Moving AI benchmarks: pairs of cells on a map, and the length of a shortest path.
//!
//! A file begins with `version 1`. Each further line has nine fields: bucket, map, width and height of the
//! map, column and row of the start, column and row of the goal, length. Blank lines and comments (`# …`)
//! are skipped. The format:
//! <https://movingai.com/benchmarks/formats.html>.

use heureka_kit::board::Cell;
use heureka_kit::collection::{Row, is_skipped};
use heureka_kit::text::{ParseError, Word};

/// A problem of a scenario file.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The name of the map, often with folders.
    pub map: String,
    /// The number of columns of the map.
    pub width: u16,
    /// The number of rows of the map.
    pub height: u16,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: Cell,
    /// The length of a shortest path, where a diagonal move is √2 long and cuts no corner.
    pub length: f64,
}

/// Reads a scenario file.
///
/// # Errors
/// What is wrong, where, and what was expected.
pub fn read(text: &str) -> Result<Vec<Scenario>, ParseError> {
    const VERSION: &str = "'version 1' in the first line";
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !is_skipped(text));
    let mut lines = lines.map(|(number, text)| {
        let line = Word { text, line: number, column: 1 };
        // A slash belongs to the name of a map.
        (line, line.parts(text.split_whitespace()).collect::<Vec<_>>())
    });
    let Some((first, words)) = lines.next() else {
        return Err(ParseError::at(1, 1, format!("the file is empty: expected {VERSION}")));
    };
    match words[..] {
        [word, version] if word.text == "version" => {
            if version.text.parse() != Ok(1.0) {
                return Err(version.error(format!("version '{}': expected 1", version.text)));
            }
        }
        _ => return Err(first.error(format!("expected {VERSION}"))),
    }
    lines.map(|(line, words)| scenario(line, &words)).collect()
}

fn scenario(line: Word<'_>, words: &[Word<'_>]) -> Result<Scenario, ParseError> {
    let &[bucket, map, width, height, from_col, from_row, to_col, to_row, length] = words else {
        let column = line.text.trim_end().chars().count() + 1;
        let message = format!(
            "{} fields: expected 9: bucket, map, width, height, start column and row, goal column and \
             row, length",
            words.len()
        );
        return Err(ParseError::at(
            line.line,
            words.get(9).map_or(column, |word| word.column),
            message,
        ));
    };
    bucket.number::<u32>("the number of a bucket")?;
    let side = |word: Word<'_>, what| word.number_in::<u16>(what, 1..=u16::MAX);
    let (cols, rows) = (side(width, "a width from")?, side(height, "a height from")?);
    let cell = |col: Word<'_>, row: Word<'_>| {
        let col = col.number_in("a column from", 0..=cols - 1)?;
        Ok::<_, ParseError>(Cell::new(row.number_in("a row from", 0..=rows - 1)?, col))
    };
    let expected = "a length such as 4.24264069";
    let number: f64 = length.number(expected)?;
    if !(0.0..f64::INFINITY).contains(&number) {
        return Err(length.error(format!("'{}': expected {expected}", length.text)));
    }
    Ok(Scenario {
        line: line.line,
        map: map.text.to_owned(),
        width: cols,
        height: rows,
        start: cell(from_col, from_row)?,
        goal: cell(to_col, to_row)?,
        length: number,
    })
}

/// Returns the columns and rows that the first lines of a Moving AI map state.
#[must_use]
pub fn map_size(text: &str) -> Option<(u16, u16)> {
    let value = |name: &str| {
        let rest = text.lines().take(4).find_map(|line| line.strip_prefix(name))?;
        rest.trim().parse().ok()
    };
    Some((value("width ")?, value("height ")?))
}

/// Returns whether a text is a list of scenarios: its first line is the version or has nine fields, which are
/// numbers except for the map.
pub(super) fn is_list(text: &str) -> bool {
    let first = text.lines().find(|line| !is_skipped(line)).unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    let are_numbers = |fields: &[&str]| fields.iter().all(|field| field.parse::<f64>().is_ok());
    match words[..] {
        ["version", ..] => true,
        [bucket, _, ref rest @ ..] => {
            rest.len() == 7 && are_numbers(&[bucket]) && are_numbers(rest)
        }
        _ => false,
    }
}

impl From<Scenario> for Row {
    /// Makes the scenario a row whose instance has the text of the map.
    fn from(scenario: Scenario) -> Self {
        let cell = |name: &str, at: Cell| (name.to_owned(), format!("{},{}", at.col, at.row));
        Self {
            line: scenario.line,
            file: Some(scenario.map),
            map_size: Some((scenario.width, scenario.height)),
            parameters: vec![cell("start", scenario.start), cell("goal", scenario.goal)],
            published: Some(scenario.length),
            ..Self::default()
        }
    }
}
