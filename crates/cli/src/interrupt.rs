//! Ctrl-C and the signals that end a process: once to stop and report, twice to quit immediately.

use crate::exit::{Exit, advise};
use crate::terminal;
use heureka_lab::files::remove_unfinished;
use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The interval at which whatever waits looks for an interruption.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

static HANDLER: Once = Once::new();
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns whether the user or the system interrupted the program.
pub fn is_set() -> bool {
    flag().load(Ordering::Relaxed)
}

/// Handles Ctrl-C, SIGTERM and SIGHUP from now on, and returns the flag that they set.
pub fn flag() -> &'static AtomicBool {
    HANDLER.call_once(handle_signals);
    &INTERRUPTED
}

fn stop() {
    if INTERRUPTED.swap(true, Ordering::Relaxed) {
        remove_unfinished();
        terminal::restore();
        std::process::exit(Exit::Interrupted.code());
    }
    // A question or the progress may occupy the current line.
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr());
    }
    advise("stopping; press Ctrl-C again to quit immediately");
}

/// Handles each signal unless the parent process ignores it, as a shell does for a background job
/// and `nohup` for SIGHUP: such a signal stays ignored.
#[cfg(target_os = "linux")]
fn handle_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let mut handled = vec![SIGINT, SIGTERM, SIGHUP];
    handled.retain(|signal| ignored >> (signal - 1) & 1 == 0);
    // A file that grows beyond the limit of its size: with a handler, writing fails, and the program
    // reports that.
    handled.push(SIGXFSZ);
    // Without a handler, signals end the program as usual.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(handled) else { return };
    std::thread::spawn(move || {
        signals.forever().filter(|&signal| signal != SIGXFSZ).for_each(|_| stop());
    });
}

#[cfg(not(target_os = "linux"))]
fn handle_signals() {
    // Fails if the parent process ignores one of the signals.
    let _ = ctrlc::try_set_handler(stop);
}
