//! Heuristics that any problem can use.

mod pdb;

pub use pdb::{Abstraction, PatternDatabase};
