//! Draws boards as text, in colors and as pictures.
//!
//! A triangle has a horizontal base. On other boards with lines in three directions, each row is half a
//! column further to the right.

use super::board::{Board, Kind, Lines};
use super::{Pegs, drawing, position_text};
use heureka_kit::board::BitSet as _;
use heureka_kit::draw::{Area, Draw, Hue, MOVED_EDGE, Picture, paint};
use std::fmt::{self, Write};

/// Returns where a cell is drawn, in half columns and rows.
///
/// The rows of the upright triangle are the diagonals of its matrix.
fn spot(board: &Board, number: u8) -> (usize, usize) {
    let cell = board.cell(number);
    let (row, col) = (usize::from(cell.row), usize::from(cell.col));
    match board.lines {
        Lines::Square => (2 * col, row),
        Lines::Triangle if is_upright(board) => (board.size.rows - 1 + col - row, row + col),
        Lines::Triangle => (2 * col + row, row),
    }
}

/// Returns whether the board is a triangle, which stands on its base.
fn is_upright(board: &Board) -> bool {
    board.is_triangular() && board.kind != Kind::Drawn
}

/// Returns the distance of the rows in pictures. Those of a triangle are closer than its columns, so that
/// all neighbors are equidistant.
fn leading(board: &Board) -> f64 {
    if board.is_triangular() { 0.866 } else { 1.0 }
}

/// Returns the center of a cell in pictures.
fn place(board: &Board, cell: u8) -> (f64, f64) {
    let (x, y) = spot(board, cell);
    (x as f64 / 2.0 + 0.7, y as f64 * leading(board) + 0.7)
}

/// Returns the cell at a place of a picture.
pub(super) fn cell_at(board: &Board, (x, y): (f64, f64)) -> Option<u8> {
    let distance = |cell: &u8| {
        let center = place(board, *cell);
        (center.0 - x).hypot(center.1 - y)
    };
    (0..board.cell_count() as u8).find(|cell| distance(cell) < 0.5)
}

impl Pegs {
    /// Returns the cells that hold a peg at the goal; none if the last peg may be anywhere.
    fn goal_cells(&self) -> u64 {
        self.goal.position().unwrap_or(0)
    }
}

impl Draw for Pegs {
    /// Draws a position, with the goal's cells in other colors and with the coordinates that moves have:
    /// of the rows and columns, or of both ends of each line of the triangle. Of a column with two digits
    /// it writes the last.
    fn show_state(&self, &state: &u64, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let board = &*self.board;
        let mut cells: Vec<_> =
            (0..board.cell_count() as u8).map(|cell| (spot(board, cell), cell)).collect();
        cells.sort_unstable_by_key(|&((x, y), _)| (y, x));
        let is_upright = is_upright(board);
        let digits = (board.size.rows - 1).to_string().len();
        if !is_upright {
            let columns: Vec<_> = (0..board.size.cols).map(|col| (col % 10).to_string()).collect();
            let columns = columns.join(" ");
            paint(out, colors, Hue::Faint, format_args!("{:digits$} {columns}\n", ""))?;
        }
        let (mut lines, mut next) = (0, 0);
        for &((x, y), cell) in &cells {
            // Some lines may have no cell.
            for line in lines..=y {
                if line > 0 {
                    out.write_char('\n')?;
                }
                let label =
                    if is_upright { format!("{line},0 ") } else { format!("{line:digits$} ") };
                paint(out, colors, Hue::Faint, label)?;
                next = 0;
            }
            lines = y + 1;
            write!(out, "{:1$}", "", x - next)?;
            let [peg, goal] = [state, self.goal_cells()].map(|p| p.contains(usize::from(cell)));
            let sign = if peg { '●' } else { '○' };
            let hue = match (peg, goal) {
                (true, true) => Hue::Green,
                (true, false) => Hue::Blue,
                (false, true) => Hue::Goal,
                (false, false) => Hue::Empty,
            };
            paint(out, colors, hue, sign)?;
            next = x + 1;
            if is_upright && board.cell(cell).row == 0 {
                let margin = board.size.rows - y;
                paint(out, colors, Hue::Faint, format_args!("{:margin$}0,{y}", ""))?;
            }
        }
        Ok(())
    }

    /// Writes the rows that texts have.
    fn note_state(&self, &state: &u64, out: &mut dyn Write) -> fmt::Result {
        let write = match self.board.kind {
            Kind::Drawn => drawing::position_text,
            Kind::Numbered(_) | Kind::Triangle(_) => position_text,
        };
        out.write_str(&write(&self.board, self.position(state)))
    }

    /// Returns the cells of a jump.
    fn spots(&self, &state: &u64, &next: &u64) -> Vec<Area> {
        let changes = self.position(state ^ next);
        let changed = |&cell: &u8| changes.contains(usize::from(cell));
        let cells = (0..self.board.cell_count() as u8).filter(changed);
        let area = |(x, y): (f64, f64)| [x - 0.45, y - 0.43, 0.9, 0.86];
        cells.map(|cell| area(place(&self.board, cell))).collect()
    }

    /// Draws round holes with pegs in them; the goal's holes have rings. The last jump is an arrow to the
    /// peg that jumped, over the ring of the one that was removed.
    fn draw(&self, &state: &u64, before: Option<&u64>) -> Picture {
        const HOLE: f64 = 0.33;
        const PEG: f64 = HOLE - 0.07;
        let board = &*self.board;
        let state = self.position(state);
        let leading = leading(board);
        let place = |cell: u8| place(board, cell);
        let is_sheared = board.is_triangular() && !is_upright(board);
        let sheared = if is_sheared { (board.size.rows - 1) as f64 / 2.0 } else { 0.0 };
        let width = board.size.cols as f64 + sheared + 0.4;
        let height = (board.size.rows - 1) as f64 * leading + 1.4;
        let mut picture = Picture::new(width, height);
        // The ground is a broad line along every jump.
        for jump in board.jumps() {
            picture.line(&[place(jump.from), place(jump.to)], 1.25, Hue::Line);
        }
        for jump in board.jumps() {
            picture.line(&[place(jump.from), place(jump.to)], 1.12, Hue::Ground);
        }
        for cell in 0..board.cell_count() as u8 {
            let (x, y) = place(cell);
            let [peg, goal] = [state, self.goal_cells()].map(|p| p.contains(usize::from(cell)));
            picture.circle(x, y, HOLE, if goal { Hue::Goal } else { Hue::Empty });
            picture.ring(x, y, HOLE, 0.04, if goal { Hue::Orange } else { Hue::Line });
            if peg {
                picture.circle(x, y, PEG, if goal { Hue::Green } else { Hue::Blue });
            }
        }
        let last = before.and_then(|before| {
            let before = self.position(*before);
            let (left, filled) = (before & !state, state & !before);
            let has = |cells: u64, cell: u8| cells.contains(usize::from(cell));
            board.jumps().iter().find(|jump| has(left, jump.from) && has(filled, jump.to))
        });
        if let Some(jump) = last {
            let ((x1, y1), (x2, y2)) = (place(jump.from), place(jump.to));
            picture.ring(f64::midpoint(x1, x2), f64::midpoint(y1, y2), PEG, 0.06, Hue::Faint);
            // The arrow ends at the edge of the peg.
            let part = 1.0 - (PEG + 0.06) / (x2 - x1).hypot(y2 - y1);
            let tip = (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part);
            picture.arrow(&[(x1, y1), tip], 0.07, Hue::Ink);
            picture.ring(x2, y2, PEG, MOVED_EDGE, Hue::Ink);
        }
        picture
    }
}
