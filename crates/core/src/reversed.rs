//! A problem with its moves reversed: from a goal back to the start.

use crate::{Cost, Problem, Reversible};

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
    use crate::{Limits, explore};

    /// 0 → 1 → … → 9, and from each number to its double.
    struct Doubling {
        goal: Option<u64>,
    }

    impl Problem for Doubling {
        type State = u64;
        type Key = u64;
        type Action = bool;

        fn start(&self) -> u64 {
            1
        }
        fn is_goal(&self, state: &u64) -> bool {
            Some(*state) == self.goal
        }
        fn successors(&self, &state: &u64, visit: &mut impl FnMut(bool, Cost, u64)) {
            for (doubles, next) in [(false, state + 1), (true, 2 * state)] {
                if next <= 9 {
                    visit(doubles, 1, next);
                }
            }
        }
        fn pack(&self, state: &u64) -> u64 {
            *state
        }
        fn unpack(&self, key: &u64) -> u64 {
            *key
        }
    }

    impl Reversible for Doubling {
        fn goals(&self, visit: &mut impl FnMut(u64)) {
            self.goal.into_iter().for_each(visit);
        }
        fn predecessors(&self, &state: &u64, visit: &mut impl FnMut(bool, Cost, u64)) {
            if state > 1 {
                visit(false, 1, state - 1);
            }
            if state > 1 && state % 2 == 0 {
                visit(true, 1, state / 2);
            }
        }
    }

    #[test]
    fn reverses_moves() {
        let problem = Doubling { goal: Some(6) };
        let back = Reversed::new(&problem).unwrap();
        // 6; 5 and 3; 4, 2; 1 from 2.
        assert_eq!(explore(&back, &mut Limits::none()).layers, [1, 2, 2, 1]);
        assert!(back.is_goal(&1) && !back.is_goal(&6));
        assert!(Reversed::new(&Doubling { goal: None }).is_none());
    }
}
