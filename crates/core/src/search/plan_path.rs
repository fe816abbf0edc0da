//! Reconstruction of a plan.
//!
//! Nodes store no moves; the few on the path are found by generating successors again.

use crate::{Cost, Plan, Problem};

/// Returns the plan along a path, given by the keys of its nodes: the cheapest move from each to the next.
///
/// It may be cheaper than the last node's g, if a cheaper path to an ancestor was found but not yet
/// propagated.
pub(super) fn plan_path<P: Problem>(problem: &P, path: &[P::Key]) -> Plan<P::Action> {
    let mut plan = Plan { actions: Vec::with_capacity(path.len()), cost: 0 };
    for pair in path.windows(2) {
        let (action, cost) = cheapest_move(problem, &pair[0], &pair[1]);
        plan.actions.push(action);
        plan.cost = plan.cost.saturating_add(cost);
    }
    plan
}

fn cheapest_move<P: Problem>(problem: &P, from: &P::Key, to: &P::Key) -> (P::Action, Cost) {
    let mut cheapest: Option<(P::Action, Cost)> = None;
    problem.visit_successors(&problem.unpack(from), &mut |action, cost, next| {
        if cheapest.is_none_or(|(_, best)| cost < best) && problem.pack(&next) == *to {
            cheapest = Some((action, cost));
        }
    });
    cheapest.expect("successors() and pack() must return the same results in every call")
}

/// Returns the plan of this cost that ends in a node. `parents` returns the nodes that may precede one with
/// this g, each with its own g and the move; if one of them does not lead to the start, the next is tried.
pub(super) fn walk_back<N: Copy, A: Copy>(
    goal: N,
    cost: Cost,
    is_start: impl Fn(N, Cost) -> bool,
    mut parents: impl FnMut(N, Cost) -> Vec<(N, Cost, A)>,
) -> Plan<A> {
    // For each node from the goal back: the node, its g, the parents left to try, and the move to the next.
    let mut path = vec![(goal, cost, parents(goal, cost), None)];
    while let Some((node, g, untried, _)) = path.last_mut() {
        if is_start(*node, *g) {
            break;
        }
        match untried.pop() {
            Some((parent, g, action)) => path.push((parent, g, parents(parent, g), Some(action))),
            None => _ = path.pop(),
        }
    }
    assert!(
        !path.is_empty(),
        "no path leads back to the start: the heuristic must be consistent, and successors always the same"
    );
    Plan { actions: path.iter().rev().filter_map(|(.., action)| *action).collect(), cost }
}
