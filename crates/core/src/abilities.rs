//! Abilities: what a problem can do beyond [`Problem`], declared once, as a value.
//!
//! Each ability that needs code is a trait. [`Abilities`] collects the searches that these traits make
//! possible as function pointers, so that [`solve`](crate::solve) and [`explore`](crate::explore()) choose
//! at run time while every search stays monomorphic.

use crate::by_rank::solve_by_rank;
use crate::explore::{Exploration, explore_layered, explore_ranked, explore_symmetric};
use crate::frontier::ByState;
use crate::jumps::solve_by_jumps;
use crate::quotient::solve_up_to_symmetry;
use crate::search::{
    BestFirst, Bidirectional, DepthFirst, IdaSpecialized, NodeKinds, PackedAStar, Report, Rule,
    Unsupported, drive,
};
use crate::store::SetKey;
use crate::strategy::Duplicates;
use crate::{Claim, Cost, Limits, Observer, Problem, Stop, Strategy};
use std::cmp::Ordering;
use std::fmt::{self, Debug};

/// Goals can be listed and moves can be reversed.
pub trait Reversible: Problem {
    /// Calls `visit` with every goal state, always in the same order.
    fn goals(&self, visit: &mut impl FnMut(Self::State));

    /// Calls `visit` with each move that leads to `state`, its cost and the state before it.
    fn predecessors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    );

    /// Like [`Reversible::predecessors`], with the representative of each state.
    ///
    /// Override it if representatives can be computed incrementally.
    #[inline(always)]
    fn canonical_predecessors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    ) where
        Self: Symmetric,
    {
        self.predecessors(state, &mut |action, cost, previous| {
            visit(action, cost, self.canonical(&previous));
        });
    }

    /// Returns the image of a state if the problem is its own dual.
    ///
    /// The image map is an involution. It exchanges the start and the only goal. Of the moves on plans, as
    /// many lead from `a` to `b` as from the image of `b` to the image of `a`. Symmetric states have
    /// symmetric images. So the states reached from the start show which states reach the goal.
    ///
    /// Return `Some` for all states or for none.
    fn dual(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }
}

/// States fall into classes of equal distance to the goal.
///
/// Moves from symmetric states must lead to symmetric states at the same cost, and a state that is
/// symmetric to a goal must be a goal.
pub trait Symmetric: Problem {
    /// Returns the representative of the state's class.
    fn canonical(&self, state: &Self::State) -> Self::State;

    /// Like [`Problem::successors`], with the representative of each resulting state.
    ///
    /// Override it if representatives can be computed incrementally.
    #[inline(always)]
    fn canonical_successors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    ) {
        self.successors(state, &mut |action, cost, next| {
            visit(action, cost, self.canonical(&next));
        });
    }

    /// Returns whether [`Problem::h`] is the same for all states of a class. Then a consistent heuristic
    /// stays consistent among representatives.
    fn h_is_invariant(&self) -> bool {
        false
    }

    /// Returns the number of states in the class of a state, if the problem can count them.
    ///
    /// Return `Some` only if the start is alone in its class: then every state of a reachable class is
    /// reachable.
    fn class_size(&self, _state: &Self::State) -> Option<u64> {
        None
    }
}

/// Moves can be repeated until something changes, as in jump point search on grids.
pub trait Jumping: Problem {
    /// The problem with jumps as moves.
    type Jumps<'p>: Problem<Action = Self::Action>
    where
        Self: 'p;

    /// Returns the same problem with fewer states and longer moves.
    ///
    /// An action stands for its repetition, once or more often, at the sum of the costs, which are at
    /// least 1. A cheapest plan of jumps costs as much as one of single moves, and there is one if there is
    /// the other. Tables that it needs count against the limits.
    ///
    /// # Errors
    /// The limit that stopped the construction.
    fn jumps(&self, limits: &mut Limits<'_>) -> Result<Self::Jumps<'_>, Stop>;
}

/// States are numbered with few gaps, so that a whole space fits into an array.
pub trait Ranked: Problem + Sized {
    /// Returns a number above the rank of every state.
    fn ranks(&self) -> u64;

    /// Returns the rank of a state.
    fn rank(&self, state: &Self::State) -> u64;

    /// Returns the state of a rank: the inverse of [`Ranked::rank`]. It is called for ranks of states only.
    fn unrank(&self, rank: u64) -> Self::State;

    /// Returns how an exploration expands the states of a row together: by default, one by one.
    fn rows(&self) -> impl Rows {
        OneByOne(self)
    }
}

/// The moves of whole rows of states. A row is the 64 states whose ranks have the same upper bits; a word
/// has a bit for each, the lowest for the lowest rank.
///
/// Where many states of a row move alike, a few operations on words expand them all.
pub trait Rows: Sync {
    /// Expands some states of consecutive rows, the first of which is given: calls `visit` with rows and the
    /// successors in them. A row may come more than once. Returns the number of successors.
    fn expand(&self, first: u64, states: &[u64], visit: &mut impl FnMut(u64, u64)) -> u64;

    /// Returns the color of a row, if rows have two colors and every move leads to a row of the other color.
    ///
    /// Then all rows of a layer have the same color, and threads need no atomic operations to mark its
    /// states as expanded.
    fn color(&self, _row: u64) -> Option<bool> {
        None
    }

    /// Returns the bytes of the tables it uses.
    fn bytes(&self) -> u64 {
        0
    }
}

/// Expands one state after another.
#[derive(Debug)]
pub struct OneByOne<'p, P>(pub &'p P);

impl<P: Ranked> Rows for OneByOne<'_, P> {
    #[inline(always)]
    fn expand(&self, first: u64, states: &[u64], visit: &mut impl FnMut(u64, u64)) -> u64 {
        let mut generated = 0;
        for (row, &states) in (first..).zip(states) {
            let mut left = states;
            while left != 0 {
                let state = self.0.unrank(row << 6 | u64::from(left.trailing_zeros()));
                self.0.successors(&state, &mut |_, _, next| {
                    generated += 1;
                    let rank = self.0.rank(&next);
                    visit(rank >> 6, 1 << (rank & 63));
                });
                left &= left - 1;
            }
        }
        generated
    }
}

/// States have a total order, for `ties=state`.
pub trait Ordered: Problem {
    /// Compares two states by their keys.
    fn compare(&self, a: &Self::Key, b: &Self::Key) -> Ordering;
}

/// Keys are words with spare high bits, in which a search stores the move that led to the state.
///
/// With a consistent heuristic that is all a closed list has to hold: 8 bytes per state. Meant for costs
/// whose sums stay within a few thousand: f and g index an array.
pub trait Tagged: Problem<Key = u64> {
    /// The number of high bits that are 0 in every key; at most 16.
    const TAG_BITS: u32;

    /// Returns a number for the move, below 2^`TAG_BITS` − 2.
    fn tag(&self, action: Self::Action) -> u64;

    /// Returns the move of a number.
    fn action(&self, tag: u64) -> Self::Action;

    /// Returns the state before `action` led to `state`.
    fn retract(&self, state: &Self::State, action: Self::Action) -> Self::State;
}

/// IDA\* may run on other states, such as larger ones that hold what a move would else compute anew.
///
/// IDA\* keeps only the states on its path, so their size matters less than in other searches.
pub trait IdaStates: Problem {
    /// The same problem with other states: the same moves in the same order, goals and h.
    type Other<'p>: Problem<Action = Self::Action>
    where
        Self: 'p;

    /// Returns the problem with other states, if that pays.
    fn with_ida_states(&self) -> Option<Self::Other<'_>>;
}

/// One state, changed in place: for states too large to copy, with too many moves to list.
///
/// Such a problem need not be a [`Problem`].
pub trait InPlace {
    /// A state, which moves change.
    type State;
    /// A move.
    type Action: Copy + Eq + Debug;

    /// Returns the state in which every plan begins.
    fn start(&self) -> Self::State;

    /// Returns whether a plan may end in `state`.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Plays a move and returns its cost. An illegal move returns `None` and changes nothing.
    fn play(&self, state: &mut Self::State, action: Self::Action) -> Option<Cost>;
}

/// A heuristic that can be descended: it proposes a move that lowers h by at least the move's cost.
pub trait Downhill: InPlace {
    /// Data that the problem keeps between moves, such as where it looked last.
    type Hint: Default;

    /// Estimates the cost of a cheapest path to a goal.
    fn h(&self, state: &Self::State) -> Cost;

    /// Returns what is claimed of [`Downhill::h`].
    fn claim(&self) -> Claim;

    /// Returns a move that lowers h by at least its cost, or `None` if it finds none. Adds the number of
    /// moves tried to `tried`.
    fn downhill(
        &self,
        state: &Self::State,
        hint: &mut Self::Hint,
        tried: &mut u64,
    ) -> Option<Self::Action>;
}

/// How the moves of a problem connect its breadth-first layers. It decides how many layers an
/// exploration has to remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layers {
    /// Moves may lead back to any earlier layer.
    Any,
    /// Every move can be undone by one move: successors lie in the same layer or an adjacent one.
    Undirected,
    /// Every move leads to the next layer, as in peg solitaire, where the layer is the number of pegs
    /// removed.
    Layered,
}

type ReportOf<P> = Report<<P as Problem>::Action>;
type Run<P, O> = fn(&P, &mut Limits<'_>, &mut O) -> ReportOf<P>;
type RunByState<P, O> = fn(&P, Rule, &mut Limits<'_>, &mut O) -> ReportOf<P>;
type RunUpToSymmetry<P, O> =
    fn(&P, &Strategy, &mut Limits<'_>, &mut O) -> Result<ReportOf<P>, Unsupported>;
type RunByJumps<P> = fn(&P, &Strategy, &mut Limits<'_>) -> Result<ReportOf<P>, Unsupported>;
type RunByRank<P> = fn(&P, &Strategy, bool, &mut Limits<'_>) -> Option<ReportOf<P>>;
type Explore<P> = fn(&P, &mut Limits<'_>) -> Exploration;
type Compare<P> = fn(&P, &<P as Problem>::Key, &<P as Problem>::Key) -> Ordering;
type Visit<'v, P> = dyn FnMut(<P as Problem>::Action, Cost, <P as Problem>::State) + 'v;

/// [`Reversible`] as function pointers, for callers that know the problem only through its abilities.
#[derive(Debug)]
pub struct Reverse<P: Problem> {
    /// See [`Reversible::goals`].
    pub goals: fn(&P, &mut dyn FnMut(P::State)),
    /// See [`Reversible::predecessors`].
    pub predecessors: fn(&P, &P::State, &mut Visit<'_, P>),
}

/// [`Symmetric`] as function pointers, for callers that know the problem only through its abilities.
#[derive(Debug)]
pub struct Symmetry<P: Problem> {
    /// See [`Symmetric::canonical`].
    pub canonical: fn(&P, &P::State) -> P::State,
    /// See [`Symmetric::canonical_successors`].
    pub successors: fn(&P, &P::State, &mut Visit<'_, P>),
    /// See [`Symmetric::h_is_invariant`].
    pub h_is_invariant: fn(&P) -> bool,
    /// See [`Symmetric::class_size`].
    pub class_size: fn(&P, &P::State) -> Option<u64>,
}

/// [`Ranked`] as function pointers, for callers that know the problem only through its abilities.
#[derive(Debug)]
pub struct Ranking<P: Problem> {
    /// See [`Ranked::ranks`].
    pub ranks: fn(&P) -> u64,
    /// See [`Ranked::rank`].
    pub rank: fn(&P, &P::State) -> u64,
    /// See [`Ranked::unrank`].
    pub unrank: fn(&P, u64) -> P::State,
}

/// What a problem can do beyond [`Problem`], for searches observed by `O`.
///
/// A problem declares its abilities in [`Problem::abilities`]:
///
/// ```
/// # use heureka_core::abilities::Reversible;
/// # use heureka_core::{Abilities, Cost, Limits, Observer, Problem, solve};
/// # struct Line;
/// impl Problem for Line {
/// #   type State = i32; type Key = i32; type Action = i32;
/// #   fn start(&self) -> i32 { 0 }
/// #   fn is_goal(&self, state: &i32) -> bool { *state == 5 }
/// #   fn successors(&self, &s: &i32, visit: &mut impl FnMut(i32, Cost, i32)) {
/// #       for step in [-1, 1] { visit(step, 1, s + step); }
/// #   }
/// #   fn pack(&self, &state: &i32) -> i32 { state }
/// #   fn unpack(&self, &key: &i32) -> i32 { key }
///     // …
///     fn abilities<O: Observer<i32, i32>>(&self) -> Abilities<Self, O> {
///         Abilities::plain().reversible().undirected()
///     }
/// }
/// # impl Reversible for Line {
/// #   fn goals(&self, visit: &mut impl FnMut(i32)) { visit(5); }
/// #   fn predecessors(&self, &s: &i32, visit: &mut impl FnMut(i32, Cost, i32)) {
/// #       for step in [-1, 1] { visit(step, 1, s - step); }
/// #   }
/// # }
/// let bidirectional = "bidirectional".parse().unwrap();
/// let report = solve(&Line, &bidirectional, &mut Limits::none(), &mut ()).unwrap();
/// assert_eq!(report.outcome.cost(), Some(5));
/// ```
#[must_use]
pub struct Abilities<P: Problem, O> {
    pub(crate) bidirectional: Option<Run<P, O>>,
    pub(crate) packed_astar: Option<Run<P, O>>,
    pub(crate) specialized_ida: Option<Run<P, O>>,
    pub(crate) by_state: Option<RunByState<P, O>>,
    pub(crate) up_to_symmetry: Option<RunUpToSymmetry<P, O>>,
    pub(crate) by_jumps: Option<RunByJumps<P>>,
    pub(crate) by_rank: Option<RunByRank<P>>,
    pub(crate) explore_ranked: Option<Explore<P>>,
    pub(crate) explore_layered: Option<Explore<P>>,
    pub(crate) explore_symmetric: Option<Explore<P>>,
    /// [`Reversible`], if declared.
    pub reverse: Option<Reverse<P>>,
    /// [`Symmetric`], if declared.
    pub symmetry: Option<Symmetry<P>>,
    /// [`Ranked`], if declared.
    pub ranking: Option<Ranking<P>>,
    /// [`Ordered::compare`], if declared.
    pub compare: Option<Compare<P>>,
    /// How moves connect layers.
    pub layers: Layers,
    /// Whether all plans cost the same, so that any plan is optimal.
    pub equal_cost_plans: bool,
}

/// Prints the names of the declared abilities.
impl<P: Problem, O> fmt::Debug for Abilities<P, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let declared = [
            ("reversible", self.reverse.is_some()),
            ("symmetric", self.symmetry.is_some()),
            ("jumping", self.by_jumps.is_some()),
            ("ranked", self.explore_ranked.is_some()),
            ("ordered", self.compare.is_some()),
            ("packed_astar", self.packed_astar.is_some()),
            ("specialized_ida", self.specialized_ida.is_some()),
            ("undirected", self.layers == Layers::Undirected),
            ("layered", self.layers == Layers::Layered),
            ("equal_cost_plans", self.equal_cost_plans),
        ];
        let names = declared.iter().filter(|(_, is_declared)| *is_declared).map(|(name, _)| name);
        f.debug_set().entries(names).finish()
    }
}

impl<P: Problem, O: Observer<P::State, P::Action>> Abilities<P, O> {
    /// Declares nothing beyond [`Problem`].
    pub const fn plain() -> Self {
        Self {
            bidirectional: None,
            packed_astar: None,
            specialized_ida: None,
            by_state: None,
            up_to_symmetry: None,
            by_jumps: None,
            by_rank: None,
            explore_ranked: None,
            explore_layered: None,
            explore_symmetric: None,
            reverse: None,
            symmetry: None,
            ranking: None,
            compare: None,
            layers: Layers::Any,
            equal_cost_plans: false,
        }
    }

    /// Declares that every move can be undone by one move.
    pub fn undirected(self) -> Self {
        Self { layers: Layers::Undirected, ..self }
    }

    /// Declares that every move leads to the next layer.
    pub fn layered(self) -> Self
    where
        P::Key: SetKey,
    {
        Self { layers: Layers::Layered, explore_layered: Some(explore_layered), ..self }
    }

    /// Declares that all plans cost the same.
    pub fn equal_cost_plans(self) -> Self {
        Self { equal_cost_plans: true, ..self }
    }

    /// Declares that moves can be reversed: enables `bidirectional`.
    pub fn reversible(self) -> Self
    where
        P: Reversible,
    {
        Self {
            bidirectional: Some(|problem, limits, observer| {
                drive(Bidirectional::new(problem), limits, observer)
            }),
            reverse: Some(Reverse {
                goals: |problem, mut visit| problem.goals(&mut visit),
                predecessors: |problem, state, mut visit| problem.predecessors(state, &mut visit),
            }),
            ..self
        }
    }

    /// Declares that states can be ranked: enables exploration with two bits per state, and best-first
    /// search on arrays.
    pub fn ranked(self) -> Self
    where
        P: Ranked,
    {
        let ranking = Ranking { ranks: P::ranks, rank: P::rank, unrank: P::unrank };
        Self {
            explore_ranked: Some(explore_ranked),
            by_rank: Some(solve_by_rank),
            ranking: Some(ranking),
            ..self
        }
    }

    /// Declares that moves can be repeated: enables `jumps=yes`.
    pub fn jumping(self) -> Self
    where
        P: Jumping,
    {
        Self { by_jumps: Some(solve_by_jumps), ..self }
    }

    /// Declares symmetries: enables `symmetry=yes`, and exploration up to symmetry if layered.
    pub fn symmetric(self) -> Self
    where
        P: Symmetric<Key: SetKey>,
    {
        Self {
            up_to_symmetry: Some(solve_up_to_symmetry),
            explore_symmetric: Some(explore_symmetric),
            symmetry: Some(Symmetry {
                canonical: P::canonical,
                successors: |problem, state, mut visit| {
                    problem.canonical_successors(state, &mut visit);
                },
                h_is_invariant: P::h_is_invariant,
                class_size: P::class_size,
            }),
            ..self
        }
    }

    /// Declares a total order of states: enables `ties=state`.
    pub fn ordered(self) -> Self
    where
        P: Ordered,
    {
        Self {
            by_state: Some(|problem, rule, limits, observer| {
                drive(BestFirst::new(problem, rule, ByState::new(problem)), limits, observer)
            }),
            compare: Some(P::compare),
            ..self
        }
    }

    /// Declares spare bits in keys: enables A\* in eight bytes per state.
    pub fn packed_astar(self) -> Self
    where
        P: Tagged,
    {
        // It runs only if there is nothing to observe.
        let run: Run<P, O> = |problem, limits, _| PackedAStar::new(problem).run_on_threads(limits);
        Self { packed_astar: Some(run), ..self }
    }

    /// Declares other states for IDA\*, which it uses unless it is observed.
    pub fn ida_states(self) -> Self
    where
        P: IdaStates,
    {
        let run: Run<P, O> = |problem, limits, observer| match problem.with_ida_states() {
            Some(other) => drive(DepthFirst::ida_star(&other, Duplicates::Undo), limits, &mut ()),
            None => drive(DepthFirst::ida_star(problem, Duplicates::Undo), limits, observer),
        };
        Self { specialized_ida: Some(run), ..self }
    }

    /// Declares node kinds: enables IDA\* with a compiled function for each kind.
    pub fn specialized_ida(self) -> Self
    where
        P: NodeKinds,
    {
        let run: Run<P, O> =
            |problem, limits, observer| drive(IdaSpecialized::new(problem), limits, observer);
        Self { specialized_ida: Some(run), ..self }
    }
}
