//! The puzzles of Heureka.
#![forbid(unsafe_code)]

pub mod puzzle;
pub mod text;
