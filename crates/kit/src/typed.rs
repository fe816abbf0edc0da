//! Instances of puzzles whose states can be copied.

use crate::certificate::{Records, Rejection};
use crate::compare_rules::compare_rules;
use crate::draw::{Picture, strip};
use crate::game::{Game, TypedGame};
use crate::instance::{
    AnyPlan, Certified, CheckError, Instance, PlanPath, Shown, Small, Solution, SolveError, Station,
};
use crate::numbered::{explore_backward, solve_traced};
use crate::puzzle::{Best, HeuristicInfo, Info, Parameters, Puzzle};
use crate::text::{ParseError, written};
use crate::trace::Trace;
use crate::view::name_and_play;
use heureka_core::certificate::{Certificate, Checked, KeyBytes, check};
use heureka_core::heuristic::audit::{Audit, audit_with};
use heureka_core::limits::Gauge;
use heureka_core::plan::PlanError;
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::store::SetKey;
use heureka_core::{
    Algorithm, Claim, Cost, Exploration, Limits, Optimality, Outcome, Plan, Report, Stats,
    Strategy, explore, replay, solve, validate,
};
use std::ops::ControlFlow;

/// A puzzle's instance, its parameters and the index of its heuristic.
#[derive(Clone, Debug)]
pub struct Typed<P> {
    puzzle: P,
    parameters: Parameters,
    heuristic: usize,
}

/// Runs a strategy on a puzzle and validates the plan by the reference rules.
pub(crate) fn solve_and_validate<P: Puzzle>(
    puzzle: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    trace: Option<&mut dyn Trace>,
) -> Result<(Report<P::Action>, Option<String>), SolveError> {
    if let Some(reason) = puzzle.unsolvable() {
        let report = Report { outcome: Outcome::Unsolvable, stats: Stats::default() };
        return Ok((report, Some(reason)));
    }
    let report = match trace {
        None => solve(puzzle, strategy, limits, &mut ()),
        Some(trace) => solve_traced(puzzle, strategy, limits, trace),
    };
    Ok((validated(puzzle, report.map_err(SolveError::Unsupported)?)?, None))
}

/// Reads and checks a plan move by move: `read` returns the action of a word, `example` the text of
/// some move, and `replay` plays actions by the reference rules.
pub(crate) fn check_plan<A>(
    plan: &mut dyn Iterator<Item = &str>,
    limits: &mut Limits<'_>,
    mut read: impl FnMut(&str) -> Option<A>,
    example: impl FnOnce() -> Option<String>,
    replay: impl FnOnce(&mut dyn Iterator<Item = A>) -> Result<Cost, PlanError>,
) -> Result<Cost, CheckError> {
    let (mut stats, mut stopped, mut unreadable) = (Stats::default(), None, None);
    let mut actions = plan.enumerate().map_while(|(index, word)| {
        if let ControlFlow::Break(stop) = limits.check(&stats, Gauge::default()) {
            stopped = Some(stop);
            return None;
        }
        stats.expanded += 1;
        let action = read(word);
        unreadable = action.is_none().then_some(index);
        action
    });
    let replayed = replay(&mut actions);
    match (stopped, unreadable) {
        (Some(stop), _) => Err(CheckError::Stopped(stop)),
        (None, Some(index)) => Err(CheckError::NotAMove { index, example: example() }),
        (None, None) => replayed.map_err(CheckError::Invalid),
    }
}

/// Validates the plan of a report by the reference rules.
fn validated<P: Puzzle>(
    puzzle: &P,
    report: Report<P::Action>,
) -> Result<Report<P::Action>, SolveError> {
    if let Some(plan) = report.outcome.plan() {
        validate(&puzzle.reference(), plan).map_err(SolveError::InvalidPlan)?;
    }
    Ok(report)
}

impl<P: Puzzle<Key: SetKey + KeyBytes + 'static>> Typed<P> {
    /// Hides the type of an instance.
    pub(crate) fn boxed(puzzle: P, parameters: &Parameters) -> Box<dyn Instance> {
        Box::new(Self { puzzle, parameters: parameters.clone(), heuristic: 0 })
    }

    fn shown(&self, state: &P::State) -> Shown {
        let drawn = |colors| written(|out| self.puzzle.show_state(state, colors, out));
        Shown { text: drawn(false), colored: drawn(true), picture: self.puzzle.draw(state) }
    }

    fn solution(&self, report: Report<P::Action>, reason: Option<String>) -> Solution<'_> {
        let outcome = report.outcome.map(|plan| {
            Box::new(TypedPlan { puzzle: &self.puzzle, plan }) as Box<dyn AnyPlan + '_>
        });
        Solution { outcome, stats: report.stats, reason }
    }
}

impl<P: Puzzle<Key: SetKey + KeyBytes + 'static>> Instance for Typed<P> {
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
        self.puzzle.view().paint()
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
        self.puzzle.best()
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

    fn starting_at(&self, text: &str) -> Result<Box<dyn Instance>, ParseError> {
        let other = P::parse(text, &self.parameters)?;
        let mut instance = self.clone();
        instance.puzzle.set_start(other.start());
        if instance.text() != other.text() {
            return Err(ParseError::whole("expected an instance that differs only in its start"));
        }
        Ok(Box::new(instance))
    }

    fn solve(
        &self,
        strategy: &Strategy,
        limits: &mut Limits<'_>,
        trace: Option<&mut dyn Trace>,
    ) -> Result<Solution<'_>, SolveError> {
        let (report, reason) = solve_and_validate(&self.puzzle, strategy, limits, trace)?;
        Ok(self.solution(report, reason))
    }

    fn ends_plan(&self, word: &str) -> bool {
        self.puzzle.ends_plan(word)
    }

    fn check(
        &self,
        plan: &mut dyn Iterator<Item = &str>,
        limits: &mut Limits<'_>,
    ) -> Result<Cost, CheckError> {
        let mut view = self.puzzle.view();
        let read = |word: &str| {
            let action = view.read(word)?;
            view.play(action);
            Some(action)
        };
        let example = || {
            let (view, mut example) = (self.puzzle.view(), None);
            self.puzzle.visit_successors(&self.puzzle.start(), &mut |action, _, _| {
                example.get_or_insert_with(|| view.show(action));
            });
            example
        };
        let reference = self.puzzle.reference();
        check_plan(plan, limits, read, example, |actions| replay(&reference, actions))
    }

    fn as_small(&self) -> Option<&dyn Small> {
        Some(self)
    }
}

impl<P: Puzzle<Key: SetKey + KeyBytes + 'static>> Small for Typed<P> {
    /// No heuristic is needed, so the cheapest one is selected.
    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        let mut puzzle = self.puzzle.clone();
        if let Some(zero) = P::INFO.heuristics.iter().position(|h| h.name == "zero") {
            puzzle.set_heuristic(zero);
        }
        explore(&puzzle, limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        explore_backward(&self.puzzle, limits)
    }

    fn game(&self) -> Box<dyn Game + '_> {
        Box::new(TypedGame::new(&self.puzzle))
    }

    fn picture(&self) -> Picture {
        self.puzzle.view().draw()
    }

    fn certify(
        &self,
        informed: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Certified<'_>, SolveError> {
        let algorithm = if informed { Algorithm::AStar } else { Algorithm::Ucs };
        let strategy = Strategy::new(algorithm);
        let mut search = BestFirst::by_f(&self.puzzle, Rule::new(&strategy), strategy.ties);
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
        let report = validated(&self.puzzle, Report { outcome, stats: *search.stats() })?;
        Ok((self.solution(report, None), records))
    }

    fn reference_shares_heuristic(&self) -> bool {
        self.puzzle.reference_shares_heuristic()
    }

    fn check_records(
        &self,
        informed: bool,
        records: &[u8],
        limits: &mut Limits<'_>,
    ) -> Result<Checked, Rejection> {
        let certificate = Certificate::decode(records, limits)?;
        let claim = informed.then(|| self.claim());
        Ok(check(&self.puzzle.reference(), claim, &certificate, limits)?)
    }

    fn audit(&self, limits: &mut Limits<'_>) -> Audit<Shown, String> {
        let word = |state: &P::State, action| {
            written(|out| self.puzzle.show_action_in(state, action, out))
        };
        audit_with(&self.puzzle, limits, |state| self.shown(state), word)
    }

    fn compare_rules(&self, states: usize, seed: u64) -> Result<(), String> {
        compare_rules(&self.puzzle, states, seed)
    }
}

/// A validated plan of a puzzle.
struct TypedPlan<'p, P: Puzzle> {
    puzzle: &'p P,
    plan: Plan<P::Action>,
}

impl<P: Puzzle> AnyPlan for TypedPlan<'_, P> {
    fn cost(&self) -> Cost {
        self.plan.cost
    }

    fn len(&self) -> usize {
        self.plan.actions.len()
    }

    fn words(&self) -> Vec<String> {
        let mut view = self.puzzle.view();
        self.plan.actions.iter().map(|&action| name_and_play(&mut *view, action)).collect()
    }

    fn as_path(&self) -> Option<&dyn PlanPath> {
        Some(self)
    }
}

impl<P: Puzzle> PlanPath for TypedPlan<'_, P> {
    fn walk(&self, visit: &mut dyn FnMut(&Station<'_>)) {
        let (mut view, mut state, mut g) = (self.puzzle.view(), self.puzzle.start(), 0);
        let mut notation = String::new();
        let mut tell = |action: Option<(&str, Cost)>, board: &str, state: &P::State, g| {
            notation.clear();
            // Writing to a string cannot fail.
            let _ = self.puzzle.note_state(state, &mut notation);
            let h = self.puzzle.h(state);
            visit(&Station { action, notation: &notation, board, g, h });
        };
        tell(None, &view.paint(), &state, g);
        for &action in &self.plan.actions {
            let word = name_and_play(&mut *view, action);
            let Some((cost, next)) = self.puzzle.apply(&state, action) else { return };
            state = next;
            g += cost;
            tell(Some((&word, cost)), &view.paint(), &state, g);
        }
    }

    fn film(&self) -> Picture {
        let mut view = self.puzzle.view();
        let (mut played, mut last) = (0, String::new());
        strip(self.plan.actions.len() + 1, |frame| {
            for &action in &self.plan.actions[played..frame] {
                last = name_and_play(&mut *view, action);
            }
            played = frame;
            let caption = if frame == 0 { "start".to_owned() } else { format!("{frame}. {last}") };
            (caption, view.draw())
        })
    }
}

#[cfg(test)]
mod tests;
