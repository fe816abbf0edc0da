//! Reference rules of the Towers of Hanoi, on a list with the rod of every disk.

use super::{Hanoi, info};
use heureka_core::{Cost, Problem};
use std::collections::VecDeque;
use std::sync::OnceLock;

/// The rod of every disk, the smallest disk first.
pub type Rods = Vec<u8>;

/// The reference rules of one instance.
#[derive(Debug)]
pub struct HanoiReference {
    pub(super) puzzle: Hanoi,
    pub(super) goal: Rods,
    /// For each group of disks, the moves from every arrangement to its goal, by number.
    pub(super) patterns: OnceLock<Vec<Vec<u16>>>,
}

/// Numbers an arrangement: the rods are its digits, the largest disk's first.
fn number(rods: u8, arrangement: &[u8]) -> usize {
    arrangement.iter().rev().fold(0, |sum, &rod| sum * usize::from(rods) + usize::from(rod))
}

/// Returns the moves from every arrangement of a few disks to the goal, by number.
fn distances(rods: u8, goal: &[u8]) -> Vec<u16> {
    let mut moves = vec![u16::MAX; usize::from(rods).pow(goal.len() as u32)];
    moves[number(rods, goal)] = 0;
    let mut queue = VecDeque::from([number(rods, goal)]);
    while let Some(arrangement) = queue.pop_front() {
        let mut seen = [false; 16];
        // From the smallest disk on: a disk is on top unless a smaller one is on its rod, and it can
        // go to every rod without a smaller one.
        let (mut rest, mut place) = (arrangement, 1);
        for _ in goal {
            let rod = rest % usize::from(rods);
            if !seen[rod] {
                seen[rod] = true;
                for to in (0..usize::from(rods)).filter(|&to| !seen[to]) {
                    let next = arrangement - rod * place + to * place;
                    if moves[next] == u16::MAX {
                        moves[next] = moves[arrangement] + 1;
                        queue.push_back(next);
                    }
                }
            }
            rest /= usize::from(rods);
            place *= usize::from(rods);
        }
    }
    moves
}

impl HanoiReference {
    /// Sums 2^k for each tower disk that has to move: with k smaller ones, they first take 2^k − 1
    /// moves to the third rod.
    fn tower(&self, state: &[u8]) -> Cost {
        let mut target = self.goal[self.goal.len() - 1];
        let height = self.goal.iter().rev().take_while(|&&rod| rod == target).count();
        let mut moves = 0;
        for (i, &rod) in state.iter().rev().take(height).enumerate() {
            if rod != target {
                moves += 1 << (height - 1 - i);
                target = (0..3).find(|&third| third != rod && third != target).unwrap_or(target);
            }
        }
        moves
    }
}

impl Problem for HanoiReference {
    type State = Rods;
    type Key = u64;
    type Action = (u8, u8);

    fn start(&self) -> Rods {
        self.unpack(&self.puzzle.start)
    }

    fn is_goal(&self, state: &Rods) -> bool {
        *state == self.goal
    }

    /// Ordered by the rod that a move takes from, then by its target.
    fn successors(&self, state: &Rods, visit: &mut impl FnMut((u8, u8), Cost, Rods)) {
        let top = |rod| state.iter().position(|&other| other == rod);
        for from in 0..self.puzzle.rods {
            for to in 0..self.puzzle.rods {
                let Some(disk) = top(from) else { continue };
                if top(to).is_none_or(|other| other > disk) {
                    let mut next = state.clone();
                    next[disk] = to;
                    visit((from, to), 1, next);
                }
            }
        }
    }

    fn pack(&self, state: &Rods) -> u64 {
        state.iter().rev().fold(0, |key, &rod| (key << self.puzzle.bits) + u64::from(rod))
    }

    /// Maps an invalid key to some state, which packs to another key.
    fn unpack(&self, &key: &u64) -> Rods {
        let Hanoi { rods, bits, .. } = self.puzzle;
        let digit = |disk| (key >> (bits * disk)) % (1 << bits);
        (0..self.goal.len() as u32).map(|disk| digit(disk) as u8 % rods).collect()
    }

    fn h(&self, state: &Rods) -> Cost {
        let misplaced =
            || state.iter().zip(&self.goal).filter(|(rod, goal)| rod != goal).count() as Cost;
        match self.puzzle.heuristic {
            info::TOWER if self.puzzle.rods == 3 => self.tower(state).max(misplaced()),
            info::TOWER | info::MISPLACED => misplaced(),
            info::PATTERNS => {
                let (disks, rods) = (usize::from(self.puzzle.pattern_disks()), self.puzzle.rods);
                let patterns = self.patterns.get_or_init(|| {
                    self.goal.rchunks(disks).map(|goal| distances(rods, goal)).collect()
                });
                let groups = state.rchunks(disks).zip(patterns);
                groups.map(|(group, moves)| Cost::from(moves[number(rods, group)])).sum()
            }
            _ => 0,
        }
    }
}
