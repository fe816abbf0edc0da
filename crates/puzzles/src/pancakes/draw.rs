//! Pictures of stacks, one unit per pancake.

use super::{Pancakes, Stack};
use heureka_kit::draw::{Area, Draw, Hue, Picture, paint};
use std::fmt::{self, Write};

/// Returns how many pancakes were flipped between two states: those down to the last that differs.
fn flipped(a: &Stack, b: &Stack) -> f64 {
    f64::from((u64::BITS - (a.pancakes ^ b.pancakes).leading_zeros()).div_ceil(4))
}

impl Draw for Pancakes {
    /// Draws bars on a plate, each with its size.
    fn show_state(&self, state: &Stack, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let half = usize::from(self.count) + 1;
        for size in self.sizes(state).map(usize::from) {
            let margin = half - size;
            write!(out, "{:margin$}", "")?;
            paint(out, colors, Hue::nth(size), "▄".repeat(2 * size + 1))?;
            writeln!(out, "{:margin$} {size}", "")?;
        }
        paint(out, colors, Hue::Faint, "▔".repeat(2 * half + 1))
    }

    /// Writes the sizes from top to bottom.
    fn note_state(&self, state: &Stack, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.text_of(state))
    }

    /// Returns the lowest pancake that is flipped.
    fn spots(&self, state: &Stack, next: &Stack) -> Vec<Area> {
        vec![[0.0, flipped(state, next) - 1.0, self.draw(state, None).size().0, 1.0]]
    }

    /// Draws the stack on its plate. Flipped pancakes lie on a spatula, beside an arrow.
    fn draw(&self, state: &Stack, before: Option<&Stack>) -> Picture {
        const MARGIN: f64 = 1.2;
        let breadth = |size: u8| 1.2 + 0.8 * f64::from(size);
        let (plate, floor) = (breadth(self.count + 1), f64::from(self.count));
        let (width, middle) = (plate + 2.0 * MARGIN, plate / 2.0 + MARGIN);
        let mut picture = Picture::new(width, floor + 0.5);
        picture.rect(MARGIN, floor + 0.1, plate, 0.3, 0.15, Hue::Wall);
        for (place, size) in self.sizes(state).enumerate() {
            let (top, breadth, hue) = (place as f64, breadth(size), Hue::nth(size.into()));
            picture.rect(middle - breadth / 2.0, top + 0.04, breadth, 0.92, 0.4, hue);
            picture.centered(middle, top + 0.5, 0.6, hue.text_over(), &size.to_string());
        }
        if let Some(below) = before.map(|before| flipped(state, before)).filter(|&n| n > 0.0) {
            let right = width - MARGIN / 2.0;
            picture.line(&[(0.2, below), (width - MARGIN, below)], 0.14, Hue::Ink);
            picture.arrow(&[(right, below), (right, 0.2)], 0.14, Hue::Ink);
        }
        picture
    }
}
