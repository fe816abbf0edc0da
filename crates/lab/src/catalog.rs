//! JSON of strategies, options and heuristics, for `list`, `describe` and the playground.

use heureka_core::strategy::{AlgorithmInfo, OptionInfo};
use heureka_kit::puzzle::HeuristicInfo;
use serde_json::{Map, Value, json};

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
