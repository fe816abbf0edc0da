//! Uniform cost from the start and from the goals at once, until the two meet (Pohl 1971).
//!
//! The side with fewer nodes waiting goes on. The first way found through a state that both sides
//! know need not be the cheapest; the search ends when the cheapest such way costs no more than the
//! two sides' lowest g together.

use super::plan_path::plan_path;
use crate::frontier::{Frontier, Priority, Push};
use crate::store::{NO_PARENT, NodeId, Nodes};
use crate::{
    Cost, Edge, Gauge, Limits, Observer, Optimality, Outcome, Plan, Reversible, Stats, Stop, Ties,
};
use std::hash::Hash;
use std::ops::ControlFlow;
use std::time::Instant;

/// The search from one end.
struct Half<K> {
    nodes: Nodes<K>,
    frontier: Priority,
    open: u64,
    /// No node that waits is cheaper.
    lowest: Cost,
}

impl<K: Copy + Eq + Hash> Half<K> {
    fn new() -> Self {
        Self { nodes: Nodes::new(), frontier: Priority::new(Ties::HighG), open: 0, lowest: 0 }
    }

    fn add_root(&mut self, key: K) {
        let (id, new) = self.nodes.find_or_add(key, 0, NO_PARENT);
        if new {
            self.frontier.push(0, 0, id, &key);
            self.open += 1;
        }
    }

    /// Takes the cheapest node.
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

/// Two ways that meet: what they cost together, and the state's node on either side.
#[derive(Clone, Copy)]
struct Meeting {
    cost: Cost,
    forward: NodeId,
    backward: NodeId,
}

/// A bidirectional search under way.
pub struct Bidirectional<'p, P: Reversible> {
    problem: &'p P,
    forward: Half<P::Key>,
    backward: Half<P::Key>,
    meeting: Option<Meeting>,
    /// Whether memory has become short.
    tight: bool,
    stats: Stats,
}

enum End {
    Met(Meeting),
    Apart,
    Stopped(Stop),
}

impl<'p, P: Reversible> Bidirectional<'p, P> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(problem: &'p P) -> Self {
        let (mut forward, mut backward) = (Half::new(), Half::new());
        forward.add_root(problem.pack(&problem.start()));
        problem.goals(&mut |goal| backward.add_root(problem.pack(&goal)));
        let meeting = backward.nodes.find(forward.nodes.key(0)).map(|backward| Meeting {
            cost: 0,
            forward: 0,
            backward,
        });
        Self { problem, forward, backward, meeting, tight: false, stats: Stats::default() }
    }

    /// What has been counted so far, over both sides.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Searches until the cheapest plan is proved, one side has nothing left or a limit is reached;
    /// after a stop, another call goes on where this one ended.
    pub fn run<O: Observer<P>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<P::Action> {
        let begun = Instant::now();
        let end = self.search(limits, observer);
        self.stats.elapsed += begun.elapsed();
        self.stats.peak_bytes = self.gauge().bytes;
        match end {
            End::Met(meeting) => Outcome::Solved(self.plan(meeting), Optimality::Proved),
            End::Apart => Outcome::Unsolvable,
            End::Stopped(why) => Outcome::Stopped(why),
        }
    }

    fn search<O: Observer<P>>(&mut self, limits: &mut Limits<'_>, observer: &mut O) -> End {
        loop {
            let proved = self.forward.lowest.saturating_add(self.backward.lowest);
            if let Some(meeting) = self.meeting
                && meeting.cost <= proved
            {
                return End::Met(meeting);
            }
            if let ControlFlow::Break(why) = limits.poll(&self.stats, || self.gauge()) {
                if why == Stop::Memory && !std::mem::replace(&mut self.tight, true) {
                    self.forward.nodes.tighten();
                    self.backward.nodes.tighten();
                    continue;
                }
                return End::Stopped(why);
            }
            let forwards = self.forward.open <= self.backward.open;
            let side = if forwards { &mut self.forward } else { &mut self.backward };
            let Some(id) = side.pop() else {
                return self.meeting.map_or(End::Apart, End::Met);
            };
            self.expand(forwards, id, observer);
            let open = self.forward.open + self.backward.open;
            self.stats.max_frontier = self.stats.max_frontier.max(open);
            let with_stale = (self.forward.frontier.len() + self.backward.frontier.len()) as u64;
            self.stats.max_frontier_with_stale = self.stats.max_frontier_with_stale.max(with_stale);
        }
    }

    fn expand<O: Observer<P>>(&mut self, forwards: bool, id: NodeId, observer: &mut O) {
        let Self { problem, forward, backward, meeting, stats, .. } = self;
        let (side, other) = if forwards { (forward, backward) } else { (backward, forward) };
        let g = side.nodes.g(id);
        if g > stats.bound {
            stats.enter_bound(g);
            observer.bound(g);
        }
        let state = problem.unpack(side.nodes.key(id));
        stats.expanded += 1;
        observer.expanded(&state, g);
        let mut visit = |action, cost: Cost, next: P::State| {
            stats.generated += 1;
            let edge = Edge { from: &state, action, to: &next, g: g.saturating_add(cost) };
            let key = problem.pack(&next);
            let (known, new) = side.nodes.find_or_add(key, edge.g, id);
            if new {
                side.open += 1;
            } else if edge.g >= side.nodes.g(known) {
                stats.duplicates += 1;
                observer.duplicate(&edge);
                return;
            } else {
                side.nodes.improve(known, edge.g, id);
            }
            observer.generated(&edge);
            side.frontier.push(u64::from(edge.g), edge.g, known, &key);
            if let Some(there) = other.nodes.find(&key) {
                let cost = edge.g.saturating_add(other.nodes.g(there));
                if meeting.is_none_or(|best| cost < best.cost) {
                    let (forward, backward) =
                        if forwards { (known, there) } else { (there, known) };
                    *meeting = Some(Meeting { cost, forward, backward });
                }
            }
        };
        if forwards {
            problem.successors(&state, &mut visit);
        } else {
            problem.predecessors(&state, &mut visit);
        }
    }

    fn plan(&self, meeting: Meeting) -> Plan<P::Action> {
        let (forward, backward) = (&self.forward.nodes, &self.backward.nodes);
        let there = forward.path_to(meeting.forward);
        let mut onward = backward.path_to(meeting.backward);
        onward.reverse();
        let mut plan = plan_path(self.problem, forward, &there);
        let rest = plan_path(self.problem, backward, &onward);
        plan.actions.extend(rest.actions);
        plan.cost = plan.cost.saturating_add(rest.cost);
        plan
    }

    fn gauge(&self) -> Gauge {
        let halves = [&self.forward, &self.backward];
        let parts = halves.map(|half| {
            let ((now, soon), (queue, queue_soon)) = (half.nodes.held(), half.frontier.held());
            (now + queue, soon + queue_soon)
        });
        Gauge {
            frontier: self.forward.open + self.backward.open,
            bytes: parts[0].0 + parts[1].0,
            bytes_after_growth: parts[0].1 + parts[1].1,
        }
    }
}
