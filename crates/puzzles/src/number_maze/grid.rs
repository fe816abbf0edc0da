//! A maze as a grid of numbers, and its text.

use super::spec::check_size;
use heureka_kit::board::Size;
use heureka_kit::text::{ParseError, Word, rows_of_words};
use std::ops::Range;

/// The largest number of a cell. A number that exceeds both sides leads nowhere.
pub const MAX_VALUE: u8 = 99;

/// A number in every cell; the last cell is the goal and holds 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    size: Size,
    values: Vec<u8>,
}

impl Grid {
    /// Returns the grid with these values in row-major order. The goal's value becomes 0.
    ///
    /// # Panics
    /// If the number of values does not match the size.
    #[must_use]
    pub fn new(size: Size, mut values: Vec<u8>) -> Self {
        assert_eq!(values.len(), size.cells(), "one value per cell");
        if let Some(goal) = values.last_mut() {
            *goal = 0;
        }
        Self { size, values }
    }

    /// Returns the number of rows and columns.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the values in row-major order.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the number of a cell as text, `G` for the goal.
    #[must_use]
    pub fn label(&self, cell: usize) -> String {
        if cell + 1 == self.values.len() { "G".to_owned() } else { self.values[cell].to_string() }
    }

    /// Reads a grid: rows end at a line break or a slash, and the last number is 0 or G.
    ///
    /// The output of `heureka maze generate` is accepted too. There the grid begins below the line
    /// `Puzzle:` and ends at an empty line.
    ///
    /// # Errors
    /// If the text is not a grid.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let (mut rows, lines) = (rows_of_words(text)?, grid_lines(text));
        rows.retain(|row| lines.contains(&row[0].line));
        let size = Size { rows: rows.len(), cols: rows.first().map_or(0, Vec::len) };
        check_size(size)?;
        if let Some(row) = rows.iter().find(|row| row.len() != size.cols) {
            let message =
                format!("expected {} numbers in this row, found {}", size.cols, row.len());
            return Err(row[0].error(message));
        }
        let words = rows.iter().flatten().enumerate();
        let values = words.map(|(cell, word)| parse_value(word, cell + 1 == size.cells()));
        Ok(Self::new(size, values.collect::<Result<_, _>>()?))
    }

    /// Returns the text: one line per row, without a final line break.
    #[must_use]
    pub fn text(&self) -> String {
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        self.values.chunks(self.size.cols).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Returns the grid mirrored at its main diagonal, which keeps start and goal in place. Only
    /// square grids have a mirror image.
    #[must_use]
    pub fn transposed(&self) -> Option<Self> {
        let side = self.size.cols;
        (self.size.rows == side).then(|| Self {
            values: (0..side * side).map(|i| self.values[i % side * side + i / side]).collect(),
            ..*self
        })
    }

    /// Returns the smaller of the grid and its mirror image.
    #[must_use]
    pub fn canonical(&self) -> Self {
        self.transposed().filter(|other| other < self).unwrap_or_else(|| self.clone())
    }
}

/// Returns the numbers of the lines that hold the grid, from 1.
fn grid_lines(text: &str) -> Range<usize> {
    let Some(title) = text.lines().position(|line| line.trim() == "Puzzle:") else {
        return 1..usize::MAX;
    };
    let after = text.lines().skip(title + 1).take_while(|line| !line.trim().is_empty());
    title + 2..title + 2 + after.count()
}

fn parse_value(word: &Word<'_>, goal: bool) -> Result<u8, ParseError> {
    if goal {
        return match word.text {
            "0" | "G" | "g" => Ok(0),
            other => Err(word.error(format!("expected 0 or G for the goal, found '{other}'"))),
        };
    }
    match word.text.parse() {
        Ok(value @ 1..=MAX_VALUE) => Ok(value),
        Ok(0) => Err(word.error("unexpected 0: only the last cell, the goal, holds 0")),
        _ => {
            let message = format!("expected a number from 1 to {MAX_VALUE}, found '{}'", word.text);
            Err(word.error(message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_writes_and_mirrors_grids() {
        let grid = Grid::parse("3 2 1\n1 1 2 # two\n2 1 G\n").unwrap();
        assert_eq!(grid.size(), Size { rows: 3, cols: 3 });
        assert_eq!(grid.text(), "3 2 1\n1 1 2\n2 1 0");
        for text in [
            "3 2 1/1 1 2/2 1 0",
            "Report\n\nPuzzle:\n3 2 1 \n1 1 2 \n2 1 0 \n\nSolution: Yes\n# of",
        ] {
            assert_eq!(Grid::parse(text), Ok(grid.clone()), "{text}");
        }
        let mirrored = grid.transposed().unwrap();
        assert_eq!(mirrored.text(), "3 1 2\n2 1 1\n1 2 0");
        assert_eq!(mirrored.canonical(), grid.canonical());
        assert_eq!(Grid::parse("1 2 1/1 1 0").unwrap().transposed(), None);
    }

    #[test]
    fn rejects_invalid_grids() {
        for (text, expected) in [
            ("", "invalid number of rows 0: expected 2 to 64"),
            ("1 0", "invalid number of rows 1"),
            ("1\n0", "invalid number of columns 1"),
            ("1 1\n1", "line 2, column 1: expected 2 numbers in this row, found 1"),
            ("1 1\n1 1", "line 2, column 3: expected 0 or G for the goal, found '1'"),
            ("1 0\n1 0", "line 1, column 3: unexpected 0"),
            ("1 x\n1 0", "line 1, column 3: expected a number from 1 to 99, found 'x'"),
            ("1 100\n1 0", "line 1, column 3: expected a number from 1 to 99, found '100'"),
            ("1 -1 / 1 0", "found '-1'"),
            ("1 1 / 1 1", "line 1, column 9: expected 0 or G"),
        ] {
            let error = Grid::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }
}
