//! Playing an instance by hand: moves, undo and hints.

use crate::draw::{Area, Picture};
use crate::instance::SolveError;
use crate::puzzle::Puzzle;
use crate::text::written;
use crate::typed::{Typed, solve_and_validate};
use crate::view::{View, name_and_play};
use heureka_core::certificate::KeyBytes;
use heureka_core::{Cost, Limits, Outcome, Plan, Report, Stats, Strategy};
use std::collections::HashSet;

/// A legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its name.
    pub action: String,
    /// Its cost.
    pub cost: Cost,
    /// The areas of the picture that it is about, as [`Draw::spots`](crate::draw::Draw::spots) returns them.
    pub spots: Vec<Area>,
}

/// A game in progress.
pub trait Game {
    /// Returns the state as text, with terminal colors.
    fn board(&self) -> String;

    /// Draws the state.
    fn picture(&self) -> Picture;

    /// Returns the state in the puzzle's notation.
    fn notation(&self) -> String;

    /// Returns the heuristic value of the state.
    fn h(&self) -> Cost;

    /// Returns the legal moves.
    fn moves(&self) -> Vec<String>;

    /// Returns the legal moves in the same order, each with the number of its piece, such as `5 down`,
    /// if its name leaves that out.
    fn moves_of_pieces(&self) -> Vec<String>;

    /// Returns the legal moves with their costs, and where on the picture each is made.
    fn choices(&self) -> Vec<Choice>;

    /// Plays a move and returns its cost; `None` if it is illegal.
    fn play(&mut self, word: &str) -> Option<Cost>;

    /// Undoes the last move; returns false at the start.
    fn undo(&mut self) -> bool;

    /// Returns to the start.
    fn restart(&mut self);

    /// Returns whether the puzzle is solved.
    fn is_solved(&self) -> bool;

    /// Returns the moves played and their cost.
    fn played(&self) -> Plan<String>;

    /// Solves the puzzle from the current state. The plan has been validated by the reference rules.
    ///
    /// # Errors
    /// If the strategy does not apply to the puzzle, or if the plan is invalid, which is a bug.
    fn advise(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
    ) -> Result<Report<String>, SolveError>;

    /// Returns the most promising move without a search: the one with the lowest cost + h, if possible
    /// to a state that the game has not visited. `None` if there is no legal move.
    fn guess(&self) -> Option<String>;
}

/// A game of a typed puzzle.
pub(crate) struct TypedGame<'p, P: Puzzle> {
    instance: &'p Typed<P>,
    puzzle: &'p P,
    state: P::State,
    view: Box<dyn View<P::Action> + 'p>,
    /// Each move with its cost and the state before it.
    history: Vec<(P::Action, Cost, P::State)>,
}

impl<'p, P: Puzzle> TypedGame<'p, P> {
    pub(crate) fn new(instance: &'p Typed<P>) -> Self {
        let puzzle = instance.puzzle();
        Self { instance, puzzle, state: puzzle.start(), view: puzzle.view(), history: vec![] }
    }

    /// Replays the game: returns a view of the current state and the names of the moves played.
    fn replayed(&self) -> (Box<dyn View<P::Action> + 'p>, Vec<String>) {
        let mut view = self.puzzle.view();
        let moves = self.history.iter().map(|&(action, ..)| name_and_play(&mut *view, action));
        let words = moves.collect();
        (view, words)
    }
}

impl<P: Puzzle<Key: KeyBytes>> Game for TypedGame<'_, P> {
    fn board(&self) -> String {
        self.view.paint()
    }

    fn picture(&self) -> Picture {
        self.view.draw()
    }

    fn notation(&self) -> String {
        written(|out| self.puzzle.note_state(&self.state, out))
    }

    fn h(&self) -> Cost {
        self.puzzle.h(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        let mut words = vec![];
        self.puzzle.visit_successors(&self.state, &mut |action, _, _| {
            words.push(self.view.show(action));
        });
        words
    }

    fn moves_of_pieces(&self) -> Vec<String> {
        let mut words = vec![];
        self.puzzle.visit_successors(&self.state, &mut |action, _, _| {
            let name = self.view.show(action);
            let piece = self.puzzle.piece(&self.state, action);
            words.push(piece.map_or_else(|| name.clone(), |piece| format!("{piece} {name}")));
        });
        words
    }

    fn choices(&self) -> Vec<Choice> {
        let mut choices = vec![];
        self.puzzle.visit_successors(&self.state, &mut |action, cost, next| {
            let spots = self.puzzle.spots(&self.state, &next);
            choices.push(Choice { action: self.view.show(action), cost, spots });
        });
        choices
    }

    fn play(&mut self, word: &str) -> Option<Cost> {
        let action = self.view.read(word)?;
        let (cost, next) = self.puzzle.apply(&self.state, action)?;
        self.view.play(action);
        self.history.push((action, cost, std::mem::replace(&mut self.state, next)));
        Some(cost)
    }

    fn undo(&mut self) -> bool {
        let Some((_, _, before)) = self.history.pop() else { return false };
        self.state = before;
        self.view = self.replayed().0;
        true
    }

    fn restart(&mut self) {
        *self = Self::new(self.instance);
    }

    fn is_solved(&self) -> bool {
        self.puzzle.is_goal(&self.state)
    }

    fn played(&self) -> Plan<String> {
        let costs = self.history.iter().map(|(_, cost, _)| *cost);
        Plan { actions: self.replayed().1, cost: costs.fold(0, Cost::saturating_add) }
    }

    fn advise(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
    ) -> Result<Report<String>, SolveError> {
        let mut rest = match self.instance.ready(strategy.algorithm.is_informed(), limits) {
            Ok(puzzle) => puzzle.clone(),
            Err(stop) => {
                return Ok(Report { outcome: Outcome::Stopped(stop), stats: Stats::default() });
            }
        };
        rest.set_start(self.state.clone());
        let (report, _) = solve_and_validate(&rest, strategy, limits, None)?;
        // Moves are named as this game names them.
        let mut view = self.replayed().0;
        let outcome = report.outcome.map(|plan| Plan {
            actions: plan.actions.iter().map(|&a| name_and_play(&mut *view, a)).collect(),
            cost: plan.cost,
        });
        Ok(Report { outcome, stats: report.stats })
    }

    fn guess(&self) -> Option<String> {
        let visited: HashSet<_> = self.history.iter().map(|(.., s)| self.puzzle.pack(s)).collect();
        let mut best = None;
        self.puzzle.visit_successors(&self.state, &mut |action, cost, next| {
            let f = cost.saturating_add(self.puzzle.h(&next));
            let rank = (visited.contains(&self.puzzle.pack(&next)), f);
            if best.is_none_or(|(lowest, _)| rank < lowest) {
                best = Some((rank, action));
            }
        });
        best.map(|(_, action)| self.view.show(action))
    }
}
