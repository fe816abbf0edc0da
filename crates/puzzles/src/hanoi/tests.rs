//! Known optima, every rod count, ranks, tags and messages.

use super::*;
use crate::best_first::best_first;
use crate::rules_agree::rules_agree;
use heureka_core::distances::Distances;
use heureka_core::{Limits, Optimality, Outcome, solve};
use heureka_kit::draw::Draw;
use rand::Rng;

fn hanoi(text: &str) -> Hanoi {
    Hanoi::parse(text, &Parameters::default()).unwrap()
}

fn successors<P: Problem>(problem: &P, state: &P::State) -> Vec<(P::Action, Cost, P::Key)> {
    let mut all = vec![];
    problem
        .successors(state, &mut |action, cost, next| all.push((action, cost, problem.pack(&next))));
    all
}

/// Covers 2, 3 and 4 bits per disk, and patterns of all disks and of several groups.
#[test]
fn agrees_with_the_reference_for_every_rod_count() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    for text in [
        "4 28",
        "5 8 12345123 54321543",
        "8 18",
        "9 6",
        "16 14",
        "4 6 123412 432143",
        "3 5 11111 33321",
    ] {
        for heuristic in 0..INFO.heuristics.len() {
            let mut puzzle = hanoi(text);
            if heuristic == info::PATTERNS && puzzle.disks > 8 {
                continue;
            }
            puzzle.set_heuristic(heuristic, &mut Limits::none()).unwrap();
            let reference = puzzle.reference();
            for _ in 0..200 {
                let state = puzzle.unrank(generator.next_u64() % puzzle.ranks());
                let rods = reference.unpack(&state);
                assert_eq!(reference.pack(&rods), state);
                assert_eq!(successors(&puzzle, &state), successors(&reference, &rods));
                assert_eq!(puzzle.h(&state), reference.h(&rods), "{text} {heuristic}");
            }
        }
    }
}

#[test]
fn ranks_tags_and_predecessors_are_inverses() {
    for text in ["3 5", "4 5", "5 4", "16 3"] {
        let puzzle = hanoi(text);
        for rank in 0..puzzle.ranks() {
            let state = puzzle.unrank(rank);
            assert_eq!(puzzle.rank(&state), rank);
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
    assert_eq!(hanoi("4 28").ranks(), 1 << 56);
}

/// On three rods, `tower` is exact for a full tower; a pattern of all disks is exact on any rods.
#[test]
fn tower_and_full_patterns_are_exact() {
    for (text, heuristic) in [("3 7", "tower"), ("3 7", "patterns"), ("5 4 1234 4321", "patterns")]
    {
        let puzzle = hanoi(text).with_heuristic(heuristic).unwrap();
        let exact = Distances::build(&puzzle, &mut Limits::none());
        for rank in 0..puzzle.ranks() {
            assert_eq!(puzzle.h(&puzzle.unrank(rank)), exact.distance(rank), "{text} {heuristic}");
        }
    }
}

#[test]
fn writes_the_shortest_text() {
    for text in ["3 3", "4 8", "3 3 121", "3 3 111 222", "16 2 ga 1g"] {
        assert_eq!(hanoi(text).text(), text);
    }
    assert_eq!(hanoi("# rods\n3,\n3 111 333").text(), "3 3");
}

#[test]
fn rejects_invalid_texts_with_place_and_expectation() {
    for (text, message) in [
        ("", "missing value: expected the number of rods, 3 to 16, as in '3 5'"),
        ("3", "missing value: expected the number of disks, 1 to 28, as in '3 5'"),
        ("x 3", "line 1, column 1: 'x': expected the number of rods"),
        ("2 3", "line 1, column 1: '2': expected the number of rods, 3 to 16"),
        ("3 0", "line 1, column 3: '0': expected the number of disks, 1 to 28"),
        ("8 19", "'19': expected the number of disks, 1 to 18"),
        ("3 -1", "'-1': expected the number of disks"),
        ("3 3\n1x1", "line 2, column 1: '1x1': expected 3 rods, each 1 to 3"),
        ("3 3 114", "line 1, column 5: '114': expected 3 rods"),
        ("3 3 äöü", "'äöü': expected 3 rods"),
        ("3 3 11", "'11': expected 3 rods"),
        ("3 3 111 333 4", "unexpected extra value '4'"),
    ] {
        let error = Hanoi::parse(text, &Parameters::default()).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    for (size, message) in [
        ("4", "invalid size '4': expected RODSxDISKS, such as 4x8"),
        ("4x", "invalid size '4x': expected RODSxDISKS, such as 4x8"),
        ("2x2", "'2': expected the number of rods, 3 to 16"),
    ] {
        let error = Hanoi::random(size, &Parameters::default(), 1).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_pattern_has_at_most_a_million_states() {
    let puzzle = hanoi("4 12").with_heuristic("patterns").unwrap();
    assert_eq!(puzzle.table_bytes(), 2 * ((1 << 20) + (1 << 4)));
    // Two bytes per state, and eight for the queue.
    let build =
        |bytes| hanoi("4 4").set_heuristic(info::PATTERNS, &mut Limits::none().memory(bytes));
    assert_eq!((build(2560), build(2559)), (Ok(()), Err(Stop::Memory)));
}

#[test]
fn random_starts_use_every_rod_for_every_disk() {
    let starts: Vec<u64> = (0..40)
        .map(|seed| Hanoi::random("4x2", &Parameters::default(), seed).unwrap())
        .inspect(|puzzle| assert_ne!(puzzle.start, puzzle.goal))
        .map(|puzzle| puzzle.start)
        .collect();
    let puzzle = hanoi("4 2");
    for disk in 0..2 {
        assert!((0..4).all(|rod| starts.iter().any(|&start| puzzle.rod(start, disk) == rod)));
    }
}

#[test]
fn towers_are_best_on_three_rods_and_patterns_on_more() {
    let best = |text| hanoi(text).best().heuristic;
    assert_eq!((best("3 4"), best("4 4")), ("tower", "patterns"));
}

#[test]
fn rejects_invalid_actions() {
    for word in ["", ">", "1>", "1>4", "11>2", "1-2", "1>2>3", "0>1"] {
        assert_eq!(hanoi("3 2").parse_action(word), None, "{word}");
    }
    assert_eq!(hanoi("16 2").parse_action("g>a"), Some((15, 9)));
}

#[test]
fn a_rod_can_be_the_goal() {
    let parse = |text: &str, rod: &str| {
        Hanoi::parse(text, &Parameters(vec![("goal".to_owned(), rod.to_owned())]))
    };
    for (text, rod, goal) in
        [("3 3", "2", "222"), ("4 3 123", "1", "111"), ("3 2 11 33", "3", "33")]
    {
        let all = hanoi(&format!("{} {} {goal}", &text[..1], goal.len()));
        assert_eq!(parse(text, rod).unwrap().goal, all.start, "{text} {rod}");
    }
    for (text, rod, expected) in [
        ("3 2", "4", "goal=4: expected a rod from 1 to 3"),
        ("3 2", "12", "goal=12: expected a rod from 1 to 3"),
        ("3 2 11 33", "2", "goal=2: the text gives another goal: omit one of them"),
    ] {
        assert_eq!(parse(text, rod).unwrap_err().to_string(), expected);
    }
}

#[test]
fn draws_small_towers_and_lists_large_ones() {
    let draw = |text: &str| {
        let puzzle = hanoi(text);
        let mut drawing = String::new();
        puzzle.show_state(&puzzle.start, false, &mut drawing).unwrap();
        drawing
    };
    let lines =
        ["   │     │     │", "   │     │     │", " ▄▄▄▄▄   │    ▄▄▄", "───1─────2─────3───"];
    assert_eq!(draw("3 2 13"), lines.join("\n"));
    assert!(draw("16 3 1g1").starts_with("1: 3 1\n2:\n"));
}

/// Three rods take 2^n − 1 moves, four the Frame–Stewart numbers, proved optimal for these sizes.
#[test]
fn full_towers_take_the_known_moves() {
    let optimum = |text: &str, heuristic: &str| {
        let puzzle = hanoi(text).with_heuristic(heuristic).unwrap();
        let Outcome::Solved(plan, Optimality::Proved) = best_first(&puzzle, "astar").outcome else {
            panic!("{text}")
        };
        assert_eq!(heureka_core::validate(&puzzle.reference(), &plan), Ok(()), "{text}");
        plan.cost
    };
    for disks in 1..=20 {
        assert_eq!(optimum(&format!("3 {disks}"), "tower"), (1 << disks) - 1, "{disks}");
    }
    for (disks, moves) in (1..).zip([1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81]) {
        assert_eq!(optimum(&format!("4 {disks}"), "patterns"), moves, "{disks}");
    }
}

/// A space of so many states is searched in an array of costs by rank.
#[test]
fn uniform_cost_search_of_a_large_space_agrees_with_best_first_search() {
    let puzzle = hanoi("4 9");
    let mut expected = best_first(&puzzle, "ucs");
    let strategy = "ucs".parse().unwrap();
    let mut report = solve(&puzzle, &strategy, &mut Limits::none(), &mut ()).unwrap();
    for stats in [&mut report.stats, &mut expected.stats] {
        (stats.peak_bytes, stats.elapsed) = Default::default();
    }
    assert_eq!(report.stats, expected.stats);
    let Outcome::Solved(plan, Optimality::Proved) = report.outcome else { panic!() };
    assert_eq!((plan.cost, expected.outcome.cost()), (41, Some(41)));
    assert_eq!(heureka_core::validate(&puzzle.reference(), &plan), Ok(()));
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<Hanoi>(&[]);
}
