//! Instances whose states are too large to be copied: solved and checked on one state in place.

use crate::certificate::{Records, Refusal};
use crate::draw::Picture;
use crate::game::Game;
use crate::instance::{
    CheckError, Instance, Shown, Solution, SolveError, Station, UnknownHeuristic,
};
use crate::puzzle::{Best, HeuristicInfo, Info, Parameters};
use crate::text::{ParseError, Word};
use crate::trace::{Event, Trace};
use heureka_core::certificate::{CertificateError, Checked};
use heureka_core::heuristic::audit::Audit;
use heureka_core::search::Descent;
use heureka_core::{
    Algorithm, Cost, Downhill, Exploration, InPlace, Limits, Missing, Plan, PlanError, Stats, Stop,
    Strategy, Unsupported, replay_in_place,
};
use std::fmt::{self, Write};

/// The side of a large problem that people meet, as [`Puzzle`](crate::puzzle::Puzzle) is of a small
/// one.
pub trait LargePuzzle: Downhill + Sized + Send + Sync + 'static {
    /// The same rules once more, slow and obvious, written from the statement.
    type Reference: InPlace<Action = Self::Action>;

    /// The name of the heuristic that a descent can follow to a plan that is proved optimal.
    const PERFECT: &'static str;

    /// What is said of the puzzle.
    fn info() -> &'static Info;

    /// Reads an instance.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError>;

    /// Makes a random solvable instance; the same seed makes the same one everywhere.
    ///
    /// # Errors
    /// If there is no instance of that size.
    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError>;

    /// The instance's text.
    fn text(&self) -> String;

    /// What to show instead of the start, in a line.
    fn outline(&self) -> String;

    /// The reference rules of the same instance.
    fn reference(&self) -> Self::Reference;

    /// Chooses a heuristic by its place in [`Info::heuristics`].
    fn set_heuristic(&mut self, index: usize);

    /// The place in [`Info::heuristics`] of the heuristic in use.
    fn heuristic(&self) -> usize;

    /// Writes a move in one word.
    ///
    /// # Errors
    /// Only those of `out`.
    fn show_action(&self, action: Self::Action, out: &mut dyn Write) -> fmt::Result;

    /// Reads a move: the inverse of [`LargePuzzle::show_action`].
    fn parse_action(&self, word: &str) -> Option<Self::Action>;

    /// Any move, to show how one looks.
    fn example(&self) -> Option<Self::Action>;
}

/// A large instance and the settings it was made with.
#[derive(Debug)]
pub struct Large<P> {
    puzzle: P,
    parameters: Parameters,
}

impl<P: LargePuzzle> Large<P> {
    /// Hides the type of an instance.
    pub fn boxed(puzzle: P, parameters: &Parameters) -> Box<dyn Instance> {
        Box::new(Self { puzzle, parameters: parameters.clone() })
    }

    fn action_text(&self, action: P::Action) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.puzzle.show_action(action, &mut text);
        text
    }

    /// Checks a plan by the reference rules.
    fn validate(&self, plan: &Plan<P::Action>) -> Result<(), PlanError> {
        let actual = replay_in_place(&self.puzzle.reference(), &plan.actions)?;
        let stated = plan.cost;
        if actual == stated { Ok(()) } else { Err(PlanError::WrongCost { stated, actual }) }
    }
}

/// What every strategy but a descent missing here.
fn cannot_copy(strategy: &'static str) -> SolveError {
    SolveError::Unsupported(Unsupported { strategy, missing: Missing::CopyableStates })
}

impl<P: LargePuzzle> Instance for Large<P> {
    fn info(&self) -> &'static Info {
        P::info()
    }

    fn text(&self) -> String {
        self.puzzle.text()
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn start(&self) -> String {
        self.puzzle.outline()
    }

    fn too_large(&self) -> Option<String> {
        let outline = self.puzzle.outline();
        Some(format!(
            "this instance is too large for that ({outline}): it can be solved by descent, and plans can be checked"
        ))
    }

    fn set_heuristic(&mut self, name: &str) -> Result<(), UnknownHeuristic> {
        let place = P::info().heuristics.iter().position(|h| h.name == name);
        self.puzzle.set_heuristic(place.ok_or_else(|| UnknownHeuristic(name.to_owned()))?);
        Ok(())
    }

    fn heuristic(&self) -> &'static HeuristicInfo {
        &P::info().heuristics[self.puzzle.heuristic()]
    }

    fn best(&self) -> Best {
        Best { strategy: "descent", heuristic: P::PERFECT }
    }

    fn reference_shares_heuristic(&self) -> bool {
        false
    }

    fn table_bytes(&self) -> u64 {
        0
    }

    fn unsolvable(&self) -> Option<String> {
        None
    }

    fn caveat(&self) -> Option<&'static str> {
        None
    }

    /// Only a descent works in place. A trace is told what each step costs, but not the states.
    fn solve(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        mut trace: Option<&mut dyn Trace>,
    ) -> Result<Solution, SolveError> {
        if strategy.algorithm != Algorithm::Descent {
            return Err(cannot_copy(strategy.algorithm.name()));
        }
        let mut search = Descent::new(&self.puzzle);
        let outcome = search.run(limits, &mut |_, g, solved| {
            if let Some(trace) = &mut trace {
                let kind = if solved { "solved" } else { "expand" };
                trace.event(&Event {
                    kind,
                    state: None,
                    action: None,
                    g: Some(g),
                    h: None,
                    bound: None,
                    why: None,
                });
            }
        });
        if let Some(plan) = outcome.plan() {
            self.validate(plan).map_err(SolveError::Refused)?;
        }
        let outcome = outcome.map(|action| self.action_text(action));
        Ok(Solution { outcome, stats: *search.stats(), reason: None })
    }

    fn ends_plan(&self, _word: &str) -> bool {
        false
    }

    fn check(&self, plan: &[Word<'_>]) -> Result<Cost, CheckError> {
        let mut actions = Vec::with_capacity(plan.len());
        for (index, word) in plan.iter().enumerate() {
            let Some(action) = self.puzzle.parse_action(word.text) else {
                let example = self.puzzle.example().map(|action| self.action_text(action));
                return Err(CheckError::NoMove { index, example });
            };
            actions.push(action);
        }
        replay_in_place(&self.puzzle.reference(), &actions).map_err(CheckError::Refused)
    }

    fn steps(&self, _plan: &[String], _visit: &mut dyn FnMut(&str, Cost, &str)) {}

    fn walk(&self, _plan: &[String], _visit: &mut dyn FnMut(&Station<'_>)) {}

    fn film(&self, _plan: &[String]) -> Picture {
        Picture::of_text(&self.puzzle.outline())
    }

    fn game(&self) -> Option<Box<dyn Game + '_>> {
        None
    }

    fn explore(&self, _limits: &mut Limits<'_>) -> Exploration {
        Exploration {
            layers: vec![1],
            unfolded: None,
            stopped: Some(Stop::Memory),
            stats: Stats::default(),
        }
    }

    fn explore_backward(&self, _limits: &mut Limits<'_>) -> Option<Exploration> {
        None
    }

    fn certify(
        &self,
        informed: bool,
        _limits: &mut Limits<'_>,
    ) -> Result<(Solution, Option<Box<dyn Records>>), SolveError> {
        Err(cannot_copy(if informed { "astar" } else { "ucs" }))
    }

    fn check_records(&self, _records: &[u8], _limits: &mut Limits<'_>) -> Result<Checked, Refusal> {
        Err(Refusal::Records(CertificateError::Stopped(Stop::Memory)))
    }

    fn audit(&self, _limits: &mut Limits<'_>) -> Audit<Shown, String> {
        Audit {
            claim: self.puzzle.claim(),
            stopped: Some(Stop::Memory),
            listed: false,
            states: 0,
            moves: 0,
            goals: 0,
            goals_above_zero: (0, None),
            inconsistencies: (0, None),
            exact: None,
        }
    }
}
