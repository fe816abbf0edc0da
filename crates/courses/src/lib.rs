//! The programs of five AI courses: their files, prompts and prints.
//!
//! Each module is one course's program. None knows about terminals: it reads and makes text.
#![forbid(unsafe_code)]

pub mod bricks;
pub mod shell;
