//! A plan told move by move: what each move is called, and what the state after it looks like.
//!
//! For most puzzles both follow from the state alone. In some they do not: bricks of one shape are the
//! same to a search, but people tell them by the numbers they had at the start.

use crate::draw::Picture;
use crate::puzzle::Puzzle;
use heureka_core::Cost;

/// A state on the way of a plan, as people see it.
pub trait View<A> {
    /// What a move is called here.
    fn show(&self, action: A) -> String;

    /// The move that a word means here; nothing if it means none, legal or not.
    fn read(&self, word: &str) -> Option<A>;

    /// Plays a move and returns its cost; if it is not legal, nothing happens.
    fn play(&mut self, action: A) -> Option<Cost>;

    /// The state as text, in colors.
    fn paint(&self) -> String;

    /// The state as a picture.
    fn draw(&self) -> Picture;
}

/// The word for a move, which is then played.
pub fn tell<A: Copy>(view: &mut dyn View<A>, action: A) -> String {
    let word = view.show(action);
    view.play(action);
    word
}

/// The view of a puzzle whose states say all that people see.
pub struct Plain<'p, P: Puzzle> {
    puzzle: &'p P,
    state: P::State,
}

impl<'p, P: Puzzle> Plain<'p, P> {
    /// Begins at the start.
    pub fn new(puzzle: &'p P) -> Self {
        Self { puzzle, state: puzzle.start() }
    }
}

impl<P: Puzzle> View<P::Action> for Plain<'_, P> {
    fn show(&self, action: P::Action) -> String {
        let mut word = String::new();
        // Writing to a string does not fail.
        let _ = self.puzzle.show_action(action, &mut word);
        word
    }

    fn read(&self, word: &str) -> Option<P::Action> {
        self.puzzle.parse_action(word)
    }

    fn play(&mut self, action: P::Action) -> Option<Cost> {
        let (cost, next) = self.puzzle.apply(&self.state, action)?;
        self.state = next;
        Some(cost)
    }

    fn paint(&self) -> String {
        let mut text = String::new();
        let _ = self.puzzle.paint_state(&self.state, &mut text);
        text
    }

    fn draw(&self) -> Picture {
        self.puzzle.draw(&self.state)
    }
}
