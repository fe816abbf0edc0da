//! Proofs as text, to resume them later.
//!
//! The text accounts for the whole tree. The subtrees follow from the specification and the first
//! maze, and each has a line: `done` with its number of nodes, or `open` with the nodes so far and
//! the choices from its root to its next node. Reading it checks the checksum, the mazes by the
//! reference rules, and that every number adds up. The short first search is repeated: no maze that it
//! finds may be missing in the parts that are done.
//!
//! It is a saved state, not a certificate. Whoever writes the lines and the checksum anew can claim
//! work that nobody did; only another run without the file shows that. [`Proof::saved_nodes`] counts
//! the nodes of that work.

use super::proof::{Proof, SPLIT_DEPTH, check_cells, first_maze};
use super::{Grid, ScoredMaze, Spec};
use heureka_core::Limits;
use heureka_core::certificate::digest;
use heureka_core::construct::{Branching, DoneSubtree, Found, MAX_CANDIDATES, OpenSubtree};
use heureka_kit::text::{ParseError, Word, words};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write;
use std::time::Duration;

/// The first line.
const TITLE: &str = "heureka number-maze proof 2";
/// No proof has more nodes than this: it would take a thousand years.
const MAX_NODES: u64 = 1 << 60;

type Read<T> = Result<T, ParseError>;

impl Proof {
    /// Returns the proof as text.
    #[must_use]
    pub fn text(&self) -> String {
        let first = self.first.as_ref().map(|maze| join(maze.grid.values()));
        let mut text = format!(
            "{TITLE}\n{}\nfirst {}\nbest {} {}\nnodes {} {}\n",
            frame_line(self.spec),
            first.as_deref().unwrap_or("none"),
            self.found.score,
            self.found.count,
            self.stats.expanded,
            self.stats.elapsed.as_micros()
        );
        // Writing to a string does not fail.
        for candidate in &self.found.candidates {
            let _ = writeln!(text, "found {}", join(candidate));
        }
        let mut lines = vec![String::new(); self.subtrees()];
        for &DoneSubtree { number, expanded } in &self.done {
            lines[number] = format!("done {expanded}\n");
        }
        for OpenSubtree { number, root, next, expanded } in &self.open {
            let line = format!("open {expanded} {}", join(&next[*root..]));
            lines[*number] = format!("{}\n", line.trim_end());
        }
        text.extend(lines);
        seal(text)
    }

    /// Reads a proof saved by [`Proof::text`], and repeats the short first search to refute it; that
    /// search ends early if a limit is reached.
    ///
    /// # Errors
    /// If the text is not a saved proof of this specification, contradicts itself, or is refuted.
    pub fn parse(
        spec: Spec,
        text: &str,
        seed: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Self, ParseError> {
        check_cells(spec)?;
        let body = unseal(text)?;
        let all: Vec<Word<'_>> = words(body)?.skip_while(|word| word.line == 1).collect();
        let mut lines = Lines(all.chunk_by(|a, b| a.line == b.line).collect());
        let frame = lines.expect("frame")?;
        let (found, expected) = (frame.iter().map(|word| word.text), frame_line(spec));
        if found.collect::<Vec<_>>().join(" ") != expected {
            let message = format!("proof of a different size or range: expected '{expected}'");
            return Err(frame[0].error(message));
        }
        let mut proof = Self::split(spec, read_first(spec, lines.expect("first")?)?);
        let best = lines.expect("best")?;
        let [name, score, count] = best else {
            return Err(best[0].error("expected a score and a count"));
        };
        let (score, count) = (score.number("a score")?, count.number("a count")?);
        let nodes = lines.expect("nodes")?;
        let [_, total, micros] = nodes else {
            return Err(nodes[0].error("expected the numbers of nodes and microseconds"));
        };
        let total = total.number_in("a number of nodes from", 0..=MAX_NODES)?;
        let micros = micros.number("microseconds")?;
        let mut candidates = vec![];
        while let Some(line) = lines.take("found") {
            candidates.push(choices(&line[1..])?);
        }
        let split = std::mem::take(&mut proof.open);
        let split_nodes = proof.stats.expanded;
        proof.read_subtrees(&split, &mut lines)?;
        proof.saved_nodes = proof.stats.expanded - split_nodes;
        if proof.stats.expanded != total {
            let message = format!("the nodes of all parts add up to {}", proof.stats.expanded);
            return Err(nodes[0].error(message));
        }
        proof.stats.elapsed = Duration::from_micros(micros);
        let found = Found { score, count, candidates };
        let is_visited = proof.is_visited(&split);
        proof.check_found(&is_visited, &found).map_err(|what| name.error(what))?;
        if let Some(maze) = first_maze(spec, seed, limits)
            && proof.is_missing(&is_visited, &found, &maze)
        {
            let score = maze.quality.score();
            let message = format!("a maze of score {score} is missing in a part that is done");
            return Err(name.error(message));
        }
        drop(is_visited);
        proof.found = found;
        Ok(proof)
    }

    /// Reads a line for each subtree of the split, which is in any order, and adds up their nodes.
    fn read_subtrees(&mut self, split: &[OpenSubtree<u8>], lines: &mut Lines<'_>) -> Read<()> {
        let last = lines.0.split_off(lines.0.len().min(split.len()));
        if lines.0.len() < split.len() || !last.is_empty() {
            let message = format!("expected a line for each of {} subtrees", split.len());
            return Err(match last.front() {
                Some(line) => line[0].error(message),
                None => ParseError::whole(message),
            });
        }
        for subtree in split {
            let line = lines.0[subtree.number];
            let expanded =
                line.get(1).ok_or_else(|| line[0].error("expected a number of nodes"))?;
            let expanded = expanded.number_in("a number of nodes from", 0..=MAX_NODES)?;
            self.stats.expanded = self.stats.expanded.saturating_add(expanded);
            match (line[0].text, &line[2..]) {
                // The search expands at least the root of each subtree.
                ("done", []) if expanded == 0 => {
                    return Err(line[1].error("a subtree is done without a node"));
                }
                ("done", []) => {
                    self.done.push(DoneSubtree { number: subtree.number, expanded });
                }
                ("open", rest) => {
                    let next = [&subtree.next[..], &choices(rest)?].concat();
                    if self.tree.replay(&next).is_none() {
                        let message = "invalid choices: they lead to no maze of this size";
                        return Err(line[0].error(message));
                    }
                    // The nodes on the path to the next node are expanded.
                    if expanded < rest.len() as u64 || rest.is_empty() && expanded > 0 {
                        return Err(line[1].error("the choices do not match the number of nodes"));
                    }
                    self.open.push(OpenSubtree { next, expanded, ..*subtree });
                }
                _ => return Err(line[0].error("expected 'done' or 'open', and a number of nodes")),
            }
        }
        Ok(())
    }

    /// Returns a function that tells whether the search has visited a maze, given by its choices;
    /// `None` if the maze is in no subtree of the split.
    fn is_visited(&self, split: &[OpenSubtree<u8>]) -> impl Fn(&[u8]) -> Option<bool> {
        let roots: HashMap<&[u8], usize> =
            split.iter().map(|subtree| (&subtree.next[..], subtree.number)).collect();
        let open: HashMap<usize, &[u8]> =
            self.open.iter().map(|subtree| (subtree.number, &subtree.next[..])).collect();
        move |choices| {
            let number = roots.get(choices.get(..SPLIT_DEPTH)?)?;
            // Choices are in ascending order.
            Some(open.get(number).is_none_or(|&next| choices < next))
        }
    }

    /// Returns whether the search has passed a maze that is at least as good as the best, without
    /// listing it.
    fn is_missing(
        &self,
        is_visited: &impl Fn(&[u8]) -> Option<bool>,
        found: &Found<u8>,
        maze: &ScoredMaze,
    ) -> bool {
        let Found { score, count, candidates } = found;
        let is_complete = *count == candidates.len() as u64;
        let choices = self.tree.choices(&maze.grid).filter(|_| match maze.quality.score() {
            better if better > *score => true,
            same => same == *score && is_complete,
        });
        // A maze in no subtree was visited by the split.
        choices.is_some_and(|choices| {
            is_visited(&choices).unwrap_or(true) && !candidates.contains(&choices)
        })
    }

    /// Checks the best mazes: each has the score by the reference rules, is listed once, and is in a
    /// part of the tree that is done.
    fn check_found(
        &self,
        is_visited: &impl Fn(&[u8]) -> Option<bool>,
        found: &Found<u8>,
    ) -> Result<(), &'static str> {
        let Found { score, count, candidates } = found;
        let (at_split, listed) = (&self.found, candidates.len() as u64);
        if listed != (*count).min(MAX_CANDIDATES as u64) {
            return Err("the number of best mazes is not the number of lines 'found'");
        }
        if *score < at_split.score || *count == 0 && *score > at_split.score {
            return Err("no maze reaches the best score");
        }
        // The search visits every maze that scores at least as much as the first one.
        if *count == 0 && self.first.is_some() && self.open.is_empty() {
            return Err("the first maze reaches the best score, but is not found");
        }
        let known: HashSet<&[u8]> = candidates.iter().map(Vec::as_slice).collect();
        if known.len() < candidates.len() {
            return Err("a maze is found twice");
        }
        let of_split: HashSet<&[u8]> = at_split.candidates.iter().map(Vec::as_slice).collect();
        if *score == at_split.score && !of_split.is_subset(&known) {
            return Err("a best maze is missing");
        }
        for candidate in candidates {
            if !is_visited(candidate).unwrap_or_else(|| of_split.contains(&candidate[..])) {
                return Err("a maze is found in a part of the tree that is not done");
            }
            let is_complete =
                self.tree.replay(candidate).is_some_and(|node| self.tree.score(&node).is_some());
            let maze = self.tree.mazes(std::slice::from_ref(candidate), 1).pop_first();
            let quality = maze.filter(|_| is_complete).map(|maze| ScoredMaze::new(maze).quality);
            if !quality.is_some_and(|quality| quality.solvable() && quality.score() == *score) {
                return Err("a maze that is found does not have the best score");
            }
        }
        Ok(())
    }
}

/// The lines of a proof that are not read yet.
struct Lines<'a>(VecDeque<&'a [Word<'a>]>);

impl<'a> Lines<'a> {
    /// Returns the next line if it begins with this word.
    fn take(&mut self, name: &str) -> Option<&'a [Word<'a>]> {
        let is_next = self.0.front().is_some_and(|line| line[0].text == name);
        if is_next { self.0.pop_front() } else { None }
    }

    fn expect(&mut self, name: &str) -> Read<&'a [Word<'a>]> {
        self.take(name).ok_or_else(|| match self.0.front() {
            Some(line) => line[0].error(format!("expected '{name}', found '{}'", line[0].text)),
            None => ParseError::whole(format!("expected a line '{name}'")),
        })
    }
}

/// Returns the text with a checksum as its last line.
fn seal(mut body: String) -> String {
    let checksum = digest(body.as_bytes());
    let _ = writeln!(body, "checksum {checksum:016x}");
    body
}

/// Returns the text before the checksum.
fn unseal(text: &str) -> Read<&str> {
    if text.lines().next() != Some(TITLE) {
        return Err(ParseError::at(1, 0, format!("not a saved proof: expected '{TITLE}'")));
    }
    let end = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    let (body, last) = text.split_at(end);
    let Some(checksum) = last.strip_prefix("checksum ") else {
        return Err(ParseError::whole("truncated proof: expected a checksum in the last line"));
    };
    if u64::from_str_radix(checksum.trim_end(), 16) == Ok(digest(body.as_bytes())) {
        return Ok(body);
    }
    Err(ParseError::whole("the checksum does not match: the proof was changed or damaged"))
}

fn join(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn choices(words: &[Word<'_>]) -> Read<Vec<u8>> {
    words.iter().map(|word| word.number("a choice")).collect()
}

/// Returns the line with rows, columns, minimum and maximum value.
fn frame_line(spec: Spec) -> String {
    let (size, low, high) = (spec.size, spec.low, spec.high);
    format!("frame {} {} {low} {high}", size.rows, size.cols)
}

/// Reads the first maze, whose score decides how the tree is split.
fn read_first(spec: Spec, line: &[Word<'_>]) -> Read<Option<ScoredMaze>> {
    if let [_, Word { text: "none", .. }] = line {
        return Ok(None);
    }
    let values = choices(&line[1..])?;
    let is_valid = values.split_last().is_some_and(|(&goal, others)| {
        goal == 0 && others.iter().all(|value| (spec.low..=spec.high).contains(value))
    });
    if !is_valid || values.len() != spec.size.cells() {
        return Err(line[0].error("expected the values of a maze of this size and range"));
    }
    let maze = ScoredMaze::new(Grid::new(spec.size, values));
    if maze.quality.solvable() { Ok(Some(maze)) } else { Err(line[0].error("unsolvable maze")) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::spec;
    use super::*;
    use heureka_core::Stop;

    const NUMBERS: [usize; 4] = [5, 5, 2, 4];

    fn stopped() -> Proof {
        let mut proof = Proof::new(spec(NUMBERS), 1, &mut Limits::none()).unwrap();
        let stop = proof.run(2, &mut Limits::none().expansions(10_000));
        assert_eq!(stop, Some(Stop::Expansions));
        proof
    }

    fn refusal(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    fn parse(text: &str) -> Read<Proof> {
        Proof::parse(spec(NUMBERS), text, 1, &mut Limits::none())
    }

    /// Replaces the first line that begins with a word.
    fn with_line(text: &str, name: &str, new: &str) -> String {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        text.replacen(&format!("{line}\n"), new, 1)
    }

    /// Returns the text without its checksum.
    fn body(text: &str) -> &str {
        unseal(text).unwrap()
    }

    #[test]
    fn proofs_can_be_saved_and_resumed() {
        let mut proof = stopped();
        let nodes = proof.stats.expanded;
        let text = proof.text();
        let mut resumed = parse(&text).unwrap();
        assert_eq!(resumed.text(), text);
        assert_eq!(resumed.run(1, &mut Limits::none()), None);
        assert_eq!(proof.run(2, &mut Limits::none()), None);
        assert!(nodes < resumed.stats.expanded);
        assert_eq!(resumed.stats.expanded, proof.stats.expanded);
        assert_eq!(resumed.mazes(), proof.mazes());
        let complete = parse(&proof.text()).unwrap();
        assert!(complete.open.is_empty());
        assert_eq!(complete.mazes(), proof.mazes());
    }

    #[test]
    fn every_change_is_refused() {
        let text = stopped().text();
        assert!(refusal("").contains("line 1: not a saved proof"));
        assert!(refusal(&text.replace("proof 2", "proof 1")).contains("not a saved proof"));
        // Two lines claimed a proof once.
        assert!(refusal(&format!("{TITLE}\nend\n")).contains("truncated"));
        let lines: Vec<&str> = text.lines().collect();
        for cut in 1..lines.len() {
            assert!(refusal(&lines[..cut].join("\n")).contains("truncated"), "{cut} lines");
        }
        for at in (TITLE.len() + 1..text.len() - 1).step_by(7) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
            refusal(&String::from_utf8(bytes).unwrap());
        }
    }

    /// A recomputed checksum does not help a proof that contradicts itself.
    #[test]
    fn contradictions_are_refused() {
        let mut proof = stopped();
        let open = proof.text();
        assert_eq!(proof.run(2, &mut Limits::none()), None);
        let complete = proof.text();
        let found = complete.lines().find(|line| line.starts_with("found")).unwrap();
        let twice = format!("{found}\n{found}\n");
        let (score, count) = (proof.found.score, proof.found.count);
        assert!(count > 1);
        let more = format!("best {score} {}\n", count + 1);
        let better = format!("best {} {count}\n", score + 1);
        for (text, name, new, expected) in [
            (&open, "frame", "frame 5 5 1 4\n", "line 2, column 1: proof of a different size"),
            (&open, "frame", "", "expected 'frame', found 'first'"),
            (&open, "first", "first none\n", "subtrees"),
            (&open, "first", "first 1 2 3\n", "expected the values of a maze"),
            (&open, "open", "", "expected a line for each of "),
            (&open, "open", "open 0\nopen 0\n", "expected a line for each of "),
            (&open, "open", "closed 0\n", "expected 'done' or 'open'"),
            (&open, "open", "open 0 99\n", "invalid choices"),
            (&open, "open", "open 0 x\n", "'x': expected a choice"),
            (&open, "open", "open\n", "expected a number of nodes"),
            (&open, "open", "open 7\n", "the choices do not match the number of nodes"),
            (&open, "open", "open 0 0\n", "the choices do not match the number of nodes"),
            (&complete, "done", "done 0\n", "a subtree is done without a node"),
            (&complete, "done", "done 1\n", "the nodes of all parts add up to "),
            (&complete, "done", "done 18446744073709551615\n", "expected "),
            (&complete, "done", "done 0 1\n", "expected 'done' or 'open'"),
            (&complete, "nodes", "nodes 1 1\n", "the nodes of all parts add up to "),
            (&complete, "found", "", "the number of best mazes"),
            (&complete, "best", &more, "the number of best mazes"),
            (&complete, "best", &better, "does not have the best score"),
            (&complete, "best", "best 1 0\n", "the number of best mazes"),
            (&complete, "found", &twice, "the number of best mazes"),
        ] {
            let changed = seal(with_line(body(text), name, new));
            let error = refusal(&changed);
            assert!(error.contains(expected), "{name} {new:?}: {error}");
        }
        // No maze at all, although the first one has a score.
        let lines = body(&complete).lines().filter(|line| !line.starts_with("found"));
        let first = proof.first.as_ref().unwrap().quality.score();
        let none = lines.map(|line| match line.split_once(' ') {
            Some(("best", _)) => format!("best {first} 0\n"),
            _ => format!("{line}\n"),
        });
        assert!(refusal(&seal(none.collect())).contains("but is not found"));
    }

    /// A proof that nobody made, with one node in each subtree, is refuted by the first search, even
    /// if some subtrees are left open.
    #[test]
    fn invented_proofs_are_refuted() {
        let worse = ScoredMaze::new(Grid::new(spec(NUMBERS).size, vec![4; 25]));
        assert!(worse.quality.solvable());
        for first in [None, Some(worse)] {
            let invented = |open: usize| {
                let mut proof = Proof::split(spec(NUMBERS), first.clone());
                proof.open.sort_by_key(|subtree| subtree.number);
                let done = proof.open.split_off(open);
                proof.stats.expanded += done.len() as u64;
                let done = done.iter().map(|open| DoneSubtree { number: open.number, expanded: 1 });
                proof.done = done.collect();
                if let Some(maze) = &first {
                    proof.found.count = 1;
                    proof.found.candidates = vec![proof.tree.choices(&maze.grid).unwrap()];
                }
                proof.text()
            };
            for open in [0, 1] {
                let error = refusal(&invented(open));
                assert!(error.contains("is missing in a part that is done"), "{error}");
            }
        }
    }
}
