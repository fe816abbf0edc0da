//! A server in this process, and a client that may misbehave.

use heureka_web::Server;
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// The maximum time for an answer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A running server; dropping it ends it.
pub struct Site {
    pub port: u16,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Starts a server on a port; port 0 stands for any free one.
    pub fn start(port: u16) -> Self {
        Self::with_studies(port, vec![])
    }

    /// Starts a server with the databases of studies.
    pub fn with_studies(port: u16, studies: Vec<PathBuf>) -> Self {
        let server = Server::bind(port).expect("the port is free").with_studies(studies);
        let port = server.port().expect("the port is known");
        let over = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&over);
        let thread = std::thread::spawn(move || {
            server.run(|| is_over.load(Ordering::Relaxed)).expect("the server runs");
        });
        Self { port, over, thread: Some(thread) }
    }

    /// Connects to the server.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        stream.set_write_timeout(Some(TIMEOUT)).expect("a timeout");
        stream
    }

    /// Sends bytes and returns the answer.
    pub fn send(&self, bytes: &[u8]) -> io::Result<Answer> {
        let mut stream = self.connect();
        // A server that rejects a request may close the connection before it has read everything.
        let sent = stream.write_all(bytes);
        read(&mut stream).or_else(|error| sent.and(Err(error)))
    }

    /// Asks for a path.
    pub fn get(&self, path: &str) -> Answer {
        self.send(&self.head("GET", path, "connection: close\r\n")).expect("an answer")
    }

    /// Posts JSON to a path of the API.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(&self.request(path, &body.to_string(), "connection: close\r\n"))
            .expect("an answer")
    }

    /// Asks for a path of the API that must answer.
    pub fn ask(&self, path: &str) -> Value {
        let answer = self.get(&format!("/api/v1/{path}"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// Posts JSON to a path of the API that must answer.
    pub fn order(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.body);
        answer.json()
    }

    /// Returns the head of a request with more headers, each with its end of line.
    pub fn head(&self, method: &str, path: &str, more: &str) -> Vec<u8> {
        format!("{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\n{more}\r\n", self.port).into()
    }

    /// Returns a request that posts a body to a path of the API.
    pub fn request(&self, path: &str, body: &str, more: &str) -> Vec<u8> {
        let length = body.len();
        let more = format!("content-type: application/json\r\ncontent-length: {length}\r\n{more}");
        let mut request = self.head("POST", &format!("/api/v1/{path}"), &more);
        request.extend(body.as_bytes());
        request
    }

    /// Ends the server.
    pub fn stop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends");
        }
    }

    /// Runs a small job, which must work whatever happened before.
    pub fn assert_works(&self) {
        let solved = self.order("solve", &json!({ "subject": { "puzzle": "river" } }));
        assert_eq!(solved["outcome"], "solved", "{solved}");
        assert_eq!(self.get("/").status, 200);
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Reads an answer that has a length or ends with its connection.
pub fn read(stream: &mut TcpStream) -> io::Result<Answer> {
    let mut bytes = vec![];
    let mut part = vec![0; 1 << 16];
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
            let status = status.ok_or_else(|| io::Error::other(format!("no status: {head}")))?;
            let answer = Answer { status, head: head.to_owned(), body: body.to_owned() };
            let length = answer.header("content-length").and_then(|word| word.parse().ok());
            if length.is_some_and(|length: usize| answer.body.len() >= length) {
                return Ok(answer);
            }
        }
        match stream.read(&mut part)? {
            0 => return Err(io::Error::other(format!("the answer breaks off: {text}"))),
            count => bytes.extend(&part[..count]),
        }
    }
}
