//! Peg solitaire on six boards, triangles and drawn boards, from any position to any other.
//!
//! A state is one word with a bit for each peg; if sweeps count, also with the cell of the peg that jumped
//! last. Tables by parts of seven cells give the legal jumps and the images of a position under all
//! symmetries.

mod board;
mod draw;
mod drawing;
mod goal;
mod info;
mod pagoda;
pub mod pairs;
mod parity;
mod proof;
mod reading;
pub mod reference;
mod regions;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod variant_tests;
mod watch;
mod watched;

pub use board::{Board, Jump, Kind, Lines};
pub use goal::Goal;
pub use proof::{Case, Proof};
pub use reading::position_text;
pub use sweep::Metric;

use board::Symmetry;
use heureka_core::abilities::{Reversible, Symmetric};
use heureka_core::count_plans::{PlanCount, count_plans};
use heureka_core::quotient::Quotient;
use heureka_core::{Abilities, Claim, Cost, DEAD_END, Limits, Observer, Problem, Stats, Stop};
use heureka_kit::board::{BitSet as _, Cell};
use heureka_kit::edit::Edit;
use heureka_kit::puzzle::{Best, Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use info::INFO;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::{PegsReference, Statement};
use regions::Regions;
use std::fmt::{self, Write};
use std::sync::Arc;
use sweep::with_sweeper;
use tables::{BITS, Images, Tables, VALUES, smallest, tabulate};
use watch::{FEW_GAMES, Watch};
use watched::Watched;

/// One instance of peg solitaire.
#[derive(Clone, Debug)]
pub struct Pegs {
    board: Arc<Board>,
    /// The position in which the game begins; if sweeps count, perhaps with a sweeper.
    start: u64,
    goal: Goal,
    metric: Metric,
    /// The bits of a state that are cells.
    cells: u64,
    /// An index into [`Info::heuristics`].
    heuristic: usize,
    /// For the symmetries that map start and goal to themselves.
    tables: Tables,
    /// The pagoda functions, if the heuristic uses them.
    watch: Option<Watch>,
    /// The regions, if the heuristic uses them.
    regions: Option<Regions>,
    /// By part of the board and its cells: the sum of the distances of its pegs to the goal.
    distances: Vec<[u8; VALUES]>,
}

impl Pegs {
    /// Selects a heuristic by its index and builds its tables.
    fn select(&mut self, heuristic: usize) {
        self.heuristic = heuristic;
        self.watch = [info::PAGODA, info::REGIONS]
            .contains(&heuristic)
            .then(|| Watch::new(self, FEW_GAMES))
            .flatten();
        self.regions = (heuristic == info::REGIONS && self.metric == Metric::Sweeps)
            .then(|| Regions::new(&self.board, self.goal, &self.symmetries()));
    }

    /// Returns the instance from one position to a goal, in which jumps count.
    #[must_use]
    pub fn new(board: &Arc<Board>, start: u64, goal: Goal) -> Self {
        Self::with_metric(board, start, goal, Metric::Jumps)
    }

    /// Returns the instance from one state to a goal. If sweeps count, the board has at most
    /// [`sweep::MAX_SWEPT_CELLS`] cells.
    fn with_metric(board: &Arc<Board>, start: u64, goal: Goal, metric: Metric) -> Self {
        Self {
            board: board.clone(),
            start,
            goal,
            metric,
            cells: board.full(),
            heuristic: 0,
            tables: Tables::new(board, &symmetries(board, start, goal, metric)),
            watch: None,
            regions: None,
            distances: distances(board, goal),
        }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Returns the goal.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the symmetries that map start and goal to themselves; the identity is the first.
    fn symmetries(&self) -> Vec<&Symmetry> {
        symmetries(&self.board, self.start, self.goal, self.metric)
    }

    /// Returns the instance in which holes jump, from a goal to the start: its plans are the plans of this
    /// one to that goal, reversed.
    fn reversed(&self, goal: u64) -> Self {
        let [start, goal] =
            [goal, self.position(self.start)].map(|position| self.board.complement(position));
        Self::new(&self.board, start, Goal::Position(goal))
    }

    /// Counts the plans, and by layer the positions, up to symmetry, that are part of one.
    #[must_use]
    pub fn count_plans(&self, limits: &mut Limits<'_>) -> PlanCount {
        if self.unsolvable().is_some() {
            let stats = Stats::default();
            return PlanCount { layers: vec![], plans: 0, stopped: None, stats };
        }
        let start = self.position(self.start);
        // All plans have equally many jumps, but not equally many sweeps.
        let by_jumps = Self::new(&self.board, start, self.goal);
        let watched = Watched::new(by_jumps, FEW_GAMES);
        count_plans(&Quotient::new(&watched), self.surplus(start), limits)
    }

    /// Returns whether the goal is the start with pegs and holes exchanged. As a reversed jump is a jump of
    /// holes, exchanging them then reverses every plan.
    #[inline(always)]
    fn is_dual(&self) -> bool {
        self.goal == Goal::Position(self.board.complement(self.start))
    }

    /// Returns the position of a state: a bit for each peg.
    #[inline(always)]
    fn position(&self, state: u64) -> u64 {
        state & self.cells
    }

    /// Calls `visit` with the index of each jump, its cost if sweeps count, and the sweeper after it.
    #[inline(always)]
    fn each_sweep(&self, state: u64, mut visit: impl FnMut(usize, Cost, Option<u8>)) {
        let (position, sweeper) = (self.position(state), self.metric.sweeper(state));
        self.tables.each_legal(position, |index| {
            let Jump { from, to } = self.board.jumps()[index];
            let goes_on = self.tables.can_jump(self.tables.after(position, index), to);
            visit(index, Cost::from(sweeper != Some(from)), goes_on.then_some(to));
        });
    }

    /// Visits the successors of a state if sweeps count. It is compiled once, so that searches by jumps
    /// stay small.
    #[inline(never)]
    fn sweep_successors(&self, state: u64, visit: &mut dyn FnMut(Jump, Cost, u64)) {
        self.each_sweep(state, |index, cost, sweeper| {
            let next = self.tables.after(self.position(state), index);
            let next = sweeper.map_or(next, |cell| with_sweeper(next, cell));
            visit(self.board.jumps()[index], cost, next);
        });
    }

    /// Visits the representatives of the successors of a state if sweeps count.
    #[inline(never)]
    fn canonical_sweep_successors(&self, state: u64, visit: &mut dyn FnMut(Jump, Cost, u64)) {
        let images = self.tables.images(self.position(state));
        self.each_sweep(state, |index, cost, sweeper| {
            let next = match sweeper {
                None => self.tables.canonical_after(&images, index),
                Some(cell) => self.tables.canonical_after_sweep(&images, index, cell),
            };
            visit(self.board.jumps()[index], cost, next);
        });
    }

    /// Returns the images of a state.
    #[inline(always)]
    fn images(&self, state: u64) -> Images {
        let mut images = self.tables.images(self.position(state));
        if let Some(cell) = self.metric.sweeper(state) {
            for (image, sweeper) in images.iter_mut().zip(self.tables.sweeper_images(cell)) {
                *image |= sweeper;
            }
        }
        images
    }

    /// Returns how many pegs of a position have to be removed.
    #[inline(always)]
    fn surplus(&self, position: u64) -> Cost {
        position.count_ones().saturating_sub(self.goal.pegs())
    }

    /// Returns the jumps to the goal, or 1 if they need another sweep.
    #[inline(always)]
    fn jumps_left(&self, state: u64) -> Cost {
        let surplus = self.surplus(self.position(state));
        match self.metric {
            Metric::Jumps => surplus,
            Metric::Sweeps => Cost::from(surplus > 0 && self.metric.sweeper(state).is_none()),
        }
    }

    /// Returns whether some pagoda function proves that the goal is unreachable.
    #[inline(always)]
    fn is_dead(&self, state: u64) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.is_dead(self.position(state)))
    }

    /// Returns the sweeps that full regions need.
    #[inline(always)]
    fn sweeps_in_regions(&self, state: u64) -> Cost {
        let sweeper = self.metric.sweeper(state).map_or(0, |cell| 1 << cell);
        let others = self.position(state) & !sweeper;
        self.regions.as_ref().map_or(0, |regions| regions.sweeps(others))
    }

    /// Returns the number of the board's jumps that are not legal.
    #[inline(always)]
    fn illegal_jumps(&self, position: u64) -> Cost {
        self.board.jumps().len() as Cost - self.tables.count_legal(position)
    }

    /// Returns a jump as text, such as `5,3>3,3`.
    #[must_use]
    pub fn jump_text(&self, jump: Jump) -> String {
        format!("{}>{}", self.board.cell(jump.from), self.board.cell(jump.to))
    }
}

/// Returns the error for a goal in which no game ends.
fn no_last_jump() -> ParseError {
    ParseError::whole("no jump ends in the goal: expected another cell, or goal=any")
}

/// Returns the symmetries of a board that map a state and a goal to themselves; the identity is the first.
fn symmetries(board: &Board, state: u64, goal: Goal, metric: Metric) -> Vec<&Symmetry> {
    let position = state & board.full();
    let mut maps = board.symmetries_of([position, goal.position().unwrap_or(position)]);
    let sweeper = metric.sweeper(state);
    maps.retain(|map| sweeper.is_none_or(|cell| map[usize::from(cell)] == cell));
    maps
}

/// Tabulates the sum of the distances of pegs to the nearest peg of the goal; 0 if any cell may be it.
fn distances(board: &Board, goal: Goal) -> Vec<[u8; VALUES]> {
    let goal = goal.position().unwrap_or(board.full());
    let between = |a: u8, b: u8| {
        let (a, b) = (board.cell(a), board.cell(b));
        let down = i32::from(a.row) - i32::from(b.row);
        let right = i32::from(a.col) - i32::from(b.col);
        let (down, right, diagonal) =
            (down.unsigned_abs(), right.unsigned_abs(), (down + right).unsigned_abs());
        // A triangle has a third direction, in which row and column change together.
        if board.is_triangular() {
            down.max(right).max(diagonal) as u8
        } else {
            (down + right) as u8
        }
    };
    let nearest = |peg: usize| {
        let mut nearest = u8::MAX;
        goal.each(|target| nearest = nearest.min(between(peg as u8, target as u8)));
        nearest
    };
    let nearest: Vec<u8> = (0..board.cell_count()).map(nearest).collect();
    tabulate(board, |cells, _| {
        let mut sum = 0u8;
        // A drawn board may be wide.
        cells.each(|peg| sum = sum.saturating_add(nearest[peg]));
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
        self.goal.is_met(self.position(state))
    }

    /// Visits jumps by the hole they go to, row by row; then from below, right, left and above, and on
    /// a triangle from its two diagonals.
    #[inline]
    fn successors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        if self.metric == Metric::Sweeps {
            return self.sweep_successors(state, visit);
        }
        let jumps = self.board.jumps();
        self.tables.each_legal(state, |jump| {
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
            info::PAGODA | info::REGIONS if self.is_dead(state) => DEAD_END,
            info::PEGS | info::PAGODA => self.jumps_left(state),
            info::REGIONS => self.jumps_left(state).max(self.sweeps_in_regions(state)),
            info::MOBILITY => self.illegal_jumps(self.position(state)),
            info::GATHERING => {
                let position = self.position(state);
                let parts = (0..).step_by(BITS).zip(&self.distances);
                let far = parts.map(|(first, part)| part[(position >> first) as usize % VALUES]);
                2 * self.illegal_jumps(position) + far.map(Cost::from).sum::<Cost>()
            }
            _ => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    /// Every jump removes one peg, so positions form layers and all plans have the same length. Sweeps
    /// differ in length, and their states are not searched backward.
    fn abilities<O: Observer<u64, Jump>>(&self) -> Abilities<Self, O> {
        let abilities = Abilities::plain().symmetric().layered();
        match self.metric {
            Metric::Jumps => abilities.reversible().equal_cost_plans(),
            Metric::Sweeps => abilities,
        }
    }
}

impl Symmetric for Pegs {
    #[inline]
    fn canonical(&self, &state: &u64) -> u64 {
        smallest(&self.images(state))
    }

    /// Combines the images of the position with those of each jump.
    #[inline]
    fn canonical_successors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        if self.metric == Metric::Sweeps {
            return self.canonical_sweep_successors(state, visit);
        }
        let jumps = self.board.jumps();
        let images = self.tables.images(state);
        self.tables.each_legal(state, |jump| {
            visit(jumps[jump], 1, self.tables.canonical_after(&images, jump));
        });
    }

    /// All heuristics depend only on start, goal and the board's lines; of pagoda functions and families
    /// of regions all images are used or none.
    fn h_is_invariant(&self) -> bool {
        true
    }

    /// The symmetries used map start and goal to themselves.
    #[inline]
    fn class_size(&self, &state: &u64) -> Option<u64> {
        Some(self.tables.class_size(state, &self.images(state)))
    }
}

/// Only if jumps count, so that states are positions.
impl Reversible for Pegs {
    fn goals(&self, visit: &mut impl FnMut(u64)) {
        self.goal.positions(&self.board).into_iter().for_each(visit);
    }

    /// A reversed jump is a jump of holes.
    #[inline]
    fn predecessors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let jumps = self.board.jumps();
        self.tables.each_legal(self.board.complement(state), |jump| {
            visit(jumps[jump], 1, self.tables.after(state, jump));
        });
    }

    #[inline]
    fn dual(&self, &state: &u64) -> Option<u64> {
        self.is_dual().then(|| self.board.complement(state))
    }
}

impl Puzzle for Pegs {
    type Reference = PegsReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        reading::parse(text, parameters)
    }

    /// Plays random jumps from a random vacancy; the last position is the goal. If a goal is given, plays
    /// them in reverse from there; the last position is the start.
    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let board = reading::random_board(size, parameters)?;
        let metric = reading::metric(parameters, &board)?;
        let goal = reading::chosen_goal(parameters, &board)?;
        let identity = [&board.symmetries()[0]];
        let tables = Tables::new(&board, &identity);
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let cell = generator.random_range(0..board.cell_count() as u32);
            let first = match goal {
                None | Some(Goal::AnyPeg) => board.complement(1 << cell),
                Some(Goal::Position(goal)) => board.complement(goal),
            };
            let game = tables.random_game(first, 0, &mut generator);
            let [first, .., last] = game[..] else {
                match goal {
                    Some(Goal::Position(_)) => return Err(no_last_jump()),
                    _ => continue,
                }
            };
            let (start, goal) = match goal {
                None => (first, Goal::Position(last)),
                Some(goal) => (board.complement(last), goal),
            };
            return Ok(Self::with_metric(&board, start, goal, metric));
        }
    }

    fn text(&self) -> String {
        reading::text(self)
    }

    fn reference(&self) -> PegsReference {
        let text = |position: u64| position_text(&self.board, position);
        let families = self.regions.as_ref().map_or(vec![], Regions::families);
        PegsReference::new(&Statement {
            has_diagonals: self.board.lines == Lines::Triangle,
            start: &text(self.position(self.start)),
            last: self.metric.sweeper(self.start).map(usize::from),
            goal: self.goal.position().map(text).as_deref(),
            sweeps_count: self.metric == Metric::Sweeps,
            heuristic: self.heuristic,
            functions: self.watch.as_ref().map_or(&[], Watch::functions),
            families: &families,
        })
    }

    fn reference_shares_heuristic(heuristic: usize) -> bool {
        INFO.heuristics[heuristic].claim != Claim::Nothing
    }

    /// Rebuilds all tables, as the symmetries depend on the start.
    fn set_start(&mut self, state: u64) {
        let heuristic = self.heuristic;
        *self = Self::with_metric(&self.board, state, self.goal, self.metric);
        self.select(heuristic);
    }

    /// The tables of a heuristic take milliseconds and 50 KiB: no limit is needed.
    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.select(index);
        Ok(())
    }

    fn best(&self) -> Best {
        match self.metric {
            Metric::Jumps => {
                Best { strategy: "beam(8,grow=yes,symmetry=yes)", heuristic: "gathering" }
            }
            Metric::Sweeps => Best { strategy: "astar(symmetry=yes)", heuristic: "regions" },
        }
    }

    fn table_bytes(&self) -> u64 {
        let regions = self.regions.as_ref().map_or(0, Regions::bytes);
        self.tables.bytes() + self.watch.as_ref().map_or(0, Watch::bytes) + regions
    }

    fn tools() -> &'static [&'static str] {
        &["peg or hole", "goal"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        let [from, to] = [edit.from, edit.to].map(|point| draw::cell_at(&self.board, point));
        // A line that stays in a cell has changed it where it began.
        let cell = to.filter(|_| from != to || edit.from == edit.to)?;
        let mut start = self.position(self.start);
        let mut goal = self.goal.position().unwrap_or(0);
        match edit.tool {
            0 => start ^= 1 << cell,
            _ => goal ^= 1 << cell,
        }
        let goal = if goal == 0 { Goal::AnyPeg } else { Goal::Position(goal) };
        Some(reading::text_in_rows(&self.board, start, goal).join("\n"))
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
