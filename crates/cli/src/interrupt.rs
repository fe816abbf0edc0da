//! Ctrl-C: once to stop and report, twice to quit immediately.

use crate::exit::{Exit, advise};
use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static HANDLER: Once = Once::new();
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns whether the user interrupted the program.
pub fn is_set() -> bool {
    flag().load(Ordering::Relaxed)
}

/// Installs the Ctrl-C handler and returns the flag that it sets.
pub fn flag() -> &'static AtomicBool {
    HANDLER.call_once(|| {
        // This fails if the parent process ignores SIGINT, as for a background job: keep ignoring
        // it.
        let _ = ctrlc::try_set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Exit::Interrupted as u8));
            }
            // A question or the progress may occupy the current line.
            if io::stderr().is_terminal() {
                let _ = writeln!(io::stderr());
            }
            advise("stopping; press Ctrl-C again to quit immediately");
        });
    });
    &INTERRUPTED
}
