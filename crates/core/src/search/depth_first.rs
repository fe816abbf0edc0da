//! Bounded depth-first search: depth-limited, iterative deepening, IDA\*.
//!
//! Nodes beyond the bound are not looked at. If there were any, the next round begins again with a
//! higher bound: one level more (iterative deepening; Slate and Atkin 1977), or the least f that was
//! left out (IDA\*; Korf 1985). The search is a recursion that can be broken off anywhere (see
//! `recursion.rs`), so that no plan is too long for the call stack and a stopped search goes on at
//! the node where it was.

use super::best_first::dead_end_gap;
use super::recursion::{Break, Countdown, DEEPEST, Place, Recursion, go_on};
use crate::store::{NO_PARENT, Nodes, held, sum};
use crate::{
    Cost, DEAD_END, Duplicates, Edge, Gap, Gauge, Limits, Observer, Optimality, Outcome, Plan,
    Problem, Pruned, Stats,
};
use std::marker::PhantomData;
use std::time::Instant;

/// What the bound is on.
pub trait Measure {
    /// The value of a node that must not exceed the bound. It may be larger than any cost.
    fn measure<P: Problem>(problem: &P, state: &P::State, g: u64, depth: u32) -> u64;

    /// The bound of the first round.
    fn first<P: Problem>(problem: &P, start: &P::State) -> Cost {
        clamp(Self::measure(problem, start, 0, 0))
    }

    /// Whether a plan found within the lowest bound that allows one is a cheapest one.
    fn optimal<P: Problem>(problem: &P, equal_costs: bool) -> bool;

    /// What kept a search from looking further, when its last bound is reached.
    const GAP: Gap;

    /// Whether [`Measure::optimal`] wants to know if all moves cost the same.
    const WATCHES_COSTS: bool;
}

/// The bound is on the number of moves.
#[derive(Debug)]
pub struct ByDepth;

impl Measure for ByDepth {
    #[inline(always)]
    fn measure<P: Problem>(_: &P, _: &P::State, _g: u64, depth: u32) -> u64 {
        u64::from(depth)
    }

    fn optimal<P: Problem>(_: &P, equal_costs: bool) -> bool {
        equal_costs
    }

    const GAP: Gap = Gap::Depth;
    const WATCHES_COSTS: bool = true;
}

/// The bound is on f = g + h.
#[derive(Debug)]
pub struct ByF;

impl Measure for ByF {
    #[inline(always)]
    fn measure<P: Problem>(problem: &P, state: &P::State, g: u64, _depth: u32) -> u64 {
        g + u64::from(problem.h(state))
    }

    fn optimal<P: Problem>(problem: &P, _equal_costs: bool) -> bool {
        problem.claim().is_admissible()
    }

    const GAP: Gap = Gap::Cost;
    const WATCHES_COSTS: bool = false;
}

/// A sum of costs as a cost; too large a one is as good as a dead end.
fn clamp(sum: u64) -> Cost {
    Cost::try_from(sum).unwrap_or(DEAD_END)
}

/// A bounded depth-first search under way.
pub struct DepthFirst<'p, P: Problem, M> {
    problem: &'p P,
    duplicates: Duplicates,
    /// The moves to the node at which the search was broken off.
    path: Vec<P::Action>,
    round: Round<P::Key>,
    /// The highest bound to try.
    last: Cost,
    /// Whether the bound rises from the lowest one, so that the first plan lies within the least.
    rises: bool,
    begun: bool,
    /// How many successors had been left out before this round.
    pruned_before: u64,
    stats: Stats,
    measure: PhantomData<M>,
}

/// What a round remembers.
struct Round<K> {
    bound: Cost,
    /// The least measure beyond the bound.
    next: Cost,
    /// The states on the way to the current node, where repeats along it are dropped.
    trail: Vec<K>,
    /// The states met in this round, where all repeats are dropped.
    seen: Nodes<K>,
    least_cost: Cost,
    greatest_cost: Cost,
}

impl<'p, P: Problem> DepthFirst<'p, P, ByDepth> {
    /// One round, down to a depth.
    #[must_use]
    pub fn depth_limited(problem: &'p P, duplicates: Duplicates, depth: u32) -> Self {
        Self::new(problem, duplicates, depth, depth, false)
    }
}

impl<'p, P: Problem, M: Measure> DepthFirst<'p, P, M> {
    /// Rounds with rising bounds.
    #[must_use]
    pub fn deepening(problem: &'p P, duplicates: Duplicates) -> Self {
        let first = M::first(problem, &problem.start());
        Self::new(problem, duplicates, first, DEAD_END - 1, true)
    }

    fn new(problem: &'p P, duplicates: Duplicates, first: Cost, last: Cost, rises: bool) -> Self {
        let round = Round {
            bound: first,
            next: first,
            trail: Vec::new(),
            seen: Nodes::new(),
            least_cost: Cost::MAX,
            greatest_cost: 0,
        };
        Self {
            problem,
            duplicates,
            path: Vec::new(),
            round,
            last,
            rises,
            begun: false,
            // A start that is a dead end is left out before the first round.
            pruned_before: u64::MAX,
            stats: Stats::default(),
            measure: PhantomData,
        }
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Searches until a goal is found, nothing is left or a limit is reached; after a stop, another
    /// call goes on where this one ended.
    pub fn run<O: Observer<P>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<P::Action> {
        let begun = Instant::now();
        let outcome = match self.duplicates {
            Duplicates::None => self.rounds::<O, false, false>(limits, observer),
            Duplicates::Undo => self.rounds::<O, true, false>(limits, observer),
            Duplicates::Path | Duplicates::Graph | Duplicates::Closed => {
                self.rounds::<O, true, true>(limits, observer)
            }
        };
        self.stats.elapsed += begun.elapsed();
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.round.gauge().bytes);
        outcome
    }

    fn rounds<O: Observer<P>, const UNDO: bool, const KEYS: bool>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<P::Action> {
        let limit = match M::GAP {
            Gap::Depth => limits.max_depth(),
            _ => limits.max_cost(),
        };
        let last = limit.map_or(self.last, |limit| limit.min(self.last));
        loop {
            if !self.begun && !self.begin_round(last, observer) {
                return match self.round.next {
                    // Nothing was left out but dead ends, if any.
                    DEAD_END if self.stats.pruned == self.pruned_before => Outcome::Unsolvable,
                    DEAD_END => {
                        dead_end_gap(self.problem).map_or(Outcome::Unsolvable, Outcome::NotFound)
                    }
                    _ => Outcome::NotFound(M::GAP),
                };
            }
            let mut dive = Dive::<P, M, O, UNDO, KEYS> {
                problem: self.problem,
                limits,
                observer,
                stats: &mut self.stats,
                duplicates: self.duplicates,
                bound: u64::from(self.round.bound),
                next: u64::from(self.round.next),
                generated: 0,
                round: &mut self.round,
                countdown: Countdown::new(),
                deepest: DEEPEST,
                mark: 0,
                trace: Vec::new(),
                broke: Break::TooDeep,
                measure: PhantomData,
            };
            let path = go_on(&mut dive, &self.path);
            dive.countdown.settle(dive.stats);
            dive.stats.generated += dive.generated;
            dive.round.next = clamp(dive.next);
            dive.stats.max_frontier_with_stale = dive.stats.max_frontier;
            let broke = dive.broke;
            self.count_pruned(path.as_ref().is_some_and(|path| !path.is_empty()));
            match path {
                None => self.begun = false,
                Some(path) => {
                    self.path = path;
                    match broke {
                        Break::TooDeep => {}
                        Break::Stopped(why) => return Outcome::Stopped(why),
                        Break::Goal(cost) => return self.solved(cost),
                    }
                }
            }
        }
    }

    /// Every successor is dropped as a duplicate, left out, or a node; all nodes but the start of each
    /// round are successors. So those left out need not be counted one by one.
    fn count_pruned(&mut self, broken_off_at_a_successor: bool) {
        let stats = &mut self.stats;
        let nodes = stats.expanded - stats.iterations.min(stats.expanded)
            + u64::from(broken_off_at_a_successor);
        stats.pruned = stats.generated - stats.duplicates - nodes;
    }

    /// Begins the round with the next bound, if there is one.
    fn begin_round<O: Observer<P>>(&mut self, last: Cost, observer: &mut O) -> bool {
        let round = &mut self.round;
        if self.stats.iterations > 0 {
            round.bound = round.next;
        } else if !self.rises {
            round.bound = round.bound.min(last);
        }
        if round.bound > last {
            return false;
        }
        self.begun = true;
        self.pruned_before = self.stats.pruned;
        self.path.clear();
        round.next = DEAD_END;
        round.trail.clear();
        if matches!(self.duplicates, Duplicates::Graph | Duplicates::Closed) {
            round.seen.clear();
            round.seen.find_or_add(self.problem.pack(&self.problem.start()), 0, NO_PARENT);
        }
        self.stats.enter_bound(round.bound);
        observer.bound(round.bound);
        true
    }

    fn solved(&self, cost: Cost) -> Outcome<P::Action> {
        let plan = Plan { actions: self.path.clone(), cost };
        let equal_costs = self.round.least_cost >= self.round.greatest_cost;
        let proved = self.rises && M::optimal(self.problem, equal_costs);
        let optimality = if proved { Optimality::Proved } else { Optimality::NotClaimed };
        Outcome::Solved(plan, optimality)
    }
}

impl<K: Copy + Eq + std::hash::Hash> Round<K> {
    fn gauge(&self) -> Gauge {
        let (bytes, bytes_after_growth) = sum([held(&self.trail), self.seen.held()]);
        Gauge { frontier: self.trail.len() as u64, bytes, bytes_after_growth }
    }
}

/// The recursion. `UNDO` says whether a move that takes the last one back is dropped, `KEYS` whether
/// states are compared by their keys.
struct Dive<'a, 'l, P: Problem, M, O, const UNDO: bool, const KEYS: bool> {
    problem: &'a P,
    limits: &'a mut Limits<'l>,
    observer: &'a mut O,
    stats: &'a mut Stats,
    duplicates: Duplicates,
    /// These three are the round's and the statistics', kept at hand while the recursion runs.
    bound: u64,
    next: u64,
    generated: u64,
    round: &'a mut Round<P::Key>,
    countdown: Countdown,
    /// The depth at which the recursion is broken off.
    deepest: u32,
    /// A depth not reached before, at most that one.
    mark: u32,
    trace: Vec<P::Action>,
    broke: Break,
    measure: PhantomData<M>,
}

impl<P: Problem, M: Measure, O: Observer<P>, const UNDO: bool, const KEYS: bool>
    Dive<'_, '_, P, M, O, UNDO, KEYS>
{
    /// Searches a node and what is below it; says whether it was broken off.
    #[expect(clippy::needless_pass_by_value, reason = "by value a small state stays in registers")]
    fn node(&mut self, state: P::State, previous: Option<P::Action>, g: u64, depth: u32) -> bool {
        let problem = self.problem;
        if problem.is_goal(&state) {
            self.observer.solved(&state, clamp(g));
            return self.break_off(Break::Goal(clamp(g)));
        }
        if depth >= self.mark && self.pass_mark(depth) {
            return true;
        }
        if self.countdown.is_due() && self.refill() {
            return true;
        }
        self.countdown.count();
        self.observer.expanded(&state, clamp(g));
        if KEYS && self.duplicates == Duplicates::Path {
            self.round.trail.push(problem.pack(&state));
        }
        let mut broke = false;
        let previous = previous.filter(|_| UNDO);
        problem.successors_after(&state, previous, &mut |action, cost, next| {
            if !broke && self.child(&state, g, depth, action, cost, next) {
                broke = self.leave(action);
            }
        });
        if KEYS && self.duplicates == Duplicates::Path {
            self.round.trail.pop();
        }
        broke
    }

    /// Looks at a successor and searches below it if it is not left out.
    #[inline(always)]
    fn child(
        &mut self,
        parent: &P::State,
        g: u64,
        depth: u32,
        action: P::Action,
        cost: Cost,
        next: P::State,
    ) -> bool {
        let problem = self.problem;
        self.generated += 1;
        if M::WATCHES_COSTS {
            self.round.least_cost = self.round.least_cost.min(cost);
            self.round.greatest_cost = self.round.greatest_cost.max(cost);
        }
        let g = g + u64::from(cost);
        let measure = M::measure(problem, &next, g, depth + 1);
        if measure > self.bound {
            // Seldom true, so that a branch is cheaper than storing the lesser one each time.
            if measure < self.next {
                self.next = measure;
            }
            if O::WATCHES {
                let edge = Edge { from: parent, action, to: &next, g: clamp(g) };
                let why = if clamp(measure) == DEAD_END { Pruned::DeadEnd } else { Pruned::Bound };
                self.observer.pruned(&edge, why);
            }
            return false;
        }
        if KEYS && self.repeats(&next, clamp(measure)) {
            self.stats.duplicates += 1;
            self.observer.duplicate(&Edge { from: parent, action, to: &next, g: clamp(g) });
            return false;
        }
        if O::WATCHES {
            self.observer.generated(&Edge { from: parent, action, to: &next, g: clamp(g) });
        }
        self.node(next, Some(action), g, depth + 1)
    }

    /// Notes that the way from the start has never been so long; says whether it is too long.
    #[cold]
    #[inline(never)]
    fn pass_mark(&mut self, depth: u32) -> bool {
        self.stats.max_frontier = self.stats.max_frontier.max(u64::from(depth) + 1);
        self.mark = self.deepest.min(depth + 1);
        depth >= self.deepest && self.break_off(Break::TooDeep)
    }

    /// Begins on an empty call stack at a depth.
    fn begin_at(&mut self, depth: u32) {
        self.deepest = depth.saturating_add(DEEPEST);
        self.mark = self.deepest.min(self.stats.max_frontier as u32);
    }

    /// Looks at the limits; says whether they stop the search.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        let stop = self.countdown.refill(self.limits, self.stats, self.round.gauge());
        stop.is_some_and(|why| self.break_off(Break::Stopped(why)))
    }

    /// Notes the move of a level that is left.
    #[cold]
    #[inline(never)]
    fn leave(&mut self, action: P::Action) -> bool {
        self.trace.push(action);
        true
    }

    #[cold]
    #[inline(never)]
    fn break_off(&mut self, why: Break) -> bool {
        self.broke = why;
        true
    }

    /// Whether a state repeats one on the way to it, or one already met in this round no later.
    fn repeats(&mut self, state: &P::State, measure: Cost) -> bool {
        let key = self.problem.pack(state);
        if self.duplicates == Duplicates::Path {
            return self.round.trail.iter().rev().any(|&known| known == key);
        }
        let (id, new) = self.round.seen.find_or_add(key, measure, NO_PARENT);
        let repeats = !new && measure >= self.round.seen.g(id);
        if !repeats && !new {
            self.round.seen.improve(id, measure, NO_PARENT);
        }
        repeats
    }
}

impl<P: Problem, M: Measure, O: Observer<P>, const UNDO: bool, const KEYS: bool> Recursion<P>
    for Dive<'_, '_, P, M, O, UNDO, KEYS>
{
    fn problem(&self) -> &P {
        self.problem
    }

    fn dive(&mut self, place: Place<P::State, P::Action>) -> bool {
        self.begin_at(place.depth);
        self.node(place.state, place.previous, u64::from(place.g), place.depth)
    }

    fn successor(
        &mut self,
        parent: &Place<P::State, P::Action>,
        action: P::Action,
        cost: Cost,
        next: P::State,
    ) -> bool {
        self.begin_at(parent.depth + 1);
        let Place { state, g, depth, previous } = parent;
        let undoes = UNDO && previous.is_some_and(|p| self.problem.undoes(p, action));
        !undoes && self.child(state, u64::from(*g), *depth, action, cost, next)
    }

    fn stand_at(&mut self, way: &[Place<P::State, P::Action>]) {
        if KEYS && self.duplicates == Duplicates::Path {
            self.round.trail.clear();
            self.round.trail.extend(way.iter().map(|place| self.problem.pack(&place.state)));
        }
    }

    fn step_back(&mut self, len: usize) {
        self.round.trail.truncate(len);
    }

    fn trace(&mut self) -> &mut Vec<P::Action> {
        &mut self.trace
    }
}
