//! A small explicit graph as a problem, for tests that need to know every state by name.

use crate::{Claim, Cost, Problem};

/// States are numbers, the start is 0; an action is the number of the state it leads to.
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
        // As a well-behaved puzzle does with junk: some state, which packs to another key.
        if usize::from(key) < self.h.len() { key } else { 0 }
    }
    fn h(&self, &state: &u8) -> Cost {
        self.h[usize::from(state)]
    }
    fn claim(&self) -> Claim {
        self.claim
    }
}
