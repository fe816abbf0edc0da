//! Position classes: colorings of the cells whose parity no jump changes.
//!
//! Color the cells so that every three in a line contain none or two colored ones. A jump changes all
//! three, so the number of pegs on colored cells keeps its parity. Most boards have sixteen such
//! colorings; their parities are a position's class (Reiss 1857; de Bruijn 1972).

use super::board::Board;
use heureka_kit::board::BitSet as _;

/// The largest number of colorings in a basis of which all sums are compared.
const MAX_SUMMED: usize = 8;

/// Returns a basis of the colorings, a bit for each colored cell.
pub(super) fn colorings(board: &Board) -> Vec<u64> {
    // Gaussian elimination: each line is an equation for the colors of its cells.
    let mut equations: Vec<(usize, u64)> = vec![];
    for jump in 0..board.jumps().len() {
        let mut line = board.changes(jump);
        for &(cell, equation) in &equations {
            if line.contains(cell) {
                line ^= equation;
            }
        }
        if line == 0 {
            continue;
        }
        let cell = line.first();
        for (_, equation) in &mut equations {
            if equation.contains(cell) {
                *equation ^= line;
            }
        }
        equations.push((cell, line));
    }
    // Each cell that no equation determines can be colored, which colors the cells that depend on it.
    let determined = equations.iter().fold(0u64, |all, (cell, _)| all | 1 << cell);
    let mut basis = vec![];
    board.complement(determined).each(|free| {
        let depends = equations.iter().filter(|(_, equation)| equation.contains(free));
        basis.push(depends.fold(1 << free, |all, (cell, _)| all | 1 << cell));
    });
    basis
}

/// Returns whether a position has an odd number of pegs on colored cells.
pub(super) fn is_odd(position: u64, coloring: u64) -> bool {
    (position & coloring).count_ones() % 2 == 1
}

/// Returns a smallest coloring on which two positions have different parity.
pub(super) fn difference(board: &Board, start: u64, goal: u64) -> Option<u64> {
    let mut all = colorings(board);
    if all.len() <= MAX_SUMMED {
        let sums = (1..1u32 << all.len()).map(|chosen| {
            let mut sum = 0;
            chosen.each(|index| sum ^= all[index]);
            sum
        });
        all = sums.collect();
    }
    let differ = all.into_iter().filter(|&coloring| is_odd(start ^ goal, coloring));
    differ.min_by_key(|coloring| coloring.count_ones())
}

/// Returns colorings whose parities at a position differ from those of every single peg, if that is so.
pub(super) fn difference_from_any_peg(board: &Board, position: u64) -> Option<Vec<u64>> {
    let basis = colorings(board);
    let is_same = |cell: usize| {
        basis.iter().all(|&coloring| is_odd(position, coloring) == coloring.contains(cell))
    };
    (!(0..board.cell_count()).any(is_same)).then_some(basis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colorings_are_invariant_and_as_many_as_known() {
        for board in Board::all() {
            let basis = colorings(board);
            assert_eq!(basis.len(), if board.is_triangular() { 2 } else { 4 }, "{}", board.name());
            for jump in 0..board.jumps().len() {
                assert!(basis.iter().all(|c| (c & board.changes(jump)).count_ones() % 2 == 0));
            }
        }
    }

    #[test]
    fn complement_problems_are_unsolvable_on_the_french_board_and_the_diamond() {
        for board in Board::all() {
            for cell in 0..board.cell_count() {
                let found = difference(board, board.full() ^ 1 << cell, 1 << cell);
                let never = [Some(1), Some(5)].contains(&board.number());
                assert_eq!(found.is_some(), never, "{}", board.name());
            }
        }
    }
}
