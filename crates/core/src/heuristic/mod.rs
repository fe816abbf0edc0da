//! Heuristics: how they are made, and whether what is claimed of them is true.

pub mod audit;
mod pdb;

pub use pdb::{Abstraction, PatternDatabase};
