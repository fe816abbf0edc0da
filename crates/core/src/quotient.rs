//! A problem up to symmetry: one representative is searched instead of every state of its class.
//!
//! A plan found there is not a plan of the problem: after a move the representative may be the
//! mirror image of the state that the move really leads to, and the next move is meant for that
//! image. [`Quotient::lift`] turns it into a true plan by replay.

use crate::{
    Claim, Cost, Edge, Layered, Limits, Observer, Outcome, Plan, Problem, Pruned, Report,
    Reversible, Strategy, Symmetric, Undirected, Unsupported, solve,
};

/// A problem whose states are the representatives of another problem's symmetry classes.
///
/// ```
/// use heureka_core::{Cost, Plan, Problem, Quotient, Symmetric, validate};
///
/// /// From 0 to 3 or −3 on the line of whole numbers, which is its own mirror image.
/// struct Line;
///
/// impl Problem for Line {
///     type State = i32;
///     type Key = i32;
///     type Action = i32;
///     fn start(&self) -> i32 {
///         0
///     }
///     fn is_goal(&self, state: &i32) -> bool {
///         state.abs() == 3
///     }
///     fn successors(&self, &state: &i32, visit: &mut impl FnMut(i32, Cost, i32)) {
///         for step in [-1, 1] {
///             visit(step, 1, state + step);
///         }
///     }
///     fn pack(&self, &state: &i32) -> i32 {
///         state
///     }
///     fn unpack(&self, &key: &i32) -> i32 {
///         key
///     }
/// }
///
/// impl Symmetric for Line {
///     fn canonical(&self, state: &i32) -> i32 {
///         state.abs()
///     }
/// }
///
/// let quotient = Quotient::new(&Line);
/// // Among representatives, −1 leads from 0 to 1.
/// let found = Plan { actions: vec![-1, 1, 1], cost: 3 };
/// assert_eq!(validate(&quotient, &found), Ok(()));
/// assert!(validate(&Line, &found).is_err());
/// let plan = quotient.lift(&found).unwrap();
/// assert_eq!(plan.actions, [-1, -1, -1]);
/// assert_eq!(validate(&Line, &plan), Ok(()));
/// ```
#[derive(Debug)]
pub struct Quotient<'p, P> {
    problem: &'p P,
}

impl<'p, P: Symmetric> Quotient<'p, P> {
    /// The quotient of a problem by its symmetry.
    ///
    /// An admissible heuristic stays admissible. A consistent one need not stay consistent, since
    /// it may value a state and its representative differently; so that claim is dropped, unless
    /// [`Symmetric::h_is_invariant`] keeps it.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        Self { problem }
    }

    /// The plan of the problem itself that a plan among representatives stands for.
    ///
    /// At each true state the first move is taken that costs the same as the plan's and leads into
    /// the same class. Nothing comes out if the plan is none, or if the symmetry breaks its
    /// promises.
    #[must_use]
    pub fn lift(&self, plan: &Plan<P::Action>) -> Option<Plan<P::Action>> {
        let mut state = self.problem.start();
        let mut representative = self.start();
        let mut actions = Vec::with_capacity(plan.actions.len());
        let mut total: Cost = 0;
        for &action in &plan.actions {
            let (cost, next) = self.apply(&representative, action)?;
            let mut step = None;
            self.problem.successors(&state, &mut |a, c, t| {
                if step.is_none() && c == cost && self.problem.canonical(&t) == next {
                    step = Some((a, t));
                }
            });
            let (true_action, true_next) = step?;
            actions.push(true_action);
            total = total.saturating_add(cost);
            (state, representative) = (true_next, next);
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

    // `undoes` stays false: what takes a move back may have another name at the representative.
}

/// A layer is closed under symmetry, as equally many moves lead to symmetric states.
impl<P: Symmetric + Layered> Layered for Quotient<'_, P> {}

/// What leads to a state has an image that leads to the state's image.
impl<P: Symmetric + Reversible> Reversible for Quotient<'_, P> {
    fn goals(&self, visit: &mut impl FnMut(P::State)) {
        self.problem.goals(&mut |goal| visit(self.problem.canonical(&goal)));
    }

    fn predecessors(&self, state: &P::State, visit: &mut impl FnMut(P::Action, Cost, P::State)) {
        self.problem.predecessors(state, &mut |action, cost, previous| {
            visit(action, cost, self.problem.canonical(&previous));
        });
    }
}

/// What takes a move back has an image that takes the move's image back.
impl<P: Symmetric + Undirected> Undirected for Quotient<'_, P> {}

/// Tells an observer of a problem what happens among its representatives.
struct Among<'o, O>(&'o mut O);

/// The same move, seen as one of the problem itself.
fn unfolded<'e, P: Symmetric>(edge: &Edge<'e, Quotient<'_, P>>) -> Edge<'e, P> {
    Edge { from: edge.from, action: edge.action, to: edge.to, g: edge.g }
}

impl<'p, P: Symmetric, O: Observer<P>> Observer<Quotient<'p, P>> for Among<'_, O> {
    const WATCHES: bool = O::WATCHES;

    #[inline(always)]
    fn expanded(&mut self, state: &P::State, g: Cost) {
        self.0.expanded(state, g);
    }
    #[inline(always)]
    fn generated(&mut self, edge: &Edge<'_, Quotient<'p, P>>) {
        self.0.generated(&unfolded(edge));
    }
    #[inline(always)]
    fn duplicate(&mut self, edge: &Edge<'_, Quotient<'p, P>>) {
        self.0.duplicate(&unfolded(edge));
    }
    #[inline(always)]
    fn reopened(&mut self, edge: &Edge<'_, Quotient<'p, P>>) {
        self.0.reopened(&unfolded(edge));
    }
    #[inline(always)]
    fn pruned(&mut self, edge: &Edge<'_, Quotient<'p, P>>, why: Pruned) {
        self.0.pruned(&unfolded(edge), why);
    }
    #[inline(always)]
    fn bound(&mut self, bound: Cost) {
        self.0.bound(bound);
    }
    #[inline(always)]
    fn solved(&mut self, state: &P::State, cost: Cost) {
        self.0.solved(state, cost);
    }
}

/// As [`solve`], among representatives if the strategy says so; the plan is lifted.
///
/// The observer is told of representatives, and a plan is as sure as it was among them.
///
/// # Errors
/// As [`solve`].
///
/// # Panics
/// If the symmetry breaks its promises, so that a plan among representatives stands for none.
pub fn solve_symmetric<P: Symmetric, O: Observer<P>>(
    problem: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    observer: &mut O,
) -> Result<Report<P::Action>, Unsupported> {
    if !strategy.symmetry {
        return solve(problem, strategy, limits, observer);
    }
    let quotient = Quotient::new(problem);
    let strategy = Strategy { symmetry: false, ..*strategy };
    let mut report = solve(&quotient, &strategy, limits, &mut Among(observer))?;
    if let Outcome::Solved(plan, _) = &mut report.outcome {
        *plan = quotient.lift(plan).expect(
            "canonical() must keep moves, costs and goals: symmetric states have symmetric moves",
        );
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Optimality, PlanError, validate};
    use std::collections::HashMap;

    /// A token on a 5 × 5 board goes from a corner to the middle column or row, so far from the
    /// middle itself, which is a wall. Mirror images in the diagonals and axes are symmetric.
    struct Board {
        goal_distance: i8,
    }

    impl Problem for Board {
        type State = (i8, i8);
        type Key = (i8, i8);
        type Action = char;

        fn start(&self) -> (i8, i8) {
            (-2, 2)
        }
        fn is_goal(&self, &(x, y): &(i8, i8)) -> bool {
            x.abs().max(y.abs()) == self.goal_distance && x.abs().min(y.abs()) == 0
        }
        fn successors(&self, &(x, y): &(i8, i8), visit: &mut impl FnMut(char, Cost, (i8, i8))) {
            for (name, dx, dy) in [('N', 0, -1), ('E', 1, 0), ('S', 0, 1), ('W', -1, 0)] {
                let next = (x + dx, y + dy);
                if next.0.abs() <= 2 && next.1.abs() <= 2 && next != (0, 0) {
                    visit(name, 1, next);
                }
            }
        }
        fn pack(&self, &state: &(i8, i8)) -> (i8, i8) {
            state
        }
        fn unpack(&self, &key: &(i8, i8)) -> (i8, i8) {
            key
        }
    }

    impl Symmetric for Board {
        fn canonical(&self, &(x, y): &(i8, i8)) -> (i8, i8) {
            let (x, y) = (x.abs(), y.abs());
            (x.max(y), x.min(y))
        }
    }

    /// Plain breadth-first search; the plan and how many states it met.
    fn breadth_first<P: Problem>(problem: &P) -> (Plan<P::Action>, usize) {
        let mut ways = HashMap::from([(problem.pack(&problem.start()), vec![])]);
        let mut layer = vec![problem.start()];
        loop {
            let mut next_layer = vec![];
            for state in layer {
                let way = ways[&problem.pack(&state)].clone();
                if problem.is_goal(&state) {
                    let cost = way.len() as Cost;
                    return (Plan { actions: way, cost }, ways.len());
                }
                problem.successors(&state, &mut |action, _, next| {
                    ways.entry(problem.pack(&next)).or_insert_with(|| {
                        next_layer.push(next);
                        way.iter().copied().chain([action]).collect()
                    });
                });
            }
            layer = next_layer;
        }
    }

    #[test]
    fn a_plan_among_representatives_is_lifted() {
        for goal_distance in [1, 2] {
            let board = Board { goal_distance };
            let quotient = Quotient::new(&board);
            let (found, met) = breadth_first(&quotient);
            let (direct, all) = breadth_first(&board);
            assert!(met < all);
            assert_eq!(found.cost, direct.cost);
            assert_eq!(validate(&quotient, &found), Ok(()));
            let lifted = quotient.lift(&found).expect("the board is symmetric");
            assert_eq!(validate(&board, &lifted), Ok(()));
            assert_eq!(lifted.cost, direct.cost);
        }
    }

    /// Every strategy finds among representatives what it finds without, in no more states, and is at
    /// least as sure; its observer sees only representatives.
    #[test]
    fn strategies_search_among_representatives() {
        struct Seen(u64);
        impl Observer<Board> for Seen {
            fn expanded(&mut self, &(x, y): &(i8, i8), _: Cost) {
                assert!(x >= y && y >= 0, "{x} {y} is no representative");
                self.0 += 1;
            }
        }
        let board = Board { goal_distance: 1 };
        for word in ["bfs", "dfs", "ids", "ucs", "greedy", "astar", "idastar", "beam(3)", "anytime"]
        {
            let plain: Strategy = word.parse().unwrap();
            let symmetric = Strategy { symmetry: true, ..plain };
            let direct = solve_symmetric(&board, &plain, &mut Limits::none(), &mut ()).unwrap();
            let mut seen = Seen(0);
            let found =
                solve_symmetric(&board, &symmetric, &mut Limits::none(), &mut seen).unwrap();
            assert_eq!(seen.0, found.stats.expanded, "{word}");
            let (Outcome::Solved(plan, sure), Outcome::Solved(other, as_sure)) =
                (found.outcome, direct.outcome)
            else {
                panic!("{word} finds no plan")
            };
            assert_eq!(validate(&board, &plan), Ok(()), "{word}");
            // Among fewer states, a beam may have dropped none and so be surer.
            assert!(sure == as_sure || sure == Optimality::Proved, "{word}");
            if sure == Optimality::Proved {
                assert_eq!(plan.cost, other.cost, "{word}");
                assert!(found.stats.expanded <= direct.stats.expanded, "{word}");
            }
            assert!(solve(&board, &symmetric, &mut Limits::none(), &mut ()).is_err());
        }
    }

    /// The mistake that lifting avoids: the moves among representatives, played on the board itself.
    #[test]
    fn the_plan_as_found_may_be_illegal() {
        let board = Board { goal_distance: 2 };
        let quotient = Quotient::new(&board);
        // The representatives are (2, 2), then (1, 2), which is turned to (2, 1), then (2, 0).
        let found = Plan { actions: vec!['W', 'N'], cost: 2 };
        assert_eq!(validate(&quotient, &found), Ok(()));
        assert_eq!(validate(&board, &found), Err(PlanError::IllegalMove { step: 1 }));
        let lifted = quotient.lift(&found).expect("the board is symmetric");
        assert_eq!(validate(&board, &lifted), Ok(()));
        assert_eq!(quotient.lift(&Plan { actions: vec!['E'], cost: 1 }), None);
        assert_eq!(quotient.lift(&Plan { actions: vec!['W'], cost: 1 }), None);
    }
}
