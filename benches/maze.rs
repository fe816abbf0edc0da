//! Benchmarks of the number maze: the speed of the evaluators and the scores of the generator.
//!
//! `cargo bench --bench maze` compares the evaluators with the reference rules. `-- table`
//! generates mazes of every size in the table with three seeds, for 60 CPU seconds on each of two
//! threads, and compares the mean scores with the targets. `-- table 10x10` selects sizes by
//! prefix.

#[expect(dead_code, reason = "the other bench uses more of it")]
mod ruler;

use heureka_core::Limits;
use heureka_core::local::{Candidate, Cooling, Generator, anneal};
use heureka_kit::board::{BitSet, Size};
use heureka_puzzles::number_maze::evaluate::EvaluatedMaze;
use heureka_puzzles::number_maze::generate::generate;
use heureka_puzzles::number_maze::incremental::IncrementalMaze;
use heureka_puzzles::number_maze::jumps::JumpTable;
use heureka_puzzles::number_maze::{ScoredMaze, SearchOptions, Spec};
use rand_xoshiro::rand_core::SeedableRng;
use ruler::{Ruler, Target::AtLeast};
use rustix::time::{ClockId, clock_gettime};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Rows, columns, minimum and maximum value, with the target of the mean score.
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
    let mut ruler = Ruler::from_arguments("Evaluators of number mazes");
    if ruler.wants("evaluate") {
        evaluations::<u32, 32>(&mut ruler, [5, 5, 1, 4]);
        evaluations::<u64, 64>(&mut ruler, [7, 7, 1, 6]);
        evaluations::<u128, 128>(&mut ruler, [10, 10, 1, 9]);
    }
    ruler.finish();
}

fn spec([rows, cols, low, high]: [usize; 4]) -> Spec {
    Spec::new(Size { rows, cols }, low, high).expect("a valid specification")
}

/// Compares annealing by the incremental evaluator with as many evaluations from scratch.
fn evaluations<M: BitSet, const N: usize>(ruler: &mut Ruler, numbers: [usize; 4]) {
    let spec = spec(numbers);
    let table = JumpTable::<M>::new(spec);
    let proposals = if ruler.checks_only { 20_000 } else { 200_000 };
    let cooling = Cooling { hot: 2.4, cold: 1.1, proposals, rounds: 1, target: None };
    let incremental = || {
        let random = |generator: &mut Generator| IncrementalMaze::<M, N>::random(&table, generator);
        let found = anneal(1, random, &cooling, &mut Limits::none());
        assert_eq!(ScoredMaze::new(found.best.grid()).quality.rank(), found.score);
    };
    let from_scratch = || {
        let random = |generator: &mut Generator| EvaluatedMaze::random(spec, generator);
        let found = anneal(1, random, &cooling, &mut Limits::none());
        assert_eq!(ScoredMaze::new(found.best.grid()).quality.rank(), found.score);
    };
    let reference = || {
        let mut generator = Generator::seed_from_u64(1);
        let mut maze = IncrementalMaze::<M, N>::random(&table, &mut generator);
        for _ in 0..proposals {
            let change = maze.propose(&mut generator);
            maze.try_change(&change, i64::MIN);
            assert_eq!(ScoredMaze::new(maze.grid()).quality.rank(), maze.score());
        }
    };
    let name = |evaluator: &str| format!("evaluate {}: {evaluator} / incremental", spec.size);
    ruler.ratio(&name("reference"), AtLeast(20.0), proposals, reference, incremental);
    ruler.ratio(&name("from scratch"), AtLeast(2.0), proposals, from_scratch, incremental);
}

/// Returns the CPU seconds of all threads.
fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// Prints the scores that the generator reaches in 60 CPU seconds on each of two threads.
fn table() {
    const THREADS: usize = 2;
    const SECONDS: f64 = 60.0;
    let only: Vec<String> = std::env::args().skip(1).filter(|word| word.contains('x')).collect();
    println!(
        "{:<16} {:>24} {:>8} {:>6} {:>8} {:>9}  last improvement, CPU s",
        "size", "scores", "mean", "min", "target", "CPU s"
    );
    let mut missed = 0;
    for (numbers, target) in TABLE {
        let spec = spec(numbers);
        let name = spec.to_string();
        if !only.is_empty() && !only.iter().any(|word| name.starts_with(word.as_str())) {
            continue;
        }
        let begun = cpu_seconds();
        let runs = (1..=3).map(|seed| best_of(spec, seed, THREADS, SECONDS * THREADS as f64));
        let (scores, last): (Vec<i64>, Vec<String>) =
            runs.map(|(score, at)| (score, format!("{at:.1}"))).unzip();
        let mean = scores.iter().sum::<i64>() as f64 / scores.len() as f64;
        let min = scores.iter().min().copied().unwrap_or(0);
        let listed: Vec<_> = scores.iter().map(ToString::to_string).collect();
        let verdict = if mean >= target { "" } else { "  missed" };
        missed += usize::from(mean < target);
        println!(
            "{name:<16} {:>24} {mean:>8.1} {min:>6} {target:>8} {:>9.1}  {}{verdict}",
            listed.join(" "),
            cpu_seconds() - begun,
            last.join(" ")
        );
    }
    if missed > 0 {
        std::process::exit(1);
    }
}

/// Returns the best score within a number of CPU seconds of all threads, and when it was found.
fn best_of(spec: Spec, seed: u64, threads: usize, seconds: f64) -> (i64, f64) {
    let begun = cpu_seconds();
    let stop = AtomicBool::new(false);
    let done = AtomicBool::new(false);
    let last = std::sync::Mutex::new(0.0);
    std::thread::scope(|scope| {
        // CPU time does not depend on the other programs on the machine.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                if cpu_seconds() - begun >= seconds {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let mut limits = Limits::none()
            .interrupt(&stop)
            .until(Instant::now() + Duration::from_secs_f64(20.0 * seconds));
        let generated = generate(spec, &SearchOptions { seed, threads }, &mut limits, &|_| {
            if let Ok(mut last) = last.lock() {
                *last = cpu_seconds() - begun;
            }
        });
        done.store(true, Ordering::Relaxed);
        let at = last.lock().map_or(0.0, |last| *last);
        (generated.best.quality.score(), at)
    })
}
