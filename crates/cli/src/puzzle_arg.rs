//! The argument that names a puzzle.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use heureka_core::strategy::AlgorithmInfo;
use heureka_kit::entry::Entry;
use heureka_lab::names::{self, Advice, NamedPuzzle};
use heureka_puzzles::registry;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

/// Accepts the name of a puzzle, or of a built-in instance in its place.
#[derive(Clone)]
pub struct PuzzleName;

impl TypedValueParser for PuzzleName {
    type Value = NamedPuzzle;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<NamedPuzzle, clap::Error> {
        let of = command.get_name().to_owned();
        let parser = StringValueParser::new().try_map(move |name| {
            names::find_puzzle(&name)
                .map_err(|advice| Invalid(in_place_of_puzzle(&of, &name).unwrap_or(advice)))
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
    PuzzleName.map(|found| found.entry)
}

/// Returns what a word is that stands where it is not expected, and arguments with it in its place.
pub fn kind_of_word(word: &str) -> Option<(&'static str, String)> {
    if Path::new(word).is_file() {
        Some(("a file", format!("tiles {word}")))
    } else if AlgorithmInfo::of(word).is_some() {
        Some(("a strategy", format!("tiles -s {word}")))
    } else if word.starts_with(|c: char| c.is_ascii_digit()) {
        Some(("part of an instance", "tiles '1 2 3 4 0 5 7 8 6'".to_owned()))
    } else {
        None
    }
}

/// Returns what to say about something else that stands where the puzzle is expected.
fn in_place_of_puzzle(command: &str, word: &str) -> Option<Advice> {
    let (kind, example) = kind_of_word(word)?;
    let puzzles: Vec<_> = registry::PUZZLES.iter().map(|entry| entry.info().name).collect();
    let help = format!(
        "name the puzzle first, such as `heureka {command} {example}`; there are: {}",
        puzzles.join(", ")
    );
    Some((format!("'{word}' is {kind}, not a puzzle"), help))
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
