//! Watching a search: events for traces, pictures and tests.

use crate::{Cost, Problem};

/// A move from one state to another, as a search looks at it.
#[derive(Debug)]
pub struct Edge<'a, P: Problem + ?Sized> {
    /// The state being expanded.
    pub from: &'a P::State,
    /// The move.
    pub action: P::Action,
    /// The state it leads to.
    pub to: &'a P::State,
    /// What the way to `to` over this move costs.
    pub g: Cost,
}

/// Why a successor was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruned {
    /// The heuristic says that no goal can be reached from it.
    DeadEnd,
    /// It lies beyond the bound of this round.
    Bound,
    /// It lies beyond the depth limit.
    Depth,
    /// It lies beyond the cost limit, or can be no better than the plan at hand.
    Cost,
    /// The beam is full of better ones.
    Beam,
}

/// Told what a search does. Every method does nothing unless it is written.
///
/// Searches take their observer as a type, so `()`, which watches nothing, costs nothing.
pub trait Observer<P: Problem + ?Sized> {
    /// Whether anything is watched at all; searches that cannot be watched are chosen only if not.
    const WATCHES: bool = true;

    /// A node is about to be expanded; g is what the way to it costs.
    #[inline(always)]
    fn expanded(&mut self, _state: &P::State, _g: Cost) {}
    /// A successor with a new state, or a cheaper way to one that waits already.
    #[inline(always)]
    fn generated(&mut self, _edge: &Edge<'_, P>) {}
    /// A successor whose state is known at no higher cost.
    #[inline(always)]
    fn duplicate(&mut self, _edge: &Edge<'_, P>) {}
    /// A cheaper way to an expanded state, which is put back.
    #[inline(always)]
    fn reopened(&mut self, _edge: &Edge<'_, P>) {}
    /// A successor that is not looked at.
    #[inline(always)]
    fn pruned(&mut self, _edge: &Edge<'_, P>, _why: Pruned) {}
    /// The search moves on to a new bound: f, depth or layer.
    #[inline(always)]
    fn bound(&mut self, _bound: Cost) {}
    /// A goal was taken: the search has a plan of this cost.
    #[inline(always)]
    fn solved(&mut self, _state: &P::State, _cost: Cost) {}
}

impl<P: Problem + ?Sized> Observer<P> for () {
    const WATCHES: bool = false;
}
