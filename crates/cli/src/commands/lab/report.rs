//! `heureka lab report`: reports a study.

use crate::exit::{Exit, Failure, advise};
use crate::files::{distinct, output_folder, outputs};
use crate::formats::human::{ERROR, HEADING, wrap};
use crate::output::Output;
use clap::Args;
use heureka_lab::files::OutputFolder;
use heureka_lab::study::{Overview, Results, Summary};
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka lab report counters.db
  heureka lab report counters.db --html counters.html --svg pictures
  heureka lab report shard-*.db --csv runs.csv --markdown report.md
  heureka lab report postgres://ann@db.example.org/counters

The page is self-contained HTML without scripts. Unexplained runs come first:
crashes, and answers that contradict each other.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Report {
    /// Database of a study, or the databases of its shards: paths or URLs.
    #[arg(required = true, value_name = "DB")]
    databases: Vec<PathBuf>,
    /// Write a self-contained HTML page with tables and plots (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the tables as markdown (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write every run as a row of comma-separated values (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write every plot as SVG into this folder.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Omit timings, so that reports of the same runs are byte-identical.
    #[arg(long)]
    no_times: bool,
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Report, out: &mut dyn Write) -> Result<Exit, Failure> {
    let written = [&args.html, &args.markdown, &args.csv, &args.svg].into_iter().flatten();
    distinct(&args.databases, written)?;
    let [html, markdown, csv] = outputs([], [&args.html, &args.markdown, &args.csv])?;
    let svg = args.svg.as_deref().map(output_folder).transpose()?;
    let results = Results::read(&args.databases)?;
    let overview = Overview::new(&results, !args.no_times);
    let provenance = overview.provenance();
    let saved = [
        html.map_or(Ok(()), |file| file.save(overview.report().html(&provenance))),
        markdown.map_or(Ok(()), |file| file.save(overview.report().markdown(&provenance))),
        csv.map_or(Ok(()), |file| file.save(overview.csv())),
        svg.map_or(Ok(()), |folder| save_plots(folder, &overview)),
    ];
    args.output.either(
        out,
        || object(&results, &overview),
        |out| show(out, &results, &overview),
    )?;
    // A full disk does not lose the result.
    saved.into_iter().collect::<io::Result<()>>()?;
    if !args.output.json && args.html.is_none() && args.markdown.is_none() && args.svg.is_none() {
        advise("use --html FILE to write a page with plots and all instances");
    }
    let mut records = results.recorded().peekable();
    let none = records.peek().is_none();
    let explained = none || records.any(|(_, record)| record.ending.is_explained());
    Ok(if explained { Exit::Done } else { Exit::Failed })
}

fn save_plots(folder: OutputFolder, overview: &Overview<'_>) -> io::Result<()> {
    for (name, plot) in overview.plots() {
        folder.file(&format!("{name}.svg"))?.save(plot.svg())?;
    }
    folder.publish()
}

fn show(out: &mut dyn Write, results: &Results, overview: &Overview<'_>) -> io::Result<()> {
    writeln!(out, "{HEADING}{}{HEADING:#}", results.study.title)?;
    writeln!(out, "{}\n", wrap(overview.progress().split(' '), 0))?;
    if !overview.unexplained.is_empty() {
        writeln!(out, "{ERROR}Unexplained{ERROR:#}\n{}", overview.unexplained_table().text())?;
    }
    for (puzzle, tables) in overview.summaries() {
        for Summary { title, table, caption } in tables {
            writeln!(out, "{HEADING}{puzzle}: {title}{HEADING:#}\n{}", table.text())?;
            writeln!(out, "{}\n", wrap(caption.split(' '), 0))?;
        }
    }
    let endings = overview.endings().text();
    writeln!(out, "{HEADING}How the runs ended{HEADING:#}\n{}", endings.trim_end())
}

fn object(results: &Results, overview: &Overview<'_>) -> serde_json::Value {
    let unexplained = overview.unexplained.iter();
    let unexplained = unexplained.map(|(run, what)| json!({ "run": run, "what": what }));
    json!({
        "study": results.study.title,
        "planned": results.study.runs.len(),
        "recorded": results.recorded().count(),
        "unexplained": unexplained.collect::<Vec<_>>(),
        "runs": overview.rows(),
    })
}
