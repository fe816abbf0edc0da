//! `heureka lab`: studies of many runs, what they show, and the questions of theory as things to look at.

mod compare;
mod report;
mod run;

use crate::exit::{Exit, Failure};
use clap::{Args, Subcommand};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka lab run studies/counters.toml
  heureka lab report counters.db --html counters.html
  heureka lab compare old.db new.db";

/// What to do in the lab.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a study: every setup on every instance, each run in a process of its own.
    Run(run::Run),
    /// Show what a study found: tables and plots as a page, markdown, CSV or SVG.
    Report(report::Report),
    /// Tell what got better and worse between two studies or two setups.
    Compare(compare::Compare),
}

/// Runs the command that was asked for.
pub fn run(args: &Lab, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        Command::Run(args) => run::run(args, out),
        Command::Report(args) => report::run(args, out),
        Command::Compare(args) => compare::run(args, out),
    }
}
