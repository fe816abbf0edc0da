//! Memory limits hold for every strategy, at small limits too: the heap is counted.
#![forbid(unsafe_code)]

use allocation_counter::measure;
use heureka_core::search::{
    Anytime, Beam, BestFirst, Bidirectional, DepthFirst, LinkedAStar, PackedAStar, Rule, Search,
};
use heureka_core::strategy::{ALGORITHMS, Duplicates};
use heureka_core::{Limits, Outcome, Problem, Stop, Strategy};
use heureka_kit::instance::SolveError;
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::chi::Chi;
use heureka_puzzles::pegs::Pegs;
use heureka_puzzles::registry::puzzle;
use heureka_puzzles::river::River;
use heureka_puzzles::tiles::Tiles;

const LIMITS: [u64; 5] = [64 << 10, 200 << 10, 1 << 20, 3 << 20, 5 << 20];

/// What a search holds beside its counted structures: one expansion, rows of empty buckets, and the
/// result.
const CONSTANT: u64 = 48 << 10;

fn rule(strategy: &str) -> Rule {
    Rule::new(&strategy.parse().unwrap())
}

/// Runs a search under each limit and checks what it holds when it stops.
fn check<S, A, T: Search<S, A>>(name: &str, new: impl Fn() -> T) {
    for limit in LIMITS {
        let mut ended = None;
        let counted = measure(|| {
            let mut search = new();
            let outcome = search.run(&mut Limits::none().memory(limit).expansions(30_000), &mut ());
            ended = Some((search, matches!(outcome, Outcome::Stopped(Stop::Memory))));
        });
        let held = counted.bytes_current.max(0).cast_unsigned();
        let most = limit * 11 / 10 + CONSTANT;
        assert!(held <= most, "{name}: {held} bytes held under a limit of {limit}");
        // A limit that holds because the search never comes near it would show nothing.
        let stopped = ended.is_some_and(|(_, stopped)| stopped);
        assert!(!stopped || held + CONSTANT >= limit / 3, "{name}: stopped at {held} of {limit}");
    }
}

/// Checks the searches that every problem supports.
fn check_all<P: Problem>(name: &str, problem: &P) {
    let anytime: Strategy = "anytime".parse().unwrap();
    check(&format!("{name} bfs"), || BestFirst::breadth_first(problem, rule("bfs")));
    check(&format!("{name} dfs"), || BestFirst::depth_first(problem, rule("dfs")));
    for word in ["ucs", "astar", "greedy", "wastar", "astar(duplicates=none)"] {
        let ties = word.parse::<Strategy>().unwrap().ties;
        check(&format!("{name} {word}"), || BestFirst::by_f(problem, rule(word), ties));
    }
    check(&format!("{name} anytime"), || Anytime::new(problem, &anytime));
    check(&format!("{name} beam"), || Beam::new(problem, 1_000_000, false));
    check(&format!("{name} dls"), || {
        DepthFirst::depth_limited(problem, Duplicates::Graph, 1_000_000)
    });
}

#[test]
fn searches_hold_no_more_than_their_limit() {
    let parameters = Parameters::default();
    let tiles: Tiles<u64> =
        Tiles::parse("15 10 12 8 5 6 9 14 7 0 11 13 3 4 2 1", &parameters).unwrap();
    let tiles = tiles.with_heuristic("manhattan").unwrap();
    check_all("tiles", &tiles);
    check("tiles bidirectional", || Bidirectional::new(&tiles));
    check("tiles packed astar", || PackedAStar::new(&tiles));
    check("tiles linked astar", || LinkedAStar::new(&tiles));
    let river = River::parse("300 290 8", &parameters).unwrap();
    check_all("river", &river.clone().with_heuristic("zero").unwrap());
    check("river bidirectional", || Bidirectional::new(&river));
    let pegs = Pegs::parse(puzzle("pegs").unwrap().info().instances[0].text, &parameters).unwrap();
    check_all("pegs", &pegs.with_heuristic("zero").unwrap());
    let chi: Chi<u128> = Chi::random("5x5", &parameters, 1).unwrap();
    check_all("chi", &chi.clone().with_heuristic("h1").unwrap());
    check("chi bidirectional", || Bidirectional::new(&chi));
}

/// With a large weight, f grows by much from node to node.
#[test]
fn large_weights_keep_small_limits() {
    for (name, size) in [("hanoi", "4x9"), ("grid", "700x700x0"), ("tiles", "4x4")] {
        let entry = puzzle(name).unwrap();
        let instance = entry.random(size, &Parameters::default(), 1).unwrap();
        for word in ["wastar(1000)", "wastar(3)", "anytime(1000)", "anytime(5.001)"] {
            for limit in [256 << 10, 512 << 10, 1 << 20] {
                let limits = &mut Limits::none().memory(limit).expansions(100_000);
                let report = instance.solve(&word.parse().unwrap(), limits, None).unwrap();
                let peak = report.stats.peak_bytes;
                assert!(peak <= limit * 21 / 20, "{name} {word}: {peak} bytes under {limit}");
            }
        }
    }
}

/// A whole layer is kept between two looks at the limit, and can make tables grow.
#[test]
fn beams_know_what_a_layer_takes() {
    let tiles = Tiles::<u64>::random("4x4", &Parameters::default(), 1).unwrap();
    for limit in (8..24).map(|half| half << 19) {
        let mut ended = None;
        let counted = measure(|| {
            let mut beam = Beam::new(&tiles, 20_000, true);
            let outcome = beam.run(&mut Limits::none().memory(limit), &mut ());
            assert_eq!(outcome, Outcome::Stopped(Stop::Memory), "under {limit}");
            ended = Some(beam);
        });
        let peak = ended.map_or(0, |mut beam| beam.stats().peak_bytes);
        let held = counted.bytes_current.max(0).cast_unsigned();
        assert!(peak <= limit, "{peak} bytes under a limit of {limit}");
        assert!(held <= peak + CONSTANT, "{held} bytes held, {peak} counted");
    }
}

/// The allocator counts an array twice while it is moved, hence twice the limit.
#[test]
fn instances_with_tables_keep_their_limit() {
    for (name, size, heuristic) in [
        ("tiles", "3x3", "pdb"),
        ("chi", "2x4", "exact"),
        ("chi", "3x3", "pdb"),
        ("hanoi", "4x12", "patterns"),
    ] {
        for info in ALGORITHMS.iter().filter(|info| !matches!(info.argument, Some((_, None)))) {
            let strategy: Strategy = info.name.parse().unwrap();
            for limit in LIMITS {
                // A new instance each time, without tables.
                let entry = puzzle(name).unwrap();
                let mut instance = entry.random(size, &Parameters::default(), 1).unwrap();
                instance.set_heuristic(heuristic).unwrap();
                let mut limits = Limits::none().memory(limit).expansions(30_000);
                let counted = measure(|| match instance.solve(&strategy, &mut limits, None) {
                    Ok(_) | Err(SolveError::Unsupported(_)) => {}
                    Err(error) => panic!("{error}"),
                });
                let most = 2 * limit + CONSTANT;
                let peak = counted.bytes_max;
                assert!(peak <= most, "{name} {strategy}: {peak} bytes under a limit of {limit}");
            }
        }
    }
}
