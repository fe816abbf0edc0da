//! Searches do not allocate per node.
#![forbid(unsafe_code)]

use allocation_counter::measure;
use heureka_core::search::{
    Beam, BestFirst, DepthFirst, IdaSpecialized, LinkedAStar, PackedAStar, Rule, Search,
};
use heureka_core::strategy::Duplicates;
use heureka_core::{Limits, Strategy, explore};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::tiles::Tiles;

/// A board that takes IDA\* with Manhattan distance 11,186,611 expansions.
const BOARD: &str = "4 7 9 0 11 13 15 1 2 6 14 3 5 10 12 8";

fn tiles(heuristic: &str) -> Tiles<u64> {
    let tiles = Tiles::<u64>::parse(BOARD, &Parameters::default()).unwrap();
    tiles.with_heuristic(heuristic).unwrap()
}

/// Runs a search and returns its expansions and allocations.
fn allocations<S, A>(mut search: impl Search<S, A>, limits: &mut Limits<'_>) -> (u64, u64) {
    let counted = measure(|| {
        search.run(limits, &mut ());
    });
    (search.stats().expanded, counted.count_total)
}

#[test]
fn ida_star_of_ten_million_nodes_allocates_less_than_200_times() {
    let tiles = tiles("manhattan");
    let plain = DepthFirst::ida_star(&tiles, Duplicates::Undo);
    let specialized = IdaSpecialized::new(&tiles);
    for (expanded, allocated) in
        [allocations(plain, &mut Limits::none()), allocations(specialized, &mut Limits::none())]
    {
        assert_eq!(expanded, 11_186_611);
        assert!(allocated < 200, "{allocated} allocations");
    }
}

#[test]
fn other_searches_do_not_allocate_per_node() {
    const EXPANSIONS: u64 = 300_000;
    let tiles = tiles("manhattan");
    let limits = || Limits::none().expansions(EXPANSIONS);
    let strategy: Strategy = "astar".parse().unwrap();
    let rule = Rule::new(&strategy);
    let by_f = BestFirst::by_f(&tiles, rule, strategy.ties);
    let exploration = measure(|| {
        explore(&tiles, &mut limits());
    });
    for (name, (expanded, allocated)) in [
        ("astar", allocations(by_f, &mut limits())),
        ("bfs", allocations(BestFirst::breadth_first(&tiles, rule), &mut limits())),
        ("packed astar", allocations(PackedAStar::new(&tiles), &mut limits())),
        ("linked astar", allocations(LinkedAStar::new(&tiles), &mut limits())),
        ("beam", allocations(Beam::new(&tiles, 20_000, true), &mut limits())),
        ("explore", (EXPANSIONS, exploration.count_total)),
    ] {
        assert!(expanded >= EXPANSIONS || name == "beam", "{name}: {expanded}");
        assert!(allocated < 2_000, "{name}: {allocated} allocations");
    }
}
