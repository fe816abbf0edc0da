//! The notations of instances: how a text writes the bricks, and which rules it implies.

use super::goal::{bottom_middle, right_edge};
use super::letters;
use super::matrix::{EMPTY, GameState, MASTER, Variant, WALL};
use super::read::read;
use super::{Metric, Settings};
use heureka_kit::edit::Cells;
use heureka_kit::text::ParseError;

/// How a text writes the bricks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Numbers separated by commas, below width and height.
    Matrix,
    /// A row of letters for each row of the board; the letter of brick 2, of brick 3, and so on.
    Rows(Vec<char>),
    /// The letters of a square board in one line, as collections of Rush Hour write it.
    Line(Vec<char>),
}

/// An instance as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The start.
    pub state: GameState,
    /// How the text writes the bricks.
    pub notation: Notation,
    /// The rules that the text and the parameters do not show.
    pub caveat: Option<&'static str>,
}

impl Notation {
    fn letters(&self) -> &[char] {
        match self {
            Self::Matrix => &[],
            Self::Rows(letters) | Self::Line(letters) => letters,
        }
    }

    /// Returns the name of a brick in texts and moves.
    #[must_use]
    pub fn name(&self, number: i32) -> String {
        let index = usize::try_from(number - MASTER).ok();
        let letter = index.and_then(|index| self.letters().get(index));
        letter.map_or_else(|| number.to_string(), char::to_string)
    }

    /// Returns the number of a brick.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<i32> {
        if *self == Self::Matrix {
            return name.parse().ok();
        }
        let is_name = |letter: &char| name.strip_prefix(*letter) == Some("");
        let index = self.letters().iter().position(is_name)?;
        Some(MASTER + i32::try_from(index).ok()?)
    }

    /// Returns the text of a state.
    #[must_use]
    pub fn text(&self, state: &GameState) -> String {
        let (empty, wall, row_end) = match self {
            Self::Matrix => return state.to_string(),
            Self::Rows(_) => (".", "#", "\n"),
            Self::Line(_) => ("o", "x", ""),
        };
        let sign = |&number: &i32| match number {
            EMPTY => empty.to_owned(),
            WALL => wall.to_owned(),
            brick => self.name(brick),
        };
        let row =
            |row: &[i32]| row.iter().map(sign).chain([row_end.to_owned()]).collect::<String>();
        state.rows().map(row).collect()
    }

    /// Returns the text of a state after the brick in one cell is dragged to another, if it fits there.
    pub(super) fn drag(
        &self,
        state: &GameState,
        at: impl Fn(&Cells) -> Option<((usize, usize), (usize, usize))>,
    ) -> Option<String> {
        let text = self.text(state);
        let (head, mut cells, free) = match self {
            Self::Matrix => {
                let (size, rows) = text.split_once('\n')?;
                (format!("{size}\n"), Cells::of_words(rows, ","), "0")
            }
            Self::Rows(_) => (String::new(), Cells::of_characters(&text), "."),
            Self::Line(_) => {
                let signs: Vec<char> = text.chars().collect();
                let rows = signs.chunks(state.size().cols).map(String::from_iter);
                let rows = rows.collect::<Vec<_>>().join("\n");
                (String::new(), Cells::of_characters(&rows), "o")
            }
        };
        let (from, to) = at(&cells)?;
        let moves = from != to && cells.drag(from, to, free);
        let rows = moves.then(|| cells.text())?;
        let is_line = matches!(self, Self::Line(_));
        Some(head + &if is_line { rows.replace('\n', "") } else { rows })
    }
}

/// Returns whether a text is a matrix of numbers, whose first row has the width and the height.
#[must_use]
pub fn is_matrix(text: &str) -> bool {
    let mut rows = text.lines();
    rows.find(|row| !row.trim().is_empty()).is_none_or(|first| first.contains(','))
}

/// Reads an instance in any notation.
///
/// # Errors
/// If the text is not a board, or the parameters do not fit it.
pub fn read_instance(text: &str, settings: &Settings) -> Result<Reading, ParseError> {
    let Settings { goal, along_axis_only, metric, .. } = settings;
    if is_matrix(text) {
        let state = read(text, &goal.cells)?;
        let targets = goal.targets(&state, &Notation::Matrix)?;
        let variant = Variant { along_axis_only: along_axis_only.unwrap_or(false), targets };
        // A matrix without a goal cell counts as solved, but there is nothing to solve.
        if variant.targets.is_empty() && state.goal().next().is_none() {
            let message = "no goal: expected at least one cell with -1; the parameter goal gives \
                           cells that the master brick covers, such as 1,2;1,3, or places of bricks, \
                           such as 2@1,2";
            return Err(ParseError::whole(message));
        }
        return under(state, Notation::Matrix, variant, None);
    }
    let (state, notation) = letters::read(text, goal)?;
    let is_line = matches!(notation, Notation::Line(_));
    let mut targets = goal.targets(&state, &notation)?;
    if goal.is_empty() {
        let (place, name) = if is_line {
            (right_edge(&state), "at the right edge")
        } else {
            (bottom_middle(&state), "in the middle of the lower edge")
        };
        let Some(place) = place else {
            let message = format!(
                "no goal: brick A does not fit {name}; the parameter goal gives the places of \
                 bricks, such as A@4,2"
            );
            return Err(ParseError::whole(message));
        };
        targets.push((MASTER, place));
    }
    let caveat = match (is_line, goal.is_empty(), along_axis_only.is_none()) {
        (true, true, true) if *metric == Metric::Moves => Some(
            "a Rush Hour line: bricks move along their longer side, and A has to reach the right edge",
        ),
        (true, true, true) => Some(
            "a Rush Hour line: bricks move along their longer side, and A has to reach the right \
             edge; counted in steps, metric=moves counts as Rush Hour does",
        ),
        (true, true, false) => Some("a Rush Hour line: A has to reach the right edge"),
        (true, false, true) => Some("a Rush Hour line: bricks move along their longer side"),
        (false, true, _) => Some("no goal is given: A has to reach the middle of the lower edge"),
        _ => None,
    };
    let along_axis_only = along_axis_only.unwrap_or(is_line);
    under(state, notation, Variant { along_axis_only, targets }, caveat)
}

/// Returns an instance under its rules.
fn under(
    state: GameState,
    notation: Notation,
    variant: Variant,
    caveat: Option<&'static str>,
) -> Result<Reading, ParseError> {
    let is_square = |&piece: &i32| {
        let (height, width) = state.extent(piece);
        height == width
    };
    if variant.along_axis_only
        && let Some(piece) = state.pieces().into_iter().find(is_square)
    {
        let name = notation.name(piece);
        let message = format!("axis=long: brick {name} is as wide as high, so it has no axis");
        return Err(ParseError::whole(message));
    }
    Ok(Reading { state: state.with(variant), notation, caveat })
}
