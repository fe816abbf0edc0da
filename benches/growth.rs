//! How costs grow with the size of a problem, beside what theory predicts.
//!
//! `cargo bench -p heureka-lab --bench growth` prints the measured growth; with `-- --write` it also draws the
//! plots of docs/performance.md. Under `cargo test` only the smallest sizes are tried, and their counts
//! checked.

use heureka_core::{Limits, Outcome, Problem, solve};
use heureka_kit::board::{Direction, Size};
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_lab::{Axis, Mark, Plot, Series};
use heureka_puzzles::registry::puzzle;
use heureka_puzzles::tiles::Tiles;
use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write;

fn main() {
    let flags: Vec<String> = std::env::args().skip(1).collect();
    let measures = flags.iter().any(|flag| flag == "--bench");
    let plots =
        [("growth-explorations", explorations(measures)), ("growth-idastar", ida(measures))];
    if measures && flags.iter().any(|flag| flag == "--write") {
        for (name, plot) in plots {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
            std::fs::write(format!("{folder}/{name}.svg"), plot.svg()).expect("a writable file");
        }
    }
}

/// Returns the CPU seconds of a computation; if they matter, the least of some runs, as other programs only
/// add to them.
fn seconds(measures: bool, mut work: impl FnMut()) -> f64 {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let (begun, mut least) = (now(), f64::INFINITY);
    while least == f64::INFINITY || measures && now() - begun < 0.3 {
        let start = now();
        work();
        least = least.min(now() - start);
    }
    least
}

/// Whole spaces: the time should grow as the number of states.
fn explorations(measures: bool) -> Plot {
    let axes = (Axis::log("states"), Axis::log("CPU seconds"));
    let mut plot = Plot::new("Whole spaces explored", axes.0, axes.1);
    let few = if measures { usize::MAX } else { 2 };
    let tiles = ["2x3", "2x4", "3x3", "2x5", "3x4"].into_iter().take(few);
    let disks = ["4x5", "4x6", "4x7", "4x8", "4x9", "4x10", "4x11", "4x12"].into_iter().take(few);
    let chi = ["2x3", "2x4", "3x3", "2x5"].into_iter().take(few);
    let sides = [50, 100, 200, 400, 800, 1600].into_iter().take(few);
    let families: [(_, Vec<_>); 4] = [
        ("tiles, by ranks", tiles.map(|size| tiles_of(size, measures)).collect()),
        ("Hanoi, by ranks", disks.map(|size| towers_of(size, measures)).collect()),
        ("χ, by ranks", chi.map(|size| chi_of(size, measures)).collect()),
        ("grid, by ranks", sides.map(|side| open_grid(side, measures)).collect()),
    ];
    for (name, points) in families {
        let mut name = name.to_owned();
        if measures {
            write!(name, ": slope {:.2}", slope(&points[points.len() / 2..])).expect("memory");
            println!("{name} of the larger half, 1 in theory");
        }
        plot = plot.series(Series::new(name, Mark::Line, points));
    }
    plot.series(Series::new("10 ns a state", Mark::Line, [(1e3, 1e-5), (1e8, 1.0)]))
}

/// Returns the slope of the line that is closest to some points, by logarithms.
fn slope(points: &[(f64, f64)]) -> f64 {
    let logarithms: Vec<_> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| {
        logarithms.iter().map(of).sum::<f64>() / logarithms.len() as f64
    };
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    mean(&|point| (point.0 - x) * (point.1 - y)) / mean(&|point| (point.0 - x).powi(2))
}

/// Half the boards of sliding tiles can be reached.
fn tiles_of(size: &str, measures: bool) -> (f64, f64) {
    explored(&*random("tiles", size), boards(size) / 2, measures)
}

/// Every disk can lie on every rod.
fn towers_of(size: &str, measures: bool) -> (f64, f64) {
    let [rods, disks] = numbers(size);
    explored(&*random("hanoi", size), rods.pow(disks as u32) as u64, measures)
}

/// All boards of χ can be reached.
fn chi_of(size: &str, measures: bool) -> (f64, f64) {
    explored(&*random("chi", size), boards(size), measures)
}

/// All cells of a grid without walls can be reached.
fn open_grid(side: usize, measures: bool) -> (f64, f64) {
    let size = format!("{side}x{side}");
    let grid = puzzle("grid").expect("a puzzle").parse(&size, &Parameters::default());
    explored(&*grid.expect("a map"), (side * side) as u64, measures)
}

fn random(name: &str, size: &str) -> Box<dyn Instance> {
    let puzzle = puzzle(name).expect("a puzzle");
    puzzle.random(size, &Parameters::default(), 1).expect("a size")
}

/// Returns the two numbers of a size.
fn numbers(size: &str) -> [usize; 2] {
    let (first, second) = size.split_once('x').expect("a size");
    [first, second].map(|number| number.parse().expect("a number"))
}

/// Returns the number of ways to order the cells of a board.
fn boards(size: &str) -> u64 {
    let [rows, cols] = numbers(size);
    (1..=(rows * cols) as u64).product()
}

/// Explores a space with a known number of states. Returns that number and the seconds.
///
/// Goes through the registry: the puzzles' crate is optimized more than this one.
fn explored(instance: &dyn Instance, states: u64, measures: bool) -> (f64, f64) {
    let space = instance.as_small().expect("states can be copied");
    let explored = || assert_eq!(space.explore(&mut Limits::none()).states(), states);
    (states as f64, seconds(measures, explored))
}

/// IDA\* with Manhattan distance. Raising the bound by two moves should multiply the nodes by the square of
/// the branching factor.
fn ida(measures: bool) -> Plot {
    let axes = (Axis::linear("bound, in moves"), Axis::log("expanded nodes of this bound"));
    let mut plot = Plot::new("IDA* with Manhattan distance", axes.0, axes.1);
    for size in ["3x3", "3x4", "4x4"].into_iter().take(if measures { 3 } else { 1 }) {
        // The first random board that takes many bounds.
        let board =
            |seed| Tiles::<u64>::random(size, &Parameters::default(), seed).expect("a size");
        let mut boards = (1..1000).map(|seed| iterations(&board(seed)));
        let points = boards.find(|points| points.len() >= 5).expect("many bounds");
        let factor = branching(size);
        if let (true, [.., a, b]) = (measures, &points[..]) {
            let measured = (b.1 / a.1).powf(1.0 / (b.0 - a.0));
            println!(
                "{size:<22} factor {measured:.3} a move at the last bounds, {factor:.3} in theory"
            );
        }
        let last = points[points.len() - 1];
        let line = points.iter().map(|&(bound, _)| (bound, last.1 * factor.powf(bound - last.0)));
        let line = Series::new(
            format!("{size}, theory: {factor:.3} a move"),
            Mark::Dots,
            line.collect::<Vec<_>>(),
        );
        plot = plot.series(Series::new(size, Mark::Line, points.clone())).series(line);
    }
    plot
}

/// Returns the nodes expanded at each bound below the cost of a plan, up to some millions.
fn iterations(puzzle: &Tiles<u64>) -> Vec<(f64, f64)> {
    const MANY: f64 = 3e6;
    let strategy = "idastar".parse().expect("a strategy");
    let (mut bound, mut before, mut points) = (puzzle.h(&puzzle.start()), 0, vec![]);
    while points.last().is_none_or(|&(_, nodes)| nodes < MANY) {
        let mut limits = Limits::none().cost(bound);
        let report = solve(puzzle, &strategy, &mut limits, &mut ()).expect("supported");
        if let Outcome::Solved(..) = report.outcome {
            break;
        }
        points.push((f64::from(bound), (report.stats.expanded - before) as f64));
        (before, bound) = (report.stats.expanded, bound + 2);
    }
    points
}

/// Returns the asymptotic branching factor without moves back: the largest eigenvalue of the moves between
/// pairs of blank cell and last move.
fn branching(size: &str) -> f64 {
    let [rows, cols] = numbers(size);
    let size = Size { rows, cols };
    let at = |cell: usize, last: Direction| cell * Direction::ALL.len() + last as usize;
    let mut nodes = vec![1.0; size.cells() * Direction::ALL.len()];
    let mut factors = [1.0; 2];
    for _ in 0..1000 {
        let mut next = vec![0.0; nodes.len()];
        for (cell, last) in
            (0..size.cells()).flat_map(|cell| Direction::ALL.map(|last| (cell, last)))
        {
            for step in Direction::ALL.into_iter().filter(|step| *step != last.opposite()) {
                let to = size.cell(cell).neighbor(step);
                if size.contains(to) {
                    next[at(size.index(to), step)] += nodes[at(cell, last)];
                }
            }
        }
        let sum: f64 = next.iter().sum();
        factors = [factors[1], sum / nodes.iter().sum::<f64>()];
        nodes = next.into_iter().map(|count| count / sum).collect();
    }
    // Odd and even moves alternate.
    (factors[0] * factors[1]).sqrt()
}
