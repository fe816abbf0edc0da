//! Searches: the known counts, every strategy against breadth-first, claims audited.

use super::{Board, Pegs, instance};
use crate::pegs::Jump;
use heureka_core::heuristic::audit::audit;
use heureka_core::{Limits, Optimality, Outcome, Report, Strategy, validate};
use heureka_kit::puzzle::Puzzle;

fn run(puzzle: &Pegs, word: &str) -> Report<Jump> {
    let strategy: Strategy = word.parse().unwrap();
    puzzle.search(&strategy, &mut Limits::none(), &mut ()).unwrap()
}

/// Depth-first with a table, last generated first: 1,948 nodes taken, the goal among them.
#[test]
fn depth_first_goes_the_known_way() {
    let report = run(&instance("4"), "dfs");
    assert_eq!((report.stats.expanded + 1, report.stats.duplicates), (1948, 3097));
    assert_eq!(report.outcome.cost(), Some(31));
}

#[test]
fn the_best_strategy_solves_every_built_in_problem() {
    for level in Pegs::info().levels {
        let puzzle = instance(level.text);
        let best = puzzle.best();
        let puzzle = puzzle.with_heuristic(best.heuristic).unwrap();
        if level.optimum.is_none() {
            assert!(puzzle.unsolvable().is_some(), "{}", level.name);
            continue;
        }
        let Outcome::Solved(plan, sure) = run(&puzzle, best.strategy).outcome else {
            panic!("{} is not solved", level.name)
        };
        assert_eq!((Some(plan.cost), sure), (level.optimum, Optimality::Proved), "{}", level.name);
        assert_eq!(validate(&puzzle.reference(), &plan), Ok(()), "{}", level.name);
    }
}

/// From every vacancy to every survivor. Searches that know no duplicates take their time, so they
/// go to one survivor each.
#[test]
fn every_strategy_agrees_with_breadth_first_on_the_triangle() {
    let board = Board::numbered(6).unwrap();
    let graph = [
        "dfs",
        "ucs",
        "greedy",
        "astar",
        "wastar",
        "anytime",
        "bidirectional",
        "beam(2,grow=yes)",
        "bfs(symmetry=yes)",
        "dfs(symmetry=yes)",
        "astar(symmetry=yes)",
        "beam(2,grow=yes,symmetry=yes)",
    ];
    for vacancy in 0..board.len() {
        for survivor in 0..board.len() {
            let mut puzzle = Pegs::new(board, board.full() & !(1 << vacancy), 1 << survivor);
            let known = run(&puzzle, "bfs").outcome.cost();
            let trees = ["ids", "idastar", "dls(13)", "ids(symmetry=yes)"];
            let trees = if survivor == (vacancy + 4) % board.len() { &trees[..] } else { &[] };
            for heuristic in ["pegs", "mobility"] {
                puzzle = puzzle.with_heuristic(heuristic).unwrap();
                for word in graph.iter().chain(trees) {
                    if heuristic == "mobility" && (trees.contains(word) || word.starts_with("dfs"))
                    {
                        continue;
                    }
                    let outcome = run(&puzzle, word).outcome;
                    let what = format!("{vacancy} {survivor} {word} {heuristic}");
                    assert_eq!(outcome.cost(), known, "{what}");
                    match outcome {
                        Outcome::Solved(plan, sure) => {
                            assert_eq!(sure, Optimality::Proved, "{what}");
                            assert_eq!(validate(&puzzle.reference(), &plan), Ok(()), "{what}");
                        }
                        // Depth-limited search cannot tell that there is nothing below.
                        Outcome::NotFound(_) => assert!(word.starts_with("dls"), "{what}"),
                        other => assert_eq!(other, Outcome::Unsolvable, "{what}"),
                    }
                }
            }
        }
    }
}

/// On the whole triangle, from two vacancies: what is claimed is true, and mobility claims nothing.
#[test]
fn claims_are_audited() {
    for text in ["6 0,0 0,0", "6 0,1 2,0"] {
        for heuristic in Pegs::info().heuristics {
            let puzzle = instance(text).with_heuristic(heuristic.name).unwrap();
            let found = audit(&puzzle, &mut Limits::none());
            assert_eq!(found.claim, heuristic.claim, "{}", heuristic.name);
            assert!(!found.refuted(), "{text} {}", heuristic.name);
            let exact = found.exact.expect("the triangle is small");
            let overestimates = exact.overestimates.0;
            assert_eq!(overestimates == 0, heuristic.claim.is_admissible(), "{}", heuristic.name);
        }
    }
}
