//! Boards of square cells with a text in each, as pictures and as text.

use super::{Area, Hue, Picture, paint};
use std::fmt::{self, Write};

/// The text and color of a cell; `None` where the board shows through.
pub type Cell = Option<(String, Hue)>;

/// Returns a function that maps row and column to the [`Cell`] of a numbered piece.
///
/// `piece` returns the number on a cell, 0 for none, and whether the piece is on its goal cell. Pieces on
/// their goal cells are green, the others blue.
pub fn numbered<N: fmt::Display + Default + PartialEq>(
    cols: usize,
    piece: impl Fn(usize) -> (N, bool),
) -> impl Fn(usize, usize) -> Cell {
    move |row, col| {
        let (number, in_place) = piece(row * cols + col);
        let hue = if in_place { Hue::Green } else { Hue::Sky };
        (number != N::default()).then(|| (number.to_string(), hue))
    }
}

/// Where the first cell begins in both directions: the width of the edge around a board.
pub const CELLS_BEGIN: f64 = 0.1;

/// Returns the area of a cell, given by its index, of a board that [`draw_cells`] draws.
#[must_use]
pub fn cell_area(cols: usize, cell: usize) -> Area {
    [(cell % cols) as f64 + CELLS_BEGIN, (cell / cols) as f64 + CELLS_BEGIN, 1.0, 1.0]
}

/// Returns the areas of those cells for whose index `is_wanted` returns true.
pub fn cell_areas((rows, cols): (usize, usize), is_wanted: impl Fn(usize) -> bool) -> Vec<Area> {
    (0..rows * cols).filter(|&cell| is_wanted(cell)).map(|cell| cell_area(cols, cell)).collect()
}

/// The thickness of the dark edge around a moved piece.
pub const MOVED_EDGE: f64 = 0.09;

/// Draws a board of cells. Those for whose index `is_moved` returns true have a dark edge.
pub fn draw_cells(
    (rows, cols): (usize, usize),
    mut cell: impl FnMut(usize, usize) -> Cell,
    is_moved: impl Fn(usize) -> bool,
) -> Picture {
    const GAP: f64 = 0.04;
    let (width, height) = (cols as f64 + 2.0 * CELLS_BEGIN, rows as f64 + 2.0 * CELLS_BEGIN);
    let mut picture = Picture::new(width, height);
    picture.rect(0.0, 0.0, width, height, 0.18, Hue::Line);
    for row in 0..rows {
        for col in 0..cols {
            let Some((text, hue)) = cell(row, col) else { continue };
            let (x, y) = (col as f64 + CELLS_BEGIN, row as f64 + CELLS_BEGIN);
            let mut square = |gap: f64, hue| {
                let side = 1.0 - 2.0 * gap;
                picture.rect(x + gap, y + gap, side, side, 0.16 - gap, hue);
            };
            if is_moved(row * cols + col) {
                square(0.0, Hue::Ink);
                square(MOVED_EDGE, hue);
            } else {
                square(GAP, hue);
            }
            // Three digits fit at a little more than a third of the cell.
            let size = (1.25 / text.chars().count().max(2) as f64).min(0.5);
            picture.centered(x + 0.5, y + 0.5, size, hue.text_over(), &text);
        }
    }
    picture
}

/// The widest board that is drawn with frames around its cells.
const MAX_FRAMED: usize = 80;

/// Draws a board of cells as text: each cell in a frame, or in plain columns if that is too wide.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_cells(
    out: &mut dyn Write,
    (rows, cols): (usize, usize),
    colors: bool,
    cell: impl FnMut(usize, usize) -> Cell,
) -> fmt::Result {
    let (board, width) = texts((rows, cols), cell);
    if cols * (width + 3) + 1 > MAX_FRAMED {
        return columns(out, cols, colors, &board, width);
    }
    let edge = |[left, middle, right]: [&str; 3]| {
        let cells = vec!["─".repeat(width + 2); cols].join(middle);
        format!("{left}{cells}{right}")
    };
    paint(out, colors, Hue::Faint, edge(["┌", "┬", "┐"]))?;
    for (number, row) in board.chunks(cols).enumerate() {
        if number > 0 {
            out.write_char('\n')?;
            paint(out, colors, Hue::Faint, edge(["├", "┼", "┤"]))?;
        }
        out.write_char('\n')?;
        for cell in row {
            paint(out, colors, Hue::Faint, "│")?;
            let (text, hue) = cell.as_ref().map_or(("", Hue::Faint), |(text, hue)| (text, *hue));
            paint(out, colors, hue, format_args!(" {text:>width$} "))?;
        }
        paint(out, colors, Hue::Faint, "│")?;
    }
    out.write_char('\n')?;
    paint(out, colors, Hue::Faint, edge(["└", "┴", "┘"]))
}

/// Writes a board of cells in columns of equal width, with `·` where the board shows through: the
/// notation of puzzles that slide or swap numbers.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_columns(
    out: &mut dyn Write,
    (rows, cols): (usize, usize),
    cell: impl FnMut(usize, usize) -> Cell,
) -> fmt::Result {
    let (board, width) = texts((rows, cols), cell);
    columns(out, cols, false, &board, width)
}

/// Returns all cells, row by row, and the width of the longest text.
fn texts(
    (rows, cols): (usize, usize),
    mut cell: impl FnMut(usize, usize) -> Cell,
) -> (Vec<Cell>, usize) {
    let mut board = Vec::with_capacity(rows * cols);
    for row in 0..rows {
        board.extend((0..cols).map(|col| cell(row, col)));
    }
    let width = |cell: &Cell| cell.as_ref().map_or(1, |(text, _)| text.chars().count());
    let width = board.iter().map(width).max().unwrap_or(1);
    (board, width)
}

fn columns(
    out: &mut dyn Write,
    cols: usize,
    colors: bool,
    board: &[Cell],
    width: usize,
) -> fmt::Result {
    for (i, cell) in board.iter().enumerate() {
        if i > 0 {
            out.write_char(if i % cols == 0 { '\n' } else { ' ' })?;
        }
        let (text, hue) = cell.as_ref().map_or(("·", Hue::Faint), |(text, hue)| (text, *hue));
        paint(out, colors, hue, format_args!("{text:>width$}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_occupied_cells_only() {
        let cell = numbered(2, |cell| ([1, 0, 4, 3][cell], cell == 0));
        assert_eq!(cell(0, 0), Some(("1".to_owned(), Hue::Green)));
        assert_eq!((cell(0, 1), cell(1, 0)), (None, Some(("4".to_owned(), Hue::Sky))));
        let svg = draw_cells((2, 2), cell, |cell| cell == 3).svg("cells", 1.0);
        assert_eq!(svg.matches("<text").count(), 3);
        assert!(svg.contains(">4</text>") && !svg.contains(">0</text>"), "{svg}");
        // The moved piece has an edge of its own: a dark square behind the cell of row and column 1.
        let edge = format!(
            "<rect x=\"1.1\" y=\"1.1\" width=\"1\" height=\"1\" rx=\"0.16\" fill=\"{}\"/>",
            Hue::Ink.css()
        );
        assert_eq!((svg.matches("<rect").count(), svg.matches(&edge).count()), (5, 1), "{svg}");
    }

    #[test]
    fn frames_and_aligns_cells() {
        let cell = |row: usize, col: usize| {
            (row != col).then(|| ((row * 3 + col + 7).to_string(), Hue::Red))
        };
        let board = |size, colors| {
            let mut text = String::new();
            write_cells(&mut text, size, colors, cell).unwrap();
            text
        };
        let rows = ["┌────┬────┬────┐", "│    │  8 │  9 │", "├────┼────┼────┤", "│ 10 │    │ 12 │"];
        assert_eq!(board((2, 3), false), [&rows[..], &["└────┴────┴────┘"]].concat().join("\n"));
        assert_eq!(board((2, 3), true).matches("\u{1b}[38;5;160m").count(), 4);
        let mut text = String::new();
        write_columns(&mut text, (2, 3), cell).unwrap();
        assert_eq!(text, " ·  8  9\n10  · 12");
        assert!(board((1, 30), false).starts_with(" ·  8  9 "), "too wide for frames");
    }
}
