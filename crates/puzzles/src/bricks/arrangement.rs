//! Where the bricks stand: the state of a search, and its key as it is.
//!
//! A small board is one mask of anchors for each shape, in words as narrow as it allows. On a large one,
//! or with many shapes, that would be mostly zeros; there the anchors themselves are listed, a byte each.

use super::board::Board;
use super::mask::{Mask, Wide};
use heureka_core::certificate::KeyBytes;
use heureka_core::store::SetKey;
use std::fmt::Debug;
use std::hash::Hash;

/// Where the bricks stand. Bricks of one shape are the same to it, so that equal arrangements are equal
/// states, and nothing has to be brought into normal form.
pub trait Arrangement:
    Copy + Eq + Hash + Debug + SetKey + KeyBytes + Send + Sync + 'static
{
    /// The anchors of one shape's bricks.
    type Mask: Mask;
    /// A mask for each shape.
    type Masks: Copy + AsRef<[Self::Mask]> + AsMut<[Self::Mask]>;

    /// How many shapes there can be.
    const SHAPES: usize;
    /// How many bricks there can be.
    const BRICKS: usize;
    /// How many cells there can be.
    const CELLS: usize;

    /// The arrangement with these anchors.
    fn of(board: &Board<Self::Mask>, anchors: &[Vec<usize>]) -> Self;

    /// The anchors of each shape's bricks.
    fn masks(&self, board: &Board<Self::Mask>) -> Self::Masks;

    /// The anchor of the master brick.
    #[inline(always)]
    fn master(&self, board: &Board<Self::Mask>) -> usize {
        self.masks(board).as_ref()[0].lowest()
    }

    /// The arrangement after the brick at one place went to another.
    #[must_use]
    fn moved(&self, board: &Board<Self::Mask>, from: usize, to: usize) -> Self;
}

impl<M: Mask + SetKey + KeyBytes, const N: usize> Arrangement for [M; N]
where
    [M; N]: SetKey,
{
    type Mask = M;
    type Masks = Self;

    const SHAPES: usize = N;
    const BRICKS: usize = usize::MAX;
    const CELLS: usize = usize::MAX;

    fn of(_: &Board<M>, anchors: &[Vec<usize>]) -> Self {
        let mut masks = [M::NONE; N];
        for (mask, places) in masks.iter_mut().zip(anchors) {
            *mask = places.iter().fold(M::NONE, |mask, &place| mask | M::one(place));
        }
        masks
    }

    #[inline(always)]
    fn masks(&self, _: &Board<M>) -> Self {
        *self
    }

    #[inline(always)]
    fn moved(&self, _: &Board<M>, from: usize, to: usize) -> Self {
        // All masks are looked at alike, without a jump and without writing to one of them: reading
        // a state back as wider words just after that would make the processor wait.
        let change = M::one(from) ^ M::one(to);
        std::array::from_fn(|i| if self[i].has(from) { self[i] ^ change } else { self[i] })
    }
}

/// The anchors of all bricks, shape by shape, ascending, as cells of the playable part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct List<const N: usize, const SHAPES: usize>([u8; N]);

impl<const N: usize, const SHAPES: usize> SetKey for List<N, SHAPES> {
    const HOLE: Self = Self([u8::MAX; N]);
}

impl<const N: usize, const SHAPES: usize> KeyBytes for List<N, SHAPES> {
    const SIZE: usize = N;
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }
    fn get(bytes: &[u8]) -> Self {
        Self(std::array::from_fn(|i| bytes[i]))
    }
}

/// From the number of a cell, without places between rows, to the place, and back.
fn place_of(cell: u8, width: usize) -> usize {
    usize::from(cell) + usize::from(cell) / width
}

fn cell_of(place: usize, stride: usize) -> u8 {
    (place - place / stride) as u8
}

impl<const N: usize, const SHAPES: usize> Arrangement for List<N, SHAPES> {
    type Mask = Wide;
    type Masks = [Wide; SHAPES];

    const SHAPES: usize = SHAPES;
    const BRICKS: usize = N;
    const CELLS: usize = 256;

    fn of(board: &Board<Wide>, anchors: &[Vec<usize>]) -> Self {
        let mut list = [0; N];
        let mut at = 0;
        for (places, &count) in anchors.iter().zip(&board.counts) {
            let mut cells: Vec<_> =
                places.iter().map(|&place| cell_of(place, board.stride as usize)).collect();
            cells.sort_unstable();
            for (entry, cell) in list[at..at + count].iter_mut().zip(cells) {
                *entry = cell;
            }
            at += count;
        }
        Self(list)
    }

    fn masks(&self, board: &Board<Wide>) -> [Wide; SHAPES] {
        let mut masks = [Wide::NONE; SHAPES];
        let mut at = 0;
        for (mask, &count) in masks.iter_mut().zip(&board.counts) {
            for &cell in &self.0[at..at + count] {
                let place = place_of(cell, board.frame.width);
                // A key from a file may be none of ours.
                if place < Wide::PLACES {
                    *mask = *mask | Wide::one(place);
                }
            }
            at += count;
        }
        masks
    }

    fn master(&self, board: &Board<Wide>) -> usize {
        place_of(self.0[0], board.frame.width)
    }

    fn moved(&self, board: &Board<Wide>, from: usize, to: usize) -> Self {
        let stride = board.stride as usize;
        let (from, to) = (cell_of(from, stride), cell_of(to, stride));
        let mut list = self.0;
        let mut begin = 0;
        for &count in &board.counts {
            let cells = &mut list[begin..begin + count];
            if let Some(cell) = cells.iter_mut().find(|cell| **cell == from) {
                *cell = to;
                cells.sort_unstable();
                break;
            }
            begin += count;
        }
        Self(list)
    }
}
