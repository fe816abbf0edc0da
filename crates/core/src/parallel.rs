//! Threads that share one set of limits.

pub(crate) mod sharded;
pub(crate) mod shared_set;
mod shares;
pub(crate) mod sweep;

pub use shares::Shares;

use crate::limits::Gauge;
use crate::{Limits, Stats, Stop};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The time between two checks of the limits.
const TICK: Duration = Duration::from_millis(5);
/// The least memory of a thread.
const LEAST_MEMORY: u64 = 16 << 20;
/// What a thread may add between two looks at the memory limit.
const BATCH_BYTES: u64 = 64 << 10;

/// Returns the number of cores that this process may use.
///
/// The system is asked once: on Linux it reads files, which takes longer than many searches.
#[must_use]
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, Into::into))
}

/// Returns whether several threads may work, and have enough memory each.
pub(crate) fn have_room(limits: &Limits<'_>) -> bool {
    let threads = limits.threads() as u64;
    threads > 1 && limits.memory_left(0).unwrap_or(0) / threads >= LEAST_MEMORY
}

/// Returns the bytes that threads may hold before they have to stop.
pub(crate) fn memory_for(threads: usize, limits: &Limits<'_>) -> u64 {
    limits.memory_left(threads as u64 * BATCH_BYTES).unwrap_or(0)
}

/// Runs `work(index, stop)` on `threads` threads until all return or a limit stops them.
///
/// Returns the limit that stopped them. The calling thread checks the limits every few milliseconds
/// with what `progress` returns, and sets the flag `stop` when a limit is reached. `work` must poll
/// the flag and return soon after it becomes true. If a limit is already reached, no thread starts.
/// With `threads` = 0, one thread runs.
///
/// # Panics
/// Panics if a thread panics.
pub fn in_parallel(
    threads: usize,
    limits: &mut Limits<'_>,
    progress: &dyn Fn() -> (Stats, Gauge),
    work: &(impl Fn(usize, &AtomicBool) + Sync),
) -> Option<Stop> {
    let mut reached = || {
        let (stats, gauge) = progress();
        limits.check(&stats, gauge).break_value()
    };
    if let Some(stop) = reached() {
        return Some(stop);
    }
    let flag = AtomicBool::new(false);
    thread::scope(|scope| {
        let (done, all_done) = channel::<()>();
        for index in 0..threads.max(1) {
            let (done, flag) = (done.clone(), &flag);
            scope.spawn(move || {
                // Dropped when the thread ends, even by a panic.
                let _done = done;
                work(index, flag);
            });
        }
        drop(done);
        loop {
            if all_done.recv_timeout(TICK) == Err(RecvTimeoutError::Disconnected) {
                return None;
            }
            if let Some(stop) = reached() {
                flag.store(true, Ordering::Relaxed);
                return Some(stop);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;
    use std::time::Instant;

    #[test]
    fn returns_when_all_threads_end_or_a_limit_is_reached() {
        let sum = AtomicU64::new(0);
        let progress = || (Stats::default(), Gauge::default());
        let stop = in_parallel(3, &mut Limits::none(), &progress, &|index, _| {
            sum.fetch_add(index as u64 + 1, Ordering::Relaxed);
        });
        assert_eq!((stop, sum.into_inner()), (None, 6));
        let started = Instant::now();
        let mut limits = Limits::none().time(Duration::from_millis(20));
        let stop = in_parallel(2, &mut limits, &progress, &|_, flag| {
            while !flag.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        });
        assert_eq!(stop, Some(Stop::Time));
        assert!(started.elapsed() >= Duration::from_millis(20));
    }
}
