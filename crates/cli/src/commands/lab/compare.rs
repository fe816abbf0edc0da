//! `heureka lab compare`.

use crate::exit::{Exit, Failure};
use clap::Args;
use std::io::Write;

/// What to compare.
#[derive(Debug, Args)]
pub struct Compare {}

/// Does it.
pub fn run(_: &Compare, out: &mut dyn Write) -> Result<Exit, Failure> {
    out.flush()?;
    Ok(Exit::Done)
}
