use super::*;
use crate::breadth_first::breadth_first;
use crate::rules_agree::rules_agree;

fn pancakes(text: &str) -> Pancakes {
    Pancakes::parse(text, &Parameters::default()).unwrap()
}

#[test]
fn fast_rules_equal_reference_rules() {
    rules_agree::<Pancakes>(&[]);
}

/// The numbers of stacks by flips are sequence A092113 of the OEIS; the most flips are A058986.
#[test]
fn stacks_by_flips_are_as_known() {
    for (sorted, by_flips) in [
        ("1 2 3 4", &[1, 3, 6, 11, 3][..]),
        ("1 2 3 4 5", &[1, 4, 12, 35, 48, 20]),
        ("1 2 3 4 5 6", &[1, 5, 20, 79, 199, 281, 133, 2]),
        ("1 2 3 4 5 6 7", &[1, 6, 30, 149, 543, 1_357, 1_903, 1_016, 35]),
    ] {
        let puzzle = pancakes(sorted);
        let mut counts = vec![0; by_flips.len()];
        for (_, flips) in breadth_first(&puzzle, vec![puzzle.start()], 5_040) {
            counts[flips as usize] += 1;
        }
        assert_eq!(counts, by_flips, "{sorted}");
    }
}

#[test]
fn errors_name_the_place() {
    for (text, message) in [
        ("3 1 x", "line 1, column 5: 'x': expected a size from 1 to 3"),
        ("3 1 4", "line 1, column 5: '4': expected a size from 1 to 3"),
        ("2 1\n2 3", "line 2, column 1: duplicate 2: expected each size once"),
        ("", "the stack is empty: expected sizes, such as 3 1 2"),
    ] {
        let error = Pancakes::parse(text, &Parameters::default()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    assert!(Pancakes::random("17", &Parameters::default(), 1).is_err());
    assert_eq!(
        ["1", "2", "3", "4"].map(|word| pancakes("3 1 2").parse_action(word)),
        [None, Some(2), Some(3), None]
    );
}

#[test]
fn a_drag_swaps_two_pancakes() {
    let edit =
        |from, to| pancakes("3 1 2").edit(&Edit { tool: 0, from: (1.0, from), to: (1.0, to) });
    assert_eq!(edit(0.1, 2.4).as_deref(), Some("2 1 3"));
    assert_eq!((edit(0.1, 0.6), edit(0.1, 3.2)), (None, None));
}
