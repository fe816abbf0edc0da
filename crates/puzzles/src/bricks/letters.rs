//! Boards of letters: a row of signs for each row of the board, or a square board in one line.
//!
//! Equal letters or digits form a brick, which is connected. In rows, `.` or a space is an empty cell and
//! `#` a wall. A single row is a line of a Rush Hour collection: capital letters are bricks of one row or
//! column, `o` or `.` is an empty cell and `x` a wall.

use super::goal::Goal;
use super::matrix::{EMPTY, GameState, MASTER, WALL};
use super::notation::Notation;
use super::read::MAX_SIDE;
use super::rush_hour::is_board;
use heureka_kit::board::{Direction, Size};
use heureka_kit::numbers::plural;
use heureka_kit::text::{ParseError, Word, rows};

/// The master brick unless the goal names bricks.
const DEFAULT_MASTER: char = 'A';

/// The signs of a board: `.` for an empty cell, `#` for a wall, or the letter of a brick.
struct LetterBoard<'a> {
    size: Size,
    signs: Vec<char>,
    /// The parts of the text with the rows, or with all of them in one line.
    rows: Vec<Word<'a>>,
}

impl LetterBoard<'_> {
    /// Returns an error at a cell.
    fn error(&self, index: usize, message: String) -> ParseError {
        let (row, column) = match self.rows[..] {
            [line] => (line, index),
            _ => (self.rows[index / self.size.cols], index % self.size.cols),
        };
        ParseError::at(row.line, row.column + column, message)
    }

    /// Returns the indexes of a brick's cells.
    fn brick(&self, letter: char) -> impl Iterator<Item = usize> {
        (0..self.signs.len()).filter(move |&index| self.signs[index] == letter)
    }

    /// Returns the first cell of a brick that is not connected with its first one.
    fn apart(&self, letter: char) -> Option<usize> {
        let mut is_reached = vec![false; self.signs.len()];
        let mut waiting: Vec<usize> = self.brick(letter).take(1).collect();
        while let Some(index) = waiting.pop() {
            is_reached[index] = true;
            for direction in Direction::ALL {
                let cell = self.size.cell(index).neighbor(direction);
                let next = self.size.contains(cell).then(|| self.size.index(cell));
                waiting.extend(next.filter(|&i| self.signs[i] == letter && !is_reached[i]));
            }
        }
        self.brick(letter).find(|&index| !is_reached[index])
    }

    /// Returns the letters of the bricks: those with a goal, the first of which is the master, then the
    /// others as they come row by row. So the numbers do not depend on where the bricks are.
    fn letters(&self, goal: &Goal) -> Result<Vec<char>, ParseError> {
        let named = goal.places.iter().filter_map(|place| place.0.chars().next());
        let default = goal.is_empty().then_some(DEFAULT_MASTER);
        let with_goal = named.chain(default).filter(|letter| self.signs.contains(letter));
        let is_brick = |sign: &char| sign.is_ascii_alphanumeric();
        let mut letters: Vec<char> = vec![];
        for letter in with_goal.chain(self.signs.iter().copied()).filter(is_brick) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        if letters.is_empty() || goal.is_empty() && letters[0] != DEFAULT_MASTER {
            let message = "no brick A: expected the brick that has to reach the goal; to name \
                           another one, set the parameter goal, such as B@4,2";
            return Err(self.error(0, message.to_owned()));
        }
        for &letter in &letters {
            if let Some(index) = self.apart(letter) {
                let message = format!(
                    "this '{letter}' does not touch the others: expected a letter for each brick, \
                     and '.' for empty cells"
                );
                return Err(self.error(index, message));
            }
        }
        Ok(letters)
    }

    /// Returns the board with numbered bricks.
    fn state(&self, letters: &[char]) -> GameState {
        let number = |sign: &char| match (MASTER..).zip(letters).find(|(_, l)| *l == sign) {
            Some((number, _)) => number,
            None if *sign == '#' => WALL,
            None => EMPTY,
        };
        let numbers = self.signs.iter().map(number).collect();
        GameState::new(self.size, numbers, vec![false; self.signs.len()])
    }
}

/// Reads a board of letters. The first brick that the goal names is the master.
pub(super) fn read(text: &str, goal: &Goal) -> Result<(GameState, Notation), ParseError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let rows: Vec<_> = rows(text)?.collect();
    if let Some(cell) = goal.cells.first() {
        let (row, col) = (u32::from(cell.row) + 1, u32::from(cell.col) + 1);
        let message = format!("goal {row},{col}: expected the brick and its place: A@{row},{col}");
        return Err(ParseError::whole(message));
    }
    let is_blank = |row: &Word<'_>| row.text.trim().is_empty();
    // Blank rows around the board are skipped; within it they are rows of empty cells.
    let first = rows.iter().position(|row| !is_blank(row)).unwrap_or(0);
    let last = rows.iter().rposition(|row| !is_blank(row)).map_or(0, |last| last + 1);
    match &rows[first.min(last)..last] {
        [] => Err(ParseError::at(1, 1, "no board: expected rows of letters")),
        [line] => {
            let mut words = line.words();
            let word = words.next().unwrap_or(*line);
            if word.text.bytes().all(|byte| byte.is_ascii_digit()) {
                let message = "expected the letters of a board; of a line of a collection, give \
                               only the board";
                return Err(word.error(message));
            }
            // Report an invalid character in the board before any text after it.
            if let Some(extra) = words.next().filter(|_| is_board(word.text)) {
                return Err(extra.error("unexpected text after the board"));
            }
            read_line(word, goal)
        }
        rows => {
            let board = board_of_rows(rows)?;
            let letters = board.letters(goal)?;
            Ok((board.state(&letters), Notation::Rows(letters)))
        }
    }
}

fn board_of_rows<'a>(rows: &[Word<'a>]) -> Result<LetterBoard<'a>, ParseError> {
    let size = Size { rows: rows.len(), cols: rows[0].text.chars().count() };
    if let Some(row) = rows.get(MAX_SIDE) {
        return Err(row.error(format!("unexpected row: expected at most {MAX_SIDE}")));
    }
    let mut signs = vec![];
    for row in rows {
        let place = |column| ParseError::at(row.line, row.column + column, "");
        for (column, sign) in row.text.chars().enumerate() {
            let message = if column >= size.cols.min(MAX_SIDE) {
                format!("unexpected extra cell: expected {} per row", size.cols.min(MAX_SIDE))
            } else if sign.is_ascii_alphanumeric() || matches!(sign, '.' | ' ' | '#') {
                signs.push(if sign == ' ' { '.' } else { sign });
                continue;
            } else {
                format!(
                    "unexpected '{sign}': expected a letter or digit (brick), '.' (empty) or '#' \
                     (wall); or numbers separated by commas, below width and height"
                )
            };
            return Err(ParseError { message, ..place(column) });
        }
        let found = row.text.chars().count();
        if found < size.cols {
            let message =
                format!("this row has {}: expected {}", plural(found as u64, "cell"), size.cols);
            return Err(ParseError { message, ..place(found) });
        }
    }
    Ok(LetterBoard { size, signs, rows: rows.to_vec() })
}

/// Reads the board of a Rush Hour line.
pub(super) fn read_line(word: Word<'_>, goal: &Goal) -> Result<(GameState, Notation), ParseError> {
    let mut signs = vec![];
    for (column, sign) in word.text.chars().enumerate() {
        signs.push(match sign {
            'o' | '.' => '.',
            'x' => '#',
            'A'..='Z' => sign,
            _ => {
                let message = format!(
                    "unexpected '{sign}': expected a capital letter (brick), 'o' or '.' (empty) or \
                     'x' (wall)"
                );
                return Err(ParseError::at(word.line, word.column + column, message));
            }
        });
    }
    let side = signs.len().isqrt();
    if side * side != signs.len() || side > MAX_SIDE {
        let message = format!(
            "this line has {}: expected those of a square board, such as 36",
            plural(signs.len() as u64, "letter")
        );
        return Err(ParseError::at(word.line, word.column + signs.len(), message));
    }
    let board = LetterBoard { size: Size { rows: side, cols: side }, signs, rows: vec![word] };
    let letters = board.letters(goal)?;
    let state = board.state(&letters);
    for (number, &letter) in (MASTER..).zip(&letters) {
        let first = board.brick(letter).next().unwrap_or_default();
        let (height, width) = state.extent(number);
        if height.min(width) != 1 || height == width {
            let message = format!(
                "brick '{letter}' has {height} × {width} cells: expected at least two cells in one \
                 row or column"
            );
            return Err(board.error(first, message));
        }
        if number == MASTER && goal.is_empty() && height > 1 {
            let message = "brick 'A' is vertical: expected a horizontal brick, which exits to the \
                           right; or set the parameter goal";
            return Err(board.error(first, message.to_owned()));
        }
    }
    Ok((state, Notation::Line(letters)))
}
