//! Best-first search: one loop, of which the named algorithms are presets.
//!
//! A node is taken from the frontier, tested and expanded; the frontier decides which. By
//! f = a·g + b·h this is uniform cost (1, 0), greedy (0, 1), A\* (1, 1) and weighted A\*
//! (Hart, Nilsson and Raphael 1968; Pohl 1970); with a line instead of f it is breadth-first or
//! depth-first.

use super::plan_path::plan_path;
use crate::frontier::{ByState, Fifo, Frontier, Lifo, Order, Priority, Push};
use crate::store::{NO_PARENT, NodeId, Nodes};
use crate::{
    Claim, Cost, DEAD_END, Duplicates, Edge, Gap, Gauge, GoalTest, Limits, Observer, Optimality,
    Outcome, Parents, Problem, Pruned, Ratio, Stats, Stop, Strategy,
};
use std::ops::ControlFlow;
use std::time::Instant;

/// How nodes are valued and repeated states are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The weight of g in f.
    pub weight_g: u32,
    /// The weight of h in f; if it is 0, h is never asked for.
    pub weight_h: u32,
    /// Whether an expanded state is put back when a cheaper way to it is found.
    pub reopen: bool,
    /// Which of the ways to a state counts.
    pub ways: Parents,
    /// When a node is tested for being a goal.
    pub goal_test: GoalTest,
    /// Which repeated states are dropped.
    pub duplicates: Duplicates,
}

impl Rule {
    /// The options of a strategy with the given weights of g and h.
    #[must_use]
    pub fn new(strategy: &Strategy, weight_g: u32, weight_h: u32) -> Self {
        Self {
            weight_g,
            weight_h,
            reopen: strategy.reopen,
            ways: strategy.ways,
            goal_test: strategy.goal_test,
            duplicates: strategy.duplicates,
        }
    }

    #[inline(always)]
    fn f(&self, g: Cost, h: Cost) -> u64 {
        u64::from(self.weight_g) * u64::from(g) + u64::from(self.weight_h) * u64::from(h)
    }
}

/// The first node.
const START: NodeId = 0;

/// The g of a state to which no way is known that is cheap enough to look at.
const LEFT_OUT: Cost = DEAD_END;

/// Whether a frontier of this type goes by f.
const fn by_f<F: Frontier>() -> bool {
    matches!(F::ORDER, Order::ByF)
}

/// The least and the greatest cost of a move seen.
#[derive(Clone, Copy, Debug)]
struct CostRange(Cost, Cost);

/// A best-first search under way.
pub struct BestFirst<'p, P: Problem, F> {
    problem: &'p P,
    rule: Rule,
    nodes: Nodes<P::Key>,
    frontier: F,
    /// Nodes that wait, stale entries not counted.
    open: u64,
    stats: Stats,
    costs: CostRange,
    /// What was left out, if anything.
    gap: Option<Gap>,
    /// Plans of this cost or more are of no interest.
    worse: Cost,
    /// The least g + h of a state left out for its cost.
    least_left_out: Cost,
    /// The cost of the cheapest plan so far.
    cheapest: Cost,
    /// Whether memory has become short.
    tight: bool,
}

impl<'p, P: Problem> BestFirst<'p, P, Fifo> {
    /// Breadth-first.
    #[must_use]
    pub fn breadth_first(problem: &'p P, rule: Rule) -> Self {
        Self::new(problem, rule, Fifo::default())
    }
}

impl<'p, P: Problem> BestFirst<'p, P, Lifo> {
    /// Depth-first.
    #[must_use]
    pub fn depth_first(problem: &'p P, rule: Rule) -> Self {
        Self::new(problem, rule, Lifo::default())
    }
}

impl<'p, P: Problem> BestFirst<'p, P, Priority> {
    /// By f: uniform cost, greedy, A\* or weighted A\*, as the rule's weights say.
    #[must_use]
    pub fn by_f(problem: &'p P, rule: Rule, strategy: &Strategy) -> Self {
        Self::new(problem, rule, Priority::new(strategy.ties))
    }
}

impl<'p, P: Problem<Key: Ord>> BestFirst<'p, P, ByState<P::Key>> {
    /// By f, and of nodes with the same f the one with the smallest state.
    #[must_use]
    pub fn by_f_and_state(problem: &'p P, rule: Rule) -> Self {
        Self::new(problem, rule, ByState::default())
    }
}

/// What an expansion may change, apart from the problem and the observer.
struct Expansion<'a, K, F> {
    rule: Rule,
    nodes: &'a mut Nodes<K>,
    frontier: &'a mut F,
    open: &'a mut u64,
    stats: &'a mut Stats,
    gap: &'a mut Option<Gap>,
    least_left_out: &'a mut Cost,
    worse: Cost,
    most: Cost,
    /// The state before the one that is expanded, if that is cheap to know; else the state itself.
    before: K,
    /// A goal met early.
    goal: Option<NodeId>,
}

impl<'p, P: Problem, F: Push<P::Key>> BestFirst<'p, P, F> {
    /// A search that has not begun.
    #[must_use]
    pub fn new(problem: &'p P, rule: Rule, frontier: F) -> Self {
        let mut search = Self {
            problem,
            rule,
            nodes: Nodes::new(),
            frontier,
            open: 0,
            stats: Stats::default(),
            costs: CostRange(Cost::MAX, 0),
            gap: None,
            worse: Cost::MAX,
            least_left_out: Cost::MAX,
            cheapest: Cost::MAX,
            tight: false,
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
            search.frontier.push(rule.f(0, h), 0, id, &key);
            search.open = 1;
            search.stats.max_frontier = 1;
            search.stats.max_frontier_with_stale = 1;
        }
        search
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// What was left out, if anything.
    #[must_use]
    pub fn gap(&self) -> Option<Gap> {
        self.gap
    }

    /// From now on, leaves out what cannot lead to a plan cheaper than `cost`, by g + h.
    pub fn only_cheaper_than(&mut self, cost: Cost) {
        self.worse = cost;
    }

    /// Searches until a goal is taken, nothing is left or a limit is reached.
    ///
    /// After a stop, or after a plan, another call goes on where this one ended. What a limit on cost or
    /// depth left out stays out. After a plan, others may follow that are no cheaper.
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
            End::Goal(id) => {
                let plan = plan_path(self.problem, &self.nodes, &self.nodes.path_to(id));
                let optimality = self.optimality(plan.cost);
                self.cheapest = self.cheapest.min(plan.cost);
                Outcome::Solved(plan, optimality)
            }
            // There is a plan already, or only cheap ones were asked for.
            End::Exhausted if self.cheapest < Cost::MAX || self.worse < Cost::MAX => {
                Outcome::NotFound(Gap::Cost)
            }
            End::Exhausted => self.gap.map_or(Outcome::Unsolvable, Outcome::NotFound),
            End::Stopped(why) => Outcome::Stopped(why),
        }
    }

    /// The states expanded, each with what the way to it costs: all that a proof of optimality needs.
    pub fn closed(&self) -> impl Iterator<Item = (P::Key, Cost)> {
        (0..self.nodes.len() as NodeId)
            .filter(|&id| {
                // Dead ends and what was left out have no parent, and were not expanded.
                self.nodes.is_closed(id) && (id == START || self.nodes.parent(id).is_some())
            })
            .map(|id| (*self.nodes.key(id), self.nodes.g(id)))
    }

    /// The lowest g + h of a node that waits: no plan not yet found costs less, if h is admissible.
    #[must_use]
    pub fn lower_bound(&self) -> Option<Cost> {
        let mut lowest = None;
        self.frontier.each(&mut |id| {
            if !self.nodes.is_closed(id) {
                let h = self.problem.h(&self.problem.unpack(self.nodes.key(id)));
                let f = self.nodes.g(id).saturating_add(h);
                lowest = Some(lowest.map_or(f, |low: Cost| low.min(f)));
            }
        });
        lowest
    }

    fn gauge(&self) -> Gauge {
        let ((now, soon), (queue, queue_soon)) = (self.nodes.held(), self.frontier.held());
        Gauge { frontier: self.open, bytes: now + queue, bytes_after_growth: soon + queue_soon }
    }

    fn search<O: Observer<P>>(&mut self, limits: &mut Limits<'_>, observer: &mut O) -> End {
        let (max_depth, max_cost) = (limits.max_depth(), limits.max_cost().unwrap_or(DEAD_END - 1));
        loop {
            if let ControlFlow::Break(why) = limits.poll(&self.stats, || self.gauge()) {
                if why == Stop::Memory && !std::mem::replace(&mut self.tight, true) {
                    self.nodes.tighten();
                    continue;
                }
                return End::Stopped(why);
            }
            let Some((f, id)) = self.frontier.pop() else { return End::Exhausted };
            if self.nodes.is_closed(id) {
                continue;
            }
            self.nodes.close(id);
            self.open -= 1;
            let g = self.nodes.g(id);
            let state = self.problem.unpack(self.nodes.key(id));
            let bound = Cost::try_from(f).unwrap_or(Cost::MAX);
            if by_f::<F>() && (bound > self.stats.bound || self.stats.iterations == 0) {
                self.stats.enter_bound(bound);
                observer.bound(bound);
            }
            if self.worse < Cost::MAX && g.saturating_add(self.problem.h(&state)) >= self.worse {
                self.stats.pruned += 1;
                continue;
            }
            let early = self.rule.goal_test == GoalTest::Early;
            // A cheaper way to a node before this one may have made the way to this one too long.
            let left = max_depth.map(|most| most.checked_sub(self.nodes.depth(id)));
            let within = left != Some(None);
            if within && (!early || id == START) && self.problem.is_goal(&state) {
                observer.solved(&state, g);
                return End::Goal(id);
            }
            if matches!(left, Some(None | Some(0))) {
                self.gap = Some(Gap::Depth);
                self.stats.pruned += 1;
                continue;
            }
            if self.rule.duplicates == Duplicates::Closed {
                self.nodes.make_findable(id);
            }
            self.stats.expanded += 1;
            observer.expanded(&state, g);
            let Self { problem, rule, nodes, frontier, open, stats, costs, gap, worse, .. } = self;
            let least_left_out = &mut self.least_left_out;
            let most = max_cost;
            let before = match nodes.parent(id) {
                // Breadth-first, it was read not long ago.
                Some(parent) if F::ORDER == Order::FirstIn => *nodes.key(parent),
                _ => *nodes.key(id),
            };
            let mut expansion = Expansion {
                rule: *rule,
                nodes,
                frontier,
                open,
                stats,
                gap,
                worse: *worse,
                least_left_out,
                most,
                before,
                goal: None,
            };
            problem.successors(&state, &mut |action, cost, next| {
                if !by_f::<F>() {
                    *costs = CostRange(costs.0.min(cost), costs.1.max(cost));
                }
                let edge = Edge { from: &state, action, to: &next, g: g.saturating_add(cost) };
                expansion.generate(*problem, id, &edge, observer);
            });
            if let Some(goal) = expansion.goal {
                return End::Goal(goal);
            }
            self.stats.max_frontier = self.stats.max_frontier.max(self.open);
            let with_stale = self.frontier.len() as u64;
            self.stats.max_frontier_with_stale = self.stats.max_frontier_with_stale.max(with_stale);
        }
    }

    /// What the search may say of a plan that it has just found.
    fn optimality(&self, cost: Cost) -> Optimality {
        // What was left out, under other limits perhaps, or found before, must not be cheaper.
        if cost > self.least_left_out.min(self.cheapest) {
            return Optimality::NotClaimed;
        }
        let Rule { weight_g, weight_h, reopen, ways, goal_test, .. } = self.rule;
        // Until all nodes of the goal's depth have been expanded, a cheaper last move may be unseen.
        if goal_test == GoalTest::Early {
            return Optimality::NotClaimed;
        }
        if !by_f::<F>() {
            let CostRange(least, greatest) = self.costs;
            // Only breadth-first takes nodes in the order of their depth.
            let fewest_is_cheapest = F::ORDER == Order::FirstIn && least >= greatest;
            return if fewest_is_cheapest { Optimality::Proved } else { Optimality::NotClaimed };
        }
        // Plans left out by the depth limit might have been cheaper ones.
        // Nor was a cheaper way to a state taken if only the first one counts.
        if self.gap == Some(Gap::Depth) || ways == Parents::First {
            return Optimality::NotClaimed;
        }
        let claim = if weight_h == 0 { Claim::Consistent } else { self.problem.claim() };
        let reopens = reopen && self.rule.duplicates != Duplicates::Closed;
        let safe = claim.is_consistent() || claim.is_admissible() && reopens;
        if !safe || weight_g == 0 {
            Optimality::NotClaimed
        } else if weight_h <= weight_g {
            Optimality::Proved
        } else {
            Optimality::Within(Ratio::new(weight_h, weight_g))
        }
    }
}

/// The gap that a dead end leaves: none if the heuristic is claimed to know.
pub(super) fn dead_end_gap<P: Problem>(problem: &P) -> Option<Gap> {
    (!problem.claim().is_admissible()).then_some(Gap::DeadEnd)
}

enum End {
    Goal(NodeId),
    Exhausted,
    Stopped(Stop),
}

impl<K: Copy + Eq + std::hash::Hash, F: Push<K>> Expansion<'_, K, F> {
    /// Looks at one successor.
    #[inline(always)]
    fn generate<P: Problem<Key = K>, O: Observer<P>>(
        &mut self,
        problem: &P,
        parent: NodeId,
        edge: &Edge<'_, P>,
        observer: &mut O,
    ) {
        self.stats.generated += 1;
        let key = problem.pack(edge.to);
        let (id, new) = if self.rule.duplicates == Duplicates::Graph && key != self.before {
            self.nodes.find_or_add(key, edge.g, parent)
        } else if self.rule.duplicates == Duplicates::Graph || self.repeats(parent, key) {
            self.stats.duplicates += 1;
            observer.duplicate(edge);
            return;
        } else {
            (self.nodes.add(key, edge.g, parent), true)
        };
        let mut waits = false;
        if !new {
            let (closed, known) = (self.nodes.is_closed(id), self.nodes.g(id));
            // The first way counts unless cheaper ones are asked for, or it was left out.
            let first_counts =
                !by_f::<F>() || self.rule.ways == Parents::First || closed && !self.rule.reopen;
            if edge.g >= known || first_counts && known != LEFT_OUT {
                self.stats.duplicates += 1;
                observer.duplicate(edge);
                return;
            }
            self.nodes.improve(id, edge.g, parent);
            waits = !closed;
            if closed && known != LEFT_OUT {
                self.stats.reopened += 1;
                observer.reopened(edge);
            }
        }
        let h = if self.rule.weight_h > 0 { problem.h(edge.to) } else { 0 };
        let best = edge.g.saturating_add(h);
        if h == DEAD_END || best > self.most || best >= self.worse {
            *self.open -= u64::from(waits);
            self.leave_out(problem, id, h, edge, observer);
            return;
        }
        *self.open += u64::from(!waits);
        observer.generated(edge);
        self.frontier.push(self.rule.f(edge.g, h), edge.g, id, &key);
        if self.rule.goal_test == GoalTest::Early && self.goal.is_none() && problem.is_goal(edge.to)
        {
            observer.solved(edge.to, edge.g);
            self.goal = Some(id);
        }
    }

    /// Drops a successor, so that only a cheaper way to its state, if any, brings it back.
    #[cold]
    fn leave_out<P: Problem<Key = K>, O: Observer<P>>(
        &mut self,
        problem: &P,
        id: NodeId,
        h: Cost,
        edge: &Edge<'_, P>,
        observer: &mut O,
    ) {
        self.stats.pruned += 1;
        if h == DEAD_END {
            self.nodes.improve(id, 0, NO_PARENT);
            // A limit of depth weighs more: it spoils claims of cost as well.
            if *self.gap != Some(Gap::Depth) {
                *self.gap = dead_end_gap(problem).or(*self.gap);
            }
            observer.pruned(edge, Pruned::DeadEnd);
        } else {
            self.nodes.improve(id, LEFT_OUT, NO_PARENT);
            let best = edge.g.saturating_add(h);
            *self.least_left_out = best.min(*self.least_left_out);
            if best > self.most {
                self.gap.get_or_insert(Gap::Cost);
            }
            observer.pruned(edge, Pruned::Cost);
        }
        self.nodes.close(id);
    }

    /// Whether the new state has been expanded, or stands on the way to `parent`, as far back as the
    /// rule looks.
    fn repeats(&self, parent: NodeId, key: K) -> bool {
        let back = match self.rule.duplicates {
            Duplicates::Path => usize::MAX,
            Duplicates::Undo => 2,
            Duplicates::Closed => return self.nodes.find(&key).is_some(),
            Duplicates::Graph | Duplicates::None => 0,
        };
        std::iter::successors(Some(parent), |&id| self.nodes.parent(id))
            .take(back)
            .any(|id| *self.nodes.key(id) == key)
    }
}
