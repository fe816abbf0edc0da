//! Reads and writes instances: a board's number with a vacancy and a survivor, or two matrices.

use super::Pegs;
use super::board::{BOARDS, Board};
use super::info::INFO;
use heureka_kit::board::{BitSet as _, Cell};
use heureka_kit::numbers::plural;
use heureka_kit::puzzle::{BuiltIn, Parameters};
use heureka_kit::text::{ParseError, Word, rows_of_words};

/// Returns the board with a number.
fn board(number: usize) -> Result<&'static Board, ParseError> {
    Board::numbered(number).ok_or_else(|| {
        ParseError::whole(format!("unknown board {number}: expected a number from 1 to {BOARDS}"))
    })
}

/// Returns the board of the parameters, if they have one.
pub(super) fn chosen_board(parameters: &Parameters) -> Result<Option<&'static Board>, ParseError> {
    parameters.number("board", 1)?.map(board).transpose()
}

/// Returns what is wrong if the parameters name another board.
pub(super) fn require_same(board: &Board, chosen: Option<&Board>) -> Result<(), String> {
    match chosen {
        Some(other) if other.number != board.number => {
            let number = board.number;
            Err(format!("board {number} contradicts the parameter board={}", other.number))
        }
        _ => Ok(()),
    }
}

/// Reads the matrix of a position.
fn matrix(board: &Board, rows: &[Vec<Word<'_>>]) -> Result<u64, ParseError> {
    let (name, columns) = (board.name, board.size.cols);
    let mut position = 0u64;
    for (row, words) in (0..).zip(rows) {
        for (col, word) in (0..).zip(&words[..words.len().min(columns)]) {
            let cell = Cell::new(row, col);
            let expected = match (word.text, board.number_of(cell)) {
                ("X" | "x", None) | ("0", Some(_)) => continue,
                ("1", Some(number)) => {
                    position |= 1 << number;
                    continue;
                }
                (_, None) => "X (no cell)",
                (_, Some(_)) => "0 (hole) or 1 (peg)",
            };
            let found = word.text;
            return Err(
                word.error(format!("'{found}' at {cell} of the {name} board: expected {expected}"))
            );
        }
        if words.len() != columns {
            let last = words.get(columns).unwrap_or(&words[words.len() - 1]);
            let count = plural(words.len() as u64, "value");
            let message = format!("{count}: a row of the {name} board has {columns}");
            return Err(last.error(message));
        }
    }
    if position == 0 {
        return Err(ParseError::at(rows[0][0].line, 0, "the position has no peg"));
    }
    Ok(position)
}

/// Reads a cell from two words.
fn cell(board: &Board, row: &Word<'_>, col: &Word<'_>) -> Result<u8, ParseError> {
    let expected = "a cell such as 3,3: row and column, counted from 0";
    let cell = Cell::new(row.number(expected)?, col.number(expected)?);
    board.number_of(cell).ok_or_else(|| {
        row.error(format!("the {} board has no cell {cell}: expected {expected}", board.name))
    })
}

/// Reads an instance.
pub(super) fn parse(text: &str, parameters: &Parameters) -> Result<Pegs, ParseError> {
    let mut rows = rows_of_words(text)?;
    let words: usize = rows.iter().map(Vec::len).sum();
    let is_short = words <= 5;
    let chosen = chosen_board(parameters)?;
    // Without the number of the board, cells are an even number of words. With it, the text is complete,
    // and a parameter may repeat it.
    // Two matrices are an even number of words, so that they may be on one line.
    let is_one_line = rows.len() == 1 && !is_short;
    let has_number = match chosen {
        _ if is_one_line => words % 2 == 1,
        Some(_) if is_short => words % 2 == 1,
        None if is_short => words > 0,
        _ => rows.first().is_some_and(|row| row.len() == 1),
    };
    let mut named = None;
    if has_number {
        let word = rows[0].remove(0);
        rows.retain(|row| !row.is_empty());
        let number = word.number("the number of a board, from 1 to 6")?;
        let board = board(number).map_err(|error| word.error(error.message))?;
        require_same(board, chosen).map_err(|message| word.error(message))?;
        named = Some(board);
    }
    let Some(board) = chosen.or(named) else {
        return Err(ParseError::whole(
            "missing board: start the text with a number from 1 to 6, as in '4 3,3 3,3', or set \
             board=4",
        ));
    };
    if is_short {
        return pair(board, &rows.concat());
    }
    if is_one_line {
        let words = rows.concat();
        rows = words.chunks(board.size.cols).map(<[Word<'_>]>::to_vec).collect();
    }
    let height = board.size.rows;
    if rows.len() != 2 * height {
        let place = rows.get(2 * height).unwrap_or(&rows[rows.len() - 1])[0];
        let message = format!(
            "{}: expected {height} for the start and {height} for the goal on the {} board",
            plural(rows.len() as u64, "row"),
            board.name
        );
        return Err(ParseError::at(place.line, 0, message));
    }
    Ok(Pegs::new(board, matrix(board, &rows[..height])?, matrix(board, &rows[height..])?))
}

/// Reads a vacancy and a survivor; by default those of the board's first built-in instance.
fn pair(board: &'static Board, words: &[Word<'_>]) -> Result<Pegs, ParseError> {
    let (vacancy, survivor) = match words {
        [] => {
            let is_same = |level: &&BuiltIn| level.text.starts_with(&board.number.to_string());
            let standard = INFO.instances.iter().find(is_same).expect("every board has a level");
            return parse(standard.text, &Parameters::default());
        }
        [row, col] => {
            let vacancy = cell(board, row, col)?;
            (vacancy, vacancy)
        }
        [row, col, row2, col2] => (cell(board, row, col)?, cell(board, row2, col2)?),
        [.., last] => {
            return Err(last.error(
                "expected a board, the cell of the hole at the start and the cell of the last peg, \
                 such as '4 3,3 3,3'",
            ));
        }
    };
    Ok(Pegs::new(board, board.full() & !(1 << vacancy), 1 << survivor))
}

/// Writes an instance on one line.
pub(super) fn text(puzzle: &Pegs) -> String {
    let Pegs { board, start, goal, .. } = *puzzle;
    let holes = board.complement(start);
    if holes.is_one() && goal.is_one() {
        let [vacancy, survivor] = [holes, goal].map(|position| board.cell(position.first() as u8));
        return format!("{} {vacancy} {survivor}", board.number);
    }
    let matrices =
        [start, goal].map(|position| position_text(board, position).replace('\n', " / "));
    format!("{} / {} / {}", board.number, matrices[0], matrices[1])
}

/// Writes a position as a matrix of `X`, `0` and `1`, without a line break at the end.
#[must_use]
pub fn position_text(board: &Board, position: u64) -> String {
    let value = |index: usize| match board.number_of(board.size.cell(index)) {
        None => "X",
        Some(number) if position.contains(usize::from(number)) => "1",
        Some(_) => "0",
    };
    let values: Vec<_> = (0..board.size.cells()).map(value).collect();
    values.chunks(board.size.cols).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}
