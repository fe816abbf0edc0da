//! Peg solitaire on six boards, from any position to any other.
//!
//! A state is one word with a bit for each peg. Tables by parts of seven cells give the legal jumps and
//! the images of a position under all symmetries.

mod board;
mod draw;
mod info;
mod pagoda;
pub mod pairs;
mod parity;
mod proof;
mod reading;
pub mod reference;
mod tables;
#[cfg(test)]
mod tests;
mod watch;

pub use board::{Board, Jump};
pub use proof::{Case, Proof};
pub use reading::position_text;

use heureka_core::abilities::{Reversible, Symmetric};
use heureka_core::count_plans::{PlanCount, count_plans};
use heureka_core::quotient::Quotient;
use heureka_core::{Abilities, Claim, Cost, DEAD_END, Limits, Observer, Problem, Stats, Stop};
use heureka_kit::board::{BitSet as _, Cell, invalid_size, parse_numbers};
use heureka_kit::edit::Edit;
use heureka_kit::puzzle::{Best, Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::PegsReference;
use std::fmt::{self, Write};
use tables::{BITS, Tables, VALUES, each_bit, tabulate};
use watch::{FEW_GAMES, Watch};

/// One instance of peg solitaire.
#[derive(Clone, Debug)]
pub struct Pegs {
    board: &'static Board,
    start: u64,
    goal: u64,
    /// An index into [`Info::heuristics`].
    heuristic: usize,
    /// For the symmetries that map start and goal to themselves.
    tables: Tables,
    /// The pagoda functions, if the heuristic uses them.
    watch: Option<Watch>,
    /// By part of the board and its cells: the sum of the distances of its pegs to the goal.
    distances: Vec<[u8; VALUES]>,
}

impl Pegs {
    /// Selects a heuristic by its index and builds its tables.
    fn select(&mut self, heuristic: usize) {
        self.heuristic = heuristic;
        self.watch = (heuristic == info::PAGODA).then(|| Watch::new(self, FEW_GAMES));
    }

    /// Returns the instance from one position to another.
    #[must_use]
    pub fn new(board: &'static Board, start: u64, goal: u64) -> Self {
        let tables = Tables::new(board, [start, goal]);
        let distances = distances(board, goal);
        Self { board, start, goal, heuristic: 0, tables, watch: None, distances }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// Returns the goal position.
    #[must_use]
    pub fn goal(&self) -> u64 {
        self.goal
    }

    /// Returns the instance in which holes jump, from the goal to the start: its plans are the plans
    /// of this one, reversed.
    fn reversed(&self) -> Self {
        Self::new(self.board, self.board.complement(self.goal), self.board.complement(self.start))
    }

    /// Counts the plans, and by layer the positions, up to symmetry, that are part of one.
    #[must_use]
    pub fn count_plans(&self, limits: &mut Limits<'_>) -> PlanCount {
        if self.unsolvable().is_some() {
            let stats = Stats::default();
            return PlanCount { layers: vec![], plans: 0, stopped: None, stats };
        }
        count_plans(&Quotient::new(self), self.surplus(self.start), limits)
    }

    /// Returns how many pegs have to be removed.
    #[inline(always)]
    fn surplus(&self, state: u64) -> Cost {
        state.count_ones().saturating_sub(self.goal.count_ones())
    }

    /// Returns the number of the board's jumps that are not legal.
    #[inline(always)]
    fn illegal_jumps(&self, state: u64) -> Cost {
        self.board.jumps().len() as Cost - self.tables.legal(state).count_ones()
    }

    /// Returns a jump as text, such as `5,3>3,3`.
    #[must_use]
    pub fn jump_text(&self, jump: Jump) -> String {
        format!("{}>{}", self.board.cell(jump.from), self.board.cell(jump.to))
    }
}

/// Tabulates the sum of the distances of pegs to the nearest peg of the goal.
fn distances(board: &Board, goal: u64) -> Vec<[u8; VALUES]> {
    let between = |a: u8, b: u8| {
        let (a, b) = (board.cell(a), board.cell(b));
        let down = i32::from(a.row) - i32::from(b.row);
        let right = i32::from(a.col) - i32::from(b.col);
        let (down, right, diagonal) =
            (down.unsigned_abs(), right.unsigned_abs(), (down + right).unsigned_abs());
        // The triangle has a third direction, in which row and column change together.
        if board.is_triangle() { down.max(right).max(diagonal) as u8 } else { (down + right) as u8 }
    };
    let nearest = |peg: usize| {
        let mut nearest = u8::MAX;
        goal.each(|target| nearest = nearest.min(between(peg as u8, target as u8)));
        nearest
    };
    let nearest: Vec<u8> = (0..board.cell_count()).map(nearest).collect();
    tabulate(board, |cells, _| {
        let mut sum = 0;
        cells.each(|peg| sum += nearest[peg]);
        sum
    })
}

impl Problem for Pegs {
    type State = u64;
    type Key = u64;
    type Action = Jump;

    fn start(&self) -> u64 {
        self.start
    }

    #[inline(always)]
    fn is_goal(&self, &state: &u64) -> bool {
        state == self.goal
    }

    /// Visits jumps by the hole they go to, row by row; then from below, right, left and above, and on
    /// the triangle from its two diagonals.
    #[inline]
    fn successors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let jumps = self.board.jumps();
        each_bit(self.tables.legal(state), |jump| {
            visit(jumps[jump], 1, self.tables.after(state, jump));
        });
    }

    #[inline(always)]
    fn pack(&self, &state: &u64) -> u64 {
        state
    }

    #[inline(always)]
    fn unpack(&self, &key: &u64) -> u64 {
        key
    }

    #[inline]
    fn h(&self, &state: &u64) -> Cost {
        match self.heuristic {
            info::PEGS => self.surplus(state),
            info::PAGODA => match &self.watch {
                Some(watch) if watch.is_dead(state) => DEAD_END,
                _ => self.surplus(state),
            },
            info::MOBILITY => self.illegal_jumps(state),
            info::GATHERING => {
                let parts = (0..).step_by(BITS).zip(&self.distances);
                let far = parts.map(|(first, part)| part[(state >> first) as usize % VALUES]);
                2 * self.illegal_jumps(state) + far.map(Cost::from).sum::<Cost>()
            }
            _ => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    /// Every jump removes one peg, so positions form layers and all plans have the same length.
    fn abilities<O: Observer<u64, Jump>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().symmetric().layered().equal_cost_plans()
    }
}

impl Symmetric for Pegs {
    #[inline]
    fn canonical(&self, &state: &u64) -> u64 {
        self.tables.canonical(state)
    }

    /// Combines the images of the position with those of each jump.
    #[inline]
    fn canonical_successors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let jumps = self.board.jumps();
        let images = self.tables.images(state);
        each_bit(self.tables.legal(state), |jump| {
            visit(jumps[jump], 1, self.tables.canonical_after(&images, jump));
        });
    }

    /// All heuristics depend only on start, goal and the board's lines; of pagoda functions all images
    /// are used or none.
    fn h_is_invariant(&self) -> bool {
        true
    }

    /// The symmetries used map start and goal to themselves.
    #[inline]
    fn class_size(&self, &state: &u64) -> Option<u64> {
        Some(self.tables.class_size(state))
    }
}

impl Reversible for Pegs {
    fn goals(&self, visit: &mut impl FnMut(u64)) {
        visit(self.goal);
    }

    /// A reversed jump is a jump of holes.
    #[inline]
    fn predecessors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let jumps = self.board.jumps();
        each_bit(self.tables.legal(self.board.complement(state)), |jump| {
            visit(jumps[jump], 1, self.tables.after(state, jump));
        });
    }
}

impl Puzzle for Pegs {
    type Reference = PegsReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        reading::parse(text, parameters)
    }

    /// Plays random jumps from a random vacancy; the last position is the goal.
    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        const EXPECTED: &str = "the number of a board, from 1 to 6";
        let chosen = reading::chosen_board(parameters)?;
        let board = match (chosen, size) {
            (Some(board), "") => Some(board),
            _ => match parse_numbers(size, EXPECTED)?[..] {
                [number] => Board::numbered(number),
                _ => None,
            },
        };
        let board = board.ok_or_else(|| invalid_size(size, EXPECTED))?;
        reading::require_same(board, chosen).map_err(ParseError::whole)?;
        let tables = Tables::new(board, [0, 0]);
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let vacancy = generator.random_range(0..board.cell_count() as u32);
            let start = board.full() & !(1 << vacancy);
            let game = tables.random_game(start, 0, &mut generator);
            if let [start, .., goal] = game[..] {
                return Ok(Self::new(board, start, goal));
            }
        }
    }

    fn text(&self) -> String {
        reading::text(self)
    }

    fn reference(&self) -> PegsReference {
        let [start, goal] = [self.start, self.goal].map(|state| position_text(self.board, state));
        let functions = self.watch.as_ref().map_or(&[][..], Watch::functions);
        PegsReference::new(self.board.number, [&start, &goal], self.heuristic, functions)
    }

    fn reference_shares_heuristic(heuristic: usize) -> bool {
        INFO.heuristics[heuristic].claim != Claim::Nothing
    }

    /// Rebuilds all tables, as the symmetries depend on the start.
    fn set_start(&mut self, state: u64) {
        let heuristic = self.heuristic;
        *self = Self::new(self.board, state, self.goal);
        self.select(heuristic);
    }

    /// The tables of a heuristic take milliseconds and 50 KiB: no limit is needed.
    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.select(index);
        Ok(())
    }

    fn best(&self) -> Best {
        Best { strategy: "beam(8,grow=yes,symmetry=yes)", heuristic: "gathering" }
    }

    fn table_bytes(&self) -> u64 {
        self.tables.bytes() + self.watch.as_ref().map_or(0, Watch::bytes)
    }

    fn tools() -> &'static [&'static str] {
        &["peg or hole", "goal"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        let [from, to] = [edit.from, edit.to].map(|point| draw::cell_at(self.board, point));
        // A line that stays in a cell has changed it where it began.
        let cell = to.filter(|_| from != to || edit.from == edit.to)?;
        let (mut start, mut goal) = (self.start, self.goal);
        match edit.tool {
            0 => start ^= 1 << cell,
            _ => goal ^= 1 << cell,
        }
        let [start, goal] = [start, goal].map(|position| position_text(self.board, position));
        Some(format!("{}\n{start}\n{goal}", self.board.number))
    }

    fn show_action(&self, jump: Jump, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.jump_text(jump))
    }

    fn parse_action(&self, word: &str) -> Option<Jump> {
        let cell = |text: &str| {
            let (row, column) = text.split_once(',')?;
            self.board.number_of(Cell::new(row.parse().ok()?, column.parse().ok()?))
        };
        let (from, to) = word.split_once('>')?;
        let jump = Jump { from: cell(from)?, to: cell(to)? };
        self.board.jumps().contains(&jump).then_some(jump)
    }

    fn unsolvable(&self) -> Option<String> {
        Proof::find(self).map(|proof| proof.words(self))
    }
}
