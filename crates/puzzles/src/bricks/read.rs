//! Reading a state file, leniently, with errors that name the place.
//!
//! Lines end with LF or CRLF, with or without the comma before; spaces and empty lines do no harm, nor
//! do gaps in the numbers of the bricks.

use super::matrix::{EMPTY, GOAL, GameState, MASTER, WALL};
use heureka_kit::text::ParseError;

/// No side of a matrix may be longer.
pub const LONGEST_SIDE: usize = 256;

/// A value between commas, with its place.
#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Value<'_> {
    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(self.line, self.column, message)
    }
}

/// The values of a line; the comma at its end closes the last one and opens no other.
fn values(line: &str, number: usize) -> Vec<Value<'_>> {
    let body = line.trim_end();
    let body = body.strip_suffix(',').unwrap_or(body);
    let mut column = 1;
    let mut values = vec![];
    for part in body.split(',') {
        let text = part.trim();
        let before = part.chars().take_while(|c| c.is_whitespace()).count();
        values.push(Value { text, line: number, column: column + before });
        column += part.chars().count() + 1;
    }
    values
}

fn side(value: &Value<'_>, what: &str) -> Result<usize, ParseError> {
    match value.text.parse::<usize>() {
        Ok(side) if (1..=LONGEST_SIDE).contains(&side) => Ok(side),
        _ => Err(value.error(format!(
            "'{}': expected the {what} of the board, a whole number from 1 to {LONGEST_SIDE}",
            value.text
        ))),
    }
}

fn number(value: &Value<'_>) -> Result<i32, ParseError> {
    let text = value.text;
    match text.parse::<i32>() {
        Ok(number) if number >= GOAL => Ok(number),
        _ if text.is_empty() => Err(value.error("a value is missing between two commas")),
        _ => Err(value.error(format!(
            "'{text}': expected -1 (goal), 0 (empty), 1 (wall), 2 (master brick) or the number of \
             another brick, at least 3"
        ))),
    }
}

/// Reads a state. `covered` are cells of the goal, by row and column counted from 1, that the master
/// brick covers already: the format cannot say so.
///
/// # Errors
/// What is wrong, in which line and column, and what was expected.
pub fn read(text: &str, covered: &[(usize, usize)]) -> Result<GameState, ParseError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(|(_, line)| !line.trim().is_empty());
    let Some((at, line)) = lines.next() else {
        return Err(ParseError::at(
            1,
            1,
            "the file is empty: expected width and height, as in 5,4,",
        ));
    };
    let head = values(line, at);
    let width = side(&head[0], "width")?;
    let Some(height) = head.get(1) else {
        let column = line.trim_end().chars().count() + 1;
        return Err(ParseError::at(at, column, "expected the height after the width, as in 5,4,"));
    };
    let height = side(height, "height")?;
    if let Some(extra) = head.get(2) {
        return Err(extra.error("expected nothing after width and height; rows begin a new line"));
    }
    let mut cells = Vec::with_capacity(width * height);
    let mut last = at;
    for (at, line) in lines {
        let row = values(line, at);
        if cells.len() == width * height {
            return Err(row[0].error(format!("one row too many: expected {height}")));
        }
        if let Some(extra) = row.get(width) {
            return Err(extra.error(format!("one value too many: expected {width} in every row")));
        }
        for value in &row {
            cells.push(number(value)?);
        }
        if row.len() < width {
            let column = line.trim_end().chars().count() + 1;
            let message = format!("{} values in this row: expected {width}", row.len());
            return Err(ParseError::at(at, column, message));
        }
        last = at;
    }
    if cells.len() < width * height {
        let rows = cells.len() / width;
        let message = format!("the file ends after {rows} rows: expected {height}");
        return Err(ParseError::at(last + 1, 1, message));
    }
    if !cells.contains(&MASTER) {
        let message = "there is no master brick: expected at least one cell with 2";
        return Err(ParseError::at(last, 1, message));
    }
    let mut goal: Vec<bool> = cells.iter().map(|&number| number == GOAL).collect();
    for &(row, column) in covered {
        let refuse = |why: &str| {
            let message = format!("goal {row},{column}: {why}");
            Err(ParseError::whole(message))
        };
        if !(1..=height).contains(&row) || !(1..=width).contains(&column) {
            return refuse(&format!("the board has {height} rows and {width} columns"));
        }
        let at = (row - 1) * width + column - 1;
        match cells[at] {
            WALL => return refuse("there is a wall"),
            EMPTY => cells[at] = GOAL,
            GOAL | MASTER => {}
            brick => {
                return refuse(&format!("brick {brick} is there, and only the master may be"));
            }
        }
        goal[at] = true;
    }
    Ok(GameState::new(width, height, cells, goal))
}

/// Reads cells such as `1,2;1,3`: row and column, counted from 1; spaces separate as well.
///
/// # Errors
/// If it is no list of cells.
pub fn read_cells(text: &str) -> Result<Vec<(usize, usize)>, ParseError> {
    let cells = text.split(|c: char| c == ';' || c.is_whitespace()).filter(|cell| !cell.is_empty());
    cells
        .map(|cell| {
            let both = cell.split_once(',').and_then(|(row, column)| {
                Some((row.trim().parse().ok()?, column.trim().parse().ok()?))
            });
            both.ok_or_else(|| {
                let example = "expected cells as row,column counted from 1, such as 1,2;1,3";
                ParseError::whole(format!("goal '{cell}': {example}"))
            })
        })
        .collect()
}
