//! A worker: claims the runs of a study, renews its leases while they run, and stores their records.
//!
//! Any number of workers may share a database. A worker ends when every run has a record, so that it
//! can take over the runs of others that die.

use super::{Database, Event, LabError, Planned, Record};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a run belongs to a worker that does not renew its claim.
pub const LEASE: Duration = Duration::from_secs(30);
/// The number of runs among which a claim chooses.
const WINDOW: usize = 100;
/// The pause between two looks at the runs of other workers.
const POLL: Duration = Duration::from_millis(200);
/// How long to try again while the server does not answer.
const PATIENCE: Duration = Duration::from_secs(300);

/// A worker, whose runs are made by several threads.
pub(super) struct Worker<'a> {
    /// Host, process id and a random number.
    name: String,
    lease: Duration,
    database: &'a Mutex<Database>,
    stops: &'a (dyn Fn() -> bool + Sync),
    /// The runs that this worker may claim, and the first among which it claims next.
    left: Mutex<(Vec<&'a Planned>, usize)>,
    /// The keys of the runs that it makes.
    running: Mutex<Vec<&'a str>>,
}

impl<'a> Worker<'a> {
    pub fn new(
        runs: &[&'a Planned],
        database: &'a Mutex<Database>,
        lease: Duration,
        stops: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let random = RandomState::new().hash_one(()) as u32;
        let name = format!("{}:{}:{random:08x}", host(), std::process::id());
        let (left, running) = (Mutex::new((runs.to_vec(), 0)), Mutex::default());
        Self { name, lease, database, stops, left, running }
    }

    /// Stores the record of the last run and claims the next one; waits while other workers have all of
    /// them. Returns `None` if none is left.
    pub fn next(
        &self,
        mut last: Option<Record>,
        report: impl Fn(Event),
    ) -> Result<Option<&'a Planned>, LabError> {
        loop {
            let mut guard = lock(&self.left);
            let (left, first) = &mut *guard;
            let open = if (self.stops)() { &[] } else { &left[*first..] };
            if open.is_empty() && last.is_none() {
                return Ok(None);
            }
            let keys: Vec<&str> = open.iter().take(WINDOW).map(|run| run.key.as_str()).collect();
            let (kept, claimed) = self.ask(|database| {
                database.keep_and_claim(last.as_ref(), &keys, &self.name, self.lease)
            })?;
            if let Some(record) = last.take() {
                self.leave(&record.key);
                report(if kept { Event::Done(Box::new(record)) } else { Event::Late(record.key) });
            }
            if let Some(place) = claimed.and_then(|key| left.iter().position(|run| run.key == key))
            {
                let run = left.remove(place);
                lock(&self.running).push(&run.key);
                // Another thread may look at the first runs again.
                *first = if *first == left.len() { 0 } else { *first };
                return Ok(Some(run));
            }
            let recorded = self.ask(|database| database.recorded(&keys))?;
            *first += keys.len() - recorded.len();
            left.retain(|run| !recorded.contains(&run.key));
            for _ in recorded {
                report(Event::Skipped);
            }
            if *first == left.len() {
                *first = 0;
                let wait = !left.is_empty();
                drop(guard);
                if wait {
                    self.ask(release_the_dead)?;
                    std::thread::sleep(POLL.min(self.lease / 4));
                }
            }
        }
    }

    /// Renews the leases of the runs under way.
    pub fn renew(&self) -> Result<(), LabError> {
        let keys = lock(&self.running).clone();
        match keys[..] {
            [] => Ok(()),
            _ => self.ask(|database| database.renew(&keys, &self.name, self.lease)),
        }
    }

    /// Stops to renew the lease of a run.
    pub fn leave(&self, key: &str) {
        lock(&self.running).retain(|running| *running != key);
    }

    /// Lets others take the unfinished runs of this worker at once.
    pub fn release(&self) {
        // Otherwise, the leases lapse.
        let _ = lock(self.database).release(&self.name);
    }

    /// Makes a query; repeats it while the server does not answer.
    fn ask<T>(&self, query: impl Fn(&mut Database) -> Result<T, LabError>) -> Result<T, LabError> {
        let begun = Instant::now();
        loop {
            let result = query(&mut lock(self.database));
            let is_transient = result.as_ref().is_err_and(|error| error.is_transient);
            if !is_transient || begun.elapsed() > PATIENCE || (self.stops)() {
                return result;
            }
            std::thread::sleep(POLL);
        }
    }
}

/// Returns whether a worker was a process of this machine that has ended.
pub(super) fn is_dead(worker: &str) -> bool {
    let mut parts = worker.split(':');
    let (same, id) = (parts.next() == Some(&host()), parts.next().unwrap_or_default());
    // Only Linux has this folder; elsewhere, the lease lapses.
    same && Path::new("/proc/self").exists() && !Path::new("/proc").join(id).exists()
}

/// Releases the runs of workers that have died on this machine, which need not wait for their leases.
fn release_the_dead(database: &mut Database) -> Result<(), LabError> {
    for (_, worker) in database.running()?.iter().filter(|(_, worker)| is_dead(worker)) {
        database.release(worker)?;
    }
    Ok(())
}

/// Returns the name of this machine.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let name =
        name.or_else(|_| std::env::var("HOSTNAME")).or_else(|_| std::env::var("COMPUTERNAME"));
    name.map_or("unknown".to_owned(), |name| name.trim().replace(':', "-"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
