//! Where searches keep what they have seen: in few, large, flat arrays.
//!
//! Nothing here allocates per node. Arrays grow by an eighth at a time, tables by a quarter, so that the engine's own
//! accounting is close to what the operating system sees, and a memory limit can be kept.

mod hash;
pub(crate) mod index;
mod key_set;
mod nodes;
mod ranked;
mod table;

pub use key_set::{KeySet, SetKey};
pub use nodes::{NO_PARENT, NodeId, Nodes};
pub use ranked::{Marks, RankedMarks};

pub(crate) use hash::hash;
pub(crate) use table::{OpenTable, Probe};

/// Below this many bytes an array doubles, since nobody will miss them.
const SMALL: usize = 1 << 16;

/// How many entries an array of `capacity` entries of `size` bytes gains when it is full.
fn growth(capacity: usize, size: usize) -> usize {
    if capacity * size < SMALL { capacity.max(64) } else { capacity / 8 }
}

/// Pushes, growing by [`growth`] instead of doubling.
#[inline(always)]
pub(crate) fn push<T>(array: &mut Vec<T>, value: T) {
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

/// The bytes that an array holds now, and those that it will hold after the growth that is near.
pub(crate) fn held<T>(array: &Vec<T>) -> (u64, u64) {
    let now = array.capacity() * size_of::<T>();
    let near = array.len() + array.capacity() / 32 >= array.capacity();
    let soon =
        if near { now + growth(array.capacity(), size_of::<T>()) * size_of::<T>() } else { now };
    (now as u64, soon as u64)
}

/// The sum of what several arrays hold, now and soon.
pub(crate) fn sum<const N: usize>(parts: [(u64, u64); N]) -> (u64, u64) {
    parts.into_iter().fold((0, 0), |(now, soon), part| (now + part.0, soon + part.1))
}
