//! One state space over threads, processes and machines.
//!
//! Each worker owns the states with certain hashes: it alone stores and expands them. Successors travel to
//! their owners through a dataflow of [`timely`], which also detects when a round is over: everything that
//! was sent in it has arrived. The searches work on encoded keys, so that they are compiled once for all
//! puzzles.
#![forbid(unsafe_code)]

mod best_first;
mod checkpoint;
mod connect;
mod error;
mod explore;
mod hosts;
mod key;
mod member;
mod parcel;
mod process;
mod resume;
mod wire;

pub use best_first::By;
pub use checkpoint::{Checkpoints, manifest_round_trip};
pub use connect::Cluster;
pub use error::ClusterError;
pub use hosts::parse_hosts;

use best_first::{Ending, Owned};
use connect::Connections;
use heureka_core::certificate::digest;
use heureka_core::outcome::Gap;
use heureka_core::plan::PlanError;
use heureka_core::{Exploration, Limits, Optimality, Outcome};
use heureka_kit::encoded::EncodedSpace;
use heureka_kit::instance::{Solution, SolveError};
use heureka_lab::exit::Exit;
use key::{Key, LARGEST};
use resume::Resume;

/// Runs a generic function with the smallest key type that has room.
macro_rules! with_key {
    ($size:expr, $run:ident($($arg:expr),*)) => {
        match $size {
            0..=8 => $run::<u64>($($arg),*),
            9..=16 => $run::<[u64; 2]>($($arg),*),
            17..=32 => $run::<[u64; 4]>($($arg),*),
            _ => $run::<[u64; 8]>($($arg),*),
        }
    };
}

/// Explores a space. `subject` says what is explored; it must be the same in all processes. Returns the
/// same in each of them.
///
/// # Errors
/// If the processes cannot connect, or a checkpoint cannot be read or written.
pub fn explore(
    cluster: &Cluster,
    subject: &str,
    space: &dyn EncodedSpace,
    limits: &mut Limits<'_>,
) -> Result<Exploration, ClusterError> {
    check_size(space)?;
    with_key!(space.key_size(), explore_by(cluster, subject, space, limits))
}

fn explore_by<K: Key>(
    cluster: &Cluster,
    subject: &str,
    space: &dyn EncodedSpace,
    limits: &mut Limits<'_>,
) -> Result<Exploration, ClusterError> {
    let (resume, connections) = begin(cluster, subject, limits)?;
    process::run(connections, limits, &|member| {
        explore::Shard::<K>::new(space).explore(member, &resume)
    })
}

/// Searches a space for a cheapest plan, or for one with the fewest moves. `subject` says what is solved;
/// it must be the same in all processes. Returns the same in each of them.
///
/// A\* needs an informed space.
///
/// # Errors
/// If the processes cannot connect, or a checkpoint cannot be read or written.
///
/// # Panics
/// If A\* has a heuristic that is not claimed to be admissible.
pub fn solve<'s>(
    cluster: &Cluster,
    subject: &str,
    space: &'s dyn EncodedSpace,
    by: By,
    limits: &mut Limits<'_>,
) -> Result<Solution<'s>, ClusterError> {
    check_size(space)?;
    assert!(
        by != By::CostPlusH || space.claim().is_admissible(),
        "the heuristic must be admissible"
    );
    with_key!(space.key_size(), solve_by(cluster, subject, space, by, limits))
}

fn solve_by<'s, K: Key>(
    cluster: &Cluster,
    subject: &str,
    space: &'s dyn EncodedSpace,
    by: By,
    limits: &mut Limits<'_>,
) -> Result<Solution<'s>, ClusterError> {
    let (resume, connections) = begin(cluster, subject, limits)?;
    let (ending, mut stats) = process::run(connections, limits, &|member| {
        Owned::<K>::new(space, by).solve(member, &resume)
    })?;
    if by == By::Depth {
        // Moves may cost nothing: a depth is not a bound on costs.
        stats.lower_bound = None;
    }
    let outcome = match ending {
        Ending::Exhausted => Outcome::Unsolvable,
        Ending::TooExpensive => Outcome::NotFound(Gap::Cost),
        Ending::Stopped(stop) => Outcome::Stopped(stop),
        Ending::Solved(words, is_uniform) => {
            let mut keys = vec![];
            let states = words.chunks_exact(K::WORDS).map(K::from_words);
            states.for_each(|key| key.write(space.key_size(), &mut keys));
            let bug = |what: String| ClusterError::new(Exit::Bug, what, "");
            let is_proved = by != By::Depth || is_uniform;
            let known = if is_proved { Optimality::Proved } else { Optimality::NotClaimed };
            match space.plan_along(&keys) {
                Ok(Some(plan)) => Outcome::Solved(plan, known),
                // Breadth-first search does not add up costs.
                Err(SolveError::InvalidPlan(PlanError::TooExpensive)) if by == By::Depth => {
                    Outcome::NotFound(Gap::Cost)
                }
                Ok(None) => return Err(bug("bug: no plan along the path".to_owned())),
                Err(error) => return Err(bug(error.to_string())),
            }
        }
    };
    Ok(Solution { outcome, stats, reason: None })
}

/// Looks for a checkpoint and connects the processes.
fn begin<'a>(
    cluster: &'a Cluster,
    subject: &str,
    limits: &mut Limits<'_>,
) -> Result<(Resume<'a>, Connections), ClusterError> {
    let resume = Resume::new(digest(subject.as_bytes()), cluster)?;
    let connections = cluster.connect(resume.identity(), limits)?;
    // No process begins a part before the first worker decides that.
    if cluster.process == 0 {
        resume.remove_other_parts()?;
    }
    Ok((resume, connections))
}

fn check_size(space: &dyn EncodedSpace) -> Result<(), ClusterError> {
    let size = space.key_size();
    if size <= LARGEST {
        return Ok(());
    }
    let what =
        format!("the states of this instance have keys of {size} bytes, more than {LARGEST}");
    Err(ClusterError::new(
        Exit::Usage,
        what,
        "use a smaller instance, or one machine without `cluster`",
    ))
}
