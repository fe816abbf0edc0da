//! The parameter `goal`: goal cells under the master brick, and places that bricks have to reach.

use super::board::Frame;
use super::matrix::{GameState, MASTER, WALL};
use super::notation::Notation;
use super::read::read_cell;
use heureka_kit::board::Cell;
use heureka_kit::numbers::plural;
use heureka_kit::text::ParseError;

/// The goals that a text does not show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Goal cells that the master brick already covers.
    pub cells: Vec<Cell>,
    /// Bricks by name, and the places that their first cells have to reach.
    pub places: Vec<(String, Cell)>,
}

impl Goal {
    /// Reads a list such as `1,2;1,3` or `A@4,2;B@1,1`, rows and columns counted from 1, separated by
    /// semicolons or spaces.
    pub(super) fn read(text: &str) -> Result<Self, ParseError> {
        let mut goal = Self::default();
        let entries = text.split(|c: char| c == ';' || c.is_whitespace());
        for entry in entries.filter(|entry| !entry.is_empty()) {
            let (name, cell) = entry.split_once('@').unwrap_or(("", entry));
            let known = goal.places.iter().any(|place| place.0 == name);
            match read_cell(cell) {
                Some(_) if known => {
                    let message = format!("goal '{entry}': brick {name} already has a place");
                    return Err(ParseError::whole(message));
                }
                Some(cell) if entry.contains('@') && !name.is_empty() => {
                    goal.places.push((name.to_owned(), cell));
                }
                Some(cell) if !entry.contains('@') => goal.cells.push(cell),
                _ => {
                    let message = format!(
                        "goal '{entry}': expected cells as row,column counted from 1, such as \
                         1,2;1,3, or bricks and the places of their first cells, such as 2@1,2;7@4,1"
                    );
                    return Err(ParseError::whole(message));
                }
            }
        }
        Ok(goal)
    }

    /// Returns whether nothing is given.
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.places.is_empty()
    }

    /// Returns the bricks of a state that have to reach a place, and the places.
    pub(super) fn targets(
        &self,
        state: &GameState,
        notation: &Notation,
    ) -> Result<Vec<(i32, Cell)>, ParseError> {
        let target = |(name, place): &(String, Cell)| {
            let refuse = |reason: String| {
                let (row, col) = (u32::from(place.row) + 1, u32::from(place.col) + 1);
                Err(ParseError::whole(format!("goal {name}@{row},{col}: {reason}")))
            };
            let piece = notation.number(name).filter(|piece| state.pieces().contains(piece));
            let Some(piece) = piece else { return refuse(format!("there is no brick {name}")) };
            if state.at(*place).is_none() {
                let (rows, cols) = (state.size().rows as u64, state.size().cols as u64);
                let sides = format!("{} and {}", plural(rows, "row"), plural(cols, "column"));
                return refuse(format!("the board has {sides}"));
            }
            if !fits(state, piece, *place) {
                return refuse(format!("brick {name} does not fit there"));
            }
            Ok((piece, *place))
        };
        self.places.iter().map(target).collect()
    }
}

/// Returns whether a brick fits at a place on the board without other bricks.
fn fits(state: &GameState, piece: i32, place: Cell) -> bool {
    state.moved_to(piece, place).all(|cell| state.at(cell).is_some_and(|number| number != WALL))
}

/// Returns the place of the master brick in the middle of the lower edge, if it fits there.
pub(super) fn bottom_middle(state: &GameState) -> Option<Cell> {
    let Frame { origin, size } = Frame::of(state);
    let (height, width) = state.extent(MASTER);
    let (rows, cols) = (size.rows as u16, size.cols as u16);
    let left = state.brick(MASTER).map(|cell| cell.col).min()?;
    let first = state.brick(MASTER).next()?;
    let beside = cols.checked_sub(width).filter(|beside| beside % 2 == 0)?;
    let row = origin.row + rows.checked_sub(height)?;
    let place = Cell::new(row, origin.col + beside / 2 + (first.col - left));
    Some(place).filter(|&place| fits(state, MASTER, place))
}

/// Returns the place of the master brick at the right edge of its row, if it fits there.
pub(super) fn right_edge(state: &GameState) -> Option<Cell> {
    let first = state.brick(MASTER).next()?;
    let (_, width) = state.extent(MASTER);
    let place = Cell::new(first.row, (state.size().cols as u16).checked_sub(width)?);
    Some(place).filter(|&place| fits(state, MASTER, place))
}
