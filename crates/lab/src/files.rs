//! Reading and writing files. Readers have a cap, and a result gets its name only when it is complete.

use crate::units::size;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{TempDir, TempPath};

/// The largest instance or list of boards. The text of a large board of counters has megabytes.
pub const MAX_INSTANCE: u64 = 64 << 20;

/// Reads a file of at most `max` bytes that begins with `first`, which is empty if it can begin with
/// anything. A larger regular file is rejected before it is read, another one after its beginning.
///
/// # Errors
/// If the file cannot be read, is larger, with kind `FileTooLarge`, or begins with something else, with
/// kind `InvalidInput`.
pub fn read(path: &Path, first: &str, max: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    read_open(&file, &file.metadata()?, first, max)
}

/// Reads standard input as [`read`] does.
///
/// # Errors
/// As [`read`].
pub fn read_stdin(first: &str, max: u64) -> io::Result<Vec<u8>> {
    let stdin = io::stdin().lock();
    // Standard input may be a regular file. Where its size is unknown, the cap alone holds.
    match fs::metadata("/dev/stdin") {
        Ok(metadata) => read_open(stdin, &metadata, first, max),
        Err(_) => read_at_most(stdin, first, max),
    }
}

/// Opens a file, which is created if it is missing, and tries to lock it until it is closed.
///
/// # Errors
/// If the file cannot be opened.
pub fn try_lock(path: &Path) -> io::Result<(File, Result<(), TryLockError>)> {
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    let locked = file.try_lock();
    Ok((file, locked))
}

/// Returns whether a folder has entries besides unfinished files and those whose names are its own.
///
/// # Errors
/// If the folder cannot be read.
pub fn has_other_files(folder: &Path, is_own: impl Fn(&str) -> bool) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !name.to_str().is_some_and(|name| name.starts_with(PREFIX) || is_own(name)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn read_open(source: impl Read, metadata: &Metadata, first: &str, max: u64) -> io::Result<Vec<u8>> {
    if metadata.is_file() && metadata.len() > max {
        return Err(too_large(max));
    }
    read_at_most(source, first, max)
}

fn read_at_most(source: impl Read, first: &str, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    let mut source = source.take(first.len() as u64);
    source.read_to_end(&mut bytes)?;
    if bytes != first.as_bytes() {
        return Err(io::Error::new(ErrorKind::InvalidInput, format!("expected '{first}'")));
    }
    source.set_limit(max.saturating_sub(bytes.len() as u64).saturating_add(1));
    source.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max { Err(too_large(max)) } else { Ok(bytes) }
}

fn too_large(max: u64) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("larger than {}", size(max)))
}

/// Reads a UTF-8 text file of at most `max` bytes.
///
/// # Errors
/// If the file cannot be read, is larger, or is not UTF-8: then the kind is `InvalidData`.
pub fn read_text(path: &Path, max: u64) -> io::Result<String> {
    decode(read(path, "", max)?)
}

/// Returns bytes as text, without a byte order mark.
///
/// # Errors
/// If they are not UTF-8, with kind `InvalidData` and the position.
pub fn decode(mut bytes: Vec<u8>) -> io::Result<String> {
    // Some editors write a byte order mark.
    if bytes.starts_with("\u{FEFF}".as_bytes()) {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let valid = String::from_utf8_lossy(valid);
        let line = valid.split('\n').count();
        let column = valid.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let what = format!("line {line}, column {column}: not valid UTF-8");
        io::Error::new(ErrorKind::InvalidData, what)
    })
}

/// Rejects a file that would be written twice, or over a file that is read, under any of its names.
///
/// # Errors
/// The first such file.
pub fn distinct<'a>(
    read: impl IntoIterator<Item = &'a Path>,
    written: impl IntoIterator<Item = &'a Path>,
) -> Result<(), &'a Path> {
    let mut known: Vec<Identity> = read.into_iter().map(Identity::of).collect();
    for path in written {
        let identity = Identity::of(path);
        // A device, such as a terminal, may be written more than once.
        if known.contains(&identity) && !path.metadata().is_ok_and(|m| is_device(&m)) {
            return Err(path);
        }
        known.push(identity);
    }
    Ok(())
}

/// What makes two paths the same file: the file itself, or the name that it will get.
#[derive(PartialEq)]
enum Identity {
    #[cfg(unix)]
    File(u64, u64),
    Path(PathBuf),
}

impl Identity {
    fn of(path: &Path) -> Self {
        #[cfg(unix)]
        if let Ok(metadata) = path.metadata() {
            use std::os::unix::fs::MetadataExt;
            return Self::File(metadata.dev(), metadata.ino());
        }
        let resolved = path.canonicalize().or_else(|_| {
            let name = path.file_name().unwrap_or_default();
            folder_of(path).canonicalize().map(|folder| folder.join(name))
        });
        Self::Path(resolved.unwrap_or_else(|_| path.to_owned()))
    }
}

fn is_device(metadata: &Metadata) -> bool {
    !metadata.is_file() && !metadata.is_dir()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file that is being written. It gets its name, and replaces an older file, when it is complete.
///
/// The content goes to a new file of another name in the same folder. [`OutputFile::publish`] syncs
/// and renames it; without that, it is removed. So a failed run keeps an older file, and of two runs
/// with the same output the later one wins. A symbolic link stays: the file that it leads to is replaced.
/// A device, a pipe with a reader and standard output are written directly, until the reader closes them.
/// Errors name the file.
#[derive(Debug)]
pub struct OutputFile {
    /// The file's name once it is complete.
    path: PathBuf,
    file: UntilClosed<BufWriter<File>>,
    /// The number of bytes so far.
    bytes: u64,
    /// What happens to it then; `None` for a device.
    replacement: Option<Replacement>,
}

/// Where the content of a file is until it is complete, and the file that it then replaces.
#[derive(Debug)]
struct Replacement {
    unfinished: Unfinished<TempPath>,
    target: PathBuf,
}

impl OutputFile {
    /// Opens a file for writing.
    ///
    /// # Errors
    /// If the folder is missing or not writable, or the path is a folder, a read-only file, a symbolic link
    /// to nothing, or a pipe without a reader.
    pub fn create(path: &Path) -> io::Result<Self> {
        let (file, replacement) = open(path).map_err(|error| named(path, &error))?;
        Ok(Self::new(path.to_owned(), file, replacement))
    }

    /// Writes to standard output. If its reader closes the pipe, the rest is dropped.
    ///
    /// # Errors
    /// If standard output is not open.
    pub fn stdout() -> io::Result<Self> {
        let path = PathBuf::from("standard output");
        #[cfg(unix)]
        let stdout = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
        #[cfg(windows)]
        let stdout = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
        let file = stdout.map_err(|error| named(&path, &error))?.into();
        Ok(Self::new(path, file, None))
    }

    fn new(path: PathBuf, file: File, replacement: Option<Replacement>) -> Self {
        let file = UntilClosed::new(BufWriter::new(file));
        Self { path, file, bytes: 0, replacement }
    }

    /// Returns whether the reader has closed its end of the pipe.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.file.is_closed()
    }

    /// Completes the file under its name and returns its size in bytes.
    ///
    /// # Errors
    /// If it cannot be written completely.
    pub fn publish(mut self) -> io::Result<u64> {
        self.flush()?;
        if let Some(Replacement { unfinished, target }) = self.replacement {
            let synced = self.file.out.get_ref().sync_all();
            let renamed = synced.and_then(|()| fs::rename(&unfinished.0, target));
            renamed.map_err(|error| named(&self.path, &error))?;
        }
        Ok(self.bytes)
    }

    /// Writes the whole content and completes the file.
    ///
    /// # Errors
    /// If it cannot be written completely.
    pub fn save(mut self, content: impl AsRef<[u8]>) -> io::Result<()> {
        self.write_all(content.as_ref())?;
        self.publish().map(|_| ())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes).map_err(|error| named(&self.path, &error))?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| named(&self.path, &error))
    }
}

/// Writes until the reader closes its end of the pipe. The reader has seen enough, which is not a
/// failure: the rest is dropped, and the command ends with the exit code of its outcome.
#[derive(Debug)]
pub struct UntilClosed<W> {
    out: W,
    closed: bool,
}

impl<W: Write> UntilClosed<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, closed: false }
    }

    /// Returns whether the reader has closed its end of the pipe.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    fn unless_closed<T>(
        &mut self,
        dropped: T,
        write: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.closed {
            return Ok(dropped);
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(dropped)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // All of it: a color filter that writes a part and fails does not say how much it has written.
        self.unless_closed(bytes.len(), |out| out.write_all(bytes).map(|()| bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), W::flush)
    }
}

/// Opens a device itself, or else a new file next to the target.
fn open(path: &Path) -> io::Result<(File, Option<Replacement>)> {
    let existing = path.metadata().ok();
    // The names in these folders stand for open files: `/dev/stdout` may be a regular file.
    let stands_for_open_file = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    if existing.as_ref().is_some_and(|m| is_device(m) || stands_for_open_file && m.is_file()) {
        return Ok((open_directly(path)?, None));
    }
    if existing.as_ref().is_some_and(Metadata::is_dir) {
        return Err(ErrorKind::IsADirectory.into());
    }
    let permissions = existing.map(|metadata| metadata.permissions());
    if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let target = target_of(path)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    // The usual permissions of a new file; the process's mask applies.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, unfinished) =
        builder.tempfile_in(folder_of(&target)).map_err(|error| plain(&error))?.into_parts();
    let unfinished = Unfinished::new(unfinished);
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    Ok((file, Some(Replacement { unfinished, target })))
}

/// Opens an existing file without replacing it. A pipe must have a reader: nothing could interrupt the wait
/// for one.
#[cfg(unix)]
fn open_directly(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use rustix::io::{Errno, ioctl_fionbio};
    use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    // Sockets and devices without a driver fail with the same error.
    let is_pipe = || path.metadata().is_ok_and(|metadata| metadata.file_type().is_fifo());
    let file = File::options().write(true).custom_flags(flags).open(path).map_err(|error| {
        if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) && is_pipe() {
            io::Error::other("the pipe has no reader; start one first")
        } else {
            error
        }
    })?;
    // Only the opening must not wait: a write waits until the reader has room.
    ioctl_fionbio(&file, false)?;
    Ok(file)
}

#[cfg(not(unix))]
fn open_directly(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Returns the file that a path leads to. A symbolic link must lead to an existing file.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    if !path.is_symlink() {
        return Ok(path.to_owned());
    }
    path.canonicalize().map_err(|error| {
        io::Error::new(error.kind(), format!("the symbolic link leads to no file: {error}"))
    })
}

/// Returns an error without the name of the temporary file, which `tempfile` appends.
fn plain(error: &io::Error) -> io::Error {
    let text = error.to_string();
    let end = text.find(" at path ").unwrap_or(text.len());
    io::Error::new(error.kind(), &text[..end])
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A folder of results that is being written: all its files appear when all are complete, or none.
/// Only a kill while they are moved can leave some older files among the new ones, each of them whole.
#[derive(Debug)]
pub struct OutputFolder {
    target: PathBuf,
    unfinished: Unfinished<TempDir>,
}

impl OutputFolder {
    /// Creates a temporary folder in the target, or next to it if the target does not exist.
    ///
    /// # Errors
    /// If the target is a file or not writable.
    pub fn create(target: &Path) -> io::Result<Self> {
        let create = || {
            if target.exists() && !target.is_dir() {
                return Err(io::Error::other("a file of that name exists"));
            }
            let exists = target.exists();
            let target = std::path::absolute(target)?;
            // The parent of an existing target may be another file system, or not writable.
            let place = if exists { &target } else { target.parent().unwrap_or(&target) };
            fs::create_dir_all(place)?;
            let folder = tempfile::Builder::new()
                .prefix(PREFIX)
                .tempdir_in(place)
                .map_err(|error| plain(&error))?;
            Ok(Self { target, unfinished: Unfinished::new(folder) })
        };
        create().map_err(|error| named(target, &error))
    }

    /// Opens a file of the folder for writing.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn file(&self, name: &str) -> io::Result<OutputFile> {
        let path = self.target.join(name);
        let file = File::create(self.unfinished.0.path().join(name));
        let file = file.map_err(|error| named(&path, &error))?;
        Ok(OutputFile::new(path, file, None))
    }

    /// Moves the files into their folder, over files of the same names. If one cannot be moved, all
    /// older files are restored.
    ///
    /// # Errors
    /// If they cannot be written completely, or not moved.
    pub fn publish(self) -> io::Result<()> {
        self.try_publish().map_err(|error| named(&self.target, &error))
    }

    fn try_publish(&self) -> io::Result<()> {
        let folder = self.unfinished.0.path();
        let mut moves = vec![];
        for file in fs::read_dir(folder)? {
            let file = file?;
            File::open(file.path())?.sync_all()?;
            moves.push((file.path(), self.target.join(file.file_name())));
        }
        let backup = folder.join("older");
        fs::create_dir(&backup)?;
        fs::create_dir_all(&self.target)?;
        for (number, (_, target)) in moves.iter().enumerate() {
            if target.exists() {
                let older = backup.join(number.to_string());
                // Some file systems have no hard links.
                fs::hard_link(target, &older).or_else(|_| fs::copy(target, &older).map(drop))?;
            }
        }
        for (number, (file, target)) in moves.iter().enumerate() {
            if let Err(error) = fs::rename(file, target) {
                for (number, (_, target)) in moves[..number].iter().enumerate() {
                    let older = backup.join(number.to_string());
                    // If this fails as well, the new file stays, which is complete.
                    let _ = if older.exists() {
                        fs::rename(older, target)
                    } else {
                        fs::remove_file(target)
                    };
                }
                return Err(error);
            }
        }
        Ok(())
    }
}

/// The beginning of the names of unfinished files and folders.
pub const PREFIX: &str = ".heureka-";

/// The paths of all unfinished files and folders of this process.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

fn all_unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all unfinished files and folders of this process, which is about to exit at once.
pub fn remove_unfinished() {
    for path in all_unfinished().iter() {
        // Most are files. The program ends anyway.
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
}

/// A temporary file or folder that is removed when it is dropped, or by [`remove_unfinished`].
#[derive(Debug)]
struct Unfinished<T: AsRef<Path>>(T);

impl<T: AsRef<Path>> Unfinished<T> {
    fn new(temporary: T) -> Self {
        all_unfinished().push(temporary.as_ref().to_owned());
        Self(temporary)
    }
}

impl<T: AsRef<Path>> Drop for Unfinished<T> {
    fn drop(&mut self) {
        all_unfinished().retain(|path| path != self.0.as_ref());
    }
}

#[cfg(test)]
mod tests;
