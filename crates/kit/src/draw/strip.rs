//! A film strip: the states of a plan side by side, each under its move.

use super::{Anchor, Hue, Picture, text_width};

/// The maximum number of frames; longer strips are thinned evenly.
const MAX_FRAMES: usize = 200;

const GAP: f64 = 0.6;
const CAPTION_HEIGHT: f64 = 0.75;
const FONT_SIZE: f64 = 0.42;

/// Selects the frames to draw: always the first and the last.
fn selected(frames: usize) -> impl Iterator<Item = usize> {
    let count = frames.min(MAX_FRAMES);
    (0..count).map(move |i| if count < 2 { 0 } else { i * (frames - 1) / (count - 1) })
}

/// Lays frames out in rows on one sheet that is wider than high.
///
/// `frame` returns the caption and the picture of a frame. It is called in ascending order; of more than
/// 200 frames, only for an even selection.
pub fn strip(frames: usize, frame: impl FnMut(usize) -> (String, Picture)) -> Picture {
    let drawn: Vec<_> = selected(frames).map(frame).collect();
    let (mut width, mut height) = (1.0_f64, 1.0_f64);
    for (caption, picture) in &drawn {
        let (w, h) = picture.size();
        width = width.max(w).max(text_width(caption, FONT_SIZE));
        height = height.max(h);
    }
    let (column, row) = (width + GAP, height + CAPTION_HEIGHT + GAP);
    let count = drawn.len().max(1);
    let rows = |columns: usize| count.div_ceil(columns) as f64;
    let wide_enough = |&columns: &usize| columns as f64 * column >= 1.5 * rows(columns) * row;
    let columns = (1..count).find(wide_enough).unwrap_or(count);
    let (width, height) = (columns as f64 * column + GAP, rows(columns) * row + GAP);
    let mut sheet = Picture::new(width, height);
    sheet.rect(0.0, 0.0, width, height, 0.0, Hue::Paper);
    for (i, (caption, picture)) in drawn.iter().enumerate() {
        let x = GAP + (i % columns) as f64 * column;
        let y = GAP + (i / columns) as f64 * row;
        sheet.text(x, y + FONT_SIZE, FONT_SIZE, Anchor::Start, Hue::Faint, caption);
        sheet.place(picture, x, y + CAPTION_HEIGHT, 1.0);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thins_long_strips_evenly() {
        assert_eq!(selected(0).count(), 0);
        assert_eq!(selected(3).collect::<Vec<_>>(), [0, 1, 2]);
        for frames in [MAX_FRAMES, MAX_FRAMES + 1, 1_000_000] {
            let frames_drawn: Vec<_> = selected(frames).collect();
            assert_eq!((frames_drawn.len(), frames_drawn[0]), (MAX_FRAMES, 0));
            assert_eq!(frames_drawn.last(), Some(&(frames - 1)));
            assert!(frames_drawn.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn places_every_frame() {
        let mut calls = vec![];
        let sheet = strip(7, |number| {
            calls.push(number);
            (format!("{number}."), Picture::of_text("ab\ncd"))
        });
        assert_eq!(calls, [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(sheet.svg("seven", 10.0).matches("<g transform").count(), 7);
        let (width, height) = sheet.size();
        assert!(width > height, "{width} x {height}");
    }
}
