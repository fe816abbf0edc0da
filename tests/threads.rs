//! Work on several threads gives the results of one thread, and keeps its limits.
#![forbid(unsafe_code)]

use heureka_core::abilities::{Reversible, Symmetric};
use heureka_core::certificate::{Certificate, CertificateError, check};
use heureka_core::count_plans::count_plans;
use heureka_core::explore::{Keep, explore_by_keys, explore_ranked};
use heureka_core::heuristic::audit::audit;
use heureka_core::outcome::Gap;
use heureka_core::quotient::Quotient;
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::{
    Abilities, Claim, Cost, Exploration, Limits, Observer, Optimality, Outcome, Problem, Stats,
    Stop, Strategy, solve, validate,
};
use heureka_kit::instance::{Instance, Solution};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::pegs::Pegs;
use heureka_puzzles::registry::puzzle;
use heureka_puzzles::tiles::Tiles;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
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
    let spaces = [
        ("tiles", "1 2 3 / 4 5 6 / 7 8 0"),
        ("tiles", "1 2 3 4 5 / 6 7 8 9 0"),
        ("chi", "1 2 3 4 5 6 7 0 8"),
        ("hanoi", "4 10"),
    ];
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

impl Reversible for Sets {
    fn goals(&self, visit: &mut impl FnMut(u32)) {
        visit((1 << NUMBERS) - 1);
    }
    fn predecessors(&self, &set: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        for number in (0..NUMBERS).filter(|number| set >> number & 1 == 1) {
            visit(number, 1, set & !(1 << number));
        }
    }
}

/// The same problem, which is known to be its own dual: complements of sets lead back.
struct DualSets;

impl Problem for DualSets {
    type State = u32;
    type Key = u32;
    type Action = u32;
    fn start(&self) -> u32 {
        Sets.start()
    }
    fn is_goal(&self, set: &u32) -> bool {
        Sets.is_goal(set)
    }
    fn successors(&self, set: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        Sets.successors(set, visit);
    }
    fn pack(&self, &set: &u32) -> u32 {
        set
    }
    fn unpack(&self, &set: &u32) -> u32 {
        set
    }
}

impl Symmetric for DualSets {
    fn canonical(&self, set: &u32) -> u32 {
        Sets.canonical(set)
    }
}

impl Reversible for DualSets {
    fn goals(&self, visit: &mut impl FnMut(u32)) {
        Sets.goals(visit);
    }
    fn predecessors(&self, set: &u32, visit: &mut impl FnMut(u32, Cost, u32)) {
        Sets.predecessors(set, visit);
    }
    fn dual(&self, set: &u32) -> Option<u32> {
        Some(set ^ ((1 << NUMBERS) - 1))
    }
}

#[test]
fn plans_are_counted_the_same_on_any_number_of_threads() {
    fn count(problem: &impl Reversible<Key = u32>) -> (u128, Vec<u64>, u64) {
        let [one, two, four] = [1, 2, 4].map(|threads| {
            let mut limits = Limits::none().with_threads(threads);
            let found = count_plans(problem, NUMBERS, &mut limits);
            assert_eq!((found.stopped, found.stats.threads), (None, threads as u64));
            (found.plans, found.layers, found.stats.expanded, found.stats.generated)
        });
        assert_eq!([&two, &four], [&one; 2]);
        for threads in [1, 2] {
            let mut limits = Limits::none().with_threads(threads).memory(600_000);
            let stopped = count_plans(problem, NUMBERS, &mut limits);
            assert_eq!(stopped.stopped, Some(Stop::Memory));
            assert!(stopped.stats.peak_bytes <= 600_000);
        }
        (one.0, one.1, one.2)
    }
    let (plans, layers, expanded) = count(&Sets);
    assert_eq!(plans, (1..=u128::from(NUMBERS)).product());
    assert_eq!(layers.iter().sum::<u64>(), 1 << NUMBERS);
    let (dual_plans, dual_layers, fewer) = count(&DualSets);
    assert_eq!((dual_plans, &dual_layers), (plans, &layers));
    assert!(fewer < expanded, "{fewer}, {expanded}");
    let classes = count(&Quotient::new(&Sets));
    let dual_classes = count(&Quotient::new(&DualSets));
    assert_eq!((dual_classes.0, &dual_classes.1), (plans, &classes.1));
    assert_eq!(classes.0, plans);
    assert!(classes.1.iter().sum::<u64>() < 1 << (NUMBERS - 1) | 1 << (NUMBERS / 2));
}

/// Enough memory for threads, but not for all layers.
#[test]
fn threads_that_count_plans_keep_the_memory_limit() {
    const LIMIT: u64 = 34 << 20;
    let english = Pegs::parse("4 3,3 3,3", &Parameters::default()).unwrap();
    let stopped = english.count_plans(&mut Limits::none().with_threads(2).memory(LIMIT));
    assert_eq!((stopped.stopped, stopped.stats.threads), (Some(Stop::Memory), 2));
    let peak = stopped.stats.peak_bytes;
    assert!((LIMIT / 2..=LIMIT).contains(&peak), "{peak}");
}

/// The marks fit, but not the tables by which whole rows move.
#[test]
fn explorations_by_ranks_do_without_tables_where_memory_is_short() {
    let goal = Tiles::<u64>::parse("1 2 3 4 5 / 6 7 8 9 0", &Parameters::default()).unwrap();
    let all = explore_ranked(&goal, &mut Limits::none());
    let marks = 1_814_400 / 4;
    assert!(all.stats.peak_bytes > marks + 4096, "{}", all.stats.peak_bytes);
    let scarce = explore_ranked(&goal, &mut Limits::none().memory(marks + 4096));
    assert_eq!((scarce.stopped, scarce.layers), (None, all.layers));
}

/// Certificates with and without mistakes: the first mistake is found by any number of threads.
#[test]
fn certificates_are_judged_the_same_on_any_number_of_threads() {
    let board = Tiles::<u64>::random("3x3", &Parameters::default(), 1).unwrap();
    let board = board.with_heuristic("misplaced").unwrap();
    let strategy: Strategy = "ucs".parse().unwrap();
    let mut search = BestFirst::by_f(&board, Rule::new(&strategy), strategy.ties);
    let bound = search.run(&mut Limits::none(), &mut ()).cost();
    let certificate = Certificate { bound, closed: search.closed().collect() };
    let records = certificate.closed.len();
    assert!(records > 12_000, "{records}");
    let judge = |certificate: &Certificate<u64>| {
        let [one, two, four] = [1, 2, 4].map(|threads| {
            let mut limits = Limits::none().with_threads(threads);
            check(&board, Some(Claim::Consistent), certificate, &mut limits)
        });
        assert_eq!([&two, &four], [&one; 2]);
        one
    };
    assert_eq!(judge(&certificate).unwrap().states, records as u64);
    for wrong in [vec![records - 1], vec![9_000, 5_000], vec![11_000, 4_100, 8_200]] {
        let mut forged = certificate.clone();
        for &record in &wrong {
            forged.closed[record].1 += 2;
        }
        assert!(judge(&forged).is_err(), "{wrong:?}");
    }
    let interrupted = AtomicBool::new(true);
    let mut limits = Limits::none().with_threads(2).interrupt(&interrupted);
    let stopped = check(&board, Some(Claim::Consistent), &certificate, &mut limits);
    assert_eq!(stopped, Err(CertificateError::Stopped(Stop::Interrupted)));
}

#[test]
fn audits_find_the_same_on_any_number_of_threads() {
    let board = Tiles::<u64>::random("2x4", &Parameters::default(), 1).unwrap();
    let forgetful = Forgetful(board.clone());
    let [one, two, four] =
        [1, 2, 4].map(|threads| audit(&board, &mut Limits::none().with_threads(threads)));
    assert_eq!((one.states, one.consistent(), one.admissible()), (20_160, Some(true), Some(true)));
    assert_eq!([&two, &four], [&one; 2]);
    let [one, two, four] =
        [1, 2, 4].map(|threads| audit(&forgetful, &mut Limits::none().with_threads(threads)));
    assert!(one.inconsistencies.0 > 1000 && one.admissible() == Some(true));
    assert_eq!([&two, &four], [&one; 2]);
    let stopped = audit(&board, &mut Limits::none().with_threads(2).memory(200_000));
    assert_eq!(stopped.stopped, Some(Stop::Memory));
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

/// With node kinds, and through the plain trait.
#[test]
fn ida_star_proves_the_same_cost_on_any_number_of_threads() {
    for heuristic in ["manhattan", "linear-conflict"] {
        let mut instance =
            puzzle("tiles").unwrap().random("4x4", &Parameters::default(), 6).unwrap();
        instance.set_heuristic(heuristic).unwrap();
        let one = solve_on(&*instance, "idastar", 1);
        assert!(one.stats.expanded > 500_000, "{}", one.stats.expanded);
        for threads in [2, 4] {
            let many = solve_on(&*instance, "idastar", threads);
            let answer =
                |found: &Solution<'_>| lasting(&found.outcome, |plan| plan.cost(), &found.stats);
            assert_eq!(answer(&many), answer(&one), "{heuristic}");
            assert_eq!(many.stats.threads, threads as u64);
        }
    }
}

/// Solves an instance; its plan is checked by the reference rules.
fn solve_on<'i>(instance: &'i dyn Instance, strategy: &str, threads: usize) -> Solution<'i> {
    let mut limits = Limits::none().with_threads(threads);
    instance.solve(&strategy.parse().unwrap(), &mut limits, None).unwrap()
}

/// What does not depend on the number of threads if the heuristic is consistent.
fn lasting<T>(
    outcome: &Outcome<T>,
    cost: impl Fn(&T) -> Cost,
    stats: &Stats,
) -> (Option<(Cost, Optimality)>, bool, [u64; 3]) {
    let solved = match outcome {
        Outcome::Solved(plan, optimality) => Some((cost(plan), *optimality)),
        _ => None,
    };
    let below = [stats.iterations, u64::from(stats.bound), stats.expanded_below_bound];
    (solved, matches!(outcome, Outcome::Unsolvable), below)
}

#[test]
fn a_star_proves_the_same_cost_on_any_number_of_threads() {
    let random = |name: &str, size: &str, heuristic: &str, number: u64| -> Vec<_> {
        let made = (0..number).map(|seed| {
            let entry = puzzle(name).unwrap();
            let mut instance = entry.random(size, &Parameters::default(), seed).unwrap();
            instance.set_heuristic(heuristic).unwrap();
            instance
        });
        made.collect()
    };
    let given = |name: &str, texts: &[&str]| -> Vec<_> {
        let entry = puzzle(name).unwrap();
        texts.iter().map(|text| entry.parse(text, &Parameters::default()).unwrap()).collect()
    };
    let klotski = puzzle("bricks").unwrap();
    let klotski = klotski.built_in(&klotski.info().instances[0], &Parameters::default()).unwrap();
    let sets = [
        // The first two on packed keys.
        ("astar", random("tiles", "3x3", "misplaced", 60)),
        ("astar", random("tiles", "3x4", "manhattan", 10)),
        ("astar", given("hanoi", &["4 7", "5 6"])),
        // With the parents' hashes.
        ("ucs", random("pancakes", "8", "gap", 40)),
        ("astar", random("counters", "3x3", "half-misplaced", 40)),
        ("astar", random("pacman", "9x12x8", "farthest", 40)),
        ("astar", vec![klotski]),
        // On arrays, which one thread fills.
        ("ucs", random("grid", "120x120", "zero", 10)),
        ("astar", random("chi", "3x3", "h1", 10)),
    ];
    let (mut boards, mut on_threads) = (0, 0);
    for (strategy, instances) in &sets {
        for instance in instances {
            let [one, two, four] = [1, 2, 4].map(|threads| {
                let found = solve_on(&**instance, strategy, threads);
                on_threads += u64::from(found.stats.threads == 4);
                lasting(&found.outcome, |plan| plan.cost(), &found.stats)
            });
            assert_eq!([&two, &four], [&one; 2], "{strategy} {}", instance.text());
            boards += 1;
        }
    }
    assert!(boards >= 200 && on_threads >= 70, "{on_threads} of {boards}");
}

/// Returns a number below `end` that looks random.
fn scattered(key: u64, end: u64) -> Cost {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as Cost % end as Cost
}

/// A board whose heuristic ignores the distance in some states: admissible, but not consistent.
struct Forgetful(Tiles<u64>);

impl Problem for Forgetful {
    type State = <Tiles<u64> as Problem>::State;
    type Key = u64;
    type Action = <Tiles<u64> as Problem>::Action;
    fn start(&self) -> Self::State {
        self.0.start()
    }
    fn is_goal(&self, state: &Self::State) -> bool {
        self.0.is_goal(state)
    }
    fn successors(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Cost, Self::State),
    ) {
        // Costs differ, so that cheaper paths are found late.
        self.0.successors(state, &mut |action, _, next| {
            visit(action, 1 + scattered(self.pack(state) ^ self.pack(&next), 4), next);
        });
    }
    fn pack(&self, state: &Self::State) -> u64 {
        self.0.pack(state)
    }
    fn unpack(&self, key: &u64) -> Self::State {
        self.0.unpack(key)
    }
    fn h(&self, state: &Self::State) -> Cost {
        self.0.h(state) * scattered(self.pack(state), 2)
    }
    fn claim(&self) -> Claim {
        Claim::Admissible
    }
}

/// A heuristic that is not consistent needs the costs of closed states, which threads do not share.
#[test]
fn a_star_reopens_states_on_one_thread() {
    let board = Tiles::<u64>::random("3x3", &Parameters::default(), 3).unwrap();
    let board = Forgetful(board.with_heuristic("misplaced").unwrap());
    let mut limits = Limits::none().with_threads(2);
    let found = solve(&board, &"astar".parse().unwrap(), &mut limits, &mut ()).unwrap();
    let Outcome::Solved(plan, Optimality::Proved) = found.outcome else { panic!("no plan") };
    assert_eq!(validate(&board, &plan), Ok(()));
    assert!(found.stats.reopened > 100 && found.stats.threads == 1, "{:?}", found.stats);
}

/// With and without packed keys, by moves that lead nowhere and by a limit on cost.
#[test]
fn threads_prove_that_there_is_no_plan() {
    // The last two tiles are swapped; `unsolvable` would say so without a search.
    let text = "1 2 3 / 4 5 6 / 8 7 0";
    let board = Tiles::<u64>::parse(text, &Parameters::default()).unwrap();
    for strategy in ["astar", "ucs", "astar:ties=low-g"] {
        for threads in [1, 2, 4] {
            let mut limits = Limits::none().with_threads(threads);
            let strategy = strategy.parse().unwrap();
            let found = solve(&board, &strategy, &mut limits, &mut ()).unwrap();
            assert_eq!(found.outcome, Outcome::Unsolvable);
            let on_threads = if strategy.to_string() == "astar" { threads as u64 } else { 1 };
            assert_eq!((found.stats.expanded, found.stats.threads), (181_440, on_threads));
            let mut limits = Limits::none().with_threads(threads).cost(28);
            let found = solve(&board, &strategy, &mut limits, &mut ()).unwrap();
            assert_eq!(found.outcome, Outcome::NotFound(Gap::Cost));
        }
    }
}

#[test]
fn limits_stop_a_star_on_threads() {
    let hard = Tiles::<u64>::random("4x4", &Parameters::default(), 6).unwrap();
    let board = hard.with_heuristic("misplaced").unwrap();
    for strategy in ["astar", "ucs"] {
        let run = |limits: Limits<'_>| {
            let strategy = strategy.parse().unwrap();
            solve(&board, &strategy, &mut limits.with_threads(2), &mut ()).unwrap()
        };
        let begun = Instant::now();
        let found = run(Limits::none().time(Duration::from_millis(300)));
        assert_eq!(found.outcome, Outcome::Stopped(Stop::Time));
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        assert_eq!(found.stats.threads, 2);
        // Every plan costs at least the f of the nodes that were expanded.
        assert_eq!(found.stats.lower_bound, Some(found.stats.bound));

        let limit = 40 << 20;
        let found = run(Limits::none().memory(limit));
        assert_eq!(found.outcome, Outcome::Stopped(Stop::Memory));
        let bytes = found.stats.peak_bytes;
        assert!((limit / 2..=limit).contains(&bytes), "{strategy} {bytes}");

        let interrupted = AtomicBool::new(false);
        let found = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                interrupted.store(true, Relaxed);
            });
            run(Limits::none().interrupt(&interrupted))
        });
        assert_eq!(found.outcome, Outcome::Stopped(Stop::Interrupted));

        // An exact count needs one thread.
        let found = run(Limits::none().expansions(12_345));
        assert_eq!(found.outcome, Outcome::Stopped(Stop::Expansions));
        assert_eq!((found.stats.expanded, found.stats.threads), (12_345, 1));
        // So does a limit on depth.
        let found = run(Limits::none().depth(9));
        assert_eq!((found.outcome, found.stats.threads), (Outcome::NotFound(Gap::Depth), 1));
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

/// Threads may count new states twice until their layer is expanded; a stop must not show that.
#[test]
fn stopped_explorations_have_exact_layers() {
    for (name, instance) in [("tiles", "1 2 3 4 / 5 6 7 8 / 9 10 11 0"), ("hanoi", "4 12")] {
        let explored = |limits: Limits<'_>| explore(name, instance, &mut limits.with_threads(2));
        let all = explored(Limits::none());
        let mut stops = 0;
        for milliseconds in [2, 10, 20, 50, 100, 300, 1_000] {
            let part = explored(Limits::none().time(Duration::from_millis(milliseconds)));
            if part.stopped.is_none() {
                break;
            }
            stops += 1;
            let (last, before) = part.layers.split_last().unwrap();
            assert_eq!(before, &all.layers[..before.len()], "{name}");
            assert!(*last <= all.layers[before.len()], "{name}");
            let known: u64 = part.layers.iter().sum();
            assert_eq!(part.states(), known, "{name}");
            assert!(part.stats.expanded <= known, "{name}");
        }
        assert!(stops > 0, "{name} ends before a limit stops it");
    }
}
