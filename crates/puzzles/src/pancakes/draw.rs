//! Pictures of stacks.

use super::{Pancakes, Stack};
use heureka_kit::draw::{Area, Draw, Hue, Picture, paint};
use std::fmt::{self, Write};

/// The thickness of a pancake, and where the pancakes begin and the arrow is.
pub(super) const THICKNESS: f64 = 0.5;
const MARGIN: f64 = 0.7;

/// Returns how many pancakes were flipped between two states: those down to the last that differs.
fn flipped(a: &Stack, b: &Stack) -> u8 {
    (u64::BITS - (a.pancakes ^ b.pancakes).leading_zeros()).div_ceil(4) as u8
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
        let top = THICKNESS * f64::from(flipped(state, next).saturating_sub(1));
        vec![[0.0, top, self.draw(state, None).size().0, THICKNESS]]
    }

    /// Draws the stack on its plate. Flipped pancakes lie on a spatula, beside an arrow.
    fn draw(&self, state: &Stack, before: Option<&Stack>) -> Picture {
        let breadth = |size: u8| 0.7 + 0.36 * f64::from(size);
        let (plate, floor) = (breadth(self.count + 1), THICKNESS * f64::from(self.count));
        let (width, middle) = (plate + 2.0 * MARGIN, plate / 2.0 + MARGIN);
        let mut picture = Picture::new(width, floor + 0.3);
        picture.rect(MARGIN, floor + 0.06, plate, 0.16, 0.08, Hue::Wall);
        for (place, size) in self.sizes(state).enumerate() {
            let (top, breadth, hue) =
                (THICKNESS * place as f64, breadth(size), Hue::nth(size.into()));
            picture.rect(middle - breadth / 2.0, top + 0.02, breadth, THICKNESS - 0.04, 0.2, hue);
            let center = top + THICKNESS / 2.0;
            picture.centered(middle, center, 0.32, hue.text_over(), &size.to_string());
        }
        if let Some(flipped) = before.map(|before| flipped(state, before)).filter(|&n| n > 0) {
            let (below, right) = (THICKNESS * f64::from(flipped), width - MARGIN / 2.0);
            picture.line(&[(0.1, below), (width - MARGIN, below)], 0.08, Hue::Ink);
            picture.arrow(&[(right, below), (right, 0.1)], 0.08, Hue::Ink);
        }
        picture
    }
}
