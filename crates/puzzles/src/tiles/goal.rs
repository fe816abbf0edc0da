//! The goal: a usual board by name, or any board as text.

use super::{parity, text};
use heureka_kit::board::Size;
use heureka_kit::puzzle::{Parameter, Parameters};
use heureka_kit::text::{ParseError, rows_of_words};

/// The names of the usual goals: 1, 2, 3, … row by row, with the blank in the last or in the first cell.
pub(super) const NAMES: [&str; 2] = ["blank-last", "blank-first"];

/// The parameter that selects the goal.
pub(super) const PARAMETER: Parameter = Parameter {
    name: "goal",
    help: "blank-last (default), blank-first, or a board: its numbers in one row, or rows separated by \
           slashes",
    values: &NAMES,
    default: Some(NAMES[0]),
};

/// Returns a usual goal by its index in [`NAMES`].
fn usual(size: Size, index: usize) -> Vec<u8> {
    let mut cells: Vec<u8> = (0..size.cells() as u8).collect();
    cells.rotate_left(1 - index);
    cells
}

/// Returns the goal that the parameters select.
pub(super) fn read(size: Size, parameters: &Parameters) -> Result<Vec<u8>, ParseError> {
    let value = parameters.get(PARAMETER.name).unwrap_or(NAMES[0]);
    if let Some(index) = NAMES.iter().position(|&name| name == value) {
        return Ok(usual(size, index));
    }
    if !value.contains(|c: char| c.is_ascii_digit()) || value.contains('\n') {
        let names = NAMES.join(", ");
        let message =
            format!("goal={value}: expected {names} or the numbers of a board in one line");
        return Err(ParseError::whole(message));
    }
    let in_goal = |error: ParseError| {
        ParseError::whole(match error.column {
            0 => format!("goal={value}: {}", error.message),
            column => format!("goal={value}: column {column}: {}", error.message),
        })
    };
    let rows = rows_of_words(value).map_err(in_goal)?;
    let cells = text::read_board(rows.iter().flatten().copied(), size).map_err(in_goal)?;
    if rows.len() > 1 && (rows.len() != size.rows || rows.iter().any(|r| r.len() != size.cols)) {
        let message =
            format!("expected {} rows of {} numbers, as on the board", size.rows, size.cols);
        return Err(in_goal(ParseError::whole(message)));
    }
    Ok(cells)
}

/// Returns the name of a usual goal in a half, if there is one.
pub(super) fn name_in_half(size: Size, odd: bool) -> Option<&'static str> {
    let is_there = |&index: &usize| parity::is_odd(size, &usual(size, index)) == odd;
    (0..NAMES.len()).find(is_there).map(|index| NAMES[index])
}
