//! Batches that travel between threads, each of which owns the keys with certain hashes.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

/// The size of a batch in bytes.
const BATCH_BYTES: usize = 1 << 11;
/// The number of batches that may wait for a thread.
const MOST_WAITING: usize = 128;
/// How long a thread waits before it looks at other things.
const WAIT: Duration = Duration::from_millis(1);

/// Returns the thread that owns a key. Tables use the upper bits of hashes, so these are the lower ones.
#[inline(always)]
pub(crate) fn owner(key_hash: u32, threads: usize) -> usize {
    ((key_hash as usize & 0xffff) * threads) >> 16
}

/// The batches of one thread.
pub(super) struct Mail<T> {
    /// The number of this thread.
    pub me: usize,
    inbox: Receiver<Vec<T>>,
    outboxes: Vec<SyncSender<Vec<T>>>,
    /// The batch that is being filled for each thread, this one included, and when it is full.
    filling: Vec<(Vec<T>, usize)>,
    /// Whether one of them is full.
    pub has_full: bool,
    /// Empty batches. They arrived here, so they are in this processor's cache.
    spare: Vec<Vec<T>>,
}

impl<T> Mail<T> {
    /// The number of items in a full batch.
    const FULL: usize = if size_of::<T>() > 128 { 16 } else { BATCH_BYTES / size_of::<T>() };

    /// Connects threads with each other. A batch that a thread fills for itself is full with `own` items.
    pub fn connect(threads: usize, own: usize) -> impl Iterator<Item = Self> {
        let (outboxes, inboxes): (Vec<_>, Vec<_>) =
            (0..threads).map(|_| sync_channel(MOST_WAITING)).unzip();
        inboxes.into_iter().enumerate().map(move |(me, inbox)| {
            let full = |to| if to == me { own } else { Self::FULL };
            let filling = (0..threads).map(|to| (vec![], full(to))).collect();
            let (outboxes, spare) = (outboxes.clone(), vec![]);
            Self { me, inbox, outboxes, filling, has_full: false, spare }
        })
    }

    /// Adds an item to the batch for the owner of its key.
    #[inline(always)]
    pub fn push(&mut self, key_hash: u32, item: T) {
        let (batch, full) = &mut self.filling[owner(key_hash, self.outboxes.len())];
        batch.push(item);
        self.has_full |= batch.len() >= *full;
    }

    /// Takes a batch that is full or, if `all`, not empty. Returns it with its addressee.
    pub fn take(&mut self, all: bool) -> Option<(usize, Vec<T>)> {
        let is_due = |(batch, full): &(Vec<T>, usize)| batch.len() >= if all { 1 } else { *full };
        let Some(to) = self.filling.iter().position(is_due) else {
            self.has_full = false;
            return None;
        };
        let empty = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(Self::FULL));
        Some((to, std::mem::replace(&mut self.filling[to].0, empty)))
    }

    /// Sends a batch. While its addressee has no room, batches are received.
    #[inline(never)]
    pub fn send(&mut self, to: usize, mut batch: Vec<T>, receive: &mut impl FnMut(&mut Vec<T>)) {
        // A thread that has gone was stopped, and so is this one soon.
        while let Err(TrySendError::Full(again)) = self.outboxes[to].try_send(batch) {
            batch = again;
            if let Ok(arrived) = self.inbox.recv_timeout(WAIT) {
                self.open(arrived, receive);
            }
        }
    }

    /// Passes a batch that has arrived to `receive`, which empties it. Returns whether there was one.
    pub fn receive(&mut self, receive: &mut impl FnMut(&mut Vec<T>)) -> bool {
        self.inbox.try_recv().map(|batch| self.open(batch, receive)).is_ok()
    }

    /// Waits a moment for a batch, then does the same.
    pub fn wait(&mut self, receive: &mut impl FnMut(&mut Vec<T>)) -> bool {
        self.inbox.recv_timeout(WAIT).map(|batch| self.open(batch, receive)).is_ok()
    }

    /// Passes a batch to `receive`, which empties it, and keeps its memory.
    pub fn open(&mut self, mut batch: Vec<T>, receive: &mut impl FnMut(&mut Vec<T>)) {
        receive(&mut batch);
        if batch.capacity() > 0 && self.spare.len() < MOST_WAITING {
            self.spare.push(batch);
        }
    }
}
