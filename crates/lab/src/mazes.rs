//! A printable sheet of number mazes, with the solutions on a separate page.

use crate::report::Report;
use heureka_puzzles::number_maze::ScoredMaze;
use heureka_puzzles::number_maze::analysis::Analysis;
use heureka_puzzles::number_maze::draw::caption;

/// The size of a cell in pixels, before the page scales the picture.
const PIXELS: f64 = 34.0;

/// Returns the sheet of some mazes.
pub fn sheet(mazes: &[ScoredMaze]) -> Report {
    let analyses: Vec<Analysis> = mazes.iter().map(|maze| Analysis::new(&maze.grid)).collect();
    let numbered = || (1..).zip(&analyses);
    let mut report = Report::new("Number mazes");
    report.paragraph(
        "Start in the upper left cell. From a cell with the number x, move exactly x cells left, \
         right, up or down without leaving the grid. Reach G in as few moves as possible. The mazes \
         are ordered from easy to hard.",
    );
    report.gallery(numbered().zip(mazes).map(|((number, analysis), maze)| {
        let svg = analysis.picture().svg(&format!("Maze {number}"), PIXELS);
        (svg, caption(number, maze))
    }));
    report.new_page();
    report.heading("Solutions");
    report.gallery(numbered().map(|(number, analysis)| {
        let svg = analysis.solution_picture().svg(&format!("Solution {number}"), PIXELS);
        (svg, format!("{number}. {}", analysis.letters()))
    }));
    report
}
