//! Storage for visited states, in a few large flat arrays.
//!
//! Nothing here allocates per node. Arrays grow by an eighth and hash tables by half, so that
//! the engine's accounting stays close to the process's memory use and memory limits hold.

mod hash;
pub(crate) mod index;
mod key_set;
mod nodes;
mod ranked;
mod table;

pub use hash::hash;
pub use key_set::{KeySet, SetKey};
pub use nodes::{Link, NO_PARENT, NodeId, NodeStore, Nodes};

pub(crate) use key_set::BATCH;
pub(crate) use nodes::DirectNodes;
pub(crate) use ranked::{Mark, RankedMarks};
pub(crate) use table::{Entry, OpenTable, Probe};

/// Returns which of several tables, a power of two, holds a hash. Tables use the upper bits of hashes, so
/// these are the lower ones.
#[inline(always)]
pub(crate) fn shard_of(hash: u32, shards: usize) -> usize {
    hash as usize & (shards - 1)
}

/// Arrays below this size in bytes double when they grow.
const SMALL: usize = 1 << 16;

/// Returns how many entries a full array of `capacity` entries of `size` bytes gains.
fn growth(capacity: usize, size: usize) -> usize {
    if capacity * size < SMALL { capacity.max(64) } else { capacity / 8 }
}

/// Appends a value; a large array grows by an eighth instead of doubling.
#[inline(always)]
pub fn push<T>(array: &mut Vec<T>, value: T) {
    if array.len() == array.capacity() {
        grow(array);
    }
    array.push(value);
}

#[cold]
#[inline(never)]
fn grow<T>(array: &mut Vec<T>) {
    array.reserve_exact(growth(array.capacity(), size_of::<T>()));
}

/// Returns the bytes an array has allocated now, and after the next growth if that is near.
#[inline]
#[must_use]
pub fn held<T>(array: &Vec<T>) -> (u64, u64) {
    let now = array.capacity() * size_of::<T>();
    let near = array.len() + array.capacity() / 32 >= array.capacity();
    let added = if near { growth(array.capacity(), size_of::<T>()) * size_of::<T>() } else { 0 };
    (now as u64, (now + added) as u64)
}

/// Returns the bytes an array has allocated when it has so many more entries.
pub(crate) fn bytes_with<T>(array: &Vec<T>, more: usize) -> u64 {
    let mut capacity = array.capacity();
    while capacity < array.len() + more {
        capacity += growth(capacity, size_of::<T>());
    }
    (capacity * size_of::<T>()) as u64
}

/// Adds up pairs of bytes: allocated now, and after the next growth.
#[inline]
pub fn sum(parts: impl IntoIterator<Item = (u64, u64)>) -> (u64, u64) {
    parts.into_iter().fold((0, 0), |(now, later), part| (now + part.0, later + part.1))
}
