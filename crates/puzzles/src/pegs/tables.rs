//! Tables by parts of seven cells: which jumps are legal, and all symmetric images at once.
//!
//! Each of a jump's three cells can rule it out, so the legal jumps are the intersection over all
//! parts. The image of a part does not depend on the others, so an image is the union over all parts.

use super::board::{Board, Symmetry, image};
use super::sweep::with_sweeper;
use heureka_kit::board::BitSet as _;
use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Cells in a part.
pub(super) const BITS: usize = 7;
/// The number of values of a part.
pub(super) const VALUES: usize = 1 << BITS;

/// The largest number of symmetries of a board; missing ones are replaced by the identity.
pub(super) const IMAGES: usize = 8;

/// The jumps in a group: a bit for each.
const GROUP: usize = u128::BITS as usize;

/// The images of a position under every symmetry.
pub(super) type Images = [u64; IMAGES];

/// Tabulates a function of a part: `value(cells, part)`, where `cells` is a subset of `part`.
pub(super) fn tabulate<T>(board: &Board, value: impl Fn(u64, u64) -> T) -> Vec<[T; VALUES]> {
    let parts = (0..board.cell_count()).step_by(BITS).map(|first| {
        let part = ((VALUES - 1) as u64) << first & board.full();
        std::array::from_fn(|cells| value((cells as u64) << first & part, part))
    });
    parts.collect()
}

/// Tables for one board and some of its symmetries.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// By group of jumps, part and its cells: a bit for each jump that they allow. The six boards have
    /// one group.
    legal: Vec<Vec<[u128; VALUES]>>,
    /// By part and its cells: their images.
    images: Vec<[Images; VALUES]>,
    /// The images of the cells that each jump changes.
    changes: Vec<Images>,
    /// The images of the sweeper in each cell, without a position.
    sweepers: Vec<Images>,
    /// By cell: of each jump from there, the cells that it changes and those that need pegs.
    jumps_from: Vec<Vec<(u64, u64)>>,
    /// The number of images that belong to different symmetries.
    symmetries: usize,
}

impl Tables {
    /// Builds the tables for some symmetries, which form a group; the identity is the first.
    pub(super) fn new(board: &Board, maps: &[&Symmetry]) -> Self {
        let images_by = |value: u64, image: &dyn Fn(&Symmetry) -> u64| {
            let mut images = [value; IMAGES];
            for (target, map) in images.iter_mut().zip(maps) {
                *target = image(map);
            }
            images
        };
        let images = |position| images_by(position, &|map| image(map, position));
        let jumps: Vec<usize> = (0..board.jumps().len()).collect();
        let legal = |jumps: &[usize], cells: u64, part: u64| {
            let allowed =
                |jump: usize| (cells ^ board.needs(jump)) & board.changes(jump) & part == 0;
            let bits = (0..).zip(jumps).filter(|&(_, &jump)| allowed(jump));
            bits.fold(0, |all, (bit, _): (u32, _)| all | 1 << bit)
        };
        let cells = 0..board.cell_count() as u8;
        let jumps_from = |cell: u8| {
            let jumps = jumps.iter().filter(|&&jump| board.jumps()[jump].from == cell);
            jumps.map(|&jump| (board.changes(jump), board.needs(jump))).collect()
        };
        Self {
            legal: jumps
                .chunks(GROUP)
                .map(|group| tabulate(board, |cells, part| legal(group, cells, part)))
                .collect(),
            images: tabulate(board, |cells, _| images(cells)),
            changes: jumps.iter().map(|&jump| images(board.changes(jump))).collect(),
            sweepers: cells
                .clone()
                .map(|cell| {
                    let to = |cell: u8| with_sweeper(0, cell);
                    images_by(to(cell), &|map| to(map[usize::from(cell)]))
                })
                .collect(),
            jumps_from: cells.map(jumps_from).collect(),
            symmetries: maps.len(),
        }
    }

    /// Calls `visit` with the index of each legal jump, in their order.
    #[inline(always)]
    pub(super) fn each_legal(&self, position: u64, mut visit: impl FnMut(usize)) {
        for (group, first) in self.legal.iter().zip((0..).step_by(GROUP)) {
            each_bit(legal_in(group, position), |bit| visit(first + bit));
        }
    }

    /// Returns the number of legal jumps.
    #[inline(always)]
    pub(super) fn count_legal(&self, position: u64) -> u32 {
        self.legal.iter().map(|group| legal_in(group, position).count_ones()).sum()
    }

    /// Returns whether the peg in a cell can jump.
    #[inline(always)]
    pub(super) fn can_jump(&self, position: u64, cell: u8) -> bool {
        let jumps = &self.jumps_from[usize::from(cell)];
        jumps.iter().any(|&(changes, needs)| position & changes == needs)
    }

    /// Returns the images of a sweeper, without a position.
    #[inline(always)]
    pub(super) fn sweeper_images(&self, cell: u8) -> &Images {
        &self.sweepers[usize::from(cell)]
    }

    /// Returns the images of a position.
    #[inline(always)]
    pub(super) fn images(&self, mut position: u64) -> Images {
        let mut images = [0; IMAGES];
        for part in &self.images {
            let of_part = &part[position as usize % VALUES];
            (0..IMAGES).for_each(|i| images[i] |= of_part[i]);
            position >>= BITS;
        }
        images
    }

    /// Returns the position after a jump, given by its index.
    #[inline(always)]
    pub(super) fn after(&self, position: u64, jump: usize) -> u64 {
        position ^ self.changes[jump][0]
    }

    /// Returns the representative of the position after a jump, from the images of the one before.
    #[inline(always)]
    pub(super) fn canonical_after(&self, before: &Images, jump: usize) -> u64 {
        let changes = &self.changes[jump];
        (0..IMAGES).fold(u64::MAX, |low, i| low.min(before[i] ^ changes[i]))
    }

    /// Returns the representative of the state after a jump of a peg that can jump again.
    #[inline(always)]
    pub(super) fn canonical_after_sweep(&self, before: &Images, jump: usize, sweeper: u8) -> u64 {
        let (changes, sweeper) = (&self.changes[jump], self.sweeper_images(sweeper));
        (0..IMAGES).fold(u64::MAX, |low, i| low.min(before[i] ^ changes[i] | sweeper[i]))
    }

    /// Returns the number of states symmetric to this one, itself included, given its images.
    #[inline(always)]
    pub(super) fn class_size(&self, state: u64, images: &Images) -> u64 {
        let same = images[..self.symmetries].iter().filter(|&&image| image == state).count();
        (self.symmetries / same) as u64
    }

    /// Plays random jumps until a number of pegs is left or no jump is legal. Returns all positions.
    pub(super) fn random_game(
        &self,
        start: u64,
        pegs: u32,
        generator: &mut Xoshiro256PlusPlus,
    ) -> Vec<u64> {
        let mut game = vec![start];
        let mut position = start;
        while position.count_ones() > pegs {
            let legal = self.count_legal(position);
            if legal == 0 {
                break;
            }
            let (mut skipped, mut chosen) = (generator.random_range(0..legal), 0);
            self.each_legal(position, |jump| {
                if skipped == 0 {
                    chosen = jump;
                }
                skipped = skipped.wrapping_sub(1);
            });
            position = self.after(position, chosen);
            game.push(position);
        }
        game
    }

    /// Returns the bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        let legal: usize = self.legal.iter().map(|group| size_of_val(&group[..])).sum();
        (legal + size_of_val(&self.images[..]) + size_of_val(&self.changes[..])) as u64
    }
}

/// Returns a bit for each legal jump of a group, in their order.
#[inline(always)]
fn legal_in(group: &[[u128; VALUES]], mut position: u64) -> u128 {
    let mut legal = u128::MAX;
    for part in group {
        legal &= part[position as usize % VALUES];
        position >>= BITS;
    }
    legal
}

/// Returns the smallest of some images: the representative of a class.
#[inline(always)]
pub(super) fn smallest(images: &Images) -> u64 {
    images.iter().fold(u64::MAX, |low, &image| low.min(image))
}

/// Calls `visit` with the index of every bit in ascending order, a half at a time.
#[inline(always)]
fn each_bit(bits: u128, mut visit: impl FnMut(usize)) {
    let (low, high) = bits.halves();
    for (half, first) in [(low, 0), (high, 64)] {
        half.each(|bit| visit(first + bit));
    }
}
