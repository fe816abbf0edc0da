//! What a search counts, and by which conventions.

use std::time::Duration;

/// What a search counts.
///
/// Courses count differently, so here is how this engine does it. A node is *expanded* when it is
/// taken from the frontier and its successors are generated; the goal that ends the search is not.
/// Every successor made is *generated*. A successor is a *duplicate* (a "loop") if its state is
/// known already and the new way to it is no cheaper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Successors dropped because their state was known at no higher cost.
    pub duplicates: u64,
    /// Expanded states that were put back because a cheaper way to them was found.
    pub reopened: u64,
    /// Successors dropped because a heuristic or limit ruled them out.
    pub pruned: u64,
    /// Most nodes that ever waited in the frontier. For a depth-first search, the longest way held; for
    /// A\* over tagged keys, which finds duplicates late, the same as with stale entries.
    pub max_frontier: u64,
    /// The same with entries made stale by a cheaper way to the same state.
    pub max_frontier_with_stale: u64,
    /// Rounds of a search that starts over with a higher bound, or layers of one that goes by layers.
    pub iterations: u64,
    /// The last bound: the lowest f left, the depth, or the layer.
    pub bound: u32,
    /// Nodes expanded before the last bound was reached: the part that does not depend on luck.
    pub expanded_below_bound: u64,
    /// The most memory that the search's own structures took, in bytes.
    pub peak_bytes: u64,
    /// Time spent searching, over all runs of a search that was stopped and gone on with.
    pub elapsed: Duration,
}

impl Stats {
    /// Notes that the search has moved on to a new bound.
    #[inline]
    pub fn enter_bound(&mut self, bound: u32) {
        self.bound = bound;
        self.iterations += 1;
        self.expanded_below_bound = self.expanded;
    }

    /// The counts alone, for comparing two runs that must agree in all but time and memory.
    #[must_use]
    pub fn counts(&self) -> Self {
        Self { peak_bytes: 0, elapsed: Duration::ZERO, ..*self }
    }
}
