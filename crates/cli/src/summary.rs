//! Results of commands: text for people or, with `--json`, one JSON object.
//!
//! A command collects its result in a struct that implements [`Summary`] and ends with
//! `args.output.print(&summary, out)?`. docs/json.md documents the fields of every object.

use crate::formats::json;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};

/// A result that can be printed as JSON and as text.
pub trait Summary: Serialize {
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
    /// Prints a result.
    pub fn print(self, summary: &impl Summary, out: &mut dyn Write) -> io::Result<()> {
        self.either(out, || summary, |out| summary.text(out))
    }

    /// Prints an object as JSON or a text, and flushes it, so that notes on stderr follow it.
    pub fn either<T: Serialize>(
        self,
        out: &mut dyn Write,
        object: impl FnOnce() -> T,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.json {
            json::print_result(out, object())?;
        } else {
            text(out)?;
        }
        out.flush()
    }
}
