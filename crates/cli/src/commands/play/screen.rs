//! Playing on the full screen of a terminal, with arrow keys.

use super::frame::{Scene, Viewport, page, wrapped};
use super::session::{Paragraph, Reply, Session};
use crate::exit::{Exit, Failure};
use crate::formats::human::{CAREFUL, FAINT, GOOD};
use crate::interrupt::{self, POLL_INTERVAL};
use crate::terminal::FullScreen;
use anstyle::Style;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use heureka_kit::board::Direction;
use heureka_kit::puzzle::Info;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, channel};

/// The most lines of an answer that is shown below the board; a longer one has pages of its own.
const MAX_ANSWER: usize = 8;
/// The rows and columns by which a large board is scrolled.
const SCROLL: (isize, isize) = (4, 8);

/// The keys that are pressed, also while a search runs.
pub struct Keys {
    events: Receiver<io::Result<Event>>,
    /// Events that came while a search ran.
    waiting: RefCell<VecDeque<Event>>,
}

impl Keys {
    /// Listens from now on. A detached thread reads: reading never ends once the terminal is closed.
    pub fn listen() -> Self {
        let (send, events) = channel();
        std::thread::spawn(move || while send.send(event::read()).is_ok() {});
        Self { events, waiting: RefCell::default() }
    }

    /// Returns the next event, if there is one soon.
    fn next(&self) -> Result<Option<Event>, Failure> {
        if let Some(event) = self.waiting.borrow_mut().pop_front() {
            return Ok(Some(event));
        }
        let event = self.events.recv_timeout(POLL_INTERVAL).ok().transpose().map_err(|error| {
            Failure::input(format!("cannot read keys: {error}"), "play in another terminal")
        })?;
        if interrupt::is_set() || event.is_none() && !io::stdin().is_terminal() {
            return Err(Failure::new(Exit::Interrupted, "", ""));
        }
        Ok(event)
    }

    /// Returns whether Esc or Ctrl-C wants a running search to stop. Other keys wait.
    pub fn request_stop(&self) -> bool {
        self.events.try_iter().flatten().any(|event| match event {
            Event::Key(key) if key.code == KeyCode::Esc || is_ctrl_c(key) => true,
            event => {
                self.waiting.borrow_mut().push_back(event);
                false
            }
        })
    }
}

fn is_ctrl_c(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// Plays until the user quits.
pub fn play(
    session: &mut Session<'_>,
    keys: &Keys,
    info: &Info,
    intro: Vec<Paragraph>,
) -> Result<(), Failure> {
    let mut screen = Screen {
        terminal: FullScreen::open()?,
        title: info.title,
        message: [vec![(Style::new(), info.rules.to_owned())], intro].concat(),
        input: String::new(),
        page: None,
        viewport: Viewport::default(),
        is_resized: false,
    };
    loop {
        screen.draw(session)?;
        match keys.next()? {
            Some(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                if is_ctrl_c(key) {
                    return Err(Failure::new(Exit::Interrupted, "", ""));
                }
                if screen.press(session, key)? {
                    return Ok(());
                }
            }
            Some(Event::Resize(..)) => screen.is_resized = true,
            _ => {}
        }
    }
}

/// The state of the screen.
struct Screen {
    terminal: FullScreen,
    title: &'static str,
    message: Vec<Paragraph>,
    /// What is typed so far.
    input: String,
    /// A text that covers the screen, and its first line in view.
    page: Option<(Vec<Paragraph>, usize)>,
    viewport: Viewport,
    is_resized: bool,
}

impl Screen {
    fn draw(&mut self, session: &Session<'_>) -> Result<(), Failure> {
        let size = FullScreen::size();
        let (lines, cursor) = if let Some((text, top)) = &self.page {
            let (lines, _) = page(text, *top, size);
            let cursor = (0, lines.len().saturating_sub(1));
            (lines, cursor)
        } else {
            let mut message = self.message.clone();
            if session.game.is_solved() {
                message.insert(0, (GOOD, format!("solved {}", session.summary())));
                let next = "Backspace undoes, `restart` starts again, Esc quits";
                message.insert(1, (FAINT, next.to_owned()));
            }
            let scene = Scene {
                title: self.title,
                board: &session.game.board(),
                status: session.status(),
                moves: session.legal_moves(),
                message: &message,
                input: &self.input,
            };
            scene.lines(size, &mut self.viewport)
        };
        let is_resized = std::mem::take(&mut self.is_resized);
        Ok(self.terminal.show(&lines, cursor, is_resized)?)
    }

    /// Obeys a key; returns whether the game is over.
    fn press(&mut self, session: &mut Session<'_>, key: KeyEvent) -> Result<bool, Failure> {
        if let Some((text, top)) = self.page.take() {
            let size = FullScreen::size();
            let (shown, has_more) = page(&text, top, size);
            if has_more && key.code != KeyCode::Esc {
                self.page = Some((text, top + shown.len() - 1));
            }
            return Ok(false);
        }
        let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
        let is_control = key.modifiers == KeyModifiers::CONTROL;
        match key.code {
            KeyCode::Esc => return Ok(true),
            KeyCode::F(1) => return self.enter(session, ":help"),
            KeyCode::Tab => return self.enter(session, ":hint"),
            // Enter, typed before the screen was open, is a line feed.
            KeyCode::Enter | KeyCode::Char('j') if key.code == KeyCode::Enter || is_control => {
                let line = std::mem::take(&mut self.input);
                return self.enter(session, &line);
            }
            KeyCode::Backspace if self.input.pop().is_none() => {
                return self.enter(session, ":undo");
            }
            KeyCode::Char('?') if self.input.is_empty() => return self.enter(session, "?"),
            KeyCode::Char(c) if is_plain => self.input.push(c),
            KeyCode::Up => return self.arrow(session, Direction::Up, is_plain),
            KeyCode::Down => return self.arrow(session, Direction::Down, is_plain),
            KeyCode::Left => return self.arrow(session, Direction::Left, is_plain),
            KeyCode::Right => return self.arrow(session, Direction::Right, is_plain),
            _ => {}
        }
        Ok(false)
    }

    /// Plays in a direction, with the typed piece if there is one; or scrolls, if a key such as Ctrl is
    /// held.
    fn arrow(
        &mut self,
        session: &mut Session<'_>,
        direction: Direction,
        is_plain: bool,
    ) -> Result<bool, Failure> {
        if !is_plain {
            let (rows, columns) = SCROLL;
            match direction {
                Direction::Up => self.viewport.scroll(-rows, 0),
                Direction::Down => self.viewport.scroll(rows, 0),
                Direction::Left => self.viewport.scroll(0, -columns),
                Direction::Right => self.viewport.scroll(0, columns),
            }
            return Ok(false);
        }
        let name = direction.name();
        let needs_piece = |word: &String| word.contains(name) && word != name;
        if self.input.is_empty() && session.game.moves().iter().any(needs_piece) {
            let text = format!("type the number of a piece first, then the arrow for {name}");
            self.message = vec![(CAREFUL, text)];
            return Ok(false);
        }
        let line = format!("{} {name}", std::mem::take(&mut self.input));
        self.enter(session, &line)
    }

    /// Obeys a line; returns whether the game is over.
    fn enter(&mut self, session: &mut Session<'_>, line: &str) -> Result<bool, Failure> {
        self.message = vec![(FAINT, "searching; Esc stops".to_owned())];
        if ["hint", "solve"].contains(&line.trim_start_matches(':')) {
            self.draw(session)?;
        }
        let before = session.game.board();
        let Reply { quits, text, .. } = session.enter(line)?;
        self.viewport.follow(&before, &session.game.board());
        self.message = vec![];
        if wrapped(&text, FullScreen::size().0).len() > MAX_ANSWER {
            self.page = Some((text, 0));
        } else {
            self.message = text;
        }
        Ok(quits)
    }
}
