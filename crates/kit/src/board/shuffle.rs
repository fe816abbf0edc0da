//! Random orders.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Returns the numbers from 0 to `count` − 1 in random order, every order equally likely.
///
/// Fisher–Yates from the last place down with xoshiro256++; draws are remainders without bias.
#[must_use]
pub fn shuffled(count: u8, seed: u64) -> Vec<u8> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut numbers: Vec<u8> = (0..count).collect();
    for i in (1..numbers.len()).rev() {
        let choices = i as u64 + 1;
        let draw = loop {
            let draw = random.next_u64();
            if draw < u64::MAX / choices * choices {
                break draw % choices;
            }
        };
        numbers.swap(i, draw as usize);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_permutations_and_depend_on_the_seed() {
        let mut sorted = shuffled(200, 1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..200).collect::<Vec<u8>>());
        assert_ne!(shuffled(16, 1), shuffled(16, 2));
        assert_eq!((shuffled(0, 1), shuffled(1, 1)), (vec![], vec![0]));
    }
}
