//! Whole commands, as a user runs them: from the start of the process to its end.
//!
//! `cargo bench -p heureka --bench program` measures all groups, `-- start` those whose name begins with
//! `start`. `HEUREKA_KORF=FILE` adds Korf's boards, one per line with its optimum. Every answer is checked. A
//! missed target fails the run.

#[expect(dead_code, reason = "the other benches use more of it")]
mod ruler;

use ruler::{Ruler, Target::AtMost};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use serde_json::Value;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Boards of the fifteen-puzzle with their optima, one per line.
const BOARDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/data/tiles15.tsv");

/// A command that has ended.
struct Ended {
    stdout: String,
    /// Elapsed seconds.
    seconds: f64,
    /// Seconds of all its threads, in steps of a hundredth.
    cpu: f64,
}

/// Runs the program with a folder for tables, or without one.
fn run(args: &[&str], cache: Option<&Path>) -> Ended {
    let begun = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_heureka"));
    command.args(args).env("HEUREKA_CACHE", cache.unwrap_or(Path::new("")));
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut stdout = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut stdout).expect("UTF-8");
    // Linux reports the times of an ended process until it is waited for.
    let pid = Pid::from_child(&child);
    waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).expect("it ends");
    let seconds = begun.elapsed().as_secs_f64();
    let cpu = ticks(child.id()).map_or(f64::NAN, |ticks| ticks as f64 / 100.0);
    assert!(child.wait().expect("it has ended").success(), "{args:?}");
    Ended { stdout, seconds, cpu }
}

/// Returns the user and system time of a process, which Linux reports in hundredths of a second.
fn ticks(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is a name in parentheses, which may contain spaces.
    let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

/// Returns the least value of some runs.
fn least(runs: usize, measure: impl Fn() -> f64) -> f64 {
    (0..runs).map(|_| measure()).fold(f64::INFINITY, f64::min)
}

/// Measures some rows.
type Group = fn(&mut Ruler);

fn main() {
    let mut ruler = Ruler::from_arguments("Whole commands");
    let groups: [(&str, Group); 4] =
        [("start", start), ("batch", batch), ("competition", competition), ("anytime", anytime)];
    for (name, group) in groups {
        if ruler.wants(name) {
            group(&mut ruler);
        }
    }
    ruler.finish();
}

/// Starts the program on instances that need almost no search.
fn start(ruler: &mut Ruler) {
    // A 15-puzzle needs tables of walking distances.
    for (name, most, puzzle, text, cost) in [
        ("start: milliseconds, Hanoi with two disks", 5.0, "hanoi", "3 2", 3),
        (
            "start: milliseconds, 15-puzzle, two moves",
            6.5,
            "tiles",
            "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15",
            2,
        ),
    ] {
        let once = || {
            let ended = run(&["solve", puzzle, text, "--json"], None);
            let found: Value = serde_json::from_str(&ended.stdout).expect("JSON");
            assert_eq!(found["cost"], cost);
            ended.seconds * 1e3
        };
        let runs = if ruler.checks_only { 1 } else { 100 };
        ruler.figure(name, AtMost(most), least(runs, once));
    }
}

/// Solves 32 random boards of the fifteen-puzzle with one command, and Korf's hundred if their file is given.
fn batch(ruler: &mut Ruler) {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = fs::read_to_string(BOARDS).expect("the boards");
    let lines = if ruler.checks_only { 3 } else { usize::MAX };
    let boards = rows.lines().filter(|line| !line.starts_with('#')).take(lines);
    // Without the third column, the measured expansions.
    let boards: Vec<_> = boards.map(|row| row.rsplit_once('\t').expect("columns").0).collect();
    let file = folder.path().join("boards.tsv");
    fs::write(&file, boards.join("\n")).expect("a file");
    boards_at_once(ruler, "32 boards", [8.0, 1.6], file.to_str().expect("UTF-8"), "blank-last");
    let korf = std::env::var("HEUREKA_KORF").ok().filter(|_| !ruler.checks_only);
    if let Some(korf) = korf {
        boards_at_once(ruler, "Korf's 100 boards", [7.0, 3.0], &korf, "blank-first");
    }
}

/// Solves the boards of a file, which also has their optima: first building the tables, then with cached ones.
fn boards_at_once(ruler: &mut Ruler, name: &str, targets: [f64; 2], file: &str, goal: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let goal = format!("goal={goal}");
    let solve = |cache: Option<&Path>| {
        let ended = run(&["solve", "tiles", "--batch", file, "-p", &goal], cache);
        assert!(ended.stdout.contains("in total, as published"), "{}", ended.stdout);
        ended.cpu
    };
    let runs = if ruler.checks_only { 1 } else { 3 };
    let built = format!("batch: CPU seconds, {name}, tables built");
    ruler.figure(&built, AtMost(targets[0]), least(runs, || solve(None)));
    // Fills the folder.
    solve(Some(folder.path()));
    let cached = format!("batch: CPU seconds, {name}, cached tables");
    ruler.figure(&cached, AtMost(targets[1]), least(runs, || solve(Some(folder.path()))));
}

/// Solves all boards of 2×4 cells of the χ-puzzle with one command.
fn competition(ruler: &mut Ruler) {
    let (boards, total) = if ruler.checks_only { (1_000, 11_536) } else { (40_320, 530_614) };
    let board = |mut number: usize| {
        let mut tiles: Vec<_> = "01234567".chars().collect();
        let digits = (1..=8).rev().map(|base| {
            let digit = number % base;
            number /= base;
            tiles.remove(digit).to_string()
        });
        digits.collect::<Vec<_>>().join(" ")
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("boards.txt");
    fs::write(&file, (0..boards).map(|number| board(number) + "\n").collect::<String>())
        .expect("a file");
    let once = || {
        let ended = run(&["chi", "competition", file.to_str().expect("UTF-8")], None);
        assert!(ended.stdout.contains(&format!("total cost  {total}\n")), "{}", ended.stdout);
        ended.cpu
    };
    let runs = if ruler.checks_only { 1 } else { 3 };
    let name = "competition: CPU seconds, all boards of χ 2x4";
    ruler.figure(name, AtMost(1.5), least(runs, once));
}

/// Stops after a second with a plan and a bound.
fn anytime(ruler: &mut Ruler) {
    let within = |seed| {
        let args = ["solve", "tiles", "--random", "5x5", "--seed", seed, "-s", "anytime"];
        let ended = run(&[&args[..], &["--time-limit", "1s", "--json"]].concat(), None);
        let found: Value = serde_json::from_str(&ended.stdout).expect("JSON");
        found["within"].as_f64().expect("a plan and a bound")
    };
    let largest = ["1", "2", "3"].map(within).into_iter().fold(1.0, f64::max);
    ruler.figure("anytime: plan / bound after a second, 24-puzzles", AtMost(1.5), largest);
    let ended = run(&["solve", "pegs", "wiegleb", "--json"], None);
    let name = "default: seconds to an optimal plan, Wiegleb's board";
    let found: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    assert_eq!(found["optimality"], "proved");
    ruler.figure(name, AtMost(1.0), ended.seconds);
}
