//! Runs the program and captures its output.

use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
#[cfg(target_os = "linux")]
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Returns the program with these arguments and empty input.
pub fn command(args: &[&str]) -> Command {
    // A background job ignores SIGINT, and children would inherit that. A handler, in contrast, is
    // reset to the default action in each child.
    #[cfg(target_os = "linux")]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| {
            let signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]);
            let mut signals = signals.expect("signals can be handled");
            std::thread::spawn(move || {
                signals.forever().next();
                std::process::exit(130);
            });
        });
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_heureka"));
    command.args(args).stdin(Stdio::null()).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    // No test may write into the user's folder.
    command.env("HEUREKA_CACHE", "");
    command
}

/// Starts the program with pipes for its input and output.
pub fn spawn(args: &[&str]) -> Child {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// The output and exit code of a run.
#[derive(Debug)]
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

impl Run {
    /// Waits until a program has exited.
    pub fn of(child: Child) -> Self {
        child.wait_with_output().expect("the program exits").into()
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// Asserts that stdout contains a text.
    #[track_caller]
    pub fn prints(&self, text: impl AsRef<str>) -> &Self {
        assert!(self.stdout.contains(text.as_ref()), "expected {:?}: {self:#?}", text.as_ref());
        self
    }

    /// Asserts that stdout begins with a text.
    #[track_caller]
    pub fn begins(&self, text: &str) -> &Self {
        assert!(self.stdout.starts_with(text), "expected {text:?}: {self:#?}");
        self
    }

    /// Asserts that stderr contains a text.
    #[track_caller]
    pub fn warns(&self, text: impl AsRef<str>) -> &Self {
        assert!(self.stderr.contains(text.as_ref()), "expected {:?}: {self:#?}", text.as_ref());
        self
    }

    /// Asserts that stdout ends with a text.
    #[track_caller]
    pub fn ends(&self, text: &str) -> &Self {
        assert!(self.stdout.ends_with(text), "expected {text:?}: {self:#?}");
        self
    }

    /// Returns the JSON object on the only line of stdout.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.stdout.lines().count(), 1, "{self:#?}");
        serde_json::from_str(&self.stdout).unwrap()
    }
}

/// Asserts the values of some fields of an object.
#[track_caller]
pub fn assert_fields(object: &Value, expected: &Value) {
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(object[name], *value, "{name} in {object:#}");
    }
}

/// Asserts that docs/json.md documents every field of the result of a command.
#[track_caller]
pub fn assert_documented(args: &[&str], result: &Value) {
    let sections = || include_str!("../../docs/json.md").split("\n## ");
    // A subcommand may have its own section.
    let section = [2, 1].into_iter().find_map(|words| {
        let title = format!("`heureka {}`\n", args.get(..words)?.join(" "));
        sections().find(|text| text.starts_with(&title))
    });
    let section = section.unwrap_or_else(|| panic!("no section for {args:?}"));
    for field in fields(result) {
        assert!(section.contains(&format!("`{field}`")), "{args:?}: {field} is not documented");
    }
}

/// Returns the fields of an object and of the objects in it, except for names that the puzzle chooses.
fn fields(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(values) => values.iter().flat_map(fields).collect(),
        Value::Object(object) => object
            .iter()
            .flat_map(|(name, value)| {
                let named = !["parameters", "options"].contains(&name.as_str());
                let inner = if named { fields(value) } else { vec![] };
                std::iter::once(name.as_str()).chain(inner)
            })
            .collect(),
        _ => vec![],
    }
}

/// Interrupts a process, as Ctrl-C does.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    signal(child, "INT");
}

/// Sends a signal to a process.
#[cfg(unix)]
pub fn signal(child: &Child, name: &str) {
    let (option, pid) = (format!("-{name}"), child.id().to_string());
    assert!(Command::new("kill").args([&option, &pid]).status().unwrap().success());
}

/// Reads a line and leaves the rest in the pipe.
pub fn read_line(from: impl Read) -> String {
    let mut line = String::new();
    BufReader::with_capacity(1, from).read_line(&mut line).unwrap();
    line
}

/// Waits until a condition holds, for minutes if the machine is busy.
pub fn wait_until(mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(300);
    while !holds() {
        assert!(Instant::now() < deadline, "nothing happens");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs the program to its end.
pub fn run(args: &[&str]) -> Run {
    command(args).output().expect("the program starts").into()
}

/// Runs a command that must succeed, and returns its JSON object.
#[track_caller]
pub fn object(args: &[&str]) -> Value {
    run(&[args, &["--json"]].concat()).exits(0).json()
}

/// Runs the program to its end with this input.
pub fn run_with_input(args: &[&str], input: &str) -> Run {
    let mut child = spawn(args);
    // The program may exit before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    Run::of(child)
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

    /// Runs the program in the directory.
    pub fn run(&self, args: &[&str]) -> Run {
        command(args).current_dir(&self.0).output().expect("the program starts").into()
    }

    /// Reads a file.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect(name)
    }

    /// Returns the names of the files in a folder of the directory.
    pub fn files(&self, folder: &str) -> BTreeSet<String> {
        let entries = std::fs::read_dir(self.0.join(folder)).expect(folder);
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
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
