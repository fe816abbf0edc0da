//! `heureka lab tie-breaking`, `inconsistency` and `ancestry`: comparisons of searches, drawn.

use crate::args::Limit;
use crate::exit::{Exit, Failure, advise};
use crate::files::{MAX_INSTANCE, is_stdout, outputs, read};
use crate::formats::human::{CAREFUL, HEADING, headline, wrap};
use crate::formats::json::merged;
use crate::output::Output;
use crate::run::under_limits;
use crate::seed::Seed;
use crate::units::whole_in;
use clap::Args;
use heureka_core::{Limits, Stop};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_lab::Provenance;
use heureka_lab::theory::{Answer, Error, TREE_LEGEND, ancestry, inconsistency, tie_breaking};
use heureka_puzzles::graph::family::Family;
use heureka_puzzles::graph::{Graph, INCONSISTENT};
use heureka_puzzles::grid::{Grid, Map};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

const TIE_BREAKING_EXAMPLES: &str = "\
Examples:
  heureka lab tie-breaking                             an empty grid, 120 x 120
  heureka lab tie-breaking --svg maps.svg              both maps side by side
  heureka lab tie-breaking --size 80x140 --random 30 --seed 7 --html ties.html";

#[derive(Debug, Args)]
#[command(after_help = TIE_BREAKING_EXAMPLES)]
pub struct TieBreaking {
    /// Set the rows and columns of the grid.
    #[arg(long, value_name = "ROWSxCOLS", default_value = "120x120", value_parser = parse_size)]
    size: (usize, usize),
    /// Put walls on this percentage of cells; start and goal are far apart in the largest region.
    #[arg(long, value_name = "WALLS", value_parser = whole_in::<u32>(0..=99))]
    random: Option<u32>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    common: TheoryArgs,
}

/// The longest side of a grid.
const MAX_SIDE: usize = 2000;

fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let sides = text.split_once('x').and_then(|(rows, cols)| Some((side(rows)?, side(cols)?)));
    sides.ok_or_else(|| format!("expected rows and columns from 1 to {MAX_SIDE}, such as 120x120"))
}

pub fn tie_breaking(args: &TieBreaking, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (rows, cols) = args.size;
    let random = args.random.map(|walls| (walls, args.seed.value()));
    let map = match random {
        None => Map::empty(rows, cols),
        Some((walls, seed)) => Map::random(rows, cols, walls, seed),
    };
    let map = map.map_err(|error| {
        Failure::usage(error.to_string(), "choose a larger grid, or fewer walls")
    })?;
    let flags = random.map(|(walls, seed)| format!(" --random {walls} --seed {seed}"));
    let arguments = format!("lab tie-breaking --size {rows}x{cols}{}", flags.unwrap_or_default());
    let parameters = json!({ "walls": args.random, "seed": random.map(|(_, seed)| seed) });
    args.common.answer(None, &arguments, parameters, out, |limits| {
        tie_breaking::compare(Grid::new(map), limits)
    })
}

const INCONSISTENCY_EXAMPLES: &str = "\
Examples:
  heureka lab inconsistency                       the built-in graph
  heureka lab inconsistency --svg tree.svg
  heureka lab inconsistency --file graph.txt --html tree.html

Run `heureka describe graph` to see the format of graphs.";

#[derive(Debug, Args)]
#[command(after_help = INCONSISTENCY_EXAMPLES)]
pub struct Inconsistency {
    /// Read the graph from a file (`-` for standard input).
    #[arg(long, value_name = "GRAPH")]
    file: Option<PathBuf>,
    #[command(flatten)]
    common: TheoryArgs,
}

pub fn inconsistency(args: &Inconsistency, out: &mut dyn Write) -> Result<Exit, Failure> {
    let graph = match &args.file {
        None => Graph::parse(INCONSISTENT, &Parameters::default())
            .map_err(|error| Failure::bug(error.to_string())),
        Some(path) => {
            Graph::parse(&read(path, MAX_INSTANCE)?, &Parameters::default()).map_err(|error| {
                Failure::file(
                    path,
                    error,
                    "run `heureka describe graph` to see the format of graphs",
                )
            })
        }
    }?;
    let file = args.file.as_ref().map(|path| format!(" --file {}", path.display()));
    let arguments = format!("lab inconsistency{}", file.unwrap_or_default());
    args.common.answer(args.file.as_ref(), &arguments, json!({}), out, |limits| {
        inconsistency::compare(graph, limits)
    })
}

const ANCESTRY_EXAMPLES: &str = "\
Examples:
  heureka lab ancestry
  heureka lab ancestry --generations 3 --children 3 --svg tree.svg
  heureka lab ancestry --generations 9 --children 3 --html ancestry.html";

#[derive(Debug, Args)]
#[command(after_help = ANCESTRY_EXAMPLES)]
pub struct Ancestry {
    /// Set the number of generations between the ancestor and the descendant.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole_in::<u32>(1..=20))]
    generations: u32,
    /// Set the number of children of each couple.
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = whole_in::<u32>(2..=100))]
    children: u32,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    common: TheoryArgs,
}

pub fn ancestry(args: &Ancestry, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Ancestry { generations, children, .. } = *args;
    let seed = args.seed.value();
    let family = Family::new(generations, children, seed).map_err(|error| {
        Failure::usage(error.to_string(), "choose fewer generations or fewer children")
    })?;
    let arguments =
        format!("lab ancestry --generations {generations} --children {children} --seed {seed}");
    let parameters = json!({ "generations": generations, "children": children, "seed": seed });
    args.common
        .answer(None, &arguments, parameters, out, |limits| ancestry::compare(family, limits))
}

/// The output files, output format and limits of every question.
#[derive(Debug, Args)]
struct TheoryArgs {
    /// Draw the result as SVG (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a self-contained HTML page with text, counts and pictures (`-` for standard output).
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limit: Limit,
}

impl TheoryArgs {
    fn files(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.svg, &self.html].into_iter().flatten()
    }

    /// Asks a question under the limits and writes the answer in the requested forms.
    ///
    /// No output file may be the `input` file. `arguments` reproduce the answer; `parameters` are
    /// added to the JSON object.
    fn answer<A: Answer>(
        &self,
        input: Option<&PathBuf>,
        arguments: &str,
        parameters: Value,
        out: &mut dyn Write,
        ask: impl FnOnce(&mut Limits<'_>) -> Result<A, Error>,
    ) -> Result<Exit, Failure> {
        let [svg, html] = outputs(input, [&self.svg, &self.html])?;
        let answer = match under_limits(&self.limit, None, ask) {
            Ok(answer) => answer,
            Err(error) => return self.no_answer(&error, out),
        };
        let picture = svg.is_some().then(|| {
            answer.svg().ok_or_else(|| {
                let help = "omit --svg, or choose a smaller instance";
                Failure::usage("the result is too large to draw", help)
            })
        });
        let picture = picture.transpose()?;
        let drawn = svg.zip(picture).map_or(Ok(()), |(file, picture)| file.save(picture));
        let reported = html.map_or(Ok(()), |file| {
            let provenance = Provenance::here().and("arguments", arguments);
            file.save(answer.report().html(&provenance))
        });
        let object = || merged([parameters, json!(answer)]);
        self.output.either(out, object, |out| show(&answer, out))?;
        // A full disk does not lose the result.
        drawn.and(reported)?;
        if self.output.json {
            return Ok(Exit::Done);
        }
        let files = self.files().filter(|path| !is_stdout(path));
        let files: Vec<_> = files.map(|path| path.display().to_string()).collect();
        if self.files().next().is_none() {
            advise("use --svg FILE to draw a picture, or --html FILE to write a page");
        } else if !files.is_empty() {
            advise(&format!("written to {}", files.join(" and ")));
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
                "the heuristic prunes every path; a search without it, such as bfs, may find one",
                Exit::NotFound,
            ),
            Error::InvalidPlan(_) | Error::Unsupported(_) => {
                return Err(Failure::bug(error.to_string()));
            }
        };
        let reason = match error {
            Error::Stopped(stop) => stop.name().to_owned(),
            _ => error.to_string(),
        };
        self.output.either(
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
