//! A search that is stopped at fifty random points and resumed has the same counts as an
//! uninterrupted one.
#![forbid(unsafe_code)]

use heureka_core::search::{
    Anytime, Beam, BestFirst, Bidirectional, DepthFirst, IdaSpecialized, LinkedAStar, PackedAStar,
    Rule, Search,
};
use heureka_core::strategy::Duplicates;
use heureka_core::{Limits, Optimality, Outcome, Stop, Strategy};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::tiles::Tiles;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fmt::Debug;

fn tiles(text: &str, heuristic: &str) -> Tiles<u64> {
    let tiles = Tiles::<u64>::parse(text, &Parameters::default()).unwrap();
    tiles.with_heuristic(heuristic).unwrap()
}

/// Runs a search to its end, then a new one with stops in between, and compares.
fn stop_and_resume<S, A: Eq + Debug, R: Search<S, A>>(name: &str, new: impl Fn() -> R) {
    let mut uninterrupted = new();
    let outcome = uninterrupted.run(&mut Limits::none(), &mut ());
    assert!(outcome.plan().is_some(), "{name}: {outcome:?}");
    let counts = uninterrupted.stats().counts();
    assert!(counts.expanded > 1_000, "{name} is too short: {counts:?}");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(50);
    let mut stops: Vec<u64> = (0..50).map(|_| random.next_u64() % counts.expanded).collect();
    stops.sort_unstable();
    let mut interrupted = new();
    for &stop in &stops {
        let outcome = interrupted.run(&mut Limits::none().expansions(stop), &mut ());
        assert_eq!(outcome, Outcome::Stopped(Stop::Expansions), "{name} at {stop}");
        assert_eq!(interrupted.stats().expanded, stop, "{name}");
    }
    assert_eq!(interrupted.run(&mut Limits::none(), &mut ()), outcome, "{name}");
    assert_eq!(interrupted.stats().counts(), counts, "{name}");
}

const EIGHT: &str = "8 6 7 2 5 4 3 0 1";
const HARD: &str = "2 11 6 14 8 0 7 10 3 4 12 5 1 13 15 9";
const FIFTEEN: &str = "1 0 14 13 12 11 7 4 6 10 2 8 9 3 5 15";

#[test]
fn best_first_resumes() {
    let tiles = tiles(EIGHT, "manhattan");
    for word in ["ucs", "astar", "astar(ties=fifo)", "astar(ties=low-g,reopen=no)", "wastar(1.1)"] {
        let strategy: Strategy = word.parse().unwrap();
        let rule = Rule::new(&strategy);
        stop_and_resume(word, || BestFirst::by_f(&tiles, rule, strategy.ties));
    }
    let rule = Rule::new(&"bfs".parse().unwrap());
    stop_and_resume("bfs", || BestFirst::breadth_first(&tiles, rule));
    stop_and_resume("dfs", || BestFirst::depth_first(&tiles, rule));
}

#[test]
fn depth_first_resumes() {
    let eight = tiles(EIGHT, "manhattan");
    for duplicates in [Duplicates::Undo, Duplicates::Path, Duplicates::Graph] {
        let name = format!("idastar {duplicates:?}");
        stop_and_resume(&name, || DepthFirst::ida_star(&eight, duplicates));
    }
    stop_and_resume("ids", || DepthFirst::deepening(&eight, Duplicates::Graph));
    let fifteen = tiles(FIFTEEN, "manhattan");
    stop_and_resume("specialized idastar", || IdaSpecialized::new(&fifteen));
}

#[test]
fn specialized_ida_counts_like_the_plain_one() {
    let fifteen = tiles(FIFTEEN, "manhattan");
    let mut specialized = IdaSpecialized::new(&fifteen);
    let mut plain = DepthFirst::ida_star(&fifteen, Duplicates::Undo);
    let outcome = specialized.run(&mut Limits::none(), &mut ());
    assert_eq!(outcome, plain.run(&mut Limits::none(), &mut ()));
    assert_eq!(outcome.cost(), Some(45));
    let (specialized, plain) = (specialized.stats(), plain.stats());
    assert_eq!((specialized.expanded, plain.expanded), (562_425, 562_425));
    // The specialized search counts all successors of a node at once, the plain search one by one.
    let extra = specialized.generated - plain.generated;
    assert!(extra < 200, "{extra}");
    assert_eq!(specialized.iterations, plain.iterations);
    assert_eq!(specialized.expanded_below_bound, plain.expanded_below_bound);
}

#[test]
fn packed_bidirectional_and_beam_searches_resume() {
    let eight = tiles(EIGHT, "manhattan");
    stop_and_resume("packed astar", || PackedAStar::new(&eight));
    stop_and_resume("linked astar", || LinkedAStar::new(&eight));
    stop_and_resume("bidirectional", || Bidirectional::new(&eight));
    let fifteen = tiles(FIFTEEN, "manhattan");
    stop_and_resume("beam", || Beam::new(&fifteen, 8, true));
}

/// A stopped anytime search returns its best plan; resumed, it proves the optimum.
#[test]
fn a_resumed_anytime_search_improves_its_plan_to_the_optimum() {
    let (_, stops) = resume_anytime(&tiles(EIGHT, "manhattan"), 31, 20);
    assert!(stops > 0, "some stops are before the first plan");
    // A large search continues with beams and A*.
    let (expanded, _) = resume_anytime(&tiles(HARD, "manhattan"), 52, 10_007);
    assert!(expanded > 200_000, "{expanded}");
}

/// Stops an anytime search after every `step` expansions. Returns the number of all, and how many stops came
/// before the first plan.
fn resume_anytime(tiles: &Tiles<u64>, optimum: u32, step: u64) -> (u64, u32) {
    let strategy: Strategy = "anytime(5)".parse().unwrap();
    let mut uninterrupted = Anytime::new(tiles, &strategy);
    let outcome = uninterrupted.run(&mut Limits::none(), &mut ());
    assert_eq!(outcome.cost(), Some(optimum));
    let mut interrupted = Anytime::new(tiles, &strategy);
    let (mut costs, mut bounds, mut stops) = (vec![], vec![], 0);
    for stop in 1..uninterrupted.stats().expanded / step {
        let best_so_far = interrupted.run(&mut Limits::none().expansions(stop * step), &mut ());
        let bound = interrupted.stats().lower_bound;
        costs.extend(best_so_far.cost());
        bounds.extend(Search::lower_bound(&interrupted));
        if let Outcome::Stopped(_) = best_so_far {
            assert!(bound.is_some_and(|bound| 0 < bound && bound <= optimum));
            stops += 1;
            continue;
        }
        assert_eq!(bound, None, "a plan has a ratio instead");
        match best_so_far {
            Outcome::Solved(plan, Optimality::Within(ratio)) => {
                assert!(f64::from(plan.cost) <= ratio.as_f64() * f64::from(optimum) + 1e-9);
            }
            Outcome::Solved(_, optimality) => assert_eq!(optimality, Optimality::Proved),
            outcome => panic!("{outcome:?}"),
        }
    }
    let is_better = costs.is_sorted_by(|a, b| a >= b) && costs[0] > optimum;
    assert!(is_better, "plans get better: {costs:?}");
    assert!(bounds.is_sorted() && bounds.last() > bounds.first(), "the bound rises: {bounds:?}");
    assert_eq!(interrupted.run(&mut Limits::none(), &mut ()), outcome);
    assert_eq!(interrupted.stats().counts(), uninterrupted.stats().counts());
    assert_eq!(interrupted.stats().lower_bound, None);
    (interrupted.stats().expanded, stops)
}

/// Plans get better and the bound rises, long before the proof.
#[test]
fn an_anytime_search_improves_plan_and_bound() {
    let tiles = tiles(FIFTEEN, "manhattan");
    let strategy: Strategy = "anytime(5)".parse().unwrap();
    let mut search = Anytime::new(&tiles, &strategy);
    let mut steps = vec![];
    for expansions in [10_000, 30_000, 50_000] {
        let outcome = search.run(&mut Limits::none().expansions(expansions), &mut ());
        let Outcome::Solved(plan, Optimality::Within(_)) = outcome else { panic!("{outcome:?}") };
        steps.push((plan.cost, Search::lower_bound(&search).unwrap()));
    }
    let is_better = |a: &(u32, u32), b: &(u32, u32)| b.0 < a.0 && b.1 > a.1;
    assert!(steps.is_sorted_by(is_better), "plans and bounds: {steps:?}");
}

/// A higher cost limit does not bring back what a lower one has pruned.
#[test]
fn an_anytime_search_with_a_higher_cost_limit_proves_only_what_it_has_searched() {
    let tiles = tiles(EIGHT, "manhattan");
    let strategy: Strategy = "anytime(5)".parse().unwrap();
    let stops = (20..500).step_by(20);
    let mut worse = 0;
    for (cost, expansions) in (22..40).flat_map(|cost| stops.clone().map(move |n| (cost, n))) {
        let mut search = Anytime::new(&tiles, &strategy);
        search.run(&mut Limits::none().cost(cost).expansions(expansions), &mut ());
        assert!(search.stats().lower_bound.is_none_or(|bound| bound <= 31));
        match search.run(&mut Limits::none(), &mut ()) {
            Outcome::Solved(plan, Optimality::Proved) => assert_eq!(plan.cost, 31),
            Outcome::Solved(plan, Optimality::Within(ratio)) => {
                assert!(f64::from(plan.cost) <= ratio.as_f64() * 31.0 + 1e-9);
                worse += u32::from(plan.cost > 31);
            }
            outcome => assert!(matches!(outcome, Outcome::NotFound(_)), "{outcome:?}"),
        }
    }
    assert!(worse > 0, "some cheapest plans were pruned");
}
