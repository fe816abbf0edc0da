//! Instances whose states are too large to copy: solved and checked on one state in place.

use crate::instance::{AnyPlan, CheckError, Instance, Solution, SolveError};
use crate::puzzle::{Best, HeuristicInfo, Info, Parameters};
use crate::text::{ParseError, written};
use crate::trace::{Event, EventKind, Trace, TracedNode};
use crate::typed::{already_stopped, check_plan};
use heureka_core::abilities::{Downhill, InPlace};
use heureka_core::observe::Node;
use heureka_core::plan::{PlanError, replay_in_place};
use heureka_core::search::{Descent, Missing, drive};
use heureka_core::{
    Algorithm, Claim, Cost, Limits, Observer, Outcome, Plan, Stats, Strategy, Unsupported,
};
use std::fmt::{self, Write};

/// A puzzle with large states, as [`Puzzle`](crate::puzzle::Puzzle) is one with small states.
pub trait LargePuzzle: Downhill + Sized + Send + Sync + 'static {
    /// The same rules, slow and obvious, written independently from the statement.
    type Reference: InPlace<Action = Self::Action>;

    /// The name of the perfect heuristic, whose descent proves its plan optimal.
    const PERFECT: &'static str;

    /// The puzzle's description.
    const INFO: &'static Info;

    /// Reads an instance.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError>;

    /// Generates a random solvable instance; the same seed gives the same instance on every machine.
    ///
    /// # Errors
    /// If no instance has this size.
    fn random(size: &str, parameters: &Parameters, seed: u64) -> Result<Self, ParseError>;

    /// Returns the instance as text.
    fn text(&self) -> String;

    /// Returns a summary of the start in one line.
    fn outline(&self) -> String;

    /// Returns the reference rules of the same instance.
    fn reference(&self) -> Self::Reference;

    /// Selects a heuristic by its index in [`Info::heuristics`].
    fn set_heuristic(&mut self, index: usize);

    /// Writes a move as one word.
    ///
    /// # Errors
    /// Only errors of `out`.
    fn show_action(&self, action: Self::Action, out: &mut dyn Write) -> fmt::Result;

    /// Reads a move: the inverse of [`LargePuzzle::show_action`].
    fn parse_action(&self, word: &str) -> Option<Self::Action>;

    /// Returns an example of a move.
    fn example(&self) -> Option<Self::Action>;
}

/// A large instance, its parameters and the index of its heuristic.
#[derive(Debug)]
pub struct Large<P> {
    puzzle: P,
    parameters: Parameters,
    heuristic: usize,
}

impl<P: LargePuzzle> Large<P> {
    /// Hides the type of an instance.
    pub(crate) fn boxed(puzzle: P, parameters: &Parameters) -> Box<dyn Instance> {
        Box::new(Self { puzzle, parameters: parameters.clone(), heuristic: 0 })
    }
}

fn action_text<P: LargePuzzle>(puzzle: &P, action: P::Action) -> String {
    written(|out| puzzle.show_action(action, out))
}

impl<P: LargePuzzle> Instance for Large<P> {
    fn info(&self) -> &'static Info {
        P::INFO
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

    fn set_heuristic(&mut self, name: &str) -> Result<(), ParseError> {
        self.heuristic = P::INFO.heuristic(name)?;
        self.puzzle.set_heuristic(self.heuristic);
        Ok(())
    }

    fn heuristic(&self) -> &'static HeuristicInfo {
        &P::INFO.heuristics[self.heuristic]
    }

    fn claim(&self) -> Claim {
        self.puzzle.claim()
    }

    fn best(&self) -> Best {
        Best { strategy: "descent", heuristic: P::PERFECT }
    }

    fn starting_at(&self, text: &str) -> Result<Box<dyn Instance>, ParseError> {
        let mut puzzle = P::parse(text, &self.parameters)?;
        puzzle.set_heuristic(self.heuristic);
        let (parameters, heuristic) = (self.parameters.clone(), self.heuristic);
        Ok(Box::new(Self { puzzle, parameters, heuristic }))
    }

    /// Only descent works in place. Its trace contains costs, but no states.
    fn solve(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Solution<'_>, SolveError> {
        if strategy.algorithm != Algorithm::Descent {
            return Err(SolveError::Unsupported(Unsupported {
                strategy: strategy.algorithm.name(),
                missing: Missing::CopyableStates,
            }));
        }
        if let Some(stop) = already_stopped(limits) {
            return Ok(Solution {
                outcome: Outcome::Stopped(stop),
                stats: Stats::default(),
                reason: None,
            });
        }
        let report = drive(Descent::new(&self.puzzle), limits, &mut Recorder(trace));
        if let Some(plan) = report.outcome.plan() {
            let actual = replay_in_place(&self.puzzle.reference(), plan.actions.iter().copied())
                .map_err(SolveError::InvalidPlan)?;
            if actual != plan.cost {
                let error = PlanError::WrongCost { stated: plan.cost, actual };
                return Err(SolveError::InvalidPlan(error));
            }
        }
        let outcome = report.outcome.map(|plan| {
            Box::new(LargePlan { puzzle: &self.puzzle, plan }) as Box<dyn AnyPlan + '_>
        });
        Ok(Solution { outcome, stats: report.stats, reason: None })
    }

    fn check(
        &self,
        plan: &mut dyn Iterator<Item = &str>,
        limits: &mut Limits<'_>,
    ) -> Result<Cost, CheckError> {
        let read = |word: &str| self.puzzle.parse_action(word);
        let example = || self.puzzle.example().map(|action| action_text(&self.puzzle, action));
        let reference = self.puzzle.reference();
        check_plan(plan, limits, read, example, |actions| replay_in_place(&reference, actions))
    }
}

/// A validated plan of a large puzzle.
struct LargePlan<'p, P: LargePuzzle> {
    puzzle: &'p P,
    plan: Plan<P::Action>,
}

impl<P: LargePuzzle> AnyPlan for LargePlan<'_, P> {
    fn cost(&self) -> Cost {
        self.plan.cost
    }

    fn len(&self) -> usize {
        self.plan.actions.len()
    }

    fn words(&self) -> Vec<String> {
        self.plan.actions.iter().map(|&action| action_text(self.puzzle, action)).collect()
    }
}

/// Writes the nodes of a descent to a trace.
struct Recorder<'t>(Option<&'t mut dyn Trace>);

impl Recorder<'_> {
    fn write<S>(&mut self, kind: EventKind, node: &Node<'_, S>) {
        if let Some(trace) = &mut self.0 {
            let (parent, blank) = (node.id.checked_sub(1), TracedNode::default());
            let node = TracedNode { id: node.id, parent, g: node.g, ..blank };
            trace.event(&Event { kind, node: Some(node), bound: None, weight: None, reason: None });
        }
    }
}

impl<S, A> Observer<S, A> for Recorder<'_> {
    fn expanded(&mut self, node: &Node<'_, S>) {
        self.write(EventKind::Expand, node);
    }

    fn solved(&mut self, node: &Node<'_, S>) {
        self.write(EventKind::Solved, node);
    }
}
