//! Construction: candidates that are made choice by choice, the higher their score the better.
//!
//! Two methods over one trait, [`Branching`]: [`BranchAndBound`] looks at every candidate whose bound
//! allows it to matter and so proves its result, and [`construct`] keeps the most promising few of
//! each level. They stand beside the searches for plans because they differ in what they are after:
//! a plan's cost is known move by move and states are met again on many ways, whereas here every
//! node is met once, only complete candidates have a score, and many of them are wanted.

mod beam;
mod branch_and_bound;
#[cfg(test)]
mod knapsack;

pub use beam::{Built, Construction, Promising, construct};
pub use branch_and_bound::{BranchAndBound, Found, OpenSubtree};

use std::fmt::Debug;

/// A tree of partial candidates: every choice fixes a little more of one.
pub trait Branching: Sync {
    /// A partial candidate. It is copied for every choice, so keep it small.
    type Node: Clone + Send;
    /// What is chosen at a node; the choices from the root on name a node.
    type Choice: Copy + Eq + Debug + Send;

    /// The candidate in which nothing is fixed.
    fn root(&self) -> Self::Node;

    /// The score of a complete candidate; nothing if there is something left to choose.
    fn score(&self, node: &Self::Node) -> Option<i64>;

    /// Calls `visit` with each choice, a bound that no completion of the node after it exceeds, and
    /// that node, always in the same order. Those whose bound is below `least` may be left out.
    fn branch(
        &self,
        node: &Self::Node,
        least: i64,
        visit: &mut impl FnMut(Self::Choice, i64, Self::Node),
    );
}
