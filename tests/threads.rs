//! Work on several threads gives the results of one thread, and keeps its limits.
#![forbid(unsafe_code)]

use heureka_core::abilities::Symmetric;
use heureka_core::explore::{Keep, explore_by_keys, explore_ranked};
use heureka_core::{Abilities, Cost, Exploration, Limits, Observer, Outcome, Problem, Stop};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::registry::puzzle;
use heureka_puzzles::tiles::Tiles;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn explore(name: &str, instance: &str, limits: &mut Limits<'_>) -> Exploration {
    let instance = puzzle(name).unwrap().parse(instance, &Parameters::default()).unwrap();
    instance.as_small().unwrap().explore(limits)
}

#[track_caller]
fn assert_same(found: &Exploration, expected: &Exploration) {
    assert_eq!(found.layers, expected.layers);
    assert_eq!(found.unfolded, expected.unfolded);
    assert_eq!(found.stopped, None);
    let counts = |found: &Exploration| {
        let stats = found.stats;
        (stats.expanded, stats.generated, stats.duplicates, stats.max_frontier, stats.bound)
    };
    assert_eq!(counts(found), counts(expected));
}

#[test]
fn explorations_count_the_same_on_any_number_of_threads() {
    let spaces =
        [("tiles", "1 2 3 / 4 5 6 / 7 8 0"), ("chi", "1 2 3 4 5 6 7 0 8"), ("hanoi", "4 10")];
    for (name, instance) in spaces {
        let one = explore(name, instance, &mut Limits::none());
        for threads in [2, 3, 4] {
            let mut limits = Limits::none().with_threads(threads);
            assert_same(&explore(name, instance, &mut limits), &one);
        }
    }
}

/// Sets of the numbers below 18, to which moves add one: a layered problem. A set and its mirror image are
/// symmetric.
struct Sets;

const NUMBERS: u32 = 18;

impl Problem for Sets {
    type State = u32;
    type Key = u32;
    type Action = u32;
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, &set: &u32) -> bool {
        set.count_ones() == NUMBERS
    }
    fn successors(&self, &set: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        for number in (0..NUMBERS).filter(|number| set >> number & 1 == 0) {
            visit(number, 1, set | 1 << number);
        }
    }
    fn pack(&self, &set: &u32) -> u32 {
        set
    }
    fn unpack(&self, &set: &u32) -> u32 {
        set
    }
    fn abilities<O: Observer<u32, u32>>(&self) -> Abilities<Self, O> {
        Abilities::plain().layered().symmetric()
    }
}

impl Symmetric for Sets {
    fn canonical(&self, &set: &u32) -> u32 {
        set.min(set.reverse_bits() >> (32 - NUMBERS))
    }
    fn class_size(&self, set: &u32) -> Option<u64> {
        let mirrored = set.reverse_bits() >> (32 - NUMBERS);
        Some(1 + u64::from(mirrored != *set))
    }
}

#[test]
fn layered_spaces_count_the_same_on_any_number_of_threads() {
    let one = heureka_core::explore(&Sets, &mut Limits::none());
    assert_eq!(one.unfolded.iter().flatten().sum::<u64>(), 1 << NUMBERS);
    for threads in [2, 3, 4] {
        let mut limits = Limits::none().with_threads(threads);
        assert_same(&heureka_core::explore(&Sets, &mut limits), &one);
    }
}

#[test]
fn explorations_by_keys_count_the_same_on_any_number_of_threads() {
    let goal = Tiles::<u64>::parse("1 2 3 4 5 6 7 8 0", &Parameters::default()).unwrap();
    let one = explore_ranked(&goal, &mut Limits::none());
    for threads in [2, 3, 4] {
        for keep in [Keep::All, Keep::ThreeLayers] {
            let mut limits = Limits::none().with_threads(threads);
            assert_same(&explore_by_keys(&goal, &mut limits, keep), &one);
        }
    }
}

/// Solves an instance with IDA\*.
fn ida_star(instance: &dyn Instance, threads: usize) -> Solution<'_> {
    let mut limits = Limits::none().with_threads(threads);
    instance.solve(&"idastar".parse().unwrap(), &mut limits, None).unwrap()
}

/// With node kinds, and through the plain trait.
#[test]
fn ida_star_proves_the_same_cost_on_any_number_of_threads() {
    for heuristic in ["manhattan", "linear-conflict"] {
        let mut instance =
            puzzle("tiles").unwrap().random("4x4", &Parameters::default(), 6).unwrap();
        instance.set_heuristic(heuristic).unwrap();
        let one = ida_star(&*instance, 1);
        assert!(one.stats.expanded > 500_000, "{}", one.stats.expanded);
        for threads in [2, 4] {
            let many = ida_star(&*instance, threads);
            let answer = |found: &Solution<'_>| match &found.outcome {
                Outcome::Solved(plan, optimality) => (plan.cost(), *optimality),
                _ => panic!("no plan"),
            };
            assert_eq!(answer(&many), answer(&one));
            let completed = |found: &Solution<'_>| {
                let stats = found.stats;
                (stats.iterations, stats.bound, stats.expanded_below_bound)
            };
            assert_eq!(completed(&many), completed(&one), "{heuristic}");
        }
    }
}

#[test]
fn limits_stop_threads() {
    // The layers of this space are wide long before it ends.
    let board = Tiles::<u64>::random("4x4", &Parameters::default(), 1).unwrap();
    let by_keys = |limits: Limits<'_>| {
        explore_by_keys(&board, &mut limits.with_threads(2), Keep::ThreeLayers)
    };
    let begun = Instant::now();
    let found = by_keys(Limits::none().time(Duration::from_millis(300)));
    assert_eq!(found.stopped, Some(Stop::Time));
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());

    let limit = 48 << 20;
    let found = by_keys(Limits::none().memory(limit));
    assert_eq!(found.stopped, Some(Stop::Memory));
    assert!((limit / 2..=limit).contains(&found.stats.peak_bytes), "{}", found.stats.peak_bytes);

    let interrupted = AtomicBool::new(true);
    let found = by_keys(Limits::none().interrupt(&interrupted));
    assert_eq!(found.stopped, Some(Stop::Interrupted));

    // An exact count needs one thread.
    let found = by_keys(Limits::none().expansions(123_456));
    assert_eq!((found.stopped, found.stats.expanded), (Some(Stop::Expansions), 123_456));
}
