//! Two bits for every state of a ranked space.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The parity of a layer. A state that is reached but not expanded has the bit of its layer. An expanded
/// state has both bits, an unseen one none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Even = 0,
    Odd = 1,
}

impl Mark {
    #[inline(always)]
    fn other(self) -> Self {
        if self == Self::Even { Self::Odd } else { Self::Even }
    }
}

/// An array of marks. A row has those of 64 states, a word for each layer. Threads may share it.
#[derive(Debug)]
pub(crate) struct RankedMarks {
    rows: Vec<[AtomicU64; 2]>,
}

/// Adds bits to a word. `SHARED` allows other threads to do so.
#[inline(always)]
fn add<const SHARED: bool>(word: &AtomicU64, bits: u64) {
    if SHARED {
        word.fetch_or(bits, Relaxed);
    } else {
        word.store(word.load(Relaxed) | bits, Relaxed);
    }
}

impl RankedMarks {
    /// Creates marks for the ranks below `ranks`, all unseen.
    pub fn new(ranks: u64) -> Self {
        let row = |_| [const { AtomicU64::new(0) }; 2];
        Self { rows: (0..ranks.div_ceil(64)).map(row).collect() }
    }

    /// Marks those of some states in a row that are unseen. Returns how many were. Several threads may count
    /// the same state: an exact count needs the old value of a word, which takes a slower operation.
    #[inline(always)]
    pub fn mark<const SHARED: bool>(&self, row: u64, states: u64, mark: Mark) -> u32 {
        let words = &self.rows[row as usize];
        // The word of the layer that is being expanded does not gain new states meanwhile.
        let unknown = states & !words[mark.other() as usize].load(Relaxed);
        let word = &words[mark as usize];
        let unseen = unknown & !word.load(Relaxed);
        if unseen != 0 {
            add::<SHARED>(word, unseen);
        }
        unseen.count_ones()
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Marks a state, reached or not, as expanded.
    #[inline(always)]
    pub fn expanded(&self, rank: u64) {
        for word in &self.rows[(rank >> 6) as usize] {
            add::<false>(word, 1 << (rank & 63));
        }
    }

    /// Returns the states of a row that have a mark.
    #[inline(always)]
    fn with(&self, row: usize, mark: Mark) -> u64 {
        let words = &self.rows[row];
        words[mark as usize].load(Relaxed) & !words[mark.other() as usize].load(Relaxed)
    }

    /// Returns the number of states with a mark.
    pub fn count(&self, mark: Mark) -> u64 {
        (0..self.rows.len()).map(|row| u64::from(self.with(row, mark).count_ones())).sum()
    }

    /// Returns the ranks with a mark, in ascending order.
    pub fn ranks_with(&self, mark: Mark) -> impl Iterator<Item = u64> {
        (0..self.rows.len()).flat_map(move |row| {
            let mut found = self.with(row, mark);
            std::iter::from_fn(move || {
                let first =
                    (found != 0).then(|| (row as u64) << 6 | u64::from(found.trailing_zeros()));
                found &= found.wrapping_sub(1);
                first
            })
        })
    }

    /// Marks the states of consecutive rows that have this mark as expanded, and writes them into `taken`.
    /// Returns their number.
    #[inline(always)]
    pub fn take_all<const SHARED: bool>(&self, first: usize, mark: Mark, taken: &mut [u64]) -> u64 {
        let mut count = 0;
        for (row, states) in (first..).zip(taken) {
            *states = self.with(row, mark);
            if *states != 0 {
                add::<SHARED>(&self.rows[row][mark.other() as usize], *states);
                count += u64::from(states.count_ones());
            }
        }
        count
    }

    /// Marks those of the given states, each with its row, that are unseen. Returns how many were, as
    /// [`RankedMarks::mark`] does.
    #[inline(never)]
    pub fn mark_all<const SHARED: bool>(&self, states: &[(u64, u64)], mark: Mark) -> u64 {
        // Reading all words first lets their cache misses overlap.
        let read = |row: u64| self.rows[row as usize][0].load(Relaxed);
        std::hint::black_box(states.iter().fold(0, |all, &(row, _)| all ^ read(row)));
        let mark = |&(row, states): &(u64, u64)| u64::from(self.mark::<SHARED>(row, states, mark));
        states.iter().map(mark).sum()
    }

    /// Returns the bytes of marks for the ranks below `ranks`.
    pub fn bytes_for(ranks: u64) -> u64 {
        ranks.div_ceil(64) * size_of::<[AtomicU64; 2]>() as u64
    }
}
