//! Proofs, without a search, that a goal is unreachable, in words that can be checked by hand.

use super::board::{Board, Jump};
use super::pagoda::{self, worth};
use super::{Pegs, parity};
use heureka_core::Problem as _;
use heureka_core::abilities::Reversible as _;
use heureka_kit::board::BitSet as _;
use std::fmt::Write;

/// The largest number of cases that a proof may have.
const MAX_CASES: usize = 64;

/// A proof that a goal is unreachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Every jump removes a peg, and the start does not have more than the goal.
    TooFewPegs,
    /// Every line of three has none or two of the colored cells, and the numbers of pegs on them
    /// have different parities at the start and at the goal.
    Parity {
        /// A bit for each colored cell.
        colored: u64,
    },
    /// No jump raises the worth of a position, and the goal is worth more than the start.
    Pagoda {
        /// The value of each cell.
        values: Vec<i32>,
    },
    /// The same for every combination of a first and a last jump.
    Cases {
        /// The numbers of first and last jumps.
        jumps: (usize, usize),
        /// The functions, each with the cases that it rules out.
        functions: Vec<(Vec<i32>, Vec<Case>)>,
    },
}

/// A first jump, a last jump, the worth after the first and the worth before the last.
pub type Case = (Jump, Jump, i32, i32);

impl Proof {
    /// Returns the name for a table.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::TooFewPegs => "pegs",
            Self::Parity { .. } => "parity",
            Self::Pagoda { .. } => "pagoda",
            Self::Cases { .. } => "pagoda by cases",
        }
    }

    /// Finds the simplest proof for an instance.
    #[must_use]
    pub fn find(puzzle: &Pegs) -> Option<Self> {
        let Pegs { board, start, goal, .. } = *puzzle;
        if start == goal {
            return None;
        }
        if start.count_ones() <= goal.count_ones() {
            return Some(Self::TooFewPegs);
        }
        let parity = parity::difference(board, start, goal).map(|colored| Self::Parity { colored });
        let pagoda = || Some(Self::Pagoda { values: pagoda::between(board, start, goal)? });
        parity.or_else(pagoda).or_else(|| by_cases(puzzle))
    }

    /// Returns the proof in words.
    #[must_use]
    pub fn words(&self, puzzle: &Pegs) -> String {
        let Pegs { board, start, goal, .. } = *puzzle;
        match self {
            Self::TooFewPegs => format!(
                "every jump removes a peg; pegs at the start: {}, at the goal: {}",
                start.count_ones(),
                goal.count_ones()
            ),
            Self::Parity { colored } => {
                let parity = |position: u64| {
                    if (position & colored).count_ones() % 2 == 1 { "odd" } else { "even" }
                };
                let mut cells = String::new();
                colored.each(|cell| {
                    // Writing to a string does not fail.
                    let _ = write!(cells, " {}", board.cell(cell as u8));
                });
                format!(
                    "every three cells in a line contain none or two of{cells}, so no jump changes \
                     the parity of the pegs there, which is {} at the start and {} at the goal",
                    parity(start),
                    parity(goal)
                )
            }
            Self::Pagoda { values } => format!(
                "with the cell values {}, no jump raises the sum over all pegs, as the peg that \
                 lands is never worth more than the one that jumps and the one removed; the sum is \
                 {} at the start and {} at the goal",
                by_rows(board, values),
                worth(values, start),
                worth(values, goal)
            ),
            Self::Cases { jumps, functions } => {
                let mut text = format!(
                    "possible first jumps: {}, last jumps: {}; no jump between them raises the sum over \
                     all pegs",
                    jumps.0, jumps.1
                );
                for (values, cases) in functions {
                    let _ = write!(text, ". With the cell values {},", by_rows(board, values));
                    let jump = |jump: &Jump| puzzle.jump_text(*jump);
                    let cases = cases.iter().map(|(first, last, after, before)| {
                        let (first, last) = (jump(first), jump(last));
                        format!(" the sum is {after} after {first} but {before} before {last}")
                    });
                    text += &cases.collect::<Vec<_>>().join(",");
                }
                text
            }
        }
    }
}

/// Returns values in the rows of the board, separated by slashes.
fn by_rows(board: &Board, values: &[i32]) -> String {
    let mut text = String::new();
    for (number, value) in (0..).zip(values) {
        let separator = match number {
            0 => "",
            _ if board.cell(number).row > board.cell(number - 1).row => " / ",
            _ => " ",
        };
        let _ = write!(text, "{separator}{value}");
    }
    text
}

/// Tries to rule out every pair of a first and a last jump.
fn by_cases(puzzle: &Pegs) -> Option<Proof> {
    let board = puzzle.board;
    let (mut firsts, mut lasts) = (vec![], vec![]);
    puzzle.successors(&puzzle.start, &mut |jump, _, next| firsts.push((jump, next)));
    puzzle.predecessors(&puzzle.goal, &mut |jump, _, previous| lasts.push((jump, previous)));
    // A single jump would be both first and last.
    if firsts.len() * lasts.len() > MAX_CASES || puzzle.surplus(puzzle.start) < 3 {
        return None;
    }
    let mut functions: Vec<(Vec<i32>, Vec<Case>)> = vec![];
    for &(first, after) in &firsts {
        for &(last, before) in &lasts {
            let rules_out = |values: &[i32]| worth(values, after) < worth(values, before);
            let known = functions.iter().position(|(values, _)| rules_out(values));
            let index = known.unwrap_or(functions.len());
            if known.is_none() {
                let values = pagoda::between(board, after, before)?;
                let symmetric = pagoda::symmetrized(board, &values);
                functions.push((if rules_out(&symmetric) { symmetric } else { values }, vec![]));
            }
            let (values, cases) = &mut functions[index];
            cases.push((first, last, worth(values, after), worth(values, before)));
        }
    }
    Some(Proof::Cases { jumps: (firsts.len(), lasts.len()), functions })
}
