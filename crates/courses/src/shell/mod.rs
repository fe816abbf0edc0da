//! The search shell: a search described by three text files.
//!
//! The specification has one value per line: strategy, depth cutoff, exploration cutoff, problem
//! and board. The states are numbers for missionaries and cannibals, matrices for peg solitaire.

mod builtin;
mod print;

pub use builtin::{builtin, builtin_names};
pub use print::{Detail, Report, TraceWriter, counts};

use heureka_core::strategy::{Duplicates, Ties};
use heureka_core::{Algorithm, Cost, DEAD_END, Strategy};
use heureka_kit::instance::Instance;
use heureka_kit::numbers::plural;
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, words};
use heureka_puzzles::pegs::Board;
use heureka_puzzles::registry;
use std::fmt;
use std::path::{Path, PathBuf};

/// A problem of the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellProblem {
    /// Missionaries and cannibals.
    Mcp,
    /// Peg solitaire on the board with a number.
    Pegs(u8),
}

impl ShellProblem {
    /// Returns the name in a specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mcp => "MCP",
            Self::Pegs(_) => "Pegs",
        }
    }

    /// Returns the name of the puzzle in the registry.
    #[must_use]
    pub const fn puzzle(self) -> &'static str {
        match self {
            Self::Mcp => "river",
            Self::Pegs(_) => "pegs",
        }
    }

    /// Returns the value of a heuristic as the course writes it.
    ///
    /// The course's heuristic of peg solitaire, minus the number of legal jumps, is negative. The engine
    /// adds the number of all jumps of the board, which keeps the order of the nodes.
    fn written_h(self, heuristic: &str, h: Cost) -> Option<i64> {
        let added = match self {
            Self::Pegs(shape) if heuristic == MOBILITY => {
                Board::numbered(usize::from(shape)).map_or(0, |board| board.jumps().len() as Cost)
            }
            _ => 0,
        };
        (h != DEAD_END).then(|| i64::from(h) - i64::from(added))
    }
}

/// The course's heuristic of peg solitaire.
const MOBILITY: &str = "mobility";

/// The strategies by their names in a specification. The depth of `DLS` comes from the next line.
const STRATEGIES: [(&str, Algorithm); 7] = [
    ("DFS", Algorithm::Dfs),
    ("BFS", Algorithm::Bfs),
    ("UCS", Algorithm::Ucs),
    ("A*", Algorithm::AStar),
    ("GBFS", Algorithm::Greedy),
    ("IDS", Algorithm::Ids),
    ("DLS", Algorithm::Dls(0)),
];

/// One of the three files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum File {
    Specification,
    Initial,
    Goal,
}

impl File {
    /// Returns a description of the file's format.
    #[must_use]
    pub const fn format(self) -> &'static str {
        match self {
            Self::Specification => {
                "a specification has one value per line: strategy, depth cutoff, exploration cutoff, \
                 problem, and for Pegs the shape of the board"
            }
            Self::Initial => "MCP: `M C CAPACITY`; Pegs: a matrix of X, 0 and 1",
            Self::Goal => "MCP: `M C BOAT`; Pegs: a matrix of X, 0 and 1",
        }
    }

    fn error(self, error: ParseError) -> FileError {
        FileError { file: self, error }
    }
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

/// An error in one of the files, with its line in that file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct FileError {
    pub file: File,
    pub error: ParseError,
}

/// Where the text of a file comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file to read.
    Path(PathBuf),
    /// The text of a built-in file.
    Builtin(String),
}

/// Finds a file by its name. A name with a folder is a path, and so is a name with an extension if
/// there is such a file. Any other name means `TextFiles/NAME.txt` or a built-in file, and may end in
/// `.txt`, or else a file in the current folder. Returns `None` if it is none of them.
#[must_use]
pub fn find(name: &str) -> Option<Source> {
    let path = Path::new(name);
    let has_folder = path.file_name() != Some(path.as_os_str());
    if has_folder || path.extension().is_some() && path.exists() {
        return Some(Source::Path(path.to_owned()));
    }
    let file = in_folder(name);
    if file.exists() {
        return Some(Source::Path(file));
    }
    let here = || path.is_file().then(|| Source::Path(path.to_owned()));
    builtin(stem(name)).map(Source::Builtin).or_else(here)
}

/// Returns the path of a file, given with or without `.txt`, in the course's folder.
#[must_use]
pub fn in_folder(name: &str) -> PathBuf {
    Path::new("TextFiles").join(format!("{}.txt", stem(name)))
}

fn stem(name: &str) -> &str {
    name.strip_suffix(".txt").unwrap_or(name)
}

/// The contents of a specification file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Specification {
    pub name: &'static str,
    /// The strategy, with the depth cutoff of `DLS`.
    pub algorithm: Algorithm,
    /// The exploration cutoff: the shell asks whether to continue after this many expansions; 0
    /// never asks.
    pub cutoff: u64,
    pub problem: ShellProblem,
}

impl Specification {
    /// Reads a specification. Blank lines do not count.
    ///
    /// # Errors
    /// The first invalid line, and what was expected there.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        Self::parse_lines(&written_lines(text)).map_err(|error| File::Specification.error(error))
    }

    fn parse_lines(lines: &[(usize, &str)]) -> Result<Self, ParseError> {
        let names = STRATEGIES.map(|(name, _)| name).join(", ");
        let (name, algorithm) = value(lines, 1, &format!("a strategy, one of {names}"), |text| {
            STRATEGIES.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text))
        })?;
        let algorithm = if matches!(algorithm, Algorithm::Dls(_)) {
            value(lines, 2, "the depth cutoff of DLS, a number above 0", |text| {
                text.parse().ok().filter(|&depth| depth > 0).map(Algorithm::Dls)
            })?
        } else {
            value(lines, 2, "the depth cutoff, 0 unless the strategy is DLS", |text| {
                text.parse().is_ok_and(|depth: u32| depth == 0).then_some(algorithm)
            })?
        };
        let cutoff = value(lines, 3, "the exploration cutoff, a number (0 for none)", |text| {
            text.parse().ok()
        })?;
        let is_mcp = value(lines, 4, "the problem, MCP or Pegs", |text| {
            let is = |name: &str| name.eq_ignore_ascii_case(text);
            (is("MCP") || is("Pegs")).then(|| is("MCP"))
        })?;
        let (problem, used) = if is_mcp {
            (ShellProblem::Mcp, 4)
        } else {
            let shape = value(lines, 5, "the shape of the board, from 1 to 6", |text| {
                text.parse().ok().filter(|shape| (1..=6).contains(shape))
            })?;
            (ShellProblem::Pegs(shape), 5)
        };
        match lines.get(used) {
            Some((number, extra)) => {
                Err(ParseError::at(*number, 0, format!("unexpected extra value '{extra}'")))
            }
            None => Ok(Self { name, algorithm, cutoff, problem }),
        }
    }

    /// Returns the strategy of the engine with the course's conventions: first in, first out among
    /// equals, and only the closed list detects duplicates. `IDS` and `DLS` keep a closed list for
    /// each round.
    ///
    /// On a peg board many orders of the same jumps lead to one position, so waiting copies would
    /// outnumber the positions, and all plans are equally long. There, all other strategies drop
    /// every known position, and ties go to the deeper node.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::new(self.algorithm);
        let by_depth = matches!(self.algorithm, Algorithm::Ids | Algorithm::Dls(_));
        if self.problem == ShellProblem::Mcp || by_depth {
            strategy.duplicates = Duplicates::Closed;
            if self.algorithm.info().options.contains(&"ties") {
                strategy.ties = Ties::Fifo;
            }
        }
        strategy
    }

    /// Builds the instance from the texts of the two states, with the course's heuristic; `published`
    /// selects the faulty rules of the published program.
    ///
    /// # Errors
    /// The first error in one of the files.
    ///
    /// # Panics
    /// If the registry lacks the puzzle or its heuristic, which is a bug.
    pub fn instance(
        &self,
        initial: &str,
        goal: &str,
        published: bool,
    ) -> Result<Box<dyn Instance>, FileError> {
        let mut parameters = Parameters::default();
        let mut set = |name: &str, value: &str| parameters.0.push((name.into(), value.into()));
        let (initial, goal) = (initial.trim_end(), goal.trim_end());
        for (file, text) in [(File::Initial, initial), (File::Goal, goal)] {
            let checked = match self.problem {
                ShellProblem::Mcp => check_numbers(text, file),
                ShellProblem::Pegs(shape) => check_rows(text, shape),
            };
            checked.map_err(|error| file.error(error))?;
        }
        if let ShellProblem::Pegs(shape) = self.problem {
            set("board", &shape.to_string());
        }
        if published {
            set("rules", "published");
        }
        let entry = registry::puzzle(self.problem.puzzle()).expect("the registry has both puzzles");
        let parsed = entry.parse(&format!("{initial}\n{goal}\n"), &parameters);
        let mut instance = parsed.map_err(|mut error| {
            let lines = initial.lines().count();
            if (1..=lines).contains(&error.line) {
                return File::Initial.error(error);
            }
            error.line = error.line.saturating_sub(lines).max(1);
            File::Goal.error(error)
        })?;
        if matches!(self.problem, ShellProblem::Pegs(_)) {
            instance.set_heuristic(MOBILITY).expect("peg solitaire has this heuristic");
        }
        Ok(instance)
    }

    /// Checks an initial state before its goal is known.
    ///
    /// # Errors
    /// The first error in the file.
    pub fn check_initial(&self, initial: &str, published: bool) -> Result<(), FileError> {
        let goal = match self.problem {
            ShellProblem::Mcp => "0 0 0",
            ShellProblem::Pegs(_) => initial,
        };
        match self.instance(initial, goal, published) {
            Err(error) if error.file == File::Initial => Err(error),
            _ => Ok(()),
        }
    }
}

/// Returns the lines of a text that are not blank, trimmed, with their numbers.
fn written_lines(text: &str) -> Vec<(usize, &str)> {
    (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty()).collect()
}

/// Reads a value, given by its number from 1; `read` returns `None` for an invalid one.
fn value<T>(
    lines: &[(usize, &str)],
    number: usize,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, ParseError> {
    let Some(&(line, text)) = lines.get(number - 1) else {
        let end = lines.last().map_or(1, |(last, _)| last + 1);
        return Err(ParseError::at(end, 0, format!("missing value: expected {expected}")));
    };
    read(text).ok_or_else(|| ParseError::at(line, 0, format!("'{text}': expected {expected}")))
}

/// Checks that a state of missionaries and cannibals has three values.
fn check_numbers(text: &str, file: File) -> Result<(), ParseError> {
    let last = if file == File::Goal { "BOAT (1 = starting bank)" } else { "CAPACITY" };
    let values: Vec<_> = words(text)?.collect();
    match values.get(3).or(values.last()) {
        _ if values.len() == 3 => Ok(()),
        Some(word) => {
            Err(word
                .error(format!("{}: expected 3, M C {last}", plural(values.len() as u64, "value"))))
        }
        None => Err(ParseError::at(1, 0, format!("no values: expected 3, M C {last}"))),
    }
}

/// Checks that a matrix has the rows of its board, so that it does not take rows of the next
/// matrix.
fn check_rows(text: &str, shape: u8) -> Result<(), ParseError> {
    let expected = Board::numbered(usize::from(shape)).map_or(0, |board| board.size.rows);
    let rows = written_lines(text);
    if rows.len() == expected {
        return Ok(());
    }
    let line = rows.get(expected).or(rows.last()).map_or(1, |(line, _)| *line);
    let message =
        format!("{}: the board of shape {shape} has {expected}", plural(rows.len() as u64, "row"));
    Err(ParseError::at(line, 0, message))
}

#[cfg(test)]
mod tests;
