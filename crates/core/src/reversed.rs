//! A problem with its moves reversed: from a goal back to the start.

use crate::abilities::Reversible;
use crate::{Cost, Problem};

/// The space of a problem as a backward search sees it, from the first goal; the goal is the problem's
/// start.
#[derive(Debug)]
pub struct Reversed<'a, P: Reversible> {
    problem: &'a P,
    goal: P::State,
}

impl<'a, P: Reversible> Reversed<'a, P> {
    /// Reverses a problem; returns `None` if it has no goal.
    #[must_use]
    pub fn new(problem: &'a P) -> Option<Self> {
        let mut first = None;
        problem.goals(&mut |goal| {
            first.get_or_insert(goal);
        });
        first.map(|goal| Self { problem, goal })
    }
}

impl<P: Reversible> Problem for Reversed<'_, P> {
    type State = P::State;
    type Key = P::Key;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.goal.clone()
    }

    fn is_goal(&self, state: &P::State) -> bool {
        *state == self.problem.start()
    }

    fn successors(&self, state: &P::State, visit: &mut impl FnMut(P::Action, Cost, P::State)) {
        self.problem.predecessors(state, visit);
    }

    fn pack(&self, state: &P::State) -> P::Key {
        self.problem.pack(state)
    }

    fn unpack(&self, key: &P::Key) -> P::State {
        self.problem.unpack(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::Graph;
    use crate::{Limits, explore};

    /// State n − 1 is the number n: 1 → 2 → … → 9, and from each number to its double.
    #[test]
    fn reverses_moves() {
        let arcs = (1..=9).map(|n| [n + 1, 2 * n].into_iter().filter(|&next| next <= 9));
        let arcs = arcs.map(|nexts| nexts.map(|next| (next - 1, 1)).collect()).collect();
        let graph = Graph { goals: vec![5], ..Graph::new(arcs) };
        let back = Reversed::new(&graph).unwrap();
        // 6; 5 and 3; 4, 2; 1 from 2.
        assert_eq!(explore(&back, &mut Limits::none()).layers, [1, 2, 2, 1]);
        assert!(back.is_goal(&0) && !back.is_goal(&5));
        assert!(Reversed::new(&Graph { goals: vec![], ..graph.clone() }).is_none());
    }
}
