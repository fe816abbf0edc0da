//! A film strip: the states of a plan side by side, each under its move.

use super::{Anchor, Hue, Picture};

/// A strip has at most this many frames; of a longer plan, frames are left out evenly.
pub const LONGEST_STRIP: usize = 200;

const GAP: f64 = 0.6;
const CAPTION: f64 = 0.75;
const LETTERS: f64 = 0.42;

/// Which frames of so many are shown: the first and the last always.
fn shown(frames: usize) -> impl Iterator<Item = usize> {
    let count = frames.min(LONGEST_STRIP);
    (0..count).map(move |place| match count {
        0 | 1 => 0,
        _ => place * (frames - 1) / (count - 1),
    })
}

/// Lays frames out in rows on one sheet that is somewhat wider than high.
///
/// `frame` draws the frame of a number with its caption; of more than [`LONGEST_STRIP`], only some
/// are asked for, in their order.
pub fn strip(frames: usize, mut frame: impl FnMut(usize) -> (String, Picture)) -> Picture {
    let drawn: Vec<_> = shown(frames).map(&mut frame).collect();
    let (mut width, mut height) = (1.0_f64, 1.0_f64);
    for (caption, picture) in &drawn {
        let (w, h) = picture.size();
        width = width.max(w).max(caption.chars().count() as f64 * LETTERS * 0.58);
        height = height.max(h);
    }
    let (column, row) = (width + GAP, height + CAPTION + GAP);
    let count = drawn.len().max(1);
    let rows_of = |columns: usize| count.div_ceil(columns) as f64;
    let wide_enough = |&columns: &usize| columns as f64 * column >= 1.5 * rows_of(columns) * row;
    let columns = (1..count).find(wide_enough).unwrap_or(count);
    let (wide, high) = (columns as f64 * column + GAP, rows_of(columns) * row + GAP);
    let mut sheet = Picture::new(wide, high);
    sheet.rect(0.0, 0.0, wide, high, 0.0, Hue::Paper);
    for (place, (caption, picture)) in drawn.iter().enumerate() {
        let x = GAP + (place % columns) as f64 * column;
        let y = GAP + (place / columns) as f64 * row;
        sheet.text(x, y + LETTERS, LETTERS, Anchor::Start, Hue::Faint, caption);
        sheet.place(picture, x, y + CAPTION, 1.0);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_films_are_thinned_evenly() {
        assert_eq!(shown(0).count(), 0);
        assert_eq!(shown(3).collect::<Vec<_>>(), [0, 1, 2]);
        for frames in [LONGEST_STRIP, LONGEST_STRIP + 1, 1_000_000] {
            let places: Vec<_> = shown(frames).collect();
            assert_eq!((places.len(), places[0]), (LONGEST_STRIP, 0));
            assert_eq!(places.last(), Some(&(frames - 1)));
            assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn every_frame_has_its_place() {
        let mut asked = vec![];
        let sheet = strip(7, |number| {
            asked.push(number);
            (format!("{number}."), Picture::of_text("ab\ncd"))
        });
        assert_eq!(asked, [0, 1, 2, 3, 4, 5, 6]);
        let svg = sheet.svg("seven", 10.0);
        assert_eq!(svg.matches("<g transform").count(), 7);
        let (width, height) = sheet.size();
        assert!(width > height, "{width} x {height}");
    }
}
