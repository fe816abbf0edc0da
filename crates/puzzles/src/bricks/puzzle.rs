//! Texts, labels and pictures of the puzzle.

use super::heuristics::Tables;
use super::info::{AXES, INFO, ZERO};
use super::labels::read_path;
use super::matrix::{GameState, MASTER};
use super::notation::{Reading, read_instance};
use super::read::read_cells;
use super::reference::BricksReference;
use super::settings::{Settings, settings};
use super::{Arrangement, Bricks, Labeled, Labels, Mask, Metric, Slide, draw, generate, rush_hour};
use heureka_core::{Cost, Limits, Stop};
use heureka_kit::board::Cell;
use heureka_kit::collection::Rows;
use heureka_kit::draw::{Area, Draw, Picture};
use heureka_kit::edit::Edit;
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use heureka_kit::view::View;
use std::fmt::{self, Write};

impl<A: Arrangement> Bricks<A> {
    /// Returns a state as a matrix in normal form.
    #[must_use]
    pub fn game_state(&self, state: &A) -> GameState {
        let mut matrix = self.original.without_bricks();
        let masks = state.masks(&self.board);
        let shapes = self.board.shapes.iter().zip(masks.as_ref()).enumerate();
        let mut bricks: Vec<_> = shapes
            .flat_map(|(i, (shape, mask))| mask.places().map(move |anchor| (anchor, i, shape)))
            .collect();
        // Bricks with a goal keep their numbers; the others are numbered by their anchors.
        bricks.sort_unstable_by_key(|&(anchor, ..)| anchor);
        let mut free = (MASTER + 1..).filter(|&number| self.original.target(number).is_none());
        for (anchor, i, shape) in bricks {
            let Some(number) = self.board.owner(i).or_else(|| free.next()) else { continue };
            let places = shape.cells().iter().map(|&cell| anchor + usize::from(cell));
            for cell in places.filter_map(|place| self.board.frame.cell(place)) {
                matrix.put(cell, number);
            }
        }
        matrix
    }

    fn cell(&self, place: u16) -> Option<Cell> {
        self.board.frame.cell(usize::from(place))
    }
}

/// A state with labels.
struct LabeledView<'p, A: Arrangement> {
    puzzle: &'p Bricks<A>,
    labeled: Labeled,
    /// The state before the last move.
    before: Option<GameState>,
}

impl<A: Arrangement> LabeledView<'_, A> {
    /// Makes a move and returns its text.
    fn go(&self, labeled: &mut Labeled, slide: Slide) -> Option<String> {
        let (from, to) = (self.puzzle.cell(slide.from)?, self.puzzle.cell(slide.to)?);
        let (piece, path) = labeled.go_to(from, to)?;
        let names: Vec<_> = path.iter().map(|direction| direction.name()).collect();
        Some(format!("({},{})", self.puzzle.notation.name(piece), names.join(",")))
    }
}

impl<A: Arrangement> View<Slide> for LabeledView<'_, A> {
    fn show(&self, action: Slide) -> String {
        self.go(&mut self.labeled.clone(), action).unwrap_or_default()
    }

    fn read(&self, word: &str) -> Option<Slide> {
        let Bricks { metric, board, notation, .. } = self.puzzle;
        let (name, path) = read_path(word)?;
        let piece = notation.number(name)?;
        let slide = self.labeled.anchor(piece).and_then(|from| {
            self.labeled.clone().go(piece, &path).ok()?;
            let to = path.iter().fold(from, |cell, &direction| cell.neighbor(direction));
            Some(Slide { from: board.frame.place(from) as u16, to: board.frame.place(to) as u16 })
        });
        // The text of an illegal move is still a move.
        let legal = slide.filter(|_| *metric == Metric::Moves || path.len() == 1);
        Some(legal.unwrap_or(Slide::NONE))
    }

    fn play(&mut self, action: Slide) -> Option<Cost> {
        let mut next = self.labeled.clone();
        self.go(&mut next, action)?;
        self.before = Some(std::mem::replace(&mut self.labeled, next).state().clone());
        Some(1)
    }

    fn paint(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = draw::write(self.labeled.state(), &self.puzzle.notation, true, &mut text);
        text
    }

    fn draw(&self) -> Picture {
        draw::picture(self.labeled.state(), &self.puzzle.notation, self.before.as_ref())
    }
}

impl<A: Arrangement> Puzzle for Bricks<A> {
    type Reference = BricksReference<A>;
    const INFO: &'static Info = &INFO;

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let settings = settings(parameters)?;
        let Reading { state, notation, caveat } = read_instance(text, &settings)?;
        Ok(Self { notation, caveat, ..Self::new(state, settings.metric, settings.labels)? })
    }

    fn collection(text: &str, parameters: &Parameters) -> Option<Rows> {
        rush_hour::collection(text, parameters)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let Settings { metric, labels, goal, along_axis_only } = settings(parameters)?;
        if !goal.is_empty() {
            return Err(ParseError::whole("goal cannot be set for a random board: omit it"));
        }
        if along_axis_only == Some(true) {
            let message = "axis=long does not fit a random board, whose square bricks have no axis";
            return Err(ParseError::whole(message));
        }
        Self::new(generate::random(size, seed)?, metric, labels)
    }

    fn text(&self) -> String {
        self.notation.text(&self.original)
    }

    fn reference(&self) -> BricksReference<A> {
        BricksReference::new(&self.original, self.board.clone(), self.metric, self.heuristic)
    }

    /// A new start has the labels of its normal form.
    fn set_start(&mut self, state: A) {
        if state != self.start {
            self.start = state;
            self.original = self.game_state(&state);
        }
    }

    fn set_heuristic(&mut self, index: usize, _: &mut Limits<'_>) -> Result<(), Stop> {
        self.heuristic = index;
        self.tables = Tables::new(&self.board, index, self.metric);
        Ok(())
    }

    fn default_of(&self, parameter: &str) -> Option<&'static str> {
        let is_long = self.original.variant().along_axis_only;
        (parameter == "axis").then(|| AXES[usize::from(is_long)])
    }

    fn table_bytes(&self) -> u64 {
        if self.heuristic == ZERO { 0 } else { self.tables.bytes() }
    }

    fn tools() -> &'static [&'static str] {
        &["move a brick"]
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        self.notation.drag(&self.original, |cells| {
            let (from, to) = (cells.at(edit.from, 0.0)?, cells.at(edit.to, 0.0)?);
            let piece = self.original.at(Cell::new(from.0 as u16, from.1 as u16))?;
            (piece >= MASTER).then_some((from, to))
        })
    }

    /// Writes the cells of the brick's first cell before and after, because the number of a brick
    /// depends on the state.
    fn show_action(&self, action: Slide, out: &mut dyn Write) -> fmt::Result {
        let cell = |place: u16| {
            let cell = self.cell(place).unwrap_or_default();
            Cell::new(cell.row + 1, cell.col + 1)
        };
        write!(out, "{}>{}", cell(action.from), cell(action.to))
    }

    fn parse_action(&self, word: &str) -> Option<Slide> {
        let frame = self.board.frame;
        let place = |text: &str| {
            let [cell] = read_cells(text).ok()?[..] else { return None };
            let offset = Cell::new(
                cell.row.checked_sub(frame.origin.row)?,
                cell.col.checked_sub(frame.origin.col)?,
            );
            frame.size.contains(offset).then(|| frame.place(cell) as u16)
        };
        let (from, to) = word.split_once('>')?;
        Some(Slide { from: place(from)?, to: place(to)? })
    }

    fn view(&self) -> Box<dyn View<Slide> + '_> {
        let labeled = Labeled::new(&self.original, self.labels);
        Box::new(LabeledView { puzzle: self, labeled, before: None })
    }

    /// Uses the numbers of the normal form, because a state in a search has no others.
    fn show_action_in(&self, state: &A, action: Slide, out: &mut dyn Write) -> fmt::Result {
        let labeled = Labeled::new(&self.game_state(state), Labels::Normal);
        out.write_str(&LabeledView { puzzle: self, labeled, before: None }.show(action))
    }

    /// Returns whether a word is the size that begins the final state below the moves.
    fn ends_plan(&self, word: &str) -> bool {
        let numbers = word.strip_suffix(',').and_then(|word| word.split_once(','));
        numbers.is_some_and(|(w, h)| [w, h].iter().all(|n| n.parse::<usize>().is_ok()))
    }

    fn caveat(&self) -> Option<&'static str> {
        self.caveat
    }
}

impl<A: Arrangement> Draw for Bricks<A> {
    fn show_state(&self, state: &A, colors: bool, out: &mut dyn Write) -> fmt::Result {
        draw::write(&self.game_state(state), &self.notation, colors, out)
    }

    /// Writes the file format.
    fn note_state(&self, state: &A, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.notation.text(&self.game_state(state)).trim_end())
    }

    fn spots(&self, state: &A, next: &A) -> Vec<Area> {
        draw::spots(&self.game_state(state), &self.game_state(next))
    }

    fn draw(&self, state: &A, before: Option<&A>) -> Picture {
        let before = before.map(|before| self.game_state(before));
        draw::picture(&self.game_state(state), &self.notation, before.as_ref())
    }
}
