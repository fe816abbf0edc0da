//! Best-first search: one loop, of which the named algorithms are presets.
//!
//! The loop pops a node from the frontier, tests it and expands it; the frontier decides the order.
//! Ordered by f = a·g + b·h this is uniform cost (1, 0), greedy (0, 1), A\* (1, 1) and weighted A\*
//! (Hart, Nilsson and Raphael 1968; Pohl 1970). With a queue it is breadth-first search, with a
//! stack depth-first search.

use super::plan_path::plan_path;
use super::{Search, dead_end_gap};
use crate::frontier::{Fifo, Frontier, Lifo, Order, Priority, Push};
use crate::limits::Gauge;
use crate::observe::{Edge, Node, NodeNumbers, Pruned};
use crate::outcome::{Gap, Ratio};
use crate::store::{NO_PARENT, NodeId, NodeStore, Nodes, sum};
use crate::strategy::{Duplicates, GoalTest, Parents, Ties};
use crate::{
    Claim, Cost, DEAD_END, Limits, Observer, Optimality, Outcome, Plan, Problem, Stats, Strategy,
};
use std::ops::ControlFlow;

/// How nodes are ordered, and how repeated states are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The weight of g in f.
    pub weight_g: u32,
    /// The weight of h in f; if it is 0, h is never computed.
    pub weight_h: u32,
    /// Whether an expanded state returns to the frontier when a cheaper path to it is found.
    pub reopen: bool,
    /// Which path to a state is kept.
    pub parents: Parents,
    /// When a node is tested for being a goal.
    pub goal_test: GoalTest,
    /// Which repeated states are dropped.
    pub duplicates: Duplicates,
}

impl Rule {
    /// Returns the rule of a strategy.
    #[must_use]
    pub fn new(strategy: &Strategy) -> Self {
        let (weight_g, weight_h) = strategy.algorithm.weights();
        Self {
            weight_g,
            weight_h,
            reopen: strategy.reopen,
            parents: strategy.parents,
            goal_test: strategy.goal_test,
            duplicates: strategy.duplicates,
        }
    }

    /// Returns whether the first plan of a search ordered by f is optimal, unless limits prune.
    pub(super) fn proves_first_plan(self, claim: Claim) -> bool {
        optimality(self, Order::ByF, CostRange::EMPTY, None, claim) == Optimality::Proved
    }

    #[inline(always)]
    fn f(&self, g: Cost, h: Cost) -> u64 {
        u64::from(self.weight_g) * u64::from(g) + u64::from(self.weight_h) * u64::from(h)
    }
}

/// The g of a state whose known paths are all too expensive.
const TOO_EXPENSIVE: Cost = DEAD_END;

/// Returns whether a frontier of this type is ordered by f.
const fn by_f<F: Frontier>() -> bool {
    matches!(F::ORDER, Order::ByF)
}

/// The smallest and the largest cost of a move so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostRange {
    smallest: Cost,
    largest: Cost,
}

impl CostRange {
    pub const EMPTY: Self = Self { smallest: Cost::MAX, largest: 0 };

    #[inline(always)]
    pub fn add(&mut self, cost: Cost) {
        self.smallest = self.smallest.min(cost);
        self.largest = self.largest.max(cost);
    }

    /// Returns whether all moves cost the same.
    pub fn is_uniform(self) -> bool {
        self.smallest >= self.largest
    }
}

/// A best-first search with a frontier `F` and nodes `N`.
#[must_use]
pub struct BestFirst<'p, P: Problem, F, N = Nodes<<P as Problem>::Key>> {
    pub(super) problem: &'p P,
    pub(super) rule: Rule,
    pub(super) nodes: N,
    /// The node of the start; `None` if the start is a dead end.
    pub(super) start: Option<NodeId>,
    frontier: F,
    /// The number of waiting nodes, without stale entries.
    open: u64,
    /// The highest f of an expanded node since the frontier was last ordered.
    highest_f: u64,
    stats: Stats,
    costs: CostRange,
    /// What was pruned without proof, if anything.
    gap: Option<Gap>,
    /// Plans must be cheaper than this.
    cost_below: Cost,
    /// The smallest g + h of a state pruned for its cost.
    cheapest_pruned: Cost,
    /// The cost of the cheapest plan so far.
    cheapest_plan: Cost,
    numbers: NodeNumbers,
}

debug_by_stats!(BestFirst, [P: Problem, F, N], BestFirst<'_, P, F, N>);

impl<'p, P: Problem> BestFirst<'p, P, Fifo> {
    /// Returns a breadth-first search.
    pub fn breadth_first(problem: &'p P, rule: Rule) -> Self {
        Self::new(problem, rule, Fifo::default())
    }
}

impl<'p, P: Problem> BestFirst<'p, P, Lifo> {
    /// Returns a depth-first search.
    pub fn depth_first(problem: &'p P, rule: Rule) -> Self {
        Self::new(problem, rule, Lifo::default())
    }
}

impl<'p, P: Problem> BestFirst<'p, P, Priority> {
    /// Returns a search ordered by f: uniform cost, greedy, A\* or weighted A\*.
    pub fn by_f(problem: &'p P, rule: Rule, ties: Ties) -> Self {
        Self::new(problem, rule, Priority::new(ties))
    }

    /// Returns the weight of h in f = g + weight · h.
    pub(super) fn weight(&self) -> Ratio {
        Ratio::new(self.rule.weight_h, self.rule.weight_g)
    }

    /// Returns the bytes allocated when another frontier with the same nodes is built.
    pub(super) fn bytes_to_reorder(&self) -> u64 {
        sum([self.nodes.held(), self.frontier.held(), self.frontier.held()]).0
    }

    /// Orders the waiting nodes anew, by f = g + `weight` · h.
    pub(super) fn reorder(&mut self, weight: Ratio) {
        (self.rule.weight_g, self.rule.weight_h) = (weight.denominator, weight.numerator);
        let mut reordered = self.frontier.like();
        self.frontier.each(&mut |id| {
            if !self.nodes.is_closed(id) {
                let (key, g) = (self.nodes.key(id), self.nodes.g(id));
                let h = self.problem.h(&self.problem.unpack(&key));
                reordered.push(self.rule.f(g, h), g, id, &key);
            }
        });
        (self.frontier, self.highest_f) = (reordered, 0);
    }
}

impl<'p, P: Problem, F: Push<P::Key>> BestFirst<'p, P, F> {
    /// Returns a search that has not begun.
    pub(crate) fn new(problem: &'p P, rule: Rule, frontier: F) -> Self {
        Self::with_nodes(problem, rule, frontier, Nodes::new())
    }

    /// Returns the expanded states with the cost of the path to each: all that a proof of
    /// optimality needs.
    pub fn closed(&self) -> impl Iterator<Item = (P::Key, Cost)> {
        (0..self.nodes.len() as NodeId)
            .filter(|&id| {
                // Pruned states have no parent and were not expanded.
                let was_expanded = Some(id) == self.start || self.nodes.parent(id).is_some();
                self.nodes.is_closed(id) && was_expanded
            })
            .map(|id| (self.nodes.key(id), self.nodes.g(id)))
    }
}

impl<'p, P: Problem, F: Push<P::Key>, N: NodeStore<P::Key>> BestFirst<'p, P, F, N> {
    /// Returns a search that has not begun, with an empty store for its nodes.
    pub(crate) fn with_nodes(problem: &'p P, rule: Rule, frontier: F, nodes: N) -> Self {
        let mut search = Self {
            problem,
            rule,
            nodes,
            start: None,
            frontier,
            open: 0,
            highest_f: 0,
            stats: Stats::default(),
            costs: CostRange::EMPTY,
            gap: None,
            cost_below: Cost::MAX,
            cheapest_pruned: Cost::MAX,
            cheapest_plan: Cost::MAX,
            numbers: NodeNumbers::default(),
        };
        let start = problem.start();
        let h = if rule.weight_h > 0 { problem.h(&start) } else { 0 };
        if h == DEAD_END {
            search.stats.pruned += 1;
            search.gap = dead_end_gap(problem);
        } else {
            let key = problem.pack(&start);
            let id = if rule.duplicates == Duplicates::Closed {
                search.nodes.add(key, 0, NO_PARENT)
            } else {
                search.nodes.find_or_add(key, 0, NO_PARENT).0
            };
            search.start = Some(id);
            search.frontier.push(rule.f(0, h), 0, id, &key);
            search.open = 1;
            search.stats.max_frontier = 1;
            search.stats.max_frontier_with_stale = 1;
        }
        search
    }

    /// Returns what was pruned without proof, if anything.
    #[must_use]
    pub fn gap(&self) -> Option<Gap> {
        self.gap
    }

    /// Returns whether every state that was closed at too high a cost returns to the frontier.
    #[must_use]
    pub fn reopens(&self) -> bool {
        self.rule.reopen && self.rule.duplicates != Duplicates::Closed
    }

    /// From now on prunes what cannot lead to a plan cheaper than `cost`, by g + h.
    pub fn only_cheaper_than(&mut self, cost: Cost) {
        self.cost_below = cost;
    }

    /// Ends the search at a goal.
    fn solved(&mut self, goal: NodeId) -> Outcome<Plan<P::Action>> {
        let plan = plan_path(self.problem, &self.nodes.path_to(goal));
        // What was pruned, perhaps under other limits, or found before, must not be cheaper.
        let optimality = if plan.cost > self.cheapest_pruned.min(self.cheapest_plan) {
            Optimality::NotClaimed
        } else {
            optimality(self.rule, F::ORDER, self.costs, self.gap, self.problem.claim())
        };
        self.cheapest_plan = self.cheapest_plan.min(plan.cost);
        Outcome::Solved(plan, optimality)
    }

    /// Ends the search with an empty frontier.
    fn exhausted(&self) -> Outcome<Plan<P::Action>> {
        // There is a plan already, or only cheap plans are wanted.
        if self.cheapest_plan < Cost::MAX || self.cost_below < Cost::MAX {
            return Outcome::NotFound(Gap::Cost);
        }
        self.gap.map_or(Outcome::Unsolvable, Outcome::NotFound)
    }
}

/// Returns what may be claimed of a plan that costs no more than what was pruned or found.
fn optimality(
    rule: Rule,
    order: Order,
    costs: CostRange,
    gap: Option<Gap>,
    claim: Claim,
) -> Optimality {
    let Rule { weight_g, weight_h, reopen, parents, goal_test, duplicates } = rule;
    // Until all nodes of the goal's depth are expanded, a cheaper last move may be unseen.
    if goal_test == GoalTest::Early {
        return Optimality::NotClaimed;
    }
    if order != Order::ByF {
        // Only breadth-first search pops nodes in the order of their depth.
        return Optimality::proved_if(order == Order::FirstIn && costs.is_uniform());
    }
    // A plan beyond the depth limit, or a path that was not the first one, may be cheaper.
    if gap == Some(Gap::Depth) || parents == Parents::First {
        return Optimality::NotClaimed;
    }
    let claim = if weight_h == 0 { Claim::Consistent } else { claim };
    let reopens = reopen && duplicates != Duplicates::Closed;
    let is_safe = claim.is_consistent() || claim.is_admissible() && reopens;
    if !is_safe || weight_g == 0 {
        Optimality::NotClaimed
    } else if weight_h <= weight_g {
        Optimality::Proved
    } else {
        Optimality::Within(Ratio::new(weight_h, weight_g))
    }
}

impl<P: Problem, F: Push<P::Key>, N: NodeStore<P::Key>> Search<P::State, P::Action>
    for BestFirst<'_, P, F, N>
{
    /// After a plan, another call looks for further plans, which may be no cheaper. What a limit on cost
    /// or depth pruned stays pruned.
    fn advance<O: Observer<P::State, P::Action>>(
        &mut self,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Outcome<Plan<P::Action>> {
        let (max_depth, max_cost) = (limits.max_depth(), limits.max_cost().unwrap_or(DEAD_END - 1));
        self.frontier.limit_memory(limits.memory_left(0).unwrap_or(0));
        if self.start.is_none() {
            let start = self.problem.start();
            observer.dropped(&Node { id: 0, state: &start, g: 0 }, Pruned::DeadEnd);
        }
        loop {
            if let ControlFlow::Break(stop) = self.poll(limits) {
                return Outcome::Stopped(stop);
            }
            let Some((f, id)) = self.frontier.pop() else { return self.exhausted() };
            if self.nodes.is_closed(id) {
                continue;
            }
            self.nodes.close(id);
            self.open -= 1;
            let g = self.nodes.g(id);
            let state = self.problem.unpack(&self.nodes.key(id));
            let number = if O::WATCHES { self.numbers.get(id as usize) } else { 0 };
            let node = Node { id: number, state: &state, g };
            if by_f::<F>() && (f > self.highest_f || self.stats.iterations == 0) {
                self.highest_f = f;
                let bound = f / u64::from(self.rule.weight_g.max(1));
                let bound = Cost::try_from(bound).unwrap_or(Cost::MAX);
                self.stats.enter_bound(bound);
                observer.bound(bound);
            }
            if self.cost_below < Cost::MAX
                && g.saturating_add(self.problem.h(&state)) >= self.cost_below
            {
                self.stats.pruned += 1;
                observer.dropped(&node, Pruned::Cost);
                continue;
            }
            let is_early = self.rule.goal_test == GoalTest::Early;
            // A cheaper but longer path to an ancestor may have made this path too long.
            let moves_left = max_depth.map(|most| most.checked_sub(self.nodes.depth(id)));
            let is_within = moves_left != Some(None);
            if is_within && (!is_early || Some(id) == self.start) && self.problem.is_goal(&state) {
                observer.solved(&node);
                return self.solved(id);
            }
            if matches!(moves_left, Some(None | Some(0))) {
                self.gap = Some(Gap::Depth);
                self.stats.pruned += 1;
                observer.dropped(&node, Pruned::Depth);
                continue;
            }
            if self.rule.duplicates == Duplicates::Closed {
                self.nodes.make_findable(id);
            }
            self.stats.expanded += 1;
            observer.expanded(&node);
            let Self { problem, rule, nodes, frontier, open, stats, costs, gap, .. } = self;
            let grandparent = match nodes.parent(id) {
                // In breadth-first search it was read not long ago.
                Some(parent) if F::ORDER == Order::FirstIn => nodes.key(parent),
                _ => nodes.key(id),
            };
            let mut expansion = Expansion {
                rule: *rule,
                nodes,
                frontier,
                open,
                stats,
                gap,
                cost_below: self.cost_below,
                cheapest_pruned: &mut self.cheapest_pruned,
                numbers: &mut self.numbers,
                max_cost,
                grandparent,
                goal: None,
            };
            problem.successors(&state, &mut |action, cost, next| {
                if !by_f::<F>() {
                    costs.add(cost);
                }
                let edge = Edge {
                    parent: number,
                    id: expansion.stats.generated + 1,
                    from: &state,
                    action,
                    to: &next,
                    g: g.saturating_add(cost),
                };
                expansion.generate(*problem, id, &edge, observer);
            });
            if let Some(goal) = expansion.goal {
                return self.solved(goal);
            }
            self.stats.max_frontier = self.stats.max_frontier.max(self.open);
            let with_stale = self.frontier.len() as u64;
            self.stats.max_frontier_with_stale = self.stats.max_frontier_with_stale.max(with_stale);
        }
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }

    fn gauge(&self) -> Gauge {
        Gauge::new(self.open, sum([self.nodes.held(), self.frontier.held()]))
    }

    /// Returns the lowest g + h of a node that waits or was pruned for its cost. It looks at all of the
    /// frontier.
    fn lower_bound(&self) -> Option<Cost> {
        // A node that was pruned stays pruned, even if a resumed search has a higher limit.
        let mut lowest = self.cheapest_pruned;
        self.frontier.each(&mut |id| {
            if !self.nodes.is_closed(id) {
                let h = self.problem.h(&self.problem.unpack(&self.nodes.key(id)));
                lowest = lowest.min(self.nodes.g(id).saturating_add(h));
            }
        });
        (lowest < Cost::MAX).then_some(lowest)
    }

    fn tighten(&mut self) -> bool {
        self.nodes.tighten()
    }
}

/// The parts of a search that an expansion may change, without the problem and the observer.
struct Expansion<'a, K, F, N> {
    rule: Rule,
    nodes: &'a mut N,
    frontier: &'a mut F,
    open: &'a mut u64,
    stats: &'a mut Stats,
    gap: &'a mut Option<Gap>,
    cheapest_pruned: &'a mut Cost,
    numbers: &'a mut NodeNumbers,
    cost_below: Cost,
    max_cost: Cost,
    /// The state before the expanded one, if it is cheap to know; else the expanded state itself.
    grandparent: K,
    /// A goal found by an early test.
    goal: Option<NodeId>,
}

impl<K: Copy + Eq, F: Push<K>, N: NodeStore<K>> Expansion<'_, K, F, N> {
    /// Adds a successor to the frontier, or drops or prunes it.
    #[inline(always)]
    fn generate<P: Problem<Key = K>, A, O: Observer<P::State, A>>(
        &mut self,
        problem: &P,
        parent: NodeId,
        edge: &Edge<'_, P::State, A>,
        observer: &mut O,
    ) {
        self.stats.generated += 1;
        let key = problem.pack(edge.to);
        let (id, is_new) = if self.rule.duplicates == Duplicates::Graph && key != self.grandparent {
            self.nodes.find_or_add(key, edge.g, parent)
        } else if self.rule.duplicates == Duplicates::Graph || self.repeats(parent, key) {
            self.stats.duplicates += 1;
            observer.duplicate(edge);
            return;
        } else {
            (self.nodes.add(key, edge.g, parent), true)
        };
        let (mut waits, mut reopens) = (false, false);
        if !is_new {
            let (is_closed, known) = (self.nodes.is_closed(id), self.nodes.g(id));
            // The first path is kept, unless cheaper ones are wanted or it was too expensive.
            let keeps_first = !by_f::<F>()
                || self.rule.parents == Parents::First
                || is_closed && !self.rule.reopen;
            if edge.g >= known || keeps_first && known != TOO_EXPENSIVE {
                self.stats.duplicates += 1;
                observer.duplicate(edge);
                return;
            }
            self.nodes.improve(id, edge.g, parent);
            waits = !is_closed;
            reopens = is_closed && known != TOO_EXPENSIVE;
        }
        let h = if self.rule.weight_h > 0 { problem.h(edge.to) } else { 0 };
        let lowest_cost = edge.g.saturating_add(h);
        if h == DEAD_END || lowest_cost > self.max_cost || lowest_cost >= self.cost_below {
            *self.open -= u64::from(waits);
            self.prune(problem, id, h, edge, observer);
            return;
        }
        *self.open += u64::from(!waits);
        if reopens {
            self.stats.reopened += 1;
            observer.reopened(edge);
        } else {
            observer.generated(edge);
        }
        if O::WATCHES {
            self.numbers.set(id as usize, edge.id);
        }
        self.frontier.push(self.rule.f(edge.g, h), edge.g, id, &key);
        if self.rule.goal_test == GoalTest::Early && self.goal.is_none() && problem.is_goal(edge.to)
        {
            observer.solved(&Node { id: edge.id, state: edge.to, g: edge.g });
            self.goal = Some(id);
        }
    }

    /// Prunes a successor, so that only a cheaper path to its state brings it back.
    #[cold]
    fn prune<P: Problem<Key = K>, A, O: Observer<P::State, A>>(
        &mut self,
        problem: &P,
        id: NodeId,
        h: Cost,
        edge: &Edge<'_, P::State, A>,
        observer: &mut O,
    ) {
        self.stats.pruned += 1;
        if h == DEAD_END {
            self.nodes.improve(id, 0, NO_PARENT);
            // A depth limit takes precedence: it also invalidates claims about cost.
            if *self.gap != Some(Gap::Depth) {
                *self.gap = dead_end_gap(problem).or(*self.gap);
            }
            observer.pruned(edge, Pruned::DeadEnd);
        } else {
            self.nodes.improve(id, TOO_EXPENSIVE, NO_PARENT);
            let lowest_cost = edge.g.saturating_add(h);
            *self.cheapest_pruned = lowest_cost.min(*self.cheapest_pruned);
            if lowest_cost > self.max_cost {
                self.gap.get_or_insert(Gap::Cost);
            }
            observer.pruned(edge, Pruned::Cost);
        }
        self.nodes.close(id);
    }

    /// Returns whether a state was expanded, or is on the path to `parent` as far back as the rule
    /// looks.
    fn repeats(&self, parent: NodeId, key: K) -> bool {
        let steps_back = match self.rule.duplicates {
            Duplicates::Path => usize::MAX,
            Duplicates::Undo => 2,
            Duplicates::Closed => return self.nodes.find(&key).is_some(),
            Duplicates::Graph | Duplicates::None => 0,
        };
        std::iter::successors(Some(parent), |&id| self.nodes.parent(id))
            .take(steps_back)
            .any(|id| self.nodes.key(id) == key)
    }
}
