//! IDA\* with node kinds as types: the fastest search here, for problems that can enumerate the
//! kinds.
//!
//! In many puzzles the legal moves depend on a small part of the state: for sliding tiles, on the
//! position of the blank and the previous move. A problem that represents each such kind as a
//! *type* lets the compiler generate a function for each, in which every shift and mask is a
//! constant and every call to a successor's function is direct. h is not stored: each move says how
//! much f rises, and the rest of the bound is passed down. This is about three times as fast as
//! IDA\* through [`Problem::successors`].

use super::resumable_recursion::{Countdown, Interrupt, PathNode, ResumableRecursion, resume};
use super::subtrees::{Dived, Subtrees, is_worth_threads};
use super::{Search, dead_end_gap};
use crate::limits::Gauge;
use crate::outcome::Gap;
use crate::{Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats, replay};
use std::ops::ControlFlow;

/// A problem that enumerates its node kinds.
pub trait NodeKinds: Problem {
    /// What remains of a state when its kind is known.
    type Bare: Copy;

    /// All f-values differ by multiples of this.
    const STEP: Cost;

    /// Returns what remains of a state when its kind is known.
    fn bare(&self, state: &Self::State) -> Self::Bare;

    /// Returns whether a bare state, of a kind that may be a goal, is one.
    fn is_bare_goal(&self, bare: Self::Bare) -> bool;

    /// Calls `enter` with the kind of a state to which `previous` led.
    fn with_kind<E: EnterKind<Self>>(
        &self,
        state: &Self::State,
        previous: Option<Self::Action>,
        enter: E,
    ) -> ControlFlow<()>
    where
        Self: Sized;
}

/// A kind of nodes.
pub trait NodeKind<P: NodeKinds> {
    /// The number of successors, without the one that undoes the previous move.
    const SUCCESSORS: u64;

    /// Whether a node of this kind may be a goal.
    const MAY_BE_GOAL: bool;

    /// Calls `visitor` with each successor except the one that undoes the previous move, in the
    /// order of [`Problem::successors`].
    fn expand<V: VisitKinds<P>>(problem: &P, bare: P::Bare, visitor: &mut V) -> ControlFlow<()>;
}

/// Visits successors of any kind.
pub trait VisitKinds<P: NodeKinds> {
    /// Visits a successor whose f is `rise` steps higher than its parent's.
    fn visit<K: NodeKind<P>>(
        &mut self,
        action: P::Action,
        bare: P::Bare,
        rise: u32,
    ) -> ControlFlow<()>;
}

/// Starts the recursion at a node whose kind [`NodeKinds::with_kind`] determines.
pub trait EnterKind<P: NodeKinds> {
    /// Starts at a node of kind `K`.
    fn enter<K: NodeKind<P>>(self) -> ControlFlow<()>;
}

/// The highest bound, which limits the depth of the recursion.
const MAX_COST: Cost = 4096;

/// An IDA\* search over node kinds.
///
/// It finds plans of a cost up to 4,096 and cannot be observed; otherwise use
/// [`DepthFirst`](super::DepthFirst).
pub struct IdaSpecialized<'p, P: NodeKinds> {
    problem: &'p P,
    bound: Cost,
    has_begun: bool,
    /// The moves to the node at which the search was stopped.
    path: Vec<P::Action>,
    /// The top of the tree, for several threads.
    subtrees: Option<Subtrees<P::Action>>,
    stats: Stats,
}

debug_by_stats!(IdaSpecialized, [P: NodeKinds], IdaSpecialized<'_, P>);

impl<'p, P: NodeKinds> IdaSpecialized<'p, P> {
    /// Creates the search.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        let bound = problem.h(&problem.start());
        let (path, stats) = (Vec::new(), Stats::default());
        Self { problem, bound, has_begun: false, path, subtrees: None, stats }
    }

    /// Runs the current iteration on several threads.
    fn iterate_on_threads(&mut self, limits: &mut Limits<'_>) -> Dived<P::Action> {
        let (problem, bound) = (self.problem, self.bound);
        let subtrees =
            self.subtrees.get_or_insert_with(|| Subtrees::new(problem, limits.threads()));
        subtrees.search(u64::from(bound), limits, &mut self.stats, &|path, limits, stats| {
            dive(problem, bound, limits, stats, path, path.len())
        })
    }

    fn solved(&self, actions: Vec<P::Action>) -> Outcome<Plan<P::Action>> {
        let cost = replay(self.problem, actions.iter().copied())
            .expect("the node kinds must have the same moves and goals as the problem");
        let is_proved = self.problem.claim().is_admissible();
        Outcome::Solved(Plan { actions, cost }, Optimality::proved_if(is_proved))
    }
}

impl<P: NodeKinds> Search<P::State, P::Action> for IdaSpecialized<'_, P> {
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        _observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        if self.bound == DEAD_END {
            return dead_end_gap(self.problem).map_or(Outcome::Unsolvable, Outcome::NotFound);
        }
        if self.problem.is_goal(&self.problem.start()) {
            return self.solved(Vec::new());
        }
        let last_bound = limits.max_cost().unwrap_or(MAX_COST).min(MAX_COST);
        while self.bound <= last_bound {
            if !self.has_begun {
                self.has_begun = true;
                self.path.clear();
                self.stats.enter_bound(self.bound);
            }
            let found = if self.path.is_empty() && is_worth_threads(limits, &self.stats) {
                self.iterate_on_threads(limits)
            } else {
                dive(self.problem, self.bound, limits, &mut self.stats, &self.path, 0)
            };
            match (found.path, found.interrupt) {
                (Some(path), Interrupt::Stopped(stop)) => {
                    self.path = path;
                    return Outcome::Stopped(stop);
                }
                (Some(path), _) => return self.solved(path),
                (None, _) => {
                    self.bound += P::STEP;
                    self.has_begun = false;
                }
            }
        }
        Outcome::NotFound(Gap::Cost)
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    /// Returns the bound of the current iteration.
    fn lower_bound(&self) -> Option<Cost> {
        Some(self.bound)
    }
}

/// Searches on from a path, in the subtree of the node after its first `root` moves.
fn dive<P: NodeKinds>(
    problem: &P,
    bound: Cost,
    limits: &mut Limits<'_>,
    stats: &mut Stats,
    path: &[P::Action],
    root: usize,
) -> Dived<P::Action> {
    let (countdown, recorded) = (Countdown::default(), Vec::new());
    let mut dive =
        Dive { problem, limits, stats, bound, generated: 0, countdown, recorded, interrupt: None };
    let path = resume(&mut dive, path, root);
    dive.countdown.settle(dive.stats);
    dive.stats.generated += dive.generated;
    // Every interruption that is no stop is a goal, whose cost a replay finds.
    let interrupt = dive.interrupt.unwrap_or(Interrupt::Goal(bound));
    Dived { path, interrupt, next_bound: u64::from(bound + P::STEP) }
}

/// What the levels of the recursion share.
struct Dive<'a, 'l, P: NodeKinds> {
    problem: &'a P,
    limits: &'a mut Limits<'l>,
    stats: &'a mut Stats,
    bound: Cost,
    generated: u64,
    countdown: Countdown,
    recorded: Vec<P::Action>,
    /// Why the recursion was interrupted, if not at a goal.
    interrupt: Option<Interrupt>,
}

impl<P: NodeKinds> Dive<'_, '_, P> {
    /// Checks the limits; returns whether they stop the search. Not inlined, to keep the levels
    /// small.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        let stop = self.countdown.refill(self.limits, self.stats, Gauge::default());
        self.interrupt = stop.map(Interrupt::Stopped);
        stop.is_some()
    }

    /// Records the move of an interrupted level.
    #[cold]
    #[inline(never)]
    fn record(&mut self, action: P::Action) -> ControlFlow<()> {
        self.recorded.push(action);
        ControlFlow::Break(())
    }
}

/// Searches the subtree of a node; breaks at a goal or a stop.
#[inline(never)]
fn node<P: NodeKinds, K: NodeKind<P>>(
    dive: &mut Dive<'_, '_, P>,
    bare: P::Bare,
    slack: u32,
) -> ControlFlow<()> {
    if dive.countdown.is_due() && dive.refill() {
        return ControlFlow::Break(());
    }
    dive.countdown.count();
    dive.generated += K::SUCCESSORS;
    K::expand(dive.problem, bare, &mut Visitor { dive, slack })
}

struct Visitor<'d, 'a, 'l, P: NodeKinds> {
    dive: &'d mut Dive<'a, 'l, P>,
    slack: u32,
}

impl<P: NodeKinds> VisitKinds<P> for Visitor<'_, '_, '_, P> {
    #[inline(always)]
    fn visit<K: NodeKind<P>>(
        &mut self,
        action: P::Action,
        bare: P::Bare,
        rise: u32,
    ) -> ControlFlow<()> {
        if rise > self.slack {
            return ControlFlow::Continue(());
        }
        let is_goal = K::MAY_BE_GOAL && self.dive.problem.is_bare_goal(bare);
        if is_goal || node::<P, K>(self.dive, bare, self.slack - rise).is_break() {
            return self.dive.record(action);
        }
        ControlFlow::Continue(())
    }
}

/// Begins the recursion at a node whose kind is known only at run time.
struct Begin<'d, 'a, 'l, P: NodeKinds> {
    dive: &'d mut Dive<'a, 'l, P>,
    bare: P::Bare,
    slack: u32,
}

impl<P: NodeKinds> EnterKind<P> for Begin<'_, '_, '_, P> {
    fn enter<K: NodeKind<P>>(self) -> ControlFlow<()> {
        node::<P, K>(self.dive, self.bare, self.slack)
    }
}

impl<P: NodeKinds> ResumableRecursion<P> for Dive<'_, '_, P> {
    fn problem(&self) -> &P {
        self.problem
    }

    fn dive(&mut self, node: PathNode<P::State, P::Action>) -> bool {
        let problem = self.problem;
        let slack = (self.bound - node.g - problem.h(&node.state)) / P::STEP;
        let begin = Begin { dive: self, bare: problem.bare(&node.state), slack };
        problem.with_kind(&node.state, node.previous, begin).is_break()
    }

    fn successor(
        &mut self,
        parent: &PathNode<P::State, P::Action>,
        action: P::Action,
        cost: Cost,
        next: P::State,
    ) -> bool {
        let problem = self.problem;
        let g = parent.g + cost;
        if parent.previous.is_some_and(|previous| problem.undoes(previous, action))
            || g.saturating_add(problem.h(&next)) > self.bound
        {
            return false;
        }
        let node = PathNode { state: next, g, depth: parent.depth + 1, previous: Some(action) };
        problem.is_goal(&node.state) || self.dive(node)
    }

    fn recorded(&mut self) -> &mut Vec<P::Action> {
        &mut self.recorded
    }
}
