//! What the questions of theory share: where results go, and what to say when there are none.

use crate::args::Limit;
use crate::commands::solve::save;
use crate::exit::{Exit, Failure, advise};
use crate::formats::human::{CAREFUL, headline, wrap};
use crate::formats::json;
use crate::staging::distinct;
use clap::Args;
use heureka_core::Stop;
use heureka_lab::theory::Trouble;
use heureka_lab::{Provenance, Report};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where results go, and when to stop.
#[derive(Debug, Args)]
pub struct Asked {
    /// Draw it into an SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a page with words, numbers and pictures that needs nothing but itself.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the result as one JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit: Limit,
}

impl Asked {
    /// Whether a picture is asked for.
    pub fn draws(&self) -> bool {
        self.svg.is_some()
    }

    /// Refuses files that would be written twice, or over what is read.
    pub fn check(&self, input: Option<&Path>) -> Result<(), Failure> {
        distinct(input, [&self.svg, &self.html].into_iter().flatten().map(PathBuf::as_path))
    }

    /// Writes what was asked for. The arguments tell how to get the same again.
    pub fn write(
        &self,
        svg: impl FnOnce() -> String,
        report: impl FnOnce() -> Report,
        arguments: &str,
    ) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            save(path, &svg())?;
        }
        if let Some(path) = &self.html {
            save(path, &report().html(&Provenance::here().and("arguments", arguments)))?;
        }
        Ok(())
    }

    /// Prints the last paragraphs, with an empty line before each, and says where to look.
    pub fn end(&self, out: &mut dyn Write, paragraphs: &[String]) -> io::Result<()> {
        for paragraph in paragraphs {
            writeln!(out, "\n{}", wrap(paragraph.split(' '), 0))?;
        }
        out.flush()?;
        let written: Vec<_> = [&self.svg, &self.html]
            .into_iter()
            .flatten()
            .map(|p| p.display().to_string())
            .collect();
        if written.is_empty() {
            advise("--svg FILE draws it, and --html FILE writes a page with all of it");
        } else {
            advise(&format!("written to {}", written.join(" and ")));
        }
        Ok(())
    }
}

/// How it ends when there is nothing to show.
pub fn trouble(trouble: &Trouble, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (word, advice, exit) = match trouble {
        Trouble::Stopped(Stop::Interrupted) => ("stopped", "", Exit::Interrupted),
        Trouble::Stopped(stop) => {
            ("stopped", "raise the limit, or take something smaller", (*stop).into())
        }
        Trouble::NoWay => (
            "unsolvable",
            "take one with a way: there is nothing to compare otherwise",
            Exit::Unsolvable,
        ),
        Trouble::NotFound(_) => (
            "not-found",
            "A* found no way with these estimates; a search that asks none, such as bfs, may",
            Exit::NotFound,
        ),
        Trouble::Refused(_) | Trouble::Unsupported(_) => {
            return Err(Failure::bug(trouble.to_string(), "please report this"));
        }
    };
    if json {
        let reason = match trouble {
            Trouble::Stopped(stop) => json::stop(*stop).to_owned(),
            _ => trouble.to_string(),
        };
        json::print(out, &json!({ "schema": json::SCHEMA, "outcome": word, "reason": reason }))?;
    } else {
        headline(out, CAREFUL, word, &format!("{trouble}; there is nothing to compare"))?;
    }
    out.flush()?;
    if !advice.is_empty() {
        advise(advice);
    }
    Ok(exit)
}
