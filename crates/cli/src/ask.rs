//! Questions on the terminal that Ctrl-C can interrupt.

use crate::exit::{Exit, Failure, advise};
use crate::files::MAX_LINE;
use crate::formats::human::wrap;
use crate::interrupt::{self, POLL_INTERVAL};
use crate::units::{count, size};
use heureka_core::limits::Progress;
use heureka_lab::files::decode;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
#[cfg(unix)]
use std::{
    fs::File,
    io::{BufReader, Seek, SeekFrom},
    os::fd::AsFd,
};

/// Asks on stderr whether to continue, after the counts of the search. End of input, an unreadable
/// answer and Ctrl-C mean no.
pub fn wants_to_continue(counts: &str) -> bool {
    // Not locked: the Ctrl-C handler writes to stderr while this waits for an answer.
    let mut stderr = anstream::stderr();
    let _ = writeln!(stderr, "{counts}");
    loop {
        let _ = write!(stderr, "continue? [y/n] ");
        let _ = stderr.flush();
        let answer = match answer() {
            Ok(Some(answer)) => answer,
            Ok(None) => {
                let _ = writeln!(stderr);
                return false;
            }
            Err(failure) => {
                failure.print();
                return false;
            }
        };
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" => return true,
            "n" | "no" => return false,
            _ => advise("answer y (yes) or n (no)"),
        }
    }
}

/// Returns the counts of a running search, wrapped.
pub fn status(Progress { stats, gauge, .. }: &Progress<'_>) -> String {
    let mut parts: Vec<_> =
        stats.best_plan.map(|cost| format!("plan {}", count(cost))).into_iter().collect();
    let proved = stats.best_plan.and(stats.lower_bound);
    parts.extend(proved.map(|cost| format!("at least {}", count(cost))));
    parts.push(format!("expanded {}", count(stats.expanded)));
    // Some searches count successors only at the end of a round. Until then they report fewer
    // generated than expanded nodes, which is not possible: every node but the start is generated.
    if stats.generated + 1 >= stats.expanded {
        parts.push(format!("generated {}", count(stats.generated)));
        parts.push(format!("duplicates {}", count(stats.duplicates)));
    }
    parts.push(format!("frontier {}", count(gauge.frontier)));
    parts.push(format!("bound {}", stats.bound));
    parts.push(format!("memory {}", size(gauge.bytes)));
    wrap(parts.join(", ").split(' '), 0)
}

/// A line of standard input, without its end; `None` at the end of the input.
type Line = io::Result<Option<String>>;

/// Returns the next line of standard input, or `None` at its end.
///
/// Fails if Ctrl-C interrupts the question, or if the line cannot be read. A blocking read cannot be
/// interrupted, so a detached thread reads. It reads a line only when one is asked for, and no further.
pub fn answer() -> Result<Option<String>, Failure> {
    static READER: OnceLock<Mutex<(Sender<()>, Receiver<Line>)>> = OnceLock::new();
    let reader = READER.get_or_init(|| {
        let (ask, asked) = channel::<()>();
        let (send, lines) = channel();
        std::thread::spawn(move || asked.iter().try_for_each(|()| send.send(read_line())));
        Mutex::new((ask, lines))
    });
    let (ask, lines) = &*reader.lock().unwrap_or_else(PoisonError::into_inner);
    // The thread never ends by itself.
    let _ = ask.send(());
    while !interrupt::is_set() {
        match lines.recv_timeout(POLL_INTERVAL) {
            Ok(line) => {
                return line.map_err(|error| {
                    Failure::input(format!("standard input: {error}"), "answer with a line of text")
                });
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    Err(Failure::new(Exit::Interrupted, "", ""))
}

fn read_line() -> Line {
    let mut line = read_bytes()?;
    if line.len() as u64 > MAX_LINE {
        let what = format!("a line is longer than {}", size(MAX_LINE));
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    if line.is_empty() {
        return Ok(None);
    }
    let end = line.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |last| last + 1);
    line.truncate(end);
    decode(line).map(Some)
}

/// Reads a line and not one byte more: what follows it may be for another program.
///
/// A buffer of one byte reads no further. A file is read in blocks, and its position set back.
#[cfg(unix)]
fn read_bytes() -> io::Result<Vec<u8>> {
    const BLOCK: usize = 1 << 13;
    let mut stdin = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let start = stdin.stream_position().ok();
    let mut reader = BufReader::with_capacity(start.map_or(1, |_| BLOCK), &stdin);
    let mut line = vec![];
    reader.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
    if let Some(start) = start {
        stdin.seek(SeekFrom::Start(start + line.len() as u64))?;
    }
    Ok(line)
}

/// Reads a line, and what a buffer holds after it.
#[cfg(not(unix))]
fn read_bytes() -> io::Result<Vec<u8>> {
    let mut line = vec![];
    io::stdin().lock().take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_core::Stats;
    use heureka_core::limits::Gauge;

    #[test]
    fn status_omits_successors_that_are_not_counted_yet() {
        let gauge = Gauge { frontier: 7, bytes: 1024, bytes_after_growth: 1024 };
        let status = |expanded, generated| {
            let stats = Stats { expanded, generated, bound: 3, ..Stats::default() };
            status(&Progress { stats: &stats, gauge, building: None, note: None })
        };
        assert_eq!(status(1000, 0), "expanded 1,000, frontier 7, bound 3, memory 1.0 KiB");
        assert!(status(1000, 2500).contains("generated 2,500, duplicates 0"));
    }
}
