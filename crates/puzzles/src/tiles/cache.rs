//! Tables that are built once per board size.

use heureka_kit::board::Size;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The tables built so far, by size.
pub(crate) type Cache<T> = Mutex<BTreeMap<Size, T>>;

/// Returns the table of a size, building it first if necessary; other callers wait meanwhile.
pub(crate) fn cached<T: Clone>(cache: &Cache<T>, size: Size, build: impl FnOnce() -> T) -> T {
    let mut built = cache.lock().unwrap_or_else(PoisonError::into_inner);
    built.entry(size).or_insert_with(build).clone()
}
