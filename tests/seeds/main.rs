//! One test per requirement that the course documents state, named after the document and its line.
//! Each runs the program.
#![forbid(unsafe_code)]

mod bricks;
mod chi;
mod counters;
mod maze;
#[path = "../end_to_end/program.rs"]
#[allow(dead_code)]
mod program;
