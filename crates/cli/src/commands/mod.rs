//! The commands, one file or folder each.

pub mod audit;
mod batch;
pub mod bricks;
pub mod cache;
pub mod certify;
pub mod check;
pub mod chi;
pub mod cluster;
pub mod counters;
pub mod describe;
mod describe_search;
pub mod draw;
pub mod explore;
pub mod generate;
pub mod lab;
pub mod list;
pub mod maze;
pub mod pegs;
pub mod play;
pub mod race;
pub mod selftest;
pub mod serve;
pub mod shell;
mod showcase;
pub mod solve;

use crate::args::{Arguments, Command};
use crate::exit::{Exit, Failure};
use std::io::Write;

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &arguments.command {
        None => showcase::run(out),
        Some(Command::List(args)) => list::run(args, out),
        Some(Command::Describe(args)) => describe::run(args, out),
        Some(Command::Draw(args)) => draw::run(args, out),
        Some(Command::Solve(args)) => solve::run(args, out),
        Some(Command::Race(args)) => race::run(args, out),
        Some(Command::Play(args)) => play::run(args, out),
        Some(Command::Shell(args)) => shell::run(args, out),
        Some(Command::Check(args)) => check::run(args, out),
        Some(Command::Explore(args)) => explore::run(args, out),
        Some(Command::Cluster(args)) => cluster::run(args, out),
        Some(Command::Certify(args)) => certify::run(args, out),
        Some(Command::Audit(args)) => audit::run(args, out),
        Some(Command::Pegs(args)) => pegs::run(args, out),
        Some(Command::Bricks(args)) => bricks::run(args, out),
        Some(Command::Chi(args)) => chi::run(args, out),
        Some(Command::Counters(args)) => counters::run(args, out),
        Some(Command::Maze(args)) => maze::run(args, out),
        Some(Command::Lab(args)) => lab::run(args, out),
        Some(Command::Selftest(args)) => selftest::run(args, out),
        Some(Command::Serve(args)) => serve::run(args, out),
        Some(Command::Cache(args)) => cache::run(args, out),
        Some(Command::Completions(args)) => generate::completions(args, out),
        Some(Command::Man) => generate::manual(out),
    }
}
