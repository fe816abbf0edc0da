//! Instances of puzzles whose states can be copied.

use crate::certificate::{Records, Rejection};
use crate::compare_rules::compare_rules;
use crate::draw::{Area, Picture, selected};
use crate::edit::Edit;
use crate::encoded::{Encoded, EncodedSpace, Encoding};
use crate::entry::Made;
use crate::game::{Game, TypedGame};
use crate::instance::{
    AnyPlan, Certified, CheckError, Instance, PlanPath, Shown, Small, Solution, SolveError, Station,
};
use crate::numbered::{explore_backward, solve_traced};
use crate::numbers::plural;
use crate::outlook::{CostsToGo, Outlook};
use crate::puzzle::{Best, HeuristicInfo, Info, Parameters, Puzzle};
use crate::space::StateSpace;
use crate::text::{ParseError, START, written};
use crate::trace::Trace;
use crate::view::{View, name_and_play};
use heureka_core::certificate::{Certificate, Checked, KeyBytes, check};
use heureka_core::heuristic::audit::{Audit, audit_with};
use heureka_core::limits::Gauge;
use heureka_core::plan::PlanError;
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::store::SetKey;
use heureka_core::{
    Algorithm, Claim, Cost, Exploration, Limits, Optimality, Outcome, Plan, Report, Stats, Stop,
    Strategy, explore, replay, solve, validate,
};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A puzzle's instance, its parameters and its heuristic.
#[derive(Clone, Debug)]
pub struct Typed<P> {
    /// The instance, with the selected heuristic if that has no large tables.
    puzzle: P,
    parameters: Parameters,
    /// The index of the selected heuristic.
    heuristic: usize,
    /// Whether `puzzle` has another heuristic, because the selected one needs tables first.
    needs_tables: bool,
    /// The instance with the tables of the selected heuristic, once a run needed them.
    built: OnceLock<P>,
    /// How long it took to build the tables.
    table_time: OnceLock<Duration>,
}

impl<P: Puzzle> Typed<P> {
    /// Returns the instance for what needs no heuristic.
    pub(crate) fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Returns the instance for a run: with the tables of the selected heuristic, which are built now
    /// and count against the memory limit, if the run uses them.
    pub(crate) fn ready(&self, is_informed: bool, limits: &mut Limits<'_>) -> Result<&P, Stop> {
        if is_informed && self.needs_tables && self.built.get().is_none() {
            let begun = Instant::now();
            let mut puzzle = self.puzzle.clone();
            puzzle.set_heuristic(self.heuristic, limits)?;
            self.built.get_or_init(|| puzzle);
            self.table_time.get_or_init(|| begun.elapsed());
        }
        let puzzle = self.built.get().unwrap_or(&self.puzzle);
        limits.set_tables(puzzle.table_bytes());
        Ok(puzzle)
    }
}

/// Returns whether the time is over or the user has interrupted already, before the search starts: work on
/// a large instance before its first expansion can take seconds.
pub(crate) fn already_stopped(limits: &Limits<'_>) -> Option<Stop> {
    limits.part(Duration::MAX).check(&Stats::default(), Gauge::default()).break_value()
}

/// Runs a strategy on a puzzle and validates the plan by the reference rules.
pub(crate) fn solve_and_validate<P: Puzzle<Key: KeyBytes>>(
    puzzle: &P,
    strategy: &Strategy,
    limits: &mut Limits<'_>,
    trace: Option<&mut dyn Trace>,
) -> Result<(Report<P::Action>, Option<String>), SolveError> {
    if let Some(stop) = already_stopped(limits) {
        let report = Report { outcome: Outcome::Stopped(stop), stats: Stats::default() };
        return Ok((report, None));
    }
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

impl<P: Puzzle<Key: SetKey + KeyBytes>> Typed<P> {
    /// Hides the type of an instance.
    ///
    /// # Errors
    /// If the instance cannot be made.
    pub(crate) fn boxed(
        make: impl FnOnce() -> Result<P, ParseError>,
        parameters: &Parameters,
    ) -> Made {
        let begun = Instant::now();
        let mut puzzle = make()?;
        let heuristic = puzzle.default_heuristic();
        if heuristic > 0 {
            // It has no tables, so no limit stops it.
            let _ = puzzle.set_heuristic(heuristic, &mut Limits::none());
        }
        Ok(Box::new(Self {
            puzzle,
            parameters: parameters.clone(),
            heuristic,
            needs_tables: false,
            built: OnceLock::new(),
            // The tables of the first heuristic are built with the instance.
            table_time: begun.elapsed().into(),
        }))
    }

    fn shown(&self, state: &P::State) -> Shown {
        Shown {
            text: written(|out| self.puzzle.note_state(state, out)),
            colored: written(|out| self.puzzle.show_state(state, true, out)),
            picture: self.puzzle.draw(state, None),
        }
    }

    /// Checks a plan, and calls `visit` with every action.
    fn check_actions(
        &self,
        plan: &mut dyn Iterator<Item = &str>,
        limits: &mut Limits<'_>,
        visit: &mut dyn FnMut(P::Action),
    ) -> Result<Cost, CheckError> {
        let mut view = self.puzzle.view();
        let read = |word: &str| {
            let action = view.read(word)?;
            view.play(action);
            visit(action);
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

    fn stopped_building(&self, stop: Stop) -> Solution<'_> {
        Solution::stopped_building(self.heuristic(), stop)
    }
}

/// Validates a plan by the reference rules and hides its types.
pub(crate) fn validated_plan<P: Puzzle>(
    puzzle: &P,
    plan: Plan<P::Action>,
) -> Result<Box<dyn AnyPlan + '_>, SolveError> {
    validate(&puzzle.reference(), &plan).map_err(SolveError::InvalidPlan)?;
    Ok(Box::new(TypedPlan { puzzle, plan }))
}

/// Hides the types of a result.
fn solution<P: Puzzle>(
    puzzle: &P,
    report: Report<P::Action>,
    reason: Option<String>,
) -> Solution<'_> {
    let hide = |plan| Box::new(TypedPlan { puzzle, plan }) as Box<dyn AnyPlan + '_>;
    Solution { outcome: report.outcome.map(hide), stats: report.stats, reason }
}

impl<P: Puzzle<Key: SetKey + KeyBytes>> Instance for Typed<P> {
    fn info(&self) -> &'static Info {
        P::INFO
    }

    fn text(&self) -> String {
        self.puzzle.text()
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn default_of(&self, parameter: &str) -> Option<&'static str> {
        self.puzzle.default_of(parameter)
    }

    fn start(&self) -> String {
        self.puzzle.view().paint()
    }

    fn set_heuristic(&mut self, name: &str) -> Result<(), ParseError> {
        self.heuristic = P::INFO.heuristic(name)?;
        let begun = Instant::now();
        // In no time: fails if there are tables to build.
        let mut no_time = Limits::none().time(Duration::ZERO);
        self.needs_tables = self.puzzle.set_heuristic(self.heuristic, &mut no_time).is_err();
        self.built = OnceLock::new();
        self.table_time = if self.needs_tables { OnceLock::new() } else { begun.elapsed().into() };
        Ok(())
    }

    fn build_tables(&self, limits: &mut Limits<'_>) -> Result<(), Stop> {
        self.ready(true, limits).map(|_| ())
    }

    fn heuristic(&self) -> &'static HeuristicInfo {
        &P::INFO.heuristics[self.heuristic]
    }

    fn claim(&self) -> Claim {
        match self.built.get() {
            Some(puzzle) => puzzle.claim(),
            None if self.needs_tables => self.heuristic().claim,
            None => self.puzzle.claim(),
        }
    }

    fn best(&self) -> Best {
        self.puzzle.best()
    }

    fn table_bytes(&self) -> u64 {
        match self.built.get() {
            Some(puzzle) => puzzle.table_bytes(),
            None if self.needs_tables => 0,
            None => self.puzzle.table_bytes(),
        }
    }

    fn table_time(&self) -> Duration {
        self.table_time.get().copied().unwrap_or_default()
    }

    fn path_length(&self, cost: Cost) -> Option<f64> {
        self.puzzle.path_length(cost)
    }

    fn bound_length(&self, bound: Cost) -> Option<f64> {
        self.puzzle.bound_length(bound)
    }

    fn is_idle(&self, word: &str) -> bool {
        self.puzzle.is_idle(word)
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
        if let Some(puzzle) = instance.built.get_mut() {
            puzzle.set_start(other.start());
        }
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
        // A trace shows h.
        let is_informed = strategy.algorithm.is_informed() || trace.is_some();
        match self.ready(is_informed, limits) {
            Ok(puzzle) => {
                let (report, reason) = solve_and_validate(puzzle, strategy, limits, trace)?;
                Ok(solution(puzzle, report, reason))
            }
            Err(stop) => Ok(self.stopped_building(stop)),
        }
    }

    fn ends_plan(&self, word: &str) -> bool {
        self.puzzle.ends_plan(word)
    }

    fn split_moves<'w>(&self, word: &'w str) -> Vec<&'w str> {
        self.puzzle.split_moves(word)
    }

    fn check(
        &self,
        plan: &mut dyn Iterator<Item = &str>,
        limits: &mut Limits<'_>,
    ) -> Result<Cost, CheckError> {
        self.check_actions(plan, limits, &mut |_| ())
    }

    fn as_small(&self) -> Option<&dyn Small> {
        Some(self)
    }
}

impl<P: Puzzle<Key: SetKey + KeyBytes>> Small for Typed<P> {
    /// No heuristic is needed, so the cheapest one is selected.
    fn explore(&self, limits: &mut Limits<'_>) -> Exploration {
        let mut puzzle = self.puzzle.clone();
        if let Some(zero) = P::INFO.heuristics.iter().position(|h| h.name == "zero") {
            // It has no tables, so no limit stops it.
            let _ = puzzle.set_heuristic(zero, &mut Limits::none());
        }
        explore(&puzzle, limits)
    }

    fn explore_backward(&self, limits: &mut Limits<'_>) -> Option<Exploration> {
        explore_backward(&self.puzzle, limits)
    }

    fn encoded(
        &self,
        encoding: Encoding,
        is_informed: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Box<dyn EncodedSpace + '_>>, Stop> {
        let space = Encoded::new(self.ready(is_informed, limits)?, encoding, is_informed);
        Ok(space.map(|space| Box::new(space) as Box<dyn EncodedSpace + '_>))
    }

    fn read_plan(
        &self,
        plan: &mut dyn Iterator<Item = &str>,
    ) -> Result<Box<dyn AnyPlan + '_>, CheckError> {
        let mut actions = vec![];
        let cost = self.check_actions(plan, &mut Limits::none(), &mut |a| actions.push(a))?;
        Ok(Box::new(TypedPlan { puzzle: &self.puzzle, plan: Plan { actions, cost } }))
    }

    fn game(&self) -> Box<dyn Game + '_> {
        Box::new(TypedGame::new(self))
    }

    fn tools(&self) -> &'static [&'static str] {
        P::tools()
    }

    fn edit(&self, edit: &Edit) -> Option<String> {
        self.puzzle.edit(edit)
    }

    fn outlook(&self, most: usize) -> Option<Box<dyn Outlook>> {
        let table = CostsToGo::of(&self.puzzle, most)?;
        Some(Box::new(table))
    }

    fn picture(&self) -> Picture {
        self.puzzle.view().draw()
    }

    fn place_of(&self, key: &[u8]) -> Option<Area> {
        let state = self.puzzle.unpack(&P::Key::get(key.get(..P::Key::SIZE)?));
        self.puzzle.place(&state)
    }

    fn show_key(&self, key: &[u8]) -> Option<Shown> {
        let bytes = key.get(..P::Key::SIZE)?;
        Some(self.shown(&self.puzzle.unpack(&P::Key::get(bytes))))
    }

    fn write_key(&self, key: &[u8]) -> Option<String> {
        let state = self.puzzle.unpack(&P::Key::get(key.get(..P::Key::SIZE)?));
        Some(written(|out| self.puzzle.note_state(&state, out)))
    }

    fn certify(
        &self,
        informed: bool,
        limits: &mut Limits<'_>,
    ) -> Result<Certified<'_>, SolveError> {
        let algorithm = if informed { Algorithm::AStar } else { Algorithm::Ucs };
        let strategy = Strategy::new(algorithm);
        let puzzle = match self.ready(informed, limits) {
            Ok(puzzle) => puzzle,
            Err(stop) => return Ok((self.stopped_building(stop), None)),
        };
        let mut search = BestFirst::by_f(puzzle, Rule::new(&strategy), strategy.ties);
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
        let report = validated(puzzle, Report { outcome, stats: *search.stats() })?;
        Ok((solution(puzzle, report, None), records))
    }

    fn reference_shares_heuristic(&self) -> bool {
        P::reference_shares_heuristic(self.heuristic)
    }

    fn check_records(
        &self,
        informed: bool,
        records: &[u8],
        limits: &mut Limits<'_>,
    ) -> Result<Checked, Rejection> {
        if informed && !self.reference_shares_heuristic() {
            return Err(Rejection::Heuristic);
        }
        let certificate = Certificate::decode(records, limits)?;
        let puzzle = self.ready(informed, limits).map_err(Rejection::Stopped)?;
        let claim = informed.then(|| puzzle.claim());
        Ok(check(&puzzle.reference(), claim, &certificate, limits)?)
    }

    fn audit(&self, limits: &mut Limits<'_>) -> Audit<Shown, String> {
        let word = |state: &P::State, action| {
            written(|out| self.puzzle.show_action_in(state, action, out))
        };
        match self.ready(true, limits) {
            Ok(puzzle) => audit_with(puzzle, limits, |state| self.shown(state), word),
            Err(stop) => Audit::new(self.claim(), Some(stop)),
        }
    }

    fn compare_rules(&self, states: usize, seed: u64) -> Result<(), String> {
        let stopped = |stop| format!("building tables stopped: {stop}");
        let puzzle = self.ready(true, &mut Limits::none()).map_err(stopped)?;
        compare_rules(puzzle, self.heuristic, states, seed)
    }

    fn space(&self, most: usize) -> Option<StateSpace> {
        StateSpace::of(self.built.get().unwrap_or(&self.puzzle), most)
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
        let mut tell =
            |action: Option<(&str, Cost)>, view: &dyn View<P::Action>, state: &P::State, g| {
                notation.clear();
                // Writing to a string cannot fail.
                let _ = self.puzzle.note_state(state, &mut notation);
                let h = self.puzzle.h(state);
                let paint = &|| view.paint();
                visit(&Station { action, notation: &notation, paint, g, h });
            };
        tell(None, &*view, &state, g);
        for &action in &self.plan.actions {
            let word = name_and_play(&mut *view, action);
            let Some((cost, next)) = self.puzzle.apply(&state, action) else { return };
            state = next;
            g += cost;
            tell(Some((&word, cost)), &*view, &state, g);
        }
    }

    fn route(&self) -> Option<Picture> {
        let mut steps = self.plan.actions.iter();
        let mut states = std::iter::successors(Some(self.puzzle.start()), |state| {
            Some(self.puzzle.apply(state, *steps.next()?)?.1)
        });
        self.puzzle.draw_route(&mut states)
    }

    fn pictures(&self, max: usize) -> Vec<(String, Picture)> {
        let actions = &self.plan.actions;
        if let Some(picture) = self.route() {
            let (moves, cost) = (actions.len(), self.plan.cost);
            return vec![(format!("{}, cost {cost}", plural(moves as u64, "move")), picture)];
        }
        let mut view = self.puzzle.view();
        let (mut played, mut last) = (0, String::new());
        let frame = |frame: usize| {
            for &action in &actions[played..frame] {
                last = name_and_play(&mut *view, action);
            }
            played = frame;
            let caption = if frame == 0 { START.to_owned() } else { format!("{frame}. {last}") };
            (caption, view.draw())
        };
        selected(actions.len() + 1, max).map(frame).collect()
    }
}

#[cfg(test)]
mod tests;
