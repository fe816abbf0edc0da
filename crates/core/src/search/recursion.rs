//! Recursion that can be left at any node and gone on with there.
//!
//! A depth-first search written as recursion is fast, but cannot be stopped and gone on with, and a
//! long plan overflows the call stack. Both are cured in one way. To break off, every level returns
//! and notes its move: that is the path to the node where the search was. To go on, the states
//! along the path are made again; what is left to do is the node at its end and, going back along
//! it, the later successors of every node on it. A recursion that gets too deep is broken off and
//! gone on with at once, on an empty call stack.

use crate::{Cost, Gauge, Limits, Problem, Stats, Stop};
use std::ops::ControlFlow;

/// How many levels of recursion are allowed: half a mebibyte where a level takes a kibibyte.
pub(super) const DEEPEST: u32 = 512;

/// A node and how it was reached.
#[derive(Clone)]
pub(super) struct Place<S, A> {
    pub state: S,
    pub g: Cost,
    pub depth: u32,
    pub previous: Option<A>,
}

/// Why a recursion was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// At a goal that costs so much.
    Goal(Cost),
    /// By a limit.
    Stopped(Stop),
    /// At a node too deep for the call stack.
    TooDeep,
}

/// A search by recursion, as far as going on with it is concerned. Methods that search say whether
/// they were broken off.
pub(super) trait Recursion<P: Problem> {
    /// What is searched.
    fn problem(&self) -> &P;

    /// Searches the node and what is below it, on an empty call stack.
    fn dive(&mut self, place: Place<P::State, P::Action>) -> bool;

    /// Looks at a successor of a node as the recursion does, and searches below it if it is not left
    /// out.
    fn successor(
        &mut self,
        parent: &Place<P::State, P::Action>,
        action: P::Action,
        cost: Cost,
        next: P::State,
    ) -> bool;

    /// Tells which states are on the current path, from the start on.
    fn stand_at(&mut self, _way: &[Place<P::State, P::Action>]) {}

    /// Tells that only so many of them still are.
    fn step_back(&mut self, _len: usize) {}

    /// The moves noted since the recursion was broken off, last one first.
    fn trace(&mut self) -> &mut Vec<P::Action>;
}

/// Searches all that is left to do when the search was broken off at the end of `path`.
///
/// Returns the path to where it was broken off again, if it was.
pub(super) fn go_on<P: Problem, R: Recursion<P>>(
    recursion: &mut R,
    path: &[P::Action],
) -> Option<Vec<P::Action>> {
    let start = recursion.problem().start();
    let mut way = vec![Place { state: start, g: 0, depth: 0, previous: None }];
    for &action in path {
        let last = &way[way.len() - 1];
        let (cost, state) = recursion
            .problem()
            .apply(&last.state, action)
            .expect("successors() must give the same moves every time it is asked");
        let (g, depth) = (last.g.saturating_add(cost), last.depth + 1);
        way.push(Place { state, g, depth, previous: Some(action) });
    }
    recursion.stand_at(&way[..path.len()]);
    if let Some(end) = way.pop()
        && recursion.dive(end)
    {
        return Some(whole(path, None, recursion));
    }
    // The successors of one node, made anew since the recursion cannot be asked for them.
    let mut successors = Vec::new();
    while let Some(parent) = way.last() {
        recursion.step_back(way.len());
        let taken = path[parent.depth as usize];
        successors.clear();
        recursion.problem().successors(&parent.state, &mut |action, cost, next| {
            successors.push((action, cost, next));
        });
        let later = successors.iter().position(|&(action, _, _)| action == taken);
        for (action, cost, next) in successors.drain(later.map_or(0, |at| at + 1)..) {
            if recursion.successor(parent, action, cost, next) {
                return Some(whole(&path[..parent.depth as usize], Some(action), recursion));
            }
        }
        way.pop();
    }
    None
}

fn whole<P: Problem, R: Recursion<P>>(
    path: &[P::Action],
    then: Option<P::Action>,
    recursion: &mut R,
) -> Vec<P::Action> {
    let rest = recursion.trace().drain(..).rev();
    path.iter().copied().chain(then).chain(rest).collect()
}

/// Counts expansions down to the next look at the limits.
pub(crate) struct Countdown {
    left: u64,
    allowed: u64,
}

impl Countdown {
    pub fn new() -> Self {
        Self { left: 0, allowed: 0 }
    }

    /// Whether the limits have to be looked at before the next expansion.
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.left == 0
    }

    /// Counts one expansion; it must not be due.
    #[inline(always)]
    pub fn count(&mut self) {
        self.left -= 1;
    }

    /// Brings the count of expansions up to date.
    pub fn settle(&mut self, stats: &mut Stats) {
        stats.expanded += self.allowed - self.left;
        self.allowed = self.left;
    }

    /// Looks at the limits; returns why they stop the search, if they do.
    #[cold]
    #[inline(never)]
    pub fn refill(
        &mut self,
        limits: &mut Limits<'_>,
        stats: &mut Stats,
        gauge: Gauge,
    ) -> Option<Stop> {
        self.settle(stats);
        if let ControlFlow::Break(why) = limits.check(stats, gauge) {
            return Some(why);
        }
        self.allowed = limits.due_in(stats).max(1);
        self.left = self.allowed;
        None
    }
}
