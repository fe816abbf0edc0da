//! Text maps: reading them, writing them, and the distances in them.

use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::VecDeque;

/// What stands for no cell, no pellet and no way.
pub const NONE: u16 = u16::MAX;
/// A map has fewer cells than [`NONE`].
const MOST_CELLS: usize = NONE as usize;

/// A map. Cells without a wall are numbered row by row, and so are the pellets.
#[derive(Clone, Debug)]
pub struct Map {
    pub rows: usize,
    pub cols: usize,
    /// Row and column of every cell without a wall.
    pub places: Vec<(usize, usize)>,
    /// For every cell without a wall, the cell above, below, to the left and to the right.
    pub neighbors: Vec<[u16; 4]>,
    /// The cells of the pellets.
    pub pellets: Vec<u16>,
    /// The cell where Pac-Man begins.
    pub start: u16,
}

impl Map {
    /// Reads a map.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
        let first = lines.iter().position(|(_, line)| !line.is_empty());
        let last = lines.iter().rposition(|(_, line)| !line.is_empty());
        let (Some(first), Some(last)) = (first, last) else {
            return Err(ParseError::whole(
                "the map is empty: expected lines of % (wall), . (pellet), P (Pac-Man) and spaces",
            ));
        };
        let lines = &lines[first..=last];
        let cols = lines.iter().map(|(_, line)| line.chars().count()).max().unwrap_or(0);
        if lines.len().saturating_mul(cols) > MOST_CELLS {
            return Err(ParseError::whole(format!(
                "the map has {} lines of {cols} columns: expected at most {MOST_CELLS} cells",
                lines.len()
            )));
        }
        let mut signs = vec![];
        let mut start = None;
        for (row, &(number, line)) in lines.iter().enumerate() {
            for (col, sign) in line.chars().enumerate() {
                match sign {
                    '%' | '#' | '.' | ' ' => {}
                    'P' if start.is_none() => start = Some((row, col)),
                    'P' => {
                        return Err(ParseError::at(
                            number,
                            col + 1,
                            "a second P: there is one Pac-Man only",
                        ));
                    }
                    _ => {
                        return Err(ParseError::at(
                            number,
                            col + 1,
                            format!(
                                "'{}': expected % or # (wall), . (pellet), P (Pac-Man) or a space",
                                sign.escape_debug()
                            ),
                        ));
                    }
                }
                signs.push(sign);
            }
            // A line's end may have lost its spaces.
            signs.resize((row + 1) * cols, ' ');
        }
        let Some((row, col)) = start else {
            return Err(ParseError::whole("there is no P on the map: expected one Pac-Man"));
        };
        Ok(Self::new(cols, &signs, row * cols + col))
    }

    fn new(cols: usize, signs: &[char], start: usize) -> Self {
        let rows = signs.len() / cols;
        let mut number = vec![NONE; signs.len()];
        let (mut places, mut pellets) = (vec![], vec![]);
        for (cell, &sign) in signs.iter().enumerate() {
            if matches!(sign, '%' | '#') {
                continue;
            }
            number[cell] = places.len() as u16;
            if sign == '.' {
                pellets.push(places.len() as u16);
            }
            places.push((cell / cols, cell % cols));
        }
        let at = |row: Option<usize>, col: Option<usize>| match (row, col) {
            (Some(row), Some(col)) if row < rows && col < cols => number[row * cols + col],
            _ => NONE,
        };
        let neighbors = places
            .iter()
            .map(|&(row, col)| {
                [
                    at(row.checked_sub(1), Some(col)),
                    at(Some(row + 1), Some(col)),
                    at(Some(row), col.checked_sub(1)),
                    at(Some(row), Some(col + 1)),
                ]
            })
            .collect();
        Self { rows, cols, places, neighbors, pellets, start: number[start] }
    }

    /// Makes a map of this size with walls on its border and a wall on about a fourth of its inner
    /// cells, where every pellet can be reached.
    ///
    /// Nothing if so many pellets do not fit.
    pub fn random(rows: usize, cols: usize, pellets: usize, seed: u64) -> Option<Self> {
        const ATTEMPTS: u32 = 1000;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let inner = |cell: usize| {
            let (row, col) = (cell / cols, cell % cols);
            row > 0 && row + 1 < rows && col > 0 && col + 1 < cols
        };
        for attempt in 0..ATTEMPTS {
            // Fewer and fewer walls, so that in the end whatever fits is found.
            let walls = 28 * (ATTEMPTS - 1 - attempt) / ATTEMPTS;
            let mut signs: Vec<char> = (0..rows * cols)
                .map(|cell| {
                    let open = inner(cell) && generator.random_range(0..100) >= walls;
                    if open { ' ' } else { '%' }
                })
                .collect();
            let open: Vec<usize> = (0..signs.len()).filter(|&cell| signs[cell] == ' ').collect();
            if open.len() <= pellets {
                continue;
            }
            let start = open[generator.random_range(0..open.len())];
            let map = Self::new(cols, &signs, start);
            let distances = map.distances(map.start);
            let mut reached: Vec<usize> = (0..map.places.len())
                .filter(|&cell| distances[cell] != NONE && distances[cell] > 0)
                .map(|cell| map.places[cell].0 * cols + map.places[cell].1)
                .collect();
            if reached.len() < pellets || reached.len() * 2 < open.len() {
                continue;
            }
            for _ in 0..pellets {
                let chosen = generator.random_range(0..reached.len());
                signs[reached.swap_remove(chosen)] = '.';
            }
            return Some(Self::new(cols, &signs, start));
        }
        None
    }

    /// The sign of every cell, row by row, with Pac-Man on a cell and some pellets left.
    pub fn signs(&self, at: u16, left: u128) -> Vec<Vec<char>> {
        let mut rows = vec![vec!['%'; self.cols]; self.rows];
        for &(row, col) in &self.places {
            rows[row][col] = ' ';
        }
        for (number, &pellet) in self.pellets.iter().enumerate() {
            if left >> number & 1 == 1 {
                let (row, col) = self.places[usize::from(pellet)];
                rows[row][col] = '.';
            }
        }
        let (row, col) = self.places[usize::from(at)];
        rows[row][col] = 'P';
        rows
    }

    /// How many steps every cell is away from this one; [`NONE`] where no way leads.
    pub fn distances(&self, from: u16) -> Vec<u16> {
        let mut distances = vec![NONE; self.places.len()];
        distances[usize::from(from)] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            let next = distances[usize::from(cell)] + 1;
            for &neighbor in &self.neighbors[usize::from(cell)] {
                if neighbor != NONE && distances[usize::from(neighbor)] == NONE {
                    distances[usize::from(neighbor)] = next;
                    queue.push_back(neighbor);
                }
            }
        }
        distances
    }
}
