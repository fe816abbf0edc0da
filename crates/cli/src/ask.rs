//! Questions at the terminal, which Ctrl-C answers too.

use crate::formats::human::wrap;
use crate::interrupt;
use crate::quantity::{count, size};
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
    let Progress { stats, gauge } = progress;
    // Not locked: while we wait for an answer, Ctrl-C has to be able to say something.
    let mut stderr = anstream::stderr();
    let told = format!(
        "expanded {}, generated {}, duplicates {}, frontier {}, bound {}, memory {}",
        count(stats.expanded),
        count(stats.generated),
        count(stats.duplicates),
        count(gauge.frontier),
        stats.bound,
        size(gauge.bytes),
    );
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
