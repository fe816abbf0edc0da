//! JSON of puzzles, strategies, options and heuristics, for `list`, `describe` and other programs.

use crate::names::{self, Advice};
use heureka_core::strategy::{ALGORITHMS, AlgorithmInfo, OPTIONS, OptionInfo};
use heureka_core::{Exploration, Limits, Strategy};
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::{Card, HeuristicInfo, Info};
use heureka_puzzles::registry;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// About the number of moves over which the branching factor is measured.
const SAMPLE: u64 = 100_000;

/// Returns the puzzles, the strategies and their options.
#[must_use]
pub fn all() -> Value {
    let puzzles = registry::PUZZLES.iter().map(Entry::info).map(|info| {
        json!({
            "name": info.name,
            "title": info.title,
            "strategy": info.strategy,
            "heuristics": info.heuristics.iter().map(|h| h.name).collect::<Vec<_>>(),
            "levels": info.instances.iter().map(|level| level.name).collect::<Vec<_>>(),
        })
    });
    json!({
        "puzzles": puzzles.collect::<Vec<Value>>(),
        "strategies": ALGORITHMS.iter().map(strategy).collect::<Vec<_>>(),
        "options": OPTIONS.iter().map(option).collect::<Vec<_>>(),
    })
}

/// Returns a strategy, with the names of its options.
#[must_use]
pub fn strategy(info: &AlgorithmInfo) -> Value {
    json!({
        "name": info.name,
        "aliases": info.aliases,
        "summary": info.summary,
        "preset": info.preset,
        "proof": info.proof,
        "argument": info.argument.map(|(meaning, _)| meaning),
        "default": info.argument.and_then(|(_, default)| default),
        "informed": info.is_informed,
        "depth_limit": info.depth_limit,
        "cost_limit": info.cost_limit,
        "options": info.options,
    })
}

/// Returns an option of strategies, with the meaning of each value.
#[must_use]
pub fn option(info: &OptionInfo) -> Value {
    let values = info.values.iter().map(|(name, meaning)| ((*name).to_owned(), json!(meaning)));
    json!({ "name": info.name, "summary": info.summary, "values": values.collect::<Map<_, _>>() })
}

/// Returns a heuristic, with its claims.
#[must_use]
pub fn heuristic(info: &HeuristicInfo) -> Value {
    json!({
        "name": info.name,
        "summary": info.summary,
        "admissible": info.claim.is_admissible(),
        "consistent": info.claim.is_consistent(),
    })
}

/// What a name stands for.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Named {
    Puzzle(&'static Entry),
    Strategy(&'static AlgorithmInfo),
    /// A heuristic, in every puzzle that has one of this name.
    Heuristics(Vec<(&'static Info, &'static HeuristicInfo)>),
}

/// Returns what a name stands for.
///
/// # Errors
/// If it is of no puzzle, strategy or heuristic.
pub fn find(name: &str) -> Result<Named, Advice> {
    if let Some(entry) = registry::puzzle(name) {
        return Ok(Named::Puzzle(entry));
    }
    // An argument or options do not change what is described.
    let algorithm = name.split(['(', ':']).next().unwrap_or_default();
    if let Some(info) = AlgorithmInfo::of(algorithm) {
        return Ok(Named::Strategy(info));
    }
    let found: Vec<_> =
        heuristics_of_all().filter(|(_, heuristic)| heuristic.name == name).collect();
    if !found.is_empty() {
        return Ok(Named::Heuristics(found));
    }
    let found = names::find_puzzle(name).map_err(|_| names::unknown(name))?;
    Ok(Named::Puzzle(found.entry))
}

/// Returns the heuristics of all puzzles.
fn heuristics_of_all() -> impl Iterator<Item = (&'static Info, &'static HeuristicInfo)> {
    let puzzles = registry::PUZZLES.iter().map(Entry::info);
    puzzles.flat_map(|info| info.heuristics.iter().map(move |heuristic| (info, heuristic)))
}

/// Returns a word for the strategy, with an argument if it takes one.
#[must_use]
pub fn word(info: &AlgorithmInfo) -> String {
    info.argument.map_or_else(
        || info.name.to_owned(),
        |(_, default)| format!("{}:{}", info.name, default.unwrap_or("12")),
    )
}

/// Returns the options of a strategy, each with its default.
///
/// # Panics
/// Never: every listed strategy parses.
#[must_use]
pub fn options(info: &AlgorithmInfo) -> Vec<(&'static OptionInfo, &'static str)> {
    let default: Strategy = word(info).parse().expect("every listed strategy parses");
    let own = OPTIONS.iter().filter(|option| info.options.contains(&option.name));
    own.map(|option| (option, option.value(&default))).collect()
}

/// Returns a strategy with its options, each with its default.
#[must_use]
pub fn described_strategy(info: &AlgorithmInfo) -> Value {
    let options = options(info).into_iter().map(|(info, default)| {
        let mut object = option(info);
        object["default"] = default.into();
        object
    });
    let mut object = strategy(info);
    object["options"] = options.collect();
    object
}

/// Returns heuristics, each with its puzzle.
#[must_use]
pub fn described_heuristics(found: &[(&Info, &HeuristicInfo)]) -> Value {
    let heuristics = found.iter().map(|(puzzle, info)| {
        let mut object = heuristic(info);
        object["puzzle"] = puzzle.name.into();
        object
    });
    json!({ "heuristics": heuristics.collect::<Vec<_>>() })
}

/// Branching factors, measured over part of a state space.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Branching {
    pub moves: f64,
    /// Moves to a new state.
    pub fresh: f64,
    pub states: u64,
    pub complete: bool,
}

impl Branching {
    fn new(Exploration { stats, stopped, .. }: &Exploration) -> Self {
        let per_state = |number: u64| number as f64 / stats.expanded.max(1) as f64;
        Self {
            moves: per_state(stats.generated),
            fresh: per_state(stats.generated - stats.duplicates),
            states: stats.expanded,
            complete: stopped.is_none(),
        }
    }
}

/// Measures the branching factors of an instance, forward and backward; `None` if states are too large to
/// copy, or moves are not reversible.
#[must_use]
pub fn branching(instance: &dyn Instance) -> [Option<Branching>; 2] {
    let space = instance.as_small();
    let first = space.map(|space| space.explore(&mut Limits::none().expansions(1)));
    let moves = first.map_or(1, |first| first.stats.generated.max(1));
    let limits = || Limits::none().expansions(SAMPLE / moves);
    let forward = space.map(|space| Branching::new(&space.explore(&mut limits())));
    let backward = space.and_then(|space| space.explore_backward(&mut limits()));
    [forward, backward.as_ref().map(Branching::new)]
}

/// Returns the rows of a problem card.
#[must_use]
pub fn card(card: &Card) -> [(&'static str, &'static str); 10] {
    [
        ("performance", card.performance),
        ("environment", card.environment),
        ("actuators", card.actuators),
        ("sensors", card.sensors),
        ("state", card.state),
        ("action", card.action),
        ("transition", card.transition),
        ("goal", card.goal),
        ("cost", card.cost),
        ("states", card.states),
    ]
}

/// Returns all about a puzzle.
#[must_use]
pub fn described_puzzle(info: &Info, [forward, backward]: &[Option<Branching>; 2]) -> Value {
    let levels = info.instances.iter().map(|level| {
        json!({
            "name": level.name,
            "instance": level.text,
            "parameters": level.parameters.iter().copied().collect::<BTreeMap<_, _>>(),
            "optimum": level.optimum,
        })
    });
    let parameters = info.parameters.iter().map(|parameter| (parameter.name, parameter.help));
    let questions = info.questions.iter().map(|asked| {
        json!({ "question": asked.question, "answer": asked.answer, "checked": (asked.check)() })
    });
    json!({
        "puzzle": info.name,
        "title": info.title,
        "rules": info.rules,
        "format": info.format,
        "random": info.sizes,
        "parameters": parameters.collect::<BTreeMap<_, _>>(),
        "strategy": info.strategy,
        "heuristics": info.heuristics.iter().map(heuristic).collect::<Vec<_>>(),
        "levels": levels.collect::<Vec<Value>>(),
        "branching": { "forward": forward, "backward": backward },
        "questions": questions.collect::<Vec<Value>>(),
        "card": card(&info.card).into_iter().collect::<BTreeMap<_, _>>(),
    })
}
