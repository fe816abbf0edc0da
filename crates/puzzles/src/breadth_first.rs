//! Breadth-first search over whole spaces, for small tables.

use heureka_core::{Cost, Problem};
use std::collections::HashSet;

/// Returns the states reachable from the given ones with the moves they take, nearest first. Stops
/// after `max` states.
pub(crate) fn breadth_first<P: Problem>(
    problem: &P,
    from: Vec<P::State>,
    max: usize,
) -> Vec<(P::State, Cost)> {
    let mut seen: HashSet<P::Key> = from.iter().map(|state| problem.pack(state)).collect();
    let mut found: Vec<_> = from.into_iter().map(|state| (state, 0)).collect();
    let mut expanded = 0;
    while expanded < max
        && let Some((state, moves)) = found.get(expanded).cloned()
    {
        expanded += 1;
        problem.successors(&state, &mut |_, _, next| {
            if seen.insert(problem.pack(&next)) {
                found.push((next, moves + 1));
            }
        });
    }
    found.truncate(expanded);
    found
}
