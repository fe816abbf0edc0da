//! Peg solitaire on six boards, from any position to any other.
//!
//! A state is one word with a bit for each peg. Tables of seven cells each say which jumps are legal
//! and what the position looks like under all symmetries at once.

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

pub use board::{Board, Cell, Jump};
pub use proof::{Case, Proof};
pub use reading::{parse_position, position_text};

use heureka_core::{
    Claim, Cost, DEAD_END, Exploration, Layered, Limits, Observer, Optimality, Outcome, PlanCount,
    Problem, Quotient, Report, Reversed, Reversible, Stats, Strategy, Symmetric, Unsupported,
    count_plans, explore_classes, solve_reversible, solve_symmetric,
};
use heureka_kit::draw::Picture;
use heureka_kit::puzzle::{Best, Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::{PegsEstimate, PegsReference};
use std::fmt::{self, Write};
use tables::{BITS, Tables, VALUES, each_bit};
use watch::{A_FEW, Watch};

/// One instance of peg solitaire.
#[derive(Debug)]
pub struct Pegs {
    board: &'static Board,
    start: u64,
    goal: u64,
    heuristic: Heuristic,
    /// For the symmetries that leave start and goal as they are.
    tables: Tables,
    /// The pagoda functions of the heuristic, if it is in use.
    watch: Option<Watch>,
    /// How far from the goal pegs are, for the heuristic that asks.
    distances: Vec<[u8; VALUES]>,
}

/// In the order of [`Info::heuristics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heuristic {
    Pegs,
    Pagoda,
    Mobility,
    Gathering,
    Zero,
}

impl Pegs {
    /// The instance from one position to another.
    #[must_use]
    pub fn new(board: &'static Board, start: u64, goal: u64) -> Self {
        let tables = Tables::new(board, &[start, goal]);
        Self {
            board,
            start,
            goal,
            heuristic: Heuristic::Pegs,
            tables,
            watch: None,
            distances: distances(board, goal),
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The position at the end.
    #[must_use]
    pub fn goal(&self) -> u64 {
        self.goal
    }

    /// Every position, up to symmetry, from which the goal can still be reached, counted by jumps
    /// made; and how many ways there are to solve the instance.
    #[must_use]
    pub fn winning(&self, limits: &mut Limits<'_>) -> PlanCount {
        if self.unsolvable().is_some() {
            let stats = Stats::default();
            return PlanCount { layers: vec![], plans: 0, stopped: None, stats };
        }
        count_plans(&Quotient::new(self), self.too_many(self.start), limits)
    }

    /// Pegs that have to go.
    #[inline(always)]
    fn too_many(&self, state: u64) -> Cost {
        state.count_ones().saturating_sub(self.goal.count_ones())
    }

    /// Jumps of the board that are not legal now.
    #[inline(always)]
    fn stuck(&self, state: u64) -> Cost {
        self.board.jumps().len() as Cost - self.tables.legal(state).count_ones()
    }

    fn cell_text(&self, cell: u8) -> String {
        let (row, column) = self.board.place(cell);
        format!("{row},{column}")
    }
}

/// By part of the board and its cells: how far the pegs there are from the goal's nearest, together.
fn distances(board: &Board, goal: u64) -> Vec<[u8; VALUES]> {
    let pegs = |position: u64| (0..board.len() as u8).filter(move |cell| position >> cell & 1 == 1);
    let between = |a: u8, b: u8| {
        let ((r, c), (r2, c2)) = (board.place(a), board.place(b));
        let (down, right) = (i32::from(r) - i32::from(r2), i32::from(c) - i32::from(c2));
        if board.is_triangle() {
            down.unsigned_abs().max(right.unsigned_abs()).max((down + right).unsigned_abs())
        } else {
            down.unsigned_abs() + right.unsigned_abs()
        }
    };
    let far = |cell: u8| pegs(goal).map(|end| between(cell, end)).min().unwrap_or(0) as u8;
    let parts = (0..board.len())
        .step_by(BITS)
        .map(|first| std::array::from_fn(|value| pegs((value as u64) << first).map(far).sum()));
    parts.collect()
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

    /// By the hole jumped into, row by row; then from below, right, left and above, and on the
    /// triangle from the two directions that it has beside.
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
            Heuristic::Pegs => self.too_many(state),
            Heuristic::Pagoda => match &self.watch {
                Some(watch) if watch.is_dead(state) => DEAD_END,
                _ => self.too_many(state),
            },
            Heuristic::Mobility => self.stuck(state),
            Heuristic::Gathering => {
                let parts = (0..).step_by(BITS).zip(&self.distances);
                let far = parts.map(|(first, part)| part[(state >> first) as usize % VALUES]);
                2 * self.stuck(state) + far.map(Cost::from).sum::<Cost>()
            }
            Heuristic::Zero => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic()].claim
    }
}

/// Every jump takes one peg away.
impl Layered for Pegs {}

impl Symmetric for Pegs {
    #[inline]
    fn canonical(&self, &state: &u64) -> u64 {
        self.tables.least(state)
    }

    /// The images of a position after a jump are those of the position, changed by those of the jump.
    #[inline]
    fn canonical_successors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let jumps = self.board.jumps();
        let images = self.tables.images(state);
        each_bit(self.tables.legal(state), |jump| {
            visit(jumps[jump], 1, self.tables.least_after(&images, jump));
        });
    }

    /// No heuristic here depends on more than start, goal and the board's own lines; of pagoda
    /// functions all images are used or none.
    fn h_is_invariant(&self) -> bool {
        true
    }

    /// Start and goal are their own images under all symmetries used.
    #[inline]
    fn class_size(&self, &state: &u64) -> Option<u64> {
        Some(self.tables.look_alikes(state))
    }
}

impl Reversible for Pegs {
    fn goals(&self, visit: &mut impl FnMut(u64)) {
        visit(self.goal);
    }

    /// A jump backwards is a jump of holes.
    #[inline]
    fn predecessors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let jumps = self.board.jumps();
        each_bit(self.tables.legal(self.board.full() & !state), |jump| {
            visit(jumps[jump], 1, self.tables.after(state, jump));
        });
    }
}

impl Puzzle for Pegs {
    type Reference = PegsReference;

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        reading::parse(text, parameters)
    }

    /// From a random vacancy by random jumps: to the end of that game.
    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let number =
            if size.is_empty() { parameters.number("board", 1)? } else { size.parse().ok() };
        parameters.only(INFO.parameters)?;
        let board = number.and_then(Board::numbered).ok_or_else(|| {
            ParseError::whole(format!("'{size}' is no board: expected a number from 1 to 6"))
        })?;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let vacancy = generator.random_range(0..board.len() as u32);
            let start = board.full() & !(1 << vacancy);
            let puzzle = Self::new(board, start, start);
            let mut goal = start;
            loop {
                let legal = puzzle.tables.legal(goal);
                if legal == 0 {
                    break;
                }
                let mut pick = generator.random_range(0..legal.count_ones());
                each_bit(legal, |jump| {
                    if pick == 0 {
                        goal = puzzle.tables.after(goal, jump);
                    }
                    pick = pick.wrapping_sub(1);
                });
            }
            if goal != start {
                return Ok(Self::new(board, start, goal));
            }
        }
    }

    fn text(&self) -> String {
        reading::text(self)
    }

    fn reference(&self) -> PegsReference {
        PegsReference::new(
            self.board.number,
            &position_text(self.board, self.start),
            &position_text(self.board, self.goal),
            match self.heuristic {
                Heuristic::Pegs => PegsEstimate::Pegs,
                Heuristic::Pagoda => {
                    let functions = self.watch.as_ref().map_or(&[][..], Watch::functions);
                    PegsEstimate::Pagoda(functions.to_vec())
                }
                _ => PegsEstimate::Zero,
            },
        )
    }

    fn set_heuristic(&mut self, index: usize) {
        self.heuristic = [
            Heuristic::Pegs,
            Heuristic::Pagoda,
            Heuristic::Mobility,
            Heuristic::Gathering,
            Heuristic::Zero,
        ][index];
        self.watch = (self.heuristic == Heuristic::Pagoda)
            .then(|| Watch::new(self.board, &self.tables, (self.start, self.goal), A_FEW));
    }

    fn heuristic(&self) -> usize {
        self.heuristic as usize
    }

    fn best(&self) -> Best {
        Best { strategy: "beam(8,grow=yes,symmetry=yes)", heuristic: "gathering" }
    }

    fn table_bytes(&self) -> u64 {
        self.tables.bytes() + self.watch.as_ref().map_or(0, Watch::bytes)
    }

    fn show_state(&self, &state: &u64, out: &mut dyn Write) -> fmt::Result {
        self.write_board(state, false, out)
    }

    fn paint_state(&self, &state: &u64, out: &mut dyn Write) -> fmt::Result {
        self.write_board(state, true, out)
    }

    /// The matrix that texts have.
    fn note_state(&self, &state: &u64, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&position_text(self.board, state))
    }

    fn draw(&self, &state: &u64) -> Picture {
        self.picture(state)
    }

    fn show_action(&self, jump: Jump, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}>{}", self.cell_text(jump.from), self.cell_text(jump.to))
    }

    fn parse_action(&self, word: &str) -> Option<Jump> {
        let cell = |text: &str| {
            let (row, column) = text.split_once(',')?;
            self.board.cell(row.parse().ok()?, column.parse().ok()?)
        };
        let (from, to) = word.split_once('>')?;
        let jump = Jump { from: cell(from)?, to: cell(to)? };
        self.board.jumps().contains(&jump).then_some(jump)
    }

    fn unsolvable(&self) -> Option<String> {
        Proof::find(self).map(|proof| proof.words(self))
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<Jump>, Unsupported> {
        let mut report = if strategy.symmetry {
            solve_symmetric(self, strategy, limits, observer)?
        } else {
            solve_reversible(self, strategy, limits, observer)?
        };
        // Every jump takes one peg, so all plans are equally long, whoever finds them.
        if let Outcome::Solved(_, optimality) = &mut report.outcome {
            *optimality = Optimality::Proved;
        }
        Ok(report)
    }

    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        explore_classes(self, limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        Reversed::new(self).map(|back| heureka_core::explore(&back, limits))
    }
}
