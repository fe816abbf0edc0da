//! The side of the puzzle that people meet.

use super::board::Board;
use super::draw;
use super::guide::{Estimate, Guide};
use super::labels::read_word;
use super::matrix::{GameState, MASTER};
use super::read::{read, read_cells};
use super::reference::BricksReference;
use super::{Arrangement, Bricks, Labeled, Labels, Mask, Metric, Slide, generate, info};
use heureka_core::store::SetKey;
use heureka_core::{Cost, Exploration, Limits, explore_undirected};
use heureka_kit::draw::Picture;
use heureka_kit::puzzle::{Info, Parameters, Puzzle};
use heureka_kit::text::ParseError;
use heureka_kit::view::View;
use std::fmt::{self, Write};

/// The settings of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What costs one.
    pub metric: Metric,
    /// How plans number the bricks.
    pub labels: Labels,
    /// Cells of the goal that the master brick covers, as rows and columns counted from 1.
    pub goal: Vec<(usize, usize)>,
}

/// Reads the settings of an instance.
///
/// # Errors
/// If there is a setting that the puzzle does not have, or a value that means nothing.
pub fn settings(parameters: &Parameters) -> Result<Settings, ParseError> {
    parameters.only(info::INFO.parameters)?;
    let value = |name: &str| {
        let known = parameters.0.iter().rev().find(|(known, _)| known == name);
        known.map(|(_, value)| value.as_str())
    };
    Ok(Settings {
        metric: one_of("metric", value("metric"), Metric::ALL)?,
        labels: one_of("labels", value("labels"), Labels::ALL)?,
        goal: value("goal").map_or(Ok(vec![]), read_cells)?,
    })
}

/// What a value of a setting means; the first of all if there is none.
fn one_of<T: Copy>(
    name: &str,
    value: Option<&str>,
    all: [(&'static str, T); 2],
) -> Result<T, ParseError> {
    let Some(value) = value else { return Ok(all[0].1) };
    let found = all.iter().find(|(known, _)| *known == value);
    found.map(|&(_, meant)| meant).ok_or_else(|| {
        let message = format!("{name}={value}: expected {} or {}", all[0].0, all[1].0);
        ParseError::whole(message)
    })
}

impl<A: Arrangement> Bricks<A> {
    /// A state as a matrix in normal form.
    #[must_use]
    pub fn game_state(&self, state: &A) -> GameState {
        let Board { frame, shapes, .. } = &self.board;
        let mut matrix = self.original.without_bricks();
        let masks = state.masks(&self.board);
        let bricks = shapes.iter().zip(masks.as_ref()).enumerate();
        let mut bricks: Vec<_> = bricks
            .flat_map(|(i, (shape, mask))| mask.places().map(move |at| (i > 0, at, shape)))
            .collect();
        // The master first, the others by their anchors.
        bricks.sort_unstable_by_key(|&(other, at, _)| (other, at));
        for (number, (_, anchor, shape)) in (MASTER..).zip(bricks) {
            let cells = shape.cells().iter().map(|&cell| anchor + usize::from(cell));
            for cell in cells.filter_map(|place| frame.cell(place)) {
                matrix.put(cell, number);
            }
        }
        matrix
    }

    /// The reference's heuristic is the same one.
    pub(crate) fn estimate(&self) -> Estimate {
        self.estimate
    }
}

/// The state with the labels that people see.
struct LabeledView<'p, A: Arrangement> {
    puzzle: &'p Bricks<A>,
    labeled: Labeled,
}

impl<A: Arrangement> LabeledView<'_, A> {
    fn cells(&self, slide: Slide) -> Option<((usize, usize), (usize, usize))> {
        let cell = |place: u16| self.puzzle.board.frame.cell(usize::from(place));
        Some((cell(slide.from)?, cell(slide.to)?))
    }
}

impl<A: Arrangement> View<Slide> for LabeledView<'_, A> {
    fn show(&self, action: Slide) -> String {
        let word = self.cells(action).and_then(|(from, to)| self.labeled.clone().go_to(from, to));
        word.unwrap_or_default()
    }

    fn read(&self, word: &str) -> Option<Slide> {
        let (piece, path) = read_word(word)?;
        let metric = self.puzzle.metric;
        let mut after = self.labeled.clone();
        let frame = self.puzzle.board.frame;
        let slide = self.labeled.anchor(piece).and_then(|from| {
            after.go(piece, &path).ok()?;
            let to = path.iter().try_fold(from, |cell, direction| direction.next(cell))?;
            Some(Slide { from: frame.place(from) as u16, to: frame.place(to) as u16 })
        });
        // A word that means a move which is not possible here is still a move.
        let possible = slide.filter(|_| metric == Metric::Moves || path.len() == 1);
        Some(possible.unwrap_or(Slide::NONE))
    }

    fn play(&mut self, action: Slide) -> Option<Cost> {
        let (from, to) = self.cells(action)?;
        self.labeled.go_to(from, to).map(|_| 1)
    }

    fn paint(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = draw::write(self.labeled.state(), true, &mut text);
        text
    }

    fn draw(&self) -> Picture {
        draw::picture(self.labeled.state())
    }
}

impl<A: Arrangement> Puzzle for Bricks<A> {
    type Reference = BricksReference<A>;

    fn info() -> &'static Info {
        &info::INFO
    }

    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let Settings { metric, labels, goal } = settings(parameters)?;
        Self::new(read(text, &goal)?, metric, labels)
    }

    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError> {
        let Settings { metric, labels, goal } = settings(parameters)?;
        if !goal.is_empty() {
            return Err(ParseError::whole("a random board has its own goal: leave goal out"));
        }
        Self::new(generate::random(size, seed)?, metric, labels)
    }

    fn text(&self) -> String {
        self.original.to_string()
    }

    fn reference(&self) -> BricksReference<A> {
        BricksReference::new(&self.original, self.board.clone(), self.metric, self.estimate())
    }

    fn set_heuristic(&mut self, index: usize) {
        self.estimate = Estimate::ALL[index];
        self.guide = Guide::new(&self.board, self.goal_anchors, self.estimate, self.metric);
    }

    fn heuristic(&self) -> usize {
        Estimate::ALL.iter().position(|&known| known == self.estimate).unwrap_or(0)
    }

    fn table_bytes(&self) -> u64 {
        if self.estimate == Estimate::Zero { 0 } else { self.guide.bytes() }
    }

    fn show_state(&self, state: &A, out: &mut dyn Write) -> fmt::Result {
        draw::write(&self.game_state(state), false, out)
    }

    fn paint_state(&self, state: &A, out: &mut dyn Write) -> fmt::Result {
        draw::write(&self.game_state(state), true, out)
    }

    fn draw(&self, state: &A) -> Picture {
        draw::picture(&self.game_state(state))
    }

    /// Without the state, a move is told by the cells that the brick's first cell leaves and reaches.
    fn show_action(&self, action: Slide, out: &mut dyn Write) -> fmt::Result {
        let cell = |place: u16| {
            let (x, y) = self.board.frame.cell(usize::from(place)).unwrap_or_default();
            format!("{},{}", y + 1, x + 1)
        };
        write!(out, "{}>{}", cell(action.from), cell(action.to))
    }

    fn parse_action(&self, word: &str) -> Option<Slide> {
        let frame = self.board.frame;
        let place = |text: &str| {
            let (row, column) = text.split_once(',')?;
            let (y, x) = (row.parse::<usize>().ok()?, column.parse::<usize>().ok()?);
            let (x, y) = (x.checked_sub(1)?, y.checked_sub(1)?);
            let inside = (frame.left..frame.left + frame.width).contains(&x)
                && (frame.top..frame.top + frame.height).contains(&y);
            inside.then(|| frame.place((x, y)) as u16)
        };
        let (from, to) = word.split_once('>')?;
        Some(Slide { from: place(from)?, to: place(to)? })
    }

    fn view(&self) -> Box<dyn View<Slide> + '_> {
        Box::new(LabeledView { puzzle: self, labeled: Labeled::new(&self.original, self.labels) })
    }

    /// By the numbers of the normal form, which is all that a state in a search knows.
    fn show_action_in(&self, state: &A, action: Slide, out: &mut dyn Write) -> fmt::Result {
        let labeled = Labeled::new(&self.game_state(state), Labels::Normal);
        let view = LabeledView { puzzle: self, labeled };
        out.write_str(&view.show(action))
    }

    /// The final state is printed below the moves: it begins with width and height.
    fn ends_plan(&self, word: &str) -> bool {
        let numbers = word.strip_suffix(',').and_then(|word| word.split_once(','));
        numbers.is_some_and(|(w, h)| [w, h].iter().all(|n| n.parse::<usize>().is_ok()))
    }

    fn explore(&self, limits: &mut Limits<'_>) -> Exploration
    where
        Self::Key: SetKey,
    {
        explore_undirected(self, limits)
    }
}
