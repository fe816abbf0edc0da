//! Memory limits hold: the peak resident memory of a stopped process is within a tenth of its
//! limit.
#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]

use std::process::{Command, Stdio};
use std::time::Duration;

const MEBIBYTE: u64 = 1 << 20;

/// Returns the peak resident memory of a process in bytes.
fn high_water_mark(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes << 10)
}

/// Runs a search that needs gigabytes; returns its exit code, peak memory and output.
fn run(strategy: &str, limit: u64) -> (i32, u64, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_heureka"))
        .args(["solve", "tiles", "--level", "fifteen-hard", "-H", "manhattan", "--json"])
        .args(["-s", strategy, "--memory-limit", &format!("{limit}MiB")])
        .env("HEUREKA_CACHE", "")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut peak = 0;
    let status = loop {
        peak = high_water_mark(child.id()).unwrap_or(0).max(peak);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let output = child.wait_with_output().unwrap();
    (status.code().unwrap(), peak, String::from_utf8(output.stdout).unwrap())
}

#[test]
fn resident_memory_ends_within_a_tenth_of_the_limit() {
    let limit = 128;
    for strategy in ["astar", "astar:ties=fifo", "ucs", "bfs", "bidirectional", "wastar:1.05"] {
        let (code, peak, json) = run(strategy, limit);
        assert_eq!(code, 20, "{strategy}: {json}");
        assert!(json.contains(r#""outcome":"stopped""#) && json.contains(r#""expanded":"#));
        assert!(peak <= limit * MEBIBYTE * 11 / 10, "{strategy}: {peak} bytes resident");
        let result: serde_json::Value = serde_json::from_str(&json).unwrap();
        let used = result["peak_bytes"].as_u64().unwrap();
        assert!(used >= limit * MEBIBYTE * 9 / 10, "{strategy}: stopped at {used} bytes");
    }
}
