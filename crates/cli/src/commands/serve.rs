//! `heureka serve`: the playground, a page that a server on this machine answers.

use crate::args::Tables;
use crate::exit::{Exit, Failure, advise};
use crate::interrupt;
use clap::Args;
use heureka_lab::study::Results;
use heureka_web::Server;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  heureka serve --open
  heureka serve --port 8080
  heureka serve study.db               tables, plots and runs of a study

The server answers only this machine. Ctrl-C ends it.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Serve {
    /// Databases of studies to open in the page.
    studies: Vec<PathBuf>,
    /// Port of the server; 0 means any free one.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Serve, out: &mut dyn Write) -> Result<Exit, Failure> {
    args.tables.open();
    for study in &args.studies {
        let remedy = match study.to_str().and_then(|name| name.parse::<u16>().ok()) {
            Some(port) => format!("for a port, type --port {port}"),
            None => "give the databases of studies, which `heureka lab run` writes".to_owned(),
        };
        Results::read(&[study]).map_err(|error| {
            let is_near = error.remedy.starts_with("did you mean");
            Failure::usage(error.to_string(), if is_near { error.remedy } else { remedy })
        })?;
    }
    let server = Server::bind(args.port).map_err(|error| {
        let what = format!("cannot use port {}: {error}", args.port);
        Failure::usage(what, "choose another port, or 0 for any free one")
    })?;
    let failed = |error: std::io::Error| Failure::bug(format!("the server failed: {error}"));
    let address = format!("http://127.0.0.1:{}/", server.port().map_err(failed)?);
    writeln!(out, "{address}")?;
    out.flush()?;
    advise("the playground is at this address; press Ctrl-C to end it");
    if args.open
        && let Err(error) = open::that_detached(&address)
    {
        advise(&format!("cannot open a browser: {error}; open the address yourself"));
    }
    server.with_studies(args.studies.clone()).run(interrupt::is_set).map_err(failed)?;
    Ok(Exit::Done)
}
