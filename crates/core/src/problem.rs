//! What a search needs to know of a problem: the central trait.

use std::fmt::Debug;
use std::hash::Hash;

/// What moves cost, added up along a plan. Sums stay below [`DEAD_END`].
pub type Cost = u32;

/// The value of a heuristic that has proved that no goal can be reached.
pub const DEAD_END: Cost = Cost::MAX;

/// One instance to be solved: a start, the moves, their costs and the goal.
///
/// ```
/// use heureka_core::{Cost, Problem};
///
/// /// Reach a number from 1 by doubling and adding one.
/// struct Reach(u32);
///
/// impl Problem for Reach {
///     type State = u32;
///     type Key = u32;
///     type Action = char;
///     fn start(&self) -> u32 {
///         1
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         *state == self.0
///     }
///     fn successors(&self, &state: &u32, visit: &mut impl FnMut(char, Cost, u32)) {
///         if state < self.0 {
///             visit('+', 1, state + 1);
///             visit('*', 1, state * 2);
///         }
///     }
///     fn pack(&self, &state: &u32) -> u32 {
///         state
///     }
///     fn unpack(&self, &key: &u32) -> u32 {
///         key
///     }
/// }
///
/// let (cost, next) = Reach(10).apply(&5, '*').unwrap();
/// assert_eq!((cost, next), (1, 10));
/// ```
pub trait Problem {
    /// What moves act on. Keep it small: it is copied for every node.
    type State: Clone + Eq;
    /// What is kept of a state per node; the state itself where that is already small.
    type Key: Copy + Eq + Hash;
    /// A move.
    type Action: Copy + Eq + Debug;

    /// The state in which every plan begins.
    fn start(&self) -> Self::State;

    /// Whether a plan may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` with each legal move, its cost and the state after it, always in the same order.
    ///
    /// The order is part of a puzzle's definition: with it, every count of a search is repeatable. No
    /// two moves in a state may be the same action: a plan is a list of actions.
    fn successors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    );

    /// The key of a state. Two states have the same key exactly if they are equal.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// The state of a key: the inverse of [`Problem::pack`].
    fn unpack(&self, key: &Self::Key) -> Self::State;

    /// An estimate of the cheapest way from here to a goal; [`DEAD_END`] if there is none.
    fn h(&self, _state: &Self::State) -> Cost {
        0
    }

    /// What is promised of [`Problem::h`]. A search claims no more than this allows.
    ///
    /// Nothing is promised unless a problem says so; an audit finds out whether it is true.
    fn claim(&self) -> Claim {
        Claim::Nothing
    }

    /// Whether `next`, played straight after `previous`, only takes it back.
    fn undoes(&self, _previous: Self::Action, _next: Self::Action) -> bool {
        false
    }

    /// As [`Problem::successors`], without the moves that take `previous` back.
    ///
    /// Searches that drop such moves ask by this, so that a problem can save making them.
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

    /// The cost of one move and the state after it; nothing if the move is not legal here.
    fn apply(&self, state: &Self::State, action: Self::Action) -> Option<(Cost, Self::State)> {
        let mut found = None;
        self.successors(state, &mut |a, cost, next| {
            if a == action && found.is_none() {
                found = Some((cost, next));
            }
        });
        found
    }
}

/// What is claimed of a heuristic, from the weakest claim to the strongest.
///
/// ```
/// use heureka_core::Claim;
/// assert!(Claim::Consistent > Claim::Admissible && Claim::Consistent.is_admissible());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// Nothing: h may overestimate.
    #[default]
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
