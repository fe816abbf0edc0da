//! Steps of a recorded search: what happened, in a sentence, and the search as it stood.

use crate::recording::{Counts, Fate, NONE, Recording, Row, Step};
use heureka_core::observe::Pruned;
use heureka_kit::trace::EventKind;
use serde::Serialize;

/// The most nodes of a list.
const LISTED: usize = 40;
/// The most nodes of a tree that is shown whole.
const WHOLE_TREE: usize = 150;
/// How many ancestors of the current node are shown with all their children in a part of a tree.
const ANCESTORS: usize = 5;
/// The most children of a node in a part of a tree.
const CHILDREN: usize = 12;

/// An event, with the fields of a line of `--trace`, and a sentence.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct EventView<'a> {
    pub step: usize,
    pub event: &'static str,
    pub node: Option<u32>,
    pub parent: Option<u32>,
    pub action: Option<&'a str>,
    pub g: Option<u32>,
    pub h: Option<u32>,
    pub f: Option<f64>,
    pub bound: Option<u32>,
    pub weight: Option<f64>,
    pub why: Option<&'static str>,
    pub sentence: String,
}

/// A node, with what a page needs to know its status at any step.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct NodeView<'a> {
    pub id: u32,
    pub parent: Option<u32>,
    pub action: Option<&'a str>,
    pub name: String,
    pub g: u32,
    pub h: Option<u32>,
    pub f: Option<f64>,
    pub born: u32,
    pub left: Option<u32>,
    pub fate: Fate,
    pub why: Option<&'static str>,
    pub rival: Option<u32>,
}

/// The search as it stood after a step.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Situation<'a> {
    pub event: EventView<'a>,
    pub counts: Counts,
    pub bound: u32,
    /// From a root to the node of the event.
    pub path: Vec<u32>,
    /// The nodes that wait, by f, then by h.
    pub frontier: Vec<NodeView<'a>>,
    /// The nodes expanded last, the newest first.
    pub closed: Vec<NodeView<'a>>,
    /// The tree of this iteration if it is small, otherwise the part around the node.
    pub tree: Vec<NodeView<'a>>,
    /// Whether the tree is whole.
    pub whole: bool,
}

/// Names the state of a node if that is short.
pub type Namer<'n> = dyn Fn(&Row) -> Option<String> + 'n;

fn some(number: u32) -> Option<u32> {
    Some(number).filter(|&number| number != NONE)
}

/// Views of a recording.
pub struct Steps<'r> {
    /// The recording.
    pub recording: &'r Recording,
    /// Names states.
    pub namer: &'r Namer<'r>,
}

impl<'r> Steps<'r> {
    /// Returns the name of a node: its state if that is short, otherwise its number.
    fn name(&self, id: u32) -> String {
        let row = self.recording.node(id);
        row.and_then(|row| (self.namer)(row)).unwrap_or_else(|| format!("node {id}"))
    }

    /// Returns an event.
    #[must_use]
    pub fn event(&self, number: usize) -> Option<EventView<'r>> {
        let step = self.recording.steps.get(number)?;
        let row = self.recording.node_at(number);
        Some(EventView {
            step: number,
            event: step.kind.name(),
            node: some(step.node),
            parent: row.and_then(|row| some(row.parent)),
            action: row.and_then(|row| self.recording.action(row)),
            g: row.map(|row| row.g),
            h: row.and_then(|row| row.h),
            f: row.and_then(|row| self.recording.f(row, number)),
            bound: (step.kind == EventKind::Bound).then_some(step.bound),
            weight: self.recording.new_weight(number),
            why: step.reason.map(Pruned::name),
            sentence: capitalized(&self.sentence(number, step)),
        })
    }

    /// Returns a node as it stands after a step.
    #[must_use]
    pub fn node(&self, id: u32, number: usize) -> Option<NodeView<'r>> {
        let row = self.recording.node(id)?;
        Some(NodeView {
            id,
            parent: some(row.parent),
            action: self.recording.action(row),
            name: self.name(id),
            g: row.g,
            h: row.h,
            f: self.recording.f(row, number),
            born: row.born,
            left: some(row.left),
            fate: row.fate,
            why: row.reason.map(Pruned::name),
            rival: some(row.rival),
        })
    }

    /// Says what an event means.
    fn sentence(&self, number: usize, step: &Step) -> String {
        let Some(row) = self.recording.node_at(number) else {
            return match self.recording.new_weight(number) {
                Some(weight) => format!(
                    "Look for a better plan: from now on, f = g + {weight} · h. The bound is {}.",
                    step.bound
                ),
                None => format!("The bound rises to {}.", step.bound),
            };
        };
        let name = self.name(step.node);
        let rival = self.recording.node(row.rival);
        let known = rival.map(|rival| {
            let place =
                if rival.left > number as u32 { "already waits" } else { "is already closed" };
            format!("{place} with g = {}", rival.g)
        });
        let value = value(row, self.recording.f(row, number));
        match step.kind {
            EventKind::Expand if step.counts.round > row.round => {
                format!("Begin again at {name} with bound {}.", step.bound)
            }
            EventKind::Expand => format!("Expand {name}, {value}."),
            EventKind::Generate => match rival {
                Some(old) => format!(
                    "A cheaper path to {name}, which waits: g = {} instead of {}.",
                    row.g, old.g
                ),
                None => format!("{name} enters the frontier, {value}."),
            },
            EventKind::Reopen => {
                let old = rival.map(|old| format!(" instead of {}", old.g)).unwrap_or_default();
                format!(
                    "A cheaper path to {name}, which was closed: g = {}{old}. It is reopened.",
                    row.g
                )
            }
            EventKind::Duplicate => match known {
                Some(known) => {
                    format!("{name} {known}, so this path with g = {} is dropped.", row.g)
                }
                None => format!("{name} is already on the path, so this one is dropped."),
            },
            EventKind::Prune => {
                let why = match step.reason {
                    Some(Pruned::Bound) if row.f.is_some() => {
                        format!("its f exceeds the bound {}", step.bound)
                    }
                    Some(Pruned::Bound) => format!("it is deeper than the bound {}", step.bound),
                    Some(Pruned::DeadEnd) => "no goal can be reached from it".to_owned(),
                    Some(Pruned::Depth) => "it exceeds the depth limit".to_owned(),
                    Some(Pruned::Cost) => {
                        "it costs more than the limit or the best plan".to_owned()
                    }
                    Some(Pruned::Beam) => "the beam is full of better nodes".to_owned(),
                    reason => reason.map_or("unknown reason", Pruned::name).to_owned(),
                };
                format!("{name} is pruned, {value}: {why}.")
            }
            EventKind::Solved => format!("{name} is a goal: the plan costs {}.", row.g),
            EventKind::Bound => String::new(),
        }
    }

    /// Returns the search as it stood after a step.
    #[must_use]
    pub fn situation(&self, number: usize) -> Option<Situation<'r>> {
        let event = self.event(number)?;
        let step = &self.recording.steps[number];
        // A bound has no node: the search is still at the last one.
        let mut before = self.recording.steps[..=number].iter().rev().map(|step| step.node);
        let current = before.find(|&node| node != NONE).unwrap_or(0);
        let path = self.recording.path(current);
        let (ids, whole) = self.tree(step.counts.round, &path);
        let views =
            |ids: Vec<u32>| ids.into_iter().filter_map(|id| self.node(id, number)).collect();
        Some(Situation {
            event,
            counts: step.counts,
            bound: step.bound,
            frontier: views(self.frontier(number as u32)),
            closed: views(self.closed(number)),
            tree: views(ids),
            whole,
            path,
        })
    }

    /// Returns the nodes that wait after a step, the most promising first.
    fn frontier(&self, number: u32) -> Vec<u32> {
        let nodes = &self.recording.nodes;
        let waiting = self.recording.waiting(number).map(|id| (id, &nodes[id as usize]));
        let mut waiting: Vec<(u32, &Row)> = waiting.collect();
        let f = |row: &Row| self.recording.f(row, number as usize);
        let rank = |row: &Row| (f(row).unwrap_or(f64::from(row.g)), row.h.unwrap_or(0));
        let order = |a: &(u32, &Row), b: &(u32, &Row)| {
            let ((f, h), (other_f, other_h)) = (rank(a.1), rank(b.1));
            f.total_cmp(&other_f).then(h.cmp(&other_h)).then(a.0.cmp(&b.0))
        };
        if waiting.len() > LISTED {
            waiting.select_nth_unstable_by(LISTED, order);
            waiting.truncate(LISTED);
        }
        waiting.sort_by(order);
        waiting.into_iter().map(|(id, _)| id).collect()
    }

    /// Returns the nodes expanded last.
    fn closed(&self, number: usize) -> Vec<u32> {
        let steps = self.recording.steps[..=number].iter().rev();
        let expanded = steps.filter(|step| step.kind == EventKind::Expand).map(|step| step.node);
        expanded.take(LISTED).collect()
    }

    /// Returns the nodes of an iteration's tree if there are few, otherwise those around a path, and
    /// whether these are all.
    fn tree(&self, round: u32, path: &[u32]) -> (Vec<u32>, bool) {
        let nodes = &self.recording.nodes;
        let in_round = |row: &Row| row.born != NONE && (row.round == round || row.parent == NONE);
        let mut all = (0..).zip(nodes).filter(|(_, row)| in_round(row)).map(|(id, _)| id);
        let some: Vec<u32> = all.by_ref().take(WHOLE_TREE).collect();
        if all.next().is_none() {
            return (some, true);
        }
        let mut ids = path.to_vec();
        for &parent in &path[path.len().saturating_sub(ANCESTORS)..] {
            let children = self.recording.children(parent).iter().copied();
            let shown = |id: &u32| in_round(&nodes[*id as usize]) && !path.contains(id);
            ids.extend(children.filter(shown).take(CHILDREN));
        }
        ids.sort_unstable();
        (ids, false)
    }
}

/// Returns a sentence that begins with "Node" if it began with "node". The names of states stay.
fn capitalized(sentence: &str) -> String {
    sentence.strip_prefix("node ").map_or(sentence.to_owned(), |rest| format!("Node {rest}"))
}

/// Returns f = g + h of a node, or what is known of it.
fn value(row: &Row, f: Option<f64>) -> String {
    match (f, row.h) {
        (Some(f), Some(h)) if (f - f64::from(row.g) - f64::from(h)).abs() < 1e-9 => {
            format!("f = {} + {h} = {f}", row.g)
        }
        (Some(f), Some(h)) => format!("f = {f} (g = {}, h = {h})", row.g),
        (_, Some(h)) => format!("g = {}, h = {h}", row.g),
        _ => format!("g = {}", row.g),
    }
}
