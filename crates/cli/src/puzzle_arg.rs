//! The argument that names a puzzle.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use heureka_kit::entry::Entry;
use heureka_lab::names::{self, Advice, Meant};
use heureka_puzzles::registry;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

/// Accepts the name of a puzzle, or of a built-in instance in its place.
#[derive(Clone)]
pub struct PuzzleName;

impl TypedValueParser for PuzzleName {
    type Value = Meant;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Meant, clap::Error> {
        let of = command.get_name().to_owned();
        let parser = StringValueParser::new().try_map(move |name| {
            names::meant(&name).map_err(|advice| {
                let is_file = Path::new(&name).is_file();
                Invalid(if is_file { file_in_place(&of, &name) } else { advice })
            })
        });
        parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = registry::PUZZLES.iter().map(|entry| entry.info().name);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// Accepts the name of a puzzle and returns its entry.
pub fn puzzles() -> impl TypedValueParser<Value = &'static Entry> {
    PuzzleName.map(|meant| meant.entry)
}

fn file_in_place(command: &str, file: &str) -> Advice {
    let puzzles: Vec<_> = registry::PUZZLES.iter().map(|entry| entry.info().name).collect();
    let help = format!(
        "name its puzzle first, such as `heureka {command} tiles {file}`; there are: {}",
        puzzles.join(", ")
    );
    (format!("'{file}' is a file, not a puzzle"), help)
}

/// An invalid value, and what to do.
#[derive(Debug)]
pub struct Invalid(pub Advice);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self((what, help)) = self;
        write!(f, "{what}: {help}")
    }
}

impl std::error::Error for Invalid {}
