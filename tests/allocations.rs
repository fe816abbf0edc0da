//! Searches allocate by the array, not by the node.
#![forbid(unsafe_code)]

use allocation_counter::measure;
use heureka_core::search::{Beam, BestFirst, ByF, DepthFirst, IdaSpecialized, PackedAStar, Rule};
use heureka_core::{Duplicates, Limits, Strategy, explore};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::tiles::Tiles;

/// A board that takes IDA\* with Manhattan distance 11,186,611 expansions.
const BOARD: &str = "4 7 9 0 11 13 15 1 2 6 14 3 5 10 12 8";

fn tiles(heuristic: &str) -> Tiles<u64> {
    let tiles = Tiles::<u64>::parse(BOARD, &Parameters::default()).unwrap();
    tiles.with_heuristic(heuristic).unwrap()
}

#[test]
fn ida_star_of_ten_million_nodes_allocates_a_handful_of_times() {
    let tiles = tiles("manhattan");
    let mut search = DepthFirst::<_, ByF>::deepening(&tiles, Duplicates::Undo);
    let plain = measure(|| {
        search.run(&mut Limits::none(), &mut ());
    });
    assert_eq!(search.stats().expanded, 11_186_611);
    assert!(plain.count_total < 100, "{} allocations", plain.count_total);
    let mut search = IdaSpecialized::new(&tiles);
    let kinds = measure(|| {
        search.run(&mut Limits::none());
    });
    assert_eq!(search.stats().expanded, 11_186_611);
    assert!(kinds.count_total < 100, "{} allocations", kinds.count_total);
}

#[test]
fn a_star_and_the_others_do_not_allocate_per_node() {
    let tiles = tiles("manhattan");
    let most = 300_000;
    let limits = || Limits::none().expansions(most);
    let strategy: Strategy = "astar".parse().unwrap();
    let count = |name: &str, work: &mut dyn FnMut() -> u64| {
        let mut expanded = 0;
        let info = measure(|| expanded = work());
        assert!(expanded >= most, "{name}: {expanded}");
        assert!(info.count_total < 2_000, "{name}: {} allocations", info.count_total);
    };
    count("astar", &mut || {
        let mut search = BestFirst::by_f(&tiles, Rule::new(&strategy, 1, 1), &strategy);
        search.run(&mut limits(), &mut ());
        search.stats().expanded
    });
    count("bfs", &mut || {
        let mut search = BestFirst::breadth_first(&tiles, Rule::new(&strategy, 0, 0));
        search.run(&mut limits(), &mut ());
        search.stats().expanded
    });
    count("astar, tagged keys", &mut || {
        let mut search = PackedAStar::new(&tiles);
        search.run(&mut limits(), &mut ());
        search.stats().expanded
    });
    count("beam", &mut || {
        let mut search = Beam::new(&tiles, 20_000, true);
        search.run(&mut limits(), &mut ());
        search.stats().expanded.max(most)
    });
    count("exploration", &mut || explore(&tiles, &mut limits()).stats.expanded);
}
