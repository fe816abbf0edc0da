//! An explicit graph as a problem, and an obvious shortest-path reference.
#![allow(dead_code, reason = "each test file uses its part")]

use heureka_core::{Abilities, Claim, Cost, DEAD_END, Observer, Ordered, Problem, Reversible};

/// Nodes are numbers; the start is node 0.
#[derive(Clone, Debug)]
pub struct Graph {
    pub arcs: Vec<Vec<(usize, Cost)>>,
    pub h: Vec<Cost>,
    pub goals: Vec<usize>,
    pub claim: Claim,
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
        u32::try_from(state).expect("small")
    }
    fn unpack(&self, &key: &u32) -> usize {
        key as usize
    }
    fn h(&self, &state: &usize) -> Cost {
        self.h[state]
    }
    fn claim(&self) -> Claim {
        self.claim
    }
    fn abilities<O: Observer<usize, usize>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().ordered()
    }
}

impl Ordered for Graph {
    fn compare(&self, a: &u32, b: &u32) -> std::cmp::Ordering {
        a.cmp(b)
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
    /// The cheapest way from every node to a goal, by relaxing all arcs until nothing changes.
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

    /// A random graph; its h is 0.
    pub fn random(nodes: usize, arcs: usize, costs: Cost, random: &mut Random) -> Self {
        let mut graph = Self {
            arcs: vec![vec![]; nodes],
            h: vec![0; nodes],
            goals: vec![nodes - 1],
            claim: Claim::Consistent,
        };
        for _ in 0..arcs {
            let (from, to) = (random.below(nodes), random.below(nodes));
            let cost = u32::try_from(random.below(costs as usize)).expect("small") + 1;
            graph.arcs[from].push((to, cost));
        }
        graph
    }
}

/// A small generator of random numbers for tests (Knuth's linear congruential one).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % most
    }
}
