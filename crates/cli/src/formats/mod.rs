//! How results are printed: for people and for programs.

pub mod endings;
pub mod human;
pub mod json;
