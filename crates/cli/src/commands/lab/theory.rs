//! The output of `heureka lab tie-breaking`, `inconsistency` and `ancestry`.

use crate::args::Limit;
use crate::exit::{Exit, Failure, advise};
use crate::files::save;
use crate::formats::human::{CAREFUL, HEADING, headline, wrap};
use crate::run::under_limits;
use crate::staging::distinct;
use crate::summary::Output as Format;
use clap::Args;
use heureka_core::{Limits, Stop};
use heureka_lab::Provenance;
use heureka_lab::theory::{Answer, Error, TREE_LEGEND};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Output files, output format and limits.
#[derive(Debug, Args)]
pub struct Output {
    /// Write the picture to an SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a self-contained HTML page with text, counts and pictures.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
    #[command(flatten)]
    limit: Limit,
}

/// The JSON object of an answer.
#[derive(Serialize)]
struct Object<'a, A> {
    #[serde(flatten)]
    parameters: &'a Value,
    #[serde(flatten)]
    answer: &'a A,
}

impl Output {
    /// Rejects output files that are the same, or the input file.
    pub fn check(&self, input: Option<&Path>) -> Result<(), Failure> {
        distinct(input, self.files())
    }

    fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.svg, &self.html].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Asks a question under the limits and writes the answer in the requested forms.
    ///
    /// `arguments` reproduce the answer; `parameters` are added to the JSON object.
    pub fn answer<A: Answer>(
        &self,
        arguments: &str,
        parameters: &Value,
        out: &mut dyn Write,
        ask: impl FnOnce(&mut Limits<'_>) -> Result<A, Error>,
    ) -> Result<Exit, Failure> {
        let answer = match under_limits(&self.limit, None, ask) {
            Ok(answer) => answer,
            Err(error) => return self.no_answer(&error, out),
        };
        if let Some(path) = &self.svg {
            let svg = answer.svg().ok_or_else(|| {
                Failure::usage(
                    "the result is too large to draw",
                    "omit --svg, or choose a smaller instance",
                )
            })?;
            save(path, &svg)?;
        }
        if let Some(path) = &self.html {
            let provenance = Provenance::here().and("arguments", arguments);
            save(path, &answer.report().html(&provenance))?;
        }
        let object = || Object { parameters, answer: &answer };
        self.format.either(out, object, |out| show(&answer, out))?;
        let written: Vec<_> = self.files().map(|path| path.display().to_string()).collect();
        match written.join(" and ").as_str() {
            _ if self.format.json => {}
            "" => advise("use --svg FILE for a picture, or --html FILE for a page"),
            files => advise(&format!("written to {files}")),
        }
        Ok(Exit::Done)
    }

    /// Reports why there is no answer.
    fn no_answer(&self, error: &Error, out: &mut dyn Write) -> Result<Exit, Failure> {
        let (outcome, advice, exit) = match error {
            Error::Stopped(Stop::Interrupted) => ("stopped", "", Exit::Interrupted),
            Error::Stopped(stop) => {
                ("stopped", "raise the limit, or choose a smaller instance", (*stop).into())
            }
            Error::Unsolvable => ("unsolvable", "choose a solvable instance", Exit::Unsolvable),
            Error::NotFound(_) => (
                "not-found",
                "the heuristic hides every path; a blind search such as bfs may find one",
                Exit::NotFound,
            ),
            Error::InvalidPlan(_) | Error::Unsupported(_) => {
                return Err(Failure::bug(error.to_string(), "please report this"));
            }
        };
        let reason = match error {
            Error::Stopped(stop) => stop.name().to_owned(),
            _ => error.to_string(),
        };
        self.format.either(
            out,
            || json!({ "outcome": outcome, "reason": reason }),
            |out| headline(out, CAREFUL, outcome, &format!("{error}; nothing to compare")),
        )?;
        if !advice.is_empty() {
            advise(advice);
        }
        Ok(exit)
    }
}

/// Writes an answer for people.
fn show(answer: &impl Answer, out: &mut dyn Write) -> io::Result<()> {
    let paragraph = |text: &str| wrap(text.split(' '), 0);
    writeln!(out, "{HEADING}{}{HEADING:#}\n", paragraph(&answer.question()))?;
    let trees = answer.trees();
    for (heading, tree) in &trees {
        writeln!(out, "{HEADING}{heading}{HEADING:#}\n{tree}")?;
    }
    if !trees.is_empty() {
        writeln!(out, "{}\n", paragraph(TREE_LEGEND))?;
    }
    write!(out, "{}", answer.table().text())?;
    for text in answer.explanation() {
        writeln!(out, "\n{}", paragraph(&text))?;
    }
    Ok(())
}
