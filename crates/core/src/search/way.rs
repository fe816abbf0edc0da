//! Reading a plan off the nodes on its way.
//!
//! Nodes keep no moves; the few on the way of a plan are found again by asking for the successors.

use crate::store::{NodeId, Nodes};
use crate::{Cost, Problem};

/// The moves from each node of a way to the next.
pub(super) fn actions_along<'a, P: Problem>(
    problem: &'a P,
    nodes: &'a Nodes<P::Key>,
    way: &'a [NodeId],
) -> impl Iterator<Item = P::Action> + 'a {
    way.windows(2).map(|pair| {
        // On a way that was searched backwards, g falls.
        let step = nodes.g(pair[0]).abs_diff(nodes.g(pair[1]));
        action_between(problem, nodes.key(pair[0]), nodes.key(pair[1]), step)
    })
}

fn action_between<P: Problem>(problem: &P, from: &P::Key, to: &P::Key, step: Cost) -> P::Action {
    let mut found = None;
    problem.successors(&problem.unpack(from), &mut |action, cost, next| {
        if found.is_none() && cost == step && problem.pack(&next) == *to {
            found = Some(action);
        }
    });
    found.expect("successors() and pack() must give the same results every time they are asked")
}
