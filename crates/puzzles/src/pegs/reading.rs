//! Reads and writes instances: a board with a vacancy and a survivor, or with two matrices.

use super::board::{BOARDS, Board, Kind, Lines, SIDES};
use super::goal::Goal;
use super::info::{INFO, METRICS};
use super::sweep::{MAX_SWEPT_CELLS, Metric};
use super::{Pegs, drawing};
use heureka_kit::board::{BitSet as _, Cell, invalid_size, parse_numbers};
use heureka_kit::numbers::plural;
use heureka_kit::puzzle::{BuiltIn, Parameters};
use heureka_kit::text::{ParseError, Word, rows_of_words, words};
use std::sync::Arc;

/// The goal of one peg in any cell.
pub(super) const ANY: &str = "any";

/// The first word of a triangle; its side follows.
const TRIANGLE: &str = "triangle";

/// What a text describes.
pub(super) struct Game {
    pub board: Arc<Board>,
    pub start: u64,
    pub goal: Goal,
}

/// Returns the board with a number.
fn board(number: usize) -> Result<Arc<Board>, ParseError> {
    Board::numbered(number).cloned().ok_or_else(|| {
        ParseError::whole(format!("unknown board {number}: expected a number from 1 to {BOARDS}"))
    })
}

/// Returns the triangle with a side.
fn triangle(side: usize) -> Result<Arc<Board>, String> {
    let (least, most) = (SIDES.start(), SIDES.end());
    if !SIDES.contains(&side) {
        return Err(format!(
            "a triangle of side {side}: expected a side from {least} to {most}, which has at most 64 \
             cells"
        ));
    }
    Ok(Board::triangle(side))
}

/// Returns the board of the parameters, if they have one.
fn chosen_board(parameters: &Parameters) -> Result<Option<Arc<Board>>, ParseError> {
    parameters.number("board", 1)?.map(board).transpose()
}

/// Returns the directions of lines of the parameters, if they have any.
pub(super) fn chosen_lines(parameters: &Parameters) -> Result<Option<Lines>, ParseError> {
    let index = parameters.choice("lines", Lines::NAMES)?;
    Ok(index.and_then(|index| Lines::named(Lines::NAMES[index])))
}

/// Returns the goal of the parameters, if they have one.
pub(super) fn chosen_goal(
    parameters: &Parameters,
    board: &Board,
) -> Result<Option<Goal>, ParseError> {
    let Some(value) = parameters.get("goal") else { return Ok(None) };
    let words: Vec<Word<'_>> = words(value)?.collect();
    let wrong = |error: ParseError| ParseError::whole(format!("goal={value}: {}", error.message));
    goal(board, &words).map(Some).map_err(wrong)
}

/// Returns the metric of the parameters.
pub(super) fn metric(parameters: &Parameters, board: &Board) -> Result<Metric, ParseError> {
    let index = parameters.choice("metric", METRICS)?.unwrap_or(0);
    let (metric, cells) = ([Metric::Jumps, Metric::Sweeps][index], board.cell_count());
    if metric == Metric::Sweeps && cells > MAX_SWEPT_CELLS {
        return Err(ParseError::whole(format!(
            "the board has {cells} cells: expected at most {MAX_SWEPT_CELLS} with metric=sweeps"
        )));
    }
    Ok(metric)
}

/// Returns what is wrong if the parameters name another board, or other lines.
fn require_same(board: &Board, parameters: &Parameters) -> Result<(), String> {
    let chosen = chosen_board(parameters).map_err(|error| error.message)?;
    if let Some(number) = chosen.filter(|chosen| chosen.kind != board.kind).and_then(|b| b.number())
    {
        let board =
            if board.kind == Kind::Drawn { "a drawn board" } else { &format!("board {board}") };
        return Err(format!("{board} contradicts the parameter board={number}"));
    }
    match chosen_lines(parameters).map_err(|error| error.message)? {
        Some(lines) if lines != board.lines => {
            Err(format!("board {board} contradicts the parameter lines={}", lines.name()))
        }
        _ => Ok(()),
    }
}

/// Returns the board of a random instance.
pub(super) fn random_board(size: &str, parameters: &Parameters) -> Result<Arc<Board>, ParseError> {
    const EXPECTED: &str = "the number of a board, from 1 to 6, or 'triangle' and its side";
    let board = match (chosen_board(parameters)?, size.trim().strip_prefix(TRIANGLE)) {
        (Some(board), _) if size.is_empty() => board,
        (_, Some(side)) => {
            let side = side.trim().parse().map_err(|_| invalid_size(size, EXPECTED))?;
            triangle(side).map_err(ParseError::whole)?
        }
        _ => match parse_numbers(size, EXPECTED)?[..] {
            [number] => board(number).map_err(|_| invalid_size(size, EXPECTED))?,
            _ => return Err(invalid_size(size, EXPECTED)),
        },
    };
    require_same(&board, parameters).map_err(ParseError::whole)?;
    Ok(board)
}

/// Reads the matrix of a position.
fn matrix(board: &Board, rows: &[Vec<Word<'_>>]) -> Result<u64, ParseError> {
    let (name, columns) = (board.name(), board.size.cols);
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
        row.error(format!("the {} board has no cell {cell}: expected {expected}", board.name()))
    })
}

/// Reads a goal: `any` or a cell.
pub(super) fn goal(board: &Board, words: &[Word<'_>]) -> Result<Goal, ParseError> {
    match words {
        [word] if word.text == ANY => Ok(Goal::AnyPeg),
        [row, col] => Ok(Goal::Position(1 << cell(board, row, col)?)),
        _ => {
            let message = "expected any, or a cell such as 3,3: row and column, counted from 0";
            Err(words.get(2).or(words.first()).map_or_else(
                || ParseError::whole(message),
                |word| word.error(format!("'{}': {message}", word.text)),
            ))
        }
    }
}

/// Reads an instance.
pub(super) fn parse(text: &str, parameters: &Parameters) -> Result<Pegs, ParseError> {
    let is_drawn = drawing::is_drawing(text);
    let parse = if is_drawn { drawing::parse } else { parse_on_known_board };
    let Game { board, start, goal } = parse(text, parameters)?;
    require_same(&board, parameters).map_err(ParseError::whole)?;
    let goal = chosen_goal(parameters, &board)?.unwrap_or(goal);
    let metric = metric(parameters, &board)?;
    Ok(Pegs::with_metric(&board, start, goal, metric))
}

/// Reads an instance on a board with a number or a side.
fn parse_on_known_board(text: &str, parameters: &Parameters) -> Result<Game, ParseError> {
    let mut rows = rows_of_words(text)?;
    let any = rows.last_mut().and_then(|row| row.pop_if(|word| word.text == ANY));
    let mut named = None;
    if let Some([word, rest @ ..]) = rows.first().map(|row| &row[..])
        && word.text == TRIANGLE
    {
        let expected = "the side of the triangle, such as 6";
        let side = rest.first().unwrap_or(word).number(expected)?;
        let board = triangle(side).map_err(|message| rest[0].error(message))?;
        require_same(&board, parameters).map_err(|message| word.error(message))?;
        named = Some(board);
        rows[0].drain(..2);
    }
    rows.retain(|row| !row.is_empty());
    let words: usize = rows.iter().map(Vec::len).sum();
    let is_short = words <= 5;
    let chosen = chosen_board(parameters)?;
    // Without the number of the board, cells are an even number of words. With it, the text is complete,
    // and a parameter may repeat it.
    // Two matrices are an even number of words, so that they may be on one line.
    let is_one_line = rows.len() == 1 && !is_short;
    let has_number = match &chosen {
        _ if named.is_some() => false,
        Some(board) if is_one_line && any.is_some() => words > board.size.cells(),
        None if is_one_line && any.is_some() => true,
        _ if is_one_line => words % 2 == 1,
        Some(_) if is_short => words % 2 == 1,
        None if is_short => words > 0,
        _ => rows.first().is_some_and(|row| row.len() == 1),
    };
    if has_number {
        let word = rows[0].remove(0);
        rows.retain(|row| !row.is_empty());
        let number = word.number("the number of a board, from 1 to 6, 'triangle' or a drawing")?;
        let board = board(number).map_err(|error| word.error(error.message))?;
        require_same(&board, parameters).map_err(|message| word.error(message))?;
        named = Some(board);
    }
    let Some(board) = named.or(chosen) else {
        return Err(ParseError::whole(
            "missing board: start the text with a number from 1 to 6, as in '4 3,3 3,3', or set \
             board=4; or draw a board with o (peg) and . (hole)",
        ));
    };
    if is_short {
        return pair(board, &rows.concat(), any);
    }
    if is_one_line {
        let words = rows.concat();
        rows = words.chunks(board.size.cols).map(<[Word<'_>]>::to_vec).collect();
    }
    let height = board.size.rows;
    let expected = if any.is_some() { height } else { 2 * height };
    if rows.len() != expected {
        let place = rows.get(expected).unwrap_or(&rows[rows.len() - 1])[0];
        let count = plural(rows.len() as u64, "row");
        let goal =
            if any.is_some() { String::new() } else { format!(" and {height} for the goal") };
        let name = board.name();
        let message = format!("{count}: expected {height} for the start{goal} on the {name} board");
        return Err(ParseError::at(place.line, 0, message));
    }
    let start = matrix(&board, &rows[..height])?;
    let goal = match any {
        Some(_) => Goal::AnyPeg,
        None => Goal::Position(matrix(&board, &rows[height..])?),
    };
    Ok(Game { board, start, goal })
}

/// Reads a vacancy and a survivor; by default those of the board's first built-in instance.
fn pair(board: Arc<Board>, words: &[Word<'_>], any: Option<Word<'_>>) -> Result<Game, ParseError> {
    let is_same = |level: &&BuiltIn| level.text.starts_with(&board.to_string());
    let (vacancy, survivor) = match (words, INFO.instances.iter().find(is_same)) {
        ([], Some(standard)) => {
            let mut game = parse_on_known_board(standard.text, &Parameters::default())?;
            if any.is_some() {
                game.goal = Goal::AnyPeg;
            }
            return Ok(game);
        }
        ([row, col], _) => {
            let vacancy = cell(&board, row, col)?;
            (vacancy, vacancy)
        }
        ([row, col, row2, col2], _) if any.is_none() => {
            (cell(&board, row, col)?, cell(&board, row2, col2)?)
        }
        _ => {
            let message = "expected a board, the cell of the hole at the start, and the cell of the \
                           last peg or 'any', such as '4 3,3 3,3'";
            let last = any.as_ref().or(words.last());
            return Err(last.map_or_else(|| ParseError::whole(message), |word| word.error(message)));
        }
    };
    let start = board.complement(1 << vacancy);
    let goal = if any.is_some() { Goal::AnyPeg } else { Goal::Position(1 << survivor) };
    Ok(Game { board, start, goal })
}

/// Writes an instance on one line.
pub(super) fn text(puzzle: &Pegs) -> String {
    let (board, start, goal) = (&puzzle.board, puzzle.position(puzzle.start), puzzle.goal);
    let holes = board.complement(start);
    if holes.is_one() && goal.pegs() == 1 && board.kind != Kind::Drawn {
        let cell = |position: u64| board.cell(position.first() as u8).to_string();
        let survivor = goal.position().map_or(ANY.to_owned(), cell);
        return format!("{board} {} {survivor}", cell(holes));
    }
    text_in_rows(board, start, goal).join("\n").replace('\n', " / ")
}

/// Writes an instance in rows.
pub(super) fn text_in_rows(board: &Arc<Board>, start: u64, goal: Goal) -> Vec<String> {
    if board.kind == Kind::Drawn {
        return drawing::text_in_rows(board, start, goal);
    }
    let goal = goal.position().map_or(ANY.to_owned(), |goal| position_text(board, goal));
    vec![board.to_string(), position_text(board, start), goal]
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
