//! Plots as SVG: lines, dots, steps and bars over linear and logarithmic axes.
//!
//! The legend is above the plot and crowded labels are dropped, so nothing overlaps. Series differ in
//! color, shape and dashes, so color-blind readers and gray prints can distinguish them. Colors follow
//! the light or dark theme. A point shows its values as a tooltip.

mod axis;
mod draw;

pub use axis::Axis;
pub(crate) use draw::{STYLE, WIDTH, draw};

/// How the points of a series are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Joined by lines, in the order of x.
    Line,
    /// Joined by steps, as in a cactus plot: y holds until the next x.
    Steps,
    /// Not joined.
    Dots,
    /// As bars; several series are side by side.
    Bars,
}

/// A point of a series.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Point {
    x: f64,
    y: f64,
    note: Option<String>,
    at_least: bool,
    weight: Option<f64>,
}

impl Point {
    /// Creates a point.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, note: None, at_least: false, weight: None }
    }

    /// Returns the y coordinate.
    #[must_use]
    pub fn y(&self) -> f64 {
        self.y
    }

    /// Adds a note to the tooltip.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets the weight; the area of a dot is proportional to it.
    pub fn weight(mut self, weight: f64) -> Self {
        self.weight = Some(weight);
        self
    }

    /// Sets whether y is a lower bound: the run was stopped at this value.
    pub fn at_least(mut self, bound: bool) -> Self {
        self.at_least = bound;
        self
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self::new(x, y)
    }
}

/// A named sequence of points.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Series {
    name: String,
    mark: Mark,
    points: Vec<Point>,
}

impl Series {
    /// Creates a series.
    pub fn new<P: Into<Point>>(
        name: impl Into<String>,
        mark: Mark,
        points: impl IntoIterator<Item = P>,
    ) -> Self {
        let mut points: Vec<Point> = points.into_iter().map(Into::into).collect();
        if matches!(mark, Mark::Line | Mark::Steps) {
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
        }
        Self { name: name.into(), mark, points }
    }
}

/// A plot.
///
/// ```
/// use heureka_lab::{Axis, Mark, Plot, Series};
/// let plot = Plot::new("Growth", Axis::linear("size"), Axis::log("expanded"))
///     .series(Series::new("astar", Mark::Line, [(1.0, 10.0), (2.0, 300.0)]));
/// assert!(plot.svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Plot {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    notes: Vec<String>,
    /// The name of the line x = y, if it is drawn.
    diagonal: Option<String>,
    /// The value at which runs were stopped, and its name.
    limit: Option<(f64, String)>,
}

impl Plot {
    /// Creates a plot without series.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self {
            title: title.into(),
            x,
            y,
            series: vec![],
            notes: vec![],
            diagonal: None,
            limit: None,
        }
    }

    /// Adds a series.
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Adds a note below the plot.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Draws the line x = y with this name, to compare two values of the same quantity. Both axes have
    /// the same range and length, so the line halves the plot.
    pub fn diagonal(mut self, name: impl Into<String>) -> Self {
        self.diagonal = Some(name.into());
        self
    }

    /// Draws a line at the value of y at which runs were stopped; with a diagonal, also at this x.
    pub fn limit(mut self, value: f64, name: impl Into<String>) -> Self {
        self.limit = Some((value, name.into()));
        self
    }

    /// Returns the plot as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        draw(self, true).0
    }
}
