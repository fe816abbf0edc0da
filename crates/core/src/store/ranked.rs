//! A two-bit mark for every state of a ranked space.

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

/// An array of marks, one per rank.
#[derive(Clone, Debug)]
pub(crate) struct RankedMarks {
    words: Vec<u64>,
}

impl RankedMarks {
    /// Creates marks for the ranks below `ranks`, all unseen.
    pub fn new(ranks: u64) -> Self {
        Self { words: vec![0; ranks.div_ceil(32) as usize] }
    }

    /// Mark a state if it is unseen. Returns whether it was.
    #[inline(always)]
    pub fn mark(&mut self, rank: u64, mark: Mark) -> bool {
        let word = &mut self.words[(rank >> 5) as usize];
        let shift = (rank & 31) * 2;
        let unseen = (*word >> shift).trailing_zeros() >= 2;
        *word |= (u64::from(unseen) * mark as u64) << shift;
        unseen
    }

    /// Returns the number of words of 32 marks each.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Mark the states of a word that have this mark as expanded.
    ///
    /// Returns a word in which bit 2·i is set for each changed mark i.
    #[inline(always)]
    pub fn take(&mut self, word: usize, mark: Mark) -> u64 {
        let bits = &mut self.words[word];
        if *bits == 0 {
            return 0;
        }
        let differ = *bits ^ (LOW * mark as u64);
        let taken = !(differ | differ >> 1) & LOW;
        *bits |= taken | taken << 1;
        taken
    }

    /// Mark those of the given states that are unseen. Returns how many were.
    #[inline(never)]
    pub fn mark_all(&mut self, ranks: &[u64], mark: Mark) -> u64 {
        // Reading all words first lets their cache misses overlap.
        let words = ranks.iter().fold(0, |all, &rank| all ^ self.words[(rank >> 5) as usize]);
        std::hint::black_box(words);
        ranks.iter().map(|&rank| u64::from(self.mark(rank, mark))).sum()
    }

    /// Returns the bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }
}
