//! What is fuzzed: every reader of files, arguments and answers. A target panics if a promise breaks.
//!
//! libFuzzer runs each target with inputs that reach new code (`fuzz/fuzz_targets`); `tests/fuzz.rs`
//! runs the same targets on stable Rust with changed inputs of the corpus.

use heureka_cluster::{manifest_round_trip, parse_hosts};
use heureka_core::certificate::digest;
use heureka_core::{Limits, Optimality, Outcome, Strategy};
use heureka_courses::shell::Specification;
use heureka_kit::board::Size;
use heureka_kit::certificate::Header;
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::Parameters;
use heureka_kit::read_moves::play_line;
use heureka_kit::text::plan_words;
use heureka_lab::selftest::Truth;
use heureka_lab::study::{Database, Results, Setup, Study};
use heureka_lab::units;
use heureka_puzzles::grid::scenario;
use heureka_puzzles::number_maze::Spec;
use heureka_puzzles::number_maze::proof::Proof;
use heureka_puzzles::registry::{PUZZLES, puzzle};
use std::path::Path;
use std::str::from_utf8;

/// A target: its name and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("instance", instance),
    ("random", random),
    ("plan", plan),
    ("certificate", certificate),
    ("strategy", strategy),
    ("specification", specification),
    ("study", study),
    ("proof", proof),
    ("database", database),
    ("checkpoint", checkpoint),
    ("exploration", exploration),
    ("scenario", scenario),
];

/// The largest state space whose truth a target computes.
const MAX_STATES: usize = 300;

fn limits() -> Limits<'static> {
    Limits::none().expansions(30).memory(8 << 20)
}

/// Splits the input: a byte that chooses a puzzle, and a text.
fn puzzle_and_text(data: &[u8]) -> Option<(&'static Entry, &str)> {
    let (&choice, text) = data.split_first()?;
    Some((&PUZZLES[usize::from(choice) % PUZZLES.len()], from_utf8(text).ok()?))
}

/// Splits off lines such as `-rows=3`, which set parameters.
fn parameters(mut text: &str) -> (Parameters, &str) {
    let mut parameters = Parameters::default();
    while let Some((line, rest)) = text.strip_prefix('-').and_then(|rest| rest.split_once('\n')) {
        let Some((name, value)) = line.split_once('=') else { break };
        parameters.0.push((name.to_owned(), value.to_owned()));
        text = rest;
    }
    (parameters, text)
}

/// Uses an instance as every command does.
fn exercise(entry: &Entry, instance: &dyn Instance) {
    let again = entry.parse(&instance.text(), instance.parameters());
    let again = again.expect("an instance reads its own text");
    assert_eq!(again.text(), instance.text());
    assert!(!instance.start().is_empty());
    instance.unsolvable();
    let strategy: Strategy = if instance.as_small().is_some() { "astar" } else { "descent" }
        .parse()
        .expect("the strategy exists");
    let solution = instance.solve(&strategy, &mut limits(), None).expect("astar is supported");
    if let Some(plan) = solution.outcome.plan() {
        let text = plan.words().join(" ");
        let mut words = plan_words(&text).map(|word| word.text);
        assert_eq!(instance.check(&mut words, &mut Limits::none()), Ok(plan.cost()));
    }
    let Some(small) = instance.as_small() else { return };
    assert!(small.picture().svg("picture", 10.0).starts_with("<svg"));
    let Some(space) = small.space(MAX_STATES) else { return };
    let optimum = Truth::of(&space).optimum();
    match &solution.outcome {
        Outcome::Solved(plan, Optimality::Proved) => {
            assert_eq!(Some(u64::from(plan.cost())), optimum);
        }
        Outcome::Solved(plan, _) => {
            assert!(optimum.is_some_and(|optimum| u64::from(plan.cost()) >= optimum));
        }
        Outcome::Unsolvable => assert_eq!(optimum, None),
        _ => {}
    }
}

/// Reads an instance of any puzzle.
pub fn instance(data: &[u8]) {
    let Some((entry, text)) = puzzle_and_text(data) else { return };
    let (parameters, text) = parameters(text);
    if let Ok(instance) = entry.parse(text, &parameters) {
        exercise(entry, &*instance);
    }
}

/// Generates an instance of a size.
pub fn random(data: &[u8]) {
    let Some((entry, text)) = puzzle_and_text(data) else { return };
    let (parameters, text) = parameters(text);
    // Huge instances are legal, but slow to make.
    let digits = text.split(|c: char| !c.is_ascii_digit());
    if digits.map(str::len).max() > Some(2) {
        return;
    }
    if let Ok(instance) = entry.random(text, &parameters, 1) {
        exercise(entry, &*instance);
    }
}

/// Checks a plan for a built-in instance: no plan may cost less than the optimum. Then types it in a
/// game: a valid plan leads to a goal.
pub fn plan(data: &[u8]) {
    let Some((entry, text)) = puzzle_and_text(data) else { return };
    let mut characters = text.chars();
    let choice = characters.next().map_or(0, |choice| choice as usize);
    let built_in = &entry.info().instances[choice % entry.info().instances.len()];
    let instance = entry.built_in(built_in, &Parameters::default()).expect("it is built in");
    let mut words = plan_words(characters.as_str()).map(|word| word.text);
    let checked = instance.check(&mut words, &mut Limits::none());
    if let Ok(cost) = checked {
        assert!(built_in.optimum.is_some_and(|optimum| cost >= optimum), "{}", built_in.name);
    }
    let Some(small) = instance.as_small() else { return };
    let mut game = small.game();
    let played = play_line(&mut *game, characters.as_str());
    assert!(checked.is_err() || played.is_ok() && game.is_solved(), "{}", built_in.name);
}

/// Checks a certificate file: no false claim may be accepted.
pub fn certificate(data: &[u8]) {
    let Ok((header, records)) = Header::read(data) else { return };
    let Some(entry) = puzzle(&header.puzzle) else { return };
    let Ok(instance) = header.rebuild(entry) else { return };
    let mut limits = Limits::none().expansions(3_000).memory(8 << 20);
    if header.check(&*instance, &sealed(records), &mut limits).is_err() {
        return;
    }
    let space = instance.as_small().and_then(|small| small.space(MAX_STATES));
    if let Some(space) = space {
        assert_eq!(Truth::of(&space).optimum(), header.claim.map(u64::from), "{header:?}");
    }
}

/// Returns records with a correct checksum, which would otherwise reject nearly every input.
fn sealed(records: &[u8]) -> Vec<u8> {
    let body = &records[..records.len().saturating_sub(8)];
    [body, &digest(body).to_le_bytes()].concat()
}

/// Reads strategies, setups, sizes and durations.
pub fn strategy(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    if let Ok(strategy) = text.parse::<Strategy>() {
        assert_eq!(strategy.to_string().parse(), Ok(strategy));
    }
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse().as_ref(), Ok(&setup));
    }
    let _ = (units::parse_duration(text), units::parse_size(text), units::whole::<u64>(text));
    let _ = Size::parse(text);
}

/// Reads the three files of the search shell, which are separated by lines of `=`.
pub fn specification(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let mut files = text.split("=\n");
    let Ok(specification) = Specification::parse(files.next().unwrap_or_default()) else { return };
    let (initial, goal) = (files.next().unwrap_or_default(), files.next().unwrap_or_default());
    for published in [false, true] {
        if let Ok(instance) = specification.instance(initial, goal, published) {
            let solved = instance.solve(&specification.strategy(), &mut limits(), None);
            assert!(solved.is_ok());
        }
    }
}

/// Reads a study. Instance files are not tried: their names would lead anywhere.
pub fn study(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let has_key = |key| {
        let mut after = text.split(key).skip(1);
        after.any(|rest| rest.trim_start_matches(['"', '\'', ' ', '\t']).starts_with('='))
    };
    if has_key("files") || has_key("lists") {
        return;
    }
    let _ = Study::read(text, Path::new("study.toml"));
}

/// Resumes a saved proof of a number maze. Three of the first four bytes give its size and range.
pub fn proof(data: &[u8]) {
    let Some((numbers, text)) = data.split_at_checked(4) else { return };
    let Ok(text) = from_utf8(text) else { return };
    let side = |place: usize| 2 + usize::from(numbers[place] % 3);
    let size = Size { rows: side(0), cols: side(1) };
    let Ok(spec) = Spec::new(size, 1, 1 + usize::from(numbers[3] % 2)) else { return };
    // A correct checksum: without it nearly every input is rejected at once.
    let body = text.trim_end().rfind('\n').map_or("", |end| &text[..=end]);
    let sealed = format!("{body}checksum {:016x}\n", digest(body.as_bytes()));
    let parse = |text: &str| Proof::parse(spec, text, 1, &mut limits());
    let Ok(mut proof) = parse(&sealed) else { return };
    assert_eq!(parse(&proof.text()).map(|same| same.text()), Ok(proof.text()));
    proof.run(1, &mut limits());
    let _ = proof.mazes();
}

/// Reads a database of a study.
pub fn database(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("study.db");
    std::fs::write(&path, data).expect("the folder is writable");
    let _ = Database::keys_in(&path);
    if let Ok(results) = Results::read(&[&path]) {
        let _ = format!("{results:?}");
    }
}

/// Reads the manifest of a checkpoint, and a hosts file.
pub fn checkpoint(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    if let Ok(hosts) = parse_hosts(text) {
        assert_eq!(parse_hosts(&hosts.join("\n")), Ok(hosts));
    }
    // A correct checksum: without it nearly every input is rejected at once.
    let body = text.trim_end().rfind('\n').map_or("", |end| &text[..end]);
    let sealed = format!("{body}\nchecksum {:016x}\n", digest(body.as_bytes()));
    if let Some(again) = manifest_round_trip(&sealed) {
        assert_eq!(manifest_round_trip(&again).as_ref(), Some(&again));
    }
}

/// Replaces the manifest of an exploration, with a checksum that fits: it is refused, or the exploration goes
/// on.
pub fn exploration(data: &[u8]) {
    let sealed = [data, format!("{:016x}\n", digest(data)).as_bytes()].concat();
    for (name, text) in [("hanoi", "3 4"), ("pegs", "6")] {
        let entry = puzzle(name).expect("the puzzle exists");
        let instance = entry.parse(text, &Parameters::default()).expect("it is an instance");
        let small = instance.as_small().expect("its states are small");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let explore = |mut limits: Limits<'_>| {
            heureka_disk::explore(&*instance, small, folder.path(), 1 << 20, &mut limits)
        };
        explore(limits()).expect("it begins");
        std::fs::write(folder.path().join("exploration"), &sealed).expect("it is replaced");
        let _ = explore(Limits::none().memory(8 << 20));
    }
}

/// Scenarios of the Moving AI benchmarks, and a map after a line `=`.
pub fn scenario(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let (text, map) = text.split_once("=\n").unwrap_or((text, ""));
    let Ok(scenarios) = scenario::read(text) else { return };
    let entry = puzzle("grid").expect("a puzzle");
    for scenario in scenarios.iter().take(5) {
        let Ok(parameters) = scenario.parameters(map) else { continue };
        if let Ok(instance) = entry.parse(map, &parameters) {
            exercise(entry, &*instance);
        }
    }
}
