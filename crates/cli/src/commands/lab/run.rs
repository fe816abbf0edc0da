//! `heureka lab run`.

use crate::exit::{Exit, Failure};
use clap::Args;
use std::io::Write;

/// What to run.
#[derive(Debug, Args)]
pub struct Run {}

/// Does it.
pub fn run(_: &Run, out: &mut dyn Write) -> Result<Exit, Failure> {
    out.flush()?;
    Ok(Exit::Done)
}
