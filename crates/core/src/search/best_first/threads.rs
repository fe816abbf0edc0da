//! Best-first search by f on several threads.

use super::{BestFirst, Edge, Expansion};
use crate::frontier::{Frontier, Priority, Push};
use crate::limits::Gauge;
use crate::parallel::levels::{Part, Step};
use crate::parallel::owner;
use crate::search::Search;
use crate::search::on_threads::Distributed;
use crate::search::plan_path::plan_path;
use crate::store::{NO_PARENT, NodeId, NodeStore, Nodes, hash};
use crate::{Cost, DEAD_END, Limits, Optimality, Outcome, Plan, Problem, Stats};

/// The number of successors whose places in the index are fetched together.
const TOGETHER: usize = 16;

/// A successor on its way to its owner.
pub(crate) struct Successor<S> {
    state: S,
    g: Cost,
    /// The place of the state before it.
    parent: NodeId,
}

/// The states of a search that one thread owns. The parent of a node is a place: its number in the part
/// that owns it, times the number of parts, plus the number of that part.
pub(crate) struct Owned<'p, P: Problem> {
    search: BestFirst<'p, P, Priority>,
    me: NodeId,
    threads: NodeId,
    max_cost: Cost,
    /// The key of the start, to which no path is cheaper than the empty one.
    start: P::Key,
    goal: Option<NodeId>,
}

impl<'p, P: Problem> Distributed<P::State, P::Action> for BestFirst<'p, P, Priority> {
    type Owned = Owned<'p, P>;

    fn split(self, limits: &Limits<'_>) -> Vec<Owned<'p, P>> {
        let (problem, threads) = (self.problem, limits.threads());
        let max_cost = limits.max_cost().unwrap_or(DEAD_END - 1);
        let start = problem.pack(&problem.start());
        let owned = |me| {
            let search = Self::empty(problem, self.rule, self.frontier.empty(), Nodes::new());
            let (me, threads) = (me as NodeId, threads as NodeId);
            Owned { search, me, threads, max_cost, start, goal: None }
        };
        let mut parts: Vec<_> = (0..threads).map(owned).collect();
        let all = 0..self.nodes.len() as NodeId;
        let add = |id| {
            let key = self.nodes.key(id);
            let part = &mut parts[owner(hash(&key), threads)];
            let (id, _) = part.search.nodes.find_or_add(key, self.nodes.g(id), NO_PARENT);
            part.place(id)
        };
        let places: Vec<NodeId> = all.clone().map(add).collect();
        for id in all {
            let (key, g) = (self.nodes.key(id), self.nodes.g(id));
            let BestFirst { nodes, frontier, open, .. } =
                &mut parts[owner(hash(&key), threads)].search;
            let own = places[id as usize] / threads as NodeId;
            let parent = self.nodes.parent(id).map_or(NO_PARENT, |parent| places[parent as usize]);
            nodes.improve(own, g, parent);
            if self.nodes.is_closed(id) {
                nodes.close(own);
            } else {
                let is_informed = self.rule.weight_h > 0;
                let h = if is_informed { problem.h(&problem.unpack(&key)) } else { 0 };
                frontier.push(self.rule.f(g, h), g, own, &key);
                *open += 1;
            }
        }
        // What was pruned before the split stays pruned.
        parts[0].search.gap = self.gap;
        parts
    }

    fn solved(parts: &[Owned<'p, P>]) -> Option<Outcome<Plan<P::Action>>> {
        let goal = parts.iter().find_map(|part| Some(part.place(part.goal?)))?;
        let plan = plan_path(parts[0].search.problem, &path_to(parts, goal));
        Some(Outcome::Solved(plan, Optimality::Proved))
    }

    fn exhausted(parts: &[Owned<'p, P>]) -> Outcome<Plan<P::Action>> {
        let gap = parts.iter().find_map(|part| part.search.gap);
        gap.map_or(Outcome::Unsolvable, Outcome::NotFound)
    }
}

/// Returns the keys on the path to a place.
fn path_to<P: Problem>(parts: &[Owned<'_, P>], goal: NodeId) -> Vec<P::Key> {
    let threads = parts.len() as NodeId;
    let nodes = |place: NodeId| (&parts[(place % threads) as usize].search.nodes, place / threads);
    let parent = |&place: &NodeId| {
        let (nodes, id) = nodes(place);
        nodes.parent(id)
    };
    let path = std::iter::successors(Some(goal), parent).map(|place| {
        let (nodes, id) = nodes(place);
        nodes.key(id)
    });
    let mut path: Vec<_> = path.collect();
    path.reverse();
    path
}

impl<P: Problem> Owned<'_, P> {
    /// Returns the place of a node.
    #[inline(always)]
    fn place(&self, id: NodeId) -> NodeId {
        let place = id.checked_mul(self.threads).map_or(NO_PARENT, |first| first + self.me);
        assert!(place < NO_PARENT, "a search holds at most 2^31 - 1 nodes; use idastar");
        place
    }
}

impl<P: Problem> Part for Owned<'_, P> {
    type Item = Successor<P::State>;

    const OWN: usize = TOGETHER;

    fn take_in(&mut self, batch: &mut Vec<Successor<P::State>>) {
        let search = &mut self.search;
        let problem = search.problem;
        let mut expansion = Expansion {
            rule: search.rule,
            nodes: &mut search.nodes,
            frontier: &mut search.frontier,
            open: &mut search.open,
            stats: &mut search.stats,
            gap: &mut search.gap,
            cost_below: search.cost_below,
            cheapest_pruned: &mut search.cheapest_pruned,
            numbers: &mut search.numbers,
            max_cost: self.max_cost,
            grandparent: self.start,
            goal: None,
        };
        for successors in batch.chunks(TOGETHER) {
            for Successor { state, .. } in successors {
                expansion.nodes.touch(&problem.pack(state));
            }
            for Successor { state, g, parent } in successors {
                let (from, to) = (state, state);
                let edge = Edge { parent: 0, id: 0, from, action: (), to, g: *g };
                expansion.generate(problem, *parent, &edge, &mut ());
            }
        }
        batch.clear();
    }

    #[inline(always)]
    fn expand(&mut self, level: u64, send: &mut impl FnMut(u32, Successor<P::State>)) -> Step {
        let BestFirst { problem, nodes, frontier, open, stats, .. } = &mut self.search;
        if frontier.lowest().is_none_or(|f| f > level) {
            return Step::Nothing;
        }
        let Some((_, id)) = frontier.pop() else { return Step::Nothing };
        if nodes.is_closed(id) {
            return Step::Expanded;
        }
        nodes.close(id);
        *open -= 1;
        let (g, state) = (nodes.g(id), problem.unpack(&nodes.key(id)));
        if problem.is_goal(&state) {
            self.goal = Some(id);
            return Step::Goal;
        }
        stats.expanded += 1;
        let problem = *problem;
        let parent = self.place(id);
        problem.successors(&state, &mut |_, cost, state| {
            let key_hash = hash(&problem.pack(&state));
            send(key_hash, Successor { state, g: g.saturating_add(cost), parent });
        });
        Step::Expanded
    }

    fn lowest(&mut self) -> Option<u64> {
        self.search.frontier.lowest()
    }

    fn stats(&self) -> &Stats {
        &self.search.stats
    }

    fn gauge(&self) -> Gauge {
        self.search.gauge()
    }

    fn tighten(&mut self) -> bool {
        self.search.tighten()
    }
}
