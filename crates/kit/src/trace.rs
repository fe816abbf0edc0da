//! What a search does, told as text: for trace files, pages and lessons.

use crate::puzzle::Puzzle;
use heureka_core::{Cost, Edge, Observer, Pruned};

/// One step of a search. What an event does not speak of is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// What happened: `expand`, `generate`, `duplicate`, `reopen`, `prune`, `bound` or `solved`.
    pub kind: &'static str,
    /// The state that it happened to, as the puzzle notes it.
    pub state: Option<&'a str>,
    /// The move that led to the state.
    pub action: Option<&'a str>,
    /// What the way to the state costs.
    pub g: Option<Cost>,
    /// The estimate from the state on.
    pub h: Option<Cost>,
    /// The new bound.
    pub bound: Option<Cost>,
    /// Why a state was pruned: `dead-end`, `bound`, `depth`, `cost` or `beam`.
    pub why: Option<&'static str>,
}

/// Told every step of a search.
pub trait Trace {
    /// Something happened.
    fn event(&mut self, event: &Event<'_>);
}

/// Passes what an observer of a typed search is told on as text.
pub(crate) struct Forward<'a, P> {
    puzzle: &'a P,
    trace: &'a mut dyn Trace,
    state: String,
    action: String,
}

impl<'a, P: Puzzle> Forward<'a, P> {
    pub(crate) fn new(puzzle: &'a P, trace: &'a mut dyn Trace) -> Self {
        Self { puzzle, trace, state: String::new(), action: String::new() }
    }

    fn tell_state(&mut self, kind: &'static str, state: &P::State, g: Cost) {
        self.state.clear();
        // Writing to a string does not fail.
        let _ = self.puzzle.note_state(state, &mut self.state);
        self.trace.event(&Event {
            kind,
            state: Some(&self.state),
            action: None,
            g: Some(g),
            h: Some(self.puzzle.h(state)),
            bound: None,
            why: None,
        });
    }

    fn tell_edge(&mut self, kind: &'static str, edge: &Edge<'_, P>, why: Option<&'static str>) {
        self.state.clear();
        self.action.clear();
        let _ = self.puzzle.note_state(edge.to, &mut self.state);
        let _ = self.puzzle.show_action_in(edge.from, edge.action, &mut self.action);
        self.trace.event(&Event {
            kind,
            state: Some(&self.state),
            action: Some(&self.action),
            g: Some(edge.g),
            h: Some(self.puzzle.h(edge.to)),
            bound: None,
            why,
        });
    }
}

impl<P: Puzzle> Observer<P> for Forward<'_, P> {
    fn expanded(&mut self, state: &P::State, g: Cost) {
        self.tell_state("expand", state, g);
    }

    fn generated(&mut self, edge: &Edge<'_, P>) {
        self.tell_edge("generate", edge, None);
    }

    fn duplicate(&mut self, edge: &Edge<'_, P>) {
        self.tell_edge("duplicate", edge, None);
    }

    fn reopened(&mut self, edge: &Edge<'_, P>) {
        self.tell_edge("reopen", edge, None);
    }

    fn pruned(&mut self, edge: &Edge<'_, P>, why: Pruned) {
        let why = match why {
            Pruned::DeadEnd => "dead-end",
            Pruned::Bound => "bound",
            Pruned::Depth => "depth",
            Pruned::Cost => "cost",
            Pruned::Beam => "beam",
        };
        self.tell_edge("prune", edge, Some(why));
    }

    fn bound(&mut self, bound: Cost) {
        self.trace.event(&Event {
            kind: "bound",
            state: None,
            action: None,
            g: None,
            h: None,
            bound: Some(bound),
            why: None,
        });
    }

    fn solved(&mut self, state: &P::State, cost: Cost) {
        self.tell_state("solved", state, cost);
    }
}
