//! Exact distances, messages, large boards, and the course's counts and order of nodes.

use super::course::{self, Algorithm, Transcript};
use super::reading::{cells_of_size, read, shuffled};
use super::*;
use crate::registry;
use heureka_core::{Optimality, Outcome};
use std::collections::{HashMap, HashSet};

/// The board of the course's report.
const REPORTED: &str = "3 7 9 6 2 5 4 1 8";

fn agrees_with_the_reference<B: Board + Key>(cells: usize, rounds: u64) {
    for seed in 0..rounds {
        let mut fast = Counters::<B>::new(&shuffled(cells, seed)).unwrap();
        fast.set_heuristic((seed % 4) as usize);
        let slow = fast.reference();
        let (state, numbers) = (fast.start(), slow.start());
        assert_eq!(fast.pack(&state), slow.pack(&numbers));
        assert_eq!(slow.unpack(&fast.pack(&state)), numbers);
        let (mut moves, mut expected) = (vec![], vec![]);
        fast.successors(&state, &mut |swap, cost, next| {
            assert_eq!(fast.apply(&state, swap), Some((cost, next)));
            assert_eq!(fast.unpack(&fast.pack(&next)), next);
            moves.push((swap, cost, fast.pack(&next), fast.h(&next)));
        });
        slow.successors(&numbers, &mut |swap, cost, next| {
            expected.push((swap, cost, slow.pack(&next), slow.h(&next)));
        });
        assert_eq!(moves, expected);
        assert_eq!(moves.len(), cells * (cells - 1) / 2);
    }
}

#[test]
fn every_key_type_agrees_with_the_reference() {
    agrees_with_the_reference::<u64>(9, 400);
    agrees_with_the_reference::<u64>(16, 100);
    agrees_with_the_reference::<u128>(25, 40);
    agrees_with_the_reference::<[u8; 256]>(36, 20);
}

/// Breadth-first search from the goal.
#[test]
fn cycles_are_exact_on_every_3x3_board() {
    let goal: Vec<u32> = (0..9).collect();
    let puzzle = Counters::<u64>::new(&goal).unwrap();
    let mut seen = HashSet::from([puzzle.pack(&puzzle.start())]);
    let (mut layer, mut depth) = (vec![puzzle.start()], 0);
    while !layer.is_empty() {
        let mut next_layer = vec![];
        for state in layer {
            assert_eq!(puzzle.h(&state), depth);
            puzzle.successors(&state, &mut |_, _, next| {
                if seen.insert(puzzle.pack(&next)) {
                    next_layer.push(next);
                }
            });
        }
        layer = next_layer;
        depth += 1;
    }
    assert_eq!((seen.len(), depth), (362_880, 9));
}

fn transcript(text: &str, algorithm: Algorithm) -> (String, course::Run) {
    let counters = read(text).unwrap();
    let mut out = vec![];
    let mut writing = Transcript::begin(&mut out, &counters).unwrap();
    let run = course::run(&counters, algorithm, &mut Limits::none(), &mut writing);
    let run = run.unwrap().unwrap();
    writing.end(&counters, &run).unwrap();
    (String::from_utf8(out).unwrap(), run)
}

#[test]
fn reproduces_the_published_counts() {
    let default = info::DEFAULT;
    let level = |name: &str| INFO.levels.iter().find(|level| level.name == name).unwrap().text;
    let (misplaced, manhattan) = (Algorithm::Misplaced, Algorithm::Manhattan);
    for (text, algorithm, expanded, queue, swaps) in [
        (REPORTED, misplaced, 7, 252, 7),
        (default, misplaced, 19, 5_700, 19),
        (default, manhattan, 23, 6_900, 23),
        (level("reversed-2x2"), misplaced, 2, 12, 2),
        (level("reversed-3x3"), misplaced, 4, 144, 4),
        (level("reversed-4x4"), misplaced, 8, 960, 8),
        (level("reversed-5x5"), misplaced, 12, 3_600, 12),
        (level("reversed-2x2"), manhattan, 2, 12, 2),
        (level("reversed-3x3"), manhattan, 4, 144, 4),
        (level("reversed-4x4"), manhattan, 8, 960, 8),
        (level("reversed-5x5"), manhattan, 12, 3_600, 12),
    ] {
        let run = transcript(text, algorithm).1;
        let counts = (run.stats.expanded, run.stats.generated, run.outcome.cost());
        assert_eq!(counts, (expanded, queue, Some(swaps)), "{text} {algorithm:?}");
    }
    let best = transcript(default, Algorithm::Cycles).1;
    assert_eq!((best.outcome.cost(), best.optimum, best.stats.expanded), (Some(19), 19, 19));
}

/// The program as published: a queue that is sorted before each node is taken and never shrinks, and
/// depths at first generation. Returns the nodes it prints and its two counts.
fn as_published(start: &[u32], algorithm: Algorithm) -> (Vec<(u32, Vec<u32>)>, u64, u64) {
    let estimate = |board: &[u32]| -> u32 {
        match algorithm {
            Algorithm::Uniform => 0,
            Algorithm::Misplaced => board.iter().zip(0..).filter(|&(&c, i)| c != i).count() as u32,
            _ => board.iter().zip(0..).map(|(&c, i): (&u32, u32)| c.abs_diff(i)).sum(),
        }
    };
    let mut depths = HashMap::from([(start.to_vec(), 0)]);
    let mut expanded: Vec<Vec<u32>> = vec![];
    let mut queue: Vec<(u32, Vec<u32>)> = vec![];
    let (mut taken, mut made) = (vec![], 0);
    let mut node = start.to_vec();
    while !node.is_sorted() {
        let depth = depths[&node] + 1;
        for a in 0..node.len() {
            for b in a + 1..node.len() {
                let mut next = node.clone();
                next.swap(a, b);
                let first = *depths.entry(next.clone()).or_insert(depth);
                queue.push((first + estimate(&next), next));
                made += 1;
            }
        }
        expanded.push(node);
        queue.sort();
        queue.retain(|(_, board)| !expanded.contains(board));
        node = queue[0].1.clone();
        taken.push((depths[&node], node.clone()));
    }
    (taken, expanded.len() as u64, made)
}

#[derive(Default)]
struct Seen(Vec<(u32, Vec<u32>)>);

impl course::Watch for Seen {
    fn taken(
        &mut self,
        g: Cost,
        _: Option<Cost>,
        counters: &mut dyn ExactSizeIterator<Item = u32>,
    ) {
        self.0.push((g, counters.collect()));
    }
}

/// On random boards, where ties and first depths matter.
#[test]
fn takes_nodes_in_the_programs_order() {
    let mut longer = 0;
    for (cells, seeds) in [(4, 30), (9, 20), (16, 4)] {
        for seed in 0..seeds {
            let start = shuffled(cells, seed);
            for algorithm in Algorithm::NUMBERED {
                if algorithm == Algorithm::Uniform && cells > 4 {
                    continue;
                }
                let mut seen = Seen::default();
                let run = course::run(&start, algorithm, &mut Limits::none(), &mut seen);
                let run = run.unwrap().unwrap();
                let (taken, expanded, made) = as_published(&start, algorithm);
                assert_eq!(seen.0, taken, "{start:?} {algorithm:?}");
                assert_eq!((run.stats.expanded, run.stats.generated), (expanded, made));
                let cost = run.outcome.cost().unwrap();
                longer += u32::from(cost > run.optimum);
                assert!(algorithm == Algorithm::Manhattan || cost == run.optimum);
            }
        }
    }
    assert!(longer > 0, "Manhattan always found an optimal plan");
}

#[test]
fn a_solved_start_prints_no_swaps() {
    let (text, run) = transcript("1 2 3 4", Algorithm::Misplaced);
    assert_eq!(run.stats.expanded, 0);
    assert_eq!(
        text,
        "Solution Trace:\n-------------------------\nInitial State: \n1 2 \n3 4 \n\n\
         Success! Found Solution:\nNodes Expanded: 0\nMax Queue Size: 0\n1 2 \n3 4 \n\n\n"
    );
}

#[test]
fn rejects_invalid_boards_with_place_and_expectation() {
    for (text, message) in [
        ("", "no counters: expected"),
        ("1 2 3", "3 counters: expected a perfect square"),
        ("1 2\n3 x", "line 2, column 3: 'x': expected the number"),
        ("1 2 3 5", "line 1, column 7: '5': expected a number from 1 to 4"),
        ("0 1 2 3", "line 1, column 1: '0': expected a number from 1 to 4"),
        ("1 2\n2 3", "line 2, column 1: duplicate '2'"),
        ("1 2 3 -4", "'-4': expected the number"),
        ("1 2 3 4.0", "'4.0': expected"),
        ("1 2 3 99999999999", "'99999999999' is too large: expected"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    for size in ["", "0", "0x0", "3x4", "8", "x", "3x", "5000x5000", "-4", "18446744073709551616"] {
        assert!(cells_of_size(size).is_err(), "{size}");
    }
    assert_eq!((cells_of_size("5x5").unwrap(), cells_of_size("25").unwrap()), (25, 25));
}

/// With keys of every type, and in place.
#[test]
fn descent_is_optimal_on_every_size() {
    let strategy: Strategy = "descent".parse().unwrap();
    let entry = registry::puzzle("counters").unwrap();
    for side in [1usize, 2, 3, 4, 5, 6, 8, 9, 16, 17, 40] {
        let parameters = Parameters::default();
        let instance = entry.random(&format!("{side}x{side}"), &parameters, 3).unwrap();
        let counters = read(&instance.text()).unwrap();
        let exact = Estimate::Cycles.measure(side * side, |cell| counters[cell] as usize);
        let solution = instance.solve(&strategy, &mut Limits::none(), None).unwrap();
        let Outcome::Solved(plan, sure) = solution.outcome else { panic!("{side}") };
        assert_eq!((plan.cost, sure), (exact, Optimality::Proved), "{side}");
        assert_eq!(instance.too_large().is_some(), side > 16);
    }
}

#[test]
fn large_boards_support_only_descent() {
    let entry = registry::puzzle("counters").unwrap();
    let mut instance = entry.random("20x20", &Parameters::default(), 1).unwrap();
    let solve = |instance: &dyn heureka_kit::instance::Instance, word: &str| {
        instance.solve(&word.parse().unwrap(), &mut Limits::none(), None)
    };
    let error = solve(&*instance, "astar").unwrap_err().to_string();
    assert!(error.contains("astar has to copy states"), "{error}");
    for (name, sure) in [
        ("cycles", Some(Optimality::Proved)),
        ("misplaced", Some(Optimality::NotClaimed)),
        ("manhattan", Some(Optimality::NotClaimed)),
        ("half-misplaced", None),
    ] {
        instance.set_heuristic(name).unwrap();
        match solve(&*instance, "descent").unwrap().outcome {
            Outcome::Solved(_, found) => assert_eq!(Some(found), sure, "{name}"),
            other => assert!(sure.is_none(), "{name}: {other:?}"),
        }
    }
    let word = |text| heureka_kit::text::Word { text, line: 1, column: 1 };
    for wrong in ["1-1", "0-1", "1-401", "1", "a-b", "1-2-3", "-"] {
        assert!(instance.check(&[word(wrong)]).is_err(), "{wrong}");
    }
    assert!(
        instance.check(&[word("2-1")]).unwrap_err().to_string().contains("do not end in a goal")
    );
    assert!(instance.certify(true, &mut Limits::none()).is_err());
    assert!(instance.audit(&mut Limits::none()).stopped.is_some());
    assert!(instance.explore(&mut Limits::none()).stopped.is_some());
}
