//! Pagoda functions: values of the cells such that no jump raises the sum over all pegs (Conway;
//! Beasley, "The Ins and Outs of Peg Solitaire", 1985).
//!
//! If the goal is worth more than the start, it is unreachable. Such values exist exactly if no
//! nonnegative combination of jumps leads from start to goal. So linear programming finds them, as the
//! dual solution of the first phase of the simplex method. It computes in floating point. The result
//! is scaled to integers and checked on every jump, so no proof depends on rounding.

use super::board::Board;
use heureka_kit::board::BitSet as _;

/// A value for each cell.
pub(super) type Values = Vec<i32>;

/// Numbers closer to 0 than this count as 0.
const EPSILON: f64 = 1e-9;
/// The largest factor that is tried to make values integers.
const MAX_DENOMINATOR: i32 = 60;
/// The number of pivots before Bland's rule applies, which cannot cycle.
const PIVOTS_BEFORE_BLAND: usize = 1000;
/// The number of pivots before the simplex method gives up.
const MAX_PIVOTS: usize = 20_000;

/// Returns the sum of the values of a position's pegs.
pub(super) fn worth(values: &[i32], position: u64) -> i32 {
    let mut sum = 0;
    position.each(|cell| sum += values[cell]);
    sum
}

/// Returns whether no jump raises the worth of a position.
pub(super) fn is_pagoda(board: &Board, values: &[i32]) -> bool {
    let value = |cell: u8| values[usize::from(cell)];
    values.len() == board.cell_count()
        && (0..)
            .zip(board.jumps())
            .all(|(index, jump)| value(jump.from) + value(board.over(index)) >= value(jump.to))
}

/// Returns a pagoda function by which the goal is worth more than the start, if there is one.
pub(super) fn between(board: &Board, start: u64, goal: u64) -> Option<Values> {
    let values = to_integers(&dual_solution(board, start, goal)?)?;
    let proves = is_pagoda(board, &values) && worth(&values, start) < worth(&values, goal);
    proves.then_some(values)
}

/// Returns the image of a function under a symmetry.
pub(super) fn image(map: &[u8], values: &[i32]) -> Values {
    let mut image = vec![0; values.len()];
    for (&value, &cell) in values.iter().zip(map) {
        image[usize::from(cell)] = value;
    }
    image
}

/// Returns the sum of a function's images, which is a pagoda function too.
pub(super) fn symmetrized(board: &Board, values: &[i32]) -> Values {
    let mut sum = vec![0; values.len()];
    for map in board.symmetries() {
        sum.iter_mut().zip(image(map, values)).for_each(|(sum, value)| *sum += value);
    }
    reduced(sum)
}

/// Divides values by their greatest common divisor.
fn reduced(mut values: Values) -> Values {
    let divisor = values.iter().fold(0, |mut a: i32, &value| {
        let mut b = value.abs();
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    for value in &mut values {
        *value /= divisor.max(1);
    }
    values
}

/// Multiplies values by the smallest factor that makes them integers.
fn to_integers(values: &[f64]) -> Option<Values> {
    (1..=MAX_DENOMINATOR).find_map(|factor| {
        let scaled = values.iter().map(|value| value * f64::from(factor));
        let near = |value: f64| (value - value.round()).abs() < 1e-5 && value.abs() < 1e4;
        scaled.clone().all(near).then(|| reduced(scaled.map(|v| v.round() as i32).collect()))
    })
}

/// Returns the dual solution of "combine jumps to lead from start to goal with the least deficit",
/// unless the deficit can be 0.
fn dual_solution(board: &Board, start: u64, goal: u64) -> Option<Vec<f64>> {
    let (rows, jumps) = (board.cell_count(), board.jumps().len());
    let width = jumps + rows + 1;
    // A row for each cell with the jumps, the deficit, and the surplus, made nonnegative.
    let mut table = vec![0.0; (rows + 1) * width];
    let mut signs = vec![1.0; rows];
    for cell in 0..rows {
        let surplus = f64::from(start.contains(cell)) - f64::from(goal.contains(cell));
        if surplus < 0.0 {
            signs[cell] = -1.0;
        }
        table[cell * width + jumps + cell] = 1.0;
        table[cell * width + width - 1] = surplus.abs();
    }
    for (index, jump) in board.jumps().iter().enumerate() {
        for (cell, removed) in [(jump.from, 1.0), (board.over(index), 1.0), (jump.to, -1.0)] {
            let cell = usize::from(cell);
            table[cell * width + index] = removed * signs[cell];
        }
    }
    // The last row holds the reduced costs.
    for column in (0..jumps).chain([width - 1]) {
        table[rows * width + column] =
            -(0..rows).map(|row| table[row * width + column]).sum::<f64>();
    }
    let mut basis: Vec<usize> = (jumps..jumps + rows).collect();
    for pivots in 0.. {
        let costs = &table[rows * width..];
        let improves = |&jump: &usize| costs[jump] < -EPSILON;
        let enters = if pivots < PIVOTS_BEFORE_BLAND {
            (0..jumps).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).filter(improves)
        } else {
            (0..jumps).find(improves)
        };
        let Some(enters) = enters else { break };
        let leaves = (0..rows)
            .filter(|&row| table[row * width + enters] > EPSILON)
            .map(|row| (table[row * width + width - 1] / table[row * width + enters], row))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(basis[a.1].cmp(&basis[b.1])));
        let (_, leaves) = leaves.filter(|_| pivots < MAX_PIVOTS)?;
        pivot(&mut table, width, leaves, enters);
        basis[leaves] = enters;
    }
    let costs = &table[rows * width..];
    let deficit = -costs[width - 1];
    (deficit > 1e-7).then(|| (0..rows).map(|row| (costs[jumps + row] - 1.0) * signs[row]).collect())
}

/// Brings a column into the basis in place of the one of a row.
fn pivot(table: &mut [f64], width: usize, row: usize, column: usize) {
    let by = table[row * width + column];
    let chosen: Vec<f64> =
        table[row * width..(row + 1) * width].iter().map(|value| value / by).collect();
    for (at, line) in table.chunks_exact_mut(width).enumerate() {
        if at == row {
            line.copy_from_slice(&chosen);
            continue;
        }
        let factor = line[column];
        if factor.abs() > 1e-12 {
            for (value, pivot) in line.iter_mut().zip(&chosen) {
                *value -= factor * pivot;
            }
        }
    }
}
