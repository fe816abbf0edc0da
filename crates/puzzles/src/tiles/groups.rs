//! Groups of tiles for additive pattern databases, as the cells of their places.

use super::symmetry::{Symmetry, symmetries};
use heureka_kit::board::Size;

/// The groups of the 15-puzzle with the blank last: 6, 6 and 3 tiles (Korf and Felner 2002). A letter names
/// the group of each cell.
const FIFTEEN: &str = "acccaabbaabbabb.";

/// The groups of the 24-puzzle with the blank last: four of 6 tiles (Korf and Felner 2002). Three of them
/// are blocks of 2 by 3 in corners, so that one table serves them.
const TWENTY_FOUR: &str = "dddccdddccbbaccbbaaabbaa.";

/// Returns the groups for a goal with the blank on a cell: of at most `max` tiles each.
pub(super) fn groups(size: Size, blank: usize, max: usize) -> Vec<Vec<usize>> {
    let last = size.cells() - 1;
    let drawn = match (size.rows, size.cols) {
        (4, 4) if max >= 6 => FIFTEEN,
        (5, 5) if max >= 6 => TWENTY_FOUR,
        _ => return boustrophedon(size, blank, max),
    };
    // The drawing is turned so that its blank is where this one is.
    let turned = |symmetry: &Symmetry| usize::from(symmetry[last]) == blank;
    let Some(symmetry) = symmetries(size).into_iter().find(turned) else {
        return boustrophedon(size, blank, max);
    };
    let of = |letter: u8| {
        let cells = drawn.bytes().enumerate().filter(|&(_, other)| other == letter);
        cells.map(|(cell, _)| usize::from(symmetry[cell])).collect()
    };
    (b'a'..=b'z').map(of).take_while(|cells: &Vec<_>| !cells.is_empty()).collect()
}

/// Splits the cells but the blank's into the fewest groups of at most `max`, nearly equal in size, whose
/// cells are close together.
pub(crate) fn boustrophedon(size: Size, blank: usize, max: usize) -> Vec<Vec<usize>> {
    // On 4x4 one of the best of a dozen orders tried, with half the expansions of square groups.
    let mut cells: Vec<usize> = (0..size.cells())
        .map(|cell| {
            let (row, col) = (cell / size.cols, cell % size.cols);
            row * size.cols + if row % 2 == 0 { col } else { size.cols - 1 - col }
        })
        .filter(|&cell| cell != blank)
        .collect();
    let count = cells.len().div_ceil(max);
    let mut groups = Vec::new();
    for left in (1..=count).rev() {
        let rest = cells.split_off(cells.len().div_ceil(left));
        groups.push(std::mem::replace(&mut cells, rest));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cover_every_cell_but_the_blanks() {
        for (rows, cols, max) in [(2, 2, 6), (3, 3, 6), (4, 4, 6), (4, 4, 5), (5, 5, 6), (3, 8, 3)]
        {
            let size = Size { rows, cols };
            for blank in 0..size.cells() {
                let groups = groups(size, blank, max);
                assert!(groups.iter().all(|group| (1..=max).contains(&group.len())));
                let mut cells = groups.concat();
                cells.push(blank);
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..size.cells()), "{size}, blank {blank}");
            }
        }
        let last = Size { rows: 4, cols: 4 };
        assert_eq!(groups(last, 15, 6)[2], [1, 2, 3]);
        assert_eq!(groups(last, 0, 6)[2], [14, 13, 12]);
    }
}
