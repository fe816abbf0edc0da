//! The reachable states of an audited problem, with their exact costs to a goal.
//!
//! Several threads generate the moves of many states and look up where they lead; one thread numbers the
//! new states, so that the numbers are the same.

use super::{Audit, Exact, Inconsistency, Overestimate, Pair, is_inconsistent, record};
use crate::limits::Gauge;
use crate::parallel::in_parallel;
use crate::store::index::{Index, MAX_KEYS};
use crate::store::{held, push, sum};
use crate::{Cost, DEAD_END, Limits, Problem, Stats, Stop};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// The number of steps between two checks of the limits after the enumeration.
const STRIDE: usize = 1 << 16;
/// The number of states that a thread takes at a time.
const CHUNK: usize = 256;
/// The number of states whose moves are generated before one thread goes on.
const BLOCK: usize = 64 * CHUNK;
/// Why a move leads to an unknown state.
const UNSTABLE: &str = "successors() must return the same moves every time";
/// The number of a state that has none yet.
const NEW: u32 = u32::MAX;

/// The limits of an audit, and what it has counted.
pub(super) struct Clock<'a, 'l> {
    pub limits: &'a mut Limits<'l>,
    pub stats: Stats,
    /// The steps after the enumeration.
    pub steps: usize,
}

impl Clock<'_, '_> {
    /// Counts a step after the enumeration, and looks at the limits if that is due.
    fn poll(&mut self, gauge: Gauge) -> Result<(), Stop> {
        self.steps += 1;
        let is_due = self.steps.is_multiple_of(STRIDE);
        let stop = is_due.then(|| self.limits.check(&self.stats, gauge).break_value()).flatten();
        // Only the enumeration counts as expansions.
        stop.filter(|stop| *stop != Stop::Expansions).map_or(Ok(()), Err)
    }
}

/// A move, and where it leads.
struct Move<K> {
    cost: Cost,
    /// The number of the next state, or [`NEW`].
    to: u32,
    /// The key and the heuristic value of a new state.
    key: K,
    h: Cost,
}

/// The moves of some states.
struct Moves<K> {
    /// By state, the number of its moves.
    numbers: Vec<usize>,
    moves: Vec<Move<K>>,
}

impl<K> Default for Moves<K> {
    fn default() -> Self {
        Self { numbers: vec![], moves: vec![] }
    }
}

/// All states found so far, numbered in the order of discovery.
pub(super) struct Space<'p, P: Problem> {
    problem: &'p P,
    keys: Vec<P::Key>,
    index: Index,
    h: Vec<Cost>,
    /// The number of moves that lead to each state.
    moves_to: Vec<u64>,
    pub goals: Vec<u32>,
}

/// All moves, grouped by the state they lead to.
pub(super) struct Reversed {
    /// The end of each group in `moves`. It begins where the previous group ends.
    ends: Vec<u64>,
    /// The state before each move, and its cost.
    moves: Vec<(u32, Cost)>,
}

impl<'p, P: Problem> Space<'p, P> {
    pub fn new(problem: &'p P) -> Self {
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
        let problem = self.problem;
        self.id_of_key(problem.pack(state), || problem.h(state))
    }

    #[inline(always)]
    fn id_of_key(&mut self, key: P::Key, h: impl FnOnce() -> Cost) -> usize {
        let new = self.keys.len();
        self.index.find_or_add(&key, new, |i| self.keys[i]).unwrap_or_else(|| {
            push(&mut self.keys, key);
            push(&mut self.h, h());
            push(&mut self.moves_to, 0);
            new
        })
    }

    /// Returns the current size, including what the backward search will need.
    pub(super) fn gauge(&self, moves: u64) -> Gauge {
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
    pub fn enumerate<S, A>(
        &mut self,
        audit: &mut Audit<S, A>,
        clock: &mut Clock<'_, '_>,
        show: &impl Fn(&P::State) -> S,
        show_action: &impl Fn(&P::State, P::Action) -> A,
    ) -> Result<(), Stop> {
        let (problem, mut id) = (self.problem, 0);
        while id < self.keys.len() {
            let waiting = self.keys.len() - id;
            if clock.limits.threads() > 1 && waiting >= 2 * CHUNK {
                let chunks = self.moves_of(id..id + waiting.min(BLOCK), clock)?;
                let mut moves = chunks.iter().flat_map(|chunk| &chunk.moves);
                for &number in chunks.iter().flat_map(|chunk| &chunk.numbers) {
                    let state = self.enter(id, audit, clock, show)?;
                    for (nth, step) in moves.by_ref().take(number).enumerate() {
                        let Move { cost, to, key, h } = *step;
                        let to = if to == NEW { self.id_of_key(key, || h) } else { to as usize };
                        if self.is_inconsistent(id, cost, to) {
                            record(&mut audit.inconsistencies, || {
                                let mut steps = vec![];
                                problem.visit_successors(&state, &mut |action, _, next| {
                                    steps.push((action, next));
                                });
                                let (action, next) = &steps[nth];
                                let action = show_action(&state, *action);
                                self.inconsistency((id, &state), action, cost, (to, next), show)
                            });
                        }
                    }
                    clock.stats.generated += number as u64;
                    id += 1;
                }
                continue;
            }
            let state = self.enter(id, audit, clock, show)?;
            problem.visit_successors(&state, &mut |action, cost, next| {
                clock.stats.generated += 1;
                let to = self.id_of(&next);
                if self.is_inconsistent(id, cost, to) {
                    record(&mut audit.inconsistencies, || {
                        let action = show_action(&state, action);
                        self.inconsistency((id, &state), action, cost, (to, &next), show)
                    });
                }
            });
            id += 1;
        }
        Ok(())
    }

    /// Looks at the limits, counts an expansion and checks a goal. Returns the state.
    fn enter<S, A>(
        &mut self,
        id: usize,
        audit: &mut Audit<S, A>,
        Clock { limits, stats, .. }: &mut Clock<'_, '_>,
        show: &impl Fn(&P::State) -> S,
    ) -> Result<P::State, Stop> {
        if let ControlFlow::Break(stop) = limits.poll(stats, || self.gauge(stats.generated)) {
            return Err(stop);
        }
        // Leaves room for the successors of one state.
        if self.keys.len() > MAX_KEYS - STRIDE {
            return Err(Stop::Memory);
        }
        stats.expanded += 1;
        let state = self.problem.unpack(&self.keys[id]);
        if self.problem.is_goal(&state) {
            push(&mut self.goals, id as u32);
            let h = self.h[id];
            if h > 0 {
                let example = || Overestimate { state: show(&state), h, exact: 0 };
                record(&mut audit.goals_above_zero, example);
            }
        }
        Ok(state)
    }

    /// Counts a move, and returns whether h decreases by more than its cost.
    #[inline(always)]
    fn is_inconsistent(&mut self, from: usize, cost: Cost, to: usize) -> bool {
        self.moves_to[to] += 1;
        is_inconsistent(self.h[from], cost, self.h[to])
    }

    /// Returns the example of a move.
    fn inconsistency<S, A>(
        &self,
        (from, state): (usize, &P::State),
        action: A,
        cost: Cost,
        (to, next): (usize, &P::State),
        show: &impl Fn(&P::State) -> S,
    ) -> Inconsistency<S, A> {
        let (h, next_h) = (self.h[from], self.h[to]);
        Inconsistency { state: show(state), h, action, cost, next: show(next), next_h }
    }

    /// Generates the moves of some states on several threads, and looks up where they lead.
    fn moves_of(
        &self,
        block: Range<usize>,
        Clock { limits, stats, .. }: &mut Clock<'_, '_>,
    ) -> Result<Vec<Moves<P::Key>>, Stop> {
        let chunks: Vec<_> = block.clone().step_by(CHUNK).map(|_| Mutex::default()).collect();
        let (free, gauge) = (AtomicUsize::new(0), self.gauge(stats.generated));
        let progress = || (*stats, gauge);
        let stopped = in_parallel(limits.threads(), limits, &progress, &|_, stop| {
            while !stop.load(Relaxed)
                && let place = free.fetch_add(1, Relaxed)
                && let Some(chunk) = chunks.get(place)
            {
                let first = block.start + place * CHUNK;
                let mut found = Moves::default();
                for key in &self.keys[first..block.end.min(first + CHUNK)] {
                    let before = found.moves.len();
                    let state = self.problem.unpack(key);
                    self.problem.visit_successors(&state, &mut |_, cost, next| {
                        let key = self.problem.pack(&next);
                        let to = self.index.find(&key, |i| self.keys[i]).map(|id| id as u32);
                        let h = if to.is_none() { self.problem.h(&next) } else { 0 };
                        found.moves.push(Move { cost, to: to.unwrap_or(NEW), key, h });
                    });
                    found.numbers.push(found.moves.len() - before);
                }
                *chunk.lock().unwrap_or_else(PoisonError::into_inner) = found;
            }
        });
        let unlock = |chunk: Mutex<_>| chunk.into_inner().unwrap_or_else(PoisonError::into_inner);
        stopped.map_or_else(|| Ok(chunks.into_iter().map(unlock).collect()), Err)
    }

    /// Reverses all moves. Generates them again, since storing both directions would take twice the
    /// memory.
    pub fn reverse(&mut self, clock: &mut Clock<'_, '_>) -> Result<Reversed, Stop> {
        let gauge = self.gauge(clock.stats.generated);
        // At first `ends` holds where each group begins; every move added advances it.
        let mut ends = std::mem::take(&mut self.moves_to);
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut moves = vec![(0, 0); total as usize];
        let mut add = |from: usize, cost: Cost, to: usize| {
            moves[ends[to] as usize] = (from as u32, cost);
            ends[to] += 1;
        };
        let mut id = 0;
        while id < self.keys.len() {
            if clock.limits.threads() > 1 {
                let chunks = self.moves_of(id..self.keys.len().min(id + BLOCK), clock)?;
                let mut moves = chunks.iter().flat_map(|chunk| &chunk.moves);
                for &number in chunks.iter().flat_map(|chunk| &chunk.numbers) {
                    for step in moves.by_ref().take(number) {
                        assert!(step.to != NEW, "{UNSTABLE}");
                        add(id, step.cost, step.to as usize);
                    }
                    id += 1;
                }
                continue;
            }
            clock.poll(gauge)?;
            let state = self.problem.unpack(&self.keys[id]);
            self.problem.visit_successors(&state, &mut |_, cost, next| {
                let to = self.index.find(&self.problem.pack(&next), |i| self.keys[i]);
                add(id, cost, to.expect(UNSTABLE));
            });
            id += 1;
        }
        Ok(Reversed { ends, moves })
    }

    /// Returns h\* of every state; a higher cost than [`Cost`] can hold counts as the highest.
    pub fn exact(&self, reversed: &Reversed, clock: &mut Clock<'_, '_>) -> Result<Vec<Cost>, Stop> {
        let gauge = self.gauge(clock.stats.generated);
        let mut exact = vec![DEAD_END; self.keys.len()];
        for &goal in &self.goals {
            exact[goal as usize] = 0;
        }
        // An ordered map instead of an array, since costs can be large.
        let mut buckets = BTreeMap::from([(0, self.goals.clone())]);
        while let Some((cost, bucket)) = buckets.pop_first() {
            for state in bucket.into_iter().map(|state| state as usize) {
                clock.poll(gauge)?;
                if exact[state] < cost {
                    continue;
                }
                let begin = if state == 0 { 0 } else { reversed.ends[state - 1] };
                for &(before, step) in
                    &reversed.moves[begin as usize..reversed.ends[state] as usize]
                {
                    let total = cost.saturating_add(step).min(DEAD_END - 1);
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
    pub fn compare<S>(&self, exact: &[Cost], show: &impl Fn(&P::State) -> S) -> Exact<S> {
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
