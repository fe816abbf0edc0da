//! A sheet of puzzles to be printed: one HTML page, the solutions on a separate page.

use super::explain::{Explanation, explain};
use super::generate::Judged;
use crate::draw::{Picture, strip};
use std::fmt::Write;

/// Pixels a cell on the screen; on paper the page decides.
const PIXELS: f64 = 34.0;

const STYLE: &str = "\
body { font-family: system-ui, 'DejaVu Sans', sans-serif; color: #1f2430; margin: 2em; }
h1 { font-size: 1.4em; }
p { max-width: 46em; }
.sheet { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 1.6em; }
figure { margin: 0; break-inside: avoid; }
figure svg { width: 100%; height: auto; max-width: 420px; }
figcaption { font-size: 0.85em; margin-top: 0.4em; overflow-wrap: anywhere; }
.solutions { break-before: page; page-break-before: always; }
@media print { body { margin: 0; } .sheet { grid-template-columns: repeat(2, 1fr); } }
";

fn caption(number: usize, puzzle: &Judged) -> String {
    let quality = &puzzle.quality;
    let unique =
        if quality.unique { "one shortest solution" } else { "several shortest solutions" };
    format!("{number}. {} moves, {unique}", quality.length)
}

/// The sheet as an HTML page.
#[must_use]
pub fn html(puzzles: &[Judged]) -> String {
    let explained: Vec<Explanation> = puzzles.iter().map(|puzzle| explain(&puzzle.grid)).collect();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Number mazes</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Number mazes</h1>\n<p>Begin in the upper left cell. From a cell with the number x move \
         exactly x cells left, right, up or down, without leaving the grid. Reach G in as few moves \
         as possible. The puzzles go from the easiest to the hardest.</p>\n"
    );
    // Writing to a string does not fail.
    page.push_str("<section class=\"sheet\">\n");
    for (number, (puzzle, explained)) in (1..).zip(puzzles.iter().zip(&explained)) {
        let svg = explained.picture().svg(&format!("Puzzle {number}"), PIXELS);
        let caption = caption(number, puzzle);
        let _ = writeln!(page, "<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>");
    }
    page.push_str("</section>\n<section class=\"solutions\">\n<h1>Solutions</h1>\n");
    page.push_str("<div class=\"sheet\">\n");
    for (number, explained) in (1..).zip(&explained) {
        let svg = explained.solved_picture().svg(&format!("Solution {number}"), PIXELS);
        let letters = explained.letters();
        let _ = writeln!(
            page,
            "<figure>\n{svg}<figcaption>{number}. {letters}</figcaption>\n</figure>"
        );
    }
    page.push_str("</div>\n</section>\n</body>\n</html>\n");
    page
}

/// The sheet as one picture, the puzzles alone or with their solutions.
#[must_use]
pub fn picture(puzzles: &[Judged], solved: bool) -> Picture {
    strip(puzzles.len(), |place| {
        let explained = explain(&puzzles[place].grid);
        let picture = if solved { explained.solved_picture() } else { explained.picture() };
        (caption(place + 1, &puzzles[place]), picture)
    })
}
