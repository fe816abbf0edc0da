//! The layout of a plot and its SVG.

use super::axis::{Fitted, Scale};
use super::{Mark, Plot, Point, Series};
use crate::units::decimal;
use heureka_kit::draw::{Escaped, Hue, text_width, truncate, wrap_lines};
use std::fmt::Write;
use std::sync::LazyLock;

/// The width of a plot and the height of its data area, in user units.
pub const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;
/// The width and height of the data area if both axes measure the same quantity.
const SQUARE: f64 = 480.0;
/// Font sizes.
const TITLE: f64 = 17.0;
const LABEL: f64 = 13.0;
const TICK: f64 = 12.0;
const LINE: f64 = 20.0;
const EDGE: f64 = 16.0;
/// Lines with more points than this have no marks.
const MAX_MARKS: usize = 60;
/// About how many marks a line of steps has.
const STEP_MARKS: usize = 4;

/// The style sheet of plots, with a dark theme for screens. Prints are light.
pub static STYLE: LazyLock<String> = LazyLock::new(|| {
    let (light, dark) = (colors(Hue::line), colors(Hue::line_on_dark));
    let shapes = include_str!("plot.css");
    format!("{shapes}{light}@media screen and (prefers-color-scheme:dark){{\n{dark}}}\n")
});

/// Returns the color rules of one theme.
fn colors(css: fn(Hue) -> &'static str) -> String {
    let mut rules = String::new();
    for (classes, property, hue) in [
        (".hk-paper,.hk-hollow", "fill", Hue::Paper),
        (".hk-title,.hk-label", "fill", Hue::Ink),
        (".hk-tick,.hk-note", "fill", Hue::Faint),
        (".hk-grid", "stroke", Hue::Line),
        (".hk-axis,.hk-diagonal", "stroke", Hue::Faint),
        (".hk-limit", "stroke", Hue::Ink),
        (".hk-mark", "stroke", Hue::Paper),
    ] {
        let _ = writeln!(rules, "{classes}{{{property}:{}}}", css(hue));
    }
    for (number, hue) in Hue::LINES.into_iter().enumerate() {
        let _ = writeln!(rules, ".hk-{number}{{color:{}}}", css(hue));
    }
    // A hollow mark is outlined in the color of its series.
    rules + ".hk-hollow{stroke:currentColor}\n"
}

/// Colors and dashes repeat after these.
const HUES: usize = Hue::LINES.len();
const DASHES: [&str; 5] = ["", "7 5", "2 4", "11 4 2 4", "4 3"];

/// The corners of the marks after the circle: square, triangle, diamond, triangle, pentagon.
const POLYGONS: [&[(f64, f64)]; 5] = [
    &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
    &[(0.0, -1.3), (1.25, 0.9), (-1.25, 0.9)],
    &[(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)],
    &[(0.0, 1.3), (1.25, -0.9), (-1.25, -0.9)],
    &[(0.0, -1.3), (1.24, -0.4), (0.76, 1.05), (-0.76, 1.05), (-1.24, -0.4)],
];

/// The SVG under construction and the position of the data area.
struct Canvas<'a> {
    svg: String,
    x: Fitted,
    y: Fitted,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    plot: &'a Plot,
}

/// Returns the SVG and its height. A standalone SVG includes [`STYLE`] and its size; others are for
/// pages that include the style.
pub fn draw(plot: &Plot, standalone: bool) -> (String, f64) {
    let (x, y) = fit(plot);
    let left = EDGE + widest_label(&y) + 8.0;
    let legend = legend_places(plot);
    let legend_rows = legend.last().map_or(0, |last| last.0 + 1);
    let titles = wrap_lines(&plot.title, TITLE, WIDTH - 2.0 * EDGE);
    let heading = EDGE + titles.len() as f64 * (TITLE + 6.0) + legend_rows as f64 * LINE;
    let top = heading + 6.0 + if plot.y.label.is_empty() { 14.0 } else { LINE + 10.0 };
    let (width, height) = match plot.diagonal {
        Some(_) => (SQUARE, SQUARE),
        None => (WIDTH - left - EDGE - 10.0 - limit_width(plot), HEIGHT),
    };
    let mut canvas = Canvas { svg: String::new(), x, y, left, top, width, height, plot };
    for (i, line) in titles.iter().enumerate() {
        let at = EDGE + TITLE - 2.0 + i as f64 * (TITLE + 6.0);
        canvas.text("hk-title", EDGE, at, "start", line);
    }
    let legend_top = EDGE + titles.len() as f64 * (TITLE + 6.0) + 4.0;
    for (series, (row, x)) in legend.into_iter().enumerate() {
        canvas.legend_entry(series, x, legend_top + row as f64 * LINE + 8.0);
    }
    canvas.text("hk-label", EDGE, top - 20.0, "start", &plot.y.label);
    canvas.y_axis();
    let mut bottom = canvas.x_axis();
    if let Some(name) = &plot.diagonal {
        let [from, to] = [0.0, 1.0].map(|end| (canvas.at_x(end), canvas.at_y(end)));
        canvas.line("hk-diagonal", from, to);
        // Beside the square, where nothing else is drawn.
        canvas.text("hk-label", to.0 + 8.0, to.1 + 4.5, "start", name);
    }
    if let Some((value, name)) = &plot.limit {
        canvas.limit(*value, name);
    }
    canvas.bars();
    for (index, series) in plot.series.iter().enumerate() {
        canvas.series(index, series);
    }
    if !plot.x.label.is_empty() {
        bottom += LINE;
        let middle = left + width / 2.0;
        canvas.text("hk-label", middle, bottom - 4.0, "middle", &plot.x.label);
    }
    for note in notes(plot) {
        for line in wrap_lines(&note, TICK, WIDTH - 2.0 * EDGE) {
            bottom += TICK + 5.0;
            canvas.text("hk-note", EDGE, bottom, "start", &line);
        }
    }
    (document(plot, &canvas.svg, bottom + EDGE, standalone), (bottom + EDGE).round())
}

/// Returns the outer element, with a description for screen readers.
fn document(plot: &Plot, content: &str, height: f64, standalone: bool) -> String {
    let names: Vec<_> = plot.series.iter().map(|series| series.name.as_str()).collect();
    let against = if plot.x.label.is_empty() { "" } else { " against " };
    let description = format!("{}{against}{}: {}", plot.y.label, plot.x.label, names.join(", "));
    let size = format!(" width=\"{WIDTH}\" height=\"{height:.0}\"");
    let parts = || (size, format!("<style>\n{}</style>\n", *STYLE));
    let (size, style) = standalone.then(parts).unwrap_or_default();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hk-plot\" role=\"img\" \
         viewBox=\"0 0 {WIDTH} {height:.0}\"{size}>\n<title>{}</title>\n<desc>{}</desc>\n{style}\
         <rect class=\"hk-paper\" width=\"{WIDTH}\" height=\"{height:.0}\" rx=\"6\"/>\n{content}</svg>\n",
        Escaped(&plot.title),
        Escaped(&description),
    )
}

/// Returns the room that the name of the limit takes beside the plot.
fn limit_width(plot: &Plot) -> f64 {
    plot.limit.as_ref().map_or(0.0, |(_, name)| text_width(name, LABEL))
}

fn fit(plot: &Plot) -> (Fitted, Fitted) {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let limit = plot.limit.as_ref().map(|(value, _)| *value);
    let (xs, ys) = (points().map(|point| point.x), points().map(|point| point.y).chain(limit));
    // Bars begin at 0.
    let bars = plot.series.iter().any(|series| series.mark == Mark::Bars);
    let base = (bars && plot.y.scale == Scale::Linear).then_some(0.0);
    // Powers of ten may be closer than other ticks.
    let rows = if plot.y.scale == Scale::Log { 8 } else { 5 };
    let (mut x, mut y) = if plot.diagonal.is_some() {
        let both = plot.x.fit(xs.chain(ys), rows);
        (both.clone(), both)
    } else {
        (plot.x.fit(xs, 8), plot.y.fit(ys.chain(base), rows))
    };
    // One notation in one plot.
    if x.needs_powers() || y.needs_powers() {
        x.label_powers();
        y.label_powers();
    }
    (x, y)
}

fn widest_label(axis: &Fitted) -> f64 {
    let labels = axis.ticks.iter().filter_map(|tick| tick.label.as_deref());
    labels.map(|label| text_width(label, TICK)).fold(0.0, f64::max)
}

fn notes(plot: &Plot) -> Vec<String> {
    let stopped = plot.series.iter().flat_map(|series| &series.points).any(|point| point.at_least);
    let stopped = stopped.then(|| {
        "Hollow with an arrow: stopped by a limit at this value; the true one is higher.".to_owned()
    });
    plot.notes.iter().cloned().chain(stopped).collect()
}

/// Returns the row and the x coordinate of each entry of the legend. A single series needs none.
fn legend_places(plot: &Plot) -> Vec<(usize, f64)> {
    let (mut row, mut x) = (0, EDGE);
    let places = plot.series.iter().filter(|_| plot.series.len() > 1).map(|series| {
        let entry = 38.0 + text_width(&legend_name(series), LABEL) + 18.0;
        if x > EDGE && x + entry > WIDTH - EDGE {
            (row, x) = (row + 1, EDGE);
        }
        x += entry;
        (row, x - entry)
    });
    places.collect()
}

fn legend_name(series: &Series) -> String {
    truncate(&series.name, LABEL, WIDTH - 2.0 * EDGE - 60.0)
}

impl Canvas<'_> {
    fn at_x(&self, position: f64) -> f64 {
        self.left + position * self.width
    }

    fn at_y(&self, position: f64) -> f64 {
        self.top + (1.0 - position) * self.height
    }

    fn at(&self, point: &Point) -> (f64, f64) {
        (self.at_x(self.x.position(point.x)), self.at_y(self.y.position(point.y)))
    }

    fn text(&mut self, class: &str, x: f64, y: f64, anchor: &str, text: &str) {
        let text = Escaped(text);
        let _ = writeln!(
            self.svg,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = writeln!(
            self.svg,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    fn y_axis(&mut self) {
        let right = self.left + self.width;
        for tick in self.y.ticks.clone() {
            let y = self.at_y(self.y.position(tick.at));
            let class = if tick.label.is_some() { "hk-grid" } else { "hk-grid hk-fine" };
            self.line(class, (self.left, y), (right, y));
            if let Some(label) = tick.label {
                self.text("hk-tick", self.left - 8.0, y + 4.0, "end", &label);
            }
        }
    }

    /// Draws the horizontal axis and returns the y coordinate of its lower end.
    fn x_axis(&mut self) -> f64 {
        let bottom = self.top + self.height;
        let ticks = self.x.ticks.clone();
        let names = self.plot.x.scale == Scale::Names;
        let widest = widest_label(&self.x);
        let rotated = names && widest + 8.0 > self.width / ticks.len().max(1) as f64;
        let mut free = f64::NEG_INFINITY;
        for tick in ticks {
            let x = self.at_x(self.x.position(tick.at));
            if !names {
                let class = if tick.label.is_some() { "hk-grid" } else { "hk-grid hk-fine" };
                self.line(class, (x, self.top), (x, bottom));
            }
            let Some(label) = tick.label else { continue };
            if rotated {
                let label = truncate(&label, TICK, 130.0);
                let place = format!("translate({:.1} {:.1}) rotate(-35)", x + 4.0, bottom + 14.0);
                let element = "<text class=\"hk-tick\" text-anchor=\"end\"";
                let label = Escaped(&label);
                let _ = writeln!(self.svg, "{element} transform=\"{place}\">{label}</text>");
                continue;
            }
            let half = text_width(&label, TICK) / 2.0;
            // A label that would touch the previous one is dropped; its grid line stays.
            if x - half > free {
                let middle = x.min(WIDTH - half - 4.0);
                self.text("hk-tick", middle, bottom + 17.0, "middle", &label);
                free = middle + half + 6.0;
            }
        }
        let base = self.at_y(self.y.base());
        self.line("hk-axis", (self.left, base), (self.left + self.width, base));
        bottom + if rotated { 22.0 + widest.min(130.0) * 0.58 } else { 24.0 }
    }

    /// Draws the line at which runs were stopped, with its name beside the plot.
    fn limit(&mut self, value: f64, name: &str) {
        let (right, bottom) = (self.left + self.width, self.top + self.height);
        let y = self.at_y(self.y.position(value));
        self.line("hk-limit", (self.left, y), (right, y));
        if self.plot.diagonal.is_none() {
            self.text("hk-label", right + 8.0, y + 4.5, "start", name);
            return;
        }
        // Below the name of the diagonal.
        self.text("hk-label", right + 8.0, (y + 4.5).max(self.top + 22.0), "start", name);
        let x = self.at_x(self.x.position(value));
        self.line("hk-limit", (x, self.top), (x, bottom));
        self.text("hk-label", x, self.top - 6.0, "end", name);
    }

    fn legend_entry(&mut self, index: usize, x: f64, y: f64) {
        let series = &self.plot.series[index];
        let _ = write!(self.svg, "<g class=\"hk-{}\">", index % HUES);
        match series.mark {
            Mark::Bars => {
                let (x, y) = (x + 12.0, y - 6.0);
                let place = format!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"14\" height=\"12\"");
                let _ = write!(self.svg, "<rect class=\"hk-bar\" {place}/>");
            }
            Mark::Dots => self.mark(index, x + 16.0, y, size(index), false),
            Mark::Line | Mark::Steps => {
                let (dashes, path) = (dashes(index), format!("M{x:.1} {y:.1}h32"));
                let _ = write!(self.svg, "<path class=\"hk-line\"{dashes} d=\"{path}\"/>");
                if series.mark == Mark::Steps || series.points.len() <= MAX_MARKS {
                    self.mark(index, x + 16.0, y, size(index), false);
                }
            }
        }
        self.svg.push_str("</g>\n");
        self.text("hk-label", x + 38.0, y + 4.5, "start", &legend_name(series));
    }

    /// Draws the bars of all series side by side.
    fn bars(&mut self) {
        let plot = self.plot;
        let sets = plot.series.iter().enumerate().filter(|(_, series)| series.mark == Mark::Bars);
        let sets: Vec<_> = sets.collect();
        let room = self.width / self.x.ticks.len().max(1) as f64 * 0.76;
        let width = (room / sets.len().max(1) as f64).min(64.0);
        let base = self.at_y(self.y.base());
        for (nth, &(index, series)) in sets.iter().enumerate() {
            let _ = writeln!(self.svg, "<g class=\"hk-{}\">", index % HUES);
            for point in series.points.iter().filter(|point| drawable(point)) {
                let (middle, y) = self.at(point);
                let x = middle + (nth as f64 - sets.len() as f64 / 2.0) * width;
                let (top, height) = (y.min(base), (y - base).abs().max(1.0));
                let class = if point.at_least { "hk-bar hk-hollow" } else { "hk-bar" };
                let _ = writeln!(
                    self.svg,
                    "<rect class=\"{class}\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" \
                     height=\"{height:.1}\">{}</rect>",
                    x + 1.0,
                    (width - 2.0).max(1.0),
                    tooltip(plot, series, point),
                );
                if point.at_least {
                    self.arrow(x + width / 2.0, y);
                }
            }
            self.svg.push_str("</g>\n");
        }
    }

    fn series(&mut self, index: usize, series: &Series) {
        if series.mark == Mark::Bars {
            return;
        }
        let points = series.points.iter().filter(|point| drawable(point));
        let points: Vec<_> = points.map(|point| (self.at(point), point)).collect();
        let _ = writeln!(self.svg, "<g class=\"hk-{}\">", index % HUES);
        if matches!(series.mark, Mark::Line | Mark::Steps) && points.len() > 1 {
            let mut path = String::new();
            for (i, &((x, y), _)) in points.iter().enumerate() {
                let _ = match (i, series.mark) {
                    (0, _) => write!(path, "M{x:.1} {y:.1}"),
                    (_, Mark::Steps) => write!(path, "H{x:.1}V{y:.1}"),
                    _ => write!(path, "L{x:.1} {y:.1}"),
                };
            }
            let _ = writeln!(self.svg, "<path class=\"hk-line\"{} d=\"{path}\"/>", dashes(index));
        }
        // Steps have a mark at their end and some before it.
        let (last, stride) = (points.len().saturating_sub(1), points.len() / STEP_MARKS + 1);
        let marked = |i: usize| match series.mark {
            Mark::Dots => true,
            Mark::Steps => (last - i).is_multiple_of(stride),
            _ => last < MAX_MARKS,
        };
        for (i, ((x, y), point)) in points.into_iter().enumerate() {
            if !marked(i) && !point.at_least {
                continue;
            }
            let _ = write!(self.svg, "<g>{}", tooltip(self.plot, series, point));
            let size = point.weight.map_or(size(index), |weight| self.radius(weight));
            self.mark(index, x, y, size, point.at_least);
            if point.at_least {
                self.arrow(x, y - 5.0);
            }
            self.svg.push_str("</g>\n");
        }
        self.svg.push_str("</g>\n");
    }

    /// Returns the radius of a dot with a weight. The heaviest dots at neighboring integers do not
    /// overlap.
    fn radius(&self, weight: f64) -> f64 {
        let points = || self.plot.series.iter().flat_map(|series| &series.points);
        let heaviest = points().filter_map(|point| point.weight).fold(1.0, f64::max);
        let step =
            |axis: &Fitted, length: f64| (axis.position(1.0) - axis.position(0.0)).abs() * length;
        let room = step(&self.x, self.width).min(step(&self.y, self.height)) * 0.48;
        let largest = room.clamp(3.5, 7.5);
        (largest * (weight / heaviest).max(0.0).sqrt()).max(1.6)
    }

    /// Draws the mark of a series. Shapes distinguish series without color.
    fn mark(&mut self, index: usize, x: f64, y: f64, r: f64, hollow: bool) {
        let class = if hollow { "hk-mark hk-hollow" } else { "hk-mark" };
        let Some(corners) = (index % 6).checked_sub(1).map(|kind| POLYGONS[kind]) else {
            let place = format!("cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"");
            let _ = write!(self.svg, "<circle class=\"{class}\" {place}/>");
            return;
        };
        let corner = |(dx, dy): &(f64, f64)| format!("{:.1},{:.1}", x + dx * r, y + dy * r);
        let points = corners.iter().map(corner).collect::<Vec<_>>().join(" ");
        let _ = write!(self.svg, "<polygon class=\"{class}\" points=\"{points}\"/>");
    }

    fn arrow(&mut self, x: f64, y: f64) {
        let _ =
            write!(self.svg, "<path class=\"hk-arrow\" d=\"M{x:.1} {y:.1}v-14m-4 5l4 -5l4 5\"/>");
    }
}

/// Returns the size of a series' marks. Later series have smaller marks and do not hide earlier ones.
fn size(index: usize) -> f64 {
    6.8 - 0.9 * index.min(3) as f64
}

fn drawable(point: &Point) -> bool {
    point.x.is_finite() && point.y.is_finite()
}

fn dashes(index: usize) -> String {
    match DASHES[index % DASHES.len()] {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    }
}

fn tooltip(plot: &Plot, series: &Series, point: &Point) -> String {
    let number = |value: f64| {
        let integer = value.fract() == 0.0 || value.abs() >= 1000.0;
        decimal(value, if integer { 0 } else { 3 })
    };
    let tick = plot.x.ticks.iter().find(|(at, _)| (at - point.x).abs() < 1e-9);
    let x = tick.map_or_else(|| number(point.x), |(_, label)| label.clone());
    let bound = if point.at_least { "≥ " } else { "" };
    let note = point.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    let text = format!("{}: {x}, {bound}{}{note}", series.name, number(point.y));
    format!("<title>{}</title>", Escaped(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;
    use crate::svg_numbers::numbers;

    fn plot() -> Plot {
        Plot::new("A & B <growth>", Axis::linear("size"), Axis::log("expanded"))
            .series(Series::new("a<b", Mark::Line, [(4.0, 0.0), (9.0, 4.0), (16.0, 800.0)]))
            .series(Series::new("stopped", Mark::Dots, [Point::new(9.0, 5e7).at_least(true)]))
    }

    #[test]
    fn escapes_texts_and_shows_values() {
        let svg = plot().svg();
        assert!(svg.contains("<title>A &amp; B &lt;growth&gt;</title>"), "{svg}");
        assert!(svg.contains("<title>a&lt;b: 16, 800</title>"), "{svg}");
        assert!(svg.contains("<title>stopped: 9, ≥ 50,000,000</title>"), "{svg}");
        assert!(svg.contains("stopped by a limit"), "{svg}");
        assert!(!draw(&plot(), false).0.contains("<style>"));
    }

    #[test]
    fn areas_are_proportional_to_weights() {
        let points = [(0.0, 0.0, 400.0), (5.0, 5.0, 100.0), (10.0, 10.0, 0.001)];
        let points = points.map(|(x, y, weight)| Point::new(x, y).weight(weight));
        let plot = Plot::new("h", Axis::linear("x"), Axis::linear("y")).diagonal("x = y");
        let (svg, height) = draw(&plot.series(Series::new("s", Mark::Dots, points)), true);
        let radii = numbers(&svg, "<circle", "r");
        assert_eq!(radii.len(), 3);
        assert!((radii[0] / radii[1] - 2.0).abs() < 0.05 && radii[2] >= 1.6, "{radii:?}");
        assert!(svg.contains(&format!("height=\"{height}\"")), "{svg}");
    }

    #[test]
    fn diagonal_plots_have_equal_axes() {
        for axis in [Axis::linear, Axis::log] {
            // Values of x and of y in ranges that differ by far.
            let dots = Series::new("s", Mark::Dots, [(2.0, 1.0), (70.0, 3.0), (40.0, 40.0)]);
            let plot = Plot::new("h", axis("x"), axis("y")).diagonal("x = y").series(dots);
            let svg = plot.svg();
            let ends = ["x1", "y1", "x2", "y2"].map(|end| numbers(&svg, "\"hk-diagonal\"", end)[0]);
            let [x1, y1, x2, y2] = ends;
            assert!((x2 - x1 - (y1 - y2)).abs() < 0.2, "as wide as high: {ends:?}");
            // A point with x = y is on the line, and every tick of one axis is one of the other.
            let (x, y) = (numbers(&svg, "<circle", "cx")[2], numbers(&svg, "<circle", "cy")[2]);
            assert!((x - x1 - (y1 - y)).abs() < 0.2 && x > x1, "{svg}");
            let ticks = ["x1", "y1"].map(|at| numbers(&svg, "\"hk-grid", at));
            let down: Vec<f64> = ticks[1].iter().map(|y| y1 - y).filter(|&d| d > 0.1).collect();
            let across: Vec<f64> = ticks[0].iter().map(|x| x - x1).filter(|&d| d > 0.1).collect();
            let near = |a: &f64, b: &f64| (a - b).abs() < 0.2;
            assert!(
                down.len() > 2 && down.iter().all(|d| across.iter().any(|a| near(a, d))),
                "{svg}"
            );
            assert!(svg.contains(">x = y</text>"), "{svg}");
        }
    }

    #[test]
    fn a_plot_has_one_notation() {
        let plot = |most: f64| {
            let lines = Series::new("s", Mark::Line, [(0.004, 2.0), (20.0, most)]);
            Plot::new("t", Axis::log("x"), Axis::log("y")).series(lines).svg()
        };
        let small = plot(300_000.0);
        assert!(small.contains(">0.01<") && small.contains(">1,000,000<"), "{small}");
        assert!(!small.contains(">10⁰<"), "{small}");
        let large = plot(3e7);
        assert!(large.contains(">10⁻²<") && large.contains(">10⁶<"), "{large}");
        assert!(!large.contains(">0.01<") && !large.contains(">100<"), "{large}");
    }

    #[test]
    fn drops_crowded_labels() {
        let ticks = (0..200).map(|i| (f64::from(i), format!("board number {i}")));
        let svg = Plot::new("many", Axis::linear("x").ticks(ticks), Axis::linear("y"))
            .series(Series::new("a", Mark::Line, (0..200).map(|i| (f64::from(i), 1.0))))
            .svg();
        let labels = svg.matches(">board number").count();
        assert!((2..10).contains(&labels), "{labels}");
    }

    #[test]
    fn skips_points_that_are_not_finite() {
        let odd = [(f64::NAN, 1.0), (1.0, f64::INFINITY), (2.0, -1.0), (3.0, 1e300)];
        for mark in [Mark::Line, Mark::Steps, Mark::Dots, Mark::Bars] {
            for y in [Axis::linear("y"), Axis::log("y")] {
                let plot = Plot::new("odd", Axis::linear("x"), y);
                for svg in [
                    plot.clone().svg(),
                    plot.clone().series(Series::new("s", mark, odd)).svg(),
                    plot.diagonal("x = y").series(Series::new("s", mark, odd)).svg(),
                ] {
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                }
            }
        }
    }
}
