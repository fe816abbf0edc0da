//! The requirements of the documents from which the course projects were made.
//!
//! Each document has a file here. A test is named after the line of the document that states its
//! requirement, and runs the program.
#![forbid(unsafe_code)]

mod bricks;
mod chi;
mod counters;
mod maze;
#[allow(dead_code, reason = "the tests of the program use the rest")]
#[path = "../end_to_end/program.rs"]
mod program;
mod shell;
mod shell_pegs;
mod transcript;
