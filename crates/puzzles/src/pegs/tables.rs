//! Tables by parts of seven cells: which jumps are legal, and all symmetric images at once.
//!
//! Each of a jump's three cells can rule it out, so the legal jumps are the intersection over all
//! parts. The image of a part does not depend on the others, so an image is the union over all parts.

use super::board::{Board, image};
use heureka_kit::board::BitSet as _;
use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Cells in a part.
pub(super) const BITS: usize = 7;
/// The number of values of a part.
pub(super) const VALUES: usize = 1 << BITS;

/// The largest number of symmetries of a board; missing ones are replaced by the identity.
pub(super) const IMAGES: usize = 8;

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
    /// By part and its cells: a bit for each jump that they allow.
    legal: Vec<[u128; VALUES]>,
    /// By part and its cells: their images.
    images: Vec<[Images; VALUES]>,
    /// The images of the cells that each jump changes.
    changes: Vec<Images>,
    /// The number of images that belong to different symmetries.
    symmetries: usize,
}

impl Tables {
    /// Builds the tables for the symmetries that map each of two positions to itself.
    pub(super) fn new(board: &Board, fixed: [u64; 2]) -> Self {
        let maps = board.symmetries_of(fixed);
        let images = |position| {
            let mut images = [position; IMAGES];
            for (target, map) in images.iter_mut().zip(&maps) {
                *target = image(map, position);
            }
            images
        };
        let jumps = 0..board.jumps().len();
        let legal = |cells: u64, part: u64| {
            let allowed =
                |&jump: &usize| (cells ^ board.needs(jump)) & board.changes(jump) & part == 0;
            jumps.clone().filter(allowed).fold(0, |all, jump| all | 1 << jump)
        };
        Self {
            legal: tabulate(board, legal),
            images: tabulate(board, |cells, _| images(cells)),
            changes: jumps.clone().map(|jump| images(board.changes(jump))).collect(),
            symmetries: maps.len(),
        }
    }

    /// Returns a bit for each legal jump, in their order.
    #[inline(always)]
    pub(super) fn legal(&self, mut position: u64) -> u128 {
        let mut legal = u128::MAX;
        for part in &self.legal {
            legal &= part[position as usize % VALUES];
            position >>= BITS;
        }
        legal
    }

    /// Returns the images of a position.
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

    /// Returns the representative of a position: the smallest of its images.
    #[inline(always)]
    pub(super) fn canonical(&self, position: u64) -> u64 {
        self.images(position).into_iter().fold(u64::MAX, u64::min)
    }

    /// Returns the number of positions symmetric to this one, itself included.
    #[inline(always)]
    pub(super) fn class_size(&self, position: u64) -> u64 {
        let images = self.images(position);
        let same = images[..self.symmetries].iter().filter(|&&image| image == position).count();
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
            let mut legal = self.legal(position);
            if legal == 0 {
                break;
            }
            for _ in 0..generator.random_range(0..legal.count_ones()) {
                legal = legal.without_first();
            }
            position = self.after(position, legal.first());
            game.push(position);
        }
        game
    }

    /// Returns the bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.legal[..])
            + size_of_val(&self.images[..])
            + size_of_val(&self.changes[..])) as u64
    }
}

/// Calls `visit` with the index of every bit in ascending order, a half at a time.
#[inline(always)]
pub(super) fn each_bit(bits: u128, mut visit: impl FnMut(usize)) {
    let (low, high) = bits.halves();
    for (half, first) in [(low, 0), (high, 64)] {
        half.each(|bit| visit(first + bit));
    }
}
