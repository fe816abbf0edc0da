//! Playing an instance by hand: moves, taking them back, and hints.

use crate::instance::SolveError;
use crate::puzzle::Puzzle;
use crate::view::{View, tell};
use heureka_core::{Cost, Limits, Outcome, Plan, Problem, StartAt, Strategy, solve, validate};

/// A game in progress.
pub trait Game {
    /// The state as text, in colors.
    fn board(&self) -> String;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// Plays a move and returns its cost; nothing if it is not legal.
    fn play(&mut self, word: &str) -> Option<Cost>;

    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;

    /// Begins anew.
    fn restart(&mut self);

    /// Whether the puzzle is solved.
    fn solved(&self) -> bool;

    /// The moves played, and what they cost.
    fn played(&self) -> Plan<String>;

    /// Searches on from here. A plan is returned only after the reference rules have accepted it.
    ///
    /// # Errors
    /// If the strategy needs an ability that is not offered in the middle of a game, or found a plan
    /// that the rules refuse.
    fn advise(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
    ) -> Result<Outcome<String>, SolveError>;
}

/// A game with its types.
pub(crate) struct Played<'p, P: Puzzle> {
    puzzle: &'p P,
    state: P::State,
    /// The state as people see it.
    view: Box<dyn View<P::Action> + 'p>,
    /// Each move with its cost and the state before it.
    past: Vec<(P::Action, Cost, P::State)>,
}

impl<'p, P: Puzzle> Played<'p, P> {
    pub(crate) fn new(puzzle: &'p P) -> Self {
        Self { puzzle, state: puzzle.start(), view: puzzle.view(), past: vec![] }
    }

    /// A view of the start, and the words of the moves played, which lead it to the state.
    fn retold(&self) -> (Box<dyn View<P::Action> + 'p>, Vec<String>) {
        let mut view = self.puzzle.view();
        let words = self.past.iter().map(|&(action, ..)| tell(&mut *view, action)).collect();
        (view, words)
    }
}

impl<P: Puzzle> Game for Played<'_, P> {
    fn board(&self) -> String {
        self.view.paint()
    }

    fn moves(&self) -> Vec<String> {
        let mut words = vec![];
        self.puzzle.successors(&self.state, &mut |action, _, _| {
            words.push(self.view.show(action));
        });
        words
    }

    fn play(&mut self, word: &str) -> Option<Cost> {
        let action = self.view.read(word)?;
        let (cost, next) = self.puzzle.apply(&self.state, action)?;
        self.view.play(action);
        self.past.push((action, cost, std::mem::replace(&mut self.state, next)));
        Some(cost)
    }

    fn undo(&mut self) -> bool {
        let Some((_, _, before)) = self.past.pop() else { return false };
        self.state = before;
        self.view = self.retold().0;
        true
    }

    fn restart(&mut self) {
        *self = Self::new(self.puzzle);
    }

    fn solved(&self) -> bool {
        self.puzzle.is_goal(&self.state)
    }

    fn played(&self) -> Plan<String> {
        Plan {
            actions: self.retold().1,
            cost: self.past.iter().fold(0, |sum: Cost, (_, cost, _)| sum.saturating_add(*cost)),
        }
    }

    fn advise(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
    ) -> Result<Outcome<String>, SolveError> {
        let rest = StartAt::new(self.puzzle, self.state.clone());
        // What is symmetric at the start need not be so here.
        let strategy = Strategy { symmetry: false, ..*strategy };
        let report = solve(&rest, &strategy, limits, &mut ()).map_err(SolveError::Unsupported)?;
        if let Some(plan) = report.outcome.plan() {
            let reference = self.puzzle.reference();
            let state = reference.unpack(&self.puzzle.pack(&self.state));
            validate(&StartAt::new(&reference, state), plan).map_err(SolveError::Refused)?;
        }
        let mut view = self.retold().0;
        Ok(report.outcome.map(|action| tell(&mut *view, action)))
    }
}
