//! Proving the best score of a frame, and listing every puzzle that has it.
//!
//! A proof under way can be written down as text and gone on with later.

use super::board::{Board, Frame};
use super::exact::AllPuzzles;
use super::generate::{Judged, judged};
use super::optimize::{Memory, Runs, build_and_polish};
use heureka_core::construct::{BranchAndBound, Found, OpenSubtree};
use heureka_core::{Limits, Stats, Stop};
use heureka_kit::board::BitSet;
use heureka_kit::text::{ParseError, Word, words};
use std::cell::RefCell;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The most cells that a proof may be begun for: beyond, none would end.
pub const MOST_CELLS: usize = 64;
/// How many of the best puzzles are listed.
pub const LISTED: usize = 1000;
/// How deep the tree is split into parts.
const SPLIT: usize = 7;
/// The first line of a proof's text.
const TITLE: &str = "heureka number-maze proof 1";

/// A proof under way, of any frame.
pub trait Proof {
    /// Goes on until the proof is complete or a limit stops it. The frontier that is reported is the
    /// number of parts that are still open.
    fn run(&mut self, threads: usize, limits: &mut Limits<'_>) -> Option<Stop>;

    /// What it stands at.
    fn standing(&self) -> Standing;

    /// The puzzles that have the best score, judged by the reference rules; not more than
    /// [`LISTED`], and not those that were found before the proof itself met them.
    fn puzzles(&self) -> Vec<Judged>;

    /// All that is needed to go on, as text.
    fn text(&self) -> String;
}

/// How far a proof is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The best score: the optimum once nothing is open.
    pub score: i64,
    /// Parts of the tree that are still open, and how many there are.
    pub open: usize,
    /// See there.
    pub parts: usize,
    /// Nodes looked at.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// Begins a proof: a good puzzle is looked for first, since the better the best known score, the
/// less has to be looked at.
///
/// # Errors
/// If the frame has too many cells.
pub fn begin(frame: Frame, seed: u64, stop: &AtomicBool) -> Result<Box<dyn Proof>, ParseError> {
    Ok(match frame.cells() {
        0..=32 => Box::new(Proving::<u32, 32>::begin(frame, seed, stop)),
        33..=MOST_CELLS => Box::new(Proving::<u64, 64>::begin(frame, seed, stop)),
        cells => {
            return Err(ParseError::whole(format!(
                "{cells} cells: no proof would end; expected at most {MOST_CELLS}"
            )));
        }
    })
}

/// Goes on with a proof that was written down.
///
/// # Errors
/// If the text is none of [`Proof::text`], or one of another frame.
pub fn resume(frame: Frame, text: &str) -> Result<Box<dyn Proof>, ParseError> {
    Ok(match frame.cells() {
        0..=32 => Box::new(Proving::<u32, 32>::read(frame, text)?),
        33..=MOST_CELLS => Box::new(Proving::<u64, 64>::read(frame, text)?),
        cells => return Err(ParseError::whole(format!("{cells} cells: there is no such proof"))),
    })
}

struct Proving<M, const N: usize> {
    frame: Frame,
    tree: AllPuzzles<M, N>,
    open: Vec<OpenSubtree<u8>>,
    found: Found<u8>,
    parts: usize,
    stats: Stats,
}

impl<M: BitSet, const N: usize> Proving<M, N> {
    fn begin(frame: Frame, seed: u64, stop: &AtomicBool) -> Self {
        let best = first_guess::<M, N>(frame, seed, stop);
        let tree = AllPuzzles::new(frame);
        let search = BranchAndBound::new(&tree, best, SPLIT);
        let (open, found) = (search.open().to_vec(), search.found().clone());
        let (parts, stats) = (search.subtrees(), *search.stats());
        Self { frame, tree, open, found, parts, stats }
    }

    fn read(frame: Frame, text: &str) -> Result<Self, ParseError> {
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(ParseError::at(1, 0, format!("this is no proof: expected '{TITLE}'")));
        }
        let tree = AllPuzzles::new(frame);
        let mut proving = Self {
            frame,
            tree,
            open: vec![],
            found: Found { score: 0, count: 0, candidates: vec![] },
            parts: 0,
            stats: Stats::default(),
        };
        let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
        let mut line = vec![];
        for word in words(rest).map(|word| Word { line: word.line + 1, ..word }) {
            if line.first().is_some_and(|first: &Word<'_>| first.line != word.line) {
                proving.read_line(&line)?;
                line.clear();
            }
            line.push(word);
        }
        let Some(end) = line.first() else {
            return Err(ParseError::whole("the proof ends too soon: expected a last line 'end'"));
        };
        if end.text != "end" {
            return Err(end.error("the proof ends too soon: expected a last line 'end'"));
        }
        Ok(proving)
    }

    fn read_line(&mut self, line: &[Word<'_>]) -> Result<(), ParseError> {
        let name = line[0];
        let numbers = line[1..].iter().map(|word| word.number::<i64>("a whole number"));
        let numbers: Vec<i64> = numbers.collect::<Result<_, _>>()?;
        let choices = |of: &[i64]| {
            let choices: Option<Vec<u8>> = of.iter().map(|&n| u8::try_from(n).ok()).collect();
            choices
                .filter(|choices| self.tree.leads_somewhere(choices))
                .ok_or_else(|| name.error("these choices lead to no puzzle of this frame"))
        };
        match (name.text, &numbers[..]) {
            ("frame", numbers) => {
                let frame = &self.frame;
                let ours = [frame.rows(), frame.cols(), frame.low(), frame.high()];
                if numbers.len() != 4
                    || numbers.iter().zip(ours).any(|(&n, our)| usize::try_from(n) != Ok(our))
                {
                    let [r, c, i, j] = ours;
                    return Err(name.error(format!(
                        "this proof is about another frame: expected {r} {c} {i} {j}"
                    )));
                }
            }
            ("best", &[score, count]) => {
                self.found.score = score;
                self.found.count = count.unsigned_abs();
            }
            ("parts", &[parts]) => self.parts = usize::try_from(parts).unwrap_or(0),
            ("nodes", &[expanded, generated, micros]) => {
                self.stats.expanded = expanded.unsigned_abs();
                self.stats.generated = generated.unsigned_abs();
                self.stats.elapsed = Duration::from_micros(micros.unsigned_abs());
            }
            ("found", of) => self.found.candidates.push(choices(of)?),
            ("open", &[root, ref next @ ..]) => {
                let next = choices(next)?;
                let root = usize::try_from(root).ok().filter(|&root| root <= next.len());
                let root = root.ok_or_else(|| name.error("a part begins before its place"))?;
                self.open.push(OpenSubtree { root, next });
            }
            ("end", []) => return Err(name.error("'end' is too soon: more lines follow")),
            _ => {
                return Err(name.error(format!("'{}': expected a line of a proof", name.text)));
            }
        }
        Ok(())
    }
}

impl<M: BitSet, const N: usize> Proof for Proving<M, N> {
    fn run(&mut self, threads: usize, limits: &mut Limits<'_>) -> Option<Stop> {
        let mut search = BranchAndBound::restore(
            &self.tree,
            std::mem::take(&mut self.open),
            self.found.clone(),
            self.parts,
            self.stats,
        );
        let stop = search.run(threads, limits);
        self.open = search.open().to_vec();
        self.found = search.found().clone();
        self.stats = *search.stats();
        stop
    }

    fn standing(&self) -> Standing {
        Standing {
            score: self.found.score,
            open: self.open.len(),
            parts: self.parts,
            nodes: self.stats.expanded,
            elapsed: self.stats.elapsed,
        }
    }

    fn puzzles(&self) -> Vec<Judged> {
        let grids = self.tree.puzzles(&self.found.candidates, LISTED);
        grids.into_iter().map(|grid| judged(self.found.score, grid)).collect()
    }

    fn text(&self) -> String {
        let frame = &self.frame;
        let mut text = format!("{TITLE}\n");
        let [r, c, i, j] = [frame.rows(), frame.cols(), frame.low(), frame.high()];
        // Writing to a string does not fail.
        let _ = writeln!(text, "frame {r} {c} {i} {j}");
        let _ = writeln!(text, "best {} {}", self.found.score, self.found.count);
        let _ = writeln!(text, "parts {}", self.parts);
        let stats = &self.stats;
        let micros = stats.elapsed.as_micros();
        let _ = writeln!(text, "nodes {} {} {micros}", stats.expanded, stats.generated);
        let mut line = |name: &str, root: Option<usize>, choices: &[u8]| {
            text.push_str(name);
            let numbers = root.into_iter().chain(choices.iter().map(|&choice| choice.into()));
            numbers.for_each(|number| {
                let _ = write!(text, " {number}");
            });
            text.push('\n');
        };
        self.found.candidates.iter().for_each(|choices| line("found", None, choices));
        self.open.iter().for_each(|part| line("open", Some(part.root), &part.next));
        text.push_str("end\n");
        text
    }
}

/// The score of a good puzzle: 1 where none was found that can be solved.
fn first_guess<M: BitSet, const N: usize>(frame: Frame, seed: u64, stop: &AtomicBool) -> i64 {
    let board = Board::<M>::new(frame, true);
    let best = RefCell::new(1);
    let memory = Memory::default();
    build_and_polish::<M, N>(
        &board,
        seed,
        Runs::Some(6),
        &memory,
        stop,
        &|_| (),
        &|score, grid| {
            if score > *best.borrow() && judged(score, grid()).quality.score() == score {
                best.replace(score);
            }
        },
    );
    best.into_inner()
}

#[cfg(test)]
mod tests {
    use super::super::generate::judge;
    use super::super::grid::Grid;
    use super::*;

    fn prove(frame: [usize; 4]) -> Box<dyn Proof> {
        let frame = Frame::new(frame[0], frame[1], frame[2], frame[3]).unwrap();
        begin(frame, 1, &AtomicBool::new(false)).unwrap()
    }

    /// Every puzzle of some small frames, scored by the book.
    #[test]
    fn proves_what_trying_everything_finds() {
        for [rows, cols, low, high] in [
            [2usize, 2, 1, 1],
            [2, 3, 1, 2],
            [3, 2, 1, 2],
            [3, 3, 1, 2],
            [3, 3, 2, 2],
            [2, 5, 1, 4],
        ] {
            let cells = rows * cols;
            let mut best = (0, vec![]);
            let count = (high - low + 1).pow(cells as u32 - 1);
            for number in 0..count {
                let mut left = number;
                let mut values = vec![0; cells];
                for value in &mut values[..cells - 1] {
                    *value = (low + left % (high - low + 1)) as u8;
                    left /= high - low + 1;
                }
                let grid = Grid::new(cols, values);
                let quality = judge(&grid);
                if quality.solvable() && quality.score() >= best.0 {
                    if quality.score() > best.0 {
                        best = (quality.score(), vec![]);
                    }
                    best.1.push(grid);
                }
            }
            best.1.sort();
            let mut proof = prove([rows, cols, low, high]);
            assert_eq!(proof.run(2, &mut Limits::none()), None);
            let found: Vec<Grid> = proof.puzzles().into_iter().map(|judged| judged.grid).collect();
            if best.1.is_empty() {
                assert!(found.is_empty(), "{rows} {cols} {low} {high}");
            } else {
                assert_eq!((proof.standing().score, found), best, "{rows} {cols} {low} {high}");
            }
        }
    }

    #[test]
    fn the_proved_optima_of_five_by_five() {
        for ([low, high], score, puzzles) in [([1, 4], 107, Some(4)), ([2, 4], 91, None)] {
            let mut proof = prove([5, 5, low, high]);
            assert_eq!(proof.run(2, &mut Limits::none()), None);
            assert_eq!(proof.standing().score, score);
            assert_eq!(proof.standing().open, 0);
            let found = proof.puzzles();
            assert!(!found.is_empty());
            assert!(puzzles.is_none_or(|puzzles| found.len() == puzzles), "{}", found.len());
        }
    }

    #[test]
    fn a_proof_is_written_down_and_gone_on_with() {
        let frame = Frame::new(5, 5, 2, 4).unwrap();
        let mut proof = prove([5, 5, 2, 4]);
        let stop = proof.run(2, &mut Limits::none().expansions(10_000));
        assert_eq!(stop, Some(Stop::Expansions));
        let half = proof.standing();
        let text = proof.text();
        let mut again = resume(frame, &text).unwrap();
        assert_eq!(again.text(), text);
        assert_eq!(again.run(1, &mut Limits::none()), None);
        assert_eq!(proof.run(2, &mut Limits::none()), None);
        assert!(half.nodes < again.standing().nodes);
        assert_eq!(again.standing().nodes, proof.standing().nodes);
        assert_eq!(again.puzzles(), proof.puzzles());
        for (from, to, says) in [
            ("proof 1", "proof 7", "line 1: this is no proof"),
            ("frame 5 5 2 4", "frame 5 5 1 4", "line 2, column 1: this proof is about another"),
            ("parts", "party", "'party': expected a line of a proof"),
            ("open 7", "open 77", "begins before its place"),
            ("open 7 ", "open 7 99 ", "lead to no puzzle"),
            ("open 7 ", "open x ", "'x': expected a whole number"),
            ("end\n", "", "ends too soon"),
        ] {
            let error = resume(frame, &text.replacen(from, to, 1)).err().unwrap().to_string();
            assert!(error.contains(says), "{to}: {error}");
        }
    }
}
