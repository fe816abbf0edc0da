//! Exploration by keys on several threads.

use super::{Exploration, Keep};
use crate::limits::Stopwatch;
use crate::parallel::shared_set::{Expand, SharedSet, Unchanged};
use crate::store::SetKey;
use crate::{Limits, Problem, Stats};

/// A problem, and how many states its keys represent.
pub(super) struct Classes<'a, P, C> {
    pub problem: &'a P,
    pub represented: C,
}

impl<P: Problem, C: Fn(&P::Key) -> u64 + Sync> Expand<P::Key> for Classes<'_, P, C> {
    #[inline(always)]
    fn expand(&self, key: &P::Key, visit: &mut impl FnMut(P::Key)) -> u64 {
        let mut generated = 0;
        self.problem.successors(&self.problem.unpack(key), &mut |_, _, next| {
            generated += 1;
            visit(self.problem.pack(&next));
        });
        generated
    }

    fn represented(&self, key: &P::Key) -> u64 {
        (self.represented)(key)
    }
}

/// What one thread has explored.
pub(super) struct Begun<K> {
    pub layers: Vec<u64>,
    pub unfolded: Option<Vec<u64>>,
    /// The layers before the last one that are remembered.
    pub previous: Vec<K>,
    pub layer: Vec<K>,
    pub stats: Stats,
    pub stopwatch: Stopwatch,
}

/// Continues an exploration layer by layer. `known` are the states that are remembered, and `keep` the
/// layers; if none, moves lead to the next layer only.
pub(super) fn explore<K: SetKey>(
    limits: &mut Limits<'_>,
    with: &impl Expand<K>,
    begun: Begun<K>,
    known: impl IntoIterator<Item = K>,
    keep: Option<Keep>,
) -> Exploration {
    let Begun { mut layers, mut unfolded, previous, layer, mut stats, stopwatch } = begun;
    let set = SharedSet::new(limits.threads(), keep == Some(Keep::ThreeLayers));
    known.into_iter().for_each(|key| set.insert(key));
    let (mut previous, mut layer) = (vec![previous], vec![layer]);
    let size = |lists: &[Vec<K>]| lists.iter().map(Vec::len).sum::<usize>();
    loop {
        let bytes = |lists: &[Vec<K>]| {
            lists.iter().map(Vec::capacity).sum::<usize>() as u64 * size_of::<K>() as u64
        };
        let bytes = bytes(&previous) + bytes(&layer);
        match keep {
            None => set.clear(),
            Some(Keep::All) => {}
            // Not after every layer: old keys cost only memory.
            Some(Keep::ThreeLayers) => {
                if set.len() > 2 * (size(&previous) + size(&layer)) {
                    set.clear();
                    for layer in [&previous, &layer] {
                        set.expand(layer, bytes, &Unchanged, limits, &mut { stats });
                    }
                }
            }
        }
        if layers.len() as u32 - 1 > stats.bound {
            stats.enter_bound(layers.len() as u32 - 1);
        }
        stats.max_frontier = stats.max_frontier.max(size(&layer) as u64);
        let found = set.expand(&layer, bytes, with, limits, &mut stats);
        previous = if keep.is_some() { layer } else { vec![] };
        layer = found.lists;
        let fresh = size(&layer) as u64;
        if fresh > 0 {
            layers.push(fresh);
            if let Some(unfolded) = &mut unfolded {
                unfolded.push(found.represented);
            }
        }
        if fresh == 0 || found.stopped.is_some() {
            let elapsed = stopwatch.elapsed(limits);
            let exploration = Exploration::new(layers, stats, found.stopped, elapsed);
            return Exploration { unfolded, ..exploration };
        }
    }
}
