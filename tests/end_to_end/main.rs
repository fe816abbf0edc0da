//! The real program, run as people and scripts run it.
#![forbid(unsafe_code)]

mod bad_input;
mod chi;
mod counters;
mod exit_codes;
mod help;
mod json;
mod maze;
mod output;
mod pegs;
mod play;
mod program;
mod round_trips;
mod shell;
#[cfg(unix)]
mod signals;
mod theory;
