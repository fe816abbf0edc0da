//! Recursion that can be interrupted at any node and resumed there.
//!
//! A depth-first search written as recursion is fast, but cannot be stopped and resumed, and a long
//! plan overflows the call stack. One technique solves both. To interrupt, every level returns and
//! records its move: together they are the path to the current node. To resume, the states along
//! the path are generated again. The search continues with the node at its end, then with the later
//! successors of every node on the path, from the end back. A recursion that gets too deep is
//! interrupted and resumed at once, on an empty call stack.

use crate::limits::Gauge;
use crate::{Cost, Limits, Problem, Stats, Stop};
use std::ops::ControlFlow;

/// The number of recursion levels allowed: half a mebibyte if a level takes a kibibyte.
pub(super) const MAX_LEVELS: u32 = 512;

/// A node on the current path.
#[derive(Clone)]
pub(super) struct PathNode<S, A> {
    pub state: S,
    pub g: Cost,
    pub depth: u32,
    pub previous: Option<A>,
}

/// Returns the bytes of a path at which a search is resumed: its nodes, and its moves twice, since an
/// interruption copies them.
pub(super) fn path_bytes<P: Problem>(moves: usize) -> u64 {
    let per_move = size_of::<PathNode<P::State, P::Action>>() + 2 * size_of::<P::Action>();
    (moves * per_move) as u64
}

/// Why a recursion was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// At a goal of this cost.
    Goal(Cost),
    /// By a limit.
    Stopped(Stop),
    /// At a node too deep for the call stack.
    TooDeep,
}

/// A recursive search that can be resumed. Methods that search return whether they were
/// interrupted.
pub(super) trait ResumableRecursion<P: Problem> {
    /// Returns the problem.
    fn problem(&self) -> &P;

    /// Searches the subtree of a node, on an empty call stack.
    fn dive(&mut self, node: PathNode<P::State, P::Action>) -> bool;

    /// Treats a successor as the recursion does, and searches its subtree unless it is pruned.
    fn successor(
        &mut self,
        parent: &PathNode<P::State, P::Action>,
        action: P::Action,
        cost: Cost,
        next: P::State,
    ) -> bool;

    /// Restores the current path, from the start on.
    fn enter_path(&mut self, _path: &[PathNode<P::State, P::Action>]) {}

    /// Shortens the current path to a length.
    fn leave_path(&mut self, _len: usize) {}

    /// Returns the moves recorded since the interruption, last one first.
    fn recorded(&mut self) -> &mut Vec<P::Action>;
}

/// Resumes a search that was interrupted at the end of `path`, in the subtree of the node after the first
/// `root` moves.
///
/// Returns the path to the next interruption, or `None` if nothing is left.
pub(super) fn resume<P: Problem, R: ResumableRecursion<P>>(
    recursion: &mut R,
    path: &[P::Action],
    root: usize,
) -> Option<Vec<P::Action>> {
    let start = recursion.problem().start();
    let mut nodes = Vec::with_capacity(path.len() + 1);
    nodes.push(PathNode { state: start, g: 0, depth: 0, previous: None });
    for &action in path {
        let last = &nodes[nodes.len() - 1];
        let (cost, state) = recursion
            .problem()
            .apply(&last.state, action)
            .expect("successors() must return the same moves in every call");
        let (g, depth) = (last.g.saturating_add(cost), last.depth + 1);
        nodes.push(PathNode { state, g, depth, previous: Some(action) });
    }
    recursion.enter_path(&nodes[..path.len()]);
    if let Some(last) = nodes.pop()
        && recursion.dive(last)
    {
        return Some(interrupted_path(path, None, recursion));
    }
    // Collected because the recursion cannot be borrowed while successors are generated.
    let mut successors = Vec::new();
    while let Some(parent) = nodes.get(root..).and_then(<[_]>::last) {
        recursion.leave_path(nodes.len());
        let taken = path[parent.depth as usize];
        successors.clear();
        recursion.problem().visit_successors(&parent.state, &mut |action, cost, next| {
            successors.push((action, cost, next));
        });
        let place = successors.iter().position(|&(action, _, _)| action == taken);
        for (action, cost, next) in successors.drain(place.map_or(0, |place| place + 1)..) {
            if recursion.successor(parent, action, cost, next) {
                let prefix = &path[..parent.depth as usize];
                return Some(interrupted_path(prefix, Some(action), recursion));
            }
        }
        nodes.pop();
    }
    None
}

fn interrupted_path<P: Problem, R: ResumableRecursion<P>>(
    prefix: &[P::Action],
    then: Option<P::Action>,
    recursion: &mut R,
) -> Vec<P::Action> {
    let rest = recursion.recorded().drain(..).rev();
    prefix.iter().copied().chain(then).chain(rest).collect()
}

/// Counts expansions down to the next check of the limits.
#[derive(Default)]
pub(crate) struct Countdown {
    left: u64,
    allowed: u64,
}

impl Countdown {
    /// Returns whether the limits have to be checked before the next expansion.
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.left == 0
    }

    /// Counts one expansion; no check may be due.
    #[inline(always)]
    pub fn count(&mut self) {
        self.left -= 1;
    }

    /// Adds the expansions counted so far to the statistics.
    pub fn settle(&mut self, stats: &mut Stats) {
        stats.expanded += self.allowed - self.left;
        self.allowed = self.left;
    }

    /// Checks the limits; returns the reason if they stop the search.
    #[cold]
    #[inline(never)]
    pub fn refill(
        &mut self,
        limits: &mut Limits<'_>,
        stats: &mut Stats,
        gauge: Gauge,
    ) -> Option<Stop> {
        self.settle(stats);
        if let ControlFlow::Break(stop) = limits.check(stats, gauge) {
            return Some(stop);
        }
        self.allowed = limits.due_in(stats).max(1);
        self.left = self.allowed;
        None
    }
}
