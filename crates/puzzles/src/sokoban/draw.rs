//! Pictures of levels.

use super::{Position, Sokoban, has, members};
use heureka_kit::draw::{Area, Draw, Hue, MOVED_EDGE, Picture, paint};
use std::fmt::{self, Write};

impl<const N: usize> Sokoban<N> {
    fn corner(&self, cell: u8) -> (f64, f64) {
        let cell = self.level.cells[usize::from(cell)];
        (f64::from(cell.col), f64::from(cell.row))
    }
}

impl<const N: usize> Draw for Sokoban<N> {
    /// An empty square is a box, a filled one a box on a goal.
    fn show_state(&self, state: &Position<N>, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let rows = self.level.symbols(members(state.boxes), state.player);
        for (number, row) in rows.into_iter().enumerate() {
            if number > 0 {
                out.write_char('\n')?;
            }
            for symbol in row {
                let (sign, hue) = match symbol {
                    '#' => ('█', Hue::Wall),
                    '.' => ('·', Hue::Red),
                    '$' => ('□', Hue::Orange),
                    '*' => ('■', Hue::Green),
                    other => (other, Hue::Blue),
                };
                paint(out, colors, hue, sign)?;
            }
        }
        Ok(())
    }

    /// Writes the symbols that texts have, with the player in the first cell that it can walk to: all
    /// positions of the player there are one state.
    fn note_state(&self, state: &Position<N>, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.text_of(&Position { player: state.region, ..*state }))
    }

    /// Returns the box and the cell that it is pushed to.
    fn spots(&self, state: &Position<N>, next: &Position<N>) -> Vec<Area> {
        let changed = std::array::from_fn(|word| state.boxes[word] ^ next.boxes[word]);
        members::<N>(changed).map(|cell| self.corner(cell)).map(|(x, y)| [x, y, 1.0, 1.0]).collect()
    }

    /// Draws walls, goals, boxes and the player. The last box that was pushed has a dark edge.
    fn draw(&self, state: &Position<N>, before: Option<&Position<N>>) -> Picture {
        let size = self.level.size();
        let mut picture = Picture::new(size.cols as f64, size.rows as f64);
        let rows = self.level.symbols(members(state.boxes), state.player);
        let symbols = rows.iter().enumerate().flat_map(|(row, symbols)| {
            symbols.iter().enumerate().map(move |(col, &symbol)| (col, row, symbol))
        });
        let walls =
            symbols.filter(|&(.., symbol)| symbol == '#').map(|(col, row, _)| (col, row, 1));
        picture.cells(walls, Hue::Wall);
        for cell in 0..self.level.cells.len() as u8 {
            let (x, y) = self.corner(cell);
            let is_goal = self.level.goals.contains(&cell);
            picture.rect(x, y, 1.0, 1.0, 0.0, if is_goal { Hue::Goal } else { Hue::Ground });
            if is_goal {
                picture.circle(x + 0.5, y + 0.5, 0.14, Hue::Red);
            }
            if has(&state.boxes, cell) {
                let is_moved = before.is_some_and(|before| !has(&before.boxes, cell));
                let hue = if is_goal { Hue::Green } else { Hue::Orange };
                picture.rect(
                    x + 0.06,
                    y + 0.06,
                    0.88,
                    0.88,
                    0.1,
                    if is_moved { Hue::Ink } else { hue },
                );
                let inset = 0.06 + MOVED_EDGE;
                let side = 1.0 - 2.0 * inset;
                picture.rect(x + inset, y + inset, side, side, 0.06, hue);
                // A cross, or a check mark on a goal.
                let strokes: &[&[(f64, f64)]] = if is_goal {
                    &[&[(0.3, 0.52), (0.45, 0.68), (0.72, 0.34)]]
                } else {
                    &[&[(0.3, 0.3), (0.7, 0.7)], &[(0.3, 0.7), (0.7, 0.3)]]
                };
                for stroke in strokes {
                    let points: Vec<_> = stroke.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
                    picture.line(&points, 0.07, hue.text_over());
                }
            }
        }
        let (x, y) = self.corner(state.player);
        picture.circle(x + 0.5, y + 0.5, 0.36, Hue::Blue).circle(
            x + 0.5,
            y + 0.5,
            0.14,
            Hue::Paper,
        );
        picture
    }
}
