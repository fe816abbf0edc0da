//! Pattern databases, and audits of the claims about a heuristic.

pub mod audit;
mod pdb;

pub use pdb::{Abstraction, PatternDatabase};
