//! `heureka completions` and `heureka man`, generated from the argument definitions.

use crate::args;
use crate::exit::{Exit, Failure};
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  heureka completions bash > ~/.local/share/bash-completion/completions/heureka
  heureka completions fish > ~/.config/fish/completions/heureka.fish";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// Shell to print completions for.
    shell: Shell,
}

/// Prints completions for a shell.
pub fn completions(args: &Completions, out: &mut dyn Write) -> Result<Exit, Failure> {
    // Generate into memory first: the generator panics if writing fails, as on a broken pipe.
    let mut text = vec![];
    clap_complete::generate(args.shell, &mut args::command(), "heureka", &mut text);
    out.write_all(&text)?;
    Ok(Exit::Done)
}

/// Prints the manual page: the program, then each of its commands and theirs.
pub fn manual(out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut command = args::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(out)?;
    sections(&command, out)?;
    Ok(Exit::Done)
}

/// Prints a section of the manual page for each command in a command.
fn sections(parent: &Command, out: &mut dyn Write) -> Result<(), Failure> {
    for command in parent.get_subcommands().filter(|command| command.get_name() != "help") {
        let page = clap_mangen::Man::new(command.clone());
        let title = command.get_bin_name().unwrap_or_default().to_uppercase();
        writeln!(out, ".SH \"{title}\"")?;
        page.render_description_section(out)?;
        page.render_synopsis_section(out)?;
        page.render_options_section(out)?;
        page.render_extra_section(out)?;
        sections(command, out)?;
    }
    Ok(())
}
