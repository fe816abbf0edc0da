//! The server with clients that misbehave: too many, too large, hostile, slow, vanishing, foreign.

use crate::Test;
use crate::site::{Answer, Site, read};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// What a server may take more after an attack than before, in MiB.
const GROWTH: u64 = 96;
/// The header of a client that follows a job.
pub const EVENTS: &str = "accept: text/event-stream\r\n";
/// How soon a job ends after its client has gone.
const SOON: Duration = Duration::from_secs(1);

/// Returns the tests. Most measure time or the memory of this process.
pub fn tests() -> Vec<Test> {
    let alone = [
        ("two hundred jobs at once are answered or told to wait", many_jobs as fn()),
        ("a body of 100 MB is rejected", large_bodies),
        ("hostile JSON is rejected with advice", hostile_json),
        ("a job ends soon after its client has gone", vanishing_clients),
        ("a job that waits leaves its place when its client goes", vanishing_while_waiting),
        ("ten thousand idle connections leave room for others", idle_connections),
        ("a server ends while a job runs", ends_in_time),
    ];
    let others = [
        ("half a request does not hold its connection", slow_clients as fn()),
        ("foreign hosts and origins are rejected", foreign_sites),
        ("paths with dots do not leave the page", dotted_paths),
    ];
    let alone = alone.map(|(name, test)| Test::new(name, test).alone());
    alone.into_iter().chain(others.map(|(name, test)| Test::new(name, test))).collect()
}

/// Returns the memory of this process, in MiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the state of this process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("the memory");
    let kib = line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
    kib.expect("a number") >> 10
}

/// Panics if the process has grown a lot.
fn assert_bounded(before: u64) {
    let now = resident();
    println!("memory: {before} MiB before, {now} MiB after");
    assert!(now < before + GROWTH, "memory grows from {before} to {now} MiB");
}

/// Returns a job that runs for some seconds, because its space is vast.
pub fn long_job(seconds: f64) -> Value {
    let subject = json!({ "puzzle": "tiles", "random": "5x5", "seed": 1 });
    json!({ "subject": subject, "strategy": "idastar", "limits": { "seconds": seconds } })
}

fn many_jobs() {
    let (site, before) = (Site::start(0), resident());
    let begun = Instant::now();
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let jobs: Vec<_> =
            (0..200).map(|_| scope.spawn(|| site.post("solve", &long_job(0.2)))).collect();
        jobs.into_iter().map(|job| job.join().expect("an answer")).collect()
    });
    let (done, waiting): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    println!("{} of 200 jobs done, others told to wait, in {:?}", done.len(), begun.elapsed());
    assert!(done.iter().all(|answer| answer.json()["outcome"] == "stopped"), "{}", done[0].body);
    assert!(done.len() >= 16, "only {} jobs are done", done.len());
    assert!(waiting.len() >= 100, "only {} jobs are told to wait", waiting.len());
    for answer in waiting {
        assert_eq!(answer.status, 429, "{answer:?}");
        let seconds = answer.header("retry-after").and_then(|word| word.parse::<u32>().ok());
        assert!(seconds.is_some_and(|seconds| seconds > 0), "{answer:?}");
        assert_eq!(answer.json()["error"], "too many jobs are waiting");
    }
    site.assert_works();
    assert_bounded(before);
}

fn large_bodies() {
    const LENGTH: usize = 100_000_000;
    let (site, before) = (Site::start(0), resident());
    // The length alone suffices.
    let head = format!("content-type: application/json\r\ncontent-length: {LENGTH}\r\n");
    let answer = site.send(&site.head("POST", "/api/v1/solve", &head)).expect("an answer");
    assert_eq!(answer.status, 413, "{answer:?}");
    assert!(answer.json()["error"].is_string());
    // Without a length, the server counts.
    let part = format!("100000\r\n{}\r\n", " ".repeat(1 << 20));
    for head in [&head, "content-type: application/json\r\ntransfer-encoding: chunked\r\n"] {
        let mut stream = site.connect();
        stream.write_all(&site.head("POST", "/api/v1/solve", head)).expect("the head is read");
        // The server closes the connection when it has seen enough.
        let sent = (0..96).take_while(|_| stream.write_all(part.as_bytes()).is_ok()).count();
        println!("the server reads {sent} MiB of 96");
        match read(&mut stream) {
            Ok(answer) => assert_eq!(answer.status, 413, "{answer:?}"),
            // It was closed while the client was still sending.
            Err(error) => assert!(sent < 96, "{error}"),
        }
    }
    site.assert_works();
    assert_bounded(before);
}

/// Bodies that no path of the API accepts.
const HOSTILE: [&str; 37] = [
    "",
    "{",
    "null",
    "[]",
    "1",
    "\"\"",
    "{}",
    "{\"subject\": null}",
    "{\"subject\": 7}",
    "\0",
    "{\"subject\": {}}",
    "{\"subject\": {\"puzzle\": \"\"}}",
    "{\"subject\": {\"puzzle\": \"tiles\\u0000\"}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"puzzle\": \"tiles\"}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"seed\": -1}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"seed\": 1e999}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"seed\": 18446744073709551616}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"random\": \"999999999x999999999\"}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"random\": \"18446744073709551616x2\"}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"random\": \"3x3\", \"instance\": \"eight\"}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"instance\": \"\"}}",
    "{\"subject\": {\"puzzle\": \"tiles\", \"instance\": \"1 2 3 / \\u0000\"}}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"limits\": {\"seconds\": \"1\"}}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"limits\": {\"expansions\": -5}}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"limits\": {\"seconds\": 1e999}}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"strategy\": \"astar(((\"}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"strategy\": \"beam:99999999999999999999\"}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"heuristic\": \"../../etc/passwd\"}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"trace\": 1.5}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"moves\": {}}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"moves\": [\"no such move\"]}",
    "{\"subject\": {\"puzzle\": \"river\"}, \"unknown\": 1}",
    "{\"rows\": 0, \"cols\": 0, \"low\": 0, \"high\": 0}",
    "{\"rows\": 1e9, \"cols\": 5, \"low\": 1, \"high\": 4}",
    "{\"rows\": 18446744073709551615, \"cols\": 2, \"low\": 1, \"high\": 4}",
    "{\"rows\": 5, \"cols\": 5, \"low\": 4, \"high\": 1}",
    "{\"rows\": 5, \"cols\": 5, \"low\": 1, \"high\": 18446744073709551615}",
];

fn hostile_json() {
    let (site, before) = (Site::start(0), resident());
    let deep = "[".repeat(1_000_000);
    let nested = format!("{{\"subject\": {}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let many = format!("{{\"subject\": {{\"puzzle\": \"tiles\", \"parameters\": {{{}}}}}}}", {
        let mut many = String::new();
        for number in 0..50_000 {
            let comma = if number > 0 { "," } else { "" };
            write!(many, "{comma}\"p{number}\": \"x\"").expect("a string grows");
        }
        many
    });
    let mut bodies: Vec<String> = HOSTILE.map(str::to_owned).into();
    bodies.extend([deep, nested, many]);
    for path in ["instance", "edit", "position", "outlook", "hint", "solve", "maze"] {
        for body in &bodies {
            let request = site.request(path, body, "connection: close\r\n");
            let answer = site.send(&request).expect("an answer");
            let shown = &body[..body.len().min(100)];
            assert!(
                [400, 422].contains(&answer.status),
                "{path} answers {} to {shown}: {}",
                answer.status,
                answer.body
            );
            let error = answer.json();
            assert!(error["error"].as_str().is_some_and(|text| !text.is_empty()), "{answer:?}");
            assert!(answer.body.len() < 20_000, "a long answer to {shown}");
        }
    }
    // Not text, not JSON by its header, and values that are only too large.
    let mut bytes = site.request("solve", "  ", "connection: close\r\n");
    let end = bytes.len();
    bytes[end - 2..].copy_from_slice(&[0xff, 0xfe]);
    assert_eq!(site.send(&bytes).expect("an answer").status, 400);
    let plain = "content-length: 2\r\ncontent-type: text/plain\r\n";
    let mut request = site.head("POST", "/api/v1/solve", plain);
    request.extend(b"{}");
    assert_eq!(site.send(&request).expect("an answer").status, 415);
    for limits in [
        json!({ "seconds": 1e308 }),
        json!({ "bytes": u64::MAX }),
        json!({ "expansions": u64::MAX, "depth": u32::MAX, "cost": u32::MAX }),
    ] {
        let request = json!({ "subject": { "puzzle": "river" }, "limits": limits });
        assert!(site.order("solve", &request)["outcome"].is_string(), "{limits}");
    }
    for seconds in [-1, 0] {
        let limits = json!({ "seconds": seconds });
        let answer =
            site.post("solve", &json!({ "subject": { "puzzle": "river" }, "limits": limits }));
        assert!(answer.status == 422 && answer.body.contains("limits.seconds"), "{answer:?}");
    }
    for path in [
        "traces/1",
        "traces/-1",
        "traces/x",
        "traces/18446744073709551616",
        "traces/1/at/0",
        "traces/1/events?from=x",
        "traces/1/nodes/4294967296",
        "nothing",
        "solve",
    ] {
        let answer = site.get(&format!("/api/v1/{path}"));
        assert!([400, 404, 405].contains(&answer.status), "{path}: {answer:?}");
        assert!(answer.json()["error"].is_string());
    }
    site.assert_works();
    assert_bounded(before);
}

/// Returns whether the server closes a connection before a read times out.
fn is_closed(stream: &mut TcpStream) -> bool {
    match stream.read_to_end(&mut vec![]) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

fn slow_clients() {
    let site = Site::start(0);
    let whole = site.request("solve", "{\"subject\": {\"puzzle\": \"river\"}}", "");
    let begun = Instant::now();
    let mut clients: Vec<TcpStream> = [0, 1, 30, whole.len() - 20, whole.len() - 1]
        .into_iter()
        .map(|sent| {
            let mut stream = site.connect();
            stream.write_all(&whole[..sent]).expect("the server reads");
            stream
        })
        .collect();
    site.assert_works();
    for client in &mut clients {
        assert!(is_closed(client));
    }
    println!("half requests are dropped after {:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    site.assert_works();
}

fn vanishing_clients() {
    let site = Site::start(0);
    let job = long_job(3600.0).to_string();
    for (kind, accept) in [("stream", EVENTS), ("answer", "")] {
        // As many as run and wait at once, so that another job has no place.
        let clients: Vec<TcpStream> = (0..100)
            .map(|_| {
                let mut stream = site.connect();
                let request = site.request("solve", &job, accept);
                stream.write_all(&request).expect("the server reads");
                stream
            })
            .collect();
        let small = json!({ "subject": { "puzzle": "river" } });
        let begun = Instant::now();
        while site.post("solve", &small).status == 200 {
            assert!(begun.elapsed() < Duration::from_secs(20), "the jobs leave room");
        }
        drop(clients);
        let gone = Instant::now();
        while site.post("solve", &small).status != 200 {
            assert!(gone.elapsed() < 20 * SOON, "jobs run on after their clients have gone");
            std::thread::sleep(Duration::from_millis(10));
        }
        println!("{kind}: another job is done {:?} after 100 clients have gone", gone.elapsed());
        if !cfg!(debug_assertions) {
            assert!(gone.elapsed() < SOON, "{kind}: jobs end only after {:?}", gone.elapsed());
        }
    }
    site.assert_works();
}

/// A client that goes while its job still waits leaves its place to others.
fn vanishing_while_waiting() {
    let site = Site::start(0);
    let job = long_job(3600.0).to_string();
    // Returns the connection, and whether the job has a place.
    let start = || {
        let mut stream = site.connect();
        stream.write_all(&site.request("solve", &job, EVENTS)).expect("the server reads");
        let mut head = [0; 12];
        stream.read_exact(&mut head).expect("an answer");
        (stream, head.ends_with(b"200"))
    };
    let mut clients = vec![];
    loop {
        let (stream, is_accepted) = start();
        if !is_accepted {
            break;
        }
        clients.push(stream);
    }
    // As many run as there are cores; the others wait.
    let running = std::thread::available_parallelism().expect("a number of cores").get();
    assert!(clients.len() > running, "none of {} waits", clients.len());
    clients.truncate(running);
    let gone = Instant::now();
    while !start().1 {
        assert!(gone.elapsed() < 20 * SOON, "jobs that wait keep their places");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn foreign_sites() {
    let site = Site::start(0);
    let port = site.port;
    let send = |host: &str, more: &str| {
        let request = format!("GET / HTTP/1.1\r\nhost: {host}\r\n{more}connection: close\r\n\r\n");
        site.send(request.as_bytes()).expect("an answer")
    };
    let own = format!("127.0.0.1:{port}");
    for host in ["example.org", &format!("example.org:{port}"), "127.0.0.1", "127.0.0.1:1", ""] {
        let answer = send(host, "");
        assert_eq!(answer.status, 403, "{host}: {answer:?}");
        assert!(answer.header("content-security-policy").is_some());
    }
    for origin in [
        "http://example.org".to_owned(),
        format!("http://example.org:{port}"),
        format!("https://127.0.0.1:{port}"),
        "null".to_owned(),
        "http://127.0.0.1:1".to_owned(),
    ] {
        assert_eq!(send(&own, &format!("origin: {origin}\r\n")).status, 403, "{origin}");
    }
    assert_eq!(send(&own, &format!("origin: http://localhost:{port}\r\n")).status, 200);
    // Without a host, or with two.
    let without = site.send(b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n").expect("an answer");
    assert!([400, 403].contains(&without.status), "{without:?}");
    let two = send(&own, "host: example.org\r\n");
    assert!([400, 403].contains(&two.status), "{two:?}");
}

fn dotted_paths() {
    let site = Site::start(0);
    for path in [
        "/assets/../Cargo.toml",
        "/assets/../src/lib.rs",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/..%5cCargo.toml",
        "/assets/views/../../Cargo.toml",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/../../etc/passwd",
        "//etc/passwd",
        "/assets/",
        "/assets/views",
        "/assets/app.js%00.css",
        "/assets/./app.js/",
        "/..",
        "/.",
        "/api/v1/../../Cargo.toml",
        "/api/v1/traces/../catalog",
    ] {
        let answer = site.get(path);
        assert!([400, 404].contains(&answer.status), "{path}: {answer:?}");
        assert!(!answer.body.contains("[package]") && !answer.body.contains("root:"), "{path}");
    }
    assert_eq!(site.get("/assets/app.js").status, 200);
}

fn idle_connections() {
    const WANTED: usize = 10_000;
    let before = resident();
    // Both ends of a connection are files of this process.
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let files = maximum.unwrap_or(u64::MAX).min(WANTED as u64 + 2_000);
    setrlimit(Resource::Nofile, Rlimit { current: Some(files), maximum }).expect("a higher limit");
    let most = WANTED.min(files.saturating_sub(1_000) as usize);
    let site = Site::start(0);
    let begun = Instant::now();
    let idle: Vec<TcpStream> = (0..most).map(|_| site.connect()).collect();
    println!("{most} idle connections of {WANTED} in {:?}", begun.elapsed());
    let begun = Instant::now();
    site.assert_works();
    println!("a job among them in {:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(10), "idle connections leave no room");
    assert_bounded(before);
    drop(idle);
    site.assert_works();
}

fn ends_in_time() {
    let mut site = Site::start(0);
    let mut stream = site.connect();
    let request = site.request("solve", &long_job(3600.0).to_string(), EVENTS);
    stream.write_all(&request).expect("the server reads");
    let mut part = [0; 1024];
    assert!(stream.read(&mut part).expect("the job has begun") > 0);
    let begun = Instant::now();
    site.stop();
    println!("the server ends after {:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    assert!(is_closed(&mut stream));
}
