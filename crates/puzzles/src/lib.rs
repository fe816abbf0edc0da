//! The puzzles of Heureka.
#![forbid(unsafe_code)]

pub mod puzzle;
pub mod reference;
pub mod text;
pub mod tiles;
