//! Tables that are built once per process.

use heureka_core::{Limits, Stop};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

/// The longest time between two checks of the limits while another thread builds tables.
const TICK: Duration = Duration::from_millis(5);

/// The tables built so far, by what they depend on.
pub(crate) type Cache<K, T> = Mutex<BTreeMap<K, T>>;

/// Locks a mutex that threads hold while they build tables; checks the limits while it waits.
///
/// It tries again and again, since a standard mutex has no lock with a time-out.
///
/// # Errors
/// The limit that was reached meanwhile.
pub(crate) fn lock_under_limits<'m, T>(
    mutex: &'m Mutex<T>,
    limits: &mut Limits<'_>,
) -> Result<MutexGuard<'m, T>, Stop> {
    // Short at first: often, the other thread only looks something up.
    let mut pause = TICK / 256;
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(error)) => return Ok(error.into_inner()),
            Err(TryLockError::WouldBlock) => drop(limits.preparing(0)?),
        }
        thread::sleep(pause);
        pause = TICK.min(2 * pause);
    }
}

/// Returns the table of a key, building it first if necessary; other threads wait meanwhile. The memory that
/// its construction needs must be there in any case, so that a run does not depend on those before it.
///
/// # Errors
/// The limit that stopped the construction.
pub(crate) fn cached<K: Ord, T: Clone>(
    cache: &Cache<K, T>,
    key: K,
    needed: u64,
    limits: &mut Limits<'_>,
    build: impl FnOnce(&mut Limits<'_>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    drop(limits.preparing(needed)?);
    let mut built = lock_under_limits(cache, limits)?;
    Ok(match built.entry(key) {
        Entry::Occupied(table) => table.get().clone(),
        Entry::Vacant(place) => place.insert(build(limits)?).clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_while_another_thread_builds() {
        let cache = Cache::default();
        let get = |limits: Limits<'_>| cached(&cache, 1, 9, &mut { limits }, |_| Ok(2));
        let building = cache.lock().unwrap();
        let soon = || Limits::none().time(Duration::from_millis(20));
        assert_eq!(get(soon()), Err(Stop::Time));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| get(Limits::none()));
            thread::sleep(4 * TICK);
            assert!(!waiting.is_finished());
            drop(building);
            assert_eq!(waiting.join().unwrap(), Ok(2));
        });
        assert_eq!(cached(&cache, 1, 9, &mut soon(), |_| unreachable!()), Ok(2));
        assert_eq!(get(Limits::none().memory(8)), Err(Stop::Memory));
    }
}
