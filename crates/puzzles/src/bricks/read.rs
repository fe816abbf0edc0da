//! Reads state files leniently, with errors that name line and column.
//!
//! Lines end with LF or CRLF, with or without the comma before. Spaces, empty lines and gaps in the
//! numbers of the bricks are allowed.

use super::matrix::{EMPTY, GOAL, GameState, MASTER, WALL};
use heureka_kit::board::{Cell, Size};
use heureka_kit::numbers::plural;
use heureka_kit::text::{ParseError, Word, rows};

/// The longest side of a matrix.
pub(super) const MAX_SIDE: usize = 256;

/// Returns the values of a row; a comma at its end is ignored.
fn values(row: Word<'_>) -> Vec<Word<'_>> {
    let body = row.text.trim_end();
    let body = body.strip_suffix(',').unwrap_or(body);
    row.parts(body.split(',').map(str::trim)).collect()
}

/// Returns the error for a row that ends too early.
fn error_at_end(row: Word<'_>, message: impl Into<String>) -> ParseError {
    ParseError::at(row.line, row.column + row.text.trim_end().chars().count(), message)
}

fn side(value: Word<'_>, name: &str) -> Result<usize, ParseError> {
    let side = value.text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    side.ok_or_else(|| {
        value.error(format!(
            "'{}': expected the {name} of the board, from 1 to {MAX_SIDE}",
            value.text
        ))
    })
}

fn number(value: Word<'_>) -> Result<i32, ParseError> {
    match value.text.parse::<i32>() {
        Ok(number) if number >= GOAL => Ok(number),
        _ if value.text.is_empty() => Err(value.error("missing value between two commas")),
        _ => Err(value.error(format!(
            "'{}': expected -1 (goal), 0 (empty), 1 (wall), 2 (master brick) or the number of \
             another brick, at least 3",
            value.text
        ))),
    }
}

/// Reads a state. `covered` lists goal cells that the master brick already covers, because the format
/// cannot express them.
///
/// # Errors
/// If the text is not a state.
pub fn read(text: &str, covered: &[Cell]) -> Result<GameState, ParseError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut rows = rows(text)?.filter(|row| !row.text.trim().is_empty());
    let Some(first) = rows.next() else {
        let message = "the file is empty: expected width and height, as in 5,4,";
        return Err(ParseError::at(1, 1, message));
    };
    let header = values(first);
    let cols = side(header[0], "width")?;
    let Some(&height) = header.get(1) else {
        return Err(error_at_end(first, "expected the height after the width, as in 5,4,"));
    };
    let size = Size { rows: side(height, "height")?, cols };
    if let Some(extra) = header.get(2) {
        return Err(extra.error("expected a new row after width and height"));
    }
    let mut numbers = Vec::with_capacity(size.cells());
    let mut last = first.line;
    for text in rows {
        let row = values(text);
        if numbers.len() == size.cells() {
            return Err(row[0].error(format!("unexpected extra row: expected {}", size.rows)));
        }
        if let Some(extra) = row.get(cols) {
            return Err(extra.error(format!("unexpected extra value: expected {cols} per row")));
        }
        for &value in &row {
            numbers.push(number(value)?);
        }
        if row.len() < cols {
            let message =
                format!("this row has {}: expected {cols}", plural(row.len() as u64, "value"));
            return Err(error_at_end(text, message));
        }
        last = text.line;
    }
    if numbers.len() < size.cells() {
        let rows = plural((numbers.len() / cols) as u64, "row");
        let message = format!("the file ends after {rows}: expected {}", size.rows);
        return Err(ParseError::at(last + 1, 1, message));
    }
    if !numbers.contains(&MASTER) {
        let message = "no master brick: expected at least one cell with 2";
        return Err(ParseError::at(last, 1, message));
    }
    for &cell in covered {
        let refuse = |reason: String| {
            let (row, col) = (u32::from(cell.row) + 1, u32::from(cell.col) + 1);
            Err(ParseError::whole(format!("goal {row},{col}: {reason}")))
        };
        if usize::from(cell.row) >= size.rows || usize::from(cell.col) >= cols {
            return refuse(format!(
                "the board has {} and {}",
                plural(size.rows as u64, "row"),
                plural(cols as u64, "column")
            ));
        }
        match numbers[size.index(cell)] {
            WALL => return refuse("this cell is a wall".to_owned()),
            EMPTY => return refuse("this cell is empty: write -1 there in the text".to_owned()),
            GOAL | MASTER => {}
            brick => return refuse(format!("brick {brick} is on this cell")),
        }
    }
    let mut is_goal: Vec<bool> = numbers.iter().map(|&number| number == GOAL).collect();
    for &cell in covered {
        is_goal[size.index(cell)] = true;
    }
    Ok(GameState::new(size, numbers, is_goal))
}

/// Reads a cell as row,column counted from 1.
pub(super) fn read_cell(text: &str) -> Option<Cell> {
    let coordinate = |text: &str| text.trim().parse::<u16>().ok()?.checked_sub(1);
    let (row, col) = text.split_once(',')?;
    Some(Cell::new(coordinate(row)?, coordinate(col)?))
}

/// Reads a list of cells such as `1,2;1,3`, rows and columns counted from 1, separated by semicolons or
/// spaces.
///
/// # Errors
/// If the text is not a list of cells.
pub fn read_cells(text: &str) -> Result<Vec<Cell>, ParseError> {
    let cells = text.split(|c: char| c == ';' || c.is_whitespace()).filter(|cell| !cell.is_empty());
    cells
        .map(|cell| {
            read_cell(cell).ok_or_else(|| {
                let expected = "expected cells as row,column counted from 1, such as 1,2;1,3";
                ParseError::whole(format!("goal '{cell}': {expected}"))
            })
        })
        .collect()
}
