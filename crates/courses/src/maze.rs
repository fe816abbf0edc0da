//! The number-maze assignment: the print of a generated maze and of its score, and a sheet of mazes.

use heureka_lab::Report;
use heureka_puzzles::number_maze::analysis::Analysis;
use heureka_puzzles::number_maze::draw::caption;
use heureka_puzzles::number_maze::{ScoredMaze, Spec};
use std::io::{self, Write};

/// Writes a generated maze, its score and the time it took.
///
/// # Errors
/// Only errors of `out`.
pub fn write_generated(
    spec: &Spec,
    maze: &ScoredMaze,
    seconds: f64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Spec { size, low, high, .. } = spec;
    writeln!(out, "Generating a {size} puzzle with values in range [{low}-{high}]\n")?;
    // The format has a space after every number.
    writeln!(out, "Puzzle:\n{} \n", maze.grid.text().replace('\n', " \n"))?;
    write_score(maze, out)?;
    writeln!(out, "\nTotal time: {seconds:.6} seconds")
}

/// Writes the score of a maze.
///
/// # Errors
/// Only errors of `out`.
pub fn write_score(ScoredMaze { quality, .. }: &ScoredMaze, out: &mut dyn Write) -> io::Result<()> {
    let yes_no = |yes: bool| if yes { "Yes" } else { "No" };
    writeln!(out, "Solution: {}", yes_no(quality.solvable()))?;
    writeln!(out, "Unique: {}", yes_no(quality.unique))?;
    writeln!(out, "Solution length: {}", quality.length)?;
    writeln!(out, "# of black holes: {}", quality.black_holes)?;
    writeln!(out, "# of white holes: {}", quality.white_holes)?;
    writeln!(out, "# of forced forward moves: {}", quality.forced_forward)?;
    writeln!(out, "# of forced backward moves: {}", quality.forced_backward)?;
    writeln!(out, "Puzzle score: {}", quality.score())
}

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
    report.gallery(
        numbered()
            .zip(mazes)
            .map(|((number, analysis), maze)| (caption(number, maze), analysis.picture())),
    );
    report.new_page();
    report.heading("Solutions");
    report.gallery(numbered().map(|(number, analysis)| {
        (format!("{number}. {}", analysis.letters()), analysis.solution_picture())
    }));
    report
}
