//! What there is to say of every cell of a puzzle, and its shortest solution.

use super::grid::Grid;
use super::plain::{FAR, Plain};
use super::quality::Quality;
use heureka_kit::draw::{Anchor, Hue, Picture, write_cells};
use std::fmt::{self, Write};

/// The legend below a picture is so wide.
const LEGEND: f64 = 9.4;

/// What a cell is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On the shortest solution.
    Solution,
    /// Reachable, and the goal can be reached from it.
    Open,
    /// Reachable, but the goal cannot be reached from it.
    BlackHole,
    /// The goal can be reached from it, but it is not reachable.
    WhiteHole,
    /// Neither.
    Apart,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] =
        [Self::Solution, Self::Open, Self::BlackHole, Self::WhiteHole, Self::Apart];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solution => "solution",
            Self::Open => "open",
            Self::BlackHole => "black hole",
            Self::WhiteHole => "white hole",
            Self::Apart => "apart",
        }
    }

    fn hue(self) -> Hue {
        match self {
            Self::Solution => Hue::Goal,
            Self::Open => Hue::Empty,
            Self::BlackHole => Hue::Wall,
            Self::WhiteHole => Hue::Sky,
            Self::Apart => Hue::Gray,
        }
    }

    /// The same for text, where empty cells are not to fade.
    fn ink(self) -> Hue {
        match self {
            Self::Open => Hue::Ink,
            Self::BlackHole => Hue::Red,
            other => other.hue(),
        }
    }
}

/// What there is to say of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its value; 0 for the goal.
    pub value: u8,
    /// What it is good for.
    pub kind: Kind,
    /// Moves from the start.
    pub from_start: Option<u32>,
    /// Moves to the goal.
    pub to_goal: Option<u32>,
    /// Whether it can be left in one way only.
    pub forced_forward: bool,
    /// Whether it can be entered in one way only.
    pub forced_backward: bool,
}

/// A puzzle explained.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The puzzle.
    pub grid: Grid,
    /// What is counted of it.
    pub quality: Quality,
    /// What there is to say of each cell.
    pub cells: Vec<Remark>,
    /// A shortest solution: each move's letter and the cell it leads to.
    pub solution: Vec<(char, usize)>,
}

/// Explains a puzzle.
#[must_use]
pub fn explain(grid: &Grid) -> Explanation {
    let plain = Plain::new(grid);
    let solution = solution(grid, &plain);
    let goal = grid.values().len() - 1;
    let known = |moves: u32| (moves != FAR).then_some(moves);
    let on_the_way = |cell| cell == 0 || solution.iter().any(|&(_, to)| to == cell);
    let cells = (0..=goal)
        .map(|cell| {
            let from_start = known(plain.from_start()[cell]);
            let to_goal = known(plain.to_goal()[cell]);
            let kind = match (from_start.is_some(), to_goal.is_some()) {
                (true, true) if on_the_way(cell) => Kind::Solution,
                (true, true) => Kind::Open,
                (true, false) => Kind::BlackHole,
                (false, true) => Kind::WhiteHole,
                (false, false) => Kind::Apart,
            };
            Remark {
                value: grid.values()[cell],
                kind,
                from_start,
                to_goal,
                forced_forward: from_start.is_some() && cell != goal && plain.ways_out()[cell] == 1,
                forced_backward: to_goal.is_some() && cell != 0 && plain.ways_in()[cell] == 1,
            }
        })
        .collect();
    Explanation { grid: grid.clone(), quality: plain.quality(), cells, solution }
}

/// Follows the distances to the goal down, at each cell by the first move that does.
fn solution(grid: &Grid, plain: &Plain) -> Vec<(char, usize)> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let to_goal = plain.to_goal();
    let mut moves = vec![];
    let mut cell = 0;
    while to_goal[cell] != FAR && to_goal[cell] > 0 {
        let (row, col, by) = (cell / cols, cell % cols, usize::from(grid.values()[cell]));
        let targets = [
            ('L', (col >= by).then(|| cell - by)),
            ('R', (col + by < cols).then(|| cell + by)),
            ('U', (row >= by).then(|| cell - by * cols)),
            ('D', (row + by < rows).then(|| cell + by * cols)),
        ];
        let next = targets.into_iter().find_map(|(letter, target)| {
            target.filter(|&target| to_goal[target] == to_goal[cell] - 1).map(|to| (letter, to))
        });
        let Some(step) = next else { return moves };
        moves.push(step);
        cell = step.1;
    }
    moves
}

impl Explanation {
    /// The letters of the solution, with spaces between them.
    #[must_use]
    pub fn letters(&self) -> String {
        let letters: Vec<String> =
            self.solution.iter().map(|(letter, _)| letter.to_string()).collect();
        letters.join(" ")
    }

    fn size(&self) -> (usize, usize) {
        (self.grid.rows(), self.grid.cols())
    }

    /// Writes the grid with a mark after each number: `*` on the solution, `b` and `w` for black and
    /// white holes, `-` for cells apart; `>` and `<` for moves that are forced out of or into it.
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write_kinds(&self, colors: bool, out: &mut dyn Write) -> fmt::Result {
        write_cells(out, self.size(), colors, |row, col| {
            let cell = &self.cells[row * self.grid.cols() + col];
            let mark = match cell.kind {
                Kind::Solution => '*',
                Kind::Open => ' ',
                Kind::BlackHole => 'b',
                Kind::WhiteHole => 'w',
                Kind::Apart => '-',
            };
            let (before, after) = (cell.forced_backward, cell.forced_forward);
            let text = format!(
                "{}{}{mark}{}",
                if before { '<' } else { ' ' },
                cell.value,
                if after { '>' } else { ' ' }
            );
            Some((text, cell.kind.ink()))
        })
    }

    /// Writes the distances from the start, or to the goal.
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write_distances(&self, from_start: bool, out: &mut dyn Write) -> fmt::Result {
        write_cells(out, self.size(), false, |row, col| {
            let cell = &self.cells[row * self.grid.cols() + col];
            let moves = if from_start { cell.from_start } else { cell.to_goal };
            moves.map(|moves| (moves.to_string(), Hue::Ink))
        })
    }

    /// The puzzle alone, as it is given to people.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.board(|cell, picture, x, y| {
            let goal = cell + 1 == self.cells.len();
            let hue = match cell {
                0 => Hue::Goal,
                _ if goal => Hue::Green,
                _ => Hue::Empty,
            };
            picture.rect(x + 0.03, y + 0.03, 0.94, 0.94, 0.08, hue);
            let value = self.grid.values()[cell].to_string();
            let text = if goal { "G" } else { &value };
            picture.centered(x + 0.5, y + 0.5, 0.46, hue.text_over(), text);
        })
    }

    /// The puzzle with its solution: the way drawn, and on each cell the number of the move that
    /// leads to it.
    #[must_use]
    pub fn solved_picture(&self) -> Picture {
        let (_, cols) = self.size();
        let middle = |cell: usize| ((cell % cols) as f64 + 0.6, (cell / cols) as f64 + 0.6);
        let mut picture = self.board(|cell, picture, x, y| {
            let hue = if self.cells[cell].kind == Kind::Solution { Hue::Goal } else { Hue::Empty };
            picture.rect(x + 0.03, y + 0.03, 0.94, 0.94, 0.08, hue);
        });
        let way: Vec<_> =
            std::iter::once(0).chain(self.solution.iter().map(|&(_, to)| to)).map(middle).collect();
        picture.line(&way, 0.04, Hue::Sky);
        for (cell, remark) in self.cells.iter().enumerate() {
            let (x, y) = middle(cell);
            let goal = cell + 1 == self.cells.len();
            let text = if goal { "G".to_owned() } else { remark.value.to_string() };
            picture.centered(x, y, 0.4, Hue::Ink, &text);
            if remark.kind == Kind::Solution
                && let Some(moves) = remark.from_start
            {
                let text = moves.to_string();
                picture.text(x - 0.42, y - 0.2, 0.22, Anchor::Start, Hue::Blue, &text);
            }
        }
        picture
    }

    /// The puzzle with all remarks: kinds by color, distances from the start and to the goal in the
    /// lower corners, forced moves as triangles at the right (out) and at the left (in). And a legend.
    #[must_use]
    pub fn remarks_picture(&self) -> Picture {
        let board = self.board(|cell, picture, x, y| {
            let remark = &self.cells[cell];
            let hue = remark.kind.hue();
            picture.rect(x + 0.03, y + 0.03, 0.94, 0.94, 0.08, hue);
            let goal = cell + 1 == self.cells.len();
            let value = remark.value.to_string();
            picture.centered(
                x + 0.5,
                y + 0.4,
                0.4,
                hue.text_over(),
                if goal { "G" } else { &value },
            );
            let small = hue.text_over();
            let moves =
                |moves: Option<u32>| moves.map_or("–".to_owned(), |moves| moves.to_string());
            picture.text(x + 0.1, y + 0.88, 0.2, Anchor::Start, small, &moves(remark.from_start));
            picture.text(x + 0.9, y + 0.88, 0.2, Anchor::End, small, &moves(remark.to_goal));
            if remark.forced_forward {
                triangle(picture, x + 0.82, y + 0.4, 0.1, Hue::Red);
            }
            if remark.forced_backward {
                triangle(picture, x + 0.18, y + 0.4, 0.1, Hue::Purple);
            }
        });
        let (width, height) = board.size();
        let mut sheet = Picture::new(width.max(LEGEND), height + 2.3);
        sheet.rect(0.0, 0.0, width.max(LEGEND), height + 2.3, 0.0, Hue::Paper);
        sheet.place(&board, 0.0, 0.0, 1.0);
        let mut x = 0.1;
        for kind in Kind::ALL {
            sheet.rect(x, height + 0.25, 0.3, 0.3, 0.05, kind.hue());
            sheet.frame(x, height + 0.25, 0.3, 0.3, 0.02, Hue::Line);
            sheet.text(x + 0.4, height + 0.49, 0.26, Anchor::Start, Hue::Ink, kind.name());
            x += 0.75 + 0.15 * kind.name().len() as f64;
        }
        triangle(&mut sheet, 0.2, height + 0.95, 0.1, Hue::Red);
        triangle(&mut sheet, 3.2, height + 0.95, 0.1, Hue::Purple);
        let texts = [
            (0.5, 1.04, "forced forward"),
            (3.5, 1.04, "forced backward"),
            (0.1, 1.5, "lower left: moves from the start; lower right: to the goal"),
        ];
        for (x, y, text) in texts {
            sheet.text(x, height + y, 0.26, Anchor::Start, Hue::Ink, text);
        }
        let summary = format!(
            "length {}, {}, score {}",
            self.quality.length,
            if self.quality.unique { "unique" } else { "not unique" },
            self.quality.score()
        );
        sheet.text(0.1, height + 1.96, 0.26, Anchor::Start, Hue::Ink, &summary);
        sheet
    }

    fn board(&self, mut cell: impl FnMut(usize, &mut Picture, f64, f64)) -> Picture {
        const EDGE: f64 = 0.1;
        let (rows, cols) = self.size();
        let (width, height) = (cols as f64 + 2.0 * EDGE, rows as f64 + 2.0 * EDGE);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.12, Hue::Line);
        for number in 0..rows * cols {
            let (x, y) = ((number % cols) as f64 + EDGE, (number / cols) as f64 + EDGE);
            cell(number, &mut picture, x, y);
        }
        picture
    }
}

/// A triangle that points to the right.
fn triangle(picture: &mut Picture, x: f64, y: f64, size: f64, hue: Hue) {
    picture.polygon(&[(x - size, y - size), (x + size, y), (x - size, y + size)], 0.02, hue);
}
