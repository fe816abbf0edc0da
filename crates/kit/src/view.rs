//! A view: the state of a puzzle as people see it while they follow a plan.
//!
//! For most puzzles, the names of moves and the look of a state follow from the state alone. Sliding bricks
//! of the same shape are interchangeable for a search, but people tell them apart by their labels.

use crate::draw::Picture;
use crate::puzzle::Puzzle;
use crate::text::written;
use heureka_core::Cost;

/// A state along a plan, as people see it.
pub trait View<A> {
    /// Returns the name of a move here.
    fn show(&self, action: A) -> String;

    /// Returns the move that a word names here, legal or not.
    fn read(&self, word: &str) -> Option<A>;

    /// Plays a move and returns its cost; an illegal move returns `None` and changes nothing.
    fn play(&mut self, action: A) -> Option<Cost>;

    /// Returns the state as text, with terminal colors.
    fn paint(&self) -> String;

    /// Draws the state, with what the last move changed.
    fn draw(&self) -> Picture;
}

/// Plays a move and returns the name that it had before.
pub fn name_and_play<A: Copy>(view: &mut dyn View<A>, action: A) -> String {
    let word = view.show(action);
    view.play(action);
    word
}

/// The view of a puzzle whose states determine what people see.
pub struct Plain<'p, P: Puzzle> {
    puzzle: &'p P,
    state: P::State,
    /// The state before the last move.
    before: Option<P::State>,
}

impl<'p, P: Puzzle> Plain<'p, P> {
    /// Returns a view of the start.
    pub fn new(puzzle: &'p P) -> Self {
        Self { puzzle, state: puzzle.start(), before: None }
    }
}

impl<P: Puzzle> View<P::Action> for Plain<'_, P> {
    fn show(&self, action: P::Action) -> String {
        written(|out| self.puzzle.show_action_in(&self.state, action, out))
    }

    fn read(&self, word: &str) -> Option<P::Action> {
        self.puzzle.parse_action_in(&self.state, word)
    }

    fn play(&mut self, action: P::Action) -> Option<Cost> {
        let (cost, next) = self.puzzle.apply(&self.state, action)?;
        self.before = Some(std::mem::replace(&mut self.state, next));
        Some(cost)
    }

    fn paint(&self) -> String {
        written(|out| self.puzzle.show_state(&self.state, true, out))
    }

    fn draw(&self) -> Picture {
        self.puzzle.draw(&self.state, self.before.as_ref())
    }
}
