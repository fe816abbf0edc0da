//! Checkpoints: what a restart needs, in a folder that all processes share.
//!
//! Each worker writes a part, a file of 64-bit little-endian words. When all are written, the first worker
//! writes the manifest, which lists their lengths and digests. So the manifest always describes a
//! complete checkpoint. A restart may have another number of workers: each reads some parts, and sends
//! what they hold to its owners.

use crate::error::ClusterError;
use heureka_core::certificate::{digest, extend_digest};
use heureka_lab::exit::Exit;
use heureka_lab::files::{self, OutputFile};
use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the manifest.
const MANIFEST: &str = "checkpoint";
/// Its first line.
const TITLE: &str = "heureka cluster checkpoint 1";
/// The beginning of the names of parts.
const PART: &str = "part-";
/// The name of the file that is locked while a search uses the folder.
const LOCK: &str = "lock";
/// The largest manifest: a line for each worker, and the size of each layer.
const MAX_MANIFEST: u64 = 64 << 20;
/// The number of words that are written and read together; records may straddle its end.
const BLOCK: usize = 1 << 13;
/// The words before the content of a part: a mark, the search, the round, the number of the part.
const HEADER: usize = 4;
const MARK: u64 = u64::from_le_bytes(*b"heureka-");

/// Where and how often checkpoints are written.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    /// The folder, which all processes share.
    pub folder: PathBuf,
    /// The least time between two of them.
    pub every: Duration,
}

/// A complete checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// The round that comes next.
    pub round: u64,
    /// What the first worker has counted.
    pub totals: Vec<u64>,
    /// The number of words of each part, and its digest.
    pub parts: Vec<(u64, u64)>,
}

impl Manifest {
    /// Returns the text of the file.
    pub fn text(&self, search: u64) -> String {
        let mut text = format!("{TITLE}\nsearch {search:016x}\nround {}\ntotals", self.round);
        // Writing to a string does not fail.
        for number in &self.totals {
            let _ = write!(text, " {number}");
        }
        for (words, digest) in &self.parts {
            let _ = write!(text, "\npart {words} {digest:016x}");
        }
        let sum = digest(text.as_bytes());
        let _ = writeln!(text, "\nchecksum {sum:016x}");
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// Why it is not the manifest of this search.
    pub fn parse(text: &str, search: u64) -> Result<Self, &'static str> {
        const DAMAGED: &str = "the checkpoint is damaged: its checksum does not match";
        const MALFORMED: &str = "the checkpoint is malformed";
        if text.lines().next() != Some(TITLE) {
            return Err("not a checkpoint of this version of heureka");
        }
        let (body, last) = text.trim_end_matches('\n').rsplit_once('\n').ok_or(DAMAGED)?;
        if last != format!("checksum {:016x}", digest(body.as_bytes())) {
            return Err(DAMAGED);
        }
        let mut lines = body.lines().skip(1).map(|line| line.split(' '));
        let mut line = |name| {
            let mut words = lines.next()?;
            (words.next()? == name).then_some(words)
        };
        let found = line("search").and_then(|mut words| hex(words.next()?)).ok_or(MALFORMED)?;
        if found != search {
            return Err("the checkpoint is of another search");
        }
        let round = line("round").and_then(|mut words| words.next()?.parse().ok());
        let round = round.ok_or(MALFORMED)?;
        let totals = line("totals").ok_or(MALFORMED)?.map(str::parse).collect::<Result<_, _>>();
        let totals = totals.map_err(|_| MALFORMED)?;
        let part = |mut words: std::str::Split<'_, char>| {
            let is_part = words.next()? == "part";
            let part = (words.next()?.parse().ok()?, hex(words.next()?)?);
            is_part.then_some(part)
        };
        let parts: Option<Vec<_>> = lines.map(part).collect();
        let parts = parts.filter(|parts| !parts.is_empty()).ok_or(MALFORMED)?;
        Ok(Self { round, totals, parts })
    }
}

fn hex(word: &str) -> Option<u64> {
    u64::from_str_radix(word, 16).ok()
}

impl Checkpoints {
    /// Returns the checkpoint of a search, if the folder has one.
    ///
    /// # Errors
    /// If the checkpoint is damaged or of another search, or the folder cannot be used.
    pub(crate) fn last(&self, search: u64) -> Result<Option<Manifest>, ClusterError> {
        let path = self.folder.join(MANIFEST);
        match files::read_text(&path, MAX_MANIFEST) {
            Ok(text) => match Manifest::parse(&text, search) {
                Ok(manifest) => Ok(Some(manifest)),
                Err(what) => Err(refused(&path, what)),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(refused(&path, error)),
        }
    }

    /// Creates the folder if it is missing.
    pub(crate) fn create_folder(&self) -> Result<(), ClusterError> {
        if self.folder.exists() && !self.folder.is_dir() {
            let what = format!("{} is not a folder", self.folder.display());
            return Err(ClusterError::input(what, "give --checkpoint a folder, or a new name"));
        }
        fs::create_dir_all(&self.folder).map_err(|error| unwritten(&self.folder, &error))
    }

    /// Rejects a folder without a checkpoint that has files of others.
    pub(crate) fn reject_other_files(&self) -> Result<(), ClusterError> {
        let is_own = |name: &str| name == LOCK || round_of(name).is_some();
        let has_others = files::has_other_files(&self.folder, is_own);
        if has_others.map_err(|error| unwritten(&self.folder, &error))? {
            let what = format!("{} has other files, and no checkpoint", self.folder.display());
            let help = "give an empty folder, or one that does not exist";
            return Err(ClusterError::input(what, help));
        }
        Ok(())
    }

    /// Locks the folder until the file is closed.
    ///
    /// # Errors
    /// If another search uses the folder.
    pub(crate) fn lock(&self) -> Result<File, ClusterError> {
        let path = self.folder.join(LOCK);
        let (file, locked) = files::try_lock(&path).map_err(|error| unwritten(&path, &error))?;
        match locked {
            Err(TryLockError::WouldBlock) => {
                let what = format!("{} is locked: another search uses it", self.folder.display());
                Err(ClusterError::input(what, "wait until it ends, or give another folder"))
            }
            // Not every shared disk can lock.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        }
    }

    fn part(&self, round: u64, number: usize) -> PathBuf {
        self.folder.join(format!("{PART}{round}-{number}"))
    }

    /// Begins the part of a worker.
    pub(crate) fn create(
        &self,
        search: u64,
        round: u64,
        number: usize,
    ) -> Result<PartWriter, ClusterError> {
        let path = self.part(round, number);
        let file = OutputFile::create(&path).map_err(unwritten_part)?;
        let mut part = PartWriter { file, block: vec![], words: 0, digest: digest(&[]) };
        part.put(&[MARK, search, round, number as u64])?;
        Ok(part)
    }

    /// Writes the manifest, then removes the parts of earlier checkpoints.
    ///
    /// # Errors
    /// If that is not possible, or a part is not there as its worker has written it.
    pub(crate) fn complete(&self, search: u64, manifest: &Manifest) -> Result<(), ClusterError> {
        for (number, &(words, _)) in manifest.parts.iter().enumerate() {
            let path = self.part(manifest.round, number);
            let what = match fs::metadata(&path) {
                Ok(part) if part.len() == words.saturating_mul(8) => continue,
                Ok(_) => "has another length than its worker has written",
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    "is missing, although its worker has written it"
                }
                Err(error) => return Err(unwritten(&path, &error)),
            };
            let help =
                "give --checkpoint the same folder in all processes, on a disk that they share";
            return Err(ClusterError::input(format!("{} {what}", path.display()), help));
        }
        let file = OutputFile::create(&self.folder.join(MANIFEST));
        let saved = file.and_then(|file| file.save(manifest.text(search)));
        saved.map_err(unwritten_part)?;
        // One that stays only takes space, and the next run removes it.
        let _ = self.remove_other_parts(Some(manifest));
        Ok(())
    }

    /// Removes unfinished files, and all parts except those of this checkpoint.
    ///
    /// # Errors
    /// If one stays.
    pub(crate) fn remove_other_parts(
        &self,
        manifest: Option<&Manifest>,
    ) -> Result<(), ClusterError> {
        let current = manifest.map(|manifest| manifest.round);
        let entries =
            fs::read_dir(&self.folder).map_err(|error| unwritten(&self.folder, &error))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_str().unwrap_or_default();
            let is_other_part = round_of(name).is_some_and(|round| Some(round) != current);
            if is_other_part || name.starts_with(files::PREFIX) {
                let path = entry.path();
                fs::remove_file(&path).map_err(|error| unwritten(&path, &error))?;
            }
        }
        Ok(())
    }

    /// Checks a part, and meanwhile calls `take` without words; then calls `take` with all words of the
    /// part. Stops as soon as `take` returns false.
    ///
    /// # Errors
    /// If the part is missing, damaged or of another checkpoint.
    pub(crate) fn read(
        &self,
        search: u64,
        manifest: &Manifest,
        number: usize,
        take: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Result<(), ClusterError> {
        let path = self.part(manifest.round, number);
        let header = [MARK, search, manifest.round, number as u64];
        let part = manifest.parts[number];
        let mut read = || {
            // Nothing of a damaged part is used.
            if read_part(&path, &header, part, &mut |_| take(&[]))? {
                read_part(&path, &header, part, take)?;
            }
            Ok(())
        };
        read().map_err(|error: io::Error| refused(&path, error))
    }
}

/// Returns the round of a part's file; nothing for other files.
fn round_of(name: &str) -> Option<u64> {
    let (round, number) = name.strip_prefix(PART)?.split_once('-')?;
    number.parse::<usize>().ok()?;
    round.parse().ok()
}

/// Reads a part and checks it; `take` gets what follows the header. Returns false if `take` does, and stops
/// reading then.
fn read_part(
    path: &Path,
    header: &[u64; HEADER],
    (words, expected): (u64, u64),
    take: &mut dyn FnMut(&[u64]) -> bool,
) -> io::Result<bool> {
    let damaged = |what: &str| io::Error::new(ErrorKind::InvalidData, what);
    let mut file = File::open(path)?;
    if file.metadata()?.len() != words.saturating_mul(8) {
        return Err(damaged("the part is cut short, or of another checkpoint"));
    }
    let (mut left, mut sum, mut is_first) = (words as usize, digest(&[]), true);
    let (mut bytes, mut block) = (vec![0; BLOCK * 8], vec![]);
    while left > 0 {
        let bytes = &mut bytes[..left.min(BLOCK) * 8];
        file.read_exact(bytes)?;
        sum = extend_digest(sum, bytes);
        block.clear();
        block.extend(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)));
        left -= block.len();
        let mut content = &block[..];
        if std::mem::take(&mut is_first) {
            content = content
                .strip_prefix(&header[..])
                .ok_or_else(|| damaged("the part is not of this checkpoint"))?;
        }
        if !take(content) {
            return Ok(false);
        }
    }
    if sum == expected { Ok(true) } else { Err(damaged("the part is damaged: its digest differs")) }
}

/// A part that is being written.
pub(crate) struct PartWriter {
    file: OutputFile,
    block: Vec<u8>,
    words: u64,
    digest: u64,
}

impl PartWriter {
    /// Appends words.
    pub fn put(&mut self, words: &[u64]) -> Result<(), ClusterError> {
        self.words += words.len() as u64;
        for word in words {
            self.block.extend_from_slice(&word.to_le_bytes());
        }
        if self.block.len() >= BLOCK * 8 { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), ClusterError> {
        self.digest = extend_digest(self.digest, &self.block);
        self.file.write_all(&self.block).map_err(unwritten_part)?;
        self.block.clear();
        Ok(())
    }

    /// Completes the part; returns its entry in the manifest.
    pub fn end(mut self) -> Result<(u64, u64), ClusterError> {
        self.write()?;
        self.file.publish().map_err(unwritten_part)?;
        Ok((self.words, self.digest))
    }
}

fn refused(path: &Path, what: impl std::fmt::Display) -> ClusterError {
    let help = "restore the folder, or give another one to begin anew";
    ClusterError::input(format!("{}: {what}", path.display()), help)
}

fn unwritten(path: &Path, error: &io::Error) -> ClusterError {
    unwritten_part(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err passes")]
fn unwritten_part(error: io::Error) -> ClusterError {
    let what = format!("cannot write the checkpoint: {error}");
    ClusterError::new(Exit::Output, what, "free some disk space, or give a writable folder")
}

/// Reads a manifest of any search and writes it again, for fuzzing.
#[doc(hidden)]
#[must_use]
pub fn manifest_round_trip(text: &str) -> Option<String> {
    let search = hex(text.lines().nth(1)?.strip_prefix("search ")?)?;
    Some(Manifest::parse(text, search).ok()?.text(search))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path) -> (Checkpoints, Manifest) {
        let checkpoints = Checkpoints { folder: folder.join("new"), every: Duration::ZERO };
        checkpoints.create_folder().unwrap();
        assert_eq!(checkpoints.last(7).unwrap(), None);
        let parts = [0, 1].map(|number| {
            let mut part = checkpoints.create(7, 3, number).unwrap();
            (0..20_000).for_each(|word| part.put(&[word, number as u64]).unwrap());
            part.end().unwrap()
        });
        let manifest = Manifest { round: 3, totals: vec![1, 2, 4], parts: parts.to_vec() };
        checkpoints.complete(7, &manifest).unwrap();
        (checkpoints, manifest)
    }

    #[test]
    fn checkpoints_survive_and_replace_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let (checkpoints, manifest) = written(folder.path());
        assert_eq!(checkpoints.last(7).unwrap().as_ref(), Some(&manifest));
        let mut read = vec![];
        let mut take = |words: &[u64]| {
            read.extend_from_slice(words);
            true
        };
        checkpoints.read(7, &manifest, 1, &mut take).unwrap();
        assert!(read.into_iter().eq((0..20_000).flat_map(|word| [word, 1])));
        let part = checkpoints.create(7, 4, 0).unwrap().end().unwrap();
        let foreign = checkpoints.folder.join("part-3-final");
        fs::write(&foreign, "").unwrap();
        let next = Manifest { round: 4, parts: vec![part], ..manifest };
        checkpoints.complete(7, &next).unwrap();
        assert_eq!(checkpoints.last(7).unwrap(), Some(next));
        assert_eq!(fs::read_dir(&checkpoints.folder).unwrap().count(), 3);
        assert!(foreign.exists());
    }

    #[test]
    fn only_one_search_uses_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let (checkpoints, _) = written(folder.path());
        let lock = checkpoints.lock().unwrap();
        assert!(checkpoints.lock().unwrap_err().what.contains("another search uses it"));
        drop(lock);
        checkpoints.lock().unwrap();
    }

    #[test]
    fn a_checkpoint_without_its_parts_does_not_replace_the_last_one() {
        let folder = tempfile::tempdir().unwrap();
        let (checkpoints, manifest) = written(folder.path());
        let mut part = checkpoints.create(7, 4, 0).unwrap();
        part.put(&[1]).unwrap();
        let part = part.end().unwrap();
        let next = Manifest { round: 4, parts: vec![part; 2], ..manifest.clone() };
        let missing = checkpoints.complete(7, &next).unwrap_err();
        assert!(missing.what.contains("part-4-1 is missing"), "{missing}");
        // As a run that was killed has left it.
        checkpoints.create(7, 4, 1).unwrap().end().unwrap();
        let stale = checkpoints.complete(7, &next).unwrap_err();
        assert!(stale.what.contains("part-4-1 has another length"), "{stale}");
        let last = checkpoints.last(7).unwrap().unwrap();
        assert_eq!(last, manifest);
        checkpoints.remove_other_parts(Some(&last)).unwrap();
        assert_eq!(fs::read_dir(&checkpoints.folder).unwrap().count(), 3);
        for number in [0, 1] {
            checkpoints.read(7, &last, number, &mut |_| true).unwrap();
        }
    }

    #[test]
    fn damaged_cut_and_foreign_checkpoints_are_refused() {
        type Damage = fn(&mut Vec<u8>);
        let damages: [(&str, Damage); 5] = [
            ("cut", |file| file.truncate(file.len() - 8)),
            ("empty", Vec::clear),
            ("longer", |file| file.extend([0; 8])),
            ("flipped", |file| *file.last_mut().unwrap() ^= 1),
            ("flipped at the beginning", |file| file[8] ^= 1),
        ];
        let folder = tempfile::tempdir().unwrap();
        let (checkpoints, manifest) = written(folder.path());
        let files = [checkpoints.part(3, 1), checkpoints.folder.join(MANIFEST)];
        for path in files {
            let whole = fs::read(&path).unwrap();
            for (damage, change) in damages {
                let mut file = whole.clone();
                change(&mut file);
                fs::write(&path, file).unwrap();
                let mut is_used = false;
                let mut take = |words: &[u64]| {
                    is_used |= !words.is_empty();
                    true
                };
                let part = checkpoints.read(7, &manifest, 1, &mut take);
                let refusal = checkpoints.last(7).map(drop).and(part).unwrap_err();
                assert_eq!(refusal.exit, Exit::Input, "{damage}: {refusal}");
                assert!(refusal.what.starts_with(&*path.to_string_lossy()), "{refusal}");
                assert!(!is_used || path.ends_with(MANIFEST), "{damage}");
            }
            fs::write(&path, whole).unwrap();
        }
        assert!(checkpoints.last(8).unwrap_err().what.contains("of another search"));
        fs::rename(checkpoints.part(3, 0), checkpoints.part(3, 1)).unwrap();
        let swapped = checkpoints.read(7, &manifest, 1, &mut |_| true).unwrap_err();
        assert!(swapped.what.contains("not of this checkpoint"), "{swapped}");
    }
}
