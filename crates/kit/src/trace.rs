//! Traces: the events of a search as text, for files, pages and lessons.

use heureka_core::Cost;
use heureka_core::observe::Pruned;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A node is expanded.
    Expand,
    /// A successor enters the frontier.
    Generate,
    /// A successor repeats a known state.
    Duplicate,
    /// A successor is a cheaper path to an expanded state, which returns to the frontier.
    Reopen,
    /// A node is not searched further.
    Prune,
    /// The search moves on to a new bound.
    Bound,
    /// A goal is popped.
    Solved,
}

impl EventKind {
    /// Returns the name, such as `expand`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Expand => "expand",
            Self::Generate => "generate",
            Self::Duplicate => "duplicate",
            Self::Reopen => "reopen",
            Self::Prune => "prune",
            Self::Bound => "bound",
            Self::Solved => "solved",
        }
    }
}

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event<'a> {
    /// What happened.
    pub kind: EventKind,
    /// The node it happened to; `None` for a new bound.
    pub node: Option<TracedNode<'a>>,
    /// The new bound.
    pub bound: Option<Cost>,
    /// With a new bound, the new weight of h in f = g + weight · h, if it changes.
    pub weight: Option<f64>,
    /// Why the node is pruned.
    pub reason: Option<Pruned>,
}

/// A node of a trace. Together the nodes form the search tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TracedNode<'a> {
    /// The number of the node, in the order of generation; the start is 0.
    pub id: u64,
    /// The number of its parent; `None` at the start.
    pub parent: Option<u64>,
    /// The move that leads to it; `None` at the start.
    pub action: Option<&'a str>,
    /// The state in the puzzle's notation; `None` if it is too large to write, or not wanted.
    pub state: Option<&'a str>,
    /// The number of the state, in the order in which states appear; `None` if it is too large to copy.
    pub number: Option<u32>,
    /// The numbers of the parent's state and of the move; `None` at the start, or if states are too large
    /// to copy.
    pub step: Option<(u32, u32)>,
    /// The packed state, which [`Small::show_key`](crate::instance::Small::show_key) draws; empty if it
    /// is too large to copy.
    pub key: &'a [u8],
    /// The cost of the path to it.
    pub g: Cost,
    /// Its heuristic value.
    pub h: Option<Cost>,
    /// Its f, if the search orders nodes by f.
    pub f: Option<f64>,
}

/// Receives the events of a search.
pub trait Trace {
    /// Records an event.
    fn event(&mut self, event: &Event<'_>);

    /// Returns whether to record events of a kind. The texts of other events are not computed.
    fn wants(&self, _kind: EventKind) -> bool {
        true
    }

    /// Returns whether to write the states of nodes.
    fn wants_states(&self) -> bool {
        true
    }
}
