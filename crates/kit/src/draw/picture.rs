//! A picture made of shapes, written as SVG.

use super::{Escaped, Hue};
use std::fmt::{self, Write};

/// The position of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// The text is centered at the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// Shapes on a sheet with its origin at the top left. On boards, one unit is one cell.
///
/// ```
/// use heureka_kit::draw::{Hue, Picture};
///
/// let mut board = Picture::new(2.0, 1.0);
/// board.rect(0.0, 0.0, 1.0, 1.0, 0.1, Hue::Blue).centered(0.5, 0.5, 0.6, Hue::Paper, "a<b");
/// let svg = board.svg("two cells", 40.0);
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80\" height=\"40\""));
/// assert!(svg.contains("a&lt;b"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    width: f64,
    height: f64,
    shapes: String,
}

/// Displays a number with at most three decimals.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 1000.0).round() / 1000.0;
        // Adding 0 turns −0 into 0.
        write!(f, "{}", rounded + 0.0)
    }
}

fn outline(hue: Hue, thickness: f64) -> String {
    format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", hue.css(), Short(thickness))
}

fn points_list(points: &[(f64, f64)]) -> String {
    let points = points.iter().map(|&(x, y)| format!("{},{}", Short(x), Short(y)));
    points.collect::<Vec<_>>().join(" ")
}

impl Picture {
    /// Creates an empty sheet.
    #[must_use]
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height, shapes: String::new() }
    }

    /// Draws a framed text: the picture of a state whose puzzle has no drawing.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let lines = text.lines().count();
        let (advance, leading) = (0.305, 0.6);
        let mut picture = Self::new(longest as f64 * advance + 0.6, lines as f64 * leading + 0.6);
        let (width, height) = picture.size();
        picture.rect(0.0, 0.0, width, height, 0.15, Hue::Ground);
        for (number, line) in text.lines().enumerate() {
            let y = 0.3 + leading * (number as f64 + 0.75);
            let rest = format_args!(
                "font-family=\"monospace\" font-size=\"0.5\" xml:space=\"preserve\" fill=\"{}\">{}</text>",
                Hue::Ink.css(),
                Escaped(line)
            );
            picture.element("text", &[("x", 0.3), ("y", y)], rest);
        }
        picture
    }

    /// Returns the width and the height.
    #[must_use]
    pub const fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Appends an element: its numeric attributes, then everything after them.
    fn element(
        &mut self,
        name: &str,
        numbers: &[(&str, f64)],
        rest: fmt::Arguments<'_>,
    ) -> &mut Self {
        // Writing to a string does not fail.
        let _ = write!(self.shapes, "<{name}");
        for &(key, value) in numbers {
            let _ = write!(self.shapes, " {key}=\"{}\"", Short(value));
        }
        let _ = writeln!(self.shapes, " {rest}");
        self
    }

    /// Draws a filled rectangle with rounded corners.
    pub fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, radius: f64, fill: Hue) -> &mut Self {
        let numbers = [("x", x), ("y", y), ("width", w), ("height", h), ("rx", radius)];
        self.element("rect", &numbers, format_args!("fill=\"{}\"/>", fill.css()))
    }

    /// Draws runs of cells, each given by column, row and length, in one color.
    ///
    /// All runs share one SVG shape, so maps of many cells stay small.
    pub fn cells(
        &mut self,
        runs: impl IntoIterator<Item = (usize, usize, usize)>,
        fill: Hue,
    ) -> &mut Self {
        let mut path = String::new();
        for (col, row, length) in runs {
            let _ = write!(path, "M{col} {row}h{length}v1h-{length}z");
        }
        if path.is_empty() {
            return self;
        }
        let fill = fill.css();
        let rest = format_args!("d=\"{path}\" fill=\"{fill}\" shape-rendering=\"crispEdges\"/>");
        self.element("path", &[], rest)
    }

    /// Draws the outline of a rectangle.
    pub fn frame(&mut self, x: f64, y: f64, w: f64, h: f64, thickness: f64, hue: Hue) -> &mut Self {
        let numbers = [("x", x), ("y", y), ("width", w), ("height", h)];
        self.element("rect", &numbers, format_args!("{}/>", outline(hue, thickness)))
    }

    /// Draws a filled circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, fill: Hue) -> &mut Self {
        let numbers = [("cx", x), ("cy", y), ("r", radius)];
        self.element("circle", &numbers, format_args!("fill=\"{}\"/>", fill.css()))
    }

    /// Draws the outline of a circle.
    pub fn ring(&mut self, x: f64, y: f64, radius: f64, thickness: f64, hue: Hue) -> &mut Self {
        let numbers = [("cx", x), ("cy", y), ("r", radius)];
        self.element("circle", &numbers, format_args!("{}/>", outline(hue, thickness)))
    }

    /// Draws a line through points.
    pub fn line(&mut self, points: &[(f64, f64)], thickness: f64, hue: Hue) -> &mut Self {
        let rest = format_args!(
            "points=\"{}\" {} stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            points_list(points),
            outline(hue, thickness)
        );
        self.element("polyline", &[], rest)
    }

    /// Draws a line through points with an arrowhead at its end.
    pub fn arrow(&mut self, points: &[(f64, f64)], thickness: f64, hue: Hue) -> &mut Self {
        let [.., before, tip] = points else { return self };
        let distance = |p: &(f64, f64)| (tip.0 - p.0).hypot(tip.1 - p.1);
        let length = distance(before).max(1e-6);
        let (dx, dy) = ((tip.0 - before.0) / length, (tip.1 - before.1) / length);
        let (head_length, half_width) = (0.2 + 1.6 * thickness, 0.08 + 0.8 * thickness);
        let base = (tip.0 - dx * head_length, tip.1 - dy * head_length);
        // The shaft ends where the head begins, so that the tip stays sharp.
        let mut shaft: Vec<_> = points.to_vec();
        while shaft.len() > 2 && shaft.last().is_some_and(|p| distance(p) < head_length) {
            shaft.pop();
        }
        if shaft.len() == points.len() {
            shaft.pop();
        }
        shaft.push(base);
        let head = [
            *tip,
            (base.0 - dy * half_width, base.1 + dx * half_width),
            (base.0 + dy * half_width, base.1 - dx * half_width),
        ];
        self.line(&shaft, thickness, hue).polygon(&head, 0.0, hue)
    }

    /// Draws a filled polygon; an outline of the same color rounds its corners.
    pub fn polygon(&mut self, points: &[(f64, f64)], rounding: f64, fill: Hue) -> &mut Self {
        let rest = format_args!(
            "points=\"{}\" fill=\"{2}\" stroke=\"{2}\" stroke-width=\"{1}\" \
             stroke-linejoin=\"round\"/>",
            points_list(points),
            Short(rounding),
            fill.css()
        );
        self.element("polygon", &[], rest)
    }

    /// Draws a text centered at a point in both directions.
    pub fn centered(&mut self, x: f64, y: f64, size: f64, hue: Hue, text: &str) -> &mut Self {
        // Capitals and digits are about 0.7 of the font size high.
        self.text(x, y + size * 0.35, size, Anchor::Middle, hue, text)
    }

    /// Draws a text with its baseline at `y`.
    pub fn text(
        &mut self,
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        hue: Hue,
        text: &str,
    ) -> &mut Self {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (hue, text) = (hue.css(), Escaped(text));
        let rest = format_args!("text-anchor=\"{anchor}\" fill=\"{hue}\">{text}</text>");
        self.element("text", &[("x", x), ("y", y), ("font-size", size)], rest)
    }

    /// Draws another picture with its origin at a point, scaled.
    pub fn place(&mut self, picture: &Self, x: f64, y: f64, scale: f64) -> &mut Self {
        let (x, y, scale, shapes) = (Short(x), Short(y), Short(scale), &picture.shapes);
        let rest = format_args!("transform=\"translate({x} {y}) scale({scale})\">\n{shapes}</g>");
        self.element("g", &[], rest)
    }

    /// Returns the picture as an SVG document with `scale` pixels per unit. The title is for screen readers.
    #[must_use]
    pub fn svg(&self, title: &str, scale: f64) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"0 0 {} {}\" role=\"img\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\">\n\
             <title>{}</title>\n{}</svg>\n",
            Short(self.width * scale),
            Short(self.height * scale),
            Short(self.width),
            Short(self.height),
            Escaped(title),
            self.shapes
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_numbers() {
        let texts = [0.1 + 0.2, -0.0001, 2.0, 1.2346].map(|n| Short(n).to_string());
        assert_eq!(texts, ["0.3", "0", "2", "1.235"]);
    }

    #[test]
    fn escapes_texts() {
        let mut picture = Picture::of_text("<script>\n\u{1}&");
        picture.centered(0.0, 0.0, 1.0, Hue::Ink, "\"</text>");
        let svg = picture.svg("</title>", 10.0);
        assert!(!svg.contains("<script>") && !svg.contains('\u{1}'), "{svg}");
        assert_eq!(svg.matches("</title>").count(), 1, "{svg}");
        assert_eq!(svg.matches("</text>").count(), 3, "{svg}");
    }

    #[test]
    fn nests_pictures() {
        let mut inner = Picture::new(1.0, 1.0);
        inner.circle(0.5, 0.5, 0.4, Hue::Red);
        let mut outer = Picture::new(4.0, 4.0);
        outer.place(&inner, 1.0, 2.0, 2.0);
        let svg = outer.svg("a circle", 1.0);
        assert!(svg.contains("<g transform=\"translate(1 2) scale(2)\">\n<circle"), "{svg}");
    }
}
