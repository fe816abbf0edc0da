//! `GET /api/v1/catalog`: the puzzles and strategies there are.

use crate::error::ApiError;
use crate::play::svg;
use axum::Json;
use heureka_core::strategy::{ALGORITHMS, OPTIONS};
use heureka_kit::entry::Entry;
use heureka_kit::puzzle::Parameters;
use heureka_puzzles::registry::PUZZLES;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Returns everything that a page needs to offer puzzles and searches.
///
/// # Errors
/// None; it is computed once.
pub async fn catalog() -> Result<Json<&'static Value>, ApiError> {
    static CATALOG: OnceLock<Value> = OnceLock::new();
    Ok(Json(CATALOG.get_or_init(|| {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "puzzles": PUZZLES.iter().map(puzzle).collect::<Vec<_>>(),
            "strategies": strategies(),
            "options": options(),
        })
    })))
}

fn puzzle(entry: &Entry) -> Value {
    let info = entry.info();
    let instances = info.instances.iter().map(|level| {
        json!({
            "name": level.name,
            "text": level.text,
            "parameters": level.parameters.iter().copied().collect::<BTreeMap<_, _>>(),
            "optimum": level.optimum,
        })
    });
    let heuristics = info.heuristics.iter().map(|heuristic| {
        json!({
            "name": heuristic.name,
            "summary": heuristic.summary,
            "admissible": heuristic.claim.is_admissible(),
            "consistent": heuristic.claim.is_consistent(),
        })
    });
    let parameters = info.parameters.iter().map(|parameter| {
        json!({
            "name": parameter.name,
            "help": parameter.help,
            "values": parameter.values,
            "default": parameter.default,
        })
    });
    let first = entry.built_in(&info.instances[0], &Parameters::default()).ok();
    let picture = first.and_then(|first| Some(svg(&first.as_small()?.picture(), info.title)));
    json!({
        "name": info.name,
        "title": info.title,
        "rules": info.rules,
        "format": info.format,
        "sizes": info.sizes,
        "small_sizes": info.small_sizes,
        "strategy": info.strategy,
        "instances": instances.collect::<Vec<_>>(),
        "heuristics": heuristics.collect::<Vec<_>>(),
        "parameters": parameters.collect::<Vec<_>>(),
        "svg": picture,
    })
}

fn strategies() -> Vec<Value> {
    let strategy = |info: &heureka_core::strategy::AlgorithmInfo| {
        json!({
            "name": info.name,
            "aliases": info.aliases,
            "summary": info.summary,
            "informed": info.is_informed,
            "argument": info.argument.map(|(meaning, _)| meaning),
            "default": info.argument.and_then(|(_, default)| default),
            "options": info.options,
        })
    };
    ALGORITHMS.iter().map(strategy).collect()
}

fn options() -> Vec<Value> {
    let option = |info: &heureka_core::strategy::OptionInfo| {
        let values =
            info.values.iter().map(|(name, meaning)| json!({ "name": name, "meaning": meaning }));
        json!({ "name": info.name, "summary": info.summary, "values": values.collect::<Vec<_>>() })
    };
    OPTIONS.iter().map(option).collect()
}
