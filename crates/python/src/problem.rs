//! Problems of the user: solved over numbers, and translated back.

use crate::error::{concluded, invalid, is_ctrl_c, mistake, unsolved};
use crate::limits::Limits;
use crate::result::{Result as SearchResult, Subject};
use crate::rules::{Rules, RulesTable};
use crate::table::Table;
use heureka_core::outcome::Gap;
use heureka_core::{
    Claim, Cost, DEAD_END, Optimality, Outcome, Plan, Report, Stop, Strategy, Unsupported, solve,
    validate,
};
use heureka_kit::instance::{AnyPlan, Solution, SolveError};
use heureka_kit::numbered::{Numbered, Numbering};
use heureka_lab::{RunRecord, advice, names};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::atomic::AtomicBool;

/// A problem over numbers, whose states and actions are objects of Python.
pub trait Source: Numbering + Send {
    /// Returns the name of its class.
    fn name(&self) -> &str;

    /// Returns whether it has an estimate.
    fn has_h(&self) -> bool;

    /// Announces that the search needs the estimate of every state.
    fn expect_estimates(&mut self) {}

    /// Returns the flag that stops the search.
    fn stop(&self) -> &AtomicBool;

    /// Returns the largest cost of a move, and the number of states so far.
    fn extent(&self) -> (Cost, usize);

    /// Returns the exception that stopped the search.
    fn take_raised(&self) -> Option<PyErr> {
        None
    }

    /// Returns a state.
    fn state<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>>;

    /// Returns the action of a move by its number.
    fn action<'py>(&self, py: Python<'py>, number: u32) -> Option<Bound<'py, PyAny>>;
}

/// Reads a problem.
pub fn source(problem: &Bound<'_, PyAny>) -> PyResult<Box<dyn Source>> {
    match problem.cast::<Rules>() {
        Ok(rules) => Ok(RulesTable::boxed(rules)),
        Err(_) => Ok(Box::new(Table::new(problem)?)),
    }
}

/// Returns the mistake that costs add up to more than the engine can count.
fn too_large(py: Python<'_>, what: &str) -> PyErr {
    let what = format!("costs are too large: {what}");
    let help = "costs of a plan add up to at most 4294967294: divide them by a common factor";
    mistake(py, what, help)
}

/// Returns a mistake if a path may cost more than the engine can count. Costs of paths saturate, so this matters
/// only to claims about all paths.
pub fn check_costs(py: Python<'_>, table: &dyn Source) -> PyResult<()> {
    // No path needs to visit a state twice, so its cost stays below this product.
    let (max_cost, states) = table.extent();
    if u64::from(max_cost) * states as u64 >= u64::from(DEAD_END) {
        return Err(too_large(py, &format!("{max_cost} in a space of {states} states")));
    }
    Ok(())
}

/// Rejects several threads.
pub fn check_threads(py: Python<'_>, limits: &Limits) -> PyResult<()> {
    if limits.threads.is_some_and(|threads| threads > 1) {
        let what = "a problem of your own is searched on one thread".to_owned();
        return Err(invalid(py, (what, "remove threads".to_owned())));
    }
    Ok(())
}

/// Reads what a problem claims of its estimate.
pub fn read_claim(claim: &Bound<'_, PyAny>) -> PyResult<Claim> {
    let word = claim.extract::<String>().unwrap_or_default();
    let known = [Claim::Nothing, Claim::Admissible, Claim::Consistent];
    let claimed = known.into_iter().find(|known| known.name() == word);
    claimed.map_or_else(
        || {
            let what = format!("claim is {}", claim.repr()?);
            Err(mistake(claim.py(), what, "write 'consistent', 'admissible' or 'none'"))
        },
        Ok,
    )
}

/// Returns the strategy of a name, by default A\*, or uniform cost without an estimate.
pub fn choose(
    py: Python<'_>,
    source: &dyn Source,
    word: Option<&str>,
    limits: &Limits,
) -> PyResult<Strategy> {
    let default = if source.has_h() { "astar" } else { "ucs" };
    let word = word.filter(|&word| word != names::BEST).unwrap_or(default);
    let strategy = names::strategy(word).and_then(|strategy| {
        advice::horizon(&strategy, limits.depth, limits.cost)?;
        Ok(strategy)
    });
    check_threads(py, limits)?;
    strategy.map_err(|advice| invalid(py, advice))
}

/// A plan of a problem in Python, as words.
struct Words {
    cost: Cost,
    words: Vec<String>,
}

impl AnyPlan for Words {
    fn cost(&self) -> Cost {
        self.cost
    }

    fn len(&self) -> usize {
        self.words.len()
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }
}

/// Makes the result of a search: translates the plan back, and raises what Python raised.
pub fn finish(
    py: Python<'_>,
    table: &dyn Source,
    strategy: &Strategy,
    limits: &Limits,
    report: Result<Report<u32>, Unsupported>,
    raised: Option<PyErr>,
) -> PyResult<SearchResult> {
    let cut = table.take_raised();
    let is_cut = cut.is_some();
    let raised = match cut.or(raised) {
        Some(error) if !is_ctrl_c(py, &error) => return Err(error),
        raised => raised,
    };
    let Report { mut outcome, mut stats } =
        report.map_err(|error| unsolved(py, &SolveError::Unsupported(error)))?;
    if is_cut {
        // After the exception, states had no moves: what the search proved then is not true.
        stats.lower_bound = None;
        outcome = match outcome {
            Outcome::Solved(plan, _) => Outcome::Solved(plan, Optimality::NotClaimed),
            _ => Outcome::Stopped(Stop::Interrupted),
        };
    }
    let uncountable = || too_large(py, "those of a path add up to 4294967295 or more");
    match &outcome {
        Outcome::Solved(plan, _) if plan.cost == Cost::MAX => return Err(uncountable()),
        // Without a cost limit, only paths that cost too much are beyond it.
        Outcome::NotFound(Gap::Cost) if limits.cost.is_none() => return Err(uncountable()),
        Outcome::Unsolvable => check_costs(py, table)?,
        _ => (),
    }
    if let Some(plan) = outcome.plan() {
        validate(&Numbered(table), plan)
            .map_err(|error| unsolved(py, &SolveError::InvalidPlan(error)))?;
    }
    let (mut plan, mut path) = (None, None);
    let outcome: Outcome<Box<dyn AnyPlan>> = match outcome {
        Outcome::Solved(Plan { actions, cost }, known) => {
            let mut state = table.start();
            let (moves, states) = (PyList::empty(py), PyList::new(py, [table.state(py, state)?])?);
            for number in actions {
                moves.append(table.action(py, number))?;
                table.successors(state, None, &mut |action, _, next| {
                    if action == number {
                        state = next;
                    }
                });
                states.append(table.state(py, state)?)?;
            }
            let words = moves.iter().map(|action| Ok(action.str()?.to_string()));
            let words = words.collect::<PyResult<_>>()?;
            (plan, path) = (Some(moves.unbind()), Some(states.unbind()));
            Outcome::Solved(Box::new(Words { cost, words }), known)
        }
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::NotFound(gap) => Outcome::NotFound(gap),
        Outcome::Stopped(stop) => Outcome::Stopped(stop),
    };
    let solution = Solution { outcome, stats, reason: None };
    let start = table.state(py, table.start())?.str()?.to_string();
    let record = RunRecord::of_problem(table.name(), start, strategy, "h", &solution);
    drop(solution);
    let what = record.sentence();
    let subject = Subject::Problem { plan, path };
    concluded(py, SearchResult { record, subject }, what, raised)
}

/// Solves a problem written in Python.
#[pyfunction]
pub fn solve_problem(
    py: Python<'_>,
    problem: &Bound<'_, PyAny>,
    strategy: Option<&str>,
    limits: &Limits,
) -> PyResult<SearchResult> {
    let mut table = source(problem)?;
    let strategy = choose(py, &*table, strategy, limits)?;
    if strategy.algorithm.is_informed() {
        table.expect_estimates();
    }
    let (report, raised) = limits
        .run(py, table.stop(), |limits| solve(&Numbered(&*table), &strategy, limits, &mut ()));
    finish(py, &*table, &strategy, limits, report, raised)
}
