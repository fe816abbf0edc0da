//! Tables that are built once per board size.

use heureka_core::Stop;
use heureka_kit::board::Size;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, PoisonError};

/// The tables built so far, by size.
pub(crate) type Cache<T> = Mutex<BTreeMap<Size, T>>;

/// Returns the table of a size, building it first if necessary; other callers wait meanwhile.
///
/// # Errors
/// The limit that stopped the construction.
pub(crate) fn cached<T: Clone>(
    cache: &Cache<T>,
    size: Size,
    build: impl FnOnce() -> Result<T, Stop>,
) -> Result<T, Stop> {
    let mut built = cache.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(match built.entry(size) {
        Entry::Occupied(table) => table.get().clone(),
        Entry::Vacant(place) => place.insert(build()?).clone(),
    })
}
