//! Ctrl-C: once to stop and report, twice to quit at once.

use crate::exit::{Exit, advise};
use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static HANDLER: Once = Once::new();
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The flag that is raised by Ctrl-C, from now on.
pub fn flag() -> &'static AtomicBool {
    HANDLER.call_once(|| {
        // Where no handler can be set, Ctrl-C ends the program as it does by default.
        let _ = ctrlc::try_set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Exit::Interrupted as u8));
            }
            // Below the line of a question or of the progress, not beside it.
            if io::stderr().is_terminal() {
                let _ = writeln!(io::stderr());
            }
            advise("stopping; Ctrl-C again quits at once");
        });
    });
    &INTERRUPTED
}
