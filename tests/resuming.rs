//! A search stopped at fifty random points and gone on with counts the same as an undisturbed one.
#![forbid(unsafe_code)]

use heureka_core::search::{
    Anytime, Beam, BestFirst, Bidirectional, ByDepth, ByF, DepthFirst, IdaSpecialized, PackedAStar,
    Rule,
};
use heureka_core::{Duplicates, Limits, Outcome, Ratio, Stats, Stop, Strategy};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::tiles::Tiles;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

type Slide = heureka_kit::board::Direction;

fn tiles(text: &str, heuristic: &str) -> Tiles<u64> {
    let tiles = Tiles::<u64>::parse(text, &Parameters::default()).unwrap();
    tiles.with_heuristic(heuristic).unwrap()
}

/// Runs a search to its end, then a fresh one with stops in between, and compares.
fn stop_and_go_on<S>(
    name: &str,
    make: impl Fn() -> S,
    run: impl Fn(&mut S, &mut Limits<'_>) -> Outcome<Slide>,
    stats: impl Fn(&S) -> Stats,
) {
    let mut undisturbed = make();
    let outcome = run(&mut undisturbed, &mut Limits::none());
    assert!(outcome.plan().is_some(), "{name}: {outcome:?}");
    let counts = stats(&undisturbed).counts();
    assert!(counts.expanded > 1_000, "{name} is long enough to be stopped: {counts:?}");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(50);
    let mut stops: Vec<u64> = (0..50).map(|_| random.next_u64() % counts.expanded).collect();
    stops.sort_unstable();
    let mut disturbed = make();
    for &stop in &stops {
        let outcome = run(&mut disturbed, &mut Limits::none().expansions(stop));
        assert_eq!(outcome, Outcome::Stopped(Stop::Expansions), "{name} at {stop}");
        assert_eq!(stats(&disturbed).expanded, stop, "{name}");
    }
    assert_eq!(run(&mut disturbed, &mut Limits::none()), outcome, "{name}");
    assert_eq!(stats(&disturbed).counts(), counts, "{name}");
}

const EIGHT: &str = "8 6 7 2 5 4 3 0 1";
const FIFTEEN: &str = "1 0 14 13 12 11 7 4 6 10 2 8 9 3 5 15";

#[test]
fn best_first_goes_on() {
    let tiles = tiles(EIGHT, "manhattan");
    for (word, g, h) in [
        ("ucs", 1, 0),
        ("astar", 1, 1),
        ("astar(ties=fifo)", 1, 1),
        ("astar(ties=low-g,reopen=no)", 1, 1),
        ("wastar(1.1)", 10, 11),
    ] {
        let strategy: Strategy = word.parse().unwrap();
        stop_and_go_on(
            word,
            || BestFirst::by_f(&tiles, Rule::new(&strategy, g, h), &strategy),
            |search, limits| search.run(limits, &mut ()),
            |search| *search.stats(),
        );
    }
    let strategy: Strategy = "bfs".parse().unwrap();
    let rule = Rule::new(&strategy, 0, 0);
    stop_and_go_on(
        "bfs",
        || BestFirst::breadth_first(&tiles, rule),
        |search, limits| search.run(limits, &mut ()),
        |search| *search.stats(),
    );
    stop_and_go_on(
        "dfs",
        || BestFirst::depth_first(&tiles, rule),
        |search, limits| search.run(limits, &mut ()),
        |search| *search.stats(),
    );
}

#[test]
fn depth_first_goes_on() {
    let eight = tiles(EIGHT, "manhattan");
    for duplicates in [Duplicates::Undo, Duplicates::Path, Duplicates::Graph] {
        stop_and_go_on(
            &format!("idastar {duplicates:?}"),
            || DepthFirst::<_, ByF>::deepening(&eight, duplicates),
            |search, limits| search.run(limits, &mut ()),
            |search| *search.stats(),
        );
    }
    stop_and_go_on(
        "ids",
        || DepthFirst::<_, ByDepth>::deepening(&eight, Duplicates::Graph),
        |search, limits| search.run(limits, &mut ()),
        |search| *search.stats(),
    );
    let fifteen = tiles(FIFTEEN, "manhattan");
    stop_and_go_on(
        "idastar, node kinds",
        || IdaSpecialized::new(&fifteen),
        IdaSpecialized::run,
        |search| *search.stats(),
    );
}

#[test]
fn node_kinds_and_the_plain_trait_count_the_same() {
    let fifteen = tiles(FIFTEEN, "manhattan");
    let mut kinds = IdaSpecialized::new(&fifteen);
    let mut plain = DepthFirst::<_, ByF>::deepening(&fifteen, Duplicates::Undo);
    let outcome = kinds.run(&mut Limits::none());
    assert_eq!(outcome, plain.run(&mut Limits::none(), &mut ()));
    assert_eq!(outcome.cost(), Some(45));
    let (kinds, plain) = (kinds.stats(), plain.stats());
    assert_eq!((kinds.expanded, plain.expanded), (562_425, 562_425));
    // Node kinds count all successors of a node at once, the plain search each when it gets to it.
    assert!(kinds.generated >= plain.generated && kinds.generated < plain.generated + 200);
    assert_eq!(kinds.iterations, plain.iterations);
    assert_eq!(kinds.expanded_below_bound, plain.expanded_below_bound);
}

#[test]
fn the_other_searches_go_on() {
    let tiles = tiles(EIGHT, "manhattan");
    stop_and_go_on(
        "astar, tagged keys",
        || PackedAStar::new(&tiles),
        |search, limits| search.run(limits, &mut ()),
        |search| *search.stats(),
    );
    stop_and_go_on(
        "bidirectional",
        || Bidirectional::new(&tiles),
        |search, limits| search.run(limits, &mut ()),
        |search| *search.stats(),
    );
    let fifteen = self::tiles(FIFTEEN, "manhattan");
    stop_and_go_on(
        "beam",
        || Beam::new(&fifteen, 8, true),
        |search, limits| search.run(limits, &mut ()),
        |search| *search.stats(),
    );
}

/// An anytime search that is stopped with a plan in hand returns it; gone on with, it proves the best.
#[test]
fn anytime_goes_on_from_plan_to_better_plan() {
    let tiles = tiles(EIGHT, "manhattan");
    let strategy: Strategy = "anytime(5)".parse().unwrap();
    let weight = Ratio::new(5, 1);
    let mut undisturbed = Anytime::new(&tiles, &strategy, weight);
    let outcome = undisturbed.run(&mut Limits::none(), &mut ());
    assert_eq!(outcome.cost(), Some(31));
    let mut disturbed = Anytime::new(&tiles, &strategy, weight);
    let mut costs = vec![];
    for stop in 1..undisturbed.stats().expanded / 20 {
        let so_far = disturbed.run(&mut Limits::none().expansions(stop * 20), &mut ());
        costs.extend(so_far.cost());
        if let Outcome::Solved(plan, sure) = so_far {
            let least = 31.0;
            match sure {
                heureka_core::Optimality::Within(ratio) => {
                    assert!(f64::from(plan.cost) <= ratio.as_f64() * least + 1e-9);
                }
                other => assert_eq!(other, heureka_core::Optimality::Proved),
            }
        }
    }
    assert!(costs.is_sorted_by(|a, b| a >= b) && costs[0] > 31, "plans get better: {costs:?}");
    assert_eq!(disturbed.run(&mut Limits::none(), &mut ()), outcome);
    assert_eq!(disturbed.stats().counts(), undisturbed.stats().counts());
}
