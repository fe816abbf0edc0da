//! A two-bit mark for every state of a ranked space.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The status of a state that is reached but not yet expanded. Unseen states have the mark 0, expanded
/// states the mark 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Mark {
    /// Reached in an even layer.
    Even = 1,
    /// Reached in an odd layer.
    Odd = 2,
}

/// The lower bit of every mark in a word.
const LOW: u64 = 0x5555_5555_5555_5555;

/// An array of marks, one per rank. Threads may share it.
#[derive(Debug)]
pub(crate) struct RankedMarks {
    words: Vec<AtomicU64>,
}

/// Returns a word in which bit 2·i is set for each mark i of a word that is this one.
#[inline(always)]
fn having(bits: u64, mark: Mark) -> u64 {
    let differ = bits ^ (LOW * mark as u64);
    !(differ | differ >> 1) & LOW
}

impl RankedMarks {
    /// Creates marks for the ranks below `ranks`, all unseen.
    pub fn new(ranks: u64) -> Self {
        Self { words: (0..ranks.div_ceil(32)).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Marks a state if it is unseen. Returns whether it was. `SHARED` allows other threads to mark.
    #[inline(always)]
    pub fn mark<const SHARED: bool>(&self, rank: u64, mark: Mark) -> bool {
        let word = &self.words[(rank >> 5) as usize];
        let shift = (rank & 31) * 2;
        let is_unseen = |bits: u64| (bits >> shift).trailing_zeros() >= 2;
        let bits = word.load(Relaxed);
        let unseen = is_unseen(bits);
        if SHARED {
            return unseen && is_unseen(word.fetch_or((mark as u64) << shift, Relaxed));
        }
        word.store(bits | (u64::from(unseen) * mark as u64) << shift, Relaxed);
        unseen
    }

    /// Returns the number of words of 32 marks each.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Marks a reached state as expanded.
    #[inline(always)]
    pub fn expanded(&self, rank: u64) {
        let word = &self.words[(rank >> 5) as usize];
        word.store(word.load(Relaxed) | 3 << ((rank & 31) * 2), Relaxed);
    }

    /// Returns the ranks with a mark, in ascending order.
    pub fn with(&self, mark: Mark) -> impl Iterator<Item = u64> {
        (0u64..).zip(&self.words).flat_map(move |(word, bits)| {
            let mut found = having(bits.load(Relaxed), mark);
            std::iter::from_fn(move || {
                let first = (found != 0).then(|| word * 32 + u64::from(found.trailing_zeros() / 2));
                found &= found.wrapping_sub(1);
                first
            })
        })
    }

    /// Marks the states of a word that have this mark as expanded.
    ///
    /// Returns a word in which bit 2·i is set for each changed mark i.
    #[inline(always)]
    pub fn take<const SHARED: bool>(&self, word: usize, mark: Mark) -> u64 {
        let bits = self.words[word].load(Relaxed);
        if bits == 0 {
            return 0;
        }
        let taken = having(bits, mark);
        let expanded = taken | taken << 1;
        if SHARED {
            self.words[word].fetch_or(expanded, Relaxed);
        } else {
            self.words[word].store(bits | expanded, Relaxed);
        }
        taken
    }

    /// Marks those of the given states that are unseen. Returns how many were.
    #[inline(never)]
    pub fn mark_all<const SHARED: bool>(&self, ranks: &[u64], mark: Mark) -> u64 {
        // Reading all words first lets their cache misses overlap.
        let read = |rank: u64| self.words[(rank >> 5) as usize].load(Relaxed);
        std::hint::black_box(ranks.iter().fold(0, |all, &rank| all ^ read(rank)));
        ranks.iter().map(|&rank| u64::from(self.mark::<SHARED>(rank, mark))).sum()
    }

    /// Returns the bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }
}
