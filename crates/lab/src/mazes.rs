//! A sheet of number mazes to be printed, the solutions on a page of their own.

use crate::report::Report;
use heureka_puzzles::number_maze::explain::{Explanation, explain};
use heureka_puzzles::number_maze::generate::Judged;
use heureka_puzzles::number_maze::sheet::caption;

/// Pixels a cell; the page makes them as large as it has room.
const PIXELS: f64 = 34.0;

/// The sheet.
#[must_use]
pub fn sheet(puzzles: &[Judged]) -> Report {
    let explained: Vec<Explanation> = puzzles.iter().map(|puzzle| explain(&puzzle.grid)).collect();
    let mut report = Report::new("Number mazes");
    report.paragraph(
        "Begin in the upper left cell. From a cell with the number x move exactly x cells left, right, \
         up or down, without leaving the grid. Reach G in as few moves as possible. The puzzles go \
         from the easiest to the hardest.",
    );
    let numbered = || (1..).zip(&explained);
    report.gallery(numbered().zip(puzzles).map(|((number, explained), puzzle)| {
        let svg = explained.picture().svg(&format!("Puzzle {number}"), PIXELS);
        (svg, caption(number, puzzle))
    }));
    report.new_page();
    report.heading("Solutions");
    report.gallery(numbered().map(|(number, explained)| {
        let svg = explained.solved_picture().svg(&format!("Solution {number}"), PIXELS);
        (svg, format!("{number}. {}", explained.letters()))
    }));
    report
}
