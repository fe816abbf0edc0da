//! A headless Chromium, driven by its `DevTools` protocol over two pipes.

use crate::program::Scratch;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The names of Chromium on different systems.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// The maximum time for an answer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Returns the position and size of every picture on a page, the texts that its edges cut, the parts
/// that are wider than the page, the scripts, the text and the overflow.
const FACTS: &str = "JSON.stringify({
    scripts: document.scripts.length,
    text: document.body.innerText,
    overflow: document.documentElement.scrollWidth - innerWidth,
    cut: [...document.querySelectorAll('svg text')].filter(text => {
        const [inner, outer] = [text, text.ownerSVGElement].map(e => e.getBoundingClientRect());
        return inner.left < outer.left - 1 || inner.right > outer.right + 1
            || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
    }).map(text => text.textContent),
    wide: [...document.querySelectorAll('figure, table, pre, svg')].filter(element =>
        element.getBoundingClientRect().right > innerWidth
    ).map(element => element.outerHTML.slice(0, 200)),
    pictures: [...document.querySelectorAll('svg')].map(svg => {
        const { x, y, width, height } = svg.getBoundingClientRect();
        return { x: x + scrollX, y: y + scrollY, width, height };
    }),
})";

/// Counts the pixels of each picture in a screenshot: the share of those that differ from the most
/// common color, and the number of saturated ones.
const PIXELS: &str = "(async (data, places) => {
    // An <img> element does not work: a background page may never draw it.
    const file = await (await fetch('data:image/png;base64,' + data)).blob();
    const image = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return JSON.stringify(places.map(({ x, y, width, height }) => {
        if (width < 1 || height < 1) return { width, height, drawn: 0, saturated: 0 };
        const { data } = context.getImageData(x, y, width, height);
        const counts = new Map();
        let saturated = 0;
        for (let i = 0; i < data.length; i += 4) {
            const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
            const color = r << 16 | g << 8 | b;
            counts.set(color, (counts.get(color) ?? 0) + 1);
            if (Math.max(r, g, b) - Math.min(r, g, b) > 60) saturated++;
        }
        const drawn = 1 - Math.max(...counts.values()) / (data.length / 4);
        return { width, height, drawn, saturated };
    }));
})(DATA, PLACES)";

/// A picture on a page.
#[derive(Debug, Deserialize)]
pub struct Picture {
    pub width: f64,
    pub height: f64,
    /// The share of pixels that are not background.
    pub drawn: f64,
    /// The number of pixels with a saturated color.
    pub saturated: f64,
}

/// A rendered page.
#[derive(Debug)]
pub struct Rendered {
    /// Errors, warnings and other console messages.
    pub console: Vec<String>,
    /// Requests other than for the page itself and its data URLs.
    pub requests: Vec<String>,
    pub pictures: Vec<Picture>,
    pub scripts: f64,
    /// The width of the page minus the width of the window.
    pub overflow: f64,
    pub text: String,
    /// The texts of pictures that an edge of the picture cuts.
    pub cut: Vec<String>,
    /// The figures, tables and texts that reach beyond the right edge.
    pub wide: Vec<String>,
}

/// A running browser; dropping it ends the process.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    events: Vec<Value>,
    requests: u64,
    _profile: Scratch,
    /// The session of an empty page that counts pixels.
    counter: String,
}

impl Browser {
    /// Starts the browser.
    pub fn start() -> Self {
        let name = NAMES.into_iter().find(|name| {
            let version = Command::new(name).arg("--version").stdin(Stdio::null()).output();
            version.is_ok_and(|output| output.status.success())
        });
        let name = name.expect(
            "the tests of pages need Chromium: install it, for example with `apt-get install \
             chromium`, or run ./test.sh, which installs it if possible",
        );
        let profile = Scratch::new();
        // The browser reads descriptor 3 and writes descriptor 4; the shell maps them to its own.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 1>&2", "sh", name])
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .args(["--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync", "--disable-extensions"])
            .args(["--disable-renderer-backgrounding", "--disable-background-timer-throttling"])
            .arg("--disable-backgrounding-occluded-windows")
            .args(["--host-resolver-rules=MAP * ~NOTFOUND", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.path("")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the shell starts");
        let input = child.stdin.take().expect("stdin is piped");
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in output.split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                let _ = sender.send(message);
            }
        });
        let (events, counter) = (vec![], String::new());
        let mut browser =
            Self { child, input, messages, events, requests: 0, _profile: profile, counter };
        // Opened first, since only the page opened last is drawn.
        browser.counter = browser.open().1;
        browser
    }

    fn receive(&self) -> Value {
        self.messages.recv_timeout(TIMEOUT).expect("a message from the browser")
    }

    /// Calls a method of the browser, or of a page's session, and returns the result.
    fn call(&mut self, session: &str, method: &str, parameters: &Value) -> Value {
        self.requests += 1;
        let mut message = json!({ "id": self.requests, "method": method, "params": parameters });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        let message = format!("{message}\0");
        self.input.write_all(message.as_bytes()).expect("the browser reads");
        loop {
            let message = self.receive();
            if message["id"] == self.requests {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    fn wait_for(&mut self, session: &str, event: &str) {
        let matches =
            |message: &Value| message["method"] == event && message["sessionId"] == session;
        while !self.events.iter().any(matches) {
            let message = self.receive();
            self.events.push(message);
        }
    }

    /// Evaluates an expression whose value is JSON text, or a promise of it.
    fn evaluate(&mut self, session: &str, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "awaitPromise": true });
        let result = self.call(session, "Runtime.evaluate", &parameters);
        let text = result["result"]["value"].as_str().unwrap_or_else(|| panic!("{result}"));
        serde_json::from_str(text).expect("JSON")
    }

    /// Opens an empty page and returns its target and its session.
    fn open(&mut self) -> (Value, String) {
        let target = self.call("", "Target.createTarget", &json!({ "url": "about:blank" }));
        let target = target["targetId"].clone();
        let attach = json!({ "targetId": target, "flatten": true });
        let session = self.call("", "Target.attachToTarget", &attach);
        (target, session["sessionId"].as_str().expect("a session").to_owned())
    }

    /// Renders a file in a window of this width with a light or dark color scheme, or with the style of
    /// `print`.
    pub fn render(&mut self, page: &Path, width: u32, scheme: &str) -> Rendered {
        let (target, session) = self.open();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&session, &format!("{domain}.enable"), &json!({}));
        }
        let size =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.call(&session, "Emulation.setDeviceMetricsOverride", &size);
        let media = match scheme {
            "print" => json!({ "media": "print" }),
            _ => json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] }),
        };
        self.call(&session, "Emulation.setEmulatedMedia", &media);
        let url = format!("file://{}", page.display());
        self.call(&session, "Page.navigate", &json!({ "url": url }));
        // Earlier load events are those of the empty page.
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        self.wait_for(&session, "Page.loadEventFired");
        // Wait for what the page does after loading.
        self.evaluate(&session, "new Promise(done => setTimeout(() => done('null'), 150))");
        let facts = self.evaluate(&session, FACTS);
        let pictures = self.pictures(&session, &facts["pictures"]);
        self.call("", "Target.closeTarget", &json!({ "targetId": target }));
        let events = std::mem::take(&mut self.events);
        let (mut console, mut requests) = (vec![], vec![]);
        for event in events.iter().filter(|event| event["sessionId"] == session.as_str()) {
            let parameters = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" | "Log.entryAdded" => {
                    console.push(parameters.to_string());
                }
                "Network.requestWillBeSent" | "Network.webSocketCreated" => {
                    let address = parameters["request"]["url"].as_str();
                    let address = address.or(parameters["url"].as_str()).unwrap_or_default();
                    if address != url && !address.starts_with("data:") {
                        requests.push(address.to_owned());
                    }
                }
                _ => {}
            }
        }
        Rendered {
            console,
            requests,
            pictures,
            scripts: facts["scripts"].as_f64().expect("a number"),
            overflow: facts["overflow"].as_f64().expect("a number"),
            text: facts["text"].as_str().expect("a text").to_owned(),
            cut: strings(&facts["cut"]),
            wide: strings(&facts["wide"]),
        }
    }

    /// Takes a screenshot of a page, and counts the pixels of its pictures on another page.
    fn pictures(&mut self, session: &str, places: &Value) -> Vec<Picture> {
        self.call(session, "Page.bringToFront", &json!({}));
        let format = json!({ "format": "png", "captureBeyondViewport": true });
        let screenshot = self.call(session, "Page.captureScreenshot", &format);
        let script = PIXELS.replace("DATA", &screenshot["data"].to_string());
        let counter = self.counter.clone();
        let pictures = self.evaluate(&counter, &script.replace("PLACES", &places.to_string()));
        serde_json::from_value(pictures).expect("pictures")
    }
}

fn strings(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).expect("strings")
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
