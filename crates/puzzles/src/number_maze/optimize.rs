//! The optimizer: puzzles built by a beam, the best of them polished by a short cool annealing, again
//! and again with other weights.
//!
//! A beam that builds in breadth-first order finds long solutions that no walk through the space of
//! puzzles finds in the time, and a walk repairs at once what the beam could not see: the cells that
//! were left over. The weights of the ranking are drawn anew for every run, more and more often near
//! those that did best; and most runs do not begin at nothing, but keep the first cells of one of the
//! best puzzles so far.

use super::beam::{Building, Weights};
use super::board::{Board, Frame};
use super::grid::Grid;
use super::incremental::Maze;
use super::plain::Plain;
use heureka_core::construct::{Construction, construct};
use heureka_core::local::{Cooling, Generator, anneal, between};
use heureka_core::{Limits, Stats};
use heureka_kit::board::BitSet;
use rand::{Rng, RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The widths of beams.
const WIDTHS: (f64, f64) = (1_000.0, 10_000.0);
/// How many of a beam's puzzles are polished.
const POLISHED: usize = 30;
/// How they are polished.
const POLISH: Cooling =
    Cooling { hot: 1.1, cold: 0.5, proposals: 100_000, rounds: 1, target: None };
/// A shorter polish before, which tells most of those that are not worth the other.
const GLANCE: Cooling = Cooling { proposals: 20_000, ..POLISH };
/// How far below the best puzzle a glance may end.
const PROMISING: i64 = 6;
/// How many of the best settings are remembered, and how many of them are varied.
const REMEMBERED: usize = 40;
const VARIED: usize = 8;

/// How many of the best puzzles are remembered, to be built anew from some cell on.
const MODELS: usize = 12;
/// How often that is done.
const REBUILT: f64 = 0.75;

/// The settings of one run of the beam.
#[derive(Clone, Copy, Debug)]
struct Settings {
    width: f64,
    noise: f32,
    weights: Weights,
}

impl Settings {
    fn random(generator: &mut Generator) -> Self {
        let mut part = || generator.random::<f64>();
        let mut even = |low: f64, high: f64| (low + (high - low) * part()) as f32;
        let weights = Weights {
            forced: even(1.2, 3.0),
            forced_falls: even(0.75, 0.97),
            lonely: 0.0,
            lonely_falls: even(0.55, 0.97),
            left_over: 0,
        };
        let mut by_size = |low: f64, high: f64| between(low, high, part()) as f32;
        let (noise, lonely) = (by_size(0.1, 4.0), by_size(3.0, 30.0));
        let left_over = generator.random_range(4..25);
        let width = between(WIDTHS.0, WIDTHS.1, generator.random());
        Self { width, noise, weights: Weights { lonely, left_over, ..weights } }
    }

    /// The width as a number of nodes.
    #[expect(clippy::cast_sign_loss, reason = "widths are positive")]
    fn nodes(&self) -> usize {
        self.width as usize
    }

    fn varied(&self, generator: &mut Generator) -> Self {
        // As likely larger as smaller, at most by this factor.
        let mut about = |value: f32, factor: f64| {
            value * between(1.0 / factor, factor, generator.random::<f64>()) as f32
        };
        let Weights { forced, forced_falls, lonely, lonely_falls, left_over } = self.weights;
        Self {
            width: f64::from(about(self.width as f32, 1.8)).clamp(WIDTHS.0, WIDTHS.1),
            noise: about(self.noise, 1.5),
            weights: Weights {
                forced: about(forced, 1.2),
                forced_falls: about(forced_falls, 1.03).min(0.98),
                lonely: about(lonely, 1.35),
                lonely_falls: about(lonely_falls, 1.04).min(0.98),
                left_over: (left_over + generator.random_range(0..5)).saturating_sub(2).max(2),
            },
        }
    }
}

/// How many runs of the beam are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// So many.
    Some(u32),
    /// As many as there is time for.
    All,
}

/// Told the score of a puzzle, and the puzzle itself if it is of interest.
pub type Offer<'a> = &'a dyn Fn(i64, &dyn Fn() -> Grid);

/// What has served well so far: settings of beams, and puzzles to begin from. Threads share it.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The best first, as the models are.
    settings: Vec<(i64, Settings)>,
    models: Vec<(i64, Vec<u8>)>,
}

impl Memory {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The best score so far.
    fn best(&self) -> Option<i64> {
        self.known().models.first().map(|best| best.0)
    }

    /// Settings near some of the best, or new ones.
    fn settings(&self, generator: &mut Generator) -> Settings {
        let known = &self.known().settings;
        if known.len() >= 4 && generator.random_bool(0.6) {
            known[generator.random_range(0..known.len().min(VARIED))].1.varied(generator)
        } else {
            Settings::random(generator)
        }
    }

    /// One of the best puzzles, or nothing to begin from.
    fn model(&self, generator: &mut Generator) -> Option<Vec<u8>> {
        let known = &self.known().models;
        let begins = known.len() >= 4 && generator.random_bool(REBUILT);
        // The better of two.
        let mut any = || generator.random_range(0..known.len());
        begins.then(|| known[any().min(any())].1.clone())
    }

    /// Keeps a puzzle if it is one of the best, each only once.
    fn keep_model(&self, score: i64, choices: Vec<u8>) {
        let known = &mut self.known().models;
        if known.iter().all(|(_, model)| *model != choices) {
            keep(known, MODELS, score, choices);
        }
    }

    fn keep_settings(&self, score: i64, settings: Settings) {
        keep(&mut self.known().settings, REMEMBERED, score, settings);
    }
}

/// Puts something behind all that are as good, and forgets what is beyond `most`.
fn keep<T>(list: &mut Vec<(i64, T)>, most: usize, score: i64, what: T) {
    let place = list.partition_point(|known| known.0 >= score);
    list.insert(place, (score, what));
    list.truncate(most);
}

/// Builds and polishes until the flag is raised; tells every puzzle that comes of it.
pub fn build_and_polish<M: BitSet, const N: usize>(
    board: &Board<M>,
    seed: u64,
    runs: Runs,
    memory: &Memory,
    stop: &AtomicBool,
    work: &dyn Fn(&Stats),
    found: Offer<'_>,
) {
    let mut generator = Generator::seed_from_u64(seed);
    let mut run = 0;
    while !stop.load(Ordering::Relaxed) && runs != Runs::Some(run) {
        run = run.wrapping_add(1);
        let settings = memory.settings(&mut generator);
        // Either from nothing, or from the beginning of one of the best puzzles.
        let rooted = memory.model(&mut generator).and_then(|model| {
            let fixed = generator.random_range(1..board.frame().cells().max(3) - 1);
            let tree = Building::new(board, &settings.weights).rooted(&model, fixed)?;
            Some((tree, model))
        });
        let (tree, model) = match rooted {
            Some((tree, model)) => (tree, Some(model)),
            None => (Building::new(board, &settings.weights), None),
        };
        let construction = Construction {
            width: settings.nodes(),
            noise: settings.noise,
            candidates: POLISHED,
            min_score: memory.best().unwrap_or(i64::MIN),
        };
        let mut limits = Limits::none().interrupt(stop);
        let built = construct(&tree, generator.next_u64(), &construction, &mut limits);
        work(&built.stats);
        // One for each run: what comes of one beam is much alike.
        let mut best: Option<(i64, Vec<u8>)> = None;
        for (_, choices) in &built.complete {
            let filled = fill(board, &tree, choices, model.as_deref(), &mut generator);
            let maze = Maze::<M, N>::new(board, &filled);
            let (score, maze) = polish(maze, memory.best(), &mut generator, stop, work);
            found(score, &|| maze.grid());
            if best.as_ref().is_none_or(|best| best.0 < score) {
                best = Some((score, maze.choices().to_vec()));
            }
            if stop.load(Ordering::Relaxed) {
                return;
            }
        }
        // A beam that completed nothing tells nothing of its weights but that they are bad.
        if let Some((score, choices)) = best {
            memory.keep_model(score, choices);
            if model.is_none() {
                memory.keep_settings(score, settings);
            }
        }
    }
}

/// A whole puzzle from what a beam has built: cells that it left open are those of the model, if it
/// began from one, or random.
fn fill<M: BitSet>(
    board: &Board<M>,
    tree: &Building<'_, M>,
    choices: &[u8],
    model: Option<&[u8]>,
    generator: &mut Generator,
) -> Vec<u8> {
    let mut filled: Vec<u8> = (0..board.frame().cells())
        .map(|cell| match model {
            Some(model) if tree.fixes(cell) => model[cell],
            _ => generator.random_range(0..board.jumps(cell).len()) as u8,
        })
        .collect();
    for (cell, &choice) in tree.order(choices).into_iter().zip(choices) {
        filled[usize::from(cell)] = choice;
    }
    filled
}

/// A short walk, and a longer one if that leads near the best.
fn polish<'b, M: BitSet, const N: usize>(
    mut maze: Maze<'b, M, N>,
    best: Option<i64>,
    generator: &mut Generator,
    stop: &AtomicBool,
    work: &dyn Fn(&Stats),
) -> (i64, Maze<'b, M, N>) {
    let mut score = i64::MIN;
    for cooling in [&GLANCE, &POLISH] {
        let mut limits = Limits::none().interrupt(stop);
        let from = maze.clone();
        let walked =
            anneal(generator.next_u64(), |_| from.clone(), cooling, &mut limits, &mut |_| ());
        work(&Stats { expanded: walked.proposals, ..Stats::default() });
        (score, maze) = (walked.score, walked.best);
        if best.is_some_and(|best| score < best - PROMISING) {
            break;
        }
    }
    (score, maze)
}

/// Walks through puzzles of any size until the flag is raised, each time cooling down from the best
/// one so far; tells every improvement.
pub fn wander(frame: Frame, seed: u64, stop: &AtomicBool, work: &dyn Fn(&Stats), found: Offer<'_>) {
    let mut generator = Generator::seed_from_u64(seed);
    let mut best = Plain::random(frame, &mut generator);
    // Warm enough to go round an obstacle, and longer the more cells there are.
    let proposals = 50 * frame.cells() as u64;
    let cooling = Cooling { hot: 2.4, cold: 0.4, proposals, rounds: 1, target: None };
    while !stop.load(Ordering::Relaxed) {
        let mut limits = Limits::none().interrupt(stop);
        let from = best.clone();
        let walked =
            anneal(generator.next_u64(), |_| from.clone(), &cooling, &mut limits, &mut |_| ());
        work(&Stats { expanded: walked.proposals, ..Stats::default() });
        best = walked.best;
        found(walked.score, &|| best.grid());
    }
}
