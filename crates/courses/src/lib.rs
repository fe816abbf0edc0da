//! The programs of five AI courses: their files, prompts and prints.
//!
//! Each module is one course's program. It reads and writes text, and leaves colors, line widths and
//! questions at the terminal to its caller.
#![forbid(unsafe_code)]

pub mod bricks;
pub mod chi;
pub mod counters;
pub mod shell;

use heureka_kit::instance::SolveError;
use heureka_kit::text::ParseError;
use std::fmt;
use std::io;

/// The reason why a course's run failed.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum RunError {
    Board(ParseError),
    Search(SolveError),
    Write(io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::Search(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}
