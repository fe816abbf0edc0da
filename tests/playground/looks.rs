//! The looks: narrow windows, dark colors, reduced motion.

use crate::Test;
use crate::page::Page;

/// Each view: its name, its address, and what shows that it is complete.
const VIEWS: [(&str, &str, &str); 9] = [
    ("gallery", "/", "document.querySelector('.cards')"),
    ("a puzzle's page", "/?view=gallery&puzzle=grid", "document.querySelector('.instances')"),
    ("play", "/?view=play&puzzle=tiles&instance=eight", "document.querySelector('.moves')"),
    (
        "play with judgments",
        "/?view=play&puzzle=river&moves=2c",
        "document.querySelector('.moves .keeps')",
    ),
    ("solve", "/?view=solve&puzzle=river", "document.querySelector('.film svg')"),
    (
        "watch",
        "/?view=watch&puzzle=tiles&random=3x3&seed=4&strategy=astar&step=40",
        "document.querySelectorAll('.tree .node').length > 9",
    ),
    ("race", "/?view=race&puzzle=river", "document.querySelector('.ranking')"),
    (
        "predict",
        "/?view=predict&puzzle=tiles&random=3x3&seed=4&strategy=astar",
        "document.querySelector('.choices button')",
    ),
    (
        "maze maker",
        "/?view=maze&rows=4&cols=4&low=1&high=3&seconds=0.2&made=yes",
        "document.querySelector('.solution')",
    ),
];

/// Returns the scenarios.
pub fn tests() -> Vec<Test> {
    let views = VIEWS.into_iter().flat_map(|view| {
        let name = view.0;
        [
            Test::scenario(format!("{name} fits into 360 pixels"), move |_, page| {
                narrow(page, view);
            }),
            Test::scenario(format!("{name} is dark"), move |_, page| {
                dark(page, view);
            }),
        ]
    });
    let motion = Test::scenario("with reduced motion a race shows its end at once", |_, page| {
        reduced_motion(page);
    });
    views.chain([motion]).collect()
}

/// Opens a view, and waits until it is complete.
fn open(page: &Page, (name, path, complete): (&str, &str, &str)) {
    page.open(path);
    if matches!(name, "solve" | "race") {
        page.click("button.main");
    }
    page.wait(name, complete);
}

fn narrow(page: &Page, view: (&str, &str, &str)) {
    page.resize(360, 740);
    open(page, view);
    page.assert_fits();
    // Everything that can be pressed is in the window.
    let outside = page.eval(
        "[...document.querySelectorAll('main button, main select, main input, nav a')].filter((e) => {
            const { left, right, width } = e.getBoundingClientRect();
            return width > 0 && (left < 0 || right > innerWidth) && !e.closest('.canvas, .scroll, .moves, .choices');
        }).map((e) => e.outerHTML.slice(0, 100))",
    );
    assert_eq!(outside, serde_json::json!([]), "controls are outside the window");
}

fn dark(page: &Page, view: (&str, &str, &str)) {
    page.prefer(&[("prefers-color-scheme", "dark")]);
    open(page, view);
    let paper = page.text_of("getComputedStyle(document.body).backgroundColor");
    let light: u32 = paper
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|word| word.parse::<u32>().ok())
        .take(3)
        .sum();
    assert!(light < 150, "the page is not dark: {paper}");
}

fn reduced_motion(page: &Page) {
    page.prefer(&[("prefers-reduced-motion", "reduce")]);
    page.open("/?view=race&puzzle=tiles&random=3x3&seed=4&setups=bfs;astar");
    page.click("button.main");
    page.wait("the table appears", "document.querySelector('.ranking')");
    // The bars are full as soon as there is a table.
    assert_eq!(
        page.eval("[...document.querySelectorAll('progress')].every((bar) => bar.value === 1)"),
        true
    );
    let moving = page.eval(
        "[...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).transitionDuration.split(', ').some((t) => t !== '0s')
            || getComputedStyle(e).animationName !== 'none').map((e) => e.outerHTML.slice(0, 100))",
    );
    assert_eq!(moving, serde_json::json!([]), "parts of the page move");
}
