//! A `PostgreSQL` server in a temporary folder.

use crate::program::{Scratch, read_line};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The password of the user `heureka`.
pub const PASSWORD: &str = "correct-horse";

/// Starts a server and stops it when its input ends, however the test ends.
const SUPERVISE: &str = r#"
set -e
cd "$1"
printf %s "$2" > password
initdb -D "$1/data" -U heureka --auth=scram-sha-256 --pwfile=password --no-sync > log
pg_ctl start -w -D "$1/data" -l log -o "-k $1 -c listen_addresses= -c fsync=off" >> log
echo ready
read -r _ || true
pg_ctl stop -D "$1/data" -m immediate >> log || true
cd / && rm -rf "$1"
"#;

/// A server that listens on a socket in its folder.
pub struct Server {
    folder: PathBuf,
    supervisor: Child,
}

impl Server {
    pub fn start() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // The path of a socket must be short.
        let folder = format!("heureka-server-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        if is_root() {
            assert!(Command::new("chown").arg("postgres").arg(&folder).status().unwrap().success());
        }
        let mut command = program("sh");
        command.args(["-c", SUPERVISE, "sh"]).arg(&folder).arg(PASSWORD);
        // Ctrl-C must not end the supervisor before the server.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let mut supervisor = command.spawn().unwrap();
        let ready = read_line(supervisor.stdout.as_mut().unwrap());
        assert_eq!(ready, "ready\n", "install PostgreSQL (on Debian: apt-get install postgresql)");
        Self { folder, supervisor }
    }

    /// Restarts the server, which ends all connections.
    pub fn restart(&self) {
        let mut command = program("pg_ctl");
        command.args(["restart", "-w", "-m", "fast", "-D"]).arg(self.folder.join("data"));
        command.arg("-l").arg(self.folder.join("log"));
        assert!(command.stdout(Stdio::null()).status().unwrap().success());
    }

    /// Returns the URL of a database as a user with this password.
    pub fn url(&self, database: &str, password: &str) -> String {
        format!("postgres://heureka:{password}@/{database}?host={}", self.folder.display())
    }

    /// Executes a statement in a database and returns what it prints.
    pub fn sql(&self, database: &str, statement: &str) -> String {
        let mut command = program("psql");
        command.args(["-U", "heureka", "-d", database, "-h"]).arg(&self.folder);
        command.args(["-qAt", "-c", statement]).env("PGPASSWORD", PASSWORD);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Creates a database and returns its name.
    pub fn create(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("study_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        name
    }

    /// Returns the server that tests share.
    pub fn shared() -> &'static Self {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(Self::start)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.supervisor.stdin.take());
        let _ = self.supervisor.wait();
    }
}

/// Returns new databases of both kinds: a file and one on a server.
pub fn databases(scratch: &Scratch) -> [String; 2] {
    let server = Server::shared();
    [scratch.path("database.db"), server.url(&server.create(), PASSWORD)]
}

/// Returns a program of the server as a user that is not root, which the server rejects.
fn program(name: &str) -> Command {
    let mut command = Command::new(if is_root() { "runuser" } else { name });
    if is_root() {
        command.args(["-u", "postgres", "--", name]);
    }
    // Debian keeps the programs of every version apart.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).unwrap()).current_dir("/");
    command
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
