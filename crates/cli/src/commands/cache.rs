//! `heureka cache`: the tables of heuristics that are kept between runs.

use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::units::{duration, plural, size};
use clap::{Args, Subcommand};
use heureka_lab::Table;
use heureka_lab::table_cache::{self, Kept, VARIABLE};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

pub const EXAMPLES: &str = "\
Examples:
  heureka cache list
  heureka cache clear
  HEUREKA_CACHE=/var/tmp/tables heureka solve tiles --random 4x4

Tables that take long to build are kept in a folder of yours, which
HEUREKA_CACHE replaces; if it is empty, none is kept. A table of another version
of the program, or a damaged one, is built again.";

#[derive(Debug, Args)]
pub struct Cache {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the tables with their sizes and ages.
    #[command(after_help = "Example:\n  heureka cache list --json")]
    List(Tables),
    /// Remove all tables.
    #[command(after_help = "Example:\n  heureka cache clear")]
    Clear(Tables),
    /// Print the folder.
    #[command(after_help = "Example:\n  du -sh \"$(heureka cache path)\"")]
    Path(Tables),
}

#[derive(Debug, Args)]
struct Tables {
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &Cache, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Some(folder) = table_cache::folder() else {
        let help = format!("set {VARIABLE} to a folder");
        return Err(Failure::usage("there is no folder for tables", help));
    };
    match &args.command {
        Command::List(args) => {
            let tables = table_cache::list(&folder).map_err(|error| failed(&folder, &error))?;
            args.output.either(out, || object(&folder, &tables), |out| list(&tables, out))?;
        }
        Command::Clear(args) => {
            let tables = table_cache::clear(&folder).map_err(|error| failed(&folder, &error))?;
            args.output.either(
                out,
                || object(&folder, &tables),
                |out| {
                    let number = plural(tables.len() as u64, "table");
                    writeln!(out, "removed {number}, {}", table_cache::total(&tables))
                },
            )?;
        }
        Command::Path(args) => {
            let object = || json!({ "folder": folder.display().to_string() });
            args.output.either(out, object, |out| writeln!(out, "{}", folder.display()))?;
        }
    }
    Ok(Exit::Done)
}

fn failed(folder: &Path, error: &io::Error) -> Failure {
    let what = format!("the folder of tables, {}: {error}", folder.display());
    Failure::new(Exit::Output, what, format!("set {VARIABLE} to another folder"))
}

fn object(folder: &Path, tables: &[Kept]) -> Value {
    let table = |kept: &Kept| {
        json!({
            "table": kept.title,
            "file": kept.path.display().to_string(),
            "bytes": kept.bytes,
            "age_seconds": kept.age.as_secs_f64(),
        })
    };
    json!({
        "folder": folder.display().to_string(),
        "tables": tables.iter().map(table).collect::<Vec<_>>(),
        "bytes": tables.iter().map(|kept| kept.bytes).sum::<u64>(),
    })
}

fn list(tables: &[Kept], out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(["table", "size", "age"]);
    for kept in tables {
        let title = kept.title.as_deref().unwrap_or("(of another version, or damaged)");
        table.row([title.into(), size(kept.bytes).into(), duration(kept.age).into()]);
    }
    write!(out, "{}", table.text())?;
    writeln!(out, "{}, {}", plural(tables.len() as u64, "table"), table_cache::total(tables))
}
