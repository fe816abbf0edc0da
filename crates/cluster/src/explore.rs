//! Exploration: every reachable state, counted by its distance, over all workers.
//!
//! A round is a layer. Each worker remembers the states that it owns, as long as their layers matter.

use crate::checkpoint::PartWriter;
use crate::error::ClusterError;
use crate::key::{Key, each, owner, write_all};
use crate::member::Member;
use crate::process::{code_of, stop_of};
use crate::resume::{Resume, save};
use crate::wire;
use heureka_core::abilities::Layers;
use heureka_core::limits::Gauge;
use heureka_core::store::{KeySet, held, push, sum};
use heureka_core::{Exploration, Stats};
use heureka_kit::encoded::{EncodedSpace, Successors};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The number of states that are expanded together, and before parcels are exchanged.
const CHUNK: usize = 256;
const EXCHANGE: usize = 4 * CHUNK;
/// The number of own successors that are taken in together.
const OWN: usize = 128;
/// Says how many successors are remembered as sent: 2 to the power of this.
const RECENT_BITS: u32 = 12;

/// What the first worker decides after a round.
const CONTINUE: u64 = 0;
const END: u64 = 1;
const SAVE: u64 = 2;

/// The states that a worker owns.
pub(crate) struct Shard<'a, K> {
    space: &'a dyn EncodedSpace,
    size: usize,
    layers: Layers,
    set: KeySet<K>,
    previous: Vec<K>,
    layer: Vec<K>,
    next: Vec<K>,
    /// Own successors that wait to be taken in.
    own: Vec<K>,
    /// Successors that were sent lately: states that arrived together have many in common.
    recent: Vec<K>,
    stats: Stats,
}

impl<'a, K: Key> Shard<'a, K> {
    pub fn new(space: &'a dyn EncodedSpace) -> Self {
        let layers = space.layers();
        let set = if layers == Layers::Undirected { KeySet::sparse() } else { KeySet::new() };
        Self {
            space,
            size: space.key_size(),
            layers,
            set,
            previous: vec![],
            layer: vec![],
            next: vec![],
            own: vec![],
            recent: vec![K::HOLE; 1 << RECENT_BITS],
            stats: Stats::default(),
        }
    }

    /// Explores with all other workers; returns the same on each.
    pub fn explore(
        mut self,
        member: &mut Member<'_>,
        resume: &Resume<'_>,
    ) -> Result<Exploration, ClusterError> {
        let (begun, mut last_save) = (Instant::now(), Instant::now());
        let mut totals = Totals::new(resume.totals());
        if resume.manifest.is_some() {
            self.load(member, resume)?;
        } else {
            let start = K::read(&self.space.start());
            if owner(start.mixed(), member.peers) == member.index {
                self.set.insert(start);
                self.layer.push(start);
            }
            let states = self.space.represented(&self.space.start());
            totals.unfolded = states.filter(|_| self.is_folded()).map(|states| vec![states]);
        }
        let mut depth = totals.layers.len() as u64 - 1;
        loop {
            member.process.bound.store(depth, Relaxed);
            self.expand_layer(member);
            member.end_round();
            while !member.is_round_over() {
                self.take_in(member);
                // What arrives counts against the limits, too.
                self.goes_on(member, &Vec::new());
            }
            let decision = member.gather(self.report()).map(|reports| {
                totals.add(&reports);
                let stopped = member.halted().and_then(stop_of);
                totals.stats.elapsed = totals.before.elapsed + begun.elapsed();
                totals.stats.threads = member.peers as u64;
                if totals.is_complete || stopped.is_some() {
                    [vec![END, stopped.map_or(0, code_of)], totals.words()].concat()
                } else {
                    vec![if resume.is_due(last_save) { SAVE } else { CONTINUE }]
                }
            });
            let order = member.announce(decision);
            if order[0] == END {
                return Ok(wire::exploration(&order[1..]));
            }
            self.next_layer();
            depth += 1;
            if order[0] == SAVE {
                save(resume, member, depth, totals.words(), |part| self.save(part))?;
                last_save = Instant::now();
            }
        }
    }

    /// Writes the number of states that must be known, these, and the layer.
    fn save(&self, part: &mut PartWriter) -> Result<(), ClusterError> {
        let all = self.layers == Layers::Any;
        let known = if all { self.set.len() } else { self.previous.len() };
        let mut words = vec![known as u64];
        words.resize(K::WORDS, 0);
        part.put(&words)?;
        let mut put = |key: K| {
            words.clear();
            key.put(&mut words);
            part.put(&words)
        };
        if all {
            self.set.iter().try_for_each(&mut put)?;
        }
        self.previous.iter().chain(&self.layer).copied().try_for_each(put)
    }

    /// Resumes from a checkpoint: first all owners get the states that must be known, then the layer. If a
    /// limit stops that, discards what was loaded.
    fn load(&mut self, member: &mut Member<'_>, resume: &Resume<'_>) -> Result<(), ClusterError> {
        for is_layer in [false, true] {
            let mut known = 0;
            let is_complete =
                resume.load(member, K::WORDS, &mut |record, member| match record {
                    Some((0, words)) => known = words[0] as usize,
                    Some((at, words)) if (at > known) == is_layer => {
                        let to = owner(K::from_words(words).mixed(), member.peers);
                        member.filling(to).extend_from_slice(words);
                        member.send_if_full(to);
                    }
                    Some(_) => {}
                    None => self.load_arrived(is_layer, member),
                })?;
            if !is_complete {
                // Where known states are missing, they would be counted again.
                *self = Self { stats: self.stats, ..Self::new(self.space) };
                break;
            }
        }
        Ok(())
    }

    fn load_arrived(&mut self, is_layer: bool, member: &mut Member<'_>) {
        while let Some(words) = member.take_states() {
            // After a stop, what arrives is dropped.
            if self.goes_on(member, &Vec::new()) {
                let keys = words.chunks_exact(K::WORDS).map(K::from_words);
                keys.for_each(|key| self.load_key(key, is_layer));
            }
            member.reuse(words);
        }
        self.goes_on(member, &Vec::new());
    }

    fn load_key(&mut self, key: K, is_layer: bool) {
        if self.layers != Layers::Layered {
            self.set.insert(key);
        }
        if is_layer {
            push(&mut self.layer, key);
        } else if self.layers == Layers::Undirected {
            push(&mut self.previous, key);
        }
    }

    /// Returns whether keys represent several states.
    fn is_folded(&self) -> bool {
        self.layers == Layers::Layered
    }

    fn expand_layer(&mut self, member: &mut Member<'_>) {
        let layer = std::mem::take(&mut self.layer);
        let mut bytes = Vec::with_capacity(CHUNK * self.size);
        let mut successors = Successors::default();
        for (number, chunk) in layer.chunks(CHUNK).enumerate() {
            while number.is_multiple_of(EXCHANGE / CHUNK) {
                let may_send = member.exchange();
                self.take_in(member);
                if !self.goes_on(member, &layer) {
                    self.layer = layer;
                    return;
                }
                if may_send {
                    break;
                }
            }
            bytes.clear();
            write_all(chunk, self.size, &mut bytes);
            successors.clear();
            self.space.expand(&bytes, &mut successors);
            self.stats.expanded += chunk.len() as u64;
            self.stats.generated += successors.costs.len() as u64;
            each(&successors.keys, self.size, |key| self.deliver(key, member));
        }
        self.take_in_own();
        self.layer = layer;
    }

    #[inline(always)]
    fn deliver(&mut self, key: K, member: &mut Member<'_>) {
        let mixed = key.mixed();
        // The upper half chooses the owner.
        let recent = &mut self.recent[(mixed as u32 >> (32 - RECENT_BITS)) as usize];
        // It may be an empty place.
        if *recent == key && key != K::HOLE {
            return;
        }
        *recent = key;
        let to = owner(mixed, member.peers);
        if to == member.index {
            self.own.push(key);
            if self.own.len() == OWN {
                self.take_in_own();
            }
        } else {
            key.put(member.filling(to));
            member.send_if_full(to);
        }
    }

    #[inline(never)]
    fn take_in_own(&mut self) {
        self.set.insert_all(&self.own, &mut |key| push(&mut self.next, key));
        self.own.clear();
    }

    /// Takes in the states that have arrived.
    fn take_in(&mut self, member: &mut Member<'_>) {
        while let Some(words) = member.take_states() {
            self.own.extend(words.chunks_exact(K::WORDS).map(K::from_words));
            self.take_in_own();
            member.reuse(words);
        }
    }

    fn goes_on(&mut self, member: &mut Member<'_>, layer: &Vec<K>) -> bool {
        let parts = [layer, &self.layer, &self.previous, &self.next, &self.own, &self.recent];
        let bytes = sum(parts.map(held).into_iter().chain([self.set.held()]));
        let gauge = Gauge::new((layer.len() + self.next.len()) as u64, bytes);
        if gauge.bytes_after_growth > member.process.most_bytes && !self.set.tighten() {
            member.process.stop_for_memory();
        }
        self.stats.peak_bytes = self.stats.peak_bytes.max(gauge.bytes);
        member.goes_on(&self.stats, gauge)
    }

    /// Returns what this worker has counted: in all, and of the next layer.
    fn report(&self) -> Vec<u64> {
        let mut bytes = vec![];
        let represented = self.next.chunks(CHUNK).map(|chunk| {
            bytes.clear();
            write_all(chunk, self.size, &mut bytes);
            self.space.represented(&bytes).unwrap_or_default()
        });
        let represented = if self.is_folded() { represented.sum() } else { 0 };
        let Stats { expanded, generated, peak_bytes, .. } = self.stats;
        vec![
            expanded,
            generated,
            peak_bytes,
            self.layer.len() as u64,
            self.next.len() as u64,
            represented,
        ]
    }

    fn next_layer(&mut self) {
        std::mem::swap(&mut self.previous, &mut self.layer);
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        match self.layers {
            Layers::Any => self.previous.clear(),
            Layers::Layered => {
                self.previous.clear();
                self.set.clear();
            }
            Layers::Undirected => {
                // Not after every layer: old keys cost only memory.
                if self.set.len() > 2 * (self.previous.len() + self.layer.len()) {
                    self.set.clear();
                    self.set.insert_all(&self.previous, &mut |_| {});
                    self.set.insert_all(&self.layer, &mut |_| {});
                }
            }
        }
    }
}

/// The counts of all workers, which the first one keeps.
struct Totals {
    /// The counts of runs before the checkpoint.
    before: Stats,
    layers: Vec<u64>,
    unfolded: Option<Vec<u64>>,
    stats: Stats,
    is_complete: bool,
}

impl Totals {
    fn new(saved: &[u64]) -> Self {
        if saved.is_empty() {
            let (before, layers) = (Stats::default(), vec![1]);
            return Self { before, layers, unfolded: None, stats: before, is_complete: false };
        }
        let Exploration { layers, unfolded, stats, .. } =
            wire::exploration(&[&[0], saved].concat());
        Self { before: stats, layers, unfolded, stats, is_complete: false }
    }

    /// Adds the reports of a layer.
    fn add(&mut self, reports: &[Vec<u64>]) {
        let sum = |at: usize| reports.iter().map(|report| report[at]).sum::<u64>();
        let stats = &mut self.stats;
        stats.enter_bound(self.layers.len() as u32 - 1);
        stats.expanded = self.before.expanded + sum(0);
        stats.generated = self.before.generated + sum(1);
        stats.peak_bytes = self.before.peak_bytes.max(sum(2));
        stats.max_frontier = stats.max_frontier.max(sum(3));
        stats.max_frontier_with_stale = stats.max_frontier;
        let found = sum(4);
        self.is_complete = found == 0;
        if found > 0 {
            self.layers.push(found);
            if let Some(unfolded) = &mut self.unfolded {
                unfolded.push(sum(5));
            }
        }
    }

    fn words(&mut self) -> Vec<u64> {
        let fresh: u64 = self.layers.iter().skip(1).sum();
        self.stats.duplicates = self.stats.generated.saturating_sub(fresh);
        let mut words = vec![];
        wire::put_list(&self.layers, &mut words);
        wire::put_list(self.unfolded.as_deref().unwrap_or(&[]), &mut words);
        wire::put_stats(&self.stats, &mut words);
        words
    }
}
