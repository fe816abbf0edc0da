//! Construction: builds candidates choice by choice and maximizes their score.
//!
//! Two methods share the trait [`Branching`]. [`BranchAndBound`] visits every candidate whose bound
//! does not rule it out, and so proves its result. [`construct`] keeps only the most promising nodes
//! of each level.
//!
//! Searches for plans differ: a plan's cost grows move by move, and many paths lead to one state.
//! Here every node has one path, and only complete candidates have a score.

mod beam;
mod branch_and_bound;
#[cfg(test)]
mod knapsack;

pub use beam::{Built, Construction, Promising, construct};
pub use branch_and_bound::{BranchAndBound, DoneSubtree, Found, MAX_CANDIDATES, OpenSubtree};

use std::fmt::Debug;

/// A tree of partial candidates; every choice completes a candidate a little more.
pub trait Branching: Sync {
    /// A partial candidate. Keep it small: it is copied for every choice.
    type Node: Clone + Send;
    /// A choice at a node. The choices from the root identify a node.
    type Choice: Copy + Eq + Debug + Send;

    /// Returns the empty candidate.
    fn root(&self) -> Self::Node;

    /// Returns the score of a complete candidate, or `None` if choices remain.
    fn score(&self, node: &Self::Node) -> Option<i64>;

    /// Calls `visit` with each choice, an upper bound and the child node, always in the same order.
    ///
    /// No completion of the child may exceed the bound. Children whose bound is below `min_score` may be
    /// omitted.
    fn branch(
        &self,
        node: &Self::Node,
        min_score: i64,
        visit: &mut impl FnMut(Self::Choice, i64, Self::Node),
    );
}
