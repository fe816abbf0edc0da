//! What has to hold for every puzzle of the registry, without knowing any of them.
#![forbid(unsafe_code)]

use heureka_core::certificate::{Certificate, KeyBytes};
use heureka_core::{ALGORITHMS, Limits, Optimality, Outcome, Strategy};
use heureka_kit::certificate::Header;
use heureka_kit::entry::Entry;
use heureka_kit::instance::{Instance, SolveError};
use heureka_kit::puzzle::{Level, Parameters};
use heureka_puzzles::registry::PUZZLES;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Enough for the smaller levels, and soon over on the larger ones.
const EXPANSIONS: u64 = 100_000;
/// The same for puzzles whose states have hundreds of moves.
const MEMORY: u64 = 64 << 20;

fn limits() -> Limits<'static> {
    Limits::none().expansions(EXPANSIONS).memory(MEMORY)
}

fn first(entry: &Entry) -> (&'static Level, Box<dyn Instance>) {
    let level = &entry.info().levels[0];
    (level, entry.level(level, &Parameters::default()).unwrap())
}

fn strategies() -> impl Iterator<Item = Strategy> {
    ALGORITHMS.iter().map(|info| {
        let needs = matches!(info.argument, Some((_, None)));
        let word = if needs { format!("{}(20)", info.name) } else { info.name.to_owned() };
        word.parse().unwrap()
    })
}

#[test]
fn every_strategy_tells_the_truth_about_every_level() {
    for entry in PUZZLES {
        for level in entry.info().levels {
            let instance = entry.level(level, &Parameters::default()).unwrap();
            for strategy in strategies() {
                let what = format!("{} {} {strategy}", entry.info().name, level.name);
                match instance.solve(&strategy, &mut limits(), None) {
                    Err(SolveError::Unsupported(_)) => {}
                    Err(error) => panic!("{what}: {error}"),
                    Ok(solution) => match solution.outcome {
                        Outcome::Solved(plan, sure) => {
                            let optimum = level.optimum.expect(&what);
                            match sure {
                                Optimality::Proved => assert_eq!(plan.cost, optimum, "{what}"),
                                Optimality::Within(ratio) => {
                                    let most = f64::from(optimum) * ratio.as_f64();
                                    assert!(f64::from(plan.cost) <= most, "{what}");
                                }
                                Optimality::NotClaimed => assert!(plan.cost >= optimum, "{what}"),
                            }
                        }
                        Outcome::Unsolvable => assert_eq!(level.optimum, None, "{what}"),
                        Outcome::NotFound(_) | Outcome::Stopped(_) => {}
                    },
                }
            }
        }
    }
}

#[test]
fn no_claim_of_a_heuristic_is_refuted() {
    for entry in PUZZLES {
        let (_, mut instance) = first(entry);
        for heuristic in entry.info().heuristics {
            instance.set_heuristic(heuristic.name).unwrap();
            let audit = instance.audit(&mut limits());
            let what = format!("{} {}", entry.info().name, heuristic.name);
            assert_eq!(audit.claim, instance.claim(), "{what}");
            // An instance may have found out more than is declared of all of them, never less.
            let (declared, claimed) = (heuristic.claim, audit.claim);
            assert!(claimed >= declared, "{what}");
            assert!(!audit.refuted(), "{what}");
        }
    }
}

/// By every heuristic that says that the reference rules can follow it: so what it says is true.
#[test]
fn levels_can_be_certified() {
    let mut proofs = 0;
    for entry in PUZZLES {
        for level in entry.info().levels {
            let mut instance = entry.level(level, &Parameters::default()).unwrap();
            for heuristic in entry.info().heuristics {
                let what = format!("{} {} {}", entry.info().name, level.name, heuristic.name);
                instance.set_heuristic(heuristic.name).unwrap();
                if !instance.claim().is_admissible() || !instance.reference_shares_heuristic() {
                    continue;
                }
                let (solution, records) = instance.certify(true, &mut limits()).unwrap();
                let Some(records) = records else { continue };
                assert_eq!(solution.outcome.cost(), level.optimum, "{what}");
                let mut file = vec![];
                Header::new(&*instance, &solution).write(&mut file).unwrap();
                records.write(&mut file).unwrap();
                let (header, records) = Header::read(&file).unwrap();
                let again = header.rebuild(entry).unwrap();
                assert_eq!(again.text(), instance.text(), "{what}");
                let checked = header.check(&*again, records, &mut Limits::none());
                assert_eq!(checked.map(|checked| checked.bound), Ok(level.optimum), "{what}");
                proofs += 1;
            }
        }
    }
    assert!(proofs > 10, "{proofs}");
}

#[test]
fn an_exploration_begins_as_the_rules_say() {
    for entry in PUZZLES {
        let (_, instance) = first(entry);
        let found = instance.explore(&mut Limits::none().expansions(1000));
        assert_eq!(found.layers[0], 1, "{}", entry.info().name);
        assert!(found.stopped.is_some() || found.states() == found.stats.expanded);
    }
}

/// Records about states that do not exist, with a right checksum: refused, but no panic.
#[test]
fn junk_records_are_refused() {
    fn refuse<K: KeyBytes>(instance: &dyn Instance, keys: impl Iterator<Item = K>) {
        for key in keys {
            for bound in [None, Some(0), Some(u32::MAX - 1)] {
                let mut bytes = vec![];
                Certificate { bound, closed: vec![(key, 0)] }.encode(&mut bytes).unwrap();
                // A bound of 0 needs no proof; all others do, and get none.
                let checked = instance.check_records(&bytes, &mut Limits::none());
                assert!(checked.is_err() || bound == Some(0), "{}", instance.info().name);
            }
        }
    }
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(8);
    for entry in PUZZLES {
        for level in entry.info().levels {
            let instance = entry.level(level, &Parameters::default()).unwrap();
            let words: Vec<u128> = (0..40)
                .map(|i| match i {
                    0 => 0,
                    1 => u128::MAX,
                    2..10 => 1 << (i * 12),
                    _ => u128::from(generator.next_u64()) << 64 | u128::from(generator.next_u64()),
                })
                .collect();
            refuse(&*instance, words.iter().map(|&word| word as u32));
            refuse(&*instance, words.iter().map(|&word| word as u64));
            refuse(&*instance, words.iter().copied());
        }
    }
}

/// Junk of many kinds as text, size and setting: refused or read, but no panic.
#[test]
fn junk_does_not_panic() {
    let long = "9 ".repeat(5000);
    let deep = "1\n".repeat(5000);
    let junk = [
        "",
        " ",
        "\n\n",
        "0",
        "-1",
        "0 0 0 0",
        "1 2 3",
        "x",
        "ä ö ü",
        "\u{0}",
        "1x1",
        "99999x99999",
        "4x",
        "x4",
        "3 3 3",
        "18446744073709551616",
        "#",
        "# comment",
        ",,,",
        "////",
        "…",
        "🂡",
        "1 1 1 1 1 1 1 1 1",
        "0 1 2 3 4 5 6 7 8",
        "a b c d",
        "1.5",
        "1e9",
        "NaN",
        "\t\r\n",
        &long,
        &deep,
    ];
    for entry in PUZZLES {
        for text in junk {
            for setting in [None, Some(("rows", "3")), Some(("rows", text)), Some(("", ""))] {
                let setting = setting.map(|(name, value)| (name.to_owned(), value.to_owned()));
                let parameters = Parameters(setting.into_iter().collect());
                if let Ok(instance) = entry.parse(text, &parameters) {
                    let again = entry.parse(&instance.text(), &parameters).unwrap();
                    assert_eq!(again.text(), instance.text(), "{}", entry.info().name);
                }
                if text.len() < 20 {
                    let _ = entry.random(text, &parameters, 1);
                }
            }
            let word = heureka_kit::text::Word { text, line: 1, column: 1 };
            assert!(
                first(entry).1.check(&[word]).is_err() || entry.info().levels[0].optimum == Some(1)
            );
        }
    }
}
