//! Bounded depth-first search on an explicit stack: depth-limited, iterative deepening, IDA\*.
//!
//! Nodes beyond the bound are not looked at. If there were any, the next round begins again with a
//! higher bound: one level more (iterative deepening; Slate and Atkin 1977), or the least f that was
//! left out (IDA\*; Korf 1985). There is no recursion, so no plan is too long for the call stack,
//! and a search that was stopped goes on at the node where it was.

use crate::store::{NO_PARENT, Nodes, held, push, sum};
use crate::{
    Cost, DEAD_END, Duplicates, Edge, Gap, Gauge, Limits, Observer, Optimality, Outcome, Plan,
    Problem, Pruned, Stats, Stop,
};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::time::Instant;

/// What the bound is on.
pub trait Measure {
    /// The value of a node that must not exceed the bound.
    fn measure<P: Problem>(problem: &P, state: &P::State, g: Cost, depth: u32) -> Cost;

    /// The bound of the first round.
    fn first<P: Problem>(problem: &P, start: &P::State) -> Cost {
        Self::measure(problem, start, 0, 0)
    }

    /// Whether a plan found within the lowest bound that allows one is a cheapest one.
    fn optimal<P: Problem>(problem: &P, equal_costs: bool) -> bool;

    /// What kept a search from looking further, when its last bound is reached.
    const GAP: Gap;
}

/// The bound is on the number of moves.
#[derive(Debug)]
pub struct ByDepth;

impl Measure for ByDepth {
    #[inline(always)]
    fn measure<P: Problem>(_: &P, _: &P::State, _g: Cost, depth: u32) -> Cost {
        depth
    }

    fn optimal<P: Problem>(_: &P, equal_costs: bool) -> bool {
        equal_costs
    }

    const GAP: Gap = Gap::Depth;
}

/// The bound is on f = g + h.
#[derive(Debug)]
pub struct ByF;

impl Measure for ByF {
    #[inline(always)]
    fn measure<P: Problem>(problem: &P, state: &P::State, g: Cost, _depth: u32) -> Cost {
        g.saturating_add(problem.h(state))
    }

    fn optimal<P: Problem>(problem: &P, _equal_costs: bool) -> bool {
        problem.claims().admissible
    }

    const GAP: Gap = Gap::Cost;
}

/// A node that waits on the stack.
#[derive(Clone)]
struct Frame<S, A> {
    state: S,
    action: Option<A>,
    g: Cost,
    depth: u32,
}

/// A bounded depth-first search under way.
pub struct DepthFirst<'p, P: Problem, M> {
    problem: &'p P,
    duplicates: Duplicates,
    stack: Vec<Frame<P::State, P::Action>>,
    /// The moves to the node being expanded.
    path: Vec<P::Action>,
    /// The states on that way, where repeats along it are dropped.
    trail: Vec<P::Key>,
    /// The states met in this round, where all repeats are dropped.
    seen: Nodes<P::Key>,
    bound: Cost,
    /// The least measure beyond the bound.
    next: Cost,
    /// The highest bound to try.
    last: Cost,
    begun: bool,
    least_cost: Cost,
    greatest_cost: Cost,
    stats: Stats,
    measure: PhantomData<M>,
}

impl<'p, P: Problem> DepthFirst<'p, P, ByDepth> {
    /// One round, down to a depth.
    #[must_use]
    pub fn depth_limited(problem: &'p P, duplicates: Duplicates, depth: u32) -> Self {
        Self::new(problem, duplicates, depth, depth)
    }
}

impl<'p, P: Problem, M: Measure> DepthFirst<'p, P, M> {
    /// Rounds with rising bounds.
    #[must_use]
    pub fn deepening(problem: &'p P, duplicates: Duplicates) -> Self {
        let first = M::first(problem, &problem.start());
        Self::new(problem, duplicates, first, DEAD_END - 1)
    }

    fn new(problem: &'p P, duplicates: Duplicates, first: Cost, last: Cost) -> Self {
        Self {
            problem,
            duplicates,
            stack: Vec::new(),
            path: Vec::new(),
            trail: Vec::new(),
            seen: Nodes::new(),
            bound: first,
            next: first,
            last,
            begun: false,
            least_cost: Cost::MAX,
            greatest_cost: 0,
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
        let outcome = self.rounds(limits, observer);
        self.stats.elapsed += begun.elapsed();
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.gauge().bytes);
        outcome
    }

    fn rounds<O: Observer<P>>(
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
            if self.stack.is_empty() && !self.begin_round(last, observer) {
                return if self.next == DEAD_END {
                    Outcome::Unsolvable
                } else {
                    Outcome::NotFound(M::GAP)
                };
            }
            match self.round(limits, observer) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(End::Goal(cost)) => {
                    let plan = Plan { actions: self.path.clone(), cost };
                    let equal = self.least_cost >= self.greatest_cost;
                    let optimality = if M::optimal(self.problem, equal) {
                        Optimality::Proved
                    } else {
                        Optimality::NotClaimed
                    };
                    return Outcome::Solved(plan, optimality);
                }
                ControlFlow::Break(End::Stopped(why)) => return Outcome::Stopped(why),
            }
        }
    }

    /// Puts the start on the stack for the next bound, if there is one.
    fn begin_round<O: Observer<P>>(&mut self, last: Cost, observer: &mut O) -> bool {
        if self.begun {
            self.bound = self.next;
        }
        if self.bound > last {
            return false;
        }
        self.begun = true;
        self.next = DEAD_END;
        let start = self.problem.start();
        if self.duplicates == Duplicates::Graph {
            self.seen.clear();
            self.seen.find_or_add(self.problem.pack(&start), 0, NO_PARENT);
        }
        push(&mut self.stack, Frame { state: start, action: None, g: 0, depth: 0 });
        self.stats.enter_bound(self.bound);
        observer.bound(self.bound);
        true
    }

    fn round<O: Observer<P>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> ControlFlow<End> {
        let keeps_trail = self.duplicates == Duplicates::Path;
        loop {
            if let ControlFlow::Break(why) = limits.poll(&self.stats, || self.gauge()) {
                return ControlFlow::Break(End::Stopped(why));
            }
            let Some(node) = self.stack.pop() else { return ControlFlow::Continue(()) };
            if let Some(action) = node.action {
                self.path.truncate(node.depth as usize - 1);
                self.path.push(action);
            }
            if self.problem.is_goal(&node.state) {
                observer.solved(&node.state, node.g);
                return ControlFlow::Break(End::Goal(node.g));
            }
            if keeps_trail {
                self.trail.truncate(node.depth as usize);
                self.trail.push(self.problem.pack(&node.state));
            }
            self.stats.expanded += 1;
            observer.expanded(&node.state, node.g);
            self.expand(&node, observer);
            let waiting = self.stack.len() as u64;
            self.stats.max_frontier = self.stats.max_frontier.max(waiting);
            self.stats.max_frontier_with_stale = self.stats.max_frontier;
        }
    }

    #[inline(always)]
    fn expand<O: Observer<P>>(&mut self, node: &Frame<P::State, P::Action>, observer: &mut O) {
        let problem = self.problem;
        let undo = if self.duplicates == Duplicates::None { None } else { node.action };
        let (base, bound, depth) = (self.stack.len(), self.bound, node.depth + 1);
        let (mut next_bound, mut generated, mut pruned) = (self.next, 0, 0);
        problem.successors(&node.state, &mut |action, cost, next| {
            if undo.is_some_and(|previous| problem.undoes(previous, action)) {
                return;
            }
            generated += 1;
            self.least_cost = self.least_cost.min(cost);
            self.greatest_cost = self.greatest_cost.max(cost);
            let g = node.g.saturating_add(cost);
            let measure = M::measure(problem, &next, g, depth);
            if measure > bound {
                next_bound = next_bound.min(measure);
                pruned += 1;
                if O::WATCHES {
                    let edge = Edge { from: &node.state, action, to: &next, g };
                    let why = if measure == DEAD_END { Pruned::DeadEnd } else { Pruned::Bound };
                    observer.pruned(&edge, why);
                }
                return;
            }
            if self.repeats(problem, &next, measure) {
                self.stats.duplicates += 1;
                observer.duplicate(&Edge { from: &node.state, action, to: &next, g });
                return;
            }
            observer.generated(&Edge { from: &node.state, action, to: &next, g });
            push(&mut self.stack, Frame { state: next, action: Some(action), g, depth });
        });
        self.next = next_bound;
        self.stats.generated += generated;
        self.stats.pruned += pruned;
        // The first successor is the first to be looked at.
        self.stack[base..].reverse();
    }

    /// Whether a state repeats one on the way to it, or one already met in this round no later.
    #[inline(always)]
    fn repeats(&mut self, problem: &P, state: &P::State, measure: Cost) -> bool {
        match self.duplicates {
            Duplicates::Undo | Duplicates::None => false,
            Duplicates::Path => {
                let key = problem.pack(state);
                self.trail.iter().rev().any(|&known| known == key)
            }
            Duplicates::Graph => {
                let (id, new) = self.seen.find_or_add(problem.pack(state), measure, NO_PARENT);
                let repeats = !new && measure >= self.seen.g(id);
                if !repeats && !new {
                    self.seen.improve(id, measure, NO_PARENT);
                }
                repeats
            }
        }
    }

    fn gauge(&self) -> Gauge {
        let lines = [held(&self.stack), held(&self.path), held(&self.trail), self.seen.held()];
        let (bytes, bytes_soon) = sum(lines);
        Gauge { frontier: self.stack.len() as u64, bytes, bytes_soon }
    }
}

enum End {
    Goal(Cost),
    Stopped(Stop),
}
