//! Results of commands: text for people or, with `--json`, one JSON object, whose fields
//! docs/json.md documents.

use crate::formats::json;
use clap::Args;
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
