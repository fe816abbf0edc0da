//! Generating the best maze of a specification within limits.
//!
//! Up to 36 cells, branch and bound proves the optimum after a few beams. Up to 128 cells, beams build
//! mazes and annealing improves them. Beyond, annealing works alone.

use super::beam_and_anneal::{Archive, SearchOptions, lock, optimize_in_parallel};
use super::evaluate::EvaluatedMaze;
use super::exact_tree::ExactTree;
use super::proof::min_score;
use super::{Grid, ScoredMaze, Spec};
use heureka_core::construct::BranchAndBound;
use heureka_core::local::Generator;
use heureka_core::{Limits, Stop};
use rand::SeedableRng;
use std::sync::Mutex;
use std::time::Duration;

/// The maximum number of cells for branch and bound: 6x6 with values from 1 to 5 takes about 12 CPU
/// seconds.
const MAX_EXACT_CELLS: usize = 36;
/// The most random mazes that are drawn to find a solvable one.
const RANDOM_MAZES: u32 = 1_000;
/// The number of beams that each thread builds first.
const FIRST_BEAMS: u32 = 3;
/// The time limit of branch and bound.
const EXACT_TIME: Duration = Duration::from_secs(20);
/// The depth at which the tree is split into subtrees for the threads.
const SPLIT_DEPTH: usize = 5;

/// The best maze found.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The maze.
    pub best: ScoredMaze,
    /// Whether its score is proved optimal; if it is unsolvable, whether every maze is.
    pub proved: bool,
    /// The limit that ended the search, if any.
    pub stopped: Option<Stop>,
    /// The number of expanded nodes and proposed changes.
    pub work: u64,
}

/// Searches for the best maze until it is proved optimal or a limit stops the search. Calls
/// `on_improvement` with every better maze.
///
/// # Panics
/// If a fast evaluator and the reference rules disagree about a maze.
pub fn generate(
    spec: Spec,
    options: &SearchOptions,
    limits: &mut Limits<'_>,
    on_improvement: &(dyn Fn(&ScoredMaze) + Sync),
) -> Generated {
    let best: Mutex<Option<ScoredMaze>> = Mutex::default();
    let offer = |rank: i64, grid: &dyn Fn() -> Grid| {
        let mut best = lock(&best);
        if best.as_ref().is_none_or(|best| best.quality.rank() < rank) {
            let better = ScoredMaze::verified(grid(), rank);
            on_improvement(&better);
            *best = Some(better);
        }
    };
    // There is a solvable maze even if a limit stops the first beam.
    let mut generator = Generator::seed_from_u64(options.seed);
    let mut random = (0..RANDOM_MAZES).map(|_| EvaluatedMaze::random(spec, &mut generator));
    if let Some(maze) = random.find(|maze| maze.quality.solvable()) {
        offer(maze.quality.rank(), &|| maze.grid());
    }
    let archive = Archive::default();
    let mut proved = false;
    let mut stopped = None;
    if spec.size.cells() <= MAX_EXACT_CELLS {
        let beams = Some(FIRST_BEAMS);
        stopped = optimize_in_parallel(spec, options, beams, &archive, limits, &offer);
        if stopped.is_none() {
            let least = match lock(&best).as_ref().filter(|best| best.quality.solvable()) {
                Some(best) => best.quality.score() + 1,
                None => min_score(spec),
            };
            let tree = ExactTree::new(spec);
            let mut search = BranchAndBound::new(&tree, least, SPLIT_DEPTH);
            proved = search.run(options.threads, &mut limits.part(EXACT_TIME)).is_none();
            archive.add_work(search.stats.expanded);
            let found = search.found;
            if let Some(grid) = tree.mazes(&found.candidates, 1).pop_first() {
                offer(found.score, &|| grid.clone());
            }
        }
    }
    if !proved && stopped.is_none() {
        stopped = optimize_in_parallel(spec, options, None, &archive, limits, &offer);
    }
    let best = lock(&best).take().unwrap_or_else(|| {
        ScoredMaze::new(Grid::new(spec.size, vec![spec.low; spec.size.cells()]))
    });
    Generated { best, proved, stopped, work: archive.work() }
}
