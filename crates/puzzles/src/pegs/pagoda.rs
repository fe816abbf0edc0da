//! Pagoda functions: values of the cells that no jump can raise (Conway; Beasley, "The Ins and Outs
//! of Peg Solitaire", 1985).
//!
//! If in every jump the peg that jumps and the one it takes are worth at least as much as the peg
//! that lands, no position is worth more than one before it. So a goal that is worth more than the
//! start cannot be reached. Such values exist exactly if no mixture of jumps, in any order and with
//! fractions allowed, leads from start to goal, so linear programming finds them: by the dual of the
//! first phase of the simplex method. It reckons in floating point; what comes out is made whole and
//! then checked in whole numbers on every jump, so that nothing rests on rounding.

use super::board::Board;

/// A value for each cell.
pub(super) type Values = Vec<i32>;

/// What is nearer to 0 than this is 0.
const SMALL: f64 = 1e-9;
/// Denominators that are tried to make values whole.
const LARGEST_DENOMINATOR: i32 = 60;
/// After so many pivots the simplex method goes by Bland's rule, which cannot run in circles.
const PATIENCE: usize = 1000;
/// After so many it gives up.
const LONGEST: usize = 20_000;

/// What the pegs of a position are worth together.
pub(super) fn worth(values: &[i32], position: u64) -> i32 {
    (0..).zip(values).filter(|&(cell, _)| position >> cell & 1 == 1).map(|(_, value)| value).sum()
}

/// Whether no jump raises what a position is worth.
pub(super) fn is_pagoda(board: &Board, values: &[i32]) -> bool {
    let value = |cell: u8| values[usize::from(cell)];
    values.len() == board.len()
        && (0..board.jumps().len()).all(|jump| {
            let ends = board.jumps()[jump];
            value(ends.from) + value(board.over(jump)) >= value(ends.to)
        })
}

/// A pagoda function by which the goal is worth more than the start, if there is one.
pub(super) fn between(board: &Board, start: u64, goal: u64) -> Option<Values> {
    let values = whole(&dual(board, start, goal)?)?;
    let proves = is_pagoda(board, &values) && worth(&values, start) < worth(&values, goal);
    proves.then_some(values)
}

/// The same with the values of its images added up, which is a pagoda function as well.
pub(super) fn symmetrised(board: &Board, values: &[i32]) -> Values {
    let mut sum = vec![0; values.len()];
    for map in board.symmetries() {
        for (value, &cell) in values.iter().zip(map) {
            sum[usize::from(cell)] += value;
        }
    }
    reduced(sum)
}

/// Divided by what all values have in common.
fn reduced(mut values: Values) -> Values {
    let divisor = values.iter().fold(0, |mut a: i32, &value| {
        let mut b = value.abs();
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    if divisor > 1 {
        for value in &mut values {
            *value /= divisor;
        }
    }
    values
}

/// The values multiplied by the least number that makes them whole.
fn whole(values: &[f64]) -> Option<Values> {
    (1..=LARGEST_DENOMINATOR).find_map(|factor| {
        let scaled = values.iter().map(|value| value * f64::from(factor));
        let near = |value: f64| (value - value.round()).abs() < 1e-5 && value.abs() < 1e4;
        scaled.clone().all(near).then(|| reduced(scaled.map(|v| v.round() as i32).collect()))
    })
}

/// Values by which no jump is worth taking, yet the goal is worth more than the start: the dual
/// solution of "minimize what is missing when jumps are mixed to lead from start to goal".
fn dual(board: &Board, start: u64, goal: u64) -> Option<Vec<f64>> {
    let (rows, jumps) = (board.len(), board.jumps().len());
    let width = jumps + rows + 1;
    // A row for each cell: jumps, what is missing, and what has to go. None of the last is negative.
    let mut table = vec![0.0; (rows + 1) * width];
    let mut signs = vec![1.0; rows];
    for cell in 0..rows {
        let goes = f64::from(start >> cell & 1 == 1) - f64::from(goal >> cell & 1 == 1);
        if goes < 0.0 {
            signs[cell] = -1.0;
        }
        table[cell * width + jumps + cell] = 1.0;
        table[cell * width + width - 1] = goes.abs();
    }
    for jump in 0..jumps {
        let ends = board.jumps()[jump];
        for (cell, goes) in [(ends.from, 1.0), (board.over(jump), 1.0), (ends.to, -1.0)] {
            let cell = usize::from(cell);
            table[cell * width + jump] = goes * signs[cell];
        }
    }
    // The last row says how much less is missing for a little more of each jump.
    for column in (0..jumps).chain([width - 1]) {
        table[rows * width + column] =
            -(0..rows).map(|row| table[row * width + column]).sum::<f64>();
    }
    let mut basis: Vec<usize> = (jumps..jumps + rows).collect();
    for pivots in 0.. {
        let costs = &table[rows * width..];
        let enters = if pivots < PATIENCE {
            (0..jumps).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).filter(|&j| costs[j] < -SMALL)
        } else {
            (0..jumps).find(|&jump| costs[jump] < -SMALL)
        };
        let Some(enters) = enters else { break };
        let leaves = (0..rows)
            .filter(|&row| table[row * width + enters] > SMALL)
            .map(|row| (table[row * width + width - 1] / table[row * width + enters], row))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(basis[a.1].cmp(&basis[b.1])));
        let (_, leaves) = leaves.filter(|_| pivots < LONGEST)?;
        pivot(&mut table, width, leaves, enters);
        basis[leaves] = enters;
    }
    let costs = &table[rows * width..];
    let missing = -costs[width - 1];
    (missing > 1e-7).then(|| (0..rows).map(|row| (costs[jumps + row] - 1.0) * signs[row]).collect())
}

/// Brings a column into the basis in place of a row's.
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
