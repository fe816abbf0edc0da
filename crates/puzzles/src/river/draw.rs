//! Draws the river as text, in colors and as a picture.

use super::{Bank, River};
use heureka_kit::draw::{Draw, Hue, MOVED_EDGE, Picture, paint};
use std::fmt::{self, Write};

/// The most people drawn one by one; more are written as numbers.
const MAX_DRAWN: u32 = 24;
const MISSIONARY: Hue = Hue::Blue;
const CANNIBAL: Hue = Hue::Orange;

impl Draw for River {
    /// Writes the two banks with the river and the boat between them.
    fn show_state(&self, &bank: &Bank, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let mut piece = |hue: Hue, text: &str| paint(out, colors, hue, text);
        let [missionaries, cannibals] = self.all;
        let drawn = missionaries + cannibals <= MAX_DRAWN;
        let people = |sign: &str, number: u32, most: u32| {
            if drawn {
                format!("{:1$}", sign.repeat(number as usize), most as usize)
            } else {
                format!("{number:>0$}{sign}", most.to_string().len())
            }
        };
        let across = self.across(bank);
        for (side, place) in [bank, across].into_iter().enumerate() {
            if side == 1 {
                piece(Hue::Faint, "|")?;
                piece(Hue::Ink, if bank.boat { "\\__/" } else { "" })?;
                piece(Hue::Sky, "~~~~~~~~")?;
                piece(Hue::Ink, if bank.boat { "" } else { "\\__/" })?;
                piece(Hue::Faint, "| ")?;
            }
            piece(MISSIONARY, &people("M", place.people[0], missionaries))?;
            piece(Hue::Ink, " ")?;
            let last = people("C", place.people[1], cannibals);
            piece(CANNIBAL, if side == 1 { last.trim_end() } else { &last })?;
            if side == 0 {
                piece(Hue::Ink, " ")?;
            }
        }
        Ok(())
    }

    fn note_state(&self, bank: &Bank, out: &mut dyn Write) -> fmt::Result {
        write!(out, "< {},{},{},>", bank.people[0], bank.people[1], u8::from(bank.boat))
    }

    /// Draws the people on both banks and the boat. Those who crossed last have dark rings, and an arrow
    /// shows where the boat came from.
    fn draw(&self, &bank: &Bank, before: Option<&Bank>) -> Picture {
        const RIVER: f64 = 4.0;
        const ROW: u32 = 6;
        let [missionaries, cannibals] = self.all;
        let drawn = missionaries + cannibals <= MAX_DRAWN;
        let rows = |people: u32| if drawn { people.div_ceil(ROW).max(1) } else { 1 };
        let across = if drawn { ROW.min(missionaries.max(cannibals)).max(2) } else { 3 };
        let wide = f64::from(across) * 0.7 + 0.5;
        let high = f64::from(rows(missionaries) + rows(cannibals)) * 0.8 + 1.0;
        let mut picture = Picture::new(2.0 * wide + RIVER, high);
        picture.rect(0.0, 0.0, 2.0 * wide + RIVER, high, 0.2, Hue::Ground);
        picture.rect(wide, 0.0, RIVER, high, 0.0, Hue::Sky);
        for (left, place, came) in
            [(0.0, bank, bank.boat), (wide + RIVER, self.across(bank), !bank.boat)]
        {
            let mut top = 0.5;
            for (kind, most, hue, sign) in
                [(0, missionaries, MISSIONARY, "M"), (1, cannibals, CANNIBAL, "C")]
            {
                let number = place.people[kind];
                let crossed = before
                    .filter(|_| came)
                    .map_or(0, |before| before.people[kind].abs_diff(bank.people[kind]));
                if drawn {
                    for i in 0..number {
                        let x = left + 0.6 + 0.7 * f64::from(i % ROW);
                        let y = top + 0.4 + 0.8 * f64::from(i / ROW);
                        picture.circle(x, y, 0.3, hue);
                        picture.centered(x, y, 0.34, hue.text_over(), sign);
                        if i + crossed >= number {
                            picture.ring(x, y, 0.3, MOVED_EDGE, Hue::Ink);
                        }
                    }
                } else {
                    picture.circle(left + 0.6, top + 0.4, 0.3, hue);
                    picture.centered(left + 0.6, top + 0.4, 0.34, hue.text_over(), sign);
                    let count = match crossed {
                        0 => number.to_string(),
                        _ => format!("{number} (+{crossed})"),
                    };
                    picture.centered(left + 1.6, top + 0.4, 0.42, Hue::Ink, &count);
                }
                top += 0.8 * f64::from(rows(most));
            }
        }
        let x = if bank.boat { wide + 0.2 } else { wide + RIVER - 1.8 };
        let y = high / 2.0;
        let hull = [(x, y - 0.2), (x + 1.6, y - 0.2), (x + 1.25, y + 0.35), (x + 0.35, y + 0.35)];
        picture.polygon(&hull, 0.12, Hue::Wall);
        picture.centered(x + 0.8, y + 0.07, 0.34, Hue::Paper, &self.capacity.to_string());
        if before.is_some() {
            let (far, near) = (wide + 0.3, wide + RIVER - 2.0);
            let ends = if bank.boat { [near + 1.6, far + 1.7] } else { [far, near - 0.1] };
            picture.arrow(&ends.map(|x| (x, y)), 0.07, Hue::Ink);
        }
        picture
    }
}
