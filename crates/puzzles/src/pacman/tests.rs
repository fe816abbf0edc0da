//! The rules against the reference, plans against brute force, maps good and bad.

use super::*;
use heureka_core::heuristic::audit::audit;
use heureka_core::{Outcome, solve};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn parse(text: &str) -> Result<Pacman<u64>, ParseError> {
    Pacman::parse(text, &Parameters::default())
}

fn random(size: &str, seed: u64) -> Pacman<u64> {
    Pacman::random(size, &Parameters::default(), seed).unwrap()
}

fn moves<P: Problem>(problem: &P, state: &P::State) -> Vec<(P::Action, Cost, P::Key)> {
    let mut found = vec![];
    problem.successors(state, &mut |action, cost, next| {
        found.push((action, cost, problem.pack(&next)));
    });
    found
}

#[test]
fn fast_and_reference_rules_agree() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut states = 0;
    for seed in 0..200 {
        let mut fast = random(["5x7x3", "8x9x8", "6x12x12"][seed as usize % 3], seed);
        fast.set_heuristic(seed as usize % PacmanEstimate::ALL.len());
        let slow = fast.reference();
        let mut state = fast.start();
        for _ in 0..60 {
            let key = fast.pack(&state);
            let other = slow.unpack(&key);
            assert_eq!((slow.pack(&other), fast.unpack(&key)), (key, state));
            assert_eq!(fast.is_goal(&state), slow.is_goal(&other));
            let next = moves(&fast, &state);
            assert_eq!(next, moves(&slow, &other));
            if fast.reference_shares_heuristic() {
                assert_eq!(fast.h(&state), slow.h(&other), "{}", fast.text());
            }
            states += 1;
            // Only a cell without neighbors has no moves.
            let Some(step) = next.len().checked_sub(1) else { break };
            state = fast.unpack(&next[generator.random_range(0..=step)].2);
        }
    }
    assert!(states >= 10_000, "{states}");
}

/// The fewest steps by trying every order of the pellets, the ways by the reference's own search.
fn brute_force(puzzle: &Pacman<u64>) -> Cost {
    fn order(ways: &[Vec<u16>], cells: &[u16], at: u16, left: u128, best: &mut Cost, so_far: Cost) {
        if so_far >= *best {
            return;
        }
        if left == 0 {
            *best = so_far;
        }
        for (number, &cell) in cells.iter().enumerate() {
            if left >> number & 1 == 1 {
                let steps = Cost::from(ways[usize::from(at)][usize::from(cell)]);
                order(ways, cells, cell, left & !(1 << number), best, so_far + steps);
            }
        }
    }
    let map = &puzzle.map;
    // All ways by repeated shortening: nothing of the breadth-first search is used.
    let cells = map.places.len();
    let mut ways = vec![vec![1000; cells]; cells];
    for (cell, row) in ways.iter_mut().enumerate() {
        row[cell] = 0;
        for &next in map.neighbors[cell].iter().filter(|&&next| next != NONE) {
            row[usize::from(next)] = 1;
        }
    }
    for via in 0..cells {
        for from in 0..cells {
            for to in 0..cells {
                ways[from][to] = ways[from][to].min(ways[from][via] + ways[via][to]);
            }
        }
    }
    let mut best = Cost::MAX;
    order(&ways, &map.pellets, map.start, puzzle.all(), &mut best, 0);
    best
}

#[test]
fn plans_are_optimal_by_brute_force() {
    for pellets in 1..=12 {
        for seed in 0..3 {
            let mut puzzle = random(&format!("7x9x{pellets}"), seed);
            let optimum = brute_force(&puzzle);
            for heuristic in 0..PacmanEstimate::ALL.len() {
                // Without a good bound, twelve pellets take their time.
                if pellets > 8 && matches!(heuristic, 1 | 2 | 4) {
                    continue;
                }
                puzzle.set_heuristic(heuristic);
                for word in ["astar", "idastar", "bidirectional"] {
                    if word == "idastar" && heuristic != 3 {
                        continue;
                    }
                    let strategy = word.parse().unwrap();
                    let report = puzzle.search(&strategy, &mut Limits::none(), &mut ()).unwrap();
                    let what = format!("{word} {heuristic}\n{}", puzzle.text());
                    assert_eq!(report.outcome.cost(), Some(optimum), "{what}");
                }
                if heuristic == PacmanEstimate::Tour as usize {
                    assert_eq!(puzzle.h(&puzzle.start()), optimum, "{}", puzzle.text());
                }
            }
        }
    }
}

#[test]
fn claims_hold_on_whole_spaces() {
    for seed in 0..4 {
        let mut puzzle = random("6x7x5", seed);
        for heuristic in 0..PacmanEstimate::ALL.len() {
            puzzle.set_heuristic(heuristic);
            let audit = audit(&puzzle, &mut Limits::none());
            assert!(!audit.refuted() && audit.exact.is_some(), "{heuristic}");
        }
    }
}

#[test]
fn hopeless_and_solved_maps_are_told_at_once() {
    let cut = parse("%P%.%\n% % %\n%.% %").unwrap();
    let why = cut.unsolvable().unwrap();
    assert!(why.contains("line 1, column 4"), "{why}");
    let strategy = "bfs".parse().unwrap();
    let report = solve(&cut, &strategy, &mut Limits::none(), &mut ()).unwrap();
    assert_eq!(report.outcome, Outcome::Unsolvable, "and the search agrees");
    let done = parse(" P ").unwrap();
    assert!(done.unsolvable().is_none() && done.is_goal(&done.start()));
}

#[test]
fn maps_are_read_leniently_and_kept() {
    for text in ["P.", "\n\n#P.#\r\n#  #\r\n\r\n", "  \n P.\n%%%\n  ", ".\nP\n.%.%"] {
        let puzzle = parse(text).unwrap();
        let again = parse(&puzzle.text()).unwrap();
        assert_eq!(again.text(), puzzle.text(), "{text:?}");
        assert_eq!(again.start(), puzzle.start(), "{text:?}");
    }
    assert_eq!(parse("  \n P.").unwrap().text(), "   \n P.");
}

#[test]
fn broken_maps_are_refused_with_their_places() {
    for (text, says) in [
        ("", "the map is empty"),
        ("\n\n", "the map is empty"),
        ("%%%\n%.%", "there is no P"),
        ("%P.\n.P", "line 2, column 2: a second P"),
        ("P.\n%x", "line 2, column 2: 'x': expected % or #"),
        ("P\t.", "line 1, column 2: '\\t': expected"),
        (&format!("P{}", " ".repeat(70_000)), "expected at most 65535 cells"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    assert!(pellets(&format!("P{}", ".".repeat(113))).is_err());
    assert_eq!(pellets(&format!("P{}", ".".repeat(112))), Ok(112));
    for size in ["9", "9x9", "2x9x1", "9x9x-1", "9x65x1", "9x9x9x9", "9x9x113", "x", ""] {
        assert!(pellets_of_size(size).is_err(), "{size}");
    }
    assert!(Pacman::<u64>::random("3x3x1", &Parameters::default(), 1).is_err());
    assert!(Pacman::<u64>::random("3x4x1", &Parameters::default(), 1).is_ok());
}
