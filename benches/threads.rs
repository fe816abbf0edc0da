//! One thread against two, as ratios of times in the same run: how many times as fast two threads are.
//!
//! `cargo bench --bench threads` measures all groups on two idle cores, `-- astar` those whose name begins
//! with `astar`. Every answer is checked. A missed target fails the run.

#[expect(dead_code, reason = "the other bench uses more of it")]
mod ruler;

use heureka_core::explore::{Keep, explore_by_keys};
use heureka_core::{Limits, explore, solve};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::chi::Chi;
use heureka_puzzles::hanoi::Hanoi;
use heureka_puzzles::pancakes::Pancakes;
use heureka_puzzles::pegs::Pegs;
use heureka_puzzles::tiles::{Measured, Tiles, measured};
use ruler::{Ruler, Target::AtLeast};

fn parsed<P: Puzzle>(text: &str) -> P {
    P::parse(text, &Parameters::default()).expect("a valid instance")
}

/// Returns the hardest measured board with at most this many expansions by IDA\*.
fn hardest(most: u64) -> Measured {
    let boards = measured().filter(|board| board.expansions <= most);
    boards.max_by_key(|board| board.expansions).expect("some")
}

fn main() {
    let mut ruler = Ruler::from_arguments("Threads and workers").by_the_wall();
    let small = ruler.checks_only;
    for (strategy, heuristic, target, most) in [
        ("idastar", "manhattan", 1.8, 700_000_000),
        // On tagged keys.
        ("astar", "manhattan", 1.5, 60_000_000),
        ("astar", "linear-conflict", 1.5, 60_000_000),
    ] {
        let board = hardest(if small { 3_000_000 } else { most });
        let tiles = parsed::<Tiles<u64>>(board.text).with_heuristic(heuristic);
        let (tiles, name) =
            (tiles.expect("a heuristic"), format!("{strategy}: one / two threads, {heuristic}"));
        if ruler.wants(strategy) {
            compare(&mut ruler, &name, target, 0, |threads| {
                let (strategy, mut limits) =
                    (strategy.parse(), Limits::none().with_threads(threads));
                let found = solve(&tiles, &strategy.expect("a strategy"), &mut limits, &mut ());
                assert_eq!(found.expect("supported").outcome.cost(), Some(board.optimum));
            });
        }
    }
    if ruler.wants("ucs") {
        // On linked keys. A cost near the diameter, 11, so that there is work for two threads.
        let (stack, cost) = if small { ("3 5 7 1 4 6 2", 7) } else { ("10 4 7 9 5 2 8 6 3 1", 10) };
        let (stack, strategy) = (parsed::<Pancakes>(stack), "ucs".parse().expect("a strategy"));
        compare(&mut ruler, "ucs: one / two threads, pancakes", 1.5, 0, |threads| {
            let mut limits = Limits::none().with_threads(threads);
            let found = solve(&stack, &strategy, &mut limits, &mut ()).expect("supported");
            assert_eq!(found.outcome.cost(), Some(cost));
        });
    }
    if ruler.wants("keys") {
        let (stack, states) =
            if small { ("2 1 3 4 5 6 7", 5_040) } else { ("2 1 3 4 5 6 7 8 9 10 11", 39_916_800) };
        let stack = parsed::<Pancakes>(stack);
        compare(&mut ruler, "keys: one / two threads, pancakes", 1.8, states, |threads| {
            let found = explore(&stack, &mut Limits::none().with_threads(threads));
            assert_eq!(found.states(), states);
        });
        // Moves so cheap that a fifth of the time goes into dividing the keys among shards.
        let disks = if small { 9 } else { 12 };
        let (hanoi, states) = (parsed::<Hanoi>(&format!("4 {disks}")), 1 << (2 * disks));
        compare(&mut ruler, "keys: one / two threads, Hanoi", 1.5, states, |threads| {
            let mut limits = Limits::none().with_threads(threads);
            let found = explore_by_keys(&hanoi, &mut limits, Keep::ThreeLayers);
            assert_eq!(found.states(), states);
        });
    }
    if ruler.wants("pegs") && !small {
        let (english, classes) = (parsed::<Pegs>("4 3,3 3,3"), 23_475_688);
        compare(&mut ruler, "pegs: one / two threads, by layers", 1.8, classes, |threads| {
            let found = explore(&english, &mut Limits::none().with_threads(threads));
            assert_eq!(found.states(), classes);
        });
    }
    if ruler.wants("ranks") {
        let (size, states) = if small { ("2x4", 40_320) } else { ("3x4", 479_001_600) };
        let chi = Chi::<u64>::random(size, &Parameters::default(), 1).expect("a valid size");
        compare(&mut ruler, "ranks: one / two threads, χ", 1.8, states, |threads| {
            let found = explore(&chi, &mut Limits::none().with_threads(threads));
            assert_eq!(found.states(), states);
        });
        let goal: Tiles<u64> = if small {
            parsed("1 2 3 / 4 5 6 / 7 8 0")
        } else {
            parsed("1 2 3 / 4 5 6 / 7 8 9 / 10 11 0")
        };
        let states = if small { 181_440 } else { 239_500_800 };
        compare(&mut ruler, "ranks: one / two threads, rows of tiles", 1.8, states, |threads| {
            let found = explore(&goal, &mut Limits::none().with_threads(threads));
            assert_eq!(found.states(), states);
        });
    }
    ruler.finish();
}

/// Measures work on one thread over the same work on two.
fn compare(ruler: &mut Ruler, name: &str, target: f64, nodes: u64, work: impl Fn(usize)) {
    ruler.ratio(name, AtLeast(target), nodes, || work(1), || work(2));
}
