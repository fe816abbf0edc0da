//! Tables that are built once per process.

use heureka_core::Stop;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, PoisonError};

/// The tables built so far, by what they depend on.
pub(crate) type Cache<K, T> = Mutex<BTreeMap<K, T>>;

/// Returns the table of a key, building it first if necessary; other callers wait meanwhile.
///
/// # Errors
/// The limit that stopped the construction.
pub(crate) fn cached<K: Ord, T: Clone>(
    cache: &Cache<K, T>,
    key: K,
    build: impl FnOnce() -> Result<T, Stop>,
) -> Result<T, Stop> {
    let mut built = cache.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(match built.entry(key) {
        Entry::Occupied(table) => table.get().clone(),
        Entry::Vacant(place) => place.insert(build()?).clone(),
    })
}
