//! Folders of results that are there as a whole or not at all: files are written beside the folder
//! and moved into it when all are done.

use crate::exit::Failure;
use crate::interrupt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Refuses files that would be written twice, or over what is read.
pub fn distinct<'a>(
    read: impl IntoIterator<Item = &'a Path>,
    written: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Failure> {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut known: Vec<_> = read.into_iter().map(whole).collect();
    for path in written {
        if known.contains(&whole(path)) && !is_device(path) {
            let message = format!("{}: this file is read, or written, already", path.display());
            return Err(Failure::usage(message, "give each result a file of its own"));
        }
        known.push(whole(path));
    }
    Ok(())
}

/// Whether this is no file that something could be lost from, such as a terminal.
fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Files on their way into a folder. Unless they are published, they go away with this value.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    target: PathBuf,
}

impl Staging {
    /// Begins beside the folder, which need not be there.
    pub fn new(target: &Path) -> Result<Self, Failure> {
        Self::begin(target).map_err(|error| unwritable(target, &error))
    }

    fn begin(target: &Path) -> io::Result<Self> {
        // From here on Ctrl-C must not end the program before the files are gone.
        interrupt::flag();
        if target.exists() && !target.is_dir() {
            return Err(io::Error::other("there is a file of that name"));
        }
        // The folder itself may be given as a way to it, such as `.`.
        let target =
            if target.exists() { target.canonicalize()? } else { std::path::absolute(target)? };
        let parent = target.parent().unwrap_or(&target);
        fs::create_dir_all(parent)?;
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let folder = parent.join(format!(".{name}.{}.partial", std::process::id()));
        fs::create_dir(&folder)?;
        Ok(Self { folder, target })
    }

    /// Where a file of this name is written.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<(), Failure> {
        fs::write(self.path(name), content).map_err(|error| self.unwritable(name, &error))
    }

    /// A file of this name that cannot be written.
    pub fn unwritable(&self, name: &str, error: &io::Error) -> Failure {
        unwritable(&self.target.join(name), error)
    }

    /// Puts the files into their folder, over those of the same names.
    pub fn publish(self) -> Result<(), Failure> {
        self.put().map_err(|error| unwritable(&self.target, &error))
    }

    fn put(&self) -> io::Result<()> {
        if !self.target.exists() {
            return fs::rename(&self.folder, &self.target);
        }
        for file in fs::read_dir(&self.folder)? {
            let file = file?;
            fs::rename(file.path(), self.target.join(file.file_name()))?;
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Published as a whole it is no longer there.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::input(
        format!("{}: {error}", path.display()),
        "give the path of a folder that can be written to",
    )
}
