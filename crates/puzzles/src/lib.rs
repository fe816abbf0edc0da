//! The puzzles of Heureka.
#![forbid(unsafe_code)]

pub mod bricks;
pub mod certificate;
pub mod chi;
pub mod counters;
pub mod draw;
pub mod game;
pub mod graph;
pub mod grid;
pub mod hanoi;
pub mod instance;
pub mod large;
pub mod number_maze;
pub mod pacman;
pub mod pegs;
pub mod puzzle;
pub mod reference;
pub mod registry;
pub mod river;
pub mod shell;
pub mod step;
pub mod text;
pub mod tiles;
pub mod trace;
pub mod view;

/// The Rust of the README, so that it compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
