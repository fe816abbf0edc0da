//! The full screen of a terminal. However the program ends, the terminal is restored.

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::terminal::{
    Clear, ClearType, DisableLineWrap, EnableLineWrap, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_OPEN: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

/// Returns whether a person sits at a terminal that can draw.
pub fn is_available() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !is_dumb
        && io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && io::stderr().is_terminal()
}

/// The full screen; dropped, it restores the terminal.
pub struct FullScreen {
    has_colors: bool,
    shown: Vec<u8>,
}

impl FullScreen {
    /// Switches to the full screen, where every key is read as it is pressed.
    pub fn open() -> io::Result<Self> {
        // A panic's message would vanish with the screen.
        HOOK.call_once(|| {
            let print = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                restore();
                print(panic);
            }));
        });
        IS_OPEN.store(true, Ordering::SeqCst);
        let has_colors =
            anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
        let screen = Self { has_colors, shown: vec![] };
        enable_raw_mode()?;
        execute!(io::stderr(), EnterAlternateScreen, DisableLineWrap)?;
        Ok(screen)
    }

    /// Returns the columns and rows.
    pub fn size() -> (usize, usize) {
        let (columns, rows) = size().unwrap_or((80, 24));
        (columns.into(), rows.into())
    }

    /// Shows lines and the cursor, unless they are shown already. After a resize, everything is drawn
    /// again.
    pub fn show(
        &mut self,
        lines: &[String],
        (column, row): (usize, usize),
        is_resized: bool,
    ) -> io::Result<()> {
        let mut bytes = vec![];
        queue!(bytes, Hide)?;
        for (row, line) in lines.iter().enumerate() {
            // First, since it would also clear the last column, where a full line leaves the cursor.
            queue!(bytes, MoveTo(0, row as u16), Clear(ClearType::CurrentLine))?;
            if self.has_colors {
                write!(bytes, "{line}")?;
            } else {
                write!(bytes, "{}", anstream::adapter::strip_str(line))?;
            }
        }
        if lines.len() < Self::size().1 {
            queue!(bytes, MoveTo(0, lines.len() as u16), Clear(ClearType::FromCursorDown))?;
        }
        queue!(bytes, MoveTo(column as u16, row as u16), Show)?;
        if is_resized {
            execute!(io::stderr(), Clear(ClearType::All))?;
        } else if bytes == self.shown {
            return Ok(());
        }
        io::stderr().write_all(&bytes)?;
        self.shown = bytes;
        Ok(())
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the full screen, if it is open.
///
/// It writes to stderr, which any thread can lock: the main thread holds stdout.
pub fn restore() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        // A terminal that is gone cannot be restored.
        let _ = execute!(io::stderr(), EnableLineWrap, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}
