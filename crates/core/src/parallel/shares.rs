//! Numbers that threads divide among themselves.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// A value alone in its cache lines, so that writes to other values do not slow it down (no false sharing).
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct OwnLines<T>(pub T);

/// The numbers below a count, which threads take one by one.
///
/// Each thread begins with a share of its own, then helps the others. So threads are far from each other: the
/// parts of an array with neighboring numbers often lead to the same cache lines.
#[derive(Debug)]
pub struct Shares {
    count: usize,
    /// The next number of each share.
    next: Vec<OwnLines<AtomicUsize>>,
}

impl Shares {
    /// Divides the numbers below `count` among some threads.
    ///
    /// # Panics
    /// Panics if there are no threads.
    #[must_use]
    pub fn new(count: usize, threads: usize) -> Self {
        assert!(threads > 0, "shares need a thread");
        let first = |share| OwnLines(AtomicUsize::new(count * share / threads));
        Self { count, next: (0..threads).map(first).collect() }
    }

    /// Iterates over the numbers that a thread takes, until none is left. Threads are numbered from 0.
    pub fn of(&self, thread: usize) -> impl Iterator<Item = usize> {
        let threads = self.next.len();
        let mut shares = (0..threads).map(move |after| (thread + after) % threads).peekable();
        std::iter::from_fn(move || {
            loop {
                let &share = shares.peek()?;
                let number = self.next[share].0.fetch_add(1, Relaxed);
                if number < self.count * (share + 1) / threads {
                    return Some(number);
                }
                shares.next();
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_taken_once_and_own_ones_first() {
        for (count, threads) in [(0, 1), (1, 3), (10, 1), (10, 3), (1_000, 4)] {
            let shares = Shares::new(count, threads);
            let mut taken: Vec<_> = (0..threads).map(|thread| shares.of(thread).next()).collect();
            if count >= threads {
                let firsts = (0..threads).map(|share| Some(count * share / threads));
                assert!(taken.iter().copied().eq(firsts), "{taken:?}");
            }
            taken.extend(shares.of(threads - 1).map(Some));
            let mut numbers: Vec<usize> = taken.into_iter().flatten().collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..count));
        }
    }

    #[test]
    fn threads_take_all_numbers_together() {
        let (shares, sum) = (Shares::new(10_000, 4), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (shares, sum) = (&shares, &sum);
                scope.spawn(move || sum.fetch_add(shares.of(thread).sum(), Relaxed));
            }
        });
        assert_eq!(sum.into_inner(), (0..10_000).sum::<usize>());
    }
}
