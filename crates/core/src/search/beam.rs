//! Beam search: breadth-first layers, each cut to the best few by h (Lowerre 1976).
//!
//! A beam that runs dry may have dropped the way to the goal. With `grow` it then begins again
//! twice as wide; a beam that drops nothing is breadth-first, so that this is complete.

use super::best_first::dead_end_gap;
use super::plan_path::plan_path;
use crate::store::{NO_PARENT, NodeId, Nodes, held, sum};
use crate::{
    Cost, DEAD_END, Edge, Gap, Gauge, Limits, Observer, Optimality, Outcome, Problem, Pruned,
    Stats, Stop,
};
use std::ops::ControlFlow;
use std::time::Instant;

/// A beam search under way.
pub struct Beam<'p, P: Problem> {
    problem: &'p P,
    width: u32,
    grow: bool,
    /// Every state that was ever in the beam; the last ones are the current layer.
    kept: Nodes<P::Key>,
    /// Where in `kept` the next state to expand is.
    at: NodeId,
    /// The states of the next layer, with their places in `kept` as parents.
    fresh: Nodes<P::Key>,
    /// The same by h.
    ranking: Vec<(Cost, NodeId)>,
    /// What was left out in this round, if anything: states dropped from the beam, or else dead ends
    /// by a heuristic that is not claimed to know.
    gap: Option<Gap>,
    least_cost: Cost,
    greatest_cost: Cost,
    /// Whether memory has become short.
    tight: bool,
    stats: Stats,
}

enum End {
    Goal(NodeId),
    Exhausted,
    Stopped(Stop),
}

impl<'p, P: Problem> Beam<'p, P> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(problem: &'p P, width: u32, grow: bool) -> Self {
        let mut beam = Self {
            problem,
            width: width.max(1),
            grow,
            kept: Nodes::new(),
            at: 0,
            fresh: Nodes::new(),
            ranking: Vec::new(),
            gap: None,
            least_cost: Cost::MAX,
            greatest_cost: 0,
            tight: false,
            stats: Stats::default(),
        };
        beam.begin();
        beam
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// How many states of a layer are kept now.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Searches until a goal is met, the beam runs dry or a limit is reached; after a stop, another
    /// call goes on where this one ended.
    pub fn run<O: Observer<P>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<P::Action> {
        let begun = Instant::now();
        let end = self.layers(limits, observer);
        self.stats.elapsed += begun.elapsed();
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.gauge().bytes);
        match end {
            End::Stopped(why) => Outcome::Stopped(why),
            End::Exhausted
                if self.gap.is_none()
                    && limits.max_depth().is_some_and(|d| d <= self.stats.bound) =>
            {
                Outcome::NotFound(Gap::Depth)
            }
            End::Exhausted => self.gap.map_or(Outcome::Unsolvable, Outcome::NotFound),
            End::Goal(goal) => {
                let complete = self.gap.is_none() && self.least_cost >= self.greatest_cost;
                let optimality = if complete { Optimality::Proved } else { Optimality::NotClaimed };
                Outcome::Solved(
                    plan_path(self.problem, &self.kept, &self.kept.path_to(goal)),
                    optimality,
                )
            }
        }
    }

    fn begin(&mut self) {
        self.kept.clear();
        self.fresh.clear();
        self.ranking.clear();
        self.at = 0;
        self.gap = None;
        self.stats.bound = 0;
        let start = self.problem.start();
        if self.problem.h(&start) == DEAD_END {
            self.gap = dead_end_gap(self.problem);
        } else {
            self.kept.find_or_add(self.problem.pack(&start), 0, NO_PARENT);
        }
    }

    fn layers<O: Observer<P>>(&mut self, limits: &mut Limits<'_>, observer: &mut O) -> End {
        loop {
            while (self.at as usize) < self.kept.len() {
                if let ControlFlow::Break(why) = limits.poll(&self.stats, || self.gauge()) {
                    if why == Stop::Memory && !std::mem::replace(&mut self.tight, true) {
                        self.kept.tighten();
                        self.fresh.tighten();
                        continue;
                    }
                    return End::Stopped(why);
                }
                let (id, g) = (self.at, self.kept.g(self.at));
                let state = self.problem.unpack(self.kept.key(id));
                if self.problem.is_goal(&state) {
                    observer.solved(&state, g);
                    return End::Goal(id);
                }
                self.at += 1;
                self.stats.expanded += 1;
                observer.expanded(&state, g);
                self.expand(id, &state, g, observer);
            }
            let deepest = limits.max_depth().is_some_and(|most| self.stats.bound >= most);
            if !deepest && self.next_layer() {
                observer.bound(self.stats.bound);
            } else if self.gap == Some(Gap::Beam) && self.grow {
                self.width = self.width.saturating_mul(2);
                self.begin();
            } else {
                return End::Exhausted;
            }
        }
    }

    fn expand<O: Observer<P>>(&mut self, id: NodeId, state: &P::State, g: Cost, observer: &mut O) {
        let Self { problem, kept, fresh, ranking, stats, gap, .. } = self;
        let (least_cost, greatest_cost) = (&mut self.least_cost, &mut self.greatest_cost);
        problem.successors(state, &mut |action, cost, next| {
            stats.generated += 1;
            *least_cost = (*least_cost).min(cost);
            *greatest_cost = (*greatest_cost).max(cost);
            let edge = Edge { from: state, action, to: &next, g: g.saturating_add(cost) };
            let key = problem.pack(&next);
            if kept.find(&key).is_some() {
                stats.duplicates += 1;
                observer.duplicate(&edge);
                return;
            }
            let (known, new) = fresh.find_or_add(key, edge.g, id);
            if !new {
                stats.duplicates += 1;
                observer.duplicate(&edge);
                if edge.g < fresh.g(known) {
                    fresh.improve(known, edge.g, id);
                }
                return;
            }
            let h = problem.h(&next);
            if h == DEAD_END {
                stats.pruned += 1;
                *gap = gap.or_else(|| dead_end_gap(*problem));
                observer.pruned(&edge, Pruned::DeadEnd);
            } else {
                observer.generated(&edge);
                ranking.push((h, known));
            }
        });
        let waiting = (self.kept.len() - self.at as usize + self.ranking.len()) as u64;
        self.stats.max_frontier = self.stats.max_frontier.max(waiting);
        self.stats.max_frontier_with_stale = self.stats.max_frontier;
    }

    /// Makes the best of the fresh states the current layer; says whether there are any.
    fn next_layer(&mut self) -> bool {
        let width = self.width as usize;
        if self.ranking.len() > width {
            self.gap = Some(Gap::Beam);
            self.stats.pruned += (self.ranking.len() - width) as u64;
            self.ranking.select_nth_unstable(width);
            self.ranking.truncate(width);
        }
        self.ranking.sort_unstable();
        for &(_, id) in &self.ranking {
            let parent = self.fresh.parent(id).unwrap_or(NO_PARENT);
            self.kept.find_or_add(*self.fresh.key(id), self.fresh.g(id), parent);
        }
        let any = !self.ranking.is_empty();
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.gauge().bytes);
        self.ranking.clear();
        self.fresh.clear();
        if any {
            self.stats.enter_bound(self.stats.bound + 1);
        }
        any
    }

    fn gauge(&self) -> Gauge {
        let (bytes, bytes_after_growth) =
            sum([self.kept.held(), self.fresh.held(), held(&self.ranking)]);
        let frontier = (self.kept.len() - self.at as usize + self.ranking.len()) as u64;
        Gauge { frontier, bytes, bytes_after_growth }
    }
}
