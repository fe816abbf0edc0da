//! Regions: a lower bound on the sweeps that are left.
//!
//! A *region* is a set of cells such that no peg from outside can capture one of its pegs while it is full:
//! of the two neighbors of each of its cells in each line, at least one is in the region. Nor can a peg
//! enter a full region. So the first peg that leaves it, or captures in it, begins its sweep there. A sweep
//! begins in one cell, so disjoint full regions need a sweep each (R. L. Merson; see Beasley, The Ins and
//! Outs of Peg Solitaire, 1985). A corner is a region of its own.

use super::board::{Board, Symmetry, image};
use super::goal::Goal;
use super::tables::{VALUES, tabulate};
use heureka_kit::board::BitSet as _;

/// The largest number of cells of a region.
const MAX_REGION: u32 = 7;
/// The largest number of regions: a bit for each.
const MAX_REGIONS: usize = u128::BITS as usize;
/// The largest number of families.
const MAX_FAMILIES: usize = 32;

/// Some families of disjoint regions. The bound is that of the best family.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// The cells of each region; those of one cell come first.
    cells: Vec<u64>,
    /// By part of the board and its cells: a bit for each region that misses a cell.
    broken: Vec<[u128; VALUES]>,
    /// A bit for each region of a family.
    families: Vec<u128>,
    /// The regions of one cell, of which one may stay full if the last peg may be anywhere.
    spared: u128,
}

impl Regions {
    /// Finds regions that are not full at the goal, and families that the symmetries map to each other.
    pub(super) fn new(board: &Board, goal: Goal, maps: &[&Symmetry]) -> Self {
        let mut regions = minimal_regions(board);
        // The goal may keep a full region.
        regions.retain(|&region| goal.position().is_none_or(|goal| region & !goal != 0));
        let bits = |is_in: &dyn Fn(u64) -> bool| {
            let all = (0..).zip(&regions).filter(|&(_, &region)| is_in(region));
            all.fold(0u128, |bits, (bit, _): (u32, _)| bits | 1 << bit)
        };
        let singles = bits(&|region| region.is_one());
        let families = families(&regions, singles, maps);
        Self {
            broken: tabulate(board, |cells, part| bits(&|region| region & part & !cells != 0)),
            spared: if goal == Goal::AnyPeg { singles } else { 0 },
            families,
            cells: regions,
        }
    }

    /// Returns a lower bound on the sweeps from a position. The sweeper is not a peg of it: it may leave
    /// its regions without another sweep.
    #[inline]
    pub(super) fn sweeps(&self, mut position: u64) -> u32 {
        let mut broken = 0;
        for part in &self.broken {
            broken |= part[position as usize % VALUES];
            position >>= super::tables::BITS;
        }
        let most = self.families.iter().map(|family| (family & !broken).count_ones()).max();
        most.unwrap_or(0) - u32::from(self.spared & !broken != 0)
    }

    /// Returns the regions of each family, as cells.
    pub(super) fn families(&self) -> Vec<Vec<u64>> {
        let regions = |family: &u128| {
            let mut regions = vec![];
            family.each(|region| regions.push(self.cells[region]));
            regions
        };
        self.families.iter().map(regions).collect()
    }

    /// Returns the bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.broken[..]) as u64
    }
}

/// Returns the regions that contain no other one, the smallest first; of too many, the smaller sizes.
fn minimal_regions(board: &Board) -> Vec<u64> {
    let mut found = vec![];
    for cell in 0..board.cell_count() {
        grow(board, 1 << cell, &mut found);
    }
    found.sort_unstable_by_key(|region| (region.count_ones(), *region));
    found.dedup();
    let mut minimal: Vec<u64> = vec![];
    for region in found {
        if minimal.iter().all(|smaller| smaller & !region != 0) {
            minimal.push(region);
        }
    }
    if let Some(dropped) = minimal.get(MAX_REGIONS).map(|region| region.count_ones()) {
        minimal.retain(|region| region.count_ones() < dropped);
    }
    minimal
}

/// Adds neighbors to a set of cells until it is a region.
fn grow(board: &Board, cells: u64, found: &mut Vec<u64>) {
    if cells.count_ones() > MAX_REGION {
        return;
    }
    let mut jumps = (0..).zip(board.jumps());
    let open = jumps.find(|&(jump, ends)| {
        let has = |cell: u8| cells.contains(usize::from(cell));
        has(board.over(jump)) && !has(ends.from) && !has(ends.to)
    });
    match open {
        None => found.push(cells),
        Some((_, ends)) => [ends.from, ends.to].iter().for_each(|&cell| {
            grow(board, cells | 1 << cell, found);
        }),
    }
}

/// Returns families of disjoint regions, each with its images: one begins with each region, and takes the
/// first others that fit.
fn families(regions: &[u64], singles: u128, maps: &[&Symmetry]) -> Vec<u128> {
    let mut families: Vec<u128> = vec![];
    for &first in regions {
        let (mut family, mut taken) = (vec![first], first);
        for &region in regions {
            if region & taken == 0 {
                family.push(region);
                taken |= region;
            }
        }
        let index = |region: u64| regions.iter().position(|&known| known == region);
        let mut images: Vec<u128> = vec![];
        for map in maps {
            let bits = family.iter().filter_map(|&region| index(image(map, region)));
            let bits = bits.fold(singles, |all, bit| all | 1 << bit);
            if !families.contains(&bits) && !images.contains(&bits) {
                images.push(bits);
            }
        }
        if families.len() + images.len() <= MAX_FAMILIES {
            families.extend(images);
        }
    }
    families
}
