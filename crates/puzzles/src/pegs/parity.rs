//! Position classes: colorings of the cells that no jump can get round.
//!
//! Color cells so that of every three in a line none or two are colored. A jump changes all three
//! cells of a line, so the pegs on colored cells stay even or stay odd for the whole game. There are
//! sixteen such colorings on most boards, and the parities of all of them are a position's class
//! (Reiss 1857; de Bruijn 1972).

use super::board::Board;

/// Colorings that generate all others by adding them up; a bit for each colored cell.
pub(super) fn colorings(board: &Board) -> Vec<u64> {
    // Gaussian elimination over the lines, as equations for the colors of their cells.
    let mut equations: Vec<(u32, u64)> = vec![];
    for jump in 0..board.jumps().len() {
        let mut line = board.changes(jump);
        for &(cell, equation) in &equations {
            if line >> cell & 1 == 1 {
                line ^= equation;
            }
        }
        if line == 0 {
            continue;
        }
        let cell = line.trailing_zeros();
        for (_, equation) in &mut equations {
            if *equation >> cell & 1 == 1 {
                *equation ^= line;
            }
        }
        equations.push((cell, line));
    }
    // Each cell that no equation determines may be colored, which colors those that depend on it.
    let determined = equations.iter().fold(0u64, |all, (cell, _)| all | 1 << cell);
    let free = (0..board.len()).filter(|&cell| determined >> cell & 1 == 0);
    free.map(|free| {
        let depends = equations.iter().filter(|(_, equation)| equation >> free & 1 == 1);
        depends.fold(1 << free, |all, (cell, _)| all | 1 << cell)
    })
    .collect()
}

/// A coloring with as few cells as possible on which two positions have pegs of different parity.
pub(super) fn difference(board: &Board, start: u64, goal: u64) -> Option<u64> {
    let basis = colorings(board);
    let sums = (1..1u32 << basis.len()).map(|chosen| {
        let taken = (0..).zip(&basis).filter(|&(i, _)| chosen >> i & 1 == 1);
        taken.fold(0, |all, (_, coloring)| all ^ coloring)
    });
    let differs = |coloring: &u64| ((start ^ goal) & coloring).count_ones() % 2 == 1;
    sums.filter(differs).min_by_key(|coloring| coloring.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colorings_are_invariant_and_as_many_as_known() {
        for board in Board::all() {
            let basis = colorings(board);
            assert_eq!(basis.len(), if board.is_triangle() { 2 } else { 4 }, "{}", board.name);
            for jump in 0..board.jumps().len() {
                assert!(basis.iter().all(|c| (c & board.changes(jump)).count_ones() % 2 == 0));
            }
        }
    }

    /// On the French board and the diamond no peg can end where the only hole was.
    #[test]
    fn complement_problems_are_told_apart() {
        for board in Board::all() {
            for cell in 0..board.len() {
                let found = difference(board, board.full() ^ 1 << cell, 1 << cell);
                assert_eq!(found.is_some(), [1, 5].contains(&board.number), "{}", board.name);
            }
        }
    }
}
