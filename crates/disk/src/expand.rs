//! Expansion of states in batches, on several threads if a batch is large enough.

use heureka_core::{Limits, Stats};
use heureka_kit::encoded::{EncodedSpace, Successors};

/// The fewest states that are worth a thread.
const WORTH_A_THREAD: usize = 1_000;
/// The most states of a batch, for each thread.
const MOST_STATES: usize = 8_192;
/// The bytes of a successor beside its key: the cost of the move.
const COST: usize = 4;

/// Expands batches of states and holds their successors.
pub struct Expander<'s> {
    pub space: &'s dyn EncodedSpace,
    parts: Vec<Successors>,
    /// How many bytes of successors a batch may have.
    target: usize,
    /// The most bytes of successors that a state had, once one was expanded.
    widest: Option<usize>,
}

impl<'s> Expander<'s> {
    /// Returns an expander whose successors take about `bytes` at a time.
    pub fn new(space: &'s dyn EncodedSpace, threads: usize, bytes: usize) -> Self {
        let parts = vec![Successors::default(); threads];
        // Vectors that grow may take twice the space that they need.
        Self { space, parts, target: bytes / 2, widest: None }
    }

    /// Returns how many states the next batch may have: as many as may pass before the limits are checked
    /// if one thread works, which stops at exact counts.
    pub fn batch(&self, limits: &Limits<'_>, stats: &Stats) -> usize {
        let threads = self.parts.len();
        let due = if threads == 1 { limits.due_in(stats) } else { u64::MAX };
        let most = self.widest.map_or(1, |widest| self.target / widest.max(1));
        due.min(most.min(MOST_STATES * threads) as u64).max(1) as usize
    }

    /// Expands states; their successors replace earlier ones. Returns the number of successors.
    pub fn expand(&mut self, keys: &[u8]) -> u64 {
        let Self { space, parts, .. } = self;
        let space = *space;
        let (size, threads) = (space.key_size(), parts.len());
        parts.iter_mut().for_each(Successors::clear);
        let states = keys.len() / size;
        if threads == 1 || states < WORTH_A_THREAD * threads {
            space.expand(keys, &mut parts[0]);
        } else {
            let chunks = keys.chunks(states.div_ceil(threads) * size);
            std::thread::scope(|scope| {
                for (chunk, part) in chunks.zip(parts.iter_mut()) {
                    scope.spawn(move || space.expand(chunk, part));
                }
            });
        }
        let most = self.parts.iter().flat_map(|part| &part.counts).max();
        let widest = most.map_or(0, |&most| most as usize * (size + COST) + COST);
        self.widest = Some(self.widest.unwrap_or(0).max(widest));
        self.parts.iter().map(|part| part.costs.len() as u64).sum()
    }

    /// Returns the encoded successors, in parts.
    pub fn successors(&self) -> impl Iterator<Item = &[u8]> {
        self.parts.iter().map(|part| &part.keys[..])
    }

    /// Returns how many bytes the successors take.
    pub fn bytes(&self) -> u64 {
        let bytes = |part: &Successors| {
            let Successors { counts, keys, costs, .. } = part;
            keys.capacity() + COST * (counts.capacity() + costs.capacity())
        };
        self.parts.iter().map(bytes).sum::<usize>() as u64
    }
}
