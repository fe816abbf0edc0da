//! A puzzle with its types hidden, as a registry lists it.

use crate::board::parse_numbers;
use crate::collection::{Rows, lines};
use crate::instance::Instance;
use crate::large::{Large, LargePuzzle};
use crate::puzzle::{BuiltIn, Info, Parameters, Puzzle};
use crate::text::ParseError;
use crate::typed::Typed;
use heureka_core::certificate::KeyBytes;
use heureka_core::store::SetKey;

/// A new instance, or what is wrong with its description.
pub type Made = Result<Box<dyn Instance>, ParseError>;

/// A puzzle with its types hidden.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The puzzle's description.
    pub info: &'static Info,
    /// Reads an instance.
    pub parse: fn(&str, &Parameters) -> Made,
    /// Generates a random instance of a size, by a seed.
    pub random: fn(&str, &Parameters, u64) -> Made,
    /// Reads a collection in a format of the puzzle's own field.
    pub collection: fn(&str, &Parameters) -> Option<Rows>,
    /// The most bytes that a random instance takes for each cell of its size; 0 if all are small.
    pub bytes_per_cell: u64,
}

/// Returns the entry of a puzzle.
#[must_use]
pub const fn entry<P: Puzzle<Key: SetKey + KeyBytes>>() -> Entry {
    Entry {
        info: P::INFO,
        parse: |text, parameters| Typed::boxed(|| P::parse(text, parameters), parameters),
        random: |size, parameters, seed| {
            Typed::boxed(|| P::random(size, parameters, seed), parameters)
        },
        collection: P::collection,
        bytes_per_cell: 0,
    }
}

/// Hides the type of a puzzle, for an entry that chooses among several types.
///
/// # Errors
/// None. The type is that of [`Entry::parse`].
pub fn instance<P: Puzzle<Key: SetKey + KeyBytes>>(puzzle: P, parameters: &Parameters) -> Made {
    Typed::boxed(|| Ok(puzzle), parameters)
}

/// Returns the entry of a puzzle whose states are too large to copy.
#[must_use]
pub const fn large_entry<P: LargePuzzle>() -> Entry {
    Entry {
        info: P::INFO,
        parse: |text, parameters| Ok(Large::boxed(P::parse(text, parameters)?, parameters)),
        random: |size, parameters, seed| {
            Ok(Large::boxed(P::random(size, parameters, seed)?, parameters))
        },
        collection: |_, _| None,
        bytes_per_cell: 0,
    }
}

impl Entry {
    /// Returns the puzzle's description.
    #[must_use]
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// Reads an instance.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    pub fn parse(&self, text: &str, parameters: &Parameters) -> Made {
        parameters.only(self.info.parameters)?;
        (self.parse)(text, parameters)
    }

    /// Reads a collection of instances: in a format of the puzzle's own field, or one instance per line.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    pub fn collection(&self, text: &str, parameters: &Parameters) -> Rows {
        parameters.only(self.info.parameters)?;
        let check = |text: &str| self.parse(text, parameters).map(|_| ());
        (self.collection)(text, parameters).unwrap_or_else(|| lines(text, check))
    }

    /// Generates a random solvable instance; the same seed gives the same instance on every machine.
    ///
    /// # Errors
    /// If no instance has this size.
    pub fn random(&self, size: &str, parameters: &Parameters, seed: u64) -> Made {
        parameters.only(self.info.parameters)?;
        (self.random)(size, parameters, seed)
    }

    /// Returns the most bytes that a random instance of a size takes.
    #[must_use]
    pub fn random_bytes(&self, size: &str) -> u64 {
        let sides = parse_numbers(size, "").unwrap_or_default();
        let cells =
            sides.iter().take(2).fold(1, |cells: u64, &side| cells.saturating_mul(side as u64));
        cells.saturating_mul(self.bytes_per_cell)
    }

    /// Returns a built-in instance. The given parameters take precedence over its own.
    ///
    /// # Errors
    /// If the parameters do not fit the instance.
    pub fn built_in(&self, instance: &BuiltIn, parameters: &Parameters) -> Made {
        let own =
            instance.parameters.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let all = Parameters(own.chain(parameters.0.iter().cloned()).collect());
        self.parse(instance.text, &all)
    }
}
