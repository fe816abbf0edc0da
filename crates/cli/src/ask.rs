//! Questions on the terminal that Ctrl-C can interrupt.

use crate::formats::human::wrap;
use crate::interrupt;
use crate::units::{count, size};
use heureka_core::limits::Progress;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The interval at which a question checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Asks on stderr whether to continue. End of input and Ctrl-C mean no.
pub fn wants_to_continue(progress: &Progress<'_>) -> bool {
    // Not locked: the Ctrl-C handler writes to stderr while this waits for an answer.
    let mut stderr = anstream::stderr();
    let _ = writeln!(stderr, "{}", wrap(status(progress).split(' '), 0));
    loop {
        let _ = write!(stderr, "continue? [y/n] ");
        let _ = stderr.flush();
        let Some(answer) = answer() else {
            if !interrupt::is_set() {
                let _ = writeln!(stderr);
            }
            return false;
        };
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" => return true,
            "n" | "no" => return false,
            _ => {}
        }
    }
}

/// Returns the counts of a running search in one line.
fn status(Progress { stats, gauge, .. }: &Progress<'_>) -> String {
    let mut parts = vec![format!("expanded {}", count(stats.expanded))];
    // Some searches count successors only at the end of a round. Until then they report fewer
    // generated than expanded nodes, which is not possible: every node but the start is generated.
    if stats.generated + 1 >= stats.expanded {
        parts.push(format!("generated {}", count(stats.generated)));
        parts.push(format!("duplicates {}", count(stats.duplicates)));
    }
    parts.push(format!("frontier {}", count(gauge.frontier)));
    parts.push(format!("bound {}", stats.bound));
    parts.push(format!("memory {}", size(gauge.bytes)));
    parts.join(", ")
}

/// Returns the next line of standard input, or `None` at its end or after Ctrl-C.
///
/// A blocking read cannot be interrupted, so a detached thread reads the lines.
pub fn answer() -> Option<String> {
    static LINES: OnceLock<Mutex<Receiver<String>>> = OnceLock::new();
    let lines = LINES.get_or_init(|| {
        let (send, lines) = channel();
        std::thread::spawn(move || {
            io::stdin().lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        Mutex::new(lines)
    });
    let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    while !interrupt::is_set() {
        match lines.recv_timeout(POLL_INTERVAL) {
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    None
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
            status(&Progress { stats: &stats, gauge, building: None })
        };
        assert_eq!(status(1000, 0), "expanded 1,000, frontier 7, bound 3, memory 1.0 KiB");
        assert!(status(1000, 2500).contains("generated 2,500, duplicates 0"));
    }
}
