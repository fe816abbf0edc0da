//! `heureka cluster explore`: counts all reachable states by depth, on many workers.

use super::{ClusterLimit, Team, subject, under_limits};
use crate::args::SubjectArgs;
use crate::commands::explore::{conclude, print};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use clap::Args;
use heureka_core::abilities::Layers;
use heureka_core::{Exploration, Limits};
use heureka_kit::encoded::{EncodedSpace, Encoding};
use heureka_kit::instance::Small;
use heureka_lab::advice;
use std::io::Write;
use std::time::Instant;

#[derive(Debug, Args)]
#[command(after_help = super::EXAMPLES)]
pub struct Explore {
    #[command(flatten)]
    subject: SubjectArgs,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    team: Team,
    #[command(flatten)]
    limit: ClusterLimit,
}

pub fn run(args: &Explore, out: &mut dyn Write) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let (team, output) = (&args.team, args.output);
    let setup = team.or_stopped(output, out, team.setup(&args.subject, &args.limit))?;
    let limit = args.limit.limit();
    let chosen = args.subject.instance(limit.since(begun).reading());
    let mut instance = team.or_stopped(output, out, chosen)?;
    // No heuristic is needed, so that the cheapest one is chosen.
    if instance.info().heuristics.iter().any(|heuristic| heuristic.name == "zero") {
        _ = instance.set_heuristic("zero");
    }
    let small = instance.as_small().ok_or_else(|| advice::too_large("explore"))?;
    let subject = subject("explore", &*instance);
    let found = under_limits(&setup, &limit.since(begun), |limits| {
        explore(&setup, &subject, small, limits)
    });
    let found = team.or_stopped(output, out, found)?;
    if setup.process == 0 {
        print(&*instance, args.subject.choice.random_seed(), output, (&found, None), out)?;
        conclude(&found);
    }
    Ok(found.stopped.map_or(Exit::Done, Exit::from))
}

fn explore(
    setup: &heureka_cluster::Cluster,
    subject: &str,
    small: &dyn Small,
    limits: &mut Limits<'_>,
) -> Result<Exploration, Failure> {
    let space = space(small, limits)?;
    Ok(heureka_cluster::explore(setup, subject, &*space, limits)?)
}

/// Returns the space as `explore` sees it: representatives if only two layers are in memory.
fn space<'i>(
    small: &'i dyn Small,
    limits: &mut Limits<'_>,
) -> Result<Box<dyn EncodedSpace + 'i>, Failure> {
    let mut of = |encoding| {
        let space = small.encoded(encoding, false, limits);
        space.map_err(|stop| Failure::stopped(stop, "building tables"))
    };
    let keys = of(Encoding::Keys)?.ok_or_else(|| advice::too_large("explore"))?;
    let folded =
        if keys.layers() == Layers::Layered { of(Encoding::Representatives)? } else { None };
    Ok(folded.unwrap_or(keys))
}
