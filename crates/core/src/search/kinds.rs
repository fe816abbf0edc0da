//! IDA\* with node kinds as types: the fastest there is, for problems that can name them.
//!
//! In many puzzles what can be done at a node depends on a small part of the state: for sliding
//! tiles, on where the blank is and how it got there. A problem that makes a *type* of each such
//! kind lets the compiler write a function for each, in which every shift and mask is a constant
//! and every call to a successor's function is direct. h is not kept: each move says whether it
//! makes f rise, and what is left of the bound is passed down. Three times as fast as the same
//! search through [`Problem::successors`].

use crate::{Cost, DEAD_END, Gauge, Limits, Optimality, Outcome, Plan, Problem, Stats, Stop};
use std::ops::ControlFlow;
use std::time::Instant;

/// A problem that names its node kinds.
pub trait Kinds: Problem {
    /// What is left of a state when its kind is known.
    type Bare: Copy;

    /// All f-values differ by multiples of this.
    const STEP: Cost;

    /// What is left of a state when its kind is known.
    fn bare(&self, state: &Self::State) -> Self::Bare;

    /// Whether a bare state of a kind that may be a goal is one.
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
pub trait Kind<P: Kinds> {
    /// How many successors a node of this kind has, the move back left out.
    const SUCCESSORS: u64;

    /// Whether a node of this kind may be a goal.
    const MAY_BE_GOAL: bool;

    /// Calls `visitor` with each successor except the one that takes the last move back, in the
    /// order of [`Problem::successors`].
    fn expand<V: VisitKinds<P>>(problem: &P, bare: P::Bare, visitor: &mut V) -> ControlFlow<()>;
}

/// Looks at successors of any kind.
pub trait VisitKinds<P: Kinds> {
    /// Looks at a successor; `rise` is by how many steps its f is higher than its parent's.
    fn visit<K: Kind<P>>(&mut self, action: P::Action, bare: P::Bare, rise: u32)
    -> ControlFlow<()>;
}

/// Begins at a node of any kind.
pub trait EnterKind<P: Kinds> {
    /// Begins.
    fn enter<K: Kind<P>>(self) -> ControlFlow<()>;
}

/// An IDA\* search over node kinds under way.
pub struct IdaKinds<'p, P: Kinds> {
    problem: &'p P,
    bound: Cost,
    begun: bool,
    /// The moves to the node at which the search was stopped.
    path: Vec<P::Action>,
    stats: Stats,
}

/// What the recursion shares.
struct Dive<'a, 'l, P: Kinds> {
    problem: &'a P,
    limits: &'a mut Limits<'l>,
    stats: &'a mut Stats,
    /// Expansions until the limits have to be looked at.
    left: u64,
    /// How many were allowed when they were looked at last.
    allowed: u64,
    /// The moves to where the recursion broke off, last one first.
    trace: Vec<P::Action>,
    stopped: Option<Stop>,
}

struct Visitor<'d, 'a, 'l, P: Kinds> {
    dive: &'d mut Dive<'a, 'l, P>,
    slack: u32,
}

impl<P: Kinds> Dive<'_, '_, P> {
    /// Brings the count up to date and asks the limits.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> ControlFlow<()> {
        self.settle();
        if let ControlFlow::Break(why) = self.limits.check(self.stats, Gauge::default()) {
            self.stopped = Some(why);
            return ControlFlow::Break(());
        }
        self.allowed = self.limits.due_in(self.stats).max(1);
        self.left = self.allowed;
        ControlFlow::Continue(())
    }

    fn settle(&mut self) {
        self.stats.expanded += self.allowed - self.left;
        self.allowed = self.left;
    }
}

#[inline(never)]
fn dive<P: Kinds, K: Kind<P>>(
    dive: &mut Dive<'_, '_, P>,
    bare: P::Bare,
    slack: u32,
) -> ControlFlow<()> {
    if dive.left == 0 {
        dive.refill()?;
    }
    dive.left -= 1;
    dive.stats.generated += K::SUCCESSORS;
    let problem = dive.problem;
    K::expand(problem, bare, &mut Visitor { dive, slack })
}

impl<P: Kinds> VisitKinds<P> for Visitor<'_, '_, '_, P> {
    #[inline(always)]
    fn visit<K: Kind<P>>(
        &mut self,
        action: P::Action,
        bare: P::Bare,
        rise: u32,
    ) -> ControlFlow<()> {
        if rise > self.slack {
            return ControlFlow::Continue(());
        }
        let goal = K::MAY_BE_GOAL && self.dive.problem.is_bare_goal(bare);
        if goal || dive::<P, K>(self.dive, bare, self.slack - rise).is_break() {
            self.dive.trace.push(action);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Begins the recursion at a node that is not reached by recursion.
struct Begin<'d, 'a, 'l, P: Kinds> {
    dive: &'d mut Dive<'a, 'l, P>,
    bare: P::Bare,
    slack: u32,
}

impl<P: Kinds> EnterKind<P> for Begin<'_, '_, '_, P> {
    fn enter<K: Kind<P>>(self) -> ControlFlow<()> {
        dive::<P, K>(self.dive, self.bare, self.slack)
    }
}

impl<'p, P: Kinds> IdaKinds<'p, P> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        let bound = problem.h(&problem.start());
        Self { problem, bound, begun: false, path: Vec::new(), stats: Stats::default() }
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Searches until a goal is found or a limit is reached; after a stop, another call goes on where
    /// this one ended.
    pub fn run(&mut self, limits: &mut Limits<'_>) -> Outcome<P::Action> {
        let begun = Instant::now();
        let outcome = self.rounds(limits);
        self.stats.elapsed += begun.elapsed();
        outcome
    }

    fn rounds(&mut self, limits: &mut Limits<'_>) -> Outcome<P::Action> {
        if self.bound == DEAD_END {
            return Outcome::Unsolvable;
        }
        let last = limits.max_cost().unwrap_or(DEAD_END - 1);
        if self.problem.is_goal(&self.problem.start()) {
            return self.solved(Vec::new());
        }
        while self.bound <= last {
            if !self.begun {
                self.begun = true;
                self.stats.enter_bound(self.bound);
            }
            let mut run = Dive {
                problem: self.problem,
                limits,
                stats: &mut self.stats,
                left: 0,
                allowed: 0,
                trace: Vec::new(),
                stopped: None,
            };
            let path = std::mem::take(&mut self.path);
            let found = go_on(&mut run, self.bound, &path);
            run.settle();
            if let (Some(path), stopped) = (found, run.stopped) {
                let Some(why) = stopped else { return self.solved(path) };
                self.path = path;
                return Outcome::Stopped(why);
            }
            self.bound += P::STEP;
            self.begun = false;
        }
        Outcome::NotFound(crate::Gap::Cost)
    }

    fn solved(&self, actions: Vec<P::Action>) -> Outcome<P::Action> {
        let mut state = self.problem.start();
        let mut cost = 0;
        for &action in &actions {
            let (step, next) = self.problem.apply(&state, action).expect("kinds and rules agree");
            cost += step;
            state = next;
        }
        let proved = self.problem.claims().admissible;
        let optimality = if proved { Optimality::Proved } else { Optimality::NotClaimed };
        Outcome::Solved(Plan { actions, cost }, optimality)
    }
}

/// Searches what is left of a round: the node at the end of `path`, then, going back along it, the
/// later successors of every node on it. Returns the path to where it broke off: a goal, or the node
/// at which the limits stopped it.
fn go_on<P: Kinds>(
    run: &mut Dive<'_, '_, P>,
    bound: Cost,
    path: &[P::Action],
) -> Option<Vec<P::Action>> {
    let problem = run.problem;
    let mut states = vec![(problem.start(), 0)];
    for &action in path {
        let (state, g) = states.last().expect("the start is there");
        let (cost, next) =
            problem.apply(state, action).expect("the path was legal when it was left");
        let g = g + cost;
        states.push((next, g));
    }
    let mut broke =
        begin(run, &states[path.len()], path.last().copied(), bound).then(|| path.to_vec());
    for depth in (0..path.len()).rev() {
        if broke.is_some() {
            break;
        }
        let previous = depth.checked_sub(1).map(|before| path[before]);
        let (state, g) = &states[depth];
        let mut passed = false;
        problem.successors(state, &mut |action, cost, next| {
            let undoes = previous.is_some_and(|previous| problem.undoes(previous, action));
            if broke.is_none() && passed && !undoes {
                let g = g + cost;
                let fits = g.saturating_add(problem.h(&next)) <= bound;
                let ends =
                    fits && (problem.is_goal(&next) || begin(run, &(next, g), Some(action), bound));
                if ends {
                    let mut way = path[..depth].to_vec();
                    way.push(action);
                    broke = Some(way);
                }
            }
            passed |= action == path[depth];
        });
    }
    let mut way = broke?;
    way.extend(run.trace.drain(..).rev());
    Some(way)
}

/// Dives from a node; says whether the dive broke off.
fn begin<P: Kinds>(
    run: &mut Dive<'_, '_, P>,
    (state, g): &(P::State, Cost),
    previous: Option<P::Action>,
    bound: Cost,
) -> bool {
    let problem = run.problem;
    let slack = (bound - g - problem.h(state)) / P::STEP;
    let enter = Begin { dive: run, bare: problem.bare(state), slack };
    problem.with_kind(state, previous, enter).is_break()
}
