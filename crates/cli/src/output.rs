//! Results of commands: text for people or, with `--json`, one JSON object, whose fields
//! docs/json.md documents.

use crate::exit::Failure;
use crate::formats::json;
use clap::Args;
use heureka_lab::record::{StoppedEarly, Versioned};
use serde::Serialize;
use std::io::{self, Write};

/// The format of a result.
#[derive(Clone, Copy, Debug, Args)]
pub struct Output {
    /// Print the result as one JSON object.
    #[arg(long = heureka_lab::flags::JSON)]
    pub json: bool,
}

impl Output {
    /// Returns what a command needs before its work. If a limit or a signal stopped that, prints so as
    /// JSON: the other fields have no values yet.
    pub fn or_stopped<T>(
        self,
        out: &mut dyn Write,
        made: Result<T, Failure>,
    ) -> Result<T, Failure> {
        if let (true, Some(stop)) = (self.json, made.as_ref().err().and_then(Failure::stop)) {
            json::print(out, &Versioned::new(StoppedEarly::new(stop)))?;
        }
        made
    }

    /// Prints an object as JSON with the version of its format, or a text. Flushes the output, so
    /// that notes on stderr follow it.
    pub fn either<T: Serialize>(
        self,
        out: &mut dyn Write,
        object: impl FnOnce() -> T,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.json {
            json::print(out, &Versioned::new(object()))?;
        } else {
            text(out)?;
        }
        out.flush()
    }
}
