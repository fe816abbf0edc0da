//! States as colored text and as pictures.

use super::Notation;
use super::matrix::{EMPTY, GOAL, GameState, MASTER, WALL};
use heureka_kit::board::{Cell, Direction};
use heureka_kit::draw::{Area, Hue, MOVED_EDGE, Picture, paint};
use std::fmt::{self, Write};

/// Returns the color of a number.
fn hue(number: i32) -> Hue {
    match number {
        GOAL => Hue::Goal,
        EMPTY => Hue::Empty,
        WALL => Hue::Wall,
        MASTER => Hue::Red,
        // Only the master is red.
        _ => {
            let others = [Hue::Blue, Hue::Orange, Hue::Green, Hue::Sky, Hue::Purple, Hue::Yellow];
            let index = usize::try_from(number - MASTER - 1).unwrap_or_default();
            others[index % others.len()]
        }
    }
}

/// The corners of a drawing, by the lines that meet there: 1 above, 2 below, 4 to the left, 8 to the
/// right.
const CORNERS: [char; 16] =
    [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// Returns the cells that the bricks with a place have to cover.
fn places(state: &GameState) -> Vec<Cell> {
    let targets = state.variant().targets.iter();
    targets.flat_map(|&(piece, place)| state.moved_to(piece, place)).collect()
}

/// Draws a state in characters, without the final line break: lines around each brick, its name in its
/// first cell, shaded walls, and a mark on each empty cell of a goal.
pub fn write(
    state: &GameState,
    notation: &Notation,
    colors: bool,
    out: &mut dyn Write,
) -> fmt::Result {
    let places = places(state);
    // Coordinates are shifted by one, so that the cells around the board are walls like any other.
    let at = |row: u16, col: u16| {
        state.at(Cell::new(row.wrapping_sub(1), col.wrapping_sub(1))).unwrap_or(WALL)
    };
    let piece = |row, col| if at(row, col) == GOAL { EMPTY } else { at(row, col) };
    let fill = |number| if number == WALL { '▒' } else { ' ' };
    let firsts: Vec<(i32, Cell)> = state
        .pieces()
        .into_iter()
        .filter_map(|piece| Some((piece, state.brick(piece).next()?)))
        .collect();
    let (rows, cols) = (state.size().rows as u16, state.size().cols as u16);
    for row in 0..=rows {
        if row > 0 {
            out.write_char('\n')?;
        }
        // The line above the cells: corners, and edges between the cells above and below.
        for col in 0..=cols {
            let [nw, ne] = [piece(row, col), piece(row, col + 1)];
            let [sw, se] = [piece(row + 1, col), piece(row + 1, col + 1)];
            let lines = [nw != ne, sw != se, nw != sw, ne != se].map(usize::from);
            let corner = lines.iter().rev().fold(0, |number, line| 2 * number + line);
            let sign = if corner == 0 { fill(nw) } else { CORNERS[corner] };
            paint(out, colors, Hue::Gray, sign)?;
            if col < cols {
                let edge = if ne == se { fill(ne) } else { '─' };
                paint(out, colors, Hue::Gray, edge.to_string().repeat(3))?;
            }
        }
        if row == rows {
            break;
        }
        out.write_char('\n')?;
        for col in 0..=cols {
            let (left, right) = (piece(row + 1, col), piece(row + 1, col + 1));
            paint(out, colors, Hue::Gray, if left == right { fill(left) } else { '│' })?;
            if col < cols {
                let cell = Cell::new(row, col);
                let number = match at(row + 1, col + 1) {
                    EMPTY if places.contains(&cell) => GOAL,
                    number => number,
                };
                let text = match number {
                    WALL => "▒▒▒".to_owned(),
                    GOAL => "◇".to_owned(),
                    number if firsts.contains(&(number, cell)) => notation.name(number),
                    _ => String::new(),
                };
                paint(out, colors, hue(number), format_args!("{text:^3}"))?;
            }
        }
    }
    Ok(())
}

/// Draws a state: each brick as one rounded shape with its name. A brick that is not where one was
/// before the last move has a dark edge.
pub fn picture(state: &GameState, notation: &Notation, before: Option<&GameState>) -> Picture {
    const GAP: f64 = 0.05;
    let cells_of = |state: &GameState, piece| state.brick(piece).collect::<Vec<Cell>>();
    let bricks_before: Option<Vec<_>> = before
        .map(|before| before.pieces().into_iter().map(|piece| cells_of(before, piece)).collect());
    let (width, height) = (state.size().cols as f64, state.size().rows as f64);
    let mut picture = Picture::new(width, height);
    picture.rect(0.0, 0.0, width, height, 0.2, Hue::Wall);
    let run = |cell: Cell| (usize::from(cell.col), usize::from(cell.row), 1);
    picture.cells(state.cells(|number| number != WALL).map(run), Hue::Empty);
    picture.cells(state.goal().chain(places(state)).map(run), Hue::Goal);
    for piece in state.pieces() {
        let hue = hue(piece);
        let cells = cells_of(state, piece);
        if bricks_before.as_ref().is_some_and(|bricks| !bricks.contains(&cells)) {
            shape(&mut picture, &cells, 0.0, Hue::Ink);
            shape(&mut picture, &cells, MOVED_EDGE, hue);
        } else {
            shape(&mut picture, &cells, GAP, hue);
        }
        let (x, y) = label_center(&cells);
        let label = notation.name(piece);
        let size = (1.25 / label.chars().count().max(2) as f64).min(0.45);
        picture.centered(x, y, size, hue.text_over(), &label);
    }
    picture
}

/// Returns the cells of the brick that moves, before and after.
pub fn spots(state: &GameState, next: &GameState) -> Vec<Area> {
    let bricks = |state: &GameState| -> Vec<Vec<Cell>> {
        state.pieces().into_iter().map(|piece| state.brick(piece).collect()).collect()
    };
    let (before, after) = (bricks(state), bricks(next));
    let moved = before.iter().filter(|brick| !after.contains(brick));
    let moved = moved.chain(after.iter().filter(|brick| !before.contains(brick))).flatten();
    moved.map(|cell| [f64::from(cell.col), f64::from(cell.row), 1.0, 1.0]).collect()
}

/// Draws cells as one rounded shape at this distance from the edges of the cells.
fn shape(picture: &mut Picture, cells: &[Cell], gap: f64, hue: Hue) {
    let side = 1.0 - 2.0 * gap;
    for &cell in cells {
        let (left, top) = (f64::from(cell.col) + gap, f64::from(cell.row) + gap);
        picture.rect(left, top, side, side, 0.2 - gap, hue);
        // Bridges to the cells on the right and below join the cells.
        let right = cells.contains(&cell.neighbor(Direction::Right));
        let below = cells.contains(&cell.neighbor(Direction::Down));
        if right {
            picture.rect(left + side / 2.0, top, 1.0, side, 0.0, hue);
        }
        if below {
            picture.rect(left, top + side / 2.0, side, 1.0, 0.0, hue);
        }
        if right && below && cells.contains(&Cell::new(cell.row + 1, cell.col + 1)) {
            picture.rect(left + side / 2.0, top + side / 2.0, 1.0, 1.0, 0.0, hue);
        }
    }
}

/// Returns the center of a brick if it lies on the brick, otherwise the center of its first cell.
fn label_center(cells: &[Cell]) -> (f64, f64) {
    let center = |cell: &Cell| (f64::from(cell.col) + 0.5, f64::from(cell.row) + 0.5);
    let count = cells.len() as f64;
    let mean = cells
        .iter()
        .map(center)
        .fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / count, sum.1 + y / count));
    let covers_mean = |cell: &Cell| {
        let (x, y) = center(cell);
        (mean.0 - x).abs() <= 0.5 && (mean.1 - y).abs() <= 0.5
    };
    if cells.iter().any(covers_mean) { mean } else { center(&cells[0]) }
}
