//! IDA\* with node kinds as types: the fastest there is, for problems that can name them.
//!
//! In many puzzles what can be done at a node depends on a small part of the state: for sliding
//! tiles, on where the blank is and how it got there. A problem that makes a *type* of each such
//! kind lets the compiler write a function for each, in which every shift and mask is a constant
//! and every call to a successor's function is direct. h is not kept: each move says whether it
//! makes f rise, and what is left of the bound is passed down. Three times as fast as the same
//! search through [`Problem::successors`].

use super::best_first::dead_end_gap;
use super::recursion::{Break, Countdown, Place, Recursion, go_on};
use crate::{
    Cost, DEAD_END, Gap, Gauge, Limits, Optimality, Outcome, Plan, Problem, Stats, replay,
};
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

/// The deepest recursion: plans that cost more are not looked for.
const LONGEST: Cost = 4096;

/// An IDA\* search over node kinds under way.
///
/// It looks for plans of a cost up to 4,096 and cannot be watched; what is beyond is for
/// [`DepthFirst`](super::DepthFirst).
pub struct IdaSpecialized<'p, P: Kinds> {
    problem: &'p P,
    bound: Cost,
    begun: bool,
    /// The moves to the node at which the search was stopped.
    path: Vec<P::Action>,
    stats: Stats,
}

impl<'p, P: Kinds> IdaSpecialized<'p, P> {
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
            return dead_end_gap(self.problem).map_or(Outcome::Unsolvable, Outcome::NotFound);
        }
        if self.problem.is_goal(&self.problem.start()) {
            return self.solved(Vec::new());
        }
        let last = limits.max_cost().unwrap_or(LONGEST).min(LONGEST);
        while self.bound <= last {
            if !self.begun {
                self.begun = true;
                self.path.clear();
                self.stats.enter_bound(self.bound);
            }
            let mut dive = Dive {
                problem: self.problem,
                limits,
                stats: &mut self.stats,
                bound: self.bound,
                generated: 0,
                countdown: Countdown::new(),
                trace: Vec::new(),
                broke: None,
            };
            let path = go_on(&mut dive, &self.path);
            dive.countdown.settle(dive.stats);
            dive.stats.generated += dive.generated;
            let broke = dive.broke;
            match (path, broke) {
                (Some(path), Some(Break::Stopped(why))) => {
                    self.path = path;
                    return Outcome::Stopped(why);
                }
                (Some(path), _) => return self.solved(path),
                (None, _) => {
                    self.bound += P::STEP;
                    self.begun = false;
                }
            }
        }
        Outcome::NotFound(Gap::Cost)
    }

    fn solved(&self, actions: Vec<P::Action>) -> Outcome<P::Action> {
        let cost = replay(self.problem, &actions)
            .expect("the node kinds must have the same moves and goals as the problem");
        let proved = self.problem.claim().is_admissible();
        let optimality = if proved { Optimality::Proved } else { Optimality::NotClaimed };
        Outcome::Solved(Plan { actions, cost }, optimality)
    }
}

/// What the levels of the recursion share.
struct Dive<'a, 'l, P: Kinds> {
    problem: &'a P,
    limits: &'a mut Limits<'l>,
    stats: &'a mut Stats,
    bound: Cost,
    generated: u64,
    countdown: Countdown,
    trace: Vec<P::Action>,
    /// Why the recursion was broken off, if not at a goal.
    broke: Option<Break>,
}

impl<P: Kinds> Dive<'_, '_, P> {
    /// Looks at the limits; says whether they stop the search. Apart, to keep the levels small.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        let stop = self.countdown.refill(self.limits, self.stats, Gauge::default());
        self.broke = stop.map(Break::Stopped);
        stop.is_some()
    }

    /// Notes the move of a level that is left.
    #[cold]
    #[inline(never)]
    fn leave(&mut self, action: P::Action) -> ControlFlow<()> {
        self.trace.push(action);
        ControlFlow::Break(())
    }
}

/// Searches a node and what is below it; breaks at a goal or a stop.
#[inline(never)]
fn node<P: Kinds, K: Kind<P>>(
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

struct Visitor<'d, 'a, 'l, P: Kinds> {
    dive: &'d mut Dive<'a, 'l, P>,
    slack: u32,
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
        if goal || node::<P, K>(self.dive, bare, self.slack - rise).is_break() {
            return self.dive.leave(action);
        }
        ControlFlow::Continue(())
    }
}

/// Begins the recursion at a node of a kind known only at run time.
struct Begin<'d, 'a, 'l, P: Kinds> {
    dive: &'d mut Dive<'a, 'l, P>,
    bare: P::Bare,
    slack: u32,
}

impl<P: Kinds> EnterKind<P> for Begin<'_, '_, '_, P> {
    fn enter<K: Kind<P>>(self) -> ControlFlow<()> {
        node::<P, K>(self.dive, self.bare, self.slack)
    }
}

impl<P: Kinds> Recursion<P> for Dive<'_, '_, P> {
    fn problem(&self) -> &P {
        self.problem
    }

    fn dive(&mut self, place: Place<P::State, P::Action>) -> bool {
        let problem = self.problem;
        let slack = (self.bound - place.g - problem.h(&place.state)) / P::STEP;
        let begin = Begin { dive: self, bare: problem.bare(&place.state), slack };
        problem.with_kind(&place.state, place.previous, begin).is_break()
    }

    fn successor(
        &mut self,
        parent: &Place<P::State, P::Action>,
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
        let place = Place { state: next, g, depth: parent.depth + 1, previous: Some(action) };
        problem.is_goal(&place.state) || self.dive(place)
    }

    fn trace(&mut self) -> &mut Vec<P::Action> {
        &mut self.trace
    }
}
