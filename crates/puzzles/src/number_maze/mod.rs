//! The number maze: jump from the first cell of a grid to the last, each time exactly as far as the
//! number under the piece says. The generators search for the grids that make this hardest.

pub mod analysis;
pub mod batch;
mod beam_and_anneal;
mod beam_tree;
pub mod draw;
pub mod evaluate;
mod exact_tree;
pub mod generate;
mod grid;
pub mod incremental;
mod info;
pub mod jumps;
mod partial_maze;
pub mod proof;
mod quality;
pub mod reference;
mod saved_proof;
mod spec;

pub use beam_and_anneal::SearchOptions;
pub use grid::Grid;
pub use quality::{Quality, ScoredMaze};
pub use spec::Spec;

#[cfg(test)]
mod tests;

use evaluate::EvaluatedMaze;
use heureka_core::abilities::{Ranked, Reversible};
use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stop};
use heureka_kit::board::Size;
use heureka_kit::draw::{
    Area, CELLS_BEGIN, Draw, Hue, Picture, cell_area, write_cells, write_columns,
};
use heureka_kit::edit::{Cells, Edit};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
pub use info::INFO;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::NumberMazeReference;
use std::fmt::{self, Write};

/// The letters of the moves: left, right, up, down.
const LETTERS: [char; 4] = ['L', 'R', 'U', 'D'];

/// Returns the cells that a value leads to from a cell: left, right, up, down.
#[inline(always)]
fn targets(size: Size, cell: usize, value: u8) -> [Option<usize>; 4] {
    let Size { rows, cols } = size;
    let (row, col, by) = (cell / cols, cell % cols, usize::from(value));
    [
        (col >= by).then(|| cell - by),
        (col + by < cols).then(|| cell + by),
        (row >= by).then(|| cell - by * cols),
        (row + by < rows).then(|| cell + by * cols),
    ]
}

/// A number maze to solve. A state is the cell of the piece.
#[derive(Clone, Debug)]
pub struct NumberMaze {
    grid: Grid,
    start: u32,
    /// The moves into each cell, with the cells they come from.
    sources: Vec<Vec<(char, u32)>>,
    /// The number of moves from each cell to the goal.
    to_goal: Vec<Cost>,
    largest_value: u32,
    /// The index in [`Info::heuristics`].
    heuristic: usize,
}

impl NumberMaze {
    /// Returns the maze of a grid.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let mut sources = vec![vec![]; grid.values().len()];
        for cell in 0..grid.values().len() - 1 {
            let targets = targets(grid.size(), cell, grid.values()[cell]);
            for (letter, target) in LETTERS.into_iter().zip(targets) {
                if let Some(target) = target {
                    sources[target].push((letter, cell as u32));
                }
            }
        }
        Self {
            sources,
            to_goal: EvaluatedMaze::new(&grid).to_goal,
            largest_value: grid.values().iter().copied().max().unwrap_or(1).max(1).into(),
            heuristic: info::JUMPS,
            start: 0,
            grid,
        }
    }

    fn goal(&self) -> u32 {
        self.sources.len() as u32 - 1
    }

    /// Returns a cell as text, with parentheses around the current one.
    fn cell(&self, state: u32, cell: usize) -> (String, Hue) {
        let label = self.grid.label(cell);
        let here = cell == state as usize;
        let text = if here { format!("({label})") } else { format!(" {label} ") };
        let hue = draw::hue(&self.grid, state as usize, cell);
        (text, if hue == Hue::Empty { Hue::Ink } else { hue })
    }
}

impl Problem for NumberMaze {
    type State = u32;
    type Key = u32;
    type Action = char;

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal()
    }

    /// Visits the moves left, right, up, down.
    fn successors(&self, &state: &u32, visit: &mut impl FnMut(char, Cost, u32)) {
        if self.is_goal(&state) {
            return;
        }
        let cell = state as usize;
        let targets = targets(self.grid.size(), cell, self.grid.values()[cell]);
        for (letter, target) in LETTERS.into_iter().zip(targets) {
            if let Some(target) = target {
                visit(letter, 1, target as u32);
            }
        }
    }

    #[inline]
    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    #[inline]
    fn unpack(&self, &key: &u32) -> u32 {
        // An invalid key from a file becomes a valid state, which packs to a different key.
        key % self.sources.len() as u32
    }

    fn h(&self, &state: &u32) -> Cost {
        match self.heuristic {
            info::EXACT => self.to_goal[state as usize],
            info::JUMPS => {
                let cols = self.grid.size().cols as u32;
                let (row, col) = (state / cols, state % cols);
                (self.goal() / cols - row).div_ceil(self.largest_value)
                    + (self.goal() % cols - col).div_ceil(self.largest_value)
            }
            _ => 0,
        }
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }

    fn abilities<O: Observer<u32, char>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().ranked()
    }
}

impl Reversible for NumberMaze {
    fn goals(&self, visit: &mut impl FnMut(u32)) {
        visit(self.goal());
    }

    fn predecessors(&self, &state: &u32, visit: &mut impl FnMut(char, Cost, u32)) {
        for &(letter, source) in &self.sources[state as usize] {
            visit(letter, 1, source);
        }
    }
}

impl Ranked for NumberMaze {
    fn ranks(&self) -> u64 {
        self.sources.len() as u64
    }

    #[inline]
    fn rank(&self, state: &u32) -> u64 {
        u64::from(*state)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

impl Puzzle for NumberMaze {
    type Reference = NumberMazeReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        Grid::parse(text).map(Self::new)
    }

    /// Draws values below the longer side until the maze has a solution.
    fn random(text: &str, _: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let size = Size::parse(text)?;
        spec::check_size(size)?;
        let largest = size.rows.max(size.cols) as u8 - 1;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let values = (0..size.cells()).map(|_| generator.random_range(1..=largest)).collect();
            let grid = Grid::new(size, values);
            if EvaluatedMaze::new(&grid).quality.solvable() {
                return Ok(Self::new(grid));
            }
        }
    }

    fn text(&self) -> String {
        self.grid.text()
    }

    fn reference(&self) -> NumberMazeReference {
        NumberMazeReference::new(&self.grid, self.start as usize, self.heuristic)
    }

    fn set_start(&mut self, state: u32) {
        self.start = state;
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.heuristic = index;
        Ok(())
    }

    fn tools() -> &'static [&'static str] {
        &["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        let mut cells = Cells::of_words(&self.text(), " ");
        let place = cells.at(edit.to, CELLS_BEGIN)?;
        cells.paint(place, Self::tools().get(edit.tool)?);
        Some(cells.text())
    }

    fn show_action(&self, action: char, out: &mut dyn Write) -> fmt::Result {
        out.write_char(action)
    }

    fn parse_action(&self, word: &str) -> Option<char> {
        LETTERS.into_iter().find(|letter| word.len() == 1 && word.starts_with(*letter))
    }
}

impl Draw for NumberMaze {
    fn show_state(&self, &state: &u32, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let Size { rows, cols } = self.grid.size();
        write_cells(out, (rows, cols), colors, |row, col| Some(self.cell(state, row * cols + col)))
    }

    fn note_state(&self, &state: &u32, out: &mut dyn Write) -> fmt::Result {
        let Size { rows, cols } = self.grid.size();
        write_columns(out, (rows, cols), |row, col| Some(self.cell(state, row * cols + col)))
    }

    fn place(&self, state: &u32) -> Option<Area> {
        self.spots(&self.start(), state).pop()
    }

    /// Returns the next cell.
    fn spots(&self, _: &u32, &next: &u32) -> Vec<Area> {
        vec![cell_area(self.grid.size().cols, next as usize)]
    }

    fn draw(&self, &state: &u32, _before: Option<&u32>) -> Picture {
        draw::draw_maze(&self.grid, state as usize)
    }

    fn draw_route(&self, states: &mut dyn Iterator<Item = u32>) -> Option<Picture> {
        Some(draw::draw_route(&self.grid, &states.map(|cell| cell as usize).collect::<Vec<_>>()))
    }
}
