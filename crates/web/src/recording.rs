//! A recorded search: every event, and the nodes of the search tree, in a few bytes each.
//!
//! A node's status at any step follows from three facts: when it appears, when it leaves the frontier, and
//! why. So a page can step through a search in both directions without replaying it.

use heureka_core::Cost;
use heureka_core::observe::Pruned;
use heureka_kit::trace::{Event, EventKind, Trace, TracedNode};
use serde::Serialize;
use std::collections::HashMap;

/// Stands for no node, state or step.
pub const NONE: u32 = u32::MAX;

/// An event.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What happened.
    pub kind: EventKind,
    /// Why a node is pruned.
    pub reason: Option<Pruned>,
    /// The node; [`NONE`] for a new bound.
    pub node: u32,
    /// The current bound.
    pub bound: Cost,
    /// The counts after it.
    pub counts: Counts,
}

/// What becomes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It waits in the frontier to the end.
    Waiting,
    /// It is expanded.
    Expanded,
    /// It is the goal of the plan.
    Goal,
    /// It repeats a known state.
    Duplicate,
    /// A cheaper path to its state takes its place in the frontier.
    Replaced,
    /// It is pruned.
    Pruned,
}

/// A node of the search tree.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its parent; [`NONE`] for a root.
    pub parent: u32,
    /// The index of the move that leads to it; [`NONE`] for a root.
    pub action: u32,
    /// The number of its state.
    pub state: u32,
    /// The cost of the path to it.
    pub g: Cost,
    /// Its heuristic value.
    pub h: Option<Cost>,
    /// Its f when it appears, if the search orders nodes by f.
    pub f: Option<f64>,
    /// The step in which it appears; [`NONE`] if it never does.
    pub born: u32,
    /// The step in which it leaves the frontier; [`NONE`] if it stays.
    pub left: u32,
    /// What becomes of it.
    pub fate: Fate,
    /// Why it is pruned.
    pub reason: Option<Pruned>,
    /// The node whose state it repeats, reopens, or takes the place of; [`NONE`] if there is none.
    pub rival: u32,
    /// The iteration in which it appears: a search that begins again at its root starts a new one.
    pub round: u32,
}

const UNKNOWN: Row = Row {
    parent: NONE,
    action: NONE,
    state: NONE,
    g: 0,
    h: None,
    f: None,
    born: NONE,
    left: NONE,
    fate: Fate::Waiting,
    reason: None,
    rival: NONE,
    round: 0,
};

/// The number of events of each kind, and the size of the frontier, up to some step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Counts {
    pub expanded: u32,
    pub generated: u32,
    pub duplicates: u32,
    pub reopened: u32,
    pub pruned: u32,
    pub frontier: u32,
    pub round: u32,
}

/// A recorded search.
#[derive(Debug, Default)]
pub struct Recording {
    most: usize,
    /// The events, in their order.
    pub steps: Vec<Step>,
    /// The nodes, by number.
    pub nodes: Vec<Row>,
    /// The names of the moves.
    pub actions: Vec<String>,
    /// Whether there were more events than are recorded.
    pub is_cut: bool,
    /// The goals as the search reports them, by step. A search from both ends meets at a node in the middle,
    /// and reports it with the cost of the whole plan.
    goals: Vec<(u32, Row)>,
    /// The weights of h in f = g + weight · h that replace the first one, by step.
    weights: Vec<(u32, f64)>,
    /// The packed states, by number, and the size of each.
    keys: Vec<u8>,
    key_size: usize,
    /// The numbers of the names of moves.
    action_numbers: HashMap<String, u32>,
    /// The node through which each state is known, by the number of the state.
    known: Vec<u32>,
    bound: Cost,
    counts: Counts,
    /// When each node appears and when it leaves the frontier, close together: a step looks at all of them.
    spans: Vec<(u32, u32)>,
    /// The children of all nodes, those of the first node first, and where those of each node end.
    children: Vec<u32>,
    ends_of_children: Vec<u32>,
}

impl Recording {
    /// Returns an empty recording of at most `most` events.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most: most.min(NONE as usize - 1), ..Self::default() }
    }

    /// Returns about how many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.steps.capacity() * size_of::<Step>()
            + self.nodes.capacity() * size_of::<Row>()
            + self.goals.capacity() * size_of::<(u32, Row)>()
            + self.weights.capacity() * size_of::<(u32, f64)>()
            + self
                .actions
                .iter()
                .map(|action| action.capacity() + size_of::<String>())
                .sum::<usize>()
            + self.keys.capacity()
            + self.spans.capacity() * size_of::<(u32, u32)>()
            + (self.children.capacity() + self.ends_of_children.capacity()) * size_of::<u32>()
    }

    /// Prepares the views of the recording, and frees what only further events need.
    pub fn finish(&mut self) {
        self.spans = self.nodes.iter().map(|row| (row.born, row.left)).collect();
        self.link_children();
        self.action_numbers = HashMap::new();
        self.known = vec![];
        self.steps.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self.keys.shrink_to_fit();
    }

    /// Returns a node.
    #[must_use]
    pub fn node(&self, id: u32) -> Option<&Row> {
        self.nodes.get(id as usize).filter(|row| row.born != NONE)
    }

    /// Returns the node of a step, as the search reports it there.
    #[must_use]
    pub fn node_at(&self, number: usize) -> Option<&Row> {
        let step = self.steps.get(number)?;
        let goal = self.goals.binary_search_by_key(&(number as u32), |(step, _)| *step);
        goal.map_or_else(|_| self.node(step.node), |place| Some(&self.goals[place].1))
    }

    /// Returns the weight of h that begins with a step.
    #[must_use]
    pub fn new_weight(&self, number: usize) -> Option<f64> {
        let found = self.weights.binary_search_by_key(&(number as u32), |(step, _)| *step);
        found.ok().map(|place| self.weights[place].1)
    }

    /// Returns the f of a node after a step, if the search orders nodes by f.
    #[must_use]
    pub fn f(&self, row: &Row, number: usize) -> Option<f64> {
        let before = self.weights.partition_point(|&(step, _)| step as usize <= number);
        match (before.checked_sub(1), row.h) {
            (Some(place), Some(h)) => Some(f64::from(row.g) + self.weights[place].1 * f64::from(h)),
            _ => row.f,
        }
    }

    /// Returns the packed state of a node; empty if it was too large to copy.
    #[must_use]
    pub fn key(&self, row: &Row) -> &[u8] {
        let begin = row.state as usize * self.key_size;
        self.keys.get(begin..begin + self.key_size).unwrap_or_default()
    }

    /// Returns the name of the move that leads to a node.
    #[must_use]
    pub fn action(&self, row: &Row) -> Option<&str> {
        self.actions.get(row.action as usize).map(String::as_str)
    }

    /// Returns the nodes from a root to a node.
    #[must_use]
    pub fn path(&self, id: u32) -> Vec<u32> {
        let parent = |&id: &u32| self.node(id).map(|row| row.parent).filter(|&id| id != NONE);
        let mut path: Vec<u32> = std::iter::successors(Some(id), parent).collect();
        path.reverse();
        path
    }

    /// Returns the nodes that wait in the frontier after a step.
    pub fn waiting(&self, step: u32) -> impl Iterator<Item = u32> {
        let waits = move |(born, left): &(u32, u32)| *born <= step && *left > step;
        (0..).zip(&self.spans).filter(move |(_, span)| waits(span)).map(|(id, _)| id)
    }

    /// Returns the children of a node, in the order of generation.
    #[must_use]
    pub fn children(&self, id: u32) -> &[u32] {
        let end = |id: u32| self.ends_of_children.get(id as usize).map_or(0, |&end| end as usize);
        let begin = id.checked_sub(1).map_or(0, end);
        self.children.get(begin..end(id)).unwrap_or_default()
    }

    /// Sorts the nodes by parent, by counting.
    fn link_children(&mut self) {
        let parents = || self.nodes.iter().map(|row| row.parent as usize);
        let mut places = vec![0; self.nodes.len()];
        for parent in parents().filter(|&parent| parent < self.nodes.len()) {
            places[parent] += 1;
        }
        let mut sum = 0;
        for place in &mut places {
            (*place, sum) = (sum, sum + *place);
        }
        let mut children = vec![0; sum as usize];
        for (id, parent) in (0..).zip(parents()).filter(|&(_, parent)| parent < self.nodes.len()) {
            children[places[parent] as usize] = id;
            places[parent] += 1;
        }
        (self.children, self.ends_of_children) = (children, places);
    }

    /// Returns the row of a node, which is added if it is new.
    fn row(&mut self, node: &TracedNode<'_>) -> &mut Row {
        let (id, step) = (node.id as usize, self.steps.len() as u32);
        if self.nodes.len() <= id {
            self.nodes.resize(id + 1, UNKNOWN);
        }
        if self.nodes[id].born == NONE {
            let action = node.action.map_or(NONE, |word| self.action_number(word));
            self.nodes[id] = Row {
                parent: node.parent.map_or(NONE, |parent| parent as u32),
                action,
                state: self.state_number(node),
                g: node.g,
                h: node.h,
                f: node.f,
                born: step,
                round: self.counts.round,
                ..UNKNOWN
            };
        }
        &mut self.nodes[id]
    }

    fn action_number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.action_numbers.get(word) {
            return number;
        }
        let number = self.actions.len() as u32;
        self.actions.push(word.to_owned());
        self.action_numbers.insert(word.to_owned(), number);
        number
    }

    /// Returns the number of a node's state, whose key is kept if it is new.
    fn state_number(&mut self, node: &TracedNode<'_>) -> u32 {
        let Some(number) = node.number else { return NONE };
        self.key_size = node.key.len();
        let end = (number as usize + 1) * self.key_size;
        if self.keys.len() < end {
            self.keys.resize(end, 0);
        }
        self.keys[end - self.key_size..end].copy_from_slice(node.key);
        number
    }

    /// Makes a node the one through which its state is known, and returns the one before.
    fn know(&mut self, state: u32, id: u32) -> u32 {
        if state == NONE {
            return NONE;
        }
        let place = state as usize;
        if self.known.len() <= place {
            self.known.resize(place + 1, NONE);
        }
        std::mem::replace(&mut self.known[place], id)
    }

    /// Returns the node through which a state is known.
    fn known(&self, state: u32) -> u32 {
        self.known.get(state as usize).copied().unwrap_or(NONE)
    }

    /// Puts a root into the frontier, where it has waited unseen.
    fn root(&mut self, state: u32, id: u32) {
        self.counts.frontier += 1;
        self.know(state, id);
    }

    /// Takes a node out of the frontier, if it waits there.
    fn leave(&mut self, id: u32, fate: Fate) {
        let step = self.steps.len() as u32;
        if let Some(row) = self.nodes.get_mut(id as usize)
            && row.fate == Fate::Waiting
            && row.left == NONE
        {
            (row.left, row.fate) = (step, fate);
            self.counts.frontier -= 1;
        }
    }

    fn node_event(&mut self, kind: EventKind, node: &TracedNode<'_>, reason: Option<Pruned>) {
        let (id, is_new) = (node.id as u32, self.node(node.id as u32).is_none());
        let row = *self.row(node);
        match kind {
            EventKind::Generate | EventKind::Reopen => {
                self.counts.generated += 1;
                self.counts.reopened += u32::from(kind == EventKind::Reopen);
                self.counts.frontier += 1;
                let rival = self.know(row.state, id);
                // A search without duplicate detection leaves the other node in the frontier.
                let rival = if self.node(rival).is_some_and(|r| r.g > row.g && r.round == row.round)
                {
                    rival
                } else {
                    NONE
                };
                self.nodes[id as usize].rival = rival;
                self.leave(rival, Fate::Replaced);
            }
            EventKind::Duplicate => {
                self.counts.generated += 1;
                self.counts.duplicates += 1;
                let rival = self.known(row.state);
                let step = self.steps.len() as u32;
                let row = &mut self.nodes[id as usize];
                (row.fate, row.left, row.rival) = (Fate::Duplicate, step, rival);
            }
            EventKind::Prune => {
                self.counts.pruned += 1;
                self.counts.generated += u32::from(is_new);
                if is_new {
                    self.counts.frontier += 1;
                }
                self.leave(id, Fate::Pruned);
                self.nodes[id as usize].reason = reason;
            }
            EventKind::Expand => {
                self.counts.expanded += 1;
                if is_new {
                    self.root(row.state, id);
                } else if id == 0 {
                    self.counts.round += 1;
                }
                self.leave(id, Fate::Expanded);
            }
            EventKind::Solved => {
                if is_new {
                    self.root(row.state, id);
                }
                self.leave(id, Fate::Goal);
                self.nodes[id as usize].fate = Fate::Goal;
                let goal = Row { g: node.g, h: node.h, f: node.f, ..self.nodes[id as usize] };
                self.goals.push((self.steps.len() as u32, goal));
            }
            EventKind::Bound => {}
        }
    }
}

impl Trace for Recording {
    fn event(&mut self, event: &Event<'_>) {
        if self.steps.len() >= self.most {
            self.is_cut = true;
            return;
        }
        self.bound = event.bound.unwrap_or(self.bound);
        self.weights.extend(event.weight.map(|weight| (self.steps.len() as u32, weight)));
        if let Some(node) = &event.node {
            self.node_event(event.kind, node, event.reason);
        }
        self.steps.push(Step {
            kind: event.kind,
            reason: event.reason,
            node: event.node.map_or(NONE, |node| node.id as u32),
            bound: self.bound,
            counts: self.counts,
        });
    }

    fn wants(&self, _: EventKind) -> bool {
        !self.is_cut
    }

    fn wants_states(&self) -> bool {
        false
    }
}
