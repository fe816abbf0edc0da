//! `heureka completions` and `heureka man`, generated from the argument definitions.

use crate::args;
use crate::exit::{Exit, Failure};
use clap::Args;
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

/// Prints the manual page: the program, then each of its commands.
pub fn manual(out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut command = args::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(out)?;
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let page = clap_mangen::Man::new(command.clone());
        writeln!(out, ".SH \"HEUREKA {}\"", command.get_name().to_uppercase())?;
        page.render_description_section(out)?;
        page.render_synopsis_section(out)?;
        page.render_options_section(out)?;
        page.render_extra_section(out)?;
    }
    Ok(Exit::Done)
}
