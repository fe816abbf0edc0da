//! Reads grids: our own texts, and maps of the Moving AI benchmarks.
//!
//! The maps and their meaning: Nathan R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012, and
//! <https://movingai.com/benchmarks/formats.html>. Regular terrain (`.`, `G`) and swamp (`S`) are passable
//! from each other. Water (`W`) is traversable, but not passable from terrain: a route stays in the water or
//! never enters it, as in HOG2, where the lengths of the scenarios come from. So the start decides which
//! cells are free.

use super::{Map, Moves};
use heureka_kit::board::{Cell, Size};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, Word, rows};

/// Begins the text of a grid with the moves in force, such as `moves 8`.
pub(super) const MOVES: &str = "moves";

/// Begins a map of the Moving AI benchmarks.
pub(super) const TYPE: &str = "type";

/// Reads a map with its start and goal, and the moves.
pub(super) fn read(text: &str, parameters: &Parameters) -> Result<(Map, Moves), ParseError> {
    let rows: Vec<Word<'_>> = rows(text)?.collect();
    let is_blank = |row: &&Word<'_>| row.text.is_empty();
    let end = rows.len() - rows.iter().rev().take_while(is_blank).count();
    let rows = &rows[rows.iter().take(end).take_while(is_blank).count()..end];
    let given = moves(parameters)?;
    let Some((first, rest)) = rows.split_first() else { return Err(empty()) };
    let words: Vec<Word<'_>> = first.words().collect();
    match words.first().map(|word| word.text) {
        Some(TYPE) => Ok((moving_ai(rows, parameters)?, given.unwrap_or(Moves::Eight))),
        Some("version") => {
            let message =
                "this is a list of scenarios, not a map: solve all of them with --batch FILE";
            Err(first.error(message))
        }
        Some(MOVES) => {
            let choice =
                |word: &Word<'_>| Moves::WORDS.iter().position(|known| *known == word.text);
            let shown = words.get(1).filter(|_| words.len() == 2).and_then(choice).map(Moves::of);
            let shown = shown.ok_or_else(|| first.error("expected 'moves 4' or 'moves 8'"))?;
            if given.is_some_and(|given| given != shown) {
                let message = format!("'{}' contradicts the parameter {MOVES}", first.text.trim());
                return Err(first.error(message));
            }
            Ok((own(rest, parameters)?, shown))
        }
        _ => Ok((own(rows, parameters)?, given.unwrap_or(Moves::Four))),
    }
}

/// Returns the given number of moves.
pub(super) fn moves(parameters: &Parameters) -> Result<Option<Moves>, ParseError> {
    Ok(parameters.choice(MOVES, &Moves::WORDS)?.map(Moves::of))
}

fn empty() -> ParseError {
    ParseError::whole(
        "the grid is empty: expected lines of # (wall), . (free), S (start) and G (goal), \
         or a size such as 120x120",
    )
}

/// Reads a map in our own format, or the size of an empty one.
fn own(rows: &[Word<'_>], parameters: &Parameters) -> Result<Map, ParseError> {
    let first = rows.iter().map(|row| row.text.trim_start()).find(|text| !text.is_empty());
    if first.is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit())) {
        let text: Vec<_> = rows.iter().map(|row| row.text).collect();
        let size = Size::parse(&text.join("\n"))?;
        return placed(Map::empty(size.rows, size.cols)?, [None; 2], parameters);
    }
    let Some(cols) = rows.iter().map(|row| row.text.chars().count()).max() else {
        return Err(empty());
    };
    let mut map = Map::empty(rows.len(), cols)?;
    let (mut start, mut goal) = (None, None);
    for (row, word) in rows.iter().enumerate() {
        for (col, symbol) in word.text.chars().enumerate() {
            let error = |message| Err(ParseError::at(word.line, word.column + col, message));
            let cell = Cell::new(row as u16, col as u16);
            match symbol {
                '#' | '%' | '@' => map.set_wall(cell),
                '.' | ' ' => {}
                'S' if start.is_none() => start = Some(cell),
                'G' if goal.is_none() => goal = Some(cell),
                '*' if start.is_none() && goal.is_none() => {
                    (start, goal) = (Some(cell), Some(cell));
                }
                'S' | 'G' | '*' => {
                    return error(format!("duplicate {symbol}: expected at most one"));
                }
                _ => {
                    let expected = "# (wall), . or a space (free), S (start) or G (goal)";
                    return error(format!("'{}': expected {expected}", symbol.escape_debug()));
                }
            }
        }
    }
    placed(map, [start, goal], parameters)
}

/// Reads the first lines of a Moving AI map: returns the numbers of rows and columns, and the other rows.
fn header<'r, 't>(rows: &'r [Word<'t>]) -> Result<(usize, usize, &'r [Word<'t>]), ParseError> {
    let mut rest = rows.iter();
    let mut value = |expected: &str| {
        let row = rest.next().ok_or_else(|| missing(rows, expected))?;
        let words: Vec<Word<'_>> = row.words().collect();
        let names = expected.split(' ');
        let is_named = words.first().map(|word| word.text) == names.clone().next();
        let value = words.last().filter(|_| is_named && words.len() == names.count());
        let wrong = || row.error(format!("'{}': expected '{expected}'", row.text.trim()));
        value.copied().ok_or_else(wrong)
    };
    let kind = value("type octile")?;
    if kind.text != "octile" {
        return Err(kind.error(format!("'{}': expected octile", kind.text)));
    }
    let height = value("height ROWS")?.number("a number of rows")?;
    let width = value("width COLUMNS")?.number("a number of columns")?;
    value("map")?;
    Ok((height, width, rest.as_slice()))
}

/// Returns the error for a map that ends too early.
fn missing(rows: &[Word<'_>], expected: &str) -> ParseError {
    let end = rows.last().map(|row| (row.line, row.column + row.text.chars().count()));
    let (line, column) = end.unwrap_or_default();
    ParseError::at(line, column, format!("the map ends here: expected {expected}"))
}

/// Reads a Moving AI map.
fn moving_ai(rows: &[Word<'_>], parameters: &Parameters) -> Result<Map, ParseError> {
    let (height, width, cells) = header(rows)?;
    let mut map = Map::empty(height, width)?;
    for (index, row) in cells.iter().enumerate() {
        let count = row.text.trim_end().chars().count();
        if index == height {
            return Err(row.error(format!("unexpected row: the height is {height}")));
        }
        if count != width {
            let message = format!("{count} cells: expected {width}, the width");
            return Err(ParseError::at(row.line, row.column + count.min(width), message));
        }
    }
    if cells.len() < height {
        return Err(missing(rows, &format!("row {} of {height}", cells.len() + 1)));
    }
    let start = given("start", &map, parameters)?.unwrap_or(map.start);
    let swims = cells[usize::from(start.row)].text.chars().nth(start.col.into()) == Some('W');
    for (row, word) in cells.iter().enumerate() {
        for (col, terrain) in word.text.trim_end().chars().enumerate() {
            let is_free = match terrain {
                '.' | 'G' | 'S' => !swims,
                'W' => swims,
                '@' | 'O' | 'T' => false,
                _ => {
                    let expected =
                        ". or G (ground), S (swamp), W (water), T (trees), @ or O (out of bounds)";
                    let message = format!("'{}': expected {expected}", terrain.escape_debug());
                    return Err(ParseError::at(word.line, word.column + col, message));
                }
            };
            if !is_free {
                map.set_wall(Cell::new(row as u16, col as u16));
            }
        }
    }
    require_free(&map, cells, parameters)?;
    placed(map, [None; 2], parameters)
}

/// Requires that start and goal of a Moving AI map are free; else says which terrain is there.
fn require_free(map: &Map, cells: &[Word<'_>], parameters: &Parameters) -> Result<(), ParseError> {
    let ends = [(map.start, "start", "bottom left"), (map.goal, "goal", "top right")];
    for (corner, role, place) in ends {
        let given = given(role, map, parameters)?;
        let cell = given.unwrap_or(corner);
        if map.is_free(cell) {
            continue;
        }
        let word = cells[usize::from(cell.row)];
        let terrain = word.text.chars().nth(cell.col.into()).unwrap_or_default();
        let name = match given {
            Some(Cell { row, col }) => format!("{role}={col},{row}"),
            None => format!("the default {role}, the {place} corner,"),
        };
        let what = match terrain {
            'W' => "is in water, and the start on land: a path from land never enters water",
            '.' | 'G' | 'S' => {
                "is on land, and the start in water: a path in water never leaves it"
            }
            _ => "is a wall",
        };
        let remedy = match given {
            Some(_) => "columns and rows count from 0 at the top left",
            None => {
                "give -p start=COLUMN,ROW -p goal=COLUMN,ROW, or solve its scenarios, a .scen file, with \
                     --batch"
            }
        };
        let (line, column) = (word.line, word.column + usize::from(cell.col));
        return Err(ParseError::at(line, column, format!("{name} {what}; {remedy}")));
    }
    Ok(())
}

/// Sets the start and the goal: as the text shows them, by the parameters, or in corners.
fn placed(
    mut map: Map,
    shown: [Option<Cell>; 2],
    parameters: &Parameters,
) -> Result<Map, ParseError> {
    let corners = [(map.start, "start", "bottom left", 'S'), (map.goal, "goal", "top right", 'G')];
    let mut cells = [map.start, map.goal];
    for (index, (corner, role, place, symbol)) in corners.into_iter().enumerate() {
        let given = given(role, &map, parameters)?;
        cells[index] = shown[index].or(given).unwrap_or(corner);
        let Cell { row, col } = cells[index];
        match given {
            Some(given) if given != cells[index] => {
                return Err(ParseError::whole(format!(
                    "{role}={},{} contradicts the text, whose {symbol} is at {col},{row}",
                    given.col, given.row
                )));
            }
            _ if map.is_free(cells[index]) => {}
            Some(_) => {
                let message = format!(
                    "{role}={col},{row}: not a free cell; columns and rows count from 0 at the top left"
                );
                return Err(ParseError::whole(message));
            }
            None => {
                return Err(ParseError::whole(format!(
                    "no {symbol}, and the default {role}, the {place} corner, is a wall: mark the \
                     {role} with {symbol}, or give {role}=COLUMN,ROW"
                )));
            }
        }
    }
    [map.start, map.goal] = cells;
    Ok(map)
}

/// Returns the cell that a parameter names by its column and row, both from 0.
fn given(name: &str, map: &Map, parameters: &Parameters) -> Result<Option<Cell>, ParseError> {
    let Some(value) = parameters.get(name) else { return Ok(None) };
    let Size { rows, cols } = map.size();
    let number = |text: &str, count: usize| {
        text.trim().parse::<u16>().ok().filter(|&number| usize::from(number) < count)
    };
    let cell = value
        .split_once(',')
        .and_then(|(col, row)| Some(Cell::new(number(row, rows)?, number(col, cols)?)));
    cell.map(Some).ok_or_else(|| {
        ParseError::whole(format!(
            "{name}={value}: expected COLUMN,ROW, from 0,0 at the top left to {},{}",
            cols - 1,
            rows - 1
        ))
    })
}
