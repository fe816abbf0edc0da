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
    /// Every line of three has none or two of each set of colored cells, and a single peg in any cell
    /// differs from the start in the parity of the pegs on some set.
    Parities {
        /// The sets, with a bit for each colored cell.
        colorings: Vec<u64>,
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
            Self::Parity { .. } | Self::Parities { .. } => "parity",
            Self::Pagoda { .. } => "pagoda",
            Self::Cases { .. } => "pagoda by cases",
        }
    }

    /// Finds the simplest proof for an instance.
    #[must_use]
    pub fn find(puzzle: &Pegs) -> Option<Self> {
        let (board, start) = (&*puzzle.board, puzzle.position(puzzle.start));
        if puzzle.goal.is_met(start) {
            return None;
        }
        if start.count_ones() <= puzzle.goal.pegs() {
            return Some(Self::TooFewPegs);
        }
        let Some(goal) = puzzle.goal.position() else {
            let colorings = parity::difference_from_any_peg(board, start)?;
            return Some(Self::Parities { colorings });
        };
        let parity = parity::difference(board, start, goal).map(|colored| Self::Parity { colored });
        let pagoda = || Some(Self::Pagoda { values: pagoda::between(board, start, goal)? });
        parity.or_else(pagoda).or_else(|| by_cases(puzzle, start, goal))
    }

    /// Returns the proof in words.
    #[must_use]
    pub fn words(&self, puzzle: &Pegs) -> String {
        let (board, start) = (&*puzzle.board, puzzle.position(puzzle.start));
        let goal = puzzle.goal.position().unwrap_or(0);
        match self {
            Self::TooFewPegs => format!(
                "every jump removes a peg; pegs at the start: {}, at the goal: {}",
                start.count_ones(),
                puzzle.goal.pegs()
            ),
            Self::Parity { colored } => format!(
                "every three cells in a line contain none or two of{}, so no jump changes \
                 the parity of the pegs there, which is {} at the start and {} at the goal",
                cells(board, *colored),
                parity_word(start, *colored),
                parity_word(goal, *colored)
            ),
            Self::Parities { colorings } => {
                let sets = colorings
                    .iter()
                    .map(|&set| format!("{} on{}", parity_word(start, set), cells(board, set)));
                format!(
                    "every three cells in a line contain none or two cells of each of these sets, so \
                     no jump changes the parity of the pegs on a set. At the start it is {}. No cell \
                     is in exactly the sets with odd parity, so no single peg can be left",
                    sets.collect::<Vec<_>>().join("; ")
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

/// Returns cells, each after a space.
fn cells(board: &Board, set: u64) -> String {
    let mut text = String::new();
    set.each(|cell| {
        // Writing to a string does not fail.
        let _ = write!(text, " {}", board.cell(cell as u8));
    });
    text
}

/// Returns the parity of the pegs on colored cells.
fn parity_word(position: u64, colored: u64) -> &'static str {
    if parity::is_odd(position, colored) { "odd" } else { "even" }
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
fn by_cases(puzzle: &Pegs, start: u64, goal: u64) -> Option<Proof> {
    let board = &*puzzle.board;
    let (mut firsts, mut lasts) = (vec![], vec![]);
    puzzle.successors(&start, &mut |jump, _, next| firsts.push((jump, puzzle.position(next))));
    puzzle.predecessors(&goal, &mut |jump, _, previous| lasts.push((jump, previous)));
    // A single jump would be both first and last.
    if firsts.len() * lasts.len() > MAX_CASES || puzzle.surplus(start) < 3 {
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
