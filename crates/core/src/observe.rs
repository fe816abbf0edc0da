//! Observers: events of a running search, for traces, pictures and tests.

use crate::Cost;
use crate::outcome::Ratio;

/// A node of the search tree.
///
/// Nodes are numbered in the order in which they are generated; the start is node 0, and the goals follow
/// if the search begins at both ends. A successor that repeats a known state has its own number. Without an observer, nodes are not numbered: if a
/// search is resumed with an observer, earlier nodes are numbered by their place in the node store.
#[derive(Debug)]
pub struct Node<'a, S> {
    /// The node's number.
    pub id: u64,
    /// Its state.
    pub state: &'a S,
    /// The cost of the path to it.
    pub g: Cost,
}

/// A successor, together with the move that leads to it.
#[derive(Debug)]
pub struct Edge<'a, S, A> {
    /// The number of the expanded node.
    pub parent: u64,
    /// The number of the successor.
    pub id: u64,
    /// The expanded state.
    pub from: &'a S,
    /// The move.
    pub action: A,
    /// The successor's state.
    pub to: &'a S,
    /// The cost of the path to the successor.
    pub g: Cost,
}

/// Why a node is not searched further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pruned {
    /// The heuristic says that no goal is reachable from it.
    DeadEnd,
    /// It exceeds the bound of the current iteration.
    Bound,
    /// It exceeds the depth limit.
    Depth,
    /// It exceeds the cost limit, or cannot improve on the best plan so far.
    Cost,
    /// The beam is full of better nodes.
    Beam,
}

impl Pruned {
    /// Returns the reason as a word, such as `dead-end`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DeadEnd => "dead-end",
            Self::Bound => "bound",
            Self::Depth => "depth",
            Self::Cost => "cost",
            Self::Beam => "beam",
        }
    }
}

/// Receives the events of a search over states `S` and actions `A`.
///
/// Every generated successor leads to exactly one of `generated`, `duplicate`, `reopened` and
/// `pruned`. Searches take their observer as a type, so the observer `()`, which ignores
/// everything, is free.
///
/// ```
/// use heureka_core::observe::Node;
/// use heureka_core::{Cost, Limits, Observer, Problem, solve};
///
/// /// Records the states in the order of their expansion.
/// struct Expanded(Vec<u32>);
///
/// impl<A> Observer<u32, A> for Expanded {
///     fn expanded(&mut self, node: &Node<'_, u32>) {
///         self.0.push(*node.state);
///     }
/// }
///
/// // `Line` is a problem whose states are the numbers from 0 to 9.
/// # struct Line;
/// # impl Problem for Line {
/// #     type State = u32; type Key = u32; type Action = char;
/// #     fn start(&self) -> u32 { 0 }
/// #     fn is_goal(&self, &state: &u32) -> bool { state == 9 }
/// #     fn successors(&self, &state: &u32, visit: &mut impl FnMut(char, Cost, u32)) {
/// #         if state < 9 { visit('+', 1, state + 1); }
/// #         if state > 0 { visit('-', 1, state - 1); }
/// #     }
/// #     fn pack(&self, &state: &u32) -> u32 { state }
/// #     fn unpack(&self, &key: &u32) -> u32 { key }
/// # }
/// let mut observer = Expanded(vec![]);
/// solve(&Line, &"bfs".parse()?, &mut Limits::none(), &mut observer)?;
/// assert_eq!(observer.0, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer<S, A> {
    /// Whether events are used. Searches that cannot be observed run only if this is false.
    const WATCHES: bool = true;

    /// A node is about to be expanded.
    #[inline(always)]
    fn expanded(&mut self, _node: &Node<'_, S>) {}
    /// A successor has a new state, or a cheaper path to a state that waits in the frontier.
    #[inline(always)]
    fn generated(&mut self, _edge: &Edge<'_, S, A>) {}
    /// A successor repeats a state that is known at no higher cost.
    #[inline(always)]
    fn duplicate(&mut self, _edge: &Edge<'_, S, A>) {}
    /// A successor is a cheaper path to an expanded state, which returns to the frontier.
    #[inline(always)]
    fn reopened(&mut self, _edge: &Edge<'_, S, A>) {}
    /// A successor does not enter the frontier.
    #[inline(always)]
    fn pruned(&mut self, _edge: &Edge<'_, S, A>, _reason: Pruned) {}
    /// A node leaves the frontier without being expanded.
    #[inline(always)]
    fn dropped(&mut self, _node: &Node<'_, S>, _reason: Pruned) {}
    /// An in-place search plays a move and arrives at a node, whose parent is the last expanded node.
    #[inline(always)]
    fn played(&mut self, _action: A, _node: &Node<'_, S>) {}
    /// The frontier is ordered anew, by f = g + `weight` · h. A new bound follows.
    #[inline(always)]
    fn reordered(&mut self, _weight: Ratio) {}
    /// The search moves on to a new bound: f, depth or layer.
    #[inline(always)]
    fn bound(&mut self, _bound: Cost) {}
    /// A goal is popped: the search has a plan of cost g.
    #[inline(always)]
    fn solved(&mut self, _node: &Node<'_, S>) {}
}

impl<S, A> Observer<S, A> for () {
    const WATCHES: bool = false;
}

/// The numbers of the nodes in a store, kept only while a search is observed.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeNumbers(Vec<u64>);

impl NodeNumbers {
    /// Returns the number of the node at a place in the store.
    pub fn get(&self, place: usize) -> u64 {
        self.0.get(place).copied().unwrap_or(place as u64)
    }

    /// Numbers the node at a place in the store.
    pub fn set(&mut self, place: usize, id: u64) {
        for unnumbered in self.0.len()..=place {
            self.0.push(unnumbered as u64);
        }
        self.0[place] = id;
    }

    /// Forgets all numbers.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
