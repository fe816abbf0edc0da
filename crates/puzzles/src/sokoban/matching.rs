//! The assignment of minimum cost, by the Hungarian method with shortest augmenting paths (Kuhn 1955,
//! Jonker and Volgenant 1987).

use super::level::MAX_BOXES;

/// Returns the minimum cost of an assignment of every row to its own column; there are at least as many
/// columns as rows. Rows and columns are numbered from 1 inside.
pub(super) fn min_cost_assignment(
    rows: usize,
    cols: usize,
    cost: impl Fn(usize, usize) -> i32,
) -> i32 {
    const LEN: usize = MAX_BOXES + 1;
    // The row of each column, and the potentials of rows and columns. Column 0 stands for the new row.
    let (mut row_of, mut of_row, mut of_col) = ([0; LEN], [0; LEN], [0; LEN]);
    for row in 1..=rows {
        row_of[0] = row;
        let (mut least, mut before, mut is_done) = ([i32::MAX; LEN], [0; LEN], [false; LEN]);
        let mut col = 0;
        while row_of[col] != 0 {
            is_done[col] = true;
            let (from, mut delta, mut next) = (row_of[col], i32::MAX, 0);
            for to in (1..=cols).filter(|&to| !is_done[to]) {
                let reduced = cost(from - 1, to - 1) - of_row[from] - of_col[to];
                if reduced < least[to] {
                    (least[to], before[to]) = (reduced, col);
                }
                if least[to] < delta {
                    (delta, next) = (least[to], to);
                }
            }
            for to in 0..=cols {
                if is_done[to] {
                    of_row[row_of[to]] += delta;
                    of_col[to] -= delta;
                } else {
                    least[to] -= delta;
                }
            }
            col = next;
        }
        while col != 0 {
            row_of[col] = row_of[before[col]];
            col = before[col];
        }
    }
    -of_col[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many rows as there can be; the cheapest assignment reverses them.
    #[test]
    fn assigns_all_boxes() {
        let far = |row: usize, col: usize| i32::from((row + col).abs_diff(MAX_BOXES - 1) as u16);
        assert_eq!(min_cost_assignment(MAX_BOXES, MAX_BOXES, |row, col| 1 + far(row, col)), 64);
        assert_eq!(min_cost_assignment(2, 3, |row, col| [[1, 2, 9], [1, 5, 9]][row][col]), 3);
    }
}
