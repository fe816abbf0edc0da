//! The 8-puzzle: its state space, and all optimal searches on many boards.
#![forbid(unsafe_code)]

use heureka_core::explore::{Keep, explore_by_keys, explore_ranked};
use heureka_core::search::{BestFirst, LinkedAStar, PackedAStar, Rule, Search};
use heureka_core::{Limits, Optimality, Outcome, Strategy, explore, solve, validate};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::registry::puzzle;
use heureka_puzzles::tiles::Tiles;

/// The number of boards by distance from the goal (Reinefeld 1993: two boards at 31).
const HISTOGRAM: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn tiles(text: &str) -> Tiles<u64> {
    Tiles::parse(text, &Parameters::default()).unwrap()
}

fn random(seed: u64) -> Tiles<u64> {
    Tiles::random("3x3", &Parameters::default(), seed).unwrap()
}

#[test]
fn exploration_finds_the_known_histogram() {
    let goal = tiles("1 2 3 4 5 6 7 8 0");
    let by_ranks = explore_ranked(&goal, &mut Limits::none());
    let by_keys = explore_by_keys(&goal, &mut Limits::none(), Keep::All);
    assert_eq!(by_ranks.layers, HISTOGRAM);
    assert_eq!(by_keys.layers, HISTOGRAM);
    assert_eq!((by_keys.states(), by_keys.stopped), (181_440, None));
    assert_eq!(by_keys.stats.counts(), by_ranks.stats.counts());
}

#[test]
fn optimal_searches_agree_on_random_boards() {
    (0..150).for_each(optimal_searches_agree);
}

#[test]
#[ignore = "takes a minute; ./test.sh --deep runs it"]
fn optimal_searches_agree_on_a_thousand_random_boards() {
    (0..1_000).for_each(optimal_searches_agree);
}

/// Runs all optimal searches on a random board; each heuristic gets its share of the boards.
fn optimal_searches_agree(seed: u64) {
    let mut board = random(seed);
    let heuristics = Tiles::<u64>::INFO.heuristics;
    let index = seed as usize % heuristics.len();
    board.set_heuristic(index, &mut Limits::none()).unwrap();
    let mut costs = vec![];
    for name in ["astar", "idastar", "ucs", "bfs", "bidirectional"] {
        // IDA* is too slow without a heuristic.
        if name == "idastar" && heuristics[index].name == "zero" {
            continue;
        }
        let strategy: Strategy = name.parse().unwrap();
        let report = solve(&board, &strategy, &mut Limits::none(), &mut ()).unwrap();
        let Outcome::Solved(plan, optimality) = report.outcome else { panic!("{name} {seed}") };
        validate(&board.reference(), &plan).unwrap();
        assert_eq!(optimality, Optimality::Proved, "{name}");
        costs.push(plan.cost);
    }
    if heuristics[index].claim.is_consistent() {
        let mut packed = PackedAStar::new(&board);
        costs.extend(packed.run(&mut Limits::none(), &mut ()).cost());
        let mut linked = LinkedAStar::new(&board);
        costs.extend(linked.run(&mut Limits::none(), &mut ()).cost());
        let strategy: Strategy = "astar".parse().unwrap();
        let mut plain = BestFirst::by_f(&board, Rule::new(&strategy), strategy.ties);
        costs.extend(plain.run(&mut Limits::none(), &mut ()).cost());
        // All must expand the same states below the last f.
        let all = [packed.stats(), linked.stats(), plain.stats()];
        let [a, b, c] = all.map(|stats| (stats.bound, stats.expanded_below_bound));
        assert!(a == b && b == c, "{seed}: {a:?} {b:?} {c:?}");
    }
    assert!(costs.len() >= 5 && costs.iter().all(|&c| c == costs[0]), "{seed}: {costs:?}");
}

#[test]
fn boards_of_odd_parity_are_unsolvable_without_a_search() {
    let entry = puzzle("tiles").unwrap();
    let strategy: Strategy = "idastar".parse().unwrap();
    for seed in 0..200 {
        let text = random(seed).text();
        let swapped = text.replace('1', "x").replace('2', "1").replace('x', "2");
        let instance = entry.parse(&swapped, &Parameters::default()).unwrap();
        let solution = instance.solve(&strategy, &mut Limits::none(), None).unwrap();
        assert!(matches!(solution.outcome, Outcome::Unsolvable));
        assert_eq!(solution.stats.expanded, 0);
        assert!(solution.reason.unwrap().contains("parity"));
        assert!(entry.parse(&text, &Parameters::default()).unwrap().unsolvable().is_none());
    }
}

#[test]
fn exhaustive_search_confirms_odd_parity() {
    let swapped = tiles("2 1 3 4 5 6 7 8 0");
    assert_eq!(explore(&swapped, &mut Limits::none()).states(), 181_440);
    let strategy: Strategy = "ucs".parse().unwrap();
    let report = solve(&swapped, &strategy, &mut Limits::none(), &mut ()).unwrap();
    assert_eq!((report.outcome, report.stats.expanded), (Outcome::Unsolvable, 181_440));
}
