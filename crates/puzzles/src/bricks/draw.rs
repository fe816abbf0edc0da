//! Pictures of a state, and its text in colors.

use super::matrix::{EMPTY, GOAL, GameState, MASTER, WALL};
use heureka_kit::draw::{Hue, Picture, painted};
use std::fmt::{self, Write};

/// The color of a number.
fn hue(number: i32) -> Hue {
    match number {
        GOAL => Hue::Goal,
        EMPTY => Hue::Empty,
        WALL => Hue::Wall,
        MASTER => Hue::Red,
        // Red is the master's alone.
        _ => {
            let others = [Hue::Blue, Hue::Orange, Hue::Green, Hue::Sky, Hue::Purple, Hue::Yellow];
            let place = usize::try_from(number - MASTER - 1).unwrap_or_default();
            others[place % others.len()]
        }
    }
}

/// Writes a state as the file has it, but for the last line's end.
pub fn write(state: &GameState, colors: bool, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{},{},", state.width(), state.height())?;
    for row in state.rows() {
        out.write_char('\n')?;
        for &number in row {
            if colors {
                painted(out, hue(number), number)?;
                out.write_char(',')?;
            } else {
                write!(out, "{number},")?;
            }
        }
    }
    Ok(())
}

/// Draws a state: bricks as rounded shapes in one piece, each with its number.
pub fn picture(state: &GameState) -> Picture {
    const GAP: f64 = 0.05;
    const ROUND: f64 = 0.16;
    let (width, height) = (state.width() as f64, state.height() as f64);
    let mut picture = Picture::new(width, height);
    picture.rect(0.0, 0.0, width, height, 0.2, Hue::Wall);
    for y in 0..state.height() {
        for x in 0..state.width() {
            let number = state.at((x, y)).unwrap_or(WALL);
            if number != WALL {
                picture.rect(x as f64, y as f64, 1.0, 1.0, 0.0, Hue::Empty);
            }
        }
    }
    for (x, y) in state.goal() {
        picture.rect(x as f64, y as f64, 1.0, 1.0, 0.0, Hue::Goal);
    }
    let side = 1.0 - 2.0 * GAP;
    for piece in state.pieces() {
        let hue = hue(piece);
        let cells: Vec<_> = state.brick(piece).collect();
        let is_own = |x: usize, y: usize| cells.contains(&(x, y));
        for &(x, y) in &cells {
            let (left, top) = (x as f64 + GAP, y as f64 + GAP);
            picture.rect(left, top, side, side, ROUND, hue);
            // Bridges to the cells on the right and below make one shape of many.
            if is_own(x + 1, y) {
                picture.rect(left + side / 2.0, top, 1.0, side, 0.0, hue);
            }
            if is_own(x, y + 1) {
                picture.rect(left, top + side / 2.0, side, 1.0, 0.0, hue);
            }
            if is_own(x + 1, y) && is_own(x, y + 1) && is_own(x + 1, y + 1) {
                picture.rect(left + side / 2.0, top + side / 2.0, 1.0, 1.0, 0.0, hue);
            }
        }
        let (x, y) = label_place(&cells);
        let label = piece.to_string();
        let size = (1.25 / label.chars().count().max(2) as f64).min(0.45);
        picture.centered(x, y, size, hue.text_over(), &label);
    }
    picture
}

/// The middle of the brick if that lies on it, or else of its first cell.
fn label_place(cells: &[(usize, usize)]) -> (f64, f64) {
    let count = cells.len() as f64;
    let (x, y) = cells.iter().fold((0.0, 0.0), |(x, y), cell| {
        (x + (cell.0 as f64 + 0.5) / count, y + (cell.1 as f64 + 0.5) / count)
    });
    let lies_on = |(cx, cy): &(usize, usize)| {
        (x - *cx as f64 - 0.5).abs() <= 0.5 && (y - *cy as f64 - 0.5).abs() <= 0.5
    };
    if cells.iter().any(lies_on) {
        (x, y)
    } else {
        (cells[0].0 as f64 + 0.5, cells[0].1 as f64 + 0.5)
    }
}
