//! Tests that run the program as users and scripts do.
#![forbid(unsafe_code)]

mod bad_input;
mod batch;
mod bricks;
#[cfg(unix)]
mod browser;
mod cache;
mod certificates;
mod chi;
#[cfg(unix)]
#[path = "../playground/chromium.rs"]
mod chromium;
mod cluster;
mod counters;
mod disk;
mod exit_codes;
mod files;
mod grids;
mod help;
mod json;
mod lab;
mod lab_compare;
mod limits;
mod maze;
mod newcomers;
mod output;
#[cfg(unix)]
mod pages;
mod pegs;
mod play;
#[cfg(unix)]
mod play_screen;
mod program;
mod race;
mod round_trips;
mod selftest;
#[cfg(unix)]
mod server;
mod shell;
#[cfg(unix)]
mod signals;
mod theory;
mod threads;
#[cfg(unix)]
mod workers;
