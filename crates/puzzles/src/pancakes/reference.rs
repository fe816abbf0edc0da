//! Slow, direct rules for pancakes: a state is the list of sizes from top to bottom.

use heureka_core::{Cost, Problem};

/// Pancakes by direct rules.
#[derive(Debug)]
pub struct PancakesReference {
    pub(super) start: Vec<u8>,
}

impl Problem for PancakesReference {
    type State = Vec<u8>;
    type Key = u64;
    type Action = u8;

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }

    fn is_goal(&self, sizes: &Vec<u8>) -> bool {
        sizes.is_sorted()
    }

    fn successors(&self, sizes: &Vec<u8>, visit: &mut impl FnMut(u8, Cost, Vec<u8>)) {
        for flipped in 2..=sizes.len() {
            let (upper, lower) = sizes.split_at(flipped);
            let next = upper.iter().rev().chain(lower).copied().collect();
            visit(flipped as u8, 1, next);
        }
    }

    fn pack(&self, sizes: &Vec<u8>) -> u64 {
        sizes.iter().rev().fold(0, |key, size| key * 16 + u64::from(size - 1))
    }

    /// Maps a key that is not a permutation to the start.
    fn unpack(&self, key: &u64) -> Vec<u8> {
        let count = self.start.len();
        let sizes: Vec<u8> =
            (0..count).map(|place| (key / 16_u64.pow(place as u32) % 16) as u8 + 1).collect();
        let is_complete = (1..=count).all(|size| sizes.contains(&(size as u8)));
        if is_complete { sizes } else { self.start() }
    }

    fn h(&self, sizes: &Vec<u8>) -> Cost {
        let plate = sizes.len() as u8 + 1;
        let below = sizes.iter().skip(1).chain([&plate]);
        sizes.iter().zip(below).filter(|(size, below)| size.abs_diff(**below) > 1).count() as Cost
    }
}
