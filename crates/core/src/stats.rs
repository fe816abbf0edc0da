//! Search statistics and their counting conventions.

use crate::Cost;
use std::time::Duration;

/// Statistics of a search.
///
/// A node is *expanded* when its successors are generated; the goal that ends a search is not
/// expanded. Every successor is *generated*, the start is not. A successor is a *duplicate* (a
/// "loop") if its state is already known at the same or a lower cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stats {
    /// Nodes expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Successors dropped as duplicates.
    pub duplicates: u64,
    /// Expanded states that were opened again because of a cheaper path.
    pub reopened: u64,
    /// Successors dropped because of the heuristic, a bound or a limit.
    pub pruned: u64,
    /// The maximum number of open nodes. For bounded depth-first search, the maximum path length. For
    /// [`ConsistentAStar`](crate::search::ConsistentAStar), which detects duplicates late, stale entries
    /// count too.
    pub max_frontier: u64,
    /// The maximum number of frontier entries, stale ones included.
    pub max_frontier_with_stale: u64,
    /// Iterations of a search with a growing bound, or layers of a layered search.
    pub iterations: u64,
    /// The last bound: the lowest open f, the depth or the layer.
    pub bound: u32,
    /// Nodes expanded before the last bound was reached. This does not depend on tie-breaking.
    pub expanded_below_bound: u64,
    /// What every plan costs at least, if the search was stopped and has proved that.
    pub lower_bound: Option<Cost>,
    /// While an anytime search runs, the cost of its best plan; `lower_bound` is then what it has proved.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub best_plan: Option<Cost>,
    /// Time spent searching, summed over all runs of a resumed search.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", with = "crate::serialize::seconds"))]
    pub elapsed: Duration,
    /// The maximum size of the search's data structures, in bytes.
    pub peak_bytes: u64,
    /// The most threads that worked at a time; 0 if no work was needed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub threads: u64,
}

impl Stats {
    /// Records that the search has reached a new bound.
    #[inline]
    pub fn enter_bound(&mut self, bound: u32) {
        self.bound = bound;
        self.iterations += 1;
        self.expanded_below_bound = self.expanded;
    }

    /// Returns the counts without time and memory, to compare repeated runs.
    #[must_use]
    pub fn counts(&self) -> Self {
        Self { peak_bytes: 0, elapsed: Duration::ZERO, ..*self }
    }
}
