//! The puzzles of Heureka.
#![forbid(unsafe_code)]

pub mod hanoi;
pub mod puzzle;
pub mod reference;
pub mod text;
