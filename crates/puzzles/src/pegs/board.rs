//! The boards: which cells there are, which jumps, and in which ways a board looks the same.
//!
//! Cells are numbered row by row; a position is a word with a bit for each peg.

use std::sync::OnceLock;

/// A cell as (row, column), from 0.
pub type Cell = (u8, u8);

/// How many boards there are; they are numbered from 1.
pub const BOARDS: u8 = 6;

/// The name and the rows of each board; `.` is a cell.
const OUTLINES: [(&str, &[&str]); BOARDS as usize] = [
    ("French", &["  ...  ", " ..... ", ".......", ".......", ".......", " ..... ", "  ...  "]),
    (
        "Wiegleb",
        &[
            "   ...   ",
            "   ...   ",
            "   ...   ",
            ".........",
            ".........",
            ".........",
            "   ...   ",
            "   ...   ",
            "   ...   ",
        ],
    ),
    (
        "asymmetrical",
        &[
            "  ...   ", "  ...   ", "  ...   ", "........", "........", "........", "  ...   ",
            "  ...   ",
        ],
    ),
    ("English", &["  ...  ", "  ...  ", ".......", ".......", ".......", "  ...  ", "  ...  "]),
    (
        "diamond",
        &[
            "    .    ",
            "   ...   ",
            "  .....  ",
            " ....... ",
            ".........",
            " ....... ",
            "  .....  ",
            "   ...   ",
            "    .    ",
        ],
    ),
    ("triangle", &[".....", ".... ", "...  ", "..   ", ".    "]),
];

/// The board whose lines also run from corner to corner one way: a triangle, turned.
const TRIANGLE: u8 = 6;

/// From the hole to the peg that is jumped over: below, right, left, above. The order of the jumps
/// into a hole, and so part of the puzzle's definition.
const SQUARE: &[(i8, i8)] = &[(1, 0), (0, 1), (0, -1), (-1, 0)];

/// The same with the two directions that a turned triangle has beside.
const TRIANGULAR: &[(i8, i8)] = &[(1, 0), (0, 1), (0, -1), (-1, 0), (-1, 1), (1, -1)];

/// A jump: the peg at `from` goes to `to`, and the one between them is taken. Cells by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    /// Where the peg comes from.
    pub from: u8,
    /// Where it lands.
    pub to: u8,
}

/// One of the six boards.
#[derive(Debug)]
pub struct Board {
    /// Its number, from 1.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// Rows of the matrix that the board lies in; it has as many columns.
    pub rows: u8,
    /// Columns of the matrix.
    pub columns: u8,
    cells: Vec<Cell>,
    /// The jumps: by the hole they go to, row by row, then from below, right, left, above.
    jumps: Vec<Jump>,
    /// The cell between the ends of each jump.
    overs: Vec<u8>,
    /// For each symmetry where each cell goes; the identity is the first.
    symmetries: Vec<Vec<u8>>,
}

impl Board {
    /// The board of this number.
    #[must_use]
    pub fn numbered(number: usize) -> Option<&'static Self> {
        static MADE: OnceLock<Vec<Board>> = OnceLock::new();
        let boards = MADE.get_or_init(|| (1..=BOARDS).map(Self::new).collect());
        boards.get(number.checked_sub(1)?)
    }

    /// All boards.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        (1..=usize::from(BOARDS)).filter_map(Self::numbered)
    }

    fn new(number: u8) -> Self {
        let (name, outline) = OUTLINES[usize::from(number) - 1];
        let mut cells = vec![];
        for (row, line) in (0..).zip(outline) {
            cells
                .extend((0..).zip(line.bytes()).filter(|&(_, b)| b == b'.').map(|(c, _)| (row, c)));
        }
        let mut board = Self {
            number,
            name,
            rows: outline.len() as u8,
            columns: outline[0].len() as u8,
            cells,
            jumps: vec![],
            overs: vec![],
            symmetries: vec![],
        };
        board.find_jumps();
        board.find_symmetries();
        board
    }

    fn find_jumps(&mut self) {
        let directions = if self.number == TRIANGLE { TRIANGULAR } else { SQUARE };
        for (to, &cell) in (0..).zip(&self.cells) {
            for &step in directions {
                let over = self.neighbor(cell, step, 1);
                if let (Some(over), Some(from)) = (over, self.neighbor(cell, step, 2)) {
                    self.jumps.push(Jump { from, to });
                    self.overs.push(over);
                }
            }
        }
    }

    fn neighbor(&self, (row, column): Cell, step: (i8, i8), times: i8) -> Option<u8> {
        let row = row.checked_add_signed(step.0 * times)?;
        let column = column.checked_add_signed(step.1 * times)?;
        self.cell(row, column)
    }

    /// Every linear map with entries of −1, 0 and 1, moved to where the board lies, under which the
    /// board and its jumps stay the same.
    fn find_symmetries(&mut self) {
        let entries = || [1i8, 0, -1].into_iter();
        for a in entries() {
            for b in entries() {
                for c in entries() {
                    for d in entries() {
                        self.symmetries.extend(self.symmetry([a, b, c, d]));
                    }
                }
            }
        }
        let identity: Vec<u8> = (0..self.cells.len() as u8).collect();
        self.symmetries.sort_by_key(|map| *map != identity);
    }

    fn symmetry(&self, [a, b, c, d]: [i8; 4]) -> Option<Vec<u8>> {
        let turned = |&(row, column): &Cell| {
            let (row, column) = (row.cast_signed(), column.cast_signed());
            (a * row + b * column, c * row + d * column)
        };
        let low = |of: fn((i8, i8)) -> i8| self.cells.iter().map(|c| of(turned(c))).min();
        let (top, left) = (low(|cell| cell.0)?, low(|cell| cell.1)?);
        let mut map = Vec::with_capacity(self.cells.len());
        for cell in &self.cells {
            let (row, column) = turned(cell);
            let cell = self.cell((row - top).cast_unsigned(), (column - left).cast_unsigned())?;
            if map.contains(&cell) {
                return None;
            }
            map.push(cell);
        }
        let lands = |cell: u8| map[usize::from(cell)];
        let keeps_jumps = self
            .jumps
            .iter()
            .all(|jump| self.jumps.contains(&Jump { from: lands(jump.from), to: lands(jump.to) }));
        keeps_jumps.then_some(map)
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are none, which is never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The number of a cell, if the board has it.
    #[must_use]
    pub fn cell(&self, row: u8, column: u8) -> Option<u8> {
        self.cells.iter().position(|&cell| cell == (row, column)).map(|at| at as u8)
    }

    /// Row and column of a cell.
    #[must_use]
    pub fn place(&self, cell: u8) -> Cell {
        self.cells[usize::from(cell)]
    }

    /// Every cell a peg.
    #[must_use]
    pub fn full(&self) -> u64 {
        (1 << self.len()) - 1
    }

    /// The jumps in their order.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The pegs that a jump, given by its place, needs: the one that jumps and the one taken.
    #[must_use]
    pub fn needs(&self, jump: usize) -> u64 {
        1 << self.jumps[jump].from | 1 << self.overs[jump]
    }

    /// The cell between the ends of a jump, given by its place.
    #[must_use]
    pub fn over(&self, jump: usize) -> u8 {
        self.overs[jump]
    }

    /// All three cells of a jump, given by its place: those that it changes.
    #[must_use]
    pub fn changes(&self, jump: usize) -> u64 {
        self.needs(jump) | 1 << self.jumps[jump].to
    }

    /// For each symmetry where each cell goes; the identity is the first.
    #[must_use]
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// Whether the board is the turned triangle.
    #[must_use]
    pub fn is_triangle(&self) -> bool {
        self.number == TRIANGLE
    }
}

/// A position seen through a symmetry.
#[must_use]
pub fn turned(map: &[u8], position: u64) -> u64 {
    (0..)
        .zip(map)
        .filter(|&(cell, _)| position >> cell & 1 == 1)
        .fold(0, |all, (_, &to)| all | 1 << to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_known_cells_jumps_and_symmetries() {
        let got: Vec<_> =
            Board::all().map(|b| (b.len(), b.jumps().len(), b.symmetries().len())).collect();
        let known =
            [(37, 92, 8), (45, 108, 8), (39, 92, 2), (33, 76, 8), (41, 100, 8), (15, 36, 6)];
        assert_eq!(got, known);
        assert!(Board::numbered(0).is_none() && Board::numbered(7).is_none());
        for board in Board::all() {
            let identity =
                board.symmetries()[0].iter().enumerate().all(|(i, &c)| i == usize::from(c));
            assert!(identity, "{}", board.name);
        }
        // The one mirror image of the board with arms of different lengths.
        let board = Board::numbered(3).unwrap();
        for cell in 0..board.len() as u8 {
            let (row, column) = board.place(cell);
            let image = board.symmetries()[1][usize::from(cell)];
            assert_eq!(board.place(image), (7 - column, 7 - row));
        }
    }
}
