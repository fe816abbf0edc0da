//! `heureka cluster solve`: solves an instance on many workers.

use super::{ClusterLimit, Team, subject, under_limits};
use crate::args::{Search, SubjectArgs, Tables};
use crate::choose;
use crate::commands::solve::{conclude, exit};
use crate::exit::{Exit, Failure};
use crate::formats::human::{self, Show};
use crate::output::Output;
use crate::seed::Seeded;
use clap::Args;
use heureka_cluster::{By, Cluster};
use heureka_core::{Algorithm, Limits, Outcome, Stats, Strategy};
use heureka_kit::encoded::{EncodedSpace, Encoding};
use heureka_kit::instance::{Instance, Solution};
use heureka_lab::advice;
use heureka_lab::record::RunRecord;
use std::io::Write;
use std::time::Instant;

const STRATEGY: &str = "Choose the strategy: astar, ucs or bfs [default: astar]";

#[derive(Debug, Args)]
#[command(after_help = super::EXAMPLES, mut_arg("strategy", |arg| arg.help(STRATEGY)))]
pub struct Solve {
    #[command(flatten)]
    subject: SubjectArgs,
    #[command(flatten)]
    search: Search,
    /// Choose how to print the plan.
    #[arg(long, value_enum, default_value_t = Show::Moves)]
    show: Show,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    team: Team,
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    limit: ClusterLimit,
}

pub fn run(args: &Solve, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.tables.open();
    let begun = Instant::now();
    let (team, output) = (&args.team, args.output);
    let setup = team.or_stopped(output, out, team.setup(&args.subject, &args.limit))?;
    let limit = args.limit.limit();
    let search = &args.search;
    let default =
        Search { strategy: Some("astar".to_owned()), heuristic: search.heuristic.clone() };
    let search = if search.strategy.is_none() { &default } else { search };
    let chosen = choose::search(&args.subject, search, limit.since(begun).reading());
    let (instance, strategy) = team.or_stopped(output, out, chosen)?;
    let by = order(&*instance, &strategy)?;
    choose::warn_without_effect(&strategy, search.heuristic.as_deref());
    let what = format!("solve {strategy} {}", instance.heuristic().name);
    let subject = subject(&what, &*instance);
    let limit = limit.since(begun);
    // The space must live as long as the plan.
    let mut space = None;
    let solution = under_limits(&setup, &limit, |limits| {
        solve(&setup, &subject, &*instance, (&strategy, by), &mut space, limits)
    });
    let solution = team.or_stopped(output, out, solution)?;
    if setup.process > 0 {
        return Ok(exit(&solution));
    }
    let seed = args.subject.choice.random_seed();
    let record = || Seeded::new(seed, RunRecord::new(&*instance, &strategy, &solution));
    let text =
        |out: &mut dyn Write| human::solved(&*instance, &strategy, &solution, args.show, out);
    output.either(out, record, text)?;
    Ok(conclude(&strategy, &solution))
}

/// Returns how a strategy orders states; rejects what does not distribute.
fn order(instance: &dyn Instance, strategy: &Strategy) -> Result<By, Failure> {
    let by = match strategy.algorithm {
        Algorithm::AStar => Some(By::CostPlusH),
        Algorithm::Ucs => Some(By::Cost),
        Algorithm::Bfs => Some(By::Depth),
        _ => None,
    };
    let by = by.filter(|_| *strategy == Strategy::new(strategy.algorithm)).ok_or_else(|| {
        let help = "use astar, ucs or bfs, without options";
        Failure::usage(format!("{strategy} does not run on a cluster"), help)
    })?;
    if by == By::CostPlusH && !instance.claim().is_admissible() {
        let name = instance.heuristic().name;
        let what = format!(
            "astar does not run on a cluster with the heuristic {name}, which may overestimate"
        );
        let help = "choose an admissible heuristic (-H): with another one, the plan would depend on the workers";
        return Err(Failure::usage(what, help));
    }
    Ok(by)
}

fn solve<'s, 'i: 's>(
    setup: &Cluster,
    subject: &str,
    instance: &'i dyn Instance,
    (strategy, by): (&Strategy, By),
    space: &'s mut Option<Box<dyn EncodedSpace + 'i>>,
    limits: &mut Limits<'_>,
) -> Result<Solution<'s>, Failure> {
    if let Some(reason) = instance.unsolvable() {
        let (outcome, stats) = (Outcome::Unsolvable, Stats::default());
        return Ok(Solution { outcome, stats, reason: Some(reason) });
    }
    let small = instance.as_small().ok_or_else(|| advice::too_large("solve on a cluster"))?;
    let is_informed = strategy.algorithm.is_informed();
    match small.encoded(Encoding::Keys, is_informed, limits) {
        Ok(encoded) => *space = encoded,
        Err(stop) => return Ok(Solution::stopped_building(instance.heuristic(), stop)),
    }
    let space = space.as_deref().ok_or_else(|| advice::too_large("solve on a cluster"))?;
    Ok(heureka_cluster::solve(setup, subject, space, by, limits)?)
}
