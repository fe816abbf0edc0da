//! How a search writes checkpoints and resumes from one.

use crate::Cluster;
use crate::checkpoint::{Checkpoints, Manifest, PartWriter};
use crate::error::ClusterError;
use crate::member::Member;
use crate::wire;
use heureka_core::certificate::extend_digest;
use heureka_lab::exit::Exit;
use std::fs::File;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Gets a record and its number in the part, or nothing.
type Take<'a> = &'a mut dyn FnMut(Option<(usize, &[u64])>, &mut Member<'_>);

/// The checkpoints of a search.
pub(crate) struct Resume<'a> {
    pub search: u64,
    pub checkpoints: Option<&'a Checkpoints>,
    /// The checkpoint to resume from.
    pub manifest: Option<Manifest>,
    /// In the first process: keeps other searches from the folder until this one ends.
    _lock: Option<File>,
}

impl<'a> Resume<'a> {
    /// Looks for a checkpoint. Creates the folder if it is missing.
    pub fn new(search: u64, cluster: &'a Cluster) -> Result<Self, ClusterError> {
        let checkpoints = cluster.checkpoints.as_ref();
        checkpoints.map(Checkpoints::create_folder).transpose()?;
        let to_lock = checkpoints.filter(|_| cluster.process == 0);
        let lock = to_lock.map(Checkpoints::lock).transpose()?;
        let manifest = checkpoints.map(|checkpoints| checkpoints.last(search)).transpose()?;
        let manifest = manifest.flatten();
        if manifest.is_none() {
            checkpoints.map(Checkpoints::reject_other_files).transpose()?;
        }
        Ok(Self { search, checkpoints, manifest, _lock: lock })
    }

    /// Returns what the first worker had counted; nothing without a checkpoint.
    pub fn totals(&self) -> &[u64] {
        self.manifest.as_ref().map_or(&[], |manifest| &manifest.totals)
    }

    /// Returns a digest that all processes must share: the search, the checkpoint to resume from, and
    /// whether checkpoints are written.
    pub fn identity(&self) -> u64 {
        let text = self.manifest.as_ref().map(|manifest| manifest.text(self.search));
        let search = extend_digest(self.search, &[u8::from(self.checkpoints.is_some())]);
        extend_digest(search, text.unwrap_or_default().as_bytes())
    }

    /// Removes what killed runs have left: their parts could be mistaken for parts of this run.
    ///
    /// # Errors
    /// If one stays.
    pub fn remove_other_parts(&self) -> Result<(), ClusterError> {
        let manifest = self.manifest.as_ref();
        self.checkpoints.map_or(Ok(()), |checkpoints| checkpoints.remove_other_parts(manifest))
    }

    /// Returns whether it is time for a checkpoint.
    pub fn is_due(&self, last: Instant) -> bool {
        self.checkpoints.is_some_and(|checkpoints| last.elapsed() >= checkpoints.every)
    }

    /// Reads the parts that fall to a worker; calls `take` with each record of so many words and its number
    /// in the part, and from time to time with nothing, to check the limits and to take in what has arrived.
    /// Ends the round. Returns whether no limit has stopped it, the same on all workers.
    pub fn load(
        &self,
        member: &mut Member<'_>,
        record: usize,
        take: Take<'_>,
    ) -> Result<bool, ClusterError> {
        let (Some(checkpoints), Some(manifest)) = (self.checkpoints, &self.manifest) else {
            return Ok(true);
        };
        let mut result = Ok(());
        for number in (member.index..manifest.parts.len()).step_by(member.peers) {
            let (mut rest, mut at) = (vec![], 0);
            result = result.and_then(|()| {
                checkpoints.read(self.search, manifest, number, &mut |words| {
                    rest.extend_from_slice(words);
                    let whole = rest.len() / record * record;
                    for words in rest[..whole].chunks_exact(record) {
                        take(Some((at, words)), member);
                        at += 1;
                    }
                    rest.drain(..whole);
                    loop {
                        let may_send = member.exchange();
                        take(None, member);
                        if may_send || member.halted().is_some() {
                            return member.halted().is_none();
                        }
                    }
                })
            });
        }
        member.end_round();
        while !member.is_round_over() {
            take(None, member);
        }
        agree(member, result)
    }
}

/// Writes a checkpoint: each worker its part by `write`, the first one the manifest.
pub(crate) fn save(
    resume: &Resume<'_>,
    member: &mut Member<'_>,
    round: u64,
    totals: Vec<u64>,
    write: impl FnOnce(&mut PartWriter) -> Result<(), ClusterError>,
) -> Result<(), ClusterError> {
    let Some(checkpoints) = resume.checkpoints else { return Ok(()) };
    member.process.is_saving.store(true, Relaxed);
    let part = || {
        let mut part = checkpoints.create(resume.search, round, member.index)?;
        write(&mut part)?;
        part.end()
    };
    let (report, mut result) = match part() {
        Ok((words, digest)) => (vec![words, digest], Ok(())),
        Err(error) => (vec![0], Err(error)),
    };
    if let Some(reports) = member.gather(report)
        && reports.iter().all(|report| report.len() == 2)
    {
        let parts = reports.iter().map(|report| (report[0], report[1])).collect();
        result = checkpoints.complete(resume.search, &Manifest { round, totals, parts });
    }
    let agreed = agree(member, result).map(drop);
    member.process.is_saving.store(false, Relaxed);
    agreed
}

/// Goes on if no worker has failed. If one has, all fail, and know why. Returns whether no limit has stopped
/// them, the same on all workers.
fn agree(member: &mut Member<'_>, result: Result<(), ClusterError>) -> Result<bool, ClusterError> {
    let report = match &result {
        Ok(()) => vec![0],
        Err(error) => {
            let mut words = vec![1, error.exit as u64];
            wire::put_text(&error.what, &mut words);
            wire::put_text(&error.remedy, &mut words);
            words
        }
    };
    let failed = |reports: Vec<Vec<u64>>| reports.into_iter().find(|words| words[0] == 1);
    let decision = member.gather(report).map(|reports| {
        failed(reports).unwrap_or_else(|| vec![0, u64::from(member.halted().is_none())])
    });
    let order = member.announce(decision);
    result?;
    if order[0] == 0 {
        return Ok(order[1] == 1);
    }
    let mut words = wire::Reader(&order[1..]);
    let exit = if words.next() == Exit::Input as u64 { Exit::Input } else { Exit::Output };
    Err(ClusterError::new(exit, wire::text(&mut words), wire::text(&mut words)))
}
