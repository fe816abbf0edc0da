//! A problem up to symmetry: one representative is searched instead of every state of its class.
//!
//! A plan among representatives is not a plan of the problem: after a move, the representative may
//! be the mirror image of the state that the move really leads to, and the next move applies to
//! that image. [`Quotient::lift`] converts it into a plan of the problem by replay.

use crate::abilities::{Reversible, Symmetric};
use crate::search::{Report, Unsupported};
use crate::{Abilities, Claim, Cost, Limits, Observer, Outcome, Plan, Problem, Strategy, solve};

/// A problem whose states are the representatives of another problem's symmetry classes.
///
/// ```
/// use heureka_core::abilities::Symmetric;
/// use heureka_core::plan::PlanError;
/// use heureka_core::quotient::Quotient;
/// use heureka_core::{Cost, Plan, Problem, validate};
///
/// /// Walk from 0 to 3 or −3 on the integers, which are symmetric about 0.
/// struct Line;
///
/// impl Problem for Line {
///     type State = i32;
///     type Key = i32;
///     type Action = i32;
///     fn start(&self) -> i32 { 0 }
///     fn is_goal(&self, state: &i32) -> bool { state.abs() == 3 }
///     fn successors(&self, &state: &i32, visit: &mut impl FnMut(i32, Cost, i32)) {
///         [-1, 1].into_iter().for_each(|step| visit(step, 1, state + step));
///     }
///     fn pack(&self, &state: &i32) -> i32 { state }
///     fn unpack(&self, &key: &i32) -> i32 { key }
/// }
///
/// impl Symmetric for Line {
///     fn canonical(&self, state: &i32) -> i32 { state.abs() }
/// }
///
/// let quotient = Quotient::new(&Line);
/// // Among representatives, −1 leads from 0 to 1.
/// let found = Plan { actions: vec![-1, 1, 1], cost: 3 };
/// assert_eq!(validate(&quotient, &found), Ok(()));
/// assert_eq!(validate(&Line, &found), Err(PlanError::NotAGoal));
/// let plan = quotient.lift(&found).unwrap();
/// assert_eq!(plan.actions, [-1, -1, -1]);
/// assert_eq!(validate(&Line, &plan), Ok(()));
/// // Illegal moves, and moves that end before the goal, cannot be lifted.
/// assert_eq!(quotient.lift(&Plan { actions: vec![2], cost: 1 }), None);
/// assert_eq!(quotient.lift(&Plan { actions: vec![1], cost: 1 }), None);
/// ```
#[derive(Debug)]
pub struct Quotient<'p, P> {
    problem: &'p P,
}

impl<'p, P: Symmetric> Quotient<'p, P> {
    /// Returns the quotient of a problem by its symmetry.
    ///
    /// An admissible heuristic stays admissible. A consistent one stays consistent only if
    /// [`Symmetric::h_is_invariant`]: otherwise h may differ between a state and its
    /// representative.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        Self { problem }
    }

    /// Converts a plan among representatives into a plan of the problem.
    ///
    /// In each state it plays the first move that has the same cost and leads into the same class.
    /// Returns `None` if the plan is invalid, or if the symmetry violates its contract.
    #[must_use]
    pub fn lift(&self, plan: &Plan<P::Action>) -> Option<Plan<P::Action>> {
        let mut state = self.problem.start();
        let mut representative = self.start();
        let mut actions = Vec::with_capacity(plan.actions.len());
        let mut total: Cost = 0;
        for &action in &plan.actions {
            let (cost, next) = self.apply(&representative, action)?;
            let mut found = None;
            self.problem.visit_successors(&state, &mut |a, c, t| {
                if found.is_none() && c == cost && self.problem.canonical(&t) == next {
                    found = Some((a, t));
                }
            });
            let (lifted_action, lifted_next) = found?;
            actions.push(lifted_action);
            total = total.saturating_add(cost);
            (state, representative) = (lifted_next, next);
        }
        self.problem.is_goal(&state).then_some(Plan { actions, cost: total })
    }
}

impl<P: Symmetric> Problem for Quotient<'_, P> {
    type State = P::State;
    type Key = P::Key;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.problem.canonical(&self.problem.start())
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.problem.is_goal(state)
    }

    #[inline]
    fn successors(&self, state: &P::State, visit: &mut impl FnMut(P::Action, Cost, P::State)) {
        self.problem.canonical_successors(state, visit);
    }

    #[inline]
    fn pack(&self, state: &P::State) -> P::Key {
        self.problem.pack(state)
    }

    #[inline]
    fn unpack(&self, key: &P::Key) -> P::State {
        self.problem.unpack(key)
    }

    #[inline]
    fn h(&self, state: &P::State) -> Cost {
        self.problem.h(state)
    }

    fn claim(&self) -> Claim {
        match self.problem.claim() {
            Claim::Consistent if !self.problem.h_is_invariant() => Claim::Admissible,
            claim => claim,
        }
    }

    // `undoes` stays false: the move that undoes another may have a different name at the
    // representative.

    /// Layers and plan costs are the same among representatives.
    fn abilities<O: Observer<P::State, P::Action>>(&self) -> Abilities<Self, O> {
        let abilities = self.problem.abilities::<()>();
        Abilities {
            layers: abilities.layers,
            equal_cost_plans: abilities.equal_cost_plans,
            ..Abilities::plain()
        }
    }
}

/// If a move leads to a state, its image leads to the image of the state.
impl<P: Symmetric + Reversible> Reversible for Quotient<'_, P> {
    fn goals(&self, visit: &mut impl FnMut(P::State)) {
        self.problem.goals(&mut |goal| visit(self.problem.canonical(&goal)));
    }

    #[inline]
    fn predecessors(&self, state: &P::State, visit: &mut impl FnMut(P::Action, Cost, P::State)) {
        self.problem.canonical_predecessors(state, visit);
    }

    fn dual(&self, state: &P::State) -> Option<P::State> {
        self.problem.dual(state).map(|image| self.problem.canonical(&image))
    }
}

/// Solves a problem among representatives and lifts the plan. The observer sees representatives.
///
/// # Panics
/// If the symmetry violates its contract, so that a plan cannot be lifted.
pub(crate) fn solve_up_to_symmetry<P: Symmetric, O: Observer<P::State, P::Action>>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    let quotient = Quotient::new(problem);
    let mut report = solve(&quotient, strategy, limits, observer)?;
    if let Outcome::Solved(plan, _) = &mut report.outcome {
        *plan = quotient.lift(plan).expect(
            "canonical() must preserve moves, costs and goals: symmetric states have symmetric moves",
        );
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Node;
    use crate::test_graph::{Graph, Random};
    use crate::{DEAD_END, Optimality, validate};

    /// Every strategy finds a plan that is as good as without symmetry. Its observer sees only
    /// representatives.
    #[test]
    fn strategies_search_among_representatives() {
        struct Seen(u64);
        impl Observer<usize, usize> for Seen {
            fn expanded(&mut self, node: &Node<'_, usize>) {
                assert_eq!(node.state % 2, 0, "{} is not a representative", node.state);
                self.0 += 1;
            }
        }
        let mut random = Random(5);
        let graphs = std::iter::repeat_with(|| {
            let classes = 2 + random.below(7);
            Graph::random(classes, 2 * classes, 3, &mut random).mirrored()
        });
        for graph in graphs.filter(|graph| graph.distances()[0] != DEAD_END).take(100) {
            for word in
                ["bfs", "dfs", "ids", "ucs", "greedy", "astar", "idastar", "beam(9)", "anytime"]
            {
                let symmetric = Strategy { symmetry: true, ..word.parse().unwrap() };
                let mut seen = Seen(0);
                let found = solve(&graph, &symmetric, &mut Limits::none(), &mut seen).unwrap();
                assert_eq!(seen.0, found.stats.expanded, "{word}");
                let stores_states = !["ids", "idastar"].contains(&word);
                assert!(!stores_states || seen.0 <= graph.h.len() as u64 / 2, "{word}");
                let (Outcome::Solved(plan, sure), Outcome::Solved(other, as_sure)) =
                    (found.outcome, graph.outcome(word))
                else {
                    panic!("{word} finds no plan")
                };
                assert_eq!(validate(&graph, &plan), Ok(()), "{word}");
                // Among fewer states, a beam may drop none and so prove more.
                assert!(sure == as_sure || sure == Optimality::Proved, "{word}");
                assert!(sure != Optimality::Proved || plan.cost <= other.cost, "{word}");
            }
        }
    }
}
