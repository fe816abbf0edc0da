//! The program's prompts. An answer is a word, and a line may hold several; a board is a whole line.

use super::{parse_algorithm, read_board, shuffled};
use crate::ask::answer;
use crate::exit::Failure;
use crate::interrupt;
use crate::seed::Seed;
use heureka_courses::counters::Algorithm;
use heureka_puzzles::counters::info;
use std::io::Write;

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
        let question = "Enter Algorithm: 0 - Uniform Cost Search, \
                        1 - A* w/ Misplaced Tile Heuristic, 2 - A* w/ Manhattan Distance Heuristic: ";
        self.ask(question, Self::word, "the algorithm", |word| {
            parse_algorithm(word).map_err(|expected| {
                let what = format!("unknown algorithm '{word}': {expected}");
                Failure::usage(what, "answer 0, 1 or 2")
            })
        })
    }

    /// Prompts for the board.
    pub fn board(&mut self, seed: &Seed) -> Result<Vec<u32>, Failure> {
        let question = "Enter 1: Default, 2: Custom, 3: Random: ";
        let kind = self.ask(question, Self::word, "the kind of board", |word| match word {
            "1" | "2" | "3" => Ok(word.to_owned()),
            _ => {
                let what = format!("unknown kind of board '{word}': expected 1, 2 or 3");
                Err(Failure::usage(what, "answer 1, 2 or 3"))
            }
        })?;
        match &*kind {
            "1" => read_board("the default board", info::DEFAULT),
            "2" => {
                let question =
                    "Enter counters from left to right, top to bottom seperated by space: ";
                self.ask(question, Self::line, "the counters", |line| {
                    read_board("the counters", line)
                })
            }
            _ => {
                let question = "Enter number of counters that are perfect squares: ";
                self.ask(question, Self::word, "the number of counters", |word| {
                    shuffled(word, seed.value())
                })
            }
        }
    }

    /// Asks until an answer is valid. What follows an invalid one on its line is dropped.
    fn ask<T>(
        &mut self,
        question: &str,
        answer: fn(&mut Self, &str) -> Result<String, Failure>,
        what: &str,
        read: impl Fn(&str) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        loop {
            write!(self.out, "{question}")?;
            self.out.flush()?;
            match read(&answer(self, what)?) {
                Err(failure) => failure.print(),
                valid => return valid,
            }
            self.rest.clear();
        }
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
