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
    fn claims(&self) -> Claims {
        Claims::NONE
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

/// What is promised of a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Claims {
    /// It never overestimates: h ≤ h\*.
    pub admissible: bool,
    /// h(s) ≤ c(s, t) + h(t) for every move from s to t, and 0 at every goal. Implies admissible.
    pub consistent: bool,
}

impl Claims {
    /// Nothing is promised.
    pub const NONE: Self = Self { admissible: false, consistent: false };
    /// Admissible, but a cheaper way to an expanded state may be found later.
    pub const ADMISSIBLE: Self = Self { admissible: true, consistent: false };
    /// Consistent, and so admissible.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true };
}
