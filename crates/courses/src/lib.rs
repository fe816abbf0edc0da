//! The programs of five AI courses: their files, prompts and prints.
//!
//! Each module is one course's program. It reads and writes text, and leaves colors, line widths and
//! questions at the terminal to its caller.
#![forbid(unsafe_code)]

pub mod bricks;
pub mod chi;
pub mod counters;
pub mod shell;
