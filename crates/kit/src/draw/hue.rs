//! The palette of pictures, plots and terminals.

use anstyle::{Ansi256Color, Color, Style};
use std::fmt::{self, Write};

/// A color named by its role, or one of eight categorical colors.
///
/// Most color-blind readers can distinguish the eight; they follow Okabe and Ito (2002).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Hue {
    /// The page.
    Paper,
    /// Text and outlines.
    Ink,
    /// Secondary text.
    Faint,
    /// The background of a board or a plot.
    Ground,
    /// Lines on the background.
    Line,
    /// Walls.
    Wall,
    /// An empty cell or hole.
    Empty,
    /// A cell that is a goal.
    Goal,
    /// Categorical: blue.
    Blue,
    /// Categorical: orange.
    Orange,
    /// Categorical: green.
    Green,
    /// Categorical: red.
    Red,
    /// Categorical: purple.
    Purple,
    /// Categorical: sky blue.
    Sky,
    /// Categorical: yellow.
    Yellow,
    /// Categorical: gray.
    Gray,
    /// A step of a scale from light to dark; less than [`Hue::SHADES`].
    Shade(u8),
}

/// The lighter three quarters of viridis (Smith and van der Walt 2015), evenly spaced.
///
/// Luminance falls steadily, so the order survives color blindness and gray prints.
static SHADES: [&str; Hue::SHADES as usize] = [
    "#fde725", "#e8e428", "#d3e12b", "#bede2e", "#aadb32", "#95d63f", "#80d14c", "#6ccc59",
    "#59c765", "#4bc06c", "#3db974", "#2fb27c", "#27aa82", "#25a385", "#239b88", "#22948b",
    "#238c8c", "#26848d", "#297b8d", "#2c738e", "#2f6b8d", "#33638d", "#375a8c", "#3b528b",
];

impl Hue {
    #[rustfmt::skip]
    const CATEGORICAL: [Self; 8] = [
        Self::Blue, Self::Orange, Self::Green, Self::Red,
        Self::Purple, Self::Sky, Self::Yellow, Self::Gray,
    ];

    /// The colors of a plot's series, in order of use.
    pub const LINES: [Self; 7] =
        [Self::Blue, Self::Red, Self::Green, Self::Purple, Self::Orange, Self::Sky, Self::Gray];

    /// The number of shades.
    pub const SHADES: u8 = 24;

    /// Returns the shade of a value between 0, light, and 1, dark.
    pub fn shade(value: f64) -> Self {
        let step = value.clamp(0.0, 1.0) * f64::from(Self::SHADES - 1);
        // Clamped above.
        #[allow(clippy::cast_sign_loss)]
        Self::Shade(step.round() as u8)
    }

    /// Returns a categorical color; they repeat after eight.
    pub const fn nth(number: usize) -> Self {
        Self::CATEGORICAL[number % Self::CATEGORICAL.len()]
    }

    /// Returns the color in SVG and CSS; for thin lines and small marks on paper and on a dark page; and
    /// the number of the terminal color, 0 for the default color and 1 for a dimmed one.
    const fn colors(self) -> (&'static str, &'static str, &'static str, u8) {
        match self {
            Self::Paper => ("#ffffff", "#ffffff", "#14181d", 0),
            Self::Ink => ("#1f2430", "#1f2430", "#f0f3f6", 0),
            Self::Faint => ("#6b7280", "#6b7280", "#9aa4af", 1),
            Self::Ground => ("#f1ece3", "#f1ece3", "#20262d", 1),
            Self::Line => ("#d6cfc2", "#dfe3e8", "#2c333b", 1),
            Self::Wall => ("#4a4f5c", "#4a4f5c", "#4a4f5c", 244),
            Self::Empty => ("#fbf9f5", "#fbf9f5", "#fbf9f5", 1),
            Self::Goal => ("#fde9a9", "#fde9a9", "#fde9a9", 178),
            Self::Blue => ("#0072b2", "#0072b2", "#4ea8de", 33),
            Self::Orange => ("#e69f00", "#a66f00", "#f0b429", 208),
            Self::Green => ("#009e73", "#00805d", "#2fc4a0", 35),
            Self::Red => ("#d55e00", "#d55e00", "#ff8c42", 160),
            Self::Purple => ("#cc79a7", "#b0558a", "#e094c1", 175),
            Self::Sky => ("#56b4e9", "#2b8fc9", "#8fd0f5", 74),
            Self::Yellow => ("#f0e442", "#857c00", "#f0e442", 184),
            Self::Gray => ("#9aa0aa", "#4d4d4d", "#c4c9cf", 247),
            Self::Shade(step) => {
                let css = SHADES[if step < Self::SHADES { step } else { 0 } as usize];
                (css, css, css, [226, 149, 77, 36, 30, 31, 25][(step / 4 % 7) as usize])
            }
        }
    }

    /// Returns the color in SVG and CSS.
    #[must_use]
    pub const fn css(self) -> &'static str {
        self.colors().0
    }

    /// Returns the color for thin lines and small marks: dark enough for a contrast of 3 to 1 on paper.
    #[must_use]
    pub const fn line(self) -> &'static str {
        self.colors().1
    }

    /// Returns the color for thin lines and small marks on a dark page.
    #[must_use]
    pub const fn line_on_dark(self) -> &'static str {
        self.colors().2
    }

    /// Returns the color of a text drawn over this one.
    pub const fn text_over(self) -> Self {
        match self {
            Self::Ink | Self::Wall | Self::Blue | Self::Green | Self::Red | Self::Faint => {
                Self::Paper
            }
            Self::Shade(step) if step >= 14 => Self::Paper,
            _ => Self::Ink,
        }
    }

    /// Returns the terminal style; it is readable on light and dark backgrounds.
    #[must_use]
    pub const fn style(self) -> Style {
        match self.colors().3 {
            0 => Style::new(),
            1 => Style::new().dimmed(),
            number => Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(number)))),
        }
    }
}

/// Writes a text, in a terminal color if `colors` is set.
///
/// # Errors
/// Only errors of `out`.
pub fn paint(out: &mut dyn Write, colors: bool, hue: Hue, text: impl fmt::Display) -> fmt::Result {
    let style = hue.style();
    if colors { write!(out, "{style}{text}{style:#}") } else { write!(out, "{text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance as WCAG 2.1 defines it.
    fn luminance(css: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&css[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn lines_contrast_with_light_and_dark_pages() {
        let lines = Hue::LINES.map(|hue| (hue, 3.0));
        for (hue, minimum) in lines.into_iter().chain([(Hue::Ink, 4.5), (Hue::Faint, 4.5)]) {
            let light = contrast(hue.line(), Hue::Paper.css());
            let dark = contrast(hue.line_on_dark(), Hue::Paper.line_on_dark());
            assert!(light.min(dark) >= minimum, "{hue:?} {light} {dark}");
        }
    }

    #[test]
    fn text_contrasts_with_every_fill() {
        for hue in Hue::CATEGORICAL.into_iter().chain((0..Hue::SHADES).map(Hue::Shade)) {
            let contrast = contrast(hue.css(), hue.text_over().css());
            assert!(contrast >= 3.0, "{hue:?} {contrast}");
        }
    }

    #[test]
    fn shades_darken_steadily() {
        let shades: Vec<f64> = (0..Hue::SHADES).map(|s| luminance(Hue::Shade(s).css())).collect();
        assert!(shades.windows(2).all(|pair| pair[0] > pair[1]), "{shades:?}");
        assert_eq!(Hue::shade(-1.0), Hue::Shade(0));
        assert_eq!(Hue::shade(2.0), Hue::Shade(Hue::SHADES - 1));
    }
}
