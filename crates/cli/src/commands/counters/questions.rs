//! The program's questions. Answers are words, as many as a line holds; a board is a whole line.

use super::{parse_algorithm, shuffled, wrong_board};
use crate::exit::Failure;
use heureka_puzzles::counters::course::Algorithm;
use heureka_puzzles::counters::{info, reading};
use std::io::{self, BufRead, Write};

/// The longest answer that is read.
const LONGEST: u64 = 1 << 20;

/// Asks on the standard output and reads from the standard input.
pub struct Questions<'a> {
    out: &'a mut dyn Write,
    /// What is left of the last line read.
    rest: String,
}

impl<'a> Questions<'a> {
    /// Nothing has been asked yet.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, rest: String::new() }
    }

    /// Asks for the algorithm.
    pub fn algorithm(&mut self) -> Result<Algorithm, Failure> {
        self.ask(
            "Enter Algorithm: 0 - Uniform Cost Search, 1 - A* w/ Misplaced Tile Heuristic, \
             2 - A* w/ Manhattan Distance Heuristic: ",
        )?;
        let word = self.word("the algorithm")?;
        parse_algorithm(&word).map_err(|expected| {
            Failure::usage(format!("'{word}' is no algorithm"), format!("{expected} as an answer"))
        })
    }

    /// Asks for the board, and then for what belongs to the answer.
    pub fn board(&mut self, seed: u64) -> Result<Vec<u32>, Failure> {
        self.ask("Enter 1: Default, 2: Custom, 3: Random: ")?;
        let word = self.word("the kind of board")?;
        match word.as_str() {
            "1" => reading::read(info::DEFAULT).map_err(|error| wrong_board("", &error)),
            "2" => {
                self.ask("Enter counters from left to right, top to bottom seperated by space: ")?;
                let line = self.line("the counters")?;
                reading::read(&line).map_err(|error| wrong_board("the counters: ", &error))
            }
            "3" => {
                self.ask("Enter number of counters that are perfect squares: ")?;
                shuffled(&self.word("the number of counters")?, seed)
            }
            _ => Err(Failure::usage(
                format!("'{word}' is no kind of board"),
                "expected 1, 2 or 3 as an answer",
            )),
        }
    }

    fn ask(&mut self, question: &str) -> io::Result<()> {
        write!(self.out, "{question}")?;
        self.out.flush()
    }

    /// Reads the next line into `rest`; at the end of the input there is none.
    fn read(&mut self, what: &str) -> Result<(), Failure> {
        self.rest.clear();
        let mut bytes = vec![];
        // A line that is too long is cut, and so refused as no answer.
        let read = io::Read::take(io::stdin().lock(), LONGEST).read_until(b'\n', &mut bytes);
        let ended = |why: &str| {
            Failure::usage(
                format!("{why} while {what} was asked for"),
                "answer the question, or give the arguments that `heureka counters --help` tells",
            )
        };
        match read {
            Ok(0) => Err(ended("the input ended")),
            Err(error) => Err(ended(&error.to_string())),
            Ok(_) => {
                self.rest = String::from_utf8_lossy(&bytes).into_owned();
                Ok(())
            }
        }
    }

    /// The next word, from the next line that has one.
    fn word(&mut self, what: &str) -> Result<String, Failure> {
        while self.rest.trim().is_empty() {
            self.read(what)?;
        }
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = rest[..end].to_owned();
        self.rest = rest[end..].to_owned();
        Ok(word)
    }

    /// What is left of the line, or the next line if nothing is.
    fn line(&mut self, what: &str) -> Result<String, Failure> {
        if self.rest.trim().is_empty() {
            self.read(what)?;
        }
        Ok(std::mem::take(&mut self.rest))
    }
}
