//! What a request is about: a puzzle and one of its instances.

use crate::error::ApiError;
use heureka_kit::entry::Entry;
use heureka_kit::instance::{Instance, Small};
use heureka_kit::puzzle::{Info, Parameters};
use heureka_lab::names;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most bytes that an instance may take.
const MAX_BYTES: u64 = 64 << 20;
/// About how many bytes an instance takes for each byte of its text.
const BYTES_PER_TEXT_BYTE: u64 = 16;

/// An instance as a request names it: a built-in name or a text, or the size and seed of a random one. With
/// neither, it is the puzzle's first instance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Subject {
    pub puzzle: String,
    #[serde(default)]
    pub instance: Option<String>,
    #[serde(default)]
    pub random: Option<String>,
    #[serde(default)]
    pub seed: Option<u64>,
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
}

impl Subject {
    /// Returns the puzzle.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn entry(&self) -> Result<&'static Entry, ApiError> {
        Ok(names::puzzle(&self.puzzle)?)
    }

    /// Makes the instance.
    ///
    /// # Errors
    /// What is wrong with it, where, and what to do.
    pub fn make(&self) -> Result<Box<dyn Instance>, ApiError> {
        let entry = self.entry()?;
        let info = entry.info();
        let parameters =
            Parameters(self.parameters.iter().map(|(n, v)| (n.clone(), v.clone())).collect());
        match (&self.instance, &self.random) {
            (Some(_), Some(_)) => {
                Err(ApiError::invalid("`instance` and `random` are both given", "give one of them"))
            }
            (None, Some(size)) => {
                if entry.random_bytes(size) > MAX_BYTES {
                    return Err(too_large(info));
                }
                let seed = self.seed.unwrap_or(0);
                entry
                    .random(size, &parameters, seed)
                    .map_err(|error| ApiError::text(&error, format!("sizes: {}", info.sizes)))
            }
            (Some(text), None) => match info.instances.iter().find(|level| level.name == text) {
                Some(level) => entry.built_in(level, &parameters),
                None if text.len() as u64 * BYTES_PER_TEXT_BYTE > MAX_BYTES => {
                    return Err(too_large(info));
                }
                None => entry.parse(text, &parameters),
            }
            .map_err(|error| ApiError::text(&error, info.format)),
            (None, None) => entry
                .built_in(&info.instances[0], &parameters)
                .map_err(|error| ApiError::text(&error, info.format)),
        }
    }
}

fn too_large(info: &Info) -> ApiError {
    let help = format!("choose a smaller one, or run `heureka solve {}`", info.name);
    ApiError::invalid("this instance is too large for the playground", help)
}

/// Returns an instance as one whose states can be copied.
///
/// # Errors
/// If they are too large.
pub fn small(instance: &dyn Instance) -> Result<&dyn Small, ApiError> {
    instance.as_small().ok_or_else(|| too_large(instance.info()))
}
