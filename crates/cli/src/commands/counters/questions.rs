//! The program's prompts. An answer is a word, and a line may hold several; a board is a whole line.

use super::{invalid_board, parse_algorithm, shuffled};
use crate::ask::answer;
use crate::exit::Failure;
use crate::interrupt;
use crate::seed::Seed;
use heureka_courses::counters::Algorithm;
use heureka_puzzles::counters::{info, reading};
use std::io::{self, Write};

/// Prompts on an output and reads answers from standard input.
pub struct Questions<'a> {
    out: &'a mut dyn Write,
    /// The rest of the last line read.
    rest: String,
}

impl<'a> Questions<'a> {
    /// Returns prompts that write to `out`.
    pub fn new(out: &'a mut dyn Write) -> Self {
        // From now on, Ctrl-C interrupts.
        interrupt::flag();
        Self { out, rest: String::new() }
    }

    /// Prompts for the algorithm.
    pub fn algorithm(&mut self) -> Result<Algorithm, Failure> {
        self.ask(
            "Enter Algorithm: 0 - Uniform Cost Search, 1 - A* w/ Misplaced Tile Heuristic, \
             2 - A* w/ Manhattan Distance Heuristic: ",
        )?;
        let word = self.word("the algorithm")?;
        parse_algorithm(&word).map_err(|expected| {
            Failure::usage(format!("unknown algorithm '{word}': {expected}"), "answer 0, 1 or 2")
        })
    }

    /// Prompts for the board.
    pub fn board(&mut self, seed: &Seed) -> Result<Vec<u32>, Failure> {
        self.ask("Enter 1: Default, 2: Custom, 3: Random: ")?;
        let word = self.word("the kind of board")?;
        match word.as_str() {
            "1" => reading::read(info::DEFAULT).map_err(|error| invalid_board("", &error)),
            "2" => {
                self.ask("Enter counters from left to right, top to bottom seperated by space: ")?;
                let line = self.line("the counters")?;
                reading::read(&line).map_err(|error| invalid_board("the counters: ", &error))
            }
            "3" => {
                self.ask("Enter number of counters that are perfect squares: ")?;
                shuffled(&self.word("the number of counters")?, seed.value())
            }
            _ => Err(Failure::usage(
                format!("unknown kind of board '{word}': expected 1, 2 or 3"),
                "answer 1, 2 or 3",
            )),
        }
    }

    fn ask(&mut self, question: &str) -> io::Result<()> {
        write!(self.out, "{question}")?;
        self.out.flush()
    }

    /// Reads the next line into `rest`.
    fn read(&mut self, what: &str) -> Result<(), Failure> {
        self.rest = answer()?.ok_or_else(|| {
            let help = "answer the prompt, or give arguments: see `heureka counters --help`";
            Failure::usage(format!("unexpected end of input: expected {what}"), help)
        })?;
        Ok(())
    }

    /// Returns the next word, from the next line that has one.
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

    /// Returns the rest of the line, or the next line if the rest is empty.
    fn line(&mut self, what: &str) -> Result<String, Failure> {
        if self.rest.trim().is_empty() {
            self.read(what)?;
        }
        Ok(std::mem::take(&mut self.rest))
    }
}
