//! Reading a plan off the nodes on its way.
//!
//! Nodes keep no moves; the few on the way of a plan are found again by asking for the successors.

use crate::store::{NodeId, Nodes};
use crate::{Cost, Plan, Problem};

/// The plan along a way: the cheapest move from each node to the next.
///
/// Its cost may be lower than the last node's g, where a cheaper way to an earlier node was found
/// that has not been passed on yet.
pub(super) fn plan_path<P: Problem>(
    problem: &P,
    nodes: &Nodes<P::Key>,
    way: &[NodeId],
) -> Plan<P::Action> {
    let mut plan = Plan { actions: Vec::with_capacity(way.len()), cost: 0 };
    for pair in way.windows(2) {
        let (action, cost) = cheapest(problem, nodes.key(pair[0]), nodes.key(pair[1]));
        plan.actions.push(action);
        plan.cost = plan.cost.saturating_add(cost);
    }
    plan
}

fn cheapest<P: Problem>(problem: &P, from: &P::Key, to: &P::Key) -> (P::Action, Cost) {
    let mut found: Option<(P::Action, Cost)> = None;
    problem.successors(&problem.unpack(from), &mut |action, cost, next| {
        if found.is_none_or(|(_, best)| cost < best) && problem.pack(&next) == *to {
            found = Some((action, cost));
        }
    });
    found.expect("successors() and pack() must give the same results every time they are asked")
}
