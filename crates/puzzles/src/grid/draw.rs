//! Grids as text and as pictures. Of a large grid, only the part around the current cell or the route is
//! shown.

use super::{Grid, Map};
use heureka_kit::board::Cell;
use heureka_kit::draw::{Area, Draw, Hue, Picture, paint};
use std::fmt::{self, Write};
use std::ops::Range;

/// The part of a grid that fits a terminal.
const MAX_ROWS: usize = 40;
const MAX_COLS: usize = 78;
/// The most rows and columns of a picture, unless a route is longer.
const MAX_DRAWN: usize = 256;
/// The most cells of a route that show the number of moves.
const MAX_NUMBERS: usize = 12;

/// Returns up to `max` positions out of `all` with `center` in the middle where the edges allow.
fn window(center: usize, max: usize, all: usize) -> Range<usize> {
    let begin = center.saturating_sub(max / 2).min(all.saturating_sub(max));
    begin..all.min(begin + max)
}

impl Map {
    /// Returns up to `rows` rows and `cols` columns around a cell.
    fn window(&self, cell: Cell, rows: usize, cols: usize) -> (Range<usize>, Range<usize>) {
        let size = self.size();
        (window(cell.row.into(), rows, size.rows), window(cell.col.into(), cols, size.cols))
    }

    /// Returns the row and the column at the top left of the picture of the start.
    pub(super) fn corner(&self) -> (f64, f64) {
        let (rows, cols) = self.window(self.start, MAX_DRAWN, MAX_DRAWN);
        (rows.start as f64, cols.start as f64)
    }
}

impl<const N: usize> Draw for Grid<N> {
    fn show_state(&self, &state: &Cell, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let (rows, cols) = self.map.window(state, MAX_ROWS, MAX_COLS);
        for row in rows.clone() {
            if row > rows.start {
                out.write_char('\n')?;
            }
            for cell in cols.clone().map(|col| Cell::new(row as u16, col as u16)) {
                let (symbol, hue) = match self.map.symbol(cell) {
                    _ if cell == state => ('*', Hue::Red),
                    'S' | '*' => ('S', Hue::Blue),
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

    fn place(&self, state: &Cell) -> Option<Area> {
        self.spots(&self.map.start, state).pop()
    }

    /// Returns the next cell.
    fn spots(&self, &state: &Cell, &next: &Cell) -> Vec<Area> {
        let (rows, cols) = self.map.window(state, MAX_DRAWN, MAX_DRAWN);
        let center = Part { rows, cols }.center(next);
        center.map(|(x, y)| [x - 0.5, y - 0.5, 1.0, 1.0]).into_iter().collect()
    }

    /// Draws the map around a cell, and a mark on the cell unless it is the start.
    fn draw(&self, &state: &Cell, _before: Option<&Cell>) -> Picture {
        let (rows, cols) = self.map.window(state, MAX_DRAWN, MAX_DRAWN);
        let part = Part { rows, cols };
        let mut picture = self.map.draw(&part);
        self.map.draw_ends(&part, &mut picture);
        if let Some((x, y)) = part.mark(state).filter(|_| state != self.map.start) {
            let unit = part.unit();
            let (radius, edge) = (0.36 * unit, 0.08 * unit);
            picture.circle(x, y, radius, Hue::Red).ring(x, y, radius, edge, Hue::Paper);
        }
        picture
    }

    /// Draws the route as a line, with the number of moves at about ten of its cells.
    fn draw_route(&self, states: &mut dyn Iterator<Item = Cell>) -> Option<Picture> {
        let cells: Vec<Cell> = states.collect();
        let size = self.map.size();
        let part = Part {
            rows: around(cells.iter().map(|cell| cell.row.into()), MAX_DRAWN, size.rows),
            cols: around(cells.iter().map(|cell| cell.col.into()), MAX_DRAWN, size.cols),
        };
        let mut picture = self.map.draw(&part);
        let route: Vec<_> = cells.iter().filter_map(|&cell| part.center(cell)).collect();
        let unit = part.unit();
        picture.line(&route, 0.3 * unit.sqrt(), Hue::Red);
        self.map.draw_ends(&part, &mut picture);
        let moves = route.len().saturating_sub(1);
        let every = (0..).flat_map(|power| [1, 2, 5].map(|step| step * 10_usize.pow(power)));
        let every = every.take(24).find(|every| moves / every <= MAX_NUMBERS).unwrap_or(moves);
        for number in (every..moves).step_by(every.max(1)) {
            let Some((x, y)) = part.mark(cells[number]) else { continue };
            let text = number.to_string();
            let (radius, size) = (0.46 * unit, (1.1 / text.len().max(2) as f64).min(0.5) * unit);
            picture.circle(x, y, radius, Hue::Paper).ring(x, y, radius, 0.07 * unit, Hue::Red);
            picture.centered(x, y, size, Hue::Ink, &text);
        }
        Some(picture)
    }
}

/// Returns the positions that include all of `used` and some around them: `min` or more of `all`.
fn around(used: impl Iterator<Item = usize>, min: usize, all: usize) -> Range<usize> {
    const MARGIN: usize = 2;
    let (low, high) = used.fold((all, 0), |(low, high), at| (low.min(at), high.max(at)));
    let length = (high + 1).saturating_sub(low) + 2 * MARGIN;
    window(usize::midpoint(low, high), length.max(min), all)
}

/// A part of a grid that a picture shows.
struct Part {
    rows: Range<usize>,
    cols: Range<usize>,
}

impl Part {
    /// Returns the size of marks: one cell, or more on a large map, where a cell is too small to see.
    fn unit(&self) -> f64 {
        let (rows, cols) = (self.rows.len() as f64, self.cols.len() as f64);
        (rows.max(cols) / 36.0).min(rows).min(cols).max(1.0)
    }

    /// Returns where the mark of a cell is drawn: at its center, or so near that it fits on the picture.
    fn mark(&self, cell: Cell) -> Option<(f64, f64)> {
        let half = self.unit() / 2.0;
        let inside = |at: f64, length: usize| at.max(half).min(length as f64 - half);
        let (x, y) = self.center(cell)?;
        Some((inside(x, self.cols.len()), inside(y, self.rows.len())))
    }

    /// Returns the center of a cell in the picture, if it is shown.
    fn center(&self, cell: Cell) -> Option<(f64, f64)> {
        let (row, col) = (usize::from(cell.row), usize::from(cell.col));
        let shown = self.rows.contains(&row) && self.cols.contains(&col);
        shown.then(|| ((col - self.cols.start) as f64 + 0.5, (row - self.rows.start) as f64 + 0.5))
    }
}

impl Map {
    /// Draws the walls and the free cells of a part.
    fn draw(&self, part: &Part) -> Picture {
        let Part { rows, cols } = part;
        let (width, height) = (cols.len() as f64, rows.len() as f64);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.0, Hue::Ink);
        let (top, left) = (rows.start, cols.start);
        let runs = rows.clone().flat_map(|row| {
            let clip = |(begin, end): (usize, usize)| (begin.max(cols.start), end.min(cols.end));
            let runs = self.runs(row).map(clip).filter(|(begin, end)| begin < end);
            runs.map(move |(begin, end)| (begin - left, row - top, end - begin))
        });
        picture.cells(runs, Hue::Empty);
        picture.frame(0.0, 0.0, width, height, 0.12 * part.unit(), Hue::Wall);
        picture
    }

    /// Draws the start and the goal.
    fn draw_ends(&self, part: &Part, picture: &mut Picture) {
        for (cell, hue, symbol) in [(self.start, Hue::Blue, "S"), (self.goal, Hue::Goal, "G")] {
            if let Some((x, y)) = part.mark(cell) {
                let (side, unit) = (0.9 * part.unit(), part.unit());
                picture.rect(x - side / 2.0, y - side / 2.0, side, side, 0.15 * unit, hue);
                picture.centered(x, y, 0.7 * unit, hue.text_over(), symbol);
            }
        }
    }
}
