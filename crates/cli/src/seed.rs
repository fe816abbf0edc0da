//! The random seed of a command: given, or drawn and named so that the run can be repeated.

use crate::exit::advise;
use crate::units::whole;
use clap::Args;
pub use heureka_lab::record::Seeded;
use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

/// The argument `--seed`.
#[derive(Clone, Debug, Args)]
pub struct Seed {
    /// Set the random seed [default: a new one, which a note names].
    #[arg(long = heureka_lab::flags::SEED, value_name = "N", value_parser = whole::<u64>)]
    seed: Option<u64>,
    #[arg(skip)]
    drawn: OnceLock<u64>,
}

impl Seed {
    /// Returns whether the seed is given.
    pub fn is_given(&self) -> bool {
        self.seed.is_some()
    }

    /// Returns the seed. Draws it at the first call if it is not given, and prints how to repeat the
    /// run.
    pub fn value(&self) -> u64 {
        self.seed.unwrap_or_else(|| *self.drawn.get_or_init(draw))
    }
}

/// Draws a seed of at most ten digits, which people can type.
fn draw() -> u64 {
    // The standard library seeds its hashers from the operating system.
    let seed = RandomState::new().hash_one(()) & u64::from(u32::MAX);
    advise(&format!("random seed {seed}: add --seed {seed} to repeat this run"));
    seed
}
