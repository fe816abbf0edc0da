//! The palette, one for pictures and terminals.

use anstyle::{Ansi256Color, Color, Style};
use std::fmt::{self, Write};

/// A color by what it is used for, or one of eight that tell things apart.
///
/// The eight keep apart for most color-blind readers, after Okabe and Ito's set of 2002.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// The page.
    Paper,
    /// Text and outlines.
    Ink,
    /// Text that can be passed over.
    Faint,
    /// A board, or the ground of a plot.
    Ground,
    /// Lines on the ground.
    Line,
    /// Walls.
    Wall,
    /// An empty cell or hole.
    Empty,
    /// A cell that is a goal.
    Goal,
    /// Tells things apart: blue.
    Blue,
    /// Tells things apart: orange.
    Orange,
    /// Tells things apart: green.
    Green,
    /// Tells things apart: red.
    Red,
    /// Tells things apart: purple.
    Purple,
    /// Tells things apart: sky blue.
    Sky,
    /// Tells things apart: yellow.
    Yellow,
    /// Tells things apart: gray.
    Gray,
    /// A step of a scale from light to dark, below [`Hue::SHADES`].
    Shade(u8),
}

/// The scale, evenly spaced along the lighter three quarters of viridis (Smith and van der Walt 2015):
/// it darkens steadily, so that everybody, and a gray print, shows the order.
static SHADES: [&str; Hue::SHADES as usize] = [
    "#fde725", "#e8e428", "#d3e12b", "#bede2e", "#aadb32", "#95d63f", "#80d14c", "#6ccc59",
    "#59c765", "#4bc06c", "#3db974", "#2fb27c", "#27aa82", "#25a385", "#239b88", "#22948b",
    "#238c8c", "#26848d", "#297b8d", "#2c738e", "#2f6b8d", "#33638d", "#375a8c", "#3b528b",
];

impl Hue {
    /// The eight that tell things apart, in the order in which to use them.
    pub const EIGHT: [Self; 8] = [
        Self::Blue,
        Self::Orange,
        Self::Green,
        Self::Red,
        Self::Purple,
        Self::Sky,
        Self::Yellow,
        Self::Gray,
    ];

    /// Those that lines of a plot are drawn in, in the order in which to use them.
    pub const LINES: [Self; 7] =
        [Self::Blue, Self::Red, Self::Green, Self::Purple, Self::Orange, Self::Sky, Self::Gray];

    /// How many steps the scale of shades has.
    pub const SHADES: u8 = 24;

    /// The shade of a value from 0, light, to 1, dark.
    #[must_use]
    pub fn shade(value: f64) -> Self {
        let step = value.clamp(0.0, 1.0) * f64::from(Self::SHADES - 1);
        // From 0 to the last step.
        #[allow(clippy::cast_sign_loss)]
        Self::Shade(step.round() as u8)
    }

    /// One of the eight, again and again in their order.
    #[must_use]
    pub const fn nth(number: usize) -> Self {
        Self::EIGHT[number % Self::EIGHT.len()]
    }

    /// The color in SVG and CSS.
    #[must_use]
    pub const fn css(self) -> &'static str {
        match self {
            Self::Paper => "#ffffff",
            Self::Ink => "#1f2430",
            Self::Faint => "#6b7280",
            Self::Ground => "#f1ece3",
            Self::Line => "#d6cfc2",
            Self::Wall => "#4a4f5c",
            Self::Empty => "#fbf9f5",
            Self::Goal => "#fde9a9",
            Self::Blue => "#0072b2",
            Self::Orange => "#e69f00",
            Self::Green => "#009e73",
            Self::Red => "#d55e00",
            Self::Purple => "#cc79a7",
            Self::Sky => "#56b4e9",
            Self::Yellow => "#f0e442",
            Self::Gray => "#9aa0aa",
            Self::Shade(step) => SHADES[if step < Self::SHADES { step } else { 0 } as usize],
        }
    }

    /// The same hue for thin lines and small marks: dark enough to keep a contrast of 3 to 1 on paper.
    #[must_use]
    pub const fn line(self) -> &'static str {
        match self {
            Self::Orange => "#a66f00",
            Self::Green => "#00805d",
            Self::Purple => "#b0558a",
            Self::Sky => "#2b8fc9",
            Self::Yellow => "#857c00",
            Self::Gray => "#4d4d4d",
            Self::Line => "#dfe3e8",
            _ => self.css(),
        }
    }

    /// The same hue where the page is dark.
    #[must_use]
    pub const fn line_on_dark(self) -> &'static str {
        match self {
            Self::Paper => "#14181d",
            Self::Ink => "#f0f3f6",
            Self::Faint => "#9aa4af",
            Self::Line => "#2c333b",
            Self::Ground => "#20262d",
            Self::Blue => "#4ea8de",
            Self::Orange => "#f0b429",
            Self::Green => "#2fc4a0",
            Self::Red => "#ff8c42",
            Self::Purple => "#e094c1",
            Self::Sky => "#8fd0f5",
            Self::Yellow => "#f0e442",
            Self::Gray => "#c4c9cf",
            Self::Wall | Self::Empty | Self::Goal | Self::Shade(_) => self.css(),
        }
    }

    /// The color of a text that is laid over this one.
    #[must_use]
    pub const fn text_over(self) -> Self {
        match self {
            Self::Ink | Self::Wall | Self::Blue | Self::Green | Self::Red | Self::Faint => {
                Self::Paper
            }
            Self::Shade(step) if step >= 14 => Self::Paper,
            _ => Self::Ink,
        }
    }

    /// The color in a terminal, whether that is light or dark.
    #[must_use]
    pub const fn style(self) -> Style {
        let number = match self {
            Self::Paper | Self::Ink => return Style::new(),
            Self::Faint | Self::Line | Self::Empty | Self::Ground => {
                return Style::new().dimmed();
            }
            Self::Wall => 244,
            Self::Goal => 178,
            Self::Blue => 33,
            Self::Orange => 208,
            Self::Green => 35,
            Self::Red => 160,
            Self::Purple => 175,
            Self::Sky => 74,
            Self::Yellow => 184,
            Self::Gray => 247,
            Self::Shade(step) => [226, 149, 77, 36, 30, 31, 25][(step / 4 % 7) as usize],
        };
        Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(number))))
    }
}

/// Writes a text in a color.
///
/// # Errors
/// Only those of `out`.
pub fn painted(out: &mut dyn Write, hue: Hue, text: impl fmt::Display) -> fmt::Result {
    let style = hue.style();
    write!(out, "{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How bright a color is, as contrast is measured (WCAG 2.1).
    fn luminance(css: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&css[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn lines_can_be_seen_on_light_and_dark_pages() {
        for hue in Hue::LINES {
            let light = contrast(hue.line(), Hue::Paper.css());
            assert!(light >= 3.0, "{hue:?} {light}");
            let dark = contrast(hue.line_on_dark(), Hue::Paper.line_on_dark());
            assert!(dark >= 3.0, "{hue:?} {dark}");
        }
        for hue in [Hue::Ink, Hue::Faint] {
            assert!(contrast(hue.line(), Hue::Paper.css()) >= 4.5, "{hue:?}");
            assert!(contrast(hue.line_on_dark(), Hue::Paper.line_on_dark()) >= 4.5, "{hue:?}");
        }
    }

    #[test]
    fn texts_can_be_read_over_every_hue() {
        for hue in Hue::EIGHT.into_iter().chain((0..Hue::SHADES).map(Hue::Shade)) {
            let contrast = contrast(hue.css(), hue.text_over().css());
            assert!(contrast >= 3.0, "{hue:?} {contrast}");
        }
    }

    /// Who sees no colors sees the order.
    #[test]
    fn shades_darken_steadily() {
        let shades: Vec<f64> = (0..Hue::SHADES).map(|s| luminance(Hue::Shade(s).css())).collect();
        assert!(shades.windows(2).all(|pair| pair[0] > pair[1]), "{shades:?}");
        assert_eq!(Hue::shade(-1.0), Hue::Shade(0));
        assert_eq!(Hue::shade(2.0), Hue::Shade(Hue::SHADES - 1));
    }
}
