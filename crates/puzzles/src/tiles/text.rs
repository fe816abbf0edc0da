//! Board texts, sizes and random boards.

use heureka_kit::board::Size;
use heureka_kit::numbers::plural;
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, Word, rows_of_words};

/// Checks that a board has at least 2 rows and 2 columns and at most `max` cells.
pub(crate) fn check_size(size: Size, max: usize) -> Result<Size, ParseError> {
    let expected = if size.rows < 2 || size.cols < 2 {
        "at least 2 rows and 2 columns".to_owned()
    } else if size.rows.checked_mul(size.cols).is_none_or(|cells| cells > max) {
        format!("at most {max} cells")
    } else {
        return Ok(size);
    };
    Err(ParseError::whole(format!("{size} board: expected {expected}")))
}

/// Reads the size of a board of at most `max` cells.
pub(crate) fn parse_size(text: &str, max: usize) -> Result<Size, ParseError> {
    check_size(Size::parse(text)?, max)
}

/// Reads the size of a random board of at most `max` cells.
pub(crate) fn random_size(
    text: &str,
    parameters: &Parameters,
    max: usize,
) -> Result<Size, ParseError> {
    let size = parse_size(text, max)?;
    for (name, expected) in [("rows", size.rows), ("cols", size.cols)] {
        match parameters.number(name, 2)? {
            Some(given) if given != expected => {
                let message = format!("{name}={given} contradicts the size {size}");
                return Err(ParseError::whole(message));
            }
            _ => {}
        }
    }
    Ok(size)
}

/// Returns the size of a board of at most `max` cells, from its text and parameters.
pub(crate) fn size_of(text: &str, parameters: &Parameters, max: usize) -> Result<Size, ParseError> {
    let rows = rows_of_words(text)?;
    let mut words = rows.iter().flatten();
    // A word too many is wrong, not the number of all.
    let other = words.find(|word| word.text.parse::<u32>().is_err());
    let other = other
        .map(|word| word.error(format!("'{}': expected a number, 0 for the blank", word.text)));
    size_of_rows(&rows, parameters, max).map_err(|error| other.unwrap_or(error))
}

fn size_of_rows(
    text_rows: &[Vec<Word>],
    parameters: &Parameters,
    max: usize,
) -> Result<Size, ParseError> {
    let count = text_rows.iter().map(Vec::len).sum::<usize>();
    if count == 0 {
        return Err(ParseError::whole("empty text: expected the numbers of a board"));
    }
    let numbers = plural(count as u64, "number");
    let divided = |name: &str, by: usize| {
        let message =
            || ParseError::whole(format!("{numbers}: expected a multiple of {name}={by}"));
        count.is_multiple_of(by).then_some(count / by).ok_or_else(message)
    };
    let (rows, cols) = match (parameters.number("rows", 2)?, parameters.number("cols", 2)?) {
        (Some(rows), Some(cols)) => (rows, cols),
        (Some(rows), None) => (rows, divided("rows", rows)?),
        (None, Some(cols)) => (divided("cols", cols)?, cols),
        (None, None) => match (equal_rows(text_rows), count.isqrt()) {
            (Some(rows), _) => rows,
            (None, side) if side * side == count => (side, side),
            _ => {
                return Err(ParseError::whole(format!(
                    "{numbers}: expected a square board such as 3x3 or 4x4, rows of equal \
                     length, or rows=… or cols=…"
                )));
            }
        },
    };
    if let Some((shown_rows, shown_cols)) = equal_rows(text_rows)
        && (shown_rows, shown_cols) != (rows, cols)
    {
        return Err(ParseError::whole(format!(
            "the text shows {} of {}, which contradicts a board of {rows}x{cols}: omit the parameters rows \
             and cols, or write all numbers in one row",
            plural(shown_rows as u64, "row"),
            plural(shown_cols as u64, "number"),
        )));
    }
    check_size(Size { rows, cols }, max)
}

/// Returns the rows and columns of a board whose text has several rows of equal length.
fn equal_rows(rows: &[Vec<Word>]) -> Option<(usize, usize)> {
    let cols = rows[0].len();
    (rows.len() > 1 && cols > 1 && rows.iter().all(|row| row.len() == cols))
        .then_some((rows.len(), cols))
}

/// Reads the cells of a board, row by row, 0 for the blank.
pub(crate) fn read_board<'a>(
    words: impl IntoIterator<Item = Word<'a>>,
    size: Size,
) -> Result<Vec<u8>, ParseError> {
    let words: Vec<Word> = words.into_iter().collect();
    let n = size.cells();
    let mut cells: Vec<u8> = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    let has_blank = words.iter().any(|word| word.text.parse() == Ok(0));
    let hint = if has_blank { "" } else { "; the blank, 0, is missing" };
    for word in &words {
        let text = word.text;
        if cells.len() == n {
            let message =
                format!("unexpected extra value '{text}': a {size} board has {n} numbers");
            return Err(word.error(message));
        }
        let expected = format!("a number from 0 to {}", n - 1);
        let tile: usize = word.number(&expected)?;
        if tile >= n {
            return Err(word.error(format!("'{tile}': expected {expected}{hint}")));
        }
        if std::mem::replace(&mut seen[tile], true) {
            let message = format!("duplicate '{tile}': expected each of 0 to {} once{hint}", n - 1);
            return Err(word.error(message));
        }
        cells.push(tile as u8);
    }
    if cells.len() == n {
        return Ok(cells);
    }
    let missing: Vec<_> = (0..n).filter(|&t| !seen[t]).map(|t| t.to_string()).collect();
    let (found, missing) = (plural(cells.len() as u64, "number"), missing.join(" "));
    let message = format!("the board ends after {found}: expected {n}, missing {missing}");
    Err(words.last().map_or_else(
        || ParseError::whole(&message),
        |word| ParseError::at(word.line, word.column + word.text.chars().count(), &message),
    ))
}

/// Returns whether the tiles are those of a board, each once.
pub(crate) fn is_board(size: Size, tiles: impl Iterator<Item = usize>) -> bool {
    let mut tiles: Vec<_> = tiles.collect();
    tiles.sort_unstable();
    tiles.into_iter().eq(0..size.cells())
}

/// Returns the text of a board, one row per line.
pub(crate) fn board_text(size: Size, tiles: impl Iterator<Item = usize>) -> String {
    let tiles: Vec<_> = tiles.map(|tile| tile.to_string()).collect();
    tiles.chunks(size.cols).map(|row| row.join(" ") + "\n").collect()
}
