//! The recursion of bounded depth-first search.

use super::best_first::CostRange;
use super::resumable_recursion::{Countdown, Interrupt, MAX_LEVELS, PathNode, ResumableRecursion};
use crate::limits::Gauge;
use crate::observe::{Edge, Node, NodeNumbers, Pruned};
use crate::store::{NO_PARENT, NodeStore, Nodes, held, push, sum};
use crate::strategy::Duplicates;
use crate::{Cost, DEAD_END, Limits, Observer, Problem, Stats};
use std::hash::Hash;

/// What the bound limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The number of moves.
    Depth,
    /// f = g + h.
    F,
}

/// Returns a sum of costs as a cost; a sum that is too large counts as a dead end.
pub(super) fn clamp(sum: u64) -> Cost {
    Cost::try_from(sum).unwrap_or(DEAD_END)
}

/// What an iteration remembers.
pub(super) struct Iteration<K> {
    pub bound: Cost,
    /// The smallest measure beyond the bound.
    pub next_bound: Cost,
    /// The states on the current path, if repeats on it are dropped.
    pub trail: Vec<K>,
    /// The states visited in this iteration, if all repeats are dropped.
    pub seen: Nodes<K>,
    /// The bytes of the path at which the search was resumed.
    pub path_bytes: u64,
    pub costs: CostRange,
    /// Whether a path was pruned because its costs add up to [`DEAD_END`] or more, in any iteration.
    pub is_too_expensive: bool,
    /// The numbers of the nodes on the current path, by depth.
    pub numbers: NodeNumbers,
}

impl<K: Copy + Eq + Hash> Iteration<K> {
    pub fn gauge(&self) -> Gauge {
        let path = (self.path_bytes, self.path_bytes);
        Gauge::new(self.trail.len() as u64, sum([held(&self.trail), self.seen.held(), path]))
    }
}

/// The recursion. `FAST` means IDA\* that drops only undoing moves; other variants are chosen at
/// run time.
pub(super) struct Dive<'a, 'l, P: Problem, O, const FAST: bool> {
    pub problem: &'a P,
    pub limits: &'a mut Limits<'l>,
    pub observer: &'a mut O,
    pub stats: &'a mut Stats,
    pub measure: Measure,
    pub duplicates: Duplicates,
    /// Local copies of fields of the iteration and the statistics.
    pub bound: u64,
    pub next_bound: u64,
    pub generated: u64,
    pub iteration: &'a mut Iteration<P::Key>,
    pub countdown: Countdown,
    /// The depth at which the recursion is interrupted.
    pub max_depth: u32,
    /// A depth not reached before, at most `max_depth`.
    pub new_depth: u32,
    pub recorded: Vec<P::Action>,
    pub interrupt: Interrupt,
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
        // With a bound on f, such costs are beyond it.
        if !FAST && self.measure == Measure::Depth && g >= u64::from(DEAD_END) {
            self.iteration.is_too_expensive = true;
            if O::WATCHES {
                let edge = edge(self);
                self.observer.pruned(&edge, Pruned::Cost);
            }
            return false;
        }
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
