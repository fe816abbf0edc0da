//! `heureka lab init`: writes a template study.

use crate::exit::{Exit, Failure, advise};
use crate::files::{is_stdout, output};
use clap::Args;
use heureka_lab::study::TEMPLATE;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka lab init
  heureka lab init eight.toml && heureka lab run eight.toml
  heureka lab init - | less

The study runs in seconds. It has every key that a study can have, and comments.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Init {
    /// Write the study to this file, which must not exist (`-` for standard output).
    #[arg(default_value = "study.toml")]
    file: PathBuf,
}

pub fn run(args: &Init, out: &mut dyn Write) -> Result<Exit, Failure> {
    let path = &args.file;
    if is_stdout(path) {
        write!(out, "{TEMPLATE}")?;
        out.flush()?;
        return Ok(Exit::Done);
    }
    // A dangling symbolic link also counts as existing.
    if path.symlink_metadata().is_ok() {
        let what = if path.is_dir() { "this is a folder" } else { "the file exists, and is kept" };
        let what = format!("{}: {what}", path.display());
        return Err(Failure::new(Exit::Output, what, "give another name: heureka lab init FILE"));
    }
    output(path)?.save(TEMPLATE)?;
    advise(&format!("edit the study if you like, then run it: heureka lab run {}", path.display()));
    Ok(Exit::Done)
}
