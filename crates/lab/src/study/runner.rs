//! Making runs: each in a process of its own, several at a time, so that one that crashes, hangs or
//! takes all memory is a record and no more.

use super::planned::{Caps, Planned};
use super::record::{By, Exited, Record};
use super::{Database, LabError};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a process prints beyond this is not kept.
const MOST_OUTPUT: u64 = 1 << 30;
/// So much of the end of what it says on stderr is kept.
const MOST_TOLD: usize = 4096;
/// How often a process is looked at, at first and at last.
const SOONEST: Duration = Duration::from_micros(300);
const LATEST: Duration = Duration::from_millis(10);
/// What a dead process has printed is read within this time; another may hold its end of the pipe.
const REST: Duration = Duration::from_secs(2);

/// Makes runs.
#[derive(Debug)]
pub struct Runner<'a> {
    /// The program to run.
    pub program: PathBuf,
    /// How many runs at a time.
    pub jobs: usize,
    /// Raised when somebody wants to stop.
    pub interrupt: &'a AtomicBool,
}

/// What happens while runs are made.
#[derive(Debug)]
pub enum Event {
    /// A run ended and is in the database.
    Done(Box<Record>),
    /// A run was in the database already: another process has made it.
    Skipped,
    /// A run was interrupted; it is not recorded and has to be made again.
    Interrupted,
}

impl Runner<'_> {
    /// What the program says of its version.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn version(&self) -> std::io::Result<String> {
        let output = Command::new(&self.program).arg("--version").stdin(Stdio::null()).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Makes these runs and keeps each in the database as soon as it ends. `tell` is called after each.
    ///
    /// # Errors
    /// The first failure to write to the database, or to find out the program's version; runs under
    /// way are ended then.
    pub fn run(
        &self,
        runs: &[&Planned],
        database: &Mutex<Database>,
        mut tell: impl FnMut(Event),
    ) -> Result<(), LabError> {
        let version = self.version().map_err(|error| LabError::program(&self.program, &error))?;
        let jobs = self.jobs.clamp(1, runs.len().max(1));
        let by = By { version, machine: crate::report::machine(), jobs: jobs as u32 };
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let failure = Mutex::new(None);
        let work = |tell: Sender<Event>| {
            while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let stops =
                    || self.interrupt.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
                if stops() {
                    return;
                }
                match self.make(run, database, &by, &stops) {
                    // Nobody listens any more: the work is over.
                    Ok(event) => drop(tell.send(event)),
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..jobs {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            receiver.iter().for_each(&mut tell);
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn make(
        &self,
        run: &Planned,
        database: &Mutex<Database>,
        by: &By,
        stops: &dyn Fn() -> bool,
    ) -> Result<Event, LabError> {
        let lock = || database.lock().unwrap_or_else(PoisonError::into_inner);
        if lock().holds(&run.key)? {
            return Ok(Event::Skipped);
        }
        let exited = match self.execute(run, stops) {
            Ok(Some(exited)) if !exited.is_interrupted() => exited,
            Ok(_) => return Ok(Event::Interrupted),
            Err(error) => return Err(LabError::program(&self.program, &error)),
        };
        let record = exited.record(run, by);
        let kept = lock().keep(&record)?;
        Ok(if kept { Event::Done(Box::new(record)) } else { Event::Skipped })
    }

    /// Runs a process to its end; nothing if it was stopped from here.
    fn execute(&self, run: &Planned, stops: &dyn Fn() -> bool) -> std::io::Result<Option<Exited>> {
        let begun = Instant::now();
        let mut child = Command::new(&self.program)
            .args(&run.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env("NO_COLOR", "1")
            .spawn()?;
        confine(&child, &run.caps);
        let stdout = drain(child.stdout.take(), None);
        let stderr = drain(child.stderr.take(), Some(MOST_TOLD));
        let (mut pause, mut overdue) = (SOONEST, false);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if stops() {
                end(&mut child)?;
                return Ok(None);
            }
            if run.caps.hard_time.is_some_and(|most| begun.elapsed() > most) {
                overdue = true;
                break end(&mut child)?;
            }
            std::thread::sleep(pause);
            pause = (pause * 5 / 4).min(LATEST);
        };
        let seconds = begun.elapsed().as_secs_f64();
        let rest = |pipe: Receiver<Vec<u8>>| pipe.recv_timeout(REST).unwrap_or_default();
        let stderr = String::from_utf8_lossy(&rest(stderr)).into_owned();
        let signal = signal(status);
        Ok(Some(Exited {
            code: status.code(),
            signal,
            // It may have ended by itself in the last moment.
            overdue: overdue && signal.is_some(),
            stdout: rest(stdout),
            stderr,
            seconds,
        }))
    }
}

/// Ends a process and waits for that.
fn end(child: &mut Child) -> std::io::Result<ExitStatus> {
    child.kill()?;
    child.wait()
}

/// Reads a pipe to its end on a thread of its own; only the last so many bytes, if said.
fn drain(pipe: Option<impl Read + Send + 'static>, last: Option<usize>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    if let Some(mut pipe) = pipe {
        std::thread::spawn(move || {
            let (mut kept, mut buffer) = (vec![], vec![0; 1 << 16]);
            while let Ok(read @ 1..) = pipe.read(&mut buffer) {
                if (kept.len() as u64) < MOST_OUTPUT {
                    kept.extend_from_slice(&buffer[..read]);
                }
                if let Some(last) = last {
                    kept.drain(..kept.len().saturating_sub(last));
                }
            }
            // Whoever waited may have given up.
            drop(sender.send(kept));
        });
    }
    receiver
}

/// Sets the hard limit of memory. The process has only just begun, and taken next to nothing.
#[cfg(target_os = "linux")]
fn confine(child: &Child, caps: &Caps) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    if let Some(bytes) = caps.hard_memory {
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        // A process that has ended already needs no limit.
        let _ = prlimit(Some(Pid::from_child(child)), Resource::As, limit);
    }
}

#[cfg(not(target_os = "linux"))]
fn confine(_: &Child, _: &Caps) {}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(status: ExitStatus) -> Option<i32> {
    let _ = status;
    None
}
