//! The connections between processes: who takes part, and what happens if one is lost.

use crate::checkpoint::Checkpoints;
use crate::error::ClusterError;
use crate::member::fixed_bytes;
use heureka_core::limits::Gauge;
use heureka_core::{Limits, Stats};
use heureka_lab::exit::Exit;
use heureka_lab::files::remove_unfinished;
use heureka_lab::units::{plural, size};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};
use timely::communication::Hooks;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};

/// What connects workers: threads of this process, and processes on any machines.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The number of workers in each process.
    pub workers: usize,
    /// The address of each process, as `host:port`; empty if there is only one.
    pub hosts: Vec<String>,
    /// The number of this process.
    pub process: usize,
    /// How long to wait for the other processes.
    pub connect_timeout: Duration,
    /// Where checkpoints are written, if at all.
    pub checkpoints: Option<Checkpoints>,
    /// Gets notes for the user.
    pub tell: fn(&str),
    /// Prints the error that ends the process at once.
    pub fail: fn(&ClusterError),
}

/// The threads and sockets that connect workers.
pub(crate) struct Connections {
    pub builders: Vec<TcpBuilder>,
    cluster: Cluster,
    threads: CommsGuard,
    losses: Losses,
}

impl Connections {
    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.cluster.processes()
    }

    /// Ends this process if there are others, which have not stopped for some time; names those that are
    /// silent, if that is known.
    pub fn give_up(&self, time: Duration, silent: &[usize]) {
        if self.processes() == 1 {
            return;
        }
        let silent: Vec<String> = silent.iter().map(|&other| self.cluster.name(other)).collect();
        let (which, seconds) = (silent.join(", "), time.as_secs());
        let what = if which.is_empty() {
            format!("the other processes have not stopped within {seconds} seconds")
        } else {
            format!("no answer from {which}, {seconds} seconds after the stop")
        };
        let help = "find out what holds it up; then start all processes again, which resume from the \
                    checkpoint if there is one";
        (self.cluster.fail)(&ClusterError::new(Exit::Lost, what, help));
        remove_unfinished();
        std::process::exit(Exit::Lost.code());
    }

    /// Waits until all is sent and received. A connection that breaks now breaks nothing.
    pub fn end(self) {
        self.losses.ignore.store(true, Ordering::Relaxed);
        let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(self.threads)));
    }
}

/// The beginning of a connection: a mark, the search, the number of processes, of workers, of the sender.
/// The process that has connected repeats the mark after the other's answer.
const HELLO: usize = 40;
const MARK: u64 = u64::from_le_bytes(*b"heureka1");
/// How long a connected process has to say who it is.
const HELLO_TIMEOUT: Duration = Duration::from_secs(2);
/// How long an attempt to connect takes at most, and the pause between two attempts.
const ATTEMPT: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(20);
/// The time between two notes about missing processes.
const NOTE_EVERY: Duration = Duration::from_secs(5);
/// A process that has lost another one waits this long before it ends, so that all others see the first
/// loss first.
const LINGER: Duration = Duration::from_millis(700);

impl Cluster {
    /// Returns the workers of one process, without checkpoints and messages.
    #[must_use]
    pub fn local(workers: usize) -> Self {
        Self {
            workers,
            hosts: vec![],
            process: 0,
            connect_timeout: Duration::ZERO,
            checkpoints: None,
            tell: |_| {},
            fail: |_| {},
        }
    }

    /// Returns the number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.hosts.len().max(1)
    }

    /// Returns how messages name a process.
    fn name(&self, process: usize) -> String {
        match self.hosts.get(process) {
            Some(host) => format!("process {process} ({host})"),
            // With another hosts file, it may have any number.
            None => format!("process {process}"),
        }
    }

    /// Connects the processes that take part in a search, which its digest identifies.
    ///
    /// # Errors
    /// If the workers exceed the memory limit before they have states, the address of this process cannot
    /// be used, another one does not appear in time, or has other arguments.
    pub(crate) fn connect(
        &self,
        search: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Connections, ClusterError> {
        self.hold_workers(limits)?;
        let sockets = if self.processes() == 1 {
            vec![None]
        } else {
            Meeting::new(self, search)?.complete(limits)?
        };
        let hooks = Hooks::default();
        let workers = ProcessBuilder::new_typed_vector(self.workers, hooks.refill.clone(), None);
        // Before the threads that may lose a connection start.
        let losses = Losses::watch(self);
        let started =
            initialize_networking_from_sockets(workers, sockets, self.process, self.workers, hooks);
        let (builders, threads) = started.map_err(|error| {
            ClusterError::new(Exit::Lost, format!("cannot start the connections: {error}"), "")
        })?;
        Ok(Connections { builders, cluster: self.clone(), threads, losses })
    }

    /// Counts what the workers of this process need in any case against the memory limit.
    fn hold_workers(&self, limits: &mut Limits<'_>) -> Result<(), ClusterError> {
        let bytes = self.workers as u64 * fixed_bytes(self.workers * self.processes());
        let ControlFlow::Break(stop) = limits.hold(bytes) else { return Ok(()) };
        let workers = plural(self.workers as u64, "worker");
        let what =
            format!("{stop}: {workers} and the connections between them need {}", size(bytes));
        let help = "use fewer --workers, or raise --memory-limit";
        Err(ClusterError::new(stop.into(), what, help))
    }
}

/// Processes that look for each other. Each connects to those before it and waits for those after it.
struct Meeting<'a> {
    cluster: &'a Cluster,
    search: u64,
    listener: TcpListener,
    sockets: Vec<Option<TcpStream>>,
}

impl<'a> Meeting<'a> {
    fn new(cluster: &'a Cluster, search: u64) -> Result<Self, ClusterError> {
        let address = &cluster.hosts[cluster.process];
        let listen = || {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        let listener = listen().map_err(|error: io::Error| {
            let what = format!("cannot listen at {address}: {error}");
            let help = "give an address of this machine and a free port, or another --process";
            ClusterError::new(Exit::Lost, what, help)
        })?;
        let sockets = (0..cluster.processes()).map(|_| None).collect();
        Ok(Self { cluster, search, listener, sockets })
    }

    /// Waits until all have met.
    fn complete(mut self, limits: &mut Limits<'_>) -> Result<Vec<Option<TcpStream>>, ClusterError> {
        let begun = Instant::now();
        let mut next_note = Duration::from_secs(1);
        loop {
            self.connect_to_earlier()?;
            while let Ok((socket, _)) = self.listener.accept() {
                self.greet(socket, None)?;
            }
            let missing: Vec<_> = (0..self.sockets.len())
                .filter(|&at| at != self.cluster.process && self.sockets[at].is_none())
                .map(|process| self.cluster.name(process))
                .collect();
            if missing.is_empty() {
                return Ok(self.sockets);
            }
            let missing = missing.join(", ");
            if let ControlFlow::Break(stop) = limits.check(&Stats::default(), Gauge::default()) {
                let what = format!("stopped while waiting for {missing}: {stop}");
                return Err(ClusterError::new(stop.into(), what, ""));
            }
            if begun.elapsed() >= self.cluster.connect_timeout {
                let what = format!("cannot reach {missing}");
                let help = "start every process with the same hosts file, check addresses and \
                            firewalls, or raise --connect-timeout";
                return Err(ClusterError::new(Exit::Lost, what, help));
            }
            if begun.elapsed() >= next_note {
                next_note = begun.elapsed() + NOTE_EVERY;
                (self.cluster.tell)(&format!("waiting for {missing}"));
            }
            thread::sleep(PAUSE);
        }
    }

    fn connect_to_earlier(&mut self) -> Result<(), ClusterError> {
        for process in 0..self.cluster.process {
            if self.sockets[process].is_none() {
                let addresses = self.cluster.hosts[process].to_socket_addrs();
                let mut addresses = addresses.into_iter().flatten();
                let connect = |address| TcpStream::connect_timeout(&address, ATTEMPT).ok();
                if let Some(socket) = addresses.find_map(connect) {
                    self.greet(socket, Some(process))?;
                }
            }
        }
        Ok(())
    }

    /// Exchanges who takes part, where `expected` is the process that was connected to. Drops a connection
    /// that is not from a process of a cluster, or whose process has given up.
    fn greet(&mut self, socket: TcpStream, expected: Option<usize>) -> Result<(), ClusterError> {
        let hello = self.exchange_hello(&socket, expected.is_some());
        let Ok((search, shape, process)) = hello else { return Ok(()) };
        let (cluster, me) = (self.cluster, self.cluster.process);
        // Checked first: with another hosts file, the number of the process has no meaning here.
        if (search, shape) != (self.search, self.shape()) {
            let what = format!("{} runs another search", cluster.name(process));
            let help = "start every process with the same arguments, hosts file and version, except \
                        for --process";
            return Err(ClusterError::new(Exit::Usage, what, help));
        }
        let is_free = |at: usize| at != me && self.sockets.get(at).is_some_and(Option::is_none);
        if expected.is_some_and(|expected| expected != process) || !is_free(process) {
            let lines = self.sockets.len();
            let what = if process < lines {
                format!("two processes have the number {process}")
            } else {
                format!("a process has the number {process}, but the hosts file has {lines} lines")
            };
            let help = "give each process its own --process, from 0 on";
            return Err(ClusterError::new(Exit::Usage, what, help));
        }
        self.sockets[process] = Some(socket);
        Ok(())
    }

    /// Returns the number of processes, and of workers of each.
    fn shape(&self) -> [u64; 2] {
        [self.cluster.processes() as u64, self.cluster.workers as u64]
    }

    fn exchange_hello(
        &self,
        mut socket: &TcpStream,
        has_connected: bool,
    ) -> io::Result<(u64, [u64; 2], usize)> {
        let [processes, workers] = self.shape();
        let words = [MARK, self.search, processes, workers, self.cluster.process as u64];
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        notice_lost_machines(socket)?;
        socket.write_all(&words.map(u64::to_le_bytes).concat())?;
        let mut hello = [0; HELLO];
        socket.set_read_timeout(Some(HELLO_TIMEOUT))?;
        socket.read_exact(&mut hello)?;
        let mut words = hello.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        let mut next = || words.next().unwrap_or_default();
        if next() != MARK {
            return Err(io::ErrorKind::InvalidData.into());
        }
        // A hello may be read long after its sender has given up: only this says that it still waits.
        if has_connected {
            socket.write_all(&MARK.to_le_bytes())?;
        } else {
            socket.read_exact(&mut [0; size_of_val(&MARK)])?;
        }
        socket.set_read_timeout(None)?;
        Ok((next(), [next(), next()], next() as usize))
    }
}

/// Makes a connection break soon after the other machine has vanished without a word.
#[cfg(target_os = "linux")]
fn notice_lost_machines(socket: &TcpStream) -> io::Result<()> {
    use rustix::net::sockopt;
    sockopt::set_socket_keepalive(socket, true)?;
    sockopt::set_tcp_keepidle(socket, Duration::from_secs(3))?;
    sockopt::set_tcp_keepintvl(socket, Duration::from_secs(1))?;
    sockopt::set_tcp_keepcnt(socket, 5)?;
    sockopt::set_tcp_user_timeout(socket, 8_000)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn notice_lost_machines(_socket: &TcpStream) -> io::Result<()> {
    Ok(())
}

/// Ends the process if a connection or a worker is lost: the others cannot continue, and would wait forever.
///
/// The threads of a connection panic when it breaks, and their names tell which one.
struct Losses {
    ignore: Arc<AtomicBool>,
}

impl Losses {
    fn watch(cluster: &Cluster) -> Self {
        let ignore = Arc::new(AtomicBool::new(false));
        let (is_ignored, once, cluster) = (Arc::clone(&ignore), Once::new(), cluster.clone());
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
            let lost = lost_process().filter(|&process| process < cluster.hosts.len());
            if is_ignored.load(Ordering::Relaxed) {
                // What breaks a connection now is the end of the other process.
                if lost.is_none() {
                    earlier(panic);
                }
                return;
            }
            // Others that panic meanwhile wait here until the process ends.
            once.call_once(|| {
                let exit = if let Some(process) = lost {
                    let what = format!("lost {}", cluster.name(process));
                    let help = "find out why it ended; then start all processes again, which resume \
                                from the checkpoint if there is one";
                    (cluster.fail)(&ClusterError::new(Exit::Lost, what, help));
                    thread::sleep(LINGER);
                    Exit::Lost
                } else {
                    earlier(panic);
                    Exit::Bug
                };
                remove_unfinished();
                std::process::exit(exit.code());
            });
        }));
        Self { ignore }
    }
}

/// Returns the process whose connection the current thread serves.
fn lost_process() -> Option<usize> {
    let thread = thread::current();
    let name = thread.name()?;
    ["timely:recv-", "timely:send-"].iter().find_map(|kind| name.strip_prefix(kind)?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the settings of two processes on this machine that connect to each other.
    fn pair() -> [Cluster; 2] {
        let ports = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let hosts = ports.map(|port| port.local_addr().unwrap().to_string());
        let connect_timeout = Duration::from_secs(60);
        [0, 1].map(|process| {
            let hosts = hosts.to_vec();
            Cluster { hosts, process, connect_timeout, ..Cluster::local(1) }
        })
    }

    fn hello(words: [u64; 5]) -> Vec<u8> {
        words.map(u64::to_le_bytes).concat()
    }

    #[test]
    fn connections_whose_process_has_given_up_are_dropped() {
        let [first, second] = pair();
        let meeting = Meeting::new(&first, 7).unwrap();
        for words in [[MARK, 7, 2, 1, 1], [MARK, 8, 2, 1, 1], [0; 5]] {
            let mut given_up = TcpStream::connect(&first.hosts[0]).unwrap();
            given_up.write_all(&hello(words)).unwrap();
        }
        // This one stays, and says nothing.
        let stray = TcpStream::connect(&first.hosts[0]).unwrap();
        thread::scope(|scope| {
            let meets =
                scope.spawn(|| Meeting::new(&second, 7)?.complete(&mut Limits::none()).map(drop));
            let mut sockets = meeting.complete(&mut Limits::none()).unwrap();
            meets.join().unwrap().unwrap();
            let socket = sockets[1].take().unwrap();
            // The other end of the connection is the one of the second process, which has closed it.
            assert_eq!((&socket).read(&mut [0; 8]).unwrap(), 0);
        });
        drop(stray);
    }

    #[test]
    fn another_shape_is_another_search() {
        let [first, _] = pair();
        for (words, what) in [
            ([MARK, 7, 3, 1, 2], "process 2 runs another search"),
            ([MARK, 7, 2, 4, 1], "runs another search"),
            ([MARK, 7, 2, 1, 2], "number 2, but the hosts file has 2 lines"),
            ([MARK, 7, 2, 1, u64::MAX], "but the hosts file has 2 lines"),
        ] {
            let meeting = Meeting::new(&first, 7).unwrap();
            let mut socket = TcpStream::connect(&first.hosts[0]).unwrap();
            socket.write_all(&hello(words)).unwrap();
            socket.write_all(&MARK.to_le_bytes()).unwrap();
            let refusal = meeting.complete(&mut Limits::none()).unwrap_err();
            assert!(refusal.what.contains(what), "{refusal}");
        }
    }
}
