//! Runs the program with a fault: `shim.c` stands between it and the system.

use crate::program::Scratch;
use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Error numbers of Linux.
pub const EINTR: i32 = 4;
pub const EIO: i32 = 5;
pub const ENOSPC: i32 = 28;
pub const EDQUOT: i32 = 122;
/// Not an error: half of the bytes are moved.
pub const SHORT: i32 = 0;
/// From the first one on, every call fails.
pub const FOREVER: u32 = 1_000_000_000;

/// Calls that fail, by their kind and number.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The kind of call, a name of `shim.c`.
    pub call: &'static str,
    /// The first call that fails, from 1.
    pub nth: u64,
    /// The number of calls that fail.
    pub times: u32,
    pub error: i32,
    /// The seconds by which the clock jumps.
    pub jump: i64,
}

impl Fault {
    pub fn new(call: &'static str, nth: u64, times: u32, error: i32) -> Self {
        Self { call, nth, times, error, jump: 0 }
    }

    /// Returns whether the program has to repeat the call, rather than fail.
    pub fn is_gentle(&self) -> bool {
        [EINTR, SHORT].contains(&self.error) && self.jump == 0
    }

    /// Lets a command meet this fault at files in the folder.
    pub fn inject(&self, command: &mut Command, scratch: &Scratch) {
        preload(command, scratch);
        command.env("FAULT_CALL", self.call).env("FAULT_NTH", self.nth.to_string());
        command.env("FAULT_TIMES", self.times.to_string());
        command.env("FAULT_ERROR", self.error.to_string());
        command.env("FAULT_JUMP", self.jump.to_string());
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { call, nth, times, error, jump } = self;
        write!(f, "{call} number {nth} ({times} times): error {error}, jump {jump}")
    }
}

fn preload(command: &mut Command, scratch: &Scratch) {
    let folder = Path::new(&scratch.path("")).canonicalize().unwrap();
    command.env("LD_PRELOAD", shim()).env("FAULT_FOLDER", folder);
}

/// Returns the shim, compiled once.
fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/faults/shim.c");
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]);
        let status = cc.arg(&library).arg(source).status().expect("a C compiler `cc` is installed");
        assert!(status.success(), "shim.c compiles");
        library
    })
}

/// Runs a command without faults, and returns how often it makes calls of each kind.
pub fn count_calls(command: &mut Command, scratch: &Scratch) -> HashMap<String, u64> {
    let counts = Scratch::new();
    preload(command, scratch);
    run_to_end(command.env("FAULT_COUNTS", counts.path("counts")));
    let text = counts.read("counts");
    let counts = text.lines().map(|line| line.split_once(' ').unwrap());
    counts.map(|(kind, number)| (kind.to_owned(), number.parse().unwrap())).collect()
}

/// Returns all numbers up to `count`; if they are more than `most`, the first ones, the last one and
/// some in between.
pub fn spread(count: u64, most: u64) -> Vec<u64> {
    let first = most / 2;
    let rest = most - first;
    match count {
        _ if count <= most => (1..=count).collect(),
        _ => (1..=first).chain((1..=rest).map(|i| first + (count - first) * i / rest)).collect(),
    }
}

/// The end of a run, by itself or by a signal.
#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    #[track_caller]
    pub fn exits(&self, code: i32) -> &Self {
        assert_eq!(self.status.code(), Some(code), "{self:#?}");
        self
    }
}

/// Runs a command to its end, which must come within a minute.
#[track_caller]
pub fn run_to_end(command: &mut Command) -> Ended {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let stdout = drain(child.stdout.take().unwrap());
    let stderr = drain(child.stderr.take().unwrap());
    let status = wait(&mut child, Duration::from_secs(60));
    let text = |thread: std::thread::JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&thread.join().unwrap()).into_owned()
    };
    let (stdout, stderr) = (text(stdout), text(stderr));
    let Some(status) = status else { panic!("{command:?} hangs:\n{stdout}\n{stderr}") };
    Ended { status, stdout, stderr }
}

fn drain(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = vec![];
        pipe.read_to_end(&mut bytes).unwrap();
        bytes
    })
}

/// Waits until a process ends, and kills it after the given time; then returns `None`.
pub fn wait(child: &mut Child, most: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + most;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    // It may have ended in the meantime.
    let _ = child.kill();
    let status = child.wait().unwrap();
    status.code().map(|_| status)
}
