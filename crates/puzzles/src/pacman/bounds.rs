//! Lower bounds from distances in the maze.

use super::map::{Map, NONE};
use heureka_core::Cost;

/// Exact tours are tabulated up to so many pellets: 2^16 × 16 entries of two bytes.
pub const MOST_TOURED: usize = 16;

/// The distances between pellets, and from every cell to each pellet.
#[derive(Debug)]
pub struct Distances {
    /// From each pellet, the steps to every cell.
    from: Vec<Vec<u16>>,
    pellets: Vec<u16>,
}

/// The numbers of the bits that are set.
pub fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        // Clears the lowest bit; nothing is left of nothing.
        set &= set.wrapping_sub(1);
        (bit < u128::BITS).then_some(bit as usize)
    })
}

impl Distances {
    pub fn of(map: &Map) -> Self {
        let from = map.pellets.iter().map(|&pellet| map.distances(pellet)).collect();
        Self { from, pellets: map.pellets.clone() }
    }

    pub fn bytes(&self) -> u64 {
        self.from.iter().map(|row| size_of_val(&row[..]) as u64).sum()
    }

    fn to(&self, pellet: usize, cell: u16) -> Cost {
        Cost::from(self.from[pellet][usize::from(cell)])
    }

    fn between(&self, a: usize, b: usize) -> Cost {
        self.to(a, self.pellets[b])
    }

    /// The first pellet that cannot be reached from a cell.
    pub fn cut_off(&self, cell: u16) -> Option<usize> {
        self.from.iter().position(|row| row[usize::from(cell)] == NONE)
    }

    /// The way to the farthest pellet.
    pub fn farthest(&self, at: u16, left: u128) -> Cost {
        bits(left).map(|pellet| self.to(pellet, at)).max().unwrap_or(0)
    }

    /// The way to the nearest pellet and a minimum spanning tree of the pellets, which every tour
    /// through them contains one of.
    ///
    /// It is consistent: a step changes the way by at most one, and what eating a pellet takes off
    /// the tree is made up by the way from there to its nearest neighbor in the tree.
    pub fn spanning_tree(&self, at: u16, left: u128) -> Cost {
        // Prim's algorithm, begun at Pac-Man's nearest pellet.
        let Some(first) = bits(left).min_by_key(|&pellet| self.to(pellet, at)) else { return 0 };
        let mut total = self.to(first, at);
        let mut reach = [0; u128::BITS as usize];
        let mut outside = left & !(1 << first);
        for pellet in bits(outside) {
            reach[pellet] = self.between(first, pellet);
        }
        while let Some(next) = bits(outside).min_by_key(|&pellet| reach[pellet]) {
            total += reach[next];
            outside &= !(1 << next);
            for pellet in bits(outside) {
                reach[pellet] = reach[pellet].min(self.between(next, pellet));
            }
        }
        total
    }

    /// For every set of pellets and each pellet of it, the shortest tour through the set that begins
    /// there: by Held and Karp's recursion of 1962.
    pub fn tours(&self) -> Vec<u16> {
        let count = self.pellets.len();
        let mut tours = vec![NONE; count << count];
        for set in 1_usize..1 << count {
            for first in bits(set as u128) {
                let rest = set & !(1 << first);
                let onward = bits(rest as u128)
                    .map(|next| self.between(first, next) + Cost::from(tours[rest * count + next]));
                let steps = onward.min().unwrap_or(0);
                tours[set * count + first] = steps.min(Cost::from(NONE)) as u16;
            }
        }
        tours
    }

    /// The shortest way through all pellets left, by the table of tours.
    pub fn tour(&self, tours: &[u16], at: u16, left: u128) -> Cost {
        let row = left as usize * self.pellets.len();
        let ways = bits(left).map(|first| self.to(first, at) + Cost::from(tours[row + first]));
        ways.min().unwrap_or(0)
    }
}
