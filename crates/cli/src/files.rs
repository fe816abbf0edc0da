//! The files of a command: inputs up to the size that fits their format, and outputs that are opened
//! before the work starts.

use crate::exit::{Failure, advise};
use crate::interrupt::{self, POLL_INTERVAL};
use clap::ArgMatches;
use heureka_core::Stop;
pub use heureka_lab::files::MAX_INSTANCE;
use heureka_lab::files::{self, OutputFile, OutputFolder};
use heureka_lab::flags;
use std::borrow::Cow;
#[cfg(unix)]
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The path that stands for standard input or standard output.
pub const DASH: &str = "-";
/// The largest plan. It can have millions of moves.
pub const MAX_PLAN: u64 = 256 << 20;
/// The largest study.
pub const MAX_STUDY: u64 = 16 << 20;
/// The largest file of the search shell, number maze and brick board.
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
    let bytes = read_bytes(path, "", max, end)?.map_err(|error| unreadable(path, &error))?;
    files::decode(bytes).map_err(|error| unreadable(path, &error))
}

/// Returns the text that is piped to standard input or redirected from a file, until a deadline; `None`
/// if it is neither, such as a terminal or `/dev/null`.
pub fn read_pipe(max: u64, end: Option<Instant>) -> Result<Option<String>, Failure> {
    if !is_piped() {
        return Ok(None);
    }
    let (send, read) = channel();
    std::thread::spawn(move || {
        // Some programs start others with a pipe that stays open and empty.
        if read.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            advise(
                "waiting for an instance on standard input; name one, or add `< /dev/null` for the \
                 built-in one",
            );
        }
    });
    let text = read_until(Path::new(DASH), max, end)?;
    // The thread may have ended.
    let _ = send.send(());
    Ok(Some(text))
}

/// After this time, a note says that the program waits for standard input.
const PATIENCE: Duration = Duration::from_secs(1);

/// Returns whether standard input is a pipe or a regular file.
#[cfg(unix)]
fn is_piped() -> bool {
    use std::os::{fd::AsFd, unix::fs::FileTypeExt};
    let stdin = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    let kind = stdin.and_then(|stdin| Ok(stdin.metadata()?.file_type()));
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_file())
}

/// Returns whether standard input is not a terminal.
#[cfg(not(unix))]
fn is_piped() -> bool {
    use std::io::IsTerminal;
    !io::stdin().is_terminal()
}

/// Reads a file of at most `max` bytes that begins with `first`; `-` is standard input.
///
/// Fails if the deadline or a signal comes first. The inner result is that of the file, as
/// [`files::read`] returns it.
pub fn read_bytes(
    path: &Path,
    first: &'static str,
    max: u64,
    end: Option<Instant>,
) -> Result<io::Result<Vec<u8>>, Failure> {
    if !is_stdin(path) && path.metadata().is_ok_and(|file| file.is_file()) {
        return Ok(files::read(path, first, max));
    }
    // Nothing can interrupt a read of a pipe or a terminal, so a detached thread reads.
    let (send, bytes) = channel();
    let source = path.to_owned();
    std::thread::spawn(move || {
        let bytes = if is_stdin(&source) {
            files::read_stdin(first, max)
        } else {
            files::read(&source, first, max)
        };
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
        return Err(Failure::stopped(stop, format_args!("reading {}", display_name(path))));
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

/// Returns whether a path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(DASH)
}

/// Returns a path as messages name it.
pub fn display_name(path: &Path) -> Cow<'_, str> {
    if is_stdin(path) { "standard input".into() } else { path.to_string_lossy() }
}

/// Returns whether a path is of something to read: a file, a pipe or a device.
pub fn is_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_dir())
}

/// Returns whether a path stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new(DASH)
}

/// Returns the path of an output as messages name it.
pub fn output_name(path: &Path) -> Cow<'_, str> {
    if is_stdout(path) { "standard output".into() } else { path.to_string_lossy() }
}

/// The arguments that name an output file.
pub const OUTPUTS: [&str; 6] = ["trace", "svg", "html", "csv", "markdown", "out"];

/// Returns whether one of the output files is standard output, which then carries nothing else.
///
/// Rejects a second such file, and the result as JSON.
pub fn is_stdout_taken(matches: &ArgMatches) -> Result<bool, Failure> {
    let mut matches = matches;
    while let Some((_, command)) = matches.subcommand() {
        matches = command;
    }
    let path = |id: &str| matches.try_get_one::<PathBuf>(id).ok().flatten();
    let taken = OUTPUTS.iter().filter(|id| path(id).is_some_and(|path| is_stdout(path)));
    let mut flags: Vec<_> = taken.map(|id| format!("--{id} -")).collect();
    if matches.try_get_one::<bool>(flags::JSON).is_ok_and(|json| json == Some(&true)) {
        flags.push("--json".to_owned());
    }
    match &flags[..] {
        [first, second, ..] if first != "--json" => {
            let what = format!("{first} and {second} both write to standard output");
            let first = first.trim_end_matches(" -");
            Err(Failure::usage(what, format!("give a file to one of them, such as {first} FILE")))
        }
        [only] => Ok(only != "--json"),
        _ => Ok(false),
    }
}

/// Opens the output files of a command before its work starts, so that it does not fail at the end.
/// `-` is standard output.
///
/// Rejects a file that is given twice or that the command reads.
pub fn outputs<'a, const N: usize>(
    read: impl IntoIterator<Item = &'a PathBuf>,
    written: [&'a Option<PathBuf>; N],
) -> Result<[Option<OutputFile>; N], Failure> {
    distinct(read, written.into_iter().flatten())?;
    let mut opened = [const { None }; N];
    for (file, path) in opened.iter_mut().zip(written) {
        *file = match path.as_deref() {
            Some(path) if is_stdout(path) => Some(OutputFile::stdout()?),
            path => path.map(output).transpose()?,
        };
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
    reject_stdout(path, "a file")?;
    // From now on, a signal must not end the program before the unfinished file is removed.
    interrupt::flag();
    Ok(OutputFile::create(path)?)
}

fn reject_stdout(path: &Path, needed: &str) -> Result<(), Failure> {
    if is_stdout(path) {
        let what = format!("'-', standard output, cannot be used in place of {needed}");
        return Err(Failure::usage(what, format!("give the path of {needed}")));
    }
    Ok(())
}

/// Opens an output folder.
pub fn output_folder(path: &Path) -> Result<OutputFolder, Failure> {
    reject_stdout(path, "a folder")?;
    interrupt::flag();
    Ok(OutputFolder::create(path)?)
}
