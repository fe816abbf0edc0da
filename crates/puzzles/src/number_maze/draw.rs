//! Pictures of mazes: alone, with the solution, with the analysis, and many on one sheet.

use super::ScoredMaze;
use super::analysis::{Analysis, CellKind};
use heureka_kit::draw::{Anchor, Hue, Picture, draw_cells, strip};
use heureka_kit::text::plural;

/// The minimum width of the legend.
const LEGEND_WIDTH: f64 = 9.4;

impl Analysis {
    /// Draws the maze alone.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let size = self.grid.size();
        draw_cells((size.rows, size.cols), |row, col| {
            let cell = row * size.cols + col;
            let hue = match cell {
                0 => Hue::Goal,
                _ if cell + 1 == size.cells() => Hue::Green,
                _ => Hue::Empty,
            };
            Some((self.grid.label(cell), hue))
        })
    }

    /// Draws the maze with its solution as a line. Each cell of the solution shows the number of the
    /// move that leads to it.
    #[must_use]
    pub fn solution_picture(&self) -> Picture {
        let mut picture = self.draw_board(|cell| match self.cells[cell].kind {
            CellKind::Solution => Hue::Goal,
            _ => Hue::Empty,
        });
        let path = std::iter::once(0).chain(self.solution.iter().map(|&(_, target)| target));
        let path: Vec<_> = path.map(|cell| self.center(cell)).collect();
        picture.line(&path, 0.04, Hue::Sky);
        for (cell, analysis) in self.cells.iter().enumerate() {
            let (x, y) = self.center(cell);
            picture.centered(x, y, 0.4, Hue::Ink, &self.grid.label(cell));
            if let (CellKind::Solution, Some(moves)) = (analysis.kind, analysis.from_start) {
                let text = moves.to_string();
                picture.text(x - 0.42, y - 0.2, 0.22, Anchor::Start, Hue::Blue, &text);
            }
        }
        picture
    }

    /// Draws the maze with the analysis of each cell, and a legend. Colors show kinds, lower corners
    /// distances, triangles forced moves.
    #[must_use]
    pub fn analysis_picture(&self) -> Picture {
        let mut board = self.draw_board(|cell| self.cells[cell].kind.hue());
        let text = |moves: Option<u32>| moves.map_or("–".to_owned(), |moves| moves.to_string());
        for (cell, analysis) in self.cells.iter().enumerate() {
            let (x, y) = self.center(cell);
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

    /// Draws a board of colored cells without text.
    fn draw_board(&self, hue: impl Fn(usize) -> Hue) -> Picture {
        let size = self.grid.size();
        let (width, height) = (size.cols as f64 + 0.2, size.rows as f64 + 0.2);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.12, Hue::Line);
        for cell in 0..size.cells() {
            let (x, y) = self.center(cell);
            picture.rect(x - 0.47, y - 0.47, 0.94, 0.94, 0.08, hue(cell));
        }
        picture
    }

    /// Returns the center of a cell in pictures.
    fn center(&self, cell: usize) -> (f64, f64) {
        let cols = self.grid.size().cols;
        ((cell % cols) as f64 + 0.6, (cell / cols) as f64 + 0.6)
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
    strip(mazes.len(), |index| {
        let maze = &mazes[index];
        (caption(index + 1, maze), Analysis::new(&maze.grid).picture())
    })
}
