//! Audits of a heuristic: checks the claims of admissibility and consistency on all states.
//!
//! An audit enumerates all reachable states and computes the exact cost h\* of each to a goal, by one
//! backward search from all goals (Dial 1969). It compares h with h\* at every state and along every
//! move, and keeps the first counterexample of each kind. A move takes eight bytes of memory.

use crate::limits::Gauge;
use crate::store::index::{Index, MAX_KEYS};
use crate::store::{held, push, sum};
use crate::{Claim, Cost, DEAD_END, Limits, Problem, Stats, Stop};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// The number of steps between two checks of the limits after the enumeration.
const STRIDE: usize = 1 << 16;

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
    let mut stats = Stats::default();
    let result = space.enumerate(&mut audit, &mut stats, limits, &state, &action).and_then(|()| {
        audit.listed = true;
        let gauge = space.gauge(stats.generated);
        let mut steps = 0;
        let mut poll = || {
            steps += 1;
            let is_due = steps % STRIDE == 0;
            let stop = is_due.then(|| limits.check(&stats, gauge).break_value()).flatten();
            // Only the enumeration counts as expansions.
            stop.filter(|stop| *stop != Stop::Expansions).map_or(Ok(()), Err)
        };
        let reversed = space.reverse(&mut poll)?;
        space.exact(&reversed, &mut poll)
    });
    (audit.states, audit.moves, audit.goals) =
        (stats.expanded, stats.generated, space.goals.len() as u64);
    match result {
        Ok(exact) => audit.exact = Some(space.compare(&exact, &state)),
        Err(stop) => audit.stopped = Some(stop),
    }
    audit
}

/// All states found so far, numbered in the order of discovery.
struct Space<'p, P: Problem> {
    problem: &'p P,
    keys: Vec<P::Key>,
    index: Index,
    h: Vec<Cost>,
    /// The number of moves that lead to each state.
    moves_to: Vec<u64>,
    goals: Vec<u32>,
}

/// All moves, grouped by the state they lead to.
struct Reversed {
    /// The end of each group in `moves`. It begins where the previous group ends.
    ends: Vec<u64>,
    /// The state before each move, and its cost.
    moves: Vec<(u32, Cost)>,
}

impl<'p, P: Problem> Space<'p, P> {
    fn new(problem: &'p P) -> Self {
        let mut space = Self {
            problem,
            keys: vec![],
            index: Index::new(),
            h: vec![],
            moves_to: vec![],
            goals: vec![],
        };
        space.id_of(&problem.start());
        space
    }

    /// Returns the number of a state. A new state gets the next number.
    fn id_of(&mut self, state: &P::State) -> usize {
        let key = self.problem.pack(state);
        let new = self.keys.len();
        self.index.find_or_add(&key, new, |i| self.keys[i]).unwrap_or_else(|| {
            push(&mut self.keys, key);
            push(&mut self.h, self.problem.h(state));
            push(&mut self.moves_to, 0);
            new
        })
    }

    /// Returns the current size, including what the backward search will need.
    fn gauge(&self, moves: u64) -> Gauge {
        // A state's exact value and its entry in a bucket.
        let per_state = size_of::<(Cost, u32)>() as u64;
        let per_move = size_of::<(u32, Cost)>() as u64;
        let later = moves * per_move + self.keys.len() as u64 * per_state;
        let held = sum([
            held(&self.keys),
            held(&self.h),
            held(&self.moves_to),
            held(&self.goals),
            self.index.table.held(),
            (later, later),
        ]);
        Gauge::new(self.keys.len() as u64, held)
    }

    /// Enumerates all states and checks every move.
    fn enumerate<S, A>(
        &mut self,
        audit: &mut Audit<S, A>,
        stats: &mut Stats,
        limits: &mut Limits<'_>,
        show: &impl Fn(&P::State) -> S,
        show_action: &impl Fn(&P::State, P::Action) -> A,
    ) -> Result<(), Stop> {
        let mut id = 0;
        while id < self.keys.len() {
            if let ControlFlow::Break(stop) = limits.poll(stats, || self.gauge(stats.generated)) {
                return Err(stop);
            }
            // Leaves room for the successors of one state.
            if self.keys.len() > MAX_KEYS - STRIDE {
                return Err(Stop::Memory);
            }
            stats.expanded += 1;
            let state = self.problem.unpack(&self.keys[id]);
            let h = self.h[id];
            if self.problem.is_goal(&state) {
                push(&mut self.goals, id as u32);
                if h > 0 {
                    let example = || Overestimate { state: show(&state), h, exact: 0 };
                    record(&mut audit.goals_above_zero, example);
                }
            }
            let problem = self.problem;
            problem.visit_successors(&state, &mut |action, cost, next| {
                stats.generated += 1;
                let to = self.id_of(&next);
                self.moves_to[to] += 1;
                let next_h = self.h[to];
                if is_inconsistent(h, cost, next_h) {
                    record(&mut audit.inconsistencies, || Inconsistency {
                        state: show(&state),
                        h,
                        action: show_action(&state, action),
                        cost,
                        next: show(&next),
                        next_h,
                    });
                }
            });
            id += 1;
        }
        Ok(())
    }

    /// Reverses all moves. Generates them again, since storing both directions would take twice the
    /// memory.
    fn reverse(&mut self, poll: &mut impl FnMut() -> Result<(), Stop>) -> Result<Reversed, Stop> {
        // At first `ends` holds where each group begins; every move added advances it.
        let mut ends = std::mem::take(&mut self.moves_to);
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut moves = vec![(0, 0); total as usize];
        for id in 0..self.keys.len() {
            poll()?;
            let state = self.problem.unpack(&self.keys[id]);
            self.problem.visit_successors(&state, &mut |_, cost, next| {
                let to = self
                    .index
                    .find(&self.problem.pack(&next), |i| self.keys[i])
                    .expect("successors() must return the same moves every time");
                moves[ends[to] as usize] = (id as u32, cost);
                ends[to] += 1;
            });
        }
        Ok(Reversed { ends, moves })
    }

    /// Returns h\* of every state.
    fn exact(
        &self,
        reversed: &Reversed,
        poll: &mut impl FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Cost>, Stop> {
        let mut exact = vec![DEAD_END; self.keys.len()];
        for &goal in &self.goals {
            exact[goal as usize] = 0;
        }
        // An ordered map instead of an array, since costs can be large.
        let mut buckets = BTreeMap::from([(0, self.goals.clone())]);
        while let Some((cost, bucket)) = buckets.pop_first() {
            for state in bucket.into_iter().map(|state| state as usize) {
                poll()?;
                if exact[state] < cost {
                    continue;
                }
                let begin = if state == 0 { 0 } else { reversed.ends[state - 1] };
                for &(before, step) in
                    &reversed.moves[begin as usize..reversed.ends[state] as usize]
                {
                    let total = cost.saturating_add(step);
                    if total < exact[before as usize] {
                        exact[before as usize] = total;
                        buckets.entry(total).or_default().push(before);
                    }
                }
            }
        }
        Ok(exact)
    }

    /// Compares h with h\*.
    fn compare<S>(&self, exact: &[Cost], show: &impl Fn(&P::State) -> S) -> Exact<S> {
        let mut result =
            Exact { start: exact[0], dead: 0, overestimates: (0, None), pairs: vec![] };
        let mut pairs: BTreeMap<(Cost, Cost), u64> = BTreeMap::new();
        for ((&h, &exact), key) in self.h.iter().zip(exact).zip(&self.keys) {
            *pairs.entry((h, exact)).or_default() += 1;
            result.dead += u64::from(exact == DEAD_END);
            if h > exact {
                let state = || show(&self.problem.unpack(key));
                record(&mut result.overestimates, || Overestimate { state: state(), h, exact });
            }
        }
        let pair = |((h, exact), states)| Pair { h, exact, states };
        result.pairs = pairs.into_iter().map(pair).collect();
        result
    }
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
