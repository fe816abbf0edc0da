//! Results of commands: text for people or, with `--json`, one JSON object.
//!
//! A command collects its result in a struct that implements [`Summary`] and ends with
//! `args.output.print(&summary, out)?`. docs/json.md documents the fields of every object.

use crate::formats::json;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};

/// A result that can be printed as text and as JSON.
pub trait Summary {
    /// Returns the JSON object; `schema` is added when it is printed.
    fn json(&self) -> impl Serialize;

    /// Writes the result for people.
    fn text(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The format of a result.
#[derive(Clone, Copy, Debug, Args)]
pub struct Output {
    /// Print the result as one JSON object.
    #[arg(long = heureka_lab::flags::JSON)]
    pub json: bool,
}

impl Output {
    /// Prints a result and flushes it, so that notes on stderr follow it.
    pub fn print(self, summary: &impl Summary, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            json::print_result(out, summary.json())?;
        } else {
            summary.text(out)?;
        }
        out.flush()
    }
}
