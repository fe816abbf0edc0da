//! Batches that travel between threads, each of which owns the keys with certain hashes.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

/// The size of a batch in bytes.
const BATCH_BYTES: usize = 1 << 12;
/// The number of batches that may wait for a thread.
const MOST_WAITING: usize = 64;
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
    /// The batch that is being filled for each thread, this one included.
    filling: Vec<Vec<T>>,
    /// Whether one of them is full.
    pub has_full: bool,
    /// Empty batches. They arrived here, so they are in this processor's cache.
    spare: Vec<Vec<T>>,
}

impl<T> Mail<T> {
    /// The number of items in a full batch.
    pub const FULL: usize = if size_of::<T>() > 256 { 16 } else { BATCH_BYTES / size_of::<T>() };

    /// Connects threads with each other.
    pub fn connect(threads: usize) -> impl Iterator<Item = Self> {
        let (outboxes, inboxes): (Vec<_>, Vec<_>) =
            (0..threads).map(|_| sync_channel(MOST_WAITING)).unzip();
        inboxes.into_iter().enumerate().map(move |(me, inbox)| Self {
            me,
            inbox,
            outboxes: outboxes.clone(),
            filling: (0..threads).map(|_| vec![]).collect(),
            has_full: false,
            spare: vec![],
        })
    }

    /// Adds an item to the batch for the owner of its key.
    #[inline(always)]
    pub fn push(&mut self, key_hash: u32, item: T) {
        let batch = &mut self.filling[owner(key_hash, self.outboxes.len())];
        batch.push(item);
        self.has_full |= batch.len() >= Self::FULL;
    }

    /// Takes a batch of at least this size for this or another thread. Returns it with its addressee.
    pub fn take(&mut self, least: usize) -> Option<(usize, Vec<T>)> {
        let to = self.filling.iter().position(|batch| batch.len() >= least);
        self.has_full &= to.is_some();
        let empty = to.and_then(|_| self.spare.pop()).unwrap_or_default();
        to.map(|to| (to, std::mem::replace(&mut self.filling[to], empty)))
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
