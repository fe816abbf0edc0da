//! Pictures of stacks.

use super::{Pancakes, Stack};
use heureka_kit::draw::{Area, Draw, Hue, Picture, paint};
use heureka_kit::edit::Point;
use std::fmt::{self, Write};

/// The thickness of a pancake, the margin beside the plate, and how much wider each size is.
const THICKNESS: f64 = 0.5;
const MARGIN: f64 = 0.7;
const STEP: f64 = 0.36;

impl Pancakes {
    /// Returns the width of the picture.
    fn width(&self) -> f64 {
        breadth(self.count + 1) + 2.0 * MARGIN
    }

    /// Returns the area of a place.
    fn area(&self, place: u8) -> Area {
        [0.0, THICKNESS * f64::from(place), self.width(), THICKNESS]
    }

    /// Returns the place at a point.
    pub(super) fn place_at(&self, (_, y): Point) -> Option<usize> {
        (0..self.count)
            .find(|&place| {
                let [_, top, _, height] = self.area(place);
                (top..top + height).contains(&y)
            })
            .map(usize::from)
    }

    fn hue(&self, size: u8) -> Hue {
        Hue::shade(f64::from(size) / f64::from(self.count))
    }

    /// Returns the number of pancakes that a flip from one state to the other has flipped.
    fn flipped(&self, a: &Stack, b: &Stack) -> u8 {
        let differ = a.pancakes ^ b.pancakes;
        (u64::BITS - differ.leading_zeros()).div_ceil(4) as u8
    }
}

fn breadth(size: u8) -> f64 {
    0.7 + STEP * f64::from(size)
}

impl Draw for Pancakes {
    /// Draws bars on a plate, each with its size.
    fn show_state(&self, state: &Stack, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let half = usize::from(self.count) + 1;
        for size in self.sizes(state) {
            let margin = half - usize::from(size);
            write!(out, "{:margin$}", "")?;
            paint(out, colors, self.hue(size), "▄".repeat(2 * usize::from(size) + 1))?;
            writeln!(out, "{:margin$} {size}", "")?;
        }
        paint(out, colors, Hue::Faint, "▔".repeat(2 * half + 1))
    }

    /// Writes the sizes from top to bottom.
    fn note_state(&self, state: &Stack, out: &mut dyn Write) -> fmt::Result {
        let sizes = self.sizes(state).map(|size| size.to_string());
        out.write_str(&sizes.collect::<Vec<_>>().join(" "))
    }

    /// Returns the lowest pancake that is flipped.
    fn spots(&self, state: &Stack, next: &Stack) -> Vec<Area> {
        vec![self.area(self.flipped(state, next).saturating_sub(1))]
    }

    /// Draws the stack on its plate. After a flip, the flipped pancakes lie on a spatula, beside an arrow.
    fn draw(&self, state: &Stack, before: Option<&Stack>) -> Picture {
        let (width, middle) = (self.width(), self.width() / 2.0);
        let floor = THICKNESS * f64::from(self.count);
        let mut picture = Picture::new(width, floor + 0.3);
        let plate = breadth(self.count + 1);
        picture.rect(middle - plate / 2.0, floor + 0.06, plate, 0.16, 0.08, Hue::Wall);
        for (place, size) in (0..self.count).zip(self.sizes(state)) {
            let [_, top, _, height] = self.area(place);
            let (breadth, hue) = (breadth(size), self.hue(size));
            picture.rect(middle - breadth / 2.0, top + 0.02, breadth, height - 0.04, 0.2, hue);
            let center = top + height / 2.0;
            picture.centered(middle, center, 0.32, hue.text_over(), &size.to_string());
        }
        if let Some(flipped) = before.map(|before| self.flipped(state, before)).filter(|&n| n > 0) {
            let below = THICKNESS * f64::from(flipped);
            let (left, right) = (0.15, width - 0.3);
            picture.line(&[(left, below), (right - 0.2, below)], 0.07, Hue::Ink);
            picture.arrow(&[(right, below - 0.1), (right, 0.1)], 0.07, Hue::Ink);
        }
        picture
    }
}
