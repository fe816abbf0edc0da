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
mod puzzle_arg;
mod run;
mod seed;
mod terminal;
mod usage;

use clap::FromArgMatches;
use clap::error::ErrorKind;
use exit::Exit;
use heureka_lab::files::UntilClosed;
use heureka_lab::{names, units};
use std::io::{BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    heureka_lab::study::end_with_runner();
    let words = usage::words(std::env::args_os());
    let matches = args::command().try_get_matches_from(&words);
    // An output file that is standard output moves everything else to stderr.
    let taken = matches.as_ref().map_or(Ok(false), files::is_stdout_taken);
    let stdout: Box<dyn Write> = match taken {
        Ok(true) => Box::new(anstream::stderr()),
        _ => Box::new(anstream::stdout().lock()),
    };
    let mut out = BufWriter::new(UntilClosed::new(stdout));
    let parsed = matches.and_then(|matches| args::Arguments::from_arg_matches(&matches));
    let result = usage::check_dashes(&words).and_then(|()| match parsed {
        Ok(arguments) => taken.and_then(|_| commands::run(&arguments, &mut out)),
        // The help of a command that lacks its subcommand, on stderr.
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.exit()
        }
        Err(error) if error.use_stderr() => Err(usage::explain(&error, &words)),
        // The requested help or version.
        Err(error) => {
            write!(out, "{}", error.render().ansi()).map(|()| Exit::Done).map_err(Into::into)
        }
    });
    // Output printed before a failure still belongs to the result.
    let flushed = out.flush();
    let exit = result.and_then(|exit| flushed.map(|()| exit).map_err(Into::into));
    ExitCode::from(exit.unwrap_or_else(|failure| {
        failure.print();
        failure.exit
    }) as u8)
}
