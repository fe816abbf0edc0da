//! Towers of Hanoi by the book: rods are stacks of disks, and a heuristic is computed as it is told.

use heureka_core::{Claim, Cost, Problem};
use std::collections::{HashMap, VecDeque};
use std::sync::OnceLock;

/// The disks on each rod from the bottom up; a larger number is a larger disk, 0 the smallest.
pub type Rods = Vec<Vec<u8>>;

/// The heuristic, as the reference knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HanoiEstimate {
    /// Nothing.
    Zero,
    /// Disks that are not on their goal rod.
    Misplaced,
    /// With three rods, what the largest disks with a common goal rod take; else misplaced.
    Tower,
    /// The moves of each group of so many disks, as if the others were not there, added up.
    Patterns(usize),
}

/// Towers of Hanoi, slow and obvious.
#[derive(Debug)]
pub struct HanoiReference {
    /// How many bits of a key hold the rod of one disk.
    bits: u32,
    start: Rods,
    goal: Rods,
    estimate: HanoiEstimate,
    /// For each group of disks, the moves from every arrangement of it to its goal.
    patterns: OnceLock<Vec<HashMap<Rods, Cost>>>,
}

impl HanoiReference {
    /// The instance with these arrangements of disks on rods.
    #[must_use]
    pub fn new(bits: u32, start: Rods, goal: Rods, estimate: HanoiEstimate) -> Self {
        Self { bits, start, goal, estimate, patterns: OnceLock::new() }
    }

    fn disks(&self) -> usize {
        self.goal.iter().map(Vec::len).sum()
    }

    /// Each disk that is not where the goal has it must move at least once.
    fn misplaced(&self, rods: &Rods) -> Cost {
        let on_place = rods
            .iter()
            .zip(&self.goal)
            .flat_map(|(rod, goal)| rod.iter().filter(|d| goal.contains(d)));
        (self.disks() - on_place.count()) as Cost
    }

    /// To move a disk of a tower, all smaller ones have to stand on the third rod first, and then
    /// take 2^k − 1 moves to follow; so 2^k moves where k smaller disks are in its way.
    fn tower(&self, rods: &Rods) -> Cost {
        let largest = self.disks() as u8 - 1;
        let rod_of = |rods: &Rods, disk| rods.iter().position(|rod| rod.contains(&disk));
        let goal = rod_of(&self.goal, largest);
        let tower: Vec<u8> =
            (0..=largest).rev().take_while(|&disk| rod_of(&self.goal, disk) == goal).collect();
        let mut target = goal;
        let mut moves = 0;
        for (i, &disk) in tower.iter().enumerate() {
            let rod = rod_of(rods, disk);
            if rod != target {
                moves += 1 << (tower.len() - 1 - i);
                target = (0..3).map(Some).find(|&third| third != rod && third != target).flatten();
            }
        }
        moves
    }

    /// What is left of an arrangement when only the disks of a group are looked at.
    fn only(rods: &Rods, group: &[u8]) -> Rods {
        rods.iter()
            .map(|rod| rod.iter().copied().filter(|disk| group.contains(disk)).collect())
            .collect()
    }

    /// The disks in groups of `size`, the largest first.
    fn groups(&self, size: usize) -> Vec<Vec<u8>> {
        let disks: Vec<u8> = (0..self.disks() as u8).rev().collect();
        disks.chunks(size).map(<[u8]>::to_vec).collect()
    }

    /// Breadth-first from the goal; moves can be taken back, so the ways are equally long.
    fn distances(goal: Rods) -> HashMap<Rods, Cost> {
        let mut known = HashMap::from([(goal.clone(), 0)]);
        let mut waiting = VecDeque::from([goal]);
        while let Some(rods) = waiting.pop_front() {
            let moves = known[&rods] + 1;
            legal_moves(&rods, &mut |_, next| {
                if !known.contains_key(&next) {
                    known.insert(next.clone(), moves);
                    waiting.push_back(next);
                }
            });
        }
        known
    }
}

/// Every way to take the top disk of a rod and lay it on an empty rod or on a larger disk.
fn legal_moves(rods: &Rods, visit: &mut impl FnMut((u8, u8), Rods)) {
    for from in 0..rods.len() {
        for to in 0..rods.len() {
            let Some(&disk) = rods[from].last() else { continue };
            if rods[to].last().is_none_or(|&top| top > disk) {
                let mut next = rods.clone();
                next[from].pop();
                next[to].push(disk);
                visit((from as u8, to as u8), next);
            }
        }
    }
}

impl Problem for HanoiReference {
    type State = Rods;
    type Key = u64;
    type Action = (u8, u8);

    fn start(&self) -> Rods {
        self.start.clone()
    }

    fn is_goal(&self, state: &Rods) -> bool {
        *state == self.goal
    }

    fn successors(&self, state: &Rods, visit: &mut impl FnMut((u8, u8), Cost, Rods)) {
        legal_moves(state, &mut |action, next| visit(action, 1, next));
    }

    fn pack(&self, state: &Rods) -> u64 {
        let mut key = 0;
        for (number, rod) in state.iter().enumerate() {
            for &disk in rod {
                key |= (number as u64) << (u32::from(disk) * self.bits);
            }
        }
        key
    }

    fn unpack(&self, key: &u64) -> Rods {
        let mut rods = vec![vec![]; self.goal.len()];
        for disk in (0..self.disks() as u8).rev() {
            let number = key >> (u32::from(disk) * self.bits) & ((1 << self.bits) - 1);
            // A key from a file may be none of ours; whatever comes of it does not pack to it again.
            let number = number as usize % rods.len();
            rods[number].push(disk);
        }
        rods
    }

    fn h(&self, state: &Rods) -> Cost {
        match self.estimate {
            HanoiEstimate::Zero => 0,
            HanoiEstimate::Tower if self.goal.len() == 3 => {
                self.tower(state).max(self.misplaced(state))
            }
            HanoiEstimate::Misplaced | HanoiEstimate::Tower => self.misplaced(state),
            HanoiEstimate::Patterns(size) => {
                let groups = self.groups(size);
                let patterns = self.patterns.get_or_init(|| {
                    groups.iter().map(|g| Self::distances(Self::only(&self.goal, g))).collect()
                });
                groups.iter().zip(patterns).map(|(g, known)| known[&Self::only(state, g)]).sum()
            }
        }
    }

    fn claim(&self) -> Claim {
        Claim::Consistent
    }
}
