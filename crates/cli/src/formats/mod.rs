//! How results are printed: for people and for programs.

pub mod human;
pub mod json;
