//! The number maze as a puzzle to be solved: a state is the cell one stands on.

use super::board::LONGEST_SIDE;
use super::explain::explain;
use super::grid::Grid;
use super::info::INFO;
use super::plain::{FAR, Plain};
use super::reference::{NumberMazeEstimate, NumberMazeReference};
use heureka_core::{
    Claim, Cost, DEAD_END, Exploration, Limits, Observer, Problem, Report, Reversed, Reversible,
    Strategy, Unsupported, explore, solve_reversible,
};
use heureka_kit::draw::{Hue, Picture, draw_cells, write_cells};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::{self, Write};

/// The letters of the moves, in their order.
const LETTERS: [char; 4] = ['L', 'R', 'U', 'D'];

/// A number maze to be solved.
#[derive(Debug)]
pub struct NumberMaze {
    grid: Grid,
    /// The cell that each move leads to, by the cell and then in the order of the letters.
    targets: Vec<[Option<u32>; 4]>,
    /// The moves that lead to each cell, and where from.
    sources: Vec<Vec<(char, u32)>>,
    /// The moves from each cell to the goal.
    to_goal: Vec<Cost>,
    /// The largest number.
    farthest: u32,
    estimate: NumberMazeEstimate,
}

/// In the order of [`Info::heuristics`].
const ESTIMATES: [NumberMazeEstimate; 3] =
    [NumberMazeEstimate::Jumps, NumberMazeEstimate::Exact, NumberMazeEstimate::Zero];

impl NumberMaze {
    /// The maze of a grid.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let (rows, cols) = (grid.rows(), grid.cols());
        let cells = rows * cols;
        let mut targets = vec![[None; 4]; cells];
        let mut sources = vec![vec![]; cells];
        for (cell, leads) in targets[..cells - 1].iter_mut().enumerate() {
            let (row, col, by) = (cell / cols, cell % cols, usize::from(grid.values()[cell]));
            let ways = [
                (col >= by).then(|| cell - by),
                (col + by < cols).then(|| cell + by),
                (row >= by).then(|| cell - by * cols),
                (row + by < rows).then(|| cell + by * cols),
            ];
            *leads = ways.map(|target| target.map(|target| target as u32));
            for (letter, target) in LETTERS.into_iter().zip(ways) {
                if let Some(target) = target {
                    sources[target].push((letter, cell as u32));
                }
            }
        }
        let plain = Plain::new(&grid);
        let to_goal = plain.to_goal().iter().map(|&h| if h == FAR { DEAD_END } else { h });
        Self {
            targets,
            sources,
            to_goal: to_goal.collect(),
            farthest: grid.values().iter().copied().max().unwrap_or(1).max(1).into(),
            estimate: ESTIMATES[0],
            grid,
        }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    fn goal(&self) -> u32 {
        self.targets.len() as u32 - 1
    }

    /// The board with the place one stands on marked.
    fn cell(&self, state: u32, row: usize, col: usize) -> (String, Hue) {
        let cell = row * self.grid.cols() + col;
        let value = self.grid.values()[cell];
        let text = if cell as u32 == self.goal() { "G".to_owned() } else { value.to_string() };
        match cell as u32 {
            here if here == state => (text, Hue::Orange),
            goal if goal == self.goal() => (text, Hue::Goal),
            _ => (text, Hue::Empty),
        }
    }

    fn write(&self, state: u32, colors: bool, out: &mut dyn Write) -> fmt::Result {
        write_cells(out, (self.grid.rows(), self.grid.cols()), colors, |row, col| {
            let here = row * self.grid.cols() + col == state as usize;
            let (text, hue) = self.cell(state, row, col);
            let text = if here { format!("({text})") } else { format!(" {text} ") };
            Some((text, if hue == Hue::Empty { Hue::Ink } else { hue }))
        })
    }
}

impl Problem for NumberMaze {
    type State = u32;
    type Key = u32;
    type Action = char;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal()
    }

    /// Left, right, up, down.
    fn successors(&self, &state: &u32, visit: &mut impl FnMut(char, Cost, u32)) {
        for (letter, target) in LETTERS.into_iter().zip(self.targets[state as usize]) {
            if let Some(target) = target {
                visit(letter, 1, target);
            }
        }
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &key: &u32) -> u32 {
        // A key from a file may be none of ours; whatever comes of it does not pack to it again.
        key % self.targets.len() as u32
    }

    fn h(&self, &state: &u32) -> Cost {
        match self.estimate {
            NumberMazeEstimate::Zero => 0,
            NumberMazeEstimate::Exact => self.to_goal[state as usize],
            NumberMazeEstimate::Jumps => {
                let cols = self.grid.cols() as u32;
                let (row, col) = (state / cols, state % cols);
                (self.goal() / cols - row).div_ceil(self.farthest)
                    + (self.goal() % cols - col).div_ceil(self.farthest)
            }
        }
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
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

/// Reads a size such as 5x5.
fn size(text: &str) -> Result<(usize, usize), ParseError> {
    let side = |text: &str| text.parse().ok().filter(|side| (2..=LONGEST_SIDE).contains(side));
    text.split_once('x').and_then(|(rows, cols)| Some((side(rows)?, side(cols)?))).ok_or_else(|| {
        ParseError::whole(format!(
            "'{text}' is no size: expected rows and columns from 2 to {LONGEST_SIDE}, such as 5x5"
        ))
    })
}

impl Puzzle for NumberMaze {
    type Reference = NumberMazeReference;

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        Grid::parse(text).map(Self::new)
    }

    /// Random values up to the longer side less one, drawn again until there is a solution.
    fn random(text: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        let (rows, cols) = size(text)?;
        let largest = rows.max(cols) as u8 - 1;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let values = (0..rows * cols).map(|_| generator.random_range(1..=largest)).collect();
            let grid = Grid::new(cols, values);
            if Plain::new(&grid).quality().solvable() {
                return Ok(Self::new(grid));
            }
        }
    }

    fn text(&self) -> String {
        self.grid.text(false)
    }

    fn reference(&self) -> NumberMazeReference {
        NumberMazeReference::new(self.grid.in_rows(), self.estimate)
    }

    fn set_heuristic(&mut self, index: usize) {
        self.estimate = ESTIMATES[index];
    }

    fn heuristic(&self) -> usize {
        ESTIMATES.iter().position(|&estimate| estimate == self.estimate).unwrap_or(0)
    }

    fn show_state(&self, &state: &u32, out: &mut dyn Write) -> fmt::Result {
        self.write(state, false, out)
    }

    fn paint_state(&self, &state: &u32, out: &mut dyn Write) -> fmt::Result {
        self.write(state, true, out)
    }

    fn draw(&self, &state: &u32) -> Picture {
        if state == self.start() {
            return explain(&self.grid).picture();
        }
        draw_cells((self.grid.rows(), self.grid.cols()), |row, col| {
            Some(self.cell(state, row, col))
        })
    }

    fn show_action(&self, action: char, out: &mut dyn Write) -> fmt::Result {
        out.write_char(action)
    }

    fn parse_action(&self, word: &str) -> Option<char> {
        LETTERS.into_iter().find(|letter| word.len() == 1 && word.starts_with(*letter))
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<char>, Unsupported> {
        solve_reversible(self, strategy, limits, observer)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        Reversed::new(self).map(|back| explore(&back, limits))
    }
}
