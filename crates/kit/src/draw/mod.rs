//! Pictures of boards: shapes written as SVG, and the palette that pictures and terminals share.

mod cells;
mod hue;
mod picture;
mod strip;
mod text;

use crate::text::written;
use heureka_core::Problem;
use std::fmt::{self, Write};

pub use cells::{
    CELLS_BEGIN, Cell, MOVED_EDGE, cell_area, cell_areas, draw_cells, numbered, write_cells,
    write_columns,
};
pub use hue::{Hue, paint};
pub use picture::{Anchor, Picture, Symbol};
pub(crate) use strip::selected;
pub use strip::strip;
pub use text::{Escaped, text_width, truncate, wrap_lines};

/// An area of a picture: left, top, width and height.
pub type Area = [f64; 4];

/// A problem whose states can be drawn.
pub trait Draw: Problem {
    /// Draws a state as text, with or without terminal colors, without a final line break.
    ///
    /// # Errors
    /// Only errors of `out`.
    fn show_state(&self, state: &Self::State, colors: bool, out: &mut dyn Write) -> fmt::Result;

    /// Writes a state in the puzzle's notation, for traces and lists of states. By default it is drawn.
    ///
    /// # Errors
    /// Only errors of `out`.
    fn note_state(&self, state: &Self::State, out: &mut dyn Write) -> fmt::Result {
        self.show_state(state, false, out)
    }

    /// Draws a state as a picture, one unit per cell. If the state before the last move is given, marks
    /// what this move changed, not by color alone. By default it is the text in a frame.
    fn draw(&self, state: &Self::State, _before: Option<&Self::State>) -> Picture {
        Picture::of_text(&written(|out| self.show_state(state, false, out)))
    }

    /// Returns the areas of a state's picture that a move to another state is about, such as the piece that
    /// moves and the place where it goes: a click on them makes the move. By default there are none.
    fn spots(&self, _state: &Self::State, _next: &Self::State) -> Vec<Area> {
        vec![]
    }

    /// Returns where a state is on the picture of the start, if states are places on a map. By default they
    /// are not.
    fn place(&self, _state: &Self::State) -> Option<Area> {
        None
    }

    /// Draws the states along a plan as a route on one picture, if states are places on a map. By
    /// default they are not.
    fn draw_route(&self, _states: &mut dyn Iterator<Item = Self::State>) -> Option<Picture> {
        None
    }
}
