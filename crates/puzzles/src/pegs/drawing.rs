//! Reads and writes boards that the text draws, a character for each cell:
//!
//! ```text
//! square
//!  ooo
//! oo.oo
//! ooooo
//!  ooo
//! goal any
//! ```
//!
//! The first row, with the directions of lines, may be missing. Rows and columns count from the first ones
//! that have a cell.

use super::board::{Board, Kind, Lines, MAX_CELLS};
use super::goal::Goal;
use super::reading::{self, Game};
use heureka_kit::board::{BitSet as _, Cell};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, Word, rows};
use std::sync::Arc;

/// The row that begins the goal.
const GOAL: &str = "goal";

/// The largest distance of two cells in rows or columns.
const MAX_SIDE: usize = 64;

/// Returns whether a text is a drawing: its first row with another sign than `#` and spaces names the
/// directions of lines and nothing else, or some row begins with a cell.
pub(super) fn is_drawing(text: &str) -> bool {
    let Ok(rows) = rows(text) else { return false };
    let signs = |row: Word<'_>| row.text.trim_start_matches([' ', '\t', '#']).trim_end().to_owned();
    let mut rows = rows.map(signs).filter(|signs| !signs.is_empty());
    let is_cell = |signs: &String| signs.starts_with(['o', '.']);
    let first = rows.next();
    first.is_some_and(|signs| is_cell(&signs) || Lines::named(&signs).is_some())
        || rows.any(|signs| is_cell(&signs))
}

/// Reads a drawn instance.
pub(super) fn parse(text: &str, parameters: &Parameters) -> Result<Game, ParseError> {
    let mut rows: Vec<Word<'_>> = rows(text)?.collect();
    let chosen = reading::chosen_lines(parameters)?;
    let first = rows.iter().position(|row| !row.text.trim().is_empty()).unwrap_or(0);
    let stated = Lines::named(rows[first].text.trim());
    if stated.is_some() {
        if chosen.is_some() && chosen != stated {
            let message = "the directions of lines contradict the parameter lines";
            return Err(rows[first].error(message));
        }
        rows.drain(..=first);
    }
    let words = |row: &Word<'_>| row.words().map(|word| word.text).next() == Some(GOAL);
    let goal = rows.iter().position(words).unwrap_or(rows.len());
    let drawn = Drawn::read(&rows[..goal])?;
    let cells = drawn.cells.iter().map(|&(cell, _)| cell).collect();
    let lines = chosen.or(stated).unwrap_or(Lines::Square);
    let board = Board::new(Kind::Drawn, lines, cells);
    let start = drawn.position()?;
    let goal = match rows.get(goal..) {
        Some([row, below @ ..]) => read_goal(row, below, &board)?,
        _ => Goal::AnyPeg,
    };
    Ok(Game { board, start, goal })
}

/// Reads the goal: in its row `any` or a cell, or a drawing below.
fn read_goal(row: &Word<'_>, below: &[Word<'_>], board: &Board) -> Result<Goal, ParseError> {
    let words: Vec<Word<'_>> = row.words().skip(1).collect();
    if !words.is_empty() {
        let more = below.iter().find(|row| !row.text.trim().is_empty());
        return match more {
            None => reading::goal(board, &words),
            Some(more) => Err(ParseError::at(more.line, 0, "unexpected row: the goal is complete")),
        };
    }
    if below.iter().all(|row| row.text.trim().is_empty()) {
        let expected = "expected any, a cell such as 3,3, or a drawing in the rows below";
        return Err(row.error(format!("'{GOAL}' without a goal: {expected}")));
    }
    let drawn = Drawn::read(below)?;
    let cells = 0..board.cell_count() as u8;
    for (&(cell, word), known) in drawn.cells.iter().zip(cells.clone().map(|cell| board.cell(cell)))
    {
        if cell != known {
            let message = format!("the goal has the cell {cell}, but the start has {known}");
            return Err(word.error(message));
        }
    }
    if drawn.cells.len() != cells.len() {
        let (count, known) = (drawn.cells.len(), cells.len());
        let message = format!("the goal has {count} cells, but the start has {known}");
        return Err(ParseError::at(row.line, 0, message));
    }
    Ok(Goal::Position(drawn.position()?))
}

/// The cells of a drawing, row by row, each with its sign.
struct Drawn<'a> {
    cells: Vec<(Cell, Word<'a>)>,
}

impl<'a> Drawn<'a> {
    fn read(rows: &[Word<'a>]) -> Result<Self, ParseError> {
        let mut found: Vec<(usize, usize, Word<'a>)> = vec![];
        for (row, signs) in rows.iter().enumerate() {
            let ends = signs.text.char_indices().map(|(at, sign)| (at, at + sign.len_utf8()));
            let signs = signs.parts(ends.map(|(at, end)| &signs.text[at..end]));
            for (col, sign) in signs.enumerate() {
                match sign.text {
                    "o" | "." if found.len() == MAX_CELLS => {
                        return Err(sign.error(format!("more than {MAX_CELLS} cells")));
                    }
                    "o" | "." => found.push((row, col, sign)),
                    " " | "#" => {}
                    "\t" => return Err(sign.error("a tab: expected spaces, one for each cell")),
                    other => {
                        let has_comment = rows[row].text.trim_start().starts_with('#');
                        let hint = if has_comment { "; a drawing has no comments" } else { "" };
                        return Err(sign.error(format!(
                            "'{other}': expected o (peg), . (hole), or a space or # (no cell){hint}"
                        )));
                    }
                }
            }
        }
        let top = found.first().map_or(0, |&(row, ..)| row);
        let left = found.iter().map(|&(_, col, _)| col).min().unwrap_or(0);
        let cells = found.into_iter().map(|(row, col, sign)| {
            let (row, col) = (row - top, col - left);
            if row.max(col) >= MAX_SIDE {
                return Err(sign.error(format!("the board is larger than {MAX_SIDE}x{MAX_SIDE}")));
            }
            Ok((Cell::new(row as u16, col as u16), sign))
        });
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        if cells.is_empty() {
            let line = rows.first().map_or(0, |row| row.line);
            return Err(ParseError::at(line, 0, "the drawing has no cell"));
        }
        Ok(Self { cells })
    }

    /// Returns the position.
    fn position(&self) -> Result<u64, ParseError> {
        let pegs = (0..).zip(&self.cells).filter(|(_, (_, sign))| sign.text == "o");
        match pegs.fold(0, |all: u64, (number, _): (u32, _)| all | 1 << number) {
            0 => Err(ParseError::at(self.cells[0].1.line, 0, "the position has no peg")),
            position => Ok(position),
        }
    }
}

/// Writes a position, without a line break at the end.
pub(super) fn position_text(board: &Board, position: u64) -> String {
    let sign = |index: usize| match board.number_of(board.size.cell(index)) {
        None => '#',
        Some(number) if position.contains(usize::from(number)) => 'o',
        Some(_) => '.',
    };
    let signs: Vec<char> = (0..board.size.cells()).map(sign).collect();
    let rows = signs.chunks(board.size.cols).map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

/// Writes an instance in rows.
pub(super) fn text_in_rows(board: &Arc<Board>, start: u64, goal: Goal) -> Vec<String> {
    let goal = match goal {
        Goal::AnyPeg => format!("{GOAL} {}", reading::ANY),
        Goal::Position(goal) if goal.is_one() => {
            format!("{GOAL} {}", board.cell(goal.first() as u8))
        }
        Goal::Position(goal) => format!("{GOAL}\n{}", position_text(board, goal)),
    };
    vec![board.to_string(), position_text(board, start), goal]
}
