//! Editing an instance on its picture: painting cells, swapping pieces, moving them.

use crate::draw::CELLS_BEGIN;

/// A place on a picture.
pub type Point = (f64, f64);

/// An edit with a tool, given by its index: a line from one place to another, or a click if both are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edit {
    /// The index of the tool.
    pub tool: usize,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// Swaps two pieces of a board that [`draw_cells`](crate::draw::draw_cells) draws, given its text: rows of
/// numbers. Returns the new text; `None` if nothing changes.
#[must_use]
pub fn swap_pieces(text: &str, edit: &Edit) -> Option<String> {
    let mut cells = Cells::of_words(text, " ");
    let (from, to) = (cells.at(edit.from, CELLS_BEGIN)?, cells.at(edit.to, CELLS_BEGIN)?);
    cells.swap(from, to);
    (from != to).then(|| cells.text())
}

/// A cell: its row and its column.
type Place = (usize, usize);

/// A text of rows, as cells that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    rows: Vec<Vec<String>>,
    separator: &'static str,
}

impl Cells {
    /// Reads a text whose cells are characters.
    #[must_use]
    pub fn of_characters(text: &str) -> Self {
        let rows = text.lines().map(|line| line.chars().map(String::from).collect());
        Self { rows: rows.collect(), separator: "" }
    }

    /// Reads a text whose cells are words, with a separator between them.
    #[must_use]
    pub fn of_words(text: &str, separator: &'static str) -> Self {
        let words = |line: &str| {
            let words = line.split(separator).map(str::trim).filter(|word| !word.is_empty());
            words.map(str::to_owned).collect()
        };
        Self { rows: text.lines().map(words).collect(), separator }
    }

    /// Returns the cells as text.
    #[must_use]
    pub fn text(&self) -> String {
        let rows: Vec<_> = self.rows.iter().map(|row| row.join(self.separator)).collect();
        rows.join("\n")
    }

    /// Returns the cell at a point, if cells are one unit wide and the first begins at `origin`.
    #[must_use]
    pub fn at(&self, (x, y): Point, origin: f64) -> Option<Place> {
        let index = |at: f64, count: usize| {
            (0..count).find(|&index| (index as f64..index as f64 + 1.0).contains(&(at - origin)))
        };
        let row = index(y, self.rows.len())?;
        Some((row, index(x, self.rows[row].len())?))
    }

    /// Writes a symbol into a cell.
    pub fn paint(&mut self, (row, col): Place, symbol: &str) {
        symbol.clone_into(&mut self.rows[row][col]);
    }

    /// Writes a symbol into a cell, and another into those that had it.
    pub fn place(&mut self, place: Place, symbol: &str, behind: &str) {
        for cell in self.rows.iter_mut().flatten().filter(|cell| *cell == symbol) {
            behind.clone_into(cell);
        }
        self.paint(place, symbol);
    }

    /// Swaps two cells.
    pub fn swap(&mut self, (row, col): Place, (other_row, other_col): Place) {
        let cell = std::mem::take(&mut self.rows[row][col]);
        let cell = std::mem::replace(&mut self.rows[other_row][other_col], cell);
        self.rows[row][col] = cell;
    }

    /// Moves all cells with the same symbol by the way from one cell to another, and leaves `free` behind.
    /// Returns false, and changes nothing, if they do not fit.
    pub fn drag(&mut self, from: Place, to: Place, free: &str) -> bool {
        let symbol = self.rows[from.0][from.1].clone();
        let all = self.rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate().filter(|(_, cell)| **cell == symbol);
            cells.map(move |(col, _)| (row, col))
        });
        let old: Vec<Place> = all.collect();
        let shifted = |place: usize, from: usize, to: usize| (place + to).checked_sub(from);
        let new = old.iter().map(|&(row, col)| {
            let place = (shifted(row, from.0, to.0)?, shifted(col, from.1, to.1)?);
            let cell = self.rows.get(place.0)?.get(place.1)?;
            (cell == free || *cell == symbol).then_some(place)
        });
        let Some(new) = new.collect::<Option<Vec<Place>>>() else { return false };
        for place in old {
            self.paint(place, free);
        }
        for place in new {
            self.paint(place, &symbol);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_painted_and_swapped() {
        let mut cells = Cells::of_characters("S..\n..G");
        assert_eq!(cells.at((2.9, 1.0), 0.0), Some((1, 2)));
        assert_eq!((cells.at((3.0, 0.0), 0.0), cells.at((-0.1, 0.0), 0.0)), (None, None));
        cells.paint((0, 1), "#");
        cells.place((1, 0), "S", ".");
        assert_eq!(cells.text(), ".#.\nS.G");
        let mut cells = Cells::of_words("10 2\n3 0\n", " ");
        cells.swap((0, 0), (1, 1));
        assert_eq!(cells.text(), "0 2\n3 10");
    }

    #[test]
    fn pieces_move_where_they_fit() {
        let mut cells = Cells::of_words("1,1,1\n2,2,0\n3,0,0", ",");
        assert!(!cells.drag((1, 0), (2, 0), "0"), "another piece is there");
        assert!(!cells.drag((1, 0), (1, 2), "0"), "outside");
        assert!(cells.drag((1, 0), (1, 1), "0"));
        assert_eq!(cells.text(), "1,1,1\n0,2,2\n3,0,0");
    }
}
