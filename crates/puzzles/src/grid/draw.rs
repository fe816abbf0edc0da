//! Grids as text and as pictures. Of a large grid, only the part around the current cell is shown.

use super::Grid;
use heureka_kit::board::Cell;
use heureka_kit::draw::{Draw, Hue, Picture, paint};
use std::fmt::{self, Write};
use std::ops::Range;

/// The part of a grid that fits a terminal.
const MAX_ROWS: usize = 40;
const MAX_COLS: usize = 78;

/// Returns up to `max` positions out of `all` with `center` in the middle where the edges allow.
fn window(center: usize, max: usize, all: usize) -> Range<usize> {
    let begin = center.saturating_sub(max / 2).min(all.saturating_sub(max));
    begin..all.min(begin + max)
}

impl Grid {
    /// Returns the rows and columns to show around a cell.
    fn window(&self, cell: Cell) -> (Range<usize>, Range<usize>) {
        let size = self.map.size();
        let rows = window(cell.row.into(), MAX_ROWS, size.rows);
        (rows, window(cell.col.into(), MAX_COLS, size.cols))
    }
}

impl Draw for Grid {
    fn show_state(&self, &state: &Cell, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let (rows, cols) = self.window(state);
        for row in rows.clone() {
            if row > rows.start {
                out.write_char('\n')?;
            }
            for cell in cols.clone().map(|col| Cell::new(row as u16, col as u16)) {
                let (symbol, hue) = match self.map.symbol(cell) {
                    _ if cell == state => ('*', Hue::Red),
                    'S' => ('S', Hue::Blue),
                    'G' => ('G', Hue::Goal),
                    '#' => ('█', Hue::Wall),
                    _ => ('·', Hue::Faint),
                };
                paint(out, colors, hue, symbol)?;
            }
        }
        Ok(())
    }

    /// Writes the row and the column, counted from 1.
    fn note_state(&self, state: &Cell, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{},{}", state.row + 1, state.col + 1)
    }

    fn draw(&self, &state: &Cell) -> Picture {
        let (rows, cols) = self.window(state);
        let (width, height) = (cols.len() as f64, rows.len() as f64);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.0, Hue::Ink);
        let (top, left) = (rows.start, cols.start);
        let runs = rows.clone().flat_map(|row| {
            let clip = |(begin, end): (usize, usize)| (begin.max(cols.start), end.min(cols.end));
            let runs = self.map.runs(row).map(clip).filter(|(begin, end)| begin < end);
            runs.map(move |(begin, end)| (begin - left, row - top, end - begin))
        });
        picture.cells(runs, Hue::Empty);
        // The corner of a cell in the picture, if it is shown.
        let corner = |cell: Cell| {
            let (row, col) = (usize::from(cell.row), usize::from(cell.col));
            let shown = rows.contains(&row) && cols.contains(&col);
            shown.then(|| ((col - left) as f64, (row - top) as f64))
        };
        for (cell, hue, symbol) in
            [(self.map.start, Hue::Blue, "S"), (self.map.goal, Hue::Goal, "G")]
        {
            if let Some((x, y)) = corner(cell) {
                picture.rect(x + 0.05, y + 0.05, 0.9, 0.9, 0.15, hue);
                picture.centered(x + 0.5, y + 0.5, 0.7, hue.text_over(), symbol);
            }
        }
        if let Some((x, y)) = corner(state).map(|(x, y)| (x + 0.5, y + 0.5)) {
            picture.circle(x, y, 0.36, Hue::Red).ring(x, y, 0.36, 0.08, Hue::Paper);
        }
        picture
    }
}
