//! What is true of a small instance, from its explicit state space by the Bellman-Ford algorithm, which
//! shares no code with the engine.

use heureka_core::{Claim, Cost, DEAD_END};
use heureka_kit::space::StateSpace;

/// The cost where no path exists.
const NONE: u64 = u64::MAX;

/// The cheapest plans of an instance, by their number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// The cost of the cheapest plan of at most this many moves. More moves change nothing.
    within: Vec<Option<u64>>,
}

impl Truth {
    /// Computes the cheapest plans of a state space.
    #[must_use]
    pub fn of(space: &StateSpace) -> Self {
        let mut costs = vec![NONE; space.goals.len()];
        costs[0] = 0;
        let mut within = vec![];
        loop {
            let goals = costs.iter().zip(&space.goals).filter(|&(_, &goal)| goal);
            within.push(goals.map(|(&cost, _)| cost).min().filter(|&cost| cost < NONE));
            let mut next = costs.clone();
            for &(origin, target, cost) in &space.moves {
                let sum = costs[origin as usize].saturating_add(u64::from(cost));
                next[target as usize] = next[target as usize].min(sum);
            }
            if next == costs {
                return Self { within };
            }
            costs = next;
        }
    }

    /// Returns the cost of a cheapest plan, if there is a plan.
    #[must_use]
    pub fn optimum(&self) -> Option<u64> {
        self.within.last().copied().flatten()
    }

    /// Returns the cost of the cheapest plan of at most `moves` moves, if there is one.
    #[must_use]
    pub fn cheapest_within(&self, moves: u32) -> Option<u64> {
        self.within.get(moves as usize).or(self.within.last()).copied().flatten()
    }

    /// Returns the fewest moves of a plan, if there is a plan.
    #[must_use]
    pub fn fewest_moves(&self) -> Option<usize> {
        self.within.iter().position(Option::is_some)
    }
}

/// Returns why a claim about the heuristic is false, if it is.
#[must_use]
pub fn refute(space: &StateSpace, claim: Claim) -> Option<String> {
    if !claim.is_admissible() {
        return None;
    }
    let mut exact: Vec<u64> = space.goals.iter().map(|&g| if g { 0 } else { NONE }).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &(origin, target, cost) in space.moves.iter().rev() {
            let sum = exact[target as usize].saturating_add(u64::from(cost));
            if sum < exact[origin as usize] {
                exact[origin as usize] = sum;
                changed = true;
            }
        }
    }
    let estimate = |state: usize| match space.h[state] {
        DEAD_END => NONE,
        h => u64::from(h),
    };
    let state = (0..exact.len()).find(|&state| estimate(state) > exact[state]);
    if let Some(state) = state {
        let (h, exact) = (space.h[state], exact[state]);
        return Some(format!("h is not admissible: state {state} has h = {h}, exactly {exact}"));
    }
    let rises = |&&(origin, target, cost): &&(u32, u32, Cost)| {
        estimate(origin as usize) > estimate(target as usize).saturating_add(u64::from(cost))
    };
    let inconsistent = space.moves.iter().find(rises).filter(|_| claim.is_consistent());
    inconsistent.map(|(origin, target, cost)| {
        format!("h is not consistent: states {origin} and {target}, cost {cost}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An expensive plan of one move, a cheap one of two, and a state from which no goal is reachable.
    fn space(h: [Cost; 4]) -> StateSpace {
        let moves = vec![(0, 2, 9), (0, 1, 1), (1, 2, 3), (2, 0, 1), (0, 3, 0)];
        StateSpace { moves, goals: vec![false, false, true, false], h: h.to_vec() }
    }

    #[test]
    fn knows_the_cheapest_plan_of_every_length() {
        let truth = Truth::of(&space([0; 4]));
        let costs: Vec<_> = (0..4).map(|moves| truth.cheapest_within(moves)).collect();
        assert_eq!(costs, [None, Some(9), Some(4), Some(4)]);
        assert_eq!((truth.optimum(), truth.fewest_moves()), (Some(4), Some(1)));
        let unsolvable = StateSpace { goals: vec![false; 4], ..space([0; 4]) };
        assert_eq!(Truth::of(&unsolvable).optimum(), None);
    }

    #[test]
    fn refutes_false_claims() {
        let refuted = |h, claim| refute(&space(h), claim).is_some();
        assert!(!refuted([4, 3, 0, DEAD_END], Claim::Consistent));
        assert!(refuted([5, 3, 0, 0], Claim::Admissible));
        assert!(refuted([4, 3, 1, 0], Claim::Admissible));
        assert!(refuted([4, DEAD_END, 0, 0], Claim::Admissible));
        assert!(!refuted([4, 0, 0, 4], Claim::Admissible));
        assert!(refuted([4, 0, 0, 4], Claim::Consistent));
        assert!(!refuted([99; 4], Claim::Nothing));
    }
}
