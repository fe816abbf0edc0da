//! The symmetries of a board: rotations and reflections.

use heureka_kit::board::Size;

/// The image of each cell.
pub(super) type Symmetry = [u8; 32];

/// Returns the symmetries of a board, the identity first: 8 if it is square, otherwise 4.
pub(super) fn symmetries(size: Size) -> Vec<Symmetry> {
    let kinds = if size.rows == size.cols { 0..8 } else { 0..4 };
    kinds.map(|kind| symmetry(size, kind)).collect()
}

/// Returns the reflection about the main diagonal, if the board has it and it keeps a cell in place.
pub(super) fn reflection(size: Size, fixed: usize) -> Option<Symmetry> {
    let reflection = symmetry(size, 4);
    (size.rows == size.cols && usize::from(reflection[fixed]) == fixed).then_some(reflection)
}

/// Returns a symmetry: bit 0 of its kind reverses the columns, bit 1 the rows, and bit 2 then swaps them.
fn symmetry(size: Size, kind: usize) -> Symmetry {
    let mut image = [0; 32];
    for (cell, image) in image.iter_mut().enumerate().take(size.cells()) {
        let (mut row, mut col) = (cell / size.cols, cell % size.cols);
        if kind & 1 > 0 {
            col = size.cols - 1 - col;
        }
        if kind & 2 > 0 {
            row = size.rows - 1 - row;
        }
        *image = if kind & 4 > 0 { col * size.cols + row } else { row * size.cols + col } as u8;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn symmetries_keep_neighbors_together() {
        for (rows, cols, count) in [(4, 4, 8), (2, 5, 4), (5, 5, 8), (3, 2, 4)] {
            let size = Size { rows, cols };
            let all = symmetries(size);
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), count);
            assert!((0..size.cells()).all(|cell| usize::from(all[0][cell]) == cell));
            for symmetry in &all {
                let at = |cell: usize| size.cell(symmetry[cell].into());
                for (a, b) in (0..size.cells()).flat_map(|a| (0..size.cells()).map(move |b| (a, b)))
                {
                    assert_eq!(at(a).manhattan(at(b)), size.cell(a).manhattan(size.cell(b)));
                }
            }
        }
        assert_eq!(reflection(Size { rows: 3, cols: 3 }, 1), None);
        assert_eq!(reflection(Size { rows: 3, cols: 3 }, 8).unwrap()[1], 3);
        assert_eq!(reflection(Size { rows: 2, cols: 5 }, 9), None);
    }
}
