//! Every puzzle of the registry: played by mouse and by keys, solved, and watched.

use crate::page::{Page, Point, key};
use crate::{Stage, Test};
use heureka_kit::puzzle::Info;
use heureka_puzzles::registry::PUZZLES;
use serde_json::{Value, json};

/// How many moves are played.
const MOVES: usize = 3;

/// Returns the scenarios.
pub fn tests() -> Vec<Test> {
    let of = |info: &'static Info| {
        [
            ("is played by mouse", by_mouse as fn(&Stage, &Page, &'static Info)),
            ("is played by keys", by_keys),
            ("is solved", is_solved),
            ("is watched", is_watched),
        ]
        .map(|(does, play)| {
            let name = format!("{} {does}", info.name);
            Test::scenario(name, move |stage, page| play(stage, page, info))
        })
    };
    PUZZLES.iter().flat_map(|entry| of(entry.info())).collect()
}

/// Returns the first moves of a plan of the first instance.
fn plan(stage: &Stage, info: &Info) -> Vec<String> {
    let solved = stage.site().order("solve", &json!({ "subject": { "puzzle": info.name } }));
    let plan = solved["plan"].as_array().unwrap_or_else(|| panic!("no plan: {solved}"));
    plan.iter().map(|word| word.as_str().expect("a word").to_owned()).collect()
}

/// Returns the position after some moves of the first instance.
fn position(stage: &Stage, info: &Info, moves: &[String]) -> Value {
    let played = json!({ "subject": { "puzzle": info.name }, "moves": moves });
    stage.site().order("position", &played)
}

/// Waits until the page shows the position after some moves of the first instance, with all judgments.
fn wait_for_position(stage: &Stage, page: &Page, info: &Info, moves: &[String]) {
    let position = position(stage, info, moves);
    let address = format!(
        "(new URLSearchParams(location.search).get('moves') ?? '') === {}",
        json!(moves.join(" "))
    );
    page.wait("the moves are in the address", &address);
    let cost = position["cost"].as_u64().expect("a cost");
    let count = moves.len();
    let unit = if count == 1 { "move" } else { "moves" };
    page.wait_text(".status", &format!("{count} {unit}, cost {cost}"));
    let board = format!("{}: {}", info.title, position["frames"][0]["state"].as_str().unwrap());
    let shown = "document.querySelector('.board svg title')?.textContent";
    page.wait(&board, &format!("{shown} === {}", json!(board)));
    if position["solved"] == true {
        page.wait_text(".status", "Solved!");
    }
}

/// Returns whether a point is in one of the areas of a move.
fn hits(legal: &Value, (x, y): Point) -> bool {
    legal["spots"].as_array().expect("a list").iter().any(|spot| {
        let [left, top, width, height] =
            [0, 1, 2, 3].map(|index: usize| spot[index].as_f64().expect("a number"));
        x >= left && x < left + width && y >= top && y < top + height
    })
}

/// Returns the points to click for a move: one that fits no other move, or two that together fit no other;
/// none if the move has no areas.
fn clicks(legal: &[Value], chosen: &Value) -> Option<Vec<Point>> {
    let spots = chosen["spots"].as_array().expect("a list");
    let points: Vec<Point> = spots
        .iter()
        .map(|spot| {
            let [left, top, width, height] =
                [0, 1, 2, 3].map(|index: usize| spot[index].as_f64().expect("a number"));
            (left + width / 2.0, top + height / 2.0)
        })
        .collect();
    let fitting =
        |first, second| legal.iter().filter(|m| hits(m, first) && hits(m, second)).count();
    let pairs = points.iter().flat_map(|&first| points.iter().map(move |&second| (first, second)));
    let single = points.iter().find(|&&point| fitting(point, point) == 1);
    single.map(|&point| vec![point]).or_else(|| {
        let mut pairs = pairs;
        pairs.find(|&(first, second)| fitting(first, second) == 1).map(|(a, b)| vec![a, b])
    })
}

fn by_mouse(stage: &Stage, page: &Page, info: &'static Info) {
    let plan = plan(stage, info);
    page.open(&format!("/?view=play&puzzle={}", info.name));
    wait_for_position(stage, page, info, &[]);
    let mut played = vec![];
    for action in plan.iter().take(MOVES) {
        let position = position(stage, info, &played);
        let legal = position["moves"].as_array().expect("moves");
        let chosen = legal.iter().find(|m| m["action"] == action.as_str()).expect("a legal move");
        if let Some(points) = clicks(legal, chosen) {
            for point in points {
                page.drag(&[page.locate(".board svg", point)]);
            }
        } else {
            assert_eq!(chosen["spots"], json!([]), "no clicks single out {chosen}");
            page.click(&format!("[data-move={}]", json!(action)));
        }
        played.push(action.clone());
        wait_for_position(stage, page, info, &played);
    }
    page.click_text("Undo");
    wait_for_position(stage, page, info, &played[..played.len() - 1]);
    page.click_text("Redo");
    wait_for_position(stage, page, info, &played);
    page.click_text("Restart");
    wait_for_position(stage, page, info, &[]);
}

/// Presses Tab until an element has the focus.
pub fn tab_to(page: &Page, selector: &str) {
    let focused = format!("document.activeElement?.matches({})", json!(selector));
    for _ in 0..200 {
        if page.eval(&focused) == true {
            return;
        }
        page.press([key::TAB]);
    }
    panic!("Tab does not reach {selector}");
}

fn by_keys(stage: &Stage, page: &Page, info: &'static Info) {
    const ARROWS: [(char, [&str; 4]); 4] = [
        (key::UP, ["up", "u", "north", "n"]),
        (key::DOWN, ["down", "d", "south", "s"]),
        (key::LEFT, ["left", "l", "west", "w"]),
        (key::RIGHT, ["right", "r", "east", "e"]),
    ];
    let plan = plan(stage, info);
    page.open(&format!("/?view=play&puzzle={}", info.name));
    wait_for_position(stage, page, info, &[]);
    let mut played = vec![];
    for action in plan.iter().take(MOVES) {
        let word = action.to_lowercase();
        let arrow = ARROWS.iter().find(|(_, words)| words.contains(&word.as_str()));
        if let Some(&(arrow, _)) = arrow {
            page.press([arrow]);
        } else {
            tab_to(page, &format!("[data-move={}]", json!(action)));
            page.press([key::ENTER]);
        }
        played.push(action.clone());
        wait_for_position(stage, page, info, &played);
    }
    page.press(['z']);
    wait_for_position(stage, page, info, &played[..played.len() - 1]);
    page.press(['y']);
    wait_for_position(stage, page, info, &played);
    page.press(['z']);
    wait_for_position(stage, page, info, &played[..played.len() - 1]);
    page.press(['?']);
    let found = stage.site().order(
        "hint",
        &json!({ "subject": { "puzzle": info.name }, "moves": played[..played.len() - 1] }),
    );
    page.wait_text(".said", found["action"].as_str().expect("a hint"));
    page.wait("the hinted move is marked", "document.querySelector('.hinted')");
}

fn is_solved(stage: &Stage, page: &Page, info: &'static Info) {
    let plan = plan(stage, info);
    page.open(&format!("/?view=solve&puzzle={}", info.name));
    page.click_text("Solve");
    page.wait("the outcome appears", "document.querySelector('.outcome')");
    assert_eq!(page.eval("document.querySelector('.outcome').className"), "outcome solved");
    if let Some(optimum) = info.instances[0].optimum
        && page.text(".outcome").contains("optimal")
    {
        let summary = page.text(".outcome");
        assert!(summary.contains(&format!("cost {optimum}")), "{summary}: not {optimum}");
    }
    page.wait_text(".film", "Start");
    page.click(".film [aria-label=Forward]");
    page.wait_text(".film", &format!("1. {}, cost ", plan[0]));
    page.click(".film input");
    page.press([key::END]);
    let last = plan.last().expect("a move");
    page.wait_text(".film", &format!("{}. {last}, cost ", plan.len()));
    let position = position(stage, info, &plan);
    assert_eq!(position["solved"], true);
    let board = format!("{}: {}", info.title, position["frames"][0]["state"].as_str().unwrap());
    assert_eq!(page.eval("document.querySelector('.film svg title').textContent"), board);
    page.click_text(&format!("All {} moves", plan.len()));
    page.wait_text(".words", &plan.join(" "));
}

/// Returns the last sentence of the page about a step.
fn wait_for_step(page: &Page, event: &Value) {
    let sentence = event["sentence"].as_str().expect("a sentence");
    page.wait_text(".sentence", sentence);
    let Some(node) = event["node"].as_u64() else { return };
    let current = "document.querySelector('.tree .node.current')";
    assert_eq!(page.eval(&format!("{current}.getAttribute('data-node')")), node.to_string());
    let label = page.text_of(&format!("{current}.getAttribute('aria-label')"));
    let [g, h] = ["g", "h"].map(|name| event[name].as_u64());
    let value = match (h, event["f"].as_f64()) {
        (Some(h), Some(f)) => format!("{}+{h}={}", g.unwrap(), (f * 100.0).round() / 100.0),
        (Some(h), None) => format!("g {}, h {h}", g.unwrap()),
        (None, _) => format!("g {}", g.unwrap()),
    };
    assert!(label.contains(&value), "{label}: not {value} as in {event}");
    if let Some(action) = event["action"].as_str() {
        let moves = page.text_of(
            "[...document.querySelectorAll('.tree .move')].map((m) => m.textContent).join('\\n')",
        );
        assert!(moves.lines().any(|word| word == action), "{action} is not in {moves}");
    }
}

fn is_watched(stage: &Stage, page: &Page, info: &'static Info) {
    let size = info.small_sizes[0];
    let subject = json!({ "puzzle": info.name, "random": size, "seed": 1 });
    for strategy in ["astar", "idastar"] {
        let request = json!({
            "subject": subject, "strategy": strategy, "heuristic": info.heuristics[0].name,
            "trace": 1_000_000,
        });
        let done = stage.site().order("solve", &request);
        let trace = done["trace"]["id"].as_u64().expect("a trace");
        let events = stage.site().ask(&format!("traces/{trace}/events"));
        let events = events.as_array().expect("events");
        page.open(&format!(
            "/?view=watch&puzzle={}&random={size}&seed=1&strategy={strategy}&heuristic={}",
            info.name, info.heuristics[0].name
        ));
        if events.is_empty() {
            page.wait_text("main", "No search was needed.");
            continue;
        }
        wait_for_step(page, &events[0]);
        for event in events.iter().skip(1).take(5) {
            page.press([key::RIGHT]);
            wait_for_step(page, event);
        }
        let last = done["trace"]["events"].as_u64().expect("a count") - 1;
        page.press([key::END]);
        wait_for_step(page, &stage.site().ask(&format!("traces/{trace}/events?from={last}"))[0]);
        page.press([key::LEFT]);
        if last > 0 {
            let before = last - 1;
            let before = stage.site().ask(&format!("traces/{trace}/events?from={before}&count=1"));
            wait_for_step(page, &before[0]);
        }
        page.press([key::HOME]);
        wait_for_step(page, &events[0]);
    }
}
