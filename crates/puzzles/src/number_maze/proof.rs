//! Proofs of the best score of a specification, with all mazes that reach it.
//!
//! An incomplete proof can be saved as text and resumed later.

use super::beam_and_anneal::{Archive, optimize_in_parallel};
use super::exact_tree::ExactTree;
pub use super::exact_tree::MAX_CELLS;
use super::{Grid, ScoredMaze, SearchOptions, Spec};
use heureka_core::construct::{BranchAndBound, Found, OpenSubtree};
use heureka_core::{Limits, Stats, Stop};
use heureka_kit::text::{ParseError, Word, words};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

/// The maximum number of best mazes that are listed.
pub const MAX_LISTED: usize = 1000;
/// The depth at which the tree is split into subtrees.
const SPLIT_DEPTH: usize = 7;
/// The number of beams that search for a good first score.
const FIRST_BEAMS: u32 = 6;
/// The first line of a saved proof.
const TITLE: &str = "heureka number-maze proof 1";

/// A proof, which is complete once no subtree is open.
#[derive(Debug)]
pub struct Proof {
    spec: Spec,
    tree: ExactTree,
    /// The subtrees that the search has not completed.
    pub open: Vec<OpenSubtree<u8>>,
    /// The best score so far, and the mazes that reach it.
    pub found: Found<u8>,
    /// The number of all subtrees.
    pub subtrees: usize,
    /// The number of nodes and the time spent.
    pub stats: Stats,
}

impl Proof {
    /// Starts a proof. A short search for a good maze comes first, because a better score prunes more.
    ///
    /// # Errors
    /// If there are more than [`MAX_CELLS`] cells.
    pub fn new(spec: Spec, seed: u64, stop: &AtomicBool) -> Result<Self, ParseError> {
        check_cells(spec)?;
        let tree = ExactTree::new(spec);
        let BranchAndBound { open, found, subtrees, stats, .. } =
            BranchAndBound::new(&tree, first_score(spec, seed, stop), SPLIT_DEPTH);
        Ok(Self { spec, tree, open, found, subtrees, stats })
    }

    /// Reads a proof saved by [`Proof::text`].
    ///
    /// # Errors
    /// If the text is not a saved proof of this specification.
    pub fn parse(spec: Spec, text: &str) -> Result<Self, ParseError> {
        check_cells(spec)?;
        if text.lines().next() != Some(TITLE) {
            return Err(ParseError::at(1, 0, format!("not a saved proof: expected '{TITLE}'")));
        }
        let mut proof = Self {
            spec,
            tree: ExactTree::new(spec),
            open: vec![],
            found: Found { score: 0, count: 0, candidates: vec![] },
            subtrees: 0,
            stats: Stats::default(),
        };
        let words: Vec<Word<'_>> = words(text).skip_while(|word| word.line == 1).collect();
        let mut ended = false;
        for line in words.chunk_by(|a, b| a.line == b.line) {
            if ended {
                return Err(line[0].error("unexpected line after 'end'"));
            }
            ended = line.len() == 1 && line[0].text == "end";
            if !ended {
                proof.parse_line(line)?;
            }
        }
        if ended { Ok(proof) } else { Err(ParseError::whole("truncated proof: expected 'end'")) }
    }

    fn parse_line(&mut self, line: &[Word<'_>]) -> Result<(), ParseError> {
        let name = line[0];
        let numbers = line[1..].iter().map(|word| word.number::<i64>("a whole number"));
        let numbers: Vec<i64> = numbers.collect::<Result<_, _>>()?;
        let choices = |numbers: &[i64]| {
            let choices: Option<Vec<u8>> = numbers.iter().map(|&n| u8::try_from(n).ok()).collect();
            choices
                .filter(|choices| self.tree.replay(choices).is_some())
                .ok_or_else(|| name.error("invalid choices: they lead to no maze of this size"))
        };
        match (name.text, &numbers[..]) {
            ("frame", _) => {
                let words: Vec<_> = line.iter().map(|word| word.text).collect();
                let expected = frame_line(self.spec);
                if words.join(" ") != expected {
                    let message =
                        format!("proof of a different size or range: expected '{expected}'");
                    return Err(name.error(message));
                }
            }
            ("best", &[score, count]) => {
                self.found.score = score;
                self.found.count = count.unsigned_abs();
            }
            ("parts", &[subtrees]) => self.subtrees = usize::try_from(subtrees).unwrap_or(0),
            ("nodes", &[expanded, generated, micros]) => {
                self.stats.expanded = expanded.unsigned_abs();
                self.stats.generated = generated.unsigned_abs();
                self.stats.elapsed = Duration::from_micros(micros.unsigned_abs());
            }
            ("found", numbers) => self.found.candidates.push(choices(numbers)?),
            ("open", &[root, ref next @ ..]) => {
                let next = choices(next)?;
                let root = usize::try_from(root).ok().filter(|&root| root <= next.len());
                let root = root.ok_or_else(|| name.error("invalid root: deeper than its node"))?;
                self.open.push(OpenSubtree { root, next });
            }
            (text, _) => {
                return Err(name.error(format!("expected a line of a proof, found '{text}'")));
            }
        }
        Ok(())
    }

    /// Continues until the proof is complete or a limit stops it. Progress reports give the number of
    /// open subtrees as the frontier.
    pub fn run(&mut self, threads: usize, limits: &mut Limits<'_>) -> Option<Stop> {
        let (open, found) = (std::mem::take(&mut self.open), self.found.clone());
        let Self { ref tree, subtrees, stats, .. } = *self;
        let mut search = BranchAndBound { tree, open, found, subtrees, stats };
        let stop = search.run(threads, limits);
        let BranchAndBound { open, found, stats, .. } = search;
        (self.open, self.found, self.stats) = (open, found, stats);
        stop
    }

    /// Returns the visited mazes with the best score, at most [`MAX_LISTED`].
    ///
    /// # Panics
    /// If the tree and the reference rules disagree about a maze.
    #[must_use]
    pub fn mazes(&self) -> Vec<ScoredMaze> {
        let grids = self.tree.mazes(&self.found.candidates, MAX_LISTED);
        grids.into_iter().map(|grid| ScoredMaze::verified(grid, self.found.score)).collect()
    }

    /// Returns the proof as text.
    #[must_use]
    pub fn text(&self) -> String {
        let Stats { expanded, generated, elapsed, .. } = self.stats;
        let mut text = format!(
            "{TITLE}\n{}\nbest {} {}\nparts {}\nnodes {expanded} {generated} {}\n",
            frame_line(self.spec),
            self.found.score,
            self.found.count,
            self.subtrees,
            elapsed.as_micros()
        );
        let mut line = |name: &str, choices: &[u8]| {
            text.push_str(name);
            for choice in choices {
                // Writing to a string does not fail.
                let _ = write!(text, " {choice}");
            }
            text.push('\n');
        };
        self.found.candidates.iter().for_each(|choices| line("found", choices));
        self.open.iter().for_each(|part| line(&format!("open {}", part.root), &part.next));
        text.push_str("end\n");
        text
    }
}

fn check_cells(spec: Spec) -> Result<(), ParseError> {
    let cells = spec.size.cells();
    if cells <= MAX_CELLS {
        return Ok(());
    }
    Err(ParseError::whole(format!(
        "too many cells to prove ({cells}): expected at most {MAX_CELLS}"
    )))
}

/// Returns the line of a saved proof with rows, columns, minimum and maximum value.
fn frame_line(spec: Spec) -> String {
    let (size, low, high) = (spec.size, spec.low, spec.high);
    format!("frame {} {} {low} {high}", size.rows, size.cols)
}

/// Returns the score of a good maze, or 1 if none is solvable.
fn first_score(spec: Spec, seed: u64, stop: &AtomicBool) -> i64 {
    let best = AtomicI64::new(1);
    let offer = |rank: i64, grid: &dyn Fn() -> Grid| {
        if rank > best.load(Ordering::Relaxed) {
            let score = ScoredMaze::verified(grid(), rank).quality.score();
            best.fetch_max(score, Ordering::Relaxed);
        }
    };
    let (options, archive) = (SearchOptions { seed, threads: 1 }, Archive::default());
    let mut limits = Limits::none().interrupt(stop);
    optimize_in_parallel(spec, &options, Some(FIRST_BEAMS), &archive, &mut limits, &offer);
    best.into_inner()
}

#[cfg(test)]
mod tests {
    use super::super::tests::spec;
    use super::*;
    use heureka_kit::board::Size;

    fn prove(numbers: [usize; 4]) -> Proof {
        Proof::new(spec(numbers), 1, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn proofs_agree_with_exhaustive_enumeration() {
        for numbers in
            [[2, 2, 1, 1], [2, 3, 1, 2], [3, 2, 1, 2], [3, 3, 1, 2], [3, 3, 2, 2], [2, 5, 1, 4]]
        {
            let [rows, cols, low, high] = numbers;
            let size = Size { rows, cols };
            let choices = high - low + 1;
            let mut best = (0, vec![]);
            for number in 0..choices.pow(size.cells() as u32 - 1) {
                let value = |cell| (low + number / choices.pow(cell) % choices) as u8;
                let grid = Grid::new(size, (0..size.cells() as u32).map(value).collect());
                let ScoredMaze { grid, quality } = ScoredMaze::new(grid);
                if quality.solvable() && quality.score() >= best.0 {
                    if quality.score() > best.0 {
                        best = (quality.score(), vec![]);
                    }
                    best.1.push(grid);
                }
            }
            best.1.sort();
            let mut proof = prove(numbers);
            assert_eq!(proof.run(2, &mut Limits::none()), None);
            let found: Vec<Grid> = proof.mazes().into_iter().map(|maze| maze.grid).collect();
            assert_eq!(found, best.1, "{numbers:?}");
            assert!(found.is_empty() || proof.found.score == best.0, "{numbers:?}");
        }
    }

    #[test]
    fn proofs_can_be_saved_and_resumed() {
        let numbers = [5, 5, 2, 4];
        let mut proof = prove(numbers);
        let stop = proof.run(2, &mut Limits::none().expansions(10_000));
        assert_eq!(stop, Some(Stop::Expansions));
        let nodes = proof.stats.expanded;
        let text = proof.text();
        let mut resumed = Proof::parse(spec(numbers), &text).unwrap();
        assert_eq!(resumed.text(), text);
        assert_eq!(resumed.run(1, &mut Limits::none()), None);
        assert_eq!(proof.run(2, &mut Limits::none()), None);
        assert!(nodes < resumed.stats.expanded);
        assert_eq!(resumed.stats.expanded, proof.stats.expanded);
        assert_eq!(resumed.mazes(), proof.mazes());
        for (from, to, expected) in [
            ("proof 1", "proof 7", "line 1: not a saved proof"),
            ("frame 5 5 2 4", "frame 5 5 1 4", "line 2, column 1: proof of a different size"),
            ("parts", "party", "expected a line of a proof, found 'party'"),
            ("open 7", "open 77", "invalid root"),
            ("open 7 ", "open 7 99 ", "invalid choices"),
            ("open 7 ", "open x ", "'x': expected a whole number"),
            ("end\n", "", "truncated proof"),
            ("best", "end\nbest", "line 4, column 1: unexpected line after 'end'"),
        ] {
            let error = Proof::parse(spec(numbers), &text.replacen(from, to, 1)).unwrap_err();
            assert!(error.to_string().contains(expected), "{to}: {error}");
        }
    }
}
