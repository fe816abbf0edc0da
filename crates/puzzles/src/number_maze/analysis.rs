//! The analysis of a maze: kind, distances and forced moves of each cell, and a shortest solution.

use super::evaluate::{EvaluatedMaze, UNREACHABLE};
use super::{Grid, LETTERS, Quality, targets};
use heureka_kit::draw::{Hue, write_cells};
use std::fmt::{self, Write};

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// On the shortest solution.
    Solution,
    /// Reachable, and the goal is reachable from it.
    Open,
    /// Reachable, but the goal is not reachable from it.
    BlackHole,
    /// Unreachable, but the goal is reachable from it.
    WhiteHole,
    /// Unreachable, and the goal is not reachable from it.
    Isolated,
}

impl CellKind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Solution, Self::Open, Self::BlackHole, Self::WhiteHole, Self::Isolated];

    /// Returns the name, the mark in text, the color in pictures and the color in text.
    fn style(self) -> (&'static str, char, Hue, Hue) {
        match self {
            Self::Solution => ("solution", '*', Hue::Goal, Hue::Goal),
            Self::Open => ("open", ' ', Hue::Empty, Hue::Ink),
            Self::BlackHole => ("black hole", 'b', Hue::Wall, Hue::Red),
            Self::WhiteHole => ("white hole", 'w', Hue::Sky, Hue::Sky),
            Self::Isolated => ("isolated", '-', Hue::Gray, Hue::Gray),
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.style().0
    }

    /// Returns the color in pictures.
    pub fn hue(self) -> Hue {
        self.style().2
    }
}

/// The analysis of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellAnalysis {
    /// The value; 0 for the goal.
    pub value: u8,
    /// The kind.
    pub kind: CellKind,
    /// The number of moves from the start.
    pub from_start: Option<u32>,
    /// The number of moves to the goal.
    pub to_goal: Option<u32>,
    /// Whether it is reachable with exactly one move out.
    pub forced_forward: bool,
    /// Whether it can reach the goal and has exactly one move in.
    pub forced_backward: bool,
}

/// The analysis of a maze.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The maze.
    pub grid: Grid,
    /// Its quality.
    pub quality: Quality,
    /// The analysis of each cell.
    pub cells: Vec<CellAnalysis>,
    /// A shortest solution: the letter of each move and the cell it leads to.
    pub solution: Vec<(char, usize)>,
}

impl Analysis {
    /// Analyzes a maze.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let maze = EvaluatedMaze::new(grid);
        let solution = solution(grid, &maze.to_goal);
        let distance = |moves: u32| (moves != UNREACHABLE).then_some(moves);
        let analyze = |cell: usize| {
            let from_start = distance(maze.from_start[cell]);
            let to_goal = distance(maze.to_goal[cell]);
            let on_solution = cell == 0 || solution.iter().any(|&(_, target)| target == cell);
            let kind = match (from_start.is_some(), to_goal.is_some()) {
                (true, true) if on_solution => CellKind::Solution,
                (true, true) => CellKind::Open,
                (true, false) => CellKind::BlackHole,
                (false, true) => CellKind::WhiteHole,
                (false, false) => CellKind::Isolated,
            };
            CellAnalysis {
                value: grid.values()[cell],
                kind,
                from_start,
                to_goal,
                forced_forward: maze.forced_forward(cell),
                forced_backward: maze.forced_backward(cell),
            }
        };
        let cells = (0..grid.values().len()).map(analyze).collect();
        Self { grid: grid.clone(), quality: maze.quality, cells, solution }
    }

    /// Returns the letters of the solution, separated by spaces.
    #[must_use]
    pub fn letters(&self) -> String {
        let letters: Vec<_> = self.solution.iter().map(|(letter, _)| letter.to_string()).collect();
        letters.join(" ")
    }

    /// Writes the grid with marks: `*` on the solution, `b` black hole, `w` white hole, `-` isolated,
    /// `<` forced move in, `>` forced move out.
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write_kinds(&self, colors: bool, out: &mut dyn Write) -> fmt::Result {
        self.write(colors, out, |cell| {
            let before = if cell.forced_backward { '<' } else { ' ' };
            let after = if cell.forced_forward { '>' } else { ' ' };
            let (_, mark, _, hue) = cell.kind.style();
            Some((format!("{before}{}{mark}{after}", cell.value), hue))
        })
    }

    /// Writes the distances from the start, or to the goal.
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write_distances(&self, from_start: bool, out: &mut dyn Write) -> fmt::Result {
        self.write(false, out, |cell| {
            let moves = if from_start { cell.from_start } else { cell.to_goal };
            moves.map(|moves| (moves.to_string(), Hue::Ink))
        })
    }

    fn write(
        &self,
        colors: bool,
        out: &mut dyn Write,
        text: impl Fn(&CellAnalysis) -> Option<(String, Hue)>,
    ) -> fmt::Result {
        let size = self.grid.size();
        write_cells(out, (size.rows, size.cols), colors, |row, col| {
            text(&self.cells[row * size.cols + col])
        })
    }
}

/// Follows decreasing distances to the goal, by the first possible move at each cell.
fn solution(grid: &Grid, to_goal: &[u32]) -> Vec<(char, usize)> {
    let mut moves = vec![];
    let mut cell = 0;
    while to_goal[cell] != UNREACHABLE {
        let targets = targets(grid.size(), cell, grid.values()[cell]);
        let closer = to_goal[cell].checked_sub(1);
        let next = LETTERS.into_iter().zip(targets).find_map(|(letter, target)| {
            target.filter(|&to| Some(to_goal[to]) == closer).map(|to| (letter, to))
        });
        let Some(step) = next else { break };
        moves.push(step);
        cell = step.1;
    }
    moves
}
