//! Threads that work under one set of limits.

use crate::{Gauge, Limits, Stats, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often the limits are looked at while the threads work.
const TICK: Duration = Duration::from_millis(5);

/// Runs `work` on each of some threads until all are done or a limit is reached, which is returned.
///
/// The calling thread looks at the limits and reports, by what `progress` tells; it raises the flag
/// that every thread is given, and each has to look at it often and return soon.
///
/// # Panics
/// If a thread does.
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
    // Before the threads begin, so that a limit that is reached already lets them do nothing.
    if let Some(stop) = reached() {
        return Some(stop);
    }
    let flag = AtomicBool::new(false);
    thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        for index in 0..threads.max(1) {
            let (done, flag) = (done.clone(), &flag);
            scope.spawn(move || {
                // The sender is dropped when the thread ends, however it does.
                let _done = done;
                work(index, flag);
            });
        }
        drop(done);
        loop {
            if waiting.recv_timeout(TICK) == Err(RecvTimeoutError::Disconnected) {
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
    fn ends_when_all_are_done_or_at_a_limit() {
        let made = AtomicU64::new(0);
        let progress = || (Stats::default(), Gauge::default());
        let stop = in_parallel(3, &mut Limits::none(), &progress, &|index, _| {
            made.fetch_add(index as u64 + 1, Ordering::Relaxed);
        });
        assert_eq!((stop, made.into_inner()), (None, 6));
        let begun = Instant::now();
        let mut limits = Limits::none().time(Duration::from_millis(20));
        let stop = in_parallel(2, &mut limits, &progress, &|_, flag| {
            while !flag.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        });
        assert_eq!(stop, Some(Stop::Time));
        assert!(begun.elapsed() >= Duration::from_millis(20));
    }
}
