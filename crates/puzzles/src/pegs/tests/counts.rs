//! Positions counted, level by level.

use super::instance;
use crate::pegs::Pegs;
use heureka_core::{Limits, Problem, Reversed, Reversible, count_plans, explore, explore_layered};
use heureka_kit::puzzle::Puzzle;
use std::collections::{HashMap, HashSet};

/// Positions of the English central game up to symmetry, by jumps made.
const ENGLISH: [u64; 32] = [
    1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31_312, 89_927, 229_614, 517_854, 1_022_224, 1_753_737,
    2_598_215, 3_312_423, 3_626_632, 3_413_313, 2_765_623, 1_930_324, 1_160_977, 600_372, 265_865,
    100_565, 32_250, 8688, 1917, 348, 50, 7, 2,
];

/// Positions of the triangle with an empty corner.
const TRIANGLE: [u64; 14] = [1, 2, 8, 35, 122, 293, 530, 679, 623, 414, 212, 75, 18, 4];

/// As far as a test has time; `heureka explore pegs` and the bench go to the end.
#[test]
fn the_english_game_begins_as_known() {
    let levels = 13;
    let expanded = ENGLISH[..levels - 1].iter().sum();
    let found = instance("4").explore(&mut Limits::none().expansions(expanded));
    assert_eq!(found.layers, ENGLISH[..levels]);
    let unfolded = found.unfolded.unwrap();
    assert_eq!(unfolded[..6], [1, 4, 12, 60, 296, 1338]);
    let all = explore(&instance("4"), &mut Limits::none().expansions(unfolded[..8].iter().sum()));
    assert_eq!(unfolded[..9], all.layers);
}

#[test]
fn the_triangle_is_counted_with_and_without_symmetry() {
    let puzzle = instance("6 0,0 0,0");
    let by_classes = puzzle.explore(&mut Limits::none());
    assert_eq!(by_classes.states(), 1544);
    assert_eq!(by_classes.unfolded.as_deref(), Some(&TRIANGLE[..]));
    assert_eq!(TRIANGLE.iter().sum::<u64>(), 3016);
    for found in
        [explore(&puzzle, &mut Limits::none()), explore_layered(&puzzle, &mut Limits::none())]
    {
        assert_eq!(found.layers, TRIANGLE);
        assert_eq!(found.stopped, None);
    }
}

/// Backwards, holes jump: the spaces of a complement problem are mirror images of each other.
#[test]
fn forwards_and_backwards_are_complements() {
    let puzzle = instance("6 0,0 0,0");
    let back = explore(&Reversed::new(&puzzle).unwrap(), &mut Limits::none());
    assert_eq!(back.layers, TRIANGLE);
}

/// Games are counted by adding up, for each position, the ways in which it can be reached.
#[test]
fn games_on_the_triangle() {
    let puzzle = instance("6 0,0 0,0");
    let mut ways = HashMap::from([(puzzle.start(), 1u64)]);
    let (mut with_one_peg, mut in_the_corner) = (0, 0);
    while !ways.is_empty() {
        let mut next_ways = HashMap::new();
        for (state, count) in ways {
            if state.is_power_of_two() {
                with_one_peg += count;
                in_the_corner += if puzzle.is_goal(&state) { count } else { 0 };
            }
            puzzle
                .successors(&state, &mut |_, _, next| *next_ways.entry(next).or_insert(0) += count);
        }
        ways = next_ways;
    }
    assert_eq!((with_one_peg, in_the_corner), (29_760, 6816));
}

/// Positions that can still win, without symmetry and with it, and by another way: what is reached
/// forwards and backwards.
#[test]
fn winning_positions_are_those_between_start_and_goal() {
    let puzzle = instance("6 0,0 0,0");
    let found = puzzle.winning(&mut Limits::none());
    assert_eq!(found.plans, 6816);
    let all = count_plans(&puzzle, 13, &mut Limits::none());
    assert_eq!(all.plans, 6816);
    let mut reached = vec![HashSet::from([puzzle.start()])];
    for _ in 0..13 {
        let mut next = HashSet::new();
        for state in &reached[reached.len() - 1] {
            puzzle.successors(state, &mut |_, _, state| {
                next.insert(state);
            });
        }
        reached.push(next);
    }
    let mut wins = HashSet::from([puzzle.goal()]);
    for depth in (0..14).rev() {
        assert_eq!(all.layers[depth], wins.len() as u64, "{depth}");
        // A complement problem looks the same from both ends.
        assert_eq!(found.layers[depth], found.layers[13 - depth]);
        let mut before = HashSet::new();
        for state in &wins {
            puzzle.predecessors(state, &mut |_, _, state| {
                if depth > 0 && reached[depth - 1].contains(&state) {
                    before.insert(state);
                }
            });
        }
        wins = before;
    }
    let none = instance("6 1,1 1,1").winning(&mut Limits::none());
    assert_eq!((none.plans, none.layers.len()), (0, 0));
}

/// Under a memory limit the tables fill up before the exploration stops, and little is left unused.
#[test]
fn a_memory_limit_is_used() {
    let puzzle: Pegs = instance("4");
    let limit = 24 << 20;
    let found = puzzle.explore(&mut Limits::none().memory(limit));
    assert!(found.stopped.is_some());
    let bytes = found.stats.peak_bytes;
    assert!((limit * 8 / 10..=limit).contains(&bytes), "{bytes}");
    let held = 8 * found.layers[found.layers.len() - 2..].iter().sum::<u64>();
    assert!(held > limit / 2, "{held} of {limit} bytes are keys");
}
