//! The command line of Heureka: reads the arguments, runs one command, ends with its exit code.
#![forbid(unsafe_code)]

mod args;
mod ask;
mod choose;
mod commands;
mod exit;
mod formats;
mod interrupt;
mod measure;
mod run;
mod staging;

use clap::Parser;
use heureka_lab::{names, quantity};
use std::io::{BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    let mut out = BufWriter::new(anstream::stdout().lock());
    let ended = commands::run(&arguments, &mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    let exit = ended.unwrap_or_else(|failure| {
        // What was printed before the failure still belongs to the result.
        let _ = out.flush();
        failure.tell();
        failure.exit()
    });
    ExitCode::from(exit as u8)
}
