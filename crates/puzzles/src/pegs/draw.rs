//! How a board looks: as text, in colors and as a picture. The triangle stands upright in all three.

use super::Pegs;
use super::board::Board;
use heureka_kit::draw::{Hue, Picture, painted};
use std::fmt::{self, Write};

/// Where a cell is drawn, in half columns and rows.
///
/// The rows of the upright triangle are the diagonals of the matrix that it is turned into.
fn spot(board: &Board, cell: u8) -> (usize, usize) {
    let (row, column) = board.place(cell);
    let (row, column) = (usize::from(row), usize::from(column));
    if board.is_triangle() {
        (usize::from(board.rows) - 1 + column - row, row + column)
    } else {
        (2 * column, row)
    }
}

impl Pegs {
    /// Writes a position, a peg as a filled circle; the goal's cells have a color of their own.
    pub(super) fn write_board(&self, state: u64, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let mut cells: Vec<_> =
            (0..self.board.len() as u8).map(|cell| (spot(self.board, cell), cell)).collect();
        cells.sort_unstable_by_key(|&((x, y), _)| (y, x));
        let (mut line, mut next) = (0, 0);
        for ((x, y), cell) in cells {
            if y > line {
                out.write_char('\n')?;
                (line, next) = (y, 0);
            }
            write!(out, "{:1$}", "", x - next)?;
            let peg = state >> cell & 1 == 1;
            let sign = if peg { '●' } else { '·' };
            let hue = match (peg, self.goal >> cell & 1 == 1) {
                (true, true) => Hue::Green,
                (true, false) => Hue::Blue,
                (false, true) => Hue::Goal,
                (false, false) => Hue::Empty,
            };
            if colors {
                painted(out, hue, sign)?;
            } else {
                out.write_char(sign)?;
            }
            next = x + 1;
        }
        Ok(())
    }

    /// Round holes on a wooden ground with pegs in them; the goal's holes are ringed.
    pub(super) fn picture(&self, state: u64) -> Picture {
        const HOLE: f64 = 0.33;
        let board = self.board;
        // Rows of a triangle are closer than its cells, so that neighbors are equally far apart.
        let leading = if board.is_triangle() { 0.866 } else { 1.0 };
        let place = |cell: u8| {
            let (x, y) = spot(board, cell);
            (x as f64 / 2.0 + 0.7, y as f64 * leading + 0.7)
        };
        let width = f64::from(board.columns) + 0.4;
        let height = f64::from(board.rows - 1) * leading + 1.4;
        let mut picture = Picture::new(width, height);
        // The ground is a broad line along every line of cells.
        for jump in board.jumps() {
            picture.line(&[place(jump.from), place(jump.to)], 1.25, Hue::Line);
        }
        for jump in board.jumps() {
            picture.line(&[place(jump.from), place(jump.to)], 1.12, Hue::Ground);
        }
        for cell in 0..board.len() as u8 {
            let (x, y) = place(cell);
            let (peg, goal) = (state >> cell & 1 == 1, self.goal >> cell & 1 == 1);
            picture.circle(x, y, HOLE, if goal { Hue::Goal } else { Hue::Empty });
            picture.ring(x, y, HOLE, 0.04, if goal { Hue::Orange } else { Hue::Line });
            if peg {
                picture.circle(x, y, HOLE - 0.07, if goal { Hue::Green } else { Hue::Blue });
            }
        }
        picture
    }
}
