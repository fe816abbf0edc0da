//! The commands with a search: bfs, dfs, ids, astar, competition.

use super::{Board, invalid, invalid_goal};
use crate::args::Limit;
use crate::choose;
use crate::commands::solve::conclude;
use crate::exit::{Exit, Failure};
use crate::names;
use crate::run::under_limits;
use clap::Args;
use heureka_courses::bricks::{compete, print_search};
use heureka_kit::puzzle::Parameters;
use heureka_lab::record::RunRecord;
use heureka_puzzles::bricks::settings;
use std::io::Write;

#[derive(Debug, Args)]
pub(super) struct Search {
    #[command(flatten)]
    board: Board,
    /// Number the bricks as in the file, or as in the normal form of each state.
    #[arg(long, value_parser = ["original", "normal"], default_value = "original")]
    labels: String,
    /// Count each cell that a brick moves (steps), or each path of a brick (moves).
    #[arg(long, value_parser = ["steps", "moves"], default_value = "steps")]
    metric: String,
    /// Choose the heuristic of A* [default: the puzzle's first].
    #[arg(short = 'H', long)]
    heuristic: Option<String>,
    #[command(flatten)]
    limit: Limit,
}

impl Search {
    /// Returns the parameters that are not defaults.
    fn parameters(&self) -> Parameters {
        let metric = (self.metric == "moves").then_some(("metric", &self.metric));
        let labels = (self.labels == "normal").then_some(("labels", &self.labels));
        let goal = self.board.goal.as_ref().map(|goal| ("goal", goal));
        let given = [metric, labels, goal].into_iter().flatten();
        Parameters(given.map(|(name, value)| (name.to_owned(), value.clone())).collect())
    }
}

/// Solves a board by a strategy or, without one, by the fastest method, which the output names.
pub(super) fn run(
    args: &Search,
    strategy: Option<&str>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let entry = names::puzzle("bricks")?;
    let (start, parameters) = (args.board.state()?, args.parameters());
    let settings = settings(&parameters).map_err(|error| invalid_goal(&error))?;
    let parsed = entry.parse(&start.to_string(), &parameters);
    let mut instance = parsed.map_err(|error| invalid(&args.board.file, &error))?;
    if let Some(name) = &args.heuristic {
        choose::heuristic(&mut *instance, name)?;
    }
    let searched = under_limits(&args.limit, None, |limits| {
        let Some(word) = strategy else {
            let (strategy, method, solution) = compete(&*instance, limits)?;
            return Ok((strategy, Some(method), solution));
        };
        let strategy = names::strategy(word)?;
        choose::warn_without_effect(&strategy, args.heuristic.as_deref());
        let solution = instance.solve(&strategy, limits, None)?;
        Ok::<_, Failure>((strategy, None, solution))
    });
    let (strategy, method, solution) = searched?;
    let start = (&start, settings.labels);
    args.board.output.either(
        out,
        || RunRecord::new(&*instance, &strategy, &solution),
        |out| print_search(start, &strategy, method.as_deref(), &solution, out),
    )?;
    Ok(conclude(&strategy, &solution))
}
