//! Proofs, without a search, that a goal cannot be reached; in words that can be checked by hand.

use super::board::{Board, Jump};
use super::pagoda::{self, Values, worth};
use super::{Pegs, parity};
use crate::pegs::tables::each_bit;
use std::fmt::{self, Write};

/// More cases than this are not looked at.
const MOST_CASES: usize = 64;

/// Why a goal cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Every jump takes a peg, and there are too few.
    TooFewPegs,
    /// Of the colored cells every line of three has none or two, and the pegs on them are even at
    /// the start and odd at the goal, or the other way round.
    Parity {
        /// A bit for each colored cell.
        colored: u64,
    },
    /// No jump raises what a position is worth, and the goal is worth more than the start.
    Pagoda {
        /// What each cell is worth.
        values: Vec<i32>,
    },
    /// The same after every first jump and before every last one.
    Cases {
        /// How many first and last jumps there are.
        jumps: (usize, usize),
        /// The functions needed, and which cases each rules out: first jump, last jump, what the
        /// position after the first is worth and what the one before the last.
        functions: Vec<(Vec<i32>, Vec<Case>)>,
    },
}

/// A first jump, a last jump, and what the positions between them are worth.
pub type Case = (Jump, Jump, i32, i32);

impl Proof {
    /// The proof's name in a table.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::TooFewPegs => "pegs",
            Self::Parity { .. } => "parity",
            Self::Pagoda { .. } => "pagoda",
            Self::Cases { .. } => "pagoda by cases",
        }
    }

    /// A proof for an instance, if one is found: the simplest.
    #[must_use]
    pub fn find(puzzle: &Pegs) -> Option<Self> {
        let (board, start, goal) = (puzzle.board, puzzle.start, puzzle.goal);
        if start == goal {
            return None;
        }
        if start.count_ones() <= goal.count_ones() {
            return Some(Self::TooFewPegs);
        }
        if let Some(colored) = parity::difference(board, start, goal) {
            return Some(Self::Parity { colored });
        }
        if let Some(values) = pagoda::between(board, start, goal) {
            return Some(Self::Pagoda { values });
        }
        by_cases(puzzle)
    }

    /// The proof in words.
    #[must_use]
    pub fn words(&self, puzzle: &Pegs) -> String {
        let Pegs { board, start, goal, .. } = *puzzle;
        match self {
            Self::TooFewPegs => format!(
                "every jump takes a peg away, and from {} pegs there is no way to {} others",
                start.count_ones(),
                goal.count_ones()
            ),
            Self::Parity { colored } => {
                let odd = |position: u64| {
                    if (position & colored).count_ones() % 2 == 1 { "odd" } else { "even" }
                };
                let cells: Vec<_> = (0..board.len() as u8)
                    .filter(|cell| colored >> cell & 1 == 1)
                    .map(|cell| puzzle.cell_text(cell))
                    .collect();
                format!(
                    "of every three cells in a line none or two are among {}, so no jump changes \
                     whether the pegs there are even or odd; at the start they are {}, at the goal {}",
                    cells.join(" "),
                    odd(start),
                    odd(goal)
                )
            }
            Self::Pagoda { values } => format!(
                "with the cells worth {}, no jump raises what the pegs are worth together, as the \
                 one that jumps and the one taken are never worth less than the one that lands; \
                 the start is worth {}, the goal {}",
                Rows(board, values),
                worth(values, start),
                worth(values, goal)
            ),
            Self::Cases { jumps, functions } => {
                let mut text = format!(
                    "jumps that can be the first: {}; the last: {}; between them none raises what \
                     the pegs are worth together",
                    jumps.0, jumps.1
                );
                for (values, cases) in functions {
                    // Writing to a string does not fail.
                    let _ = write!(text, ". With the cells worth {},", Rows(board, values));
                    let jump = |jump: &Jump| {
                        format!("{}>{}", puzzle.cell_text(jump.from), puzzle.cell_text(jump.to))
                    };
                    let cases: Vec<_> = cases
                        .iter()
                        .map(|(first, last, after, before)| {
                            format!(
                                " {after} is left after {} but {before} needed before {}",
                                jump(first),
                                jump(last)
                            )
                        })
                        .collect();
                    text += &cases.join(",");
                }
                text
            }
        }
    }
}

/// Values row by row, as the cells lie on the board.
struct Rows<'a>(&'a Board, &'a [i32]);

impl fmt::Display for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(board, values) = self;
        for row in 0..board.rows {
            let cells = (0..board.columns).filter_map(|column| board.cell(row, column));
            let line: Vec<_> = cells.map(|cell| values[usize::from(cell)].to_string()).collect();
            write!(f, "{}{}", if row > 0 { " / " } else { "" }, line.join(" "))?;
        }
        Ok(())
    }
}

/// Tries to rule out every pair of a first and a last jump by as few functions as come up.
fn by_cases(puzzle: &Pegs) -> Option<Proof> {
    let (board, tables) = (puzzle.board, &puzzle.tables);
    let ends = |position: u64, of: u64| {
        let mut found = vec![];
        each_bit(tables.legal(position), |jump| {
            found.push((board.jumps()[jump], tables.after(of, jump)));
        });
        found
    };
    let firsts = ends(puzzle.start, puzzle.start);
    let lasts = ends(board.full() & !puzzle.goal, puzzle.goal);
    // With one jump to go, first and last are the same, and a search is over at once anyway.
    if firsts.len() * lasts.len() > MOST_CASES
        || puzzle.start.count_ones() < 3 + puzzle.goal.count_ones()
    {
        return None;
    }
    let mut functions: Vec<(Values, Vec<Case>)> = vec![];
    for &(first, after) in &firsts {
        for &(last, before) in &lasts {
            let rules_out = |values: &[i32]| worth(values, after) < worth(values, before);
            let known = functions.iter().position(|(values, _)| rules_out(values));
            let place = known.unwrap_or(functions.len());
            if known.is_none() {
                let values = pagoda::between(board, after, before)?;
                let rounder = pagoda::symmetrised(board, &values);
                functions.push((if rules_out(&rounder) { rounder } else { values }, vec![]));
            }
            let (values, cases) = &mut functions[place];
            cases.push((first, last, worth(values, after), worth(values, before)));
        }
    }
    Some(Proof::Cases { jumps: (firsts.len(), lasts.len()), functions })
}
