//! Watching a search: its map, curves, marks, tree, speed, and what a screen reader says.

use crate::page::{Page, key};
use crate::{Stage, Test};
use serde_json::{Value, json};

/// A search that needs more than 10,000 nodes.
const LARGE: Search = Search {
    puzzle: "tiles",
    instance: "8 6 7 2 5 4 3 0 1",
    strategy: "astar",
    heuristic: "manhattan",
};
/// A search on a map.
const MAP: Search =
    Search { puzzle: "grid", instance: "pocket", strategy: "astar", heuristic: "manhattan" };
/// A search that reopens a node.
const REOPENING: Search =
    Search { puzzle: "graph", instance: "inconsistent", strategy: "astar", heuristic: "given" };
/// A search that raises its bound.
const DEEPENING: Search =
    Search { puzzle: "tiles", instance: "easy", strategy: "idastar", heuristic: "manhattan" };
/// A search that repeats states.
const REPEATING: Search =
    Search { puzzle: "river", instance: "", strategy: "bfs", heuristic: "zero" };

/// Returns the tests.
pub fn tests() -> Vec<Test> {
    [
        ("the map of a grid follows the steps back and forward", map as fn(&Stage, &Page)),
        ("a search of more than 10,000 nodes shows curves and a part of the tree", curves),
        ("the scrubber marks bounds, duplicates, reopened nodes and goals", marks),
        ("the player keeps its speed, which changes while it plays", speed),
        ("the node under the pointer shows its board", pointed),
        ("a screen reader says a sentence for every step", spoken),
    ]
    .map(|(name, play)| Test::scenario(name, play))
    .into()
}

/// A search: an instance and a setup.
struct Search {
    puzzle: &'static str,
    /// Empty for the first instance.
    instance: &'static str,
    strategy: &'static str,
    heuristic: &'static str,
}

impl Search {
    /// Opens the search at a step.
    fn open(&self, page: &Page, step: u64) {
        let Self { puzzle, instance, strategy, heuristic } = self;
        let instance = instance.replace(' ', "+");
        page.open(&format!(
            "/?view=watch&puzzle={puzzle}&instance={instance}&strategy={strategy}&heuristic={heuristic}&step={step}"
        ));
        page.wait("a sentence", "document.querySelector('.sentence')?.textContent");
    }

    /// Records the same search.
    fn record<'s>(&self, stage: &'s Stage) -> Recorded<'s> {
        let mut subject = json!({ "puzzle": self.puzzle });
        if !self.instance.is_empty() {
            subject["instance"] = json!(self.instance);
        }
        let request = json!({
            "subject": subject, "strategy": self.strategy, "heuristic": self.heuristic,
            "trace": 1_000_000,
        });
        let id = stage.site().order("solve", &request)["trace"]["id"].as_u64().expect("a trace");
        let overview = stage.site().ask(&format!("traces/{id}"));
        let last = overview["events"].as_u64().expect("a count") - 1;
        Recorded { stage, id, overview, last }
    }
}

/// A recorded search.
struct Recorded<'s> {
    stage: &'s Stage,
    id: u64,
    overview: Value,
    /// The last step.
    last: u64,
}

impl Recorded<'_> {
    fn ask(&self, path: &str) -> Value {
        self.stage.site().ask(&format!("traces/{}/{path}", self.id))
    }

    /// Returns the search as it stood after a step.
    fn at(&self, step: u64) -> Value {
        self.ask(&format!("at/{step}"))
    }
}

/// Waits until the page shows a step.
fn wait_for_step(page: &Page, step: u64, situation: &Value) {
    let shown = "document.querySelector('output').textContent.replaceAll(',', '')";
    page.wait("the step", &format!("{shown}.startsWith('step {step} of ')"));
    page.wait_text(".sentence", situation["event"]["sentence"].as_str().expect("a sentence"));
}

/// Moves the scrubber.
fn scrub(page: &Page, step: u64) {
    page.eval(&format!(
        "(() => {{ const slider = document.querySelector('.scrubber input'); slider.value = {step};
            slider.dispatchEvent(new Event('input')); }})()"
    ));
}

/// Returns the number of an attribute or property of the page.
fn number(page: &Page, expression: &str) -> f64 {
    page.eval(&format!("Number({expression})")).as_f64().expect(expression)
}

fn map(stage: &Stage, page: &Page) {
    let search = MAP.record(stage);
    let places = search.ask("map");
    let places = places["places"].as_array().expect("places");
    MAP.open(page, 0);
    let steps = [
        (key::RIGHT, 1),
        (key::RIGHT, 2),
        (key::RIGHT, 3),
        (key::LEFT, 2),
        (key::END, search.last),
        (key::LEFT, search.last - 1),
        (key::HOME, 0),
    ];
    for (key, step) in steps {
        page.press([key]);
        let situation = search.at(step);
        wait_for_step(page, step, &situation);
        let counts = &situation["counts"];
        let is_goal = situation["event"]["event"] == "solved";
        let drawn = |class: &str| {
            let areas = format!("document.querySelector('.{class}').getAttribute('d')");
            page.eval(&format!("{areas}.split('M').length - 1")).as_u64()
        };
        let expanded = counts["expanded"].as_u64().map(|count| count + u64::from(is_goal));
        assert_eq!(drawn("map-expanded"), expanded, "step {step}");
        assert_eq!(drawn("map-waiting"), counts["frontier"].as_u64(), "step {step}");
        // The mark is in the place that left the frontier last.
        let left = |place: &&Value| place[2].as_u64().filter(|&at| at <= step);
        let latest = places.iter().filter(|place| left(place).is_some()).max_by_key(left);
        let Some(latest) = latest else {
            assert_eq!(drawn("map-here"), Some(0), "step {step}");
            continue;
        };
        let mark = page.eval(
            "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector('.map-here').getBBox())",
        );
        let area = latest[0].as_array().expect("an area");
        let area: Vec<f64> = area.iter().filter_map(Value::as_f64).collect();
        for (center, side) in [(0, 2), (1, 3)] {
            let middle = area[center] + area[side] / 2.0;
            let marked = mark[center].as_f64().expect("a number");
            assert!((marked - middle).abs() < 0.01, "step {step}: {mark} is not in {area:?}");
        }
    }
}

fn curves(stage: &Stage, page: &Page) {
    let search = LARGE.record(stage);
    let nodes = search.overview["nodes"].as_u64().expect("a count");
    assert!(nodes > 10_000, "only {nodes} nodes");
    let points = search.overview["points"].as_array().expect("points");
    LARGE.open(page, 0);
    for step in [0, search.last / 2, search.last, search.last / 2 - 1] {
        scrub(page, step);
        let situation = search.at(step);
        wait_for_step(page, step, &situation);
        let tree = situation["tree"].as_array().expect("nodes").iter();
        let mut expected: Vec<u64> = tree
            .filter(|node| node["born"].as_u64().is_some_and(|born| born <= step))
            .filter_map(|node| node["id"].as_u64())
            .collect();
        expected.sort_unstable();
        let shown = "[...document.querySelectorAll('.tree .node')].map((n) => Number(n.dataset.node)).sort((a, b) => a - b)";
        page.wait("the tree", &format!("String({shown}) === String({})", json!(expected)));
        assert!(expected.len() < 500, "{} nodes are shown", expected.len());
        // A bound has no node.
        if let Some(node) = situation["event"]["node"].as_u64() {
            let current = "document.querySelector('.tree .node.current').dataset.node";
            assert_eq!(page.text_of(current), node.to_string(), "step {step}");
        }
        // The line is where the step is.
        let axis = |name: &str| {
            number(page, &format!("document.querySelector('.charts .axis').getAttribute('{name}')"))
        };
        let line = number(page, "document.querySelector('.charts .now').getAttribute('x1')");
        let share = (line - axis("x1")) / (axis("x2") - axis("x1"));
        assert!((share - step as f64 / search.last as f64).abs() < 0.01, "step {step} at {share}");
    }
    for curve in ["f", "g", "h", "frontier"] {
        let known = points.iter().filter(|point| !point[curve].is_null()).count();
        let drawn = format!(
            "document.querySelector('.charts .curve.{curve}').getAttribute('points').split(' ').length"
        );
        assert_eq!(page.eval(&drawn), known, "{curve}");
    }
    let largest = points.iter().filter_map(|point| point["frontier"].as_u64()).max();
    let tick = "document.querySelectorAll('.chart')[1].querySelector('.tick').textContent.replaceAll(',', '')";
    assert_eq!(page.text_of(tick), largest.expect("a point").to_string());
}

fn marks(stage: &Stage, page: &Page) {
    for (search, kinds) in [
        (REOPENING, &["reopen", "solved"][..]),
        (DEEPENING, &["bound", "solved"]),
        (REPEATING, &["duplicate", "solved"]),
    ] {
        let recorded = search.record(stage);
        search.open(page, 0);
        for kind in ["bound", "duplicate", "reopen", "solved"] {
            let steps = &recorded.overview["marks"][kind];
            let shown = format!(
                "[...document.querySelectorAll('.marks line.{kind}')].map((line) => Number(line.getAttribute('x1')))"
            );
            assert_eq!(&page.eval(&shown), steps, "{kind}");
            let steps = steps.as_array().expect("steps");
            assert!(!kinds.contains(&kind) || !steps.is_empty(), "{kind} of {}", search.strategy);
            for step in steps {
                assert_eq!(recorded.at(step.as_u64().expect("a step"))["event"]["event"], kind);
            }
        }
        // A mark is above the thumb at its step.
        let step = recorded.overview["marks"]["solved"][0].as_u64().expect("a goal");
        let mark = number(
            page,
            "(({ x, width }) => x + width / 2)(document.querySelector('.marks line.solved').getBoundingClientRect())",
        );
        let [left, right] = ["left", "right"].map(|side| {
            let slider = "document.querySelector('.scrubber input').getBoundingClientRect()";
            number(page, &format!("{slider}.{side}"))
        });
        let (thumb, share) = (8.0, step as f64 / recorded.last as f64);
        let expected = left + thumb + share * (right - left - 2.0 * thumb);
        assert!((mark - expected).abs() < 3.0, "{mark} instead of {expected}");
    }
}

fn speed(_: &Stage, page: &Page) {
    LARGE.open(page, 0);
    let step = "Number(document.querySelector('.scrubber input').value)";
    let pauses = "document.querySelector('.player .main').textContent === 'Play'";
    page.choose("[aria-label=Speed]", "1");
    page.click_text("Play");
    page.wait("the first step by itself", &format!("{step} === 1"));
    // At 100 steps a second, this would not be in time.
    page.choose("[aria-label=Speed]", "1000");
    page.wait("many steps", &format!("{step} > 3000"));
    page.press([' ']);
    page.wait("it pauses", pauses);
    let paused = number(page, step);
    page.press([' ']);
    page.wait("it goes on", &format!("{step} > {paused}"));
    page.press([key::LEFT]);
    page.wait("a step by hand ends it", pauses);
}

fn pointed(stage: &Stage, page: &Page) {
    let search = DEEPENING.record(stage);
    let step = search.last / 2;
    DEEPENING.open(page, step);
    page.wait("the tree appears", "document.querySelectorAll('.tree .node').length > 3");
    let pointed = |element: &str| {
        let place = page.eval(&format!(
            "(() => {{ const element = {element}; element.scrollIntoView({{ block: 'center', inline: 'center' }});
                const {{ x, y, width, height }} = element.getBoundingClientRect();
                return [x + width / 2, y + height / 2]; }})()"
        ));
        page.hover((place[0].as_f64().expect("x"), place[1].as_f64().expect("y")));
    };
    let wait_for_node = |id: u64| {
        let node = search.ask(&format!("nodes/{id}"));
        let moves = node["moves"].as_array().expect("moves").iter();
        let moves: Vec<&str> = moves.filter_map(Value::as_str).collect();
        let moves = if moves.is_empty() { "the start".to_owned() } else { moves.join(" ") };
        page.wait_text(".side p", &format!("{}: {moves}", node["name"].as_str().expect("a name")));
        let board = "document.querySelector('.side .board svg title').textContent";
        assert_eq!(page.eval(board), node["state"]);
    };
    let nodes = page.eval("[...document.querySelectorAll('.tree .node:not(.current)')].map((n) => Number(n.dataset.node))");
    let nodes = nodes.as_array().expect("nodes");
    for node in [&nodes[0], &nodes[nodes.len() / 2], &nodes[nodes.len() - 1]] {
        let id = node.as_u64().expect("a number");
        pointed(&format!("document.querySelector('.tree [data-node=\"{id}\"]')"));
        wait_for_node(id);
    }
    // So does the row of a list.
    let closed = search.at(step)["closed"][1]["id"].as_u64().expect("a node");
    pointed("document.querySelectorAll('.lists details')[1].querySelectorAll('tbody tr')[1]");
    wait_for_node(closed);
}

fn spoken(stage: &Stage, page: &Page) {
    const STEPS: u64 = 12;
    let search = REOPENING.record(stage);
    REOPENING.open(page, 0);
    page.eval(
        "(() => {
            const live = document.querySelector('.sentence');
            window.spoken = [];
            new MutationObserver(() => spoken.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
        })()",
    );
    assert_eq!(page.eval("document.querySelector('.sentence').getAttribute('role')"), "status");
    let steps = STEPS.min(search.last);
    let mut expected = vec![];
    for (key, step) in (1..=steps)
        .map(|step| (key::RIGHT, step))
        .chain((0..steps).rev().map(|step| (key::LEFT, step)))
    {
        page.press([key]);
        let situation = search.at(step);
        wait_for_step(page, step, &situation);
        expected.push(situation["event"]["sentence"].clone());
    }
    assert_eq!(page.eval("spoken"), json!(expected));
}
