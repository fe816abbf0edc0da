//! A real browser without a window, driven through its own protocol over two pipes.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What Chromium is called where.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// An answer takes no longer than this, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Tells of every picture of a page how large it is and how much of it is drawn.
const PICTURES: &str = "JSON.stringify([...document.querySelectorAll('svg')].map(svg => {
    const { x, y, width, height } = svg.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
}))";

/// Counts in a photograph of a page the pixels of each picture: the share of those that are unlike its
/// commonest, and how many have a lively color.
const PIXELS: &str = "(async (data, places) => {
    // Not by an element of the page: one that is not in front may wait for ever to be drawn.
    const file = await (await fetch('data:image/png;base64,' + data)).blob();
    const image = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return JSON.stringify(places.map(({ x, y, width, height }) => {
        if (width < 1 || height < 1) return { drawn: 0, lively: 0 };
        const { data } = context.getImageData(x, y, width, height);
        const counts = new Map();
        let lively = 0;
        for (let i = 0; i < data.length; i += 4) {
            const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
            const color = r << 16 | g << 8 | b;
            counts.set(color, (counts.get(color) ?? 0) + 1);
            if (Math.max(r, g, b) - Math.min(r, g, b) > 60) lively++;
        }
        return { drawn: 1 - Math.max(...counts.values()) / (data.length / 4), lively };
    }));
})(DATA, PLACES)";

/// A picture on a page.
#[derive(Debug)]
pub struct Picture {
    pub width: f64,
    pub height: f64,
    /// The share of pixels that are not paper.
    pub drawn: f64,
    /// Pixels of a lively color.
    pub lively: u64,
}

/// What a browser saw of a page.
#[derive(Debug)]
pub struct Seen {
    /// Errors, warnings and anything else that the console got to hear.
    pub console: Vec<String>,
    /// What the page asked for, but for itself and what it holds.
    pub requests: Vec<String>,
    pub pictures: Vec<Picture>,
    pub scripts: u64,
    /// How far the page is wider than its window.
    pub too_wide: f64,
    /// The words of the page.
    pub text: String,
}

/// How many browsers were started.
static COUNT: AtomicU32 = AtomicU32::new(0);

/// A browser; it ends with this value.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    events: Vec<Value>,
    asked: u64,
    profile: std::path::PathBuf,
    /// A page to count on.
    desk: String,
}

impl Browser {
    /// Starts the browser.
    pub fn start() -> Self {
        let name = NAMES.into_iter().find(|name| {
            let found = Command::new(name).arg("--version").stdin(Stdio::null()).output();
            found.is_ok_and(|output| output.status.success())
        });
        let name = name.expect(
            "the pages have to be opened in Chromium, and there is none: install it, as with \
             `apt-get install chromium`, or run ./test.sh, which does that where it may",
        );
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let profile = format!("heureka-browser-{}-{number}", std::process::id());
        let profile = std::env::temp_dir().join(profile);
        // The browser listens on descriptor 3 and answers on 4; the shell ties them to its own.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 1>&2", "sh", name])
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .args(["--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync", "--disable-extensions"])
            .args(["--disable-renderer-backgrounding", "--disable-background-timer-throttling"])
            .arg("--disable-backgrounding-occluded-windows")
            .args(["--host-resolver-rules=MAP * ~NOTFOUND", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let input = child.stdin.take().expect("it listens");
        let output = BufReader::new(child.stdout.take().expect("it answers"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in output.split(0) {
                let Ok(message) = message else { return };
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let (events, desk) = (vec![], String::new());
        let mut browser = Self { child, input, messages, events, asked: 0, profile, desk };
        // Before any page that is looked at: only the page opened last is drawn.
        browser.desk = browser.open().1;
        browser
    }

    /// Asks the browser, or one of its pages, and waits for the answer.
    fn ask(&mut self, session: &str, method: &str, parameters: &Value) -> Value {
        self.asked += 1;
        let mut message = json!({ "id": self.asked, "method": method, "params": parameters });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        self.input.write_all(message.to_string().as_bytes()).expect("the browser listens");
        self.input.write_all(&[0]).expect("the browser listens");
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("the browser answers");
            if message["id"] == self.asked {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    fn wait(&mut self, session: &str, event: &str) {
        let is = |message: &Value| message["method"] == event && message["sessionId"] == session;
        while !self.events.iter().any(is) {
            let message = self.messages.recv_timeout(PATIENCE).expect("the browser tells");
            self.events.push(message);
        }
    }

    /// Evaluates an expression that is a text, or a promise of one.
    fn evaluate(&mut self, session: &str, expression: &str) -> String {
        let parameters = json!({ "expression": expression, "awaitPromise": true });
        let result = self.ask(session, "Runtime.evaluate", &parameters);
        result["result"]["value"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned()
    }

    fn json(&mut self, session: &str, expression: &str) -> Value {
        serde_json::from_str(&self.evaluate(session, expression)).expect("JSON")
    }

    /// Opens a new page and returns it, and the session to speak with it.
    fn open(&mut self) -> (Value, String) {
        let target = self.ask("", "Target.createTarget", &json!({ "url": "about:blank" }));
        let target = target["targetId"].clone();
        let attach = json!({ "targetId": target, "flatten": true });
        let session = self.ask("", "Target.attachToTarget", &attach);
        (target, session["sessionId"].as_str().expect("a session").to_owned())
    }

    /// Opens a file in a window of this width, on a screen that is set to light or dark.
    pub fn look(&mut self, page: &Path, width: u32, scheme: &str) -> Seen {
        let (target, session) = self.open();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.ask(&session, &format!("{domain}.enable"), &json!({}));
        }
        let size =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.ask(&session, "Emulation.setDeviceMetricsOverride", &size);
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.ask(&session, "Emulation.setEmulatedMedia", &media);
        let url = format!("file://{}", page.display());
        self.ask(&session, "Page.navigate", &json!({ "url": url }));
        // Whatever was loaded before this answer was the empty page.
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        self.wait(&session, "Page.loadEventFired");
        // What a page does a little later is seen as well.
        self.evaluate(&session, "new Promise(done => setTimeout(() => done(''), 150))");
        let pictures = self.pictures(&session);
        let facts = self.json(
            &session,
            "JSON.stringify({ scripts: document.scripts.length, text: document.body.innerText,
                too_wide: document.documentElement.scrollWidth - innerWidth })",
        );
        self.ask("", "Target.closeTarget", &json!({ "targetId": target }));
        let events = std::mem::take(&mut self.events);
        let here = events.iter().filter(|event| event["sessionId"] == session.as_str());
        let (mut console, mut requests) = (vec![], vec![]);
        for event in here {
            let parameters = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" | "Log.entryAdded" => {
                    console.push(parameters.to_string());
                }
                "Network.requestWillBeSent" | "Network.webSocketCreated" => {
                    let asked = parameters["request"]["url"].as_str();
                    let asked = asked.or(parameters["url"].as_str()).unwrap_or_default();
                    if asked != url && !asked.starts_with("data:") {
                        requests.push(asked.to_owned());
                    }
                }
                _ => {}
            }
        }
        Seen {
            console,
            requests,
            pictures,
            scripts: facts["scripts"].as_u64().expect("a number"),
            too_wide: facts["too_wide"].as_f64().expect("a number"),
            text: facts["text"].as_str().expect("a text").to_owned(),
        }
    }

    /// Photographs a page, and counts on another page what can be seen of its pictures.
    fn pictures(&mut self, session: &str) -> Vec<Picture> {
        let places = self.json(session, PICTURES);
        self.ask(session, "Page.bringToFront", &json!({}));
        let photograph = json!({ "format": "png", "captureBeyondViewport": true });
        let photograph = self.ask(session, "Page.captureScreenshot", &photograph);
        let counting = PIXELS.replace("DATA", &photograph["data"].to_string());
        let desk = self.desk.clone();
        let counts = self.json(&desk, &counting.replace("PLACES", &places.to_string()));
        let number = |value: &Value| value.as_f64().expect("a number");
        let both =
            places.as_array().expect("a list").iter().zip(counts.as_array().expect("a list"));
        both.map(|(place, count)| Picture {
            width: number(&place["width"]),
            height: number(&place["height"]),
            drawn: number(&count["drawn"]),
            lively: count["lively"].as_u64().expect("a number"),
        })
        .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
