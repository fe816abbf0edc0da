//! Grids of cells with walls: the fewest steps from the start to the goal.
//!
//! A state is a cell, and its key two 16-bit numbers, so that no step divides: on an open grid most of
//! the time goes into the queue and the table of the search.

mod draw;
mod info;
mod map;
pub mod reference;
mod regions;
#[cfg(test)]
mod tests;

pub use map::{Cell, Map};

use heureka_core::{
    Claim, Cost, Exploration, Limits, Observer, Problem, Ranked, Report, Reversed, Reversible,
    Strategy, Undirected, Unsupported, explore, explore_smallest, solve_reversible,
};
use heureka_kit::board::Direction;
use heureka_kit::draw::Picture;
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use reference::{GridEstimate, GridReference};
use regions::Regions;
use std::fmt::{self, Write};

/// One map, with a heuristic.
#[derive(Clone, Debug)]
pub struct Grid {
    map: Map,
    heuristic: GridEstimate,
}

impl Grid {
    /// The way through a map, estimated by Manhattan distance.
    #[must_use]
    pub const fn new(map: Map) -> Self {
        Self { map, heuristic: GridEstimate::Manhattan }
    }

    /// The map.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> Cell {
        self.map.goal
    }

    /// The cell that a step leads to, wall or not.
    #[inline(always)]
    const fn neighbor(Cell { x, y }: Cell, step: Direction) -> Cell {
        match step {
            Direction::Up => Cell { x, y: y - 1 },
            Direction::Down => Cell { x, y: y + 1 },
            Direction::Left => Cell { x: x - 1, y },
            Direction::Right => Cell { x: x + 1, y },
        }
    }
}

impl Problem for Grid {
    type State = Cell;
    type Key = u32;
    type Action = Direction;

    fn start(&self) -> Cell {
        self.map.start
    }

    fn is_goal(&self, state: &Cell) -> bool {
        *state == self.map.goal
    }

    /// Up, down, left, right.
    #[inline]
    fn successors(&self, &state: &Cell, visit: &mut impl FnMut(Direction, Cost, Cell)) {
        for step in Direction::ALL {
            let next = Self::neighbor(state, step);
            if self.map.is_free(next) {
                visit(step, 1, next);
            }
        }
    }

    fn pack(&self, state: &Cell) -> u32 {
        u32::from(state.x) | u32::from(state.y) << 16
    }

    fn unpack(&self, key: &u32) -> Cell {
        // Keys from outside may name cells that are not there.
        let (x, y) = (*key as u16, (key >> 16) as u16);
        Cell { x: x.clamp(1, self.map.cols() as u16), y: y.clamp(1, self.map.rows() as u16) }
    }

    #[inline]
    fn h(&self, state: &Cell) -> Cost {
        let goal = self.map.goal;
        match self.heuristic {
            GridEstimate::Manhattan => state.manhattan(goal),
            GridEstimate::LongerSide => {
                Cost::from(state.x.abs_diff(goal.x).max(state.y.abs_diff(goal.y)))
            }
            GridEstimate::Zero => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic()].claim
    }

    fn undoes(&self, previous: Direction, next: Direction) -> bool {
        next == previous.opposite()
    }
}

impl Undirected for Grid {}

impl Reversible for Grid {
    fn goals(&self, visit: &mut impl FnMut(Cell)) {
        visit(self.map.goal);
    }

    fn predecessors(&self, state: &Cell, visit: &mut impl FnMut(Direction, Cost, Cell)) {
        self.successors(state, &mut |step, cost, next| visit(step.opposite(), cost, next));
    }
}

impl Ranked for Grid {
    fn ranks(&self) -> u64 {
        (self.map.rows() * self.map.cols()) as u64
    }

    fn rank(&self, state: &Cell) -> u64 {
        let (row, col) = state.place();
        (row * self.map.cols() + col) as u64
    }

    fn unrank(&self, rank: u64) -> Cell {
        let (rank, cols) = (rank as usize, self.map.cols());
        Cell::at(rank / cols, rank % cols)
    }
}

impl Puzzle for Grid {
    type Reference = GridReference;

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        Map::parse(text).map(Self::new)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        let (rows, cols, walls) = map::parse_random(size)?;
        Map::random(rows, cols, walls, seed).map(Self::new)
    }

    fn text(&self) -> String {
        self.map.text()
    }

    fn reference(&self) -> GridReference {
        let (rows, cols) = (self.map.rows(), self.map.cols());
        let row = |row| (0..cols).map(|col| self.map.is_free(Cell::at(row, col))).collect();
        let free = (0..rows).map(row).collect();
        let (start, goal) = (self.map.start.place(), self.map.goal.place());
        GridReference::new(free, start, goal, self.heuristic)
    }

    fn set_heuristic(&mut self, index: usize) {
        self.heuristic = GridEstimate::ALL[index];
    }

    fn heuristic(&self) -> usize {
        self.heuristic as usize
    }

    fn show_state(&self, state: &Cell, out: &mut dyn Write) -> fmt::Result {
        self.write(*state, false, out)
    }

    fn paint_state(&self, state: &Cell, out: &mut dyn Write) -> fmt::Result {
        self.write(*state, true, out)
    }

    /// The row and the column, from 1 and from the top left.
    fn note_state(&self, state: &Cell, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{},{}", state.y, state.x)
    }

    fn draw(&self, state: &Cell) -> Picture {
        self.picture(*state)
    }

    fn show_action(&self, action: Direction, out: &mut dyn Write) -> fmt::Result {
        out.write_str(action.name())
    }

    fn parse_action(&self, word: &str) -> Option<Direction> {
        Direction::from_name(word)
    }

    fn unsolvable(&self) -> Option<String> {
        let mut regions = Regions::of(&self.map);
        let (cells, met) = regions.reach(self.map.start, self.map.goal);
        let (others, _) = regions.reach(self.map.goal, self.map.start);
        let number = |cells: usize| match cells {
            1 => "1 cell".to_owned(),
            _ => format!("{cells} cells"),
        };
        (!met).then(|| {
            format!(
                "walls part the goal from the start: {} can be reached from the start, and the \
                 goal lies among {} of another region",
                number(cells),
                others
            )
        })
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Direction>, Unsupported> {
        solve_reversible(self, strategy, limits, observer)
    }

    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        explore_smallest(self, limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        Reversed::new(self).map(|back| explore(&back, limits))
    }
}
