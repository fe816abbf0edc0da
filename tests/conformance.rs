//! Properties of every puzzle in the registry, which cover a new puzzle as soon as it is listed.
#![forbid(unsafe_code)]

use heureka_core::certificate::{Certificate, Checked, KeyBytes, digest};
use heureka_core::strategy::ALGORITHMS;
use heureka_core::{Limits, Optimality, Outcome, Stop, Strategy};
use heureka_kit::certificate::Header;
use heureka_kit::draw::strip;
use heureka_kit::encoded::{EncodedSpace, Encoding, Successors};
use heureka_kit::entry::Entry;
use heureka_kit::instance::{Instance, Solution, SolveError};
use heureka_kit::puzzle::{BuiltIn, Parameters};
use heureka_kit::text::folded;
use heureka_kit::trace::{Event, EventKind, Trace};
use heureka_puzzles::registry::{PUZZLES, puzzle};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Returns limits that suffice to decide the smaller instances.
fn limits() -> Limits<'static> {
    Limits::none().expansions(30_000).memory(64 << 20)
}

/// Calls `visit` with every built-in instance.
fn for_each_instance(mut visit: impl FnMut(&'static Entry, &'static BuiltIn, Box<dyn Instance>)) {
    for entry in PUZZLES {
        for level in entry.info().instances {
            visit(entry, level, entry.built_in(level, &Parameters::default()).unwrap());
        }
    }
}

/// Returns the first built-in instance of a puzzle.
fn first(entry: &Entry) -> Box<dyn Instance> {
    entry.built_in(&entry.info().instances[0], &Parameters::default()).unwrap()
}

fn strategies() -> impl Iterator<Item = Strategy> {
    ALGORITHMS.iter().map(|info| {
        let needs_argument = matches!(info.argument, Some((_, None)));
        let word = if needs_argument { format!("{}(20)", info.name) } else { info.name.to_owned() };
        word.parse().unwrap()
    })
}

fn solve<'a>(
    instance: &'a dyn Instance,
    strategy: &Strategy,
    trace: Option<&mut dyn Trace>,
) -> Option<Solution<'a>> {
    match instance.solve(strategy, &mut limits().expansions(100_000), trace) {
        Err(SolveError::Unsupported(_)) => None,
        result => Some(result.unwrap_or_else(|error| panic!("{strategy}: {error}"))),
    }
}

#[test]
fn every_puzzle_has_a_complete_description() {
    for entry in PUZZLES {
        let info = entry.info();
        assert!(std::ptr::eq(puzzle(info.name).unwrap().info(), info));
        assert!(info.strategy.parse::<Strategy>().is_ok(), "{}", info.name);
        let card = [
            info.rules,
            info.format,
            info.sizes,
            info.card.state,
            info.card.transition,
            info.card.goal,
        ];
        assert!(card.iter().all(|text| !text.is_empty()), "{}", info.name);
    }
    assert!(puzzle("no such puzzle").is_none());
}

#[test]
fn texts_and_heuristics_round_trip() {
    for_each_instance(|entry, level, mut instance| {
        let info = entry.info();
        let context = format!("{} {}", info.name, level.name);
        let again = entry.parse(&instance.text(), instance.parameters()).unwrap();
        assert_eq!(again.text(), instance.text(), "{context}");
        let same = instance.starting_at(&instance.text()).unwrap();
        assert_eq!(same.text(), instance.text(), "{context}");
        let best = instance.best();
        assert!(best.strategy.parse::<Strategy>().is_ok(), "{context}");
        assert!(info.heuristics.iter().any(|h| h.name == best.heuristic), "{context}");
        for heuristic in info.heuristics {
            instance.set_heuristic(heuristic.name).unwrap();
            assert_eq!(instance.heuristic().name, heuristic.name, "{context}");
        }
        assert!(instance.set_heuristic("no such heuristic").is_err());
    });
}

/// A claim is printed on one line, where a slash ends a row: it reads back to what it is about.
#[test]
fn texts_read_back_from_one_line() {
    let check = |entry: &Entry, instance: &dyn Instance| {
        // Other parameters only complete the text.
        let stated = entry.info().parameters.iter().filter(|known| known.default.is_some());
        let stated: Vec<_> = stated.map(|known| known.name).collect();
        let given = instance.parameters().0.iter().filter(|(name, _)| stated.contains(&&**name));
        let (text, parameters) = (folded(&instance.text()), Parameters(given.cloned().collect()));
        let again = entry.parse(&text, &parameters);
        assert!(!text.contains('\n'), "{text:?}");
        let again = again.unwrap_or_else(|error| panic!("{} '{text}': {error}", entry.info().name));
        assert_eq!(again.text(), instance.text(), "{}", entry.info().name);
    };
    for_each_instance(|entry, _, instance| check(entry, &*instance));
    for entry in PUZZLES {
        for (seed, size) in (1..).zip(entry.info().small_sizes) {
            check(entry, &*entry.random(size, &Parameters::default(), seed).unwrap());
        }
    }
    // Boards that are higher than wide, and a map whose rows begin and end with empty cells.
    for name in ["tiles", "chi"] {
        let entry = puzzle(name).unwrap();
        check(entry, &*entry.random("4x2", &Parameters::default(), 1).unwrap());
    }
    let open = puzzle("pacman").unwrap();
    check(open, &*open.parse("  %  \n     \n P . ", &Parameters::default()).unwrap());
}

#[test]
fn texts_with_invisible_characters_are_rejected() {
    for_each_instance(|entry, level, instance| {
        // A zero-width space, an escape sequence, and text from right to left.
        for c in ['\u{200B}', '\x1B', '\u{202E}'] {
            let text = format!("{}{c}", instance.text().trim_end());
            let error = entry.parse(&text, instance.parameters()).err().expect("rejected");
            let code = format!("invisible character U+{:04X}", u32::from(c));
            assert!(error.message.contains(&code), "{} {}: {error}", entry.info().name, level.name);
            assert!(error.line > 0 && error.column > 0, "{error:?}");
        }
    });
}

#[test]
fn fast_rules_equal_reference_rules() {
    for_each_instance(|entry, level, mut instance| {
        let info = entry.info();
        let states = 10_000usize.div_ceil(info.instances.len());
        for heuristic in info.heuristics {
            instance.set_heuristic(heuristic.name).unwrap();
            let Some(auditable) = instance.as_small() else { continue };
            if let Err(difference) = auditable.compare_rules(states, 1) {
                panic!("{} {} {}: {difference}", info.name, level.name, heuristic.name);
            }
        }
    });
}

/// No claim about a built-in instance is false, and every strategy decides some instance of every puzzle
/// that supports it.
#[test]
fn strategies_make_no_false_claim_and_decide_some_instance() {
    for entry in PUZZLES {
        for strategy in strategies() {
            let (mut supported, mut decided) = (0, 0);
            for level in entry.info().instances {
                let instance = entry.built_in(level, &Parameters::default()).unwrap();
                let Some(solution) = solve(&*instance, &strategy, None) else { continue };
                supported += 1;
                decided += u32::from(solution.outcome.is_decided());
                let holds = match (&solution.outcome, level.optimum) {
                    (Outcome::Solved(plan, Optimality::Proved), Some(optimum)) => {
                        plan.cost() == optimum
                    }
                    (Outcome::Solved(plan, Optimality::Within(ratio)), Some(optimum)) => {
                        f64::from(plan.cost()) <= f64::from(optimum) * ratio.as_f64()
                    }
                    (Outcome::Solved(plan, Optimality::NotClaimed), Some(optimum)) => {
                        plan.cost() >= optimum
                    }
                    (Outcome::Solved(..), None) => false,
                    (Outcome::Unsolvable, optimum) => optimum.is_none(),
                    (Outcome::NotFound(_) | Outcome::Stopped(_), _) => true,
                };
                assert!(holds, "{} {} {strategy}", entry.info().name, level.name);
            }
            // A descent needs a perfect heuristic, and a depth limit may be too low.
            let may_fail = ["descent", "dls"].contains(&strategy.algorithm.name());
            let context = format!("{} {strategy}: {decided} of {supported}", entry.info().name);
            assert!(supported == 0 || decided > 0 || may_fail, "{context}");
            assert!(supported > 0 || strategy.algorithm.name() == "bidirectional", "{context}");
        }
    }
}

#[test]
fn heuristics_keep_their_claims() {
    for entry in PUZZLES {
        let mut instance = first(entry);
        for heuristic in entry.info().heuristics {
            instance.set_heuristic(heuristic.name).unwrap();
            let audit = instance.as_small().unwrap().audit(&mut limits());
            let context = format!("{} {}", entry.info().name, heuristic.name);
            assert_eq!(audit.claim, instance.claim(), "{context}");
            // An instance may claim more than is declared for all instances, never less.
            assert!(audit.claim >= heuristic.claim, "{context}");
            assert!(!audit.refuted(), "{context}");
        }
    }
}

/// Certificates check with every heuristic that the reference rules share.
#[test]
fn certificates_are_accepted_with_every_shared_heuristic() {
    let mut proofs = 0;
    for_each_instance(|entry, level, mut instance| {
        for heuristic in entry.info().heuristics {
            let context = format!("{} {} {}", entry.info().name, level.name, heuristic.name);
            instance.set_heuristic(heuristic.name).unwrap();
            let Some(certifiable) = instance.as_small() else { continue };
            if !instance.claim().is_admissible() || !certifiable.reference_shares_heuristic() {
                continue;
            }
            let (solution, records) = certifiable.certify(true, &mut limits()).unwrap();
            let Some(records) = records else { continue };
            let cost = solution.outcome.plan().map(|plan| plan.cost());
            assert_eq!(cost, level.optimum, "{context}");
            let mut file = vec![];
            Header::new(&*instance, true, &solution).write(&mut file).unwrap();
            records.write(&mut file).unwrap();
            let (header, records) = Header::read(&file).unwrap();
            let again = header.rebuild(entry).unwrap();
            assert_eq!(again.text(), instance.text(), "{context}");
            let checked = header.check(&*again, records, &mut Limits::none());
            assert_eq!(checked.map(|checked| checked.bound), Ok(level.optimum), "{context}");
            proofs += 1;
        }
    });
    assert!(proofs > 50, "{proofs}");
}

/// Counts events and checks that every node leads back to the start.
#[derive(Default)]
struct Tree {
    counts: [u64; 7],
    known: HashSet<u64>,
    /// The number of each node's state.
    states: HashMap<u64, Option<u32>>,
}

impl Trace for Tree {
    fn event(&mut self, event: &Event<'_>) {
        self.counts[event.kind as usize] += 1;
        let Some(node) = event.node else { return };
        let is_root = node.parent.is_none();
        if is_root || !matches!(event.kind, EventKind::Expand | EventKind::Solved) {
            self.known.insert(node.id);
        }
        assert!(self.known.contains(&node.id), "{event:?}");
        assert!(node.parent.is_none_or(|parent| self.known.contains(&parent)), "{event:?}");
        // A search from both ends also begins at the goals.
        assert!(!is_root || node.g == 0, "{event:?}");
        // Equal nodes have equal states.
        let state = *self.states.entry(node.id).or_insert(node.number);
        assert_eq!(state, node.number, "{event:?}");
        assert_eq!(event.reason.is_some(), event.kind == EventKind::Prune, "{event:?}");
        assert!(node.state.is_some_and(|state| !state.is_empty()), "{event:?}");
    }
}

/// A traced search returns the same result, and its events add up to its counts.
#[test]
fn trace_events_add_up_to_the_counts() {
    for entry in PUZZLES {
        let instance = first(entry);
        for strategy in strategies() {
            let limits = || Limits::none().expansions(300);
            let mut tree = Tree::default();
            let Ok(traced) = instance.solve(&strategy, &mut limits(), Some(&mut tree)) else {
                continue;
            };
            let context = format!("{} {strategy}", entry.info().name);
            let count = |kind: EventKind| tree.counts[kind as usize];
            let stats = traced.stats;
            assert_eq!(count(EventKind::Expand), stats.expanded, "{context}");
            assert_eq!(count(EventKind::Reopen), stats.reopened, "{context}");
            if strategy.algorithm.name() != "descent" {
                assert_eq!(count(EventKind::Duplicate), stats.duplicates, "{context}");
                assert_eq!(count(EventKind::Prune), stats.pruned, "{context}");
                let successors = count(EventKind::Generate) + stats.reopened + stats.duplicates;
                assert!(successors <= stats.generated, "{context}");
            }
            let plain = instance.solve(&strategy, &mut limits(), None).unwrap();
            let words = |solution: &Solution<'_>| solution.outcome.plan().map(|p| p.words());
            if plain.stats.counts() == stats.counts() {
                assert_eq!(words(&plain), words(&traced), "{context}");
            } else {
                // Only the packed and specialized searches, which cannot be traced, may count otherwise.
                assert!(["astar", "idastar"].contains(&strategy.algorithm.name()), "{context}");
                let cost = |s: &Solution<'_>| s.outcome.plan().map(|plan| plan.cost());
                assert!(cost(&plain) == cost(&traced) || cost(&plain).is_none(), "{context}");
            }
        }
    }
}

#[test]
fn every_search_stops_at_its_limits() {
    let flag = AtomicBool::new(true);
    for entry in PUZZLES {
        let levels = entry.info().instances.iter();
        let mut instances =
            levels.map(|level| entry.built_in(level, &Parameters::default()).unwrap());
        let instance = instances.find(|instance| instance.unsolvable().is_none()).unwrap();
        for strategy in strategies() {
            let stopped = |mut limits: Limits<'_>| {
                let solution = instance.solve(&strategy, &mut limits, None).ok()?;
                let Outcome::Stopped(stop) = solution.outcome else { return None };
                Some((stop, solution.stats.expanded))
            };
            let context = format!("{} {strategy}", entry.info().name);
            if stopped(Limits::none().expansions(0)).is_none() {
                // The strategy is unsupported, or the start is decided without an expansion.
                continue;
            }
            let interrupted = stopped(Limits::none().interrupt(&flag));
            assert_eq!(interrupted, Some((Stop::Interrupted, 0)), "{context}");
            let timed_out = stopped(Limits::none().time(Duration::ZERO));
            assert_eq!(timed_out, Some((Stop::Time, 0)), "{context}");
            if let Some((stop, expanded)) = stopped(Limits::none().expansions(3)) {
                assert_eq!((stop, expanded), (Stop::Expansions, 3), "{context}");
            }
        }
    }
}

#[test]
fn plans_can_be_played_drawn_and_checked() {
    for entry in PUZZLES {
        let mut instance = first(entry);
        let best = instance.best();
        instance.set_heuristic(best.heuristic).unwrap();
        let strategy: Strategy = best.strategy.parse().unwrap();
        let name = entry.info().name;
        let solution = instance.solve(&strategy, &mut Limits::none(), None).unwrap();
        let plan = solution.outcome.plan().unwrap_or_else(|| panic!("{name} is not solved"));
        let words = plan.words();
        let checked = instance.check(&mut words.iter().map(String::as_str), &mut Limits::none());
        assert_eq!(checked, Ok(plan.cost()), "{name}");
        let path = plan.as_path().unwrap();
        let mut stations = 0;
        path.walk(&mut |station| {
            stations += 1;
            assert!(!station.board().is_empty() && !station.notation.is_empty(), "{name}");
        });
        assert_eq!(stations, plan.len() + 1, "{name}");
        let svg = strip(&path.pictures(200)).svg(name, 20.0);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{name}");
        let mut game = instance.as_small().unwrap().game();
        // Hints use every ability in the middle of a game, too.
        for (played, word) in words.iter().enumerate() {
            if played == words.len() / 2 {
                for strategy in strategies() {
                    let Ok(report) = game.advise(&strategy, &mut limits()) else { continue };
                    let advice = report.outcome;
                    let rest = plan.cost() - game.played().cost;
                    if let (Some(cost), Some(Optimality::Proved)) =
                        (advice.cost(), advice.optimality())
                        && solution.outcome.optimality() == Some(Optimality::Proved)
                    {
                        assert_eq!(cost, rest, "{name} {strategy}");
                    }
                }
            }
            assert!(game.guess().is_some_and(|word| game.moves().contains(&word)), "{name}");
            assert!(game.play(word).is_some(), "{name}: {word}");
        }
        assert!(game.is_solved(), "{name}");
        assert_eq!(game.played().actions, words, "{name}");
        assert!(words.is_empty() || game.undo() && !game.is_solved(), "{name}");
    }
}

/// A guess by cost + h alone would move a tile to and fro. No two states within ten moves without a
/// return are equal.
#[test]
fn guesses_do_not_go_back() {
    let instance = first(puzzle("tiles").unwrap());
    let mut game = instance.as_small().unwrap().game();
    let mut boards = vec![game.board()];
    for _ in 0..10 {
        let guess = game.guess().unwrap();
        game.play(&guess);
        assert!(!boards.contains(&game.board()), "{guess}");
        boards.push(game.board());
    }
}

#[test]
fn explorations_begin_with_one_state() {
    for entry in PUZZLES {
        let instance = first(entry);
        let explorable = instance.as_small().unwrap();
        let found = explorable.explore(&mut Limits::none().expansions(1000));
        assert_eq!(found.layers[0], 1, "{}", entry.info().name);
        assert!(found.stopped.is_some() || found.states() == found.stats.expanded);
        let backward = explorable.explore_backward(&mut Limits::none().expansions(1000));
        assert!(backward.is_none_or(|found| found.layers[0] == 1), "{}", entry.info().name);
    }
}

/// Records about states that do not exist, with a correct checksum, are rejected without a panic.
/// Returns the number of states in each breadth-first layer, and a shortest path of keys to a goal, if any.
fn layers_and_path(space: &dyn EncodedSpace) -> (Vec<u64>, Option<Vec<u8>>) {
    let size = space.key_size();
    let mut parents = HashMap::from([(space.start(), None)]);
    let (mut layer, mut layers, mut path) = (space.start(), Vec::new(), None);
    while !layer.is_empty() {
        layers.push((layer.len() / size) as u64);
        let mut found = Successors::default();
        space.expand(&layer, &mut found);
        let (mut next, mut successors) = (Vec::new(), found.keys.chunks(size));
        for (key, &count) in layer.chunks(size).zip(&found.counts) {
            if path.is_none() && space.is_goal(key) {
                let above = |key: &Vec<u8>| Option::<Vec<u8>>::clone(&parents[key]);
                let mut keys: Vec<_> = std::iter::successors(Some(key.to_vec()), above).collect();
                keys.reverse();
                path = Some(keys.concat());
            }
            for successor in successors.by_ref().take(count as usize) {
                parents.entry(successor.to_vec()).or_insert_with(|| {
                    next.extend_from_slice(successor);
                    Some(key.to_vec())
                });
            }
        }
        assert_eq!(successors.len(), 0);
        layer = next;
    }
    (layers, path)
}

#[test]
fn encoded_spaces_have_the_same_states_and_plans() {
    for_each_instance(|entry, level, instance| {
        let Some(small) = instance.as_small() else { return };
        let context = format!("{} {}", entry.info().name, level.name);
        let explored = small.explore(&mut limits());
        if explored.stopped.is_some() {
            return;
        }
        let plan = solve(&*instance, &"bfs".parse().unwrap(), None);
        let moves = plan.and_then(|found| found.outcome.plan().map(|plan| plan.len()));
        for encoding in [Encoding::Keys, Encoding::Representatives, Encoding::Ranks] {
            let space = small.encoded(encoding, true, &mut Limits::none()).unwrap();
            let Some(space) = space else { continue };
            let (layers, path) = layers_and_path(&*space);
            let is_folded = encoding == Encoding::Representatives;
            if is_folded == explored.unfolded.is_some() {
                assert_eq!(layers, explored.layers, "{context} {encoding:?}");
            }
            assert_eq!(path.as_ref().map(|path| path.len() / space.key_size() - 1), moves);
            let plan = path.and_then(|path| space.plan_along(&path).unwrap());
            if !is_folded {
                assert_eq!(plan.map(|plan| plan.len()), moves, "{context} {encoding:?}");
            }
        }
    });
}

#[test]
fn records_of_nonexistent_states_are_rejected() {
    fn reject<K: KeyBytes>(instance: &dyn Instance, keys: impl Iterator<Item = K>) {
        for key in keys {
            for bound in [None, Some(0), Some(u32::MAX - 1)] {
                let mut bytes = vec![];
                Certificate { bound, closed: vec![(key, 0)] }.encode(&mut bytes).unwrap();
                // A bound of 0 needs no proof.
                let certifiable = instance.as_small().unwrap();
                let checked = certifiable.check_records(true, &bytes, &mut Limits::none());
                assert!(checked.is_err() || bound == Some(0), "{}", instance.info().name);
            }
        }
    }
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(8);
    for_each_instance(|_, _, instance| {
        let words: Vec<u128> = (0..12)
            .map(|i| match i {
                0 => 0,
                1 => u128::MAX,
                2..6 => 1 << (i * 20),
                _ => u128::from(generator.next_u64()) << 64 | u128::from(generator.next_u64()),
            })
            .collect();
        reject(&*instance, words.iter().map(|&word| word as u32));
        reject(&*instance, words.iter().map(|&word| word as u64));
        reject(&*instance, words.iter().copied());
    });
}

/// Certificates with changed bytes and a correct checksum are rejected, or prove what is true. No
/// heuristic or rule is asked about a state that does not exist.
#[test]
fn changed_records_never_cause_a_panic_or_a_false_claim() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut changed = [0; 2];
    for_each_instance(|entry, level, instance| {
        let certifiable = instance.as_small().unwrap();
        let small = || Limits::none().expansions(1_000);
        let Ok((_, Some(records))) = certifiable.certify(true, &mut small()) else { return };
        let mut intact = vec![];
        records.write(&mut intact).unwrap();
        intact.truncate(intact.len() - 8);
        for _ in 0..40 {
            let mut bytes = intact.clone();
            for _ in 0..generator.random_range(1..4) {
                // The header of the records, with the bound, is worth more changes than a record.
                let end = if generator.random_bool(0.2) { 24 } else { bytes.len() };
                let at = generator.random_range(16..end);
                bytes[at] ^= 1 << generator.random_range(0..8);
            }
            bytes.extend(digest(&bytes).to_le_bytes());
            let checked = certifiable.check_records(true, &bytes, &mut small());
            changed[usize::from(checked.is_ok())] += 1;
            if let Ok(Checked { bound, .. }) = checked {
                let lowest = level.optimum.unwrap_or(u32::MAX);
                let context = format!("{} {}: {bound:?}", entry.info().name, level.name);
                assert!(bound.unwrap_or(u32::MAX) <= lowest, "{context}");
            }
        }
    });
    // Some changes keep a certificate valid: a lower bound, or a lower cost at the border.
    assert!(changed[0] > 1_000 && changed[1] > 10, "{changed:?}");
}

/// Junk as text, size and parameter is rejected or read, without a panic.
#[test]
fn junk_is_read_or_rejected_without_a_panic() {
    let (long, deep) = ("9 ".repeat(5000), "1\n".repeat(5000));
    let short = [
        "", " ", "\n\n", "0", "-1", "0 0 0 0", "1 2 3", "x", "ä ö ü", "\u{0}", "1x1", "4x", "x4",
        "3 3 3", "#", ",,,", "////", "…", "🂡", "a b c d", "1.5", "1e9", "NaN", "\t\r\n",
    ];
    let longer = [
        "99999x99999",
        "18446744073709551616",
        "# comment",
        "1 1 1 1 1 1 1 1 1",
        "0 1 2 3 4 5 6 7 8",
    ];
    for entry in PUZZLES {
        for text in short.into_iter().chain(longer).chain([long.as_str(), &deep]) {
            for parameter in [None, Some(("rows", "3")), Some(("rows", text)), Some(("", ""))] {
                let parameter = parameter.map(|(name, value)| (name.to_owned(), value.to_owned()));
                let parameters = Parameters(parameter.into_iter().collect());
                if let Ok(instance) = entry.parse(text, &parameters) {
                    let again = entry.parse(&instance.text(), &parameters).unwrap();
                    assert_eq!(again.text(), instance.text(), "{}", entry.info().name);
                }
                if text.len() < 20 {
                    let _ = entry.random(text, &parameters, 1);
                }
            }
            let plan = &mut std::iter::once(text);
            let accepted = first(entry).check(plan, &mut Limits::none()).is_ok();
            assert!(!accepted || entry.info().instances[0].optimum == Some(1));
        }
    }
}
