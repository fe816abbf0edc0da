//! Maps: free cells and walls, empty or random.

use super::moves::Step;
use super::regions::{Region, regions};
use heureka_kit::board::{Cell, Size};
use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The longest side: the coordinates of a cell, and of its neighbors outside the map, fit into 16 bits.
const MAX_SIDE: usize = 65_534;
const MAX_CELLS: usize = 1 << 27;

/// A map with a start and a goal, one bit per cell.
#[derive(Clone, Debug)]
pub struct Map {
    size: Size,
    /// A bit for each cell, set if it is free, row by row. A row of walls comes before the first row and
    /// after the last one, and a wall after each row, so that moves off the map need no test.
    free_bits: Vec<u64>,
    /// The start, a free cell.
    pub start: Cell,
    /// The goal, a free cell.
    pub goal: Cell,
}

impl Map {
    /// Returns a map without walls, from the bottom left to the top right corner.
    ///
    /// # Errors
    /// If the map has no cells or too many.
    pub fn empty(rows: usize, cols: usize) -> Result<Self, ParseError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) || rows * cols > MAX_CELLS {
            return Err(ParseError::whole(format!(
                "invalid grid of {rows} × {cols} cells: expected sides from 1 to {MAX_SIDE} and at \
                 most {MAX_CELLS} cells"
            )));
        }
        let (start, goal) = (Cell::new(rows as u16 - 1, 0), Cell::new(0, cols as u16 - 1));
        let stride = cols + 1;
        let free_bits = vec![u64::MAX; ((rows + 2) * stride).div_ceil(64)];
        let after_last = (rows + 1) * stride..64 * free_bits.len();
        let mut map = Self { size: Size { rows, cols }, free_bits, start, goal };
        let after_rows = (1..=rows).map(|row| row * stride + cols);
        (0..stride).chain(after_rows).chain(after_last).for_each(|place| map.block(place));
        Ok(map)
    }

    /// Puts a wall on a cell.
    pub(super) fn set_wall(&mut self, cell: Cell) {
        self.block(self.place(cell));
    }

    /// Puts a wall on a place.
    fn block(&mut self, place: usize) {
        self.free_bits[place / 64] &= !(1 << (place % 64));
    }

    /// Returns the place of a cell's bit.
    #[inline(always)]
    fn place(&self, cell: Cell) -> usize {
        (usize::from(cell.row) + 1) * (self.size.cols + 1) + usize::from(cell.col)
    }

    /// Returns the number of rows and columns.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns whether a cell is free. Cells outside the map are not.
    #[inline(always)]
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.is_free_at(self.place(cell))
    }

    #[inline(always)]
    fn is_free_at(&self, place: usize) -> bool {
        self.free_bits[place / 64] >> (place % 64) & 1 == 1
    }

    /// Returns the straight moves from a cell to free cells, as bits in the order of [`Step::ALL`].
    ///
    /// Without branches, as walls at random would be mispredicted.
    #[inline(always)]
    pub(super) fn straight_steps(&self, cell: Cell) -> u8 {
        let (place, stride) = (self.place(cell), self.size.cols + 1);
        let bit = |step: Step, next: usize| u8::from(self.is_free_at(next)) << step as u8;
        bit(Step::Up, place - stride)
            | bit(Step::Down, place + stride)
            | bit(Step::Left, place - 1)
            | bit(Step::Right, place + 1)
    }

    /// Returns the diagonal moves from a cell to free cells, given the straight ones: both moves beside a
    /// diagonal one must be free, so that it stays on the map and cuts no corner.
    #[inline(always)]
    pub(super) fn diagonal_steps(&self, cell: Cell, straight: u8) -> u8 {
        let is_free = |step: &&Step| {
            straight & step.beside() == step.beside()
                && self.is_free_at(self.place(step.from(cell)))
        };
        Step::DIAGONAL.iter().filter(is_free).fold(0, |steps, &step| steps | 1 << step as u8)
    }

    /// Returns the runs of free cells in a row as the first column and the column after the last.
    pub fn runs(&self, row: usize) -> impl Iterator<Item = (usize, usize)> {
        let first = self.place(Cell::new(row as u16, 0));
        let last = first + self.size.cols;
        // The first cell from a place on that is free, or a wall.
        let find = move |mut place: usize, free: bool| {
            while place < last && self.is_free_at(place) != free {
                // A word without any such cell is skipped.
                let skipped = if free { 0 } else { u64::MAX };
                let skip = place.is_multiple_of(64) && self.free_bits[place / 64] == skipped;
                place += if skip { 64 } else { 1 };
            }
            place.min(last)
        };
        let mut end = first;
        std::iter::from_fn(move || {
            let begin = find(end, true);
            end = find(begin, false);
            (begin < end).then_some((begin - first, end - first))
        })
    }

    /// Returns the number of free cells.
    #[must_use]
    pub fn free(&self) -> usize {
        self.free_bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns a random map with walls on a percentage of its cells. Start and goal are the cells of
    /// the largest region that are closest to the bottom left and the top right corner.
    ///
    /// # Errors
    /// If the size is invalid, or no two free cells touch.
    pub fn random(rows: usize, cols: usize, walls: u32, seed: u64) -> Result<Self, ParseError> {
        let mut map = Self::empty(rows, cols)?;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        for index in 0..map.size.cells() {
            if generator.random_range(0..100) < walls {
                map.set_wall(map.size.cell(index));
            }
        }
        // The first of several largest regions.
        let largest = regions(&map).into_iter().rev().max_by_key(Region::cells);
        let largest = largest.filter(|region| region.cells() > 1);
        (map.start, map.goal) = largest.and_then(|region| region.ends()).ok_or_else(|| {
            ParseError::whole(format!(
                "a random grid of {rows} × {cols} cells with {walls}% walls has no two adjacent \
                 free cells: use fewer walls or another seed"
            ))
        })?;
        Ok(map)
    }

    /// Returns the symbol of a cell.
    pub(super) fn symbol(&self, cell: Cell) -> char {
        // If the start is the goal, one symbol is enough in the corners that are their defaults.
        let Size { rows, cols } = self.size;
        let is_goal_alone = cell == Cell::new(rows as u16 - 1, 0);
        let is_start_alone = cell == Cell::new(0, cols as u16 - 1);
        match (cell == self.start, cell == self.goal) {
            (true, true) if !is_goal_alone && !is_start_alone => '*',
            (true, is_goal) if !is_goal || !is_goal_alone => 'S',
            (_, true) => 'G',
            _ if self.is_free(cell) => '.',
            _ => '#',
        }
    }

    pub(super) fn text(&self) -> String {
        let Size { rows, cols } = self.size;
        let corners = (Cell::new(rows as u16 - 1, 0), Cell::new(0, cols as u16 - 1));
        if (self.start, self.goal) == corners && self.free() == self.size.cells() {
            return self.size.to_string();
        }
        self.rows()
    }

    /// Returns all rows, also of a map without walls.
    pub(super) fn rows(&self) -> String {
        let Size { rows, cols } = self.size;
        let symbols = |row| (0..cols as u16).map(move |col| self.symbol(Cell::new(row, col)));
        (0..rows as u16).map(|row| symbols(row).collect()).collect::<Vec<String>>().join("\n")
    }
}
