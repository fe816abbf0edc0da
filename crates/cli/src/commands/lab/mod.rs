//! `heureka lab`: studies of many runs, their reports, and demonstrations of theory.

mod compare;
mod init;
mod report;
mod run;
mod status;
mod theory;

use crate::exit::{Exit, Failure};
use clap::{Args, Subcommand};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka lab init study.toml
  heureka lab run studies/counters.toml
  heureka lab status counters.db
  heureka lab report counters.db --html counters.html
  heureka lab compare old.db new.db
  heureka lab tie-breaking --svg maps.svg
  heureka lab inconsistency --html tree.html
  heureka lab ancestry --generations 8 --children 3";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write a template study: every key, with comments.
    Init(init::Init),
    /// Run a study: every setup on every instance, each run in its own process.
    Run(run::Run),
    /// Show how far a study is, which workers make its runs, and when it may end.
    Status(status::Status),
    /// Report a study: tables and plots as HTML, markdown, CSV or SVG.
    Report(report::Report),
    /// Compare two studies, or two setups of one study.
    Compare(compare::Compare),
    /// Show what A* on a grid expands if it prefers the smaller or the larger g among equal f.
    TieBreaking(theory::TieBreaking),
    /// Show the search trees of A* with an inconsistent heuristic, without and with reopening.
    Inconsistency(theory::Inconsistency),
    /// Search a family tree upward, downward and from both ends.
    Ancestry(theory::Ancestry),
}

pub fn run(args: &Lab, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &args.command {
        Command::Init(args) => init::run(args, out),
        Command::Run(args) => run::run(args, out),
        Command::Status(args) => status::run(args, out),
        Command::Report(args) => report::run(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::TieBreaking(args) => theory::tie_breaking(args, out),
        Command::Inconsistency(args) => theory::inconsistency(args, out),
        Command::Ancestry(args) => theory::ancestry(args, out),
    }
}
