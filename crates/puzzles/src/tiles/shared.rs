//! Tables that are built once for each shape of board and then kept.

use super::Shape;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What was built, by shape.
pub(crate) type Cache<T> = Mutex<BTreeMap<Shape, T>>;

/// What was built for a shape, or else is built now. Whoever asks meanwhile waits.
pub(crate) fn shared<T: Clone>(cache: &Cache<T>, shape: Shape, build: impl FnOnce() -> T) -> T {
    let mut built = cache.lock().unwrap_or_else(PoisonError::into_inner);
    built.entry(shape).or_insert_with(build).clone()
}
