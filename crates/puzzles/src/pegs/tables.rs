//! Positions looked up seven cells at a time: which jumps are legal, and all mirror images at once.
//!
//! A jump is ruled out by any one of its three cells, so the legal jumps are what every part of the
//! board leaves. A part's image does not depend on the others, so an image is the parts' together.

use super::board::{Board, turned};

/// Cells looked up together.
pub(super) const BITS: usize = 7;
/// Values of so many cells.
pub(super) const VALUES: usize = 1 << BITS;

/// The most symmetries that a board has; fewer are filled up with the identity.
pub(super) const IMAGES: usize = 8;

/// The images of a position under every symmetry.
pub(super) type Images = [u64; IMAGES];

/// Tables for one board and those of its symmetries that are of use.
#[derive(Debug)]
pub(super) struct Tables {
    /// By part of the board and its cells: a bit for each jump that they do not rule out.
    legal: Vec<[u128; VALUES]>,
    /// By part of the board and its cells: what they become under every symmetry.
    images: Vec<[Images; VALUES]>,
    /// What each jump changes, under every symmetry.
    changes: Vec<Images>,
    /// How many of the images are those of different symmetries.
    symmetries: usize,
}

impl Tables {
    /// Tables for a board and the symmetries that leave each of `fixed` as it is.
    pub(super) fn new(board: &Board, fixed: &[u64]) -> Self {
        let keeps =
            |map: &&Vec<u8>| fixed.iter().all(|&position| turned(map, position) == position);
        let maps: Vec<_> = board.symmetries().iter().filter(keeps).collect();
        let images = |position| {
            let mut images = [position; IMAGES];
            for (image, map) in images.iter_mut().zip(&maps) {
                *image = turned(map, position);
            }
            images
        };
        let mut tables = Self {
            legal: vec![],
            images: vec![],
            changes: (0..board.jumps().len()).map(|jump| images(board.changes(jump))).collect(),
            symmetries: maps.len(),
        };
        for first in (0..board.len()).step_by(BITS) {
            let part = ((VALUES - 1) as u64) << first & board.full();
            let mut legal = [0; VALUES];
            let mut turned = [[0; IMAGES]; VALUES];
            for value in 0..VALUES {
                let cells = (value as u64) << first & part;
                legal[value] = (0..board.jumps().len())
                    .filter(|&jump| (cells ^ board.needs(jump)) & board.changes(jump) & part == 0)
                    .fold(0, |all, jump| all | 1 << jump);
                turned[value] = images(cells);
            }
            tables.legal.push(legal);
            tables.images.push(turned);
        }
        tables
    }

    /// A bit for each legal jump, in their order.
    #[inline(always)]
    pub(super) fn legal(&self, mut position: u64) -> u128 {
        let mut legal = u128::MAX;
        for part in &self.legal {
            legal &= part[position as usize % VALUES];
            position >>= BITS;
        }
        legal
    }

    /// The position under every symmetry.
    #[inline(always)]
    pub(super) fn images(&self, mut position: u64) -> Images {
        let mut images = [0; IMAGES];
        for part in &self.images {
            let of_part = &part[position as usize % VALUES];
            for (image, cells) in images.iter_mut().zip(of_part) {
                *image |= cells;
            }
            position >>= BITS;
        }
        images
    }

    /// The position after a jump, given by its place.
    #[inline(always)]
    pub(super) fn after(&self, position: u64, jump: usize) -> u64 {
        position ^ self.changes[jump][0]
    }

    /// The representative of the position after a jump, from the images of the one before.
    #[inline(always)]
    pub(super) fn least_after(&self, before: &Images, jump: usize) -> u64 {
        let changes = &self.changes[jump];
        (0..IMAGES).fold(u64::MAX, |low, i| low.min(before[i] ^ changes[i]))
    }

    /// The representative of a position: the least of its images.
    #[inline(always)]
    pub(super) fn least(&self, position: u64) -> u64 {
        self.images(position).into_iter().fold(u64::MAX, u64::min)
    }

    /// How many positions look like this one.
    #[inline(always)]
    pub(super) fn look_alikes(&self, position: u64) -> u64 {
        let images = self.images(position);
        let same = images[..self.symmetries].iter().filter(|&&image| image == position).count();
        (self.symmetries / same) as u64
    }

    /// The bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.legal[..])
            + size_of_val(&self.images[..])
            + size_of_val(&self.changes[..])) as u64
    }
}

/// Calls `visit` with the place of every bit, the lowest first.
#[inline(always)]
pub(super) fn each_bit(bits: u128, mut visit: impl FnMut(usize)) {
    for (half, first) in [(bits as u64, 0), ((bits >> 64) as u64, 64)] {
        let mut left = half;
        while left != 0 {
            visit(first + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}
