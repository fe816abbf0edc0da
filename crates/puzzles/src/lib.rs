//! The puzzles of Heureka.
#![forbid(unsafe_code)]

mod best_first;
mod breadth_first;
pub mod bricks;
pub mod chi;
pub mod counters;
pub mod graph;
pub mod grid;
pub mod hanoi;
#[cfg(test)]
mod last_move;
pub mod number_maze;
pub mod pacman;
pub mod pancakes;
pub mod pegs;
// Unit tests build faster without the registry, which instantiates every search of every puzzle.
#[cfg(not(test))]
pub mod registry;
pub mod river;
#[cfg(test)]
mod rules_agree;
pub mod sokoban;
#[cfg(test)]
mod svg_shapes;
pub mod tiles;

/// The Rust of the README, so that it compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
