//! Folders of results: files are written to a temporary folder, and moved into place when all are
//! complete.

use crate::exit::Failure;
use crate::interrupt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Rejects files that would be written twice, or over a file that is read.
pub fn distinct<'a>(
    read: impl IntoIterator<Item = &'a PathBuf>,
    written: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let canonical = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    // A device, such as a terminal, may be written more than once.
    let is_device = |path: &PathBuf| path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir());
    let mut known: Vec<_> = read.into_iter().map(canonical).collect();
    for path in written {
        if known.contains(&canonical(path)) && !is_device(path) {
            let message = format!("{}: already read or written by this command", path.display());
            return Err(Failure::usage(message, "give each result its own file"));
        }
        known.push(canonical(path));
    }
    Ok(())
}

/// Files that move into a folder when all are complete. They are removed unless published.
#[derive(Debug)]
pub struct Staging {
    folder: TempDir,
    target: PathBuf,
}

impl Staging {
    /// Creates a temporary folder next to the target, which need not exist.
    pub fn new(target: &Path) -> Result<Self, Failure> {
        Self::create(target).map_err(|error| unwritable(target, &error))
    }

    fn create(target: &Path) -> io::Result<Self> {
        // From now on, Ctrl-C must not end the program before the files are removed.
        interrupt::flag();
        if target.exists() && !target.is_dir() {
            return Err(io::Error::other("a file of that name exists"));
        }
        // The target may be relative, such as `.`.
        let target =
            if target.exists() { target.canonicalize()? } else { std::path::absolute(target)? };
        let parent = target.parent().unwrap_or(&target);
        fs::create_dir_all(parent)?;
        let folder = tempfile::Builder::new().prefix(".heureka-").tempdir_in(parent)?;
        Ok(Self { folder, target })
    }

    /// Returns where to write the file of this name.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<(), Failure> {
        fs::write(self.path(name), content).map_err(|error| self.unwritable(name, &error))
    }

    /// Returns the failure of writing the file of this name.
    pub fn unwritable(&self, name: &str, error: &io::Error) -> Failure {
        unwritable(&self.target.join(name), error)
    }

    /// Moves the files into their folder, over files of the same names.
    pub fn publish(self) -> Result<(), Failure> {
        let publish = || {
            fs::create_dir_all(&self.target)?;
            for file in fs::read_dir(self.folder.path())? {
                let file = file?;
                fs::rename(file.path(), self.target.join(file.file_name()))?;
            }
            Ok(())
        };
        publish().map_err(|error| unwritable(&self.target, &error))
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::file(path, error, "give the path of a writable folder")
}
