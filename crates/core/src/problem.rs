//! The central trait: what a search needs to know about a problem.

use crate::{Abilities, Observer};
use std::fmt::Debug;
use std::hash::Hash;

/// The cost of a move, summed along a plan. Sums stay below [`DEAD_END`].
pub type Cost = u32;

/// The heuristic value of a state from which no goal is reachable.
pub const DEAD_END: Cost = Cost::MAX;

/// One instance to solve: a start, moves with costs, and a goal test.
///
/// See the [crate documentation](crate) for an example. Searches on several threads share it.
pub trait Problem: Sync {
    /// A state. Keep it small: it is copied for every node.
    type State: Clone + Eq + Send + Sync;
    /// The stored form of a state; the state itself if that is already small.
    type Key: Copy + Eq + Hash + Send + Sync;
    /// A move.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// Returns the state in which every plan begins.
    fn start(&self) -> Self::State;

    /// Returns whether a plan may end in `state`.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` with each legal move, its cost and the resulting state.
    ///
    /// The order is part of the problem's definition and must always be the same: it makes every count of
    /// a search reproducible. No two moves of a state may be the same action, since a plan is a list of
    /// actions.
    fn successors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    );

    /// Does the same as [`Problem::successors`] for callers that are not hot: all of them share one
    /// compiled copy.
    #[inline(never)]
    fn visit_successors(
        &self,
        state: &Self::State,
        mut visit: &mut dyn FnMut(Self::Action, Cost, Self::State),
    ) {
        self.successors(state, &mut visit);
    }

    /// Returns the key of a state. Two states have the same key exactly if they are equal.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// Returns the state of a key: the inverse of [`Problem::pack`].
    fn unpack(&self, key: &Self::Key) -> Self::State;

    /// Returns the state of a key whose [`Problem::h`] is already known.
    ///
    /// Override it if states hold their h, which would else be computed anew.
    #[inline(always)]
    fn unpack_with_h(&self, key: &Self::Key, _h: Cost) -> Self::State {
        self.unpack(key)
    }

    /// Estimates the cost of a cheapest path to a goal; [`DEAD_END`] if no goal is reachable.
    fn h(&self, _state: &Self::State) -> Cost {
        0
    }

    /// Returns what is claimed of [`Problem::h`]. A search claims no more than this allows.
    ///
    /// The default claims nothing. [`audit`](crate::heuristic::audit) tests whether a claim is true.
    fn claim(&self) -> Claim {
        Claim::Nothing
    }

    /// Returns whether `next`, played directly after `previous`, undoes it.
    fn undoes(&self, _previous: Self::Action, _next: Self::Action) -> bool {
        false
    }

    /// Like [`Problem::successors`], without the moves that undo `previous`.
    ///
    /// Override it if such moves can be skipped without generating them.
    #[inline(always)]
    fn successors_after(
        &self,
        state: &Self::State,
        previous: Option<Self::Action>,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    ) {
        self.successors(state, &mut |action, cost, next| {
            if previous.is_none_or(|previous| !self.undoes(previous, action)) {
                visit(action, cost, next);
            }
        });
    }

    /// Returns the cost of a move and the resulting state, or `None` if the move is illegal.
    fn apply(&self, state: &Self::State, action: Self::Action) -> Option<(Cost, Self::State)> {
        let mut found = None;
        self.visit_successors(state, &mut |a, cost, next| {
            if a == action && found.is_none() {
                found = Some((cost, next));
            }
        });
        found
    }

    /// Declares what the problem can do beyond this trait; [`solve`](crate::solve) and
    /// [`explore`](crate::explore()) make use of it.
    fn abilities<O: Observer<Self::State, Self::Action>>(&self) -> Abilities<Self, O>
    where
        Self: Sized,
    {
        Abilities::plain()
    }
}

/// What is claimed of a heuristic, from the weakest claim to the strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Claim {
    /// Nothing: h may overestimate.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "none"))]
    Nothing,
    /// h never overestimates the cost to a goal. A cheaper path to an expanded state may be found later.
    Admissible,
    /// h(s) ≤ c(s, t) + h(t) for every move from s to t, and h is 0 at every goal. Implies admissible.
    Consistent,
}

impl Claim {
    /// Returns whether the heuristic is claimed to be admissible.
    #[must_use]
    pub fn is_admissible(self) -> bool {
        self >= Self::Admissible
    }

    /// Returns whether the heuristic is claimed to be consistent.
    #[must_use]
    pub fn is_consistent(self) -> bool {
        self == Self::Consistent
    }

    /// Returns the claim as a word: `none`, `admissible` or `consistent`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Admissible => "admissible",
            Self::Consistent => "consistent",
        }
    }
}
