//! Audits of a heuristic: checks the claims of admissibility and consistency on all states.
//!
//! An audit enumerates all reachable states and computes the exact cost h\* of each to a goal, by one
//! backward search from all goals (Dial 1969). It compares h with h\* at every state and along every
//! move, and keeps the first counterexample of each kind. A move takes eight bytes of memory. The results
//! do not depend on the number of threads.

mod space;

use crate::{Claim, Cost, DEAD_END, Limits, Problem, Stats, Stop};
use space::{Clock, Space};
use std::fmt;

/// A state that the heuristic overestimates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overestimate<S> {
    /// The state.
    pub state: S,
    /// Its heuristic value; [`DEAD_END`] for a false dead end.
    pub h: Cost,
    /// The cost of a cheapest path to a goal.
    pub exact: Cost,
}

/// A move along which h decreases by more than the cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inconsistency<S, A> {
    /// The state before the move.
    pub state: S,
    /// Its heuristic value.
    pub h: Cost,
    /// The move.
    pub action: A,
    /// The cost of the move.
    pub cost: Cost,
    /// The state after the move.
    pub next: S,
    /// Its heuristic value.
    pub next_h: Cost,
}

/// The number of states with a given heuristic value and a given exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The heuristic value, or [`DEAD_END`].
    pub h: Cost,
    /// The exact value; [`DEAD_END`] if no goal is reachable.
    pub exact: Cost,
    /// The number of states.
    pub states: u64,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Claimed, and true for every reachable state.
    Confirmed,
    /// Claimed, but false.
    Refuted,
    /// Not claimed, but true for every reachable state.
    TrueButNotClaimed,
    /// Not claimed, and false.
    FalseAndNotClaimed,
    /// Undecided: the audit was stopped before it found a counterexample.
    Open,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Confirmed => "claimed, and true",
            Self::Refuted => "claimed, but FALSE",
            Self::TrueButNotClaimed => "true, though not claimed",
            Self::FalseAndNotClaimed => "false, and not claimed",
            Self::Open => "unknown: the audit was stopped",
        })
    }
}

/// The result of an audit. Counts come with the first example, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Audit<S, A> {
    /// The claim of the problem about its heuristic.
    pub claim: Claim,
    /// The limit that stopped the audit; the results then cover only a part of the space.
    pub stopped: Option<Stop>,
    /// Whether all reachable states and moves were enumerated.
    pub listed: bool,
    /// States whose moves were checked.
    pub states: u64,
    /// Moves checked.
    pub moves: u64,
    /// Goals among these states.
    pub goals: u64,
    /// Goals with a positive heuristic value.
    pub goals_above_zero: (u64, Option<Overestimate<S>>),
    /// Moves along which h decreases by more than the cost.
    pub inconsistencies: (u64, Option<Inconsistency<S, A>>),
    /// The comparison with h\*; `None` if the audit was stopped.
    pub exact: Option<Exact<S>>,
}

/// The comparison of h with h\*.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exact<S> {
    /// h\* of the start: the optimal cost, or [`DEAD_END`].
    pub start: Cost,
    /// States from which no goal is reachable.
    pub dead: u64,
    /// States with h > h\*, false dead ends included.
    pub overestimates: (u64, Option<Overestimate<S>>),
    /// The number of states for each pair (h, h\*), in ascending order.
    pub pairs: Vec<Pair>,
}

impl<S, A> Audit<S, A> {
    /// Returns an audit that has checked nothing, and the limit that stopped it, if any.
    #[must_use]
    pub fn new(claim: Claim, stopped: Option<Stop>) -> Self {
        Self {
            claim,
            stopped,
            listed: false,
            states: 0,
            moves: 0,
            goals: 0,
            goals_above_zero: (0, None),
            inconsistencies: (0, None),
            exact: None,
        }
    }

    /// Returns whether h is consistent, or `None` if undecided.
    #[must_use]
    pub fn consistent(&self) -> Option<bool> {
        if self.goals_above_zero.0 > 0 || self.inconsistencies.0 > 0 {
            Some(false)
        } else {
            self.listed.then_some(true)
        }
    }

    /// Returns whether h is admissible, or `None` if undecided.
    #[must_use]
    pub fn admissible(&self) -> Option<bool> {
        if self.goals_above_zero.0 > 0 {
            return Some(false);
        }
        match &self.exact {
            Some(exact) => Some(exact.overestimates.0 == 0),
            // A consistent heuristic is admissible, even if h* is unknown.
            None => self.consistent().filter(|&consistent| consistent),
        }
    }

    /// Returns the verdict on the claim that h is admissible.
    #[must_use]
    pub fn admissibility(&self) -> Finding {
        finding(self.claim.is_admissible(), self.admissible())
    }

    /// Returns the verdict on the claim that h is consistent.
    #[must_use]
    pub fn consistency(&self) -> Finding {
        finding(self.claim.is_consistent(), self.consistent())
    }

    /// Returns whether a claim is refuted.
    #[must_use]
    pub fn refuted(&self) -> bool {
        self.admissibility() == Finding::Refuted || self.consistency() == Finding::Refuted
    }
}

fn finding(claimed: bool, holds: Option<bool>) -> Finding {
    match (claimed, holds) {
        (true, Some(true)) => Finding::Confirmed,
        (true, Some(false)) => Finding::Refuted,
        (false, Some(true)) => Finding::TrueButNotClaimed,
        (false, Some(false)) => Finding::FalseAndNotClaimed,
        (_, None) => Finding::Open,
    }
}

/// Audits the heuristic of a problem on all states reachable from its start.
///
/// The enumeration continues beyond goals. If a limit stops the audit, counterexamples found so far
/// are still valid.
///
/// # Panics
/// Panics if [`Problem::successors`] returns different moves when called again.
pub fn audit<P: Problem>(problem: &P, limits: &mut Limits<'_>) -> Audit<P::State, P::Action> {
    audit_with(problem, limits, P::State::clone, |_, action| action)
}

/// Like [`audit`], with examples whose states and moves are converted, for instance to text.
///
/// # Panics
/// Panics like [`audit`].
pub fn audit_with<P: Problem, S, A>(
    problem: &P,
    limits: &mut Limits<'_>,
    state: impl Fn(&P::State) -> S,
    action: impl Fn(&P::State, P::Action) -> A,
) -> Audit<S, A> {
    let mut space = Space::new(problem);
    let mut audit = Audit::new(problem.claim(), None);
    let mut clock = Clock { limits, stats: Stats::default(), steps: 0 };
    let result = space.enumerate(&mut audit, &mut clock, &state, &action).and_then(|()| {
        audit.listed = true;
        let reversed = space.reverse(&mut clock)?;
        space.exact(&reversed, &mut clock)
    });
    let stats = clock.stats;
    (audit.states, audit.moves, audit.goals) =
        (stats.expanded, stats.generated, space.goals.len() as u64);
    match result {
        Ok(exact) => audit.exact = Some(space.compare(&exact, &state)),
        Err(stop) => audit.stopped = Some(stop),
    }
    audit
}

/// Counts an occurrence and keeps the first example.
fn record<T>(seen: &mut (u64, Option<T>), example: impl FnOnce() -> T) {
    seen.0 += 1;
    seen.1.get_or_insert_with(example);
}

/// Returns whether h > cost + h', where a dead end has infinite h.
fn is_inconsistent(h: Cost, cost: Cost, next_h: Cost) -> bool {
    next_h != DEAD_END && (h == DEAD_END || u64::from(h) > u64::from(cost) + u64::from(next_h))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::Graph;

    /// The cheapest plan, 0 → 1 → 2 → 3, costs 3. State 4 is a dead end.
    fn graph(h: [Cost; 5], claim: Claim) -> Graph {
        let arcs =
            vec![vec![(1, 1), (2, 5)], vec![(2, 1)], vec![(3, 1), (4, 0)], vec![(0, 7)], vec![]];
        Graph { goals: vec![3], h: h.to_vec(), claim, ..Graph::new(arcs) }
    }

    fn audited(h: [Cost; 5], claim: Claim) -> Audit<usize, usize> {
        audit(&graph(h, claim), &mut Limits::none())
    }

    #[test]
    fn judges_claims() {
        use Finding::{Confirmed, FalseAndNotClaimed, Refuted, TrueButNotClaimed};
        for (h, claim, admissibility, consistency) in [
            ([3, 2, 1, 0, DEAD_END], Claim::Consistent, Confirmed, Confirmed),
            ([0; 5], Claim::Nothing, TrueButNotClaimed, TrueButNotClaimed),
            ([3, 0, 1, 0, 0], Claim::Consistent, Confirmed, Refuted),
            ([3, 0, 1, 0, 0], Claim::Admissible, Confirmed, FalseAndNotClaimed),
            ([3, 4, 2, 0, 0], Claim::Admissible, Refuted, FalseAndNotClaimed),
            // Positive at the goal.
            ([3, 2, 1, 1, 0], Claim::Admissible, Refuted, FalseAndNotClaimed),
            // A false dead end.
            ([3, DEAD_END, 1, 0, 0], Claim::Admissible, Refuted, FalseAndNotClaimed),
        ] {
            let audit = audited(h, claim);
            assert_eq!((audit.admissibility(), audit.consistency()), (admissibility, consistency));
            assert_eq!(audit.refuted(), [admissibility, consistency].contains(&Refuted), "{h:?}");
        }
    }

    #[test]
    fn counts_and_keeps_the_first_examples() {
        let audit = audited([3, 2, 1, 0, DEAD_END], Claim::Consistent);
        assert_eq!((audit.states, audit.moves, audit.goals), (5, 6, 1));
        let exact = audit.exact.expect("no limit was set");
        assert_eq!((exact.start, exact.dead), (3, 1));
        let values = [0, 1, 2, 3, DEAD_END];
        assert_eq!(exact.pairs, values.map(|value| Pair { h: value, exact: value, states: 1 }));
        let example = Inconsistency { state: 0, h: 3, action: 0, cost: 1, next: 1, next_h: 0 };
        // The other one is the move from 2 to 4, of cost 0.
        let inconsistent = audited([3, 0, 1, 0, 0], Claim::Consistent);
        assert_eq!(inconsistent.inconsistencies, (2, Some(example)));
        let overestimates = |h| audited(h, Claim::Admissible).exact.unwrap().overestimates;
        let example = Overestimate { state: 1, h: 4, exact: 2 };
        assert_eq!(overestimates([3, 4, 2, 0, 0]), (2, Some(example)));
        assert_eq!(overestimates([3, DEAD_END, 1, 0, 0]).0, 1);
        let positive_at_goal = audited([3, 2, 1, 1, 0], Claim::Admissible);
        let example = Overestimate { state: 3, h: 1, exact: 0 };
        assert_eq!(positive_at_goal.goals_above_zero, (1, Some(example)));
    }

    #[test]
    fn a_stopped_audit_keeps_its_counterexamples() {
        let limited = |h, mut limits: Limits<'_>| {
            let audit = audit(&graph(h, Claim::Consistent), &mut limits);
            (audit.stopped, audit.consistency(), audit.admissibility())
        };
        let stop = |expansions| Limits::none().expansions(expansions);
        let (open, stopped) = (Finding::Open, Some(Stop::Expansions));
        assert_eq!(limited([3, 2, 1, 0, 0], stop(1)), (stopped, open, open));
        assert_eq!(limited([3, 0, 1, 0, 0], stop(1)), (stopped, Finding::Refuted, open));
        // One expansion per state suffices.
        assert_eq!(limited([3, 2, 1, 0, 0], stop(5)).0, None);
        assert_eq!(limited([0; 5], Limits::none().memory(1)).0, Some(Stop::Memory));
    }

    #[test]
    fn counterexamples_decide_without_exact_values() {
        let mut audit: Audit<usize, usize> = Audit::new(Claim::Consistent, None);
        assert_eq!((audit.consistent(), audit.admissible()), (None, None));
        audit.listed = true;
        assert_eq!((audit.consistent(), audit.admissible()), (Some(true), Some(true)));
        audit.inconsistencies.0 = 1;
        assert_eq!((audit.consistent(), audit.admissible()), (Some(false), None));
        audit.inconsistencies.0 = 0;
        audit.goals_above_zero.0 = 1;
        assert_eq!((audit.consistent(), audit.admissible()), (Some(false), Some(false)));
    }

    #[test]
    fn the_backward_search_counts_as_memory() {
        // A circle of 200,000 states; each has two moves.
        let size = 200_000;
        let arcs = (0..size).map(|state| vec![((state + 1) % size, 1), (state, 1)]).collect();
        let circle = Graph { goals: vec![0], h: vec![0; size], ..Graph::new(arcs) };
        let whole = audit(&circle, &mut Limits::none());
        assert_eq!((whole.stopped, whole.states, whole.moves), (None, 200_000, 400_000));
        // 8 bytes for each move and 8 for each state later; keys, h and counts take 8 + 4 + 8 now.
        let needed = 400_000 * 8 + 200_000 * (8 + 8 + 4 + 8);
        let stopped = |bytes| audit(&circle, &mut Limits::none().memory(bytes)).stopped;
        assert_eq!(stopped(needed), Some(Stop::Memory));
        assert_eq!(stopped(needed * 3 / 2), None);
        // The backward search makes no expansions.
        assert_eq!(audit(&circle, &mut Limits::none().expansions(200_000)).stopped, None);
        let space = Space::new(&circle);
        assert_eq!(space.gauge(1000).bytes - space.gauge(0).bytes, 8000);
    }
}
