//! The positions of the bricks: the state of a search, which is also its key.
//!
//! A small board is one mask of anchors per shape, in the narrowest words that fit. On a large board or
//! with many shapes, masks would be mostly zeros, so the state lists the anchors, one byte each.

use super::board::Board;
use super::mask::{Mask, Wide};
use heureka_core::certificate::KeyBytes;
use heureka_core::store::SetKey;
use heureka_kit::board::BitSet;
use std::fmt::Debug;
use std::hash::Hash;

/// The positions of the bricks. Bricks of one shape are interchangeable, so equal states are equal
/// values and need no normalization.
pub trait Arrangement:
    Copy + Eq + Hash + Debug + SetKey + KeyBytes + Send + Sync + 'static
{
    /// The anchors of the bricks of one shape.
    type Mask: Mask;
    /// One mask per shape.
    type Masks: Copy + AsRef<[Self::Mask]> + AsMut<[Self::Mask]>;

    /// The number of shapes that fit.
    const SHAPES: usize;
    /// The number of bricks that fit.
    const BRICKS: usize;
    /// The number of cells that fit.
    const CELLS: usize;

    /// Returns the arrangement with the given anchors for each shape.
    fn of(board: &Board<Self::Mask>, anchors: &[Vec<usize>]) -> Self;

    /// Returns the anchors of each shape.
    fn masks(&self, board: &Board<Self::Mask>) -> Self::Masks;

    /// Returns the anchor of the master brick.
    #[inline(always)]
    fn master(&self, board: &Board<Self::Mask>) -> usize {
        self.masks(board).as_ref()[0].first()
    }

    /// Returns the arrangement after the brick at `from` moves to `to`.
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
        std::array::from_fn(|i| M::of(anchors.get(i).into_iter().flatten().copied()))
    }

    #[inline(always)]
    fn masks(&self, _: &Board<M>) -> Self {
        *self
    }

    #[inline(always)]
    fn moved(&self, _: &Board<M>, from: usize, to: usize) -> Self {
        // Treats all masks the same, without a branch and without writing to one of them: reading a
        // state back as wider words right after a write would stall the processor.
        let change = M::only(from) ^ M::only(to);
        let mut moved = *self;
        for mask in &mut moved {
            *mask = *mask ^ if mask.contains(from) { change } else { M::EMPTY };
        }
        moved
    }
}

/// The anchors of all bricks as cells of the playable part, shape by shape, ascending.
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

/// Returns the place of a cell; places count one more per row.
fn place_of(cell: u8, cols: usize) -> usize {
    usize::from(cell) + usize::from(cell) / cols
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
        let mut begin = 0;
        for (places, &count) in anchors.iter().zip(&board.counts) {
            let entries = &mut list[begin..begin + count];
            for (entry, &place) in entries.iter_mut().zip(places) {
                *entry = cell_of(place, board.stride as usize);
            }
            entries.sort_unstable();
            begin += count;
        }
        Self(list)
    }

    fn masks(&self, board: &Board<Wide>) -> [Wide; SHAPES] {
        let mut masks = [Wide::EMPTY; SHAPES];
        let mut begin = 0;
        for (mask, &count) in masks.iter_mut().zip(&board.counts) {
            for &cell in &self.0[begin..begin + count] {
                let place = place_of(cell, board.frame.size.cols);
                // A key from a file may be invalid.
                if place < Wide::CAPACITY {
                    *mask |= Wide::only(place);
                }
            }
            begin += count;
        }
        masks
    }

    fn master(&self, board: &Board<Wide>) -> usize {
        place_of(self.0[0], board.frame.size.cols)
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
