//! Lower bounds from distances in the maze.

use super::map::{Map, NONE};
use heureka_core::limits::Gauge;
use heureka_core::{Cost, Limits, Stats, Stop};
use std::ops::ControlFlow;

/// The most pellets with a table of exact tours: 2^16 × 16 entries of two bytes.
pub const MAX_TOUR_PELLETS: usize = 16;

/// The distances from each pellet to every cell.
#[derive(Debug)]
pub struct Distances {
    from: Vec<Vec<u16>>,
    pellets: Vec<u16>,
}

/// Returns the numbers of the bits that are set, ascending.
pub fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
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

    /// Returns the first pellet that is unreachable from a cell.
    pub fn unreachable(&self, cell: u16) -> Option<usize> {
        self.from.iter().position(|row| row[usize::from(cell)] == NONE)
    }

    /// Returns the distance to the farthest pellet.
    pub fn farthest(&self, at: u16, left: u128) -> Cost {
        bits(left).map(|pellet| self.to(pellet, at)).max().unwrap_or(0)
    }

    /// Returns the distance to the nearest pellet plus the weight of a minimum spanning tree of the
    /// pellets. Every tour through the pellets contains a spanning tree.
    ///
    /// It is consistent: a step changes the distance by at most one. When a pellet is eaten, the tree
    /// loses at most the distance to the pellet that is nearest then.
    pub fn spanning_tree(&self, at: u16, left: u128) -> Cost {
        // Prim's algorithm from the pellet nearest to Pac-Man.
        let Some(first) = bits(left).min_by_key(|&pellet| self.to(pellet, at)) else { return 0 };
        let mut total = self.to(first, at);
        let mut nearest = [0; u128::BITS as usize];
        let mut outside = left & !(1 << first);
        for pellet in bits(outside) {
            nearest[pellet] = self.between(first, pellet);
        }
        while let Some(next) = bits(outside).min_by_key(|&pellet| nearest[pellet]) {
            total += nearest[next];
            outside &= !(1 << next);
            for pellet in bits(outside) {
                nearest[pellet] = nearest[pellet].min(self.between(next, pellet));
            }
        }
        total
    }

    /// Returns for every set of pellets and each pellet in it the shortest tour through the set that
    /// starts there (Held and Karp 1962).
    ///
    /// # Errors
    /// The limit that stopped the construction.
    pub fn tours(&self, limits: &mut Limits<'_>) -> Result<Vec<u16>, Stop> {
        let count = self.pellets.len();
        let bytes = ((size_of::<u16>() * count) << count) as u64;
        let mut limits = limits.building(bytes)?;
        let (mut stats, gauge) = (Stats::default(), Gauge::holding(bytes));
        let mut tours = vec![NONE; count << count];
        for set in 1_usize..1 << count {
            if let ControlFlow::Break(stop) = limits.poll(&stats, || gauge) {
                return Err(stop);
            }
            stats.expanded += 1;
            for first in bits(set as u128) {
                let rest = set & !(1 << first);
                let lengths = bits(rest as u128)
                    .map(|next| self.between(first, next) + Cost::from(tours[rest * count + next]));
                let steps = lengths.min().unwrap_or(0);
                tours[set * count + first] = steps.min(Cost::from(NONE)) as u16;
            }
        }
        Ok(tours)
    }

    /// Returns the length of a shortest path through all pellets left, from the table of tours.
    pub fn tour(&self, tours: &[u16], at: u16, left: u128) -> Cost {
        let row = left as usize * self.pellets.len();
        let lengths = bits(left).map(|first| self.to(first, at) + Cost::from(tours[row + first]));
        lengths.min().unwrap_or(0)
    }
}
