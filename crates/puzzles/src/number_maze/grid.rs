//! A puzzle as a grid of numbers, and its text.

use super::board::{Frame, LONGEST_SIDE};
use heureka_kit::text::{ParseError, Word, words};
use std::fmt::Write;

/// The largest number that a cell may hold. What is larger than a side leads nowhere.
pub const LARGEST_VALUE: u8 = 99;

/// A puzzle: a number in every cell, 0 in the last one, the goal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    rows: usize,
    cols: usize,
    values: Vec<u8>,
}

impl Grid {
    /// The grid with these values row by row; that of the goal is set to 0.
    ///
    /// # Panics
    /// If there are not `cols` values in every row.
    #[must_use]
    pub fn new(cols: usize, mut values: Vec<u8>) -> Self {
        assert!(cols > 0 && !values.is_empty() && values.len().is_multiple_of(cols));
        if let Some(goal) = values.last_mut() {
            *goal = 0;
        }
        Self { rows: values.len() / cols, cols, values }
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The values row by row.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The values in rows, for rules that know nothing of this type.
    #[must_use]
    pub fn in_rows(&self) -> Vec<Vec<u32>> {
        self.values.chunks(self.cols).map(|row| row.iter().map(|&v| v.into()).collect()).collect()
    }

    /// The smallest frame that the puzzle fits into. Values too large to move count as such that lead
    /// nowhere, too.
    ///
    /// # Panics
    /// Never: every grid has the sides and values of a frame.
    #[must_use]
    pub fn frame(&self) -> Frame {
        let most = self.rows.max(self.cols) - 1;
        let values = self.values[..self.values.len() - 1].iter().map(|&v| usize::from(v).min(most));
        let (low, high) = values.fold((most, 1), |(l, h), v| (l.min(v), h.max(v)));
        Frame::new(self.rows, self.cols, low, high).expect("a grid has sides and values of a frame")
    }

    /// Reads a grid: a row a line (or up to a slash), the goal last as 0 or G. What `heureka maze
    /// generate` prints is read as well: there the grid begins below the line `Puzzle:` and ends at
    /// an empty one.
    ///
    /// # Errors
    /// What is wrong, where, and what was expected.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut rows: Vec<Vec<Word<'_>>> = vec![];
        for (number, line) in body(text) {
            for part in line.split('/') {
                let before = part.as_ptr() as usize - line.as_ptr() as usize;
                let row: Vec<_> = words(part)
                    .map(|word| {
                        let before = line[..before].chars().count();
                        Word { line: number, column: word.column + before, ..word }
                    })
                    .collect();
                if !row.is_empty() {
                    rows.push(row);
                }
                if part.contains('#') {
                    break;
                }
            }
        }
        let sides = format!("from 2 to {LONGEST_SIDE}");
        if !(2..=LONGEST_SIDE).contains(&rows.len()) {
            return Err(ParseError::whole(format!(
                "{} rows: expected {sides}, each on a line of its own or up to a slash",
                rows.len()
            )));
        }
        let cols = rows[0].len();
        if !(2..=LONGEST_SIDE).contains(&cols) {
            return Err(rows[0][0].error(format!("{cols} columns: expected {sides}")));
        }
        if let Some(row) = rows.iter().find(|row| row.len() != cols) {
            return Err(row[0].error(format!(
                "{} numbers in this row: expected {cols} as in the first",
                row.len()
            )));
        }
        let last = rows.len() * cols - 1;
        let mut values = Vec::with_capacity(last + 1);
        for (cell, word) in rows.iter().flatten().enumerate() {
            values.push(value(word, cell == last)?);
        }
        Ok(Self::new(cols, values))
    }

    /// The text of the grid: a row a line, every number followed by `after`.
    #[must_use]
    pub fn text(&self, last_too: bool) -> String {
        let mut text = String::new();
        for (cell, value) in self.values.iter().enumerate() {
            let end = (cell + 1).is_multiple_of(self.cols);
            // Writing to a string does not fail.
            let _ = write!(text, "{value}{}", if end && !last_too { "" } else { " " });
            if end && cell + 1 < self.values.len() {
                text.push('\n');
            }
        }
        text
    }

    /// The grid mirrored at its diagonal, which leaves start and goal where they are: the same puzzle
    /// with other directions. Only square grids have it.
    #[must_use]
    pub fn transposed(&self) -> Option<Self> {
        let side = self.cols;
        (self.rows == side).then(|| Self {
            values: (0..side * side).map(|i| self.values[i % side * side + i / side]).collect(),
            ..*self
        })
    }

    /// The one of the puzzles alike by symmetry that stands for them.
    #[must_use]
    pub fn canonical(&self) -> Self {
        self.transposed().filter(|other| other < self).unwrap_or_else(|| self.clone())
    }
}

/// The lines that hold the grid, with their numbers.
fn body(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let report = text.lines().position(|line| line.trim() == "Puzzle:");
    let begin = report.map_or(0, |at| at + 1);
    (1..)
        .zip(text.lines())
        .skip(begin)
        .take_while(move |(_, line)| report.is_none() || !line.trim().is_empty())
}

fn value(word: &Word<'_>, goal: bool) -> Result<u8, ParseError> {
    if goal {
        return match word.text {
            "0" | "G" | "g" => Ok(0),
            other => Err(word.error(format!("'{other}': expected 0 or G, for this is the goal"))),
        };
    }
    let expected = format!("a whole number from 1 to {LARGEST_VALUE}");
    match word.number(&expected)? {
        0 => Err(word.error(format!("0 marks the goal, the last cell: expected {expected} here"))),
        value if value > LARGEST_VALUE => Err(word.error(format!("{value}: expected {expected}"))),
        value => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_read_and_written() {
        let grid = Grid::parse("3 2 1\n1 1 2 # two\n2 1 G\n").unwrap();
        assert_eq!((grid.rows(), grid.cols()), (3, 3));
        assert_eq!(grid.text(false), "3 2 1\n1 1 2\n2 1 0");
        assert_eq!(grid.text(true), "3 2 1 \n1 1 2 \n2 1 0 ");
        for text in [
            "3 2 1/1 1 2/2 1 0",
            "Report\n\nPuzzle:\n3 2 1 \n1 1 2 \n2 1 0 \n\nSolution: Yes\n# of",
        ] {
            assert_eq!(Grid::parse(text), Ok(grid.clone()), "{text}");
        }
        let mirrored = grid.transposed().unwrap();
        assert_eq!(mirrored.text(false), "3 1 2\n2 1 1\n1 2 0");
        assert_eq!(mirrored.canonical(), grid.canonical());
        assert_eq!(Grid::parse("1 2 1/1 1 0").unwrap().transposed(), None);
    }

    #[test]
    fn mistakes_are_explained() {
        for (text, says) in [
            ("", "0 rows: expected from 2 to 64"),
            ("1 0", "1 rows"),
            ("1\n0", "line 1, column 1: 1 columns"),
            ("1 1\n1", "line 2, column 1: 1 numbers in this row: expected 2"),
            ("1 1\n1 1", "line 2, column 3: '1': expected 0 or G"),
            ("1 0\n1 0", "line 1, column 3: 0 marks the goal"),
            ("1 x\n1 0", "line 1, column 3: 'x': expected a whole number from 1 to 99"),
            ("1 100\n1 0", "line 1, column 3: 100: expected"),
            ("1 -1 / 1 0", "'-1'"),
            ("1 1 / 1 1", "line 1, column 9: '1': expected 0"),
        ] {
            let error = Grid::parse(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text:?}: {error}");
        }
    }
}
