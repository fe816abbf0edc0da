//! The six boards: their cells, jumps and symmetries.
//!
//! Cells are numbered row by row. A position is a word with a bit for each peg.

use heureka_kit::board::{BitSet as _, Cell, Size};
use std::sync::OnceLock;

/// The number of boards, which are numbered from 1.
pub const BOARDS: u8 = 6;

/// The name and the rows of each board; `.` is a cell.
const OUTLINES: [(&str, &str); BOARDS as usize] = [
    ("French", "  ...  / ..... /......./......./......./ ..... /  ...  "),
    (
        "Wiegleb",
        "   ...   /   ...   /   ...   /........./........./........./   ...   /   ...   /   ...   ",
    ),
    ("asymmetrical", "  ...   /  ...   /  ...   /......../......../......../  ...   /  ...   "),
    ("English", "  ...  /  ...  /......./......./......./  ...  /  ...  "),
    (
        "diamond",
        "    .    /   ...   /  .....  / ....... /........./ ....... /  .....  /   ...   /    .    ",
    ),
    ("triangle", "...../.... /...  /..   /.    "),
];

/// The board with a third direction: a triangle, turned into a matrix.
const TRIANGLE: u8 = 6;

/// The steps from a hole to the peg that is jumped over: below, right, left, above, and on the
/// triangle two diagonals. The order of the jumps is part of the puzzle's definition.
const STEPS: [(i16, i16); 6] = [(1, 0), (0, 1), (0, -1), (-1, 0), (-1, 1), (1, -1)];

/// A jump from one cell to another, which removes the peg between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    /// The number of the cell that the peg leaves.
    pub from: u8,
    /// The number of the cell where it lands.
    pub to: u8,
}

/// A permutation of the cells that maps the board to itself.
pub type Symmetry = Vec<u8>;

/// One of the six boards.
#[derive(Debug)]
pub struct Board {
    /// The number, from 1.
    pub number: u8,
    /// The name.
    pub name: &'static str,
    /// The size of the matrix that contains the board.
    pub size: Size,
    cells: Vec<Cell>,
    /// The jumps by the hole they go to, row by row, then in the order of [`STEPS`].
    jumps: Vec<Jump>,
    /// The cell between the ends of each jump.
    overs: Vec<u8>,
    /// The symmetries; the identity is the first.
    symmetries: Vec<Symmetry>,
}

impl Board {
    /// Returns the board with a number.
    #[must_use]
    pub fn numbered(number: usize) -> Option<&'static Self> {
        static MADE: OnceLock<Vec<Board>> = OnceLock::new();
        let boards = MADE.get_or_init(|| (1..=BOARDS).map(Self::new).collect());
        boards.get(number.checked_sub(1)?)
    }

    /// Iterates over all boards.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        (1..=usize::from(BOARDS)).filter_map(Self::numbered)
    }

    fn new(number: u8) -> Self {
        let (name, outline) = OUTLINES[usize::from(number) - 1];
        let rows: Vec<&str> = outline.split('/').collect();
        let size = Size { rows: rows.len(), cols: rows[0].len() };
        let is_cell =
            |cell: &Cell| rows[usize::from(cell.row)].as_bytes()[usize::from(cell.col)] == b'.';
        let cells = (0..size.cells()).map(|index| size.cell(index)).filter(is_cell).collect();
        let (jumps, overs, symmetries) = (vec![], vec![], vec![]);
        let mut board = Self { number, name, size, cells, jumps, overs, symmetries };
        board.find_jumps();
        board.find_symmetries();
        board
    }

    fn find_jumps(&mut self) {
        let steps = if self.is_triangle() { &STEPS[..] } else { &STEPS[..4] };
        for (to, &cell) in (0..).zip(&self.cells) {
            for &(down, right) in steps {
                let neighbor = |distance: i16| {
                    let row = cell.row.checked_add_signed(distance * down)?;
                    self.number_of(Cell::new(row, cell.col.checked_add_signed(distance * right)?))
                };
                if let (Some(over), Some(from)) = (neighbor(1), neighbor(2)) {
                    self.jumps.push(Jump { from, to });
                    self.overs.push(over);
                }
            }
        }
    }

    /// Finds every linear map with entries −1, 0 and 1, followed by a translation, that preserves the
    /// board and its jumps.
    fn find_symmetries(&mut self) {
        let entries =
            |map: i16| [map / 27, map / 9 % 3, map / 3 % 3, map % 3].map(|digit| 1 - digit);
        self.symmetries = (0..81).filter_map(|map| self.symmetry(entries(map))).collect();
        self.symmetries.sort_by_key(|map| !map.is_sorted());
    }

    fn symmetry(&self, [a, b, c, d]: [i16; 4]) -> Option<Symmetry> {
        let image = |cell: &Cell| {
            let (row, col) = (cell.row.cast_signed(), cell.col.cast_signed());
            (a * row + b * col, c * row + d * col)
        };
        let top = self.cells.iter().map(|cell| image(cell).0).min()?;
        let left = self.cells.iter().map(|cell| image(cell).1).min()?;
        let mut map = Vec::with_capacity(self.cells.len());
        for (row, col) in self.cells.iter().map(image) {
            let cell = Cell::new((row - top).cast_unsigned(), (col - left).cast_unsigned());
            let cell = self.number_of(cell).filter(|cell| !map.contains(cell))?;
            map.push(cell);
        }
        let lands = |cell: u8| map[usize::from(cell)];
        let keeps =
            |jump: &Jump| self.jumps.contains(&Jump { from: lands(jump.from), to: lands(jump.to) });
        self.jumps.iter().all(keeps).then_some(map)
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of a cell if the board has it.
    #[must_use]
    pub fn number_of(&self, cell: Cell) -> Option<u8> {
        self.cells.iter().position(|&known| known == cell).map(|index| index as u8)
    }

    /// Returns the cell with a number.
    #[must_use]
    pub fn cell(&self, number: u8) -> Cell {
        self.cells[usize::from(number)]
    }

    /// Returns the position with a peg in every cell.
    #[must_use]
    pub fn full(&self) -> u64 {
        (1 << self.cell_count()) - 1
    }

    /// Returns a position with pegs and holes exchanged.
    #[must_use]
    pub fn complement(&self, position: u64) -> u64 {
        self.full() & !position
    }

    /// Returns the jumps in their order.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// Returns the cell between the ends of a jump, given by its index.
    #[must_use]
    pub fn over(&self, jump: usize) -> u8 {
        self.overs[jump]
    }

    /// Returns the pegs that a jump, given by its index, needs.
    #[must_use]
    pub fn needs(&self, jump: usize) -> u64 {
        1 << self.jumps[jump].from | 1 << self.overs[jump]
    }

    /// Returns the three cells that a jump, given by its index, changes.
    #[must_use]
    pub fn changes(&self, jump: usize) -> u64 {
        self.needs(jump) | 1 << self.jumps[jump].to
    }

    /// Returns the symmetries; the identity is the first.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Returns the symmetries that map each of some positions to itself.
    #[must_use]
    pub fn symmetries_of(&self, positions: [u64; 2]) -> Vec<&Symmetry> {
        let fixes = |map: &&Symmetry| positions.iter().all(|&p| image(map, p) == p);
        self.symmetries.iter().filter(fixes).collect()
    }

    /// Returns whether the board is the triangle.
    #[must_use]
    pub fn is_triangle(&self) -> bool {
        self.number == TRIANGLE
    }
}

/// Returns the image of a position under a symmetry.
#[must_use]
pub fn image(map: &[u8], position: u64) -> u64 {
    let mut image = 0;
    position.each(|cell| image |= 1 << map[cell]);
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_known_cells_jumps_and_symmetries() {
        let counts = |b: &Board| (b.cell_count(), b.jumps().len(), b.symmetries().len());
        let known =
            [(37, 92, 8), (45, 108, 8), (39, 92, 2), (33, 76, 8), (41, 100, 8), (15, 36, 6)];
        assert_eq!(Board::all().map(counts).collect::<Vec<_>>(), known);
        assert!(Board::numbered(0).is_none() && Board::numbered(7).is_none());
        assert!(Board::all().all(|board| board.symmetries()[0].is_sorted()));
        // The one reflection of the board with arms of different lengths.
        let board = Board::numbered(3).unwrap();
        for number in 0..board.cell_count() as u8 {
            let (cell, image) = (board.cell(number), board.symmetries()[1][usize::from(number)]);
            assert_eq!(board.cell(image), Cell::new(7 - cell.col, 7 - cell.row));
        }
    }
}
