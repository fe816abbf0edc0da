//! `heureka play` on the full screen, in a pseudo-terminal.

use crate::program::{Scratch, run, wait_until};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const CTRL_DOWN: &str = "\x1b[1;5B";
const CTRL_C: &str = "\x03";
const TAB: &str = "\t";
const ESC: &str = "\x1b";
const BACKSPACE: &str = "\x7f";
const F1: &str = "\x1bOP";

/// The program in a terminal.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// The modes of the terminal before the program starts.
    modes: String,
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, ..PtySize::default() }
}

fn nonzero(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("rows and columns")
}

impl Terminal {
    fn open(rows: u16, cols: u16, args: &[&str]) -> Self {
        let pair = native_pty_system().openpty(size(rows, cols)).expect("a pseudo-terminal");
        let modes = format!("{:?}", pair.master.get_termios().expect("modes"));
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_heureka"));
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env("HEUREKA_CACHE", "");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut output = pair.master.try_clone_reader().unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(nonzero(rows), nonzero(cols), 0)));
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(number @ 1..) = output.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..number]);
            }
        });
        Self { child, master: pair.master, keyboard, screen, modes }
    }

    fn modes_now(&self) -> String {
        format!("{:?}", self.master.get_termios().expect("modes"))
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen satisfies a condition.
    #[track_caller]
    fn wait_until(&mut self, what: &str, condition: impl Fn(&vt100::Screen) -> bool) -> &mut Self {
        let begun = Instant::now();
        while !condition(self.screen.lock().unwrap().screen()) {
            assert!(begun.elapsed() < Duration::from_secs(60), "no {what:?} in\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
        self
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    fn shows(&mut self, text: &str) -> &mut Self {
        self.wait_until(text, |screen| screen.contents().contains(text))
    }

    /// Waits until the screen no longer shows a text.
    #[track_caller]
    fn hides(&mut self, text: &str) -> &mut Self {
        self.wait_until(text, |screen| !screen.contents().contains(text))
    }

    fn press(&mut self, keys: &str) -> &mut Self {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
        self
    }

    fn resize(&self, rows: u16, cols: u16) {
        // The screen first, so that nothing is drawn for the old size afterwards.
        self.screen.lock().unwrap().screen_mut().set_size(nonzero(rows), nonzero(cols));
        self.master.resize(size(rows, cols)).unwrap();
    }

    /// Waits until the program has exited and restored the terminal.
    #[track_caller]
    fn exits(&mut self, code: u32) -> &mut Self {
        assert_eq!(self.child.wait().unwrap().exit_code(), code, "{}", self.text());
        self.wait_until("the main screen", |screen| !screen.alternate_screen())
    }
}

#[test]
fn arrows_move_tiles_and_backspace_undoes() {
    let mut game = Terminal::open(30, 80, &["play", "tiles", "1 2 3 4 5 6 0 7 8"]);
    game.shows("Bring the tiles into ascending order").shows("best possible 2");
    game.shows("│   │ 7 │ 8 │");
    game.press(LEFT).shows("1 move, cost 1; best possible 2").shows("│ 7 │   │ 8 │");
    game.press(BACKSPACE).shows("0 moves, cost 0").shows("│   │ 7 │ 8 │");
    game.press(UP).shows("illegal move 'up'");
    game.press("l\r").shows("│ 7 │   │ 8 │");
    game.press(LEFT).shows("solved in 2 moves, cost 2, the best possible");
    game.press(LEFT).shows("the puzzle is solved: undo or restart to play on");
    game.press(ESC).exits(0).shows("solved in 2 moves, cost 2, the best possible");
}

#[test]
fn a_digit_and_an_arrow_move_a_brick() {
    let mut game = Terminal::open(40, 80, &["play", "bricks"]);
    game.shows("moves: (8,down) (9,down) (10,right) (11,left)");
    game.press(DOWN).shows("type the number of a piece first");
    game.press("8").press(DOWN);
    game.shows("1 move, cost 1").shows("(8,up)");
    game.press("8 up\r").shows("2 moves, cost 2");
    game.press("10").press(RIGHT).shows("3 moves, cost 3");
    game.press("9u\r").shows("illegal move '9u'");
    game.press("quit\r").exits(0).shows("unsolved after 3 moves, cost 3");
}

#[test]
fn hints_and_help_are_shown() {
    let mut game = Terminal::open(24, 80, &["play", "hanoi", "3 2"]);
    game.shows("moves: 1>2 1>3").press(TAB);
    game.shows("remaining cost 3, proved optimal");
    game.press("12\r").shows("1 move, cost 1; best possible 3").hides("remaining cost 3");
    game.press("hint\r").shows("remaining cost 2, proved optimal");
    game.press(F1).shows("save FILE: write the moves played so far to a new file");
    game.press(" ").shows("1 move, cost 1");
    game.press("?").shows("undo: take back the last move").press(ESC).shows("1 move, cost 1");
    game.press(ESC).exits(0);
}

#[test]
fn games_are_saved_and_loaded() {
    let scratch = Scratch::new();
    let file = scratch.path("game.txt");
    let mut game = Terminal::open(24, 100, &["play", "hanoi", "3 2"]);
    game.press("12 13\r").shows("2 moves, cost 2");
    game.press(&format!("save {file}\r")).shows("wrote 2 moves to");
    game.press("23\r").shows("solved in 3 moves");
    game.press(&format!("load {file}\r")).shows("played 2 moves of").shows("2 moves, cost 2");
    game.press(&format!("save {file}/x\r")).shows("cannot write the result");
    game.press(ESC).exits(0);
    let mut game = Terminal::open(24, 100, &["play", "hanoi", "3 2", "--load", &file]);
    game.shows("2 moves, cost 2").press("2>3\r").shows("solved in 3 moves");
    game.press(&format!("save {file}\r")).shows("exists; to replace it, type save!");
    game.press(&format!("save! {file}\r")).shows("wrote 3 moves to").press(ESC).exits(0);
    run(&["check", "hanoi", "3 2", "--plan", &file]).exits(0).prints("3 moves, cost 3");
}

#[test]
fn narrow_and_low_terminals_show_the_game() {
    let mut game = Terminal::open(30, 100, &["play", "pacman"]);
    game.shows("Eat all pellets in the fewest steps");
    game.resize(24, 40);
    game.shows("pellets in the fewest steps.").shows("0 moves, cost 0");
    game.wait_until("lines of 40 columns", |screen| {
        screen.rows(0, 40).any(|row| row.starts_with("F1 help · Tab hint"))
    });
    game.press(LEFT).shows("1 move, cost 1");
    game.resize(8, 40);
    game.shows("too large to show: Ctrl-arrows scroll").shows(">").shows("1 move, cost 1");
    game.press(ESC).exits(0);
}

/// The last column and the last row were cleared after they had been written.
#[test]
fn full_lines_and_rows_are_whole() {
    let mut game = Terminal::open(24, 40, &["play", "bricks"]);
    game.shows("moves: (8,down) (9,down) (10,right)").shows("│10 │       │11 │");
    game.shows("F1 help · Tab hint · Esc quit · Backspac");
    game.press(F1).shows("or right into empty cells, but not turn.").shows("Space next page");
    game.press(" ").shows("Space or Esc back").press(ESC).shows("0 moves, cost 0");
    game.press("moves").press(ESC).exits(0);
}

#[test]
fn a_board_larger_than_the_screen_follows_the_moves() {
    let mut board = format!("%%%%%\n{}", "%   %\n".repeat(60));
    board.replace_range(13..14, "P");
    let end = board.len() - 4;
    board.replace_range(end..=end, ".");
    board += "%%%%%\n";
    let scratch = Scratch::new();
    let file = scratch.write("board", board);
    let mut game = Terminal::open(24, 60, &["play", "pacman", "--file", &file]);
    game.shows("too large to show: Ctrl-arrows scroll").shows("█P ");
    for _ in 0..10 {
        game.press(CTRL_DOWN);
    }
    game.hides("█P ");
    for _ in 0..20 {
        game.press(DOWN);
    }
    game.shows("20 moves, cost 20").shows("█P ");
    game.press(ESC).exits(0);
}

#[test]
fn ctrl_c_and_signals_restore_the_terminal() {
    for signal in [None, Some("-TERM"), Some("-HUP")] {
        let mut game = Terminal::open(24, 80, &["play", "tiles"]);
        game.wait_until("the full screen", vt100::Screen::alternate_screen).shows("moves:");
        if let Some(signal) = signal {
            let id = game.child.process_id().unwrap().to_string();
            let status = std::process::Command::new("kill").args([signal, &id]).status();
            assert!(status.unwrap().success());
        } else {
            assert_ne!(game.modes_now(), game.modes, "raw mode");
            game.press(CTRL_C);
        }
        game.exits(23).shows("unsolved after 0 moves");
        assert_eq!(game.modes_now(), game.modes);
    }
}

/// The program once waited for keys at full load after its terminal was closed.
#[test]
fn a_closed_terminal_ends_the_game() {
    let pair = native_pty_system().openpty(size(24, 80)).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_heureka"));
    command.args(["play", "hanoi"]);
    command.env("TERM", "xterm");
    command.env("HEUREKA_CACHE", "");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut output = pair.master.try_clone_reader().unwrap();
    let (mut text, mut bytes) = (vec![], [0; 4096]);
    while !String::from_utf8_lossy(&text).contains("Esc quit") {
        let number = output.read(&mut bytes).unwrap();
        text.extend_from_slice(&bytes[..number]);
    }
    drop((output, pair.master));
    wait_until(|| child.try_wait().unwrap().is_some());
}

/// A search that the user waits for ends with Esc; the game goes on.
#[test]
fn a_running_search_can_be_stopped() {
    let args = ["play", "tiles", "--level", "fifteen-hard", "-s", "bfs", "--patience", "10m"];
    let mut game = Terminal::open(40, 80, &args);
    game.shows("moves:");
    game.press("solve\r").shows("searching; Esc stops");
    game.press(ESC).shows("no plan found: interrupted");
    game.press(UP).shows("1 move, cost 1").press(ESC).exits(0);
}
