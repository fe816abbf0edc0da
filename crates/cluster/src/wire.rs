//! Results as words, which the first worker sends to all.

use crate::process::stop_of;
use heureka_core::{Exploration, Stats};
use std::time::Duration;

/// Reads words one after the other; what is missing is 0.
pub(crate) struct Reader<'a>(pub &'a [u64]);

impl<'a> Reader<'a> {
    pub fn next(&mut self) -> u64 {
        self.take(1).first().copied().unwrap_or_default()
    }

    pub fn take(&mut self, number: usize) -> &'a [u64] {
        let (taken, rest) = self.0.split_at(number.min(self.0.len()));
        self.0 = rest;
        taken
    }

    pub fn list(&mut self) -> &'a [u64] {
        let number = self.next() as usize;
        self.take(number)
    }
}

/// Appends a list with its length.
pub(crate) fn put_list(list: &[u64], out: &mut Vec<u64>) {
    out.push(list.len() as u64);
    out.extend_from_slice(list);
}

/// Appends a text, a word for each byte.
pub(crate) fn put_text(text: &str, out: &mut Vec<u64>) {
    let bytes: Vec<u64> = text.bytes().map(u64::from).collect();
    put_list(&bytes, out);
}

/// Reads a text.
pub(crate) fn text(words: &mut Reader<'_>) -> String {
    let bytes: Vec<u8> = words.list().iter().map(|&word| word as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Appends statistics.
pub(crate) fn put_stats(stats: &Stats, out: &mut Vec<u64>) {
    out.extend([
        stats.expanded,
        stats.generated,
        stats.duplicates,
        stats.reopened,
        stats.pruned,
        stats.max_frontier,
        stats.max_frontier_with_stale,
        stats.iterations,
        u64::from(stats.bound),
        stats.expanded_below_bound,
        stats.lower_bound.map_or(0, |bound| u64::from(bound) + 1),
        stats.elapsed.as_nanos() as u64,
        stats.peak_bytes,
        stats.threads,
    ]);
}

/// Reads statistics.
pub(crate) fn stats(words: &mut Reader<'_>) -> Stats {
    Stats {
        expanded: words.next(),
        generated: words.next(),
        duplicates: words.next(),
        reopened: words.next(),
        pruned: words.next(),
        max_frontier: words.next(),
        max_frontier_with_stale: words.next(),
        iterations: words.next(),
        bound: words.next() as u32,
        expanded_below_bound: words.next(),
        lower_bound: words.next().checked_sub(1).map(|bound| bound as u32),
        best_plan: None,
        elapsed: Duration::from_nanos(words.next()),
        peak_bytes: words.next(),
        threads: words.next(),
    }
}

/// Reads an exploration.
pub(crate) fn exploration(words: &[u64]) -> Exploration {
    let mut words = Reader(words);
    let stopped = stop_of(words.next());
    let layers = words.list().to_vec();
    let unfolded = Some(words.list().to_vec()).filter(|unfolded| !unfolded.is_empty());
    Exploration { layers, unfolded, stopped, stats: stats(&mut words) }
}
