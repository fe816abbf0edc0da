//! The 8-puzzle as a whole: every state, the known histogram, all optimal searches on many boards.
#![forbid(unsafe_code)]

use heureka_core::search::{BestFirst, PackedAStar, Rule};
use heureka_core::{Limits, Optimality, Outcome, Strategy, explore, explore_ranked, validate};
use heureka_kit::puzzle::{Parameters, Puzzle};
use heureka_puzzles::registry::puzzle;
use heureka_puzzles::tiles::Tiles;

/// How many boards are 0, 1, 2, … moves from the solved one (Reinefeld 1993 gives the last: two
/// boards at 31).
const HISTOGRAM: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn tiles(text: &str, heuristic: &str) -> Tiles<u64> {
    let tiles = Tiles::<u64>::parse(text, &Parameters::default()).unwrap();
    tiles.with_heuristic(heuristic).unwrap()
}

#[test]
fn all_181_440_states_lie_where_they_should() {
    let goal = tiles("1 2 3 4 5 6 7 8 0", "manhattan");
    let by_ranks = explore_ranked(&goal, &mut Limits::none());
    let by_keys = explore(&goal, &mut Limits::none());
    assert_eq!(by_ranks.layers, HISTOGRAM);
    assert_eq!(by_keys.layers, HISTOGRAM);
    assert_eq!((by_keys.states(), by_keys.stopped), (181_440, None));
    assert_eq!(by_keys.stats.counts(), by_ranks.stats.counts());
}

#[test]
fn optimal_searches_agree_on_a_thousand_random_boards() {
    std::thread::scope(|scope| {
        for half in [0..500, 500..1000] {
            scope.spawn(|| half.for_each(agree));
        }
    });
}

/// All optimal searches on the random board of a seed.
fn agree(seed: u64) {
    let mut board = Tiles::<u64>::random("3x3", &Parameters::default(), seed).unwrap();
    let heuristics = Tiles::<u64>::info().heuristics;
    // Every heuristic gets its share of the boards.
    let chosen = seed as usize % heuristics.len();
    board.set_heuristic(chosen);
    let reference = board.reference();
    let mut costs = vec![];
    for strategy in ["astar", "idastar", "ucs", "bfs", "bidirectional"] {
        // Without a heuristic to speak of, IDA* takes its time.
        if strategy == "idastar" && heuristics[chosen].name == "zero" {
            continue;
        }
        let strategy: Strategy = strategy.parse().unwrap();
        let report = board.search(&strategy, &mut Limits::none(), &mut ()).unwrap();
        let Outcome::Solved(plan, sure) = report.outcome else { panic!("{strategy} {seed}") };
        validate(&reference, &plan).unwrap();
        assert_eq!(sure, Optimality::Proved, "{strategy}");
        costs.push(plan.cost);
    }
    if heuristics[chosen].claim.is_consistent() {
        let mut tagged = PackedAStar::new(&board);
        costs.extend(tagged.run(&mut Limits::none(), &mut ()).cost());
        // Below the last f there is no choice: both must expand the same states.
        let strategy: Strategy = "astar".parse().unwrap();
        let mut plain = BestFirst::by_f(&board, Rule::new(&strategy, 1, 1), &strategy);
        costs.extend(plain.run(&mut Limits::none(), &mut ()).cost());
        let below = [tagged.stats(), plain.stats()].map(|s| (s.bound, s.expanded_below_bound));
        assert_eq!(below[0], below[1], "{seed}");
    }
    assert!(costs.len() >= 5 && costs.iter().all(|&c| c == costs[0]), "{seed}: {costs:?}");
}

#[test]
fn the_half_that_parity_forbids_is_refused_at_once() {
    let entry = puzzle("tiles").unwrap();
    for seed in 0..200 {
        let solvable = Tiles::<u64>::random("3x3", &Parameters::default(), seed).unwrap();
        let text = solvable.text();
        // Swap the tiles 1 and 2.
        let swapped: String = text
            .chars()
            .map(|c| match c {
                '1' => '2',
                '2' => '1',
                other => other,
            })
            .collect();
        let instance = entry.parse(&swapped, &Parameters::default()).unwrap();
        let strategy: Strategy = "idastar".parse().unwrap();
        let solution = instance.solve(&strategy, &mut Limits::none(), None).unwrap();
        assert_eq!((solution.outcome, solution.stats.expanded), (Outcome::Unsolvable, 0));
        assert!(solution.reason.unwrap().contains("parity"));
        assert!(entry.parse(&text, &Parameters::default()).unwrap().unsolvable().is_none());
    }
}

#[test]
fn the_forbidden_half_is_really_out_of_reach() {
    let swapped = tiles("2 1 3 4 5 6 7 8 0", "manhattan");
    let found = explore(&swapped, &mut Limits::none());
    assert_eq!(found.states(), 181_440);
    let strategy: Strategy = "ucs".parse().unwrap();
    let report = heureka_core::solve(&swapped, &strategy, &mut Limits::none(), &mut ()).unwrap();
    assert_eq!((report.outcome, report.stats.expanded), (Outcome::Unsolvable, 181_440));
}
