//! Questions at the terminal, which Ctrl-C answers too.

use crate::formats::human::wrap;
use crate::interrupt;
use crate::units::{count, size};
use heureka_core::Progress;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How often to look whether Ctrl-C was pressed.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Asks on stderr whether to go on; the end of the input is a no, and so is an interruption.
pub fn goes_on(progress: &Progress<'_>) -> bool {
    // Not locked: while we wait for an answer, Ctrl-C has to be able to say something.
    let mut stderr = anstream::stderr();
    let told = told(progress);
    let _ = writeln!(stderr, "{}", wrap(told.split(' '), 0));
    loop {
        let _ = write!(stderr, "continue? [y/n] ");
        let _ = stderr.flush();
        let Some(answer) = answer() else {
            if !interrupt::flag().load(Ordering::Relaxed) {
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

/// How far the search has come.
fn told(Progress { stats, gauge }: &Progress<'_>) -> String {
    // Every node but the first was generated before it was expanded. Searches that count successors
    // only at the end of a round do not know better yet, and say nothing of them.
    let known = stats.generated + 1 >= stats.expanded;
    let successors = [("generated", stats.generated), ("duplicates", stats.duplicates)];
    let successors = successors.into_iter().filter(|_| known);
    let mut parts = vec![format!("expanded {}", count(stats.expanded))];
    parts.extend(successors.map(|(name, number)| format!("{name} {}", count(number))));
    parts.push(format!("frontier {}", count(gauge.frontier)));
    parts.push(format!("bound {}", stats.bound));
    parts.push(format!("memory {}", size(gauge.bytes)));
    parts.join(", ")
}

/// The next line of the input; nothing at its end or after an interruption.
///
/// Reading cannot be broken off, so a thread of its own does it and is left behind in the end.
pub fn answer() -> Option<String> {
    static LINES: OnceLock<Mutex<Receiver<String>>> = OnceLock::new();
    let lines = LINES.get_or_init(|| {
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in io::stdin().lines() {
                let Ok(line) = line else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Mutex::new(lines)
    });
    let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    while !interrupt::flag().load(Ordering::Relaxed) {
        match lines.recv_timeout(LOOK_EVERY) {
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
    use heureka_core::{Gauge, Stats};

    #[test]
    fn what_is_not_counted_yet_is_not_told() {
        let gauge = Gauge { frontier: 7, bytes: 1024, bytes_after_growth: 1024 };
        let tell = |expanded, generated| {
            let stats = Stats { expanded, generated, bound: 3, ..Stats::default() };
            told(&Progress { stats: &stats, gauge })
        };
        let late = tell(1000, 0);
        assert_eq!(late, "expanded 1,000, frontier 7, bound 3, memory 1.0 KiB");
        assert!(tell(1000, 2500).contains("generated 2,500, duplicates 0"));
    }
}
