//! Runs the program and captures its output.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

/// Returns the program with these arguments and empty input.
pub fn command(args: &[&str]) -> Command {
    // A background job ignores SIGINT, and children would inherit that. A handler, in contrast, is
    // reset to the default action in each child.
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| ctrlc::set_handler(|| std::process::exit(130)).expect("no other handler"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_heureka"));
    command.args(args).stdin(Stdio::null()).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

/// Starts the program with pipes for its input and output.
pub fn spawn(args: &[&str]) -> Child {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// The output and exit code of a run.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("the program exits by itself"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

/// Runs the program to its end.
pub fn run(args: &[&str]) -> Run {
    command(args).output().expect("the program starts").into()
}

/// Runs the program to its end with this input.
pub fn run_with_input(args: &[&str], input: &str) -> Run {
    let mut child = spawn(args);
    // The program may exit before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program exits").into()
}

/// A temporary directory, removed on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("heureka-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the directory can be created");
        Self(path)
    }

    /// Returns the path of a file in the directory.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.join(name), content).expect("the file can be written");
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
