//! A small explicit graph as a test problem.

use crate::{Claim, Cost, Problem};

/// A graph whose states are numbers. The start is 0; an action is the state it leads to.
#[derive(Clone, Debug)]
pub(crate) struct TestGraph {
    pub arcs: Vec<(u8, u8, Cost)>,
    pub goals: Vec<u8>,
    pub h: Vec<Cost>,
    pub claim: Claim,
}

impl Problem for TestGraph {
    type State = u8;
    type Key = u8;
    type Action = u8;

    fn start(&self) -> u8 {
        0
    }
    fn is_goal(&self, state: &u8) -> bool {
        self.goals.contains(state)
    }
    fn successors(&self, &state: &u8, visit: &mut impl FnMut(u8, Cost, u8)) {
        for &(_, to, cost) in self.arcs.iter().filter(|arc| arc.0 == state) {
            visit(to, cost, to);
        }
    }
    fn pack(&self, &state: &u8) -> u8 {
        state
    }
    fn unpack(&self, &key: &u8) -> u8 {
        // An invalid key becomes a state that packs to another key, as the contract asks.
        if usize::from(key) < self.h.len() { key } else { 0 }
    }
    fn h(&self, &state: &u8) -> Cost {
        self.h[usize::from(state)]
    }
    fn claim(&self) -> Claim {
        self.claim
    }
}
