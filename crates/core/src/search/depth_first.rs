//! Bounded depth-first search: depth-limited, iterative deepening, IDA\*.
//!
//! Nodes beyond the bound are pruned. If there were any, the next iteration starts over with a
//! higher bound: one level more (iterative deepening; Slate and Atkin 1977), or the smallest pruned
//! f (IDA\*; Korf 1985). The search is a recursion that can be interrupted anywhere (see
//! `resumable_recursion.rs`), so no plan is too long for the call stack, and a stopped search
//! resumes at its current node.
//!
//! Such a search has no memory of states, so two things would keep it from ending. In a space without
//! a goal the bound rises forever: so now and then a breadth-first search looks whether the space is
//! small, and has no goal. And moves of cost 0 may form a cycle within the bound: so a path that is
//! very long and repeats a state makes IDA\* drop repeats on the path from then on.

use super::best_first::CostRange;
use super::resumable_recursion::{
    Countdown, Interrupt, MAX_LEVELS, PathNode, ResumableRecursion, path_bytes, resume,
};
use super::{BestFirst, Rule, Search, dead_end_gap, drive};
use crate::limits::Gauge;
use crate::observe::{Edge, Node, NodeNumbers, Pruned};
use crate::outcome::Gap;
use crate::store::{NO_PARENT, Nodes, held, push, sum};
use crate::strategy::Duplicates;
use crate::{
    Algorithm, Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats,
    Strategy,
};
use std::collections::HashSet;
use std::time::Duration;

/// The number of expansions before the first look at the space; each next one needs 16 times as many.
const FIRST_LOOK: u64 = 1 << 14;
/// The most states that a look at the space expands.
const LARGEST_LOOK: u64 = 1 << 16;

/// What the bound limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// The number of moves.
    Depth,
    /// f = g + h.
    F,
}

/// Returns a sum of costs as a cost; a sum that is too large counts as a dead end.
fn clamp(sum: u64) -> Cost {
    Cost::try_from(sum).unwrap_or(DEAD_END)
}

/// A bounded depth-first search.
#[must_use]
pub struct DepthFirst<'p, P: Problem> {
    problem: &'p P,
    measure: Measure,
    duplicates: Duplicates,
    /// The moves to the node at which the search was interrupted.
    path: Vec<P::Action>,
    iteration: Iteration<P::Key>,
    /// The highest bound to try.
    last_bound: Cost,
    /// Whether the bound rises from the lowest one, so that the first plan has the lowest bound.
    rises: bool,
    has_begun: bool,
    /// The number of expansions at which to look at the space next.
    next_look: u64,
    /// The number of successors pruned before this iteration.
    pruned_before: u64,
    stats: Stats,
}

debug_by_stats!(DepthFirst, [P: Problem], DepthFirst<'_, P>);

/// What an iteration remembers.
struct Iteration<K> {
    bound: Cost,
    /// The smallest measure beyond the bound.
    next_bound: Cost,
    /// The states on the current path, if repeats on it are dropped.
    trail: Vec<K>,
    /// The states visited in this iteration, if all repeats are dropped.
    seen: Nodes<K>,
    /// The bytes of the path at which the search was resumed.
    path_bytes: u64,
    costs: CostRange,
    /// The numbers of the nodes on the current path, by depth.
    numbers: NodeNumbers,
}

impl<'p, P: Problem> DepthFirst<'p, P> {
    /// Returns a search of one iteration, down to a depth.
    pub fn depth_limited(problem: &'p P, duplicates: Duplicates, depth: u32) -> Self {
        Self::new(problem, Measure::Depth, duplicates, depth, depth, false)
    }

    /// Returns an iterative deepening search.
    pub fn deepening(problem: &'p P, duplicates: Duplicates) -> Self {
        Self::new(problem, Measure::Depth, duplicates, 0, DEAD_END - 1, true)
    }

    /// Returns an IDA\* search.
    pub fn ida_star(problem: &'p P, duplicates: Duplicates) -> Self {
        let first = problem.h(&problem.start());
        Self::new(problem, Measure::F, duplicates, first, DEAD_END - 1, true)
    }

    fn new(
        problem: &'p P,
        measure: Measure,
        duplicates: Duplicates,
        first_bound: Cost,
        last_bound: Cost,
        rises: bool,
    ) -> Self {
        let iteration = Iteration {
            bound: first_bound,
            next_bound: first_bound,
            trail: Vec::new(),
            seen: Nodes::new(),
            path_bytes: 0,
            costs: CostRange::EMPTY,
            numbers: NodeNumbers::default(),
        };
        Self {
            problem,
            measure,
            duplicates,
            path: Vec::new(),
            iteration,
            last_bound,
            rises,
            has_begun: false,
            next_look: if rises { FIRST_LOOK } else { u64::MAX },
            // A start that is a dead end is pruned before the first iteration.
            pruned_before: u64::MAX,
            stats: Stats::default(),
        }
    }

    /// Runs until the search ends or stops; returns nothing if it has to start over without `FAST`.
    fn iterate<O: Observer<P::State, P::Action>, const FAST: bool>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Option<Outcome<Plan<P::Action>>> {
        let limit = match self.measure {
            Measure::Depth => limits.max_depth(),
            Measure::F => limits.max_cost(),
        };
        let last_bound = limit.map_or(self.last_bound, |limit| limit.min(self.last_bound));
        loop {
            if !self.has_begun {
                if self.has_small_space_without_goal(limits) {
                    return Some(Outcome::Unsolvable);
                }
                if !self.begin_iteration(last_bound, observer) {
                    return Some(self.exhausted());
                }
            }
            let mut dive = Dive::<P, O, FAST> {
                problem: self.problem,
                limits,
                observer,
                stats: &mut self.stats,
                measure: self.measure,
                duplicates: self.duplicates,
                bound: u64::from(self.iteration.bound),
                next_bound: u64::from(self.iteration.next_bound),
                generated: 0,
                iteration: &mut self.iteration,
                countdown: Countdown::default(),
                max_depth: MAX_LEVELS,
                new_depth: 0,
                recorded: Vec::new(),
                interrupt: Interrupt::TooDeep,
            };
            dive.iteration.path_bytes = path_bytes::<P>(self.path.len());
            let path = resume(&mut dive, &self.path);
            dive.countdown.settle(dive.stats);
            dive.stats.generated += dive.generated;
            dive.iteration.next_bound = clamp(dive.next_bound);
            dive.stats.max_frontier_with_stale = dive.stats.max_frontier;
            let interrupt = dive.interrupt;
            self.count_pruned(path.as_deref());
            match path {
                None => self.has_begun = false,
                Some(path) => {
                    self.path = path;
                    match interrupt {
                        Interrupt::TooDeep if FAST && self.repeats_on_path() => {
                            self.duplicates = Duplicates::Path;
                            self.iteration.next_bound = self.iteration.bound;
                            self.has_begun = false;
                            return None;
                        }
                        Interrupt::TooDeep => {}
                        Interrupt::Stopped(stop) => return Some(Outcome::Stopped(stop)),
                        Interrupt::Goal(cost) => return Some(self.solved(cost)),
                    }
                }
            }
        }
    }

    /// Returns whether a breadth-first search visits all states within a quarter of the expansions made so
    /// far, and finds no goal. Its expansions are not counted.
    fn has_small_space_without_goal(&mut self, limits: &Limits<'_>) -> bool {
        let expanded = self.stats.expanded;
        if expanded < self.next_look {
            return false;
        }
        let most = (expanded / 4).min(LARGEST_LOOK);
        self.next_look = if most < LARGEST_LOOK { expanded * 16 } else { u64::MAX };
        let own = self.gauge().bytes;
        let mut limits = limits.part(Duration::MAX).expansions(most);
        if limits.hold(own).is_break() {
            return false;
        }
        let rule = Rule::new(&Strategy::new(Algorithm::Bfs));
        let look = drive(BestFirst::breadth_first(self.problem, rule), &mut limits, &mut ());
        self.stats.peak_bytes = self.stats.peak_bytes.max(own + look.stats.peak_bytes);
        look.outcome == Outcome::Unsolvable
    }

    /// Returns whether a state occurs twice on the path.
    fn repeats_on_path(&self) -> bool {
        let mut state = self.problem.start();
        let mut known = HashSet::from([self.problem.pack(&state)]);
        self.path.iter().any(|&action| match self.problem.apply(&state, action) {
            Some((_, next)) => {
                state = next;
                !known.insert(self.problem.pack(&state))
            }
            None => false,
        })
    }

    /// Computes the number of pruned successors.
    ///
    /// Every successor is a duplicate, pruned or a node; all nodes but the start of each iteration
    /// are successors. So pruned successors need not be counted one by one. The last node of the path at
    /// which an iteration was interrupted is not expanded.
    fn count_pruned(&mut self, interrupted: Option<&[P::Action]>) {
        let stats = &mut self.stats;
        let starts = stats.iterations - u64::from(interrupted.is_some_and(<[_]>::is_empty));
        let is_at_successor = interrupted.is_some_and(|path| !path.is_empty());
        let nodes = stats.expanded - starts + u64::from(is_at_successor);
        stats.pruned = stats.generated - stats.duplicates - nodes;
    }

    /// Begins the iteration with the next bound; returns false if there is none.
    fn begin_iteration<O: Observer<P::State, P::Action>>(
        &mut self,
        last_bound: Cost,
        observer: &mut O,
    ) -> bool {
        let iteration = &mut self.iteration;
        if self.stats.iterations > 0 {
            iteration.bound = iteration.next_bound;
        } else if !self.rises {
            iteration.bound = iteration.bound.min(last_bound);
        }
        if iteration.bound > last_bound {
            if self.stats.iterations == 0 && iteration.bound == DEAD_END {
                self.stats.pruned = 1;
                let start = self.problem.start();
                observer.dropped(&Node { id: 0, state: &start, g: 0 }, Pruned::DeadEnd);
            }
            return false;
        }
        self.has_begun = true;
        self.pruned_before = self.stats.pruned;
        self.path.clear();
        iteration.next_bound = DEAD_END;
        iteration.trail.clear();
        if matches!(self.duplicates, Duplicates::Graph | Duplicates::Closed) {
            iteration.seen.clear();
            iteration.seen.find_or_add(self.problem.pack(&self.problem.start()), 0, NO_PARENT);
        }
        self.stats.enter_bound(iteration.bound);
        observer.bound(iteration.bound);
        true
    }

    /// Ends the search without a plan.
    fn exhausted(&self) -> Outcome<Plan<P::Action>> {
        match (self.iteration.next_bound, self.measure) {
            // Only dead ends were pruned, if anything.
            (DEAD_END, _) if self.stats.pruned == self.pruned_before => Outcome::Unsolvable,
            (DEAD_END, _) => {
                dead_end_gap(self.problem).map_or(Outcome::Unsolvable, Outcome::NotFound)
            }
            (_, Measure::Depth) => Outcome::NotFound(Gap::Depth),
            (_, Measure::F) => Outcome::NotFound(Gap::Cost),
        }
    }

    fn solved(&self, cost: Cost) -> Outcome<Plan<P::Action>> {
        let lowest_bound_is_cheapest = match self.measure {
            Measure::Depth => self.iteration.costs.is_uniform(),
            Measure::F => self.problem.claim().is_admissible(),
        };
        let plan = Plan { actions: self.path.clone(), cost };
        Outcome::Solved(plan, Optimality::proved_if(self.rises && lowest_bound_is_cheapest))
    }
}

impl<P: Problem> Search<P::State, P::Action> for DepthFirst<'_, P> {
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        loop {
            let outcome = if self.measure == Measure::F && self.duplicates == Duplicates::Undo {
                self.iterate::<O, true>(limits, observer)
            } else {
                self.iterate::<O, false>(limits, observer)
            };
            if let Some(outcome) = outcome {
                return outcome;
            }
        }
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn gauge(&self) -> Gauge {
        self.iteration.gauge()
    }

    /// Returns the bound of the current iteration, for IDA\*.
    fn lower_bound(&self) -> Option<Cost> {
        (self.measure == Measure::F).then_some(self.iteration.bound)
    }
}

impl<K: Copy + Eq + std::hash::Hash> Iteration<K> {
    fn gauge(&self) -> Gauge {
        let path = (self.path_bytes, self.path_bytes);
        Gauge::new(self.trail.len() as u64, sum([held(&self.trail), self.seen.held(), path]))
    }
}

/// The recursion. `FAST` means IDA\* that drops only undoing moves; other variants are chosen at
/// run time.
struct Dive<'a, 'l, P: Problem, O, const FAST: bool> {
    problem: &'a P,
    limits: &'a mut Limits<'l>,
    observer: &'a mut O,
    stats: &'a mut Stats,
    measure: Measure,
    duplicates: Duplicates,
    /// Local copies of fields of the iteration and the statistics.
    bound: u64,
    next_bound: u64,
    generated: u64,
    iteration: &'a mut Iteration<P::Key>,
    countdown: Countdown,
    /// The depth at which the recursion is interrupted.
    max_depth: u32,
    /// A depth not reached before, at most `max_depth`.
    new_depth: u32,
    recorded: Vec<P::Action>,
    interrupt: Interrupt,
}

impl<P: Problem, O: Observer<P::State, P::Action>, const FAST: bool> Dive<'_, '_, P, O, FAST> {
    /// Searches the subtree of a node; returns whether it was interrupted.
    #[expect(clippy::needless_pass_by_value, reason = "by value a small state stays in registers")]
    fn node(&mut self, state: P::State, previous: Option<P::Action>, g: u64, depth: u32) -> bool {
        let problem = self.problem;
        if problem.is_goal(&state) {
            let node = self.numbered(&state, g, depth);
            self.observer.solved(&node);
            return self.interrupt(Interrupt::Goal(clamp(g)));
        }
        if depth >= self.new_depth && self.reach(depth) {
            return true;
        }
        if self.countdown.is_due() && self.refill() {
            return true;
        }
        self.countdown.count();
        if O::WATCHES {
            let node = self.numbered(&state, g, depth);
            self.observer.expanded(&node);
        }
        let keeps_trail = !FAST && self.duplicates == Duplicates::Path;
        if keeps_trail {
            push(&mut self.iteration.trail, problem.pack(&state));
        }
        let mut is_interrupted = false;
        let previous = previous.filter(|_| self.skips_undo());
        problem.successors_after(&state, previous, &mut |action, cost, next| {
            if !is_interrupted && self.child(&state, g, depth, action, cost, next) {
                is_interrupted = self.record(action);
            }
        });
        if keeps_trail {
            self.iteration.trail.pop();
        }
        is_interrupted
    }

    fn numbered<'s>(&self, state: &'s P::State, g: u64, depth: u32) -> Node<'s, P::State> {
        let id = if O::WATCHES { self.iteration.numbers.get(depth as usize) } else { 0 };
        Node { id, state, g: clamp(g) }
    }

    /// Returns whether a move that undoes the previous one is skipped. A closed list finds it, so that
    /// its duplicates are those that other programs count.
    #[inline(always)]
    fn skips_undo(&self) -> bool {
        FAST || !matches!(self.duplicates, Duplicates::None | Duplicates::Closed)
    }

    #[inline(always)]
    fn measure(&self, state: &P::State, g: u64, depth: u32) -> u64 {
        if FAST || self.measure == Measure::F {
            g + u64::from(self.problem.h(state))
        } else {
            u64::from(depth)
        }
    }

    /// Treats a successor, and searches its subtree unless it is pruned or a duplicate.
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
        self.generated += 1;
        if !FAST {
            self.iteration.costs.add(cost);
        }
        let g = g + u64::from(cost);
        let measure = self.measure(&next, g, depth + 1);
        let edge = |dive: &Self| Edge {
            parent: dive.iteration.numbers.get(depth as usize),
            id: dive.stats.generated + dive.generated,
            from: parent,
            action,
            to: &next,
            g: clamp(g),
        };
        if measure > self.bound {
            // Rarely true, so a branch is cheaper than storing the minimum each time.
            if measure < self.next_bound {
                self.next_bound = measure;
            }
            if O::WATCHES {
                let is_dead_end = clamp(measure) == DEAD_END;
                let reason = if is_dead_end { Pruned::DeadEnd } else { Pruned::Bound };
                let edge = edge(self);
                self.observer.pruned(&edge, reason);
            }
            return false;
        }
        if !FAST && self.repeats(&next, clamp(measure)) {
            self.stats.duplicates += 1;
            if O::WATCHES {
                let edge = edge(self);
                self.observer.duplicate(&edge);
            }
            return false;
        }
        if O::WATCHES {
            let edge = edge(self);
            self.observer.generated(&edge);
            self.iteration.numbers.set(depth as usize + 1, edge.id);
        }
        self.node(next, Some(action), g, depth + 1)
    }

    /// Records that a depth is reached for the first time; returns whether it is too deep.
    #[cold]
    #[inline(never)]
    fn reach(&mut self, depth: u32) -> bool {
        self.stats.max_frontier = self.stats.max_frontier.max(u64::from(depth) + 1);
        self.new_depth = self.max_depth.min(depth + 1);
        depth >= self.max_depth && self.interrupt(Interrupt::TooDeep)
    }

    /// Begins on an empty call stack at a depth.
    fn begin_at(&mut self, depth: u32) {
        self.max_depth = depth.saturating_add(MAX_LEVELS);
        self.new_depth = self.max_depth.min(self.stats.max_frontier as u32);
    }

    /// Checks the limits; returns whether they stop the search.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        let stop = self.countdown.refill(self.limits, self.stats, self.iteration.gauge());
        stop.is_some_and(|stop| self.interrupt(Interrupt::Stopped(stop)))
    }

    /// Records the move of an interrupted level.
    #[cold]
    #[inline(never)]
    fn record(&mut self, action: P::Action) -> bool {
        self.recorded.push(action);
        true
    }

    #[cold]
    #[inline(never)]
    fn interrupt(&mut self, reason: Interrupt) -> bool {
        self.interrupt = reason;
        true
    }

    /// Returns whether a state repeats one on its path, or one visited in this iteration no later.
    fn repeats(&mut self, state: &P::State, measure: Cost) -> bool {
        match self.duplicates {
            // Moves that undo the previous one are not generated.
            Duplicates::Undo | Duplicates::None => return false,
            Duplicates::Path => {
                let key = self.problem.pack(state);
                return self.iteration.trail.iter().rev().any(|&known| known == key);
            }
            Duplicates::Graph | Duplicates::Closed => {}
        }
        let seen = &mut self.iteration.seen;
        let (id, is_new) = seen.find_or_add(self.problem.pack(state), measure, NO_PARENT);
        let repeats = !is_new && measure >= seen.g(id);
        if !repeats && !is_new {
            seen.improve(id, measure, NO_PARENT);
        }
        repeats
    }
}

impl<P: Problem, O: Observer<P::State, P::Action>, const FAST: bool> ResumableRecursion<P>
    for Dive<'_, '_, P, O, FAST>
{
    fn problem(&self) -> &P {
        self.problem
    }

    fn dive(&mut self, node: PathNode<P::State, P::Action>) -> bool {
        self.begin_at(node.depth);
        self.node(node.state, node.previous, u64::from(node.g), node.depth)
    }

    fn successor(
        &mut self,
        parent: &PathNode<P::State, P::Action>,
        action: P::Action,
        cost: Cost,
        next: P::State,
    ) -> bool {
        self.begin_at(parent.depth + 1);
        let PathNode { state, g, depth, previous } = parent;
        let undoes = self.skips_undo() && previous.is_some_and(|p| self.problem.undoes(p, action));
        !undoes && self.child(state, u64::from(*g), *depth, action, cost, next)
    }

    fn enter_path(&mut self, path: &[PathNode<P::State, P::Action>]) {
        if !FAST && self.duplicates == Duplicates::Path {
            self.iteration.trail.clear();
            self.iteration.trail.extend(path.iter().map(|node| self.problem.pack(&node.state)));
        }
    }

    fn leave_path(&mut self, len: usize) {
        self.iteration.trail.truncate(len);
    }

    fn recorded(&mut self) -> &mut Vec<P::Action> {
        &mut self.recorded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::AlgorithmInfo;

    #[test]
    fn the_documented_numbers_are_those_of_the_search() {
        for name in ["ids", "idastar"] {
            let proof = AlgorithmInfo::of(name).and_then(|info| info.proof).unwrap();
            let plain = proof.replace(',', "");
            assert!(plain.contains(&format!("after {FIRST_LOOK} expansions")), "{proof}");
            assert!(plain.contains(&format!("up to {LARGEST_LOOK} states")), "{proof}");
        }
    }
}
