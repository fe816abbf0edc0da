//! What a page shows of a search is what the search did: events and situations of recorded searches.

use crate::Test;
use crate::site::Site;
use heureka_core::Limits;
use heureka_kit::entry::Entry;
use heureka_kit::instance::Instance;
use heureka_kit::puzzle::Parameters;
use heureka_kit::trace::{Event, EventKind, Trace};
use heureka_lab::names;
use heureka_puzzles::registry::PUZZLES;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

const STRATEGIES: [&str; 10] = [
    "bfs",
    "dfs",
    "ucs",
    "astar",
    "wastar:2",
    "greedy",
    "idastar",
    "ids",
    "beam:3",
    "bidirectional",
];
/// The strategies with one frontier, whose size they count.
const BEST_FIRST: [&str; 5] = ["bfs", "ucs", "astar", "wastar:2", "greedy"];
/// The most expansions of a search.
const EXPANSIONS: u64 = 150;
/// How many steps of a search are compared.
const STEPS: usize = 15;
/// The most nodes of a frontier that the API lists.
const LISTED: usize = 40;

/// Returns the tests.
pub fn tests() -> Vec<Test> {
    vec![Test::new("recorded searches show what traces say, and a replay agrees", recordings_agree)]
}

/// An event, and the state of its node.
struct Seen {
    json: Value,
    kind: EventKind,
    node: Option<u64>,
    state: Option<u32>,
    g: u32,
}

#[derive(Default)]
struct Collected(Vec<Seen>);

impl Trace for Collected {
    fn event(&mut self, event: &Event<'_>) {
        let node = event.node;
        let json = json!({
            "event": event.kind.name(),
            "node": node.map(|node| node.id),
            "parent": node.and_then(|node| node.parent),
            "action": node.and_then(|node| node.action),
            "g": node.map(|node| node.g),
            "h": node.and_then(|node| node.h),
            "f": node.and_then(|node| node.f),
            "bound": event.bound,
            "weight": event.weight,
            "why": event.reason.map(heureka_core::observe::Pruned::name),
        });
        let (id, state) = (node.map(|node| node.id), node.and_then(|node| node.number));
        let g = node.map_or(0, |node| node.g);
        self.0.push(Seen { json, kind: event.kind, node: id, state, g });
    }
}

fn recordings_agree() {
    let site = Site::start(0);
    let (mut searches, mut compared, mut unsupported) = (0, 0, 0);
    for entry in PUZZLES {
        let size = entry.info().small_sizes.last().expect("a size");
        for strategy in STRATEGIES {
            match compare(&site, entry, size, strategy) {
                Some(events) => {
                    searches += 1;
                    compared += events;
                }
                None => unsupported += 1,
            }
        }
    }
    println!("{searches} searches with {compared} events agree; {unsupported} are unsupported");
    assert!(searches >= 90, "only {searches} searches are compared");
}

/// Compares the recording of a search with a trace of it, and returns the number of events; `None` if the
/// puzzle does not support the strategy.
fn compare(site: &Site, entry: &Entry, size: &str, strategy: &str) -> Option<usize> {
    let (info, seed) = (entry.info(), 3);
    let name = format!("{} {size}, {strategy}", info.name);
    let heuristic = info.heuristics[0].name;
    let mut instance = entry.random(size, &Parameters::default(), seed).expect("an instance");
    instance.set_heuristic(heuristic).expect("a heuristic");
    let mut trace = Collected::default();
    let parsed = names::strategy(strategy).expect("a strategy");
    let mut limits = Limits::none().expansions(EXPANSIONS);
    let solved = Instance::solve(&*instance, &parsed, &mut limits, Some(&mut trace));
    let request = json!({
        "subject": { "puzzle": info.name, "random": size, "seed": seed },
        "strategy": strategy, "heuristic": heuristic, "trace": 1_000_000,
        "limits": { "expansions": EXPANSIONS },
    });
    let Ok(solution) = solved else {
        assert_eq!(site.post("solve", &request).status, 422, "{name}");
        return None;
    };
    let done = site.order("solve", &request);
    let id = done["trace"]["id"].as_u64().expect("a trace");
    let mut events = vec![];
    while events.len() < trace.0.len() {
        let part = site.ask(&format!("traces/{id}/events?from={}", events.len()));
        let part = part.as_array().expect("events").clone();
        assert!(!part.is_empty(), "{name}: events are missing");
        events.extend(part);
    }
    assert_eq!(events.len(), trace.0.len(), "{name}");
    for (step, (shown, seen)) in events.iter().zip(&trace.0).enumerate() {
        for (field, value) in seen.json.as_object().expect("an object") {
            assert_eq!(&shown[field], value, "{name}: {field} of step {step}: {shown}");
        }
        assert_eq!(shown["step"], step);
    }
    let stats = &solution.stats;
    let largest = replay(site, id, &trace.0, &name);
    if BEST_FIRST.contains(&strategy) {
        assert_eq!(largest, stats.max_frontier, "{name}: the largest frontier");
        assert_eq!(done["max_frontier"], stats.max_frontier, "{name}");
    }
    Some(events.len())
}

/// Replays a trace with plain sets, compares it with the situations of the recording, and returns the size
/// of the largest frontier.
fn replay(site: &Site, id: u64, trace: &[Seen], name: &str) -> u64 {
    let (mut waiting, mut born) = (BTreeSet::new(), BTreeSet::new());
    let mut by_state: HashMap<u32, (u64, u32)> = HashMap::new();
    let (mut expanded, mut generated, mut largest) = (vec![], 0, 0);
    let every = trace.len().div_ceil(STEPS).max(1);
    for (step, seen) in trace.iter().enumerate() {
        if let Some(node) = seen.node {
            let is_new = born.insert(node);
            match seen.kind {
                EventKind::Generate | EventKind::Reopen => {
                    generated += 1;
                    // A cheaper path to a state that waits takes its place.
                    let known = seen.state.and_then(|state| by_state.insert(state, (node, seen.g)));
                    if let Some((old, _)) = known.filter(|&(_, g)| g > seen.g) {
                        waiting.remove(&old);
                    }
                    waiting.insert(node);
                }
                EventKind::Duplicate => generated += 1,
                EventKind::Prune => {
                    generated += u64::from(is_new);
                    waiting.remove(&node);
                }
                EventKind::Expand => {
                    expanded.push(node);
                    waiting.remove(&node);
                    if let Some(state) = seen.state {
                        by_state.entry(state).or_insert((node, seen.g));
                    }
                }
                EventKind::Solved => {
                    waiting.remove(&node);
                }
                EventKind::Bound => {}
            }
            largest = largest.max(waiting.len() as u64 + u64::from(is_new && step == 0));
        }
        if step % every != 0 && step + 1 != trace.len() {
            continue;
        }
        let now = site.ask(&format!("traces/{id}/at/{step}"));
        let place = format!("{name}: step {step}, {}", seen.json);
        assert_eq!(now["counts"]["frontier"], waiting.len(), "{place}");
        assert_eq!(now["counts"]["expanded"], expanded.len(), "{place}");
        assert_eq!(now["counts"]["generated"], generated, "{place}");
        let ids = |list: &str| -> Vec<u64> {
            let nodes = now[list].as_array().expect("nodes").iter();
            nodes.map(|node| node["id"].as_u64().expect("an id")).collect()
        };
        let shown: BTreeSet<u64> = ids("frontier").into_iter().collect();
        assert_eq!(shown.len(), waiting.len().min(LISTED), "{place}");
        assert!(shown.is_subset(&waiting), "{place}: {shown:?} of {waiting:?}");
        let last: Vec<u64> = expanded.iter().rev().take(LISTED).copied().collect();
        assert_eq!(ids("closed"), last, "{place}");
    }
    largest
}
