//! The rules of the puzzles once more: slow and obvious, for checking the fast ones.

pub mod tiles;
