//! State spaces over encoded keys, expanded many keys at a time: for searches whose states travel between
//! processes or lie on disk.
//!
//! The types of a puzzle are hidden around a batch of expansions, so that such a search is compiled once for
//! all puzzles, while the loop over the moves stays fully typed.

use crate::instance::{AnyPlan, SolveError};
use crate::puzzle::Puzzle;
use crate::text::written;
use crate::typed::validated_plan;
use heureka_core::abilities::Layers;
use heureka_core::certificate::KeyBytes;
use heureka_core::{Abilities, Claim, Cost, Plan};

/// How states become bytes of fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The keys of all states, as in certificates.
    Keys,
    /// The keys of representatives: one of each class of symmetric states.
    Representatives,
    /// The ranks of all states, as 64-bit little-endian numbers.
    Ranks,
}

/// The successors of a batch of states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Successors {
    /// The number of successors of each state.
    pub counts: Vec<u32>,
    /// The keys of all successors, one after the other.
    pub keys: Vec<u8>,
    /// The cost of each move.
    pub costs: Vec<Cost>,
    /// The heuristic value of each successor; empty unless the space is informed.
    pub h: Vec<Cost>,
    /// The [`abstraction`](Puzzle::abstraction) of each successor; empty unless `with_abstractions` is set
    /// and the puzzle has one.
    pub abstractions: Vec<u64>,
    /// Whether to compute abstractions.
    pub with_abstractions: bool,
}

impl Successors {
    /// Removes all successors and keeps the memory.
    pub fn clear(&mut self) {
        self.counts.clear();
        self.keys.clear();
        self.costs.clear();
        self.h.clear();
        self.abstractions.clear();
    }
}

/// The state space of an instance over encoded keys.
///
/// Methods panic if a slice of keys is not a multiple of [`EncodedSpace::key_size`] long. Keys that no
/// state has may lead to a panic, too: do not pass unchecked bytes.
pub trait EncodedSpace: Send + Sync {
    /// Returns the size of a key in bytes.
    fn key_size(&self) -> usize;

    /// Returns the key of the start.
    fn start(&self) -> Vec<u8>;

    /// Returns how moves connect breadth-first layers.
    fn layers(&self) -> Layers;

    /// Returns the number of ranks, if keys are ranks.
    fn ranks(&self) -> Option<u64>;

    /// Returns what is claimed of the heuristic among encoded states.
    fn claim(&self) -> Claim;

    /// Returns the heuristic value of a state.
    fn h(&self, key: &[u8]) -> Cost;

    /// Returns the [`abstraction`](Puzzle::abstraction) of a state, if the puzzle has one.
    fn abstraction(&self, key: &[u8]) -> Option<u64>;

    /// Returns whether a state is a goal.
    fn is_goal(&self, key: &[u8]) -> bool;

    /// Returns the number of states that each key represents, added up; `None` if that is unknown.
    fn represented(&self, keys: &[u8]) -> Option<u64>;

    /// Returns the names of the moves in a state, in the order of [`EncodedSpace::expand`]; none if states
    /// are representatives.
    fn moves(&self, key: &[u8]) -> Vec<String>;

    /// Appends the successors of all states, in the puzzle's order of moves.
    fn expand(&self, keys: &[u8], out: &mut Successors);

    /// Returns the plan that visits the given states, from the start to a goal, validated by the reference
    /// rules; `None` if they are not such a path, or if they are representatives.
    ///
    /// # Errors
    /// If the costs of the plan are too large to add up, or if the plan is invalid, which is a bug.
    fn plan_along(&self, keys: &[u8]) -> Result<Option<Box<dyn AnyPlan + '_>>, SolveError>;
}

/// The space of a puzzle.
pub(crate) struct Encoded<'p, P: Puzzle> {
    puzzle: &'p P,
    encoding: Encoding,
    is_informed: bool,
    abilities: Abilities<P, ()>,
}

impl<'p, P: Puzzle<Key: KeyBytes>> Encoded<'p, P> {
    /// Returns the space; `None` if the puzzle has no such encoding.
    pub(crate) fn new(puzzle: &'p P, encoding: Encoding, is_informed: bool) -> Option<Self> {
        let abilities = puzzle.abilities::<()>();
        let is_possible = match encoding {
            Encoding::Keys => true,
            Encoding::Representatives => abilities.symmetry.is_some(),
            Encoding::Ranks => abilities.ranking.is_some(),
        };
        is_possible.then_some(Self { puzzle, encoding, is_informed, abilities })
    }

    #[inline]
    fn decode(&self, key: &[u8]) -> P::State {
        match (&self.abilities.ranking, self.encoding) {
            (Some(ranking), Encoding::Ranks) => (ranking.unrank)(self.puzzle, u64::get(key)),
            _ => self.puzzle.unpack(&P::Key::get(key)),
        }
    }

    #[inline]
    fn encode(&self, state: &P::State, out: &mut Vec<u8>) {
        match (&self.abilities.ranking, self.encoding) {
            (Some(ranking), Encoding::Ranks) => (ranking.rank)(self.puzzle, state).put(out),
            _ => self.puzzle.pack(state).put(out),
        }
    }

    /// Returns the first of the cheapest moves between two states, and its cost.
    fn step(&self, state: &P::State, next: &P::State) -> Option<(P::Action, Cost)> {
        let mut best: Option<(P::Action, Cost)> = None;
        self.puzzle.visit_successors(state, &mut |action, cost, successor| {
            if successor == *next && best.is_none_or(|(_, lowest)| cost < lowest) {
                best = Some((action, cost));
            }
        });
        best
    }

    fn plan(&self, keys: &[u8]) -> Option<Plan<P::Action>> {
        let mut states = keys.chunks_exact(self.key_size()).map(|key| self.decode(key));
        let mut state = states.next().filter(|state| *state == self.puzzle.start())?;
        let mut plan = Plan { actions: Vec::new(), cost: 0 };
        for next in states {
            let (action, cost) = self.step(&state, &next)?;
            plan.actions.push(action);
            // The validation rejects costs that are too large.
            plan.cost = plan.cost.saturating_add(cost);
            state = next;
        }
        self.puzzle.is_goal(&state).then_some(plan)
    }
}

impl<P: Puzzle<Key: KeyBytes>> EncodedSpace for Encoded<'_, P> {
    fn key_size(&self) -> usize {
        if self.encoding == Encoding::Ranks { u64::SIZE } else { P::Key::SIZE }
    }

    fn start(&self) -> Vec<u8> {
        let mut start = self.puzzle.start();
        if let (Some(symmetry), Encoding::Representatives) =
            (&self.abilities.symmetry, self.encoding)
        {
            start = (symmetry.canonical)(self.puzzle, &start);
        }
        let mut key = Vec::with_capacity(self.key_size());
        self.encode(&start, &mut key);
        key
    }

    fn layers(&self) -> Layers {
        self.abilities.layers
    }

    fn ranks(&self) -> Option<u64> {
        let ranking = self.abilities.ranking.as_ref().filter(|_| self.encoding == Encoding::Ranks);
        ranking.map(|ranking| (ranking.ranks)(self.puzzle))
    }

    fn claim(&self) -> Claim {
        let claim = self.puzzle.claim();
        match &self.abilities.symmetry {
            Some(symmetry)
                if self.encoding == Encoding::Representatives
                    && !(symmetry.h_is_invariant)(self.puzzle) =>
            {
                claim.min(Claim::Admissible)
            }
            _ => claim,
        }
    }

    fn h(&self, key: &[u8]) -> Cost {
        self.puzzle.h(&self.decode(key))
    }

    fn abstraction(&self, key: &[u8]) -> Option<u64> {
        self.puzzle.abstraction(&self.decode(key))
    }

    fn is_goal(&self, key: &[u8]) -> bool {
        self.puzzle.is_goal(&self.decode(key))
    }

    fn represented(&self, keys: &[u8]) -> Option<u64> {
        let keys = keys.chunks_exact(self.key_size());
        match (&self.abilities.symmetry, self.encoding) {
            (Some(symmetry), Encoding::Representatives) => {
                keys.map(|key| (symmetry.class_size)(self.puzzle, &self.decode(key))).sum()
            }
            _ => Some(keys.len() as u64),
        }
    }

    fn moves(&self, key: &[u8]) -> Vec<String> {
        let mut names = vec![];
        if self.encoding != Encoding::Representatives {
            let state = self.decode(key);
            self.puzzle.visit_successors(&state, &mut |action, _, _| {
                names.push(written(|out| self.puzzle.show_action_in(&state, action, out)));
            });
        }
        names
    }

    fn expand(&self, keys: &[u8], out: &mut Successors) {
        assert!(keys.len().is_multiple_of(self.key_size()), "only whole keys can be expanded");
        for key in keys.chunks_exact(self.key_size()) {
            let state = self.decode(key);
            let before = out.costs.len();
            let mut visit = |_, cost, next: P::State| {
                self.encode(&next, &mut out.keys);
                out.costs.push(cost);
                if self.is_informed {
                    out.h.push(self.puzzle.h(&next));
                }
                if out.with_abstractions {
                    out.abstractions.extend(self.puzzle.abstraction(&next));
                }
            };
            match (&self.abilities.symmetry, self.encoding) {
                (Some(symmetry), Encoding::Representatives) => {
                    (symmetry.successors)(self.puzzle, &state, &mut visit);
                }
                _ => self.puzzle.successors(&state, &mut visit),
            }
            out.counts.push((out.costs.len() - before) as u32);
        }
    }

    fn plan_along(&self, keys: &[u8]) -> Result<Option<Box<dyn AnyPlan + '_>>, SolveError> {
        if self.encoding == Encoding::Representatives {
            return Ok(None);
        }
        self.plan(keys).map(|plan| validated_plan(self.puzzle, plan)).transpose()
    }
}
