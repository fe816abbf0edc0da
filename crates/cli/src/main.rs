//! The command line of Heureka: parses the arguments, runs one command, exits with its code.
#![forbid(unsafe_code)]

mod args;
mod ask;
mod choose;
mod commands;
mod exit;
mod files;
mod formats;
mod interrupt;
mod measure;
mod output;
mod run;
mod staging;

use clap::Parser;
use heureka_lab::{names, units};
use std::io::{BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    let mut out = BufWriter::new(anstream::stdout().lock());
    let result = commands::run(&arguments, &mut out);
    // Output printed before a failure still belongs to the result.
    let flushed = out.flush();
    let exit = result.and_then(|exit| flushed.map(|()| exit).map_err(Into::into));
    ExitCode::from(exit.unwrap_or_else(|failure| {
        failure.print();
        failure.exit
    }) as u8)
}
