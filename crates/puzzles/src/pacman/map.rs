//! Maps: reading and writing them, and distances in the maze.

use heureka_kit::board::{Cell, Direction, Size};
use heureka_kit::text::{ParseError, Word, rows};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::VecDeque;

/// Stands for no cell and for an infinite distance.
pub const NONE: u16 = u16::MAX;
/// The number of cells of a map is at most this.
const MAX_CELLS: usize = NONE as usize;

/// A map. Open cells, those without a wall, are numbered in row-major order, and so are the pellets.
#[derive(Clone, Debug)]
pub struct Map {
    pub size: Size,
    /// The open cells.
    pub cells: Vec<Cell>,
    /// For every open cell, its open neighbors above, below, left and right, or [`NONE`].
    pub neighbors: Vec<[u16; 4]>,
    /// The numbers of the cells with pellets.
    pub pellets: Vec<u16>,
    /// The number of Pac-Man's cell.
    pub start: u16,
}

impl Map {
    /// Reads a map.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let rows: Vec<Word<'_>> = rows(text)?.collect();
        let is_blank = |row: &&Word<'_>| row.text.is_empty();
        let end = rows.len() - rows.iter().rev().take_while(is_blank).count();
        let rows = &rows[rows.iter().take(end).take_while(is_blank).count()..end];
        let Some(cols) = rows.iter().map(|row| row.text.chars().count()).max() else {
            return Err(ParseError::whole(
                "the map is empty: expected lines of % (wall), . (pellet), P (Pac-Man) and spaces",
            ));
        };
        let size = Size { rows: rows.len(), cols };
        if size.rows.saturating_mul(cols) > MAX_CELLS {
            return Err(ParseError::whole(format!(
                "the map has {} rows of {cols} columns: expected at most {MAX_CELLS} cells",
                size.rows
            )));
        }
        let mut symbols = vec![];
        let mut start = None;
        for (row, word) in rows.iter().enumerate() {
            for (col, symbol) in word.text.chars().enumerate() {
                let error = |message| Err(ParseError::at(word.line, word.column + col, message));
                match symbol {
                    '%' | '#' | '.' | ' ' => {}
                    'P' if start.is_none() => start = Some(symbols.len()),
                    'P' => return error("duplicate P: expected one Pac-Man".to_owned()),
                    _ => {
                        return error(format!(
                            "'{}': expected % or # (wall), . (pellet), P (Pac-Man) or a space",
                            symbol.escape_debug()
                        ));
                    }
                }
                symbols.push(symbol);
            }
            // Editors may strip spaces at the end of a line.
            symbols.resize((row + 1) * cols, ' ');
        }
        let start =
            start.ok_or_else(|| ParseError::whole("no P on the map: expected one Pac-Man"))?;
        Ok(Self::new(size, &symbols, start))
    }

    fn new(size: Size, symbols: &[char], start: usize) -> Self {
        let mut numbers = vec![NONE; symbols.len()];
        let (mut cells, mut pellets) = (vec![], vec![]);
        for (index, &symbol) in symbols.iter().enumerate() {
            if !matches!(symbol, '%' | '#') {
                numbers[index] = cells.len() as u16;
                pellets.extend((symbol == '.').then_some(cells.len() as u16));
                cells.push(size.cell(index));
            }
        }
        let number =
            |cell: Cell| if size.contains(cell) { numbers[size.index(cell)] } else { NONE };
        let neighbors = |cell: &Cell| Direction::ALL.map(|step| number(cell.neighbor(step)));
        let neighbors = cells.iter().map(neighbors).collect();
        Self { size, cells, neighbors, pellets, start: numbers[start] }
    }

    /// Returns a random map with a wall around it and walls on about a quarter of the inner cells, where
    /// every pellet is reachable, or `None` if the pellets do not fit.
    pub fn random(size: Size, pellets: usize, seed: u64) -> Option<Self> {
        const ATTEMPTS: u32 = 1000;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let is_inner = |index: usize| {
            let (row, col) = (index / size.cols, index % size.cols);
            row > 0 && row + 1 < size.rows && col > 0 && col + 1 < size.cols
        };
        for attempt in 0..ATTEMPTS {
            // The share of walls falls to 0, so every number of pellets that fits is found.
            let walls = 28 * (ATTEMPTS - 1 - attempt) / ATTEMPTS;
            let mut symbol = |index| {
                let open = is_inner(index) && generator.random_range(0..100) >= walls;
                if open { ' ' } else { '%' }
            };
            let mut symbols: Vec<char> = (0..size.cells()).map(&mut symbol).collect();
            let open: Vec<usize> = (0..symbols.len()).filter(|&i| symbols[i] == ' ').collect();
            if open.len() <= pellets {
                continue;
            }
            let start = open[generator.random_range(0..open.len())];
            let map = Self::new(size, &symbols, start);
            let distances = map.distances(map.start);
            let reached = map.cells.iter().zip(distances);
            let reached = reached.filter(|&(_, distance)| distance != NONE && distance > 0);
            let mut reached: Vec<usize> = reached.map(|(&cell, _)| size.index(cell)).collect();
            if reached.len() < pellets || reached.len() * 2 < open.len() {
                continue;
            }
            for _ in 0..pellets {
                let chosen = generator.random_range(0..reached.len());
                symbols[reached.swap_remove(chosen)] = '.';
            }
            return Some(Self::new(size, &symbols, start));
        }
        None
    }

    /// Returns the symbols by row for a position of Pac-Man and the remaining pellets.
    pub fn symbols(&self, at: u16, left: u128) -> Vec<Vec<char>> {
        let mut rows = vec![vec!['%'; self.size.cols]; self.size.rows];
        let mut set = |cell: Cell, symbol| {
            rows[usize::from(cell.row)][usize::from(cell.col)] = symbol;
        };
        self.cells.iter().for_each(|&cell| set(cell, ' '));
        for (number, &pellet) in self.pellets.iter().enumerate() {
            if left >> number & 1 == 1 {
                set(self.cells[usize::from(pellet)], '.');
            }
        }
        set(self.cells[usize::from(at)], 'P');
        rows
    }

    /// Returns the distance of every open cell from one, [`NONE`] where it is unreachable.
    pub fn distances(&self, from: u16) -> Vec<u16> {
        let mut distances = vec![NONE; self.cells.len()];
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
