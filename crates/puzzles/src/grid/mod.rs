//! Shortest paths on a grid of cells with walls, by moves to the four or eight adjacent cells.
//!
//! A state is a cell and its key is two 16-bit numbers, so no step divides. On an open grid most of the
//! time goes into the frontier and the closed table of the search.

mod draw;
mod info;
pub mod jump_points;
mod map;
mod moves;
#[cfg(test)]
mod moves_tests;
mod read;
pub mod reference;
mod regions;
pub mod scenario;
#[cfg(test)]
mod tests;

pub use map::Map;
pub use moves::{DIAGONAL, Moves, STRAIGHT, Step};

use heureka_core::abilities::{Ranked, Reversible};
use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stop};
use heureka_kit::board::{Cell, invalid_size, parse_numbers};
use heureka_kit::collection::{Row, Rows};
use heureka_kit::edit::{Cells, Edit};
use heureka_kit::puzzle::{Best, Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use reference::GridReference;
use regions::regions;
use std::fmt::{self, Write};

/// A map to cross by `N` moves, four or eight, with a heuristic.
///
/// The number of moves is a part of the type: the loop over them is unrolled, and their costs are constants.
#[derive(Clone, Debug)]
pub struct Grid<const N: usize> {
    map: Map,
    /// The index in `INFO.heuristics`.
    heuristic: usize,
}

/// Reads a map with its start and goal, and the moves.
///
/// # Errors
/// What is wrong with the text, where, and what was expected.
pub fn read(text: &str, parameters: &Parameters) -> Result<(Map, Moves), ParseError> {
    read::read(text, parameters)
}

/// Generates a random map of a size such as `40x60x25`, and returns it with the moves in the parameters.
///
/// # Errors
/// If the size is invalid, or the parameters name a start or a goal.
pub fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<(Map, Moves), ParseError> {
    const EXPECTED: &str = "ROWSxCOLUMNSxWALLS with 0 to 99 percent walls, such as 40x60x25";
    let moves = read::moves(parameters)?.unwrap_or(Moves::Four);
    if let Some((name, _)) = parameters.0.iter().find(|(name, _)| name != read::MOVES) {
        let message = format!("{name}: a random grid chooses its own start and goal");
        return Err(ParseError::whole(message));
    }
    let map = match parse_numbers(size, EXPECTED)?[..] {
        [rows, cols] => Map::random(rows, cols, 25, seed),
        [rows, cols, walls @ ..100] => Map::random(rows, cols, walls as u32, seed),
        _ => Err(invalid_size(size, EXPECTED)),
    };
    Ok((map?, moves))
}

impl<const N: usize> Grid<N> {
    const MOVES: Moves = match N {
        4 => Moves::Four,
        8 => Moves::Eight,
        _ => panic!("a cell of a grid has 4 or 8 moves"),
    };

    /// Returns the puzzle on a map, with Manhattan distance as heuristic.
    #[must_use]
    pub const fn new(map: Map) -> Self {
        Self { map, heuristic: 0 }
    }

    /// Returns the puzzle on a map that was read with its moves.
    fn with((map, moves): (Map, Moves)) -> Result<Self, ParseError> {
        if moves == Self::MOVES {
            return Ok(Self::new(map));
        }
        // The registry chooses the type by the moves. So this is the text of another start of an instance.
        Err(ParseError::whole("expected an instance that differs only in its start"))
    }

    /// Returns the map.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the first line of the text, if it has to state the moves.
    fn header() -> String {
        match Self::MOVES {
            Moves::Four => String::new(),
            Moves::Eight => format!("{} 8\n", read::MOVES),
        }
    }
}

/// Returns the key of a cell.
#[inline(always)]
fn pack(cell: Cell) -> u32 {
    u32::from(cell.col) | u32::from(cell.row) << 16
}

/// Returns the cell of a key.
#[inline(always)]
const fn unpack(key: u32) -> Cell {
    Cell::new((key >> 16) as u16, key as u16)
}

impl<const N: usize> Problem for Grid<N> {
    type State = Cell;
    type Key = u32;
    type Action = Step;

    fn start(&self) -> Cell {
        self.map.start
    }

    #[inline]
    fn is_goal(&self, state: &Cell) -> bool {
        *state == self.map.goal
    }

    /// Up, down, left, right; then up-left, up-right, down-left, down-right.
    #[inline]
    fn successors(&self, &state: &Cell, visit: &mut impl FnMut(Step, Cost, Cell)) {
        let mut steps = self.map.straight_steps(state);
        if Self::MOVES == Moves::Eight {
            steps |= self.map.diagonal_steps(state, steps);
        }
        // The compiler unrolls this. `visit` occurs once, so that the search is inlined.
        for index in 0..N {
            if steps >> index & 1 != 0 {
                let cost = if index < 4 { Self::MOVES.straight() } else { DIAGONAL };
                visit(Step::ALL[index], cost, Step::leads(index, state));
            }
        }
    }

    #[inline]
    fn pack(&self, state: &Cell) -> u32 {
        pack(*state)
    }

    #[inline]
    fn unpack(&self, key: &u32) -> Cell {
        unpack(*key)
    }

    #[inline]
    fn h(&self, state: &Cell) -> Cost {
        Self::MOVES.h(self.heuristic, *state, self.map.goal)
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    #[inline]
    fn undoes(&self, previous: Step, next: Step) -> bool {
        next == previous.opposite()
    }

    fn abilities<O: Observer<Cell, Step>>(&self) -> Abilities<Self, O> {
        let abilities = Abilities::plain().reversible().undirected().ranked();
        if Self::MOVES == Moves::Eight { abilities.jumping() } else { abilities }
    }
}

impl<const N: usize> Reversible for Grid<N> {
    fn goals(&self, visit: &mut impl FnMut(Cell)) {
        visit(self.map.goal);
    }

    fn predecessors(&self, state: &Cell, visit: &mut impl FnMut(Step, Cost, Cell)) {
        self.successors(state, &mut |step, cost, next| visit(step.opposite(), cost, next));
    }
}

impl<const N: usize> Ranked for Grid<N> {
    fn ranks(&self) -> u64 {
        self.map.size().cells() as u64
    }

    #[inline]
    fn rank(&self, state: &Cell) -> u64 {
        u64::from(state.row) * self.map.size().cols as u64 + u64::from(state.col)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Cell {
        let cols = self.map.size().cols as u64;
        Cell::new((rank / cols) as u16, (rank % cols) as u16)
    }
}

impl<const N: usize> Puzzle for Grid<N> {
    type Reference = GridReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        Self::with(read(text, parameters)?)
    }

    /// Scenarios. The published lengths are of paths with eight moves.
    fn collection(text: &str, parameters: &Parameters) -> Option<Rows> {
        if text.trim_start().starts_with(read::TYPE) {
            let message = "this is a map, not a list of instances: solve it with --file, or give its \
                           scenarios, a .scen file";
            return Some(Err(ParseError::at(1, 1, message)));
        }
        let is_same = parameters.0.iter().all(|(name, value)| name == read::MOVES && value == "8");
        let row = |scenario: scenario::Scenario| {
            let row = Row::from(scenario);
            Row { published: row.published.filter(|_| is_same), ..row }
        };
        scenario::is_list(text).then(|| Ok(scenario::read(text)?.into_iter().map(row).collect()))
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        Self::with(random(size, parameters, seed)?)
    }

    /// Eight moves are stated above the map.
    fn text(&self) -> String {
        Self::header() + &self.map.text()
    }

    fn reference(&self) -> GridReference {
        GridReference { map: self.map.clone(), moves: Self::MOVES, heuristic: self.heuristic }
    }

    fn set_start(&mut self, state: Cell) {
        self.map.start = state;
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.heuristic = index;
        Ok(())
    }

    /// Octile distance is exact without walls if there are eight moves.
    fn default_heuristic(&self) -> usize {
        match Self::MOVES {
            Moves::Four => 0,
            Moves::Eight => 2,
        }
    }

    fn best(&self) -> Best {
        let heuristic = INFO.heuristics[self.default_heuristic()].name;
        Best { strategy: INFO.strategy, heuristic }
    }

    fn path_length(&self, cost: Cost) -> Option<f64> {
        Self::MOVES.length(cost)
    }

    fn bound_length(&self, bound: Cost) -> Option<f64> {
        (Self::MOVES == Moves::Eight).then(|| f64::from(bound) / f64::from(STRAIGHT))
    }

    fn tools() -> &'static [&'static str] {
        &["wall", "free cell", "start", "goal"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        // One of two ends in the same cell stays.
        let both = ["*", "*", "G", "S"].get(edit.tool)?;
        let mut cells = Cells::of_characters(&self.map.rows().replace('*', both));
        let (top, left) = self.map.corner();
        let place = cells.at((edit.to.0 + left, edit.to.1 + top), 0.0)?;
        match edit.tool {
            0 => cells.paint(place, "#"),
            1 => cells.paint(place, "."),
            2 => cells.place(place, "S", "."),
            3 => cells.place(place, "G", "."),
            _ => return None,
        }
        Some(Self::header() + &cells.text())
    }

    fn show_action(&self, action: Step, out: &mut dyn Write) -> fmt::Result {
        out.write_str(action.name())
    }

    fn parse_action(&self, word: &str) -> Option<Step> {
        Step::from_name(word)
    }

    fn unsolvable(&self) -> Option<String> {
        let regions = regions(&self.map);
        let start = regions.iter().find(|region| region.contains(self.map.start))?;
        let reason =
            format!("walls separate the goal from the start (reachable cells: {})", start.cells());
        (!start.contains(self.map.goal)).then_some(reason)
    }
}
