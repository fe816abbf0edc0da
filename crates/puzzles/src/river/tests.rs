//! Both sets of rules on every small state, the heuristics, the published figures, the texts.

use super::*;
use crate::best_first::best_first;
use crate::breadth_first::breadth_first;
use crate::rules_agree::rules_agree;
use heureka_core::heuristic::audit::audit;
use heureka_core::{Outcome, explore, validate};
use heureka_kit::draw::Draw;

fn river(text: &str) -> River {
    River::parse(text, &Parameters::default()).unwrap()
}

fn published(text: &str) -> River {
    let rules = Parameters(vec![("rules".to_owned(), "published".to_owned())]);
    River::parse(text, &rules).unwrap()
}

/// Returns every state that the numbers allow, safe or not.
fn states(river: &River) -> impl Iterator<Item = Bank> {
    let [missionaries, cannibals] = river.start.people;
    (0..=missionaries).flat_map(move |m| {
        (0..=cannibals).flat_map(move |c| [false, true].map(|boat| Bank { people: [m, c], boat }))
    })
}

/// Calls `check` with instances of all small numbers, to different goals, by both rules.
fn small_instances(most: u32, mut check: impl FnMut(River)) {
    for (m, c) in (0..=most).flat_map(|m| (0..=most).map(move |c| (m, c))) {
        for capacity in 1..=4 {
            for goal in ["0 0 0".to_owned(), format!("{} {} 1", m / 2, c / 2), format!("{m} 0 0")] {
                let text = format!("{m} {c} {capacity} {goal}");
                check(river(&text));
                check(published(&text));
            }
        }
    }
}

fn plan_cost(river: &River, word: &str) -> Option<Cost> {
    match best_first(river, word).outcome {
        Outcome::Solved(plan, _) => {
            validate(&river.reference(), &plan).unwrap();
            Some(plan.cost)
        }
        Outcome::Unsolvable => None,
        other => panic!("{river:?} {word}: {other:?}"),
    }
}

#[test]
fn a_boat_has_a_limited_number_of_loads() {
    let parse = |text: &str| River::parse(text, &Parameters::default());
    assert!(parse("1000000 1000000 20000").is_ok(), "only balanced loads are safe");
    let error = parse("1000000 1000 10000").unwrap_err().to_string();
    assert!(error.contains("use a smaller boat"), "{error}");
    for text in ["12 9 7", "7 7 3", "9 2 20", "3 5 4"] {
        let river = parse(text).unwrap();
        let mut loads = 0;
        river.successors(&river.start(), &mut |_, _, _| loads += 1);
        assert!(loads <= river.most_loads(), "{text}: {loads}");
    }
}

/// The reference rules once tried all seven million loads of the first boat.
#[test]
fn the_reference_tries_few_loads_of_a_large_boat() {
    for text in ["613 22222 12023", "600 600 12023", "900 880 700", "12 9 7"] {
        let river = river(text);
        let reference = river.reference();
        for (bank, _) in breadth_first(&river, vec![river.start()], 100) {
            let at_boat = if bank.boat { bank } else { river.across(bank) };
            let missionaries = 0..=river.capacity.min(at_boat.people[0]);
            let tried = missionaries.map(|m| reference.cannibals(bank, m).count() as u64);
            assert!(tried.sum::<u64>() <= river.most_loads(), "{text}: {bank:?}");
        }
    }
}

#[test]
fn fast_and_reference_rules_agree_on_every_small_state() {
    fn steps(
        problem: &impl Problem<State = Bank, Action = People>,
        bank: Bank,
    ) -> Vec<(People, Bank)> {
        let mut steps = vec![];
        problem.successors(&bank, &mut |load, _, next| steps.push((load, next)));
        steps
    }
    small_instances(6, |mut river| {
        for heuristic in [info::TRIPS, info::PEOPLE] {
            river.set_heuristic(heuristic, &mut Limits::none()).unwrap();
            let reference = river.reference();
            for bank in states(&river) {
                assert_eq!(river.h(&bank), reference.h(&bank), "{river:?} {bank:?}");
                assert_eq!(river.is_goal(&bank), reference.is_goal(&bank), "{river:?} {bank:?}");
                assert_eq!(steps(&river, bank), steps(&reference, bank), "{river:?} {bank:?}");
            }
        }
    });
}

#[test]
fn predecessors_invert_successors() {
    small_instances(5, |river| {
        let (mut forward, mut backward) = (vec![], vec![]);
        for bank in states(&river) {
            let key = |bank: &Bank| river.pack(bank);
            river.successors(&bank, &mut |load, _, next| {
                forward.push((key(&bank), load, key(&next)));
            });
            river.predecessors(&bank, &mut |load, _, previous| {
                backward.push((key(&previous), load, key(&bank)));
            });
        }
        forward.sort_unstable();
        backward.sort_unstable();
        assert_eq!(forward, backward, "{river:?}");
    });
}

#[test]
fn claims_hold_for_every_goal() {
    let mut inconsistent = 0;
    small_instances(4, |mut river| {
        for index in 0..INFO.heuristics.len() {
            river.set_heuristic(index, &mut Limits::none()).unwrap();
            let found = audit(&river, &mut Limits::none());
            assert!(!found.refuted(), "{river:?}: {found:?}");
            inconsistent += u32::from(found.inconsistencies.0 > 0);
        }
    });
    assert!(inconsistent > 50, "{inconsistent}");
}

#[test]
fn loads_come_in_the_published_order() {
    let mut loads = vec![];
    published("9 9 4").loads(river("9 9 4").start, &mut |[m, c]| loads.push(format!("{m}{c}")));
    assert_eq!(loads.join(" "), "01 10 11 02 20 12 21 03 30 22 13 31 04 40");
}

#[test]
fn the_trip_count_equals_the_course_heuristic() {
    /// Returns the value of the course's loop, for everybody across.
    fn by_loop(bank: Bank, capacity: u32) -> Cost {
        let mut people = bank.people.iter().sum::<u32>() + u32::from(!bank.boat);
        let mut h = u32::from(!bank.boat);
        while people > capacity {
            people -= capacity - 1;
            h += 2;
        }
        h + u32::from(people > 0)
    }
    for (text, capacity) in [("3 3 2", 2), ("9 9 2", 2), ("9 7 3", 3), ("9 9 4", 4), ("20 20 7", 7)]
    {
        let river = river(text);
        for bank in states(&river).filter(|bank| bank.people != [0, 0]) {
            assert_eq!(river.h(&bank), by_loop(bank, capacity), "{text} {bank:?}");
        }
    }
}

#[test]
fn optima_and_state_counts_are_known() {
    for (text, optimum) in [
        ("7 7 4", Some(11)),
        ("8 8 4", Some(13)),
        ("6 6 5", Some(7)),
        ("7 7 5", Some(7)),
        ("8 8 5", Some(9)),
        ("1 0 1", Some(1)),
        ("0 1 1", Some(1)),
        ("1 1 1", None),
        ("3 2 1 3 2 1", Some(0)),
    ] {
        for word in ["ucs", "astar"] {
            assert_eq!(plan_cost(&river(text), word), optimum, "{text} {word}");
        }
    }
    for (text, states) in [("3 3 2", 16), ("4 4 2", 11), ("6 6 3", 17), ("6 6 4", 34)] {
        assert_eq!(explore(&river(text), &mut Limits::none()).states(), states, "{text}");
    }
}

#[test]
fn a_boat_for_four_takes_any_number_of_couples() {
    for couples in 1..=1000 {
        // A pair rows back each time, and the last trip takes two pairs.
        let expected = if couples <= 2 { 1 } else { 2 * couples - 3 };
        let found = plan_cost(&river(&format!("{couples} {couples} 4")), "astar");
        assert_eq!(found, Some(expected), "{couples}");
    }
}

#[test]
fn large_instances_are_solved_quickly() {
    for text in ["1000 1000 1000", "100000 100000 4", "1000 990 2"] {
        assert!(plan_cost(&river(text), "astar").is_some(), "{text}");
    }
}

#[test]
fn the_second_published_plan_is_illegal_under_the_correct_rules() {
    let (correct, river) = (river("6 6 4"), published("6 6 4"));
    let report = best_first(&river, "greedy(ties=fifo,duplicates=closed)");
    let plan = report.outcome.plan().unwrap();
    assert!(validate(&river.reference(), plan).is_ok());
    assert!(validate(&correct.reference(), plan).is_err());
    assert!(river.caveat().is_some() && correct.caveat().is_none());
}

#[test]
fn unsolvable_instances_are_explained() {
    for (text, reason) in [
        ("2 3 2", "cannibals outnumber missionaries at the start"),
        ("3 3 2 1 2 0", "cannibals outnumber missionaries at the goal"),
        ("3 3 2 2 1 0", "cannibals outnumber missionaries at the goal"),
        ("3 3 1", "in a boat for one"),
        ("0 0 1", "nobody is there"),
    ] {
        let river = river(text);
        assert!(river.unsolvable().unwrap().starts_with(reason), "{text}");
        assert_eq!(plan_cost(&river, "ucs"), None, "{text}");
    }
    assert_eq!(river("0 9 2").unsolvable(), None);
}

#[test]
fn errors_name_the_place_and_the_expected_value() {
    for (text, message) in [
        ("", "0 values: expected 3 or 6, M C CAPACITY [M C BOAT]"),
        ("3 3", "line 1, column 3: 2 values: expected 3 or 6, M C CAPACITY"),
        ("3 3 2 0 0 0 7", "line 1, column 13: 7 values"),
        ("x 3 2", "line 1, column 1: 'x': expected missionaries, a number from 0 to 1000000"),
        ("3 1000001 2", "line 1, column 3: '1000001': expected cannibals"),
        ("3 3 0", "line 1, column 5: '0': expected the boat's capacity, a number from 1 to"),
        ("3 3 2\n4 0 0", "line 2, column 1: '4': expected missionaries, a number from 0 to 3"),
        ("3 3 2\n0 0 2", "line 2, column 5: '2': expected the boat at the goal"),
    ] {
        let error = River::parse(text, &Parameters::default()).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    for size in ["6", "0x4", "6x0", "2000x4", "6x4x2", "ax4"] {
        let error = River::random(size, &Parameters::default(), 1).unwrap_err().to_string();
        assert!(error.contains("expected NxCAPACITY, such as 6x4"), "{size}: {error}");
    }
}

#[test]
fn texts_and_moves_are_read_and_written() {
    assert_eq!(river("# all\n3 3,\n2 / 0 0 0").text(), "3 3 2");
    assert_eq!(river("5 2 2 0 0 1").text(), "5 2 2 0 0 1");
    let river = river("9 9 9");
    for load in [[1, 0], [0, 1], [2, 1], [10, 12]] {
        let mut word = String::new();
        river.show_action(load, &mut word).unwrap();
        assert_eq!(river.parse_action(&word), Some(load), "{word}");
    }
    for word in ["", "m", "c", "1", "0m1c", "1c1m", "+1m", "1m1", "mc", "1m1c1", "1M"] {
        assert_eq!(river.parse_action(word), None, "{word}");
    }
}

#[test]
fn states_are_drawn() {
    for (text, bank, drawing) in [
        ("3 3 2", Bank { people: [3, 1], boat: false }, r"MMM C   |~~~~~~~~\__/|     CC"),
        ("100 100 4", Bank { people: [9, 9], boat: true }, r"  9M   9C |\__/~~~~~~~~|  91M  91C"),
    ] {
        let mut drawn = String::new();
        river(text).show_state(&bank, false, &mut drawn).unwrap();
        assert_eq!(drawn, drawing);
    }
}

#[test]
fn rules_agree_on_random_instances() {
    rules_agree::<River>(&[]);
    rules_agree::<River>(&[("rules", "published")]);
}
