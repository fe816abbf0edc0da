//! The evaluators and generators against the reference rules.

use super::analysis::{Analysis, CellKind};
use super::evaluate::EvaluatedMaze;
use super::generate::generate;
use super::incremental::IncrementalMaze;
use super::info::{INFO, ZERO};
use super::jumps::JumpTable;
use super::reference::NumberMazeReference;
use super::{Grid, NumberMaze, Quality, SearchOptions, Spec};
use crate::rules_agree::rules_agree;
use crate::svg_shapes;
use heureka_core::Limits;
use heureka_core::abilities::Ranked as _;
use heureka_core::local::{Candidate, Generator};
use heureka_kit::board::{BitSet, Size};
use heureka_kit::puzzle::{Parameters, Puzzle};
use rand::{RngExt, SeedableRng};

/// Returns the specification of rows, columns, minimum and maximum value.
pub(super) fn spec([rows, cols, low, high]: [usize; 4]) -> Spec {
    Spec::new(Size { rows, cols }, low, high).unwrap()
}

#[test]
fn cells_are_their_own_ranks() {
    let maze = NumberMaze::random("3x4", &Parameters::default(), 1).unwrap();
    assert_eq!(maze.ranks(), 12);
    assert!((0..12).all(|cell| (maze.rank(&cell), maze.unrank(u64::from(cell))) == (u64::from(cell), cell)));
}

fn reference_quality(grid: &Grid) -> Quality {
    NumberMazeReference::new(grid, 0, ZERO).quality()
}

/// Proposes random changes and compares every accepted and rejected maze with the reference. Returns
/// the number of comparisons.
fn random_walk<M: BitSet, const N: usize>(spec: Spec, steps: u32, seed: u64) -> u64 {
    let mut generator = Generator::seed_from_u64(seed);
    let table = JumpTable::<M>::new(spec);
    let mut maze = IncrementalMaze::<M, N>::random(&table, &mut generator);
    let check = |maze: &IncrementalMaze<'_, M, N>| {
        let quality = reference_quality(&maze.grid());
        assert_eq!(maze.quality(), quality, "\n{}", maze.grid().text());
        assert_eq!(maze.score(), quality.rank(), "\n{}", maze.grid().text());
    };
    check(&maze);
    for _ in 0..steps {
        let change = maze.propose(&mut generator);
        // From thresholds that accept everything to thresholds that demand an improvement.
        let slack = [-100_000, -40, -8, -3, -1, 0, 1][generator.random_range(0..7)];
        let threshold = maze.score() + slack;
        let mut choices = maze.choices().to_vec();
        if let Some(score) = maze.try_change(&change, threshold) {
            assert!(score >= threshold);
            assert_eq!(score, maze.score());
            check(&maze);
        } else {
            assert_eq!(maze.choices(), choices);
            choices[usize::from(change.cell)] = change.choice;
            let rejected = IncrementalMaze::<M, N>::new(&table, &choices);
            assert!(reference_quality(&rejected.grid()).rank() < threshold);
        }
    }
    let rebuilt = IncrementalMaze::<M, N>::new(&table, maze.choices());
    assert_eq!((rebuilt.quality(), rebuilt.grid()), (maze.quality(), maze.grid()));
    u64::from(steps) + 1
}

#[test]
fn incremental_scores_agree_with_the_reference_on_a_million_mazes() {
    let mut generator = Generator::seed_from_u64(360);
    let mut compared = 0;
    let mut seed = 0;
    while compared < 1_000_000 {
        seed += 1;
        // Mostly small mazes, where rare cases are frequent; sometimes up to 121 cells.
        let max_side = if seed % 16 == 0 { 11 } else { 5 };
        let mut side = || generator.random_range(2..=max_side);
        let (rows, cols) = (side(), side());
        let max = rows.max(cols) - 1;
        let low = generator.random_range(1..=max);
        let spec = spec([rows, cols, low, generator.random_range(low..=max)]);
        compared += match rows * cols {
            0..=32 => random_walk::<u32, 32>(spec, 4000, seed),
            33..=64 => random_walk::<u64, 64>(spec, 1000, seed),
            _ => random_walk::<u128, 128>(spec, 500, seed),
        };
    }
}

/// Returns a grid of random size and values, which may be too large to move.
fn random_grid(generator: &mut Generator, max_side: usize, max_value: u8) -> Grid {
    let mut side = || generator.random_range(2..=max_side);
    let size = Size { rows: side(), cols: side() };
    let values = (0..size.cells()).map(|_| generator.random_range(1..=max_value)).collect();
    Grid::new(size, values)
}

#[test]
fn analysis_of_any_size_agrees_with_the_reference() {
    let mut generator = Generator::seed_from_u64(64);
    for round in 0..20_000 {
        let (max_side, max_value) = if round % 100 == 0 { (64, 70) } else { (6, 7) };
        let grid = random_grid(&mut generator, max_side, max_value);
        let reference = NumberMazeReference::new(&grid, 0, ZERO);
        let quality = reference.quality();
        let analysis = Analysis::new(&grid);
        assert_eq!(analysis.quality, quality, "\n{}", grid.text());
        let count = |kind| analysis.cells.iter().filter(|cell| cell.kind == kind).count() as u32;
        assert_eq!(count(CellKind::BlackHole), quality.black_holes);
        assert_eq!(count(CellKind::WhiteHole), quality.white_holes);
        let letters: Vec<char> = analysis.solution.iter().map(|step| step.0).collect();
        assert_eq!(letters.len() as u32, quality.length);
        let cost = heureka_core::replay(&reference, letters.iter().copied());
        assert_eq!(cost.ok(), quality.solvable().then_some(quality.length));
    }
}

#[test]
fn changes_of_any_size_agree_with_the_reference() {
    let mut generator = Generator::seed_from_u64(65);
    let mut maze = EvaluatedMaze::random(spec([12, 13, 1, 5]), &mut generator);
    for _ in 0..3000 {
        let change = maze.propose(&mut generator);
        let threshold = maze.score() - generator.random_range(-1..4);
        let before = maze.grid();
        match maze.try_change(&change, threshold) {
            Some(score) => assert!(score >= threshold),
            None => assert_eq!(maze.grid(), before),
        }
        assert_eq!(maze.score(), reference_quality(&maze.grid()).rank());
    }
}

#[test]
fn random_mazes_are_solvable_and_round_trip() {
    let none = Parameters::default();
    for (size, seed) in [("2x2", 1), ("2x64", 2), ("5x5", 3), ("64x64", 4)] {
        let maze = NumberMaze::random(size, &none, seed).unwrap();
        assert!(reference_quality(&maze.grid).solvable());
        assert_eq!(NumberMaze::parse(&maze.text(), &none).unwrap().grid, maze.grid);
    }
    for size in ["1x5", "5x65", "x", "5x-5", ""] {
        let error = NumberMaze::random(size, &none, 1).unwrap_err();
        assert!(error.message.contains("invalid"), "{size}: {error}");
    }
}

#[test]
fn proves_the_optimum_of_small_mazes() {
    let options = SearchOptions { seed: 3, threads: 2 };
    for (numbers, score) in [
        ([5, 5, 1, 4], 107),
        ([5, 5, 2, 4], 91),
        ([5, 5, 1, 3], 97),
        // No maze of this specification is solvable.
        ([5, 5, 3, 3], -20),
    ] {
        let generated = generate(spec(numbers), &options, &mut Limits::none(), &|_| ());
        assert_eq!((generated.best.quality.score(), generated.proved), (score, true));
        let values = &generated.best.grid.values()[..24];
        assert!(values.iter().all(|&value| (numbers[2]..=numbers[3]).contains(&value.into())));
    }
}

#[test]
fn generates_good_mazes_of_larger_sizes() {
    let options = SearchOptions { seed: 1, threads: 2 };
    for (numbers, work, min_score) in [
        ([7, 7, 1, 6], 1_000_000, 200),
        ([10, 11, 1, 9], 1_000_000, 300),
        ([12, 12, 1, 11], 300_000, 150),
        ([2, 64, 1, 63], 300_000, 20),
    ] {
        let mut limits = Limits::none().expansions(work);
        let generated = generate(spec(numbers), &options, &mut limits, &|_| ());
        let score = generated.best.quality.score();
        assert!(score > min_score, "{numbers:?}: {score}");
        assert!(!generated.proved && generated.work > 0);
    }
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<NumberMaze>(&[]);
}

#[test]
fn lines_of_a_solution_do_not_cross_numbers() {
    // Values and numbers of moves of one and two digits.
    for level in INFO.instances.iter().filter(|level| level.optimum.is_some()) {
        let maze = NumberMaze::parse(level.text, &Parameters::default()).unwrap();
        let svg = Analysis::new(&maze.grid).solution_picture().svg("", 60.0);
        let texts: Vec<_> = svg.split("<text ").skip(1).collect();
        let boxes: Vec<_> = texts
            .iter()
            .zip(svg_shapes::attributes(&svg, "text", ["x", "y", "font-size"]))
            .map(|(text, [x, y, size])| {
                let letters = text.split('>').nth(1).unwrap().split('<').next().unwrap();
                let width = 0.62 * size * letters.len() as f64;
                let left = if text.contains("middle") { x - width / 2.0 } else { x };
                // The digits stand on the base line.
                (left, left + width, y - 0.73 * size, y)
            })
            .collect();
        let length = level.optimum.unwrap() as usize;
        assert_eq!(boxes.len(), maze.grid.size().cells() + length + 1, "{}", level.name);
        let shapes = svg_shapes::points(&svg, "polyline")
            .into_iter()
            .chain(svg_shapes::points(&svg, "polygon"));
        let mut arrows = 0;
        for shape in shapes {
            arrows += 1;
            // Lines are horizontal or vertical, so a box around each shape holds it exactly.
            let low = shape.iter().fold((f64::MAX, f64::MAX), |a, b| (a.0.min(b.0), a.1.min(b.1)));
            let high = shape.iter().fold((f64::MIN, f64::MIN), |a, b| (a.0.max(b.0), a.1.max(b.1)));
            let half = 0.03;
            for &(left, right, top, bottom) in &boxes {
                let apart = high.0 + half <= left
                    || low.0 - half >= right
                    || high.1 + half <= top
                    || low.1 - half >= bottom;
                assert!(apart, "{}: {shape:?} crosses {left},{top}", level.name);
            }
        }
        assert_eq!(arrows, 2 * length, "a shaft and a head for every move");
        // The arrows join: each begins where the one before ends.
        let (shafts, heads) =
            (svg_shapes::points(&svg, "polyline"), svg_shapes::points(&svg, "polygon"));
        assert!((1..length).all(|i| shafts[i][0] == heads[i - 1][0]), "{}", level.name);
    }
}
