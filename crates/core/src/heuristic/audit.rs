//! The audit of a heuristic: is what is claimed of it true?
//!
//! Every state that can be reached from the start is listed, the exact cost h\* of the cheapest way
//! from each to a goal is found by one search backwards from all goals at once, and the heuristic
//! is held against it state by state and move by move. The first counterexample is kept, for a
//! claim that fails should fail with a state that one can look at.
//!
//! The backward search is Dijkstra's with buckets for a queue (Dial 1969); the moves reversed lie in
//! one flat array, so a move takes eight bytes.

use crate::store::index::{Index, MAX_KEYS};
use crate::store::{held, push, sum};
use crate::{Claim, Cost, DEAD_END, Gauge, Limits, Problem, Stats, Stop};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// States between two looks at the limits once all states are known.
const STRIDE: usize = 1 << 16;

/// A state that the heuristic overestimates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate<S> {
    /// The state.
    pub state: S,
    /// What the heuristic says; [`DEAD_END`] if it wrongly says that no goal can be reached.
    pub h: Cost,
    /// What the cheapest way to a goal costs.
    pub exact: Cost,
}

/// A move along which the heuristic falls by more than the move costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency<S, A> {
    /// The state before the move.
    pub state: S,
    /// Its heuristic value.
    pub h: Cost,
    /// The move.
    pub action: A,
    /// What the move costs.
    pub cost: Cost,
    /// The state after the move.
    pub next: S,
    /// Its heuristic value.
    pub next_h: Cost,
}

/// How many states have this heuristic value and this exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The heuristic value; [`DEAD_END`] for "no goal can be reached".
    pub h: Cost,
    /// The exact one; [`DEAD_END`] if no goal can be reached.
    pub exact: Cost,
    /// How many states.
    pub states: u64,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Claimed, and true for every state that can be reached.
    Confirmed,
    /// Claimed, but false.
    Refuted,
    /// True for every state that can be reached, but not claimed.
    TrueButNotClaimed,
    /// Not claimed, and indeed false.
    FalseAndNotClaimed,
    /// The audit was stopped before it knew; nothing it saw speaks against it.
    Open,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Confirmed => "claimed, and true",
            Self::Refuted => "claimed, but FALSE",
            Self::TrueButNotClaimed => "true, though not claimed",
            Self::FalseAndNotClaimed => "false, and not claimed",
            Self::Open => "not known: the audit was stopped",
        })
    }
}

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit<S, A> {
    /// What the problem claims of its heuristic.
    pub claim: Claim,
    /// The limit that stopped the audit, if one did: then what follows is about the part seen.
    pub stopped: Option<Stop>,
    /// Whether every state that can be reached was listed, and every move looked at.
    pub listed: bool,
    /// States whose moves were all looked at.
    pub states: u64,
    /// Moves looked at.
    pub moves: u64,
    /// Goals among the states.
    pub goals: u64,
    /// Goals whose heuristic value is not 0, and the first of them.
    pub goals_above_zero: (u64, Option<Overestimate<S>>),
    /// Moves along which h falls by more than they cost, and the first of them.
    pub inconsistencies: (u64, Option<Inconsistency<S, A>>),
    /// What needs h\* to be known; nothing if the audit was stopped.
    pub exact: Option<Exact<S>>,
}

/// The heuristic held against h\*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact<S> {
    /// h\* of the start: what the best plan costs; [`DEAD_END`] if there is none.
    pub start: Cost,
    /// States from which no goal can be reached.
    pub dead: u64,
    /// States with h\* < h, false dead ends included, and the first of them.
    pub overestimates: (u64, Option<Overestimate<S>>),
    /// The largest h − h\*, false dead ends left out.
    pub largest_excess: Cost,
    /// States that are called dead ends and are none.
    pub false_dead_ends: u64,
    /// How many states have each pair of values, in order: the points of a scatter plot.
    pub pairs: Vec<Pair>,
}

impl<S, A> Audit<S, A> {
    /// Whether h is consistent, as far as is known.
    #[must_use]
    pub fn consistent(&self) -> Option<bool> {
        if self.goals_above_zero.0 > 0 || self.inconsistencies.0 > 0 {
            Some(false)
        } else {
            self.listed.then_some(true)
        }
    }

    /// Whether h is admissible, as far as is known.
    #[must_use]
    pub fn admissible(&self) -> Option<bool> {
        if self.goals_above_zero.0 > 0 {
            return Some(false);
        }
        match &self.exact {
            Some(exact) => Some(exact.overestimates.0 == 0),
            // What is consistent is admissible, even if there was no time to find h*.
            None => self.consistent().filter(|&consistent| consistent),
        }
    }

    /// What became of the claim that h is admissible.
    #[must_use]
    pub fn admissibility(&self) -> Finding {
        finding(self.claim.is_admissible() || self.claim.is_consistent(), self.admissible())
    }

    /// What became of the claim that h is consistent.
    #[must_use]
    pub fn consistency(&self) -> Finding {
        finding(self.claim.is_consistent(), self.consistent())
    }

    /// Whether anything claimed is false.
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

/// Audits the heuristic of a problem on all states that can be reached from its start.
///
/// Moves beyond goals are followed, too. With limits, the audit may stop early; then consistency
/// and the values of goals are judged on the part seen, and a counterexample is still one.
///
/// ```
/// use heureka_core::heuristic::audit::{Finding, audit};
/// use heureka_core::{Claim, Cost, Limits, Problem};
///
/// /// From 0 to 9 by ones and threes, with a heuristic that forgets the threes.
/// struct Stairs;
///
/// impl Problem for Stairs {
///     type State = u8;
///     type Key = u8;
///     type Action = u8;
///     fn start(&self) -> u8 {
///         0
///     }
///     fn is_goal(&self, state: &u8) -> bool {
///         *state == 9
///     }
///     fn successors(&self, &state: &u8, visit: &mut impl FnMut(u8, Cost, u8)) {
///         for step in [1, 3] {
///             if state + step <= 9 {
///                 visit(step, 1, state + step);
///             }
///         }
///     }
///     fn pack(&self, &state: &u8) -> u8 {
///         state
///     }
///     fn unpack(&self, &key: &u8) -> u8 {
///         key
///     }
///     fn h(&self, &state: &u8) -> Cost {
///         Cost::from(9 - state)
///     }
///     fn claim(&self) -> Claim {
///         Claim::Admissible
///     }
/// }
///
/// let audit = audit(&Stairs, &mut Limits::none());
/// assert_eq!(audit.admissibility(), Finding::Refuted);
/// let worst = audit.exact.unwrap().overestimates.1.unwrap();
/// assert_eq!((worst.state, worst.h, worst.exact), (0, 9, 3));
/// ```
pub fn audit<P: Problem>(problem: &P, limits: &mut Limits<'_>) -> Audit<P::State, P::Action> {
    let mut space = Space::new(problem);
    let mut audit = Audit {
        claim: problem.claim(),
        stopped: None,
        listed: false,
        states: 0,
        moves: 0,
        goals: 0,
        goals_above_zero: (0, None),
        inconsistencies: (0, None),
        exact: None,
    };
    let mut stats = Stats::default();
    let result = space.list(&mut audit, &mut stats, limits).and_then(|()| {
        audit.listed = true;
        let mut pace =
            Pace { limits, gauge: space.gauge(stats.generated), stats: &stats, steps: 0 };
        let reversed = space.reverse(&mut pace)?;
        space.exact(&reversed, &mut pace)
    });
    (audit.states, audit.moves, audit.goals) =
        (stats.expanded, stats.generated, space.goals.len() as u64);
    match result {
        Ok(exact) => audit.exact = Some(space.compare(&exact)),
        Err(why) => audit.stopped = Some(why),
    }
    audit
}

/// All states met so far, numbered as they were met.
struct Space<'p, P: Problem> {
    problem: &'p P,
    keys: Vec<P::Key>,
    index: Index,
    h: Vec<Cost>,
    /// How many moves lead to each state.
    moves_to: Vec<u64>,
    goals: Vec<u32>,
}

/// Every move, found by the state it leads to.
struct Reversed {
    /// Where the moves to each state end; those to the state before it end where these begin.
    ends: Vec<u64>,
    /// The state before the move, and what the move costs.
    moves: Vec<(u32, Cost)>,
}

/// Looks at the limits now and then once all states are expanded and no more will be.
struct Pace<'a, 'l> {
    limits: &'a mut Limits<'l>,
    /// What the audit holds when it is at its largest.
    gauge: Gauge,
    stats: &'a Stats,
    steps: usize,
}

impl Pace<'_, '_> {
    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(STRIDE)
            && let ControlFlow::Break(why) = self.limits.check(self.stats, self.gauge)
            && why != Stop::Expansions
        {
            return Err(why);
        }
        Ok(())
    }
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

    /// The number of a state, which it gets now if it has none.
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

    /// Bytes held, with those that the states and moves seen so far will need later.
    fn gauge(&self, moves: u64) -> Gauge {
        // A state's exact value, and its place in a bucket.
        let per_state = (size_of::<Cost>() + size_of::<u32>()) as u64;
        let per_move = size_of::<(u32, Cost)>() as u64;
        let later = moves * per_move + self.keys.len() as u64 * per_state;
        let (bytes, soon) = sum([
            held(&self.keys),
            held(&self.h),
            held(&self.moves_to),
            held(&self.goals),
            self.index.held(),
        ]);
        Gauge {
            frontier: self.keys.len() as u64,
            bytes: bytes + later,
            bytes_after_growth: soon + later,
        }
    }

    /// Lists every state and looks at every move.
    fn list(
        &mut self,
        audit: &mut Audit<P::State, P::Action>,
        stats: &mut Stats,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stop> {
        let mut id = 0;
        while id < self.keys.len() {
            if let ControlFlow::Break(why) = limits.poll(stats, || self.gauge(stats.generated)) {
                return Err(why);
            }
            // One state can lead to many; this leaves room for them.
            if self.keys.len() > MAX_KEYS - STRIDE {
                return Err(Stop::Memory);
            }
            stats.expanded += 1;
            let state = self.problem.unpack(&self.keys[id]);
            let h = self.h[id];
            if self.problem.is_goal(&state) {
                push(&mut self.goals, id as u32);
                if h > 0 {
                    let example = || Overestimate { state: state.clone(), h, exact: 0 };
                    note(&mut audit.goals_above_zero, example);
                }
            }
            let problem = self.problem;
            problem.successors(&state, &mut |action, cost, next| {
                stats.generated += 1;
                let to = self.id_of(&next);
                self.moves_to[to] += 1;
                let next_h = self.h[to];
                if falls_too_far(h, cost, next_h) {
                    let state = state.clone();
                    let example = || Inconsistency { state, h, action, cost, next, next_h };
                    note(&mut audit.inconsistencies, example);
                }
            });
            id += 1;
        }
        Ok(())
    }

    /// Turns all moves around. Asking the problem for them again takes time, but keeping them in
    /// both directions would take twice the memory.
    fn reverse(&mut self, pace: &mut Pace<'_, '_>) -> Result<Reversed, Stop> {
        // First `ends` says where the moves to a state begin; each move put there pushes it on.
        let mut ends = std::mem::take(&mut self.moves_to);
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut moves = vec![(0, 0); total as usize];
        for id in 0..self.keys.len() {
            pace.step()?;
            let state = self.problem.unpack(&self.keys[id]);
            self.problem.successors(&state, &mut |_, cost, next| {
                let to = self
                    .index
                    .find(&self.problem.pack(&next), |i| self.keys[i])
                    .expect("a problem must give the same moves whenever it is asked for them");
                moves[ends[to] as usize] = (id as u32, cost);
                ends[to] += 1;
            });
        }
        Ok(Reversed { ends, moves })
    }

    /// h\* of every state.
    fn exact(&self, reversed: &Reversed, pace: &mut Pace<'_, '_>) -> Result<Vec<Cost>, Stop> {
        let mut exact = vec![DEAD_END; self.keys.len()];
        for &goal in &self.goals {
            exact[goal as usize] = 0;
        }
        // In an ordered map rather than an array, so that one very dear move does no harm.
        let mut buckets = BTreeMap::from([(0, self.goals.clone())]);
        while let Some((cost, bucket)) = buckets.pop_first() {
            for state in bucket.into_iter().map(|state| state as usize) {
                pace.step()?;
                if exact[state] < cost {
                    continue;
                }
                let begin = if state == 0 { 0 } else { reversed.ends[state - 1] };
                for &(before, step) in
                    &reversed.moves[begin as usize..reversed.ends[state] as usize]
                {
                    let whole = cost.saturating_add(step);
                    if whole < exact[before as usize] {
                        exact[before as usize] = whole;
                        buckets.entry(whole).or_default().push(before);
                    }
                }
            }
        }
        Ok(exact)
    }

    /// Holds h against h\*.
    fn compare(&self, exact: &[Cost]) -> Exact<P::State> {
        let mut result = Exact {
            start: exact[0],
            dead: 0,
            overestimates: (0, None),
            largest_excess: 0,
            false_dead_ends: 0,
            pairs: vec![],
        };
        let mut pairs: BTreeMap<(Cost, Cost), u64> = BTreeMap::new();
        for ((&h, &exact), key) in self.h.iter().zip(exact).zip(&self.keys) {
            *pairs.entry((h, exact)).or_default() += 1;
            result.dead += u64::from(exact == DEAD_END);
            if h > exact {
                let state = || self.problem.unpack(key);
                note(&mut result.overestimates, || Overestimate { state: state(), h, exact });
                if h == DEAD_END {
                    result.false_dead_ends += 1;
                } else {
                    result.largest_excess = result.largest_excess.max(h - exact);
                }
            }
        }
        let pair = |((h, exact), states)| Pair { h, exact, states };
        result.pairs = pairs.into_iter().map(pair).collect();
        result
    }
}

/// Counts one more, and keeps the first.
fn note<T>(seen: &mut (u64, Option<T>), example: impl FnOnce() -> T) {
    seen.0 += 1;
    seen.1.get_or_insert_with(example);
}

/// Whether h > cost + h', where a dead end is infinitely far from any goal.
fn falls_too_far(h: Cost, cost: Cost, next_h: Cost) -> bool {
    next_h != DEAD_END && (h == DEAD_END || u64::from(h) > u64::from(cost) + u64::from(next_h))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::TestGraph;

    /// 0 →1→ 1 →1→ 2 →1→ 3 (goal), 0 →5→ 2, and 4, from which nothing leads on.
    fn graph(h: [Cost; 5], claim: Claim) -> TestGraph {
        let arcs = vec![(0, 1, 1), (0, 2, 5), (1, 2, 1), (2, 3, 1), (2, 4, 0), (3, 0, 7)];
        TestGraph { arcs, goals: vec![3], h: h.to_vec(), claim }
    }

    fn audited(h: [Cost; 5], claim: Claim) -> Audit<u8, u8> {
        audit(&graph(h, claim), &mut Limits::none())
    }

    #[test]
    fn a_consistent_heuristic_is_confirmed() {
        let audit = audited([3, 2, 1, 0, DEAD_END], Claim::Consistent);
        assert_eq!(audit.admissibility(), Finding::Confirmed);
        assert_eq!(audit.consistency(), Finding::Confirmed);
        assert!(!audit.refuted());
        assert_eq!((audit.states, audit.moves, audit.goals), (5, 6, 1));
        let exact = audit.exact.expect("it ran to the end");
        assert_eq!((exact.start, exact.dead, exact.largest_excess), (3, 1, 0));
        let pair = |h, exact| Pair { h, exact, states: 1 };
        let expected = [pair(0, 0), pair(1, 1), pair(2, 2), pair(3, 3), pair(DEAD_END, DEAD_END)];
        assert_eq!(exact.pairs, expected);
        // The same, but nobody claimed it; zero everywhere is always right.
        let audit = audited([0; 5], Claim::Nothing);
        assert_eq!(audit.consistency(), Finding::TrueButNotClaimed);
        assert_eq!(audit.exact.expect("it ran to the end").pairs[0], pair(0, 0));
    }

    #[test]
    fn an_inconsistent_one_is_told_from_an_inadmissible_one() {
        let audit = audited([3, 0, 1, 0, 0], Claim::Consistent);
        assert_eq!(audit.admissibility(), Finding::Confirmed);
        assert_eq!(audit.consistency(), Finding::Refuted);
        let example = Inconsistency { state: 0, h: 3, action: 1, cost: 1, next: 1, next_h: 0 };
        // From 2 to 4 it falls by 1 for nothing.
        assert_eq!(audit.inconsistencies, (2, Some(example)));
        let audit = audited([3, 0, 1, 0, 0], Claim::Admissible);
        assert_eq!(audit.consistency(), Finding::FalseAndNotClaimed);
        assert!(!audit.refuted());
    }

    #[test]
    fn an_inadmissible_one_is_caught_with_a_counterexample() {
        let audit = audited([3, 4, 2, 0, 0], Claim::Admissible);
        assert_eq!(audit.admissibility(), Finding::Refuted);
        let exact = audit.exact.expect("it ran to the end");
        let example = Overestimate { state: 1, h: 4, exact: 2 };
        assert_eq!(exact.overestimates, (2, Some(example)));
        assert_eq!((exact.largest_excess, exact.false_dead_ends), (2, 0));
        // A goal must have h = 0.
        let audit = audited([3, 2, 1, 1, 0], Claim::Admissible);
        assert_eq!(audit.goals_above_zero, (1, Some(Overestimate { state: 3, h: 1, exact: 0 })));
        assert!(audit.refuted());
        // A dead end that is none.
        let audit = audited([3, DEAD_END, 1, 0, 0], Claim::Admissible);
        assert_eq!(audit.admissibility(), Finding::Refuted);
        assert_eq!(audit.consistency(), Finding::FalseAndNotClaimed);
        let exact = audit.exact.expect("it ran to the end");
        assert_eq!((exact.false_dead_ends, exact.largest_excess), (1, 0));
    }

    #[test]
    fn a_stopped_audit_judges_what_it_saw() {
        let few = |h, most| {
            let mut limits = Limits::none().expansions(most);
            audit(&graph(h, Claim::Consistent), &mut limits)
        };
        let audit = few([3, 2, 1, 0, 0], 1);
        assert_eq!((audit.stopped, audit.states, audit.moves), (Some(Stop::Expansions), 1, 2));
        assert_eq!((audit.consistency(), audit.admissibility()), (Finding::Open, Finding::Open));
        let audit = few([3, 0, 1, 0, 0], 1);
        assert_eq!((audit.consistency(), audit.admissibility()), (Finding::Refuted, Finding::Open));
        // As many expansions as there are states are enough.
        assert_eq!(few([3, 2, 1, 0, 0], 5).stopped, None);
        let mut limits = Limits::none().memory(1);
        let audit = super::audit(&graph([0; 5], Claim::Nothing), &mut limits);
        assert_eq!(audit.stopped, Some(Stop::Memory));
    }
}
