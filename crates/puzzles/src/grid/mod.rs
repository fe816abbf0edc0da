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

pub use map::Map;

use heureka_core::abilities::{Ranked, Reversible};
use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stop};
use heureka_kit::board::{Cell, Direction, invalid_size, parse_numbers};
use heureka_kit::edit::{Cells, Edit};
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
        Cell::new((key >> 16) as u16, *key as u16)
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
        self.map.size().index(*state) as u64
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Cell {
        self.map.size().cell(rank as usize)
    }
}

impl Puzzle for Grid {
    type Reference = GridReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        Map::parse(text).map(Self::new)
    }

    fn random(size: &str, _: &Parameters, seed: u64) -> Result<Self, ParseError> {
        const EXPECTED: &str = "ROWSxCOLUMNSxWALLS with 0 to 99 percent walls, such as 40x60x25";
        let map = match parse_numbers(size, EXPECTED)?[..] {
            [rows, cols] => Map::random(rows, cols, 25, seed),
            [rows, cols, walls @ ..100] => Map::random(rows, cols, walls as u32, seed),
            _ => Err(invalid_size(size, EXPECTED)),
        };
        map.map(Self::new)
    }

    fn text(&self) -> String {
        self.map.text()
    }

    fn reference(&self) -> GridReference {
        GridReference(self.clone())
    }

    fn set_start(&mut self, state: Cell) {
        self.map.start = state;
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.heuristic = index;
        Ok(())
    }

    fn tools() -> &'static [&'static str] {
        &["wall", "free cell", "start", "goal"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        let mut cells = Cells::of_characters(&self.text());
        let place = cells.at(edit.to, 0.0)?;
        match edit.tool {
            0 => cells.paint(place, "#"),
            1 => cells.paint(place, "."),
            2 => cells.place(place, "S", "."),
            3 => cells.place(place, "G", "."),
            _ => return None,
        }
        Some(cells.text())
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
        let reason =
            format!("walls separate the goal from the start (reachable cells: {})", start.cells());
        (!start.contains(self.map.goal)).then_some(reason)
    }
}
