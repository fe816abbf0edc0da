//! Counts all plans of a layered problem, and the states on them.
//!
//! Forward layers from the start and backward layers from the goals grow until they are adjacent. Then each
//! half is restricted to the states that lie on a plan, from the middle to its end. Most dead ends are never
//! generated. If the problem is its own dual ([`Reversible::dual`]), the backward layers are the images of
//! the forward ones, and only these are made. The results do not depend on the number of threads.

use crate::abilities::Reversible;
use crate::explore::Arrivals;
use crate::limits::Gauge;
use crate::parallel::in_parallel;
use crate::parallel::shared_set::{Expand, SharedSet, is_worth_threads};
use crate::store::{KeySet, SetKey, hash};
use crate::{Limits, Stats, Stop};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Mutex, PoisonError};

/// The number of places in a layer that a thread takes at a time.
const CHUNK: usize = 1 << 11;
/// The number of keys that are looked up together, so that the processor overlaps their cache misses.
const LOOKUPS: usize = 32;

/// The plans of a layered problem, as counted by [`count_plans`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanCount {
    /// The number of states on some plan, by distance 0, 1, 2, … from the start. Empty if there is no
    /// plan, or if a limit stopped the count.
    pub layers: Vec<u64>,
    /// The number of plans, saturating at `u128::MAX`.
    pub plans: u128,
    /// The limit that stopped the count; the other results are then empty.
    pub stopped: Option<Stop>,
    /// The statistics of the search.
    pub stats: Stats,
}

/// The moves by which a state has neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    Forward,
    Backward,
}
use Moves::{Backward, Forward};

impl Moves {
    /// Calls `visit` with the key of each neighbor of a state.
    #[inline(always)]
    fn each<P: Reversible>(self, problem: &P, state: &P::State, mut visit: impl FnMut(P::Key)) {
        let mut visit = |_, _, next: P::State| visit(problem.pack(&next));
        match self {
            Forward => problem.successors(state, &mut visit),
            Backward => problem.predecessors(state, &mut visit),
        }
    }

    /// Calls `found` with the place of each neighbor of a state that is in a layer.
    #[inline(always)]
    fn each_in<P: Reversible<Key: SetKey>>(
        self,
        problem: &P,
        state: &P::State,
        layer: &KeySet<P::Key>,
        mut found: impl FnMut(usize),
    ) {
        let (mut waiting, mut count) = ([(P::Key::HOLE, 0); LOOKUPS], 0);
        let mut look_up = |waiting: &[(P::Key, u32)]| {
            layer.touch(waiting.iter().map(|&(_, key_hash)| key_hash));
            for &(key, key_hash) in waiting {
                if let Some(place) = layer.find_hashed(key, key_hash) {
                    found(place);
                }
            }
        };
        self.each(problem, state, |key| {
            waiting[count] = (key, hash(&key));
            count += 1;
            if count == LOOKUPS {
                look_up(&waiting);
                count = 0;
            }
        });
        look_up(&waiting[..count]);
    }
}

/// The state of a count.
struct Counter<'a, 'l, P> {
    problem: &'a P,
    limits: &'a mut Limits<'l>,
    stats: Stats,
    /// The bytes of all stored layers.
    kept: u64,
}

/// Counts all plans and the states on them. Every plan must have exactly `depth` moves.
///
/// For a [`Quotient`](crate::quotient::Quotient), it counts representatives. The number of plans is that of
/// the problem itself if no other state is symmetric to the start.
pub fn count_plans<P: Reversible>(problem: &P, depth: u32, limits: &mut Limits<'_>) -> PlanCount
where
    P::Key: SetKey,
{
    let stopwatch = limits.stopwatch();
    let mut counter = Counter { problem, limits, stats: Stats::default(), kept: 0 };
    let (layers, plans, stopped) = match counter.run(depth as usize) {
        Ok((layers, plans)) => (layers, plans, None),
        Err(stop) => (vec![], 0, Some(stop)),
    };
    counter.stats.elapsed = stopwatch.elapsed(counter.limits);
    counter.stats.threads = counter.stats.threads.max(1);
    PlanCount { layers, plans, stopped, stats: counter.stats }
}

/// Layers by their distance from the start, or from the goals.
type Half<K> = Vec<KeySet<K>>;

impl<P: Reversible<Key: SetKey>> Counter<'_, '_, P> {
    fn run(&mut self, depth: usize) -> Result<(Vec<u64>, u128), Stop> {
        let problem = self.problem;
        if depth == 0 {
            let is_solved = problem.is_goal(&problem.start());
            return Ok(if is_solved { (vec![1], 1) } else { (vec![], 0) });
        }
        let [mut start, mut goals] = [KeySet::new(), KeySet::new()];
        start.insert(problem.pack(&problem.start()));
        problem.goals(&mut |goal| _ = goals.insert(problem.pack(&goal)));
        let is_dual = problem.dual(&problem.start()).is_some();
        let [mut forward, mut backward] = [vec![self.keep(start)], vec![self.keep(goals)]];
        if is_dual {
            while forward.len() <= depth / 2 {
                self.grow(&mut forward, Forward)?;
            }
            self.restrict_dual(&mut forward, depth)?;
        } else {
            while forward.len() + backward.len() < depth + 1 {
                if last(&forward).len() <= last(&backward).len() {
                    self.grow(&mut forward, Forward)?;
                } else {
                    self.grow(&mut backward, Backward)?;
                }
            }
            if last(&forward).len() <= last(&backward).len() {
                self.restrict(last(&forward), &mut backward, Forward)?;
                self.restrict(last(&backward), &mut forward, Backward)?;
            } else {
                self.restrict(last(&backward), &mut forward, Backward)?;
                self.restrict(last(&forward), &mut backward, Forward)?;
            }
        }
        if last(&forward).is_empty() {
            return Ok((vec![], 0));
        }
        // The layers from the goals, or those whose images they are.
        let (ending, toward_end) =
            if is_dual { (&forward, Backward) } else { (&backward, Forward) };
        let ending = &ending[..=depth - forward.len()];
        let plans = self.count(&forward, ending, toward_end)?;
        let sizes = forward.iter().chain(ending.iter().rev()).map(|layer| layer.len() as u64);
        Ok((sizes.collect(), plans))
    }

    /// Returns the number of plans from the first of the forward layers. Moves `toward_end` lead to the
    /// first of the layers `ending`.
    fn count(
        &mut self,
        forward: &[KeySet<P::Key>],
        ending: &[KeySet<P::Key>],
        toward_end: Moves,
    ) -> Result<u128, Stop> {
        let problem = self.problem;
        let mut plans = vec![1; ending[0].places()];
        for pair in ending.windows(2) {
            let state = |key: &_| problem.unpack(key);
            plans = self.count_layer(&pair[1], toward_end, state, &pair[0], &plans)?;
        }
        let image = |key: &_| dual(problem, key).unwrap_or_else(|| problem.unpack(key));
        plans = self.count_layer(last(forward), toward_end, image, last(ending), &plans)?;
        for pair in forward.windows(2).rev() {
            let state = |key: &_| problem.unpack(key);
            plans = self.count_layer(&pair[0], Forward, state, &pair[1], &plans)?;
        }
        Ok(plans.into_iter().fold(0, u128::saturating_add))
    }

    /// Returns the number of plans from each state of a layer, by place, given those of the next layer, to
    /// which moves lead from the state itself or its image.
    fn count_layer(
        &mut self,
        layer: &KeySet<P::Key>,
        moves: Moves,
        image: impl Fn(&P::Key) -> P::State + Sync,
        next: &KeySet<P::Key>,
        plans: &[u128],
    ) -> Result<Vec<u128>, Stop> {
        let problem = self.problem;
        self.map(layer, size_of_val(plans), |key| {
            let mut sum = 0u128;
            moves.each_in(problem, &image(key), next, |place| {
                sum = sum.saturating_add(plans[place]);
            });
            sum
        })
    }

    /// Adds the next layer to a half.
    fn grow(&mut self, half: &mut Half<P::Key>, moves: Moves) -> Result<(), Stop> {
        let (problem, kept, layer) = (self.problem, self.kept, last(half));
        if is_worth_threads(self.limits, layer.len()) {
            let next = self.grow_on_threads(layer, moves)?;
            half.push(next);
            return Ok(());
        }
        let mut arrivals = Arrivals::new(KeySet::new());
        for key in layer.iter() {
            let others = || (layer.len() as u64, (kept, kept));
            if let Some(stop) = arrivals.poll(self.limits, &self.stats, others) {
                return Err(stop);
            }
            self.stats.expanded += 1;
            let generated = &mut self.stats.generated;
            moves.each(problem, &problem.unpack(&key), |key| {
                *generated += 1;
                arrivals.arrive(key, &mut |_| {});
            });
        }
        arrivals.settle(&mut |_| {});
        let next = self.keep(arrivals.set);
        half.push(next);
        Ok(())
    }

    /// Returns the next layer, which several threads make.
    fn grow_on_threads(
        &mut self,
        layer: &KeySet<P::Key>,
        moves: Moves,
    ) -> Result<KeySet<P::Key>, Stop> {
        // With a capacity, as an iterator without a known length would double the list.
        self.check(layer.len(), layer.len() * size_of::<P::Key>())?;
        let mut keys = Vec::with_capacity(layer.len());
        keys.extend(layer.iter());
        let held = self.kept + size_of_val(&keys[..]) as u64;
        let set = SharedSet::new(self.limits.threads(), false);
        let neighbors = Neighbors { problem: self.problem, moves };
        let (limits, stats) = (&mut *self.limits, &mut self.stats);
        let found = set.expand(&[keys], held, &neighbors, limits, stats);
        if let Some(stop) = found.stopped {
            return Err(stop);
        }
        // The lists have the keys, of which one table is made, as one table is faster to look up.
        drop(set);
        let len = found.lists.iter().map(Vec::len).sum();
        let list_bytes: usize =
            found.lists.iter().map(Vec::capacity).sum::<usize>() * size_of::<P::Key>();
        self.check(len, list_bytes + KeySet::<P::Key>::bytes_for(len))?;
        let mut next = KeySet::with_capacity(len);
        for list in found.lists {
            next.insert_all(&list, &mut |_| {});
        }
        Ok(self.keep(next))
    }

    /// Restricts the layers of a half to the states that moves lead to from `beyond`, which is adjacent to
    /// the last of them.
    fn restrict(
        &mut self,
        beyond: &KeySet<P::Key>,
        half: &mut [KeySet<P::Key>],
        moves: Moves,
    ) -> Result<(), Stop> {
        let problem = self.problem;
        let mut rest = half;
        let mut source = beyond;
        while let Some((layer, inner)) = rest.split_last_mut() {
            self.check(layer.len(), layer.places())?;
            let marks: Vec<_> = (0..layer.places()).map(|_| AtomicBool::new(false)).collect();
            self.map(source, marks.len(), |key| {
                moves.each_in(problem, &problem.unpack(key), layer, |place| {
                    marks[place].store(true, Relaxed);
                });
            })?;
            self.filter(layer, |place| marks[place].load(Relaxed))?;
            (source, rest) = (layer, inner);
        }
        Ok(())
    }

    /// Restricts the forward layers of a problem that is its own dual to the states on plans of
    /// `depth` moves.
    ///
    /// A successor has a path to the goal if its image is a forward state. The images of a state's
    /// successors are the predecessors of its own image.
    fn restrict_dual(&mut self, forward: &mut Half<P::Key>, depth: usize) -> Result<(), Stop> {
        let (problem, facing) = (self.problem, &forward[depth - forward.len()]);
        let is_on_plan = self.map(last(forward), 0, |key| {
            let mut is_on_plan = false;
            if let Some(image) = dual(problem, key) {
                Backward.each_in(problem, &image, facing, |_| is_on_plan = true);
            }
            is_on_plan
        })?;
        let Some((middle, inner)) = forward.split_last_mut() else { return Ok(()) };
        self.filter(middle, |place| is_on_plan[place])?;
        drop(is_on_plan);
        self.restrict(middle, inner, Backward)
    }

    /// Drops the states of a layer that are not wanted, given by their places.
    fn filter(
        &mut self,
        layer: &mut KeySet<P::Key>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<(), Stop> {
        let wanted = (0..layer.places()).filter(|&place| is_wanted(place));
        let len = wanted.clone().count();
        self.check(layer.len(), layer.places() + KeySet::<P::Key>::bytes_for(len))?;
        // Keys come in the order of their hashes: a table that grew meanwhile would crowd at its front.
        let mut fewer = KeySet::with_capacity(len);
        wanted.filter_map(|place| layer.at(place)).for_each(|key| _ = fewer.insert(key));
        self.kept -= layer.held().0;
        *layer = self.keep(fewer);
        Ok(())
    }

    /// Counts the memory of a layer.
    fn keep(&mut self, layer: KeySet<P::Key>) -> KeySet<P::Key> {
        self.kept += layer.held().0;
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.kept);
        layer
    }

    /// Checks the limits before this many bytes are allocated for work on so many states.
    fn check(&mut self, states: usize, bytes: usize) -> Result<Gauge, Stop> {
        let all = self.kept + bytes as u64;
        let gauge = Gauge::new(states as u64, (all, all));
        match self.limits.check(&self.stats, gauge) {
            ControlFlow::Break(stop) => Err(stop),
            ControlFlow::Continue(()) => {
                self.stats.peak_bytes = self.stats.peak_bytes.max(all);
                Ok(gauge)
            }
        }
    }

    /// Returns the value of each state of a layer, by place. `bytes` is what the caller holds.
    fn map<T: Copy + Default + Send>(
        &mut self,
        layer: &KeySet<P::Key>,
        bytes: usize,
        value: impl Fn(&P::Key) -> T + Sync,
    ) -> Result<Vec<T>, Stop> {
        let gauge = self.check(layer.len(), bytes + layer.places() * size_of::<T>())?;
        let mut values = vec![T::default(); layer.places()];
        if is_worth_threads(self.limits, layer.len()) {
            self.map_on_threads(layer, gauge, &mut values, &value)?;
            return Ok(values);
        }
        for (place, target) in values.iter_mut().enumerate() {
            let Some(key) = layer.at(place) else { continue };
            if let ControlFlow::Break(stop) = self.limits.poll(&self.stats, || gauge) {
                return Err(stop);
            }
            self.stats.expanded += 1;
            *target = value(&key);
        }
        Ok(values)
    }

    /// Does the same on several threads.
    fn map_on_threads<T: Send>(
        &mut self,
        layer: &KeySet<P::Key>,
        gauge: Gauge,
        values: &mut [T],
        value: &(impl Fn(&P::Key) -> T + Sync),
    ) -> Result<(), Stop> {
        let (threads, before) = (self.limits.threads(), self.stats);
        let chunks = values.chunks_mut(CHUNK).zip((0..).step_by(CHUNK)).map(Mutex::new);
        let chunks: Vec<_> = chunks.collect();
        let (free, expanded) = (AtomicUsize::new(0), AtomicU64::new(before.expanded));
        let counted =
            || Stats { expanded: expanded.load(Relaxed), threads: threads as u64, ..before };
        let stopped = in_parallel(threads, self.limits, &|| (counted(), gauge), &|_, stop| {
            while !stop.load(Relaxed)
                && let Some(chunk) = chunks.get(free.fetch_add(1, Relaxed))
            {
                let mut chunk = chunk.lock().unwrap_or_else(PoisonError::into_inner);
                let (values, first) = &mut *chunk;
                let mut states = 0;
                for (place, target) in (*first..).zip(values.iter_mut()) {
                    if let Some(key) = layer.at(place) {
                        *target = value(&key);
                        states += 1;
                    }
                }
                expanded.fetch_add(states, Relaxed);
            }
        });
        self.stats = counted();
        stopped.map_or(Ok(()), Err)
    }
}

/// Returns the last layer of a half, which has one.
fn last<K>(half: &[KeySet<K>]) -> &KeySet<K> {
    &half[half.len() - 1]
}

/// Returns the image of a state in a problem that is its own dual.
#[inline(always)]
fn dual<P: Reversible>(problem: &P, key: &P::Key) -> Option<P::State> {
    problem.dual(&problem.unpack(key))
}

/// Expands the states of a layer.
struct Neighbors<'a, P> {
    problem: &'a P,
    moves: Moves,
}

impl<P: Reversible> Expand<P::Key> for Neighbors<'_, P> {
    fn expand(&self, key: &P::Key, visit: &mut impl FnMut(P::Key)) -> u64 {
        let mut generated = 0;
        self.moves.each(self.problem, &self.problem.unpack(key), |key| {
            generated += 1;
            visit(key);
        });
        generated
    }
}
