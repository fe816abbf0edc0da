//! The fast rules against the reference rules, the heuristics against exact distances.

use super::*;
use heureka_core::{Optimality, Outcome};
use rand::Rng;

fn hanoi(text: &str) -> Hanoi {
    Hanoi::parse(text, &Parameters::default()).unwrap()
}

fn steps<P: Problem>(problem: &P, state: &P::State) -> Vec<(P::Action, Cost, P::Key)> {
    let mut steps = vec![];
    problem.successors(state, &mut |action, cost, next| {
        steps.push((action, cost, problem.pack(&next)));
    });
    steps
}

/// The distance of every state to the goal, by rank.
fn distances(puzzle: &Hanoi) -> Vec<Cost> {
    let mut known = vec![Cost::MAX; puzzle.ranks() as usize];
    known[puzzle.rank(&puzzle.goal) as usize] = 0;
    let mut waiting = std::collections::VecDeque::from([puzzle.goal]);
    while let Some(state) = waiting.pop_front() {
        let moves = known[puzzle.rank(&state) as usize] + 1;
        puzzle.predecessors(&state, &mut |_, _, before| {
            let known = &mut known[puzzle.rank(&before) as usize];
            if *known == Cost::MAX {
                *known = moves;
                waiting.push_back(before);
            }
        });
    }
    known
}

#[test]
fn fast_and_reference_rules_agree_on_random_states() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    for text in ["3 1", "3 12", "4 9", "4 28", "5 8 12345123 54321543", "8 18", "9 6", "16 14"] {
        for heuristic in [0, 1, 3] {
            let mut puzzle = hanoi(text);
            puzzle.set_heuristic(heuristic);
            let reference = puzzle.reference();
            for _ in 0..1_000 {
                let state = puzzle.unrank(generator.next_u64() % puzzle.ranks());
                let stacks = reference.unpack(&state);
                assert_eq!(reference.pack(&stacks), state);
                assert_eq!(stacks, puzzle.stacks(state));
                assert_eq!(steps(&puzzle, &state), steps(&reference, &stacks));
                assert_eq!(puzzle.h(&state), reference.h(&stacks));
                assert_eq!(puzzle.is_goal(&state), reference.is_goal(&stacks));
            }
        }
    }
}

#[test]
fn patterns_agree_with_the_reference() {
    for text in ["5 8", "4 6 123412 432143", "9 6"] {
        let mut puzzle = hanoi(text);
        puzzle.set_heuristic(2);
        let reference = puzzle.reference();
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..200 {
            let state = puzzle.unrank(generator.next_u64() % puzzle.ranks());
            assert_eq!(puzzle.h(&state), reference.h(&reference.unpack(&state)));
        }
        assert_eq!(puzzle.h(&puzzle.goal), 0);
    }
}

#[test]
fn moves_can_be_taken_back_and_tagged() {
    for text in ["3 5", "4 5", "5 4", "16 3"] {
        let puzzle = hanoi(text);
        for rank in 0..puzzle.ranks() {
            let state = puzzle.unrank(rank);
            puzzle.successors(&state, &mut |action, cost, next| {
                assert_eq!(puzzle.retract(&next, action), state);
                assert!(puzzle.tag(action) < (1 << Hanoi::TAG_BITS) - 2);
                assert_eq!(puzzle.action(puzzle.tag(action)), action);
                let mut found = false;
                puzzle.predecessors(&next, &mut |a, c, before| {
                    found |= (a, c, before) == (action, cost, state);
                });
                assert!(found);
            });
        }
    }
}

#[test]
fn ranks_number_all_states() {
    for text in ["3 7", "4 6", "5 5", "16 3"] {
        let puzzle = hanoi(text);
        for rank in 0..puzzle.ranks() {
            assert_eq!(puzzle.rank(&puzzle.unrank(rank)), rank);
        }
    }
    assert_eq!(hanoi("4 28").ranks(), 1 << 56);
}

#[test]
fn known_optima_of_full_towers() {
    let optimum = |text: &str| {
        let puzzle = hanoi(text);
        distances(&puzzle)[puzzle.rank(&puzzle.start) as usize]
    };
    for disks in 1..=9 {
        assert_eq!(optimum(&format!("3 {disks}")), (1 << disks) - 1);
    }
    for (disks, moves) in (1..).zip([1, 3, 5, 9, 13, 17, 25, 33, 41]) {
        assert_eq!(optimum(&format!("4 {disks}")), moves);
    }
}

#[test]
fn levels_have_the_optimum_they_say() {
    for level in INFO.levels {
        let puzzle = hanoi(level.text);
        if puzzle.ranks() <= 1 << 20 {
            let optimum = distances(&puzzle)[puzzle.rank(&puzzle.start) as usize];
            assert_eq!(Some(optimum), level.optimum, "{}", level.name);
        }
    }
}

#[test]
fn heuristics_are_consistent_and_tower_is_exact_on_three_rods() {
    for text in ["3 7", "3 6 121212 331122", "4 5", "4 6 111111 123412", "5 4 1234 4321", "9 3"] {
        let mut puzzle = hanoi(text);
        let exact = distances(&puzzle);
        for index in 0..INFO.heuristics.len() {
            puzzle.set_heuristic(index);
            assert_eq!(puzzle.h(&puzzle.goal), 0);
            for rank in 0..puzzle.ranks() {
                let state = puzzle.unrank(rank);
                let h = puzzle.h(&state);
                assert!(h <= exact[rank as usize]);
                puzzle.successors(&state, &mut |_, cost, next| {
                    assert!(h <= cost + puzzle.h(&next));
                });
                // A pattern of all disks is the puzzle itself.
                if index == 2 || index == 0 && text == "3 7" {
                    assert_eq!(h, exact[rank as usize]);
                }
            }
        }
    }
}

#[test]
fn texts_read_back() {
    for text in ["3 3", "4 8", "3 3 121", "3 3 111 222", "16 2 ga 1g"] {
        assert_eq!(hanoi(text).text(), text);
    }
    assert_eq!(hanoi("# rods\n3,\n3 111 333").text(), "3 3");
    for seed in 0..20 {
        let size = ["3x1", "4x8", "16x14"][seed as usize % 3];
        let puzzle = Hanoi::random(size, &Parameters::default(), seed).unwrap();
        assert_eq!(hanoi(&puzzle.text()).start, puzzle.start);
        assert_ne!(puzzle.start, puzzle.goal);
    }
}

#[test]
fn mistakes_are_explained() {
    for (text, says) in [
        ("", "expected the numbers of rods and disks"),
        ("3", "expected the numbers of rods and disks"),
        ("x 3", "line 1, column 1: 'x': expected the number of rods"),
        ("2 3", "line 1, column 1: 2 rods: expected the number of rods, from 3 to 16"),
        ("17 3", "from 3 to 16"),
        ("3 0", "line 1, column 3: 0 disks: expected the number of disks, from 1 to 28"),
        ("3 29", "from 1 to 28 on 3 rods"),
        ("8 19", "from 1 to 18 on 8 rods"),
        ("3 -1", "'-1': expected the number of disks"),
        ("3 3\n1x1", "line 2, column 2: 'x' is no rod: expected one of 1 to 3"),
        ("3 3 114", "line 1, column 7: '4' is no rod"),
        ("3 3 11", "'11' places 2 disks: expected one rod for each of the 3"),
        ("3 3 111 3333", "places 4 disks"),
        ("3 3 111 333 4", "'4' is too much"),
        ("3 3 äöü", "'ä' is no rod"),
    ] {
        let error = Hanoi::parse(text, &Parameters::default()).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    for (size, says) in [("4", "such as 4x8"), ("4x", "number of disks"), ("2x2", "3 to 16")] {
        let error = Hanoi::random(size, &Parameters::default(), 1).unwrap_err().to_string();
        assert!(error.contains(says), "{size}: {error}");
    }
    let parameters = Parameters(vec![("rows".into(), "3".into())]);
    let error = Hanoi::parse("3 3", &parameters).unwrap_err().to_string();
    assert!(error.contains("no setting 'rows'"), "{error}");
}

#[test]
fn moves_are_written_and_read() {
    let puzzle = hanoi("16 2");
    for from in 0..16 {
        for to in 0..16 {
            let mut word = String::new();
            puzzle.show_action((from, to), &mut word).unwrap();
            assert_eq!(puzzle.parse_action(&word), Some((from, to)));
        }
    }
    let puzzle = hanoi("3 2");
    for word in ["", ">", "1>", "1>4", "11>2", "1-2", "1>2>3"] {
        assert_eq!(puzzle.parse_action(word), None, "{word}");
    }
}

#[test]
fn states_are_drawn() {
    let draw = |text: &str| {
        let puzzle = hanoi(text);
        let mut drawing = String::new();
        puzzle.show_state(&puzzle.start, &mut drawing).unwrap();
        drawing
    };
    let lines =
        ["   │     │     │", "   │     │     │", " ▄▄▄▄▄   │    ▄▄▄", "───1─────2─────3───"];
    assert_eq!(draw("3 2 13"), lines.join("\n"));
    assert!(draw("16 3 1g1").starts_with("1: 3 1\n2:\n"));
}

/// Three rods take 2^n − 1 moves; four take what Frame and Stewart conjectured, proved for so many.
#[test]
fn towers_take_the_known_moves() {
    let shortest = |text: &str, heuristic: &str| {
        let puzzle = hanoi(text).with_heuristic(heuristic).unwrap();
        let strategy = "astar".parse().unwrap();
        let report = puzzle.search(&strategy, &mut Limits::none(), &mut ()).unwrap();
        let Outcome::Solved(plan, Optimality::Proved) = report.outcome else {
            panic!("{text}: {:?}", report.outcome)
        };
        assert_eq!(heureka_core::validate(&puzzle.reference(), &plan), Ok(()), "{text}");
        plan.cost
    };
    for disks in 1..=20 {
        assert_eq!(shortest(&format!("3 {disks}"), "tower"), (1 << disks) - 1, "{disks}");
    }
    let four = [1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81];
    for (disks, moves) in (1..).zip(four) {
        assert_eq!(shortest(&format!("4 {disks}"), "patterns"), moves, "{disks}");
    }
}
