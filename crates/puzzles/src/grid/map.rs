//! Maps: cells that are free or walls, from text, empty or at random.

use super::regions::Regions;
use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The longest side: with the wall around it, places fit into 16 bits.
const LONGEST_SIDE: usize = 65_534;
/// The most cells.
const MOST_CELLS: usize = 1 << 27;

/// A place on the map, counted from 1; what is outside is wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column.
    pub x: u16,
    /// The row.
    pub y: u16,
}

impl Cell {
    /// The cell in a row and a column that are counted from 0.
    #[must_use]
    pub const fn at(row: usize, col: usize) -> Self {
        Self { x: col as u16 + 1, y: row as u16 + 1 }
    }

    /// Its row and its column, counted from 0.
    #[must_use]
    pub const fn place(self) -> (usize, usize) {
        (self.y as usize - 1, self.x as usize - 1)
    }

    /// How many steps two cells are apart where there are no walls.
    #[must_use]
    pub fn manhattan(self, other: Self) -> u32 {
        u32::from(self.x.abs_diff(other.x)) + u32::from(self.y.abs_diff(other.y))
    }
}

/// A map with a start and a goal. A bit a cell says where walls are, and a wall surrounds it, so that
/// no step needs to ask for the edge.
#[derive(Clone, Debug)]
pub struct Map {
    rows: usize,
    cols: usize,
    /// Rows are 2^shift bits apart.
    shift: u32,
    walls: Vec<u64>,
    pub(super) start: Cell,
    pub(super) goal: Cell,
}

impl Map {
    /// No walls; from the bottom left corner to the top right one.
    ///
    /// # Errors
    /// If there are no cells, or too many.
    pub fn empty(rows: usize, cols: usize) -> Result<Self, ParseError> {
        let most = LONGEST_SIDE;
        if rows == 0 || cols == 0 || rows > most || cols > most || rows * cols > MOST_CELLS {
            return Err(ParseError::whole(format!(
                "a grid of {rows} × {cols} cells: expected sides from 1 to {most} and at most \
                 {MOST_CELLS} cells"
            )));
        }
        let shift = (cols + 2).next_power_of_two().trailing_zeros();
        let (start, goal) = (Cell::at(rows - 1, 0), Cell::at(0, cols - 1));
        let walls = vec![0; ((rows + 2) << shift).div_ceil(64)];
        let mut map = Self { rows, cols, shift, walls, start, goal };
        for x in 0..cols + 2 {
            map.build(map.bit(x, 0));
            map.build(map.bit(x, rows + 1));
        }
        for y in 0..rows + 2 {
            map.build(map.bit(0, y));
            map.build(map.bit(cols + 1, y));
        }
        Ok(map)
    }

    const fn bit(&self, x: usize, y: usize) -> usize {
        (y << self.shift) + x
    }

    fn build(&mut self, bit: usize) {
        self.walls[bit / 64] |= 1 << (bit % 64);
    }

    /// Makes a wall of a cell, by row and column from 0.
    pub(super) fn set_wall(&mut self, row: usize, col: usize) {
        self.build(self.bit(col + 1, row + 1));
    }

    /// How many rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    #[must_use]
    pub const fn cols(&self) -> usize {
        self.cols
    }

    /// Whether a cell is free; the wall around the map is not.
    #[inline(always)]
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        let bit = self.bit(usize::from(cell.x), usize::from(cell.y));
        self.walls[bit / 64] >> (bit % 64) & 1 == 0
    }

    /// The free cells of a row, from 0, as runs: where one begins and where it ends, columns from 0.
    pub fn runs(&self, row: usize) -> impl Iterator<Item = (usize, usize)> {
        let mut col = 0;
        std::iter::from_fn(move || {
            let next = |from: usize, wanted| {
                // Words that are all the same are passed over at once.
                let same = if wanted { u64::MAX } else { 0 };
                let mut x = from + 1;
                while x <= self.cols {
                    let bit = self.bit(x, row + 1);
                    if bit.is_multiple_of(64) && self.walls[bit / 64] == same {
                        x += 64;
                    } else if self.is_free(Cell { x: x as u16, y: row as u16 + 1 }) == wanted {
                        break;
                    } else {
                        x += 1;
                    }
                }
                x.min(self.cols + 1) - 1
            };
            let begin = next(col, true);
            col = next(begin, false);
            (begin < self.cols).then_some((begin, col))
        })
    }

    /// How many cells are free.
    #[must_use]
    pub fn free(&self) -> usize {
        (0..self.rows).flat_map(|row| self.runs(row)).map(|(begin, end)| end - begin).sum()
    }

    /// Reads a map, or the size of an empty one.
    pub(super) fn parse(text: &str) -> Result<Self, ParseError> {
        if let Some((rows, cols)) = size_of(text.trim()) {
            return Self::empty(rows, cols);
        }
        let mut lines = vec![];
        for (line, number) in text.lines().zip(1..) {
            // Headings have blanks around it, which are no cells.
            let between = if line.contains(" / ") { " / " } else { "/" };
            let mut column = 1;
            for row in line.split(between) {
                lines.push((row, number, column));
                column += row.chars().count() + between.len();
            }
        }
        let first = lines.iter().position(|(row, ..)| !row.is_empty());
        let last = lines.iter().rposition(|(row, ..)| !row.is_empty());
        let (Some(first), Some(last)) = (first, last) else {
            return Err(ParseError::whole(
                "the grid is empty: expected lines of # (wall), . (free), S (start) and G (goal), \
                 or a size such as 120x120",
            ));
        };
        let lines = &lines[first..=last];
        let cols = lines.iter().map(|(row, ..)| row.chars().count()).max().unwrap_or(0);
        let mut map = Self::empty(lines.len(), cols)?;
        let (mut start, mut goal) = (None, None);
        for (row, &(signs, line, column)) in lines.iter().enumerate() {
            for (col, sign) in signs.chars().enumerate() {
                let wrong = |message: String| Err(ParseError::at(line, column + col, message));
                match sign {
                    '#' | '%' | '@' => map.set_wall(row, col),
                    '.' | ' ' => {}
                    'S' if start.is_none() => start = Some(Cell::at(row, col)),
                    'G' if goal.is_none() => goal = Some(Cell::at(row, col)),
                    'S' | 'G' => return wrong(format!("a second {sign}: expected one at most")),
                    _ => {
                        return wrong(format!(
                            "'{}': expected # (wall), . or a space (free), S (start) or G (goal)",
                            sign.escape_debug()
                        ));
                    }
                }
            }
        }
        map.start = start.unwrap_or(map.start);
        map.goal = goal.unwrap_or(map.goal);
        for (cell, what, corner, sign) in
            [(map.start, "start", "bottom left", 'S'), (map.goal, "goal", "top right", 'G')]
        {
            if !map.is_free(cell) {
                return Err(ParseError::whole(format!(
                    "there is no {sign}, and the {corner} corner, where the {what} would be, is a \
                     wall: mark the {what} with {sign}"
                )));
            }
        }
        Ok(map)
    }

    /// A random map with so many walls in a hundred cells. Start and goal are the cells of the largest
    /// region that are nearest to the bottom left and the top right corner.
    ///
    /// # Errors
    /// If there is no map of this size, or no two free cells touch.
    pub fn random(rows: usize, cols: usize, walls: u32, seed: u64) -> Result<Self, ParseError> {
        let mut map = Self::empty(rows, cols)?;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        for row in 0..rows {
            for col in 0..cols {
                if generator.random_range(0..100) < walls {
                    map.set_wall(row, col);
                }
            }
        }
        let (start, goal) = Regions::of(&map).ends_of_largest().ok_or_else(|| {
            ParseError::whole(format!(
                "of {rows} × {cols} cells with {walls} walls in a hundred no two free ones touch: \
                 expected fewer walls, or another seed"
            ))
        })?;
        (map.start, map.goal) = (start, goal);
        Ok(map)
    }

    /// Whether it is empty, with start and goal in their corners.
    fn is_plain(&self) -> bool {
        (self.start, self.goal) == (Cell::at(self.rows - 1, 0), Cell::at(0, self.cols - 1))
            && self.free() == self.rows * self.cols
    }

    /// The sign of a cell, by row and column from 0.
    pub(super) fn sign(&self, row: usize, col: usize) -> char {
        match Cell::at(row, col) {
            // Of a start that is the goal, the one is marked that is not there unless marked.
            cell if cell == self.start && (cell != self.goal || row + 1 < self.rows || col > 0) => {
                'S'
            }
            cell if cell == self.goal => 'G',
            cell if self.is_free(cell) => '.',
            _ => '#',
        }
    }

    pub(super) fn text(&self) -> String {
        if self.is_plain() {
            return format!("{}x{}", self.rows, self.cols);
        }
        let row = |row| (0..self.cols).map(|col| self.sign(row, col)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// Rows and columns of a size such as `120x120`.
fn size_of(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once('x')?;
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty();
        // Numbers beyond all bounds are still sizes, which are refused as too large.
        digits.then(|| text.parse().unwrap_or(usize::MAX >> 32))
    };
    Some((number(rows)?, number(cols)?))
}

/// Rows, columns and walls in a hundred cells of a size such as `40x60x25`.
pub(super) fn parse_random(size: &str) -> Result<(usize, usize, u32), ParseError> {
    let wrong = || {
        ParseError::whole(format!(
            "'{size}' is no size: expected rows, columns and walls in a hundred cells from 0 to \
             99, such as 40x60x25"
        ))
    };
    let parts: Vec<&str> = size.split('x').collect();
    let (area, walls) = match parts[..] {
        [_, _] => (size, "25"),
        [rows, cols, walls] => (&size[..=rows.len() + cols.len()], walls),
        _ => return Err(wrong()),
    };
    let (rows, cols) = size_of(area).ok_or_else(wrong)?;
    let walls = walls.parse().ok().filter(|walls| *walls < 100).ok_or_else(wrong)?;
    Ok((rows, cols, walls))
}
