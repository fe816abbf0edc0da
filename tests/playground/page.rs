//! A page of the playground, and what a user does and sees there.

use crate::chromium::{Chromium, Driver, TIMEOUT};
use fantoccini::Locator;
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions,
};
use serde_json::json;
use std::cell::Cell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the page is asked whether something has appeared.
const POLL: Duration = Duration::from_millis(15);
/// The size of the window, unless a scenario changes it.
const WINDOW: (u32, u32) = (1000, 800);

/// The key codes of the protocol.
pub mod key {
    pub const TAB: char = '\u{E004}';
    pub const ENTER: char = '\u{E007}';
    pub const END: char = '\u{E010}';
    pub const HOME: char = '\u{E011}';
    pub const LEFT: char = '\u{E012}';
    pub const UP: char = '\u{E013}';
    pub const RIGHT: char = '\u{E014}';
    pub const DOWN: char = '\u{E015}';
}

/// A point of a window or a picture.
pub type Point = (f64, f64);

fn to((x, y): Point) -> PointerAction {
    PointerAction::MoveTo { duration: None, x, y }
}

/// Returns what a pointer does that is pressed at the first point, and leaves at the last.
fn stroke(points: &[Point]) -> Vec<PointerAction> {
    let mut actions: Vec<PointerAction> = points.iter().copied().map(to).collect();
    actions.insert(1, PointerAction::Down { button: 0 });
    actions.push(PointerAction::Up { button: 0 });
    actions
}

/// A browser that shows pages of a server.
pub struct Page {
    chromium: Chromium,
    port: Cell<u16>,
}

impl Deref for Page {
    type Target = Chromium;

    fn deref(&self) -> &Chromium {
        &self.chromium
    }
}

impl Page {
    /// Starts a browser.
    pub fn start(driver: &Driver) -> Self {
        let page = Self { chromium: Chromium::start(driver), port: Cell::default() };
        page.resize(WINDOW.0, WINDOW.1);
        let axe = target().join("npm/node_modules/axe-core/axe.min.js");
        let script = std::fs::read_to_string(&axe).unwrap_or_else(|error| {
            panic!("{}: {error}: run ./test.sh, which installs axe-core", axe.display())
        });
        // Sent once for all pages, which run it only when they are checked.
        let source = format!("globalThis.addAxe = () => {{ {script}\nreturn globalThis.axe; }};");
        page.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
        page
    }

    /// Returns the address of the server.
    fn server(&self) -> String {
        format!("http://127.0.0.1:{}", self.port.get())
    }

    /// Goes on with the pages of a server.
    pub fn visit(&self, port: u16) {
        self.port.set(port);
    }

    /// Opens a view.
    pub fn open(&self, path: &str) {
        self.load(&format!("{}{path}", self.server()));
        self.wait("the view appears", "document.querySelector('.view h1')");
    }

    /// Returns the path and query of the address.
    pub fn address(&self) -> String {
        self.text_of("location.pathname + location.search")
    }

    /// Evaluates an expression that is a text.
    pub fn text_of(&self, expression: &str) -> String {
        self.eval(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Returns the visible text of an element.
    pub fn text(&self, selector: &str) -> String {
        self.text_of(&format!("document.querySelector({})?.innerText ?? ''", json!(selector)))
    }

    /// Waits until an expression is truthy.
    pub fn wait(&self, what: &str, expression: &str) {
        let begun = Instant::now();
        while self.eval(&format!("Boolean({expression})")) != json!(true) {
            assert!(begun.elapsed() < TIMEOUT, "not in time: {what}: {expression}");
            std::thread::sleep(POLL);
        }
    }

    /// Waits until an element contains a text.
    pub fn wait_text(&self, selector: &str, text: &str) {
        let (found, wanted) = (json!(selector), json!(text));
        let expression = format!("document.querySelector({found})?.innerText.includes({wanted})");
        self.wait(text, &expression);
    }

    /// Clicks an element.
    pub fn click(&self, selector: &str) {
        self.wait(selector, &format!("document.querySelector({})", json!(selector)));
        self.command(async |client| client.find(Locator::Css(selector)).await?.click().await);
    }

    /// Clicks the button or link of the view that has a text.
    pub fn click_text(&self, text: &str) {
        let path = format!(
            "//main//*[self::button or self::a or self::summary][normalize-space()='{text}']"
        );
        self.command(async |client| {
            client.wait().every(POLL).for_element(Locator::XPath(&path)).await?.click().await
        });
    }

    /// Returns where in the window a point of a picture is, and scrolls there.
    pub fn locate(&self, picture: &str, (x, y): Point) -> Point {
        let place = self.eval(&format!(
            "(() => {{ const svg = document.querySelector({});
                svg.scrollIntoView({{ block: 'nearest' }});
                const {{ x, y }} = new DOMPoint({x}, {y}).matrixTransform(svg.getScreenCTM());
                return [x, y]; }})()",
            json!(picture)
        ));
        (place[0].as_f64().expect("x"), place[1].as_f64().expect("y"))
    }

    /// Moves the mouse to a point of the window.
    pub fn hover(&self, at: Point) {
        let mouse = MouseActions::new("mouse".to_owned()).then(to(at));
        self.command(async |client| client.perform_actions(mouse).await);
    }

    /// Presses the mouse at the first point of the window, and moves it over the others; with one point, this
    /// is a click.
    pub fn drag(&self, points: &[Point]) {
        let mouse = stroke(points)
            .into_iter()
            .fold(MouseActions::new("mouse".to_owned()), InputSource::then);
        self.command(async |client| client.perform_actions(mouse).await);
    }

    /// Does the same with a finger.
    pub fn touch(&self, points: &[Point]) {
        let finger = stroke(points)
            .into_iter()
            .fold(TouchActions::new("finger".to_owned()), InputSource::then);
        self.command(async |client| client.perform_actions(finger).await);
    }

    /// Chooses an option of a list.
    pub fn choose(&self, list: &str, value: &str) {
        self.wait(list, &format!("document.querySelector({})", json!(list)));
        self.eval(&format!(
            "(() => {{ const list = document.querySelector({}); list.value = {};
                list.dispatchEvent(new Event('change')); }})()",
            json!(list),
            json!(value)
        ));
    }

    /// Presses keys, one after the other.
    pub fn press(&self, keys: impl IntoIterator<Item = char>) {
        let keys = keys.into_iter().fold(KeyActions::new("keys".to_owned()), |keys, value| {
            keys.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        });
        self.command(async |client| client.perform_actions(keys).await);
    }

    /// Replaces the text of a field.
    pub fn enter(&self, selector: &str, text: &str) {
        self.wait(selector, &format!("document.querySelector({})", json!(selector)));
        self.eval(&format!("document.querySelector({}).select()", json!(selector)));
        self.press(text.chars().map(|c| if c == '\n' { key::ENTER } else { c }));
    }

    /// Goes back in the history.
    pub fn back(&self) {
        self.command(async |client| client.back().await);
    }

    /// Goes forward in the history.
    pub fn forward(&self) {
        self.command(async |client| client.forward().await);
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.command(async |client| client.refresh().await);
    }

    /// Sets what the page learns of the user's preferences, such as `prefers-color-scheme: dark`.
    pub fn prefer(&self, features: &[(&str, &str)]) {
        let features = features.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        let features = json!({ "features": features.collect::<Vec<_>>() });
        self.devtools("Emulation.setEmulatedMedia", &features);
    }

    /// Returns to the standard window, and forgets what earlier scenarios logged.
    pub fn reset(&self) {
        self.resize(WINDOW.0, WINDOW.1);
        self.prefer(&[]);
        self.load("about:blank");
        self.console();
        self.requests();
    }

    /// Panics if the page logged anything or asked another server.
    pub fn assert_quiet(&self) {
        let console = self.console();
        assert!(console.is_empty(), "the console has messages: {console:#?}");
        let own = |address: &String| {
            address.starts_with(&format!("{}/", self.server())) || address.starts_with("data:")
        };
        let foreign: Vec<String> = self.requests().into_iter().filter(|to| !own(to)).collect();
        assert!(foreign.is_empty(), "requests leave the server: {foreign:#?}");
    }

    /// Forgets what the browser tells in the console of failed requests to the server, which must be of
    /// this kind.
    pub fn expect_failures(&self, kind: &str) {
        let console = self.console();
        let expected =
            |message: &String| message.contains(&self.server()) && message.contains(kind);
        assert!(!console.is_empty() && console.iter().all(expected), "{console:#?}");
    }

    /// Forgets that the server rejected requests.
    pub fn expect_rejections(&self) {
        self.expect_failures("responded with a status of 4");
    }

    /// Panics if axe-core finds that the page is not accessible.
    pub fn assert_accessible(&self) {
        let violations = self.promise(
            "(globalThis.axe ?? addAxe()).run(document, { resultTypes: ['violations'] }).then((result) => result.violations.map((v) =>
                `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + ' ' + n.failureSummary).join(' | ')}`))",
        );
        assert_eq!(violations, json!([]), "axe-core finds violations");
    }

    /// Panics if the page is wider than the window.
    pub fn assert_fits(&self) {
        let wide = self.eval(
            "document.documentElement.scrollWidth <= innerWidth ? [] :
             [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
                 .map((e) => e.outerHTML.slice(0, 120)).slice(0, 5)",
        );
        assert_eq!(wide, json!([]), "the page scrolls sideways");
    }

    /// Describes the page for a failed scenario: its address, its text, and a screenshot.
    pub fn describe(&self, scenario: &str) -> String {
        let path = screenshot(scenario);
        let saved = std::fs::write(&path, self.command(async |client| client.screenshot().await));
        format!(
            "{}\n{}\nconsole: {:?}\nscreenshot: {} ({saved:?})",
            self.address(),
            self.text("body"),
            self.console(),
            path.display()
        )
    }
}

/// Returns the folder of what is built.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder").to_owned()
}

/// Returns the path of the screenshot of a failed scenario.
pub fn screenshot(scenario: &str) -> PathBuf {
    let name: String =
        scenario.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    target().join(format!("playground-{name}.png"))
}
