//! Pages in a real browser: what it loads, draws and reports.

use crate::chromium::{Chromium, Driver};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// Returns what [`Rendered`] holds of a page, with the places of its pictures.
const FACTS: &str = "({
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
    const file = await (await fetch('data:image/png;base64,' + data)).blob();
    const image = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return places.map(({ x, y, width, height }) => {
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
    });
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

/// A browser that renders pages.
pub struct Browser {
    chromium: Chromium,
    /// Dropped after the browser.
    _driver: Driver,
}

impl Browser {
    /// Starts the browser.
    pub fn start() -> Self {
        let driver = Driver::start();
        Self { chromium: Chromium::start(&driver), _driver: driver }
    }

    /// Renders a file in a window of this width with a light or dark color scheme, or with the style of
    /// `print`.
    pub fn render(&self, page: &Path, width: u32, scheme: &str) -> Rendered {
        let chromium = &self.chromium;
        chromium.resize(width, 900);
        let media = if scheme == "print" {
            json!({ "media": "print", "features": [] })
        } else {
            let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
            json!({ "media": "", "features": [feature] })
        };
        chromium.devtools("Emulation.setEmulatedMedia", &media);
        let address = format!("file://{}", page.display());
        chromium.load(&address);
        let facts = chromium.eval(FACTS);
        let format = json!({ "format": "png", "captureBeyondViewport": true });
        let screenshot = chromium.devtools("Page.captureScreenshot", &format);
        let (console, mut requests) = (chromium.console(), chromium.requests());
        requests.retain(|to| *to != address && !to.starts_with("data:"));
        // A page may forbid the requests by which pixels are counted.
        chromium.load("about:blank");
        let script = PIXELS.replace("DATA", &screenshot["data"].to_string());
        let script = script.replace("PLACES", &facts["pictures"].to_string());
        let pictures = serde_json::from_value(chromium.promise(&script)).expect("pictures");
        // Forgets the requests of this count.
        chromium.requests();
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
}

fn strings(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).expect("strings")
}
