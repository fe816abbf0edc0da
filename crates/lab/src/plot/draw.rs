//! Drawing a plot: where everything stands, and the SVG for it.

use super::axis::{Fitted, Scale};
use super::letters::{cut, lines, width};
use super::{Mark, Plot, Point, Series};
use crate::number::decimal;
use heureka_kit::draw::{Escaped, Hue};
use std::fmt::Write;
use std::sync::LazyLock;

/// The width of a plot and the height of its inner part, in user units.
pub(super) const WIDTH: f64 = 760.0;
const INNER: f64 = 300.0;
/// The same where both axes count the same things.
const INNER_OF_SQUARE: f64 = 480.0;
/// Sizes of letters: of the title, of labels and of ticks.
const TITLE: f64 = 17.0;
const LABEL: f64 = 13.0;
const TICK: f64 = 12.0;
/// The height of a line of text.
const LINE: f64 = 20.0;
/// The room left at the edges.
const EDGE: f64 = 16.0;
/// Lines of more points than this are drawn without marks.
const MOST_MARKS: usize = 60;

/// The looks of plots: light, or dark where the reader's screen is set so. Paper stays light.
///
/// Hues are those that puzzles are drawn in, darker on white and lighter on black.
pub static STYLE: LazyLock<String> = LazyLock::new(|| {
    let (light, dark) = (colors(Hue::line), colors(Hue::line_on_dark));
    let shapes = include_str!("plot.css");
    format!("{shapes}{light}@media screen and (prefers-color-scheme:dark){{\n{dark}}}\n")
});

/// The colors of everything in a plot, as they are on light or on dark pages.
fn colors(css: fn(Hue) -> &'static str) -> String {
    let mut rules = String::new();
    for (classes, property, hue) in [
        (".hk-paper,.hk-hollow", "fill", Hue::Paper),
        (".hk-title,.hk-label", "fill", Hue::Ink),
        (".hk-tick,.hk-note", "fill", Hue::Faint),
        (".hk-grid", "stroke", Hue::Line),
        (".hk-axis,.hk-diagonal", "stroke", Hue::Faint),
        (".hk-mark", "stroke", Hue::Paper),
    ] {
        let _ = writeln!(rules, "{classes}{{{property}:{}}}", css(hue));
    }
    for (number, hue) in Hue::LINES.into_iter().enumerate() {
        let _ = writeln!(rules, ".hk-{number}{{color:{}}}", css(hue));
    }
    // A hollow mark is one in the color of its series.
    rules + ".hk-hollow{stroke:currentColor}\n"
}

/// How many hues and dashes there are before they come again.
const HUES: usize = Hue::LINES.len();
const DASHES: [&str; 5] = ["", "7 5", "2 4", "11 4 2 4", "4 3"];

/// The SVG being written, and where its inner part lies.
struct Canvas<'a> {
    svg: String,
    x: Fitted,
    y: Fitted,
    left: f64,
    top: f64,
    inner: f64,
    high: f64,
    plot: &'a Plot,
}

/// The SVG and its height.
pub(super) fn draw(plot: &Plot, standalone: bool) -> (String, f64) {
    let (x, y) = fit(plot);
    let widest = y.ticks.iter().filter_map(|tick| tick.label.as_deref());
    let widest = widest.map(|label| width(label, TICK)).fold(0.0, f64::max);
    let left = EDGE + widest + 8.0;
    let legend = legend_rows(plot);
    let titles = lines(&plot.title, TITLE, WIDTH - 2.0 * EDGE);
    let heading = EDGE + titles.len() as f64 * (TITLE + 6.0) + legend.len() as f64 * LINE;
    let top = heading + 6.0 + if plot.y.label.is_empty() { 14.0 } else { LINE + 10.0 };
    let mut points = plot.series.iter().flat_map(|series| &series.points);
    let square = plot.diagonal && points.any(|point| point.weight.is_some());
    let high = if square { INNER_OF_SQUARE } else { INNER };
    let inner = WIDTH - left - EDGE - 10.0;
    let mut canvas = Canvas { svg: String::new(), x, y, left, top, inner, high, plot };
    for (i, line) in titles.iter().enumerate() {
        let at = EDGE + TITLE - 2.0 + i as f64 * (TITLE + 6.0);
        canvas.text("hk-title", EDGE, at, "start", line);
    }
    let legend_top = EDGE + titles.len() as f64 * (TITLE + 6.0) + 4.0;
    for (row, names) in legend.iter().enumerate() {
        for &(series, at) in names {
            canvas.legend_entry(series, at, legend_top + row as f64 * LINE + 8.0);
        }
    }
    canvas.text("hk-label", EDGE, top - 20.0, "start", &plot.y.label);
    canvas.y_axis();
    let mut below = canvas.x_axis();
    canvas.diagonal();
    canvas.bars();
    for (index, series) in plot.series.iter().enumerate() {
        canvas.series(index, series);
    }
    if !plot.x.label.is_empty() {
        below += LINE;
        let middle = left + canvas.inner / 2.0;
        canvas.text("hk-label", middle, below - 4.0, "middle", &plot.x.label);
    }
    for note in notes(plot) {
        for line in lines(&note, TICK, WIDTH - 2.0 * EDGE) {
            below += TICK + 5.0;
            canvas.text("hk-note", EDGE, below, "start", &line);
        }
    }
    (wrap(plot, &canvas.svg, below + EDGE, standalone), (below + EDGE).round())
}

/// The outer element, with what a reader of the screen is told.
fn wrap(plot: &Plot, inside: &str, height: f64, standalone: bool) -> String {
    let names: Vec<_> = plot.series.iter().map(|series| series.name.as_str()).collect();
    let told = format!("{} against {}: {}", plot.y.label, plot.x.label, names.join(", "));
    let (size, style) = if standalone {
        let size = format!(" width=\"{WIDTH}\" height=\"{height:.0}\"");
        (size, format!("<style>\n{}</style>\n", *STYLE))
    } else {
        (String::new(), String::new())
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hk-plot\" role=\"img\" \
         viewBox=\"0 0 {WIDTH} {height:.0}\"{size}>\n<title>{}</title>\n<desc>{}</desc>\n{style}\
         <rect class=\"hk-paper\" width=\"{WIDTH}\" height=\"{height:.0}\" rx=\"6\"/>\n{inside}</svg>\n",
        Escaped(&plot.title),
        Escaped(&told),
    )
}

/// Both axes with their ends. Names along x are counted by the bars' own places.
fn fit(plot: &Plot) -> (Fitted, Fitted) {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let xs = points().map(|point| point.x);
    let ys = points().map(|point| point.y);
    // Bars begin at 0, whatever they show.
    let bars = plot.series.iter().any(|series| series.mark == Mark::Bars);
    let base = (bars && plot.y.scale == Scale::Linear).then_some(0.0);
    // Powers of ten may stand closer than other numbers.
    let rows = if plot.y.scale == Scale::Log { 8 } else { 5 };
    if plot.diagonal {
        let all: Vec<f64> = xs.chain(ys).collect();
        (plot.x.fit(all.iter().copied(), 6), plot.y.fit(all.into_iter(), rows))
    } else {
        (plot.x.fit(xs, 8), plot.y.fit(ys.chain(base), rows))
    }
}

/// What is said below the plot.
fn notes(plot: &Plot) -> Vec<String> {
    let stopped = plot.series.iter().flat_map(|series| &series.points).any(|point| point.at_least);
    let stopped = stopped.then(|| {
        "Hollow with an arrow: stopped by a limit at this value; the true one is higher.".to_owned()
    });
    plot.notes.iter().cloned().chain(stopped).collect()
}

/// The rows of the legend: which series stands where. One series alone needs none.
fn legend_rows(plot: &Plot) -> Vec<Vec<(usize, f64)>> {
    if plot.series.len() < 2 {
        return vec![];
    }
    let mut rows = vec![vec![]];
    let mut at = EDGE;
    for (index, series) in plot.series.iter().enumerate() {
        let wide = 38.0 + width(&legend_name(series), LABEL) + 18.0;
        if at > EDGE && at + wide > WIDTH - EDGE {
            rows.push(vec![]);
            at = EDGE;
        }
        if let Some(row) = rows.last_mut() {
            row.push((index, at));
        }
        at += wide;
    }
    rows
}

fn legend_name(series: &Series) -> String {
    cut(&series.name, LABEL, WIDTH - 2.0 * EDGE - 60.0)
}

impl Canvas<'_> {
    fn at_x(&self, place: f64) -> f64 {
        self.left + place * self.inner
    }

    fn at_y(&self, place: f64) -> f64 {
        self.top + (1.0 - place) * self.high
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
        let right = self.left + self.inner;
        for tick in self.y.ticks.clone() {
            let y = self.at_y(self.y.place(tick.at));
            let class = if tick.label.is_some() { "hk-grid" } else { "hk-grid hk-fine" };
            self.line(class, (self.left, y), (right, y));
            if let Some(label) = tick.label {
                self.text("hk-tick", self.left - 8.0, y + 4.0, "end", &label);
            }
        }
    }

    /// Draws the horizontal axis and returns how far down it reaches.
    fn x_axis(&mut self) -> f64 {
        let bottom = self.top + self.high;
        let ticks = self.x.ticks.clone();
        let names = self.plot.x.scale == Scale::Names;
        let widest = ticks.iter().filter_map(|tick| tick.label.as_deref());
        let widest = widest.map(|label| width(label, TICK)).fold(0.0, f64::max);
        // Names that are too long to stand side by side are turned.
        let turned = names && widest + 8.0 > self.inner / ticks.len().max(1) as f64;
        let mut free = f64::NEG_INFINITY;
        for tick in ticks {
            let x = self.at_x(self.x.place(tick.at));
            if !names {
                let class = if tick.label.is_some() { "hk-grid" } else { "hk-grid hk-fine" };
                self.line(class, (x, self.top), (x, bottom));
            }
            let Some(label) = tick.label else { continue };
            if turned {
                let label = Escaped(&cut(&label, TICK, 130.0));
                let y = bottom + 14.0;
                let _ = writeln!(
                    self.svg,
                    "<text class=\"hk-tick\" text-anchor=\"end\" \
                     transform=\"translate({:.1} {y:.1}) rotate(-35)\">{label}</text>",
                    x + 4.0
                );
                continue;
            }
            let half = width(&label, TICK) / 2.0;
            // Where labels would touch, the later one is left out; its line stays.
            if x - half > free {
                let middle = x.min(WIDTH - half - 4.0);
                self.text("hk-tick", middle, bottom + 17.0, "middle", &label);
                free = middle + half + 6.0;
            }
        }
        let base = self.at_y(self.y.base());
        self.line("hk-axis", (self.left, base), (self.left + self.inner, base));
        bottom + if turned { 22.0 + widest.min(130.0) * 0.58 } else { 24.0 }
    }

    fn diagonal(&mut self) {
        if self.plot.diagonal {
            let (from, to) = ((self.at_x(0.0), self.at_y(0.0)), (self.at_x(1.0), self.at_y(1.0)));
            self.line("hk-diagonal", from, to);
        }
    }

    fn legend_entry(&mut self, index: usize, x: f64, y: f64) {
        let series = &self.plot.series[index];
        let _ = write!(self.svg, "<g class=\"hk-{}\">", index % HUES);
        match series.mark {
            Mark::Bars => {
                let y = y - 6.0;
                let _ = write!(
                    self.svg,
                    "<rect class=\"hk-bar\" x=\"{:.1}\" y=\"{y:.1}\" width=\"14\" height=\"12\"/>",
                    x + 12.0
                );
            }
            Mark::Dots => self.mark(index, x + 16.0, y, size(index), false),
            Mark::Line | Mark::Steps => {
                let _ = write!(
                    self.svg,
                    "<path class=\"hk-line\"{} d=\"M{x:.1} {y:.1}h32\"/>",
                    dashes(index)
                );
                if series.mark == Mark::Line && series.points.len() <= MOST_MARKS {
                    self.mark(index, x + 16.0, y, size(index), false);
                }
            }
        }
        self.svg.push_str("</g>\n");
        self.text("hk-label", x + 38.0, y + 4.5, "start", &legend_name(series));
    }

    /// All bars: at each place the series side by side.
    fn bars(&mut self) {
        let plot = self.plot;
        let sets = plot.series.iter().enumerate().filter(|(_, series)| series.mark == Mark::Bars);
        let sets: Vec<_> = sets.collect();
        let places = self.x.ticks.len().max(1) as f64;
        let room = self.inner / places * 0.76;
        let wide = (room / sets.len().max(1) as f64).min(64.0);
        let base = self.at_y(self.y.base());
        for (nth, &(index, series)) in sets.iter().enumerate() {
            let _ = writeln!(self.svg, "<g class=\"hk-{}\">", index % HUES);
            for point in series.points.iter().filter(|point| drawable(point)) {
                let middle = self.at_x(self.x.place(point.x));
                let x = middle + (nth as f64 - sets.len() as f64 / 2.0) * wide;
                let y = self.at_y(self.y.place(point.y));
                let (upper, height) = (y.min(base), (y - base).abs().max(1.0));
                let class = if point.at_least { "hk-bar hk-hollow" } else { "hk-bar" };
                let _ = writeln!(
                    self.svg,
                    "<rect class=\"{class}\" x=\"{:.1}\" y=\"{upper:.1}\" width=\"{:.1}\" \
                     height=\"{height:.1}\">{}</rect>",
                    x + 1.0,
                    (wide - 2.0).max(1.0),
                    tip(plot, series, point),
                );
                if point.at_least {
                    self.arrow(x + wide / 2.0, y);
                }
            }
            self.svg.push_str("</g>\n");
        }
    }

    fn series(&mut self, index: usize, series: &Series) {
        if series.mark == Mark::Bars {
            return;
        }
        let places: Vec<_> = series
            .points
            .iter()
            .filter(|point| drawable(point))
            .map(|point| {
                (self.at_x(self.x.place(point.x)), self.at_y(self.y.place(point.y)), point)
            })
            .collect();
        let _ = writeln!(self.svg, "<g class=\"hk-{}\">", index % HUES);
        if matches!(series.mark, Mark::Line | Mark::Steps) && places.len() > 1 {
            let mut way = String::new();
            for (i, &(x, y, _)) in places.iter().enumerate() {
                let _ = match (i, series.mark) {
                    (0, _) => write!(way, "M{x:.1} {y:.1}"),
                    (_, Mark::Steps) => write!(way, "H{x:.1}V{y:.1}"),
                    _ => write!(way, "L{x:.1} {y:.1}"),
                };
            }
            let _ = writeln!(self.svg, "<path class=\"hk-line\"{} d=\"{way}\"/>", dashes(index));
        }
        let marks = match series.mark {
            Mark::Dots => true,
            _ => series.mark == Mark::Line && places.len() <= MOST_MARKS || places.len() == 1,
        };
        for (x, y, point) in places.into_iter().filter(|(_, _, point)| marks || point.at_least) {
            let _ = write!(self.svg, "<g>{}", tip(self.plot, series, point));
            let size = point.weight.map_or(size(index), |weight| self.area(weight));
            self.mark(index, x, y, size, point.at_least);
            if point.at_least {
                self.arrow(x, y - 5.0);
            }
            self.svg.push_str("</g>\n");
        }
        self.svg.push_str("</g>\n");
    }

    /// How large a dot of some weight is: the heaviest are as large as they can be without hiding
    /// each other where values are whole numbers.
    fn area(&self, weight: f64) -> f64 {
        let points = || self.plot.series.iter().flat_map(|series| &series.points);
        let heaviest = points().filter_map(|point| point.weight).fold(1.0, f64::max);
        let step = |axis: &Fitted, length: f64| (axis.place(1.0) - axis.place(0.0)).abs() * length;
        let room = step(&self.x, self.inner).min(step(&self.y, self.high)) * 0.48;
        let largest = room.clamp(3.5, 7.5);
        (largest * (weight / heaviest).max(0.0).sqrt()).max(1.6)
    }

    /// The mark of a series: its shape tells series apart without color.
    fn mark(&mut self, index: usize, x: f64, y: f64, r: f64, hollow: bool) {
        let class = if hollow { "hk-mark hk-hollow" } else { "hk-mark" };
        let shape = match index % 6 {
            0 => format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>"),
            1 => polygon(class, x, y, r, &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]),
            2 => polygon(class, x, y, r, &[(0.0, -1.3), (1.25, 0.9), (-1.25, 0.9)]),
            3 => polygon(class, x, y, r, &[(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)]),
            4 => polygon(class, x, y, r, &[(0.0, 1.3), (1.25, -0.9), (-1.25, -0.9)]),
            _ => polygon(
                class,
                x,
                y,
                r,
                &[(0.0, -1.3), (1.24, -0.4), (0.76, 1.05), (-0.76, 1.05), (-1.24, -0.4)],
            ),
        };
        self.svg.push_str(&shape);
    }

    /// An arrow that rises from a place.
    fn arrow(&mut self, x: f64, y: f64) {
        let _ =
            write!(self.svg, "<path class=\"hk-arrow\" d=\"M{x:.1} {y:.1}v-14m-4 5l4 -5l4 5\"/>");
    }
}

/// How large the marks of a series are: those drawn later are smaller, so that what lies beneath is
/// seen.
fn size(index: usize) -> f64 {
    6.8 - 1.2 * index.min(3) as f64
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

fn polygon(class: &str, x: f64, y: f64, r: f64, corners: &[(f64, f64)]) -> String {
    let mut points = String::new();
    for (i, (dx, dy)) in corners.iter().enumerate() {
        let gap = if i > 0 { " " } else { "" };
        let _ = write!(points, "{gap}{:.1},{:.1}", x + dx * r, y + dy * r);
    }
    format!("<polygon class=\"{class}\" points=\"{points}\"/>")
}

/// What a point says when the pointer rests on it.
fn tip(plot: &Plot, series: &Series, point: &Point) -> String {
    let number = |value: f64| {
        let whole = value.fract() == 0.0 || value.abs() >= 1000.0;
        decimal(value, if whole { 0 } else { 3 })
    };
    let x = match plot.x.ticks.iter().find(|(at, _)| (at - point.x).abs() < 1e-9) {
        Some((_, label)) => label.clone(),
        None => number(point.x),
    };
    let least = if point.at_least { "≥ " } else { "" };
    let note = point.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    let tip = format!("{}: {x}, {least}{}{note}", series.name, number(point.y));
    format!("<title>{}</title>", Escaped(&tip))
}

#[cfg(test)]
mod tests {
    use crate::{Axis, Mark, Plot, Point, Series};

    fn plot() -> Plot {
        Plot::new("A & B <growth>", Axis::linear("size"), Axis::log("expanded"))
            .series(Series::new("a<b", Mark::Line, [(4.0, 0.0), (9.0, 4.0), (16.0, 800.0)]))
            .series(Series::new("stopped", Mark::Dots, [Point::new(9.0, 5e7).at_least()]))
    }

    #[test]
    fn texts_are_escaped_and_points_say_their_values() {
        let svg = plot().svg();
        assert!(svg.contains("<title>A &amp; B &lt;growth&gt;</title>"), "{svg}");
        assert!(svg.contains("<title>a&lt;b: 16, 800</title>"), "{svg}");
        assert!(svg.contains("<title>stopped: 9, ≥ 50,000,000</title>"), "{svg}");
        assert!(svg.contains("stopped by a limit"), "{svg}");
        assert!(!plot().svg_element().contains("<style>"));
    }

    /// Areas, not radii, are in proportion, as far as there is room.
    #[test]
    fn weights_are_areas() {
        let points = [(0.0, 0.0, 400.0), (5.0, 5.0, 100.0), (10.0, 10.0, 0.001)];
        let points = points.map(|(x, y, weight)| Point::new(x, y).weight(weight));
        let plot = Plot::new("h", Axis::linear("x"), Axis::linear("y")).diagonal();
        let (svg, _, height) = plot.series(Series::new("s", Mark::Dots, points)).sized_svg();
        let radii: Vec<f64> = svg
            .split(" r=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(radii.len(), 3);
        assert!((radii[0] / radii[1] - 2.0).abs() < 0.05 && radii[2] >= 1.6, "{radii:?}");
        assert!(svg.contains(&format!("height=\"{height}\"")), "{svg}");
    }

    /// Labels along an axis keep clear of each other, however many there are.
    #[test]
    fn labels_do_not_touch() {
        let ticks = (0..200).map(|i| (f64::from(i), format!("board number {i}")));
        let svg = Plot::new("many", Axis::linear("x").ticks(ticks), Axis::linear("y"))
            .series(Series::new("a", Mark::Line, (0..200).map(|i| (f64::from(i), 1.0))))
            .svg();
        let labels = svg.matches(">board number").count();
        assert!((2..10).contains(&labels), "{labels}");
    }

    #[test]
    fn odd_numbers_leave_no_trace() {
        let odd = [(f64::NAN, 1.0), (1.0, f64::INFINITY), (2.0, -1.0), (3.0, 1e300)];
        for mark in [Mark::Line, Mark::Steps, Mark::Dots, Mark::Bars] {
            for y in [Axis::linear("y"), Axis::log("y")] {
                let plot = Plot::new("odd", Axis::linear("x"), y);
                for svg in [
                    plot.clone().svg(),
                    plot.clone().series(Series::new("s", mark, odd)).svg(),
                    plot.diagonal().series(Series::new("s", mark, odd)).svg(),
                ] {
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                }
            }
        }
    }
}
