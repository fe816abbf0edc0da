//! Pictures of mazes: alone, with the solution, with the analysis, and many on one sheet.

use super::analysis::{Analysis, CellKind};
use super::{Grid, ScoredMaze};
use heureka_kit::draw::{Anchor, Hue, Picture, draw_cells, strip};
use heureka_kit::numbers::plural;

/// The minimum width of the legend.
const LEGEND_WIDTH: f64 = 9.4;

/// The distance of a route from the centers of its cells, to the right and down. The numbers are in the
/// middle and in the upper left corner, so no line crosses them.
const TRACK: f64 = 0.34;

/// Draws a maze with the piece on a cell.
pub(super) fn draw_maze(grid: &Grid, piece: usize) -> Picture {
    let size = grid.size();
    let cell = |row: usize, col: usize| {
        let cell = row * size.cols + col;
        Some((grid.label(cell), hue(grid, piece, cell)))
    };
    draw_cells((size.rows, size.cols), cell, |_| false)
}

/// Returns the color of a cell while the piece is on another.
pub(super) fn hue(grid: &Grid, piece: usize, cell: usize) -> Hue {
    match cell {
        _ if cell == piece => Hue::Orange,
        _ if cell + 1 == grid.size().cells() => Hue::Goal,
        _ => Hue::Empty,
    }
}

/// Draws a maze with a route: an arrow for each jump, and in each cell the number of the jump that leads
/// to it.
pub(super) fn draw_route(grid: &Grid, path: &[usize]) -> Picture {
    let start = path.first().copied().unwrap_or(0);
    let mut picture = draw_board(grid, |cell| match hue(grid, start, cell) {
        Hue::Empty if path.contains(&cell) => Hue::Goal,
        hue => hue,
    });
    let stops = path.iter().map(|&cell| center(grid, cell)).map(|(x, y)| (x + TRACK, y + TRACK));
    let stops: Vec<_> = stops.collect();
    for jump in stops.windows(2) {
        picture.arrow(jump, 0.06, Hue::Blue);
    }
    for &(x, y) in &stops {
        picture.circle(x, y, 0.07, Hue::Blue);
    }
    for cell in 0..grid.size().cells() {
        let ((x, y), label) = (center(grid, cell), grid.label(cell));
        let size = (0.66 / label.chars().count() as f64).min(0.4);
        picture.centered(x, y, size, Hue::Ink, &label);
        if let Some(number) = path.iter().position(|&on_path| on_path == cell) {
            let number = number.to_string();
            picture.text(x - 0.44, y - 0.22, 0.26, Anchor::Start, Hue::Ink, &number);
        }
    }
    picture
}

/// Draws a board of colored cells without text.
fn draw_board(grid: &Grid, hue: impl Fn(usize) -> Hue) -> Picture {
    let size = grid.size();
    let (width, height) = (size.cols as f64 + 0.2, size.rows as f64 + 0.2);
    let mut picture = Picture::new(width, height);
    picture.rect(0.0, 0.0, width, height, 0.12, Hue::Line);
    for cell in 0..size.cells() {
        let (x, y) = center(grid, cell);
        picture.rect(x - 0.47, y - 0.47, 0.94, 0.94, 0.08, hue(cell));
    }
    picture
}

/// Returns the center of a cell in pictures.
fn center(grid: &Grid, cell: usize) -> (f64, f64) {
    let cols = grid.size().cols;
    ((cell % cols) as f64 + 0.6, (cell / cols) as f64 + 0.6)
}

impl Analysis {
    /// Draws the maze alone.
    #[must_use]
    pub fn picture(&self) -> Picture {
        draw_maze(&self.grid, 0)
    }

    /// Draws the maze with its solution as a route.
    #[must_use]
    pub fn solution_picture(&self) -> Picture {
        let path = std::iter::once(0).chain(self.solution.iter().map(|&(_, target)| target));
        draw_route(&self.grid, &path.collect::<Vec<_>>())
    }

    /// Draws the maze with the analysis of each cell, and a legend. Colors show kinds, lower corners
    /// distances, triangles forced moves.
    #[must_use]
    pub fn analysis_picture(&self) -> Picture {
        let mut board = draw_board(&self.grid, |cell| self.cells[cell].kind.hue());
        let text = |moves: Option<u32>| moves.map_or("–".to_owned(), |moves| moves.to_string());
        for (cell, analysis) in self.cells.iter().enumerate() {
            let (x, y) = center(&self.grid, cell);
            let ink = analysis.kind.hue().text_over();
            let (from_start, to_goal) = (text(analysis.from_start), text(analysis.to_goal));
            board.centered(x, y - 0.1, 0.4, ink, &self.grid.label(cell));
            board.text(x - 0.4, y + 0.38, 0.2, Anchor::Start, ink, &from_start);
            board.text(x + 0.4, y + 0.38, 0.2, Anchor::End, ink, &to_goal);
            if analysis.forced_forward {
                draw_triangle(&mut board, x + 0.32, y - 0.1, Hue::Red);
            }
            if analysis.forced_backward {
                draw_triangle(&mut board, x - 0.32, y - 0.1, Hue::Purple);
            }
        }
        let (width, height) = board.size();
        let width = width.max(LEGEND_WIDTH);
        let mut sheet = Picture::new(width, height + 2.3);
        sheet.rect(0.0, 0.0, width, height + 2.3, 0.0, Hue::Paper);
        sheet.place(&board, 0.0, 0.0, 1.0);
        let mut x = 0.1;
        for kind in CellKind::ALL {
            sheet.rect(x, height + 0.25, 0.3, 0.3, 0.05, kind.hue());
            sheet.frame(x, height + 0.25, 0.3, 0.3, 0.02, Hue::Line);
            sheet.text(x + 0.4, height + 0.49, 0.26, Anchor::Start, Hue::Ink, kind.name());
            x += 0.75 + 0.15 * kind.name().len() as f64;
        }
        draw_triangle(&mut sheet, 0.2, height + 0.95, Hue::Red);
        draw_triangle(&mut sheet, 3.2, height + 0.95, Hue::Purple);
        let unique = if self.quality.unique { "unique" } else { "not unique" };
        let (length, score) = (self.quality.length, self.quality.score());
        for (x, y, text) in [
            (0.5, 1.04, "forced forward"),
            (3.5, 1.04, "forced backward"),
            (0.1, 1.5, "lower left: moves from the start; lower right: moves to the goal"),
            (0.1, 1.96, &format!("length {length}, {unique}, score {score}")),
        ] {
            sheet.text(x, height + y, 0.26, Anchor::Start, Hue::Ink, text);
        }
        sheet
    }
}

/// Draws a triangle that points to the right.
fn draw_triangle(picture: &mut Picture, x: f64, y: f64, hue: Hue) {
    picture.polygon(&[(x - 0.1, y - 0.1), (x + 0.1, y), (x - 0.1, y + 0.1)], 0.02, hue);
}

/// Returns the caption of a numbered maze.
#[must_use]
pub fn caption(number: usize, maze: &ScoredMaze) -> String {
    let count = if maze.quality.unique { "one solution" } else { "several solutions" };
    let moves = plural(u64::from(maze.quality.length), "move");
    format!("{number}. {moves}, {count} of this length")
}

/// Draws mazes on one sheet.
#[must_use]
pub fn draw_sheet(mazes: &[ScoredMaze]) -> Picture {
    let frame = |(number, maze)| (caption(number, maze), draw_maze(&maze.grid, 0));
    strip(&(1..).zip(mazes).map(frame).collect::<Vec<_>>())
}
