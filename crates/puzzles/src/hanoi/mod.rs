//! Towers of Hanoi on any number of rods, from any arrangement of the disks to any other.
//!
//! A state is one word that holds the rod of every disk, the smallest in the lowest bits. The top
//! disk of a rod is the lowest disk whose bits equal the rod's number; a few word operations find it.
//!
//! The additive pattern databases follow Felner, Korf and Hanan, "Additive Pattern Database
//! Heuristics", 2004: a move moves one disk, so the moves of separate groups of disks add up.

mod draw;
mod info;
pub mod reference;
mod rows;
#[cfg(test)]
mod tests;

use heureka_core::abilities::{Ranked, Reversible, Rows, Tagged};
use heureka_core::limits::Gauge;
use heureka_core::{Abilities, Claim, Cost, Limits, Observer, Problem, Stats, Stop};
use heureka_kit::board::{invalid_size, parse_numbers};
use heureka_kit::puzzle::{Best, Info, Parameters, Puzzle};
use heureka_kit::text::{ParseError, words};
use info::INFO;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::HanoiReference;
use rows::HanoiRows;
use std::fmt::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::{Arc, OnceLock};

/// Bits of a key that the disks may take; the rest is left for [`Tagged`].
const KEY_BITS: u32 = 56;
/// A pattern database has at most 2 to this power entries.
const PATTERN_BITS: u32 = 20;

/// One instance of the Towers of Hanoi.
#[derive(Clone, Debug)]
pub struct Hanoi {
    rods: u8,
    disks: u8,
    /// Bits per disk.
    bits: u32,
    /// The lowest bit of every disk.
    lows: u64,
    start: u64,
    goal: u64,
    /// The index in [`Info::heuristics`].
    heuristic: usize,
    /// For each group of disks, the position of its bits in a state, and its moves to the goal.
    patterns: Arc<[(u32, Vec<u16>)]>,
}

/// Returns the character of a rod: 1 to 9, then a to g.
fn rod_name(rod: u8) -> char {
    char::from_digit(u32::from(rod) + 1, 36).unwrap_or_default()
}

/// Returns the rod of a character, if there are enough rods.
fn parse_rod(name: char, rods: u8) -> Option<u8> {
    let rod = name.to_digit(36)?.checked_sub(1)?;
    (rod < u32::from(rods)).then_some(rod as u8)
}

impl Hanoi {
    /// Returns the instance that moves all disks from the first rod to the last.
    fn new(rods: u8, disks: u8) -> Self {
        let bits = u8::BITS - (rods - 1).leading_zeros();
        let lows = (0..u32::from(disks)).fold(0, |lows, disk| lows | 1 << (disk * bits));
        let goal = lows * u64::from(rods - 1);
        let patterns = Arc::new([]);
        Self { rods, disks, bits, lows, start: 0, goal, heuristic: info::TOWER, patterns }
    }

    /// Moves the goal to the rod of the parameter `goal`, which must agree with a goal in the text.
    fn set_goal_rod(
        &mut self,
        parameters: &Parameters,
        goal_is_given: bool,
    ) -> Result<(), ParseError> {
        let Some(text) = parameters.get("goal") else { return Ok(()) };
        let mut names = text.chars();
        let rod = names.next().and_then(|name| parse_rod(name, self.rods));
        let rod = rod.filter(|_| names.next().is_none()).ok_or_else(|| {
            let last = rod_name(self.rods - 1);
            ParseError::whole(format!("goal={text}: expected a rod from 1 to {last}"))
        })?;
        let goal = self.lows * u64::from(rod);
        if goal_is_given && goal != self.goal {
            let message = format!("goal={text}: the text gives another goal: omit one of them");
            return Err(ParseError::whole(message));
        }
        self.goal = goal;
        Ok(())
    }

    fn rod(&self, state: u64, disk: u8) -> u8 {
        (state >> (u32::from(disk) * self.bits)) as u8 & ((1 << self.bits) - 1)
    }

    /// Returns the rod of every disk, the smallest first.
    fn arrangement(&self, state: u64) -> impl DoubleEndedIterator<Item = u8> {
        (0..self.disks).map(move |disk| self.rod(state, disk))
    }

    /// Returns the lowest bit of every disk that lies on different rods in two states.
    #[inline(always)]
    fn differing(&self, a: u64, b: u64) -> u64 {
        let differs = a ^ b;
        (1..self.bits).fold(differs, |all, bit| all | differs >> bit) & self.lows
    }

    /// Returns the position in the word of the top disk of a rod; 64 if the rod is empty.
    #[inline(always)]
    fn top(&self, state: u64, rod: u8) -> u32 {
        (self.lows & !self.differing(state, self.lows * u64::from(rod))).trailing_zeros()
    }

    /// Returns the moves that three rods take to bring the largest disks to their common goal rod.
    ///
    /// The largest disk that is not on its target needs all smaller ones on the third rod, which
    /// becomes their target; they take 2^k − 1 more moves to follow it.
    fn tower(&self, state: u64) -> Cost {
        let mut target = self.rod(self.goal, self.disks - 1);
        let height = self.arrangement(self.goal).rev().take_while(|&rod| rod == target).count();
        let smallest = self.disks - height as u8;
        let mut moves = 0;
        for disk in (smallest..self.disks).rev() {
            let rod = self.rod(state, disk);
            if rod != target {
                moves += 1 << (disk - smallest);
                target = 3 - rod - target;
            }
        }
        moves
    }

    /// Returns the number of disks per pattern.
    fn pattern_disks(&self) -> u8 {
        (PATTERN_BITS / self.bits) as u8
    }

    /// Builds the pattern database for the disks from `first` up to but excluding `end`.
    fn pattern(
        &self,
        first: u8,
        end: u8,
        limits: &mut Limits<'_>,
    ) -> Result<(u32, Vec<u16>), Stop> {
        const UNKNOWN: u16 = u16::MAX;
        let mut group = Self::new(self.rods, end - first);
        let shift = self.bits * u32::from(first);
        let size = 1 << (self.bits * u32::from(end - first));
        // The queue ends with every state in it.
        let bytes = size * (size_of::<u16>() + size_of::<u64>()) as u64;
        let mut limits = limits.building(bytes)?;
        let mut moves = vec![UNKNOWN; size as usize];
        group.goal = self.goal >> shift & (moves.len() as u64 - 1);
        moves[group.goal as usize] = 0;
        let mut queue = Vec::with_capacity(size as usize);
        queue.push(group.goal);
        let (mut stats, gauge) = (Stats::default(), Gauge::holding(bytes));
        while let Some(&state) = queue.get(stats.expanded as usize) {
            if let ControlFlow::Break(stop) = limits.poll(&stats, || gauge) {
                return Err(stop);
            }
            stats.expanded += 1;
            let distance = moves[state as usize] + 1;
            group.successors(&state, &mut |_, _, next| {
                if moves[next as usize] == UNKNOWN {
                    moves[next as usize] = distance;
                    queue.push(next);
                }
            });
        }
        Ok((shift, moves))
    }
}

impl Problem for Hanoi {
    type State = u64;
    type Key = u64;
    /// The rod that a disk leaves and the rod that it goes to.
    type Action = (u8, u8);

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, &state: &u64) -> bool {
        state == self.goal
    }

    /// Ordered by the rod that a move takes from, then by its target.
    #[inline]
    fn successors(&self, &state: &u64, visit: &mut impl FnMut((u8, u8), Cost, u64)) {
        let mut tops = [0; 16];
        for (rod, disk) in (0..self.rods).zip(&mut tops) {
            *disk = self.top(state, rod);
        }
        let tops = &tops[..usize::from(self.rods & 31).min(16)];
        for (from, &disk) in tops.iter().enumerate() {
            for (to, &other) in tops.iter().enumerate() {
                if disk < other {
                    let next = state ^ (((from ^ to) as u64) << disk);
                    visit((from as u8, to as u8), 1, next);
                }
            }
        }
    }

    #[inline]
    fn pack(&self, &state: &u64) -> u64 {
        state
    }

    #[inline]
    fn unpack(&self, &key: &u64) -> u64 {
        key
    }

    #[inline]
    fn h(&self, &state: &u64) -> Cost {
        let misplaced = || self.differing(state, self.goal).count_ones();
        match self.heuristic {
            info::TOWER if self.rods == 3 => self.tower(state).max(misplaced()),
            info::TOWER | info::MISPLACED => misplaced(),
            info::PATTERNS => {
                let of = |(shift, moves): &(u32, Vec<u16>)| {
                    Cost::from(moves[(state >> shift) as usize & (moves.len() - 1)])
                };
                self.patterns.iter().map(of).sum()
            }
            _ => 0,
        }
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[self.heuristic].claim
    }

    fn undoes(&self, previous: (u8, u8), next: (u8, u8)) -> bool {
        previous == (next.1, next.0)
    }

    fn abilities<O: Observer<u64, (u8, u8)>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().undirected().ranked().packed_astar()
    }
}

impl Reversible for Hanoi {
    fn goals(&self, visit: &mut impl FnMut(u64)) {
        visit(self.goal);
    }

    fn predecessors(&self, state: &u64, visit: &mut impl FnMut((u8, u8), Cost, u64)) {
        self.successors(state, &mut |(to, from), cost, before| visit((from, to), cost, before));
    }
}

impl Ranked for Hanoi {
    fn ranks(&self) -> u64 {
        u64::from(self.rods).pow(u32::from(self.disks))
    }

    fn rank(&self, &state: &u64) -> u64 {
        if u32::from(self.rods) == 1 << self.bits {
            return state;
        }
        let rods = u64::from(self.rods);
        self.arrangement(state).rev().fold(0, |rank, rod| rank * rods + u64::from(rod))
    }

    fn unrank(&self, mut rank: u64) -> u64 {
        if u32::from(self.rods) == 1 << self.bits {
            return rank;
        }
        let rods = u64::from(self.rods);
        let mut state = 0;
        for disk in 0..u32::from(self.disks) {
            state |= (rank % rods) << (disk * self.bits);
            rank /= rods;
        }
        state
    }

    fn rows(&self) -> impl Rows {
        HanoiRows::new(self)
    }
}

impl Tagged for Hanoi {
    const TAG_BITS: u32 = u64::BITS - KEY_BITS;

    fn tag(&self, (from, to): (u8, u8)) -> u64 {
        // A move never returns to its own rod, so each rod has 15 targets.
        u64::from(from) * 15 + u64::from(if to > from { to - 1 } else { to })
    }

    fn action(&self, tag: u64) -> (u8, u8) {
        let (from, to) = ((tag / 15) as u8, (tag % 15) as u8);
        (from, if to >= from { to + 1 } else { to })
    }

    fn retract(&self, &state: &u64, (from, to): (u8, u8)) -> u64 {
        state ^ (u64::from(from ^ to) << self.top(state, to))
    }
}

impl Puzzle for Hanoi {
    type Reference = HanoiReference;
    const INFO: &'static Info = &INFO;

    /// The rods of the larger half of the disks.
    #[inline(always)]
    fn abstraction(&self, &state: &u64) -> Option<u64> {
        Some(state >> (self.bits * u32::from(self.disks / 2)))
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let mut words = words(text)?;
        let mut number = |what: &str, range: RangeInclusive<u8>| {
            let (low, high) = (range.start(), range.end());
            let expected = format!("expected the number of {what}, {low} to {high}");
            let missing = || ParseError::whole(format!("missing value: {expected}, as in '3 5'"));
            let word = words.next().ok_or_else(missing)?;
            word.number_in(&format!("the number of {what},"), range)
        };
        let rods = number("rods", 3..=16)?;
        let bits = Self::new(rods, 1).bits;
        let mut puzzle = Self::new(rods, number("disks", 1..=(KEY_BITS / bits) as u8)?);
        let (disks, last) = (usize::from(puzzle.disks), rod_name(rods - 1));
        let mut goal_is_given = false;
        for (state, is_goal) in [(&mut puzzle.start, false), (&mut puzzle.goal, true)] {
            let Some(word) = words.next() else { continue };
            goal_is_given = is_goal;
            let rods = word.text.chars().map(|name| parse_rod(name, rods));
            let rods = rods.collect::<Option<Vec<_>>>().filter(|rods| rods.len() == disks);
            let expected = format!("'{}': expected {disks} rods, each 1 to {last}", word.text);
            let rods = rods.ok_or_else(|| word.error(expected))?;
            *state = rods.into_iter().fold(0, |state, rod| state << bits | u64::from(rod));
        }
        if let Some(extra) = words.next() {
            let message = "expected nothing after the goal";
            return Err(extra.error(format!("unexpected extra value '{}': {message}", extra.text)));
        }
        puzzle.set_goal_rod(parameters, goal_is_given)?;
        Ok(puzzle)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let expected = "RODSxDISKS, such as 4x8";
        let [rods, disks] = parse_numbers(size, expected)?[..] else {
            return Err(invalid_size(size, expected));
        };
        let mut puzzle = Self::parse(&format!("{rods} {disks}"), parameters)
            .map_err(|error| ParseError::whole(error.message))?;
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            puzzle.start = (0..disks).fold(0, |word, _| {
                word << puzzle.bits | u64::from(generator.random_range(0..rods as u32))
            });
            if puzzle.start != puzzle.goal {
                return Ok(puzzle);
            }
        }
    }

    fn text(&self) -> String {
        let names = |state| self.arrangement(state).rev().map(rod_name).collect::<String>();
        let size = format!("{} {}", self.rods, self.disks);
        let usual_goal = self.goal == self.lows * u64::from(self.rods - 1);
        match (self.start == 0, usual_goal) {
            (true, true) => size,
            (false, true) => format!("{size} {}", names(self.start)),
            (_, false) => format!("{size} {} {}", names(self.start), names(self.goal)),
        }
    }

    fn reference(&self) -> HanoiReference {
        let goal = self.arrangement(self.goal).collect();
        HanoiReference { puzzle: self.clone(), goal, patterns: OnceLock::new() }
    }

    fn set_start(&mut self, state: u64) {
        self.start = state;
    }

    fn set_heuristic(&mut self, index: usize, limits: &mut Limits<'_>) -> Result<(), Stop> {
        let step = self.pattern_disks();
        let ends = (1..=self.disks).rev().step_by(usize::from(step));
        let ends = ends.filter(|_| index == info::PATTERNS);
        let patterns = ends.map(|end| self.pattern(end.saturating_sub(step), end, limits));
        self.patterns = patterns.collect::<Result<_, Stop>>()?;
        self.heuristic = index;
        Ok(())
    }

    /// Patterns expand a tenth of the states, or fewer, and take less than a second to build. With three
    /// rods, `tower` is exact for a full tower.
    fn best(&self) -> Best {
        let heuristic = if self.rods == 3 { info::TOWER } else { info::PATTERNS };
        Best { strategy: INFO.strategy, heuristic: INFO.heuristics[heuristic].name }
    }

    fn table_bytes(&self) -> u64 {
        self.patterns.iter().map(|(_, moves)| size_of_val(&moves[..]) as u64).sum()
    }

    fn show_action(&self, (from, to): (u8, u8), out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}>{}", rod_name(from), rod_name(to))
    }

    fn parse_action(&self, word: &str) -> Option<(u8, u8)> {
        let [from, '>', to] = word.chars().collect::<Vec<_>>()[..] else { return None };
        Some((parse_rod(from, self.rods)?, parse_rod(to, self.rods)?))
    }
}
