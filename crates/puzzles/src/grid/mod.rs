//! Shortest paths on a grid of cells with walls.
//!
//! A state is a cell and its key is two 16-bit numbers, so no step divides. On an open grid most of the
//! time goes into the frontier and the closed table of the search.

mod draw;
mod info;
mod map;
pub mod reference;
mod regions;
#[cfg(test)]
mod tests;

pub use map::{Map, cell_at, place};

use heureka_core::{Abilities, Claim, Cost, Observer, Problem, Ranked, Reversible};
use heureka_kit::board::{Cell, Direction, Size};
use heureka_kit::draw::Picture;
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use reference::GridReference;
use regions::regions;
use std::fmt::{self, Write};

/// A map to cross, with a heuristic.
#[derive(Clone, Debug)]
pub struct Grid {
    map: Map,
    /// The index in `INFO.heuristics`.
    heuristic: usize,
}

impl Grid {
    /// Returns the puzzle on a map, with Manhattan distance as heuristic.
    #[must_use]
    pub const fn new(map: Map) -> Self {
        Self { map, heuristic: 0 }
    }

    /// Returns the map.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }
}

impl Problem for Grid {
    /// Cells count from 1; see [`cell_at`].
    type State = Cell;
    type Key = u32;
    type Action = Direction;

    fn start(&self) -> Cell {
        self.map.start
    }

    #[inline]
    fn is_goal(&self, state: &Cell) -> bool {
        *state == self.map.goal
    }

    /// Up, down, left, right.
    #[inline]
    fn successors(&self, &state: &Cell, visit: &mut impl FnMut(Direction, Cost, Cell)) {
        for step in Direction::ALL {
            let next = state.neighbor(step);
            if self.map.is_free(next) {
                visit(step, 1, next);
            }
        }
    }

    #[inline]
    fn pack(&self, state: &Cell) -> u32 {
        u32::from(state.col) | u32::from(state.row) << 16
    }

    #[inline]
    fn unpack(&self, key: &u32) -> Cell {
        // Keys from a file may lie outside the map.
        let Size { rows, cols } = self.map.size();
        let (row, col) = ((key >> 16) as u16, *key as u16);
        Cell::new(row.clamp(1, rows as u16), col.clamp(1, cols as u16))
    }

    #[inline]
    fn h(&self, state: &Cell) -> Cost {
        let goal = self.map.goal;
        match self.heuristic {
            0 => state.manhattan(goal),
            1 => Cost::from(state.row.abs_diff(goal.row).max(state.col.abs_diff(goal.col))),
            _ => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    #[inline]
    fn undoes(&self, previous: Direction, next: Direction) -> bool {
        next == previous.opposite()
    }

    fn abilities<O: Observer<Cell, Direction>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().undirected().ranked()
    }
}

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
        self.map.size().cells() as u64
    }

    #[inline]
    fn rank(&self, state: &Cell) -> u64 {
        let (row, col) = place(*state);
        (row * self.map.size().cols + col) as u64
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Cell {
        let (rank, cols) = (rank as usize, self.map.size().cols);
        cell_at(rank / cols, rank % cols)
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
        Map::random_of_size(size, seed).map(Self::new)
    }

    fn text(&self) -> String {
        self.map.text()
    }

    fn reference(&self) -> GridReference {
        let Map { start, goal, .. } = self.map;
        let cols = 0..self.map.size().cols as u16 + 2;
        let row = |row| cols.clone().map(|col| self.map.is_free(Cell::new(row, col))).collect();
        let free = (0..self.map.size().rows as u16 + 2).map(row).collect();
        GridReference { free, start, goal, heuristic: self.heuristic }
    }

    fn set_start(&mut self, state: Cell) {
        self.map.start = state;
    }

    fn set_heuristic(&mut self, index: usize) {
        self.heuristic = index;
    }

    fn heuristic(&self) -> usize {
        self.heuristic
    }

    fn show_state(&self, state: &Cell, colors: bool, out: &mut dyn Write) -> fmt::Result {
        self.write(*state, colors, out)
    }

    /// Writes the row and the column, counted from 1.
    fn note_state(&self, state: &Cell, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{state}")
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
        let regions = regions(&self.map);
        let start = regions.iter().find(|region| region.contains(self.map.start))?;
        let (cells, plural) = (start.cells(), if start.cells() == 1 { "" } else { "s" });
        let reachable = format!("the {cells} cell{plural} reachable from the start");
        let separate = !start.contains(self.map.goal);
        separate.then(|| format!("walls separate the goal from {reachable}"))
    }
}
