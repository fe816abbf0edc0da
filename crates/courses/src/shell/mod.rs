//! The search shell's three files: what to search how, from where, and to where.
//!
//! A specification has one value a line; the two states are numbers for missionaries and cannibals,
//! matrices for peg solitaire. They become a strategy and the text of an instance, and a mistake in
//! that text is told by the line of the file that it came from.

mod builtin;

pub use builtin::{builtin, builtin_names};

use heureka_core::{Algorithm, Duplicates, Strategy, Ties};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, words};
use heureka_puzzles::pegs::Board;
use std::fmt;

/// A problem that the shell knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellProblem {
    /// Missionaries and cannibals.
    Mcp,
    /// Peg solitaire on a board of this shape.
    Pegs(u8),
}

/// A strategy by the shell's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellStrategy {
    /// Depth-first.
    Dfs,
    /// Breadth-first.
    Bfs,
    /// Uniform cost.
    Ucs,
    /// A\*.
    AStar,
    /// Greedy best-first.
    Gbfs,
    /// Iterative deepening.
    Ids,
    /// Depth-limited.
    Dls,
}

/// Every strategy with the word for it in a specification.
pub const STRATEGIES: [(&str, ShellStrategy); 7] = [
    ("DFS", ShellStrategy::Dfs),
    ("BFS", ShellStrategy::Bfs),
    ("UCS", ShellStrategy::Ucs),
    ("A*", ShellStrategy::AStar),
    ("GBFS", ShellStrategy::Gbfs),
    ("IDS", ShellStrategy::Ids),
    ("DLS", ShellStrategy::Dls),
];

/// The first of the three files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Specification {
    /// The strategy.
    pub strategy: ShellStrategy,
    /// The depth cutoff, which only `DLS` has.
    pub depth: u32,
    /// After every that many expansions the user is asked whether to go on; 0 is never.
    pub cutoff: u64,
    /// The problem.
    pub problem: ShellProblem,
}

/// Which of the three files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The specification.
    Specification,
    /// The initial state.
    Initial,
    /// The goal state.
    Goal,
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Specification => "specification",
            Self::Initial => "initial state",
            Self::Goal => "goal state",
        })
    }
}

/// A mistake in one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file.
    pub file: File,
    /// The mistake, its line counted in that file.
    pub error: ParseError,
}

impl Specification {
    /// Reads a specification.
    ///
    /// # Errors
    /// The line that is wrong, and what was expected there.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim).collect();
        let value = |line: usize, expected: &str| match lines.get(line - 1) {
            Some(value) if !value.is_empty() => Ok(*value),
            _ => Err(ParseError::at(line, 0, format!("nothing here: expected {expected}"))),
        };
        let wrong = |line: usize, value: &str, expected: &str| {
            ParseError::at(line, 0, format!("'{value}': expected {expected}"))
        };
        let names = STRATEGIES.map(|(name, _)| name).join(", ");
        let expected = format!("a strategy, one of {names}");
        let word = value(1, &expected)?;
        let strategy = STRATEGIES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        let &(_, strategy) = strategy.ok_or_else(|| wrong(1, word, &expected))?;
        let limited = strategy == ShellStrategy::Dls;
        let expected = if limited {
            "the depth cutoff, a whole number above 0 for DLS"
        } else {
            "the depth cutoff, 0 as the strategy is not DLS"
        };
        let word = value(2, expected)?;
        let depth: u32 = word.parse().map_err(|_| wrong(2, word, expected))?;
        if limited != (depth > 0) {
            return Err(wrong(2, word, expected));
        }
        let expected = "the exploration cutoff, a whole number, 0 for none";
        let word = value(3, expected)?;
        let cutoff = word.parse().map_err(|_| wrong(3, word, expected))?;
        let expected = "the problem, MCP or Pegs";
        let (word, after) = (value(4, expected)?, lines.get(4).copied().unwrap_or_default());
        let problem = if word.eq_ignore_ascii_case("MCP") {
            if !after.is_empty() {
                return Err(wrong(5, after, "nothing, as MCP has no board"));
            }
            ShellProblem::Mcp
        } else if word.eq_ignore_ascii_case("Pegs") {
            let expected = "the shape of the board, from 1 to 6";
            let word = value(5, expected)?;
            let shape = word.parse().ok().filter(|shape| (1..=6).contains(shape));
            ShellProblem::Pegs(shape.ok_or_else(|| wrong(5, word, expected))?)
        } else {
            return Err(wrong(4, word, expected));
        };
        match lines.iter().enumerate().skip(5).find(|(_, line)| !line.is_empty()) {
            Some((i, more)) => Err(wrong(i + 1, more, "nothing after the fifth line")),
            None => Ok(Self { strategy, depth, cutoff, problem }),
        }
    }

    /// The strategy of the engine, with the shell's conventions: the first in goes first, and only
    /// the closed list is looked into. `IDS` and `DLS` keep one as well, for each round.
    ///
    /// On a peg board a position is reached by so many orders of the same jumps that copies of those
    /// that wait would outnumber the positions by far, and all plans are equally long; so there the
    /// other searches drop whatever they have met, and ties go to the deeper node.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::new(match self.strategy {
            ShellStrategy::Dfs => Algorithm::Dfs,
            ShellStrategy::Bfs => Algorithm::Bfs,
            ShellStrategy::Ucs => Algorithm::Ucs,
            ShellStrategy::AStar => Algorithm::AStar,
            ShellStrategy::Gbfs => Algorithm::Greedy,
            ShellStrategy::Ids => Algorithm::Ids,
            ShellStrategy::Dls => Algorithm::Dls(self.depth),
        });
        let deepening = matches!(self.strategy, ShellStrategy::Ids | ShellStrategy::Dls);
        if matches!(self.problem, ShellProblem::Pegs(_)) && !deepening {
            return strategy;
        }
        strategy.duplicates = Duplicates::Closed;
        if strategy.algorithm.info().options.contains(&"ties") {
            strategy.ties = Ties::Fifo;
        }
        strategy
    }

    /// The word for the strategy in a specification.
    #[must_use]
    pub fn word(&self) -> &'static str {
        let named = STRATEGIES.iter().find(|(_, strategy)| *strategy == self.strategy);
        named.map_or("", |(name, _)| name)
    }
}

impl ShellProblem {
    /// Its name in a specification.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mcp => "MCP",
            Self::Pegs(_) => "Pegs",
        }
    }

    /// The name of the puzzle in the registry.
    #[must_use]
    pub const fn puzzle(self) -> &'static str {
        match self {
            Self::Mcp => "river",
            Self::Pegs(_) => "pegs",
        }
    }

    /// The settings that the puzzle gets from the specification.
    #[must_use]
    pub fn parameters(self) -> Parameters {
        Parameters(match self {
            Self::Mcp => vec![],
            Self::Pegs(shape) => vec![("board".to_owned(), shape.to_string())],
        })
    }
}

/// The text of an instance, made of the two files of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States {
    /// The text.
    pub text: String,
    /// The last line of the initial state, and the one before the goal.
    border: (usize, usize),
}

impl States {
    /// Puts the two files together.
    ///
    /// # Errors
    /// If one of them has not the form of a state; whether it is one, the puzzle will tell.
    pub fn join(problem: ShellProblem, initial: &str, goal: &str) -> Result<Self, Mistake> {
        let (initial, goal) = (initial.trim_end(), goal.trim_end());
        for (file, text) in [(File::Initial, initial), (File::Goal, goal)] {
            let checked = match problem {
                ShellProblem::Mcp => three_numbers(file, text),
                ShellProblem::Pegs(shape) => whole_matrix(shape, text),
            };
            checked.map_err(|error| Mistake { file, error })?;
        }
        let lines = initial.lines().count();
        // A blank line stands between two matrices, and does no harm between numbers.
        Ok(Self { text: format!("{initial}\n\n{goal}\n"), border: (lines, lines + 1) })
    }

    /// The file and the line in it that a mistake in the text came from. One about no place is the
    /// goal's, as the initial state alone would be complete.
    #[must_use]
    pub fn locate(&self, mut error: ParseError) -> Mistake {
        let (last, before) = self.border;
        if error.line > 0 && error.line <= last {
            return Mistake { file: File::Initial, error };
        }
        error.line = error.line.saturating_sub(before).max(1);
        Mistake { file: File::Goal, error }
    }
}

fn three_numbers(file: File, text: &str) -> Result<(), ParseError> {
    let expected = match file {
        File::Goal => "three numbers: missionaries, cannibals, and the boat, 1 here or 0 across",
        _ => "three numbers: missionaries, cannibals, and how many the boat carries",
    };
    let all: Vec<_> = words(text).collect();
    match (all.len(), all.last()) {
        (3, _) => Ok(()),
        (0, _) => Err(ParseError::at(1, 0, format!("nothing here: expected {expected}"))),
        (1 | 2, Some(last)) => {
            Err(ParseError::at(last.line, 0, format!("{} numbers: expected {expected}", all.len())))
        }
        _ => Err(all[3].error(format!("'{}' is too much: expected {expected}", all[3].text))),
    }
}

/// Whether a matrix has the rows of its board, so that what follows it is not taken for them.
fn whole_matrix(shape: u8, text: &str) -> Result<(), ParseError> {
    let expected = Board::numbered(usize::from(shape)).map_or(0, |board| usize::from(board.rows));
    let rows = text.lines().count();
    if text.is_empty() {
        return Err(ParseError::at(1, 0, "nothing here: expected the rows of a board"));
    }
    if let Some(i) = text.lines().position(|line| line.trim().is_empty()) {
        return Err(ParseError::at(i + 1, 0, "a blank line: expected a row of the board"));
    }
    if rows == expected {
        return Ok(());
    }
    Err(ParseError::at(
        rows.min(expected + 1),
        0,
        format!("{rows} rows: the board of shape {shape} has {expected}"),
    ))
}

#[cfg(test)]
mod tests;
