//! What makes a search problem a puzzle.
//!
//! A [`Puzzle`](puzzle::Puzzle) is a [`Problem`](heureka_core::Problem) that people can read, write,
//! draw and play. An [`Instance`](instance::Instance) hides its types, so that a command line, a web
//! page or a study can hold any puzzle.
#![forbid(unsafe_code)]

pub mod board;
pub mod certificate;
pub mod collection;
pub mod compare_rules;
pub mod draw;
pub mod edit;
pub mod encoded;
pub mod entry;
pub mod game;
pub mod hint;
pub mod instance;
pub mod large;
pub mod numbered;
pub mod numbers;
pub mod outlook;
pub mod puzzle;
pub mod read_moves;
pub mod space;
pub mod text;
pub mod trace;
mod typed;
pub mod view;
