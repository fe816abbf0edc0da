//! What can still be reached from each state of a small instance: which moves keep the puzzle solvable, and
//! what they cost in the end.

use crate::puzzle::Puzzle;
use heureka_core::Cost;
use heureka_core::store::SetKey;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// The most moves per state, on average.
const MOST_MOVES: usize = 100;

/// A legal move and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The move.
    pub action: String,
    /// Its cost.
    pub cost: Cost,
    /// The cost of a cheapest plan after it; `None` if there is none.
    pub rest: Option<Cost>,
}

/// The cost to a goal from every reachable state of an instance.
pub trait Outlook: Send + Sync {
    /// Returns the number of states.
    fn states(&self) -> usize;

    /// Returns the cost of a cheapest plan after some moves from the start, and the legal moves there.
    /// `None` if a move is illegal.
    fn after(&self, moves: &[String]) -> Option<(Option<Cost>, Vec<Prospect>)>;
}

/// The costs to a goal, by state.
pub(crate) struct CostsToGo<P: Puzzle> {
    puzzle: P,
    /// The number of each state, in the order of discovery.
    numbers: HashMap<P::Key, u32>,
    /// By number; [`Cost::MAX`] if no goal can be reached.
    costs: Vec<Cost>,
}

impl<P: Puzzle<Key: SetKey>> CostsToGo<P> {
    /// Enumerates the reachable states, then searches backward from the goals; returns `None` if there
    /// are more than `most` states, or too many moves.
    pub fn of(puzzle: &P, most: usize) -> Option<Self> {
        let start = puzzle.pack(&puzzle.start());
        let mut numbers = HashMap::from([(start, 0)]);
        let mut keys = vec![start];
        let mut goals = vec![];
        // Each move by its target: origin and cost.
        let mut moves: Vec<(u32, u32, Cost)> = vec![];
        let mut next = 0;
        while let Some(key) = keys.get(next) {
            let state = puzzle.unpack(key);
            if puzzle.is_goal(&state) {
                goals.push(next as u32);
            }
            puzzle.visit_successors(&state, &mut |_, cost, to| {
                let number = *numbers.entry(puzzle.pack(&to)).or_insert_with_key(|&key| {
                    keys.push(key);
                    keys.len() as u32 - 1
                });
                moves.push((number, next as u32, cost));
            });
            next += 1;
            if keys.len() > most || moves.len() / MOST_MOVES > most {
                return None;
            }
        }
        moves.sort_unstable();
        let mut costs = vec![Cost::MAX; keys.len()];
        let mut queue: BinaryHeap<_> = goals.into_iter().map(|goal| Reverse((0, goal))).collect();
        while let Some(Reverse((cost, state))) = queue.pop() {
            if costs[state as usize] <= cost {
                continue;
            }
            costs[state as usize] = cost;
            let first = moves.partition_point(|&(target, ..)| target < state);
            for &(_, origin, step) in moves[first..].iter().take_while(|m| m.0 == state) {
                let total = cost.saturating_add(step).min(Cost::MAX - 1);
                if total < costs[origin as usize] {
                    queue.push(Reverse((total, origin)));
                }
            }
        }
        Some(Self { puzzle: puzzle.clone(), numbers, costs })
    }

    fn cost(&self, state: &P::State) -> Option<Cost> {
        let number = self.numbers.get(&self.puzzle.pack(state))?;
        Some(self.costs[*number as usize]).filter(|&cost| cost < Cost::MAX)
    }
}

impl<P: Puzzle<Key: SetKey>> Outlook for CostsToGo<P> {
    fn states(&self) -> usize {
        self.costs.len()
    }

    fn after(&self, moves: &[String]) -> Option<(Option<Cost>, Vec<Prospect>)> {
        let (mut view, mut state) = (self.puzzle.view(), self.puzzle.start());
        for word in moves {
            let action = view.read(word)?;
            state = self.puzzle.apply(&state, action)?.1;
            view.play(action);
        }
        let mut prospects = vec![];
        self.puzzle.visit_successors(&state, &mut |action, cost, next| {
            prospects.push(Prospect { action: view.show(action), cost, rest: self.cost(&next) });
        });
        Some((self.cost(&state), prospects))
    }
}
