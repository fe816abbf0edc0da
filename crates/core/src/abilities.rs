//! What some problems can do beyond [`Problem`], each asked for only by the searches that need it.

use crate::{Claim, Cost, Problem};
use std::fmt::Debug;

/// Moves can be taken backwards and the goals can be listed.
pub trait Reversible: Problem {
    /// Calls `visit` with every goal state, always in the same order.
    fn goals(&self, visit: &mut impl FnMut(Self::State));

    /// Calls `visit` with each move that leads to `state`, its cost and the state before it.
    fn predecessors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    );
}

/// States come in classes that are equally far from the goal.
///
/// Moves from symmetric states must lead to symmetric states at the same cost, and a state that is
/// symmetric to a goal must be a goal.
pub trait Symmetric: Problem {
    /// The representative of the state's class.
    fn canonical(&self, state: &Self::State) -> Self::State;

    /// As [`Problem::successors`], with the representatives of the states after each move.
    ///
    /// A problem that can tell them from what is known of `state` overrides this.
    #[inline(always)]
    fn canonical_successors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    ) {
        self.successors(state, &mut |action, cost, next| {
            visit(action, cost, self.canonical(&next));
        });
    }

    /// Whether [`Problem::h`] is the same for all states of a class: then what is consistent stays
    /// so among representatives.
    fn h_is_invariant(&self) -> bool {
        false
    }

    /// How many states the class of a state has, if the problem can count them.
    ///
    /// To be said only if the start is alone in its class: then whatever looks like a state that can
    /// be reached can be reached as well.
    fn class_size(&self, _state: &Self::State) -> Option<u64> {
        None
    }
}

/// States are numbered without gaps, so that a whole space fits into an array.
pub trait Ranked: Problem {
    /// How many numbers there are; every state's rank is below it.
    fn ranks(&self) -> u64;

    /// The number of a state.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state of a number: the inverse of [`Ranked::rank`].
    fn unrank(&self, rank: u64) -> Self::State;
}

/// Every move can be taken back by one move.
///
/// So what follows a state lies in its own layer, the one before or the one after, and a breadth-first
/// exploration need not remember more.
pub trait Undirected: Problem {}

/// Every move leads from one layer to the next, so that no state is met again in a later layer.
///
/// In peg solitaire the layer is the number of pegs taken.
pub trait Layered: Problem {}

/// Keys are words with spare high bits, in which a search keeps the move that led to the state.
///
/// With a consistent heuristic that is all a closed list has to hold: 8 bytes a state. Made for costs
/// whose sums stay within some thousands: f and g pick a place in an array.
pub trait Tagged: Problem<Key = u64> {
    /// How many high bits of every key are 0; at most 16.
    const TAG_BITS: u32;

    /// A number for the move, below 2^`TAG_BITS` − 2.
    fn tag(&self, action: Self::Action) -> u64;

    /// The move of a number.
    fn action(&self, tag: u64) -> Self::Action;

    /// The state before `action` led to `state`.
    fn retract(&self, state: &Self::State, action: Self::Action) -> Self::State;

    /// The state of a key whose heuristic value is known already.
    fn unpack_with_h(&self, key: u64, _h: Cost) -> Self::State {
        self.unpack(&key)
    }
}

/// One state, changed in place: for states too large to be copied, and too large to list their moves.
///
/// Such a problem need not be a [`Problem`].
pub trait InPlace {
    /// What moves change.
    type State;
    /// A move.
    type Action: Copy + Eq + Debug;

    /// The state in which every plan begins.
    fn start(&self) -> Self::State;

    /// Whether a plan may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Plays a move and returns what it costs; if it is not legal, returns nothing and changes
    /// nothing.
    fn play(&self, state: &mut Self::State, action: Self::Action) -> Option<Cost>;
}

/// A heuristic that shows the way: a move is known that lowers it by at least what the move costs.
pub trait Downhill: InPlace {
    /// What the problem likes to remember from one move to the next, such as where it has looked.
    type Hint: Default;

    /// An estimate of the cheapest way from here to a goal.
    fn h(&self, state: &Self::State) -> Cost;

    /// What is promised of [`Downhill::h`].
    fn claim(&self) -> Claim;

    /// A move that lowers the estimate, by what it costs or more; nothing if none is seen. Adds to
    /// `looked_at` how many moves were tried.
    fn downhill(
        &self,
        state: &Self::State,
        hint: &mut Self::Hint,
        looked_at: &mut u64,
    ) -> Option<Self::Action>;
}
