use super::*;
use crate::{Checkpoints, Cluster, solve};
use heureka_core::abilities::Layers;
use heureka_core::outcome::Gap;
use heureka_core::plan::PlanError;
use heureka_core::{Claim, Limits, Outcome};
use heureka_kit::encoded::Encoding;
use heureka_kit::instance::{AnyPlan, SolveError};
use heureka_kit::puzzle::Parameters;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// A binary tree of the numbers from 1 to `last`: the children of n are 2n and 2n + 1.
struct Tree {
    last: u64,
    goal: u64,
    cost: Cost,
    /// The number of calls of [`EncodedSpace::abstraction`], one for each state that is loaded.
    loaded: AtomicU64,
    /// A pause after every 1,000 of these calls.
    pause: Duration,
}

impl Tree {
    fn new(last: u64, cost: Cost) -> Self {
        Self { last, goal: 8, cost, loaded: AtomicU64::new(0), pause: Duration::ZERO }
    }
}

impl EncodedSpace for Tree {
    fn key_size(&self) -> usize {
        8
    }
    fn start(&self) -> Vec<u8> {
        1u64.to_le_bytes().to_vec()
    }
    fn layers(&self) -> Layers {
        Layers::Any
    }
    fn ranks(&self) -> Option<u64> {
        None
    }
    fn claim(&self) -> Claim {
        Claim::Consistent
    }
    fn h(&self, _key: &[u8]) -> Cost {
        0
    }
    fn abstraction(&self, _key: &[u8]) -> Option<u64> {
        if (self.loaded.fetch_add(1, Relaxed) + 1).is_multiple_of(1_000) {
            thread::sleep(self.pause);
        }
        None
    }
    fn is_goal(&self, key: &[u8]) -> bool {
        u64::read(key) == self.goal
    }
    fn represented(&self, _keys: &[u8]) -> Option<u64> {
        None
    }
    fn moves(&self, _key: &[u8]) -> Vec<String> {
        vec!["left".to_owned(), "right".to_owned()]
    }
    fn expand(&self, keys: &[u8], out: &mut Successors) {
        for key in keys.chunks_exact(8) {
            let double = 2 * u64::read(key);
            let children = (double..=double + 1).filter(|&child| child <= self.last);
            out.counts.push(children.clone().count() as u32);
            for child in children {
                out.keys.extend(child.to_le_bytes());
                out.costs.push(self.cost);
                out.h.push(0);
            }
        }
    }
    fn plan_along(&self, _keys: &[u8]) -> Result<Option<Box<dyn AnyPlan + '_>>, SolveError> {
        Err(SolveError::InvalidPlan(PlanError::TooExpensive))
    }
}

#[test]
fn costs_that_are_too_large_prove_nothing() {
    let cluster = Cluster::local(2);
    let tree = Tree::new(15, 1_500_000_000);
    for by in [By::Cost, By::CostPlusH, By::Depth] {
        let found = solve(&cluster, "", &tree, by, &mut Limits::none()).unwrap();
        assert!(matches!(found.outcome, Outcome::NotFound(Gap::Cost)), "{by:?}");
    }
}

/// All moves cost nothing, so every plan would.
#[test]
fn a_depth_is_not_a_bound_on_costs() {
    let tree = Tree { goal: 0, ..Tree::new((1 << 17) - 1, 0) };
    let mut limits = Limits::none().time(Duration::ZERO);
    let found = solve(&Cluster::local(1), "", &tree, By::Depth, &mut limits).unwrap();
    assert!(matches!(found.outcome, Outcome::Stopped(Stop::Time)));
    assert_eq!(found.stats.lower_bound, None);
}

/// Searches a large tree without a goal, and writes checkpoints.
struct Search {
    tree: Tree,
    cluster: Cluster,
    _folder: TempDir,
}

impl Search {
    fn new(workers: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let checkpoints = Checkpoints { folder: folder.path().to_owned(), every: Duration::ZERO };
        let cluster = Cluster { checkpoints: Some(checkpoints), ..Cluster::local(workers) };
        let tree = Tree { goal: 0, ..Tree::new((1 << 17) - 1, 1) };
        Self { tree, cluster, _folder: folder }
    }

    /// Returns why the search was stopped, and its counts.
    fn run(&self, mut limits: Limits<'_>) -> (Option<Stop>, Stats) {
        self.tree.loaded.store(0, Relaxed);
        let found = solve(&self.cluster, "", &self.tree, By::Cost, &mut limits).unwrap();
        match found.outcome {
            Outcome::Stopped(stop) => (Some(stop), found.stats),
            Outcome::Unsolvable => (None, found.stats),
            _ => panic!("the tree has no goal"),
        }
    }

    fn loaded(&self) -> u64 {
        self.tree.loaded.load(Relaxed)
    }

    fn manifest(&self) -> Vec<u8> {
        let checkpoints = self.cluster.checkpoints.as_ref().unwrap();
        fs::read(checkpoints.folder.join("checkpoint")).unwrap()
    }
}

/// Returns the counts that do not depend on which worker is faster.
fn counts(stats: &Stats) -> Stats {
    Stats { max_frontier_with_stale: 0, ..stats.counts() }
}

#[test]
fn a_resumed_search_ends_with_the_same_counts() {
    for workers in [1, 2] {
        let search = Search::new(workers);
        let (_, whole) = search.run(Limits::none());
        let (stopped, resumed) = search.run(Limits::none());
        assert_eq!((stopped, search.loaded()), (None, search.tree.last));
        assert_eq!(counts(&resumed), counts(&whole), "{workers} workers");
        if workers == 1 {
            assert_eq!(resumed.counts(), whole.counts());
            let [peak, most] = [resumed, whole].map(|stats| stats.peak_bytes);
            assert!(peak <= most, "{peak} bytes instead of {most}");
        }
    }
}

#[test]
fn limits_hold_while_a_checkpoint_is_loaded() {
    let mut search = Search::new(2);
    let (_, whole) = search.run(Limits::none());
    let manifest = search.manifest();
    search.tree.pause = Duration::from_millis(20);
    let is_interrupted = AtomicBool::new(true);
    for (limits, stop) in [
        (Limits::none().time(Duration::from_millis(20)), Stop::Time),
        (Limits::none().memory(1 << 20), Stop::Memory),
        (Limits::none().interrupt(&is_interrupted), Stop::Interrupted),
    ] {
        let (stopped, Stats { lower_bound, expanded, .. }) = search.run(limits);
        assert_eq!((stopped, lower_bound), (Some(stop), Some(whole.bound)));
        assert_eq!(expanded, whole.expanded_below_bound, "{stop}");
        let (loaded, all) = (search.loaded(), search.tree.last);
        assert!(loaded < all / 2, "{stop}: {loaded} of {all} states were loaded");
        assert_eq!(search.manifest(), manifest, "{stop}");
    }
    search.tree.pause = Duration::ZERO;
    assert_eq!(counts(&search.run(Limits::none()).1), counts(&whole));
}

/// Returns how many of 1,000 successors leave the worker of the state before them, of 16 workers: by
/// the hash of the key, and by the abstraction.
fn leaving(puzzle: &str, text: &str) -> [usize; 2] {
    let entry = heureka_puzzles::registry::puzzle(puzzle).unwrap();
    let instance = entry.parse(text, &Parameters::default()).unwrap();
    let small = instance.as_small().unwrap();
    let space = small.encoded(Encoding::Keys, false, &mut Limits::none()).unwrap().unwrap();
    let size = space.key_size();
    let mut successors = Successors { with_abstractions: true, ..Successors::default() };
    let (mut state, mut leaving, mut all) = (space.start(), [0; 2], 0);
    for step in 0..50_000usize {
        successors.clear();
        space.expand(&state, &mut successors);
        let abstraction = space.abstraction(&state).unwrap();
        let owners = [u64::read(&state).mixed(), mix(0, abstraction)].map(|hash| owner(hash, 16));
        for (key, &abstraction) in successors.keys.chunks_exact(size).zip(&successors.abstractions)
        {
            let hashes = [u64::read(key).mixed(), mix(0, abstraction)];
            for ((hash, owned), count) in hashes.iter().zip(owners).zip(&mut leaving) {
                *count += usize::from(owner(*hash, 16) != owned);
            }
            all += 1;
        }
        // A walk that looks random, and is the same on every machine.
        let choice = (step.wrapping_mul(2_654_435_761) >> 7) % successors.counts[0] as usize;
        state.copy_from_slice(&successors.keys[choice * size..(choice + 1) * size]);
    }
    leaving.map(|count| count * 1_000 / all)
}

#[test]
fn few_successors_leave_their_owner() {
    for (puzzle, text, most) in
        [("tiles", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", 300), ("hanoi", "4 12", 200)]
    {
        let [by_hash, by_abstraction] = leaving(puzzle, text);
        println!("{puzzle}: {by_hash} and {by_abstraction} of 1,000 successors leave");
        assert!(by_hash > 800 && by_abstraction < most, "{by_hash} {by_abstraction}");
    }
}
