//! Boards: their cells, jumps and symmetries. Six have numbers, triangles have any side, others are drawn.
//!
//! Cells are numbered row by row. A position is a word with a bit for each peg.

use heureka_kit::board::{BitSet as _, Cell, Size};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The number of boards with a number, which are numbered from 1.
pub const BOARDS: u8 = 6;

/// The largest number of cells of a board: a position is one word.
pub const MAX_CELLS: usize = 64;

/// The sides of a triangle that has jumps, and at most [`MAX_CELLS`] cells.
pub const SIDES: std::ops::RangeInclusive<usize> = 3..=10;

/// The largest number of symmetries in use.
const MAX_SYMMETRIES: usize = 8;

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

/// The board with a number that is a triangle, turned into a matrix.
const TRIANGLE: u8 = 6;

/// The steps from a hole to the peg that is jumped over: below, right, left, above, and with lines in
/// three directions two diagonals. The order of the jumps is part of the puzzle's definition.
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

/// How a text names a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By its number, from 1.
    Numbered(u8),
    /// A triangle with this number of cells on each side.
    Triangle(usize),
    /// By a drawing.
    Drawn,
}

/// The directions of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Rows and columns.
    Square,
    /// Rows, columns, and the diagonals on which row and column have the same sum.
    Triangle,
}

impl Lines {
    /// All directions.
    const ALL: [Self; 2] = [Self::Square, Self::Triangle];

    /// The name of each, in the order of [`Lines::ALL`].
    pub(super) const NAMES: &[&str] = &["square", "triangle"];

    /// Returns the directions with a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|&known| known == name).map(|index| Self::ALL[index])
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// A board.
#[derive(Debug)]
pub struct Board {
    /// How texts name it.
    pub kind: Kind,
    /// The directions of its lines.
    pub lines: Lines,
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
    pub fn numbered(number: usize) -> Option<&'static Arc<Self>> {
        static MADE: OnceLock<Vec<Arc<Board>>> = OnceLock::new();
        let boards = MADE.get_or_init(|| (1..=BOARDS).map(Self::from_outline).collect());
        boards.get(number.checked_sub(1)?)
    }

    /// Iterates over all boards with a number.
    pub fn all() -> impl Iterator<Item = &'static Arc<Self>> {
        (1..=usize::from(BOARDS)).filter_map(Self::numbered)
    }

    fn from_outline(number: u8) -> Arc<Self> {
        let (_, outline) = OUTLINES[usize::from(number) - 1];
        let rows = (0..).zip(outline.split('/'));
        let cells = rows.flat_map(|(row, signs)| {
            let signs = (0..).zip(signs.bytes()).filter(|&(_, sign)| sign == b'.');
            signs.map(move |(col, _)| Cell::new(row, col))
        });
        let lines = if number == TRIANGLE { Lines::Triangle } else { Lines::Square };
        Self::new(Kind::Numbered(number), lines, cells.collect())
    }

    /// Returns the triangle with a side from 3 to 10, turned into a matrix with the right angle at 0,0.
    #[must_use]
    pub fn triangle(side: usize) -> Arc<Self> {
        let last = side as u16 - 1;
        let cells = (0..=last).flat_map(|row| (0..=last - row).map(move |col| Cell::new(row, col)));
        Self::new(Kind::Triangle(side), Lines::Triangle, cells.collect())
    }

    /// Returns the board with some cells, 1 to [`MAX_CELLS`], which are sorted row by row.
    pub(super) fn new(kind: Kind, lines: Lines, cells: Vec<Cell>) -> Arc<Self> {
        let side = |index: fn(&Cell) -> u16| {
            cells.iter().map(index).max().map_or(0, |last| usize::from(last) + 1)
        };
        let size = Size { rows: side(|cell| cell.row), cols: side(|cell| cell.col) };
        let (jumps, overs, symmetries) = (vec![], vec![], vec![]);
        let mut board = Self { kind, lines, size, cells, jumps, overs, symmetries };
        board.find_jumps();
        board.find_symmetries();
        Arc::new(board)
    }

    /// Returns the number of one of the six boards.
    #[must_use]
    pub fn number(&self) -> Option<u8> {
        match self.kind {
            Kind::Numbered(number) => Some(number),
            Kind::Triangle(_) | Kind::Drawn => None,
        }
    }

    /// Returns the name, as in "the English board".
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Numbered(number) => OUTLINES[usize::from(number) - 1].0,
            Kind::Triangle(_) => OUTLINES[usize::from(TRIANGLE) - 1].0,
            Kind::Drawn => "drawn",
        }
    }

    fn find_jumps(&mut self) {
        let steps = match self.lines {
            Lines::Square => &STEPS[..4],
            Lines::Triangle => &STEPS[..],
        };
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
    /// board and its jumps. A hexagon has twelve such maps, of which its six rotations are used.
    fn find_symmetries(&mut self) {
        let entries =
            |map: i16| [map / 27, map / 9 % 3, map / 3 % 3, map % 3].map(|digit| 1 - digit);
        let mut found: Vec<(bool, Symmetry)> = vec![];
        for [a, b, c, d] in (0..81).map(entries) {
            let known = self.symmetry([a, b, c, d]);
            // On a line of cells, several maps are the same.
            if let Some(map) = known.filter(|map| found.iter().all(|(_, known)| known != map)) {
                found.push((a * d - b * c > 0, map));
            }
        }
        if found.len() > MAX_SYMMETRIES {
            found.retain(|&(is_rotation, _)| is_rotation);
        }
        self.symmetries = found.into_iter().map(|(_, map)| map).collect();
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
    #[inline]
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
    #[inline]
    pub fn full(&self) -> u64 {
        u64::MAX >> (MAX_CELLS - self.cell_count())
    }

    /// Returns a position with pegs and holes exchanged.
    #[must_use]
    #[inline]
    pub fn complement(&self, position: u64) -> u64 {
        self.full() & !position
    }

    /// Returns the jumps in their order.
    #[must_use]
    #[inline]
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

    /// Returns whether lines run in three directions.
    #[must_use]
    pub fn is_triangular(&self) -> bool {
        self.lines == Lines::Triangle
    }
}

/// Writes the board as texts name it: its number, or `triangle 6`; of a drawn one the kind of its lines.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Numbered(number) => write!(f, "{number}"),
            Kind::Triangle(side) => write!(f, "triangle {side}"),
            Kind::Drawn => f.write_str(self.lines.name()),
        }
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
        assert_eq!(Board::all().map(|board| counts(board)).collect::<Vec<_>>(), known);
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
