//! A problem by jumps without the positions that a pagoda function rules out.

use super::watch::Watch;
use super::{Jump, Pegs};
use heureka_core::abilities::{Reversible, Symmetric};
use heureka_core::{Cost, Problem};

/// A problem without the positions that a pagoda function rules out, for exhaustive searches.
///
/// All symmetric positions are ruled out or none, so a jump is dropped before it is reduced.
pub(super) struct Watched {
    pegs: Pegs,
    /// Detects positions that cannot reach the goal.
    ahead: Option<Watch>,
    /// Detects positions that the start cannot reach, in the reversed problem.
    behind: Option<Watch>,
}

impl Watched {
    /// Returns a problem in which jumps count, with the functions that some random games find.
    pub(super) fn new(pegs: Pegs, games: usize) -> Self {
        let ahead = Watch::new(&pegs, games);
        let behind = match pegs.goal.position() {
            Some(_) if pegs.is_dual() => ahead.clone(),
            Some(goal) => Watch::new(&pegs.reversed(goal), games),
            None => None,
        };
        Self { pegs, ahead, behind }
    }

    /// Calls `visit` with the index of each jump that leads to a position not ruled out by `watch`.
    #[inline(always)]
    fn each_jump(&self, watch: Option<&Watch>, position: u64, mut visit: impl FnMut(usize)) {
        let Some(watch) = watch else { return self.pegs.tables.each_legal(position, visit) };
        let slack = watch.slack(position);
        self.pegs.tables.each_legal(position, |jump| {
            if !watch.is_dead_after(&slack, jump) {
                visit(jump);
            }
        });
    }

    /// Calls `visit` with the index of each jump after which no function rules out the goal.
    #[inline(always)]
    fn each_next(&self, position: u64, visit: impl FnMut(usize)) {
        self.each_jump(self.ahead.as_ref(), position, visit);
    }

    /// Calls `visit` with the index of each reversed jump, a jump of holes, to a position from which no
    /// function rules out the start.
    #[inline(always)]
    fn each_previous(&self, position: u64, visit: impl FnMut(usize)) {
        self.each_jump(self.behind.as_ref(), self.pegs.board.complement(position), visit);
    }
}

impl Problem for Watched {
    type State = u64;
    type Key = u64;
    type Action = Jump;

    fn start(&self) -> u64 {
        self.pegs.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.pegs.is_goal(state)
    }

    fn successors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let Pegs { board, tables, .. } = &self.pegs;
        self.each_next(state, |jump| visit(board.jumps()[jump], 1, tables.after(state, jump)));
    }

    #[inline(always)]
    fn pack(&self, &state: &u64) -> u64 {
        state
    }

    #[inline(always)]
    fn unpack(&self, &key: &u64) -> u64 {
        key
    }
}

impl Symmetric for Watched {
    fn canonical(&self, state: &u64) -> u64 {
        self.pegs.canonical(state)
    }

    #[inline]
    fn canonical_successors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let Pegs { board, tables, .. } = &self.pegs;
        let images = tables.images(state);
        self.each_next(state, |jump| {
            visit(board.jumps()[jump], 1, tables.canonical_after(&images, jump));
        });
    }
}

impl Reversible for Watched {
    fn goals(&self, visit: &mut impl FnMut(u64)) {
        self.pegs.goals(visit);
    }

    fn predecessors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let Pegs { board, tables, .. } = &self.pegs;
        self.each_previous(state, |jump| visit(board.jumps()[jump], 1, tables.after(state, jump)));
    }

    #[inline]
    fn canonical_predecessors(&self, &state: &u64, visit: &mut impl FnMut(Jump, Cost, u64)) {
        let Pegs { board, tables, .. } = &self.pegs;
        let images = tables.images(state);
        self.each_previous(state, |jump| {
            visit(board.jumps()[jump], 1, tables.canonical_after(&images, jump));
        });
    }

    /// Pruned moves are on no plan, so the rest is its own dual.
    #[inline]
    fn dual(&self, state: &u64) -> Option<u64> {
        self.pegs.dual(state)
    }
}
