//! Boards of square cells with a text in each, as pictures and as text.

use super::{Hue, Picture, paint};
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

/// Draws a board of cells.
pub fn draw_cells(
    (rows, cols): (usize, usize),
    mut cell: impl FnMut(usize, usize) -> Cell,
) -> Picture {
    const EDGE: f64 = 0.1;
    const GAP: f64 = 0.04;
    let (width, height) = (cols as f64 + 2.0 * EDGE, rows as f64 + 2.0 * EDGE);
    let mut picture = Picture::new(width, height);
    picture.rect(0.0, 0.0, width, height, 0.18, Hue::Line);
    for row in 0..rows {
        for col in 0..cols {
            let Some((text, hue)) = cell(row, col) else { continue };
            let (x, y) = (col as f64 + EDGE, row as f64 + EDGE);
            let side = 1.0 - 2.0 * GAP;
            picture.rect(x + GAP, y + GAP, side, side, 0.12, hue);
            // Three digits fit at a little more than a third of the cell.
            let size = (1.25 / text.chars().count().max(2) as f64).min(0.5);
            picture.centered(x + 0.5, y + 0.5, size, hue.text_over(), &text);
        }
    }
    picture
}

/// Writes a board of cells as text in columns of equal width, with `·` where the board shows through.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_cells(
    out: &mut dyn Write,
    (rows, cols): (usize, usize),
    colors: bool,
    mut cell: impl FnMut(usize, usize) -> Cell,
) -> fmt::Result {
    let mut board = Vec::with_capacity(rows * cols);
    for row in 0..rows {
        board.extend((0..cols).map(|col| cell(row, col)));
    }
    let width = |cell: &Cell| cell.as_ref().map_or(1, |(text, _)| text.chars().count());
    let width = board.iter().map(width).max().unwrap_or(1);
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
        let svg = draw_cells((2, 2), cell).svg("cells", 1.0);
        assert_eq!(svg.matches("<text").count(), 3);
        assert!(svg.contains(">4</text>") && !svg.contains(">0</text>"), "{svg}");
    }

    #[test]
    fn aligns_columns() {
        let board = |colors| {
            let mut text = String::new();
            let number = |row, col| row * 3 + col + 7;
            write_cells(&mut text, (2, 3), colors, |row, col| {
                (row != col).then(|| (number(row, col).to_string(), Hue::Red))
            })
            .unwrap();
            text
        };
        assert_eq!(board(false), " ·  8  9\n10  · 12");
        assert_eq!(board(true).matches("\u{1b}[38;5;160m").count(), 4);
    }
}
