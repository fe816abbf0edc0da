//! `GET /api/v1/catalog`: the puzzles and strategies there are.

use crate::play::svg;
use axum::Json;
use heureka_core::strategy::{ALGORITHMS, OPTIONS};
use heureka_kit::entry::Entry;
use heureka_kit::puzzle::Parameters;
use heureka_lab::catalog;
use heureka_puzzles::registry::PUZZLES;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Returns everything that a page needs to offer puzzles and searches.
pub async fn catalog() -> Json<&'static Value> {
    static CATALOG: OnceLock<Value> = OnceLock::new();
    Json(CATALOG.get_or_init(|| {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "puzzles": PUZZLES.iter().map(puzzle).collect::<Vec<_>>(),
            "strategies": ALGORITHMS.iter().map(catalog::strategy).collect::<Vec<_>>(),
            "options": OPTIONS.iter().map(catalog::option).collect::<Vec<_>>(),
        })
    }))
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
        "heuristics": info.heuristics.iter().map(catalog::heuristic).collect::<Vec<_>>(),
        "parameters": parameters.collect::<Vec<_>>(),
        "svg": picture,
    })
}
