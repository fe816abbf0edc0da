//! The fast evaluator: a puzzle of up to 128 cells whose score is kept up to date change by change.
//!
//! It keeps the layers of the breadth-first searches from the start and from the goal. A change of
//! one cell leaves all layers up to that cell's as they are, and whatever is known before a search
//! is held against the score that is asked for, so that most changes that fail it are refused
//! without any search, and most others in the midst of one.

use super::board::{Board, Jump};
use super::grid::Grid;
use super::quality::Quality;
use heureka_core::local::{Candidate, Generator};
use heureka_kit::board::BitSet;
use rand::Rng;

/// The distance of a cell that cannot be reached.
const FAR: u8 = u8::MAX;

/// Another value for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell.
    pub cell: u8,
    /// The place of the value among the cell's jumps.
    pub choice: u8,
}

/// The layers of a breadth-first search from the start.
#[derive(Clone, Debug)]
struct Layers<M, const N: usize> {
    /// The cells of each layer.
    at: [M; N],
    /// The cells of it and all before.
    seen: [M; N],
    /// Those of it that are reached by more than one shortest way.
    several: [M; N],
}

impl<M: BitSet, const N: usize> Layers<M, N> {
    const NONE: Self = Self { at: [M::EMPTY; N], seen: [M::EMPTY; N], several: [M::EMPTY; N] };
}

/// A puzzle with its score. `N` is the number of bits of `M`.
#[derive(Clone, Debug)]
pub struct Maze<'b, M, const N: usize> {
    board: &'b Board<M>,
    choices: [u8; N],
    /// The cells that each cell leads to.
    out: [M; N],
    /// The cells that lead to each cell.
    into: [M; N],
    /// The cells with exactly one way out.
    one_out: M,
    /// The cells with exactly one way in.
    one_in: M,
    from_start: [u8; N],
    to_goal: [u8; N],
    forward: Layers<M, N>,
    /// The layers of the search back from the goal: those of each, and with all before.
    backward: [M; N],
    backward_seen: [M; N],
    reachable: M,
    reaching: M,
    length: i32,
    unique: bool,
    score: i32,
    /// Where the layers after a change are kept until it is accepted.
    fresh: Layers<M, N>,
}

/// What a forward search found.
struct Walked<M> {
    reachable: M,
    length: i32,
    unique: bool,
    last: usize,
}

impl<'b, M: BitSet, const N: usize> Maze<'b, M, N> {
    /// The puzzle with these choices among each cell's jumps.
    ///
    /// # Panics
    /// If a choice does not exist.
    #[must_use]
    pub fn new(board: &'b Board<M>, choices: &[u8]) -> Self {
        assert!(M::CAPACITY == N && choices.len() == board.frame().cells());
        let mut maze = Self {
            board,
            choices: [0; N],
            out: [M::EMPTY; N],
            into: [M::EMPTY; N],
            one_out: M::EMPTY,
            one_in: M::EMPTY,
            from_start: [FAR; N],
            to_goal: [FAR; N],
            forward: Layers::NONE,
            backward: [M::EMPTY; N],
            backward_seen: [M::EMPTY; N],
            reachable: M::EMPTY,
            reaching: M::EMPTY,
            length: 0,
            unique: false,
            score: 0,
            fresh: Layers::NONE,
        };
        for (cell, &choice) in choices.iter().enumerate() {
            let jump = board.jumps(cell)[usize::from(choice)];
            maze.choices[cell] = choice;
            maze.out[cell] = jump.targets;
            if jump.degree == 1 {
                maze.one_out |= M::only(cell);
            }
            jump.targets.each(|target| maze.into[target] |= M::only(cell));
        }
        for cell in 0..choices.len() {
            if maze.into[cell].is_one() {
                maze.one_in |= M::only(cell);
            }
        }
        maze.search();
        maze
    }

    /// A puzzle of random values.
    #[must_use]
    pub fn random(board: &'b Board<M>, generator: &mut Generator) -> Self {
        let cells = board.frame().cells();
        let choices: Vec<u8> = (0..cells)
            .map(|cell| below(generator.next_u64(), board.jumps(cell).len()) as u8)
            .collect();
        Self::new(board, &choices)
    }

    /// Searches both ways from scratch.
    fn search(&mut self) {
        let goal = self.goal();
        self.fresh.at[0] = M::only(0);
        self.fresh.seen[0] = M::only(0);
        self.fresh.several[0] = M::EMPTY;
        self.forward.at[0] = M::only(0);
        self.forward.seen[0] = M::only(0);
        self.from_start[0] = 0;
        let walked = self.walk(0, i32::MIN);
        if let Some(walked) = walked {
            self.accept_forward(0, &walked);
        }
        self.backward[0] = self.board.goal;
        self.backward_seen[0] = self.board.goal;
        self.to_goal[goal] = 0;
        self.reaching = self.search_back(0);
        self.score = self.rank(self.length, self.unique, self.reachable, self.reaching);
    }

    #[inline(always)]
    fn goal(&self) -> usize {
        self.board.frame().cells() - 1
    }

    #[inline(always)]
    fn cells(&self) -> i32 {
        self.board.frame().bonus()
    }

    /// The score of a puzzle without a solution is at most this.
    #[inline(always)]
    fn unsolvable(&self) -> i32 {
        -20 * self.cells()
    }

    /// The score, given what the searches found; see [`Quality::rank`].
    #[inline(always)]
    fn rank(&self, length: i32, unique: bool, reachable: M, reaching: M) -> i32 {
        let gains = match length {
            0 => self.unsolvable(),
            _ => 5 * length + if unique { self.cells() } else { 0 },
        };
        let holes = (reachable & !reaching).count() + (reaching & !reachable).count();
        let forced =
            (reachable & self.one_out).count() + (reaching & self.one_in & !M::only(0)).count();
        gains - 2 * (holes + forced).cast_signed()
    }

    /// Sets a cell's value and what follows from it at once.
    #[inline(always)]
    fn set(&mut self, cell: usize, choice: u8, before: &Jump<M>, after: &Jump<M>) {
        let this = M::only(cell);
        for &target in &before.list[..usize::from(before.degree & 7).min(4)] {
            let target = usize::from(target) & (N - 1);
            let left = self.into[target] & !this;
            self.into[target] = left;
            self.note_one_in(target, left);
        }
        for &target in &after.list[..usize::from(after.degree & 7).min(4)] {
            let target = usize::from(target) & (N - 1);
            let now = self.into[target] | this;
            self.into[target] = now;
            self.note_one_in(target, now);
        }
        self.choices[cell & (N - 1)] = choice;
        self.out[cell & (N - 1)] = after.targets;
        self.one_out &= !this;
        if after.degree == 1 {
            self.one_out |= this;
        }
    }

    #[inline(always)]
    fn note_one_in(&mut self, cell: usize, into: M) {
        self.one_in &= !M::only(cell);
        if into.is_one() {
            self.one_in |= M::only(cell);
        }
    }

    /// Searches forward from a layer on; nothing if it turns out that no score of `enough` for
    /// length and uniqueness can be reached. Fills `fresh` from the next layer on.
    #[inline(always)]
    fn walk(&mut self, from: usize, enough: i32) -> Option<Walked<M>> {
        let bonus = self.cells();
        let goal = self.board.goal;
        let mut layer = self.forward.at[from & (N - 1)];
        let mut seen = self.forward.seen[from & (N - 1)];
        let mut several = self.forward.several[from & (N - 1)];
        let mut depth = from;
        let met = !(seen & goal).is_empty();
        let mut length = if met { self.length } else { 0 };
        let mut unique = met && self.unique;
        let mut unseen = (self.board.all & !seen).count().cast_signed();
        loop {
            let mut once = M::EMPTY;
            let mut twice = M::EMPTY;
            let mut left = layer;
            // Every layer has a cell.
            loop {
                let cell = left.first();
                left = left.without_first();
                let out = self.out[cell & (N - 1)];
                twice |= once & out;
                once |= out;
                if !several.is_empty() && several.contains(cell) {
                    twice |= out;
                }
                if left.is_empty() {
                    break;
                }
            }
            layer = once & !seen;
            if layer.is_empty() {
                break;
            }
            several = twice & layer;
            seen |= layer;
            depth += 1;
            let at = depth & (N - 1);
            self.fresh.at[at] = layer;
            self.fresh.seen[at] = seen;
            self.fresh.several[at] = several;
            if length == 0 {
                unseen -=
                    if layer.without_first().is_empty() { 1 } else { layer.count().cast_signed() };
                if !(layer & goal).is_empty() {
                    length = i32::from(depth as u8);
                    unique = (several & goal).is_empty();
                    if 5 * length + if unique { bonus } else { 0 } < enough {
                        return None;
                    }
                } else if 5 * (i32::from(depth as u8) + unseen) + bonus < enough {
                    // Each layer to come has a cell at least, and the goal's is one of them.
                    return None;
                }
            }
        }
        Some(Walked { reachable: seen, length, unique, last: depth })
    }

    fn accept_forward(&mut self, from: usize, walked: &Walked<M>) {
        let from_start = &mut self.from_start;
        (self.reachable & !walked.reachable).each(|cell| from_start[cell & (N - 1)] = FAR);
        for depth in from + 1..=walked.last {
            let depth = depth & (N - 1);
            let layer = self.fresh.at[depth];
            self.forward.at[depth] = layer;
            self.forward.seen[depth] = self.fresh.seen[depth];
            self.forward.several[depth] = self.fresh.several[depth];
            layer.each(|cell| from_start[cell & (N - 1)] = depth as u8);
        }
        self.reachable = walked.reachable;
        self.length = walked.length;
        self.unique = walked.unique;
    }

    /// Searches back from a layer on and notes the distances; returns all that reach the goal.
    #[inline(always)]
    fn search_back(&mut self, from: usize) -> M {
        let mut layer = self.backward[from & (N - 1)];
        let mut seen = self.backward_seen[from & (N - 1)];
        let mut depth = from;
        loop {
            let mut before = M::EMPTY;
            layer.each(|cell| before |= self.into[cell & (N - 1)]);
            layer = before & !seen;
            if layer.is_empty() {
                return seen;
            }
            depth += 1;
            seen |= layer;
            self.backward[depth & (N - 1)] = layer;
            self.backward_seen[depth & (N - 1)] = seen;
            layer.each(|cell| self.to_goal[cell & (N - 1)] = depth as u8);
        }
    }

    /// All of `reached` and what leads to the cells of `frontier`, directly or not.
    #[inline(always)]
    fn and_before(&self, mut reached: M, mut frontier: M) -> M {
        while !frontier.is_empty() {
            let cell = frontier.first();
            frontier = frontier.without_first();
            let new = self.into[cell & (N - 1)] & !reached;
            reached |= new;
            frontier |= new;
        }
        reached
    }

    /// The cells that reach the goal after `cell` was changed, whose new targets are `near` moves
    /// from the goal by the old distances.
    #[inline(always)]
    fn reaching_after(&self, cell: usize, near: u8) -> M {
        let this = M::only(cell);
        let before = self.to_goal[cell & (N - 1)];
        if before == FAR {
            if near == FAR {
                return self.reaching;
            }
            return self.and_before(self.reaching | this, this);
        }
        // The shortest ways of cells no farther than this one do not lead over it.
        if near <= before {
            return self.reaching;
        }
        let at = usize::from(before) & (N - 1);
        let mut reached = self.backward_seen[at] & !this;
        let mut frontier = M::EMPTY;
        (self.backward[at] & !this).each(|cell| frontier |= self.into[cell & (N - 1)]);
        frontier &= !reached;
        reached |= frontier;
        self.and_before(reached, frontier)
    }

    /// What is counted of the puzzle.
    #[must_use]
    pub fn quality(&self) -> Quality {
        Quality {
            cells: self.board.frame().cells() as u32,
            length: self.length.unsigned_abs(),
            unique: self.unique,
            black_holes: (self.reachable & !self.reaching).count(),
            white_holes: (self.reaching & !self.reachable).count(),
            forced_forward: (self.reachable & self.one_out).count(),
            forced_backward: (self.reaching & self.one_in & !M::only(0)).count(),
        }
    }

    /// The puzzle as a grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let cells = self.board.frame().cells();
        let value = |cell: usize| self.board.jumps(cell)[usize::from(self.choices[cell])].value;
        Grid::new(self.board.frame().cols(), (0..cells).map(value).collect())
    }

    /// The choices among each cell's jumps.
    #[must_use]
    pub fn choices(&self) -> &[u8] {
        &self.choices[..self.board.frame().cells()]
    }
}

/// A number below `most` from 32 random bits; the others stay unused.
#[inline(always)]
fn below(random: u64, most: usize) -> usize {
    (((random & 0xffff_ffff) * most as u64) >> 32) as usize
}

impl<M: BitSet, const N: usize> Candidate for Maze<'_, M, N> {
    type Change = Change;

    fn score(&self) -> i64 {
        i64::from(self.score)
    }

    /// Another value for one of the cells that have a choice.
    #[inline(always)]
    fn propose(&self, generator: &mut Generator) -> Change {
        let free = self.board.free();
        if free.is_empty() {
            return Change { cell: 0, choice: self.choices[0] };
        }
        let random = generator.next_u64();
        let cell = free[below(random, free.len())];
        let others = self.board.jumps(usize::from(cell)).len() - 1;
        let choice = below(random >> 32, others) as u8;
        let now = self.choices[usize::from(cell) & (N - 1)];
        Change { cell, choice: choice + u8::from(choice >= now) }
    }

    #[inline(always)]
    fn try_change(&mut self, change: &Change, threshold: i64) -> Option<i64> {
        let least = threshold.clamp(-1_000_000, 1_000_000) as i32;
        let (cell, choice) = (usize::from(change.cell) & (N - 1), change.choice);
        let jumps = self.board.jumps(cell);
        let (before, after) =
            (&jumps[usize::from(self.choices[cell])], &jumps[usize::from(choice)]);
        let (from_start, to_goal) = (self.from_start[cell], self.to_goal[cell]);
        let mut near = FAR;
        for &target in &after.list[..usize::from(after.degree & 7).min(4)] {
            near = near.min(self.to_goal[usize::from(target) & (N - 1)]);
        }
        let reachable = from_start != FAR;
        // The goal is then surely so near.
        let sure = near != FAR && near <= to_goal && reachable;
        let at_most = i32::from(from_start) + 1 + i32::from(near);
        if sure && 5 * at_most + self.cells() < least {
            return None;
        }
        // Where all ways lead over this cell, one of the new targets has to lead on.
        if least > self.unsolvable()
            && near > to_goal
            && i32::from(from_start) < self.length
            && self.forward.at[usize::from(from_start) & (N - 1)] == M::only(cell)
            && after.list[..usize::from(after.degree & 7).min(4)].iter().all(|&target| {
                let target = usize::from(target) & (N - 1);
                self.to_goal[target] == FAR || self.from_start[target] <= from_start
            })
        {
            return None;
        }
        let old = self.choices[cell];
        self.set(cell, choice, before, after);
        let reaching = self.reaching_after(cell, near);
        let walked = if !reachable {
            Some(Walked {
                reachable: self.reachable,
                length: self.length,
                unique: self.unique,
                last: 0,
            })
        } else if least > self.unsolvable() && !reaching.contains(0) {
            None
        } else {
            // Penalties that are certain already: of the cells up to this one's layer, and of the
            // cells with one way in.
            let seen = self.forward.seen[usize::from(from_start) & (N - 1)];
            let certain = (reaching & self.one_in & !M::only(0)).count()
                + (seen & self.one_out).count()
                + (seen & !reaching).count();
            let enough = least.saturating_add(2 * certain.cast_signed());
            if sure && 5 * at_most + self.cells() < enough {
                None
            } else {
                self.walk(usize::from(from_start), enough)
            }
        };
        let accepted = walked.and_then(|walked| {
            let score = self.rank(walked.length, walked.unique, walked.reachable, reaching);
            (score >= least).then_some((walked, score))
        });
        let Some((walked, score)) = accepted else {
            self.set(cell, old, after, before);
            return None;
        };
        if reachable {
            self.accept_forward(usize::from(from_start), &walked);
        }
        let lost = self.reaching & !reaching;
        lost.each(|cell| self.to_goal[cell & (N - 1)] = FAR);
        let first = to_goal.min(near.saturating_add(1));
        if first != FAR {
            self.search_back(usize::from(first) - 1);
        }
        self.reaching = reaching;
        self.score = score;
        Some(i64::from(score))
    }
}
