//! The folder of an exploration: a lock, a manifest and data files, within a limit on their bytes.
//!
//! Data files grow by blocks with checksums, and never change otherwise. The manifest lists them with their
//! sizes and is replaced last, so that a killed process leaves the exploration as the manifest describes it:
//! what it does not list is removed when the folder is opened again. A file that is no longer needed is
//! removed only after a manifest without it is written.

use crate::error::{DiskError, Halt, damaged, not_read, not_written};
use crate::manifest::{MANIFEST, Manifest, Subject};
use heureka_core::Stop;
use heureka_lab::files::{self, OutputFile};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the lock.
const LOCK: &str = "lock";
/// The end of the names of data files.
const EXTENSION: &str = "data";
/// The size of a block's header: the length of its content, and a checksum.
const HEADER: usize = 12;
/// The most bytes that are written between two manifests, and the time after which a new one is due. Not
/// more often: syncing files takes long.
const MOST_UNSAVED: u64 = 64 << 20;
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// A data file: its number and its size in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataFile {
    number: u64,
    pub bytes: u64,
}

/// An open folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held until the folder is closed.
    _lock: File,
    /// What checksums begin with, so that blocks of other explorations are recognized.
    seed: u64,
    limit: u64,
    /// The bytes of all data files.
    used: u64,
    /// Twice the size of the manifest, since an older one stays until the new one is complete.
    manifest: u64,
    pub peak: u64,
    /// Bytes written, and bytes that can be removed, since the last manifest.
    unsaved: u64,
    /// When the last manifest was written.
    saved: Instant,
    /// How many such bytes make a new manifest due.
    most_unsaved: u64,
    next: u64,
    unsynced: BTreeSet<u64>,
    obsolete: Vec<DataFile>,
}

impl Folder {
    /// Opens a folder, or creates it. Returns the manifest, if there is one.
    pub fn open(
        path: &Path,
        subject: &Subject,
        limit: u64,
    ) -> Result<(Self, Option<Manifest>), DiskError> {
        fs::create_dir_all(path).map_err(|error| not_written(path, &error))?;
        // Before the lock, which would stay in a folder that is not ours.
        reject_other_files(path)?;
        let lock = lock(&path.join(LOCK))?;
        let manifest = Manifest::read(&path.join(MANIFEST), subject)?;
        let mut folder = Self {
            path: path.to_owned(),
            _lock: lock,
            seed: subject.digest(),
            limit,
            used: 0,
            manifest: 0,
            peak: 0,
            unsaved: 0,
            saved: Instant::now(),
            most_unsaved: (limit / 16).min(MOST_UNSAVED),
            next: 0,
            unsynced: BTreeSet::new(),
            obsolete: vec![],
        };
        folder.tidy(manifest.as_ref())?;
        if let Some(manifest) = &manifest {
            folder.next = manifest.next_file;
            folder.peak = manifest.peak;
        }
        Ok((folder, manifest))
    }

    /// Removes what no manifest lists, and checks the sizes of the files.
    fn tidy(&mut self, manifest: Option<&Manifest>) -> Result<(), DiskError> {
        let listed = manifest.map(Manifest::files).unwrap_or_default();
        let listed: BTreeMap<_, _> = listed.into_iter().map(|file| (file.number, file)).collect();
        let entries = fs::read_dir(&self.path).map_err(|error| not_read(&self.path, &error))?;
        for entry in entries {
            let path = entry.map_err(|error| not_read(&self.path, &error))?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let stem = name.strip_suffix(EXTENSION).and_then(|stem| stem.strip_suffix('.'));
            let number = stem.and_then(|stem| stem.parse().ok());
            let is_listed = number.is_some_and(|number| listed.contains_key(&number));
            let is_data = number.is_some_and(|number| self.path_of(number) == path);
            let is_unfinished = name.starts_with(files::PREFIX);
            // An exploration has a manifest before it has data.
            if is_unfinished || is_data && !is_listed && manifest.is_some() {
                fs::remove_file(&path).map_err(|error| not_written(&path, &error))?;
            }
        }
        for file in listed.values() {
            self.restore(file)?;
        }
        Ok(())
    }

    /// Removes what a killed process has appended to a file.
    fn restore(&mut self, file: &DataFile) -> Result<(), DiskError> {
        let path = self.path_of(file.number);
        let size = path.metadata().map_err(|error| match error.kind() {
            ErrorKind::NotFound => damaged(&path, "the file is missing"),
            _ => not_read(&path, &error),
        })?;
        if size.len() < file.bytes || !size.is_file() {
            return Err(damaged(&path, "the file is cut"));
        }
        if size.len() > file.bytes {
            let cut = File::options().write(true).open(&path);
            let cut = cut.and_then(|open| open.set_len(file.bytes));
            cut.map_err(|error| not_written(&path, &error))?;
        }
        self.used += file.bytes;
        Ok(())
    }

    /// Returns the path of the manifest.
    pub fn manifest_path(&self) -> PathBuf {
        self.path.join(MANIFEST)
    }

    fn path_of(&self, number: u64) -> PathBuf {
        self.path.join(format!("{number:06}.{EXTENSION}"))
    }

    /// Returns a new, empty file.
    pub fn create(&mut self) -> DataFile {
        self.next = self.next.saturating_add(1);
        DataFile { number: self.next, bytes: 0 }
    }

    /// Appends a block to a file.
    pub fn append(&mut self, file: &mut DataFile, content: &[u8]) -> Result<(), Halt> {
        let bytes = (HEADER + content.len()) as u64;
        if self.used.saturating_add(self.manifest).saturating_add(bytes) > self.limit {
            return Err(Stop::Disk.into());
        }
        let path = self.path_of(file.number);
        let header = self.header(file, file.bytes, content);
        let append = || {
            let mut open = File::options().write(true).create(true).truncate(false).open(&path)?;
            open.seek(SeekFrom::Start(file.bytes))?;
            open.write_all(&header)?;
            open.write_all(content)
        };
        append().map_err(|error| not_written(&path, &error))?;
        file.bytes += bytes;
        self.used += bytes;
        self.unsaved += bytes;
        self.peak = self.peak.max(self.used + self.manifest);
        self.unsynced.insert(file.number);
        Ok(())
    }

    fn header(&self, file: &DataFile, at: u64, content: &[u8]) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        let checksum = checksum(self.seed ^ file.number.rotate_left(40) ^ at, content);
        header[..4].copy_from_slice(&(content.len() as u32).to_le_bytes());
        header[4..].copy_from_slice(&checksum.to_le_bytes());
        header
    }

    /// Reads the block at a position, of at most `most` bytes. Returns the position of the next block.
    pub fn read(
        &self,
        file: &DataFile,
        at: u64,
        most: usize,
        content: &mut Vec<u8>,
    ) -> Result<u64, DiskError> {
        let path = self.path_of(file.number);
        let failed = |error| not_read(&path, &error);
        let mut open = File::open(&path).map_err(failed)?;
        open.seek(SeekFrom::Start(at)).map_err(failed)?;
        let mut header = [0; HEADER];
        let wrong = || damaged(&path, format_args!("the block at byte {at} is damaged"));
        let mut fill = |bytes: &mut [u8]| match open.read_exact(bytes) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(wrong()),
            filled => filled.map_err(failed),
        };
        fill(&mut header)?;
        let length = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
        let end = at + (HEADER + length) as u64;
        if length > most || end > file.bytes {
            return Err(wrong());
        }
        content.resize(length, 0);
        fill(content)?;
        if header == self.header(file, at, content) { Ok(end) } else { Err(wrong()) }
    }

    /// Returns the error of a file whose checksums are right, but not its content.
    pub fn wrong_block(&self, file: &DataFile) -> DiskError {
        damaged(&self.path_of(file.number), "it has numbers that no state has")
    }

    /// Removes a file after the next manifest.
    pub fn discard(&mut self, file: DataFile) {
        self.unsaved += file.bytes;
        self.obsolete.push(file);
    }

    /// Returns whether a new manifest is due.
    pub fn is_save_due(&self) -> bool {
        let is_late = || self.unsaved > 0 && self.saved.elapsed() >= SAVE_EVERY;
        self.unsaved >= self.most_unsaved || is_late()
    }

    /// Writes the manifest, then removes files that are no longer needed.
    pub fn save(&mut self, manifest: &mut Manifest) -> Result<(), DiskError> {
        for number in std::mem::take(&mut self.unsynced) {
            if self.obsolete.iter().any(|file| file.number == number) {
                continue;
            }
            let path = self.path_of(number);
            let synced = File::open(&path).and_then(|file| file.sync_data());
            synced.map_err(|error| not_written(&path, &error))?;
        }
        manifest.next_file = self.next;
        manifest.peak = self.peak;
        let text = manifest.text();
        self.manifest = 2 * text.len() as u64;
        let path = self.manifest_path();
        let written = OutputFile::create(&path).and_then(|file| file.save(text));
        written.map_err(|error| {
            // The error names the file already.
            DiskError { message: error.to_string(), ..not_written(&path, &error) }
        })?;
        for file in std::mem::take(&mut self.obsolete) {
            let path = self.path_of(file.number);
            fs::remove_file(&path).map_err(|error| not_written(&path, &error))?;
            self.used = self.used.saturating_sub(file.bytes);
        }
        (self.unsaved, self.saved) = (0, Instant::now());
        Ok(())
    }
}

/// Rejects a folder with other files and no exploration.
fn reject_other_files(path: &Path) -> Result<(), DiskError> {
    if path.join(MANIFEST).exists() {
        return Ok(());
    }
    let has_others = files::has_other_files(path, |name| name == LOCK);
    if has_others.map_err(|error| not_read(path, &error))? {
        let what = "the folder has other files, and no exploration";
        let remedy = "give an empty folder, or one that does not exist";
        return Err(DiskError::input(path, what, remedy));
    }
    Ok(())
}

/// Locks a folder until the file is closed.
fn lock(path: &Path) -> Result<File, DiskError> {
    let (file, locked) = files::try_lock(path).map_err(|error| not_written(path, &error))?;
    match locked {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let what = "another process is exploring in this folder";
            let remedy = "wait until it ends, or give another folder";
            Err(DiskError::input(path, what, remedy))
        }
        Err(TryLockError::Error(error)) => Err(not_written(path, &error)),
    }
}

/// Returns a checksum of bytes, eight at a time.
fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |sum: u64, word: u64| (sum.rotate_left(29) ^ word).wrapping_mul(FACTOR);
    let mut words = bytes.chunks_exact(8);
    let mut sum = mix(seed, bytes.len() as u64);
    for word in &mut words {
        sum = mix(sum, u64::from_le_bytes(word.try_into().unwrap_or_default()));
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    let sum = mix(sum, u64::from_le_bytes(last));
    sum ^ sum >> 32
}
