//! Reports of headings, paragraphs, tables and plots, as self-contained HTML pages or as markdown.
//!
//! A report ends with its provenance. A page uses no script and no network, follows the light or dark
//! theme, and prints well.

use crate::plot::{Plot, STYLE, draw};
use crate::table::Table;
use crate::units::plural;
use heureka_core::parallel::cores;
use heureka_kit::draw::{Escaped, Hue, Picture};
use std::fmt::Write;

/// The style sheet of the page, without its colors.
const PAGE_STYLE: &str = include_str!("report.css");

/// The style sheet of slides, in addition.
const SLIDE_STYLE: &str = include_str!("slides.css");

/// The end of a printed page, or of a slide.
const PAGE_END: &str = "<hr class=\"page\">\n";

/// The room on printed A4 and Letter for a picture alone, in pixels.
const PAPER: (f64, f64) = (680.0, 880.0);
/// The widths of pictures of which three and two fit side by side, and the height of which two fit.
const THIRD_OF_PAPER: f64 = 205.0;
const HALF_OF_PAPER: f64 = 325.0;
const HALF_OF_HEIGHT: f64 = 430.0;
/// The pixels of a cell in a picture: enough to read its number, and no more than needed.
const MIN_CELL: f64 = 30.0;
const MAX_CELL: f64 = 48.0;
/// The most pixels of a cell in a picture alone.
const MAX_CELL_ALONE: f64 = 60.0;

/// Returns the pixels of a cell with which a picture alone fits on paper.
#[must_use]
pub fn fit_paper(picture: &Picture) -> f64 {
    let (width, height) = picture.size();
    MAX_CELL_ALONE.min(PAPER.0 / width).min(PAPER.1 / height)
}

/// Returns the color variables of one theme.
fn colors(css: fn(Hue) -> &'static str, page: &str, stripe: &str) -> String {
    let [ink, soft, paper, rule] = [Hue::Ink, Hue::Faint, Hue::Paper, Hue::Line].map(css);
    format!(
        ":root{{--ink:{ink};--soft:{soft};--paper:{paper};--rule:{rule};--page:{page};--stripe:{stripe}}}"
    )
}

/// Describes this machine: system, processor, number of cores.
pub(crate) fn machine() -> String {
    let cores = plural(cores() as u64, "core");
    let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    // Only Linux has this file.
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    match model.map(|line| line.trim_start_matches([' ', '\t', ':']).trim()) {
        Some(model) if !model.is_empty() => format!("{system}, {model}, {cores}"),
        _ => format!("{system}, {cores}"),
    }
}

/// The provenance of a report: names and values that allow reproducing it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Provenance(Vec<(String, String)>);

impl Provenance {
    /// Returns the version of Heureka and this machine.
    pub fn here() -> Self {
        Self::default()
            .and("version", format!("Heureka {}", env!("CARGO_PKG_VERSION")))
            .and("machine", machine())
    }

    /// Adds a fact, such as the arguments or the seeds.
    pub fn and(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.push((name.into(), value.into()));
        self
    }

    fn html(&self) -> String {
        let facts = self.0.iter();
        let facts = facts.map(|(n, v)| format!("<dt>{}</dt><dd>{}</dd>\n", Escaped(n), Escaped(v)));
        format!("<dl>\n{}</dl>\n", facts.collect::<String>())
    }
}

/// A report under construction.
///
/// ```
/// use heureka_lab::{Provenance, Report};
/// let mut report = Report::new("Growth");
/// report.paragraph("How the number of nodes grows.");
/// let html = report.html(&Provenance::here().and("seed", "1"));
/// assert!(html.starts_with("<!DOCTYPE html>"));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Report {
    title: String,
    body: String,
    markdown: String,
}

impl Report {
    /// Creates an empty report.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), body: String::new(), markdown: String::new() }
    }

    /// Begins a section.
    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", Escaped(text));
        let _ = writeln!(self.markdown, "\n## {text}");
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", Escaped(text));
        let _ = writeln!(self.markdown, "\n{text}");
    }

    /// Adds preformatted text, such as a board; `language` is for markdown and may be empty.
    pub fn lines(&mut self, language: &str, text: &str) {
        let _ = writeln!(self.body, "<pre>{}</pre>", Escaped(text));
        let _ = writeln!(self.markdown, "\n```{language}\n{text}\n```");
    }

    /// Adds a list.
    pub fn list<T: AsRef<str>>(&mut self, items: impl IntoIterator<Item = T>) {
        self.body.push_str("<ul>\n");
        self.markdown.push('\n');
        for item in items {
            let _ = writeln!(self.body, "<li>{}</li>", Escaped(item.as_ref()));
            let _ = writeln!(self.markdown, "- {}", item.as_ref());
        }
        self.body.push_str("</ul>\n");
    }

    /// Adds a table with a caption, which may be empty. A wide table scrolls below its caption.
    pub fn table(&mut self, caption: &str, table: &Table) {
        let (figcaption, html) = (figcaption(caption), table.html());
        // The print of a wide table is smaller.
        let ems = table.relative_width().max(1.0);
        let _ = write!(
            self.body,
            "<figure class=\"table\">\n{figcaption}<div class=\"wide\" style=\"--ems:{ems:.1}\">\n\
             {html}</div>\n</figure>\n"
        );
        let gap = if caption.is_empty() { "" } else { "\n\n" };
        let _ = write!(self.markdown, "\n{caption}{gap}{}", table.markdown());
    }

    /// Adds a plot.
    pub fn plot(&mut self, plot: &Plot) {
        self.figure(&draw(plot, false).0, "");
    }

    /// Adds an SVG element with a caption, which may be empty. The SVG is not escaped. Markdown omits
    /// it.
    pub fn figure(&mut self, svg: &str, caption: &str) {
        let _ = write!(self.body, "<figure>\n{svg}{}</figure>\n", figcaption(caption));
    }

    /// Adds pictures with captions side by side: three or more in a row on paper, or two if their cells
    /// would be too small.
    pub fn gallery(&mut self, pictures: impl IntoIterator<Item = (String, Picture)>) {
        self.body.push_str("<div class=\"gallery\">\n");
        for (caption, picture) in pictures {
            let (width, height) = picture.size();
            let small = (THIRD_OF_PAPER / width).min(MAX_CELL);
            let large = (HALF_OF_PAPER / width).min(MIN_CELL);
            let pixels = small.max(large).min(HALF_OF_HEIGHT / height);
            self.figure(&picture.svg(&caption, pixels), &caption);
        }
        self.body.push_str("</div>\n");
    }

    /// Adds one picture with a caption, as large as paper allows.
    pub fn picture(&mut self, caption: &str, picture: &Picture) {
        let svg = picture.svg(caption, fit_paper(picture));
        self.figure(&svg, caption);
    }

    /// Begins a new page when printed, or a new slide.
    pub fn new_page(&mut self) {
        self.body.push_str(PAGE_END);
    }

    /// Returns the report as markdown, without pictures.
    #[must_use]
    pub fn markdown(&self, provenance: &Provenance) -> String {
        let facts = provenance.0.iter().map(|(name, value)| format!("- {name}: {value}\n"));
        let facts: String = facts.collect();
        format!("# {}\n{}\n## Provenance\n\n{facts}", self.title, self.markdown)
    }

    /// Returns the page.
    #[must_use]
    pub fn html(&self, provenance: &Provenance) -> String {
        let (title, facts) = (Escaped(&self.title), provenance.html());
        let body = format!(
            "<main>\n<h1>{title}</h1>\n{}</main>\n<footer>\n<h2>Provenance</h2>\n{facts}</footer>\n",
            self.body
        );
        self.page("", &body)
    }

    /// Returns the report as slides, one for each page and one for the provenance: each fills the
    /// screen, and a sheet of paper when printed.
    #[must_use]
    pub fn slides(&self, provenance: &Provenance) -> String {
        let (title, facts) = (Escaped(&self.title), provenance.html());
        let body = format!("<h1>{title}</h1>\n{}{PAGE_END}<h2>Provenance</h2>\n{facts}", self.body);
        let slides = body.split(PAGE_END).map(|slide| format!("<section>\n{slide}</section>\n"));
        self.page(SLIDE_STYLE, &slides.collect::<String>())
    }

    /// Returns a page of this content, with more style than every page has.
    fn page(&self, more_style: &str, body: &str) -> String {
        let (title, style) = (Escaped(&self.title), &**STYLE);
        let light = colors(Hue::line, "#f6f7f9", "#f6f8fa");
        let dark = colors(Hue::line_on_dark, "#0c0f13", "#1a1f26");
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <link rel=\"icon\" href=\"data:,\">\n\
             <title>{title}</title>\n<style>\n{light}\n\
             @media screen and (prefers-color-scheme:dark){{{dark}}}\n{PAGE_STYLE}{style}{more_style}</style>\n\
             </head>\n<body>\n{body}</body>\n</html>\n"
        )
    }
}

fn figcaption(caption: &str) -> String {
    match caption {
        "" => String::new(),
        _ => format!("<figcaption>{}</figcaption>\n", Escaped(caption)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg_numbers::numbers;
    use crate::{Axis, Mark, Series};

    #[test]
    fn pages_are_self_contained() {
        let mut report = Report::new("<Tom> & Jerry");
        report.heading("a < b");
        report.paragraph("</p><script>alert(1)</script>");
        report.lines("", " 1 2\n 3 4");
        report.list(["x & y"]);
        let mut table = Table::new(["name"]);
        table.row(["<td>".into()]);
        report.table("a \"caption\"", &table);
        let plot = Plot::new("plot", Axis::linear("x"), Axis::linear("y"));
        report.plot(&plot.series(Series::new("s", Mark::Line, [(1.0, 2.0)])));
        let html = report.html(&Provenance::here().and("arguments", "--x '<y>'"));
        for forbidden in ["<script", "http:", "https:", "src=", "@import", "url("] {
            let html = html.replace("http://www.w3.org/2000/svg", "");
            assert!(!html.contains(forbidden), "{forbidden}");
        }
        for expected in [
            "<title>&lt;Tom&gt; &amp; Jerry</title>",
            "<figcaption>a &quot;caption&quot;",
            "<dd>--x '&lt;y&gt;'</dd>",
            "core",
        ] {
            assert!(html.contains(expected), "{expected}");
        }
        report.new_page();
        let slides = report.slides(&Provenance::default());
        assert_eq!(slides.matches("<section>").count(), 3, "two pages and the provenance");
        for tag in ["main", "footer", "table", "figure", "ul", "svg", "dl", "div", "p", "g"] {
            let number = |tag: String| html.matches(&tag).count();
            let opened = number(format!("<{tag}>")) + number(format!("<{tag} "));
            assert_eq!(opened, number(format!("</{tag}>")), "{tag}");
        }
    }
    #[test]
    fn pictures_and_tables_fit_on_paper() {
        let svg = |width: f64, height: f64, pictures: usize| {
            let mut report = Report::new("sizes");
            let picture = Picture::new(width, height);
            match pictures {
                1 => report.picture("p", &picture),
                _ => report.gallery(vec![("p".to_owned(), picture); pictures]),
            }
            let size = |side| numbers(&report.body, "<svg", side)[0];
            (size("width"), size("height"))
        };
        for (width, height) in [(1.0, 1.0), (3.2, 3.2), (9.0, 2.0), (20.0, 30.0), (400.0, 3.0)] {
            let (one, many) = (svg(width, height, 1), svg(width, height, 9));
            assert!(one.0 <= PAPER.0 && one.1 <= PAPER.1, "{width} x {height}: {one:?}");
            assert!(many.0 <= HALF_OF_PAPER && many.1 <= HALF_OF_HEIGHT, "{many:?}");
        }
        let mut table = Table::new(["a name of some words", "n"]);
        let narrow = table.relative_width();
        table.row(["cells do not break".into(), 1_000_000_u64.into()]);
        let wide = table.relative_width();
        assert!(narrow < 8.0 && wide > narrow + 8.0, "{narrow} {wide}");
    }
}
