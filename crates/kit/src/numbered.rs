//! A problem whose states and actions are numbers.
//!
//! Every search is compiled once for each puzzle. A traced search spends its time on writing events, so it
//! runs on this one problem type instead, and a second copy of all searches is saved. States and actions
//! are numbered as they appear; the order of moves, all counts and all ties stay the same. A problem whose
//! types are known only at run time, such as one written in another language, implements [`Numbering`].

use crate::puzzle::Puzzle;
use crate::trace::{Event, EventKind, Trace, TracedNode};
use heureka_core::abilities::{Layers, Ordered, Reversible, Symmetric};
use heureka_core::certificate::KeyBytes;
use heureka_core::observe::{Edge, Node, Pruned};
use heureka_core::outcome::Ratio;
use heureka_core::reversed::Reversed;
use heureka_core::store::{NO_PARENT, NodeStore, Nodes};
use heureka_core::{
    Abilities, Algorithm, Claim, Cost, Exploration, Limits, Observer, Plan, Problem, Report,
    Strategy, Unsupported, explore, solve,
};
use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Visits a move: its number, its cost and the number of the resulting state.
pub type Visit<'v> = dyn FnMut(u32, Cost, u32) + 'v;

/// What a problem declares; `h_is_invariant` is `None` without symmetries.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Declared {
    pub claim: Claim,
    pub layers: Layers,
    pub has_equal_cost_plans: bool,
    pub is_reversible: bool,
    pub is_ordered: bool,
    pub h_is_invariant: Option<bool>,
}

/// What a numbered problem asks of the problem behind it. The methods are those of [`Problem`] and of the
/// abilities that it declares; without the ability, they are not called.
#[allow(missing_docs)]
pub trait Numbering: Sync {
    fn start(&self) -> u32;
    fn is_goal(&self, state: u32) -> bool;
    fn successors(&self, state: u32, previous: Option<u32>, visit: &mut Visit<'_>);
    fn h(&self, state: u32) -> Cost;
    fn declared(&self) -> Declared;

    fn undoes(&self, _previous: u32, _next: u32) -> bool {
        false
    }

    fn goals(&self, _visit: &mut dyn FnMut(u32)) {}

    fn predecessors(&self, _state: u32, _visit: &mut Visit<'_>) {}

    fn canonical(&self, state: u32) -> u32 {
        state
    }

    fn compare(&self, a: u32, b: u32) -> Ordering {
        a.cmp(&b)
    }

    /// Writes the texts of a trace. A trace that shows numbers needs none.
    fn write_state(&self, _state: u32, _out: &mut String) {}

    fn write_action(&self, _state: u32, _action: u32, _out: &mut String) {}

    fn write_key(&self, _state: u32, _out: &mut Vec<u8>) {}
}

/// The numbers of a puzzle's states and actions.
struct Table<'p, P: Puzzle> {
    puzzle: &'p P,
    abilities: Abilities<P, ()>,
    states: Mutex<Nodes<P::Key>>,
    actions: Mutex<Nodes<P::Action>>,
}

fn lock<K>(numbers: &Mutex<Nodes<K>>) -> MutexGuard<'_, Nodes<K>> {
    numbers.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'p, P: Puzzle> Table<'p, P> {
    fn new(puzzle: &'p P) -> Self {
        Self {
            puzzle,
            abilities: puzzle.abilities(),
            states: Mutex::default(),
            actions: Mutex::default(),
        }
    }

    fn number(&self, state: &P::State) -> u32 {
        lock(&self.states).find_or_add(self.puzzle.pack(state), 0, NO_PARENT).0
    }

    fn state(&self, number: u32) -> P::State {
        self.puzzle.unpack(&lock(&self.states).key(number))
    }

    fn action(&self, number: u32) -> P::Action {
        lock(&self.actions).key(number)
    }

    fn visit(&self, visit: &mut Visit<'_>, action: P::Action, cost: Cost, next: &P::State) {
        let (action, _) = lock(&self.actions).find_or_add(action, 0, NO_PARENT);
        visit(action, cost, self.number(next));
    }
}

impl<P: Puzzle<Key: KeyBytes>> Numbering for Table<'_, P> {
    fn start(&self) -> u32 {
        self.number(&self.puzzle.start())
    }

    fn is_goal(&self, state: u32) -> bool {
        self.puzzle.is_goal(&self.state(state))
    }

    fn successors(&self, state: u32, previous: Option<u32>, visit: &mut Visit<'_>) {
        let previous = previous.map(|previous| self.action(previous));
        let state = self.state(state);
        self.puzzle.successors_after(&state, previous, &mut |action, cost, next| {
            self.visit(visit, action, cost, &next);
        });
    }

    fn h(&self, state: u32) -> Cost {
        self.puzzle.h(&self.state(state))
    }

    fn undoes(&self, previous: u32, next: u32) -> bool {
        self.puzzle.undoes(self.action(previous), self.action(next))
    }

    fn declared(&self) -> Declared {
        let abilities = &self.abilities;
        Declared {
            claim: self.puzzle.claim(),
            layers: abilities.layers,
            has_equal_cost_plans: abilities.equal_cost_plans,
            is_reversible: abilities.reverse.is_some(),
            is_ordered: abilities.compare.is_some(),
            h_is_invariant: abilities.symmetry.as_ref().map(|s| (s.h_is_invariant)(self.puzzle)),
        }
    }

    fn goals(&self, visit: &mut dyn FnMut(u32)) {
        if let Some(reverse) = &self.abilities.reverse {
            (reverse.goals)(self.puzzle, &mut |goal| visit(self.number(&goal)));
        }
    }

    fn predecessors(&self, state: u32, visit: &mut Visit<'_>) {
        if let Some(reverse) = &self.abilities.reverse {
            let state = self.state(state);
            (reverse.predecessors)(self.puzzle, &state, &mut |action, cost, before| {
                self.visit(visit, action, cost, &before);
            });
        }
    }

    fn canonical(&self, state: u32) -> u32 {
        match &self.abilities.symmetry {
            Some(symmetry) => self.number(&(symmetry.canonical)(self.puzzle, &self.state(state))),
            None => state,
        }
    }

    fn compare(&self, a: u32, b: u32) -> Ordering {
        let states = lock(&self.states);
        match self.abilities.compare {
            Some(compare) => compare(self.puzzle, &states.key(a), &states.key(b)),
            None => a.cmp(&b),
        }
    }

    fn write_state(&self, state: u32, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = self.puzzle.note_state(&self.state(state), out);
    }

    fn write_action(&self, state: u32, action: u32, out: &mut String) {
        let _ = self.puzzle.show_action_in(&self.state(state), self.action(action), out);
    }

    fn write_key(&self, state: u32, out: &mut Vec<u8>) {
        lock(&self.states).key(state).put(out);
    }
}

/// The problem over numbers.
pub struct Numbered<'t>(pub &'t dyn Numbering);

impl Problem for Numbered<'_> {
    type State = u32;
    type Key = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        self.0.start()
    }

    fn is_goal(&self, &state: &u32) -> bool {
        self.0.is_goal(state)
    }

    fn successors(&self, &state: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        self.0.successors(state, None, visit);
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &key: &u32) -> u32 {
        key
    }

    fn h(&self, &state: &u32) -> Cost {
        self.0.h(state)
    }

    fn claim(&self) -> Claim {
        self.0.declared().claim
    }

    fn undoes(&self, previous: u32, next: u32) -> bool {
        self.0.undoes(previous, next)
    }

    fn successors_after(
        &self,
        &state: &u32,
        previous: Option<u32>,
        visit: &mut impl FnMut(u32, Cost, u32),
    ) {
        self.0.successors(state, previous, visit);
    }

    fn abilities<O: Observer<u32, u32>>(&self) -> Abilities<Self, O> {
        let declared = self.0.declared();
        let mut abilities = Abilities::plain();
        if declared.is_reversible {
            abilities = abilities.reversible();
        }
        if declared.h_is_invariant.is_some() {
            abilities = abilities.symmetric();
        }
        if declared.is_ordered {
            abilities = abilities.ordered();
        }
        abilities.layers = declared.layers;
        abilities.equal_cost_plans = declared.has_equal_cost_plans;
        abilities
    }
}

impl Reversible for Numbered<'_> {
    fn goals(&self, visit: &mut impl FnMut(u32)) {
        self.0.goals(visit);
    }

    fn predecessors(&self, &state: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        self.0.predecessors(state, visit);
    }
}

impl Symmetric for Numbered<'_> {
    fn canonical(&self, &state: &u32) -> u32 {
        self.0.canonical(state)
    }

    fn h_is_invariant(&self) -> bool {
        self.0.declared().h_is_invariant == Some(true)
    }
}

impl Ordered for Numbered<'_> {
    fn compare(&self, &a: &u32, &b: &u32) -> Ordering {
        self.0.compare(a, b)
    }
}

/// Runs a strategy on a puzzle and writes every event to a trace.
pub(crate) fn solve_traced<P: Puzzle<Key: KeyBytes>>(
    puzzle: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    trace: &mut dyn Trace,
) -> Result<Report<P::Action>, Unsupported> {
    let table = Table::new(puzzle);
    let Report { outcome, stats } = trace_numbered(&table, strategy, limits, trace)?;
    let outcome = outcome.map(|Plan { actions, cost }| Plan {
        actions: actions.into_iter().map(|action| table.action(action)).collect(),
        cost,
    });
    Ok(Report { outcome, stats })
}

/// Runs a strategy on a numbered problem and writes every event to a trace.
///
/// # Errors
/// If the strategy does not apply to the problem.
pub fn trace_numbered<'a>(
    numbering: &'a dyn Numbering,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    trace: &'a mut dyn Trace,
) -> Result<Report<u32>, Unsupported> {
    let mut recorder = Recorder {
        numbering,
        strategy: *strategy,
        weight: None,
        trace,
        origins: vec![],
        expanded: (0, 0),
        state: String::new(),
        action: String::new(),
        key: vec![],
    };
    solve(&Numbered(numbering), strategy, limits, &mut recorder)
}

/// Explores a puzzle backward from its first goal; returns `None` if its moves are not reversible or it has
/// no goal.
pub(crate) fn explore_backward<P: Puzzle<Key: KeyBytes>>(
    puzzle: &P,
    limits: &mut Limits<'_>,
) -> Option<Exploration> {
    let table = Table::new(puzzle);
    reversed(&table, limits)
}

fn reversed(numbering: &dyn Numbering, limits: &mut Limits<'_>) -> Option<Exploration> {
    Reversed::new(&Numbered(numbering)).map(|reversed| explore(&reversed, limits))
}

/// Where a node comes from: its parent, the parent's state and the move.
#[derive(Clone, Copy)]
struct Origin {
    parent: u64,
    from: u32,
    action: u32,
}

/// Writes the events of a search to a trace.
struct Recorder<'a> {
    numbering: &'a dyn Numbering,
    strategy: Strategy,
    /// A new weight of h, until a bound follows.
    weight: Option<Ratio>,
    trace: &'a mut dyn Trace,
    /// By the number of the node.
    origins: Vec<Option<Origin>>,
    /// The number and the state of the last expanded node.
    expanded: (u64, u32),
    state: String,
    action: String,
    key: Vec<u8>,
}

impl Recorder<'_> {
    fn edge(&mut self, kind: EventKind, edge: &Edge<'_, u32, u32>, reason: Option<Pruned>) {
        let origin = Origin { parent: edge.parent, from: *edge.from, action: edge.action };
        self.set_origin(edge.id, origin);
        self.write(kind, edge.id, *edge.to, edge.g, reason);
    }

    fn set_origin(&mut self, id: u64, origin: Origin) {
        let place = id as usize;
        if self.origins.len() <= place {
            self.origins.resize(place + 1, None);
        }
        self.origins[place] = Some(origin);
    }

    fn node(&mut self, kind: EventKind, node: &Node<'_, u32>, reason: Option<Pruned>) {
        self.write(kind, node.id, *node.state, node.g, reason);
    }

    fn write(&mut self, kind: EventKind, id: u64, state: u32, g: Cost, reason: Option<Pruned>) {
        if !self.trace.wants(kind) {
            return;
        }
        let origin = self.origins.get(id as usize).copied().flatten();
        self.state.clear();
        let shows_state = self.trace.wants_states();
        if shows_state {
            self.numbering.write_state(state, &mut self.state);
        }
        self.action.clear();
        if let Some(origin) = origin {
            self.numbering.write_action(origin.from, origin.action, &mut self.action);
        }
        self.key.clear();
        self.numbering.write_key(state, &mut self.key);
        let h = self.numbering.h(state);
        let node = TracedNode {
            id,
            parent: origin.map(|origin| origin.parent),
            action: origin.map(|_| self.action.as_str()),
            state: shows_state.then_some(self.state.as_str()),
            number: Some(state),
            step: origin.map(|origin| (origin.from, origin.action)),
            key: &self.key,
            g,
            h: Some(h),
            f: self.strategy.f(g, h),
        };
        self.trace.event(&Event { kind, node: Some(node), bound: None, weight: None, reason });
    }
}

impl Observer<u32, u32> for Recorder<'_> {
    fn expanded(&mut self, node: &Node<'_, u32>) {
        self.expanded = (node.id, *node.state);
        self.node(EventKind::Expand, node, None);
    }

    fn generated(&mut self, edge: &Edge<'_, u32, u32>) {
        self.edge(EventKind::Generate, edge, None);
    }

    fn duplicate(&mut self, edge: &Edge<'_, u32, u32>) {
        self.edge(EventKind::Duplicate, edge, None);
    }

    fn reopened(&mut self, edge: &Edge<'_, u32, u32>) {
        self.edge(EventKind::Reopen, edge, None);
    }

    fn pruned(&mut self, edge: &Edge<'_, u32, u32>, reason: Pruned) {
        self.edge(EventKind::Prune, edge, Some(reason));
    }

    fn played(&mut self, action: u32, node: &Node<'_, u32>) {
        let (parent, from) = self.expanded;
        self.set_origin(node.id, Origin { parent, from, action });
        self.node(EventKind::Generate, node, None);
    }

    fn dropped(&mut self, node: &Node<'_, u32>, reason: Pruned) {
        self.node(EventKind::Prune, node, Some(reason));
    }

    fn reordered(&mut self, weight: Ratio) {
        self.strategy.algorithm = Algorithm::Anytime(weight);
        self.weight = Some(weight);
    }

    fn bound(&mut self, bound: Cost) {
        let (kind, bound, weight) = (EventKind::Bound, Some(bound), self.weight.take());
        let weight = weight.map(Ratio::as_f64);
        self.trace.event(&Event { kind, node: None, bound, weight, reason: None });
    }

    fn solved(&mut self, node: &Node<'_, u32>) {
        self.node(EventKind::Solved, node, None);
    }
}
