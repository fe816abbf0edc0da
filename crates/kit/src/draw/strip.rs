//! A film strip: pictures side by side, each under its caption.

use super::{Anchor, Hue, Picture, text_width};

const GAP: f64 = 0.6;
/// The font size of captions, at least and relative to the width of the pictures.
const MIN_FONT_SIZE: f64 = 0.42;
const FONT_PER_WIDTH: f64 = 0.04;
/// The height of a caption relative to its font size.
const CAPTION_HEIGHT: f64 = 1.8;

/// Selects at most `max` frames evenly, always the first and the last.
pub(crate) fn selected(frames: usize, max: usize) -> impl Iterator<Item = usize> {
    let count = frames.min(max);
    (0..count).map(move |i| if count < 2 { 0 } else { i * (frames - 1) / (count - 1) })
}

/// Lays pictures with captions out in rows on one sheet that is wider than high.
#[must_use]
pub fn strip(frames: &[(String, Picture)]) -> Picture {
    let (mut width, mut height) = (1.0_f64, 1.0_f64);
    for (_, picture) in frames {
        let (w, h) = picture.size();
        (width, height) = (width.max(w), height.max(h));
    }
    let font_size = MIN_FONT_SIZE.max(FONT_PER_WIDTH * width);
    let captions = frames.iter().map(|(caption, _)| text_width(caption, font_size));
    let width = captions.fold(width, f64::max);
    let above = CAPTION_HEIGHT * font_size;
    let (column, row) = (width + GAP, height + above + GAP);
    let count = frames.len().max(1);
    let rows = |columns: usize| count.div_ceil(columns) as f64;
    let wide_enough = |&columns: &usize| columns as f64 * column >= 1.5 * rows(columns) * row;
    let columns = (1..count).find(wide_enough).unwrap_or(count);
    let (width, height) = (columns as f64 * column + GAP, rows(columns) * row + GAP);
    let mut sheet = Picture::new(width, height);
    sheet.rect(0.0, 0.0, width, height, 0.0, Hue::Paper);
    for (i, (caption, picture)) in frames.iter().enumerate() {
        let x = GAP + (i % columns) as f64 * column;
        let y = GAP + (i / columns) as f64 * row;
        sheet.text(x, y + font_size, font_size, Anchor::Start, Hue::Faint, caption);
        sheet.place(picture, x, y + above, 1.0);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thins_long_strips_evenly() {
        assert_eq!(selected(0, 200).count(), 0);
        assert_eq!(selected(3, 200).collect::<Vec<_>>(), [0, 1, 2]);
        for frames in [200, 201, 1_000_000] {
            let frames_drawn: Vec<_> = selected(frames, 200).collect();
            assert_eq!((frames_drawn.len(), frames_drawn[0]), (200, 0));
            assert_eq!(frames_drawn.last(), Some(&(frames - 1)));
            assert!(frames_drawn.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn places_every_frame() {
        let frame = |number| (format!("{number}."), Picture::of_text("ab\ncd"));
        let sheet = strip(&(0..7).map(frame).collect::<Vec<_>>());
        assert_eq!(sheet.svg("seven", 10.0).matches("<g transform").count(), 7);
        let (width, height) = sheet.size();
        assert!(width > height, "{width} x {height}");
    }
}
