//! How a grid looks, as text and as a picture. Of a large one, what is near.

use super::{Cell, Grid};
use heureka_kit::draw::{Hue, Picture, painted};
use std::fmt::{self, Write};
use std::ops::Range;

/// As much as a terminal shows.
const MOST_ROWS: usize = 40;
const MOST_COLS: usize = 78;

/// So many of `all` that a place is in the middle, as far as the edges allow.
fn around(place: usize, most: usize, all: usize) -> Range<usize> {
    let begin = place.saturating_sub(most / 2).min(all.saturating_sub(most));
    begin..all.min(begin + most)
}

impl Grid {
    /// The rows and the columns that are shown when somebody stands on a cell.
    fn window(&self, cell: Cell) -> (Range<usize>, Range<usize>) {
        let (row, col) = cell.place();
        (around(row, MOST_ROWS, self.map.rows()), around(col, MOST_COLS, self.map.cols()))
    }

    pub(super) fn write(&self, state: Cell, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let (rows, cols) = self.window(state);
        for row in rows.clone() {
            if row > rows.start {
                out.write_char('\n')?;
            }
            for col in cols.clone() {
                let (sign, hue) = match self.map.sign(row, col) {
                    _ if Cell::at(row, col) == state => ('*', Hue::Red),
                    'S' => ('S', Hue::Blue),
                    'G' => ('G', Hue::Goal),
                    '#' => ('#', Hue::Wall),
                    _ => ('.', Hue::Faint),
                };
                if colors {
                    painted(out, hue, sign)?;
                } else {
                    out.write_char(sign)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn picture(&self, state: Cell) -> Picture {
        let (rows, cols) = self.window(state);
        let (width, height) = (cols.len() as f64, rows.len() as f64);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.0, Hue::Ink);
        let runs = rows.clone().flat_map(|row| {
            let cut = |(begin, end): (usize, usize)| (begin.max(cols.start), end.min(cols.end));
            let runs = self.map.runs(row).map(cut).filter(|(begin, end)| begin < end);
            let (top, left) = (rows.start, cols.start);
            runs.map(move |(begin, end)| (begin - left, row - top, end - begin))
        });
        picture.cells(runs, Hue::Empty);
        for (cell, hue, sign) in [(self.map.start, Hue::Blue, "S"), (self.map.goal, Hue::Goal, "G")]
        {
            let (row, col) = cell.place();
            if rows.contains(&row) && cols.contains(&col) {
                let (x, y) = ((col - cols.start) as f64, (row - rows.start) as f64);
                picture.rect(x + 0.05, y + 0.05, 0.9, 0.9, 0.15, hue);
                picture.centered(x + 0.5, y + 0.5, 0.7, hue.text_over(), sign);
            }
        }
        let (row, col) = state.place();
        let (x, y) = ((col - cols.start) as f64 + 0.5, (row - rows.start) as f64 + 0.5);
        picture.circle(x, y, 0.36, Hue::Red).ring(x, y, 0.36, 0.08, Hue::Paper);
        picture
    }
}
