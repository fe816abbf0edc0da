//! What A\* with a consistent heuristic stores of a node: its key, and enough to find the path to it.
//!
//! A problem with spare bits in its keys stores the move there. For all others, the hash of the parent's key
//! is enough: it leads to the parent in the closed list.

use crate::abilities::Tagged;
use crate::search::plan_path::walk_back;
use crate::store::{Entry, OpenTable, Probe, hash, shard_of};
use crate::{Cost, Plan, Problem};

/// A stored node.
pub trait Word<P: Problem>: Entry + Send + Sync {
    /// What tells that a move leads back to where the search came from.
    type Previous: Copy;

    /// Returns the word of the start.
    fn start(problem: &P, key: P::Key) -> Self;

    /// Returns the word of a successor.
    fn successor(problem: &P, key: P::Key, action: P::Action, parent: u32) -> Self;

    /// Returns a word that marks an empty slot.
    fn vacant(key: P::Key) -> Self;

    /// Returns the key.
    fn key(self) -> P::Key;

    /// Returns the hash by which the table of the parent is needed to know [`Word::Previous`].
    fn parent(self) -> Option<u32>;

    /// Returns what tells moves back; `table` is that of the parent, if one is needed.
    fn previous(self, problem: &P, table: Option<&OpenTable<Self>>) -> Self::Previous;

    /// Returns whether a move to a key leads back.
    fn leads_back(problem: &P, previous: Self::Previous, action: P::Action, key: &P::Key) -> bool;

    /// Returns the plan of this cost that ends in a node, from the closed list.
    fn plan(self, cost: Cost, problem: &P, closed: &[OpenTable<Self>]) -> Plan<P::Action>;

    /// Returns the hash of the key, which is never `u32::MAX`.
    #[inline(always)]
    fn hash(self) -> u32 {
        key_hash(&self.key())
    }

    /// Closes a node. Returns whether its key was open.
    #[inline(always)]
    fn close(self, closed: &mut OpenTable<Self>) -> bool {
        let key = self.key();
        match closed.probe(self.hash(), |entry| entry.key() == key) {
            Probe::Found(_) => false,
            Probe::Vacant(slot) => {
                closed.put(slot, self, Self::hash);
                true
            }
        }
    }
}

/// Returns the hash of a key. The largest value is left for empty slots.
#[inline(always)]
fn key_hash<K: std::hash::Hash>(key: &K) -> u32 {
    hash(key).min(u32::MAX - 1)
}

/// The key with the move that led to it in its spare high bits, plus 1; all ones for the start.
impl<P: Tagged> Word<P> for u64 {
    type Previous = Option<P::Action>;

    #[inline(always)]
    fn start(_problem: &P, key: u64) -> Self {
        key | u64::MAX << key_bits::<P>()
    }

    #[inline(always)]
    fn successor(problem: &P, key: u64, action: P::Action, _parent: u32) -> Self {
        key | (problem.tag(action) + 1) << key_bits::<P>()
    }

    fn vacant(_key: u64) -> Self {
        0
    }

    #[inline(always)]
    fn key(self) -> u64 {
        self & !(u64::MAX << key_bits::<P>())
    }

    #[inline(always)]
    fn parent(self) -> Option<u32> {
        None
    }

    #[inline(always)]
    fn previous(self, problem: &P, _table: Option<&OpenTable<Self>>) -> Option<P::Action> {
        let is_start = self >= u64::MAX << key_bits::<P>();
        (!is_start).then(|| problem.action((self >> key_bits::<P>()) - 1))
    }

    #[inline(always)]
    fn leads_back(problem: &P, previous: Option<P::Action>, action: P::Action, _key: &u64) -> bool {
        previous.is_some_and(|previous| problem.undoes(previous, action))
    }

    fn plan(self, cost: Cost, problem: &P, closed: &[OpenTable<Self>]) -> Plan<P::Action> {
        let mut actions = Vec::new();
        let (mut word, mut state) = (self, problem.unpack(&Word::<P>::key(self)));
        while let Some(action) = Word::<P>::previous(word, problem, None) {
            actions.push(action);
            state = problem.retract(&state, action);
            let key = problem.pack(&state);
            let place = key_hash(&key);
            let table = &closed[shard_of(place, closed.len())];
            let Probe::Found(slot) = table.probe(place, |entry| Word::<P>::key(entry) == key)
            else {
                panic!("retract() must return the state in which the move was played");
            };
            word = table.at(slot);
        }
        actions.reverse();
        Plan { actions, cost }
    }
}

/// Returns the number of bits of a key.
#[inline(always)]
const fn key_bits<P: Tagged>() -> u32 {
    64 - P::TAG_BITS
}

/// A key with the hash of its parent's key; `u32::MAX` marks an empty slot.
///
/// Packed, so that a key of 8 bytes takes 12 instead of 16.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct Linked<K> {
    key: K,
    parent: u32,
}

impl<K: Copy> Linked<K> {
    /// Returns a node and its parent.
    pub(super) fn new<H: std::hash::Hash>(key: K, parent: &H) -> Self {
        Self { key, parent: key_hash(parent) }
    }
}

impl<K: Copy> Entry for Linked<K> {
    #[inline(always)]
    fn is_vacant(self) -> bool {
        self.parent == u32::MAX
    }
}

impl<P: Problem> Word<P> for Linked<P::Key> {
    /// The parent's key, if it is in the table.
    type Previous = Option<P::Key>;

    #[inline(always)]
    fn start(_problem: &P, key: P::Key) -> Self {
        Self { key, parent: key_hash(&key) }
    }

    #[inline(always)]
    fn successor(_problem: &P, key: P::Key, _action: P::Action, parent: u32) -> Self {
        Self { key, parent }
    }

    fn vacant(key: P::Key) -> Self {
        Self { key, parent: u32::MAX }
    }

    #[inline(always)]
    fn key(self) -> P::Key {
        self.key
    }

    #[inline(always)]
    fn parent(self) -> Option<u32> {
        Some(self.parent)
    }

    /// A key with the same hash by chance does no harm: it is closed, so moves to it are dropped anyway.
    #[inline(always)]
    fn previous(self, _problem: &P, table: Option<&OpenTable<Self>>) -> Option<P::Key> {
        let (table, parent) = (table?, self.parent);
        match table.probe(parent, |entry| Word::<P>::hash(entry) == parent) {
            Probe::Found(slot) => Some(table.at(slot).key),
            Probe::Vacant(_) => None,
        }
    }

    #[inline(always)]
    fn leads_back(
        _problem: &P,
        previous: Option<P::Key>,
        _action: P::Action,
        key: &P::Key,
    ) -> bool {
        previous.as_ref() == Some(key)
    }

    /// Several closed states can have the hash of the parent. Of those that have a move to the node, one is
    /// the parent; if the path through another one does not lead to the start at the right cost, the next
    /// is tried.
    fn plan(self, cost: Cost, problem: &P, closed: &[OpenTable<Self>]) -> Plan<P::Action> {
        let start = problem.pack(&problem.start());
        walk_back(
            self,
            cost,
            |word, g| g == 0 && Word::<P>::key(word) == start,
            |word, g| parents(word, g, problem, closed),
        )
    }
}

/// Returns the closed states that can be the parent of a node, each with its g and the move.
fn parents<P: Problem>(
    word: Linked<P::Key>,
    g: Cost,
    problem: &P,
    closed: &[OpenTable<Linked<P::Key>>],
) -> Vec<(Linked<P::Key>, Cost, P::Action)> {
    let (key, parent) = (word.key, word.parent);
    let mut found = vec![];
    // Looks at all entries with this hash and accepts none, so that the probe goes on.
    closed[shard_of(parent, closed.len())].probe(parent, |entry| {
        if Word::<P>::hash(entry) == parent {
            let mut cheapest: Option<(Cost, P::Action)> = None;
            problem.visit_successors(&problem.unpack(&{ entry.key }), &mut |action, cost, next| {
                if problem.pack(&next) == key && cheapest.is_none_or(|(least, _)| cost < least) {
                    cheapest = Some((cost, action));
                }
            });
            if let Some((cost, action)) = cheapest.filter(|&(cost, _)| cost <= g) {
                found.push((entry, g - cost, action));
            }
        }
        false
    });
    found
}
