//! `heureka draw`: draws an instance without solving it.

use crate::args::{Reading, SubjectArgs};
use crate::exit::{Exit, Failure};
use crate::files::outputs;
use crate::formats::pictures;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka draw bricks klotski                    in characters
  heureka draw tiles --random 4x4 --svg board.svg
  heureka draw number-maze --file maze.txt --svg maze.svg";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Draw {
    #[command(flatten)]
    subject: SubjectArgs,
    /// Write the board as SVG, of a size that prints on A4 and Letter, instead of printing characters (`-`
    /// for standard output).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: &Draw, out: &mut dyn Write) -> Result<Exit, Failure> {
    let [svg] = outputs(&args.subject.choice.inputs(), [&args.svg])?;
    let instance = args.subject.instance(Reading::unlimited(true))?;
    match svg {
        Some(file) => file.save(pictures::board(&*instance)?)?,
        None => writeln!(out, "{}", instance.start())?,
    }
    Ok(Exit::Done)
}
