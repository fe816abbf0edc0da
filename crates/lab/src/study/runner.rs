//! Runs in child processes, several at a time: a process that crashes, hangs or exhausts the memory
//! becomes a record and does not affect the others. On Linux, they end when this process ends, also those
//! that a program in between has started.

use super::record::Exited;
use super::worker::Worker;
use super::{Caps, Database, LabError, Origin, Planned, Record};
use crate::table_cache;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// The maximum number of bytes that are kept of a process's output.
const MAX_OUTPUT: u64 = 1 << 30;
/// The number of bytes that are kept at the end of stderr.
const STDERR_TAIL: usize = 4096;
/// The first and the longest pause between two polls of a process.
const FIRST_POLL: Duration = Duration::from_micros(300);
const LONGEST_POLL: Duration = Duration::from_millis(10);
/// How long a program may take to print its version.
const VERSION_TIMEOUT: Duration = Duration::from_secs(10);
/// How long to wait for the output of an ended process; another process may keep the pipe open.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);

/// The stack of the thread that waits for the end of the runner.
#[cfg(target_os = "linux")]
const STACK: usize = 1 << 16;

/// The environment variable by which a process learns the id of its runner.
const RUNNER: &str = "HEUREKA_RUNNER";

/// Makes runs in child processes.
#[derive(Debug)]
pub struct Runner<'a> {
    /// The program to run.
    pub program: PathBuf,
    /// The number of runs at a time.
    pub jobs: usize,
    /// How long a run belongs to this process if it no longer answers; usually [`LEASE`].
    ///
    /// [`LEASE`]: super::LEASE
    pub lease: Duration,
    /// Set when the user wants to stop.
    pub interrupt: &'a AtomicBool,
}

/// The result of a run.
#[derive(Debug)]
pub enum Event {
    /// It ended and is in the database.
    Done(Box<Record>),
    /// Another worker has recorded it already.
    Skipped,
    /// Another worker took it over and recorded it first; the result is dropped. Holds the run's key.
    Late(String),
    /// It was interrupted; it is not recorded and has to be repeated.
    Interrupted,
}

impl Runner<'_> {
    fn version(&self) -> std::io::Result<String> {
        let arguments = ["--version".to_owned()];
        let caps = Caps { hard_time: Some(VERSION_TIMEOUT), ..Caps::default() };
        let stops = || self.interrupt.load(Ordering::Relaxed);
        let exited = self.execute(&arguments, &caps, &stops)?.filter(|exited| !exited.overdue);
        let exited = exited.ok_or_else(|| std::io::Error::other("no answer to --version"))?;
        Ok(String::from_utf8_lossy(&exited.stdout).trim().to_owned())
    }

    /// Makes runs that no other worker makes, stores each as soon as it ends, and calls `report` after
    /// each. Waits for the runs of other workers, and takes over those of workers that die.
    ///
    /// # Errors
    /// The first failure to start the program or to write to the database; it ends all runs.
    pub fn run(
        &self,
        runs: &[&Planned],
        database: &Mutex<Database>,
        mut report: impl FnMut(Event),
    ) -> Result<(), LabError> {
        let version = self.version().map_err(|error| LabError::program(&self.program, &error))?;
        let jobs = self.jobs.clamp(1, runs.len().max(1));
        let origin = Origin { version, machine: crate::report::machine(), jobs: jobs as u32 };
        let failure = OnceLock::new();
        let stops = || self.interrupt.load(Ordering::Relaxed) || failure.get().is_some();
        let worker = Worker::new(runs, database, self.lease, &stops);
        // The first failure counts.
        let check = |result: Result<(), LabError>| drop(result.map_err(|error| failure.set(error)));
        let work = |sender: Sender<Event>| {
            // The receiver is gone only when the work is over.
            let report = |event| drop(sender.send(event));
            let mut last = None;
            while let Some(run) = worker.next(last, report)? {
                last = self.make(run, &origin, &stops)?;
                if last.is_none() {
                    worker.leave(&run.key);
                    report(Event::Interrupted);
                }
            }
            Ok(())
        };
        // The channel closes when the last thread ends.
        let renew = |at_work: Receiver<()>| {
            while at_work.recv_timeout(self.lease / 3) == Err(RecvTimeoutError::Timeout) {
                check(worker.renew());
            }
        };
        std::thread::scope(|scope| {
            let ((sender, receiver), (works, at_work)) = (channel(), channel());
            for _ in 0..jobs {
                let (sender, works) = (sender.clone(), works.clone());
                scope.spawn(|| {
                    check(work(sender));
                    drop(works);
                });
            }
            drop((sender, works));
            scope.spawn(|| renew(at_work));
            receiver.iter().for_each(&mut report);
        });
        worker.release();
        failure.into_inner().map_or(Ok(()), Err)
    }

    /// Makes a run and returns its record, or `None` if it was interrupted.
    fn make(
        &self,
        run: &Planned,
        origin: &Origin,
        stops: &dyn Fn() -> bool,
    ) -> Result<Option<Record>, LabError> {
        let exited = self.execute(&run.arguments, &run.caps, stops);
        let exited = exited.map_err(|error| LabError::program(&self.program, &error))?;
        let exited = exited.filter(|exited| !exited.is_interrupted());
        Ok(exited.map(|exited| exited.record(run, origin)))
    }

    /// Runs a process to its end; returns `None` if the user stopped it.
    fn execute(
        &self,
        arguments: &[String],
        caps: &Caps,
        stops: &dyn Fn() -> bool,
    ) -> std::io::Result<Option<Exited>> {
        let begun = Instant::now();
        let mut command = Command::new(&self.program);
        command.args(arguments).env("NO_COLOR", "1").env(RUNNER, std::process::id().to_string());
        if !table_cache::is_open() {
            command.env(table_cache::VARIABLE, "");
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C on a terminal reaches only this process, which then ends the others.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        confine(&child, caps);
        let stdout = drain(child.stdout.take(), None);
        let stderr = drain(child.stderr.take(), Some(STDERR_TAIL));
        let (mut pause, mut overdue) = (FIRST_POLL, false);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if stops() {
                end(&mut child)?;
                return Ok(None);
            }
            if caps.hard_time.is_some_and(|most| begun.elapsed() > most) {
                overdue = true;
                break end(&mut child)?;
            }
            std::thread::sleep(pause);
            pause = (pause * 5 / 4).min(LONGEST_POLL);
        };
        let seconds = begun.elapsed().as_secs_f64();
        let rest = |pipe: Receiver<Vec<u8>>| pipe.recv_timeout(DRAIN_TIMEOUT).unwrap_or_default();
        let stderr = String::from_utf8_lossy(&rest(stderr)).into_owned();
        let signal = signal(status);
        Ok(Some(Exited {
            code: status.code(),
            signal,
            // It may have ended before the kill.
            overdue: overdue && signal.is_some(),
            stdout: rest(stdout),
            stderr,
            seconds,
        }))
    }
}

/// Ends a process, and on Linux also the processes that it has started.
fn end(child: &mut Child) -> std::io::Result<ExitStatus> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // Fails only if all have ended.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    child.kill()?;
    child.wait()
}

/// Returns whether this process is a run of a study.
pub(crate) fn is_child_of_runner() -> bool {
    std::env::var_os(RUNNER).is_some()
}

/// Makes this process end when its runner ends, even if that is killed. Without a runner, nothing
/// changes.
///
/// The kernel sends the signal when the runner's thread ends that started this process. That thread
/// waits for this process. If a program in between has started this process, a thread waits for the
/// end of the runner.
#[cfg(target_os = "linux")]
pub fn end_with_runner() {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{
        Pid, PidfdFlags, Signal, getppid, pidfd_open, set_parent_process_death_signal,
    };
    let runner = std::env::var(RUNNER).ok().and_then(|id| Pid::from_raw(id.parse().ok()?));
    let Some(runner) = runner else { return };
    let end = || std::process::exit(crate::exit::Exit::Interrupted.code());
    if getppid() == Some(runner) {
        // Fails only for an invalid signal.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        // The runner may have ended before that.
        if getppid() == Some(runner) {
            return;
        }
    }
    match pidfd_open(runner, PidfdFlags::empty()) {
        Ok(process) => {
            let wait = move || {
                // The process becomes readable when it ends.
                let mut ended = [PollFd::new(&process, PollFlags::IN)];
                while poll(&mut ended, None) == Err(Errno::INTR) {}
                end();
            };
            // Without memory for a thread, this process ends by its own limits.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn(wait);
        }
        Err(Errno::SRCH) => end(),
        // An older kernel cannot watch a process.
        Err(_) => {}
    }
}

/// Does nothing: only Linux can end a process with its runner.
#[cfg(not(target_os = "linux"))]
pub fn end_with_runner() {}

/// Reads a pipe to its end on another thread; keeps only the last bytes if their number is given.
fn drain(pipe: Option<impl Read + Send + 'static>, last: Option<usize>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    if let Some(mut pipe) = pipe {
        std::thread::spawn(move || {
            let (mut kept, mut buffer) = (vec![], vec![0; 1 << 16]);
            while let Ok(read @ 1..) = pipe.read(&mut buffer) {
                if (kept.len() as u64) < MAX_OUTPUT {
                    kept.extend_from_slice(&buffer[..read]);
                }
                if let Some(last) = last {
                    kept.drain(..kept.len().saturating_sub(last));
                }
            }
            // The receiver may have given up waiting.
            drop(sender.send(kept));
        });
    }
    receiver
}

/// Sets the hard memory limit of a process that has just started.
#[cfg(target_os = "linux")]
fn confine(child: &Child, caps: &Caps) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    if let Some(bytes) = caps.hard_memory {
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        // Fails only if the process has ended.
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
