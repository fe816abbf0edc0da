//! A headless Chromium, driven through `chromedriver`.

use axum::http::Method;
use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, TimeoutConfiguration, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use url::Url;

/// The maximum time for anything to appear, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How often the page is asked whether something has appeared.
const POLL: Duration = Duration::from_millis(15);
/// The arguments of the browser.
const ARGUMENTS: [&str; 12] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--enable-precise-memory-info",
    "--js-flags=--expose-gc",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
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

/// A running `chromedriver`; dropping it ends the process.
pub struct Driver {
    child: Child,
    address: String,
}

impl Driver {
    /// Starts the driver.
    pub fn start() -> Self {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect(
                "the tests of the playground need Chromium's driver: install it, for example with \
                 `apt-get install chromium-driver`, or run ./test.sh, which installs it if possible",
            );
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut lines = output.lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        // The driver must always find a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let address = format!("http://127.0.0.1:{}", port.expect("the driver names its port"));
        Self { child, address }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command of Chromium that the standard lacks.
#[derive(Debug)]
struct Extra {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// A window of a browser; dropping it ends the browser.
pub struct Page {
    runtime: Runtime,
    client: Option<Client>,
    server: String,
}

impl Page {
    /// Starts a browser for the pages of a server.
    pub fn start(driver: &Driver, port: u16) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let capabilities = json!({
            "goog:chromeOptions": {
                "args": ARGUMENTS,
                "perfLoggingPrefs": { "enableNetwork": true, "enablePage": false },
            },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("an object") };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities as Capabilities);
        let client = runtime.block_on(builder.connect(&driver.address)).expect("a browser starts");
        let page =
            Self { runtime, client: Some(client), server: format!("http://127.0.0.1:{port}") };
        let timeouts = TimeoutConfiguration::new(Some(10 * TIMEOUT), Some(TIMEOUT), None);
        page.command(async |client| client.update_timeouts(timeouts.clone()).await);
        page.resize(WINDOW.0, WINDOW.1);
        page
    }

    /// Runs a command of the driver.
    fn command<T>(&self, run: impl AsyncFnOnce(&Client) -> Result<T, CmdError>) -> T {
        self.runtime
            .block_on(run(self.client.as_ref().expect("the browser runs")))
            .unwrap_or_else(|error| panic!("the driver fails: {error}"))
    }

    /// Calls a method of the `DevTools` protocol.
    pub fn devtools(&self, method: &str, parameters: &Value) -> Value {
        let body = json!({ "cmd": method, "params": parameters });
        self.command(async |client| {
            client.issue_cmd(Extra { path: "goog/cdp/execute", body }).await
        })
    }

    /// Loads a page of the server.
    pub fn load(&self, path: &str) {
        let address = format!("{}{path}", self.server);
        self.command(async |client| client.goto(&address).await);
    }

    /// Opens a view.
    pub fn open(&self, path: &str) {
        self.load(path);
        self.wait("the view appears", "document.querySelector('.view h1')");
    }

    /// Returns the path and query of the address.
    pub fn address(&self) -> String {
        self.text_of("location.pathname + location.search")
    }

    /// Evaluates an expression in the page.
    pub fn eval(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.command(async |client| client.execute(&script, vec![]).await)
    }

    /// Waits for a promise of the page.
    pub fn promise(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1];
             ({expression}).then(done, (error) => done({{ failure: String(error) }}));"
        );
        let value = self.command(async |client| client.execute_async(&script, vec![]).await);
        assert!(value.get("failure").is_none(), "{expression}: {value}");
        value
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
            client.wait().for_element(Locator::XPath(&path)).await?.click().await
        });
    }

    /// Clicks a point of the window.
    pub fn click_at(&self, x: f64, y: f64) {
        let to = PointerAction::MoveTo { duration: None, x, y };
        let mouse = MouseActions::new("mouse".to_owned())
            .then(to)
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        self.command(async |client| client.perform_actions(mouse).await);
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

    /// Sets the size of the window's content.
    pub fn resize(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
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
        self.command(async |client| client.goto("about:blank").await);
        self.console();
        self.requests();
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        let body = json!({ "type": kind });
        let log =
            self.command(async |client| client.issue_cmd(Extra { path: "se/log", body }).await);
        log.as_array().cloned().unwrap_or_default()
    }

    /// Takes the messages of the console.
    pub fn console(&self) -> Vec<String> {
        self.log("browser").iter().map(|entry| entry["message"].to_string()).collect()
    }

    /// Takes the addresses of all requests.
    pub fn requests(&self) -> Vec<String> {
        let entries = self.log("performance");
        let sent = entries.iter().filter_map(|entry| {
            let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let message = &message["message"];
            match message["method"].as_str()? {
                "Network.requestWillBeSent" => message["params"]["request"]["url"].as_str(),
                "Network.webSocketCreated" => message["params"]["url"].as_str(),
                _ => None,
            }
            .map(str::to_owned)
        });
        sent.collect()
    }

    /// Panics if the page logged anything or asked another server.
    pub fn assert_quiet(&self) {
        let console = self.console();
        assert!(console.is_empty(), "the console has messages: {console:#?}");
        let own = |address: &String| {
            address.starts_with(&format!("{}/", self.server)) || address.starts_with("data:")
        };
        let foreign: Vec<String> = self.requests().into_iter().filter(|to| !own(to)).collect();
        assert!(foreign.is_empty(), "requests leave the server: {foreign:#?}");
    }

    /// Forgets that the server rejected requests, of which the browser tells in the console.
    pub fn expect_rejections(&self) {
        let console = self.console();
        let expected = |message: &String| {
            message.contains(&self.server) && message.contains("responded with a status of 4")
        };
        assert!(!console.is_empty() && console.iter().all(expected), "{console:#?}");
    }

    /// Panics if axe-core finds that the page is not accessible.
    pub fn assert_accessible(&self) {
        if self.eval("typeof axe") != "object" {
            let script = std::fs::read_to_string(axe()).unwrap_or_else(|error| {
                panic!("{}: {error}: run ./test.sh, which installs axe-core", axe().display())
            });
            self.command(async |client| client.execute(&script, vec![]).await);
        }
        let violations = self.promise(
            "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations.map((v) =>
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

    /// Describes the page for a failed scenario: its address, its text, and a picture.
    pub fn describe(&self, scenario: &str) -> String {
        let name: String =
            scenario.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let path = target().join(format!("playground-{name}.png"));
        let picture = self.command(async |client| client.screenshot().await);
        let saved = std::fs::write(&path, picture);
        format!(
            "{}\n{}\nconsole: {:?}\nscreenshot: {} ({saved:?})",
            self.address(),
            self.text("body"),
            self.console(),
            path.display()
        )
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            // A browser that has ended already cannot be ended.
            let _ = self.runtime.block_on(client.close());
        }
    }
}

/// Returns the folder of what is built.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder").to_owned()
}

/// Returns the path of axe-core, which `./test.sh` installs.
fn axe() -> PathBuf {
    target().join("npm/node_modules/axe-core/axe.min.js")
}
