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
use super::dive::{Dive, Iteration, Measure, clamp};
use super::resumable_recursion::{Countdown, Interrupt, MAX_LEVELS, path_bytes, resume};
use super::subtrees::{Dived, Subtrees, is_worth_threads};
use super::{BestFirst, Rule, Search, dead_end_gap, drive};
use crate::limits::Gauge;
use crate::observe::{Node, NodeNumbers, Pruned};
use crate::outcome::Gap;
use crate::store::{NO_PARENT, NodeStore, Nodes};
use crate::strategy::Duplicates;
use crate::{
    Algorithm, Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats,
    Strategy,
};
use std::collections::HashSet;
use std::time::Duration;

/// The number of expansions before the first look at the space; each next one needs four times as many.
const FIRST_LOOK: u64 = 1 << 14;
/// A look expands one state for this many expansions of the search. Each takes up to 20 times as long.
const PER_LOOK: u64 = 1 << 8;
/// The most states that a look at the space expands.
const LARGEST_LOOK: u64 = 1 << 16;

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
    /// The number of iterations that ended early, at a node that was not expanded.
    abandoned: u64,
    /// The top of the tree, for several threads.
    subtrees: Option<Subtrees<P::Action>>,
    stats: Stats,
}

debug_by_stats!(DepthFirst, [P: Problem], DepthFirst<'_, P>);

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
            is_too_expensive: false,
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
            abandoned: 0,
            subtrees: None,
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
            let on_threads = FAST && !O::WATCHES && self.path.is_empty();
            let found = if on_threads && is_worth_threads(limits, &self.stats) {
                self.iterate_on_threads(limits)
            } else {
                self.dive::<O, FAST>(limits, observer, 0)
            };
            self.iteration.next_bound = clamp(found.next_bound);
            self.stats.max_frontier_with_stale = self.stats.max_frontier;
            self.count_pruned(found.path.as_deref());
            match found.path {
                None => self.has_begun = false,
                Some(path) => {
                    self.path = path;
                    match found.interrupt {
                        Interrupt::TooDeep if FAST && self.repeats_on_path() => {
                            self.duplicates = Duplicates::Path;
                            self.iteration.next_bound = self.iteration.bound;
                            self.has_begun = false;
                            self.abandoned += 1;
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

    /// Searches on from the current path, in the subtree of the node after its first `root` moves.
    fn dive<O: Observer<P::State, P::Action>, const FAST: bool>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
        root: usize,
    ) -> Dived<P::Action> {
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
        let path = resume(&mut dive, &self.path, root);
        dive.countdown.settle(dive.stats);
        dive.stats.generated += dive.generated;
        Dived { path, interrupt: dive.interrupt, next_bound: dive.next_bound }
    }

    /// Runs the current iteration of IDA\* on several threads.
    fn iterate_on_threads(&mut self, limits: &mut Limits<'_>) -> Dived<P::Action> {
        let (problem, bound) = (self.problem, self.iteration.bound);
        let subtrees =
            self.subtrees.get_or_insert_with(|| Subtrees::new(problem, limits.threads()));
        subtrees.search(u64::from(bound), limits, &mut self.stats, &|path, limits, stats| {
            let mut search = Self::new(problem, Measure::F, Duplicates::Undo, bound, bound, true);
            search.iteration.next_bound = DEAD_END;
            (search.path, search.stats) = (path.to_vec(), *stats);
            loop {
                let mut found = search.dive::<(), true>(limits, &mut (), path.len());
                match found.path.take() {
                    Some(path) if found.interrupt == Interrupt::TooDeep => {
                        search.path = path;
                        if !search.repeats_on_path() {
                            search.iteration.next_bound = clamp(found.next_bound);
                            continue;
                        }
                        found.path = Some(search.path);
                    }
                    path => found.path = path,
                }
                *stats = search.stats;
                return found;
            }
        })
    }

    /// Returns whether a breadth-first search visits all states within a small share of the expansions made
    /// so far, and finds no goal. Its expansions are not counted.
    fn has_small_space_without_goal(&mut self, limits: &Limits<'_>) -> bool {
        let expanded = self.stats.expanded;
        if expanded < self.next_look {
            return false;
        }
        let most = (expanded / PER_LOOK).min(LARGEST_LOOK);
        self.next_look = if most < LARGEST_LOOK { expanded * 4 } else { u64::MAX };
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
    /// which an iteration was interrupted is not expanded, now or, if the iteration was abandoned, ever.
    fn count_pruned(&mut self, interrupted: Option<&[P::Action]>) {
        let stats = &mut self.stats;
        let starts = stats.iterations - u64::from(interrupted.is_some_and(<[_]>::is_empty));
        let is_at_successor = interrupted.is_some_and(|path| !path.is_empty());
        let nodes = stats.expanded - starts + u64::from(is_at_successor) + self.abandoned;
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
            (DEAD_END, _) if self.iteration.is_too_expensive => Outcome::NotFound(Gap::Cost),
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
