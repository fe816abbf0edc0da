//! Two bits a state: marks for a whole numbered space.

/// What is known of a state in a breadth-first exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Marks {
    /// Not met.
    Unseen = 0,
    /// In an even layer that is current or next.
    Even = 1,
    /// In an odd layer that is current or next.
    Odd = 2,
    /// Expanded.
    Done = 3,
}

const LOW: u64 = 0x5555_5555_5555_5555;

/// One mark for each rank below a number.
pub struct RankedMarks {
    words: Vec<u64>,
}

impl RankedMarks {
    /// All unseen.
    #[must_use]
    pub fn new(ranks: u64) -> Self {
        Self { words: vec![0; ranks.div_ceil(32) as usize] }
    }

    /// Marks a state if it is unseen; says whether it was.
    #[inline(always)]
    pub fn mark(&mut self, rank: u64, mark: Marks) -> bool {
        let word = &mut self.words[(rank >> 5) as usize];
        let shift = (rank & 31) * 2;
        let unseen = (*word >> shift).trailing_zeros() >= 2;
        *word |= (u64::from(unseen) * mark as u64) << shift;
        unseen
    }

    /// How many words there are: 32 marks each.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Turns the states of a word that carry `mark` into done ones; returns a bit for each, in the
    /// even places.
    #[inline(always)]
    pub fn take(&mut self, word: usize, mark: Marks) -> u64 {
        let bits = &mut self.words[word];
        if *bits == 0 {
            return 0;
        }
        let differ = *bits ^ (LOW * mark as u64);
        let taken = !(differ | differ >> 1) & LOW;
        *bits |= taken | taken << 1;
        taken
    }

    /// Marks all states that are unseen; returns how many were.
    #[inline(never)]
    pub fn mark_all(&mut self, ranks: &[u64], mark: Marks) -> u64 {
        // Reads that stand close to each other are fetched together.
        let seen = ranks.iter().fold(0, |all, &rank| all ^ self.words[(rank >> 5) as usize]);
        std::hint::black_box(seen);
        ranks.iter().map(|&rank| u64::from(self.mark(rank, mark))).sum()
    }

    /// The bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }
}
