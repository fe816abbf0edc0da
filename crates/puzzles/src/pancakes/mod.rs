//! Pancakes: sort a stack by flipping its upper part, in the fewest flips.
//!
//! A state is one word with four bits per pancake, the top one lowest, and the number of gaps, which a
//! flip changes at one place only. The gap heuristic is that of Helmert, "Landmark Heuristics for the
//! Pancake Problem", 2010.

mod draw;
mod info;
pub mod reference;
#[cfg(test)]
mod tests;

use heureka_core::abilities::Reversible;
use heureka_core::{Abilities, Claim, Cost, Observer, Problem};
use heureka_kit::board::{invalid_size, parse_numbers, shuffled};
use heureka_kit::edit::{Cells, Edit};
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::{ParseError, words};
use info::INFO;
use reference::PancakesReference;
use std::fmt::{self, Write};

/// A stack with its number of gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    pancakes: u64,
    gaps: u8,
}

/// A stack to sort.
#[derive(Clone, Debug)]
pub struct Pancakes {
    count: u8,
    start: Stack,
}

/// Returns the bits of the upper pancakes; at least one.
fn upper(count: u8) -> u64 {
    u64::MAX >> (u64::BITS - 4 * u32::from(count))
}

/// Returns the gaps between two pancakes: 0 or 1.
fn gaps(a: u8, b: u8) -> u8 {
    u8::from(a.abs_diff(b) != 1)
}

impl Pancakes {
    fn new(sizes: &[u8]) -> Self {
        let pancakes = sizes.iter().rev().fold(0, |word, size| word << 4 | u64::from(size - 1));
        let plain = Self { count: sizes.len() as u8, start: Stack { pancakes, gaps: 0 } };
        Self { start: plain.unpack(&pancakes), ..plain }
    }

    /// Returns the size at a place, minus 1. The plate lies below the last pancake.
    #[inline(always)]
    fn at(&self, pancakes: u64, place: u8) -> u8 {
        if place == self.count { place } else { (pancakes >> (4 * place)) as u8 & 15 }
    }

    /// Returns the sizes from top to bottom.
    fn sizes(&self, state: &Stack) -> impl Iterator<Item = u8> {
        (0..self.count).map(|place| self.at(state.pancakes, place) + 1)
    }

    fn text_of(&self, state: &Stack) -> String {
        self.sizes(state).map(|size| size.to_string()).collect::<Vec<_>>().join(" ")
    }
}

impl Problem for Pancakes {
    type State = Stack;
    type Key = u64;
    /// The number of pancakes that are flipped.
    type Action = u8;

    fn start(&self) -> Stack {
        self.start
    }

    fn is_goal(&self, state: &Stack) -> bool {
        state.gaps == 0
    }

    /// From few flipped pancakes to many.
    #[inline]
    fn successors(&self, state: &Stack, visit: &mut impl FnMut(u8, Cost, Stack)) {
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let pancakes = state.pancakes;
        let bytes = pancakes.swap_bytes();
        let reversed = bytes >> 4 & LOW | (bytes & LOW) << 4;
        let (top, mut last) = (self.at(pancakes, 0), self.at(pancakes, 1));
        for flipped in 2..=self.count {
            let below = self.at(pancakes, flipped);
            let moved = reversed >> (u64::BITS - 4 * u32::from(flipped));
            let pancakes = pancakes & !upper(flipped) | moved;
            let gaps = state.gaps + gaps(top, below) - gaps(last, below);
            visit(flipped, 1, Stack { pancakes, gaps });
            last = below;
        }
    }

    #[inline]
    fn pack(&self, state: &Stack) -> u64 {
        state.pancakes
    }

    #[inline]
    fn unpack(&self, &pancakes: &u64) -> Stack {
        let below = |place| gaps(self.at(pancakes, place), self.at(pancakes, place + 1));
        Stack { pancakes, gaps: (0..self.count).map(below).sum() }
    }

    #[inline]
    fn h(&self, state: &Stack) -> Cost {
        state.gaps.into()
    }

    fn claim(&self) -> Claim {
        INFO.heuristics[0].claim
    }

    fn undoes(&self, previous: u8, next: u8) -> bool {
        previous == next
    }

    fn abilities<O: Observer<Stack, u8>>(&self) -> Abilities<Self, O> {
        Abilities::plain().reversible().undirected()
    }
}

impl Reversible for Pancakes {
    fn goals(&self, visit: &mut impl FnMut(Stack)) {
        visit(Stack { pancakes: 0xFEDC_BA98_7654_3210 & upper(self.count), gaps: 0 });
    }

    fn predecessors(&self, state: &Stack, visit: &mut impl FnMut(u8, Cost, Stack)) {
        self.successors(state, visit);
    }
}

impl Puzzle for Pancakes {
    type Reference = PancakesReference;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, _: &Parameters) -> Result<Self, ParseError> {
        let words: Vec<_> = words(text)?.collect();
        let mut sizes = vec![];
        let last = words.len().min(16) as u8;
        for word in &words {
            let size = word.number_in("a size from", 1..=last)?;
            if sizes.contains(&size) {
                return Err(word.error(format!("duplicate {size}: expected each size once")));
            }
            sizes.push(size);
        }
        if sizes.is_empty() {
            return Err(ParseError::whole("the stack is empty: expected sizes, such as 3 1 2"));
        }
        Ok(Self::new(&sizes))
    }

    fn random(size: &str, _: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let expected = "the number of pancakes, 1 to 16";
        let [count @ 1..=16] = parse_numbers(size, expected)?[..] else {
            return Err(invalid_size(size, expected));
        };
        let sizes = shuffled(count as u8, seed);
        Ok(Self::new(&sizes.iter().map(|size| size + 1).collect::<Vec<_>>()))
    }

    fn text(&self) -> String {
        self.text_of(&self.start)
    }

    fn reference(&self) -> PancakesReference {
        PancakesReference { start: self.sizes(&self.start).collect() }
    }

    fn set_start(&mut self, state: Stack) {
        self.start = state;
    }

    fn tools() -> &'static [&'static str] {
        &["swap pancakes"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        let mut cells = Cells::of_words(&self.text().replace(' ', "\n"), " ");
        let (from, to) = (cells.at((0.0, edit.from.1), 0.0)?, cells.at((0.0, edit.to.1), 0.0)?);
        cells.swap(from, to);
        (from != to).then(|| cells.text().replace('\n', " "))
    }

    fn show_action(&self, flipped: u8, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{flipped}")
    }

    fn parse_action(&self, word: &str) -> Option<u8> {
        word.parse().ok().filter(|flipped| (2..=self.count).contains(flipped))
    }
}
