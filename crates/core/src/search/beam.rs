//! Beam search: breadth-first layers, each cut to the best few states by h (Lowerre 1976).
//!
//! A beam that runs empty may have dropped the path to the goal. With `grow` it then restarts twice
//! as wide; a beam that drops nothing is breadth-first search, so this is complete.

use super::best_first::CostRange;
use super::plan_path::plan_path;
use super::{Search, dead_end_gap};
use crate::limits::Gauge;
use crate::observe::{Edge, Node, NodeNumbers, Pruned};
use crate::outcome::Gap;
use crate::store::{NO_PARENT, NodeId, NodeStore, Nodes, held, push, sum};
use crate::{Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats};
use std::ops::ControlFlow;

/// A beam search.
pub struct Beam<'p, P: Problem> {
    problem: &'p P,
    width: u32,
    grow: bool,
    /// Every state that was ever in the beam; the last ones are the current layer.
    kept: Nodes<P::Key>,
    /// The place in `kept` of the next state to expand.
    next: NodeId,
    /// The candidates for the next layer, with places in `kept` as parents.
    candidates: Nodes<P::Key>,
    /// The candidates by h.
    ranking: Vec<(Cost, NodeId)>,
    /// Plans must be cheaper than this.
    cost_below: Option<Cost>,
    /// What was dropped without proof in this round, if anything.
    gap: Option<Gap>,
    costs: CostRange,
    stats: Stats,
    kept_numbers: NodeNumbers,
    candidate_numbers: NodeNumbers,
}

debug_by_stats!(Beam, [P: Problem], Beam<'_, P>);

impl<'p, P: Problem> Beam<'p, P> {
    /// Creates the search.
    #[must_use]
    pub fn new(problem: &'p P, width: u32, grow: bool) -> Self {
        let mut beam = Self {
            problem,
            width: width.max(1),
            grow,
            kept: Nodes::new(),
            next: 0,
            candidates: Nodes::new(),
            ranking: Vec::new(),
            cost_below: None,
            gap: None,
            costs: CostRange::EMPTY,
            stats: Stats::default(),
            kept_numbers: NodeNumbers::default(),
            candidate_numbers: NodeNumbers::default(),
        };
        beam.restart();
        beam
    }

    /// From now on prunes what cannot lead to a plan cheaper than `cost`, by g + h.
    pub(super) fn only_cheaper_than(&mut self, cost: Option<Cost>) {
        self.cost_below = cost;
    }

    /// Begins anew with twice the width.
    pub(super) fn widen(&mut self) {
        self.width = self.width.saturating_mul(2);
        self.restart();
    }

    fn restart(&mut self) {
        self.kept.clear();
        self.forget_candidates();
        self.kept_numbers.clear();
        self.next = 0;
        self.gap = None;
        self.stats.bound = 0;
        let start = self.problem.start();
        if self.problem.h(&start) == DEAD_END {
            self.stats.pruned += 1;
            self.gap = dead_end_gap(self.problem);
        } else {
            self.kept.find_or_add(self.problem.pack(&start), 0, NO_PARENT);
        }
    }

    fn expand<O: Observer<P::State, P::Action>>(
        &mut self,
        place: NodeId,
        node: &Node<'_, P::State>,
        observer: &mut O,
    ) {
        let Self { problem, kept, candidates, ranking, stats, gap, costs, .. } = self;
        let cost_below = self.cost_below;
        let numbers = &mut self.candidate_numbers;
        problem.successors(node.state, &mut |action, cost, next| {
            stats.generated += 1;
            costs.add(cost);
            let edge = Edge {
                parent: node.id,
                id: stats.generated,
                from: node.state,
                action,
                to: &next,
                g: node.g.saturating_add(cost),
            };
            let is_expensive = |cost| edge.g.saturating_add(problem.h(&next)) >= cost;
            if edge.g == DEAD_END || cost_below.is_some_and(is_expensive) {
                *gap = gap.or(Some(Gap::Cost));
                stats.pruned += 1;
                observer.pruned(&edge, Pruned::Cost);
                return;
            }
            let key = problem.pack(&next);
            if kept.find(&key).is_some() {
                stats.duplicates += 1;
                observer.duplicate(&edge);
                return;
            }
            let (candidate, is_new) = candidates.find_or_add(key, edge.g, place);
            if !is_new {
                stats.duplicates += 1;
                observer.duplicate(&edge);
                if edge.g < candidates.g(candidate) {
                    candidates.improve(candidate, edge.g, place);
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
                if O::WATCHES {
                    numbers.set(candidate as usize, edge.id);
                }
                push(ranking, (h, candidate));
            }
        });
        self.stats.max_frontier = self.stats.max_frontier.max(self.waiting());
        self.stats.max_frontier_with_stale = self.stats.max_frontier;
    }

    /// Makes the best candidates the current layer; returns false if there are none.
    fn next_layer<O: Observer<P::State, P::Action>>(&mut self, observer: &mut O) -> bool {
        let width = self.width as usize;
        if self.ranking.len() > width {
            self.gap = Some(Gap::Beam);
            self.ranking.select_nth_unstable(width);
            if O::WATCHES {
                self.ranking[width..].sort_unstable();
            }
            self.drop_candidates(width, Pruned::Beam, observer);
        }
        self.ranking.sort_unstable();
        for &(_, candidate) in &self.ranking {
            let parent = self.candidates.parent(candidate).unwrap_or(NO_PARENT);
            let (key, g) = (self.candidates.key(candidate), self.candidates.g(candidate));
            let (place, _) = self.kept.find_or_add(key, g, parent);
            if O::WATCHES {
                self.kept_numbers
                    .set(place as usize, self.candidate_numbers.get(candidate as usize));
            }
        }
        let has_any = !self.ranking.is_empty();
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.gauge().bytes);
        self.forget_candidates();
        if has_any {
            self.stats.enter_bound(self.stats.bound + 1);
            observer.bound(self.stats.bound);
        }
        has_any
    }

    /// Returns the number of states that wait to be expanded or ranked.
    fn waiting(&self) -> u64 {
        (self.kept.len() - self.next as usize + self.ranking.len()) as u64
    }

    fn forget_candidates(&mut self) {
        self.ranking.clear();
        self.candidates.clear();
        self.candidate_numbers.clear();
    }

    /// Drops the candidates from a place in the ranking on.
    fn drop_candidates<O: Observer<P::State, P::Action>>(
        &mut self,
        from: usize,
        reason: Pruned,
        observer: &mut O,
    ) {
        self.stats.pruned += (self.ranking.len() - from) as u64;
        if O::WATCHES {
            for &(_, candidate) in &self.ranking[from..] {
                let state = self.problem.unpack(&self.candidates.key(candidate));
                let id = self.candidate_numbers.get(candidate as usize);
                let g = self.candidates.g(candidate);
                observer.dropped(&Node { id, state: &state, g }, reason);
            }
        }
        self.ranking.truncate(from);
    }

    fn solved(&self, goal: NodeId) -> Outcome<Plan<P::Action>> {
        let is_proved = self.gap.is_none() && self.costs.is_uniform();
        let plan = plan_path(self.problem, &self.kept.path_to(goal));
        Outcome::Solved(plan, Optimality::proved_if(is_proved))
    }
}

impl<P: Problem> Search<P::State, P::Action> for Beam<'_, P> {
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        if self.kept.is_empty() {
            let start = self.problem.start();
            observer.dropped(&Node { id: 0, state: &start, g: 0 }, Pruned::DeadEnd);
        }
        loop {
            while (self.next as usize) < self.kept.len() {
                if let ControlFlow::Break(stop) = self.poll(limits) {
                    return Outcome::Stopped(stop);
                }
                let place = self.next;
                let state = self.problem.unpack(&self.kept.key(place));
                let id = if O::WATCHES { self.kept_numbers.get(place as usize) } else { 0 };
                let node = Node { id, state: &state, g: self.kept.g(place) };
                if self.problem.is_goal(&state) {
                    observer.solved(&node);
                    return self.solved(place);
                }
                self.next += 1;
                self.stats.expanded += 1;
                observer.expanded(&node);
                self.expand(place, &node, observer);
            }
            let is_deepest = limits.max_depth().is_some_and(|most| self.stats.bound >= most);
            if is_deepest && !self.ranking.is_empty() {
                self.drop_candidates(0, Pruned::Depth, observer);
                self.forget_candidates();
                self.gap.get_or_insert(Gap::Depth);
            } else if !is_deepest && self.next_layer(observer) {
                continue;
            }
            if self.gap == Some(Gap::Beam) && self.grow {
                self.widen();
            } else {
                return self.gap.map_or(Outcome::Unsolvable, Outcome::NotFound);
            }
        }
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn gauge(&self) -> Gauge {
        let (kept, after_growth) = self.kept.held();
        // The layer that will be kept is added between two looks at the limits.
        let layer = self.ranking.len().min(self.width as usize);
        let kept = (kept, after_growth.max(self.kept.bytes_with(layer)));
        Gauge::new(self.waiting(), sum([kept, self.candidates.held(), held(&self.ranking)]))
    }

    fn tighten(&mut self) -> bool {
        self.kept.tighten() | self.candidates.tighten()
    }
}
