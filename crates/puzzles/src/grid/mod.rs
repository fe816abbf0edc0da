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

/// A map to cross, with a heuristic.
#[derive(Clone, Debug)]
pub struct Grid {
    map: Map,
    moves: Moves,
    /// The index in `INFO.heuristics`.
    heuristic: usize,
}

impl Grid {
    /// Returns the puzzle on a map with four moves, with Manhattan distance as heuristic.
    #[must_use]
    pub const fn new(map: Map) -> Self {
        Self { map, moves: Moves::Four, heuristic: 0 }
    }

    /// Returns the puzzle with other moves.
    #[must_use]
    pub fn with_moves(self, moves: Moves) -> Self {
        Self { moves, ..self }
    }

    /// Returns the map.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the first line of the text, if it has to state the moves.
    fn header(&self) -> String {
        match self.moves {
            Moves::Four => String::new(),
            Moves::Eight => format!("{} 8\n", read::MOVES),
        }
    }
}

impl Problem for Grid {
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
        if self.moves == Moves::Eight {
            steps |= self.map.diagonal_steps(state, steps);
        }
        while steps != 0 {
            let step = Step::ALL[steps.trailing_zeros() as usize % Step::ALL.len()];
            steps &= steps - 1;
            let cost = if step.is_diagonal() { DIAGONAL } else { self.moves.straight() };
            visit(step, cost, step.from(state));
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

    /// All of these are consistent with four and with eight moves. With four, they are rounded down to
    /// whole moves: costs are whole too, so they stay consistent.
    #[inline]
    fn h(&self, state: &Cell) -> Cost {
        let goal = self.map.goal;
        let (rows, cols) = (state.row.abs_diff(goal.row), state.col.abs_diff(goal.col));
        let (long, short) = (Cost::from(rows.max(cols)), Cost::from(rows.min(cols)));
        let straight = self.moves.straight();
        match (self.heuristic, self.moves) {
            (0, Moves::Four) => long + short,
            // A diagonal move covers a row and a column.
            (0, Moves::Eight) => (u64::from(long + short) * u64::from(DIAGONAL) / 2) as Cost,
            (1, _) => long * straight,
            (2, Moves::Four) => long + short * (DIAGONAL - STRAIGHT) / STRAIGHT,
            (2, Moves::Eight) => long * STRAIGHT + short * (DIAGONAL - STRAIGHT),
            (3, _) => {
                let [long, short] = [long, short].map(|side| u64::from(side) * u64::from(straight));
                (long * long + short * short).isqrt() as Cost
            }
            _ => 0,
        }
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
        if self.moves == Moves::Eight { abilities.jumping() } else { abilities }
    }
}

impl Reversible for Grid {
    fn goals(&self, visit: &mut impl FnMut(Cell)) {
        visit(self.map.goal);
    }

    fn predecessors(&self, state: &Cell, visit: &mut impl FnMut(Step, Cost, Cell)) {
        self.successors(state, &mut |step, cost, next| visit(step.opposite(), cost, next));
    }
}

impl Ranked for Grid {
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

impl Puzzle for Grid {
    type Reference = GridReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let (map, moves) = read::read(text, parameters)?;
        Ok(Self::new(map).with_moves(moves))
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
        Ok(Self::new(map?).with_moves(moves))
    }

    /// Eight moves are stated above the map.
    fn text(&self) -> String {
        self.header() + &self.map.text()
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

    /// Octile distance is exact without walls if there are eight moves.
    fn default_heuristic(&self) -> usize {
        match self.moves {
            Moves::Four => 0,
            Moves::Eight => 2,
        }
    }

    fn best(&self) -> Best {
        let heuristic = INFO.heuristics[self.default_heuristic()].name;
        Best { strategy: INFO.strategy, heuristic }
    }

    fn path_length(&self, cost: Cost) -> Option<f64> {
        self.moves.length(cost)
    }

    fn bound_length(&self, bound: Cost) -> Option<f64> {
        (self.moves == Moves::Eight).then(|| f64::from(bound) / f64::from(STRAIGHT))
    }

    fn tools() -> &'static [&'static str] {
        &["wall", "free cell", "start", "goal"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        // One of two ends in the same cell stays.
        let both = ["*", "*", "G", "S"].get(edit.tool)?;
        let mut cells = Cells::of_characters(&self.map.rows().replace('*', both));
        let (top, left) = self.corner();
        let place = cells.at((edit.to.0 + left, edit.to.1 + top), 0.0)?;
        match edit.tool {
            0 => cells.paint(place, "#"),
            1 => cells.paint(place, "."),
            2 => cells.place(place, "S", "."),
            3 => cells.place(place, "G", "."),
            _ => return None,
        }
        Some(self.header() + &cells.text())
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
