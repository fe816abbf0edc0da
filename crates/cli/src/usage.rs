//! Explains an invalid command line: what is wrong, and what to type instead.

use crate::exit::Failure;
use crate::puzzle_arg::Invalid;
use std::error::Error as _;

/// Returns the failure of an invalid command line.
pub fn explain(error: &clap::Error) -> Failure {
    if let Some(Invalid((what, help))) = error.source().and_then(|source| source.downcast_ref()) {
        return Failure::usage(what, help);
    }
    error.exit()
}
