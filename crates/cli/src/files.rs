//! The files of a command: inputs up to the size that fits their format, and outputs that are opened
//! before the work starts.

use crate::exit::Failure;
use crate::interrupt::{self, POLL_INTERVAL};
use heureka_core::Stop;
pub use heureka_lab::files::MAX_INSTANCE;
use heureka_lab::files::{self, OutputFile, OutputFolder};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The largest plan. It can have millions of moves.
pub const MAX_PLAN: u64 = 256 << 20;
/// The largest study.
pub const MAX_STUDY: u64 = 16 << 20;
/// The largest file of the search shell, and the largest number maze.
pub const MAX_SMALL: u64 = 1 << 20;
/// The longest line of standard input that answers a question: a board can be an answer.
pub const MAX_LINE: u64 = 16 << 20;
/// The largest saved proof: a line for each of its subtrees.
pub const MAX_PROOF: u64 = 256 << 20;

/// Reads a UTF-8 text file of at most `max` bytes; `-` is standard input.
pub fn read(path: &Path, max: u64) -> Result<String, Failure> {
    read_until(path, max, None)
}

/// Reads a UTF-8 text file as [`read`] does, until a deadline.
pub fn read_until(path: &Path, max: u64, end: Option<Instant>) -> Result<String, Failure> {
    let bytes = read_bytes(path, max, end)?.map_err(|error| unreadable(path, &error))?;
    files::decode(bytes).map_err(|error| unreadable(path, &error))
}

/// Reads a file of at most `max` bytes; `-` is standard input.
///
/// Fails if the deadline or a signal comes first. The inner result is that of the file: a larger one
/// has the kind `FileTooLarge`.
pub fn read_bytes(
    path: &Path,
    max: u64,
    end: Option<Instant>,
) -> Result<io::Result<Vec<u8>>, Failure> {
    if !is_stdin(path) && path.metadata().is_ok_and(|file| file.is_file()) {
        return Ok(files::read(path, max));
    }
    // Nothing can interrupt a read of a pipe or a terminal, so a detached thread reads.
    let (send, bytes) = channel();
    let source = path.to_owned();
    std::thread::spawn(move || {
        let bytes =
            if is_stdin(&source) { files::read_stdin(max) } else { files::read(&source, max) };
        // Nobody waits for it after a stop.
        drop(send.send(bytes));
    });
    loop {
        let stop = match end.map(|end| end.saturating_duration_since(Instant::now())) {
            _ if interrupt::is_set() => Stop::Interrupted,
            Some(Duration::ZERO) => Stop::Time,
            left => match bytes.recv_timeout(left.unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL)) {
                Ok(bytes) => return Ok(bytes),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(error) => return Err(Failure::file(path, error, "")),
            },
        };
        return Err(Failure::stopped(stop, format_args!("reading {}", path.display())));
    }
}

/// Returns the failure for a file that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let help = match error.kind() {
        ErrorKind::InvalidData => "save the file as UTF-8",
        ErrorKind::FileTooLarge => "check that this is the right file",
        _ => "give the path of a readable file, or - for standard input",
    };
    Failure::file(path, error, help)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Opens the output files of a command before its work starts, so that it does not fail at the end.
///
/// Rejects a file that is given twice or that the command reads.
pub fn outputs<'a, const N: usize>(
    read: impl IntoIterator<Item = &'a PathBuf>,
    written: [&'a Option<PathBuf>; N],
) -> Result<[Option<OutputFile>; N], Failure> {
    distinct(read, written.into_iter().flatten())?;
    let mut opened = [const { None }; N];
    for (file, path) in opened.iter_mut().zip(written) {
        *file = path.as_deref().map(output).transpose()?;
    }
    Ok(opened)
}

/// Rejects files that a command would write twice, or over a file that it reads.
pub fn distinct<'a>(
    read: impl IntoIterator<Item = &'a PathBuf>,
    written: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    let stdin = Path::new("/dev/stdin");
    let read = read.into_iter().map(|path| if is_stdin(path) { stdin } else { path });
    files::distinct(read, written.into_iter().map(PathBuf::as_path)).map_err(|path| {
        let message = format!("{}: already read or written by this command", path.display());
        Failure::usage(message, "give each result its own file")
    })
}

/// Opens an output file.
pub fn output(path: &Path) -> Result<OutputFile, Failure> {
    // From now on, a signal must not end the program before the unfinished file is removed.
    interrupt::flag();
    Ok(OutputFile::create(path)?)
}

/// Opens an output folder.
pub fn output_folder(path: &Path) -> Result<OutputFolder, Failure> {
    interrupt::flag();
    Ok(OutputFolder::create(path)?)
}
