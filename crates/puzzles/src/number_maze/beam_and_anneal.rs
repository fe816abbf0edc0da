//! The optimizer: a beam search builds mazes, and a short, cool annealing improves the best of
//! them.
//!
//! A beam in breadth-first order finds longer solutions than annealing finds in the same time, and
//! annealing soon repairs the cells that the beam left open. Every run draws new ranking weights,
//! increasingly often near the best ones so far. Most runs keep the first cells of one of the best
//! mazes so far and rebuild the rest.

use super::beam_tree::{BeamTree, Weights};
use super::evaluate::EvaluatedMaze;
use super::incremental::IncrementalMaze;
use super::jumps::JumpTable;
use super::{Grid, Spec};
use heureka_core::construct::{Construction, construct};
use heureka_core::limits::Gauge;
use heureka_core::local::{Candidate, Cooling, Found, Generator, anneal, between};
use heureka_core::parallel::in_parallel;
use heureka_core::{Limits, Stats, Stop};
use heureka_kit::board::BitSet;
use rand::{Rng, RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The minimum and the maximum width of a beam.
const WIDTHS: (f64, f64) = (1_000.0, 10_000.0);
/// The number of mazes of each beam that are annealed.
const ANNEALED: usize = 30;
/// The annealing of a promising maze.
const LONG: Cooling = Cooling { hot: 1.1, cold: 0.5, proposals: 100_000, rounds: 1, target: None };
/// The annealing that decides whether a maze is promising.
const SHORT: Cooling = Cooling { proposals: 20_000, ..LONG };
/// The maximum difference between a promising maze and the best one.
const PROMISING: i64 = 6;
/// The number of best settings that are kept.
const KEPT_SETTINGS: usize = 40;
/// The number of best settings that are varied.
const VARIED_SETTINGS: usize = 8;
/// The number of best mazes that are kept.
const KEPT_MAZES: usize = 12;
/// The probability that a run rebuilds one of them.
const REBUILD: f64 = 0.75;
/// The number of kept settings or mazes required before they are used.
const MIN_KEPT: usize = 4;

/// The settings of one beam.
#[derive(Clone, Copy, Debug)]
struct Settings {
    width: f64,
    noise: f32,
    weights: Weights,
}

impl Settings {
    fn random(generator: &mut Generator) -> Self {
        let mut part = || generator.random::<f64>();
        let mut uniform = |low: f64, high: f64| (low + (high - low) * part()) as f32;
        let (forced, forced_decay) = (uniform(1.2, 3.0), uniform(0.75, 0.97));
        let undiscovered_decay = uniform(0.55, 0.97);
        let mut log_uniform = |low: f64, high: f64| between(low, high, part()) as f32;
        let (noise, undiscovered) = (log_uniform(0.1, 4.0), log_uniform(3.0, 30.0));
        let max_undiscovered = generator.random_range(4..25);
        let width = between(WIDTHS.0, WIDTHS.1, generator.random());
        let weights =
            Weights { forced, forced_decay, undiscovered, undiscovered_decay, max_undiscovered };
        Self { width, noise, weights }
    }

    /// Returns the width as a number of nodes.
    #[expect(clippy::cast_sign_loss, reason = "widths are positive")]
    fn nodes(&self) -> usize {
        self.width as usize
    }

    fn varied(&self, generator: &mut Generator) -> Self {
        // Multiplies or divides by up to `factor`, with equal probability.
        let mut vary = |value: f32, factor: f64| {
            value * between(1.0 / factor, factor, generator.random::<f64>()) as f32
        };
        let old = &self.weights;
        Self {
            width: f64::from(vary(self.width as f32, 1.8)).clamp(WIDTHS.0, WIDTHS.1),
            noise: vary(self.noise, 1.5),
            weights: Weights {
                forced: vary(old.forced, 1.2),
                forced_decay: vary(old.forced_decay, 1.03).min(0.98),
                undiscovered: vary(old.undiscovered, 1.35),
                undiscovered_decay: vary(old.undiscovered_decay, 1.04).min(0.98),
                max_undiscovered: (old.max_undiscovered + generator.random_range(0..5))
                    .saturating_sub(2)
                    .max(2),
            },
        }
    }
}

/// The best settings and mazes so far, and the work done. All threads share it.
#[derive(Debug, Default)]
pub struct Archive {
    best: Mutex<Best>,
    work: AtomicU64,
}

/// Settings and mazes with their scores, the best first. Mazes are choices among each cell's jumps.
#[derive(Debug, Default)]
struct Best {
    settings: Vec<(i64, Settings)>,
    mazes: Vec<(i64, Vec<u8>)>,
}

impl Archive {
    /// Returns the number of expanded nodes and proposed changes.
    pub fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// Adds to the number of expanded nodes and proposed changes.
    pub fn add_work(&self, work: u64) {
        self.work.fetch_add(work, Ordering::Relaxed);
    }

    fn best(&self) -> MutexGuard<'_, Best> {
        lock(&self.best)
    }

    fn best_score(&self) -> Option<i64> {
        self.best().mazes.first().map(|best| best.0)
    }

    /// Returns a variation of good settings, or random ones.
    fn settings(&self, generator: &mut Generator) -> Settings {
        let known = &self.best().settings;
        if known.len() >= MIN_KEPT && generator.random_bool(0.6) {
            known[generator.random_range(0..known.len().min(VARIED_SETTINGS))].1.varied(generator)
        } else {
            Settings::random(generator)
        }
    }

    /// Returns one of the best mazes to rebuild, or `None` to start from scratch.
    fn model(&self, generator: &mut Generator) -> Option<Vec<u8>> {
        let known = &self.best().mazes;
        let rebuild = known.len() >= MIN_KEPT && generator.random_bool(REBUILD);
        // The better of two random ones.
        let mut any = || generator.random_range(0..known.len());
        rebuild.then(|| known[any().min(any())].1.clone())
    }

    /// Keeps a maze if it is new and one of the best.
    fn keep_maze(&self, score: i64, choices: Vec<u8>) {
        let known = &mut self.best().mazes;
        if known.iter().all(|(_, maze)| *maze != choices) {
            insert(known, KEPT_MAZES, score, choices);
        }
    }
}

/// Inserts an entry after all with at least its score, and keeps the first `max`.
pub(super) fn insert<T>(list: &mut Vec<(i64, T)>, max: usize, score: i64, entry: T) {
    let index = list.partition_point(|known| known.0 >= score);
    list.insert(index, (score, entry));
    list.truncate(max);
}

pub(super) fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The random seed and the number of threads of a search for good mazes.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// The random seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Searches for good mazes until every thread completes `max_runs` beams or a limit stops the
/// search. Calls `offer` with the rank of each result and a function that returns the maze.
pub fn optimize_in_parallel(
    spec: Spec,
    options: &SearchOptions,
    max_runs: Option<u32>,
    archive: &Archive,
    limits: &mut Limits<'_>,
    offer: &(impl Fn(i64, &dyn Fn() -> Grid) + Sync),
) -> Option<Stop> {
    let progress = || (Stats { expanded: archive.work(), ..Stats::default() }, Gauge::default());
    in_parallel(options.threads, limits, &progress, &|thread, stop| {
        let seed = options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(thread as u64);
        Optimizer { seed, max_runs, archive, stop, offer }.run(spec);
    })
}

/// One thread's search for good mazes.
struct Optimizer<'a> {
    seed: u64,
    /// The maximum number of beams; unlimited if `None`.
    max_runs: Option<u32>,
    archive: &'a Archive,
    stop: &'a AtomicBool,
    offer: &'a dyn Fn(i64, &dyn Fn() -> Grid),
}

impl Optimizer<'_> {
    /// Searches by the method for the size: beams and annealing up to 128 cells, annealing alone
    /// beyond.
    fn run(&self, spec: Spec) {
        match spec.size.cells() {
            0..=32 => self.beam_and_anneal::<u32, 32>(spec),
            33..=64 => self.beam_and_anneal::<u64, 64>(spec),
            65..=128 => self.beam_and_anneal::<u128, 128>(spec),
            _ => self.anneal_only(spec),
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn beam_and_anneal<M: BitSet, const N: usize>(&self, spec: Spec) {
        let table = JumpTable::<M>::new(spec);
        let mut generator = Generator::seed_from_u64(self.seed);
        let mut run = 0;
        while !self.stopped() && self.max_runs != Some(run) {
            run = run.wrapping_add(1);
            let settings = self.archive.settings(&mut generator);
            let rooted = self.archive.model(&mut generator).and_then(|model| {
                let fixed = generator.random_range(1..table.cells().max(3) - 1);
                let tree = BeamTree::new(&table, &settings.weights).rooted(&model, fixed)?;
                Some((tree, Some(model)))
            });
            let (tree, model) =
                rooted.unwrap_or_else(|| (BeamTree::new(&table, &settings.weights), None));
            let construction = Construction {
                width: settings.nodes(),
                noise: settings.noise,
                candidates: ANNEALED,
                min_score: self.archive.best_score().unwrap_or(i64::MIN),
            };
            let mut limits = Limits::none().interrupt(self.stop);
            let built = construct(&tree, generator.next_u64(), &construction, &mut limits);
            self.archive.add_work(built.stats.expanded);
            // The mazes of one beam are similar, so the archive keeps the best one only.
            let mut best: Option<(i64, Vec<u8>)> = None;
            for (_, choices) in &built.complete {
                let choices = complete(&table, &tree, choices, model.as_deref(), &mut generator);
                let maze = IncrementalMaze::<M, N>::new(&table, &choices);
                let (score, maze) = self.improve(&maze, &mut generator);
                (self.offer)(score, &|| maze.grid());
                if best.as_ref().is_none_or(|best| best.0 < score) {
                    best = Some((score, maze.choices().to_vec()));
                }
                if self.stopped() {
                    return;
                }
            }
            if let Some((score, choices)) = best {
                self.archive.keep_maze(score, choices);
                if model.is_none() {
                    insert(&mut self.archive.best().settings, KEPT_SETTINGS, score, settings);
                }
            }
        }
    }

    /// Anneals a maze shortly, and again for longer if the result is promising.
    fn improve<'t, M: BitSet, const N: usize>(
        &self,
        maze: &IncrementalMaze<'t, M, N>,
        generator: &mut Generator,
    ) -> (i64, IncrementalMaze<'t, M, N>) {
        let best = self.archive.best_score();
        let found = self.anneal(maze, &SHORT, generator);
        if best.is_some_and(|best| found.score < best - PROMISING) {
            return (found.score, found.best);
        }
        let found = self.anneal(&found.best, &LONG, generator);
        (found.score, found.best)
    }

    /// Anneals random mazes of any size until stopped, each time starting from the best one so far.
    fn anneal_only(&self, spec: Spec) {
        let mut generator = Generator::seed_from_u64(self.seed);
        let mut best = EvaluatedMaze::random(spec, &mut generator);
        // Hot enough to leave a local optimum, and longer for more cells.
        let proposals = 50 * spec.size.cells() as u64;
        let cooling = Cooling { hot: 2.4, cold: 0.4, proposals, rounds: 1, target: None };
        while !self.stopped() {
            let found = self.anneal(&best, &cooling, &mut generator);
            best = found.best;
            (self.offer)(found.score, &|| best.grid());
        }
    }

    fn anneal<C: Candidate>(
        &self,
        start: &C,
        cooling: &Cooling,
        generator: &mut Generator,
    ) -> Found<C> {
        let mut limits = Limits::none().interrupt(self.stop);
        let seed = generator.next_u64();
        let found = anneal(seed, |_| start.clone(), cooling, &mut limits);
        self.archive.add_work(found.proposals);
        found
    }
}

/// Completes a beam's maze. Cells fixed by the root are those of the model, other open cells are
/// random.
fn complete<M: BitSet>(
    table: &JumpTable<M>,
    tree: &BeamTree<'_, M>,
    choices: &[u8],
    model: Option<&[u8]>,
    generator: &mut Generator,
) -> Vec<u8> {
    let mut completed: Vec<u8> = (0..table.cells())
        .map(|cell| match model {
            Some(model) if tree.fixes(cell) => model[cell],
            _ => generator.random_range(0..table.jumps(cell).len()) as u8,
        })
        .collect();
    for (cell, &choice) in tree.cells(choices).into_iter().zip(choices) {
        completed[cell] = choice;
    }
    completed
}
