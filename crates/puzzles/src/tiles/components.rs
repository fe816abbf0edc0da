//! Components: the cells that the blank can reach without moving a tile of a group.

use heureka_kit::board::{Direction, Size};

/// The maximum number of components beside up to 6 tiles; a test counts them on all boards.
pub(super) const MAX_COMPONENTS: usize = 8;

/// The number of cells in the lower part of a set.
const LOW: u32 = 13;

/// The components of the free cells, for every set of cells with a number of tiles.
#[derive(Debug)]
pub(super) struct Components {
    /// By the upper cells of a set, and by its lower cells: numbers whose sum is the set's rank.
    upper: Vec<u32>,
    lower: Vec<u32>,
    /// By rank, the place in `numbers`; none if the free cells are connected.
    places: Vec<u32>,
    /// The number of each cell's component.
    numbers: Vec<[u8; 32]>,
}

impl Components {
    pub(super) fn new(size: Size, tiles: usize) -> Self {
        let cells = size.cells() as u32;
        let (low, high) = (1u32 << cells.min(LOW), 1u32 << cells.saturating_sub(LOW));
        // Among the sets with as many lower cells, the rank of each; and how many there are.
        let mut counts = vec![0; cells as usize + 1];
        let mut lower = vec![0; low as usize];
        for set in 0..low {
            let count = &mut counts[set.count_ones() as usize];
            lower[set as usize] = *count;
            *count += 1;
        }
        let (mut upper, mut ranks) = (vec![0; high as usize], 0);
        for set in 0..high {
            upper[set as usize] = ranks;
            ranks += tiles.checked_sub(set.count_ones() as usize).map_or(0, |rest| counts[rest]);
        }
        let mut components =
            Self { upper, lower, places: vec![u32::MAX; ranks as usize], numbers: vec![] };
        let neighbors = neighbors(size);
        for set in (0..1u32 << cells).filter(|set| set.count_ones() as usize == tiles) {
            let (numbers, count) = number(&neighbors, ((1 << cells) - 1) & !set);
            if count > 1 {
                let rank = components.rank(set);
                components.places[rank] = components.numbers.len() as u32;
                components.numbers.push(numbers);
            }
        }
        components
    }

    #[inline(always)]
    fn rank(&self, set: u32) -> usize {
        let low = self.lower[set as usize & (self.lower.len() - 1)];
        (self.upper[(set >> LOW) as usize & (self.upper.len() - 1)] + low) as usize
    }

    /// Returns the number of each free cell's component beside the tiles on a set of cells; `None` if there is
    /// only one component.
    #[inline(always)]
    pub(super) fn numbers(&self, set: u32) -> Option<&[u8; 32]> {
        self.numbers.get(self.places[self.rank(set)] as usize)
    }

    /// Returns the most bytes that the components take.
    pub(super) fn bytes(size: Size, tiles: usize) -> u64 {
        let cells = size.cells() as u64;
        let sets = (0..tiles as u64).fold(1, |sets, taken| sets * (cells - taken) / (taken + 1));
        let parts = (1 << cells.min(LOW.into())) + (1 << cells.saturating_sub(LOW.into()));
        sets * (4 + 32) + parts * 4
    }
}

/// Returns the neighbors of each cell as a set.
pub(super) fn neighbors(size: Size) -> [u32; 32] {
    let mut neighbors = [0; 32];
    for (cell, set) in neighbors.iter_mut().enumerate().take(size.cells()) {
        let near = Direction::ALL.map(|direction| size.cell(cell).neighbor(direction));
        let near = near.into_iter().filter(|&near| size.contains(near));
        *set = near.fold(0, |set, near| set | 1 << size.index(near));
    }
    neighbors
}

/// Returns the cells that are connected with those of `from` within the free ones.
pub(super) fn reach(neighbors: &[u32; 32], free: u32, from: u32) -> u32 {
    let (mut reached, mut new) = (from, from);
    while new != 0 {
        new = neighbors[new.trailing_zeros() as usize & 31] & free & !reached | new & (new - 1);
        reached |= new;
    }
    reached
}

/// Numbers the components of free cells, and counts them.
fn number(neighbors: &[u32; 32], free: u32) -> ([u8; 32], usize) {
    let (mut numbers, mut count, mut rest) = ([0; 32], 0, free);
    while rest != 0 {
        let component = reach(neighbors, free, rest & rest.wrapping_neg());
        for (cell, number) in numbers.iter_mut().enumerate() {
            if component >> cell & 1 == 1 {
                *number = count as u8;
            }
        }
        rest &= !component;
        count += 1;
    }
    (numbers, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_numbered() {
        let size = Size { rows: 3, cols: 3 };
        let components = Components::new(size, 4);
        let numbers = |set| components.numbers(set).map(|numbers| &numbers[..9]);
        assert_eq!(numbers(0b010_101_010), Some(&[0, 0, 1, 0, 2, 0, 3, 0, 4][..]));
        assert_eq!(numbers(0b000_001_111), None);
        assert_eq!(numbers(0b001_011_100), Some(&[0, 0, 0, 0, 0, 1, 0, 1, 1][..]));
    }

    #[test]
    fn few_components_lie_beside_a_group() {
        let sizes = (2..=12).flat_map(|rows| (rows..=12).map(move |cols| Size { rows, cols }));
        for size in sizes.filter(|size| size.cells() <= 25) {
            for tiles in 1..=6.min(size.cells() - 1) {
                let numbers = Components::new(size, tiles).numbers;
                let most = numbers.iter().flatten().max().copied().unwrap_or(0);
                assert!(usize::from(most) < MAX_COMPONENTS, "{size}, {tiles} tiles: {most}");
            }
        }
    }
}
