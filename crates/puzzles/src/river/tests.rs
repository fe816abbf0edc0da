//! The fast rules against the reference rules, the heuristics against exact distances, the published
//! figures.

use super::*;
use heureka_core::heuristic::audit::audit;
use heureka_core::{Optimality, Outcome, Stats, validate};

fn river(text: &str) -> River {
    River::parse(text, &Parameters::default()).unwrap()
}

fn published(text: &str) -> River {
    let rules = Parameters(vec![("rules".to_owned(), "published".to_owned())]);
    River::parse(text, &rules).unwrap()
}

fn steps<P: Problem<Key = u64, Action = (u32, u32)>>(
    problem: &P,
    state: &P::State,
) -> Vec<((u32, u32), Cost, u64)> {
    let mut steps = vec![];
    problem.successors(state, &mut |action, cost, next| {
        steps.push((action, cost, problem.pack(&next)));
    });
    steps
}

/// Every state that the numbers allow, safe or not.
fn states(river: &River) -> impl Iterator<Item = Bank> {
    let Bank { missionaries, cannibals, .. } = river.start;
    (0..=missionaries).flat_map(move |missionaries| {
        (0..=cannibals).flat_map(move |cannibals| {
            [false, true].map(|boat| Bank { missionaries, cannibals, boat })
        })
    })
}

fn agree(river: &River, bank: Bank) {
    let reference = river.reference();
    let key = river.pack(&bank);
    let side = reference.unpack(&key);
    assert_eq!((river.unpack(&key), reference.pack(&side)), (bank, key));
    assert_eq!(steps(river, &bank), steps(&reference, &side), "{river:?} {bank:?}");
    for (load, cost, next) in steps(&reference, &side) {
        assert_eq!(reference.apply(&side, load), Some((cost, reference.unpack(&next))));
    }
    let too_many = (0, river.capacity + 1);
    assert_eq!([(0, 0), too_many].map(|load| reference.apply(&side, load)), [None, None]);
    assert_eq!(river.h(&bank), reference.h(&side), "{river:?} {bank:?}");
    assert_eq!(river.is_goal(&bank), reference.is_goal(&side), "{river:?} {bank:?}");
}

#[test]
fn fast_and_reference_rules_agree_on_random_states() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves = 0;
    for number in 0..10_000 {
        let size = [6, 12, 40][number % 3];
        let missionaries = generator.random_range(0..=size);
        // Numbers that are far apart leave few safe states, so equal ones are made often.
        let cannibals = match number % 4 {
            0 => missionaries,
            _ => generator.random_range(0..=size),
        };
        let capacity = generator.random_range(1..=size + 2);
        let goal = [
            generator.random_range(0..=missionaries),
            generator.random_range(0..=cannibals),
            generator.random_range(0..=1),
        ];
        let text =
            format!("{missionaries} {cannibals} {capacity} {} {} {}", goal[0], goal[1], goal[2]);
        let mut river = if number % 5 == 0 { published(&text) } else { river(&text) };
        river.set_heuristic(number % 3);
        let near = generator.random_range(0..=1) == 0;
        let missionaries = generator.random_range(0..=missionaries);
        let bank = Bank {
            missionaries,
            cannibals: if near {
                missionaries.min(cannibals)
            } else {
                generator.random_range(0..=cannibals)
            },
            boat: generator.random_range(0..=1) == 1,
        };
        agree(&river, bank);
        moves += steps(&river, &bank).len();
    }
    assert!(moves > 50_000, "{moves}");
}

#[test]
fn fast_and_reference_rules_agree_on_every_small_state() {
    for missionaries in 0..=6 {
        for cannibals in 0..=6 {
            for capacity in 1..=5 {
                let text = format!("{missionaries} {cannibals} {capacity}");
                for river in [river(&text), published(&text)] {
                    states(&river).for_each(|bank| agree(&river, bank));
                }
            }
        }
    }
}

#[test]
fn moves_can_be_taken_back() {
    for text in ["3 3 2", "5 2 2", "6 6 4", "4 6 3", "0 5 2"] {
        for river in [river(text), published(text)] {
            let mut forward: Vec<(Bank, (u32, u32), Bank)> = vec![];
            let mut backward = vec![];
            for bank in states(&river) {
                river.successors(&bank, &mut |action, _, next| forward.push((bank, action, next)));
                river.predecessors(&bank, &mut |action, _, before| {
                    backward.push((before, action, bank));
                });
            }
            assert!(!forward.is_empty());
            let order = |(a, _, b): &(Bank, (u32, u32), Bank)| (river.pack(a), river.pack(b));
            forward.sort_by_key(order);
            backward.sort_by_key(order);
            assert_eq!(forward, backward, "{river:?}");
        }
    }
}

#[test]
fn loads_come_in_the_order_of_the_rules() {
    let mut loads = vec![];
    river("9 9 4").all_loads(river("9 9 4").start, &mut |load| loads.push(load));
    let published = [
        (0, 1),
        (1, 0),
        (1, 1),
        (0, 2),
        (2, 0),
        (1, 2),
        (2, 1),
        (0, 3),
        (3, 0),
        (2, 2),
        (1, 3),
        (3, 1),
        (0, 4),
        (4, 0),
    ];
    assert_eq!(loads, published);
}

/// The value of the seed's loop, for everybody across.
fn by_the_loop(bank: Bank, capacity: u32) -> Cost {
    let mut people = bank.missionaries + bank.cannibals;
    if people == 0 && !bank.boat {
        return 0;
    }
    let mut h = 0;
    if !bank.boat {
        people += 1;
        h = 1;
    }
    while people > capacity {
        people -= capacity - 1;
        h += 2;
    }
    h + u32::from(people > 0)
}

#[test]
fn estimates_are_those_of_the_seed() {
    for (text, values) in [
        (
            "3 3 2",
            &[
                (3, 3, 1, 9),
                (2, 2, 0, 8),
                (3, 2, 1, 7),
                (3, 0, 0, 6),
                (3, 1, 1, 5),
                (1, 1, 0, 4),
                (2, 2, 1, 5),
                (0, 2, 0, 4),
                (0, 3, 1, 3),
                (0, 1, 0, 2),
                (0, 2, 1, 1),
                (0, 0, 0, 0),
            ][..],
        ),
        (
            "6 6 4",
            &[
                (6, 6, 1, 7),
                (4, 4, 0, 6),
                (5, 5, 1, 5),
                (3, 3, 0, 4),
                (4, 4, 1, 5),
                (3, 2, 0, 4),
                (3, 3, 1, 3),
                (0, 3, 0, 2),
                (0, 4, 1, 1),
                (0, 0, 0, 0),
            ],
        ),
    ] {
        let river = river(text);
        for &(missionaries, cannibals, boat, h) in values {
            let bank = Bank { missionaries, cannibals, boat: boat == 1 };
            assert_eq!(river.h(&bank), h, "{text} {bank:?}");
        }
    }
    for (text, capacity) in [("9 9 2", 2), ("9 7 3", 3), ("9 9 4", 4), ("20 20 7", 7)] {
        let river = river(text);
        for bank in states(&river).filter(|bank| bank.missionaries + bank.cannibals > 0) {
            assert_eq!(river.h(&bank), by_the_loop(bank, capacity), "{text} {bank:?}");
        }
    }
}

#[test]
fn a_boat_for_one_ends() {
    for (text, optimum) in [
        ("1 0 1", Some(1)),
        ("0 1 1", Some(1)),
        ("1 1 1", None),
        ("3 3 1", None),
        ("3 2 1 3 2 1", Some(0)),
    ] {
        let river = river(text);
        let report = river.search(&"astar".parse().unwrap(), &mut Limits::none(), &mut ()).unwrap();
        assert_eq!(report.outcome.cost(), optimum, "{text}");
        assert_eq!(river.unsolvable().is_some(), optimum.is_none(), "{text}");
    }
}

/// On every instance to 6, 6, 4 and to goals of every kind: nothing claimed is false.
#[test]
fn claims_hold() {
    let (mut audited, mut caught) = (0, 0);
    for missionaries in 0..=5 {
        for cannibals in 0..=missionaries {
            for capacity in 1..=4 {
                let goals = (0..=missionaries)
                    .flat_map(|m| (0..=cannibals).flat_map(move |c| [(m, c, 0), (m, c, 1)]));
                for (m, c, boat) in goals {
                    let text = format!("{missionaries} {cannibals} {capacity} {m} {c} {boat}");
                    for mut river in [river(&text), published(&text)] {
                        for (index, info) in INFO.heuristics.iter().enumerate() {
                            river.set_heuristic(index);
                            let found = audit(&river, &mut Limits::none());
                            assert!(!found.refuted(), "{text} {}: {found:?}", info.name);
                            caught += u32::from(found.inconsistencies.0 > 0);
                            audited += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(audited > 5_000 && caught > 1_000, "{audited} {caught}");
    let mut river = river("3 3 2");
    river.set_heuristic(1);
    let found = audit(&river, &mut Limits::none());
    assert!(found.exact.unwrap().overestimates.0 > 0, "start-side overestimates");
}

fn optimum(river: &River, word: &str) -> Option<Cost> {
    let report = river.search(&word.parse().unwrap(), &mut Limits::none(), &mut ()).unwrap();
    match report.outcome {
        Outcome::Solved(plan, _) => {
            validate(&river.reference(), &plan).unwrap();
            Some(plan.cost)
        }
        Outcome::Unsolvable => None,
        other => panic!("{river:?} {word}: {other:?}"),
    }
}

#[test]
fn known_optima_by_every_search_that_promises_them() {
    let more =
        [("7 7 4", 11), ("8 8 4", 13), ("6 6 5", 7), ("7 7 5", 7), ("8 8 5", 9), ("5 2 2", 11)];
    let more = more.map(|(text, optimum)| (text, Some(optimum)));
    let levels = INFO.levels.iter().map(|level| (level.text, level.optimum)).chain(more);
    for (text, known) in levels {
        let river = river(text);
        let few = river.start.missionaries <= 6;
        for word in
            ["bfs", "ucs", "astar", "ids", "ids(duplicates=graph)", "idastar", "bidirectional"]
        {
            // Without a memory of states the ways through a large crossing are too many, and IDA* does
            // not see that there is none.
            let suits = match word {
                "ids" => few,
                "idastar" => few && known.is_some(),
                _ => true,
            };
            if suits {
                assert_eq!(optimum(&river, word), known, "{text} {word}");
            }
        }
    }
}

#[test]
fn spaces_have_the_known_sizes() {
    for (text, states) in [("3 3 2", 16), ("4 4 2", 11), ("6 6 3", 17), ("6 6 4", 34)] {
        assert_eq!(river(text).explore(&mut Limits::none()).states(), states, "{text}");
    }
}

/// Counts as the seed's program: nodes taken out, the goal among them; successors that are in the
/// closed list; the cost and the states of the plan.
fn run(mut river: River, heuristic: &str, word: &str) -> (u64, u64, Cost, String) {
    river = river.with_heuristic(heuristic).unwrap();
    let report = river.search(&word.parse().unwrap(), &mut Limits::none(), &mut ()).unwrap();
    let Outcome::Solved(plan, _) = report.outcome else { panic!("{word} finds a plan") };
    validate(&river.reference(), &plan).unwrap();
    let mut bank = river.start;
    let mut states = String::new();
    for &load in std::iter::once(&(0, 0)).chain(&plan.actions) {
        if load != (0, 0) {
            bank = River::cross(bank, load);
        }
        let _ = write!(states, "{}{}{} ", bank.missionaries, bank.cannibals, u8::from(bank.boat));
    }
    let Stats { expanded, duplicates, .. } = report.stats;
    (expanded + 1, duplicates, plan.cost, states.trim_end().to_owned())
}

const GREEDY: &str = "greedy(ties=fifo,duplicates=closed)";

#[test]
fn the_published_runs_are_repeated() {
    let states = "661 440 551 330 441 040 051 010 021 000";
    let (with, without) = ("start-side-with-boat", "start-side");
    assert_eq!(run(published("6 6 4"), without, GREEDY), (15, 13, 9, states.to_owned()));
    let states = "661 440 551 330 441 320 331 030 041 000";
    assert_eq!(run(published("6 6 4"), with, GREEDY), (12, 11, 9, states.to_owned()));
}

#[test]
fn the_second_published_plan_is_illegal_by_the_true_rules() {
    let river = published("6 6 4");
    let report = river.search(&GREEDY.parse().unwrap(), &mut Limits::none(), &mut ()).unwrap();
    let plan = report.outcome.plan().unwrap().clone();
    assert!(validate(&river.reference(), &plan).is_ok());
    assert!(validate(&super::tests::river("6 6 4").reference(), &plan).is_err());
    assert!(river.caveat().unwrap().contains("published, faulty rules"));
    assert_eq!(super::tests::river("6 6 4").caveat(), None);
}

#[test]
fn the_same_counting_by_the_correct_rules() {
    for (text, heuristic, word, expected) in [
        ("6 6 4", "start-side", GREEDY, (17, 16, 9)),
        ("6 6 4", "start-side-with-boat", GREEDY, (12, 10, 9)),
        ("3 3 2", "start-side", GREEDY, (14, 13, 11)),
        ("3 3 2", "start-side-with-boat", GREEDY, (12, 10, 11)),
        ("3 3 2", "zero", "bfs(duplicates=closed)", (25, 25, 11)),
        ("3 3 2", "zero", "dfs(duplicates=closed)", (12, 10, 11)),
    ] {
        let (expanded, loops, cost, _) = run(river(text), heuristic, word);
        assert_eq!((expanded, loops, cost), expected, "{text} {heuristic} {word}");
    }
}

#[test]
fn a_boat_for_four_takes_any_number_of_couples() {
    let mut shorter = 0;
    for couples in 1..=1000 {
        let plan = optimum(&river(&format!("{couples} {couples} 4")), "astar").unwrap();
        // A pair rows back each time, and the last trip takes two.
        let expected = if couples <= 2 { 1 } else { 2 * couples - 3 };
        shorter += u32::from(plan < expected);
        assert!(plan <= expected, "{couples}: {plan}");
    }
    assert_eq!(shorter, 0);
}

#[test]
fn large_boats_and_crowds_are_quick() {
    for text in ["1000 1000 1000", "1000 1000 4", "100000 100000 4", "1000 990 2"] {
        assert!(optimum(&river(text), "astar").is_some(), "{text}");
    }
}

#[test]
fn what_cannot_be_is_told_at_once() {
    for (text, says) in [
        ("2 3 2", "2 missionaries are outnumbered by 3 cannibals before anybody moves"),
        ("3 3 2 1 2 0", "outnumbered in the goal"),
        ("3 3 2 2 1 0", "outnumbered in the goal"),
        ("3 3 1", "a boat for one"),
    ] {
        let river = river(text);
        assert!(river.unsolvable().unwrap().contains(says), "{text}");
        assert_eq!(optimum(&river, "bfs"), None, "{text}");
    }
    assert_eq!(river("0 9 2").unsolvable(), None);
}

#[test]
fn texts_read_back() {
    for text in ["3 3 2", "0 0 1", "6 6 4 1 1 0", "5 2 2 0 0 1"] {
        assert_eq!(river(text).text(), text);
    }
    assert_eq!(river("# all\n3 3,\n2 / 0 0 0").text(), "3 3 2");
    for seed in 0..40 {
        let size = ["6x4", "1x1", "9x2", "40x3", "1000x1"][seed as usize % 5];
        let made = River::random(size, &Parameters::default(), seed).unwrap();
        assert!(optimum(&river(&made.text()), "bfs").is_some_and(|cost| cost > 0), "{made:?}");
    }
}

#[test]
fn mistakes_are_explained() {
    for (text, says) in [
        ("", "expected missionaries, cannibals and the boat's capacity"),
        ("3 3", "line 1, column 3: '3' is the last number: expected missionaries, cannibals and"),
        ("x 3 2", "line 1, column 1: 'x': expected the number of missionaries, from 0 to 1000000"),
        ("3 1000001 2", "line 1, column 3: 1000001 cannibals: expected"),
        ("3 -1 2", "'-1': expected the number of cannibals"),
        ("3 3 0", "line 1, column 5: a boat for 0: expected how many the boat carries, from 1 to"),
        (
            "3 3 2\n4 0 0",
            "line 2, column 1: 4 missionaries: expected the number of missionaries, from 0 to 3",
        ),
        ("3 3 2\n0 0 2", "line 2, column 5: '2': expected where the boat ends, 1 here or 0 across"),
        (
            "3 3 2 0 0",
            "'0' is the last number: expected the goal's missionaries, cannibals and boat",
        ),
        ("3 3 2 0 0 0 7", "line 1, column 13: '7' is too much"),
    ] {
        let error = River::parse(text, &Parameters::default()).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    for (size, says) in [
        ("6", "such as 6x4"),
        ("0x4", "at least one"),
        ("6x0", "a boat for 0"),
        ("2000x4", "from 0 to 1000"),
    ] {
        let error = River::random(size, &Parameters::default(), 1).unwrap_err().to_string();
        assert!(error.contains(says), "{size}: {error}");
    }
    for (name, value, says) in
        [("rules", "mine", "expected one of correct, published"), ("rows", "3", "it has rules")]
    {
        let parameters = Parameters(vec![(name.into(), value.into())]);
        let error = River::parse("3 3 2", &parameters).unwrap_err().to_string();
        assert!(error.contains(says), "{name}={value}: {error}");
    }
}

#[test]
fn moves_are_written_and_read() {
    let river = river("9 9 9");
    for load in [(1, 0), (0, 1), (2, 1), (10, 12)] {
        let mut word = String::new();
        river.show_action(load, &mut word).unwrap();
        assert_eq!(river.parse_action(&word), Some(load), "{word}");
    }
    for word in ["", "m", "c", "1", "0m1c", "1c1m", "+1m", "1m1", "mc", "1m1c1", "1M"] {
        assert_eq!(river.parse_action(word), None, "{word}");
    }
}

#[test]
fn states_are_drawn_and_noted() {
    let draw = |text: &str, bank: Bank| {
        let (mut drawing, mut note) = (String::new(), String::new());
        river(text).show_state(&bank, &mut drawing).unwrap();
        river(text).note_state(&bank, &mut note).unwrap();
        (drawing, note)
    };
    let bank = |missionaries, cannibals, boat| Bank { missionaries, cannibals, boat };
    let (drawing, note) = draw("3 3 2", bank(3, 1, false));
    assert_eq!(drawing, r"MMM C   |~~~~~~~~\__/|     CC");
    assert_eq!(note, "< 3,1,0,>");
    assert_eq!(draw("100 100 4", bank(9, 9, true)).0, r"  9M   9C |\__/~~~~~~~~|  91M  91C");
}

/// Whatever a strategy says of any crossing to 10, 10, 5 is what breadth-first search finds.
#[test]
fn every_strategy_agrees_with_breadth_first_on_all_instances_to_10_10_5() {
    // Those that keep states end on every instance, so they have to know.
    let complete = [
        "dfs",
        "ucs",
        "greedy",
        "astar",
        "wastar(2)",
        "anytime(3)",
        "bidirectional",
        "beam(3,grow=yes)",
        "dls(300,duplicates=graph)",
        "ids(duplicates=graph)",
    ];
    // These may not end soon, or leave something out.
    let partial = [
        "ids",
        "idastar",
        "dls(9)",
        "beam(2)",
        "astar(goal-test=early)",
        "bfs(duplicates=closed)",
        "greedy(ties=fifo,duplicates=closed)",
        "astar(ties=fifo,duplicates=closed)",
    ];
    let (mut solvable, mut unsolvable) = (0, 0);
    for number in 0..11 * 11 * 5 {
        let (missionaries, cannibals) = (number % 11, number / 11 % 11);
        let text = format!("{missionaries} {cannibals} {}", number / 121 + 1);
        let river = river(&text);
        let best = optimum(&river, "bfs");
        if best.is_some() {
            solvable += 1;
        } else {
            unsolvable += 1;
        }
        for word in complete.iter().chain(&partial) {
            let most = if complete.contains(word) { 1_000_000 } else { 2_000 };
            let mut limits = Limits::none().expansions(most);
            let report = river.search(&word.parse().unwrap(), &mut limits, &mut ()).unwrap();
            let what = format!("{text} {word}");
            match report.outcome {
                Outcome::Solved(plan, sure) => {
                    validate(&river.reference(), &plan).expect(&what);
                    let best = best.expect(&what);
                    match sure {
                        Optimality::Proved => assert_eq!(plan.cost, best, "{what}"),
                        _ => assert!(plan.cost >= best, "{what}"),
                    }
                }
                Outcome::Unsolvable => assert_eq!(best, None, "{what}"),
                other => assert!(!complete.contains(word), "{what}: {other:?}"),
            }
        }
    }
    assert!(solvable > 100 && unsolvable > 100, "{solvable} {unsolvable}");
}
