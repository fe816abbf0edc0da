//! A headless Chromium, driven through `chromedriver`.

use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, TimeoutConfiguration, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::runtime::Runtime;
use url::Url;

/// The maximum time for a page to load, even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum time for a script.
const SCRIPT_TIMEOUT: Duration = Duration::from_secs(300);
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
                "the tests of pages need Chromium and its driver: install them, for example with \
                 `apt-get install chromium-driver`, or run ./test.sh, which installs them if possible",
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

/// A browser with one window; dropping it ends the browser.
pub struct Chromium {
    runtime: Runtime,
    client: Option<Client>,
}

impl Chromium {
    /// Starts a browser.
    pub fn start(driver: &Driver) -> Self {
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
        let chromium = Self { runtime, client: Some(client) };
        let timeouts = TimeoutConfiguration::new(Some(SCRIPT_TIMEOUT), Some(TIMEOUT), None);
        chromium.command(async |client| client.update_timeouts(timeouts.clone()).await);
        chromium
    }

    /// Runs a command of the driver.
    pub fn command<T>(&self, run: impl AsyncFnOnce(&Client) -> Result<T, CmdError>) -> T {
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

    /// Loads a page.
    pub fn load(&self, address: &str) {
        self.command(async |client| client.goto(address).await);
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

    /// Sets the size of the window's content.
    pub fn resize(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
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
}

impl Drop for Chromium {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            // A browser that has ended already cannot be ended.
            let _ = self.runtime.block_on(client.close());
        }
    }
}
