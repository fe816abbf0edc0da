//! The published counts, the order of nodes and the output.

use super::*;
use heureka_puzzles::counters::info::DEFAULT;
use heureka_puzzles::counters::reading::{read, shuffled};
use std::collections::HashMap;

fn transcript(text: &str, algorithm: Algorithm) -> (String, Run) {
    let counters = read(text).unwrap();
    let mut out = vec![];
    let mut transcript = Transcript::begin(&mut out, &counters, algorithm).unwrap();
    let run = run(&counters, algorithm, &mut Limits::none(), Some(&mut transcript)).unwrap();
    transcript.end(&counters, &run).unwrap();
    (String::from_utf8(out).unwrap(), run)
}

#[test]
fn reproduces_the_published_counts() {
    let level = |name: &str| INFO.instances.iter().find(|level| level.name == name).unwrap().text;
    let check = |text, algorithm, expanded: u64, queue, swaps| {
        let run = transcript(text, algorithm).1;
        let counts = (run.stats.expanded, run.stats.generated, run.cost());
        assert_eq!(counts, (expanded, queue, Some(swaps)), "{text} {algorithm:?}");
    };
    let (misplaced, manhattan) = (Algorithm::Misplaced, Algorithm::Manhattan);
    for (text, algorithm, expanded, queue, swaps) in [
        ("3 7 9 6 2 5 4 1 8", misplaced, 7, 252, 7),
        (DEFAULT, misplaced, 19, 5_700, 19),
        (DEFAULT, manhattan, 23, 6_900, 23),
    ] {
        check(text, algorithm, expanded, queue, swaps);
    }
    for (size, swaps, queue) in
        [("2x2", 2, 12), ("3x3", 4, 144), ("4x4", 8, 960), ("5x5", 12, 3_600)]
    {
        for algorithm in [misplaced, manhattan] {
            check(level(&format!("reversed-{size}")), algorithm, swaps.into(), queue, swaps);
        }
    }
    let best = transcript(DEFAULT, Algorithm::Cycles).1;
    assert_eq!((best.cost(), best.optimum, best.stats.expanded), (Some(19), 19, 19));
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
    let (mut taken, mut generated) = (vec![], 0);
    let mut node = start.to_vec();
    while !node.is_sorted() {
        let depth = depths[&node] + 1;
        for a in 0..node.len() {
            for b in a + 1..node.len() {
                let mut next = node.clone();
                next.swap(a, b);
                let first = *depths.entry(next.clone()).or_insert(depth);
                queue.push((first + estimate(&next), next));
                generated += 1;
            }
        }
        expanded.push(node);
        queue.sort();
        queue.retain(|(_, board)| !expanded.contains(board));
        node = queue[0].1.clone();
        taken.push((depths[&node], node.clone()));
    }
    (taken, expanded.len() as u64, generated)
}

/// The nodes taken from the queue, except the start: depth and counters from 0.
#[derive(Default)]
struct Taken(Vec<(u32, Vec<u32>)>);

impl Trace for Taken {
    fn event(&mut self, event: &Event<'_>) {
        if let Some(node) = event.node.filter(|node| node.id > 0) {
            self.0.push((node.g, read(node.state.unwrap()).unwrap()));
        }
    }

    fn wants(&self, kind: EventKind) -> bool {
        matches!(kind, EventKind::Expand | EventKind::Solved)
    }
}

/// Compares random boards, on which ties and first depths matter.
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
                let mut taken = Taken::default();
                let run = run(&start, algorithm, &mut Limits::none(), Some(&mut taken)).unwrap();
                let (expected, expanded, generated) = as_published(&start, algorithm);
                assert_eq!(taken.0, expected, "{start:?} {algorithm:?}");
                assert_eq!((run.stats.expanded, run.stats.generated), (expanded, generated));
                let cost = run.cost().unwrap();
                longer += u32::from(cost > run.optimum);
                assert!(algorithm == Algorithm::Manhattan || cost == run.optimum);
            }
        }
    }
    assert!(longer > 0, "Manhattan always found an optimal plan");
}

#[test]
fn prints_the_reported_run() {
    let (text, _) = transcript("4 3 2 1", Algorithm::Uniform);
    assert!(text.starts_with("Solution Trace:\n----\nInitial State: \n4 3 \n"));
    assert!(text.contains("\n\ng(n) : 1\n1 3 \n2 4 \n\n"), "{text}");
    assert!(text.ends_with("Solution Step:\nSwap 1, 4\nSwap 2, 3\n\n"), "{text}");
    let (text, _) = transcript("3 7 9 6 2 5 4 1 8", Algorithm::Misplaced);
    assert!(text.contains("\n\ng(n) : 1 , h(n) : 8\n1 7 9 \n6 2 5 \n4 3 8 \n\n"), "{text}");
}

#[test]
fn a_solved_start_prints_no_swaps() {
    let (text, run) = transcript("1 2 3 4", Algorithm::Misplaced);
    assert_eq!(run.stats.expanded, 0);
    assert_eq!(
        text,
        "Solution Trace:\n----\nInitial State: \n1 2 \n3 4 \n\n\
         Success! Found Solution:\nNodes Expanded: 0\nMax Queue Size: 0\n1 2 \n3 4 \n\n\n"
    );
}

#[test]
fn rejects_boards_that_are_too_large_or_not_square() {
    for cells in [289, 5] {
        let counters: Vec<u32> = (0..cells).collect();
        let result = run(&counters, Algorithm::Misplaced, &mut Limits::none(), None);
        assert!(matches!(result, Err(RunError::Board(_))), "{cells}");
    }
}
