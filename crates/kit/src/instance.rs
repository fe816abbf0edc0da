//! An instance with its types hidden: all that a command line or a server has to hold.
//!
//! Types are hidden around a whole run, not around its steps, so the searches stay as fast as if
//! they knew nothing of this.

use crate::certificate::{Records, Refusal};
use crate::draw::{Picture, strip};
use crate::game::{Game, Played};
use crate::puzzle::{Best, HeuristicInfo, Info, Parameters, Puzzle};
use crate::text::Word;
use crate::trace::{Forward, Trace};
use crate::view::tell;
use heureka_core::certificate::{Certificate, Checked, KeyBytes, check};
use heureka_core::heuristic::audit::{Audit, Exact, Inconsistency, Overestimate, audit};
use heureka_core::search::{BestFirst, Rule};
use heureka_core::store::SetKey;
use heureka_core::{
    Algorithm, Claim, Cost, Exploration, Limits, Optimality, Outcome, PlanError, Report, Stats,
    Strategy, Unsupported, replay, validate,
};
use std::fmt;

/// One instance of some puzzle.
pub trait Instance: Send + Sync {
    /// What is said of the puzzle.
    fn info(&self) -> &'static Info;

    /// The instance's text, which the puzzle reads back given the same settings.
    fn text(&self) -> String;

    /// The settings that the instance was made with.
    fn parameters(&self) -> &Parameters;

    /// The start as text, in colors.
    fn start(&self) -> String;

    /// Why all that needs copies of states, such as exploring, certifying, auditing and drawing, is
    /// not done; nothing if it is.
    fn too_large(&self) -> Option<String> {
        None
    }

    /// Chooses a heuristic by name, building its tables if it has any.
    ///
    /// # Errors
    /// If the puzzle has no such heuristic.
    fn set_heuristic(&mut self, name: &str) -> Result<(), UnknownHeuristic>;

    /// The heuristic in use.
    fn heuristic(&self) -> &'static HeuristicInfo;

    /// What is claimed of it here: what is declared, or more, where the instance has found it out.
    fn claim(&self) -> Claim {
        self.heuristic().claim
    }

    /// What solves the instance fastest.
    fn best(&self) -> Best;

    /// Whether the reference rules can follow an informed proof by the heuristic in use.
    fn reference_shares_heuristic(&self) -> bool;

    /// Bytes taken by the tables of the heuristic in use.
    fn table_bytes(&self) -> u64;

    /// Why there is no solution, where that can be proved without a search.
    fn unsolvable(&self) -> Option<String>;

    /// What has to be said beside every result.
    fn caveat(&self) -> Option<&'static str>;

    /// Runs a strategy, unless it is known without a search that there is no solution.
    ///
    /// A plan is returned only after the reference rules have accepted it.
    ///
    /// # Errors
    /// If the strategy does not suit the puzzle, or found a plan that the rules refuse.
    fn solve(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Solution, SolveError>;

    /// Whether a word is no move but begins what is printed below a plan.
    fn ends_plan(&self, word: &str) -> bool;

    /// Checks somebody's plan by the reference rules and returns what it costs.
    ///
    /// # Errors
    /// The first word that is no move or no legal one, or a last state that is no goal.
    fn check(&self, plan: &[Word<'_>]) -> Result<Cost, CheckError>;

    /// Calls `visit` with every step of a plan: the move, what it costs and the state after it as
    /// text, in colors. Ends before the first word that is no legal move.
    fn steps(&self, plan: &[String], visit: &mut dyn FnMut(&str, Cost, &str));

    /// Calls `visit` with the start and every state of a plan. Ends before the first word that is no
    /// legal move.
    fn walk(&self, plan: &[String], visit: &mut dyn FnMut(&Station<'_>));

    /// The start and the states of a plan as a film strip.
    fn film(&self, plan: &[String]) -> Picture;

    /// A game from the start; nothing if the states are too large for one.
    fn game(&self) -> Option<Box<dyn Game + '_>>;

    /// Walks the whole space that can be reached.
    fn explore(&self, limits: &mut Limits<'_>) -> Exploration;

    /// Walks the space backwards from a goal; nothing if moves cannot be taken backwards.
    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration>;

    /// Searches best-first, uniform cost or A\* with the usual options, and returns with the result
    /// the records that prove it, if it proves anything.
    ///
    /// # Errors
    /// If the search found a plan that the rules refuse.
    fn certify(
        &self,
        informed: bool,
        limits: &mut Limits<'_>,
    ) -> Result<(Solution, Option<Box<dyn Records>>), SolveError>;

    /// Checks the records of a certificate by the reference rules.
    ///
    /// # Errors
    /// Why they prove nothing.
    fn check_records(&self, records: &[u8], limits: &mut Limits<'_>) -> Result<Checked, Refusal>;

    /// Holds the heuristic in use against exact distances.
    fn audit(&self, limits: &mut Limits<'_>) -> Audit<Shown, String>;
}

/// A state to be looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// As text.
    pub text: String,
    /// As text in colors.
    pub painted: String,
    /// As a picture.
    pub picture: Picture,
}

/// A state on the way of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Station<'a> {
    /// The move that led here; nothing at the start.
    pub action: Option<&'a str>,
    /// The state, as the puzzle notes it.
    pub state: &'a str,
    /// What the way to it costs.
    pub g: Cost,
    /// The estimate from here on.
    pub h: Cost,
}

/// How a search ended, with moves as text.
#[derive(Clone, Debug)]
pub struct Solution {
    /// How it ended.
    pub outcome: Outcome<String>,
    /// What it counted.
    pub stats: Stats,
    /// Why there is no solution, if that was clear without a search.
    pub reason: Option<String>,
}

/// Why there is no solution to speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The strategy needs what the puzzle does not offer.
    Unsupported(Unsupported),
    /// The search found a plan that the reference rules refuse: a bug.
    Refused(PlanError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(error) => error.fmt(f),
            Self::Refused(error) => {
                write!(f, "the search found a plan that the rules refuse, which is a bug: {error}")
            }
        }
    }
}

impl std::error::Error for SolveError {}

/// Why somebody's plan was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// A word is no move of this puzzle; words are counted from 0.
    NoMove {
        /// Which word.
        index: usize,
        /// A move as it should look, if there is any.
        example: Option<String>,
    },
    /// The rules refuse the plan.
    Refused(PlanError),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMove { index, example } => {
                write!(f, "word {} is no move", index + 1)?;
                example.iter().try_for_each(|word| write!(f, "; moves look like {word}"))
            }
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CheckError {}

/// The puzzle has no heuristic of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHeuristic(pub String);

impl fmt::Display for UnknownHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no heuristic '{}'", self.0)
    }
}

impl std::error::Error for UnknownHeuristic {}

/// A puzzle's instance and the settings it was made with.
#[derive(Debug)]
pub struct Typed<P> {
    puzzle: P,
    parameters: Parameters,
}

impl<P: Puzzle> Typed<P>
where
    P::Key: SetKey + KeyBytes + 'static,
{
    /// Hides the type of an instance.
    pub fn boxed(puzzle: P, parameters: &Parameters) -> Box<dyn Instance> {
        Box::new(Self { puzzle, parameters: parameters.clone() })
    }

    fn action_text(&self, state: &P::State, action: P::Action) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.puzzle.show_action_in(state, action, &mut text);
        text
    }

    fn shown(&self, state: &P::State) -> Shown {
        let (mut text, mut painted) = (String::new(), String::new());
        let _ = self.puzzle.show_state(state, &mut text);
        let _ = self.puzzle.paint_state(state, &mut painted);
        Shown { text, painted, picture: self.puzzle.draw(state) }
    }

    fn solution(&self, report: Report<P::Action>) -> Result<Solution, SolveError> {
        if let Some(plan) = report.outcome.plan() {
            validate(&self.puzzle.reference(), plan).map_err(SolveError::Refused)?;
        }
        let mut view = self.puzzle.view();
        let outcome = report.outcome.map(|action| tell(&mut *view, action));
        Ok(Solution { outcome, stats: report.stats, reason: None })
    }
}

impl<P: Puzzle> Instance for Typed<P>
where
    P::Key: SetKey + KeyBytes + 'static,
{
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
        self.puzzle.view().paint()
    }

    fn set_heuristic(&mut self, name: &str) -> Result<(), UnknownHeuristic> {
        let place = P::info().heuristics.iter().position(|h| h.name == name);
        let index = place.ok_or_else(|| UnknownHeuristic(name.to_owned()))?;
        self.puzzle.set_heuristic(index);
        Ok(())
    }

    fn heuristic(&self) -> &'static HeuristicInfo {
        &P::info().heuristics[self.puzzle.heuristic()]
    }

    fn claim(&self) -> Claim {
        self.puzzle.claim()
    }

    fn best(&self) -> Best {
        self.puzzle.best()
    }

    fn reference_shares_heuristic(&self) -> bool {
        self.puzzle.reference_shares_heuristic()
    }

    fn table_bytes(&self) -> u64 {
        self.puzzle.table_bytes()
    }

    fn unsolvable(&self) -> Option<String> {
        self.puzzle.unsolvable()
    }

    fn caveat(&self) -> Option<&'static str> {
        self.puzzle.caveat()
    }

    fn solve(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Solution, SolveError> {
        if let Some(reason) = self.puzzle.unsolvable() {
            let (outcome, stats) = (Outcome::Unsolvable, Stats::default());
            return Ok(Solution { outcome, stats, reason: Some(reason) });
        }
        let report = match trace {
            None => self.puzzle.search(strategy, limits, &mut ()),
            Some(trace) => {
                self.puzzle.search(strategy, limits, &mut Forward::new(&self.puzzle, trace))
            }
        };
        self.solution(report.map_err(SolveError::Unsupported)?)
    }

    fn ends_plan(&self, word: &str) -> bool {
        self.puzzle.ends_plan(word)
    }

    fn check(&self, plan: &[Word<'_>]) -> Result<Cost, CheckError> {
        let reference = self.puzzle.reference();
        let mut actions = Vec::with_capacity(plan.len());
        let mut view = self.puzzle.view();
        for (index, word) in plan.iter().enumerate() {
            let Some(action) = view.read(word.text) else {
                let (view, mut example) = (self.puzzle.view(), None);
                self.puzzle.successors(&self.puzzle.start(), &mut |action, _, _| {
                    example.get_or_insert_with(|| view.show(action));
                });
                return Err(CheckError::NoMove { index, example });
            };
            view.play(action);
            actions.push(action);
        }
        replay(&reference, &actions).map_err(CheckError::Refused)
    }

    fn steps(&self, plan: &[String], visit: &mut dyn FnMut(&str, Cost, &str)) {
        let mut view = self.puzzle.view();
        for word in plan {
            let Some(cost) = view.read(word).and_then(|action| view.play(action)) else { return };
            visit(word, cost, &view.paint());
        }
    }

    fn walk(&self, plan: &[String], visit: &mut dyn FnMut(&Station<'_>)) {
        let (mut view, mut state, mut g) = (self.puzzle.view(), self.puzzle.start(), 0);
        let mut noted = String::new();
        let mut tell = |action, state: &P::State, g| {
            noted.clear();
            let _ = self.puzzle.note_state(state, &mut noted);
            visit(&Station { action, state: &noted, g, h: self.puzzle.h(state) });
        };
        tell(None, &state, g);
        for word in plan {
            let step = view.read(word).and_then(|a| Some((a, self.puzzle.apply(&state, a)?)));
            let Some((action, (cost, next))) = step else { return };
            view.play(action);
            state = next;
            g += cost;
            tell(Some(word), &state, g);
        }
    }

    fn film(&self, plan: &[String]) -> Picture {
        let mut view = self.puzzle.view();
        let mut played = 0;
        strip(plan.len() + 1, |frame| {
            for word in &plan[played..frame] {
                view.read(word).and_then(|action| view.play(action));
            }
            played = frame;
            let caption = match frame {
                0 => "start".to_owned(),
                _ => format!("{frame}. {}", plan[frame - 1]),
            };
            (caption, view.draw())
        })
    }

    fn game(&self) -> Option<Box<dyn Game + '_>> {
        Some(Box::new(Played::new(&self.puzzle)))
    }

    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        self.puzzle.explore(limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        self.puzzle.explore_backward(limits)
    }

    fn certify(
        &self,
        informed: bool,
        limits: &mut Limits<'_>,
    ) -> Result<(Solution, Option<Box<dyn Records>>), SolveError> {
        let algorithm = if informed { Algorithm::AStar } else { Algorithm::Ucs };
        let strategy = Strategy::new(algorithm);
        let rule = Rule::new(&strategy, 1, u32::from(informed));
        let mut search = BestFirst::by_f(&self.puzzle, rule, &strategy);
        let outcome = search.run(limits, &mut ());
        let bound = match &outcome {
            Outcome::Solved(plan, Optimality::Proved) => Some(Some(plan.cost)),
            Outcome::Unsolvable => Some(None),
            _ => None,
        };
        let records = bound.map(|bound| {
            let mut certificate = Certificate { bound, closed: search.closed().collect() };
            certificate.sort();
            Box::new(certificate) as Box<dyn Records>
        });
        let solution = self.solution(Report { outcome, stats: *search.stats() })?;
        Ok((solution, records))
    }

    fn check_records(&self, records: &[u8], limits: &mut Limits<'_>) -> Result<Checked, Refusal> {
        let certificate = Certificate::decode(records).map_err(Refusal::Unreadable)?;
        check(&self.puzzle.reference(), &certificate, limits).map_err(Refusal::Records)
    }

    fn audit(&self, limits: &mut Limits<'_>) -> Audit<Shown, String> {
        let found = audit(&self.puzzle, limits);
        let over = |o: Overestimate<P::State>| Overestimate {
            state: self.shown(&o.state),
            h: o.h,
            exact: o.exact,
        };
        let inconsistent = |i: Inconsistency<P::State, P::Action>| Inconsistency {
            state: self.shown(&i.state),
            h: i.h,
            action: self.action_text(&i.state, i.action),
            cost: i.cost,
            next: self.shown(&i.next),
            next_h: i.next_h,
        };
        Audit {
            claim: found.claim,
            stopped: found.stopped,
            listed: found.listed,
            states: found.states,
            moves: found.moves,
            goals: found.goals,
            goals_above_zero: (found.goals_above_zero.0, found.goals_above_zero.1.map(over)),
            inconsistencies: (found.inconsistencies.0, found.inconsistencies.1.map(inconsistent)),
            exact: found.exact.map(|exact| Exact {
                start: exact.start,
                dead: exact.dead,
                overestimates: (exact.overestimates.0, exact.overestimates.1.map(over)),
                pairs: exact.pairs,
            }),
        }
    }
}

#[cfg(test)]
mod tests;
