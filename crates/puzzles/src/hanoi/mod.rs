//! Towers of Hanoi on any number of rods, from any arrangement of the disks to any other.
//!
//! A state is one word that holds the rod of every disk, the smallest in the lowest bits. The top
//! disk of a rod is then the lowest disk whose bits equal the rod's number, which a few word
//! operations find for all disks at once.
//!
//! The additive pattern databases follow Felner, Korf and Hanan, "Additive Pattern Database
//! Heuristics", 2004: a move moves one disk, so the moves of separate groups of disks add up.

mod draw;
pub mod reference;

use heureka_core::{
    Claim, Cost, Exploration, Limits, Observer, Problem, Ranked, Report, Reversed, Reversible,
    Strategy, Tagged, Undirected, Unsupported, explore, explore_smallest, solve_tagged,
};
use heureka_kit::draw::Picture;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info, Level, Parameters, Puzzle};
use heureka_kit::text::{ParseError, Word, words};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::{HanoiEstimate, HanoiReference, Rods as HanoiRods};
use std::fmt::{self, Write};

/// Bits of a key that the disks may take; the rest is left for [`Tagged`].
const KEY_BITS: u32 = 56;
/// A pattern database has at most 2 to this power entries.
const PATTERN_BITS: u32 = 20;
/// The names of rods, in their order.
const ROD_NAMES: &[u8; 16] = b"123456789abcdefg";

/// One instance of the Towers of Hanoi.
#[derive(Debug)]
pub struct Hanoi {
    rods: u8,
    disks: u8,
    /// Bits per disk.
    bits: u32,
    /// The lowest bit of every disk.
    lows: u64,
    start: u64,
    goal: u64,
    heuristic: Heuristic,
    patterns: Vec<Pattern>,
}

/// In the order of [`Info::heuristics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heuristic {
    Tower,
    Misplaced,
    Patterns,
    Zero,
}

/// The moves that a group of disks takes to its goal, by the bits of the group.
#[derive(Debug)]
struct Pattern {
    shift: u32,
    mask: u64,
    moves: Vec<u16>,
}

fn bits_for(rods: u8) -> u32 {
    match rods {
        0..=4 => 2,
        5..=8 => 3,
        _ => 4,
    }
}

fn rod_name(rod: u8) -> char {
    char::from(ROD_NAMES[usize::from(rod)])
}

fn rod_named(name: char) -> Option<u8> {
    ROD_NAMES.iter().position(|&n| char::from(n) == name.to_ascii_lowercase()).map(|i| i as u8)
}

/// Calls `visit` with each move of `disks` disks, given by their lowest bits.
#[inline(always)]
fn moves(rods: u8, bits: u32, lows: u64, state: u64, visit: &mut impl FnMut(u8, u8, u64)) {
    // Where the top disk of each rod begins in the word; 64 on an empty rod.
    let mut tops = [0; 16];
    for (rod, top) in (0..rods).zip(&mut tops) {
        let differs = state ^ (lows * u64::from(rod));
        let differs = (1..bits).fold(differs, |all, bit| all | differs >> bit);
        *top = (lows & !differs).trailing_zeros();
    }
    let tops = &tops[..usize::from(rods & 31).min(16)];
    for (from, &disk) in tops.iter().enumerate() {
        for (to, &other) in tops.iter().enumerate() {
            if disk < other {
                visit(from as u8, to as u8, state ^ (((from ^ to) as u64) << disk));
            }
        }
    }
}

impl Hanoi {
    /// The instance from one arrangement to another, each the rod of every disk from the largest.
    fn new(rods: u8, disks: u8, start: &[u8], goal: &[u8]) -> Self {
        let bits = bits_for(rods);
        let word = |arrangement: &[u8]| {
            arrangement.iter().fold(0, |word, &rod| word << bits | u64::from(rod))
        };
        Self {
            rods,
            disks,
            bits,
            lows: (0..u32::from(disks)).fold(0, |lows, disk| lows | 1 << (disk * bits)),
            start: word(start),
            goal: word(goal),
            heuristic: Heuristic::Tower,
            patterns: vec![],
        }
    }

    fn rod(&self, state: u64, disk: u8) -> u8 {
        (state >> (u32::from(disk) * self.bits)) as u8 & ((1 << self.bits) - 1)
    }

    /// The rod of every disk, from the largest.
    fn arrangement(&self, state: u64) -> Vec<u8> {
        (0..self.disks).rev().map(|disk| self.rod(state, disk)).collect()
    }

    fn stacks(&self, state: u64) -> HanoiRods {
        let mut stacks = vec![vec![]; usize::from(self.rods)];
        for disk in (0..self.disks).rev() {
            stacks[usize::from(self.rod(state, disk))].push(disk);
        }
        stacks
    }

    fn misplaced(&self, state: u64) -> Cost {
        let differs = state ^ self.goal;
        let differs = (1..self.bits).fold(differs, |all, bit| all | differs >> bit);
        (differs & self.lows).count_ones()
    }

    /// The moves that three rods take to bring the largest disks with a common goal rod there.
    ///
    /// The largest disk that is not on its target needs all smaller ones on the third rod, which
    /// becomes their target; they need 2^k − 1 more to follow it.
    fn tower(&self, state: u64) -> Cost {
        let goal = self.rod(self.goal, self.disks - 1);
        let smallest = (0..self.disks)
            .rev()
            .take_while(|&disk| self.rod(self.goal, disk) == goal)
            .last()
            .unwrap_or(self.disks - 1);
        let mut target = goal;
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

    /// How many disks a pattern has.
    fn pattern_disks(&self) -> u8 {
        (PATTERN_BITS / self.bits) as u8
    }

    /// A pattern database for the disks from `first` to before `end`.
    fn pattern(&self, first: u8, end: u8) -> Pattern {
        const UNKNOWN: u16 = u16::MAX;
        let bits = self.bits * u32::from(end - first);
        let shift = self.bits * u32::from(first);
        let mask = (1 << bits) - 1;
        let lows = self.lows & mask;
        let goal = self.goal >> shift & mask;
        let mut table = vec![UNKNOWN; 1 << bits];
        table[goal as usize] = 0;
        let mut layer = vec![goal];
        for moved in 1.. {
            let mut next = vec![];
            for &state in &layer {
                moves(self.rods, self.bits, lows, state, &mut |_, _, before| {
                    let known = &mut table[before as usize];
                    if *known == UNKNOWN {
                        *known = moved;
                        next.push(before);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Pattern { shift, mask, moves: table }
    }
}

impl Problem for Hanoi {
    type State = u64;
    type Key = u64;
    /// The rod that a disk is taken from and the rod that it is laid on.
    type Action = (u8, u8);

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, &state: &u64) -> bool {
        state == self.goal
    }

    /// In the order of the rod taken from, then of the rod laid on.
    #[inline]
    fn successors(&self, &state: &u64, visit: &mut impl FnMut((u8, u8), Cost, u64)) {
        moves(self.rods, self.bits, self.lows, state, &mut |from, to, next| {
            visit((from, to), 1, next);
        });
    }

    fn pack(&self, &state: &u64) -> u64 {
        state
    }

    fn unpack(&self, &key: &u64) -> u64 {
        key
    }

    #[inline]
    fn h(&self, &state: &u64) -> Cost {
        match self.heuristic {
            Heuristic::Zero => 0,
            Heuristic::Tower if self.rods == 3 => self.tower(state).max(self.misplaced(state)),
            Heuristic::Misplaced | Heuristic::Tower => self.misplaced(state),
            Heuristic::Patterns => self
                .patterns
                .iter()
                .map(|p| Cost::from(p.moves[(state >> p.shift & p.mask) as usize]))
                .sum(),
        }
    }

    fn claim(&self) -> Claim {
        Self::info().heuristics[self.heuristic()].claim
    }

    fn undoes(&self, previous: (u8, u8), next: (u8, u8)) -> bool {
        previous == (next.1, next.0)
    }
}

/// The disk goes back where it came from.
impl Undirected for Hanoi {}

impl Reversible for Hanoi {
    fn goals(&self, visit: &mut impl FnMut(u64)) {
        visit(self.goal);
    }

    fn predecessors(&self, &state: &u64, visit: &mut impl FnMut((u8, u8), Cost, u64)) {
        // Taking a move back is a move.
        moves(self.rods, self.bits, self.lows, state, &mut |to, from, before| {
            visit((from, to), 1, before);
        });
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
        (0..self.disks).rev().fold(0, |rank, disk| rank * rods + u64::from(self.rod(state, disk)))
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
}

impl Tagged for Hanoi {
    const TAG_BITS: u32 = u64::BITS - KEY_BITS;

    fn tag(&self, (from, to): (u8, u8)) -> u64 {
        // No move leads to the rod it comes from, so 15 targets are left for each rod.
        u64::from(from) * 15 + u64::from(if to > from { to - 1 } else { to })
    }

    fn action(&self, tag: u64) -> (u8, u8) {
        let (from, to) = ((tag / 15) as u8, (tag % 15) as u8);
        (from, if to >= from { to + 1 } else { to })
    }

    fn retract(&self, &state: &u64, (from, to): (u8, u8)) -> u64 {
        let differs = state ^ (self.lows * u64::from(to));
        let differs = (1..self.bits).fold(differs, |all, bit| all | differs >> bit);
        let disk = (self.lows & !differs).trailing_zeros();
        state ^ (u64::from(from ^ to) << disk)
    }
}

static INFO: Info = Info {
    name: "hanoi",
    title: "Towers of Hanoi",
    rules: "Disks of different sizes lie on rods, never a larger one on a smaller one. A move takes \
            the top disk of a rod and lays it on an empty rod or on a larger disk. Bring every disk \
            from where it is to the rod where the goal has it.",
    format: "RODS DISKS [START [GOAL]]: 3 to 16 rods; START and GOAL give the rod of every disk, \
             one sign each from the largest disk to the smallest, rods being 1 to 9 and a to g. \
             Without them all disks go from the first rod to the last. \
             Examples: '3 5', '4 8', '3 3 121 333'.",
    sizes: "RODSxDISKS, such as 4x8; the disks start anywhere and go to the last rod",
    parameters: &[],
    heuristics: &[
        HeuristicInfo {
            name: "tower",
            summary: "with three rods, the exact moves of the largest disks that share a goal rod, \
                      which for a whole tower is the exact distance; with more rods as misplaced",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "misplaced",
            summary: "disks that are not on their goal rod",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "patterns",
            summary: "exact moves of each group of disks (10, 6 or 5 with up to 4, 8 or 16 rods) \
                      from tables, added up",
            claim: Claim::Consistent,
        },
        HeuristicInfo {
            name: "zero",
            summary: "nothing: A* becomes uniform cost",
            claim: Claim::Consistent,
        },
    ],
    levels: &[
        Level { name: "3x3", text: "3 3", parameters: &[], optimum: Some(7) },
        Level { name: "3x10", text: "3 10", parameters: &[], optimum: Some(1023) },
        Level { name: "4x8", text: "4 8", parameters: &[], optimum: Some(33) },
        Level { name: "4x10", text: "4 10", parameters: &[], optimum: Some(49) },
        Level { name: "4x12", text: "4 12", parameters: &[], optimum: Some(81) },
        Level { name: "5x10", text: "5 10", parameters: &[], optimum: Some(31) },
        Level { name: "swap", text: "3 6 121212 212121", parameters: &[], optimum: Some(45) },
    ],
    strategy: "astar",
    card: Card {
        performance: "the number of moves",
        environment: "rods and disks; fully observable, deterministic, static, discrete, one agent",
        actuators: "a hand that takes the top disk of a rod and lays it on another",
        sensors: "sight of all rods and disks",
        state: "the rod of every disk; the order on a rod follows from the sizes",
        action: "(from, to): the top disk of one rod goes to another that is empty or has a larger \
                 disk on top",
        goal: "every disk on its goal rod",
        cost: "1 a move",
        states: "rods ^ disks, all of them reachable",
    },
};

fn parse_sizes(rods: &Word<'_>, disks: &Word<'_>) -> Result<(u8, u8), ParseError> {
    let expected = "the number of rods, from 3 to 16";
    let r: u8 = rods.number(expected)?;
    if !(3..=16).contains(&r) {
        return Err(rods.error(format!("{r} rods: expected {expected}")));
    }
    let most = KEY_BITS / bits_for(r);
    let expected = format!("the number of disks, from 1 to {most} on {r} rods");
    let d: u8 = disks.number(&expected)?;
    if !(1..=most).contains(&u32::from(d)) {
        return Err(disks.error(format!("{d} disks: expected {expected}")));
    }
    Ok((r, d))
}

fn parse_arrangement(word: &Word<'_>, rods: u8, disks: u8) -> Result<Vec<u8>, ParseError> {
    let mut arrangement = Vec::with_capacity(usize::from(disks));
    for (i, sign) in word.text.chars().enumerate() {
        let Some(rod) = rod_named(sign).filter(|&rod| rod < rods) else {
            return Err(ParseError::at(
                word.line,
                word.column + i,
                format!("'{sign}' is no rod: expected one of 1 to {}", rod_name(rods - 1)),
            ));
        };
        arrangement.push(rod);
    }
    if arrangement.len() == usize::from(disks) {
        return Ok(arrangement);
    }
    Err(word.error(format!(
        "'{}' places {} disks: expected one rod for each of the {disks}, the largest first",
        word.text,
        arrangement.len()
    )))
}

impl Puzzle for Hanoi {
    type Reference = HanoiReference;

    fn info() -> &'static Info {
        &INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        let mut words = words(text);
        let (Some(rods), Some(disks)) = (words.next(), words.next()) else {
            return Err(ParseError::whole("expected the numbers of rods and disks, such as '3 5'"));
        };
        let (rods, disks) = parse_sizes(&rods, &disks)?;
        let mut arrangement = |default: u8| match words.next() {
            Some(word) => parse_arrangement(&word, rods, disks),
            None => Ok(vec![default; usize::from(disks)]),
        };
        let start = arrangement(0)?;
        let goal = arrangement(rods - 1)?;
        match words.next() {
            None => Ok(Self::new(rods, disks, &start, &goal)),
            Some(more) => Err(more.error(format!(
                "'{}' is too much: after the goal's arrangement nothing is expected",
                more.text
            ))),
        }
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        parameters.only(INFO.parameters)?;
        let Some((rods, disks)) = size.split_once('x') else {
            return Err(ParseError::whole(format!(
                "'{size}' is no size: expected rods and disks, such as 4x8"
            )));
        };
        let word = |text| Word { text, line: 0, column: 0 };
        let (rods, disks) = parse_sizes(&word(rods), &word(disks))?;
        let goal = vec![rods - 1; usize::from(disks)];
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            let start: Vec<u8> =
                (0..disks).map(|_| generator.random_range(0..u32::from(rods)) as u8).collect();
            if start != goal {
                return Ok(Self::new(rods, disks, &start, &goal));
            }
        }
    }

    fn text(&self) -> String {
        let arrangement =
            |state| -> String { self.arrangement(state).into_iter().map(rod_name).collect() };
        let mut text = format!("{} {}", self.rods, self.disks);
        let usual_goal = self.goal == self.lows * u64::from(self.rods - 1);
        if self.start != 0 || !usual_goal {
            let _ = write!(text, " {}", arrangement(self.start));
        }
        if !usual_goal {
            let _ = write!(text, " {}", arrangement(self.goal));
        }
        text
    }

    fn reference(&self) -> HanoiReference {
        let estimate = match self.heuristic {
            Heuristic::Tower => HanoiEstimate::Tower,
            Heuristic::Misplaced => HanoiEstimate::Misplaced,
            Heuristic::Patterns => HanoiEstimate::Patterns(usize::from(self.pattern_disks())),
            Heuristic::Zero => HanoiEstimate::Zero,
        };
        HanoiReference::new(self.bits, self.stacks(self.start), self.stacks(self.goal), estimate)
    }

    fn set_heuristic(&mut self, index: usize) {
        self.heuristic =
            [Heuristic::Tower, Heuristic::Misplaced, Heuristic::Patterns, Heuristic::Zero][index];
        self.patterns.clear();
        if self.heuristic == Heuristic::Patterns {
            let mut end = self.disks;
            while end > 0 {
                let first = end.saturating_sub(self.pattern_disks());
                self.patterns.push(self.pattern(first, end));
                end = first;
            }
        }
    }

    fn heuristic(&self) -> usize {
        self.heuristic as usize
    }

    fn table_bytes(&self) -> u64 {
        self.patterns.iter().map(|p| size_of_val(&p.moves[..]) as u64).sum()
    }

    fn show_state(&self, &state: &u64, out: &mut dyn Write) -> fmt::Result {
        self.write_rods(state, false, out)
    }

    fn paint_state(&self, &state: &u64, out: &mut dyn Write) -> fmt::Result {
        self.write_rods(state, true, out)
    }

    fn draw(&self, &state: &u64) -> Picture {
        self.picture(state)
    }

    fn show_action(&self, (from, to): (u8, u8), out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}>{}", rod_name(from), rod_name(to))
    }

    fn parse_action(&self, word: &str) -> Option<(u8, u8)> {
        let (from, to) = word.split_once('>')?;
        let rod = |name: &str| {
            let mut signs = name.chars();
            let rod = signs.next().and_then(rod_named).filter(|&rod| rod < self.rods)?;
            signs.next().is_none().then_some(rod)
        };
        Some((rod(from)?, rod(to)?))
    }

    fn search<O: Observer<Self>>(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        observer: &mut O,
    ) -> Result<Report<(u8, u8)>, Unsupported> {
        solve_tagged(self, strategy, limits, observer)
    }

    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        explore_smallest(self, limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        Reversed::new(self).map(|back| explore(&back, limits))
    }
}

#[cfg(test)]
mod tests;
