//! `heureka draw`: draws an instance without solving it.

use crate::args::{Reading, SubjectArgs};
use crate::exit::{Exit, Failure};
use crate::files::outputs;
use crate::formats::human::effective;
use crate::output::Output;
use clap::Args;
use heureka_lab::pictures;
use serde_json::json;
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
    /// Draw the board as SVG, sized for A4 and Letter (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Draw, out: &mut dyn Write) -> Result<Exit, Failure> {
    let [svg] = outputs(&args.subject.choice.inputs(), [&args.svg])?;
    let instance = args.output.or_stopped(out, args.subject.instance(Reading::unlimited(true)))?;
    let is_printed = svg.is_none();
    let picture = svg.as_ref().map(|_| pictures::board(&*instance)).transpose()?;
    let saved = svg.zip(picture).map_or(Ok(()), |(file, picture)| file.save(picture));
    let object = || {
        json!({
            "puzzle": instance.info().name,
            "instance": instance.text(),
            "parameters": effective(&*instance),
            "seed": args.subject.choice.random_seed(),
        })
    };
    args.output.either(out, object, |out| {
        if is_printed { writeln!(out, "{}", instance.start()) } else { Ok(()) }
    })?;
    // A full disk does not lose the result.
    saved?;
    Ok(Exit::Done)
}
