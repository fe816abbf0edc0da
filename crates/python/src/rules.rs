//! Problems whose moves are data: rules over a vector of small numbers, in the manner of PSVN, the production
//! system vector notation (Holte, Arneson and Burch 2014). No Python code runs during a search.

use crate::error::mistake;
use crate::limits::{range, whole};
use crate::problem::{Source, read_claim};
use crate::table::read_cost;
use heureka_core::abilities::Layers;
use heureka_core::store::{NO_PARENT, NodeStore, Nodes};
use heureka_core::{Claim, Cost, DEAD_END};
use heureka_kit::numbered::{Declared, Numbering, Visit};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The longest vector.
const MAX_WIDTH: usize = 64;

/// A vector, padded with zeros.
type Vector<const N: usize> = [u8; N];

/// What a rule does to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Write {
    /// Writes a number.
    Value(u8),
    /// Copies the number that was at a position.
    From(u8),
}

/// A rule: when it applies, and what it writes.
#[derive(Clone, Debug)]
struct Rule {
    cost: Cost,
    /// The first of `values`, close at hand: most rules fail here.
    first: Option<(u8, u8)>,
    /// Positions that hold a number.
    values: Box<[(u8, u8)]>,
    /// Positions that hold the same number.
    equal: Box<[(u8, u8)]>,
    writes: Box<[(u8, Write)]>,
}

impl Rule {
    /// Returns the state after the rule, if it applies.
    #[inline]
    fn apply<const N: usize>(&self, state: &Vector<N>) -> Option<Vector<N>> {
        let at = |place: u8| state[place as usize];
        if self.first.is_some_and(|(place, value)| at(place) != value) {
            return None;
        }
        for &(place, value) in &self.values {
            if at(place) != value {
                return None;
            }
        }
        for &(a, b) in &self.equal {
            if at(a) != at(b) {
                return None;
            }
        }
        let mut next = *state;
        for &(place, write) in &self.writes {
            next[place as usize] = match write {
                Write::Value(value) => value,
                Write::From(other) => at(other),
            };
        }
        Some(next)
    }
}

/// A number or the name of a variable at each position of one side of a rule.
type Side = Vec<(u8, Term)>;

#[derive(Clone, Debug, PartialEq, Eq, FromPyObject)]
enum Term {
    Value(u8),
    Variable(String),
}

/// Returns the rule that turns what matches one side into the other.
fn rule(cost: Cost, before: &Side, after: &Side) -> Result<Rule, String> {
    let bound = |name: &String| {
        before.iter().find(|(_, term)| matches!(term, Term::Variable(v) if v == name)).map(|b| b.0)
    };
    let (mut values, mut equal, mut writes) = (vec![], vec![], vec![]);
    for (place, term) in before {
        match term {
            Term::Value(value) => values.push((*place, *value)),
            Term::Variable(name) => {
                let first = bound(name).filter(|first| first != place);
                equal.extend(first.map(|first| (first, *place)));
            }
        }
    }
    for (place, term) in after {
        let write = match term {
            Term::Value(value) => Write::Value(*value),
            Term::Variable(name) => {
                let unbound = || format!("variable '{name}' is only on the right side");
                Write::From(bound(name).ok_or_else(unbound)?)
            }
        };
        writes.push((*place, write));
    }
    let first = values.first().copied();
    let (values, equal, writes) = (values.into(), equal.into(), writes.into());
    Ok(Rule { cost, first, values, equal, writes })
}

/// A move: its action, its cost and the next state.
type Move<'py> = (Py<PyAny>, Cost, Bound<'py, PyTuple>);

/// A problem defined by rules over a vector of numbers.
///
/// `start` has 1 to 64 numbers from 0 to 255. `goal` has as many; None stands for any number. Each of `moves` is an
/// action, a cost, and two dictionaries from positions to numbers or variables: what the move reads, and what it
/// writes. `h[position][number]` is added up over the positions to an estimate, 0 for missing numbers. `claim` is
/// what is known of `h`: "consistent", "admissible" or "none".
#[pyclass(frozen, module = "heureka")]
pub struct Rules {
    start: Vec<u8>,
    /// The numbers of a goal; `None` stands for any.
    goal: Vec<Option<u8>>,
    actions: Vec<Py<PyAny>>,
    forward: Vec<Rule>,
    /// The same rules backward, if each can be undone and the goal is one state.
    backward: Option<Vec<Rule>>,
    /// The estimate: for each position, a cost for each number.
    h: Option<Vec<Vec<Cost>>>,
    claim: Claim,
}

/// Reads the numbers of a state.
fn numbers(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let given: Vec<Bound<'_, PyAny>> = given.extract()?;
    let each = given.iter().enumerate();
    each.map(|(place, number)| whole(&format!("{name}[{place}]"), number, range::<u8>())).collect()
}

/// Reads a side of a rule: a mapping from positions.
fn side(given: &Bound<'_, PyMapping>, width: usize) -> PyResult<Side> {
    let mut side = vec![];
    for item in given.items()? {
        let (place, term): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let place: u8 = whole("position", &place, 0..=width as u64 - 1)?;
        let term = term.extract().map_err(|_: PyErr| {
            let what = format!(
                "{term} at position {place} is neither a number from 0 to 255 nor a variable"
            );
            mistake(given.py(), what, "write a number, or a text that names a variable")
        })?;
        side.push((place, term));
    }
    side.sort_by_key(|(place, _)| *place);
    Ok(side)
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (start, goal, moves, *, h=None, claim=None))]
    fn new(
        start: &Bound<'_, PyAny>,
        goal: Vec<Option<Bound<'_, PyAny>>>,
        moves: &Bound<'_, PyAny>,
        h: Option<Vec<Vec<Bound<'_, PyAny>>>>,
        claim: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = start.py();
        let start = numbers("start", start)?;
        let goal = goal.iter().enumerate().map(|(place, number)| {
            let number = number.as_ref();
            number.map(|number| whole(&format!("goal[{place}]"), number, range::<u8>())).transpose()
        });
        let goal = goal.collect::<PyResult<Vec<Option<u8>>>>()?;
        let h = h.map(|h| {
            let rows = h.iter().enumerate().map(|(place, row)| {
                let row = row.iter().enumerate().map(|(number, cost)| {
                    let name = format!("h[{place}][{number}]");
                    whole(&name, cost, 0..=u64::from(DEAD_END - 1))
                });
                row.collect()
            });
            rows.collect::<PyResult<Vec<Vec<Cost>>>>()
        });
        let h = h.transpose()?;
        let width = start.len();
        let wrong = |what: String, help: &str| Err(mistake(py, what, help));
        if width == 0 || width > MAX_WIDTH {
            let what = format!("the start has {width} numbers");
            return wrong(what, "a state has 1 to 64 numbers, each from 0 to 255");
        }
        if goal.len() != width {
            let what = format!("the goal has {} numbers, the start {width}", goal.len());
            return wrong(what, "give as many; None stands for any number");
        }
        if h.as_ref().is_some_and(|h| h.len() != width) {
            return wrong(
                "h does not have a row for each position".to_owned(),
                "h[position][number] is a cost",
            );
        }
        let (mut actions, mut forward, mut backward) = (vec![], vec![], Some(vec![]));
        for item in moves.try_iter()? {
            let item = item?;
            let (action, cost, before, after): (
                Bound<'_, PyAny>,
                Bound<'_, PyAny>,
                Bound<'_, PyMapping>,
                Bound<'_, PyMapping>,
            ) = item.extract().map_err(|_| {
                let what = format!("{item} is not a move");
                mistake(
                    py,
                    what,
                    "write (action, cost, {position: number or variable}, {position: …})",
                )
            })?;
            let cost = read_cost(&cost, &action)?;
            let (before, after) = (side(&before, width)?, side(&after, width)?);
            let made = rule(cost, &before, &after)
                .map_err(|what| mistake(py, what, "use it on the left side, too"))?;
            forward.push(made);
            actions.push(action.unbind());
            // Undone, a rule must read every position that it writes.
            let undone = rule(cost, &after, &before);
            let is_same = before.iter().map(|b| b.0).eq(after.iter().map(|a| a.0));
            backward = backward.zip(undone.ok().filter(|_| is_same)).map(|(mut all, undone)| {
                all.push(undone);
                all
            });
        }
        let claim = match claim {
            Some(claim) => read_claim(claim)?,
            None if h.is_some() => Claim::Nothing,
            None => Claim::Consistent,
        };
        let backward = backward.filter(|_| goal.iter().all(Option::is_some));
        Ok(Self { start, goal, actions, forward, backward, h, claim })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.actions.iter().try_for_each(|action| visit.call(action))
    }

    /// The start.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.start)
    }

    /// Returns whether a plan may end in a state.
    fn is_goal(&self, state: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.is_goal_of(&self.vector(state)?))
    }

    /// Returns the moves of a state: the action, the cost and the next state of each.
    fn successors<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Vec<Move<'py>>> {
        let (py, state) = (state.py(), self.vector(state)?);
        let mut found = vec![];
        for (action, rule) in self.actions.iter().zip(&self.forward) {
            if let Some(next) = rule.apply(&state) {
                let next = PyTuple::new(py, &next[..self.start.len()])?;
                found.push((action.clone_ref(py), rule.cost, next));
            }
        }
        Ok(found)
    }

    /// Estimates the cost from a state to a goal.
    fn h(&self, state: &Bound<'_, PyAny>) -> PyResult<Cost> {
        Ok(self.estimate(&self.vector(state)?))
    }
}

impl Rules {
    fn vector(&self, state: &Bound<'_, PyAny>) -> PyResult<Vector<MAX_WIDTH>> {
        let state = numbers("state", state)?;
        if state.len() != self.start.len() {
            return Err(PyTypeError::new_err(format!(
                "expected a state of {} numbers",
                self.start.len()
            )));
        }
        Ok(padded(&state))
    }

    #[inline]
    fn is_goal_of(&self, state: &[u8]) -> bool {
        self.goal.iter().zip(state).all(|(goal, number)| goal.is_none_or(|goal| goal == *number))
    }

    #[inline]
    fn estimate(&self, state: &[u8]) -> Cost {
        let mut sum: Cost = 0;
        for (row, &number) in self.h.iter().flatten().zip(state) {
            sum = sum.saturating_add(row.get(number as usize).copied().unwrap_or(0));
        }
        sum.min(DEAD_END - 1)
    }
}

fn padded<const N: usize>(state: &[u8]) -> Vector<N> {
    let mut vector = [0; N];
    vector[..state.len()].copy_from_slice(state);
    vector
}

/// The numbers of the states of rules; `N` is the width or more.
pub struct RulesTable<const N: usize> {
    rules: Py<Rules>,
    states: Mutex<Nodes<Vector<N>>>,
    stop: AtomicBool,
}

impl RulesTable<MAX_WIDTH> {
    /// Returns the table with the smallest vectors that are wide enough.
    pub fn boxed(rules: &Bound<'_, Rules>) -> Box<dyn Source> {
        if rules.get().start.len() <= 16 {
            Box::new(RulesTable::<16>::new(rules))
        } else {
            Box::new(Self::new(rules))
        }
    }
}

impl<const N: usize> RulesTable<N> {
    fn new(rules: &Bound<'_, Rules>) -> Self {
        let rules = rules.clone().unbind();
        Self { rules, states: Mutex::default(), stop: AtomicBool::new(false) }
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, Nodes<Vector<N>>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn vector(&self, state: u32) -> Vector<N> {
        self.lock().key(state)
    }

    /// Visits the states that rules lead to, outside the lock.
    fn visit(&self, state: u32, rules: &[Rule], visit: &mut Visit<'_>) {
        let mut found = Vec::with_capacity(8);
        {
            let states = &mut *self.lock();
            let from = states.key(state);
            for (index, rule) in (0..).zip(rules) {
                if let Some(next) = rule.apply(&from) {
                    found.push((index, rule.cost, states.find_or_add(next, 0, NO_PARENT).0));
                }
            }
        }
        for (index, cost, next) in found {
            visit(index, cost, next);
        }
    }
}

impl<const N: usize> Numbering for RulesTable<N> {
    fn start(&self) -> u32 {
        let start = padded(&self.rules.get().start);
        self.lock().find_or_add(start, 0, NO_PARENT).0
    }

    fn is_goal(&self, state: u32) -> bool {
        self.rules.get().is_goal_of(&self.vector(state))
    }

    fn successors(&self, state: u32, _previous: Option<u32>, visit: &mut Visit<'_>) {
        self.visit(state, &self.rules.get().forward, visit);
    }

    fn h(&self, state: u32) -> Cost {
        self.rules.get().estimate(&self.vector(state))
    }

    fn declared(&self) -> Declared {
        Declared {
            claim: self.rules.get().claim,
            layers: Layers::Any,
            has_equal_cost_plans: false,
            is_reversible: self.rules.get().backward.is_some(),
            is_ordered: false,
            h_is_invariant: None,
        }
    }

    fn goals(&self, visit: &mut dyn FnMut(u32)) {
        let goal: Option<Vec<u8>> = self.rules.get().goal.iter().copied().collect();
        if let Some(goal) = goal {
            let goal = self.lock().find_or_add(padded(&goal), 0, NO_PARENT).0;
            visit(goal);
        }
    }

    fn predecessors(&self, state: u32, visit: &mut Visit<'_>) {
        if let Some(backward) = &self.rules.get().backward {
            self.visit(state, backward, visit);
        }
    }
}

impl<const N: usize> Source for RulesTable<N> {
    fn name(&self) -> &'static str {
        "Rules"
    }

    fn has_h(&self) -> bool {
        self.rules.get().h.is_some()
    }

    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn extent(&self) -> (Cost, usize) {
        let costs = self.rules.get().forward.iter().map(|rule| rule.cost);
        (costs.max().unwrap_or(0), self.lock().len())
    }

    fn state<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let width = self.rules.get().start.len();
        Ok(PyTuple::new(py, &self.vector(number)[..width])?.into_any())
    }

    fn action<'py>(&self, py: Python<'py>, number: u32) -> Option<Bound<'py, PyAny>> {
        Some(self.rules.get().actions.get(number as usize)?.bind(py).clone())
    }
}
