//! One state space over threads, processes and machines.
//!
//! Each worker owns the states with certain hashes: it alone stores and expands them. Successors travel to
//! their owners through a dataflow of [`timely`], which also tells when a round is over: everything that
//! was sent in it has arrived. The searches work on encoded keys, so that they are compiled once for all
//! puzzles.
#![forbid(unsafe_code)]

mod connect;
mod error;
mod explore;
mod hosts;
mod key;
mod member;
mod parcel;
mod process;
mod wire;

pub use connect::Cluster;
pub use error::ClusterError;
pub use hosts::parse_hosts;

use heureka_core::certificate::digest;
use heureka_core::{Exploration, Limits};
use heureka_kit::encoded::EncodedSpace;
use key::{Key, LARGEST};

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
/// If the processes cannot connect.
pub fn explore(
    cluster: &Cluster,
    subject: &str,
    space: &dyn EncodedSpace,
    limits: &mut Limits<'_>,
) -> Result<Exploration, ClusterError> {
    let size = space.key_size();
    assert!(size <= LARGEST, "keys of {size} bytes are too large");
    with_key!(size, explore_by(cluster, subject, space, limits))
}

fn explore_by<K: Key>(
    cluster: &Cluster,
    subject: &str,
    space: &dyn EncodedSpace,
    limits: &mut Limits<'_>,
) -> Result<Exploration, ClusterError> {
    let connections = cluster.connect(digest(subject.as_bytes()), limits)?;
    process::run(connections, limits, &|member| explore::Shard::<K>::new(space).explore(member))
}
