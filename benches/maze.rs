//! The number maze: how fast puzzles are evaluated, and how good those are that are found.
//!
//! `cargo bench --bench maze` measures the evaluators against the reference, `-- --quick` a shorter
//! set, `-- table` looks for puzzles of every size of the table for 60 CPU seconds on each of two
//! threads, with three seeds, and prints the mean and the least score beside those to be reached;
//! `-- table 10x10` only those whose name begins so.

#[expect(dead_code, reason = "the other bench uses more of it")]
mod ruler;

use heureka_core::Limits;
use heureka_core::local::{Candidate, Cooling, Generator, anneal};
use heureka_kit::board::BitSet;
use heureka_puzzles::number_maze::generate::{Effort, generate, judge};
use heureka_puzzles::number_maze::incremental::Maze;
use heureka_puzzles::number_maze::plain::Plain;
use heureka_puzzles::number_maze::{Board, Frame};
use rand_xoshiro::rand_core::SeedableRng;
use ruler::Ruler;
use rustix::time::{ClockId, clock_gettime};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Frames, and the mean score that is to be reached.
const TABLE: [([usize; 4], f64); 10] = [
    ([5, 5, 1, 4], 107.0),
    ([5, 5, 2, 4], 91.0),
    ([5, 5, 1, 3], 97.0),
    ([6, 6, 1, 5], 175.0),
    ([7, 7, 1, 6], 252.0),
    ([8, 8, 1, 7], 343.0),
    ([9, 9, 1, 8], 444.0),
    ([10, 10, 1, 9], 560.0),
    ([5, 10, 1, 9], 271.0),
    ([10, 10, 2, 5], 496.0),
];

fn main() {
    if std::env::args().any(|argument| argument == "table") {
        return table();
    }
    let mut ruler = Ruler::from_arguments();
    if ruler.wants("evaluate") {
        evaluations::<u32, 32>(&mut ruler, [5, 5, 1, 4]);
        evaluations::<u64, 64>(&mut ruler, [7, 7, 1, 6]);
        evaluations::<u128, 128>(&mut ruler, [10, 10, 1, 9]);
    }
    ruler.finish();
}

fn frame([rows, cols, low, high]: [usize; 4]) -> Frame {
    Frame::new(rows, cols, low, high).expect("a frame of ours")
}

/// Changes looked at in an annealing, against as many evaluations from scratch by the plain evaluator
/// and by the reference.
fn evaluations<M: BitSet, const N: usize>(ruler: &mut Ruler, size: [usize; 4]) {
    let frame = frame(size);
    let board = Board::<M>::new(frame, true);
    let proposals = if ruler.quick() { 20_000 } else { 200_000 };
    let cooling = Cooling { hot: 2.4, cold: 1.1, proposals, rounds: 1, target: None };
    let fast = || {
        let fresh = |generator: &mut Generator| Maze::<M, N>::random(&board, generator);
        let found = anneal(1, fresh, &cooling, &mut Limits::none(), &mut |_| ());
        assert_eq!(judge(&found.best.grid()).rank(), found.score);
    };
    let plain = || {
        let fresh = |generator: &mut Generator| Plain::random(frame, generator);
        let found = anneal(1, fresh, &cooling, &mut Limits::none(), &mut |_| ());
        assert_eq!(judge(&found.best.grid()).rank(), found.score);
    };
    let by_the_book = || {
        let mut generator = Generator::seed_from_u64(1);
        let mut maze = Maze::<M, N>::random(&board, &mut generator);
        for _ in 0..proposals {
            let change = maze.propose(&mut generator);
            maze.try_change(&change, i64::MIN);
            assert_eq!(judge(&maze.grid()).rank(), maze.score());
        }
    };
    let name = |what: &str| format!("evaluate {}x{}: {what} / incremental", size[0], size[1]);
    ruler.at_least(&name("reference"), 20.0, proposals, by_the_book, fast);
    ruler.at_least(&name("plain"), 2.0, proposals, plain, fast);
}

/// CPU seconds of all threads.
fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// The scores that are found in 60 CPU seconds on each of two threads.
fn table() {
    const THREADS: usize = 2;
    const SECONDS: f64 = 60.0;
    let only: Vec<String> = std::env::args().skip(1).filter(|word| word.contains('x')).collect();
    println!(
        "{:<16} {:>24} {:>8} {:>6} {:>8} {:>9}  last improvement, CPU s",
        "size", "scores", "mean", "least", "wanted", "CPU s"
    );
    let mut missed = 0;
    for (size, wanted) in TABLE {
        let name = format!("{}x{} [{}-{}]", size[0], size[1], size[2], size[3]);
        if !only.is_empty() && !only.iter().any(|word| name.starts_with(word.as_str())) {
            continue;
        }
        let mut scores = vec![];
        let mut last = vec![];
        let begun = cpu_seconds();
        for seed in 1..=3 {
            let (score, at) = best_of(frame(size), seed, THREADS, SECONDS * THREADS as f64);
            scores.push(score);
            last.push(format!("{at:.1}"));
        }
        let mean = scores.iter().sum::<i64>() as f64 / scores.len() as f64;
        let least = scores.iter().min().copied().unwrap_or(0);
        let listed: Vec<_> = scores.iter().map(ToString::to_string).collect();
        let verdict = if mean >= wanted { "" } else { "  missed" };
        missed += usize::from(mean < wanted);
        println!(
            "{name:<16} {:>24} {mean:>8.1} {least:>6} {wanted:>8} {:>9.1}  {}{verdict}",
            listed.join(" "),
            cpu_seconds() - begun,
            last.join(" ")
        );
    }
    if missed > 0 {
        std::process::exit(1);
    }
}

/// The best score within so many CPU seconds of all threads, and when it was found.
fn best_of(frame: Frame, seed: u64, threads: usize, seconds: f64) -> (i64, f64) {
    let begun = cpu_seconds();
    let enough = AtomicBool::new(false);
    let done = AtomicBool::new(false);
    let last = std::sync::Mutex::new(0.0);
    std::thread::scope(|scope| {
        // What other programs do on the machine does not count, so no clock on the wall is asked.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                if cpu_seconds() - begun >= seconds {
                    enough.store(true, Ordering::Relaxed);
                }
            }
        });
        let mut limits = Limits::none()
            .interrupt(&enough)
            .until(Instant::now() + Duration::from_secs_f64(20.0 * seconds));
        let generated = generate(frame, &Effort { seed, threads }, &mut limits, &|_| {
            if let Ok(mut last) = last.lock() {
                *last = cpu_seconds() - begun;
            }
        });
        done.store(true, Ordering::Relaxed);
        let at = last.lock().map_or(0.0, |last| *last);
        (generated.best.quality.score(), at)
    })
}
