//! The fast evaluator: a maze of up to 128 cells that updates its score with every change.
//!
//! It keeps the layers of the breadth-first searches from the start and from the goal. A change of a
//! cell leaves all layers up to that cell's layer as they are. An upper bound on the new score is
//! compared with the threshold before and during each search, so most changes that fail are rejected
//! without a search, and most others early in one.

use super::jumps::{Jump, JumpTable};
use super::{Grid, Quality};
use heureka_core::local::{Candidate, Generator};
use heureka_kit::board::BitSet;
use rand::Rng;

/// The distance of a cell without a path.
const UNREACHABLE: u8 = u8::MAX;

/// A new value for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell.
    pub cell: u8,
    /// The index of the value among the cell's jumps.
    pub choice: u8,
}

/// The layers of a breadth-first search from the start.
#[derive(Clone, Debug)]
struct Layers<M, const N: usize> {
    /// The cells of each layer.
    at: [M; N],
    /// The cells of each layer and all layers before it.
    seen: [M; N],
    /// The cells of each layer with several shortest paths.
    several: [M; N],
}

impl<M: BitSet, const N: usize> Layers<M, N> {
    const EMPTY: Self = Self { at: [M::EMPTY; N], seen: [M::EMPTY; N], several: [M::EMPTY; N] };
}

/// A maze with its score. `N` is the number of bits of `M`.
#[derive(Clone, Debug)]
pub struct IncrementalMaze<'t, M, const N: usize> {
    table: &'t JumpTable<M>,
    choices: [u8; N],
    /// The successors of each cell.
    out: [M; N],
    /// The predecessors of each cell.
    into: [M; N],
    /// The cells with exactly one move out.
    one_out: M,
    /// The cells with exactly one move in.
    one_in: M,
    from_start: [u8; N],
    to_goal: [u8; N],
    forward: Layers<M, N>,
    /// The cells of each layer of the backward search from the goal.
    backward: [M; N],
    /// The cells of each of these layers and all layers before it.
    backward_seen: [M; N],
    reachable: M,
    reaching: M,
    length: i32,
    unique: bool,
    score: i32,
    /// The forward layers after a change, until it is accepted.
    fresh: Layers<M, N>,
}

/// The result of a forward search.
struct ForwardSearch<M> {
    reachable: M,
    length: i32,
    unique: bool,
    last: usize,
}

impl<'t, M: BitSet, const N: usize> IncrementalMaze<'t, M, N> {
    /// Returns the maze with these choices among each cell's jumps.
    ///
    /// # Panics
    /// If a choice does not exist.
    #[must_use]
    pub fn new(table: &'t JumpTable<M>, choices: &[u8]) -> Self {
        assert!(M::CAPACITY == N && choices.len() == table.cells());
        let mut maze = Self {
            table,
            choices: [0; N],
            out: [M::EMPTY; N],
            into: [M::EMPTY; N],
            one_out: M::EMPTY,
            one_in: M::EMPTY,
            from_start: [UNREACHABLE; N],
            to_goal: [UNREACHABLE; N],
            forward: Layers::EMPTY,
            backward: [M::EMPTY; N],
            backward_seen: [M::EMPTY; N],
            reachable: M::EMPTY,
            reaching: M::EMPTY,
            length: 0,
            unique: false,
            score: 0,
            fresh: Layers::EMPTY,
        };
        for (cell, &choice) in choices.iter().enumerate() {
            let jump = table.jumps(cell)[usize::from(choice)];
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

    /// Returns a maze of random values.
    #[must_use]
    pub fn random(table: &'t JumpTable<M>, generator: &mut Generator) -> Self {
        let choices: Vec<u8> = (0..table.cells())
            .map(|cell| below(generator.next_u64(), table.jumps(cell).len()) as u8)
            .collect();
        Self::new(table, &choices)
    }

    /// Searches forward and backward from scratch.
    fn search(&mut self) {
        let goal = self.goal();
        self.forward.at[0] = M::only(0);
        self.forward.seen[0] = M::only(0);
        self.from_start[0] = 0;
        if let Some(found) = self.search_forward(0, i32::MIN) {
            self.accept_forward(0, &found);
        }
        self.backward[0] = self.table.goal;
        self.backward_seen[0] = self.table.goal;
        self.to_goal[goal] = 0;
        self.reaching = self.search_backward(0);
        self.score = self.rank(self.length, self.unique, self.reachable, self.reaching);
    }

    #[inline(always)]
    fn goal(&self) -> usize {
        self.table.cells() - 1
    }

    #[inline(always)]
    fn bonus(&self) -> i32 {
        self.table.spec.bonus()
    }

    /// Returns an upper bound on the score of an unsolvable maze.
    #[inline(always)]
    fn unsolvable(&self) -> i32 {
        -20 * self.bonus()
    }

    /// Returns the score for the results of both searches; see [`Quality::rank`].
    #[inline(always)]
    fn rank(&self, length: i32, unique: bool, reachable: M, reaching: M) -> i32 {
        let gains = match length {
            0 => self.unsolvable(),
            _ => 5 * length + if unique { self.bonus() } else { 0 },
        };
        let holes = (reachable & !reaching).count() + (reaching & !reachable).count();
        let forced =
            (reachable & self.one_out).count() + (reaching & self.one_in & !M::only(0)).count();
        gains - 2 * (holes + forced).cast_signed()
    }

    /// Sets a cell's value and updates the degrees.
    #[inline(always)]
    fn set(&mut self, cell: usize, choice: u8, before: &Jump<M>, after: &Jump<M>) {
        let this = M::only(cell);
        for &target in &before.list[..usize::from(before.degree & 7).min(4)] {
            let target = usize::from(target) & (N - 1);
            let left = self.into[target] & !this;
            self.into[target] = left;
            self.update_one_in(target, left);
        }
        for &target in &after.list[..usize::from(after.degree & 7).min(4)] {
            let target = usize::from(target) & (N - 1);
            let now = self.into[target] | this;
            self.into[target] = now;
            self.update_one_in(target, now);
        }
        self.choices[cell & (N - 1)] = choice;
        self.out[cell & (N - 1)] = after.targets;
        self.one_out &= !this;
        if after.degree == 1 {
            self.one_out |= this;
        }
    }

    #[inline(always)]
    fn update_one_in(&mut self, cell: usize, into: M) {
        self.one_in &= !M::only(cell);
        if into.is_one() {
            self.one_in |= M::only(cell);
        }
    }

    /// Searches forward from a layer and fills `fresh` from the next layer on. Returns `None` as soon
    /// as the points for length and uniqueness cannot reach `required`.
    #[inline(always)]
    fn search_forward(&mut self, from: usize, required: i32) -> Option<ForwardSearch<M>> {
        let bonus = self.bonus();
        let goal = self.table.goal;
        let mut layer = self.forward.at[from & (N - 1)];
        let mut seen = self.forward.seen[from & (N - 1)];
        let mut several = self.forward.several[from & (N - 1)];
        let mut depth = from;
        let goal_seen = !(seen & goal).is_empty();
        let mut length = if goal_seen { self.length } else { 0 };
        let mut unique = goal_seen && self.unique;
        let mut unseen = (self.table.all & !seen).count().cast_signed();
        loop {
            let mut once = M::EMPTY;
            let mut twice = M::EMPTY;
            let mut left = layer;
            // No layer is empty.
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
                    if 5 * length + if unique { bonus } else { 0 } < required {
                        return None;
                    }
                } else if 5 * (i32::from(depth as u8) + unseen) + bonus < required {
                    // Each further layer takes at least one unseen cell.
                    return None;
                }
            }
        }
        Some(ForwardSearch { reachable: seen, length, unique, last: depth })
    }

    fn accept_forward(&mut self, from: usize, found: &ForwardSearch<M>) {
        let from_start = &mut self.from_start;
        (self.reachable & !found.reachable).each(|cell| from_start[cell & (N - 1)] = UNREACHABLE);
        for depth in from + 1..=found.last {
            let depth = depth & (N - 1);
            let layer = self.fresh.at[depth];
            self.forward.at[depth] = layer;
            self.forward.seen[depth] = self.fresh.seen[depth];
            self.forward.several[depth] = self.fresh.several[depth];
            layer.each(|cell| from_start[cell & (N - 1)] = depth as u8);
        }
        self.reachable = found.reachable;
        self.length = found.length;
        self.unique = found.unique;
    }

    /// Searches backward from a layer, records the distances, and returns the cells that can reach
    /// the goal.
    #[inline(always)]
    fn search_backward(&mut self, from: usize) -> M {
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

    /// Returns `reached` together with all cells that lead to `frontier`, directly or indirectly.
    #[inline(always)]
    fn with_ancestors(&self, mut reached: M, mut frontier: M) -> M {
        while !frontier.is_empty() {
            let cell = frontier.first();
            frontier = frontier.without_first();
            let new = self.into[cell & (N - 1)] & !reached;
            reached |= new;
            frontier |= new;
        }
        reached
    }

    /// Returns the cells that can reach the goal after a change of `cell`. By the old distances, the
    /// nearest new target is `near` moves from the goal.
    #[inline(always)]
    fn reaching_after(&self, cell: usize, near: u8) -> M {
        let this = M::only(cell);
        let before = self.to_goal[cell & (N - 1)];
        if before == UNREACHABLE {
            if near == UNREACHABLE {
                return self.reaching;
            }
            return self.with_ancestors(self.reaching | this, this);
        }
        // The shortest paths of cells no farther than this one do not use it.
        if near <= before {
            return self.reaching;
        }
        let at = usize::from(before) & (N - 1);
        let mut reached = self.backward_seen[at] & !this;
        let mut frontier = M::EMPTY;
        (self.backward[at] & !this).each(|cell| frontier |= self.into[cell & (N - 1)]);
        frontier &= !reached;
        reached |= frontier;
        self.with_ancestors(reached, frontier)
    }

    /// Returns the quality.
    #[must_use]
    pub fn quality(&self) -> Quality {
        Quality {
            cells: self.table.cells() as u32,
            length: self.length.unsigned_abs(),
            unique: self.unique,
            black_holes: (self.reachable & !self.reaching).count(),
            white_holes: (self.reaching & !self.reachable).count(),
            forced_forward: (self.reachable & self.one_out).count(),
            forced_backward: (self.reaching & self.one_in & !M::only(0)).count(),
        }
    }

    /// Returns the grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let value = |cell: usize| self.table.jumps(cell)[usize::from(self.choices[cell])].value;
        Grid::new(self.table.spec.size, (0..self.table.cells()).map(value).collect())
    }

    /// Returns the index of each cell's value among its jumps.
    #[must_use]
    pub fn choices(&self) -> &[u8] {
        &self.choices[..self.table.cells()]
    }
}

/// Returns a number below `bound` from the low 32 bits of a random number.
#[inline(always)]
fn below(random: u64, bound: usize) -> usize {
    (((random & 0xffff_ffff) * bound as u64) >> 32) as usize
}

impl<M: BitSet, const N: usize> Candidate for IncrementalMaze<'_, M, N> {
    type Change = Change;

    fn score(&self) -> i64 {
        i64::from(self.score)
    }

    /// Proposes a new value for a cell with more than one jump.
    #[inline(always)]
    fn propose(&self, generator: &mut Generator) -> Change {
        let cells = &self.table.variable;
        if cells.is_empty() {
            return Change { cell: 0, choice: self.choices[0] };
        }
        let random = generator.next_u64();
        let cell = cells[below(random, cells.len())];
        let others = self.table.jumps(usize::from(cell)).len() - 1;
        let choice = below(random >> 32, others) as u8;
        let now = self.choices[usize::from(cell) & (N - 1)];
        Change { cell, choice: choice + u8::from(choice >= now) }
    }

    #[inline(always)]
    fn try_change(&mut self, change: &Change, threshold: i64) -> Option<i64> {
        let threshold = threshold.clamp(-1_000_000, 1_000_000) as i32;
        let (cell, choice) = (usize::from(change.cell) & (N - 1), change.choice);
        let jumps = self.table.jumps(cell);
        let (before, after) =
            (&jumps[usize::from(self.choices[cell])], &jumps[usize::from(choice)]);
        let (from_start, to_goal) = (self.from_start[cell], self.to_goal[cell]);
        let mut near = UNREACHABLE;
        for &target in &after.list[..usize::from(after.degree & 7).min(4)] {
            near = near.min(self.to_goal[usize::from(target) & (N - 1)]);
        }
        let reachable = from_start != UNREACHABLE;
        // The new path over this cell then bounds the length.
        let bounded = near != UNREACHABLE && near <= to_goal && reachable;
        let max_length = i32::from(from_start) + 1 + i32::from(near);
        if bounded && 5 * max_length + self.bonus() < threshold {
            return None;
        }
        // If all paths use this cell, one of its new targets must continue to the goal.
        if threshold > self.unsolvable()
            && near > to_goal
            && i32::from(from_start) < self.length
            && self.forward.at[usize::from(from_start) & (N - 1)] == M::only(cell)
            && after.list[..usize::from(after.degree & 7).min(4)].iter().all(|&target| {
                let target = usize::from(target) & (N - 1);
                self.to_goal[target] == UNREACHABLE || self.from_start[target] <= from_start
            })
        {
            return None;
        }
        let old = self.choices[cell];
        self.set(cell, choice, before, after);
        let reaching = self.reaching_after(cell, near);
        let found = if !reachable {
            Some(ForwardSearch {
                reachable: self.reachable,
                length: self.length,
                unique: self.unique,
                last: 0,
            })
        } else if threshold > self.unsolvable() && !reaching.contains(0) {
            None
        } else {
            // Certain penalties: of the cells up to this layer, and of the cells with one move in.
            let seen = self.forward.seen[usize::from(from_start) & (N - 1)];
            let certain = (reaching & self.one_in & !M::only(0)).count()
                + (seen & self.one_out).count()
                + (seen & !reaching).count();
            let required = threshold.saturating_add(2 * certain.cast_signed());
            if bounded && 5 * max_length + self.bonus() < required {
                None
            } else {
                self.search_forward(usize::from(from_start), required)
            }
        };
        let accepted = found.and_then(|found| {
            let score = self.rank(found.length, found.unique, found.reachable, reaching);
            (score >= threshold).then_some((found, score))
        });
        let Some((found, score)) = accepted else {
            self.set(cell, old, after, before);
            return None;
        };
        if reachable {
            self.accept_forward(usize::from(from_start), &found);
        }
        let lost = self.reaching & !reaching;
        lost.each(|cell| self.to_goal[cell & (N - 1)] = UNREACHABLE);
        let first = to_goal.min(near.saturating_add(1));
        if first != UNREACHABLE {
            self.search_backward(usize::from(first) - 1);
        }
        self.reaching = reaching;
        self.score = score;
        Some(i64::from(score))
    }
}
