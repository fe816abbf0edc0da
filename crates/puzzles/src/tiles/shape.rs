//! The shape of a board, reading boards as text, and making random ones.

use super::info::INFO;
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, Word, words};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The most cells that a board may have.
pub const MOST_CELLS: usize = 25;

/// How many rows and columns a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// Its rows, at least 2.
    pub rows: usize,
    /// Its columns, at least 2.
    pub cols: usize,
}

impl Shape {
    /// The shape with so many rows and columns.
    ///
    /// # Errors
    /// If there are too few of them, or more than `most` cells.
    pub(crate) fn new(rows: usize, cols: usize, most: usize) -> Result<Self, ParseError> {
        if rows < 2 || cols < 2 {
            return Err(ParseError::whole(format!(
                "a board of {rows} × {cols}: expected at least 2 rows and 2 columns"
            )));
        }
        match rows.checked_mul(cols) {
            Some(cells) if cells <= most => Ok(Self { rows, cols }),
            _ => Err(ParseError::whole(format!(
                "a board of {rows} × {cols}: expected at most {most} cells"
            ))),
        }
    }

    /// Reads a size such as `4x4`, or `4` for the same.
    ///
    /// # Errors
    /// If it is no size, or one that has more than `most` cells.
    pub(crate) fn read(size: &str, most: usize) -> Result<Self, ParseError> {
        let number = |text: &str| {
            text.trim().parse::<usize>().map_err(|_| {
                ParseError::whole(format!("size '{size}': expected rows x columns, such as 4x4"))
            })
        };
        match size.split_once(['x', 'X', '×']) {
            Some((rows, cols)) => Self::new(number(rows)?, number(cols)?, most),
            None => number(size).and_then(|n| Self::new(n, n, most)),
        }
    }

    /// Refuses settings of rows and columns that are not those of this shape.
    ///
    /// # Errors
    /// If there is one.
    pub(crate) fn agrees_with(self, parameters: &Parameters) -> Result<(), ParseError> {
        let Self { rows, cols } = self;
        for (name, own) in [("rows", rows), ("cols", cols)] {
            if parameters.number(name, 2)?.is_some_and(|given| given != own) {
                return Err(ParseError::whole(format!(
                    "size {rows}x{cols}: expected {name}={own} or no {name} at all"
                )));
            }
        }
        Ok(())
    }

    /// How many cells it has.
    #[must_use]
    pub fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// The row and column of a cell, or of the place where a tile belongs if given `tile - 1`.
    #[must_use]
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// Which of the two halves of all boards a board is in: false if the goal can be reached.
    ///
    /// A sideways move leaves the sequence of tiles as it is. An upright one carries a tile past
    /// `cols - 1` others; if that is odd, the parity of the sequence changes with the blank's row.
    #[must_use]
    pub fn odd(self, cells: &[u8]) -> bool {
        let mut odd = false;
        for (i, &tile) in cells.iter().enumerate() {
            if tile == 0 {
                odd ^= self.cols.is_multiple_of(2) && (self.rows - 1 - i / self.cols) % 2 == 1;
            } else {
                odd ^= cells[..i].iter().filter(|&&before| before > tile).count() % 2 == 1;
            }
        }
        odd
    }

    /// By tile and cell, how many moves the tile is away from its place if nothing is in its way.
    pub(super) fn distances(self) -> [[u8; 32]; 32] {
        let mut distances = [[0; 32]; 32];
        for (tile, by_cell) in distances.iter_mut().enumerate().take(self.cells()).skip(1) {
            let (goal_row, goal_col) = self.place(tile - 1);
            for (cell, distance) in by_cell.iter_mut().enumerate().take(self.cells()) {
                let (row, col) = self.place(cell);
                *distance = (row.abs_diff(goal_row) + col.abs_diff(goal_col)) as u8;
            }
        }
        distances
    }

    /// A bit for each cell of the blank: whether the tiles' sequence alone is odd there, on boards of
    /// one half.
    pub(super) fn odd_blanks(self, odd: bool) -> u32 {
        let upright = |cell: usize| {
            self.cols.is_multiple_of(2) && (self.rows - 1 - cell / self.cols) % 2 == 1
        };
        (0..self.cells()).filter(|&cell| odd ^ upright(cell)).fold(0, |bits, cell| bits | 1 << cell)
    }

    /// Any board of this shape, each equally likely.
    ///
    /// All cells are shuffled, each from the last down changing places with one that is drawn from
    /// those up to itself. The generator is xoshiro256++; a draw is a remainder, draws that would
    /// favor some remainders being drawn again.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Vec<u8> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut cells: Vec<u8> = (0..self.cells() as u8).collect();
        for i in (1..cells.len()).rev() {
            let choices = i as u64 + 1;
            let draw = loop {
                let draw = random.next_u64();
                if draw < u64::MAX / choices * choices {
                    break draw % choices;
                }
            };
            cells.swap(i, draw as usize);
        }
        cells
    }

    /// A board of this shape from which the goal can be reached by plain slides, each equally likely:
    /// a shuffled one, in which the first two tiles change places if it is of the wrong half.
    #[must_use]
    pub fn random(self, seed: u64) -> Vec<u8> {
        let mut cells = self.shuffled(seed);
        if self.odd(&cells) {
            let mut tiles = (0..cells.len()).filter(|&i| cells[i] != 0);
            if let (Some(a), Some(b)) = (tiles.next(), tiles.next()) {
                cells.swap(a, b);
            }
        }
        cells
    }
}

/// The shape that a text and its parameters mean, of at most so many cells.
///
/// # Errors
/// If they do not go together.
pub(crate) fn shape(text: &str, parameters: &Parameters, most: usize) -> Result<Shape, ParseError> {
    parameters.only(INFO.parameters)?;
    let words: Vec<Word> = words(text).collect();
    let count = words.len();
    if count == 0 {
        return Err(ParseError::whole("an empty text: expected the numbers of a board"));
    }
    let divided = |name: &str, by: usize| {
        if count.is_multiple_of(by) {
            Ok(count / by)
        } else {
            Err(ParseError::whole(format!(
                "{count} numbers: expected a multiple of {by}, as {name}={by}"
            )))
        }
    };
    match (parameters.number("rows", 2)?, parameters.number("cols", 2)?) {
        (Some(rows), Some(cols)) => Shape::new(rows, cols, most),
        (Some(rows), None) => Shape::new(rows, divided("rows", rows)?, most),
        (None, Some(cols)) => Shape::new(divided("cols", cols)?, cols, most),
        (None, None) => match (lines(&words), count.isqrt()) {
            (Some((rows, cols)), _) => Shape::new(rows, cols, most),
            (None, side) if side * side == count => Shape::new(side, side, most),
            _ => Err(ParseError::whole(format!(
                "{count} numbers: expected a square board such as 3 × 3 or 4 × 4, \
                 lines of equal length, or rows=… or cols=…"
            ))),
        },
    }
}

/// The rows and columns of a board whose rows are lines of equal length.
fn lines(words: &[Word]) -> Option<(usize, usize)> {
    let rows: Vec<_> = words.chunk_by(|a, b| a.line == b.line).map(<[Word]>::len).collect();
    let cols = rows[0];
    (rows.len() > 1 && cols > 1 && rows.iter().all(|&n| n == cols)).then_some((rows.len(), cols))
}

/// Reads a board of a shape.
///
/// # Errors
/// What is wrong with the text, where, and what was expected.
pub(crate) fn read(text: &str, shape: Shape) -> Result<Vec<u8>, ParseError> {
    let words: Vec<Word> = words(text).collect();
    read_words(&words, shape)
}

/// As [`read`], from words that need not be those of a whole text.
pub(crate) fn read_words(words: &[Word<'_>], shape: Shape) -> Result<Vec<u8>, ParseError> {
    let n = shape.cells();
    let mut cells: Vec<u8> = Vec::with_capacity(n);
    let mut seen = vec![None; n];
    let mut last = None;
    let hint = if words.iter().any(|word| word.text.parse() == Ok(0)) {
        ""
    } else {
        "; the blank, 0, is missing"
    };
    for word in words {
        if cells.len() == n {
            return Err(word.error(format!(
                "'{}': expected nothing more after the {n} numbers of a {} × {} board",
                word.text, shape.rows, shape.cols
            )));
        }
        let expected = format!("a number from 0 to {}", n - 1);
        let tile: usize = word.number(&expected)?;
        if tile >= n {
            return Err(word.error(format!("'{tile}': expected {expected}{hint}")));
        }
        if let Some(before) = seen[tile].replace(word) {
            return Err(word.error(format!(
                "'{tile}' again, first in line {}, column {}: expected each number once{hint}",
                before.line, before.column
            )));
        }
        cells.push(tile as u8);
        last = Some(word);
    }
    if cells.len() < n {
        let missing: Vec<_> =
            (0..n).filter(|&t| seen[t].is_none()).map(|t| t.to_string()).collect();
        let message = format!(
            "the board ends after {} numbers: expected {n}, missing {}",
            cells.len(),
            missing.join(" ")
        );
        return Err(match last {
            Some(word) => {
                ParseError::at(word.line, word.column + word.text.chars().count(), message)
            }
            None => ParseError::whole(message),
        });
    }
    Ok(cells)
}
