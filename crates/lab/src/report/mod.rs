//! Reports: one HTML page that needs nothing but itself.
//!
//! Headings, paragraphs, tables and plots in the order in which they are added, and at the end how
//! it came about. No script, no network; light or dark as the reader's screen; prints well.

use crate::plot::{Plot, STYLE};
use crate::table::Table;
use heureka_kit::draw::Escaped;
use std::fmt::Write;

/// The looks of the page.
const PAGE_STYLE: &str = include_str!("report.css");

/// The machine that this runs on, in words: system, processor, number of cores.
#[must_use]
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let cores = format!("{cores} core{}", if cores == 1 { "" } else { "s" });
    let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    // Only Linux tells its processor in a file.
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find_map(|line| line.strip_prefix("model name"));
    match model.map(|line| line.trim_start_matches([' ', '\t', ':']).trim()) {
        Some(model) if !model.is_empty() => format!("{system}, {model}, {cores}"),
        _ => format!("{system}, {cores}"),
    }
}

/// How a report came about, as names and values, so that it can be made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance(Vec<(String, String)>);

impl Provenance {
    /// The version of Heureka and the machine that this runs on.
    #[must_use]
    pub fn here() -> Self {
        Self::empty()
            .and("version", format!("Heureka {}", env!("CARGO_PKG_VERSION")))
            .and("machine", machine())
    }

    /// Nothing yet: for what came about elsewhere.
    #[must_use]
    pub fn empty() -> Self {
        Self(vec![])
    }

    /// Adds a fact, such as the arguments or the seeds.
    #[must_use]
    pub fn and(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.push((name.into(), value.into()));
        self
    }

    /// The names and their values.
    #[must_use]
    pub fn facts(&self) -> &[(String, String)] {
        &self.0
    }
}

/// A report under way.
///
/// ```
/// use heureka_lab::{Provenance, Report};
/// let mut report = Report::new("Growth");
/// report.paragraph("What grows, and how fast.");
/// let html = report.html(&Provenance::here().and("seed", "1"));
/// assert!(html.starts_with("<!DOCTYPE html>"));
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    body: String,
}

impl Report {
    /// An empty report.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), body: String::new() }
    }

    /// Begins a section.
    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", Escaped(text));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", Escaped(text));
    }

    /// Adds text that keeps its lines and spaces, such as a board.
    pub fn lines(&mut self, text: &str) {
        let _ = writeln!(self.body, "<pre>{}</pre>", Escaped(text));
    }

    /// Adds a list.
    pub fn list<T: AsRef<str>>(&mut self, items: impl IntoIterator<Item = T>) {
        self.body.push_str("<ul>\n");
        for item in items {
            let _ = writeln!(self.body, "<li>{}</li>", Escaped(item.as_ref()));
        }
        self.body.push_str("</ul>\n");
    }

    /// Adds a table with a caption, which may be empty. A wide one can be scrolled for itself, under
    /// its caption.
    pub fn table(&mut self, caption: &str, table: &Table) {
        self.body.push_str("<figure class=\"table\">\n");
        if !caption.is_empty() {
            let _ = writeln!(self.body, "<figcaption>{}</figcaption>", Escaped(caption));
        }
        let _ = write!(self.body, "<div class=\"wide\">\n{}</div>\n</figure>\n", table.html());
    }

    /// Adds a plot.
    pub fn plot(&mut self, plot: &Plot) {
        self.figure(&plot.svg_element(), "");
    }

    /// Adds a picture, which must be an SVG element of our own making, with a caption.
    pub fn figure(&mut self, svg: &str, caption: &str) {
        let _ = write!(self.body, "<figure>\n{svg}");
        if !caption.is_empty() {
            let _ = writeln!(self.body, "<figcaption>{}</figcaption>", Escaped(caption));
        }
        self.body.push_str("</figure>\n");
    }

    /// Adds pictures, which must be SVG elements of our own making, side by side, each with a caption.
    pub fn gallery(&mut self, pictures: impl IntoIterator<Item = (String, String)>) {
        self.body.push_str("<div class=\"gallery\">\n");
        for (svg, caption) in pictures {
            self.figure(&svg, &caption);
        }
        self.body.push_str("</div>\n");
    }

    /// Begins a new page where this is printed.
    pub fn new_page(&mut self) {
        self.body.push_str("<hr class=\"page\">\n");
    }

    /// The page.
    #[must_use]
    pub fn html(&self, provenance: &Provenance) -> String {
        let (title, style) = (Escaped(&self.title), &**STYLE);
        let mut facts = String::new();
        for (name, value) in provenance.facts() {
            let _ = writeln!(facts, "<dt>{}</dt><dd>{}</dd>", Escaped(name), Escaped(value));
        }
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <link rel=\"icon\" href=\"data:,\">\n\
             <title>{title}</title>\n<style>\n{PAGE_STYLE}{style}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n{}</main>\n<footer>\n<h2>How this came about</h2>\n<dl>\n{facts}</dl>\n\
             </footer>\n</body>\n</html>\n",
            self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Mark, Series};

    #[test]
    fn a_page_needs_nothing_but_itself() {
        let mut report = Report::new("<Tom> & Jerry");
        report.heading("a < b");
        report.paragraph("</p><script>alert(1)</script>");
        report.lines(" 1 2\n 3 4");
        report.list(["x & y"]);
        let mut table = Table::new(["name"]);
        table.row(["<td>".into()]);
        report.table("a \"caption\"", &table);
        report.plot(&Plot::new("plot", Axis::linear("x"), Axis::linear("y")).series(Series::new(
            "s",
            Mark::Line,
            [(1.0, 2.0)],
        )));
        let html = report.html(&Provenance::here().and("arguments", "--x '<y>'"));
        for wrong in ["<script", "http:", "https:", "src=", "@import", "url("] {
            let places = html.replace("http://www.w3.org/2000/svg", "");
            assert!(!places.contains(wrong), "{wrong}");
        }
        for right in [
            "<title>&lt;Tom&gt; &amp; Jerry</title>",
            "<figcaption>a &quot;caption&quot;",
            "<dd>--x '&lt;y&gt;'</dd>",
            "core",
        ] {
            assert!(html.contains(right), "{right}");
        }
        for tag in ["main", "footer", "table", "figure", "ul", "svg", "dl", "div", "p", "g"] {
            let opened = html.matches(&format!("<{tag}>")).count()
                + html.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}
