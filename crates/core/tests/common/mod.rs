//! An explicit graph as a test problem, with a reference for shortest paths.
#![allow(dead_code, reason = "each test file uses a part")]

use heureka_core::abilities::{Ordered, Ranked, Reversible, Symmetric};
use heureka_core::{
    Abilities, Claim, Cost, DEAD_END, Limits, Observer, Outcome, Plan, Problem, Report, Strategy,
    Unsupported, solve, validate,
};
use std::cmp::Ordering;

/// A graph whose states are numbers. The start is 0; an action is the index of an arc.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The outgoing arcs of each state: target and cost.
    pub arcs: Vec<Vec<(usize, Cost)>>,
    pub h: Vec<Cost>,
    pub goals: Vec<usize>,
    pub claim: Claim,
    /// Whether the states 2n and 2n + 1 are symmetric.
    pub mirrored: bool,
}

impl Problem for Graph {
    type State = usize;
    type Key = u32;
    type Action = usize;

    fn start(&self) -> usize {
        0
    }
    fn is_goal(&self, state: &usize) -> bool {
        self.goals.contains(state)
    }
    fn successors(&self, &state: &usize, visit: &mut impl FnMut(usize, Cost, usize)) {
        for (arc, &(to, cost)) in self.arcs[state].iter().enumerate() {
            visit(arc, cost, to);
        }
    }
    fn pack(&self, &state: &usize) -> u32 {
        state as u32
    }
    fn unpack(&self, &key: &u32) -> usize {
        // An invalid key becomes a state that packs to another key, as the contract asks.
        if (key as usize) < self.h.len() { key as usize } else { 0 }
    }
    fn h(&self, &state: &usize) -> Cost {
        self.h[state]
    }
    fn claim(&self) -> Claim {
        self.claim
    }
    fn abilities<O: Observer<usize, usize>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().ordered().symmetric()
    }
}

/// Not among the declared abilities, so that a test can compare it with the table.
impl Ranked for Graph {
    fn ranks(&self) -> u64 {
        self.h.len() as u64
    }
    fn rank(&self, &state: &usize) -> u64 {
        (self.h.len() - 1 - state) as u64
    }
    fn unrank(&self, rank: u64) -> usize {
        self.h.len() - 1 - rank as usize
    }
}

impl Ordered for Graph {
    fn compare(&self, a: &u32, b: &u32) -> Ordering {
        a.cmp(b)
    }
}

impl Symmetric for Graph {
    fn canonical(&self, &state: &usize) -> usize {
        if self.mirrored { state & !1 } else { state }
    }
}

impl Reversible for Graph {
    fn goals(&self, visit: &mut impl FnMut(usize)) {
        self.goals.iter().copied().for_each(visit);
    }
    fn predecessors(&self, &state: &usize, visit: &mut impl FnMut(usize, Cost, usize)) {
        for (from, arcs) in self.arcs.iter().enumerate() {
            for (arc, &(to, cost)) in arcs.iter().enumerate() {
                if to == state {
                    visit(arc, cost, from);
                }
            }
        }
    }
}

impl Graph {
    /// Creates a graph with h = 0 whose last state is the goal.
    pub fn new(arcs: Vec<Vec<(usize, Cost)>>) -> Self {
        let (h, goals) = (vec![0; arcs.len()], vec![arcs.len() - 1]);
        Self { arcs, h, goals, claim: Claim::Consistent, mirrored: false }
    }

    /// Creates a random graph with costs from 1 to `max_cost` and h = 0.
    pub fn random(states: usize, arcs: usize, max_cost: usize, random: &mut Random) -> Self {
        let mut graph = Self::new(vec![vec![]; states]);
        for _ in 0..arcs {
            let arc = (random.below(states), 1 + random.below(max_cost) as Cost);
            graph.arcs[random.below(states)].push(arc);
        }
        graph
    }

    /// Returns a graph of two mirror images, with h = 0. Every other arc leads to the other image.
    pub fn mirrored(&self) -> Self {
        let image = |state: usize, side: usize| 2 * state + side;
        let arcs = (0..2 * self.arcs.len()).map(|state| {
            let arcs = self.arcs[state / 2].iter().zip(state..);
            arcs.map(|(&(to, cost), turn)| (image(to, turn % 2), cost)).collect()
        });
        let goals = self.goals.iter().flat_map(|&goal| [image(goal, 0), image(goal, 1)]).collect();
        Self { goals, mirrored: true, ..Self::new(arcs.collect()) }
    }

    /// Replaces h by a random admissible heuristic. Returns the exact distances.
    pub fn randomize_h(&mut self, random: &mut Random) -> Vec<Cost> {
        let exact = self.distances();
        self.claim = Claim::Admissible;
        for (h, &exact) in self.h.iter_mut().zip(&exact) {
            *h = match exact {
                DEAD_END if random.below(2) == 0 => DEAD_END,
                DEAD_END => random.below(9) as Cost,
                _ => random.below(exact as usize + 1) as Cost,
            };
        }
        exact
    }

    /// Returns the distance of every state to a goal, by relaxing all arcs until nothing changes.
    pub fn distances(&self) -> Vec<Cost> {
        let mut distance = vec![DEAD_END; self.arcs.len()];
        self.goals.iter().for_each(|&goal| distance[goal] = 0);
        loop {
            let before = distance.clone();
            for (from, arcs) in self.arcs.iter().enumerate() {
                for &(to, cost) in arcs {
                    distance[from] = distance[from].min(distance[to].saturating_add(cost));
                }
            }
            if distance == before {
                return distance;
            }
        }
    }

    /// Runs a strategy and validates its plan.
    pub fn run(
        &self,
        strategy: &str,
        limits: &mut Limits<'_>,
    ) -> Result<Report<usize>, Unsupported> {
        let strategy: Strategy = strategy.parse().unwrap();
        let report = solve(self, &strategy, limits, &mut ())?;
        if let Outcome::Solved(plan, _) = &report.outcome {
            validate(self, plan).unwrap();
        }
        Ok(report)
    }

    /// Runs a strategy without limits.
    pub fn outcome(&self, strategy: &str) -> Outcome<Plan<usize>> {
        self.run(strategy, &mut Limits::none()).unwrap().outcome
    }
}

/// Knuth's linear congruential random number generator.
pub struct Random(pub u64);

impl Random {
    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
