//! Texts of instances: a board's number with a vacancy and a survivor, or two matrices.

use super::Pegs;
use super::board::{BOARDS, Board};
use super::info::INFO;
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, Word, words};

/// The rows of a text that are not empty; a row ends at the end of a line or at a slash.
fn rows(text: &str) -> Vec<Vec<Word<'_>>> {
    let mut rows = vec![];
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let mut before = 0;
        for part in line.split('/') {
            let row: Vec<_> = words(part)
                .map(|word| Word { line: number, column: word.column + before, ..word })
                .collect();
            before += part.chars().count() + 1;
            if !row.is_empty() {
                rows.push(row);
            }
        }
    }
    rows
}

fn board(word: &Word<'_>) -> Result<&'static Board, ParseError> {
    let expected = format!("the number of a board, from 1 to {BOARDS}");
    let number: usize = word.number(&expected)?;
    Board::numbered(number)
        .ok_or_else(|| word.error(format!("there is no board {number}: expected {expected}")))
}

/// What a matrix is said to be in messages.
const WHAT: [&str; 2] = ["start", "goal"];

fn matrix(board: &Board, what: &str, rows: &[Vec<Word<'_>>]) -> Result<u64, ParseError> {
    let mut position = 0;
    for (row, words) in (0..).zip(rows) {
        for (column, word) in (0..=u8::MAX).zip(words) {
            if column >= board.columns {
                return Err(word.error(format!(
                    "'{}' is too much: a row of the {} board has {} values",
                    word.text, board.name, board.columns
                )));
            }
            match (word.text, board.cell(row, column)) {
                ("X" | "x", None) | ("0", Some(_)) => {}
                ("1", Some(cell)) => position |= 1 << cell,
                ("X" | "x", Some(_)) => {
                    return Err(word.error(format!(
                        "the {} board has a cell at {row},{column}: expected 0 or 1, not X",
                        board.name
                    )));
                }
                ("0" | "1", None) => {
                    return Err(word.error(format!(
                        "the {} board has no cell at {row},{column}: expected X, not {}",
                        board.name, word.text
                    )));
                }
                (other, _) => {
                    return Err(word.error(format!(
                        "'{other}': expected 1 for a peg, 0 for a hole or X where there is no cell"
                    )));
                }
            }
        }
        if words.len() < usize::from(board.columns) {
            return Err(ParseError::at(
                words[0].line,
                0,
                format!(
                    "{} values: a row of the {} board has {}",
                    words.len(),
                    board.name,
                    board.columns
                ),
            ));
        }
    }
    if position == 0 {
        let line = rows.first().map_or(0, |row| row[0].line);
        return Err(ParseError::at(line, 0, format!("there is no peg at the {what}")));
    }
    Ok(position)
}

/// Complains about a number of rows that is not the board's.
fn count_rows(board: &Board, rows: &[Vec<Word<'_>>], expected: usize) -> Result<(), ParseError> {
    if let Some(more) = rows.get(expected) {
        return Err(more[0].error(format!(
            "a row too much: a matrix of the {} board has {} rows",
            board.name, board.rows
        )));
    }
    if rows.len() < expected {
        let line = rows.last().map_or(0, |row| row[0].line);
        return Err(ParseError::at(
            line,
            0,
            format!(
                "{} rows: a matrix of the {} board has {}{}",
                rows.len(),
                board.name,
                board.rows,
                if expected > usize::from(board.rows) {
                    ", one for the start, one for the goal"
                } else {
                    ""
                }
            ),
        ));
    }
    Ok(())
}

/// Reads one position of a board: a matrix of `X`, `0` and `1`.
///
/// # Errors
/// What is wrong with it, where, and what was expected.
pub fn parse_position(board: &Board, text: &str) -> Result<u64, ParseError> {
    let rows = rows(text);
    count_rows(board, &rows, usize::from(board.rows))?;
    matrix(board, "position", &rows)
}

/// A cell from two words.
fn cell(board: &Board, row: &Word<'_>, column: &Word<'_>) -> Result<u8, ParseError> {
    let expected = "a cell such as 3,3: row and column, counted from 0";
    let (r, c): (u8, u8) = (row.number(expected)?, column.number(expected)?);
    board.cell(r, c).ok_or_else(|| {
        row.error(format!("the {} board has no cell at {r},{c}: expected {expected}", board.name))
    })
}

/// Reads an instance.
pub(super) fn parse(text: &str, parameters: &Parameters) -> Result<Pegs, ParseError> {
    parameters.only(INFO.parameters)?;
    let chosen = match parameters.number("board", 1)? {
        None => None,
        Some(number) => Some(Board::numbered(number).ok_or_else(|| {
            ParseError::whole(format!("board={number}: expected a number from 1 to {BOARDS}"))
        })?),
    };
    let mut rows = rows(text);
    let few = rows.iter().map(Vec::len).sum::<usize>() <= 5;
    let board = match chosen {
        Some(board) => board,
        None if rows.first().is_some_and(|row| few || row.len() == 1) => {
            let number = rows[0].remove(0);
            if rows[0].is_empty() {
                rows.remove(0);
            }
            self::board(&number)?
        }
        None => {
            return Err(ParseError::whole(
                "which board? Begin with its number from 1 to 6, such as '4 3,3 3,3', or give board=4",
            ));
        }
    };
    if few {
        let words: Vec<_> = rows.into_iter().flatten().collect();
        return pair(board, &words);
    }
    let height = usize::from(board.rows);
    count_rows(board, &rows, 2 * height)?;
    let start = matrix(board, WHAT[0], &rows[..height])?;
    let goal = matrix(board, WHAT[1], &rows[height..])?;
    Ok(Pegs::new(board, start, goal))
}

/// A vacancy and a survivor; the board's own problem if neither is given.
fn pair(board: &'static Board, words: &[Word<'_>]) -> Result<Pegs, ParseError> {
    let (vacancy, survivor) = match words {
        [] => super::info::usual(board),
        [r, c] => {
            let vacancy = cell(board, r, c)?;
            (vacancy, vacancy)
        }
        [r, c, r2, c2] => (cell(board, r, c)?, cell(board, r2, c2)?),
        [.., last] => {
            return Err(last.error(
                "expected the board's number, the cell that is empty at the start and the cell of \
                 the last peg, such as '4 3,3 3,3'",
            ));
        }
    };
    Ok(Pegs::new(board, board.full() & !(1 << vacancy), 1 << survivor))
}

/// The text of an instance, on one line.
pub(super) fn text(puzzle: &Pegs) -> String {
    let board = puzzle.board;
    let holes = board.full() & !puzzle.start;
    let place = |cell: u32| {
        let (row, column) = board.place(cell as u8);
        format!("{row},{column}")
    };
    if holes.is_power_of_two() && puzzle.goal.is_power_of_two() {
        let (vacancy, survivor) = (holes.trailing_zeros(), puzzle.goal.trailing_zeros());
        return format!("{} {} {}", board.number, place(vacancy), place(survivor));
    }
    let mut lines = vec![board.number.to_string()];
    for position in [puzzle.start, puzzle.goal] {
        lines.extend(position_text(board, position).lines().map(str::to_owned));
    }
    lines.join(" / ")
}

/// A position as a matrix of `X`, `0` and `1`, a line for each row, the last without its end.
#[must_use]
pub fn position_text(board: &Board, position: u64) -> String {
    let value = |row, column| match board.cell(row, column) {
        None => "X",
        Some(cell) if position >> cell & 1 == 1 => "1",
        Some(_) => "0",
    };
    let rows: Vec<_> = (0..board.rows)
        .map(|row| {
            (0..board.columns).map(|column| value(row, column)).collect::<Vec<_>>().join(" ")
        })
        .collect();
    rows.join("\n")
}
