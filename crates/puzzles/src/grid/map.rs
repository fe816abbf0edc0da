//! Maps: free cells and walls, from a text, empty or random.

use super::regions::{Region, regions};
use heureka_kit::board::{Cell, Size, invalid_size, parse_numbers};
use heureka_kit::text::{ParseError, Word, placed};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Reverse;

/// The longest side: with the wall around the map, coordinates fit into 16 bits.
const MAX_SIDE: usize = 65_534;
const MAX_CELLS: usize = 1 << 27;
const RANDOM_SIZE: &str = "ROWSxCOLUMNSxWALLS with 0 to 99 percent walls, such as 40x60x25";

/// Returns the cell in a row and a column counted from 0.
///
/// Cells of a map count from 1, because a wall surrounds it.
#[must_use]
#[inline]
pub const fn cell_at(row: usize, col: usize) -> Cell {
    Cell::new(row as u16 + 1, col as u16 + 1)
}

/// Returns the row and the column of a cell, counted from 0.
#[must_use]
#[inline]
pub const fn place(cell: Cell) -> (usize, usize) {
    (cell.row as usize - 1, cell.col as usize - 1)
}

/// A map with a start and a goal. It stores one bit per cell, and a wall surrounds it, so steps need
/// no bounds check.
#[derive(Clone, Debug)]
pub struct Map {
    size: Size,
    /// Rows are 2^shift bits apart.
    shift: u32,
    walls: Vec<u64>,
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
        let shift = (cols + 2).next_power_of_two().trailing_zeros();
        let walls = vec![0; ((rows + 2) << shift).div_ceil(64)];
        let (start, goal) = (cell_at(rows - 1, 0), cell_at(0, cols - 1));
        let mut map = Self { size: Size { rows, cols }, shift, walls, start, goal };
        let (last_row, last_col) = (rows as u16 + 1, cols as u16 + 1);
        let rows = (0..=last_col).flat_map(|col| [Cell::new(0, col), Cell::new(last_row, col)]);
        let cols = (1..last_row).flat_map(|row| [Cell::new(row, 0), Cell::new(row, last_col)]);
        rows.chain(cols).for_each(|cell| map.set_wall(cell));
        Ok(map)
    }

    #[inline(always)]
    const fn bit(&self, cell: Cell) -> usize {
        ((cell.row as usize) << self.shift) + cell.col as usize
    }

    pub(super) fn set_wall(&mut self, cell: Cell) {
        let bit = self.bit(cell);
        self.walls[bit / 64] |= 1 << (bit % 64);
    }

    /// Returns the number of rows and columns.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns whether a cell is free.
    #[inline(always)]
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        let bit = self.bit(cell);
        self.walls[bit / 64] >> (bit % 64) & 1 == 0
    }

    /// Returns the runs of free cells in a row as the first column and the column after the last; all
    /// count from 0.
    pub fn runs(&self, row: usize) -> impl Iterator<Item = (usize, usize)> {
        // The first column from `col` on that is free, or a wall.
        let find = move |mut col: usize, free: bool| {
            while col < self.size.cols && self.is_free(cell_at(row, col)) != free {
                // A word without any such cell is skipped.
                let bit = self.bit(cell_at(row, col));
                let skipped = if free { u64::MAX } else { 0 };
                let skip = bit.is_multiple_of(64) && self.walls[bit / 64] == skipped;
                col += if skip { 64 } else { 1 };
            }
            col.min(self.size.cols)
        };
        let mut end = 0;
        std::iter::from_fn(move || {
            let begin = find(end, true);
            end = find(begin, false);
            (begin < end).then_some((begin, end))
        })
    }

    /// Returns the number of free cells.
    #[must_use]
    pub fn free(&self) -> usize {
        let walls: u32 = self.walls.iter().map(|word| word.count_ones()).sum();
        (self.size.rows + 2) * (self.size.cols + 2) - walls as usize
    }

    /// Reads a map or the size of an empty one.
    pub(super) fn parse(text: &str) -> Result<Self, ParseError> {
        if text.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            let size = Size::parse(text)?;
            return Self::empty(size.rows, size.cols);
        }
        let mut rows: Vec<Word<'_>> = vec![];
        for (line, number) in text.lines().zip(1..) {
            // Spaces around a separator are not cells.
            let separator = if line.contains(" / ") { " / " } else { "/" };
            rows.extend(placed(line, number, line.split(separator)));
        }
        let is_blank = |row: &&Word<'_>| row.text.is_empty();
        let end = rows.len() - rows.iter().rev().take_while(is_blank).count();
        let rows = &rows[rows.iter().take(end).take_while(is_blank).count()..end];
        let Some(cols) = rows.iter().map(|row| row.text.chars().count()).max() else {
            return Err(ParseError::whole(
                "the grid is empty: expected lines of # (wall), . (free), S (start) and G (goal), \
                 or a size such as 120x120",
            ));
        };
        let mut map = Self::empty(rows.len(), cols)?;
        let (mut start, mut goal) = (None, None);
        for (row, word) in rows.iter().enumerate() {
            for (col, symbol) in word.text.chars().enumerate() {
                let error = |message| Err(ParseError::at(word.line, word.column + col, message));
                let cell = cell_at(row, col);
                match symbol {
                    '#' | '%' | '@' => map.set_wall(cell),
                    '.' | ' ' => {}
                    'S' if start.is_none() => start = Some(cell),
                    'G' if goal.is_none() => goal = Some(cell),
                    'S' | 'G' => return error(format!("duplicate {symbol}: expected at most one")),
                    _ => {
                        let expected = "# (wall), . or a space (free), S (start) or G (goal)";
                        return error(format!("'{}': expected {expected}", symbol.escape_debug()));
                    }
                }
            }
        }
        map.start = start.unwrap_or(map.start);
        map.goal = goal.unwrap_or(map.goal);
        for (cell, role, corner, symbol) in
            [(map.start, "start", "bottom left", 'S'), (map.goal, "goal", "top right", 'G')]
        {
            if !map.is_free(cell) {
                return Err(ParseError::whole(format!(
                    "no {symbol}, and the default {role}, the {corner} corner, is a wall: mark the \
                     {role} with {symbol}"
                )));
            }
        }
        Ok(map)
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
                map.set_wall(cell_at(index / cols, index % cols));
            }
        }
        let mut regions = regions(&map);
        regions.sort_by_key(|region| Reverse(region.cells()));
        let largest = regions.first().filter(|region| region.cells() > 1);
        (map.start, map.goal) = largest.and_then(Region::ends).ok_or_else(|| {
            ParseError::whole(format!(
                "a random grid of {rows} × {cols} cells with {walls}% walls has no two adjacent \
                 free cells: use fewer walls or another seed"
            ))
        })?;
        Ok(map)
    }

    /// Returns a random map of a size such as `40x60x25`.
    pub(super) fn random_of_size(size: &str, seed: u64) -> Result<Self, ParseError> {
        match parse_numbers(size, RANDOM_SIZE)?[..] {
            [rows, cols] => Self::random(rows, cols, 25, seed),
            [rows, cols, walls @ ..100] => Self::random(rows, cols, walls as u32, seed),
            _ => Err(invalid_size(size, RANDOM_SIZE)),
        }
    }

    /// Returns the symbol of a cell.
    pub(super) fn symbol(&self, cell: Cell) -> char {
        // If the start is the goal, a G stands only where the start is by default.
        let is_default_start = cell == cell_at(self.size.rows - 1, 0);
        match cell {
            _ if cell == self.start && (cell != self.goal || !is_default_start) => 'S',
            _ if cell == self.goal => 'G',
            _ if self.is_free(cell) => '.',
            _ => '#',
        }
    }

    pub(super) fn text(&self) -> String {
        let Size { rows, cols } = self.size;
        let corners = (cell_at(rows - 1, 0), cell_at(0, cols - 1));
        if (self.start, self.goal) == corners && self.free() == self.size.cells() {
            return self.size.to_string();
        }
        let row = |row| (0..cols).map(|col| self.symbol(cell_at(row, col))).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("\n")
    }
}
