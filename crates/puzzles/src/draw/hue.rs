//! The palette, one for pictures and terminals.

use anstyle::{Ansi256Color, Color, Style};
use std::fmt::{self, Write};

/// A colour by what it is used for, or one of eight that tell things apart.
///
/// The eight keep apart for most colour-blind readers, after Okabe and Ito's set of 2002.
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
    /// Tells things apart: grey.
    Grey,
}

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
        Self::Grey,
    ];

    /// One of the eight, again and again in their order.
    #[must_use]
    pub const fn nth(number: usize) -> Self {
        Self::EIGHT[number % Self::EIGHT.len()]
    }

    /// The colour in SVG and CSS.
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
            Self::Grey => "#9aa0aa",
        }
    }

    /// The colour of a text that is laid over this one.
    #[must_use]
    pub const fn text_over(self) -> Self {
        match self {
            Self::Ink | Self::Wall | Self::Blue | Self::Green | Self::Red | Self::Faint => {
                Self::Paper
            }
            _ => Self::Ink,
        }
    }

    /// The colour in a terminal, whether that is light or dark.
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
            Self::Grey => 247,
        };
        Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(number))))
    }
}

/// Writes a text in a colour.
///
/// # Errors
/// Only those of `out`.
pub fn painted(out: &mut dyn Write, hue: Hue, text: impl fmt::Display) -> fmt::Result {
    let style = hue.style();
    write!(out, "{style}{text}{style:#}")
}
