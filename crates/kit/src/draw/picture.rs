//! A picture made of shapes, written as SVG.

use super::Hue;
use std::fmt::{self, Write};

/// Where a text stands in relation to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// The point is the text's middle.
    Middle,
    /// The text ends at the point.
    End,
}

/// Shapes on a sheet whose origin is at the top left; of a board, one unit is one cell.
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

/// A number with at most three places behind the point, and none that say nothing.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 1000.0).round() / 1000.0;
        // Adding nothing turns −0 into 0.
        write!(f, "{}", rounded + 0.0)
    }
}

/// A text with the signs replaced that mean something in SVG and HTML, for between tags and within
/// double quotes.
pub struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sign in self.0.chars() {
            match sign {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML has no way to write these.
                '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => {
                    f.write_char('\u{fffd}')?;
                }
                _ => f.write_char(sign)?,
            }
        }
        Ok(())
    }
}

impl Picture {
    /// An empty sheet.
    #[must_use]
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height, shapes: String::new() }
    }

    /// A text in lines, framed: the picture of a state that nobody has drawn yet.
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
            picture.element(format_args!(
                "<text x=\"0.3\" y=\"{}\" font-family=\"monospace\" font-size=\"0.5\" \
                 xml:space=\"preserve\" fill=\"{}\">{}</text>",
                Short(y),
                Hue::Ink.css(),
                Escaped(line)
            ));
        }
        picture
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    fn element(&mut self, element: fmt::Arguments<'_>) -> &mut Self {
        // Writing to a string does not fail.
        let _ = writeln!(self.shapes, "{element}");
        self
    }

    /// A filled rectangle, its corners rounded by `radius`.
    pub fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, radius: f64, fill: Hue) -> &mut Self {
        self.element(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"/>",
            Short(x),
            Short(y),
            Short(w),
            Short(h),
            Short(radius),
            fill.css()
        ))
    }

    /// Rows of cells in one color: for each run its column, its row and how many cells it has.
    ///
    /// One shape for all of them, so that maps of many cells stay small.
    pub fn cells(
        &mut self,
        runs: impl IntoIterator<Item = (usize, usize, usize)>,
        fill: Hue,
    ) -> &mut Self {
        let mut way = String::new();
        for (col, row, wide) in runs {
            let _ = write!(way, "M{col} {row}h{wide}v1h-{wide}z");
        }
        if way.is_empty() {
            return self;
        }
        self.element(format_args!(
            "<path d=\"{way}\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
            fill.css()
        ))
    }

    /// The outline of a rectangle.
    pub fn frame(&mut self, x: f64, y: f64, w: f64, h: f64, thick: f64, hue: Hue) -> &mut Self {
        self.element(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"{}\"/>",
            Short(x),
            Short(y),
            Short(w),
            Short(h),
            hue.css(),
            Short(thick)
        ))
    }

    /// A filled circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, fill: Hue) -> &mut Self {
        self.element(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>",
            Short(x),
            Short(y),
            Short(radius),
            fill.css()
        ))
    }

    /// The outline of a circle.
    pub fn ring(&mut self, x: f64, y: f64, radius: f64, thick: f64, hue: Hue) -> &mut Self {
        self.element(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
            Short(x),
            Short(y),
            Short(radius),
            hue.css(),
            Short(thick)
        ))
    }

    /// A line through points.
    pub fn line(&mut self, points: &[(f64, f64)], thick: f64, hue: Hue) -> &mut Self {
        let points = listed(points);
        self.element(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            hue.css(),
            Short(thick)
        ))
    }

    /// A line through points with a head at its end.
    pub fn arrow(&mut self, points: &[(f64, f64)], thick: f64, hue: Hue) -> &mut Self {
        let [.., before, tip] = points else { return self };
        let length = (tip.0 - before.0).hypot(tip.1 - before.1).max(1e-6);
        let (dx, dy) = ((tip.0 - before.0) / length, (tip.1 - before.1) / length);
        let (long, half) = (0.2 + 1.6 * thick, 0.08 + 0.8 * thick);
        let foot = (tip.0 - dx * long, tip.1 - dy * long);
        // The line ends where the head begins, so that its tip stays sharp.
        let mut shaft: Vec<_> = points.to_vec();
        while shaft.len() > 2
            && shaft.last().is_some_and(|p| (tip.0 - p.0).hypot(tip.1 - p.1) < long)
        {
            shaft.pop();
        }
        if shaft.len() == points.len() {
            shaft.pop();
        }
        shaft.push(foot);
        let head = [
            *tip,
            (foot.0 - dy * half, foot.1 + dx * half),
            (foot.0 + dy * half, foot.1 - dx * half),
        ];
        self.line(&shaft, thick, hue).polygon(&head, 0.0, hue)
    }

    /// A line of dashes through points.
    pub fn dashes(&mut self, points: &[(f64, f64)], thick: f64, dash: f64, hue: Hue) -> &mut Self {
        let points = listed(points);
        self.element(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
             stroke-dasharray=\"{}\"/>",
            hue.css(),
            Short(thick),
            Short(dash)
        ))
    }

    /// A filled polygon; its corners are rounded by a line of the same color.
    pub fn polygon(&mut self, points: &[(f64, f64)], rounding: f64, fill: Hue) -> &mut Self {
        let points = listed(points);
        self.element(format_args!(
            "<polygon points=\"{points}\" fill=\"{0}\" stroke=\"{0}\" stroke-width=\"{1}\" \
             stroke-linejoin=\"round\"/>",
            fill.css(),
            Short(rounding)
        ))
    }

    /// A text whose middle is the point, in both directions.
    pub fn centered(&mut self, x: f64, y: f64, size: f64, hue: Hue, text: &str) -> &mut Self {
        // Capitals and digits are about 0.7 of the size in height.
        self.text(x, y + size * 0.35, size, Anchor::Middle, hue, text)
    }

    /// A text that stands on the height `y`.
    pub fn text(
        &mut self,
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        hue: Hue,
        text: &str,
    ) -> &mut Self {
        self.element(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>",
            Short(x),
            Short(y),
            Short(size),
            anchor.word(),
            hue.css(),
            Escaped(text)
        ))
    }

    /// A text that reads upwards, its middle at the point.
    pub fn text_upwards(&mut self, x: f64, y: f64, size: f64, hue: Hue, text: &str) -> &mut Self {
        self.element(format_args!(
            "<text transform=\"translate({} {}) rotate(-90)\" font-size=\"{}\" \
             text-anchor=\"middle\" fill=\"{}\">{}</text>",
            Short(x),
            Short(y),
            Short(size),
            hue.css(),
            Escaped(text)
        ))
    }

    /// Another picture within this one, its origin at the point and its units scaled.
    pub fn place(&mut self, picture: &Self, x: f64, y: f64, scale: f64) -> &mut Self {
        self.element(format_args!(
            "<g transform=\"translate({} {}) scale({})\">\n{}</g>",
            Short(x),
            Short(y),
            Short(scale),
            picture.shapes
        ))
    }

    /// The picture as an SVG document, `scale` pixels a unit. The title is for people who hear it.
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

impl Anchor {
    const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

fn listed(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    for (number, &(x, y)) in points.iter().enumerate() {
        let gap = if number > 0 { " " } else { "" };
        let _ = write!(text, "{gap}{},{}", Short(x), Short(y));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts: Vec<_> =
            [0.1 + 0.2, -0.0001, 2.0, 1.2346].iter().map(|&n| Short(n).to_string()).collect();
        assert_eq!(texts, ["0.3", "0", "2", "1.235"]);
    }

    #[test]
    fn texts_cannot_break_out() {
        let mut picture = Picture::of_text("<script>\n\u{1}&");
        picture.centered(0.0, 0.0, 1.0, Hue::Ink, "\"</text>");
        let svg = picture.svg("</title>", 10.0);
        assert!(!svg.contains("<script>") && !svg.contains('\u{1}'), "{svg}");
        assert_eq!(svg.matches("</title>").count(), 1, "{svg}");
        assert_eq!(svg.matches("</text>").count(), 3, "{svg}");
    }

    #[test]
    fn pictures_are_placed_in_pictures() {
        let mut inner = Picture::new(1.0, 1.0);
        inner.circle(0.5, 0.5, 0.4, Hue::Red);
        let mut outer = Picture::new(4.0, 4.0);
        outer.place(&inner, 1.0, 2.0, 2.0);
        let svg = outer.svg("a circle", 1.0);
        assert!(svg.contains("<g transform=\"translate(1 2) scale(2)\">\n<circle"), "{svg}");
    }
}
