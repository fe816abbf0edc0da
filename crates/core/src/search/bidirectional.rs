//! Uniform cost from the start and from the goals at once, until the two searches meet (Pohl 1971).
//!
//! The side with fewer waiting nodes expands next. The first path found through a state that both
//! sides know need not be the cheapest; the search ends when the cheapest such path costs no more
//! than the lowest g of the two sides together.

use super::Search;
use super::plan_path::plan_path;
use crate::abilities::Reversible;
use crate::frontier::{Frontier, Priority, Push};
use crate::limits::Gauge;
use crate::observe::{Edge, Node, NodeNumbers, Pruned};
use crate::outcome::Gap;
use crate::store::{NO_PARENT, NodeId, NodeStore, Nodes, sum};
use crate::strategy::Ties;
use crate::{Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Stats};
use std::hash::Hash;
use std::ops::ControlFlow;

/// The search from one end.
struct Half<K> {
    nodes: Nodes<K>,
    frontier: Priority,
    open: u64,
    /// No waiting node has a lower g.
    lowest: Cost,
    numbers: NodeNumbers,
}

impl<K: Copy + Eq + Hash> Half<K> {
    fn new() -> Self {
        Self {
            nodes: Nodes::new(),
            frontier: Priority::new(Ties::HighG),
            open: 0,
            lowest: 0,
            numbers: NodeNumbers::default(),
        }
    }

    fn add_root(&mut self, key: K) {
        let (id, is_new) = self.nodes.find_or_add(key, 0, NO_PARENT);
        if is_new {
            self.frontier.push(0, 0, id, &key);
            self.open += 1;
        }
    }

    /// Pops the cheapest node.
    fn pop(&mut self) -> Option<NodeId> {
        loop {
            let (_, id) = self.frontier.pop()?;
            if !self.nodes.is_closed(id) {
                self.nodes.close(id);
                self.open -= 1;
                self.lowest = self.nodes.g(id);
                return Some(id);
            }
        }
    }
}

/// A path through a state that both sides know: its cost, and the state's node on either side.
#[derive(Clone, Copy)]
struct Meeting {
    cost: Cost,
    forward: NodeId,
    backward: NodeId,
}

/// A bidirectional search. Counts cover both sides.
pub struct Bidirectional<'p, P: Reversible> {
    problem: &'p P,
    forward: Half<P::Key>,
    backward: Half<P::Key>,
    meeting: Option<Meeting>,
    /// The number of goals from which the search begins.
    goals: u64,
    /// Whether paths were pruned because their costs add up to [`DEAD_END`] or more.
    gap: Option<Gap>,
    stats: Stats,
}

debug_by_stats!(Bidirectional, [P: Reversible], Bidirectional<'_, P>);

impl<'p, P: Reversible> Bidirectional<'p, P> {
    /// Creates the search.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        let (mut forward, mut backward) = (Half::new(), Half::new());
        forward.add_root(problem.pack(&problem.start()));
        problem.goals(&mut |goal| backward.add_root(problem.pack(&goal)));
        let meeting = backward.nodes.find(&forward.nodes.key(0)).map(|backward| Meeting {
            cost: 0,
            forward: 0,
            backward,
        });
        let goals = backward.open;
        // Node 0 is the start.
        for goal in 0..goals {
            backward.numbers.set(goal as usize, goal + 1);
        }
        let stats = Stats::default();
        Self { problem, forward, backward, meeting, goals, gap: None, stats }
    }

    fn expand<O: Observer<P::State, P::Action>>(
        &mut self,
        is_forward: bool,
        place: NodeId,
        observer: &mut O,
    ) {
        let Self { problem, forward, backward, meeting, goals, gap, stats } = self;
        let (side, other) = if is_forward { (forward, backward) } else { (backward, forward) };
        let g = side.nodes.g(place);
        if g > stats.bound {
            stats.enter_bound(g);
            observer.bound(g);
        }
        let state = problem.unpack(&side.nodes.key(place));
        stats.expanded += 1;
        let number = if O::WATCHES { side.numbers.get(place as usize) } else { 0 };
        observer.expanded(&Node { id: number, state: &state, g });
        let mut visit = |action, cost: Cost, next: P::State| {
            stats.generated += 1;
            let edge = Edge {
                parent: number,
                id: *goals + stats.generated,
                from: &state,
                action,
                to: &next,
                g: g.saturating_add(cost),
            };
            if edge.g == DEAD_END {
                *gap = Some(Gap::Cost);
                stats.pruned += 1;
                observer.pruned(&edge, Pruned::Cost);
                return;
            }
            let key = problem.pack(&next);
            let (known, is_new) = side.nodes.find_or_add(key, edge.g, place);
            if is_new {
                side.open += 1;
            } else if edge.g >= side.nodes.g(known) {
                stats.duplicates += 1;
                observer.duplicate(&edge);
                return;
            } else {
                side.nodes.improve(known, edge.g, place);
            }
            observer.generated(&edge);
            if O::WATCHES {
                side.numbers.set(known as usize, edge.id);
            }
            side.frontier.push(u64::from(edge.g), edge.g, known, &key);
            if let Some(same) = other.nodes.find(&key) {
                let cost = edge.g.saturating_add(other.nodes.g(same));
                if cost == DEAD_END {
                    *gap = Some(Gap::Cost);
                } else if meeting.is_none_or(|best| cost < best.cost) {
                    let (forward, backward) =
                        if is_forward { (known, same) } else { (same, known) };
                    *meeting = Some(Meeting { cost, forward, backward });
                }
            }
        };
        if is_forward {
            problem.successors(&state, &mut visit);
        } else {
            problem.predecessors(&state, &mut visit);
        }
    }

    fn solved<O: Observer<P::State, P::Action>>(
        &self,
        meeting: Meeting,
        observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        let (forward, backward) = (&self.forward.nodes, &self.backward.nodes);
        let state = self.problem.unpack(&forward.key(meeting.forward));
        let id = self.forward.numbers.get(meeting.forward as usize);
        observer.solved(&Node { id, state: &state, g: meeting.cost });
        let mut path_from_goal = backward.path_to(meeting.backward);
        path_from_goal.reverse();
        let mut plan = plan_path(self.problem, &forward.path_to(meeting.forward));
        let rest = plan_path(self.problem, &path_from_goal);
        plan.actions.extend(rest.actions);
        plan.cost = plan.cost.saturating_add(rest.cost);
        Outcome::Solved(plan, Optimality::Proved)
    }
}

impl<P: Reversible> Search<P::State, P::Action> for Bidirectional<'_, P> {
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        loop {
            let proved = self.forward.lowest.saturating_add(self.backward.lowest);
            if let Some(meeting) = self.meeting
                && meeting.cost <= proved
            {
                return self.solved(meeting, observer);
            }
            if let ControlFlow::Break(stop) = self.poll(limits) {
                return Outcome::Stopped(stop);
            }
            let is_forward = self.forward.open <= self.backward.open;
            let side = if is_forward { &mut self.forward } else { &mut self.backward };
            let Some(place) = side.pop() else {
                return match self.meeting {
                    Some(meeting) => self.solved(meeting, observer),
                    None => self.gap.map_or(Outcome::Unsolvable, Outcome::NotFound),
                };
            };
            self.expand(is_forward, place, observer);
            let open = self.forward.open + self.backward.open;
            self.stats.max_frontier = self.stats.max_frontier.max(open);
            let with_stale = (self.forward.frontier.len() + self.backward.frontier.len()) as u64;
            self.stats.max_frontier_with_stale = self.stats.max_frontier_with_stale.max(with_stale);
        }
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn gauge(&self) -> Gauge {
        let [a, b] = [&self.forward, &self.backward];
        let parts = [a.nodes.held(), a.frontier.held(), b.nodes.held(), b.frontier.held()];
        Gauge::new(a.open + b.open, sum(parts))
    }

    /// Returns the cost of the cheapest meeting, or the lowest g of the two sides together.
    fn lower_bound(&self) -> Option<Cost> {
        let proved = self.forward.lowest.saturating_add(self.backward.lowest);
        Some(self.meeting.map_or(proved, |meeting| meeting.cost.min(proved)))
    }

    fn tighten(&mut self) -> bool {
        self.forward.nodes.tighten() | self.backward.nodes.tighten()
    }
}
