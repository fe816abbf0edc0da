//! `heureka chi analyze`: all searches with all heuristics on one set of puzzles.

use super::{SLIDES, Size, Source};
use crate::exit::{Exit, Failure};
use crate::files::distinct;
use crate::formats::human::{HEADING, wrap};
use crate::measure::{ExperimentArgs, measure, publish};
use crate::seed::Seeded;
use clap::Args;
use heureka_courses::chi::Analysis;
use heureka_lab::Provenance;
use heureka_puzzles::chi::puzzles;
use std::io::Write;

/// The file of the results that repeats the boards.
const PUZZLES: &str = "puzzles.txt";

const EXAMPLES: &str = "\
Examples:
  heureka chi analyze --out analysis
  heureka chi analyze puzzles.txt --out analysis --time-limit 60s
  heureka chi analyze --random 10 --seed 3 --rows 3 --cols 3 --json

--out writes report.html, slides.html (print it for one slide per sheet),
analysis.csv, totals.csv, runs.csv, the puzzles and three plots as SVG.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Analyze {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    experiment: ExperimentArgs,
}

pub fn run(args: &Analyze, out: &mut dyn Write) -> Result<Exit, Failure> {
    let shape = args.size.shape()?;
    distinct(&args.source.file, &args.experiment.file(PUZZLES))?;
    let boards = args.source.boards(shape)?;
    let folder = args.experiment.folder()?;
    let (limit, caps, limits) = args.experiment.limits();
    let experiment = Analysis::experiment(&boards, shape, caps);
    let analysis = Analysis::new(&measure(&experiment, &limit, None, |_, _| false)?);
    let what = format!("{}, {} × {}", args.source.describe(), shape.rows, shape.cols);
    let provenance = Provenance::here()
        .and("command", "heureka chi analyze")
        .and("puzzles", &what)
        .and("limits", limits);
    let files = [
        ("analysis.csv", analysis.averages().csv()),
        ("totals.csv", analysis.totals().csv()),
        ("runs.csv", analysis.csv()),
        (PUZZLES, puzzles::write(&boards)),
        (SLIDES, analysis.slides(&what).slides(&provenance)),
    ];
    let saved = publish(folder, &analysis.report(&what), &provenance, &files, &analysis.plots());
    let result = || Seeded::new(args.source.random_seed(), &analysis);
    args.experiment.output.either(out, result, |out| {
        writeln!(out, "{HEADING}Averages{HEADING:#}\n{}", analysis.averages().text())?;
        writeln!(out, "{HEADING}Totals{HEADING:#}\n{}", analysis.totals().text())?;
        let legend = "A search path consists of the expanded nodes and the goal. optimal: plans \
                      whose cost a search proved optimal.";
        writeln!(out, "{}", wrap(legend.split(' '), 0))?;
        for (heading, sentences) in analysis.findings() {
            writeln!(out, "\n{HEADING}{heading}{HEADING:#}")?;
            for sentence in sentences {
                writeln!(out, "- {}", wrap(sentence.split(' '), 2))?;
            }
        }
        Ok(())
    })?;
    // A full disk does not lose the result.
    saved?;
    Ok(args.experiment.conclude())
}
